//! For what a sentence holds, by a literal that collects answers (C. Green, *Application of theorem proving to
//! problem solving*, 1969). It is put back into a refutation of "there is no answer": so the refutation becomes a
//! proof of a clause of answers, which the checker of proofs reads like any other.

use std::slice::from_ref;

use crate::budget::Budget;
use crate::evidence::refutation::{
    InferenceRule, ProofLiteral, ProofTerm, ProofTermKind, Refutation, RefutationStep,
};
use crate::logic::first_order::{
    Predicate, Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId,
    TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};
use crate::problem::Failure;
use crate::resolution::textbook::{is_equal, mapped, renumbered, replaced, used, variables};
use crate::verify::accept;
use crate::verify::checked::Checked;

/// A predicate that collects for what a sentence holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Collector {
    /// That whatever the sentence holds for is an answer.
    collect: TheorySentenceId,
    /// That there is an answer.
    some: TheorySentenceId,
    /// The number of the axioms of the theory.
    axioms: u32,
    /// The symbol of the predicate.
    symbol: u32,
}

impl Collector {
    /// Adds the predicate to a theory, for a sentence with free variables.
    pub(super) fn new(
        theory: &mut Theory,
        sentence: TheorySentenceId,
        variables: &[TheoryVariable],
    ) -> Self {
        let sorts = variables.iter().map(|it| theory.variables[it.0 as usize]).collect();
        theory.signature.predicates.push(sorts);
        let predicate = Predicate(theory.signature.predicates.len() as u32 - 1);
        let symbol = theory.signature.functions.len() as u32 + predicate.0;
        let terms = variables.iter().map(|it| theory.term(TheoryTerm::Variable(*it))).collect();
        let atom = theory.sentence(TheorySentence::Atom(predicate, terms));
        let implies = theory.sentence(TheorySentence::Implies(sentence, atom));
        let mut close = |quantifier, body| {
            variables.iter().rev().fold(body, |body, variable| {
                theory.sentence(TheorySentence::Quantified(quantifier, *variable, body))
            })
        };
        let collect = close(TheoryQuantifier::All, implies);
        let some = close(TheoryQuantifier::Some, atom);
        Self { collect, some, axioms: theory.axioms.len() as u32, symbol }
    }

    /// What contradicts the axioms when there is an answer.
    pub(super) fn demands(&self) -> [(TheorySentenceId, bool); 2] {
        [(self.collect, true), (self.some, false)]
    }

    /// A proof of a clause of answers, from a refutation of the axioms and demands.
    ///
    /// # Errors
    /// See [`Failure`].
    pub(super) fn proof(
        &self,
        refutation: &Refutation,
        budget: &Budget,
    ) -> Result<Checked<Refutation>, Failure> {
        let proof = with_answers(refutation, self.symbol, self.axioms + 1);
        accept::derivation(proof, &mut budget.clone())
    }

    /// The answers that the last clause of such a proof tells: one of them is right.
    pub(super) fn told(&self, proof: &Refutation) -> Vec<Vec<ProofTerm>> {
        let literals = proof.steps.last().map_or(&[][..], |it| &it.literals);
        let arguments = literals.iter().filter_map(|it| match &it.left.kind {
            ProofTermKind::Apply(_, arguments) => Some(arguments.clone()),
            ProofTermKind::Variable(_) => None,
        });
        arguments.collect()
    }
}

