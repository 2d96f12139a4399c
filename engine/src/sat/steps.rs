//! What follows step by step: of all values that follow, one that takes the fewest rules, and of what is
//! known the fewest facts; then it is a fact itself (Espasa, Gent, Hoffmann, Jefferson and Lynch, "Using
//! small MUSes to explain how to solve pen and paper puzzles", 2021; Bogaerts, Gamba and Guns, "A
//! framework for step-wise explaining how to solve constraint satisfaction problems", Artificial
//! Intelligence 300, 2021).

use super::smallest::{CoreMembers, CorrectionSet, EFFORT, Oracle, within};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// Of values that take equally many rules, so many are compared by their facts.
const COMPARED: usize = 12;

/// A literal that follows from the rules and the facts.
struct ImpliedTarget {
    literal: Literal,
    is_open: bool,
    /// Rules, by index, from which it follows with all facts.
    rules: Option<Vec<usize>>,
    /// Whether none of them can be left out.
    is_shrunk: bool,
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
    /// So many targets at the beginning are preferred to others that take as many rules.
    preferred: usize,
    /// The search for fewer rules is worth so many steps of the budget, twice.
    effort: u64,
}

/// What follows next, and the rules that it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextImplied {
    /// The literal.
    pub literal: Literal,
    /// The rules.
    pub rules: Vec<Literal>,
    /// Whether it is known that nothing follows from fewer.
    pub is_smallest: bool,
}

impl ImpliedSteps {
    /// Rules, each turned on by a literal, facts, and what follows from them together.
    pub fn new(rules: Vec<Literal>, facts: Vec<Literal>, follows: &[Literal]) -> Self {
        let target = |it: &Literal| ImpliedTarget {
            literal: *it,
            is_open: true,
            rules: None,
            is_shrunk: false,
            known: Vec::new(),
        };
        let targets = follows.iter().map(target).collect();
        let (followed, preferred) = (follows.to_vec(), follows.len());
        Self { rules, facts, targets, followed, preferred, effort: EFFORT }
    }

    /// The same, where only the first so many of what follows are preferred, and the search is worth more.
    #[must_use]
    pub fn preferring(self, preferred: usize, effort: u64) -> Self {
        Self { preferred, effort, ..self }
    }

    /// What follows next, which is a fact from then on; `None` when nothing is left.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn next(
        &mut self,
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<Option<Derived>, Stop> {
        let Some(next) = self.fewest_rules(oracle, budget)? else { return Ok(None) };
        let always = [&[!next.literal], &next.rules[..]].concat();
        let members = CoreMembers { always: &always, members: &self.facts, followed: &[] };
        let (facts, is_smallest) = members.fewest(oracle, budget)?;
        let facts = facts.iter().map(|it| self.facts[*it]).collect();
        self.note(next.literal);
        let NextImplied { literal, rules, .. } = next;
        let is_smallest = next.is_smallest && is_smallest;
        Ok(Some(Derived { literal, rules, facts, is_smallest }))
    }

    /// What takes the fewest rules with all facts; `None` when nothing is left.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn fewest_rules(
        &mut self,
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<Option<NextImplied>, Stop> {
        let mut part = budget.part(self.effort);
        let mut is_smallest = true;
        for at in 0..self.targets.len() {
            let is_first = self.targets.iter().all(|it| it.rules.is_none());
            let limits = if is_first { &mut *budget } else { &mut part };
            is_smallest &= within(self.bound(at, oracle, limits), budget)?.is_some();
        }
        let count = |it: &usize| self.targets[*it].rules.as_ref().map_or(usize::MAX, Vec::len);
        let mut order: Vec<_> = (0..self.targets.len()).collect();
        order.sort_by_key(count);
        let mut fewest = usize::MAX;
        for at in order {
            let limits = if fewest == usize::MAX { &mut *budget } else { &mut part };
            let shrunk = within(self.shrink(at, fewest, oracle, limits), budget)?;
            is_smallest &= shrunk.is_some();
            fewest = fewest.min(shrunk.flatten().unwrap_or(usize::MAX));
        }
        let mut part = budget.part(self.effort);
        let Some(fewest) = self.best() else { return Ok(None) };
        let fewest = self.targets[fewest].rules.as_ref().map_or(0, Vec::len);
        is_smallest &= within(self.improve(fewest, oracle, &mut part), budget)?.is_some();
        let chosen = self.chosen(oracle, budget)?;
        let target = &self.targets[chosen];
        let rules = target.rules.iter().flatten().map(|it| self.rules[*it]).collect();
        Ok(Some(NextImplied { literal: target.literal, rules, is_smallest }))
    }

    /// The open target that takes the fewest rules of all whose rules are known.
    fn best(&self) -> Option<usize> {
        let is_open = |it: &usize| self.targets[*it].is_open && self.targets[*it].is_shrunk;
        let count = |it: &usize| self.targets[*it].rules.as_ref().map_or(0, Vec::len);
        (0..self.targets.len()).filter(is_open).min_by_key(count)
    }

    /// Finds rules for a target.
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
            self.targets[at].rules = Some(core);
            self.targets[at].is_shrunk = false;
        }
        Ok(())
    }

    /// Leaves out of the rules of a target what is not needed, unless more than `most` are; how many are left.
    fn shrink(
        &mut self,
        at: usize,
        most: usize,
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let target = &self.targets[at];
        let (true, Some(rules)) = (target.is_open, target.rules.clone()) else { return Ok(None) };
        let always = [&[!target.literal], &self.facts[..]].concat();
        let members = CoreMembers { always: &always, members: &self.rules, followed: &[] };
        let Some(rules) = members.shrunk_to(rules, most, oracle, budget)? else { return Ok(None) };
        let count = rules.len();
        let target = &mut self.targets[at];
        (target.rules, target.is_shrunk) = (Some(rules), true);
        Ok(Some(count))
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
                (target.rules, target.is_shrunk) = (Some(rules), true);
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
            let target = &self.targets[*it];
            target.is_open && target.is_shrunk && rules(*it).is_some_and(|it| it.len() == fewest)
        };
        let mut chosen = (true, usize::MAX, best);
        for at in (0..self.targets.len()).filter(is_equal).take(COMPARED) {
            let on = rules(at).into_iter().flatten().map(|it| self.rules[*it]);
            let assumed = on.chain([!self.targets[at].literal]).chain(self.facts.iter().copied());
            let core = oracle.refuted(&assumed.collect::<Vec<_>>(), budget)?;
            let facts = core.map_or(usize::MAX, |it| it.len());
            chosen = chosen.min((self.preferred <= at, facts, at));
        }
        Ok(chosen.2)
    }

    /// Makes a literal a fact, and no target any more. Models in which it is false witness nothing from then on.
    pub fn note(&mut self, literal: Literal) {
        self.settle(literal);
        self.facts.push(literal);
        for target in &mut self.targets {
            target.known.retain(|it| it.witnesses.contains(&literal));
        }
    }

    /// Says that a literal follows from the facts by itself: it is neither a target nor a fact.
    pub fn settle(&mut self, literal: Literal) {
        self.facts.retain(|it| *it != literal);
        for target in self.targets.iter_mut().filter(|it| it.literal == literal) {
            target.is_open = false;
        }
    }
}
