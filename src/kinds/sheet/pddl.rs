//! A puzzle of doing for other planners.

use super::cases::CaseWords;
use super::goals::PlanGoals;
use super::puzzle::SheetPuzzle;
use crate::interchange::pddl;
use crate::kinds::{Question, Target};
use crate::syntax::ast::Verb;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::sheet::SymbolId;
use puzzle_engine::logic::sheet::actions::PlanCases;
use puzzle_engine::problem::plan::{PlanTask, aim};
use puzzle_engine::{Failure, Problem};

const DOMAIN: &str = "domain.pddl";
const PROBLEM: &str = "problem.pddl";

impl SheetPuzzle<'_> {
    /// Its texts for planners, with what a question wants small; without a question the steps.
    pub(super) fn plan_texts(
        &self,
        question: Option<&Question>,
        budget: &mut Budget,
    ) -> Result<Vec<Target>, Stop> {
        let is_cost = question.is_some_and(|it| it.verb == Verb::Smallest);
        if !self.understood.missing.is_empty() || question.is_some() && !is_cost {
            return Ok(Vec::new());
        }
        let whole = Question::new(Verb::Solve);
        let Ok((sheet, done)) = self.task(question.unwrap_or(&whole)) else {
            return Ok(Vec::new());
        };
        let PlanGoals { actions, goal: Some(goal), worth, .. } = done else {
            return Ok(Vec::new());
        };
        let task = PlanTask { sheet, actions, aim: aim::WrittenOut(goal) };
        let written = match task.answer(budget) {
            Ok(found) => match found.into_inner() {
                Ok(Ok(cases)) => self.domain(&cases, worth.as_ref()),
                Ok(Err(_)) => Err("the start breaks a rule".to_owned()),
                Err(flaw) => Err(self.flaw(&flaw)),
            },
            Err(Failure::Stopped(Stop::Size(reason))) => Err(reason.to_owned()),
            Err(Failure::Stopped(stop)) => return Err(stop),
            Err(Failure::Refused(reason) | Failure::Unverified(reason)) => Err(reason),
        };
        Ok(match written {
            Ok((domain, problem)) => vec![(DOMAIN, Ok(domain)), (PROBLEM, Ok(problem))],
            Err(reason) => vec![(DOMAIN, Err(reason))],
        })
    }

    fn domain(
        &self,
        cases: &PlanCases,
        worth: Option<&super::lower_actions::MeteredWorth>,
    ) -> Result<(String, String), String> {
        let meters = match worth {
            None => None,
            Some((_, Some(_))) => return Err("costs are the sum of meters alone".to_owned()),
            Some((meters, None)) => {
                let cell =
                    |it: &(SymbolId, usize)| cases.doing.cells.iter().position(|cell| cell == it);
                Some(meters.iter().filter_map(cell).collect::<Vec<_>>())
            }
        };
        pddl::write(cases, meters.as_deref(), &CaseWords { puzzle: self, cases: &cases.doing })
    }
}
