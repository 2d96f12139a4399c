//! Proofs by natural deduction that people wrote: each line that is wrong, with what is wrong with it.

use crate::diagnostic::{Diagnostic, Severity, code};
use crate::interchange::fitch::{
    WrittenCitation, WrittenDeduction, WrittenLine, rule_sign, rule_words,
};
use crate::kinds::{Puzzle, Question, ReadDeduction};
use crate::service::solve::NoAnswer;
use crate::text::{Source, Span};
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::deduction::DeductionRule;
use puzzle_engine::verify::deduction::{DeductionFlaw, flaws};

/// Checks a proof of what a question asks.
///
/// # Errors
/// Why nothing is proved so about the puzzle, or the limit that was reached.
pub fn faults(
    puzzle: &dyn Puzzle,
    question: &Question,
    source: &Source,
    written: &WrittenDeduction,
    budget: &mut Budget,
) -> Result<Vec<Diagnostic>, NoAnswer> {
    let read = puzzle.deduction(question, source, written, budget)?;
    let ReadDeduction { deduction, premises, goal, mut findings } = read;
    let found = flaws(&deduction, &premises, goal, budget).map_err(NoAnswer::Stopped)?;
    let is_told = |span: Span| {
        let is_inside = |it: &Diagnostic| span.start <= it.span.start && it.span.end <= span.end;
        findings.iter().any(is_inside)
    };
    let lines = &written.lines;
    let unread: Vec<_> = lines.iter().map(|it| is_told(it.span)).collect();
    let mut wrong = Vec::new();
    for (at, flaw) in found {
        let Some(line) = lines.get(at) else {
            wrong.push(without_lines());
            continue;
        };
        // What a line that cannot be read says is not known, and nothing is said of what rests on it.
        let rests_on_unread = line.cited.iter().any(|it| {
            let numbers = match it.0 {
                WrittenCitation::Line(number) => [number, number],
                WrittenCitation::Subproof(first, last) => [first, last],
            };
            let is_unread = |number: u64| {
                number.checked_sub(1).and_then(|it| unread.get(it as usize)) == Some(&true)
            };
            numbers.into_iter().any(is_unread)
        });
        if !unread[at] && (!rests_on_unread || is_of_place(flaw)) {
            wrong.push(told(flaw, line, lines));
        }
    }
    findings.extend(wrong);
    findings.sort_by_key(|it| it.span.start);
    // Nothing is accepted of which a line could not be read.
    debug_assert!(!unread.contains(&true) || !findings.is_empty());
    findings.iter_mut().for_each(|it| it.severity = Severity::Error);
    Ok(findings)
}

/// Whether a flaw is one of what is cited, whatever that says.
const fn is_of_place(flaw: DeductionFlaw) -> bool {
    use DeductionFlaw::*;
    matches!(
        flaw,
        TooDeep | AssumedOutside | NoLine(_) | Later(_) | OutOfScope(_) | SubproofOutOfScope(..)
    )
}

/// There is nothing to check.
fn without_lines() -> Diagnostic {
    wrong(Span::default(), "there is no proof here".to_owned(), "no line")
}

fn wrong(span: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::new(code::WRONG_PROOF, span, message, label)
}

