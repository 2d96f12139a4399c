//! The answer to `solve` by the clauses of a puzzle: what a model of them stands for.

use super::solve::NoAnswer;
use super::test::holds;
use super::trace::{TraceWords, TracedLine};
use crate::kinds::{Answer, NamedClauses, Others, Puzzle, Question};
use crate::syntax::ast::Verb;
use crate::syntax::token::lex;
use puzzle_engine::budget::Budget;

/// The answer to `solve` by the clauses of a puzzle, which a procedure decides that may tell its steps in these words.
///
/// # Errors
/// See [`NoAnswer`].
pub fn answer_by_clauses(
    puzzle: &dyn Puzzle,
    clauses: &NamedClauses<'_>,
    decide: impl FnOnce(&TraceWords<'_>, &mut Budget) -> Result<Option<Vec<bool>>, NoAnswer>,
    budget: &mut Budget,
) -> Result<Answer, NoAnswer> {
    let model = in_words(clauses, |words| decide(words, budget))?;
    answer_of_model(puzzle, clauses, model.as_deref(), budget)
}

/// What is done with the words of a puzzle for its clauses.
pub(super) fn in_words<R>(
    clauses: &NamedClauses<'_>,
    work: impl FnOnce(&TraceWords<'_>) -> R,
) -> R {
    work(&TraceWords {
        atom: &|atom| clauses.atoms[atom as usize].clone(),
        origin: &|clause| clauses.origins.get(clause).cloned(),
        place: &|clause| clauses.places.get(clause).and_then(TracedLine::of),
    })
}

/// The answer to `solve` that a model of the clauses of a puzzle stands for, or none.
///
/// # Errors
/// See [`NoAnswer`].
pub fn answer_of_model(
    puzzle: &dyn Puzzle,
    clauses: &NamedClauses<'_>,
    model: Option<&[bool]>,
    budget: &mut Budget,
) -> Result<Answer, NoAnswer> {
    let answer = (clauses.answer)(model);
    let Some(model) = model else { return Ok(answer) };
    // The model fits the clauses; what it stands for has to fit the puzzle, too.
    if let Some(fits) = &clauses.fits {
        fits(model).solve(budget)?;
        return Ok(answer);
    }
    let question = Question::new(Verb::Solve);
    let tokens = lex(&answer.text);
    let words: Vec<_> = tokens.map(|it| &answer.text[it.span.range()]).collect();
    let claim =
        puzzle.claim(&question, &words).map_err(|wrong| NoAnswer::Unverified(wrong.usage))?;
    let others = Others::Untold("clauses were asked for one solution");
    match holds(puzzle, &question, &claim, (others, &answer), &mut Vec::new(), budget)? {
        Ok(()) => Ok(answer),
        Err(reason) => Err(NoAnswer::Unverified(reason)),
    }
}
