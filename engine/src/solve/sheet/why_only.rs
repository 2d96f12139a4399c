//! Why a state is the only one: the fewest rules that leave no other. Where there is another one, the fewest values
//! of the first that would bar all others. Both are found and checked as steps are.

use super::finder::{Finder, StepChecker};
use super::instances::RuleInstances;
use super::meanings::Meanings;
use super::{AskedSheet, Decided};
use crate::budget::Budget;
use crate::logic::cnf::Literal;
use crate::logic::sheet::SheetState;
use crate::problem::sheet::{CellLiteral, CellValue, OnlyWhy, SheetTask, aim};
use crate::problem::{Failure, Problem, ProblemAnswer};
use crate::sat::smallest::{CoreMembers, EFFORT};
use crate::sat::steps::{Derived, ImpliedSteps};
use crate::verify::checked::Checked;
use crate::verify::sheet::{Assumed, StepConclusion, world};

impl Problem for SheetTask<aim::FindWhyOnly> {
    type Solution = OnlyWhy;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<OnlyWhy>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.why_only(&self.aim.0, budget)
    }
}

impl AskedSheet<'_> {
    fn why_only(
        &mut self,
        state: &SheetState,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<OnlyWhy>, Failure> {
        match world(&mut self.reader, state.clone(), &[], budget) {
            Err(Failure::Unverified(_)) => {
                return Err(Failure::Refused("some rule is not true in the state".to_owned()));
            }
            world => world?,
        };
        let is_other = self.is_other(state);
        let another = match self.decide(&[is_other], &[], budget)? {
            Decided::World(other) => Some(other),
            Decided::None(_) => None,
        };
        let mut instances = RuleInstances::by_rule(self);
        instances.copy(self);
        let told = match another {
            None => {
                let conclusion = StepConclusion::Only(state);
                let found = self.fewest_rules(is_other, conclusion, &mut instances, budget)?;
                found.told_as(|(rules, is_smallest)| OnlyWhy::Only { rules, is_smallest })
            }
            Some(other) => {
                let found = self.clues(state, is_other, &mut instances, budget)?;
                let other = other.into_inner();
                found.told_as(|(clues, is_smallest)| OnlyWhy::Another { other, clues, is_smallest })
            }
        };
        let assumed = (Some(is_other), Assumed::Other(state.clone()));
        self.resting_on_clauses(told, &[assumed], budget)
    }

    /// What is true only where the state is not this one.
    fn is_other(&mut self, state: &SheetState) -> Literal {
        let is_other = self.ground.atom();
        let literals = self.ground.literals_of(state);
        let clause: Vec<_> = literals.iter().map(|it| !*it).chain([!is_other]).collect();
        self.ground.add(&clause);
        is_other
    }

    /// The fewest rules by which something follows, which a literal denies, and whether it is known that no fewer are
    /// enough.
    pub(super) fn fewest_rules(
        &mut self,
        denied: Literal,
        conclusion: StepConclusion<'_>,
        instances: &mut RuleInstances,
        budget: &mut Budget,
    ) -> Result<Checked<(Vec<usize>, bool)>, Failure> {
        let (rules, _) = instances.members(&[]);
        let mut search = ImpliedSteps::new(rules, Vec::new(), &[!instances.renamed(denied)]);
        let found = search.next(&mut Finder::new(self, instances), budget)?;
        let lost = || Failure::Unverified("what follows has no reason".to_owned());
        let found = found.ok_or_else(lost)?;
        let (meanings, mut checker) = (Meanings::default(), StepChecker::default());
        let following = (&found, conclusion);
        let reasons = self.reasons(following, &meanings, instances, &mut checker, budget)?;
        let is_smallest = found.is_smallest;
        Ok(reasons.told_as(|(rules, _)| (rules.iter().map(|it| it.rule).collect(), is_smallest)))
    }

    /// The fewest values of a state that leave no other with all rules.
    fn clues(
        &mut self,
        state: &SheetState,
        is_other: Literal,
        instances: &mut RuleInstances,
        budget: &mut Budget,
    ) -> Result<Checked<(Vec<CellValue>, bool)>, Failure> {
        let (rules, _) = instances.members(&[]);
        let values = self.values_of(state);
        let renamed: Vec<_> = values.iter().map(|it| instances.renamed(it.1)).collect();
        let said = values.iter().map(|it| CellLiteral { value: it.0, is_so: true });
        let meanings: Meanings = renamed.iter().copied().zip(said).collect();
        let literal = !instances.renamed(is_other);
        let always = [&[!literal], &rules[..]].concat();
        let members = CoreMembers { always: &always, members: &renamed };
        let mut finder = Finder::new(self, instances);
        let few = members.fewest(EFFORT, &mut finder, budget)?;
        let facts = few.members.iter().map(|it| renamed[*it]).collect();
        let is_smallest = few.are_fewest;
        let firm = rules.len();
        let found = Derived { literal, rules, facts, is_smallest };
        let following = (&found, StepConclusion::Only(state));
        let mut checker = StepChecker::default();
        let reasons =
            self.reasons_besides(firm, following, &meanings, instances, &mut checker, budget)?;
        let values = |facts: Vec<CellLiteral>| facts.into_iter().map(|it| it.value).collect();
        Ok(reasons.told_as(|(_, facts)| (values(facts), is_smallest)))
    }
}
