//! The literal that collects answers (C. Green, 1969), put back into a refutation of "there is no answer": so
//! the refutation becomes a proof of a clause of answers, which the checker of proofs reads like any other.

use crate::evidence::refutation::{ProofLiteral, ProofTerm, ProofTermKind, Refutation, Rule, Step};
use crate::resolution::textbook::{is_equal, mapped, renumbered, replaced, used, variables};

/// A refutation without its input `denial`, the sentence that there is no answer: it ends with a clause of
/// answers, which are literals with `symbol`.
pub fn with_answers(proof: &Refutation, symbol: u32, denial: u32) -> Refutation {
    let mut steps: Vec<Step> = Vec::with_capacity(proof.steps.len());
    // Where each old step is now, with what the variables there are in terms of its own; `None`
    // for the denial.
    let mut places: Vec<Option<(usize, Vec<ProofTerm>)>> = Vec::new();
    for step in &proof.steps {
        if step.rule == Rule::Input(denial) {
            places.push(None);
            continue;
        }
        let mut next = FIRST_FRESH;
        let (mut literals, mut parents) = (step.literals.clone(), Vec::new());
        for (parent, values) in &step.parents {
            let mut add = |left: ProofTerm| {
                let answer = ProofLiteral { is_positive: true, left, right: None };
                if !literals.contains(&answer) {
                    literals.push(answer);
                }
            };
            let Some((place, terms)) = &places[*parent] else {
                let denied = proof.steps[*parent].literals.iter();
                denied.for_each(|it| add(replaced(&it.left, values)));
                continue;
            };
            let mut fresh = Vec::new();
            let values: Vec<_> =
                terms.iter().map(|it| valued(it, values, next, &mut fresh)).collect();
            next += fresh.len() as u32;
            let before = steps[*place].literals.iter();
            let collected = before.filter(|it| is_of(&it.left, symbol));
            collected.for_each(|it| add(replaced(&it.left, &values)));
            parents.push((*place, values));
        }
        if let ([(place, values)], false) = (&parents[..], step.parents.is_empty()) {
            let before = steps[*place].literals.iter();
            let before: Vec<_> = before.map(|it| mapped(it, &|it| replaced(it, values))).collect();
            if is_equal(&before, &literals) {
                places.push(Some((*place, values.clone())));
                continue;
            }
        }
        // Variables are numbered anew, since those of answers were not counted.
        let mut found = Vec::new();
        for literal in &literals {
            variables(&literal.left, &mut found);
            literal.right.iter().for_each(|it| variables(it, &mut found));
        }
        let number = |it: &ProofTerm| renumbered(it, &found);
        let literals = literals.iter().map(|it| mapped(it, &number)).collect();
        for (_, values) in &mut parents {
            *values = values.iter().map(number).collect();
        }
        let sorts = found.iter().map(|it| it.sort).collect();
        steps.push(Step { literals, rule: step.rule, variables: sorts, parents });
        places.push(Some((steps.len() - 1, found)));
    }
    used(Refutation { steps, made: proof.made.clone() })
}

/// Variables from this number on are none of a step of the search.
const FIRST_FRESH: u32 = 1 << 24;

/// A term with values for its variables. The search knows none for those that only answers have, or one of
/// another sort: they become new ones, numbered from `first` on by their places in `fresh`.
fn valued(
    term: &ProofTerm,
    values: &[ProofTerm],
    first: u32,
    fresh: &mut Vec<ProofTerm>,
) -> ProofTerm {
    let kind = match &term.kind {
        ProofTermKind::Variable(number) => {
            let value = values.get(*number as usize).filter(|it| it.sort == term.sort);
            if let Some(value) = value {
                return value.clone();
            }
            let at = fresh.iter().position(|it| it == term).unwrap_or_else(|| {
                fresh.push(term.clone());
                fresh.len() - 1
            });
            ProofTermKind::Variable(first + at as u32)
        }
        ProofTermKind::Apply(symbol, arguments) => {
            let arguments = arguments.iter().map(|it| valued(it, values, first, fresh)).collect();
            ProofTermKind::Apply(*symbol, arguments)
        }
    };
    ProofTerm { sort: term.sort, kind }
}

fn is_of(term: &ProofTerm, symbol: u32) -> bool {
    matches!(term.kind, ProofTermKind::Apply(it, _) if it == symbol)
}
