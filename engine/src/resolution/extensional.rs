//! Extensionality resolution (A. Gupta, L. Kovács, B. Kragl and A. Voronkov, *Extensional crisis and proving identity*,
//! ATVA 2014). A clause that says when two things are the same, as sets with the same members are, is used for the sides
//! of a denied equation: `x = y or C` and `s != t or D` make `C or D` of `s` and `t`. By the ordering alone it would not be,
//! since two variables are the least that a clause has. That clause has to name a thing that tells the two apart; one that
//! says of an order that no two things are each less than the other would be used as often and is of less use.

mod resolve;

use std::collections::{BTreeMap, BTreeSet};

use super::clause::{ClauseId, FirstOrderLiteral};
use super::index::terms_of;
use super::term::Bank;

/// What of the active clauses takes part.
#[derive(Debug, Default)]
pub(super) struct Extensionality {
    /// Those that say when two things are the same, with the place of the equation.
    pub clauses: BTreeMap<ClauseId, usize>,
    /// The denied equations that rules may be applied to.
    pub denials: BTreeSet<(ClauseId, usize)>,
}

/// The place of the only equation that a clause states, if that is one of two variables and there is a term of both.
pub(super) fn sameness(bank: &Bank, literals: &[FirstOrderLiteral]) -> Option<usize> {
    let mut equations =
        (0..literals.len()).filter(|at| literals[*at].is_positive && literals[*at].right.is_some());
    let (Some(at), None) = (equations.next(), equations.next()) else { return None };
    let sides: Option<Vec<u32>> = literals[at].terms().map(|it| bank.as_variable(it)).collect();
    let sides = sides?;
    let mut tells_apart = false;
    for side in literals.iter().flat_map(|it| it.terms()) {
        terms_of(bank, side, |_, term| {
            let mut missing = sides.clone();
            bank.variables(term, &mut |it| missing.retain(|that| *that != it));
            tells_apart |= missing.is_empty();
        });
    }
    tells_apart.then_some(at)
}
