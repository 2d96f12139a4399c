//! Expectations that are no answers: what is wrong with their words, and what was surely meant.

use super::{holds, quoted};
use crate::diagnostic::code::NOT_AN_ANSWER;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::{Answer, NotAnAnswer, Others};
use crate::service::solve::AskedPuzzle;
use crate::syntax::ast::Verb;
use crate::syntax::token::{Token, lex_span};
use crate::text::Span;
use puzzle_engine::budget::Budget;

/// The words of an expectation.
pub(super) fn spans_of_words(text: &str, expectation: Span) -> Vec<Span> {
    let is_word = |it: &Token| !matches!(it, Token::Newline | Token::Comment | Token::DocComment);
    let words = lex_span(text, expectation).filter(|it| is_word(&it.token));
    words.map(|it| it.span).collect()
}

/// The fix that writes what was meant.
pub(super) fn written_as_meant(edit: Edit) -> (Fix, Edit) {
    (Fix::maybe(format!("write `{}`", edit.text), vec![edit.clone()]), edit)
}

/// Whether what is expected would be right with an edit of its words.
pub(super) fn is_right(
    text: &str,
    words: &[Span],
    edit: &Edit,
    asked: &AskedPuzzle<'_>,
    found: (Others<'_>, &Answer),
    budget: &mut Budget,
) -> bool {
    let whole = words[0].to(words[words.len() - 1]);
    let (before, behind) = (whole.start..edit.span.start, edit.span.end..whole.end);
    let [before, behind] = [before, behind].map(|it| &text[it.start as usize..it.end as usize]);
    let edited = format!("{before}{}{behind}", edit.text);
    let spans = spans_of_words(&edited, Span::new(0, edited.len() as u32));
    let words: Vec<_> = spans.iter().map(|it| &edited[it.range()]).collect();
    let puzzle = asked.puzzle.as_ref();
    puzzle.claim(&asked.question, &words).is_ok_and(|claim| {
        holds(puzzle, &asked.question, &claim, found, &mut Vec::new(), budget) == Ok(Ok(()))
    })
}

/// That the words are no answer, and the edit that writes what was surely meant.
pub(super) fn not_an_answer(
    text: &str,
    verb: Verb,
    words: &[Span],
    wrong: NotAnAnswer,
) -> (Diagnostic, Option<Edit>) {
    let whole = words[0].to(words[words.len() - 1]);
    let (span, label) = match &wrong.word {
        Some(word) => (words[word.index], word.reason),
        None => (whole, "not an answer"),
    };
    let said = quoted(&text[span.range()]).unwrap_or_else(|| "this".to_owned());
    let message = format!("{said} is no answer to `{}`", verb.word());
    let diagnostic = Diagnostic::new(NOT_AN_ANSWER, span, message, label);
    let foreign = || elsewhere(&text[whole.range()], &wrong.usage);
    match wrong.word.and_then(|word| word.meant).or_else(foreign) {
        Some(meant) => {
            let diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
            (diagnostic, Some(Edit::replace(span, meant)))
        }
        None => (diagnostic.help(wrong.usage), None),
    }
}

/// What an answer in the words of other programs is called here, if that may stand behind such a query.
fn elsewhere(said: &str, usage: &str) -> Option<String> {
    const WORDS: [(&[&str], &[&str]); 4] = [
        (&["sat", "consistent"], &["satisfiable", "solvable"]),
        (&["unsat", "inconsistent"], &["unsatisfiable", "contradictory", "no solution"]),
        (&["yes", "true", "theorem", "proven", "valid"], &["proved", "valid", "equivalent"]),
        (&["no", "false", "disproved"], &["refuted", "not valid", "not equivalent"]),
    ];
    let said = said.to_lowercase();
    let (_, meant) = WORDS.iter().find(|(words, _)| words.contains(&&*said))?;
    meant.iter().find(|it| usage.contains(&format!("`{it}`"))).map(|it| (*it).to_owned())
}
