//! What a tableau makes of counts: so many things are those that a sort lists, or have names; of one more
//! than there may be two are the same, or one lacks what is counted.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::terms::{CheckedEnvironment, OPEN, assign, is_closed, replaced};
use super::{Tableau, TableauFact, TableauGoal, push};
use crate::budget::Stop;
use crate::evidence::refutation::{MadeSymbol, ProofTerm, ProofTermKind, SkolemThing};
use crate::logic::first_order::{TheoryFunction, TheorySentenceId, TheoryVariable};

/// So many things, or at most so many, of which a part of a sentence has a value.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct CountedThings {
    /// Whether it is so many or more; else so many or fewer.
    pub is_at_least: bool,
    /// How many.
    pub number: u32,
    /// The value that the part has for them.
    pub value: bool,
    /// What stands for them in the part.
    pub variable: TheoryVariable,
    /// Of what they are counted.
    pub part: TheorySentenceId,
    /// What its other variables stand for.
    pub environment: CheckedEnvironment,
}

impl Tableau<'_> {
    /// There are so many things: they are among the listed ones, or have names.
    pub(super) fn at_least(
        &mut self,
        count: &CountedThings,
        goal: &Rc<TableauGoal>,
    ) -> Result<bool, Stop> {
        let theory = self.checker.theory;
        let sort = theory.variables[count.variable.0 as usize];
        let of = |thing: ProofTerm| count.of(thing, count.value);
        if count.number == 0 {
            return Ok(false);
        }
        if let Some(elements) = &theory.signature.sorts[sort.0 as usize] {
            let differ = |one: &TheoryFunction| {
                elements.iter().all(|other| one == other || self.checker.differ(*one, *other))
            };
            let Some(without) = elements.len().checked_sub(count.number as usize) else {
                // There are not so many, if they are different or not.
                return self.all(goal.rest.clone());
            };
            if count.number == 1 || elements.iter().all(differ) {
                // Any one more than may lack it contain one that does not.
                let mut choice: Vec<usize> = (0..=without).collect();
                loop {
                    let goals = choice.iter().rev().fold(goal.rest.clone(), |rest, at| {
                        let kind = ProofTermKind::Apply(elements[*at].0, Vec::new());
                        push(of(ProofTerm { sort: sort.0, kind }), &goal.clause, &rest)
                    });
                    if self.all(goals)? {
                        return Ok(true);
                    }
                    if !advance(&mut choice, elements.len()) {
                        break;
                    }
                }
            }
        }
        let first_made = self.checker.first_made() as u32;
        for (symbol, made) in (first_made..).zip(&self.checker.proof.made) {
            let MadeSymbol::Thing(thing) = made else { continue };
            let family = self.family(symbol, thing);
            if thing.at > 0 || family.len() != thing.of as usize {
                continue;
            }
            let mark = self.trail.len();
            let Some(values) = self.parameters(thing, count) else {
                self.undo(mark);
                continue;
            };
            let thing = |symbol: &u32| {
                let kind = ProofTermKind::Apply(*symbol, values.clone());
                ProofTerm { sort: sort.0, kind }
            };
            let things: Vec<_> = family.iter().map(thing).collect();
            let pairs = things.iter().enumerate().flat_map(|(at, one)| {
                let others = things[..at].iter();
                others.map(move |other| TableauFact::Same(false, other.clone(), one.clone()))
            });
            let ways: Vec<_> = things.iter().map(|it| of(it.clone())).chain(pairs).collect();
            if self.any(ways.into_iter().map(|it| push(it, &goal.clause, &goal.rest)))? {
                return Ok(true);
            }
            self.undo(mark);
        }
        // A thing that the clause does not speak of. Which one it is depends on what is still to be
        // chosen, so that cannot be chosen to be this thing.
        let known = count.environment.values().map(|it| self.value(it));
        let open: Vec<_> = known.filter(|it| !is_closed(it)).collect();
        let thing = self.unnamed(sort.0, open);
        self.all(push(of(thing), &goal.clause, &goal.rest))
    }

    /// What the parameters of a Skolem function are where it stands for things that are counted, perhaps by a
    /// choice for open variables: it may have been made for one element of a listed sort.
    fn parameters(&mut self, thing: &SkolemThing, count: &CountedThings) -> Option<Vec<ProofTerm>> {
        let is_it = thing.variable == count.variable
            && thing.part == count.part
            && thing.value == count.value
            && thing.of <= count.number;
        if !is_it {
            return None;
        }
        let (mut values, mut open) = (FxHashMap::default(), Vec::new());
        for (variable, term) in &thing.environment {
            let known = self.value(count.environment.get(variable)?);
            let is_open = matches!(known.kind, ProofTermKind::Variable(it) if it >= OPEN);
            if is_open && !matches!(term.kind, ProofTermKind::Variable(_)) {
                open.push((known, term));
            } else if !assign(term, &known, &mut values) {
                return None;
            }
        }
        let values = thing.parameters.iter().map(|it| values.get(it).cloned());
        let values: Vec<_> = values.collect::<Option<_>>()?;
        let fits = open.into_iter().all(|(known, term)| {
            let term = replaced(term, &thing.parameters, &values);
            is_closed(&term) && self.fits(&known, &term)
        });
        fits.then_some(values)
    }

    /// The Skolem functions that are different things of one kind, from the first one on.
    fn family(&self, first: u32, thing: &SkolemThing) -> Vec<u32> {
        let is_next = |symbol: &u32| match self.checker.made(*symbol) {
            Some(MadeSymbol::Thing(other)) => {
                *other == SkolemThing { at: *symbol - first, ..thing.clone() }
            }
            _ => false,
        };
        (first..first + thing.of).take_while(is_next).collect()
    }

    /// Of any one more things two are the same, or one lacks it.
    pub(super) fn at_most(
        &mut self,
        count: &CountedThings,
        goal: &Rc<TableauGoal>,
    ) -> Result<bool, Stop> {
        let theory = self.checker.theory;
        let sort = theory.variables[count.variable.0 as usize].0;
        let elements = theory.signature.sorts[sort as usize].as_ref();
        if elements.is_some_and(|it| count.number as usize >= it.len()) {
            return Ok(false);
        }
        let mut things: Vec<ProofTerm> = Vec::new();
        for _ in 0..=count.number {
            self.budget.check()?;
            let kind = ProofTermKind::Variable(OPEN + self.chosen.len() as u32);
            self.chosen.push(None);
            things.push(ProofTerm { sort, kind });
        }
        let mut goals = goal.rest.clone();
        for (at, one) in things.iter().enumerate() {
            for other in &things[..at] {
                goals =
                    push(TableauFact::Same(true, other.clone(), one.clone()), &goal.clause, &goals);
            }
        }
        for thing in things {
            goals = push(count.of(thing, !count.value), &goal.clause, &goals);
        }
        self.all(goals)
    }
}

impl CountedThings {
    /// That its part has a value for a thing.
    fn of(&self, thing: ProofTerm, value: bool) -> TableauFact {
        let mut environment = (*self.environment).clone();
        environment.insert(self.variable, thing);
        TableauFact::Sentence(self.part, value, Rc::new(environment))
    }
}

/// The next choice of as many numbers below `of`, ascending.
fn advance(choice: &mut [usize], of: usize) -> bool {
    let count = choice.len();
    let Some(at) = (0..count).rev().find(|at| choice[*at] < of - count + at) else { return false };
    choice[at] += 1;
    for next in at + 1..count {
        choice[next] = choice[next - 1] + 1;
    }
    true
}
