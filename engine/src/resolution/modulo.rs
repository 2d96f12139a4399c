//! Equations that say no more than that a symbol is associative and commutative. Ordered rewriting by the two
//! axioms and `f(x, f(y, z)) = f(y, f(x, z))`, which follows from them, makes all instances without variables of
//! such an equation the same, so that nothing needs it (J. Avenhaus, T. Hillenbrand and B. Löchner, *On using
//! ground joinable equations in equational theorem proving*, Journal of Symbolic Computation 36, 2003).

use rustc_hash::FxHashSet;

use super::clause::{FirstOrderClause, FirstOrderLiteral};
use super::term::{Bank, SharedTerm, TermHead, TermSymbol};

/// The symbols that are associative and commutative by clauses of one equation.
#[derive(Clone, Debug, Default)]
pub(super) struct AcSymbols(FxHashSet<TermSymbol>);

/// What an equation of variables and one symbol of two arguments says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Law {
    Commutative,
    Associative,
    /// The first two of three arguments may be exchanged.
    Exchange,
}

impl AcSymbols {
    /// Those of a search.
    pub(super) fn of(bank: &Bank, clauses: &[FirstOrderClause]) -> Self {
        let (mut commutative, mut associative) = (FxHashSet::default(), FxHashSet::default());
        for clause in clauses {
            let [literal] = clause.literals[..] else { continue };
            match law(bank, literal) {
                Some((symbol, Law::Commutative)) => _ = commutative.insert(symbol),
                Some((symbol, Law::Associative)) => _ = associative.insert(symbol),
                _ => {}
            }
        }
        commutative.retain(|it| associative.contains(it));
        Self(commutative)
    }

    /// Whether a clause is true by these laws alone, and none of them itself.
    pub(super) fn is_redundant(&self, bank: &mut Bank, literals: &[FirstOrderLiteral]) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let is_one = |bank: &Bank| {
            let known = |it: TermSymbol| self.0.contains(&it);
            literals.len() == 1 && law(bank, literals[0]).is_some_and(|it| known(it.0))
        };
        let is_joinable = |it: &FirstOrderLiteral| {
            it.is_positive && it.right.is_some_and(|right| self.is_same(bank, it.left, right))
        };
        literals.iter().any(is_joinable) && !is_one(bank)
    }

    /// Whether two terms are the same but for the order of arguments.
    fn is_same(&self, bank: &mut Bank, one: SharedTerm, other: SharedTerm) -> bool {
        bank.weight(one) == bank.weight(other)
            && bank.head(one) == bank.head(other)
            && self.sorted(bank, one) == self.sorted(bank, other)
    }

    /// A term with the arguments of these symbols in order, nested to the right.
    fn sorted(&self, bank: &mut Bank, term: SharedTerm) -> SharedTerm {
        let TermHead::Symbol(symbol) = bank.head(term) else { return term };
        let sort = bank.sort(term);
        let arguments = bank.arguments(term).to_vec();
        if !self.0.contains(&symbol) {
            let arguments: Vec<_> = arguments.iter().map(|it| self.sorted(bank, *it)).collect();
            return bank.apply(symbol, sort, &arguments);
        }
        let (mut open, mut parts) = (arguments, Vec::new());
        while let Some(part) = open.pop() {
            if bank.head(part) == TermHead::Symbol(symbol) {
                open.extend_from_slice(bank.arguments(part));
            } else {
                parts.push(self.sorted(bank, part));
            }
        }
        parts.sort_unstable();
        let join = |one, other| bank.apply(symbol, sort, &[other, one]);
        parts.into_iter().reduce(join).unwrap_or(term)
    }
}

/// The law that an equation is, and of which symbol.
fn law(bank: &Bank, literal: FirstOrderLiteral) -> Option<(TermSymbol, Law)> {
    let (left, right) = (literal.left, literal.right.filter(|_| literal.is_positive)?);
    let TermHead::Symbol(symbol) = bank.head(left) else { return None };
    // The two arguments of a term with this symbol.
    let pair = |term: SharedTerm| match *bank.arguments(term) {
        [one, other] if bank.head(term) == TermHead::Symbol(symbol) => Some((one, other)),
        _ => None,
    };
    let variable = |it: SharedTerm| bank.as_variable(it);
    let (a, b) = pair(left)?;
    let (c, d) = pair(right)?;
    let law = match (pair(a), pair(b), pair(c), pair(d)) {
        (None, None, None, None) if (a, b) == (d, c) => {
            (variable(a)? != variable(b)?).then_some(Law::Commutative)
        }
        (Some((x, y)), None, None, Some(rest)) | (None, Some(rest), Some((x, y)), None) => {
            let (first, last) = if pair(a).is_some() { (c, b) } else { (a, d) };
            let is = first == x && rest == (y, last) && are_different(bank, [x, y, last]);
            is.then_some(Law::Associative)
        }
        (None, Some((y, z)), None, Some((x, last))) => {
            let is = a == x && c == y && z == last && are_different(bank, [x, y, z]);
            is.then_some(Law::Exchange)
        }
        _ => None,
    };
    law.map(|it| (symbol, it))
}

fn are_different(bank: &Bank, [x, y, z]: [SharedTerm; 3]) -> bool {
    let is_variable = |it| bank.as_variable(it).is_some();
    [x, y, z].into_iter().all(is_variable) && x != y && y != z && x != z
}
