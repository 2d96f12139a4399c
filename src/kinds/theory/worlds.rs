//! Worlds of a theory one after the other: each is one of which a sentence that tells all found before is false.

use std::ops::ControlFlow;

use super::puzzle::TheoryPuzzle;
use super::world::{described, differences, world as lines};
use crate::kinds::{LastWorlds, Posed, PosedWorlds, Question, Refusal};
use crate::syntax::ast::Verb;
use puzzle_engine::logic::first_order::{Structure, TheorySentence};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::theory::{TheoryFound, TheoryTask, TheoryWorld, aim};

impl TheoryPuzzle<'_> {
    /// Whether its worlds can be told apart by sentences.
    pub(super) fn has_worlds(&self) -> bool {
        self.is_listed()
    }

    /// The last of so many worlds.
    ///
    /// # Errors
    /// That its things are not listed.
    pub(super) fn last_worlds(&self, most: usize) -> Result<PosedWorlds<'_>, Refusal> {
        if !self.has_worlds() {
            return Err("it does not list all its sorts, so that worlds are not listed".to_owned());
        }
        let first = self.task(&Question::new(Verb::Solve), aim::FindStructure);
        let TheoryTask { mut theory, method, .. } = first.clone();
        let mut worlds: Vec<Structure> = Vec::new();
        let mut told = Vec::new();
        let next = move |found: TheoryFound<TheoryWorld>| {
            match found {
                Outcome::Contradictory(_) => {
                    return ControlFlow::Break(Ok(self.last(&worlds, true)));
                }
                Outcome::Found(TheoryWorld::Unseen(_)) => {
                    return ControlFlow::Break(Err("another world is not shown".to_owned()));
                }
                Outcome::Found(TheoryWorld::Shown(world)) if self.is_too_large(&world) => {
                    return ControlFlow::Break(Err(TOO_LARGE.to_owned()));
                }
                Outcome::Found(TheoryWorld::Shown(world)) => {
                    told.push(described(&mut theory, &world));
                    worlds.push(world);
                    if worlds.len() >= most {
                        return ControlFlow::Break(Ok(self.last(&worlds, false)));
                    }
                }
            }
            let any = theory.sentence(TheorySentence::Or(told.clone().into()));
            let aim = aim::AnotherStructure(any);
            let task = TheoryTask { theory: theory.clone(), aim, method };
            ControlFlow::Continue(Posed::new(task, |_, found| found))
        };
        Ok(Posed::new(first, |_, found| found).in_turn(next))
    }

    fn last(&self, worlds: &[Structure], are_all: bool) -> Option<LastWorlds> {
        let (world, others) = worlds.split_last()?;
        let before = others.last();
        let differences = before.map(|it| differences(&self.understood, it, world));
        Some(LastWorlds {
            number: worlds.len(),
            are_all,
            lines: lines(&self.understood, world),
            picture: Ok(self.drawn(Some(world))),
            before: before.map(|it| self.drawn(Some(it))),
            differences: differences.unwrap_or_default(),
        })
    }

    /// Whether a predicate is about so many lists of things that it was not asked of which it is true.
    fn is_too_large(&self, world: &Structure) -> bool {
        let sorts = self.understood.meaning.theory.signature.predicates.iter();
        sorts.zip(&world.predicates).any(|(sorts, it)| world.tuples(sorts) != Some(it.len()))
    }
}

/// Why worlds are not told apart.
const TOO_LARGE: &str = "it is about too many things for worlds to be told apart";
