//! What is said of the solutions of a rule sheet: of worlds, decisions and best values, in words and with the rules
//! that they rest on.

use super::lower::Lowering;
use super::puzzle::SheetPuzzle;
use super::world::World;
use crate::kinds::AnswerVerdict::*;
use crate::kinds::all_solutions::so_many;
use crate::kinds::{
    Answer, LastWorlds, Other, Posed, PosedWorlds, Refusal, Solved, WITHOUT_WORLDS, few,
};
use puzzle_engine::Failure;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::{Sheet, SheetState};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{
    BestValue, Decision, OtherState, SheetFound, SheetReason, SheetTask, Worlds, aim,
};

impl SheetPuzzle<'_> {
    /// That the rules are true in no state.
    pub(super) fn contradictory(&self, reason: &SheetReason) -> Answer {
        self.because(self.without_solution(), reason, "these cannot all be true:")
    }

    /// The same, with the bounds that this rests on where a no is explained.
    pub(super) fn no_solution(&self, reason: SheetReason) -> Solved<'_> {
        let answer = self.contradictory(&reason);
        let why = move |no: Answer, budget: &Budget| self.with_bounds(no, &reason, budget);
        Solved { why: Some(Box::new(why)), ..Solved::none(answer) }
    }

    /// A no for some reason, with the bounds that this rests on.
    pub(super) fn with_bounds(&self, no: Answer, reason: &SheetReason, budget: &Budget) -> Answer {
        let mut no = no;
        match self.needed_bounds(reason, &mut budget.clone()) {
            Ok(bounds) => no.because.extend(bounds),
            Err(Failure::Unverified(fault) | Failure::Refused(fault)) => {
                no = no.note(format!("its bounds were not found: {fault}"));
            }
            Err(Failure::Stopped(_)) => {}
        }
        no
    }

    /// What is said of a sentence that somebody asked about.
    pub(super) fn decision(&self, found: SheetFound<Decision>) -> Answer {
        match found {
            Outcome::Contradictory(reason) => self.contradictory(&reason),
            Outcome::Found(Decision::Proved(reason)) => {
                self.because(Answer::plain(Proved), &reason, "it follows from:")
            }
            Outcome::Found(Decision::Refuted(reason)) => {
                self.because(Answer::plain(Refuted), &reason, "its negation follows from:")
            }
            Outcome::Found(Decision::Neither(yes, no)) => {
                let answer = self.with_world(Answer::plain(Neither), Some("true when:"), &yes);
                self.with_world(answer, Some("false when:"), &no)
            }
        }
    }

    /// What is said of two sentences, of which it was asked whether they are true together.
    pub(super) fn comparison(&self, found: SheetFound<Decision>) -> Answer {
        match found {
            Outcome::Contradictory(reason) => self.contradictory(&reason),
            Outcome::Found(Decision::Proved(reason)) => {
                self.because(Answer::plain(Equivalent), &reason, "by what is said in:")
            }
            Outcome::Found(Decision::Refuted(reason)) => self.because(
                Answer::plain(NotEquivalent),
                &reason,
                "they always differ because of:",
            ),
            Outcome::Found(Decision::Neither(_, differ)) => {
                let answer = Answer::plain(NotEquivalent);
                self.with_world(answer, Some("they differ when:"), &differ)
            }
        }
    }

    /// What is said of a best value; `words` introduce the rules that bar a better one.
    pub(super) fn best(&self, found: SheetFound<BestValue>, words: &str) -> Answer {
        match found {
            Outcome::Contradictory(reason) => self.contradictory(&reason),
            Outcome::Found(BestValue::Value(value, state, reason)) => {
                let answer = self.with_world(Answer::plain(value.to_string()), None, &state);
                self.because(answer, &reason, words)
            }
            Outcome::Found(BestValue::Missing(reason)) => {
                let answer =
                    self.without_solution().note("there are solutions, but no number in any");
                self.because(answer, &reason, "it has no value because of:")
            }
        }
    }

    /// A solution, and what may be asked of others.
    pub(super) fn world(&self, sheet: Sheet, found: SheetFound<SheetState>) -> Solved<'_> {
        self.world_or(found, |first| self.another(sheet, first))
    }

    /// A solution, of which it was found out whether it is the only one.
    pub(super) fn world_and_others(
        &self,
        sheet: Sheet,
        (found, other): (SheetFound<SheetState>, Option<OtherState>),
    ) -> Solved<'_> {
        self.world_or(found, move |first| match other {
            Some(other) => Posed::answered(other, move |it| self.other_than(&first, it)),
            None => self.another(sheet, first),
        })
    }

    fn world_or<'s>(
        &'s self,
        found: SheetFound<SheetState>,
        other: impl FnOnce(SheetState) -> Posed<'s, Option<Other>> + 's,
    ) -> Solved<'s> {
        let state = match found {
            Outcome::Found(state) => state,
            Outcome::Contradictory(reason) => return self.no_solution(reason),
        };
        let marked = state.clone();
        let solved = Solved::from(self.solved(&state));
        let solved = solved.shown(move || self.drawn(Some(&marked)));
        let solved = solved.stepped(|| self.frames());
        solved.or(move || other(state))
    }

    /// Another state than one.
    pub(super) fn another(&self, sheet: Sheet, first: SheetState) -> Posed<'_, Option<Other>> {
        let task = SheetTask { sheet, aim: aim::AnotherState(first.clone()) };
        Posed::new(task, move |_, other| self.other_than(&first, other))
    }

    fn other_than(&self, first: &SheetState, other: Option<SheetState>) -> Option<Other> {
        let other = other?;
        let differences = self.differences(first, &other);
        Some(Other { differences, beside: self.beside(first, &other) })
    }

    /// Whether it has solutions that can be shown one after the other, and no plans.
    pub(super) fn has_worlds(&self) -> bool {
        !self.is_doing() && self.understood.missing.is_empty()
    }

    /// The last of so many solutions.
    ///
    /// # Errors
    /// That it has none to show.
    pub(super) fn last_worlds(&self, most: usize) -> Result<PosedWorlds<'_>, Refusal> {
        if !self.has_worlds() {
            return Err(WITHOUT_WORLDS.to_owned());
        }
        let sheet = Lowering::new(&self.understood, &[])?.sheet;
        let task = SheetTask { sheet, aim: aim::FirstStates(most) };
        Ok(Posed::new(task, |_, found| {
            let Outcome::Found(Worlds { states, are_all }) = found else { return Ok(None) };
            let Some((last, others)) = states.split_last() else { return Ok(None) };
            let before = others.last();
            let differences = before.map(|it| self.differences(it, last));
            Ok(Some(LastWorlds {
                number: states.len(),
                are_all,
                lines: self.lines(last),
                picture: self.drawn(Some(last)),
                before: before.and_then(|it| self.drawn(Some(it)).ok()),
                differences: differences.unwrap_or_default(),
            }))
        }))
    }

    pub(super) fn differences(&self, first: &SheetState, other: &SheetState) -> Vec<String> {
        let [first, other] = [first, other].map(|it| World::new(&self.understood, it));
        first.differences(&other)
    }

    /// What differs between two solutions, side by side; the whole of the second where that is too much.
    pub(super) fn beside(&self, first: &SheetState, other: &SheetState) -> Vec<String> {
        let world = self.understood.lineage.world();
        let worlds = [first, other].map(|it| World::new(&self.understood, it));
        let beside = worlds[0].beside(&worlds[1], world);
        if beside.is_empty() { self.lines(other) } else { beside }
    }

    /// All solutions that were found, each with what it says that the first one does not.
    pub(super) fn all(&self, found: SheetFound<Worlds>) -> Solved<'_> {
        let Worlds { states, are_all } = match found {
            Outcome::Found(worlds) => worlds,
            Outcome::Contradictory(reason) => return self.no_solution(reason),
        };
        let answer = Answer::plain(so_many(states.len(), are_all));
        let each = (1..).zip(&states).fold(answer, |answer, (number, state)| {
            let heading = match number {
                1 => format!("solution {number}:"),
                _ => {
                    let differences = self.differences(&states[0], state);
                    format!("solution {number}, with {}:", few(&differences))
                }
            };
            answer.table(Some(&heading), self.lines(state))
        });
        let solved = Solved::from(each);
        match states.into_iter().next() {
            Some(first) => solved.shown(move || self.drawn(Some(&first))),
            None => solved,
        }
    }
}
