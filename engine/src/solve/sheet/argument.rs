//! Why the rules of a reason leave no state, step by step: what follows from the fewest rules comes first, until what
//! is known leaves nothing. Found as hints are; the refutation of each step is checked, and what the end does not need
//! is left out.

use rustc_hash::FxHashSet;

use super::finder::{Finder, StepChecker};
use super::instances::{GivenValue, RuleInstances};
use super::meanings::{Meanings, place};
use super::steps::{another, given};
use super::{AskedSheet, Decided};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::problem::sheet::{
    ArgumentStep, CellLiteral, SheetArgument, SheetReason, SheetTask, aim,
};
use crate::problem::{Failure, Problem, ProblemAnswer};
use crate::sat::smallest::{CoreMembers, Oracle};
use crate::sat::steps::{Derived, ImpliedSteps};
use crate::verify::checked::Checked;
use crate::verify::sheet::{FollowingStep, argument};

/// The search is worth so many steps of the budget.
const EFFORT: u64 = 1 << 20;

impl Problem for SheetTask<aim::Argue> {
    type Solution = SheetArgument;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<SheetArgument>, Failure> {
        AskedSheet::new(&self.sheet, budget)?.argument(self.aim.0.as_ref(), budget)
    }
}

/// A step that was found, and the steps to nothing from what is otherwise.
struct Argued {
    step: Derived,
    otherwise: Vec<Argued>,
}

impl AskedSheet<'_> {
    fn argument(
        &mut self,
        reason: Option<&SheetReason>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<SheetArgument>, Failure> {
        if let Decided::World(_) = self.decide(&[], &[], budget)? {
            return Err(Failure::Refused("the rules are true in some state".to_owned()));
        }
        // Clauses say nothing of this atom: it follows where nothing is left.
        let nothing = self.ground.atom();
        let mut instances = RuleInstances::each(self);
        instances.copy(self);
        let nothing = instances.renamed(nothing);
        let meanings = self.meanings(&instances);
        let mut finder = Finder::new(self, &mut instances);
        let search = Arguing { nothing, meanings: &meanings };
        let found = match search.whole(reason, &mut finder, &mut budget.part(EFFORT)) {
            Err(Failure::Stopped(Stop::Steps)) => {
                budget.look()?;
                return Err(Failure::Refused("no argument in steps was found in time".to_owned()));
            }
            found => found?,
        };
        let (given, found) = found;
        let mut checker = StepChecker::default();
        let mut check = (&mut instances, &mut checker);
        let mut told = Vec::with_capacity(given.len());
        for (literal, value, group) in given {
            let switch = RuleInstances::switch(group);
            let core = self.refuted(&[switch, !literal], &mut check, budget)?;
            told.push(core.told_as(|_| CellLiteral { value, is_so: true }));
        }
        let steps = self.following(found, &search, &mut check, budget)?;
        let broken = || Failure::Unverified("an argument rests on what is not known".to_owned());
        let whole = argument(self.sheet, steps, &told).ok_or_else(broken)?;
        self.resting_on_clauses(whole, &[], budget)
    }

    /// Steps that were found, the refutation of each checked.
    fn following(
        &mut self,
        found: Vec<Argued>,
        search: &Arguing<'_>,
        check: &mut (&mut RuleInstances, &mut StepChecker),
        budget: &mut Budget,
    ) -> Result<Vec<FollowingStep>, Failure> {
        let mut steps = Vec::with_capacity(found.len());
        for Argued { step: it, otherwise } in found {
            let assumed = [&it.rules[..], &it.facts, &[!it.literal]].concat();
            let core = self.refuted(&assumed, check, budget)?;
            let says = |it: &Literal| search.meanings.get(it).copied().ok_or_else(another);
            let rule = |it: &Literal| check.0.groups.get(it.atom().0 as usize).cloned();
            let step = ArgumentStep {
                says: (it.literal != search.nothing).then(|| says(&it.literal)).transpose()?,
                rules: it.rules.iter().map(rule).collect::<Option<_>>().ok_or_else(another)?,
                facts: it.facts.iter().map(says).collect::<Result<_, _>>()?,
                otherwise: Vec::new(),
            };
            let step = core.told_as(|_| step);
            let otherwise = self.following(otherwise, search, check, budget)?;
            steps.push(FollowingStep { step, otherwise });
        }
        Ok(steps)
    }

    /// That the clauses do not allow some literals together.
    fn refuted(
        &mut self,
        literals: &[Literal],
        (instances, checker): &mut (&mut RuleInstances, &mut StepChecker),
        budget: &mut Budget,
    ) -> Result<Checked<Vec<Literal>>, Failure> {
        let follows = checker.decide(self, instances, literals, budget)?.err();
        follows
            .ok_or_else(|| Failure::Unverified("a step of an argument does not follow".to_owned()))
    }
}

/// The search for the steps.
struct Arguing<'m> {
    nothing: Literal,
    meanings: &'m Meanings,
}

