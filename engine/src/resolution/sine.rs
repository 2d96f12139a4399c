//! Of many axioms those that may have to do with the question: from its symbols on, those sentences whose rarest
//! symbols are known already, and from their symbols further ones (K. Hoder and A. Voronkov, *Sine qua non for
//! large theory reasoning*, CADE 2011). A proof from some axioms is one from all.

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::FirstOrderClause;
use super::strategy::AxiomSelection;
use super::term::{Bank, SharedTerm, TermHead, TermSymbol};
use crate::evidence::refutation::{InferenceRule, SIGNATURE};

/// Of fewer clauses all are taken.
const FEW: usize = 150;

/// What stands in one sentence: its clauses are taken together.
#[derive(Default)]
struct SelectedSentence {
    symbols: FxHashSet<TermSymbol>,
    is_taken: bool,
}

impl AxiomSelection {
    /// Leaves out the clauses of axioms that are not taken; whether there are any.
    pub(super) fn leave_out(self, bank: &Bank, clauses: &mut Vec<FirstOrderClause>) -> bool {
        if clauses.len() < FEW || !clauses.iter().any(|it| it.is_from_goal) {
            return false;
        }
        // What the signature says and what is asked are sentences of their own, clause by clause.
        let mut numbers: FxHashMap<u32, usize> = FxHashMap::default();
        let mut sentences: Vec<SelectedSentence> = Vec::new();
        let mut of: Vec<usize> = Vec::with_capacity(clauses.len());
        for clause in &*clauses {
            let new = sentences.len();
            let number = match clause.origin.rule {
                InferenceRule::Input(at) if at != SIGNATURE && !clause.is_from_goal => {
                    *numbers.entry(at).or_insert(new)
                }
                _ => new,
            };
            if number == new {
                sentences.push(SelectedSentence::default());
            }
            let sentence = &mut sentences[number];
            sentence.is_taken |= clause.is_from_goal;
            for term in clause.literals.iter().flat_map(|it| it.terms()) {
                symbols(bank, term, &mut sentence.symbols);
            }
            of.push(number);
        }
        self.take(&mut sentences);
        let before = clauses.len();
        let mut at = of.into_iter();
        clauses.retain(|_| at.next().is_some_and(|it| sentences[it].is_taken));
        clauses.len() < before
    }

    /// Takes what the symbols of sentences that are taken lead to.
    fn take(self, sentences: &mut [SelectedSentence]) {
        let mut uses: FxHashMap<TermSymbol, u64> = FxHashMap::default();
        for symbol in sentences.iter().flat_map(|it| &it.symbols) {
            *uses.entry(*symbol).or_default() += 1;
        }
        let mut leads: FxHashMap<TermSymbol, Vec<usize>> = FxHashMap::default();
        for (at, sentence) in sentences.iter_mut().enumerate() {
            let rarest = sentence.symbols.iter().map(|it| uses[it]).min();
            // A sentence without symbols is about everything.
            sentence.is_taken |= rarest.is_none();
            let most = rarest.unwrap_or(0) * self.tolerance / 100;
            for symbol in sentence.symbols.iter().filter(|it| uses[*it] <= most) {
                leads.entry(*symbol).or_default().push(at);
            }
        }
        let taken = sentences.iter().filter(|it| it.is_taken);
        let mut last: FxHashSet<TermSymbol> =
            taken.flat_map(|it| it.symbols.iter().copied()).collect();
        for _ in 0..self.depth {
            let mut next = FxHashSet::default();
            // Symbols lead on once: what they lead to is taken then.
            for at in last.iter().filter_map(|it| leads.remove(it)).flatten() {
                if !std::mem::replace(&mut sentences[at].is_taken, true) {
                    next.extend(sentences[at].symbols.iter().copied());
                }
            }
            last = next;
        }
    }
}

fn symbols(bank: &Bank, term: SharedTerm, found: &mut FxHashSet<TermSymbol>) {
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if let TermHead::Symbol(symbol) = bank.head(term) {
            found.insert(symbol);
            open.extend(bank.arguments(term));
        }
    }
}
