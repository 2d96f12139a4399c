//! The rules that make clauses of clauses: ordered resolution with selection and factoring (L. Bachmair
//! and H. Ganzinger, *Resolution theorem proving*, 2001), and for equations superposition, equality
//! resolution and equality factoring (the same, *Rewrite-based equational theorem proving*, 1994).

use std::cmp::Ordering;

use super::clause::{
    ClauseId, ClauseOrigin, FirstOrderClause, FirstOrderLiteral, eligible, substitution,
};
use super::index::{IndexedTerm, sides, terms_of};
use super::saturate::Saturation;
use super::split::without;
use super::term::SharedTerm;
use super::unify::VariableSide;
use crate::evidence::refutation::InferenceRule;

impl Saturation {
    /// All that follows from a clause alone and together with the active ones, by one rule.
    pub(super) fn combine(&mut self, given: ClauseId) {
        let literals = self.clauses[given as usize].literals.clone();
        let (eligible, is_selected) =
            eligible(&self.bank, &self.order, self.strategy.selection, &literals);
        let mut found = Vec::new();
        for &at in &eligible {
            let literal = literals[at];
            if literal.right.is_none() {
                let partners = self.index.atoms(&self.bank, literal.left, !literal.is_positive);
                for partner in partners {
                    let partner = (partner.clause, partner.literal as usize);
                    found.extend(self.resolve((given, at), partner));
                }
                found.extend(self.chain(given, at));
            } else if literal.is_positive && !is_selected {
                for equation in sides(&self.bank, &self.order, given, at, literal) {
                    let side = if equation.is_flipped { literal.flipped() } else { literal };
                    for place in self.index.places(&self.bank, side.left) {
                        found.extend(self.replace(equation, place));
                    }
                }
            }
            if literal.right.is_some() && !literal.is_positive {
                found.extend(self.deny_difference(given, at));
            }
            for side in sides(&self.bank, &self.order, given, at, literal) {
                let root = if side.is_flipped { literal.flipped() } else { literal }.left;
                let mut terms = Vec::new();
                terms_of(&self.bank, root, |at, term| {
                    terms.push((IndexedTerm { at, ..side }, term));
                });
                for (place, term) in terms {
                    for equation in self.index.equations(&self.bank, term) {
                        // With itself it was done above.
                        if equation.clause != given {
                            found.extend(self.replace(equation, place));
                        }
                    }
                }
            }
            if literal.is_positive && !is_selected {
                found.extend(self.factor(given, at));
            }
        }
        found.extend(self.extend(given));
        found.reverse();
        self.derived = found;
    }

    /// The literal of a place, which is in its left side.
    fn literal_at(&self, place: IndexedTerm) -> FirstOrderLiteral {
        let literal = self.literal((place.clause, place.literal as usize));
        if place.is_flipped { literal.flipped() } else { literal }
    }

    fn literal(&self, (clause, at): (ClauseId, usize)) -> FirstOrderLiteral {
        self.clauses[clause as usize].literals[at]
    }

    /// The instances of a clause's literals but one.
    pub(super) fn others(
        &mut self,
        clause: ClauseId,
        without: usize,
        side: VariableSide,
    ) -> Vec<FirstOrderLiteral> {
        let literals = self.clauses[clause as usize].literals.iter().enumerate();
        let others = literals.filter(|(at, _)| *at != without);
        let (bank, bindings) = (&mut self.bank, &mut self.bindings);
        others.map(|(_, it)| it.map(|term| bindings.apply(bank, term, side))).collect()
    }

    pub(super) fn finish(
        &mut self,
        literals: Vec<FirstOrderLiteral>,
        rule: InferenceRule,
        parents: &[(ClauseId, VariableSide)],
    ) -> FirstOrderClause {
        let parents = parents.iter().map(|&(parent, side)| {
            let variables = self.clauses[parent as usize].variables.clone();
            (parent, substitution(&mut self.bank, &mut self.bindings, &variables, side))
        });
        let parents: Vec<_> = parents.collect();
        let is_from_goal = parents.iter().any(|it| self.clauses[it.0 as usize].is_from_goal);
        let clause = FirstOrderClause::new(
            &mut self.bank,
            literals,
            ClauseOrigin { rule, parents },
            is_from_goal,
        );
        self.bindings.clear();
        clause
    }

    /// Resolution upon an atom and its denial.
    fn resolve(
        &mut self,
        one: (ClauseId, usize),
        other: (ClauseId, usize),
    ) -> Option<FirstOrderClause> {
        self.bindings.clear();
        let (left, right) = (self.literal(one).left, self.literal(other).left);
        if !self.bindings.unify(
            &self.bank,
            (left, VariableSide::Left),
            (right, VariableSide::Right),
        ) {
            self.bindings.clear();
            return None;
        }
        let mut literals = self.others(one.0, one.1, VariableSide::Left);
        literals.extend(self.others(other.0, other.1, VariableSide::Right));
        let parents = [(one.0, VariableSide::Left), (other.0, VariableSide::Right)];
        Some(self.finish(literals, InferenceRule::Resolution, &parents))
    }

