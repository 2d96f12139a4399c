//! How many of some literals are true: a literal for each number that says that there are at least
//! so many, from those of two halves (the totalizer: Bailleux and Boufkhad, "Efficient CNF encoding
//! of Boolean cardinality constraints", CP 2003). What nobody asks about is left out.

use rustc_hash::FxHashMap;

use super::choices::ChoiceId;
use super::clauses::{FALSE, SourcedClauses, TRUE};
use super::number::{Encoder, Linear};
use crate::budget::Stop;
use crate::evidence::sheet::UnaryCounter;
use crate::logic::cnf::Literal;

/// So many literals are counted to the end.
const ALL: usize = 32;

/// What stands for "at least 1, 2, …" of literals, up to a number.
pub(super) type Counters = FxHashMap<(Box<[Literal]>, usize), Vec<Literal>>;

/// A sum that is a multiple of how many literals are true.
pub(super) struct Counting {
    /// What it is when none is.
    constant: i64,
    /// What each adds.
    step: i64,
    literals: Vec<Literal>,
}

impl Encoder {
    /// A sum as one that counts, if it is.
    pub(super) fn counting(&self, linear: &Linear) -> Result<Option<Counting>, Stop> {
        let too_large = Stop::Size("a number is too large");
        let (mut constant, mut step) = (linear.constant, 0);
        let mut literals = Vec::with_capacity(linear.parts.len());
        for (factor, id) in &linear.parts {
            let choice = self.choices.get(*id);
            let &[one, other] = &choice[..] else { return Ok(None) };
            let of = |value: Option<i64>| value.unwrap_or(0).checked_mul(*factor).ok_or(too_large);
            let (low, high) = (of(one.0)?, of(other.0)?);
            let least = low.min(high);
            constant = constant.checked_add(least).ok_or(too_large)?;
            let width = low.max(high).checked_sub(least).ok_or(too_large)?;
            if width == 0 {
                continue;
            }
            if step == 0 {
                step = width;
            }
            if step != width {
                return Ok(None);
            }
            literals.push(if low < high { other.1 } else { one.1 });
        }
        literals.sort_unstable();
        Ok(Some(Counting { constant, step: step.max(1), literals }))
    }

    /// What is true if and only if a sum that counts is at most zero.
    pub(super) fn count_literal(&mut self, count: &Counting) -> Literal {
        // As many times the step as there is below zero.
        let room = count.constant.checked_neg().unwrap_or(i64::MAX);
        match room.div_euclid(count.step) {
            ..0 => FALSE,
            most if most >= count.literals.len() as i64 => TRUE,
            most => !self.at_least(&count.literals, most as usize + 1),
        }
    }

    /// What is true if and only if at least so many of some literals are, which are sorted.
    fn at_least(&mut self, literals: &[Literal], number: usize) -> Literal {
        if number == 1 {
            return self.clauses.or(literals.iter().copied());
        }
        if number == literals.len() && literals.windows(2).all(|pair| pair[0] != pair[1]) {
            return self.clauses.and(literals.iter().copied());
        }
        // The next power of two, so that few numbers begin a new tree.
        let is_few = literals.len() <= ALL;
        let most = if is_few { literals.len() } else { number.next_power_of_two() };
        self.counter(literals, most.min(literals.len()))[number - 1]
    }

    fn counter(&mut self, literals: &[Literal], most: usize) -> Vec<Literal> {
        let key = (literals.into(), most);
        if let Some(known) = self.counters.get(&key) {
            return known.clone();
        }
        let mut level = Vec::with_capacity(literals.len());
        for literal in literals {
            level.push(self.trees.len());
            let (literals, outputs) = (vec![*literal], vec![*literal]);
            self.trees.push(UnaryCounter { literals, halves: None, outputs });
        }
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                let &[one, other] = pair else {
                    next.extend(pair);
                    continue;
                };
                let [first, second] = [one, other].map(|it| &self.trees[it]);
                let outputs = merged(&mut self.clauses, &first.outputs, &second.outputs, most);
                let literals = [&first.literals[..], &second.literals].concat();
                next.push(self.trees.len());
                self.trees.push(UnaryCounter { literals, halves: Some((one, other)), outputs });
            }
            level = next;
        }
        let counter = level.first().map(|it| self.trees[*it].outputs.clone()).unwrap_or_default();
        self.counters.insert(key, counter.clone());
        counter
    }

    /// The choice of the number that a sum that counts is.
    pub(super) fn counted(&mut self, linear: &Linear) -> Result<Option<ChoiceId>, Stop> {
        let Some(count) = self.counting(linear)? else { return Ok(None) };
        let outputs = self.counter(&count.literals, count.literals.len());
        let mut entries = Vec::with_capacity(outputs.len() + 1);
        for number in 0..=outputs.len() {
            let low = if number == 0 { TRUE } else { outputs[number - 1] };
            let high = outputs.get(number).copied().unwrap_or(FALSE);
            let value = count.step.checked_mul(number as i64);
            let value = value.and_then(|it| it.checked_add(count.constant));
            let value = value.ok_or(Stop::Size("a number is too large"))?;
            entries.push((Some(value), self.clauses.and([low, !high])));
        }
        Ok(Some(self.choices.intern(entries)))
    }
}

/// The counter of two halves.
fn merged(
    clauses: &mut SourcedClauses,
    one: &[Literal],
    other: &[Literal],
    most: usize,
) -> Vec<Literal> {
    let total = one.len() + other.len();
    let sum: Vec<_> = (0..total.min(most)).map(|_| clauses.atom()).collect();
    for pair in sum.windows(2) {
        clauses.define(&[pair[0], !pair[1]]);
    }
    let at_least = |half: &[Literal], number: usize| match number {
        0 => Some(TRUE),
        // Beyond the end a half that was cut says nothing.
        _ => half.get(number - 1).copied(),
    };
    for first in 0..=one.len() {
        for second in 0..=other.len() {
            let number = (first + second).min(sum.len());
            if let (Some(one), Some(other), true) =
                (at_least(one, first), at_least(other, second), number > 0)
            {
                clauses.define(&[!one, !other, sum[number - 1]]);
            }
            if first + second < sum.len() {
                let more = |half: &[Literal], number| at_least(half, number + 1).unwrap_or(FALSE);
                let (one, other) = (more(one, first), more(other, second));
                clauses.define(&[one, other, !sum[first + second]]);
            }
        }
    }
    sum
}
