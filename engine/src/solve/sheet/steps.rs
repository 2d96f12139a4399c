//! What follows step by step. One solver searches and is believed nothing; another one, whose refutations
//! are checked, refutes that it is otherwise where its reasons are so, and for each reason left out the plain
//! reader looks at a state in which it is.

use rustc_hash::FxHashSet;

use super::finder::{Finder, StepChecker};
use super::instances::{GivenValue, RuleInstances};
use super::meanings::Meanings;
use super::way::{SolvingWay, WayStep};
use super::{AskedSheet, Decided};
use crate::budget::Budget;
use crate::logic::cnf::Literal;
use crate::logic::sheet::{SheetState, SymbolId};
use crate::problem::sheet::{
    CellLiteral, CellValue, DerivationStep, RuleInstance, SheetDerivation, SheetFound, SheetTask,
    aim,
};
use crate::problem::{Failure, Problem, ProblemAnswer};
use crate::sat::steps::Derived;
use crate::verify::checked::Checked;
use crate::verify::sheet::{StepConclusion, Without, holds_without, in_turn};

impl Problem for SheetTask<aim::DeriveSteps> {
    type Solution = SheetFound<SheetDerivation>;

    fn answer(
        &self,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<SheetDerivation>>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.steps(self.aim.0, budget)
    }
}

/// The instances of rules and the facts from which something follows.
pub(super) type StepReasons = (Vec<RuleInstance>, Vec<CellLiteral>);

/// The values that are the same in all states, the bars that are, and a state that differs from a first one.
type AllThatFollows = (Vec<Literal>, Vec<Literal>, Option<Checked<SheetState>>);