impl Arguing<'_> {
    /// From the rules of a reason, and what single ones of them tell, to nothing.
    fn whole(
        &self,
        reason: Option<&SheetReason>,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<(Vec<GivenValue>, Vec<Argued>), Failure> {
        let mut given = given(finder.instances, self.meanings);
        let rule = |group: usize| finder.instances.groups[group].rule;
        let is_reason = |group: usize| reason.is_none_or(|it| it.contains(&rule(group)));
        given.retain(|it| is_reason(it.2));
        let (mut rules, facts) = finder.instances.members(&given);
        rules.retain(|it| is_reason(it.atom().0 as usize));
        let members = [&rules[..], &facts].concat();
        let all = CoreMembers { always: &[], members: &members };
        let core = all.refuted(&(0..members.len()).collect::<Vec<_>>(), finder, budget)?;
        let core = all.shrunk(core.ok_or_else(lost)?, finder, budget)?;
        let core = core.iter().map(|it| members[*it]);
        let (rules, facts) = core.partition(|it| rules.contains(it));
        Ok((given, self.chain((rules, facts), usize::MAX, finder, budget)?))
    }

    /// What follows from rules and facts in turn, until nothing is left, as far as the end needs it. Steps of several
    /// rules, but fewer than `most`, are argued for.
    fn chain(
        &self,
        (rules, facts): (Vec<Literal>, Vec<Literal>),
        most: usize,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<Vec<Argued>, Failure> {
        let mut chain = Chain { steps: Vec::new(), facts };
        while !chain.has(self.nothing) {
            let before = chain.steps.len();
            for rule in &rules {
                self.extend(&mut chain, *rule, finder, budget)?;
            }
            if chain.steps.len() == before {
                let mut open = self.open(&rules, &chain.facts, finder.instances);
                // Where several rules leave nothing together, what one has to suppose for that says more.
                if open.len() > 1 {
                    open.pop();
                }
                let mut search = ImpliedSteps::new(rules.clone(), chain.facts.clone(), &open);
                chain.push(search.next(finder, budget)?.ok_or_else(lost)?);
            }
        }
        let mut argued = Vec::new();
        for step in needed(chain.steps, self.nothing) {
            let count = step.rules.len();
            let is_hard = 1 < count && count < most && step.literal != self.nothing;
            let otherwise =
                if is_hard { self.otherwise(&step, finder, budget)? } else { Vec::new() };
            argued.push(Argued { step, otherwise });
        }
        Ok(argued)
    }

    /// From supposing that what follows is not so to nothing; empty where that is no easier.
    fn otherwise(
        &self,
        step: &Derived,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<Vec<Argued>, Failure> {
        let facts = [&step.facts[..], &[!step.literal]].concat();
        let most = step.rules.len();
        let steps = self.chain((step.rules.clone(), facts), most, finder, budget)?;
        let is_easier = steps.iter().all(|it| it.step.rules.len() < most);
        Ok(if is_easier { steps } else { Vec::new() })
    }

    /// What follows from one rule: what is true in no model may be, so each model leaves less to look at.
    fn extend(
        &self,
        chain: &mut Chain,
        rule: Literal,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        let mut open = self.open(&[rule], &chain.facts, finder.instances);
        while !chain.has(self.nothing)
            && let Some(literal) = open.pop()
        {
            let members = [&[rule], &chain.facts[..]].concat();
            let always = [!literal];
            let all = CoreMembers { always: &always, members: &members };
            let whole: Vec<_> = (0..members.len()).collect();
            let Some(core) = all.refuted(&whole, finder, budget)? else {
                open.retain(|it| finder.is_true(*it));
                continue;
            };
            let core = all.shrunk(core, finder, budget)?;
            let core = core.iter().map(|it| members[*it]);
            let (rules, facts) = core.partition(|it| *it == rule);
            chain.push(Derived { literal, rules, facts, is_smallest: false });
        }
        Ok(())
    }

    /// What can be said of the things that rules mention, and is not known; of all things where they mention them only
    /// by way of others. Last that nothing is left.
    fn open(
        &self,
        rules: &[Literal],
        facts: &[Literal],
        instances: &RuleInstances,
    ) -> Vec<Literal> {
        let literals = rules.iter().flat_map(|it| instances.literals_of(*it));
        let cells: FxHashSet<_> =
            literals.filter_map(|it| self.meanings.get(it)).map(|it| place(*it)).collect();
        let is_mentioned = |it: &CellLiteral| cells.is_empty() || cells.contains(&place(*it));
        let facts: FxHashSet<_> = facts.iter().collect();
        let said = self.meanings.iter().filter(|it| is_mentioned(it.1) && !facts.contains(it.0));
        let mut said: Vec<_> = said.map(|it| *it.0).collect();
        said.sort_unstable_by(|one, other| other.cmp(one));
        said.push(self.nothing);
        said
    }
}

/// Steps, and what is known behind them.
struct Chain {
    steps: Vec<Derived>,
    facts: Vec<Literal>,
}

impl Chain {
    fn push(&mut self, step: Derived) {
        self.facts.push(step.literal);
        self.steps.push(step);
    }

    fn has(&self, literal: Literal) -> bool {
        self.facts.last() == Some(&literal)
    }
}

fn lost() -> Failure {
    Failure::Unverified("a reason leaves a state".to_owned())
}

/// The steps that the last one needs, which is that nothing is left.
fn needed(steps: Vec<Derived>, nothing: Literal) -> Vec<Derived> {
    let mut sought = vec![nothing];
    let mut kept = Vec::new();
    for step in steps.into_iter().rev() {
        if sought.contains(&step.literal) {
            sought.extend(&step.facts);
            kept.push(step);
        }
    }
    kept.reverse();
    kept
}
