//! What is said where there is no answer: why, what was tried, and what to try.

use super::solve::{AskedPuzzle, NoAnswer};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::*;
use crate::kinds::Engine;
use crate::syntax::ast::Verb;
use crate::text::Span;
use puzzle_engine::budget::{Excluded, Signal, Stop};

/// That a query at a place has no answer.
pub fn unanswered(span: Span, no_answer: &NoAnswer, asked: &AskedPuzzle<'_>) -> Diagnostic {
    let stop = match no_answer {
        NoAnswer::Unverified(what) => return unverified(span, what),
        NoAnswer::Refused(reason) => {
            let message = format!("there is no answer: {reason}");
            return Diagnostic::new(WITHOUT_ANSWER, span, message, "not answered")
                .help("this is not a “no”");
        }
        NoAnswer::Stopped(stop) => stop,
    };
    let label = match stop {
        Stop::Size(_) => "too large to answer",
        Stop::Open(_) => "open",
        _ => "not answered",
    };
    let mut help = vec![format!("this is not a “no”{}", allowing(stop))];
    help.extend(tried(asked));
    let message = format!("the answer is unknown: {stop}");
    Diagnostic::new(LIMIT_REACHED, span, message, label).help(help.join("\n"))
}

/// Why an answer is unknown, how it was looked for and how far, and what to try: a line each.
pub fn untold(stop: &Stop, asked: &AskedPuzzle<'_>, signal: &Signal) -> Vec<String> {
    let mut lines = vec![format!("{stop}{}", allowing(stop))];
    lines.extend(tried(asked));
    let mut far = Vec::new();
    match signal.excluded(Excluded::Worlds) {
        0 => {}
        1 => far.push("worlds of one thing of each sort do not decide it".to_owned()),
        size => far.push(format!("worlds of up to {size} things of each sort do not decide it")),
    }
    match signal.excluded(Excluded::Plans) {
        0 => {}
        1 => far.push("no plan of one step was found".to_owned()),
        steps => far.push(format!("no plan of up to {steps} steps was found")),
    }
    if signal.steps() > 1 {
        far.push(format!("{} steps of search", signal.steps()));
    }
    lines.extend((!far.is_empty()).then(|| format!("how far: {}", far.join("; "))));
    lines
}

/// What may lead to an answer, whatever was asked.
const fn allowing(stop: &Stop) -> &'static str {
    match stop {
        Stop::Size(_) => "; ask about a smaller puzzle",
        Stop::Open(_) => "; list the things of a sort, or ask for less",
        Stop::Time | Stop::Memory | Stop::Steps => {
            "; allow more with `--timeout` or `--max-memory`"
        }
        Stop::Cancelled => "",
    }
}

/// How an answer was looked for, as far as that depends on an engine or the kind tells it, and which engine to try.
fn tried(asked: &AskedPuzzle<'_>) -> Vec<String> {
    let AskedPuzzle { puzzle, question, engines } = asked;
    let by_engine = matches!(
        question.verb,
        Verb::Solve
            | Verb::Valid
            | Verb::Equivalent
            | Verb::Shortest
            | Verb::Play2Win
            | Verb::Line
            | Verb::Moves
    );
    let described = |it: &Engine| format!("`{it}` ({})", it.summary());
    let own = own(engines);
    let used = question.engine.as_ref().map_or(own, std::slice::from_ref);
    let told = puzzle.tried(question).map(str::to_owned).or_else(|| {
        let words = used.iter().map(described).collect::<Vec<_>>().join(" and ");
        let in_turn = if used.len() > 1 { ", in turn" } else { "" };
        (by_engine && !used.is_empty()).then(|| format!("what was tried: {words}{in_turn}"))
    });
    let other = (used != own).then(|| {
        let words: Vec<_> = own.iter().map(|it| format!("`{it}`")).collect();
        let in_turn = if own.len() > 1 { " in turn" } else { "" };
        let words = words.join(" and ");
        format!("what to try: no engine behind `by`, which means {words}{in_turn}")
    });
    told.into_iter().chain(other).collect()
}

/// The engines of a kind that answer where none is asked for: the first one, and both for paths.
fn own(engines: &[Engine]) -> &[Engine] {
    match engines {
        [Engine::Path(_), ..] => engines,
        [first, ..] => std::slice::from_ref(first),
        [] => &[],
    }
}

/// That an answer is none, which is a fault of ours.
pub(super) fn unverified(span: Span, what: &str) -> Diagnostic {
    let message = format!("an answer did not pass its check: {what}");
    Diagnostic::new(UNVERIFIED, span, message, "no answer is shown")
        .help("this is a fault of the program, not of the file; please report it with the file")
}
