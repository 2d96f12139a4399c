//! The fewest numbers of which each of some sets has one: sets that are not hit yet have something in common or each
//! takes a number of its own, which bounds how many are missing.

use smallvec::{SmallVec, smallvec};

use crate::budget::{Budget, Stop};

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberSet(SmallVec<[u64; 4]>);

impl NumberSet {
    /// Nothing, of numbers below this.
    pub fn none(below: usize) -> Self {
        Self(smallvec![0; below.div_ceil(64)])
    }

    /// These, of numbers below this.
    pub fn of(below: usize, numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::none(below);
        numbers.into_iter().for_each(|it| set.insert(it));
        set
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Takes a number out.
    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Whether a number is in it.
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// How many numbers are in it.
    pub fn count(&self) -> usize {
        self.0.iter().map(|it| it.count_ones() as usize).sum()
    }

    /// The numbers, from the least.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let next = |it: &u64| Some(it & (it - 1)).filter(|_| it.count_ones() > 1);
            let words = std::iter::successors(Some(*word).filter(|it| *it != 0), next);
            words.map(move |it| 64 * at + it.trailing_zeros() as usize)
        })
    }

    /// Whether all numbers are in another set.
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & !other).collect())
    }
}

/// Adds a set to others, smaller ones first, unless one of them is within it; those that it is within go.
pub fn add_minimal(sets: &mut Vec<NumberSet>, set: &NumberSet) {
    if sets.iter().all(|it| !it.is_within(set)) {
        sets.retain(|it| !set.is_within(it));
        let at = sets.partition_point(|it| it.count() <= set.count());
        sets.insert(at, set.clone());
    }
}

/// The fewest of so many numbers of which every set has one, if they are fewer than `below`.
///
/// # Errors
/// The limit that was reached.
pub fn fewest_hitting(
    (sets, numbers): (&[NumberSet], usize),
    below: usize,
    budget: &mut Budget,
) -> Result<Option<NumberSet>, Stop> {
    for most in 0..below {
        if let Some(found) = hitting((sets, numbers), most, budget)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// A set that is hit by its numbers in turn.
struct HittingBranch {
    rest: NumberSet,
    chosen: Option<usize>,
    /// What was barred before.
    barred: NumberSet,
}

/// At most `most` of so many numbers of which every set has one: a set that is not hit is hit by its numbers in turn, of which
/// those before the present one are barred.
///
/// # Errors
/// The limit that was reached.
pub fn hitting(
    (sets, numbers): (&[NumberSet], usize),
    most: usize,
    budget: &mut Budget,
) -> Result<Option<NumberSet>, Stop> {
    let mut open: Vec<HittingBranch> = Vec::new();
    let (mut chosen, mut barred) = (NumberSet::none(numbers), NumberSet::none(numbers));
    loop {
        budget.spend(sets.len() as u64 / 32 + 1)?;
        match smallest_open(sets, &chosen, &barred) {
            None => return Ok(Some(chosen)),
            Some((rest, missing)) if open.len() + missing <= most => {
                open.push(HittingBranch { rest, chosen: None, barred: barred.clone() });
            }
            Some(_) => {}
        }
        loop {
            let Some(branch) = open.last_mut() else { return Ok(None) };
            if let Some(number) = branch.chosen.take() {
                chosen.remove(number);
                barred.insert(number);
            }
            let next = branch.rest.iter().next();
            if let Some(number) = next {
                branch.rest.remove(number);
                branch.chosen = next;
                chosen.insert(number);
                break;
            }
            barred = branch.barred.clone();
            open.pop();
        }
    }
}

/// What is not barred of the set with the fewest such numbers that is not hit, and how many numbers are missing at least.
fn smallest_open(
    sets: &[NumberSet],
    chosen: &NumberSet,
    barred: &NumberSet,
) -> Option<(NumberSet, usize)> {
    let mut smallest: Option<(NumberSet, usize)> = None;
    let mut taken = NumberSet(smallvec![0; chosen.0.len()]);
    let mut missing = 0;
    for set in sets.iter().filter(|it| !it.meets(chosen)) {
        let rest = set.without(barred);
        let count = rest.count();
        if !rest.meets(&taken) {
            taken.0.iter_mut().zip(&rest.0).for_each(|(taken, it)| *taken |= it);
            missing += 1;
        }
        if smallest.as_ref().is_none_or(|it| count < it.1) {
            smallest = Some((rest, count));
        }
    }
    smallest.map(|it| (it.0, missing))
}
