//! What a session remembers of what was said last, so that it need not be typed again.

use super::it::It;
use super::shape::is_name;
use crate::diagnostic::Code;
use crate::kinds::{Kind, formula};
use crate::service::check::Analysis;
use crate::syntax::ast::Verb;
use crate::text::{Source, Span};

/// A query that was answered.
#[derive(Clone, Debug)]
pub(super) struct LastQuery {
    /// As it is understood.
    pub text: String,
    /// How many lines were typed before it; `None` of one in a file.
    pub lines_before: Option<u32>,
}

impl LastQuery {
    /// One that stands at a place of what was typed.
    pub(super) fn typed(text: &str, source: &Source, place: Span) -> Self {
        let line = source.line_column(place.start).line;
        Self { text: text.to_owned(), lines_before: Some(line - 1) }
    }
}

/// What was said last.
#[derive(Clone, Debug, Default)]
pub(super) struct LastSaid {
    /// The last answer.
    pub it: Option<It>,
    /// The query that it answers.
    pub query: Option<LastQuery>,
    /// The puzzle of which a solution was shown last, and how many were.
    pub solved: Option<(String, usize)>,
    /// The puzzle of which a step was shown last, and how many were.
    pub hinted: Option<(String, usize)>,
    /// What was read last as declarations, a formula or queries, right or wrong.
    pub typed: Option<String>,
    /// The code of the last diagnostic.
    pub code: Option<Code>,
    /// Names and formulas that were declared or asked about, each time; the last one at the end.
    targets: Vec<String>,
}

impl LastSaid {
    /// Notes what was declared or asked about.
    pub(super) fn name(&mut self, target: &str) {
        if self.targets.last().is_none_or(|last| last != target) {
            self.targets.push(target.to_owned());
        }
    }

    /// The question, typed as `why`, for the reasons of the last answer. What is told of its line is told of that of the
    /// last question.
    pub(super) fn why(&self, typed: &Source) -> Option<Source> {
        let query = self.query.as_ref()?;
        let text = format!("why {}", query.text.trim_start_matches("why "));
        let lines = query.lines_before.unwrap_or(typed.lines_before());
        Some(Source::new(typed.name(), text).behind(lines))
    }

    /// Whether nothing was named yet.
    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// What a verb alone asks about: of all that can answer it, what was named last.
    pub(super) fn target(&self, analysis: &Analysis<'_>, verb: Verb) -> Option<String> {
        let answers = |target: &&String| {
            let facts = match analysis.scope.find(target) {
                Some(definition) => {
                    let kind = analysis.kind(definition).filter(|_| analysis.is_sound(definition));
                    kind.map(Kind::facts)
                }
                None => (!is_name(target)).then(|| formula::KIND.facts()),
            };
            facts.is_some_and(|facts| facts.verbs.contains(&verb))
        };
        self.targets.iter().rev().find(answers).cloned()
    }

    /// The last one that can be played.
    pub(super) fn played(&self, analysis: &Analysis<'_>) -> Option<String> {
        let is_played = |target: &&String| {
            let found = analysis.scope.find(target).filter(|it| analysis.is_sound(*it));
            let kind = found.and_then(|it| Some((it, analysis.kind(it)?)));
            kind.is_some_and(|(it, kind)| kind.played(it, analysis.scope).is_some())
        };
        self.targets.iter().rev().find(is_played).cloned()
    }
}
