//! The precedence: which of two symbols is greater. Orderings of terms (`order`, `lexicographic`) rest on it.

use std::cmp::{Ordering, Reverse};

use super::strategy::{ProverStrategy, SymbolOrder, TermOrdering};
use super::term::{Bank, SharedTerm, TermHead, TermSymbol};

/// Which of two symbols is greater, and how terms are compared by that.
#[derive(Clone, Debug)]
pub struct Precedence {
    /// Of each symbol its rank.
    pub(super) ranks: Vec<u32>,
    /// The ordering.
    pub(super) ordering: TermOrdering,
}

impl Precedence {
    /// For symbols that take so many arguments, of which some are constants that are all different, in a
    /// search that begins with these terms. Constants that are different are least: what equals one becomes it.
    pub fn new(
        strategy: ProverStrategy,
        bank: &Bank,
        symbols: &[(usize, bool)],
        terms: impl Iterator<Item = SharedTerm>,
    ) -> Self {
        let mut uses = vec![0_u32; symbols.len()];
        terms.for_each(|it| count(bank, it, &mut uses));
        let mut order: Vec<usize> = (0..symbols.len()).collect();
        order.sort_by_key(|&it| {
            let (arity, is_distinct) = symbols[it];
            let (first, second) = match strategy.symbols {
                SymbolOrder::Arity => (arity, !is_distinct),
                // Constants stay below functions: they have no parts to become.
                SymbolOrder::Rarity => (arity.min(1), !is_distinct),
            };
            (first, second, Reverse(uses[it]), arity, it)
        });
        let mut ranks = vec![0; order.len()];
        for (rank, symbol) in (0..).zip(order) {
            ranks[symbol] = rank;
        }
        Self { ranks, ordering: strategy.ordering }
    }

    /// How two symbols compare.
    pub(super) fn compare_symbols(&self, one: TermSymbol, other: TermSymbol) -> Ordering {
        self.ranks[one.0 as usize].cmp(&self.ranks[other.0 as usize])
    }
}

fn count(bank: &Bank, term: SharedTerm, uses: &mut [u32]) {
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if let TermHead::Symbol(symbol) = bank.head(term) {
            uses[symbol.0 as usize] += 1;
            open.extend(bank.arguments(term));
        }
    }
}
