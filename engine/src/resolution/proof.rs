//! Reads a refutation off the search: the empty clause and what it rests on, each clause behind those that
//! it follows from.

use rustc_hash::FxHashMap;

use super::clause::ClauseId;
use super::saturate::Saturation;
use super::term::written;
use crate::evidence::refutation::{
    ATOM, MadeSymbol, ProofLiteral, ProofTerm, ProofTermKind, Refutation, RefutationStep,
};

impl Saturation {
    /// What the empty clause rests on.
    pub(super) fn refutation(&self, empty: ClauseId, made: Vec<MadeSymbol>) -> Refutation {
        let mut steps: FxHashMap<ClauseId, usize> = FxHashMap::default();
        let made = self.with_names(made);
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
        if let Some(splitter) = &self.splitter {
            keep_used(&mut proof, splitter.symbol(0));
        }
        proof
    }

    /// All clauses in the order in which they came, so that each is behind those that it follows from.
    pub(super) fn derivation(&self, made: Vec<MadeSymbol>) -> Refutation {
        let all = 0..self.clauses.len() as ClauseId;
        let made = self.with_names(made);
        Refutation { steps: all.map(|id| self.step(id, |it| it as usize)).collect(), made }
    }

    /// What was made, and the names of parts behind it.
    fn with_names(&self, mut made: Vec<MadeSymbol>) -> Vec<MadeSymbol> {
        made.extend(self.splitter.iter().flat_map(|it| it.made(&self.bank)));
        made
    }

    /// A clause as a step of a proof in which clauses have these numbers.
    fn step(&self, id: ClauseId, number: impl Fn(ClauseId) -> usize) -> RefutationStep {
        let clause = &self.clauses[id as usize];
        let literals = clause.literals.iter().map(|it| ProofLiteral {
            is_positive: it.is_positive,
            left: written(&self.bank, it.left),
            right: it.right.map(|it| written(&self.bank, it)),
        });
        let names = clause.names.iter().map(|it| ProofLiteral {
            is_positive: false,
            left: ProofTerm {
                sort: ATOM,
                kind: ProofTermKind::Apply(
                    self.splitter.as_ref().map_or(0, |split| split.symbol(*it)),
                    Vec::new(),
                ),
            },
            right: None,
        });
        let parents = clause.origin.parents.iter().map(|(parent, variables)| {
            (number(*parent), variables.iter().map(|it| written(&self.bank, *it)).collect())
        });
        RefutationStep {
            literals: literals.chain(names).collect(),
            rule: clause.origin.rule,
            variables: clause.variables.iter().map(|it| self.bank.sort(*it)).collect(),
            parents: parents.collect(),
        }
    }
}

/// Leaves of the names of parts, of which the first one has a symbol, only those that are used, in the order in
/// which they come.
fn keep_used(proof: &mut Refutation, first: u32) {
    let mut used: Vec<u32> = Vec::new();
    for literal in proof.steps.iter_mut().flat_map(|it| &mut it.literals) {
        if let ProofTermKind::Apply(symbol, _) = &mut literal.left.kind
            && let Some(name) = symbol.checked_sub(first)
        {
            let at = used.iter().position(|it| *it == name).unwrap_or(used.len());
            if at == used.len() {
                used.push(name);
            }
            *symbol = first + at as u32;
        }
    }
    let is_name = |it: &MadeSymbol| matches!(it, MadeSymbol::Component(_));
    let names = proof.made.iter().position(is_name).unwrap_or(proof.made.len());
    let names = proof.made.split_off(names);
    proof.made.extend(used.into_iter().map(|it| names[it as usize].clone()));
}
