//! Sums of what is to be found, and literals that say that one is at most a number. Whether they do
//! is found out from the last choice to the first, or from halves to the whole: with each
//! value the literals for the rest have to settle the literal.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::adders;
use super::propagation::Propagation;
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::{Ladder, SheetClauseSource, Sources, UnaryCounter};
use crate::logic::cnf::{Cnf, Literal};

/// A number, and for each cell what each of its values adds.
#[derive(Clone, Debug, Default)]
pub(super) struct Form {
    pub constant: i128,
    pub parts: BTreeMap<usize, Vec<i128>>,
}

/// What each cell adds to a sum when it has not its first value, without a common divisor.
type Key = Vec<(usize, Vec<i128>)>;

/// Literals, each of which is true if and only if a sum is at most a number.
#[derive(Default)]
pub(super) struct Sums {
    bounds: FxHashMap<Key, Vec<(i128, Literal)>>,
}

impl Form {
    /// Adds a multiple of another.
    pub(super) fn add(&mut self, factor: i128, other: &Self) {
        self.constant += factor * other.constant;
        for (cell, weights) in &other.parts {
            let part = self.parts.entry(*cell).or_insert_with(|| vec![0; weights.len()]);
            part.iter_mut().zip(weights).for_each(|(it, more)| *it += factor * more);
        }
    }

    /// The sum as a number and a multiple of one whose parts begin with zero.
    fn primitive(&self) -> (i128, i128, Key) {
        let (mut constant, mut divisor) = (self.constant, 0);
        let mut key = Vec::new();
        for (cell, weights) in &self.parts {
            constant += weights[0];
            let weights: Vec<_> = weights.iter().map(|it| it - weights[0]).collect();
            if weights.iter().any(|it| *it != 0) {
                divisor = weights.iter().fold(divisor, |one, other| gcd(one, other.abs()));
                key.push((*cell, weights));
            }
        }
        let divisor = divisor.max(1);
        key.iter_mut().flat_map(|it| &mut it.1).for_each(|it| *it /= divisor);
        (constant, divisor, key)
    }

    /// The least and the greatest that it may be.
    pub(super) fn range(&self, known: &Propagation, sums: &Sums) -> (i128, i128) {
        let (mut least, mut most) = (self.constant, self.constant);
        for (cell, weights) in &self.parts {
            let left = known.cells[*cell].iter().zip(weights).filter(|it| !known.is_false(it.0.1));
            let left = left.map(|it| *it.1);
            least += left.clone().min().unwrap_or(0);
            most += left.max().unwrap_or(0);
        }
        if least == most || sums.bounds.is_empty() {
            return (least, most);
        }
        let (constant, divisor, mut key) = self.primitive();
        for sign in [1, -1] {
            for (bound, literal) in sums.bounds.get(&key).into_iter().flatten() {
                let (low, high) =
                    (constant + sign * divisor * (bound + 1), constant + sign * divisor * bound);
                match (known.is_true(*literal), known.is_false(*literal)) {
                    (true, _) if sign == 1 => most = most.min(high),
                    (true, _) => least = least.max(high),
                    (_, true) if sign == 1 => least = least.max(low),
                    (_, true) => most = most.min(low),
                    _ => {}
                }
            }
            key.iter_mut().flat_map(|it| &mut it.1).for_each(|it| *it = -*it);
        }
        (least, most)
    }
}

