//! The Knuth-Bendix ordering of terms (D. Knuth and P. Bendix, *Simple word problems in universal
//! algebras*, 1970), every symbol and variable weighing one, but for a function that weighs nothing if the strategy has
//! one. It is total on terms without variables, which keeps resolution and superposition complete when only greatest literals and terms take part. Or another
//! one instead, if the strategy says so.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::lexicographic;
use super::precedence::Precedence;
use super::strategy::TermOrdering;
use super::term::{Bank, SharedTerm, TermHead};
use super::unify::TermBindings;

impl Precedence {
    /// How two terms compare, if all their instances do where the variables are in the order that is assumed; `None` when
    /// they do not.
    pub fn compare(&self, bank: &Bank, one: SharedTerm, other: SharedTerm) -> Option<Ordering> {
        if one == other {
            return Some(Ordering::Equal);
        }
        if self.ordering == TermOrdering::Lexicographic {
            return lexicographic::compare(self, bank, one, other);
        }
        let order = self.by_weight(bank, one, other)?;
        if bank.is_ground(one) && bank.is_ground(other) {
            return Some(order);
        }
        // Of each variable, how much oftener it is in the first term.
        let span = bank.span(one).max(bank.span(other)) as usize;
        let mut balance: SmallVec<[i32; 16]> = SmallVec::from_elem(0, span);
        for (term, by) in [(one, 1), (other, -1)] {
            bank.variables(term, &mut |it| balance[it as usize] += by);
        }
        if order == Ordering::Less {
            balance.iter_mut().for_each(|it| *it = -*it);
        }
        // What a greater variable has too often makes up for a lesser one.
        let mut rest = 0;
        for it in &self.assumed {
            let Some(own) = balance.get_mut(*it as usize) else { continue };
            rest += std::mem::take(own);
            if rest < 0 {
                return (order == Ordering::Equal).then_some(order);
            }
        }
        let is_never_less = balance.iter().all(|it| *it >= 0);
        (order == Ordering::Equal || is_never_less).then_some(order)
    }

    /// Whether a variable is assumed to be greater than another one.
    pub(super) fn is_greater(&self, one: u32, other: u32) -> bool {
        let mut places = self.assumed.iter().filter(|it| **it == one || **it == other);
        one != other && places.next() == Some(&one) && places.next().is_some()
    }

    /// Whether the instance of a term may be less than another term; where that takes more than its weight, it is true.
    pub(super) fn may_be_less(
        &self,
        bank: &Bank,
        (term, bindings): (SharedTerm, &TermBindings),
        other: SharedTerm,
    ) -> bool {
        self.ordering != TermOrdering::KnuthBendix
            || bindings.ordered_weight(bank, term) <= bank.ordered_weight(other)
    }

    fn by_weight(&self, bank: &Bank, one: SharedTerm, other: SharedTerm) -> Option<Ordering> {
        let order = bank.ordered_weight(one).cmp(&bank.ordered_weight(other));
        if order != Ordering::Equal {
            return Some(order);
        }
        match (bank.head(one), bank.head(other)) {
            (TermHead::Symbol(first), TermHead::Symbol(second)) if first != second => {
                Some(self.compare_symbols(first, second))
            }
            (TermHead::Symbol(_), TermHead::Symbol(_)) => {
                let arguments = bank.arguments(one).iter().zip(bank.arguments(other));
                let mut differing = arguments.filter(|(first, second)| first != second);
                // Lexicographically: the first that differ decide.
                let (first, second) = differing.next()?;
                self.compare(bank, *first, *second)
            }
            (TermHead::Variable(first), TermHead::Variable(second)) => {
                if self.is_greater(first, second) {
                    return Some(Ordering::Greater);
                }
                self.is_greater(second, first).then_some(Ordering::Less)
            }
            // A variable and the function that weighs nothing, once or more, of something of weight one. If that is
            // another variable or a constant, the count of variables tells that they do not compare.
            (TermHead::Symbol(symbol), _) if self.weightless == Some(symbol) => {
                Some(Ordering::Greater)
            }
            (_, TermHead::Symbol(symbol)) if self.weightless == Some(symbol) => {
                Some(Ordering::Less)
            }
            _ => None,
        }
    }
}

/// How two multisets compare whose members compare by `order`.
pub(super) fn compare_multisets<T: Copy + PartialEq>(
    one: &[T],
    other: &[T],
    order: impl Fn(T, T) -> Option<Ordering>,
) -> Option<Ordering> {
    let (mut one, mut other): (SmallVec<[T; 8]>, SmallVec<[T; 8]>) = (one.into(), other.into());
    one.retain(|&mut it| match other.iter().position(|that| *that == it) {
        Some(at) => {
            other.remove(at);
            false
        }
        None => true,
    });
    let is_below =
        |it: &T, all: &[T]| all.iter().any(|that| order(*that, *it) == Some(Ordering::Greater));
    match (one.is_empty(), other.is_empty()) {
        (true, true) => Some(Ordering::Equal),
        _ if other.iter().all(|it| is_below(it, &one)) && !one.is_empty() => {
            Some(Ordering::Greater)
        }
        _ if one.iter().all(|it| is_below(it, &other)) && !other.is_empty() => Some(Ordering::Less),
        _ => None,
    }
}
