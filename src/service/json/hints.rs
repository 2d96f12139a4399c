//! The steps of a puzzle as one JSON document, in the manner of the other one.

use serde::Serialize;

use super::{JsonPlace, place};
use crate::kinds::{Hint, HintOrigin, HintReason, Hints, HintsEnd};
use crate::text::Source;

/// The steps.
#[derive(Serialize)]
pub struct HintsReport {
    version: u32,
    file: String,
    steps: Vec<Step>,
    /// `more`, `solved`, `open` or `no solution`.
    end: &'static str,
    /// The number of the hardest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<usize>,
    /// A solution, where nothing more follows and there are several.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    solution: Vec<String>,
    /// What another one says that this one does not.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    differences: Vec<String>,
    /// What differs between them, side by side.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    beside: Vec<String>,
    /// What leaves no solution.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    because: Vec<Reason>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    doubts: Vec<&'static str>,
}

#[derive(Serialize)]
struct Step {
    /// A value, or what something cannot be.
    says: String,
    /// `value` or `barred`.
    kind: &'static str,
    rules: Vec<Reason>,
    /// Rules that are needed only for what they bar at sight of one value.
    seen: Vec<Reason>,
    facts: Vec<Reason>,
    /// Whether it is known that no reason is smaller.
    smallest: bool,
}

#[derive(Serialize)]
struct Reason {
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<JsonPlace>,
    /// The step that says it, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
}

impl HintsReport {
    /// The steps of a puzzle in a file.
    pub fn new(hints: &Hints, doubts: Vec<&'static str>, source: &Source) -> Self {
        let mut report = Self {
            version: 1,
            file: source.name().to_owned(),
            steps: hints.steps.iter().map(|it| Step::new(it, source)).collect(),
            end: "solved",
            hardest: hints.hardest().map(|it| it.0),
            solution: Vec::new(),
            differences: Vec::new(),
            beside: Vec::new(),
            because: Vec::new(),
            doubts,
        };
        match &hints.end {
            HintsEnd::Solved => {}
            HintsEnd::More => report.end = "more",
            HintsEnd::Open(first, differences, beside) => {
                report.end = "open";
                report.solution.clone_from(first);
                report.beside.clone_from(beside);
                report.differences.clone_from(differences);
            }
            HintsEnd::NoSolution(answer) => {
                report.end = "no solution";
                let reason = |it: &crate::diagnostic::Related| HintReason {
                    words: it.message.clone(),
                    variables: String::new(),
                    origin: HintOrigin::Place(it.clone()),
                };
                let because = answer.because.iter().map(reason);
                report.because = because.map(|it| Reason::new(&it, source)).collect();
            }
        }
        report
    }
}

impl Step {
    fn new(hint: &Hint, source: &Source) -> Self {
        let all =
            |reasons: &[HintReason]| reasons.iter().map(|it| Reason::new(it, source)).collect();
        Self {
            says: hint.says.clone(),
            kind: if hint.is_value { "value" } else { "barred" },
            rules: all(&hint.rules),
            seen: all(&hint.seen_by),
            facts: all(&hint.facts),
            smallest: hint.is_smallest,
        }
    }
}

impl Reason {
    fn new(reason: &HintReason, source: &Source) -> Self {
        let says = match reason.variables.is_empty() {
            true => reason.words.clone(),
            false => format!("{} for {}", reason.words, reason.variables),
        };
        match &reason.origin {
            HintOrigin::Step(step) => Self { says, file: None, span: None, step: Some(*step) },
            HintOrigin::Place(at) => {
                let source = at.source.as_deref().unwrap_or(source);
                let file = Some(source.name().to_owned());
                Self { says, file, span: Some(place(at.span, source)), step: None }
            }
        }
    }
}
