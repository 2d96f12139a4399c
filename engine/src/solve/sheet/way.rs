//! The way to a solution as a person finds it. What is known grows by steps: values, and values that something cannot
//! have. Next comes what takes the fewest rules, a value before what is barred (Espasa, Gent, Hoffmann, Jefferson and
//! Lynch, "Using small MUSes to explain how to solve pen and paper puzzles", 2021). What a rule bars at sight of one
//! value is known with the value and no step. A step that bars is told where a value needs it, or not at all.

use std::cell::Cell;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::finder::Finder;
use super::meanings::{CellPlace, Meanings, RuleScopes, place};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::sat::smallest::{CoreMembers, Oracle};
use crate::sat::steps::{ImpliedSteps, NextImplied};

/// To find the steps up to a value is worth so many steps of the budget, and to tell them from the fewest facts as many; a
/// step takes at most a quarter of what is left.
const EFFORT: u64 = 1 << 18;

/// Of what takes equally many rules, so many are compared by what is known.
const COMPARED: usize = 12;

/// Where it is from that something is known.
#[derive(Clone, Copy)]
enum KnownBy {
    /// It is a value that was told or followed.
    Value,
    /// It is barred at sight of this value, by a rule or because it is of the same thing.
    Sight(Option<Literal>, Literal),
    /// A step bars it.
    Step(usize),
}

/// What follows, and what from.
pub(super) struct WayStep {
    pub(super) says: Vec<Literal>,
    pub(super) rules: Vec<Literal>,
    /// Rules by which something is barred at sight.
    pub(super) seen_by: Vec<Literal>,
    pub(super) facts: Vec<Literal>,
    /// Of what something is barred, the values that are left.
    pub(super) left: Vec<Literal>,
    pub(super) is_smallest: bool,
}

/// A step that bars, found and not told.
struct BarringStep {
    says: Vec<Literal>,
    rules: Vec<Literal>,
    /// What was known.
    facts: Vec<Literal>,
    is_smallest: bool,
}

/// A rule, and what of the things that it is about follows from it and what is known.
struct RuleInView {
    switch: Literal,
    scope: FxHashSet<CellPlace>,
    /// Targets that were found to follow.
    found: Vec<Literal>,
    /// Whether nothing that it is about became known since they were looked for.
    is_fresh: bool,
}

/// What is known, and what is to follow.
pub(super) struct SolvingWay<'m> {
    meanings: &'m Meanings,
    rules: Vec<RuleInView>,
    /// Values that follow from all rules, and what other values bar.
    values: Vec<Literal>,
    barred: Vec<Literal>,
    known: FxHashMap<Literal, KnownBy>,
    /// What is known and not of something whose value is.
    facts: Vec<Literal>,
    /// Steps that bar, and what of them was told.
    steps: Vec<BarringStep>,
    told: FxHashSet<Literal>,
    search: ImpliedSteps,
    finding: u64,
    telling: Cell<u64>,
}

impl<'m> SolvingWay<'m> {
    /// The way from values that are told to others, by rules.
    pub(super) fn new(
        (rules, told): (Vec<Literal>, &[Literal]),
        (values, barred): (Vec<Literal>, Vec<Literal>),
        meanings: &'m Meanings,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let targets = [&values[..], &barred].concat();
        let search = ImpliedSteps::new(rules.clone(), Vec::new(), &targets);
        let scopes = RuleScopes::new(finder.instances, meanings);
        let view = |switch: Literal| {
            let scope = scopes.of(switch);
            RuleInView { switch, scope, found: Vec::new(), is_fresh: false }
        };
        let rules = rules.into_iter().map(view).collect();
        let search = search.preferring(values.len());
        let mut way = Self {
            meanings,
            rules,
            values,
            barred,
            known: FxHashMap::default(),
            facts: Vec::new(),
            steps: Vec::new(),
            told: FxHashSet::default(),
            search,
            finding: EFFORT,
            telling: Cell::new(EFFORT),
        };
        for value in told {
            way.take_value(*value, finder, budget)?;
        }
        Ok(way)
    }