impl AskedSheet<'_> {
    fn steps(
        &mut self,
        most: usize,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetFound<SheetDerivation>>, Failure> {
        let Decided::World(first) = self.decide(&[], &[], budget)? else {
            return self.none(&[], SheetFound::Contradictory, budget);
        };
        let (values, barred, other) = self.follows(&first, budget)?;
        let mut instances = RuleInstances::of(self);
        instances.copy(self);
        let meanings = self.meanings(&instances);
        let renamed = |it: &Literal| instances.renamed(*it);
        let (values, barred): (Vec<_>, Vec<_>) =
            (values.iter().map(renamed).collect(), barred.iter().map(renamed).collect());
        let given = given(&instances, &meanings);
        let (rules, told) = instances.members(&given);
        let mut checker = StepChecker::default();
        let mut finder = Finder::new(self, &mut instances);
        let follow = (values, barred);
        let mut way = SolvingWay::new((rules, &told), follow, &meanings, &mut finder, budget)?;
        let mut steps: Vec<Checked<DerivationStep>> = Vec::new();
        while steps.len() < most
            && let Some(found) = way.next(&mut finder, budget)?
        {
            for step in found.iter().take(most - steps.len()) {
                let (asked, instances) = (&mut *finder.asked, &mut *finder.instances);
                steps.push(asked.step(step, &meanings, instances, &mut checker, budget)?);
            }
        }
        let are_all = way.open_values() == 0 && steps.last().is_none_or(|it| it.says[0].is_so);
        let given: Vec<_> =
            given.into_iter().map(|it| (it.1, instances.groups[it.2].rule)).collect();
        let steps = in_turn(&given, steps).ok_or_else(another)?;
        let found = steps.told_as(|steps| {
            let open = other.map(|it| (first.into_inner(), it.into_inner()));
            SheetFound::Found(SheetDerivation { given, steps, are_all, open })
        });
        self.resting_on_clauses(found, &[], budget)
    }

    /// What everything is in a state that may be something else, with its literal.
    pub(super) fn values_of(&self, state: &SheetState) -> Vec<(CellValue, Literal)> {
        let mut found = Vec::new();
        for (at, (cells, table)) in self.ground.cells().cells.iter().zip(&state.tables).enumerate()
        {
            for (place, (cell, value)) in cells.iter().zip(table).enumerate() {
                if let [_, _, ..] = cell[..]
                    && let Some((_, literal)) = cell.iter().find(|it| it.0 == *value)
                {
                    let symbol = SymbolId(at as u32);
                    found.push((CellValue { symbol, place, value: *value }, *literal));
                }
            }
        }
        found
    }

    /// What is the same in all states.
    fn follows(
        &mut self,
        first: &SheetState,
        budget: &mut Budget,
    ) -> Result<AllThatFollows, Failure> {
        let mut open = self.values_of(first);
        let (mut follows, mut seen) = (Vec::new(), Vec::new());
        while let Some(next) = open.pop() {
            match self.decide(&[!next.1], &[], budget)? {
                Decided::None(_) => follows.push(next),
                Decided::World(state) => {
                    open.retain(|it| has(&state, it.0));
                    seen.push(state);
                }
            }
        }
        follows.reverse();
        let settled: FxHashSet<_> = follows.iter().map(|it| (it.0.symbol, it.0.place)).collect();
        let mut barred = Vec::new();
        for (value, literal) in self.other_values(first) {
            let is_settled = settled.contains(&(value.symbol, value.place));
            if !is_settled && seen.iter().any(|it| has(it, value)) {
                continue;
            }
            match is_settled {
                true => barred.push(!literal),
                false => match self.decide(&[literal], &[], budget)? {
                    Decided::None(_) => barred.push(!literal),
                    Decided::World(state) => seen.push(state),
                },
            }
        }
        let values = follows.into_iter().map(|it| it.1).collect();
        Ok((values, barred, seen.into_iter().next()))
    }

    /// What everything that may be one of three or more values is not in a state, with the literals of these values.
    fn other_values(&self, state: &SheetState) -> Vec<(CellValue, Literal)> {
        let cells = self.ground.cells().cells;
        let mut found = Vec::new();
        for (value, _) in self.values_of(state) {
            let cell = &cells[value.symbol.0 as usize][value.place];
            if cell.len() > 2 {
                let others = cell.iter().filter(|it| it.0 != value.value);
                found.extend(others.map(|it| (CellValue { value: it.0, ..value }, it.1)));
            }
        }
        found
    }

    /// A step that was found, checked.
    fn step(
        &mut self,
        found: &WayStep,
        meanings: &Meanings,
        instances: &mut RuleInstances,
        checker: &mut StepChecker,
        budget: &mut Budget,
    ) -> Result<Checked<DerivationStep>, Failure> {
        let says = found.says.iter().map(|it| meanings.get(it).copied());
        let mut says: Vec<CellLiteral> = says.collect::<Option<_>>().ok_or_else(another)?;
        let WayStep { rules, seen_by, facts, is_smallest, .. } = found;
        for &literal in &found.says[1..] {
            let assumed = [rules, seen_by, facts, &[!literal][..]].concat();
            checker.decide(self, instances, &assumed, budget)?.err().ok_or_else(another)?;
        }
        let seen: Vec<_> =
            seen_by.iter().map(|it| instances.groups[it.atom().0 as usize].clone()).collect();
        let (literal, facts) = (found.says[0], facts.clone());
        let rules = [&rules[..], seen_by].concat();
        let derived = Derived { literal, rules, facts, is_smallest: *is_smallest };
        let conclusion = StepConclusion::Cell(says[0]);
        let reasons = self.reasons((&derived, conclusion), meanings, instances, checker, budget)?;
        let left = found.left.iter().filter_map(|it| meanings.get(it)).map(|it| it.value);
        let mut left: Vec<CellValue> = left.collect();
        left.sort_unstable();
        says.sort_unstable_by_key(|it| it.value);
        Ok(reasons.told_as(|(all, facts)| {
            let (seen_by, rules) = all.into_iter().partition(|it| seen.contains(it));
            DerivationStep { says, rules, seen_by, facts, left, is_smallest: *is_smallest }
        }))
    }

    /// The reasons of what was found, checked: they are enough, and without each there is a state in which
    /// it is not so.
    pub(super) fn reasons(
        &mut self,
        following: (&Derived, StepConclusion<'_>),
        meanings: &Meanings,
        instances: &mut RuleInstances,
        checker: &mut StepChecker,
        budget: &mut Budget,
    ) -> Result<Checked<StepReasons>, Failure> {
        self.reasons_besides(0, following, meanings, instances, checker, budget)
    }

    /// The same, where so many rules stand at the beginning that are never left out.
    pub(super) fn reasons_besides(
        &mut self,
        firm: usize,
        (found, conclusion): (&Derived, StepConclusion<'_>),
        meanings: &Meanings,
        instances: &mut RuleInstances,
        checker: &mut StepChecker,
        budget: &mut Budget,
    ) -> Result<Checked<StepReasons>, Failure> {
        let wrong = |what: &str| Failure::Unverified(what.to_owned());
        let rules = found.rules.iter().map(|it| instances.groups.get(it.atom().0 as usize));
        let mut rules: Vec<_> =
            rules.map(Option::<&_>::cloned).collect::<Option<_>>().ok_or_else(another)?;
        let facts = found.facts.iter().map(|it| meanings.get(it).copied());
        let mut facts: Vec<CellLiteral> = facts.collect::<Option<_>>().ok_or_else(another)?;
        let reasons = [&found.rules[..], &found.facts].concat();
        for left_out in firm..reasons.len() {
            let mut assumed = reasons.clone();
            assumed.remove(left_out);
            assumed.push(!found.literal);
            let state = checker.decide(self, instances, &assumed, budget)?;
            let state = state.map_err(|_| wrong("a reason of a step can be left out"))?;
            let (mut some_rules, mut some_facts) = (rules.clone(), facts.clone());
            match left_out.checked_sub(rules.len()) {
                Some(fact) => drop(some_facts.remove(fact)),
                None => drop(some_rules.remove(left_out)),
            }
            let without = Without { conclusion, rules: &some_rules, facts: &some_facts };
            holds_without(&mut self.reader, self.sheet, state, without, budget)?;
        }
        let assumed = [&reasons[..], &[!found.literal]].concat();
        let refuted = checker.decide(self, instances, &assumed, budget)?;
        let Err(core) = refuted else { return Err(wrong("a step does not follow")) };
        rules.sort();
        facts.sort_by_key(|it| (!it.is_so, it.value));
        Ok(core.told_as(|_| (rules, facts)))
    }
}

/// Whether something has a value in a state.
fn has(state: &SheetState, it: CellValue) -> bool {
    state.tables[it.symbol.0 as usize].get(it.place) == Some(&it.value)
}

pub(super) fn another() -> Failure {
    Failure::Unverified("a step is of something else".to_owned())
}

/// The values that single rules tell: a clause of an instance is nothing but one. Each with its literal
/// and its instance.
pub(super) fn given(instances: &RuleInstances, meanings: &Meanings) -> Vec<GivenValue> {
    let mut given: Vec<GivenValue> = Vec::new();
    for (group, clauses) in instances.clauses().enumerate() {
        let [clause] = clauses[..] else { continue };
        let clause = instances.clause(clause);
        let mut own = clause.iter().filter(|it| it.atom().0 as usize != group);
        if let (Some(literal), None) = (own.next(), own.next())
            && let Some(CellLiteral { value, is_so: true }) = meanings.get(literal)
            && given.iter().all(|it| it.0 != *literal)
        {
            given.push((*literal, *value, group));
        }
    }
    given
}
