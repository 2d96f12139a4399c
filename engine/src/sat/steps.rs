//! What follows step by step: of all values that follow, one that takes the fewest rules, and of what is
//! known the fewest facts; then it is a fact itself (Espasa, Gent, Hoffmann, Jefferson and Lynch, "Using
//! small MUSes to explain how to solve pen and paper puzzles", 2021; Bogaerts, Gamba and Guns, "A
//! framework for step-wise explaining how to solve constraint satisfaction problems", Artificial
//! Intelligence 300, 2021).

use super::smallest::{CoreMembers, CorrectionSet, Oracle};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// The search for what no smaller reason explains is worth so many steps of the budget, of rules and
/// of facts.
const EFFORT: u64 = 1 << 18;

/// Of values that take equally many rules, so many are compared by their facts.
const COMPARED: usize = 12;

/// A literal that follows from the rules and the facts.
struct ImpliedTarget {
    literal: Literal,
    is_open: bool,
    /// Rules, by index, from which it follows with all facts.
    rules: Option<Vec<usize>>,
    /// What parts of the rules leave out together with all facts where it is false.
    known: Vec<CorrectionSet>,
}

/// A literal that follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derived {
    /// The literal.
    pub literal: Literal,
    /// The rules that it follows from.
    pub rules: Vec<Literal>,
    /// The facts.
    pub facts: Vec<Literal>,
    /// Whether it is known that nothing follows from fewer rules, and this with them from no fewer
    /// facts.
    pub is_smallest: bool,
}

/// What is known and what follows.
pub struct ImpliedSteps {
    rules: Vec<Literal>,
    facts: Vec<Literal>,
    targets: Vec<ImpliedTarget>,
    followed: Vec<Literal>,
}

impl ImpliedSteps {
    /// Rules, each turned on by a literal, facts, and what follows from them together.
    pub fn new(rules: Vec<Literal>, facts: Vec<Literal>, follows: &[Literal]) -> Self {
        let target = |it: &Literal| ImpliedTarget {
            literal: *it,
            is_open: true,
            rules: None,
            known: Vec::new(),
        };
        let targets = follows.iter().map(target).collect();
        Self { rules, facts, targets, followed: follows.to_vec() }
    }

    /// What follows next; `None` when nothing is left.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn next(
        &mut self,
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<Option<Derived>, Stop> {
        let mut part = budget.part(EFFORT);
        let mut is_smallest = true;
        for at in 0..self.targets.len() {
            let is_first = self.best().is_none();
            let limits = if is_first { &mut *budget } else { &mut part };
            is_smallest &= within(self.bound(at, oracle, limits), budget)?.is_some();
        }
        let Some(fewest) = self.best() else { return Ok(None) };
        let fewest = self.targets[fewest].rules.as_ref().map_or(0, Vec::len);
        is_smallest &= within(self.improve(fewest, oracle, &mut part), budget)?.is_some();
        let chosen = self.chosen(oracle, budget)?;
        let target = &self.targets[chosen];
        let (literal, rules) = (target.literal, target.rules.clone().unwrap_or_default());
        let rules: Vec<_> = rules.iter().map(|it| self.rules[*it]).collect();
        let always = [&[!literal], &rules[..]].concat();
        let members = CoreMembers { always: &always, members: &self.facts, followed: &[] };
        let all: Vec<_> = (0..self.facts.len()).collect();
        let core = members.refuted(&all, oracle, budget)?.unwrap_or(all);
        let mut facts = members.shrunk(core, oracle, budget)?;
        let mut part = budget.part(EFFORT);
        let fewer = members.fewer(facts.len(), &mut Vec::new(), oracle, &mut part);
        match within(fewer, budget)? {
            Some(fewer) => facts = fewer.unwrap_or(facts),
            None => is_smallest = false,
        }
        let facts = facts.iter().map(|it| self.facts[*it]).collect();
        self.note(chosen);
        Ok(Some(Derived { literal, rules, facts, is_smallest }))
    }

    /// The open target that takes the fewest rules of all whose rules are known.
    fn best(&self) -> Option<usize> {
        let is_open = |it: &usize| self.targets[*it].is_open && self.targets[*it].rules.is_some();
        let count = |it: &usize| self.targets[*it].rules.as_ref().map_or(0, Vec::len);
        (0..self.targets.len()).filter(is_open).min_by_key(count)
    }

    /// Finds rules for a target of which none can be left out.
    fn bound(
        &mut self,
        at: usize,
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let target = &self.targets[at];
        if !target.is_open {
            return Ok(());
        }
        let always = [&[!target.literal], &self.facts[..]].concat();
        let members =
            CoreMembers { always: &always, members: &self.rules, followed: &self.followed };
        let before = target.rules.clone();
        let all = before.unwrap_or_else(|| (0..self.rules.len()).collect());
        if let Some(core) = members.refuted(&all, oracle, budget)? {
            self.targets[at].rules = Some(members.shrunk(core, oracle, budget)?);
        }
        Ok(())
    }

    /// Looks for a target that takes fewer rules, until it is clear that there is none.
    fn improve(
        &mut self,
        mut fewest: usize,
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let count = |it: &usize| self.targets[*it].rules.as_ref().map_or(usize::MAX, Vec::len);
        let mut order: Vec<_> = (0..self.targets.len()).collect();
        order.retain(|it| self.targets[*it].is_open);
        order.sort_by_key(count);
        for at in order {
            let target = &mut self.targets[at];
            let always = [&[!target.literal], &self.facts[..]].concat();
            let members =
                CoreMembers { always: &always, members: &self.rules, followed: &self.followed };
            if let Some(rules) = members.fewer(fewest, &mut target.known, oracle, budget)? {
                fewest = rules.len();
                target.rules = Some(rules);
            }
        }
        Ok(())
    }

    /// Of the targets that take the fewest rules one that seems to take few facts.
    fn chosen(&self, oracle: &mut dyn Oracle, budget: &mut Budget) -> Result<usize, Stop> {
        let best = self.best().unwrap_or_default();
        let rules = |it: usize| self.targets[it].rules.as_ref();
        let fewest = rules(best).map_or(0, Vec::len);
        let is_equal = |it: &usize| {
            self.targets[*it].is_open && rules(*it).is_some_and(|it| it.len() == fewest)
        };
        let mut chosen = (usize::MAX, best);
        for at in (0..self.targets.len()).filter(is_equal).take(COMPARED) {
            let on = rules(at).into_iter().flatten().map(|it| self.rules[*it]);
            let assumed = on.chain([!self.targets[at].literal]).chain(self.facts.iter().copied());
            let core = oracle.refuted(&assumed.collect::<Vec<_>>(), budget)?;
            chosen = chosen.min((core.map_or(usize::MAX, |it| it.len()), at));
        }
        Ok(chosen.1)
    }

    /// Makes a target a fact. Models in which it is false witness nothing any more.
    fn note(&mut self, at: usize) {
        let literal = self.targets[at].literal;
        self.targets[at].is_open = false;
        self.facts.push(literal);
        for target in &mut self.targets {
            target.known.retain(|it| it.witnesses.contains(&literal));
        }
    }
}

/// What a part of the budget led to; `None` when it was not enough.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn within<T>(done: Result<T, Stop>, budget: &mut Budget) -> Result<Option<T>, Stop> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Stop::Steps) => budget.look().map(|()| None),
        Err(stop) => Err(stop),
    }
}
