//! Expectations that can be no answers, told without solving anything.

use super::question::{Puzzles, QueryTarget};
use crate::diagnostic::code::NOT_AN_ANSWER;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::{NotAnAnswer, Question, WrongWord};
use crate::service::solve::inline;
use crate::syntax::ast::{Query, Verb};
use crate::syntax::token::{Token, lex_span};
use crate::text::{LONGEST_SHOWN, Span};

/// That what a query expects can be no answer to it, where it is a word or two in the place of a verdict or a number. Of
/// lists of things, values, paths and drawings that is said once the query is answered.
pub(super) fn misworded(
    puzzles: &mut Puzzles<'_>,
    document: u32,
    query: &Query,
    (target, question): (QueryTarget, &Question),
) -> Option<Diagnostic> {
    let text = puzzles.analysis.scope.text(document);
    let spans = spans_of_words(text, query.expectation?.span);
    let words: Vec<_> = spans.iter().map(|it| &text[it.range()]).collect();
    let is_word = |it: &&str| it.chars().all(|it| it.is_alphanumeric() || it == '_');
    let is_number = |it: &&str| it.bytes().all(|it| it.is_ascii_digit());
    let is_list = query.verb.takes_moves()
        || matches!(query.verb, Verb::Compare | Verb::Simplify | Verb::Draw)
        || query.all.is_some()
        || query.verb == Verb::Ask && !query.sentences.is_empty();
    if is_list
        || words.len() > MOST_WORDS
        || !words.iter().all(is_word)
        || query.verb != Verb::Solve && words.iter().all(is_number)
    {
        return None;
    }
    let wrong = match target {
        QueryTarget::Declared(definition) => {
            let facts = puzzles.analysis.kind(definition)?.facts();
            if facts.answers(query.verb).contains(&&*words.join(" ")) {
                return None;
            }
            let puzzle = match puzzles.is_sound(definition) {
                true => puzzles.puzzle(definition)?,
                false => puzzles.named(definition)?.puzzle,
            };
            puzzle.misworded(question, &words)?
        }
        QueryTarget::Inline => {
            inline(puzzles.analysis, document, &query.target).misworded(question, &words)?
        }
    };
    let (fault, meant) = not_an_answer(text, query.verb, &spans, wrong);
    Some(match meant {
        Some(edit) => fault.fix(Fix::maybe(format!("write `{}`", edit.text), vec![edit])),
        None => fault,
    })
}

/// The most words of a verdict.
const MOST_WORDS: usize = 2;

/// The words of an expectation.
pub(in crate::service) fn spans_of_words(text: &str, expectation: Span) -> Vec<Span> {
    let is_word = |it: &Token| !matches!(it, Token::Newline | Token::Comment | Token::DocComment);
    let words = lex_span(text, expectation).filter(|it| is_word(&it.token));
    words.map(|it| it.span).collect()
}

/// That the words are no answer, and the edit that writes what was surely meant.
pub(in crate::service) fn not_an_answer(
    text: &str,
    verb: Verb,
    words: &[Span],
    wrong: NotAnAnswer,
) -> (Diagnostic, Option<Edit>) {
    let whole = words[0].to(words[words.len() - 1]);
    let said = &text[whole.range()];
    let verdict = elsewhere(said, &wrong.usage).or_else(|| near(said, &wrong.usage));
    let (span, label, meant) = match wrong.word {
        Some(WrongWord { meant: None, .. }) | None if verdict.is_some() => {
            (whole, "not an answer", verdict)
        }
        Some(word) => (words[word.index], word.reason, word.meant),
        None => (whole, "not an answer", None),
    };
    let said = quoted(&text[span.range()]).unwrap_or_else(|| "this".to_owned());
    let message = format!("{said} is no answer to `{}`", verb.word());
    let diagnostic = Diagnostic::new(NOT_AN_ANSWER, span, message, label);
    match meant {
        Some(meant) => {
            let diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
            (diagnostic, Some(Edit::replace(span, meant)))
        }
        None => (diagnostic.help(wrong.usage), None),
    }
}

/// The answer that a misspelt one was surely meant to be, of those that the usage names.
fn near(said: &str, usage: &str) -> Option<String> {
    let is_verdict = |it: &&str| it.chars().all(|it| it.is_alphabetic() || it == ' ');
    let verdicts = usage.split('`').skip(1).step_by(2).filter(is_verdict);
    did_you_mean(said, verdicts).map(str::to_owned)
}

/// What an answer in the words of other programs is called here, if that may stand behind such a query.
fn elsewhere(said: &str, usage: &str) -> Option<String> {
    const WORDS: [(&[&str], &[&str]); 4] = [
        (&["sat", "consistent"], &["satisfiable", "solvable"]),
        (&["unsat", "inconsistent"], &["unsatisfiable", "contradictory", "no solution"]),
        (
            &["yes", "true", "t", "theorem", "proven", "valid"],
            &["proved", "valid", "equivalent", "satisfiable", "solvable", "1"],
        ),
        (
            &["no", "false", "f", "disproved", "invalid"],
            &[
                "refuted",
                "not valid",
                "not equivalent",
                "unsatisfiable",
                "contradictory",
                "no solution",
                "0",
            ],
        ),
    ];
    let said = said.to_lowercase();
    let (_, meant) = WORDS.iter().find(|(words, _)| words.contains(&&*said))?;
    meant.iter().find(|it| usage.contains(&format!("`{it}`"))).map(|it| (*it).to_owned())
}

/// What a message shows of an answer: on one line, between grave accents. `None` when it is long.
pub(in crate::service) fn quoted(answer: &str) -> Option<String> {
    let is_short = answer.len() <= LONGEST_SHOWN && !answer.contains('\n');
    is_short.then(|| format!("`{answer}`"))
}