    /// Replaces a term by what an equation says it equals.
    fn replace(&mut self, equation: IndexedTerm, place: IndexedTerm) -> Option<FirstOrderClause> {
        let by = self.literal_at(equation);
        let (left, right) = (by.left, by.right?);
        let into = self.literal_at(place);
        let term = self.bank.part(into.left, place.at);
        self.bindings.clear();
        let is_unified = self.bindings.unify(
            &self.bank,
            (left, VariableSide::Left),
            (term, VariableSide::Right),
        );
        if !is_unified {
            self.bindings.clear();
            return None;
        }
        let (bank, bindings) = (&mut self.bank, &mut self.bindings);
        let from = bindings.apply(bank, left, VariableSide::Left);
        let to = bindings.apply(bank, right, VariableSide::Left);
        if !equation.is_oriented && is_not_greater(self.order.compare(bank, from, to))
            || self.is_composite(from, [equation.clause, place.clause])
        {
            self.bindings.clear();
            return None;
        }
        let (bank, bindings) = (&mut self.bank, &mut self.bindings);
        let right = into.right.map(|term| bindings.apply(bank, term, VariableSide::Right));
        if let Some(right) = right.filter(|_| !place.is_oriented) {
            let left = bindings.apply(bank, into.left, VariableSide::Right);
            if is_not_greater(self.order.compare(bank, left, right)) {
                self.bindings.clear();
                return None;
            }
        }
        let changed = bank.replaced(into.left, place.at, to, &mut |bank, term| {
            bindings.apply(bank, term, VariableSide::Right)
        });
        let changed = FirstOrderLiteral { left: changed, right, ..into };
        let mut literals = vec![changed];
        literals.extend(self.others(
            equation.clause,
            equation.literal as usize,
            VariableSide::Left,
        ));
        literals.extend(self.others(place.clause, place.literal as usize, VariableSide::Right));
        let parents = [(equation.clause, VariableSide::Left), (place.clause, VariableSide::Right)];
        Some(self.finish(literals, InferenceRule::Superposition, &parents))
    }

    /// Whether a part of a term that an equation of these clauses would replace is made less by active equations. Then the
    /// equation is not needed for it: what it says follows from less (composite critical pairs: D. Kapur, D. Musser
    /// and P. Narendran, *Only prime superpositions need be considered in the Knuth-Bendix completion procedure*, 1988).
    fn is_composite(&mut self, term: SharedTerm, parents: [ClauseId; 2]) -> bool {
        // What the unifier bound is still needed.
        std::mem::swap(&mut self.bindings, &mut self.other_bindings);
        let mut uses = Vec::new();
        let is = self.is_reducible_below(term, &mut uses);
        std::mem::swap(&mut self.bindings, &mut self.other_bindings);
        is && {
            let used = self.names_of(uses.iter().map(|it| it.0));
            without(&used, &self.names_of(parents.into_iter())).is_empty()
        }
    }

    /// Makes the two sides of a denied equation the same.
    fn deny_difference(&mut self, given: ClauseId, at: usize) -> Option<FirstOrderClause> {
        let literal = self.literal((given, at));
        self.bindings.clear();
        let (left, right) = (literal.left, literal.right?);
        if !self.bindings.unify(&self.bank, (left, VariableSide::Left), (right, VariableSide::Left))
        {
            self.bindings.clear();
            return None;
        }
        let literals = self.others(given, at, VariableSide::Left);
        Some(self.finish(
            literals,
            InferenceRule::EqualityResolution,
            &[(given, VariableSide::Left)],
        ))
    }

    /// Makes a positive literal the same as another one.
    fn factor(&mut self, given: ClauseId, at: usize) -> Vec<FirstOrderClause> {
        let literals = self.clauses[given as usize].literals.clone();
        let this = literals[at];
        let mut found = Vec::new();
        for (other, that) in literals.iter().enumerate() {
            if other == at || !that.is_positive || that.right.is_some() != this.right.is_some() {
                continue;
            }
            if this.right.is_none() {
                self.bindings.clear();
                let (one, two) = ((this.left, VariableSide::Left), (that.left, VariableSide::Left));
                if self.bindings.unify(&self.bank, one, two) {
                    let literals = self.others(given, other, VariableSide::Left);
                    found.push(self.finish(
                        literals,
                        InferenceRule::Factoring,
                        &[(given, VariableSide::Left)],
                    ));
                }
                continue;
            }
            for (this, that) in [
                (this, *that),
                (this.flipped(), *that),
                (this, that.flipped()),
                (this.flipped(), that.flipped()),
            ] {
                found.extend(self.factor_equations(given, at, this, that));
            }
        }
        self.bindings.clear();
        found
    }

    /// From `s = t or u = v` with `s` and `u` made the same: `t != v or u = v`.
    fn factor_equations(
        &mut self,
        given: ClauseId,
        at: usize,
        this: FirstOrderLiteral,
        that: FirstOrderLiteral,
    ) -> Option<FirstOrderClause> {
        let (right, other) = (this.right?, that.right?);
        if self.order.compare(&self.bank, this.left, right) == Some(Ordering::Less) {
            return None;
        }
        self.bindings.clear();
        let (one, two) = ((this.left, VariableSide::Left), (that.left, VariableSide::Left));
        if !self.bindings.unify(&self.bank, one, two) {
            return None;
        }
        let mut literals = self.others(given, at, VariableSide::Left);
        let differ = FirstOrderLiteral { is_positive: false, left: right, right: Some(other) };
        let (bank, bindings) = (&mut self.bank, &mut self.bindings);
        literals.push(differ.map(|term| bindings.apply(bank, term, VariableSide::Left)));
        Some(self.finish(
            literals,
            InferenceRule::EqualityFactoring,
            &[(given, VariableSide::Left)],
        ))
    }
}

fn is_not_greater(order: Option<Ordering>) -> bool {
    matches!(order, Some(Ordering::Less | Ordering::Equal))
}