fn gcd(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl Sums {
    /// Those of which it is found out that they are right, where these clauses [are said](said_of_counters) of
    /// counters.
    pub(super) fn check(
        known: &mut Propagation,
        said: &FxHashSet<&[Literal]>,
        sources: &Sources,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut sums = Self::default();
        for ladder in &sources.ladders {
            let Some(form) = form_of(known, &ladder.parts) else { continue };
            if !climbs(known, ladder, budget)? {
                continue;
            }
            let (constant, divisor, key) = form.primitive();
            let bounds = sums.bounds.entry(key).or_default();
            for (_, bound, literal) in ladder.bounds.iter().filter(|it| it.0 == 0) {
                bounds.push(((i128::from(*bound) - constant).div_euclid(divisor), *literal));
            }
        }
        for adder in &sources.adders {
            let products: Vec<_> = adder.parts.iter().map(|it| it.0.clone()).collect();
            let Some(form) = form_of(known, &products) else { continue };
            if !adders::adds(known, adder, budget)? {
                continue;
            }
            let (constant, divisor, key) = form.primitive();
            for bound in &adder.bounds {
                if adders::compares(known, &adder.outputs, bound, budget)?
                    && let Some(literal) = bound.1.last()
                {
                    let bounds = sums.bounds.entry(key.clone()).or_default();
                    bounds.push(((i128::from(bound.0) - constant).div_euclid(divisor), *literal));
                }
            }
        }
        let mut right = Vec::with_capacity(sources.counters.len());
        for counter in &sources.counters {
            let is_right = counts(known, counter, (&sources.counters, said), &right, budget)?;
            right.push(is_right);
            let parts: Vec<_> =
                counter.literals.iter().map(|it| vec![(0, !*it), (1, *it)]).collect();
            let Some(form) = form_of(known, &parts).filter(|_| is_right) else { continue };
            let (constant, divisor, key) = form.primitive();
            let bounds = sums.bounds.entry(key).or_default();
            for (number, literal) in (0..).zip(&counter.outputs) {
                bounds.push(((number - constant).div_euclid(divisor), !*literal));
            }
        }
        Ok(sums)
    }
}

/// The clauses that define outputs of counters.
pub(super) fn said_of_counters<'c>(
    cnf: &'c Cnf,
    clauses: &[SheetClauseSource],
    counters: &[UnaryCounter],
) -> FxHashSet<&'c [Literal]> {
    let mut is_output = vec![false; cnf.atoms() as usize];
    for counter in counters.iter().filter(|it| it.halves.is_some()) {
        for output in &counter.outputs {
            if let Some(it) = is_output.get_mut(output.atom().0 as usize) {
                *it = true;
            }
        }
    }
    let meanings = cnf.clauses().zip(clauses);
    let meanings = meanings.filter(|it| *it.1 == SheetClauseSource::Meaning).map(|it| it.0);
    let highest = |clause: &[Literal]| clause.iter().map(|it| it.atom().0).max();
    meanings.filter(|it| highest(it).is_some_and(|it| is_output[it as usize])).collect()
}

/// The sum of choices that are cells, or whether cells have one of their values, or something holds.
fn form_of(known: &mut Propagation, parts: &[Vec<(i64, Literal)>]) -> Option<Form> {
    let mut form = Form::default();
    for part in parts {
        let cell = match part[..] {
            [(_, one), (_, other)] if one == !other => known.cell_for(one),
            _ => known.cell(part.first()?.1)?,
        };
        let entries = &known.cells[cell];
        let weight =
            |literal: Literal| part.iter().find(|it| it.1 == literal).map(|it| it.0.into());
        let weights = match part[..] {
            [(no, denied), (yes, chosen)] if denied == !chosen && entries.len() > 2 => {
                let is_it = |it| if chosen.is_positive() { it == chosen } else { it != denied };
                entries.iter().map(|it| if is_it(it.1) { yes } else { no }.into()).collect()
            }
            _ if part.len() != entries.len() => return None,
            _ => entries.iter().map(|it| weight(it.1)).collect::<Option<Vec<i128>>>()?,
        };
        let part = Form { constant: 0, parts: BTreeMap::from([(cell, weights)]) };
        form.add(1, &part);
    }
    Some(form)
}

/// Whether each literal of a ladder says that the sum of the choices from its level on is at most its
/// number.
fn climbs(known: &mut Propagation, ladder: &Ladder, budget: &mut Budget) -> Result<bool, Stop> {
    let mut rungs: Vec<BTreeMap<i64, Literal>> = vec![BTreeMap::new(); ladder.parts.len()];
    for (level, bound, literal) in &ladder.bounds {
        let Some(rungs) = rungs.get_mut(*level as usize) else { return Ok(false) };
        rungs.insert(*bound, *literal);
    }
    // All sums of the choices behind a level.
    let mut sums: Option<Vec<i64>> = Some(vec![0]);
    let (mut least, mut most) = (0_i64, 0_i64);
    for (level, part) in ladder.parts.iter().enumerate().rev() {
        let next = |target: i64| -> Option<Result<bool, Literal>> {
            if target < least || target >= most {
                return Some(Ok(target >= most));
            }
            let (bound, literal) = rungs.get(level + 1)?.range(..=target).next_back()?;
            let is_between = match &sums {
                Some(sums) => {
                    sums.partition_point(|it| it <= bound)
                        < sums.partition_point(|it| *it <= target)
                }
                None => *bound < target,
            };
            (!is_between).then_some(Err(*literal))
        };
        for (product, chosen) in part {
            let mark = known.mark();
            let mut is_right = true;
            if known.assume(*chosen, budget)? {
                for (bound, literal) in &rungs[level] {
                    let rest = bound.checked_sub(*product).and_then(next);
                    is_right = is_right
                        && match rest {
                            None => false,
                            Some(Ok(true)) => known.follows([*literal], budget)?,
                            Some(Ok(false)) => known.follows([!*literal], budget)?,
                            Some(Err(child)) => {
                                known.follows([!child, *literal], budget)?
                                    && known.follows([child, !*literal], budget)?
                            }
                        };
                }
            }
            known.undo(mark);
            if !is_right {
                return Ok(false);
            }
        }
        let products = part.iter().map(|it| it.0);
        let (Some(low), Some(high)) = (products.clone().min(), products.max()) else {
            return Ok(false);
        };
        let (Some(low), Some(high)) = (least.checked_add(low), most.checked_add(high)) else {
            return Ok(false);
        };
        (least, most) = (low, high);
        sums = sums.filter(|it| it.len() * part.len() <= 1 << 18).map(|sums| {
            distinct(sums.iter().flat_map(|sum| part.iter().map(move |it| sum + it.0)))
        });
    }
    Ok(true)
}

