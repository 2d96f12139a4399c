//! Puzzles made from chance: a world that has as much of what is wished as it can, and how little of it must be
//! told so that it is the only one. One solver is asked about all that is tried.

use super::{AskedSheet, Assumption, Decided};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::sheet::{SentenceId, SheetState};
use crate::problem::sheet::{SheetFound, SheetTask, aim};
use crate::problem::{Doubt, Failure, Problem, ProblemAnswer};
use crate::verify::checked::Checked;
use crate::verify::sheet::Assumed;

/// A wish is worth so many steps, or as often what a first state took: that it cannot be met may take long to find out.
const EFFORT: u64 = 1 << 14;
const OFTEN: u64 = 8;

impl Problem for SheetTask<aim::PreferState> {
    type Solution = SheetFound<SheetState>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<SheetState>>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.preferred(&self.aim.0, budget)
    }
}

impl Problem for SheetTask<aim::TellLeast> {
    type Solution = Option<Vec<usize>>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Option<Vec<usize>>>, Failure> {
        let mut asked = AskedSheet::new(&self.sheet, budget)?;
        ToldLists::new(&mut asked, &self.aim, budget)?.least(budget)
    }
}

impl AskedSheet<'_> {
    fn preferred(
        &mut self,
        wishes: &[SentenceId],
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<SheetState>>, Failure> {
        let (first, taken) = budget.turn(u64::MAX, |part| self.decide(&[], &[], part));
        let effort = EFFORT.max(taken.saturating_mul(OFTEN));
        let Decided::World(mut state) = first? else {
            return self.none(&[], SheetFound::Contradictory, budget);
        };
        let (mut literals, mut demands): (Vec<Literal>, Vec<_>) = (Vec::new(), Vec::new());
        for wish in wishes {
            literals.push(self.ground.literal(*wish, &[], budget)?);
            demands.push((*wish, &[][..], true));
            // The reader is at the state that was found last.
            if self.reader.is_true(*wish, &[], budget)? {
                continue;
            }
            let (decided, _) = budget.turn(effort, |part| self.decide(&literals, &demands, part));
            match decided {
                Ok(Decided::World(next)) => state = next,
                Ok(Decided::None(_)) | Err(Failure::Stopped(Stop::Steps)) => {
                    budget.check()?;
                    literals.pop();
                    demands.pop();
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(state.told_as(SheetFound::Found).into())
    }
}

/// Lists of sentences of which one each is told.
struct ToldLists<'l, 's> {
    asked: &'l mut AskedSheet<'s>,
    aim: &'l aim::TellLeast,
    literals: Vec<Vec<Literal>>,
    /// Which sentences are true in the state.
    are_true: Vec<Vec<bool>>,
    /// What the symbols are in the state.
    same: Vec<Literal>,
    /// They are not all so.
    is_other: Literal,
}

impl<'l, 's> ToldLists<'l, 's> {
    fn new(
        asked: &'l mut AskedSheet<'s>,
        aim: &'l aim::TellLeast,
        budget: &mut Budget,
    ) -> Result<Self, Failure> {
        let (mut literals, mut are_true) = (Vec::new(), Vec::new());
        asked.reader.turn_to(aim.state.clone());
        for list in &aim.lists {
            let of = list.iter().map(|it| asked.ground.literal(*it, &[], budget));
            literals.push(of.collect::<Result<Vec<_>, _>>()?);
            let of = list.iter().map(|it| asked.reader.is_true(*it, &[], budget));
            are_true.push(of.collect::<Result<Vec<_>, _>>()?);
        }
        let values = asked.values_of(&aim.state).into_iter();
        let same: Vec<_> =
            values.filter(|it| aim.symbols.contains(&it.0.symbol)).map(|it| it.1).collect();
        let is_other = asked.ground.atom();
        let clause: Vec<_> = same.iter().map(|it| !*it).chain([!is_other]).collect();
        asked.ground.add(&clause);
        Ok(Self { asked, aim, literals, are_true, same, is_other })
    }

    fn least(mut self, budget: &mut Budget) -> Result<ProblemAnswer<Option<Vec<usize>>>, Failure> {
        let mut chosen = vec![0; self.literals.len()];
        match self.left(&chosen, budget)? {
            Left::Only => {}
            Left::Another(state) => return Ok(state.told_as(|_| None).into()),
            // Whoever asks may try another state as well.
            Left::Nothing => return Ok(ProblemAnswer::Unchecked(None, Doubt::Grounding, vec![])),
        }
        // What a list tells may bar others from telling less, so that one round need not be enough.
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for list in 0..chosen.len() {
                let before = chosen[list];
                for less in (before + 1..self.literals[list].len()).rev() {
                    chosen[list] = less;
                    if let Left::Only = self.left(&chosen, budget)? {
                        is_changed = true;
                        break;
                    }
                    chosen[list] = before;
                }
            }
        }
        self.told(chosen, budget)
    }

    fn literals(&self, chosen: &[usize]) -> Vec<Literal> {
        self.literals.iter().zip(chosen).map(|(list, at)| list[*at]).collect()
    }

    /// What is left by one sentence of each list.
    fn left(&mut self, chosen: &[usize], budget: &mut Budget) -> Result<Left, Failure> {
        let told = self.literals(chosen);
        let is_left = self.are_true.iter().zip(chosen).all(|(list, at)| list[*at]);
        if !is_left
            && let Decided::None(_) =
                self.asked.decide(&[&told[..], &self.same].concat(), &[], budget)?
        {
            return Ok(Left::Nothing);
        }
        let others = [&told[..], &[self.is_other]].concat();
        Ok(match self.asked.decide(&others, &[], budget)? {
            Decided::World(state) => Left::Another(state),
            Decided::None(_) => Left::Only,
        })
    }

    /// That what is chosen leaves one state.
    fn told(
        self,
        chosen: Vec<usize>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<Option<Vec<usize>>>, Failure> {
        let wrong = || Failure::Unverified("what is told leaves not one state".to_owned());
        let told = self.literals(&chosen);
        let own = [&told[..], &self.same].concat();
        let Decided::World(state) = self.asked.decide(&own, &[], budget)? else {
            return Err(wrong());
        };
        let is_other = self.asked.ground.atom();
        let literals = self.asked.ground.literals_of(&state);
        let clause: Vec<_> = literals.iter().map(|it| !*it).chain([!is_other]).collect();
        self.asked.ground.add(&clause);
        let others = [&told[..], &[is_other]].concat();
        let Decided::None(refuted) = self.asked.decide(&others, &[], budget)? else {
            return Err(wrong());
        };
        let sentences = self.aim.lists.iter().zip(&chosen).map(|(list, at)| list[*at]);
        let says = sentences.map(|it| Assumed::Sentence(it, Vec::new(), true));
        let mut assumed: Vec<Assumption> = told.iter().map(|it| Some(*it)).zip(says).collect();
        assumed.push((Some(is_other), Assumed::Other(state.into_inner())));
        self.asked.resting_on_clauses(refuted.told_as(|()| Some(chosen)), &assumed, budget)
    }
}

/// What is left of all states.
enum Left {
    /// The state alone.
    Only,
    /// Another one.
    Another(Checked<SheetState>),
    /// Not the state.
    Nothing,
}
