//! The rule on the clauses of a search: which of them take part, and what follows.

use super::{Extensionality, sameness};
use crate::evidence::refutation::InferenceRule;
use crate::resolution::clause::{ClauseId, FirstOrderClause, FirstOrderLiteral, eligible};
use crate::resolution::saturate::Saturation;
use crate::resolution::unify::VariableSide;

impl Saturation {
    /// Notes what an active clause has for this rule.
    pub(in crate::resolution) fn note_extensional(&mut self, id: ClauseId) {
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
    pub(in crate::resolution) fn forget_extensional(&mut self, id: ClauseId) {
        self.extensionality.clauses.remove(&id);
        self.extensionality.denials.retain(|it| it.0 != id);
    }

    /// What follows from a clause and the active ones by this rule.
    pub(in crate::resolution) fn extend(&mut self, given: ClauseId) -> Vec<FirstOrderClause> {
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