/// Numbers in order, each once.
fn distinct(numbers: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut all: Vec<_> = numbers.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether two clauses say what the outputs of a counter are where its halves count so many: at least, and at most.
fn is_told(
    halves: [&UnaryCounter; 2],
    counter: &UnaryCounter,
    numbers: [usize; 2],
    said: &FxHashSet<&[Literal]>,
) -> bool {
    // A clause whose last atom is another one defines that one.
    let is_there = |mut clause: SmallVec<[Literal; 3]>, output: Literal| {
        clause.sort_unstable();
        clause.dedup();
        clause.last().is_some_and(|it| it.atom() == output.atom()) && said.contains(&clause[..])
    };
    let both = || halves.iter().zip(numbers);
    let sum = numbers[0] + numbers[1];
    let number = sum.min(counter.outputs.len());
    let reached = both().filter(|it| it.1 > 0).map(|(half, number)| !half.outputs[number - 1]);
    let at_least = || {
        let Some(output) = number.checked_sub(1).map(|it| counter.outputs[it]) else { return true };
        is_there(reached.chain([output]).collect(), output)
    };
    let at_most = || {
        let Some(more) = counter.outputs.get(sum) else { return true };
        // Where a half was cut there may be more than it says.
        let is_exact = |(half, number): (&&UnaryCounter, usize)| {
            half.outputs.len() == half.literals.len() || number < half.outputs.len()
        };
        let beyond = both().filter_map(|(half, number)| half.outputs.get(number).copied());
        both().all(is_exact) && is_there(beyond.chain([!*more]).collect(), *more)
    };
    at_least() && at_most()
}

/// Whether the outputs of a counter say that at least 1, 2, … of its literals are true, when those of its
/// halves do.
fn counts(
    known: &mut Propagation,
    counter: &UnaryCounter,
    (all, said): (&[UnaryCounter], &FxHashSet<&[Literal]>),
    right: &[bool],
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let Some((one, other)) = counter.halves else {
        return Ok(counter.literals == counter.outputs && counter.literals.len() == 1);
    };
    if !(right.get(one) == Some(&true) && right.get(other) == Some(&true)) {
        return Ok(false);
    }
    let (one, other) = (&all[one], &all[other]);
    if [&one.literals[..], &other.literals].concat() != counter.literals {
        return Ok(false);
    }
    let is_whole = |it: &UnaryCounter| it.outputs.len() == it.literals.len();
    let total = counter.outputs.len();
    for first in 0..=one.outputs.len() {
        for second in 0..=other.outputs.len() {
            if is_told([one, other], counter, [first, second], said) {
                continue;
            }
            let mark = known.mark();
            let mut is_possible = true;
            for (half, number) in [(one, first), (other, second)] {
                if number > 0 {
                    is_possible = is_possible && known.assume(half.outputs[number - 1], budget)?;
                }
                if let Some(more) = half.outputs.get(number) {
                    is_possible = is_possible && known.assume(!*more, budget)?;
                }
            }
            // Where a half was cut there may be more than it says.
            let is_exact = [(one, first), (other, second)]
                .iter()
                .all(|(half, number)| is_whole(half) || *number < half.outputs.len());
            let number = (first + second).min(total);
            let mut is_right = true;
            if is_possible {
                is_right = number == 0 || known.follows([counter.outputs[number - 1]], budget)?;
                if let Some(more) = counter.outputs.get(first + second).filter(|_| is_right) {
                    is_right = is_exact && known.follows([!*more], budget)?;
                }
            }
            known.undo(mark);
            if !is_right {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
