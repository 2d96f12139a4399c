//! The lexicographic path ordering of terms (S. Kamin and J.-J. Lévy, *Attempts for generalizing the recursive
//! path orderings*, 1980), compared both ways at once as B. Löchner shows in *Things to know when implementing
//! LPO* (2006). What a function is defined by is less than it, however much heavier.

use std::cmp::Ordering;

use super::precedence::Precedence;
use super::term::{Bank, SharedTerm, TermHead};

type Compared = Option<Ordering>;

/// How two terms compare; `None` when they do not.
pub(super) fn compare(
    order: &Precedence,
    bank: &Bank,
    one: SharedTerm,
    other: SharedTerm,
) -> Compared {
    if one == other {
        return Some(Ordering::Equal);
    }
    match (bank.head(one), bank.head(other)) {
        (TermHead::Variable(it), _) if occurs(order, bank, it, other) => Some(Ordering::Less),
        (_, TermHead::Variable(it)) if occurs(order, bank, it, one) => Some(Ordering::Greater),
        (TermHead::Variable(_), _) | (_, TermHead::Variable(_)) => None,
        (TermHead::Symbol(first), TermHead::Symbol(second)) => {
            let (these, those) = (bank.arguments(one), bank.arguments(other));
            match order.compare_symbols(first, second) {
                Ordering::Greater => with_each(order, bank, one, those),
                Ordering::Less => reversed(with_each(order, bank, other, these)),
                Ordering::Equal => from_left(order, bank, one, other),
            }
        }
    }
}

/// Two terms with the same head: the first arguments that differ decide.
fn from_left(order: &Precedence, bank: &Bank, one: SharedTerm, other: SharedTerm) -> Compared {
    let (these, those) = (bank.arguments(one), bank.arguments(other));
    let Some(at) = these.iter().zip(those).position(|(it, that)| it != that) else {
        return Some(Ordering::Equal);
    };
    let (rest, behind) = (&these[at + 1..], &those[at + 1..]);
    match compare(order, bank, these[at], those[at]) {
        Some(Ordering::Greater) => with_each(order, bank, one, behind),
        Some(Ordering::Less) => reversed(with_each(order, bank, other, rest)),
        _ if is_reached(order, bank, rest, other) => Some(Ordering::Greater),
        _ if is_reached(order, bank, behind, one) => Some(Ordering::Less),
        _ => None,
    }
}

/// A term against one of which all that is known is that it is less if its arguments are.
fn with_each(
    order: &Precedence,
    bank: &Bank,
    term: SharedTerm,
    arguments: &[SharedTerm],
) -> Compared {
    for (at, argument) in arguments.iter().enumerate() {
        match compare(order, bank, term, *argument) {
            Some(Ordering::Greater) => {}
            Some(_) => return Some(Ordering::Less),
            None => {
                let is_less = is_reached(order, bank, &arguments[at + 1..], term);
                return is_less.then_some(Ordering::Less);
            }
        }
    }
    Some(Ordering::Greater)
}

/// Whether one of some arguments is a term or greater.
fn is_reached(order: &Precedence, bank: &Bank, arguments: &[SharedTerm], term: SharedTerm) -> bool {
    let is_one = |it: &SharedTerm| {
        matches!(compare(order, bank, *it, term), Some(Ordering::Greater | Ordering::Equal))
    };
    arguments.iter().any(is_one)
}

fn reversed(order: Compared) -> Compared {
    order.map(Ordering::reverse)
}

/// Whether a variable, or one that is assumed to be greater, occurs in a term.
fn occurs(order: &Precedence, bank: &Bank, variable: u32, term: SharedTerm) -> bool {
    let mut found = false;
    bank.variables(term, &mut |it| found |= it == variable || order.is_greater(it, variable));
    found
}
