//! Pure literals: where a predicate is only ever stated, or only ever denied, it may hold of everything, or
//! of nothing, and the clauses that say so are true. No proof needs them (M. Davis and H. Putnam,
//! *A computing procedure for quantification theory*, JACM 7, 1960).

use rustc_hash::FxHashMap;

use super::clause::FirstOrderClause;
use super::term::{Bank, TermHead, TermSymbol};
use crate::logic::first_order::{Structure, TheorySort};

/// Longer tables of a structure are written once.
const MOST_CELLS: usize = 1 << 20;

/// Predicates that no clause has any longer, and whether they hold of everything or of nothing.
#[derive(Clone, Debug, Default)]
pub struct Pure(FxHashMap<TermSymbol, bool>);

impl Pure {
    /// The table of such a predicate in a structure.
    pub fn table(
        &self,
        predicate: TermSymbol,
        structure: &Structure,
        sorts: &[TheorySort],
    ) -> Option<Vec<bool>> {
        let value = *self.0.get(&predicate)?;
        let count = structure.tuples(sorts).filter(|it| *it <= MOST_CELLS).unwrap_or(1);
        Some(vec![value; count])
    }

    /// Takes out clauses with pure literals of these predicates as long as there are any.
    pub(super) fn leave_out(
        clauses: &mut Vec<FirstOrderClause>,
        bank: &Bank,
        predicates: &[TermSymbol],
    ) -> Self {
        let mut pure = FxHashMap::default();
        loop {
            let mut signs: FxHashMap<TermSymbol, [bool; 2]> =
                predicates.iter().map(|it| (*it, [false; 2])).collect();
            for literal in clauses.iter().flat_map(|it| &it.literals) {
                if let (None, TermHead::Symbol(it)) = (literal.right, bank.head(literal.left)) {
                    signs.entry(it).or_default()[usize::from(literal.is_positive)] = true;
                }
            }
            let found = signs.into_iter().filter(|it| it.1 != [true; 2]).map(|it| (it.0, it.1[1]));
            let before = pure.len();
            for (symbol, value) in found {
                pure.entry(symbol).or_insert(value);
            }
            if pure.len() == before {
                return Self(pure);
            }
            clauses.retain(|clause| {
                !clause.literals.iter().any(|it| match bank.head(it.left) {
                    TermHead::Symbol(symbol) => it.right.is_none() && pure.contains_key(&symbol),
                    TermHead::Variable(_) => false,
                })
            });
        }
    }
}
