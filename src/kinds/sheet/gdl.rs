//! A game for general players.

use super::cases::CaseWords;
use super::puzzle::SheetPuzzle;
use crate::interchange::gdl;
use crate::kinds::Target;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::problem::plan::{PlanTask, aim};
use puzzle_engine::{Failure, Problem};

impl SheetPuzzle<'_> {
    /// Its rules as a text for general players.
    pub(super) fn game_texts(&self, budget: &mut Budget) -> Result<Vec<Target>, Stop> {
        let Ok(written) = self.opened() else { return Ok(Vec::new()) };
        let Ok(Some(rules)) = self.rules() else { return Ok(Vec::new()) };
        let aim = aim::PlayWrittenOut(rules.players);
        let task = PlanTask { sheet: rules.sheet, actions: rules.actions, aim };
        let text = match task.answer(budget) {
            Ok(found) => match found.into_inner() {
                Ok(Ok(game)) => {
                    let words = CaseWords { puzzle: self, cases: &game.doing };
                    gdl::write(&game, written.total(), &words)
                }
                Ok(Err(_)) => Err("the start breaks a rule".to_owned()),
                Err(flaw) => Err(self.flaw(&flaw)),
            },
            Err(Failure::Stopped(Stop::Size(reason))) => Err(reason.to_owned()),
            Err(Failure::Stopped(stop)) => return Err(stop),
            Err(Failure::Refused(reason) | Failure::Unverified(reason)) => Err(reason),
        };
        Ok(vec![("gdl", text)])
    }
}
