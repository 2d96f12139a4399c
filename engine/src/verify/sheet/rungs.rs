//! Of two literals that say of the same sum that it is at most a number, the one with the smaller number implies
//! the other. Unit propagation alone does not see that, so that nothing that rests on it would be found out: it is
//! proved for neighbours, value by value of the first part, from what is known of the rest, and known from then on.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::propagation::Propagation;
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::Ladder;
use crate::logic::cnf::Literal;

/// A ladder and a level of it.
type Level = (usize, u32);

/// The literals of ladders, as far as it is known what they mean.
pub(super) struct Rungs<'l> {
    ladders: &'l [Ladder],
    /// By atom where it stands.
    places: FxHashMap<u32, Vec<(Level, i64, Literal)>>,
    known: FxHashMap<Level, BTreeMap<i64, Literal>>,
}

impl<'l> Rungs<'l> {
    /// None is known yet.
    pub(super) fn of(ladders: &'l [Ladder]) -> Self {
        let mut places = FxHashMap::<_, Vec<_>>::default();
        for (number, ladder) in ladders.iter().enumerate() {
            for (level, bound, literal) in &ladder.bounds {
                let place = ((number, *level), *bound, *literal);
                places.entry(literal.atom().0).or_default().push(place);
            }
        }
        // What is said of the rest comes before what is said of more.
        places.values_mut().for_each(|it| it.sort_unstable_by_key(|it| Reverse(it.0.1)));
        Self { ladders, places, known: FxHashMap::default() }
    }

    /// It is known what an atom means.
    pub(super) fn learn(
        &mut self,
        atom: u32,
        propagation: &mut Propagation,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        for (level, bound, literal) in self.places.remove(&atom).unwrap_or_default() {
            let rungs = self.known.entry(level).or_default();
            let below = rungs.range(..bound).next_back().map(|it| (*it.1, literal));
            let above = rungs.range(bound + 1..).next().map(|it| (literal, *it.1));
            rungs.insert(bound, literal);
            let part = self.ladders[level.0].parts.get(level.1 as usize);
            for (smaller, larger) in below.into_iter().chain(above) {
                let clause = [!smaller, larger];
                if !propagation.follows(clause, budget)?
                    && let Some(part) = part
                    && follows_by_value(propagation, part, clause, budget)?
                {
                    propagation.add(&clause, budget)?;
                }
            }
        }
        Ok(())
    }
}

/// Whether a clause follows whichever value a choice has.
fn follows_by_value(
    propagation: &mut Propagation,
    part: &[(i64, Literal)],
    clause: [Literal; 2],
    budget: &mut Budget,
) -> Result<bool, Stop> {
    if !propagation.follows(part.iter().map(|it| it.1), budget)? {
        return Ok(false);
    }
    for (_, chosen) in part {
        if !propagation.follows([!*chosen, clause[0], clause[1]], budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}
