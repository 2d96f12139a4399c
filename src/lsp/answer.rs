//! The answer to a command, in the form that `docs/language-server.md` describes, and how it is
//! shown to clients that do not show it themselves.

use serde::Serialize;

use super::types::notification::ShowMessage;
use super::types::*;
use super::view::View;
use crate::diagnostic::Diagnostic;
use crate::kinds::{self, Definition};
use crate::lsp::client::Outbox;
use crate::service::slice::Answered;
use crate::service::test::ExpectationVerdict;

/// An answer.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AnswerMessage {
    /// What was asked.
    pub question: String,
    /// What is answered.
    pub text: String,
    /// What became of the question.
    pub status: AnswerStatus,
    /// Remarks.
    pub notes: Vec<AnswerNote>,
    /// The places that a no follows from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<Because>,
    /// A drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// What it is about; nothing when the text has changed meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<AnswerMark>,
}

/// A remark.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "sort", rename_all = "lowercase")]
pub(super) enum AnswerNote {
    /// A sentence, which says something by itself.
    Summary {
        /// The sentence.
        text: String,
    },
    /// Lines that belong together, such as a world.
    Table(AnswerListing),
    /// A proof, a line a step.
    Proof(AnswerListing),
}

/// Lines, and what introduces them.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AnswerListing {
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<String>,
    lines: Vec<String>,
}

/// Where the item stands that an answer is about, and by what it is known that the item and all that
/// it depends on say the same as before.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AnswerMark {
    /// The range of the item.
    pub range: Range,
    /// Another one when anything of it has changed.
    pub stamp: String,
}

/// What became of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AnswerStatus {
    Answered,
    /// The expectation holds.
    Holds,
    /// The expectation fails.
    Fails,
    /// A limit was reached, or it was cancelled.
    Unknown,
    /// It has no meaning.
    Refused,
}

/// What a no follows from.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Because {
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<String>,
    places: Vec<Reason>,
}

/// A place that a no follows from.
#[derive(Clone, Debug, Serialize)]
struct Reason {
    location: Location,
    message: String,
}

impl AnswerNote {
    /// A sentence.
    pub(super) fn summary(text: impl Into<String>) -> Self {
        Self::Summary { text: text.into() }
    }

    /// Its lines, a heading included.
    fn lines(&self) -> Vec<&str> {
        match self {
            Self::Summary { text } => vec![text],
            Self::Table(listing) | Self::Proof(listing) => {
                listing.heading.iter().chain(&listing.lines).map(String::as_str).collect()
            }
        }
    }
}

impl From<&kinds::Note> for AnswerNote {
    fn from(note: &kinds::Note) -> Self {
        match note {
            kinds::Note::Summary(text) => Self::summary(text),
            kinds::Note::Doubt(text) => Self::summary(*text),
            kinds::Note::Table(listing) => Self::Table(listing.into()),
        }
    }
}

impl From<&kinds::Listing> for AnswerListing {
    fn from(listing: &kinds::Listing) -> Self {
        Self { heading: listing.heading.clone(), lines: listing.lines.clone() }
    }
}

impl AnswerMessage {
    /// A question that has no meaning, and why.
    pub(super) fn refused(question: impl Into<String>, reason: String) -> Self {
        Self {
            question: question.into(),
            text: reason,
            status: AnswerStatus::Refused,
            notes: Vec::new(),
            because: None,
            svg: None,
            about: None,
        }
    }

    /// The answer that a report tells; of a test whether the expectation holds.
    pub(super) fn of(answered: &Answered, is_test: bool) -> Self {
        let report = answered.report();
        let said: Vec<_> = report.diagnostics.iter().map(told).collect();
        let unknown = || said.first().cloned().unwrap_or_default();
        let status = match (report.verdict, &report.answer) {
            (Some(ExpectationVerdict::Unknown), _) | (_, None) => AnswerStatus::Unknown,
            (Some(ExpectationVerdict::Holds), _) if is_test => AnswerStatus::Holds,
            (Some(ExpectationVerdict::Fails), _) if is_test => AnswerStatus::Fails,
            _ => AnswerStatus::Answered,
        };
        let (text, mut notes) = match &report.answer {
            Some(answer) if status != AnswerStatus::Unknown => {
                let proofs = answer.proofs.iter().map(|it| AnswerNote::Proof(it.into()));
                (
                    answer.text.clone(),
                    answer.notes.iter().map(AnswerNote::from).chain(proofs).collect(),
                )
            }
            _ => (unknown(), Vec::new()),
        };
        if status == AnswerStatus::Fails {
            notes.splice(0..0, said.into_iter().map(AnswerNote::summary));
        }
        let question = report.name.clone();
        Self { question, text, status, notes, because: None, svg: None, about: None }
    }

    /// With the places that a no follows from, which lie where they lie now.
    #[must_use]
    pub(super) fn with_reasons(
        mut self,
        view: &View<'_>,
        item: Definition,
        answered: &Answered,
    ) -> Self {
        let because = answered.because(&view.analysis, item).into_iter();
        let located = because.filter_map(|it| {
            let location = view.related(item.document, &it)?;
            Some(Reason { location, message: it.message })
        });
        let places: Vec<_> = located.collect();
        let heading = answered.report().answer.as_ref().and_then(|it| it.heading.clone());
        self.because = (!places.is_empty()).then_some(Because { heading, places });
        self
    }

    /// Shows it to the person.
    pub(super) fn show(&self, outbox: &Outbox) {
        let mut message = match self.text.contains('\n') {
            true => format!("{}:\n{}", self.question, self.text),
            false => format!("{}: {}", self.question, self.text),
        };
        let because = self.because.iter().flat_map(|it| {
            let places = it.places.iter().map(|it| &it.message);
            it.heading.iter().chain(places).map(String::as_str)
        });
        let (proofs, remarks): (Vec<_>, Vec<_>) =
            self.notes.iter().partition(|it| matches!(it, AnswerNote::Proof(_)));
        let remarks = remarks.into_iter().flat_map(AnswerNote::lines);
        let proofs = proofs.into_iter().flat_map(AnswerNote::lines);
        for line in remarks.chain(because).chain(proofs) {
            message.push('\n');
            message.push_str(line);
        }
        let typ = match self.status {
            AnswerStatus::Answered | AnswerStatus::Holds => MessageType::INFO,
            AnswerStatus::Fails | AnswerStatus::Unknown | AnswerStatus::Refused => {
                MessageType::WARNING
            }
        };
        outbox.notify::<ShowMessage>(&ShowMessageParams { typ, message });
    }
}

fn told(diagnostic: &Diagnostic) -> String {
    diagnostic.message.clone()
}
