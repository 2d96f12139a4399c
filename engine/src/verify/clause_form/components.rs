//! Parts of clauses that have names: a name says that its part holds for all things. So the part holds where the
//! name does, and a clause of parts that share no variable says that one of their names holds: where each part
//! fails for some things, the clause fails for all these together.

use super::{ClauseFormChecker, all_parts};
use crate::evidence::refutation::{
    ClauseComponent, InferenceRule, MadeSymbol, ProofLiteral, ProofTerm, ProofTermKind,
    RefutationStep,
};
use crate::verify::refutation::instance;

impl ClauseFormChecker<'_> {
    /// Whether a part is of symbols that were there before its name, each of its sort.
    pub(super) fn is_sound_component(&self, at: usize, component: &ClauseComponent) -> bool {
        let is_earlier = |term: &ProofTerm| {
            all_parts(term, &|part| match part.kind {
                ProofTermKind::Variable(_) => true,
                ProofTermKind::Apply(symbol, _) => (symbol as usize) < self.first_made() + at,
            })
        };
        let mut terms =
            component.literals.iter().flat_map(|it| [Some(&it.left), it.right.as_ref()]);
        terms.all(|it| it.is_none_or(is_earlier))
            && self.is_well_sorted(&RefutationStep {
                literals: component.literals.clone(),
                rule: InferenceRule::Component,
                variables: component.variables.clone(),
                parents: Vec::new(),
            })
    }

    /// The part of which a literal is the name.
    fn component(&self, literal: &ProofLiteral) -> Option<&ClauseComponent> {
        match &literal.left.kind {
            ProofTermKind::Apply(symbol, arguments) if arguments.is_empty() => {
                match self.made(*symbol) {
                    Some(MadeSymbol::Component(component)) => Some(component),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a step says no more than that a part holds where its name does.
    pub(super) fn is_component(&self, step: &RefutationStep) -> bool {
        step.literals.iter().filter(|it| !it.is_positive).any(|name| {
            self.component(name).is_some_and(|it| {
                it.variables == step.variables
                    && it.literals.iter().all(|literal| step.literals.contains(literal))
            })
        })
    }

    /// Whether a step has the names of its parent's parts, which share no variable, in their place.
    pub(super) fn is_split(&self, step: &RefutationStep) -> bool {
        let [(parent, values)] = &step.parents[..] else { return false };
        let Some(parent) = self.proof.steps.get(*parent) else { return false };
        let Some(instance) = instance(parent, values) else { return false };
        // What is false where the step is, for some things that variables of all parts together stand for.
        let mut denied: Vec<ProofLiteral> = step.literals.clone();
        let mut count = 0;
        for name in step.literals.iter().filter(|it| it.is_positive) {
            let Some(component) = self.component(name) else { continue };
            let shifted = |term: &ProofTerm| shifted(term, count);
            denied.extend(component.literals.iter().map(|it| ProofLiteral {
                is_positive: it.is_positive,
                left: shifted(&it.left),
                right: it.right.as_ref().map(shifted),
            }));
            count += component.variables.len() as u32;
        }
        step.variables.is_empty() && instance.iter().all(|it| denied.contains(it))
    }
}

/// A term whose variables have numbers that are so much greater.
fn shifted(term: &ProofTerm, by: u32) -> ProofTerm {
    let kind = match &term.kind {
        ProofTermKind::Variable(number) => ProofTermKind::Variable(number + by),
        ProofTermKind::Apply(symbol, arguments) => {
            ProofTermKind::Apply(*symbol, arguments.iter().map(|it| shifted(it, by)).collect())
        }
    };
    ProofTerm { sort: term.sort, kind }
}
