//! Extensionality resolution (A. Gupta, L. Kovács, B. Kragl and A. Voronkov, *Extensional crisis and proving identity*,
//! ATVA 2014). A clause that says when two things are the same, as sets with the same members are, is used for the sides
//! of a denied equation: `x = y or C` and `s != t or D` make `C or D` of `s` and `t`. By the ordering alone it would not be,
//! since two variables are the least that a clause has. That clause has to name a thing that tells the two apart; one that
//! says of an order that no two things are each less than the other would be used as often and is of less use.

use std::collections::{BTreeMap, BTreeSet};

use super::clause::{ClauseId, FirstOrderClause, FirstOrderLiteral, eligible};
use super::index::terms_of;
use super::saturate::Saturation;
use super::term::Bank;
use super::unify::VariableSide;
use crate::evidence::refutation::InferenceRule;

/// What of the active clauses takes part.
#[derive(Debug, Default)]
pub(super) struct Extensionality {
    /// Those that say when two things are the same, with the place of the equation.
    clauses: BTreeMap<ClauseId, usize>,
    /// The denied equations that rules may be applied to.
    denials: BTreeSet<(ClauseId, usize)>,
}

impl Saturation {
    /// Notes what an active clause has for this rule.
    pub(super) fn note_extensional(&mut self, id: ClauseId) {
        let literals = &self.clauses[id as usize].literals;
        if !self.strategy.resolves_extensionality {
            return;
        }
        if let Some(at) = sameness(&self.bank, literals) {
            self.extensionality.clauses.insert(id, at);
        }
        let is_denial = |it: &FirstOrderLiteral| {
            let is_variable = |term| self.bank.as_variable(term).is_some();
            !it.is_positive && it.right.is_some() && !it.terms().all(is_variable)
        };
        if literals.iter().any(is_denial) {
            let places =
                eligible(&self.bank, &self.order, self.strategy.selection, literals).0.into_iter();
            let places = places.filter(|at| is_denial(&literals[*at])).map(|at| (id, at));
            self.extensionality.denials.extend(places);
        }
    }

    /// Forgets a clause that is no longer active.
    pub(super) fn forget_extensional(&mut self, id: ClauseId) {
        self.extensionality.clauses.remove(&id);
        self.extensionality.denials.retain(|it| it.0 != id);
    }

    /// What follows from a clause and the active ones by this rule.
    pub(super) fn extend(&mut self, given: ClauseId) -> Vec<FirstOrderClause> {
        let Extensionality { clauses, denials } = &self.extensionality;
        let own = denials.range((given, 0)..=(given, usize::MAX));
        let mut pairs: Vec<_> =
            own.flat_map(|denial| clauses.iter().map(|it| ((*it.0, *it.1), *denial))).collect();
        if let Some(at) = clauses.get(&given) {
            let others = denials.iter().filter(|it| it.0 != given);
            pairs.extend(others.map(|denial| ((given, *at), *denial)));
        }
        let mut found = Vec::new();
        for (clause, denial) in pairs {
            found
                .extend([false, true].map(|is_flipped| self.told_same(clause, denial, is_flipped)));
        }
        found
    }

    /// What remains to be shown for a denied equation, and its own others.
    fn told_same(
        &mut self,
        (clause, at): (ClauseId, usize),
        denial: (ClauseId, usize),
        is_flipped: bool,
    ) -> FirstOrderClause {
        let same = self.clauses[clause as usize].literals[at];
        let denied = self.clauses[denial.0 as usize].literals[denial.1];
        let denied = if is_flipped { denied.flipped() } else { denied };
        self.bindings.clear();
        for (variable, term) in same.terms().zip(denied.terms()) {
            // Nothing is bound yet, so that they always become the same.
            let (one, other) = ((variable, VariableSide::Left), (term, VariableSide::Right));
            self.bindings.unify(&self.bank, one, other);
        }
        let mut literals = self.others(clause, at, VariableSide::Left);
        literals.extend(self.others(denial.0, denial.1, VariableSide::Right));
        let parents = [(clause, VariableSide::Left), (denial.0, VariableSide::Right)];
        self.finish(literals, InferenceRule::Resolution, &parents)
    }
}

/// The place of the only equation that a clause states, if that is one of two variables and there is a term of both.
fn sameness(bank: &Bank, literals: &[FirstOrderLiteral]) -> Option<usize> {
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
