//! What follows step by step: of all values that follow, one that takes the fewest rules, and of what is
//! known the fewest facts; then it is a fact itself (Espasa, Gent, Hoffmann, Jefferson and Lynch, "Using
//! small MUSes to explain how to solve pen and paper puzzles", 2021). All values are looked at together, the fewest
//! rules first (Gamba, Bogaerts and Guns, "Efficiently explaining CSPs with unsatisfiable subset optimization", 2021): a
//! model in which some rules and some values are false says of each of these values that it takes one of those rules.

use std::cmp::Reverse;

use super::hitting::{NumberSet, add_minimal, hitting};
use super::smallest::{CoreMembers, EFFORT, Oracle, within};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// Of values that take equally many rules, so many are compared by their facts.
const COMPARED: usize = 12;

/// Who decides again and again beside the same facts.
pub trait KnowingOracle: Oracle {
    /// What is known from now on.
    ///
    /// # Errors
    /// The limit that was reached.
    fn know(&mut self, facts: &[Literal], budget: &mut Budget) -> Result<(), Stop>;

    /// As [`Oracle::refuted`], together with what is known.
    ///
    /// # Errors
    /// The limit that was reached.
    fn refuted_knowing(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop>;
}

/// A literal that follows from the rules and the facts.
struct ImpliedTarget {
    literal: Literal,
    is_open: bool,
    /// So many rules are needed at least.
    least: usize,
    /// Rules from which it follows with all facts, few of them first.
    enough: Vec<NumberSet>,
    /// What models in which it is false leave out, none more than another.
    left: Vec<NumberSet>,
}

/// A model of the facts: the rules, by index, that are not so in it, and the targets that are false.
struct RuleModel {
    left: NumberSet,
    falses: NumberSet,
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
    models: Vec<RuleModel>,
    /// So many targets at the beginning are preferred to others that take as many rules.
    preferred: usize,
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
            least: 0,
            enough: Vec::new(),
            left: Vec::new(),
        };
        let targets: Vec<_> = follows.iter().map(target).collect();
        let preferred = targets.len();
        Self { rules, facts, targets, models: Vec::new(), preferred }
    }

    /// The same, where only the first so many of what follows are preferred.
    #[must_use]
    pub fn preferring(self, preferred: usize) -> Self {
        Self { preferred, ..self }
    }

    /// What follows next, which is a fact from then on; `None` when nothing is left.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn next(
        &mut self,
        oracle: &mut dyn KnowingOracle,
        budget: &mut Budget,
    ) -> Result<Option<Derived>, Stop> {
        let Some((next, _)) = self.fewest_rules(EFFORT, oracle, budget)? else { return Ok(None) };
        let always = [&[!next.literal], &next.rules[..]].concat();
        let members = CoreMembers { always: &always, members: &self.facts };
        let few = members.fewest(EFFORT, oracle, budget)?;
        let facts = few.members.iter().map(|it| self.facts[*it]).collect();
        self.note(next.literal);
        let NextImplied { literal, rules, .. } = next;
        let is_smallest = next.is_smallest && few.are_fewest;
        Ok(Some(Derived { literal, rules, facts, is_smallest }))
    }

    /// What takes the fewest rules with all facts, and how much of the effort was spent; `None` when nothing is left.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn fewest_rules(
        &mut self,
        effort: u64,
        oracle: &mut dyn KnowingOracle,
        budget: &mut Budget,
    ) -> Result<Option<(NextImplied, u64)>, Stop> {
        oracle.know(&self.facts, budget)?;
        let all = NumberSet::of(self.rules.len(), 0..self.rules.len());
        for at in 0..self.targets.len() {
            if self.targets[at].is_open && self.targets[at].enough.is_empty() {
                self.decided(at, &all, oracle, budget)?;
            }
        }
        let (searched, used) = budget.turn(effort, |part| self.search(oracle, part));
        let is_smallest = within(searched, budget)?.is_some();
        if !is_smallest {
            self.shrink(oracle, budget)?;
        }
        let Some(chosen) = self.chosen(oracle, budget)? else { return Ok(None) };
        let rules = self.shrunk(chosen, oracle, budget)?;
        let literal = self.targets[chosen].literal;
        let rules = rules.iter().map(|it| self.rules[it]).collect();
        Ok(Some((NextImplied { literal, rules, is_smallest }, used)))
    }

    /// Looks for what takes the fewest rules until it is clear that nothing takes fewer.
    fn search(&mut self, oracle: &mut dyn KnowingOracle, budget: &mut Budget) -> Result<(), Stop> {
        for size in 0..=self.rules.len() {
            for of in [0..self.preferred, self.preferred..self.targets.len()] {
                if of.clone().any(|it| self.count(it).is_some_and(|it| it <= size)) {
                    return Ok(());
                }
                for at in of {
                    let target = &self.targets[at];
                    if target.is_open
                        && target.least <= size
                        && self.raise(at, size, oracle, budget)?
                    {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The fewest rules that are known to be enough for a target that is open.
    fn count(&self, at: usize) -> Option<usize> {
        let target = &self.targets[at];
        target.enough.first().filter(|_| target.is_open).map(NumberSet::count)
    }

    /// Looks whether so many rules are enough for a target.
    fn raise(
        &mut self,
        at: usize,
        size: usize,
        oracle: &mut dyn KnowingOracle,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        while let Some(chosen) = hitting((&self.targets[at].left, self.rules.len()), size, budget)?
        {
            if self.decided(at, &chosen, oracle, budget)? {
                return Ok(true);
            }
            let model = self.grown(at, oracle, budget)?;
            for it in model.falses.iter() {
                add_minimal(&mut self.targets[it].left, &model.left);
            }
            self.models.push(model);
        }
        self.targets[at].least = size + 1;
        Ok(false)
    }

    /// Whether rules are enough for a target, which is noted.
    fn decided(
        &mut self,
        at: usize,
        rules: &NumberSet,
        oracle: &mut dyn KnowingOracle,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let target = &mut self.targets[at];
        if target.enough.iter().any(|it| it.is_within(rules)) {
            return Ok(true);
        }
        let assumed = rules.iter().map(|it| self.rules[it]).chain([!target.literal]);
        let core = oracle.refuted_knowing(&assumed.collect::<Vec<_>>(), budget)?;
        let Some(core) = core else { return Ok(false) };
        let used = rules.iter().filter(|it| core.contains(&self.rules[*it]));
        add_minimal(&mut target.enough, &NumberSet::of(self.rules.len(), used));
        Ok(true)
    }

    /// From the last model, in which a target is false, one in which no other rule can be so besides. What many other
    /// models leave out comes first.
    fn grown(
        &mut self,
        at: usize,
        oracle: &mut dyn KnowingOracle,
        budget: &mut Budget,
    ) -> Result<RuleModel, Stop> {
        let count = self.rules.len();
        let mut model = self.seen(&NumberSet::of(count, 0..count), oracle, budget)?;
        let mut order: Vec<usize> = model.left.iter().collect();
        let left = &self.targets[at].left;
        let often = |it: &usize| left.iter().filter(|set| set.contains(*it)).count();
        order.sort_by_cached_key(|it| Reverse(often(it)));
        for rule in order {
            if !model.left.contains(rule) {
                continue;
            }
            let kept = (0..count).filter(|it| *it == rule || !model.left.contains(*it));
            if !self.decided(at, &NumberSet::of(count, kept), oracle, budget)? {
                model = self.seen(&model.left, oracle, budget)?;
            }
        }
        Ok(model)
    }

    /// The last model, in which at most these rules are not so.
    fn seen(
        &self,
        rules: &NumberSet,
        oracle: &dyn KnowingOracle,
        budget: &mut Budget,
    ) -> Result<RuleModel, Stop> {
        budget.spend(self.targets.len() as u64 / 32 + 1)?;
        let (rules, count) = (rules.iter(), self.rules.len());
        let left = NumberSet::of(count, rules.filter(|it| !oracle.is_true(self.rules[*it])));
        let count = self.targets.len();
        let is_false = |it: &usize| !oracle.is_true(self.targets[*it].literal);
        Ok(RuleModel { left, falses: NumberSet::of(count, (0..count).filter(is_false)) })
    }

    /// Leaves out what is not needed of those of few rules.
    fn shrink(&mut self, oracle: &mut dyn KnowingOracle, budget: &mut Budget) -> Result<(), Stop> {
        let mut order: Vec<_> = (0..self.targets.len()).collect();
        order.retain(|it| self.count(*it).is_some());
        order.sort_by_key(|it| self.count(*it));
        for at in order.into_iter().take(COMPARED) {
            self.shrunk(at, oracle, budget)?;
        }
        Ok(())
    }

    /// The fewest rules that are known to be enough for a target, without what is not needed.
    fn shrunk(
        &mut self,
        at: usize,
        oracle: &mut dyn KnowingOracle,
        budget: &mut Budget,
    ) -> Result<NumberSet, Stop> {
        let mut rules = self.targets[at].enough[0].clone();
        let members: Vec<usize> = rules.iter().collect();
        for rule in members {
            if !rules.contains(rule) {
                continue;
            }
            let mut others = rules.clone();
            others.remove(rule);
            if self.decided(at, &others, oracle, budget)? {
                let enough = &self.targets[at].enough;
                rules = enough.iter().find(|it| it.is_within(&others)).cloned().unwrap_or(others);
            }
        }
        Ok(rules)
    }

    /// Of the targets that take the fewest rules one that seems to take few facts.
    fn chosen(
        &self,
        oracle: &mut dyn KnowingOracle,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let fewest = (0..self.targets.len()).filter_map(|it| self.count(it)).min();
        let is_equal = |it: &usize| fewest.is_some() && self.count(*it) == fewest;
        let mut chosen: Option<(bool, usize, usize)> = None;
        for at in (0..self.targets.len()).filter(is_equal).take(COMPARED) {
            let on = self.targets[at].enough[0].iter().map(|it| self.rules[it]);
            let assumed = on.chain([!self.targets[at].literal]).chain(self.facts.iter().copied());
            let core = oracle.refuted(&assumed.collect::<Vec<_>>(), budget)?;
            let facts = core.map_or(usize::MAX, |it| it.len());
            let this = (self.preferred <= at, facts, at);
            chosen = Some(chosen.map_or(this, |it| it.min(this)));
        }
        Ok(chosen.map(|it| it.2))
    }

    /// Makes a literal a fact, and no target any more. Models in which it is false say nothing from then on.
    pub fn note(&mut self, literal: Literal) {
        self.settle(literal);
        self.facts.push(literal);
        let at = self.targets.iter().position(|it| it.literal == literal);
        let stays = |it: &RuleModel| at.is_some_and(|at| !it.falses.contains(at));
        let gone = self.models.extract_if(.., |it| !stays(it)).collect::<Vec<_>>();
        for (at, target) in self.targets.iter_mut().enumerate().filter(|it| it.1.is_open) {
            if gone.iter().any(|it| it.falses.contains(at) && target.left.contains(&it.left)) {
                (target.least, target.left) = (0, Vec::new());
                let models = self.models.iter().filter(|it| it.falses.contains(at));
                models.for_each(|it| add_minimal(&mut target.left, &it.left));
            }
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
