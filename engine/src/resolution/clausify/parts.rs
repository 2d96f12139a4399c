//! What sentences and terms are made of: chains of a connective, variables that are free. Terms may be of any
//! depth here.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::first_order::{
    Theory, TheorySentence, TheorySentenceId, TheoryTerm, TheoryTermId, TheoryVariable,
};
use crate::resolution::term::{Bank, SharedTerm, TermHead};

/// The parts of a sentence that are connected by one connective.
pub(super) fn chain(theory: &Theory, id: TheorySentenceId, is_and: bool) -> Vec<TheorySentenceId> {
    let mut open = vec![id];
    let mut parts = Vec::new();
    while let Some(id) = open.pop() {
        match theory.get(id) {
            TheorySentence::And(inner) if is_and => open.extend(inner.iter().rev()),
            TheorySentence::Or(inner) if !is_and => open.extend(inner.iter().rev()),
            _ => parts.push(id),
        }
    }
    parts
}

/// The variables that a part of a sentence does not bind itself.
pub(super) fn free_variables(theory: &Theory, part: TheorySentenceId) -> Vec<TheoryVariable> {
    let (mut bound, mut found) = (FxHashSet::default(), Vec::new());
    let mut open = vec![part];
    let mut terms: Vec<TheoryTermId> = Vec::new();
    while let Some(id) = open.pop() {
        let sentence = theory.get(id);
        match sentence {
            TheorySentence::Atom(_, arguments) => terms.extend(arguments.iter()),
            TheorySentence::Equal(one, other) => terms.extend([one, other]),
            TheorySentence::Quantified(_, variable, _) => _ = bound.insert(*variable),
            _ => {}
        }
        open.extend(sentence.parts());
    }
    while let Some(id) = terms.pop() {
        match theory.get_term(id) {
            TheoryTerm::Variable(variable) => found.push(*variable),
            TheoryTerm::Apply(_, arguments) => terms.extend(arguments.iter()),
        }
    }
    // Every quantifier binds a variable of its own.
    found.retain(|it| !bound.contains(it));
    found.sort_unstable();
    found.dedup();
    found
}

/// Appends the variables of a term that are not there yet.
pub(super) fn variables(bank: &Bank, term: SharedTerm, found: &mut Vec<SharedTerm>) {
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        match bank.head(term) {
            TermHead::Variable(_) if !found.contains(&term) => found.push(term),
            TermHead::Symbol(_) if !bank.is_ground(term) => {
                open.extend(bank.arguments(term).iter().rev());
            }
            _ => {}
        }
    }
}

/// A term whose variables are numbered from 0 as they come; `known` are the terms that were seen, and what they
/// became.
pub(in crate::resolution) fn numbered(
    bank: &mut Bank,
    term: SharedTerm,
    known: &mut FxHashMap<SharedTerm, SharedTerm>,
    count: &mut u32,
) -> SharedTerm {
    let mut open = vec![term];
    while let Some(&term) = open.last() {
        let sort = bank.sort(term);
        let new = match bank.head(term) {
            _ if bank.is_ground(term) => term,
            _ if known.contains_key(&term) => known[&term],
            TermHead::Variable(_) => {
                *count += 1;
                bank.variable(*count - 1, sort)
            }
            TermHead::Symbol(symbol) => {
                let arguments = bank.arguments(term);
                let missing = arguments.iter().rev().filter(|it| !known.contains_key(it));
                let before = open.len();
                open.extend(missing);
                if open.len() > before {
                    continue;
                }
                let arguments: Vec<_> = arguments.iter().map(|it| known[it]).collect();
                bank.apply(symbol, sort, &arguments)
            }
        };
        known.insert(term, new);
        open.pop();
    }
    known[&term]
}
