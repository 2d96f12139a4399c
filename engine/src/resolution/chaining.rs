//! Chains of a transitive relation (L. Bachmair and H. Ganzinger, *Ordered chaining calculi for first-order theories of
//! transitive relations*, Journal of the ACM 45, 1998): from `R(s, t)` and `R(t, u)` follows `R(s, u)`, and from `R(s, t)`
//! and the denial of `R(s, u)` that of `R(t, u)`. This takes the place of the clause that says that `R` is transitive, from
//! which any two steps follow in any order. Links that are variables, or less than an end, are left out; what is found is a
//! proof all the same, but that nothing follows shows nothing.

mod steps;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::clause::{ClauseId, FirstOrderLiteral};
use super::term::{Bank, TermHead, TermSymbol};

/// The clause that says that a relation is transitive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transitivity {
    pub clause: ClauseId,
    /// The numbers of its variables: the beginning of a chain, its middle, and its end.
    pub variables: [u32; 3],
}

/// The transitive relations of a search.
#[derive(Debug, Default)]
pub(super) struct TransitiveRelations(FxHashMap<TermSymbol, Transitivity>);

impl TransitiveRelations {
    /// The clause that says so of a relation.
    pub(super) fn law(&self, relation: TermSymbol) -> Option<Transitivity> {
        self.0.get(&relation).copied()
    }

    /// Adds a relation.
    pub(super) fn add(&mut self, relation: TermSymbol, law: Transitivity) {
        self.0.insert(relation, law);
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The relation that a clause says to be transitive, and the numbers of the variables.
pub(super) fn transitivity(
    bank: &Bank,
    literals: &[FirstOrderLiteral],
) -> Option<(TermSymbol, [u32; 3])> {
    let [stated] = literals.iter().filter(|it| it.is_positive).collect::<Vec<_>>()[..] else {
        return None;
    };
    let steps: SmallVec<[_; 2]> = literals.iter().filter(|it| !it.is_positive).collect();
    let TermHead::Symbol(relation) = bank.head(stated.left) else { return None };
    let ends = |it: &FirstOrderLiteral| match *bank.arguments(it.left) {
        [one, other] if bank.head(it.left) == bank.head(stated.left) && it.right.is_none() => {
            Some((bank.as_variable(one)?, bank.as_variable(other)?))
        }
        _ => None,
    };
    let [one, two] = steps[..] else { return None };
    let (start, end) = ends(stated)?;
    let (first, second) = (ends(one)?, ends(two)?);
    let (first, second) = if first.0 == start { (first, second) } else { (second, first) };
    let is = first == (start, second.0) && second.1 == end;
    let middle = first.1;
    (is && start != middle && middle != end && start != end)
        .then_some((relation, [start, middle, end]))
}
