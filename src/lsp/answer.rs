//! The answer to a command, in the form that `docs/language-server.md` describes, and how it is
//! shown to clients that do not show it themselves.

use serde::Serialize;

use super::types::notification::ShowMessage;
use super::types::*;
use super::view::View;
use crate::diagnostic::Diagnostic;
use crate::kinds::Definition;
use crate::lsp::client::Outbox;
use crate::service::slice::Answered;
use crate::service::test::Verdict;

/// An answer.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// What was asked.
    pub question: String,
    /// What is answered.
    pub text: String,
    /// What became of the question.
    pub status: Status,
    /// Remarks, one a line.
    pub notes: Vec<String>,
    /// The places that a no follows from.
    pub because: Vec<Because>,
    /// A drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// What became of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It is answered.
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

/// A place that a no follows from.
#[derive(Clone, Debug, Serialize)]
pub struct Because {
    location: Location,
    message: String,
}

impl Answer {
    /// A question that has no meaning, and why.
    pub fn refused(question: impl Into<String>, reason: String) -> Self {
        Self {
            question: question.into(),
            text: reason,
            status: Status::Refused,
            notes: Vec::new(),
            because: Vec::new(),
            svg: None,
        }
    }

    /// The answer that a report tells; of a test whether the expectation holds.
    pub fn of(answered: &Answered, is_test: bool) -> Self {
        let report = answered.report();
        let said: Vec<_> = report.diagnostics.iter().map(told).collect();
        let unknown = || said.first().cloned().unwrap_or_default();
        let status = match (report.verdict, &report.answer) {
            (Some(Verdict::Unknown), _) | (_, None) => Status::Unknown,
            (Some(Verdict::Holds), _) if is_test => Status::Holds,
            (Some(Verdict::Fails), _) if is_test => Status::Fails,
            _ => Status::Answered,
        };
        let (text, mut notes) = match &report.answer {
            Some(answer) if status != Status::Unknown => {
                (answer.text.clone(), [&answer.notes[..], &answer.proof].concat())
            }
            _ => (unknown(), Vec::new()),
        };
        if status == Status::Fails {
            notes.splice(0..0, said);
        }
        let question = report.name.clone();
        Self { question, text, status, notes, because: Vec::new(), svg: None }
    }

    /// With the places that a no follows from, which lie where they lie now.
    #[must_use]
    pub fn with_reasons(mut self, view: &View<'_>, item: Definition, answered: &Answered) -> Self {
        let because = answered.because(&view.analysis, item).into_iter();
        let located = because.filter_map(|it| {
            let location = view.related(item.document, &it)?;
            Some(Because { location, message: it.message })
        });
        self.because = located.collect();
        self
    }

    /// Shows it to the person.
    pub fn show(&self, outbox: &Outbox) {
        let mut message = match self.text.contains('\n') {
            true => format!("{}:\n{}", self.question, self.text),
            false => format!("{}: {}", self.question, self.text),
        };
        let because = self.because.iter().map(|it| &it.message);
        for note in self.notes.iter().chain(because) {
            message.push('\n');
            message.push_str(note);
        }
        let typ = match self.status {
            Status::Answered | Status::Holds => MessageType::INFO,
            Status::Fails | Status::Unknown | Status::Refused => MessageType::WARNING,
        };
        outbox.notify::<ShowMessage>(ShowMessageParams { typ, message });
    }
}

fn told(diagnostic: &Diagnostic) -> String {
    diagnostic.message.clone()
}