    /// How many values are yet to follow.
    pub(super) fn open_values(&self) -> usize {
        self.values.len()
    }

    /// The steps to the next value, which comes last; `None` where none follows.
    pub(super) fn next(
        &mut self,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<WayStep>>, Stop> {
        self.finding = EFFORT;
        self.telling.set(EFFORT);
        while let Some(next) = self.next_step(finder, budget)? {
            let literal = next.literal;
            if self.is_value(literal) {
                let steps = self.told(next, finder, budget)?;
                self.take_value(literal, finder, budget)?;
                return Ok(Some(steps));
            }
            let step = self.barring(next, finder, budget)?;
            let number = self.steps.len();
            for &it in &step.says {
                self.known.insert(it, KnownBy::Step(number));
                self.take(it);
            }
            self.steps.push(step);
        }
        Ok(None)
    }

    fn is_value(&self, literal: Literal) -> bool {
        self.meanings.get(&literal).is_some_and(|it| it.is_so)
    }

    fn place(&self, literal: Literal) -> Option<CellPlace> {
        self.meanings.get(&literal).map(|it| place(*it))
    }

    /// The step that bars something, where that was not told yet.
    fn untold(&self, literal: Literal) -> Option<usize> {
        match self.known.get(&literal) {
            Some(KnownBy::Step(step)) if !self.told.contains(&literal) => Some(*step),
            _ => None,
        }
    }

    /// Makes something known.
    fn take(&mut self, literal: Literal) {
        self.values.retain(|it| *it != literal);
        self.barred.retain(|it| *it != literal);
        if !self.facts.contains(&literal) {
            self.facts.push(literal);
            self.search.note(literal);
        }
        let place = self.place(literal);
        for rule in &mut self.rules {
            rule.found.retain(|it| *it != literal);
            rule.is_fresh &= place.is_some_and(|it| !rule.scope.contains(&it));
        }
    }

    /// Makes a value known, and what is barred at sight of it.
    fn take_value(
        &mut self,
        value: Literal,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        self.known.insert(value, KnownBy::Value);
        self.take(value);
        let place = self.place(value);
        let mine = |it: &Literal| self.meanings.get(it).map(|it| self::place(*it)) == place;
        let same: Vec<_> = self.meanings.iter().filter(|it| !it.1.is_so && mine(it.0)).collect();
        for (&literal, _) in same.into_iter().filter(|it| *it.0 != !value) {
            self.known.insert(literal, KnownBy::Sight(None, value));
            self.barred.retain(|it| *it != literal);
            self.facts.retain(|it| *it != literal);
            self.search.settle(literal);
        }
        for at in 0..self.rules.len() {
            let rule = &self.rules[at];
            if place.is_none_or(|it| !rule.scope.contains(&it)) {
                continue;
            }
            let switch = rule.switch;
            for literal in self.seen(switch, value, finder, budget)? {
                let is_new = match self.known.get(&literal) {
                    None => true,
                    Some(KnownBy::Step(_)) => !self.told.contains(&literal),
                    Some(_) => false,
                };
                if is_new {
                    self.known.insert(literal, KnownBy::Sight(Some(switch), value));
                    self.take(literal);
                }
            }
        }
        Ok(())
    }

    /// What a rule bars at sight of a value.
    fn seen(
        &self,
        switch: Literal,
        value: Literal,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<Vec<Literal>, Stop> {
        let anyway: FxHashSet<_> = finder.propagated(&[switch], budget)?.into_iter().collect();
        let mut found = finder.propagated(&[switch, value], budget)?;
        found.retain(|it| !anyway.contains(it) && self.meanings.contains_key(it));
        let values = found.iter().filter(|it| self.is_value(**it));
        let settled: FxHashSet<_> = values.map(|it| self.place(*it)).collect();
        found.retain(|it| !settled.contains(&self.place(*it)));
        Ok(found)
    }

    /// What follows from the fewest rules.
    fn next_step(
        &mut self,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<Option<NextImplied>, Stop> {
        if self.values.is_empty() {
            return Ok(None);
        }
        let alone = self.following(&[], self.values.clone(), &self.facts, finder, budget)?;
        if let Some((_, next)) = self.simplest(&alone, &[], finder, budget)? {
            return Ok(Some(next));
        }
        for at in 0..self.rules.len() {
            self.refresh(at, finder, budget)?;
        }
        for is_value in [true, false] {
            let mut best: Option<(usize, NextImplied)> = None;
            for rule in &self.rules {
                let found = rule.found.iter().copied();
                let found: Vec<_> = found.filter(|it| self.is_value(*it) == is_value).collect();
                let next = self.simplest(&found, &[rule.switch], finder, budget)?;
                if let Some(next) = next
                    && best.as_ref().is_none_or(|it| next.0 < it.0)
                {
                    best = Some(next);
                }
            }
            if let Some((_, next)) = best {
                return Ok(Some(next));
            }
        }
        let found = self.search.fewest_rules(self.finding / 4, finder, budget)?;
        self.finding -= found.as_ref().map_or(0, |it| it.1).min(self.finding);
        Ok(found.map(|it| it.0))
    }

    /// Looks anew for what follows from one rule.
    fn refresh(
        &mut self,
        at: usize,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let rule = &self.rules[at];
        if rule.is_fresh {
            return Ok(());
        }
        let is_here = |it: &Literal| self.place(*it).is_some_and(|it| rule.scope.contains(&it));
        let open = self.barred.iter().chain(&self.values).copied();
        let open = open.filter(|it| is_here(it) && !rule.found.contains(it)).collect();
        let facts: Vec<_> = self.facts.iter().copied().filter(is_here).collect();
        let found = self.following(&[rule.switch], open, &facts, finder, budget)?;
        let rule = &mut self.rules[at];
        rule.found.extend(found);
        rule.is_fresh = true;
        Ok(())
    }

    /// Which of some literals follow: what is not true in a model may be, so each model leaves less to look at.
    fn following(
        &self,
        rules: &[Literal],
        mut open: Vec<Literal>,
        facts: &[Literal],
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<Vec<Literal>, Stop> {
        let mut found = Vec::new();
        while let Some(literal) = open.pop() {
            let assumed = [rules, facts, &[!literal]].concat();
            match finder.refuted(&assumed, budget)? {
                None => open.retain(|it| finder.is_true(*it)),
                Some(_) => found.push(literal),
            }
        }
        Ok(found)
    }

    /// Of what follows from the same rules what seems to take the least that is known, and how much that is.
    fn simplest(
        &self,
        found: &[Literal],
        rules: &[Literal],
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<Option<(usize, NextImplied)>, Stop> {
        let mut best: Option<(usize, NextImplied)> = None;
        for &literal in found.iter().take(COMPARED) {
            let assumed = [rules, &[!literal], &self.facts[..]].concat();
            let count = finder.refuted(&assumed, budget)?.map_or(usize::MAX, |it| it.len());
            if best.as_ref().is_none_or(|it| count < it.0) {
                let rules = rules.to_vec();
                best = Some((count, NextImplied { literal, rules, is_smallest: true }));
            }
        }
        Ok(best)
    }

    /// A step that bars, with what else its rules bar beside all that is known.
    fn barring(
        &self,
        next: NextImplied,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<BarringStep, Stop> {
        let NextImplied { literal, rules, is_smallest } = next;
        let used = || self.rules.iter().filter(|it| rules.contains(&it.switch));
        let is_here = |it: &Literal| {
            self.place(*it).is_some_and(|place| used().any(|it| it.scope.contains(&place)))
        };
        let others = self.barred.iter().filter(|it| **it != literal && is_here(it));
        let others =
            self.following(&rules, others.copied().collect(), &self.facts, finder, budget)?;
        let says = [&[literal][..], &others].concat();
        Ok(BarringStep { says, rules, facts: self.facts.clone(), is_smallest })
    }

    /// What follows from rules with what it needs of some facts: as few as possible of the steps that are told for nothing
    /// else, and then as few facts as possible.
    fn step(
        &self,
        next: NextImplied,
        facts: &[Literal],
        needed: &BTreeMap<usize, Vec<Literal>>,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<WayStep, Stop> {
        let NextImplied { literal, rules, is_smallest } = next;
        let is_more = |it: &Literal| {
            let step = self.untold(*it);
            step.is_some_and(|step| needed.get(&step).is_none_or(|needed| !needed.contains(it)))
        };
        let (more, firm): (Vec<Literal>, Vec<Literal>) = facts.iter().partition(|it| is_more(it));
        let always = [&[!literal], &rules[..], &firm].concat();
        let members = CoreMembers { always: &always, members: &more };
        let all: Vec<_> = (0..more.len()).collect();
        let core = members.refuted(&all, finder, budget)?.unwrap_or(all);
        let core = members.shrunk(core, finder, budget)?;
        let mut facts: Vec<_> = core.iter().map(|it| more[*it]).collect();
        let always = [&[!literal], &rules[..], &facts].concat();
        let members = CoreMembers { always: &always, members: &firm };
        let few = members.fewest(self.telling.get() / 4, finder, budget)?;
        self.telling.update(|it| it.saturating_sub(few.effort));
        facts.extend(few.members.iter().map(|it| firm[*it]));
        let is_smallest = is_smallest && few.are_fewest;
        let (says, seen_by, left) = (vec![literal], Vec::new(), Vec::new());
        Ok(WayStep { says, rules, seen_by, facts, left, is_smallest })
    }

    /// The step of a value as it is told, behind those that it needs. What took several rules when it was found is told by
    /// one where that is enough with what is told anyway.
    fn told(
        &mut self,
        value: NextImplied,
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<Vec<WayStep>, Stop> {
        let mut needed: BTreeMap<usize, Vec<Literal>> = BTreeMap::new();
        let told_before: Vec<_> =
            self.facts.iter().copied().filter(|it| self.untold(*it).is_none()).collect();
        let step = self.step(value, &self.facts, &needed, finder, budget)?;
        let unfolded = self.unfolded(&step, &step.says, finder, budget)?;
        self.need(&unfolded, &mut needed);
        let mut told = vec![unfolded];
        // A step needs only steps before it: those from the last one on know all that they are needed for.
        while let Some((number, mut says)) = needed.pop_last() {
            while let Some(&literal) = says.first() {
                let BarringStep { rules, facts, is_smallest, .. } = &self.steps[number];
                let now = told_before.iter().chain(needed.values().flatten());
                let now: Vec<_> = now.copied().collect();
                let by_one = match rules.len() {
                    0 | 1 => None,
                    _ => self.barred_by_one(&says, &now, finder, budget)?,
                };
                let step = if let Some(next) = by_one {
                    self.step(next, &now, &needed, finder, budget)?
                } else {
                    let (rules, is_smallest) = (rules.clone(), *is_smallest);
                    let next = NextImplied { literal, rules, is_smallest };
                    self.step(next, facts, &needed, finder, budget)?
                };
                // What else several rules bar together helps nobody to see it.
                let is_told = step.rules.len() < 2;
                let untold = |it: &&Literal| {
                    is_told && self.untold(**it) == Some(number) && !says.contains(it)
                };
                let others = self.steps[number].says.iter().filter(untold).copied();
                let others: Vec<_> = says.iter().copied().chain(others).collect();
                let unfolded = self.unfolded(&step, &others, finder, budget)?;
                self.need(&unfolded, &mut needed);
                says.retain(|it| !unfolded.says.contains(it));
                self.told.extend(&unfolded.says);
                told.push(unfolded);
            }
        }
        told.reverse();
        for at in 0..told.len() {
            told[at].left = self.left(&told[at], &told[at + 1..]);
        }
        Ok(told)
    }

    /// The first of what is barred, by one rule that bars all of it beside some facts.
    fn barred_by_one(
        &self,
        says: &[Literal],
        facts: &[Literal],
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<Option<NextImplied>, Stop> {
        for rule in &self.rules {
            let is_about =
                |it: &Literal| self.place(*it).is_some_and(|at| rule.scope.contains(&at));
            if !says.iter().all(is_about) {
                continue;
            }
            let found = self.following(&[rule.switch], says.to_vec(), facts, finder, budget)?;
            if found.len() == says.len() {
                let (literal, rules) = (says[0], vec![rule.switch]);
                return Ok(Some(NextImplied { literal, rules, is_smallest: true }));
            }
        }
        Ok(None)
    }

    /// Of what a step bars something, the values that neither it bars nor what is told before it.
    fn left(&self, step: &WayStep, later: &[WayStep]) -> Vec<Literal> {
        let bars = step.says.iter().filter(|it| !self.is_value(**it));
        let of: FxHashSet<_> = bars.map(|it| self.place(*it)).collect();
        let is_later = |it: &Literal| later.iter().any(|step| step.says.contains(it));
        let is_barred = |it: Literal| match self.known.get(&it) {
            Some(KnownBy::Sight(..)) => true,
            Some(KnownBy::Step(_)) => self.told.contains(&it) && !is_later(&it),
            Some(KnownBy::Value) | None => false,
        };
        let values = self.meanings.iter().filter(|it| it.1.is_so).map(|it| *it.0);
        values.filter(|it| of.contains(&self.place(*it)) && !is_barred(!*it)).collect()
    }

    /// Adds what a step needs of others that are not told.
    fn need(&self, step: &WayStep, needed: &mut BTreeMap<usize, Vec<Literal>>) {
        for &it in &step.facts {
            if let Some(number) = self.untold(it) {
                let needed = needed.entry(number).or_default();
                needed.extend((!needed.contains(&it)).then_some(it));
            }
        }
    }

    /// A step in which what is barred at sight is told by what it is seen from.
    fn unfolded(
        &self,
        step: &WayStep,
        says: &[Literal],
        finder: &mut Finder<'_, '_>,
        budget: &mut Budget,
    ) -> Result<WayStep, Stop> {
        let (mut seen_by, mut facts): (Vec<Literal>, Vec<Literal>) = (Vec::new(), Vec::new());
        for &fact in &step.facts {
            match self.known.get(&fact) {
                Some(&KnownBy::Sight(rule, value)) => {
                    seen_by.extend(
                        rule.filter(|it| !seen_by.contains(it) && !step.rules.contains(it)),
                    );
                    facts.extend((!facts.contains(&value)).then_some(value));
                }
                _ if facts.contains(&fact) => {}
                _ => facts.push(fact),
            }
        }
        let literal = says[0];
        let members = [&seen_by[..], &facts, &step.rules].concat();
        let always = [!literal];
        let all = CoreMembers { always: &always, members: &members };
        let core: Vec<_> = (0..members.len()).collect();
        let core = all.refuted(&core, finder, budget)?.unwrap_or(core);
        let core = all.shrunk(core, finder, budget)?;
        let core: Vec<_> = core.iter().map(|it| members[*it]).collect();
        let mut along = vec![literal];
        for &other in &says[1..] {
            let assumed = [&core[..], &[!other]].concat();
            if finder.refuted(&assumed, budget)?.is_some() {
                along.push(other);
            }
        }
        let of = |all: &[Literal]| core.iter().copied().filter(|it| all.contains(it)).collect();
        let (rules, seen_by, facts) = (of(&step.rules), of(&seen_by), of(&facts));
        let is_smallest = step.is_smallest;
        Ok(WayStep { says: along, rules, seen_by, facts, left: Vec::new(), is_smallest })
    }
}