/// A refutation without its input `denial`, the sentence that there is no answer: it ends with a clause of
/// answers, which are literals with `symbol`.
fn with_answers(proof: &Refutation, symbol: u32, denial: u32) -> Refutation {
    let mut steps: Vec<RefutationStep> = Vec::with_capacity(proof.steps.len());
    // Where each old step is now, with what the variables there are in terms of its own; `None`
    // for the denial.
    let mut places: Vec<Option<(usize, Vec<ProofTerm>)>> = Vec::new();
    for step in &proof.steps {
        if step.rule == InferenceRule::Input(denial) {
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
        steps.push(RefutationStep { literals, rule: step.rule, variables: sorts, parents });
        places.push(Some((steps.len() - 1, found)));
    }
    while let Some(last) = steps.last()
        && let Some(values) = joining(last)
    {
        steps.push(factor(last, steps.len() - 1, &values));
    }
    used(Refutation { steps, made: proof.made.clone() })
}

/// Values for the variables of a clause of answers by which one answer becomes another.
fn joining(clause: &RefutationStep) -> Option<Vec<ProofTerm>> {
    let inside = |term: &ProofTerm| {
        let mut found = Vec::new();
        variables(term, &mut found);
        found
    };
    let (sorts, literals) = (&clause.variables, &clause.literals);
    literals.iter().enumerate().filter(|it| !inside(&it.1.left).is_empty()).find_map(|(at, it)| {
        let others = literals.iter().enumerate().filter(|other| other.0 != at);
        others.map(|other| &other.1.left).find_map(|other| {
            let bound = matched(from_ref(&it.left), from_ref(other))?;
            let variable = |(sort, number): (&u32, u32)| ProofTerm {
                sort: *sort,
                kind: ProofTermKind::Variable(number),
            };
            let mut values: Vec<_> = sorts.iter().zip(0..).map(variable).collect();
            let is_kept = |it: &ProofTerm| match it.kind {
                ProofTermKind::Variable(number) => {
                    !bound.iter().any(|value| value.0 == number && value.1 != it)
                }
                ProofTermKind::Apply(..) => true,
            };
            // The other one has to stay what it is.
            inside(other).iter().all(is_kept).then(|| {
                bound.iter().for_each(|(number, term)| values[*number as usize] = (*term).clone());
                values
            })
        })
    })
}

/// A clause of answers with such values for its variables.
fn factor(clause: &RefutationStep, place: usize, values: &[ProofTerm]) -> RefutationStep {
    let mut literals: Vec<ProofLiteral> = Vec::new();
    let mut found = Vec::new();
    for literal in &clause.literals {
        let literal = mapped(literal, &|it| replaced(it, values));
        if !literals.contains(&literal) {
            variables(&literal.left, &mut found);
            literals.push(literal);
        }
    }
    let number = |it: &ProofTerm| renumbered(it, &found);
    RefutationStep {
        literals: literals.iter().map(|it| mapped(it, &number)).collect(),
        rule: InferenceRule::Factoring,
        variables: found.iter().map(|it| it.sort).collect(),
        parents: vec![(place, values.iter().map(number).collect())],
    }
}

/// What the variables of general terms stand for in an instance of them, if it is one.
pub(super) fn matched<'t>(
    general: &[ProofTerm],
    terms: &'t [ProofTerm],
) -> Option<Vec<(u32, &'t ProofTerm)>> {
    fn is<'t>(
        general: &[ProofTerm],
        terms: &'t [ProofTerm],
        values: &mut Vec<(u32, &'t ProofTerm)>,
    ) -> bool {
        general.iter().zip(terms).all(|(general, term)| match (&general.kind, &term.kind) {
            (ProofTermKind::Variable(number), _) => {
                match values.iter().find(|it| it.0 == *number) {
                    Some(known) => known.1 == term,
                    None => {
                        values.push((*number, term));
                        general.sort == term.sort
                    }
                }
            }
            (ProofTermKind::Apply(one, inner), ProofTermKind::Apply(other, arguments)) => {
                one == other && is(inner, arguments, values)
            }
            _ => false,
        })
    }
    let mut values = Vec::new();
    is(general, terms, &mut values).then_some(values)
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

/// A term of an answer as one of the theory. `any` are its variables by their numbers.
pub(super) fn term(
    theory: &mut Theory,
    written: &ProofTerm,
    any: &mut Vec<(u32, TheoryVariable)>,
) -> TheoryTermId {
    match &written.kind {
        ProofTermKind::Variable(number) => {
            let known = any.iter().find(|it| it.0 == *number).map(|it| it.1);
            let variable = known.unwrap_or_else(|| {
                any.push((*number, theory.variable(TheorySort(written.sort))));
                any[any.len() - 1].1
            });
            theory.term(TheoryTerm::Variable(variable))
        }
        ProofTermKind::Apply(symbol, arguments) => {
            let arguments = arguments.iter().map(|it| term(theory, it, any)).collect();
            theory.term(TheoryTerm::Apply(TheoryFunction(*symbol), arguments))
        }
    }
}
