//! The chains of a search: which steps make one, and what follows.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::{Transitivity, transitivity};
use crate::evidence::refutation::InferenceRule;
use crate::resolution::ATOM;
use crate::resolution::clause::{ClauseId, FirstOrderClause, FirstOrderLiteral};
use crate::resolution::saturate::Saturation;
use crate::resolution::term::{SharedTerm, TermHead};
use crate::resolution::unify::VariableSide;

/// Two steps that share a term: which argument of the one is which of the other, and whether the other one is stated.
struct Link {
    own: usize,
    other: usize,
    is_positive: bool,
}

impl Saturation {
    /// Keeps a clause for chains that says that a relation is transitive; whether it is one.
    pub(in crate::resolution) fn chains_by(&mut self, clause: &FirstOrderClause) -> bool {
        let Some((relation, variables)) = transitivity(&self.bank, &clause.literals) else {
            return false;
        };
        if self.strategy.chains && self.transitive.law(relation).is_none() {
            let clause = self.store(clause.clone());
            self.transitive.add(relation, Transitivity { clause, variables });
        }
        self.strategy.chains
    }

    /// The chains that a step makes with the active ones.
    pub(in crate::resolution) fn chain(
        &mut self,
        given: ClauseId,
        at: usize,
    ) -> Vec<FirstOrderClause> {
        let literal = self.clauses[given as usize].literals[at];
        let TermHead::Symbol(relation) = self.bank.head(literal.left) else { return Vec::new() };
        let Some(law) = self.transitive.law(relation) else { return Vec::new() };
        let ends: SmallVec<[SharedTerm; 2]> = self.bank.arguments(literal.left).into();
        let free = self.bank.span(literal.left);
        let link = |own, other, is_positive| Link { own, other, is_positive };
        let links = if literal.is_positive {
            vec![link(1, 0, true), link(0, 1, true), link(0, 0, false), link(1, 1, false)]
        } else {
            vec![link(0, 0, true), link(1, 1, true)]
        };
        let mut found = Vec::new();
        for link in links {
            if self.bank.as_variable(ends[link.own]).is_some() {
                continue;
            }
            let sort = self.bank.sort(ends[link.own]);
            let mut pattern = [self.bank.variable(free, sort); 2];
            pattern[link.other] = ends[link.own];
            let pattern = self.bank.apply(relation, ATOM, &pattern);
            for partner in self.index.atoms(&self.bank, pattern, link.is_positive) {
                let partner = (partner.clause, partner.literal as usize);
                found.extend(self.chained(law, (given, at), partner, &link));
            }
        }
        found
    }

    fn chained(
        &mut self,
        law: Transitivity,
        given: (ClauseId, usize),
        partner: (ClauseId, usize),
        link: &Link,
    ) -> Option<FirstOrderClause> {
        let atom = |it: (ClauseId, usize)| self.clauses[it.0 as usize].literals[it.1];
        let (one, two) = (atom(given), atom(partner));
        let argument = |it: FirstOrderLiteral, at: usize| self.bank.arguments(it.left)[at];
        let (own, other) = (argument(one, link.own), argument(two, link.other));
        let (from, to) = (argument(one, 1 - link.own), argument(two, 1 - link.other));
        self.bindings.clear();
        let (left, right) = (VariableSide::Left, VariableSide::Right);
        let fits = self.bank.as_variable(other).is_none()
            && self.bindings.unify(&self.bank, (own, left), (other, right));
        let (bank, bindings) = (&mut self.bank, &mut self.bindings);
        let mut put = |it, side| bindings.apply(bank, it, side);
        let terms = fits.then(|| (put(own, left), put(from, left), put(to, right)));
        let order = &self.order;
        let is_less = |end, middle| {
            !matches!(
                order.compare(&self.bank, middle, end),
                Some(Ordering::Less | Ordering::Equal)
            )
        };
        let Some((middle, from, to)) =
            terms.filter(|it| is_less(it.1, it.0) && is_less(it.2, it.0))
        else {
            self.bindings.clear();
            return None;
        };
        let is_positive = one.is_positive && two.is_positive;
        // Beginning, middle and end of what the law says, and what follows.
        let (chain, ends) = match (is_positive, link.own, one.is_positive) {
            (true, 1, _) => ([from, middle, to], [from, to]),
            (true, ..) => ([to, middle, from], [to, from]),
            // Two steps from the same beginning, of which the longer one is denied.
            (false, 0, true) => ([middle, from, to], [from, to]),
            (false, 0, false) => ([middle, to, from], [to, from]),
            (false, _, true) => ([to, from, middle], [to, from]),
            (false, _, false) => ([from, to, middle], [from, to]),
        };
        let TermHead::Symbol(relation) = self.bank.head(one.left) else { return None };
        let left_side = self.bank.apply(relation, ATOM, &ends);
        let mut literals = vec![FirstOrderLiteral { is_positive, left: left_side, right: None }];
        literals.extend(self.others(given.0, given.1, left));
        literals.extend(self.others(partner.0, partner.1, right));
        let parents = [(given.0, left), (partner.0, right)];
        let mut clause = self.finish(literals, InferenceRule::Chaining, &parents);
        let mut values = self.clauses[law.clause as usize].variables.clone();
        for (variable, term) in law.variables.into_iter().zip(chain) {
            values[variable as usize] = term;
        }
        clause.origin.parents.insert(0, (law.clause, values.into()));
        Some(clause)
    }
}