/// What is wrong with a line, in words.
#[expect(clippy::too_many_lines, reason = "an arm for each flaw")]
fn told(flaw: DeductionFlaw, line: &WrittenLine, lines: &[WrittenLine]) -> Diagnostic {
    use DeductionFlaw::*;
    let rule = line.rule.unwrap_or(DeductionRule::Premise);
    let cited = |wanted: WrittenCitation| {
        line.cited.iter().find(|it| it.0 == wanted).map_or(line.span, |it| it.1)
    };
    let at = |index: usize| (index as u64).saturating_add(1);
    let one = |index: usize| {
        let number = at(index);
        let is_it = |it: &&(WrittenCitation, Span)| match it.0 {
            WrittenCitation::Line(it) => it == number,
            WrittenCitation::Subproof(first, last) => first == number || last == number,
        };
        line.cited.iter().find(is_it).map_or(line.span, |it| it.1)
    };
    let both = |first, last| cited(WrittenCitation::Subproof(at(first), at(last)));
    match flaw {
        TooDeep => wrong(
            line.span,
            "a subproof begins with an assumption, or with a name as in `[c]`".to_owned(),
            "deeper than the line before",
        ),
        AssumedOutside => wrong(
            line.span,
            "what is assumed begins a subproof, which has a bar of its own".to_owned(),
            "assumed for good",
        )
        .help("write one more bar before it, and before the lines that rest on it"),
        NotAPremise => wrong(
            line.span,
            "the theory does not say this".to_owned(),
            "not a premise",
        )
        .help("write a sentence of the theory as it stands there; what else holds has to be derived"),
        NoLine(index) => {
            wrong(one(index), format!("there is no line {}", shown(at(index))), "no such line")
        }
        Later(index) => wrong(
            one(index),
            format!("line {} does not stand above", at(index)),
            "only earlier lines can be cited",
        ),
        OutOfScope(index) => wrong(
            one(index),
            format!("line {} is part of a subproof that has ended", at(index)),
            "out of scope",
        )
        .help("cite the whole subproof, by a rule that closes it"),
        SaysNothing(index) => wrong(
            one(index),
            format!("line {} only gives a thing a name", at(index)),
            "says nothing",
        ),
        NoSubproof(first, last) => wrong(
            both(first, last),
            format!("no subproof reaches from line {} to line {}", at(first), at(last)),
            "no such subproof",
        )
        .help("a subproof begins where something is assumed, and ends with the last line behind its bar"),
        SubproofOutOfScope(first, last) => wrong(
            both(first, last),
            format!("the subproof {}–{} cannot be cited here", at(first), at(last)),
            "not closed, or part of one that is",
        ),
        OtherCitations => wrong(
            line.span,
            format!("{} cites {}", rule_sign(rule), wanted(rule)),
            "cites something else",
        ),
        DoesNotFollow => wrong(
            line.span,
            format!("{} does not lead to this", rule_sign(rule)),
            "does not follow by this rule",
        )
        .help(format!("{} yields {}", rule_sign(rule), rule_words(rule))),
        Named { subproof, is_wanted } => {
            let label = format!("{} closes it", rule_sign(rule));
            let begun = lines.get(subproof).map_or(line.span, |it| it.span);
            let message = match is_wanted {
                true => format!("{} needs a subproof that gives a thing a name", rule_sign(rule)),
                false => {
                    format!("{} takes no subproof that gives a thing a name", rule_sign(rule))
                }
            };
            wrong(line.span, message, &label).related(begun, "it begins here")
        }
        NameInUse(_) | NameLeaves(_) => wrong(
            line.span,
            "a thing has its name only in the subproof that gives it".to_owned(),
            "speaks of it elsewhere",
        ),
        NotReached => wrong(
            line.span,
            "the proof ends here, and this is not what was to be shown".to_owned(),
            "not the conclusion",
        )
        .help("the last line stands in no subproof and says what stands behind `prove`"),
    }
}

/// A number as it was written, unless it has no room.
fn shown(number: u64) -> String {
    if number == u64::MAX { "of that number".to_owned() } else { number.to_string() }
}

/// What a rule cites.
const fn wanted(rule: DeductionRule) -> &'static str {
    use DeductionRule::*;
    match rule {
        Premise | Assumption | TrueIntroduction | EqualIntroduction | Listed | Different
        | Nonempty | ExcludedMiddle => "nothing",
        Reiteration | AndElimination | OrIntroduction | DoubleNegation | FalseElimination
        | AllElimination | SomeIntroduction => "one line",
        AndIntroduction => "the lines that it joins",
        OrElimination => "a line with `or`, and a subproof for each case",
        ImpliesIntroduction | NotIntroduction | Contradiction | AllIntroduction => "one subproof",
        ImpliesElimination | IffElimination | NotElimination | EqualElimination | ModusTollens => {
            "two lines"
        }
        IffIntroduction => "two subproofs",
        SomeElimination => "a line with `some`, and one subproof",
        DisjunctiveSyllogism => "a line with `or`, and the lines that deny the other parts",
    }
}
