//! Terms of a tableau: those of sentences and clauses, in which some things are still to be chosen.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::all_parts;
use crate::evidence::refutation::{ProofLiteral, ProofTerm, ProofTermKind};
use crate::logic::first_order::{Theory, TheoryFunction, TheoryTerm, TheoryTermId, TheoryVariable};

/// Variables from this number on stand for what is still to be chosen.
pub(super) const OPEN: u32 = 1 << 30;

/// What variables of a sentence stand for.
pub(super) type CheckedEnvironment = Rc<BTreeMap<TheoryVariable, ProofTerm>>;

/// Gives variables of a term values that make it another one.
pub(super) fn assign(
    term: &ProofTerm,
    value: &ProofTerm,
    values: &mut FxHashMap<ProofTerm, ProofTerm>,
) -> bool {
    if term.sort != value.sort {
        return false;
    }
    match (&term.kind, &value.kind) {
        (ProofTermKind::Variable(_), _) => {
            values.entry(term.clone()).or_insert_with(|| value.clone()) == value
        }
        (ProofTermKind::Apply(one, inner), ProofTermKind::Apply(other, others)) => {
            one == other
                && inner.len() == others.len()
                && inner.iter().zip(others).all(|(one, other)| assign(one, other, values))
        }
        _ => false,
    }
}

/// A term of a sentence.
pub(super) fn term(
    theory: &Theory,
    root: TheoryTermId,
    environment: &CheckedEnvironment,
) -> ProofTerm {
    let mut known: FxHashMap<TheoryTermId, ProofTerm> = FxHashMap::default();
    let mut open = vec![root];
    while let Some(&id) = open.last() {
        let term = match theory.get_term(id) {
            TheoryTerm::Variable(variable) => environment[variable].clone(),
            TheoryTerm::Apply(function, terms) => {
                let missing: Vec<_> =
                    terms.iter().filter(|it| !known.contains_key(it)).copied().collect();
                if !missing.is_empty() {
                    open.extend(missing);
                    continue;
                }
                let arguments = terms.iter().map(|it| known[it].clone()).collect();
                let sort = theory.signature.functions[function.0 as usize].result.0;
                ProofTerm { sort, kind: ProofTermKind::Apply(function.0, arguments) }
            }
        };
        known.insert(id, term);
        open.pop();
    }
    known[&root].clone()
}

/// Whether nothing of a term is still to be chosen.
pub(super) fn is_closed(term: &ProofTerm) -> bool {
    all_parts(term, &|it| !matches!(it.kind, ProofTermKind::Variable(number) if number >= OPEN))
}

/// The constant that a term is.
pub(super) fn constant(term: &ProofTerm) -> Option<TheoryFunction> {
    match &term.kind {
        ProofTermKind::Apply(symbol, arguments) if arguments.is_empty() => {
            Some(TheoryFunction(*symbol))
        }
        _ => None,
    }
}

/// Whether a literal is that name of a part, or its denial.
pub(super) fn is_of(literal: &ProofLiteral, name: u32) -> bool {
    matches!(literal.left.kind, ProofTermKind::Apply(symbol, _) if symbol == name)
}

/// A literal with values for its variables; those without one stay as they are.
pub(super) fn instance(
    literal: &ProofLiteral,
    variables: &[ProofTerm],
    values: &[ProofTerm],
) -> ProofLiteral {
    ProofLiteral {
        is_positive: literal.is_positive,
        left: replaced(&literal.left, variables, values),
        right: literal.right.as_ref().map(|it| replaced(it, variables, values)),
    }
}

/// A term with values for its variables; those without one stay as they are.
pub(super) fn replaced(
    term: &ProofTerm,
    variables: &[ProofTerm],
    values: &[ProofTerm],
) -> ProofTerm {
    match &term.kind {
        ProofTermKind::Variable(_) => {
            let at = variables.iter().position(|it| it == term);
            at.map_or_else(|| term.clone(), |at| values[at].clone())
        }
        ProofTermKind::Apply(symbol, arguments) => {
            let arguments = arguments.iter().map(|it| replaced(it, variables, values)).collect();
            ProofTerm { sort: term.sort, kind: ProofTermKind::Apply(*symbol, arguments) }
        }
    }
}
