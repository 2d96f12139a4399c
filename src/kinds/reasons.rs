//! The reasons of an answer, where `why` asks for them: found as a problem of their own, and told below it.

use std::sync::Arc;

use super::{Answer, Flip, Hint, HintOrigin, HintReason, Listing, Note, Posed, Refusal};
use crate::diagnostic::Related;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::{Doubt, Failure};

/// The reasons of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reasons {
    /// What explains it, besides places.
    pub notes: Vec<Note>,
    /// What introduces the places it follows from; `None` leaves those that the answer has.
    pub heading: Option<String>,
    /// The places.
    pub because: Vec<Related>,
    /// Arguments, a line a step.
    pub proofs: Vec<Listing>,
    /// What would change the value of a formula.
    pub flip: Option<Flip>,
}

impl Reasons {
    /// The reasons that are asked for; none where that is refused.
    pub fn posed(asked: Result<Posed<'_, Self>, Refusal>) -> Posed<'_, Self> {
        asked.unwrap_or_else(|_| Posed::known(Self::default()))
    }
}

/// Poses the reasons of an answer.
pub type PoseReasons<'a> = Box<dyn FnOnce() -> Posed<'a, Reasons> + 'a>;

impl Reasons {
    /// Why there is no solution, a line a step.
    pub(super) fn argued(lines: Vec<String>) -> Self {
        let heading = Some("the argument:".to_owned());
        Self { proofs: vec![Listing { heading, lines }], ..Self::default() }
    }

    /// That something follows from parts of a puzzle.
    pub fn following(heading: &str, hint: &Hint) -> Self {
        let mut because: Vec<Related> = Vec::new();
        for reason in hint.rules.iter().chain(&hint.facts) {
            let HintOrigin::Place(place) = &reason.origin else { continue };
            let HintReason { words, variables, .. } = reason;
            let words = words.trim_matches('`');
            let is_same = |it: &&mut Related| {
                let same_source = match (&it.source, &place.source) {
                    (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                    (one, other) => one.is_none() && other.is_none(),
                };
                same_source && it.span == place.span && it.message.starts_with(words)
            };
            match because.iter_mut().find(is_same) {
                Some(told) if !variables.is_empty() => {
                    told.message.push_str(&format!("; {variables}"));
                }
                Some(told) => told.message.push_str(&format!(", {words}")),
                None => {
                    let message = match variables.is_empty() {
                        true => words.to_owned(),
                        false => format!("{words} for {variables}"),
                    };
                    because.push(Related { message, ..place.clone() });
                }
            }
        }
        let notes = not_smallest(hint.is_smallest);
        Self { notes, heading: Some(heading.to_owned()), because, ..Self::default() }
    }
}

/// That a smaller reason was not looked for to the end.
pub(super) fn not_smallest(is_smallest: bool) -> Vec<Note> {
    let words = "perhaps not the smallest reason".to_owned();
    if is_smallest { Vec::new() } else { vec![Note::Summary(words)] }
}

/// Behind what is enough, that less was not looked for to the end.
pub(super) fn fewest(is_smallest: bool) -> &'static str {
    if is_smallest { "" } else { "; perhaps less would do" }
}

impl Answer {
    /// With its reasons.
    #[must_use]
    pub fn explained_by(mut self, reasons: Reasons) -> Self {
        let Reasons { notes, heading, because, proofs, flip } = reasons;
        self.notes.extend(notes);
        self.proofs.extend(proofs);
        self.flip = flip;
        if heading.is_some() {
            (self.heading, self.because) = (heading, because);
        }
        self
    }

    /// With its reasons, and what is doubted of them. A limit that is reached before they are found leaves
    /// the answer as it is.
    ///
    /// # Errors
    /// A fault of ours, or that nobody waits any more.
    pub fn with_reasons(
        self,
        reasons: Posed<'_, Reasons>,
        budget: &mut Budget,
    ) -> Result<(Self, Vec<Doubt>), Failure> {
        match reasons.solve(budget) {
            Ok((reasons, doubts)) => Ok((self.explained_by(reasons).doubted(&doubts), doubts)),
            Err(Failure::Stopped(stop)) if stop != Stop::Cancelled => {
                Ok((self.note(format!("its reasons were not found: {stop}")), Vec::new()))
            }
            Err(Failure::Refused(reason)) => Ok((self.note(reason), Vec::new())),
            Err(failure) => Err(failure),
        }
    }
}
