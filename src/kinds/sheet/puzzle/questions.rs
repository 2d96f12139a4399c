//! What questions about a puzzle that only says what is so come down to.

use super::{SheetGoals, SheetPuzzle, steps};
use crate::kinds::AnswerVerdict::Drawn;
use crate::kinds::sheet::lower::Lowering;
use crate::kinds::{Answer, Lowered, Posed, Question, Reasons, Refusal, Solved, Unlowered};
use crate::picture::Format;
use crate::syntax::ast::Verb;
use num_bigint::BigUint;
use puzzle_engine::logic::sheet::{Sheet, SheetState};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{Direction, SheetTask, Worlds, aim};

impl SheetPuzzle<'_> {
    fn drawn_world(&self, state: &SheetState) -> Result<Solved<'_>, Refusal> {
        let drawn = self.drawn(Some(state))?.render(Format::Text).map_err(|it| it.to_string())?;
        Ok(Answer::witness(Drawn, drawn).into())
    }

    /// What a question about a puzzle that only says what is so comes down to.
    pub(super) fn lower_sheet<'p>(
        &'p self,
        question: &'p Question,
    ) -> Result<Lowered<'p>, Unlowered> {
        let goals = SheetGoals::of(question);
        let lacks = || "the question lacks its sentence".to_owned();
        let sentence = || goals.and_then(|it| it.sentence).ok_or_else(lacks);
        let term = || goals.and_then(|it| it.term).ok_or_else(lacks);
        let sheet = match goals {
            Some(goals) => Sheet::clone(&goals.sheet),
            None => Lowering::new(&self.understood, &[])?.sheet,
        };
        Ok(match question.verb {
            verb @ (Verb::Prove | Verb::Equivalent) => {
                let task = SheetTask { sheet, aim: aim::Prove(sentence()?) };
                let reasons =
                    goals.filter(|_| question.is_why).map(|it| steps::why(self, it.clone(), verb));
                let lowered = Lowered::problem(task, move |_, found| match verb {
                    Verb::Prove => self.decision(found).into(),
                    _ => self.comparison(found).into(),
                });
                lowered.reasoned(reasons.transpose()?)
            }
            Verb::Ask => {
                let goals = goals.ok_or_else(lacks)?;
                let asked = goals.asked.iter().map(|it| it.1).collect();
                let task = SheetTask { sheet, aim: aim::Ask(sentence()?, asked) };
                let reasons = question.is_why.then(|| steps::answers(self, goals.clone()));
                let lowered = Lowered::problem(task, |_, found| match found {
                    Outcome::Found(found) => self.answers(goals, &found).into(),
                    Outcome::Contradictory(reason) => self.no_solution(reason),
                });
                lowered.reasoned(reasons.transpose()?)
            }
            Verb::Smallest | Verb::Largest => {
                let (direction, words) = match question.verb {
                    Verb::Smallest => (Direction::Smallest, "nothing smaller is left by:"),
                    _ => (Direction::Largest, "nothing larger is left by:"),
                };
                let task = SheetTask { sheet, aim: aim::BestState(direction, term()?) };
                Lowered::problem(task, move |_, found| self.best(found, words).into())
            }
            Verb::Count => self.lower_count(sheet),
            Verb::Draw => {
                let task = SheetTask { sheet, aim: aim::FindState };
                Lowered::Problem(Posed::new(task, |_, found| match found {
                    Outcome::Found(state) => self.drawn_world(&state),
                    Outcome::Contradictory(reason) => Ok(self.no_solution(reason)),
                }))
            }
            _ => self.lower_solve(sheet, question),
        })
    }

    /// How many solutions there are, and why so many.
    fn lower_count<'p>(&'p self, sheet: Sheet) -> Lowered<'p> {
        let task = SheetTask { sheet, aim: aim::CountStates };
        Lowered::Problem(Posed::new(task, move |_, count: BigUint| {
            let solved = Solved::from(Answer::plain(count.to_string()));
            Ok(solved.reasoned(move || Reasons::posed(steps::so_many(self, &count))))
        }))
    }

    /// A solution, or all of them.
    fn lower_solve<'p>(&'p self, sheet: Sheet, question: &'p Question) -> Lowered<'p> {
        if let Some(most) = question.all {
            let task = SheetTask { sheet, aim: aim::AllStates(most) };
            return Lowered::Problem(Posed::new(task, move |_, found| match found {
                Outcome::Contradictory(_) => Ok(self.all(found)),
                Outcome::Found(Worlds { ref states, are_all }) => {
                    let reasons = match (&states[..], question.is_why && are_all) {
                        (_, false) => None,
                        ([only], true) => Some(steps::only(self, only.clone())?),
                        (_, true) => Some(steps::freedom(self)?),
                    };
                    let solved = self.all(found);
                    Ok(match reasons {
                        Some(reasons) => solved.reasoned(|| reasons),
                        None => solved,
                    })
                }
            }));
        }
        if question.asks_others && !question.is_why {
            let task = SheetTask { sheet, aim: aim::FindOnly };
            return Lowered::problem(task, |task, found| self.world_and_others(task.sheet, found));
        }
        let task = SheetTask { sheet, aim: aim::FindState };
        Lowered::Problem(Posed::new(task, move |task, found| match found {
            Outcome::Contradictory(reason) if question.is_why => {
                let no = self.no_solution(reason.clone());
                steps::argument(self, Some(reason)).map(|it| no.reasoned(|| it))
            }
            Outcome::Found(state) if question.is_why => {
                let reasons = steps::only(self, state.clone())?;
                Ok(self.world(task.sheet, Outcome::Found(state)).reasoned(|| reasons))
            }
            found => Ok(self.world(task.sheet, found)),
        }))
    }
}
