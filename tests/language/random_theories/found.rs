//! What the engine finds out about a theory, asked past the puzzle.

use num_bigint::BigUint;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::first_order::Theory;
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::theory::{
    TheoryAnswers, TheoryComparison, TheoryDecision, TheoryMethod, TheoryReason, TheoryTask,
    TheoryWorld, aim,
};
use puzzle_engine::{Failure, Problem};
use puzzle_lang::kinds::theory::TheoryGoals;
use puzzle_lang::kinds::{Engine, Question};
use puzzle_lang::syntax::ast::Verb;

/// What was found out, whatever was asked.
#[derive(Debug)]
pub(super) enum Found {
    Contradictory(TheoryReason),
    Model(TheoryWorld),
    Count(BigUint),
    Proved(TheoryReason),
    Refuted(TheoryReason),
    Neither(TheoryWorld, TheoryWorld),
    Differ(TheoryWorld),
    Told(Box<TheoryAnswers>),
}

/// Asks the engine what a question about a theory asks.
pub(super) fn found(
    theory: &Theory,
    question: &Question,
    budget: &mut Budget,
) -> Result<Found, Failure> {
    type Solution<Aim> = <TheoryTask<Aim> as Problem>::Solution;
    fn ask<Aim>(
        theory: &Theory,
        aim: Aim,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<Solution<Aim>, Failure>
    where
        TheoryTask<Aim>: Problem,
    {
        let method = match question.engine {
            Some(Engine::Theory(method)) => method,
            _ => TheoryMethod::Auto,
        };
        let task = TheoryTask { theory: theory.clone(), aim, method };
        Ok(task.answer(budget)?.into_inner())
    }
    fn unless<T>(found: Outcome<T, TheoryReason>, words: impl FnOnce(T) -> Found) -> Found {
        match found {
            Outcome::Found(found) => words(found),
            Outcome::Contradictory(reason) => Found::Contradictory(reason),
        }
    }
    let goals = TheoryGoals::of(question);
    let theory = goals.map_or(theory, |it| &*it.theory);
    let sentence = |at: usize| goals.unwrap().sentences[at];
    Ok(match question.verb {
        Verb::Prove => {
            unless(ask(theory, aim::ProveSentence(sentence(0)), question, budget)?, |it| match it {
                TheoryDecision::Proved(reason) => Found::Proved(reason),
                TheoryDecision::Refuted(reason) => Found::Refuted(reason),
                TheoryDecision::Neither(yes, no) => Found::Neither(yes, no),
            })
        }
        Verb::Equivalent => {
            let aim = aim::Equivalent(sentence(0), sentence(1));
            unless(ask(theory, aim, question, budget)?, |it| match it {
                TheoryComparison::Equivalent(reason) => Found::Proved(reason),
                TheoryComparison::Differ(world) => Found::Differ(world),
            })
        }
        Verb::Ask => {
            let asked = goals.unwrap().asked.iter().map(|it| it.1).collect();
            unless(ask(theory, aim::AskForTerms(sentence(0), asked), question, budget)?, |it| {
                Found::Told(Box::new(it))
            })
        }
        Verb::Count => Found::Count(ask(theory, aim::CountStructures, question, budget)?),
        _ => unless(ask(theory, aim::FindStructure, question, budget)?, Found::Model),
    })
}
