//! The fewest values whose change gives a formula its other value: a set that has one of each set of values that cannot stay
//! together. The search is believed nothing: the formula has the other value once they are changed, and where one of
//! them stays, whatever else of them changes, that it has not is a refutation that is checked.

use super::clauses::{AssumptionResult, Growing};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::tseitin::FormulaEncoding;
use crate::problem::{Failure, FewestMembers, FindFlip, Problem, ProblemAnswer};
use crate::sat::hitting::{NumberSet, add_minimal, fewest_hitting};
use crate::verify::accept;
use crate::verify::encoding::FormulaDemand;

/// The search for fewer values is worth so many steps of the budget.
const EFFORT: u64 = 1 << 18;

impl Problem for FindFlip {
    type Solution = Option<FewestMembers>;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure> {
        let Self(formula, values) = self;
        let wanted = !formula.is_true_with(values);
        let FormulaEncoding { cnf, variables } = FormulaEncoding::of(formula, wanted, budget)?;
        let formulas = [formula];
        let demand = FormulaDemand::Value(&formulas, wanted);
        // A value of what is no variable of the formula stays.
        let own = |(at, it): (usize, &(_, bool))| {
            let atom = variables.binary_search(&it.0).ok()?;
            Some((at, Literal::new(Atom(atom as u32), it.1)))
        };
        let (indices, literals): (Vec<_>, Vec<_>) =
            values.iter().enumerate().filter_map(own).unzip();
        let mut growing = Growing::default();
        literals.iter().for_each(|it| growing.try_first(*it));
        let mut changing = Changing { cnf: &cnf, literals, growing };
        let found = match changing.growing.decide(&cnf, &[], budget)? {
            AssumptionResult::Core(core) => {
                let refuted = core.told_as(|_| ());
                let never = accept::unmet(&cnf, &variables, demand, refuted, budget)?;
                return Ok(never.told_as(|()| None).into());
            }
            AssumptionResult::Model(model) => changing.changed(&model),
        };
        let found = changing.shrunk(found, budget)?;
        let fewer = budget.turn(EFFORT, |part| changing.fewer(found.len(), part)).0;
        let (found, is_smallest) = match fewer {
            Ok(fewer) => (fewer.unwrap_or(found), true),
            Err(Failure::Stopped(Stop::Steps)) => (found, false),
            Err(failure) => return Err(failure),
        };
        budget.look()?;
        changing.are_needed(&found, budget)?;
        let members: Vec<_> = found.iter().map(|it| indices[*it]).collect();
        let mut flipped = values.clone();
        members.iter().for_each(|it| flipped[*it].1 = !flipped[*it].1);
        let met = accept::meeting(demand, flipped)?;
        Ok(met.told_as(|_| Some(FewestMembers { members, is_smallest })).into())
    }
}

/// Values that are to be changed.
struct Changing<'c> {
    cnf: &'c Cnf,
    /// The values.
    literals: Vec<Literal>,
    growing: Growing,
}

impl Changing<'_> {
    /// What is not so in a model.
    fn changed(&self, model: &[bool]) -> Vec<usize> {
        let is_changed = |it: &usize| {
            let literal = self.literals[*it];
            model[literal.atom().0 as usize] != literal.is_positive()
        };
        (0..self.literals.len()).filter(is_changed).collect()
    }

    /// A model in which all values but these stay.
    fn without(
        &mut self,
        changed: &[usize],
        budget: &mut Budget,
    ) -> Result<AssumptionResult, Failure> {
        let is_kept = |it: &usize| changed.binary_search(it).is_err();
        let kept: Vec<_> =
            (0..self.literals.len()).filter(is_kept).map(|it| self.literals[it]).collect();
        self.growing.decide(self.cnf, &kept, budget)
    }

    /// Values of which none need not be changed.
    fn shrunk(
        &mut self,
        mut found: Vec<usize>,
        budget: &mut Budget,
    ) -> Result<Vec<usize>, Failure> {
        let mut needed = 0;
        while needed < found.len() {
            let mut fewer = found.clone();
            fewer.remove(needed);
            match self.without(&fewer, budget)? {
                // What was needed before is needed still, and keeps its place.
                AssumptionResult::Model(model) => found = self.changed(&model),
                AssumptionResult::Core(_) => needed += 1,
            }
        }
        Ok(found)
    }

    /// The fewest values, if they are fewer than `below`.
    fn fewer(&mut self, below: usize, budget: &mut Budget) -> Result<Option<Vec<usize>>, Failure> {
        let count = self.literals.len();
        let mut cores: Vec<NumberSet> = Vec::new();
        loop {
            let Some(hit) = fewest_hitting((&cores, count), below, budget)? else {
                return Ok(None);
            };
            let hit: Vec<usize> = hit.iter().collect();
            match self.without(&hit, budget)? {
                AssumptionResult::Model(model) => return Ok(Some(self.changed(&model))),
                AssumptionResult::Core(core) => {
                    let is_in = |it: &usize| core.contains(&self.literals[*it]);
                    add_minimal(&mut cores, &NumberSet::of(count, (0..count).filter(is_in)));
                }
            }
        }
    }

    /// That the formula keeps its value where one of these values stays.
    fn are_needed(&mut self, found: &[usize], budget: &mut Budget) -> Result<(), Failure> {
        for at in 0..found.len() {
            let fewer = [&found[..at], &found[at + 1..]].concat();
            if let AssumptionResult::Model(_) = self.without(&fewer, budget)? {
                return Err(super::unverified("a value that is said to be changed may stay"));
            }
        }
        Ok(())
    }
}
