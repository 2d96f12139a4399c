//! What the search does with constants that are all different: a clause that says so of two of them comes
//! to be when a proof rests on it, and for constants that an equation of a variable makes the same.

use super::clause::{ClauseId, ClauseOrigin, FirstOrderClause, FirstOrderLiteral, eligible};
use super::saturate::Saturation;
use super::term::{Bank, SharedTerm, TermHead, TermSymbol};
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{InferenceRule, SIGNATURE, SortNumber};

impl Saturation {
    /// Whether a literal is about two different constants.
    pub(super) fn is_of_different(&self, literal: FirstOrderLiteral) -> bool {
        literal.right.is_some_and(|it| self.distinct.differ(&self.bank, literal.left, it))
    }

    /// The clause that two constants are different.
    pub(super) fn difference(&mut self, one: SharedTerm, other: SharedTerm) -> ClauseId {
        let pair = (one.min(other), one.max(other));
        if let Some(known) = self.differences.get(&pair) {
            return *known;
        }
        let clause = difference(&mut self.bank, pair.0, pair.1);
        let id = self.clauses.len() as ClauseId;
        self.clauses.push(clause);
        self.differences.insert(pair, id);
        id
    }

    /// Says by clauses that constants are different which an equation of a variable makes the same.
    pub(super) fn tell_apart(&mut self, given: ClauseId, budget: &mut Budget) -> Result<(), Stop> {
        if self.distinct.sets().is_empty() {
            return Ok(());
        }
        let literals = self.clauses[given as usize].literals.clone();
        let (eligible, is_selected) =
            eligible(&self.bank, &self.order, self.strategy.selection, &literals);
        if is_selected {
            return Ok(());
        }
        for literal in eligible.into_iter().map(|at| literals[at]).filter(|it| it.is_positive) {
            let Some(right) = literal.right else { continue };
            for (side, other) in [(literal.left, right), (right, literal.left)] {
                if self.bank.as_variable(side).is_some() {
                    self.spell_out(self.bank.sort(side), other, budget)?;
                }
            }
        }
        Ok(())
    }

    /// The pairs of different constants of a sort as clauses of the search; of one constant if that is given.
    fn spell_out(
        &mut self,
        sort: SortNumber,
        of: SharedTerm,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let head = self.bank.head(of);
        for at in 0..self.distinct.sets().len() {
            let (own, constants) = &self.distinct.sets()[at];
            let is_one = |it: &TermSymbol| match head {
                TermHead::Variable(_) => true,
                TermHead::Symbol(symbol) => symbol == *it,
            };
            let first: Vec<_> = constants.iter().copied().filter(is_one).collect();
            if *own != sort || first.is_empty() {
                continue;
            }
            let constants = constants.clone();
            for one in first {
                for other in constants.iter().filter(|it| one != **it) {
                    budget.check()?;
                    let [left, right] =
                        [one.min(*other), one.max(*other)].map(|it| self.bank.apply(it, sort, &[]));
                    let clause = difference(&mut self.bank, left, right);
                    self.push(clause);
                }
            }
        }
        Ok(())
    }
}

fn difference(bank: &mut Bank, left: SharedTerm, right: SharedTerm) -> FirstOrderClause {
    let literal = FirstOrderLiteral { is_positive: false, left, right: Some(right) };
    let origin = ClauseOrigin { rule: InferenceRule::Input(SIGNATURE), parents: Vec::new() };
    FirstOrderClause::new(bank, vec![literal], origin, false)
}
