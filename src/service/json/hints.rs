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
    /// Two solutions, where nothing more follows and there are several.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    solutions: Vec<Vec<String>>,
    /// What the second one says that the first one does not.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    differences: Vec<String>,
    /// What leaves no solution.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    because: Vec<Reason>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    doubts: Vec<&'static str>,
}

#[derive(Serialize)]
struct Step {
    value: String,
    rules: Vec<Reason>,
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
    /// The step that it is the value of, counted from 1.
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
            solutions: Vec::new(),
            differences: Vec::new(),
            because: Vec::new(),
            doubts,
        };
        match &hints.end {
            HintsEnd::Solved => {}
            HintsEnd::More => report.end = "more",
            HintsEnd::Open(first, differences, other) => {
                report.end = "open";
                report.solutions = vec![first.clone(), other.clone()];
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
            value: hint.value.clone(),
            rules: all(&hint.rules),
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
