//! How many of some conditions hold, written out by which of them: where those that may hold are few sets, each of these
//! and nothing else; at least so many do where all of one of the sets of that size do.

use super::ground::{Condition, GroundNumber};
use crate::logic::sheet::Comparison;

/// That so many of some conditions hold, at least and at most.
pub(super) struct CountedConditions<'c> {
    pub parts: &'c [Condition],
    pub least: usize,
    pub most: usize,
}

/// Sets of conditions by their numbers.
pub(super) enum CountedSets {
    /// All of one set hold, and no others.
    Exactly(Vec<Vec<usize>>),
    /// All of one of the first sets hold, and all of none of the others. No sets say nothing.
    Bounds([Vec<Vec<usize>>; 2]),
}

impl<'c> CountedConditions<'c> {
    /// What a comparison of a count with a number says.
    pub(super) fn of(
        comparison: Comparison,
        (one, other): &'c (GroundNumber, GroundNumber),
    ) -> Option<Self> {
        let (parts, number, is_first) = match (one, other) {
            (GroundNumber::Count(parts), GroundNumber::Constant(Some(it))) => (parts, *it, true),
            (GroundNumber::Constant(Some(it)), GroundNumber::Count(parts)) => (parts, *it, false),
            _ => return None,
        };
        let all = i64::try_from(parts.len()).ok()?;
        let (least, most) = match (comparison, is_first) {
            (Comparison::Equal, _) => (number, number),
            (Comparison::AtMost, true) => (0, number),
            (Comparison::AtMost, false) => (number, all),
            (Comparison::Less, true) => (0, number.checked_sub(1)?),
            (Comparison::Less, false) => (number.checked_add(1)?, all),
        };
        // What cannot be is left to whoever tries all values.
        let (least, most) = (least.max(0), most.min(all));
        let range = (least <= most).then_some((least, most))?;
        Some(Self { parts, least: range.0 as usize, most: range.1 as usize })
    }

    /// Which of them hold; `None` when it takes more than so many to say it.
    pub(super) fn sets(&self, limit: usize) -> Option<CountedSets> {
        let (count, least, beyond) = (self.parts.len(), self.least, self.most + 1);
        let size = |sets: usize, each: usize| sets.checked_mul(each);
        let sizes = least..=self.most;
        let exactly = sizes
            .clone()
            .try_fold(0_usize, |sum, it| sum.checked_add(size(subsets(count, it)?, count)?));
        let bounds = [least, beyond]
            .into_iter()
            .try_fold(0_usize, |sum, it| sum.checked_add(size(subsets(count, it)?, it)?));
        match (exactly, bounds) {
            (Some(exactly), _) if exactly <= limit && bounds.is_none_or(|it| exactly / 2 <= it) => {
                Some(CountedSets::Exactly(sizes.flat_map(|it| all_subsets(count, it)).collect()))
            }
            (_, Some(bounds)) if bounds <= limit => {
                let made = |it: usize| if it == 0 { Vec::new() } else { all_subsets(count, it) };
                Some(CountedSets::Bounds([made(least), made(beyond)]))
            }
            _ => None,
        }
    }
}

/// How many sets of a size there are.
fn subsets(count: usize, size: usize) -> Option<usize> {
    if size > count {
        return Some(0);
    }
    // Of the sets and of what they leave there are as many.
    let size = size.min(count - size);
    (0..size).try_fold(1_usize, |sets, it| Some(sets.checked_mul(count - it)? / (it + 1)))
}

/// All sets of a size, their members ascending.
fn all_subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut sets = Vec::new();
    if size > count {
        return sets;
    }
    let mut set: Vec<usize> = (0..size).collect();
    loop {
        sets.push(set.clone());
        // The last member that can move up does, and those behind it follow.
        let Some(at) = (0..size).rfind(|at| set[*at] < count - size + at) else {
            return sets;
        };
        let first = set[at] + 1;
        set[at..].iter_mut().zip(first..).for_each(|(it, next)| *it = next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_sets_as_said() {
        for count in 0..7 {
            for size in 0..9 {
                let sets = all_subsets(count, size);
                assert_eq!(subsets(count, size), Some(sets.len()), "{size} of {count}");
                assert!(sets.is_sorted_by(|one, other| one < other));
                assert!(sets.iter().all(|it| it.is_sorted_by(|one, other| one < other)));
            }
        }
        assert_eq!((subsets(200, 100), subsets(200, 199)), (None, Some(200)));
    }

    /// What sets say where the conditions with these numbers hold.
    fn says(sets: &CountedSets, holding: &[usize]) -> bool {
        let all = |set: &Vec<usize>| set.iter().all(|it| holding.contains(it));
        match sets {
            CountedSets::Exactly(sets) => sets.iter().any(|it| it == holding),
            CountedSets::Bounds([least, beyond]) => {
                (least.is_empty() || least.iter().any(all)) && !beyond.iter().any(all)
            }
        }
    }

    #[test]
    fn sets_say_what_the_comparison_does() {
        let comparisons = [Comparison::Equal, Comparison::Less, Comparison::AtMost];
        let mut kinds = [0, 0];
        for count in 0..6_usize {
            for (comparison, number, is_first) in comparisons.iter().flat_map(|it| {
                (-1..8).flat_map(move |number| [(*it, number, true), (*it, number, false)])
            }) {
                let counted = GroundNumber::Count(vec![Condition::Truth(true); count].into());
                let number_side = GroundNumber::Constant(Some(number));
                let sides = if is_first { (counted, number_side) } else { (number_side, counted) };
                let sets = CountedConditions::of(comparison, &sides).and_then(|it| it.sets(1000));
                let Some(sets) = sets else { continue };
                kinds[usize::from(matches!(sets, CountedSets::Exactly(_)))] += 1;
                for bits in 0..1 << count {
                    let holding: Vec<_> = (0..count).filter(|it| bits >> it & 1 == 1).collect();
                    let (mut one, mut other) = (holding.len() as i64, number);
                    if !is_first {
                        (one, other) = (other, one);
                    }
                    let expected = match comparison {
                        Comparison::Equal => one == other,
                        Comparison::Less => one < other,
                        Comparison::AtMost => one <= other,
                    };
                    assert_eq!(says(&sets, &holding), expected, "{comparison:?} {sides:?}");
                }
            }
        }
        assert!(kinds.iter().all(|it| *it > 20), "{kinds:?}");
    }
}
