//! Definitions are unfolded: where a clause says that `f(x, y)` is a term without `f`, that term takes its place
//! everywhere, and the clause goes, since whatever the other clauses are true of, `f` can be made so (as provers
//! do before they search: S. Schulz, *E - a brainiac theorem prover*, AI Communications 15, 2002).

use super::clause::{ClauseId, ClauseOrigin, FirstOrderClause, FirstOrderLiteral};
use super::distinct::Distinct;
use super::saturate::Saturation;
use super::term::{Bank, SharedTerm, TermHead, TermSymbol};
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::InferenceRule;

/// How many times as heavy clauses may become.
const MOST_GROWTH: u64 = 4;

/// What a function is.
struct FunctionDefinition {
    clause: ClauseId,
    symbol: TermSymbol,
    /// The function of variables, and the term that it is.
    left: SharedTerm,
    right: SharedTerm,
}

/// The uses of a definition: its clause, and what its variables stand for.
type Uses = Vec<(ClauseId, Box<[SharedTerm]>)>;

impl Saturation {
    /// Unfolds definitions among clauses that are to be searched. All clauses that went are known by their
    /// numbers.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn unfolded(
        &mut self,
        mut clauses: Vec<FirstOrderClause>,
        budget: &mut Budget,
    ) -> Result<Vec<FirstOrderClause>, Stop> {
        let weight = |bank: &Bank, all: &[FirstOrderClause]| -> u64 {
            all.iter().map(|it| u64::from(it.weight(bank))).sum()
        };
        let most = weight(&self.bank, &clauses).saturating_mul(MOST_GROWTH);
        let mut at = 0;
        while at < clauses.len() {
            budget.check()?;
            let Some((symbol, left, right)) = definition(&self.bank, &self.distinct, &clauses[at])
            else {
                at += 1;
                continue;
            };
            let before = clauses.clone();
            let definition = FunctionDefinition {
                clause: self.archive(clauses.remove(at)),
                symbol,
                left,
                right,
            };
            for clause in &mut clauses {
                budget.check()?;
                self.unfold(clause, &definition);
            }
            if weight(&self.bank, &clauses) > most {
                clauses = before;
                at += 1;
            } else {
                at = 0;
            }
        }
        Ok(clauses)
    }

    /// Keeps a clause that is not searched but may be in a proof.
    fn archive(&mut self, clause: FirstOrderClause) -> ClauseId {
        self.clauses.push(clause);
        self.clauses.len() as ClauseId - 1
    }

    fn unfold(&mut self, clause: &mut FirstOrderClause, definition: &FunctionDefinition) {
        let mut uses = Uses::new();
        let literals: Vec<FirstOrderLiteral> = clause
            .literals
            .iter()
            .map(|it| it.map(|term| self.without(term, definition, &mut uses)))
            .collect();
        if uses.is_empty() {
            return;
        }
        let variables: Box<[_]> = clause.variables.clone().into();
        let is_from_goal = clause.is_from_goal;
        let mut parents = vec![(self.archive(clause.clone()), variables)];
        parents.extend(uses);
        let origin = ClauseOrigin { rule: InferenceRule::Simplification, parents };
        *clause = FirstOrderClause::new(&mut self.bank, literals, origin, is_from_goal);
    }

    /// A term with what a function is in its place.
    fn without(
        &mut self,
        term: SharedTerm,
        definition: &FunctionDefinition,
        uses: &mut Uses,
    ) -> SharedTerm {
        let TermHead::Symbol(symbol) = self.bank.head(term) else { return term };
        let arguments = self.bank.arguments(term).to_vec();
        let changed: Vec<_> =
            arguments.iter().map(|it| self.without(*it, definition, uses)).collect();
        let sort = self.bank.sort(term);
        let changed = self.bank.apply(symbol, sort, &changed);
        if symbol != definition.symbol {
            return changed;
        }
        self.bindings.clear();
        let is_instance = self.bindings.matches(&self.bank, definition.left, changed);
        debug_assert!(is_instance, "variables stand for anything");
        let variables = self.clauses[definition.clause as usize].variables.clone();
        let value = |it: &SharedTerm| self.bindings.instance(&mut self.bank, *it);
        let use_ = (definition.clause, variables.iter().map(value).collect());
        if !uses.contains(&use_) {
            uses.push(use_);
        }
        let result = self.bindings.instance(&mut self.bank, definition.right);
        self.bindings.clear();
        result
    }
}

/// The function that a clause defines, its left side, and what it is.
fn definition(
    bank: &Bank,
    distinct: &Distinct,
    clause: &FirstOrderClause,
) -> Option<(TermSymbol, SharedTerm, SharedTerm)> {
    let [literal] = clause.literals[..] else { return None };
    let right = literal.right.filter(|_| literal.is_positive)?;
    [(literal.left, right), (right, literal.left)].into_iter().find_map(|(left, right)| {
        let TermHead::Symbol(symbol) = bank.head(left) else { return None };
        let mut variables = Vec::new();
        for argument in bank.arguments(left) {
            let variable = bank.as_variable(*argument)?;
            if variables.contains(&variable) {
                return None;
            }
            variables.push(variable);
        }
        let mut is_known = true;
        bank.variables(right, &mut |it| is_known &= variables.contains(&it));
        let is = is_known
            && !variables.is_empty()
            && !distinct.contains(symbol)
            && matches!(bank.head(right), TermHead::Symbol(_))
            && !occurs(bank, symbol, right);
        is.then_some((symbol, left, right))
    })
}

fn occurs(bank: &Bank, symbol: TermSymbol, term: SharedTerm) -> bool {
    bank.head(term) == TermHead::Symbol(symbol)
        || bank.arguments(term).iter().any(|it| occurs(bank, symbol, *it))
}
