//! What follows in a puzzle step by step, as lines for people.

use super::solve::NoAnswer;
use crate::kinds::{Hint, HintOrigin, HintReason, Hints, HintsEnd, Puzzle, few};
use crate::text::Source;
use puzzle_engine::Doubt;
use puzzle_engine::budget::Budget;

/// What follows in a puzzle; so many steps at most. What is doubted of it comes with it.
///
/// # Errors
/// See [`NoAnswer`].
pub fn hints(
    puzzle: &dyn Puzzle,
    most: usize,
    budget: &mut Budget,
) -> Result<(Hints, Vec<Doubt>), NoAnswer> {
    let posed = puzzle.hints(most).map_err(NoAnswer::Refused)?;
    Ok(posed.solve(budget)?)
}

/// Columns of a line, so that it fits a narrow terminal with what stands before it.
const WIDTH: usize = 72;

/// A step in lines: what it says, and below it what that follows from. `source` is the file whose name is
/// not said.
pub fn lines(number: usize, hint: &Hint, source: &Source) -> Vec<String> {
    let said: Vec<_> = hint.says.split_inclusive("; ").map(|it| it.trim_end().to_owned()).collect();
    let mut said = wrapped(&said).into_iter();
    let mut lines = vec![format!("{number}. {}", said.next().unwrap_or_default())];
    lines.extend(said.map(|it| format!("   {it}")));
    if hint.is_value && hint.rules.is_empty() {
        lines.push("    as nothing else is left".to_owned());
    }
    let mut say = |start: &str, reasons: &[HintReason]| {
        for (at, line) in wrapped(&grouped(reasons, source)).iter().enumerate() {
            let start = if at == 0 { start } else { "  " };
            lines.push(format!("    {start} {line}"));
        }
    };
    say("by", &hint.rules);
    say("seen along", &hint.seen_by);
    say("with", &hint.facts);
    if !hint.is_smallest {
        lines.push("    perhaps not the smallest reason".to_owned());
    }
    lines
}

/// What is said behind the last of some steps.
pub fn end(hints: &Hints) -> Vec<String> {
    let mut lines = Vec::new();
    match &hints.end {
        HintsEnd::More | HintsEnd::Solved | HintsEnd::NoSolution(_) => {}
        HintsEnd::Open(first, differences, other) => {
            lines.push(match hints.steps.is_empty() {
                true => "nothing follows: there are several solutions".to_owned(),
                false => "nothing more follows: there are several solutions".to_owned(),
            });
            let both = [
                ("one of them:".to_owned(), first),
                (format!("another one, with {}; what differs:", few(differences)), other),
            ];
            for (head, all) in both {
                lines.push(head);
                lines.extend(all.iter().map(|it| format!("    {it}")));
            }
        }
    }
    if let HintsEnd::Solved | HintsEnd::Open(..) = &hints.end {
        lines.extend(hardest(hints));
    }
    lines
}

/// Which step is the hardest, and what it takes.
pub fn hardest(hints: &Hints) -> Option<String> {
    let (number, hint) = hints.hardest()?;
    let (rules, facts) = hint.size();
    let count = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    };
    let rules = match rules {
        0 => "nothing but what is seen".to_owned(),
        _ => count(rules, "rule", "rules"),
    };
    let facts = count(facts, "known fact", "known facts");
    Some(format!("hardest step: {number}, which takes {rules} and {facts}"))
}

/// Where a reason is from, as in "line 4".
fn origin(origin: &HintOrigin, source: &Source) -> String {
    match origin {
        HintOrigin::Step(number) => format!("step {number}"),
        HintOrigin::Place(place) => {
            let written = place.source.as_deref().unwrap_or(source);
            let line = written.line_column(place.span.start).line;
            match written.name() == source.name() {
                true => format!("line {line}"),
                false => format!("{}, line {line}", written.name()),
            }
        }
    }
}

/// A reason in words, and of a rule what its variables stand for, each time.
type StatedReason<'r> = (&'r str, Vec<&'r str>);

/// Reasons in words: those that stand in one line together, and of one rule what its variables stand for.
fn grouped(reasons: &[HintReason], source: &Source) -> Vec<String> {
    let mut lines: Vec<(String, Vec<StatedReason<'_>>)> = Vec::new();
    for reason in reasons {
        let from = origin(&reason.origin, source);
        let at = lines.iter().position(|it| it.0 == from).unwrap_or_else(|| {
            lines.push((from, Vec::new()));
            lines.len() - 1
        });
        let variables = Some(&reason.variables[..]).filter(|it| !it.is_empty());
        match lines[at].1.iter_mut().find(|it| it.0 == reason.words) {
            Some(rule) => rule.1.extend(variables),
            None => lines[at].1.push((&reason.words, variables.into_iter().collect())),
        }
    }
    let mut parts = Vec::new();
    for (from, rules) in lines {
        let last = rules.len() - 1;
        for (at, (words, variables)) in rules.iter().enumerate() {
            let end = if at == last { format!(" ({from})") } else { String::new() };
            match &variables[..] {
                [] => parts.push(format!("{words}{end}")),
                [rest @ .., last] => {
                    let start =
                        |at: usize| if at == 0 { format!("{words} for ") } else { String::new() };
                    let rest_parts = rest.iter().enumerate();
                    parts.extend(rest_parts.map(|(at, it)| format!("{}{it};", start(at))));
                    parts.push(format!("{}{last}{end}", start(rest.len())));
                }
            }
        }
    }
    parts
}

/// Parts with commas between them unless they have their own sign, as many a line as fit.
fn wrapped(parts: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let is_open = at + 1 < parts.len() && !part.ends_with(';');
        let part = if is_open { format!("{part},") } else { part.clone() };
        match lines.last_mut() {
            Some(line) if line.chars().count() + part.chars().count() < WIDTH => {
                line.push(' ');
                line.push_str(&part);
            }
            _ => lines.push(part),
        }
    }
    lines
}
