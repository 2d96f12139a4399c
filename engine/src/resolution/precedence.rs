//! The precedence: which of two symbols is greater. Orderings of terms (`order`, `lexicographic`) rest on it.

use std::cmp::{Ordering, Reverse};

use smallvec::SmallVec;

use super::ATOM;
use super::strategy::{ProverStrategy, SymbolOrder, TermOrdering};
use super::term::{Bank, SharedTerm, TermHead, TermSymbol};

/// Variables of which each is taken to be greater than those behind it.
pub(super) type VariableOrder = SmallVec<[u32; 4]>;

/// Which of two symbols is greater, and how terms are compared by that.
#[derive(Clone, Debug)]
pub struct Precedence {
    /// Of each symbol its rank.
    pub(super) ranks: Vec<u32>,
    /// The ordering.
    pub(super) ordering: TermOrdering,
    /// The function that weighs nothing.
    pub(super) weightless: Option<TermSymbol>,
    /// The order of variables that is assumed while all are tried: `joinable`.
    pub(super) assumed: VariableOrder,
    /// Of each predicate how many literals of the clauses at the beginning state it.
    stated: Vec<u32>,
}

impl Precedence {
    /// For symbols that take so many arguments, of which some are constants that are all different, in a
    /// search that begins with these terms, and with literals that state these atoms. Constants that are different are
    /// least: what equals one becomes it. The bank is told what weighs nothing.
    pub fn new(
        strategy: ProverStrategy,
        bank: &mut Bank,
        symbols: &[(usize, bool)],
        terms: impl Iterator<Item = SharedTerm>,
        atoms: impl Iterator<Item = SharedTerm>,
    ) -> Self {
        let mut uses = vec![0_u32; symbols.len()];
        let mut stated = vec![0_u32; symbols.len()];
        let mut is_function = vec![false; symbols.len()];
        terms.for_each(|it| count(bank, it, &mut uses, &mut is_function));
        for atom in atoms {
            if let TermHead::Symbol(it) = bank.head(atom) {
                stated[it.0 as usize] += 1;
            }
        }
        let inverses = (0..symbols.len()).filter(|it| symbols[*it].0 == 1 && is_function[*it]);
        let weightless = match strategy.symbols {
            SymbolOrder::Inverse => inverses.max_by_key(|it| (uses[*it], Reverse(*it))),
            SymbolOrder::Arity | SymbolOrder::Rarity => None,
        };
        let mut order: Vec<usize> = (0..symbols.len()).collect();
        order.sort_by_key(|&it| {
            let (arity, is_distinct) = symbols[it];
            let first = match strategy.symbols {
                SymbolOrder::Arity => arity,
                // Constants stay below functions: they have no parts to become.
                SymbolOrder::Rarity | SymbolOrder::Inverse => arity.min(1),
            };
            (weightless == Some(it), first, !is_distinct, Reverse(uses[it]), arity, it)
        });
        let mut ranks = vec![0; order.len()];
        for (rank, symbol) in (0..).zip(order) {
            ranks[symbol] = rank;
        }
        let weightless = weightless.map(|it| TermSymbol(it as u32));
        bank.weigh_nothing(weightless);
        Self {
            ranks,
            ordering: strategy.ordering,
            weightless,
            assumed: VariableOrder::new(),
            stated,
        }
    }

    /// Compares terms from now on for those instances only in which each of some variables is greater than the next one.
    pub fn assume(&mut self, order: &[u32]) {
        self.assumed = order.into();
    }

    /// How two symbols compare.
    pub(super) fn compare_symbols(&self, one: TermSymbol, other: TermSymbol) -> Ordering {
        self.ranks[one.0 as usize].cmp(&self.ranks[other.0 as usize])
    }

    /// How many literals at the beginning state an atom with the predicate of this one. One that came later has one.
    pub(super) fn partners(&self, bank: &Bank, atom: SharedTerm) -> u32 {
        match bank.head(atom) {
            TermHead::Symbol(it) => self.stated.get(it.0 as usize).copied().unwrap_or(1),
            TermHead::Variable(_) => u32::MAX,
        }
    }
}

/// Counts the symbols of a term, and notes which of them are functions.
fn count(bank: &Bank, term: SharedTerm, uses: &mut [u32], is_function: &mut [bool]) {
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if let TermHead::Symbol(symbol) = bank.head(term) {
            uses[symbol.0 as usize] += 1;
            is_function[symbol.0 as usize] |= bank.sort(term) != ATOM;
            open.extend(bank.arguments(term));
        }
    }
}
