//! What statements say of each other, as the checkers of proofs that people write read it: whether one is an instance of
//! another, or has equals in the place of equals.

use rustc_hash::FxHashSet;

use crate::logic::first_order::TheoryFunction;
use crate::logic::statements::{StatedTerm, Statement, StatementNumber, Statements, TermNumber};

/// The terms that the variables of some quantifiers stand for where what these speak of says a statement. `None` where
/// it does not, `Some(None)` for what does not occur.
pub(super) fn read_off(
    statements: &Statements,
    (body, quantifiers): (StatementNumber, u32),
    statement: StatementNumber,
) -> Option<Vec<Option<TermNumber>>> {
    let mut values = vec![None; quantifiers as usize];
    let mut seen = FxHashSet::default();
    let mut open = vec![(body, statement, 0)];
    let mut terms: Vec<(TermNumber, TermNumber, u32)> = Vec::new();
    while let Some(next @ (pattern, said, depth)) = open.pop() {
        if !seen.insert(next) {
            continue;
        }
        match (statements.get(pattern), statements.get(said)) {
            (Statement::Atom(one, left), Statement::Atom(other, right)) if one == other => {
                terms.extend(left.iter().zip(right).map(|(one, other)| (*one, *other, depth)));
            }
            (Statement::Equal(one, two), Statement::Equal(left, right)) => {
                terms.extend([(*one, *left, depth), (*two, *right, depth)]);
            }
            (Statement::Quantified(how, sort, one), Statement::Quantified(as_well, its, other))
                if how == as_well && sort == its =>
            {
                open.push((*one, *other, depth + 1));
            }
            (Statement::Quantified(..) | Statement::Atom(..) | Statement::Equal(..), _) => {
                return None;
            }
            (one, other) => {
                let (left, right) = (one.parts(), other.parts());
                let is_same = std::mem::discriminant(one) == std::mem::discriminant(other);
                let truth = matches!(one, Statement::Truth(_));
                if !is_same || left.len() != right.len() || truth && one != other {
                    return None;
                }
                open.extend(left.into_iter().zip(right).map(|(one, other)| (one, other, depth)));
            }
        }
    }
    let mut seen = FxHashSet::default();
    while let Some(next @ (pattern, said, depth)) = terms.pop() {
        if !seen.insert(next) {
            continue;
        }
        match (statements.get_term(pattern), statements.get_term(said)) {
            (StatedTerm::Bound(at), _) if *at >= depth => {
                let value = values.get_mut((at - depth) as usize)?;
                if !statements.is_closed_term(said) || value.is_some_and(|it| it != said) {
                    return None;
                }
                *value = Some(said);
            }
            (StatedTerm::Apply(one, left), StatedTerm::Apply(other, right)) if one == other => {
                terms.extend(left.iter().zip(right).map(|(one, other)| (*one, *other, depth)));
            }
            (one, other) if one == other => {}
            _ => return None,
        }
    }
    Some(values)
}

/// Whether a statement is another one with one side of an equation in some places of the other side.
pub(super) fn exchanges(
    statements: &Statements,
    equation: StatementNumber,
    from: StatementNumber,
    said: StatementNumber,
) -> bool {
    let Statement::Equal(left, right) = *statements.get(equation) else { return false };
    let (mut open, mut terms) = (vec![(from, said)], Vec::new());
    let mut seen = FxHashSet::default();
    while let Some(next @ (one, other)) = open.pop() {
        if one == other || !seen.insert(next) {
            continue;
        }
        match (statements.get(one), statements.get(other)) {
            (Statement::Atom(a, of), Statement::Atom(b, others)) if a == b => {
                terms.extend(of.iter().copied().zip(others.iter().copied()));
            }
            (Statement::Equal(a, b), Statement::Equal(c, d)) => {
                terms.extend([(*a, *c), (*b, *d)]);
            }
            (Statement::Quantified(q, s, a), Statement::Quantified(r, t, b))
                if q == r && s == t =>
            {
                open.push((*a, *b));
            }
            (Statement::Quantified(..) | Statement::Truth(_) | Statement::Atom(..), _) => {
                return false;
            }
            (a, b) => {
                let (of, others) = (a.parts(), b.parts());
                let is_same = std::mem::discriminant(a) == std::mem::discriminant(b);
                if !is_same || of.len() != others.len() {
                    return false;
                }
                open.extend(of.into_iter().zip(others));
            }
        }
    }
    let mut seen = FxHashSet::default();
    while let Some(next @ (one, other)) = terms.pop() {
        let is_exchanged = next == (left, right) || next == (right, left);
        if one == other || is_exchanged || !seen.insert(next) {
            continue;
        }
        match (statements.get_term(one), statements.get_term(other)) {
            (StatedTerm::Apply(f, of), StatedTerm::Apply(g, others)) if f == g => {
                terms.extend(of.iter().copied().zip(others.iter().copied()));
            }
            _ => return false,
        }
    }
    true
}

/// The constant that a term is.
pub(super) fn constant(statements: &Statements, term: TermNumber) -> Option<TheoryFunction> {
    match statements.get_term(term) {
        StatedTerm::Apply(function, arguments) if arguments.is_empty() => Some(*function),
        _ => None,
    }
}

/// Whether two terms are constants that the theory says are different.
pub(super) fn are_apart(statements: &Statements, one: TermNumber, other: TermNumber) -> bool {
    let (Some(one), Some(other)) = (constant(statements, one), constant(statements, other)) else {
        return false;
    };
    let both = |it: &Vec<TheoryFunction>| it.contains(&one) && it.contains(&other);
    one != other && statements.signature.distinct.iter().any(both)
}
