//! What there is to say about a puzzle as one JSON document, in the manner of the other ones.

use serde::Serialize;

use crate::kinds::HintsEnd;
use crate::service::appraisal::{Appraisal, AppraisedLine, Solutions};
use crate::service::json::{JsonPlace, place};
use crate::text::Source;

/// What there is to say.
#[derive(Serialize)]
pub struct AppraisalReport<'r> {
    version: u32,
    file: &'r str,
    name: &'r str,
    /// `none`, `one`, `several` or `unknown`: one at least.
    solutions: &'static str,
    /// One of them.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    solution: &'r [String],
    /// What differs between it and another one, side by side, where that is shown.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    beside: &'r [String],
    /// What it says otherwise, or why the number of solutions is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<&'r str>,
    lines: Vec<Line<'r>>,
    /// Why it is not known whether more lines could be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines_unknown: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<HardestStep>,
    /// Why it is not known how hard it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest_unknown: Option<String>,
    /// What has not the same value in all solutions.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    free: &'r [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    doubts: &'r [&'static str],
}

#[derive(Serialize)]
struct Line<'r> {
    says: &'r str,
    file: &'r str,
    span: JsonPlace,
    /// Whether it follows from the others; null where that is not known.
    redundant: Option<bool>,
    /// Whether a smallest list of lines that says the same does without it; null where that is not known.
    left_out: Option<bool>,
}

#[derive(Serialize)]
struct HardestStep {
    /// Its number, from 1, and how many there are.
    step: usize,
    steps: usize,
    rules: usize,
    facts: usize,
}

impl<'r> AppraisalReport<'r> {
    /// What there is to say about a puzzle in a file.
    pub fn new(appraisal: &'r Appraisal, name: &'r str, source: &'r Source) -> Self {
        let (solutions, solution, because, other): (_, &[String], _, &[String]) =
            match &appraisal.solutions {
                Solutions::None(answer) => ("none", &[], answer.heading.as_deref(), &[]),
                Solutions::One(only) => ("one", only, None, &[]),
                Solutions::Several(first, reason, other) => {
                    ("several", first, Some(reason.as_str()), other)
                }
                Solutions::Open(first, why) => ("unknown", first, Some(why.as_str()), &[]),
            };
        let hints = appraisal.hints.as_ref().and_then(|it| it.as_ref().ok());
        let stopped = appraisal.hints.as_ref().and_then(|it| it.as_ref().err());
        let hardest = hints.and_then(|hints| {
            let (step, hint) = hints.hardest()?;
            let (rules, facts) = hint.size();
            Some(HardestStep { step, steps: hints.steps.len(), rules, facts })
        });
        let free = hints.filter(|it| matches!(it.end, HintsEnd::Open(..)));
        let line = |it: &'r AppraisedLine| {
            let written = it.place.source.as_deref().unwrap_or(source);
            Line {
                says: &it.place.message,
                file: written.name(),
                span: place(it.place.span, written),
                redundant: it.is_redundant,
                left_out: (it.is_left_out || appraisal.open.is_none()).then_some(it.is_left_out),
            }
        };
        Self {
            version: 1,
            file: source.name(),
            name,
            solutions,
            solution,
            beside: other,
            because,
            lines: appraisal.lines.iter().map(line).collect(),
            lines_unknown: appraisal.open.as_ref().map(ToString::to_string),
            hardest,
            hardest_unknown: stopped.map(ToString::to_string),
            free: free.map_or(&[], |it| &it.free),
            doubts: &appraisal.doubts,
        }
    }
}
