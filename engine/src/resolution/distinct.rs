//! Constants that are all different. There are too many pairs of them to say so by clauses: an equation of
//! two is false where it stands, and its denial true (S. Schulz and M. P. Bonacina, *On handling distinct
//! objects in the superposition calculus*, 2005).

use rustc_hash::FxHashMap;

use super::term::{Bank, SharedTerm, TermHead, TermSymbol};
use crate::evidence::refutation::SortNumber;

/// Constants that are different, of each sort one set: what equals one of them then becomes it, and two of
/// them meet in an equation before they could both become another one's.
#[derive(Clone, Debug, Default)]
pub struct Distinct {
    sets: Vec<(SortNumber, Vec<TermSymbol>)>,
    /// The sort of each constant.
    of: FxHashMap<TermSymbol, SortNumber>,
}

impl Distinct {
    /// Adds the set of a sort.
    pub fn add(&mut self, sort: SortNumber, constants: Vec<TermSymbol>) {
        self.of.extend(constants.iter().map(|it| (*it, sort)));
        self.sets.push((sort, constants));
    }

    /// Whether there is a set of a sort.
    pub fn has(&self, sort: SortNumber) -> bool {
        self.sets.iter().any(|it| it.0 == sort)
    }

    /// The sets and their sorts.
    pub fn sets(&self) -> &[(SortNumber, Vec<TermSymbol>)] {
        &self.sets
    }

    /// Whether a constant is in a set.
    pub fn contains(&self, constant: TermSymbol) -> bool {
        self.of.contains_key(&constant)
    }

    /// Whether two terms are different constants.
    pub fn differ(&self, bank: &Bank, one: SharedTerm, other: SharedTerm) -> bool {
        let sort = |term: SharedTerm| match bank.head(term) {
            TermHead::Symbol(symbol) => self.of.get(&symbol),
            TermHead::Variable(_) => None,
        };
        one != other && sort(one).is_some_and(|it| sort(other) == Some(it))
    }
}
