//! Reads a refutation off the search: the empty clause and what it rests on, each clause behind those that
//! it follows from.

use rustc_hash::FxHashMap;

use super::clause::ClauseId;
use super::saturate::Saturation;
use super::term::written;
use crate::evidence::refutation::{MadeSymbol, ProofLiteral, Refutation, RefutationStep};

impl Saturation {
    /// What the empty clause rests on.
    pub(super) fn refutation(&self, empty: ClauseId, made: Vec<MadeSymbol>) -> Refutation {
        let mut steps: FxHashMap<ClauseId, usize> = FxHashMap::default();
        let mut proof = Refutation { steps: Vec::new(), made };
        let mut open = vec![empty];
        while let Some(&id) = open.last() {
            let clause = &self.clauses[id as usize];
            let parents = &clause.origin.parents;
            let missing = parents.iter().filter(|it| !steps.contains_key(&it.0)).map(|it| it.0);
            let missing: Vec<_> = missing.collect();
            if !missing.is_empty() && !steps.contains_key(&id) {
                open.extend(missing);
                continue;
            }
            open.pop();
            if steps.contains_key(&id) {
                continue;
            }
            let step = self.step(id, |parent| steps[&parent]);
            steps.insert(id, proof.steps.len());
            proof.steps.push(step);
        }
        proof
    }

    /// All clauses in the order in which they came, so that each is behind those that it follows from.
    pub(super) fn derivation(&self, made: Vec<MadeSymbol>) -> Refutation {
        let all = 0..self.clauses.len() as ClauseId;
        Refutation { steps: all.map(|id| self.step(id, |it| it as usize)).collect(), made }
    }

    /// A clause as a step of a proof in which clauses have these numbers.
    fn step(&self, id: ClauseId, number: impl Fn(ClauseId) -> usize) -> RefutationStep {
        let clause = &self.clauses[id as usize];
        let literals = clause.literals.iter().map(|it| ProofLiteral {
            is_positive: it.is_positive,
            left: written(&self.bank, it.left),
            right: it.right.map(|it| written(&self.bank, it)),
        });
        let parents = clause.origin.parents.iter().map(|(parent, variables)| {
            (number(*parent), variables.iter().map(|it| written(&self.bank, *it)).collect())
        });
        RefutationStep {
            literals: literals.collect(),
            rule: clause.origin.rule,
            variables: clause.variables.iter().map(|it| self.bank.sort(*it)).collect(),
            parents: parents.collect(),
        }
    }
}
