//! The refutation that a solver for propositional clauses found, as one of the clauses whose
//! instances it was given: each clause that it learnt follows by unit propagation.

use rustc_hash::FxHashMap;

use super::Instances;
use crate::engine::resolution::proof::{
    ProofLiteral, ProofTerm, ProofTermKind, Refutation, Step, written,
};
use crate::engine::resolution::{Input, Rule, Term};
use crate::engine::sat::proof::Tracer;
use crate::logic::cnf::Literal;

/// A clause that the solver learnt, and what it follows from.
struct Learnt {
    literals: Vec<Literal>,
    reasons: Vec<u64>,
}

/// What the solver was given and did.
#[derive(Default)]
pub struct Log {
    /// The instances, in the order in which they were added: the clause and what its variables are.
    pub instances: Vec<(u32, Box<[Term]>)>,
    given: FxHashMap<u64, u32>,
    learnt: FxHashMap<u64, Learnt>,
    empty: Option<u64>,
}

impl Tracer for Log {
    fn input(&mut self, number: u64, _: &[Literal]) {
        let at = self.instances.len() as u32 - 1;
        self.given.insert(number, at);
    }

    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) {
        if clause.is_empty() {
            self.empty.get_or_insert(number);
        }
        let learnt = Learnt { literals: clause.to_vec(), reasons: reasons.to_vec() };
        self.learnt.insert(number, learnt);
    }

    fn delete(&mut self, _: u64, _: &[Literal]) {}
}

impl Instances {
    /// The refutation that the solver found.
    pub(super) fn refutation(&self, input: &Input) -> Refutation {
        let log = self.log.borrow();
        let mut proof = Refutation { steps: Vec::new(), made: input.made.clone() };
        let mut sources: FxHashMap<u32, usize> = FxHashMap::default();
        let mut steps: FxHashMap<u64, usize> = FxHashMap::default();
        // An instance may be empty itself.
        let last = log.given.iter().find(|it| self.is_empty(&log, *it.1)).map(|it| *it.0);
        let Some(last) = log.empty.or(last) else { return proof };
        let anything = self
            .anything
            .iter()
            .enumerate()
            .map(|(at, sort)| ProofTerm { sort: *sort, kind: ProofTermKind::Variable(at as u32) });
        let anything: Vec<ProofTerm> = anything.collect();
        let mut open = vec![last];
        while let Some(&number) = open.last() {
            if steps.contains_key(&number) || log.given.contains_key(&number) && number != last {
                open.pop();
                continue;
            }
            let learnt = log.learnt.get(&number);
            let reasons = learnt.map_or(&[][..], |it| &it.reasons[..]);
            let missing =
                reasons.iter().filter(|it| !steps.contains_key(it) && !log.given.contains_key(it));
            let missing: Vec<_> = missing.copied().collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            open.pop();
            let own = [number];
            let parents = if learnt.is_some() { reasons } else { &own[..] };
            let parents = parents.iter().filter_map(|reason| {
                if let Some(step) = steps.get(reason) {
                    return Some((*step, anything.clone()));
                }
                let (rule, values) = &log.instances[*log.given.get(reason)? as usize];
                let step = *sources.entry(*rule).or_insert_with(|| {
                    proof.steps.push(self.source(input, *rule));
                    proof.steps.len() - 1
                });
                Some((step, values.iter().map(|it| written(&self.bank, *it)).collect()))
            });
            let parents: Vec<_> = parents.collect();
            let literals = learnt.map_or(&[][..], |it| &it.literals[..]);
            let literals = literals.iter().map(|it| ProofLiteral {
                is_positive: it.is_positive(),
                left: written(&self.bank, self.atoms[it.atom().0 as usize]),
                right: None,
            });
            let step = Step {
                literals: literals.collect(),
                rule: Rule::Propagation,
                variables: self.anything.clone(),
                parents,
            };
            proof.steps.push(step);
            steps.insert(number, proof.steps.len() - 1);
        }
        proof
    }

    fn is_empty(&self, log: &Log, instance: u32) -> bool {
        let rule = &self.rules[log.instances[instance as usize].0 as usize];
        rule.denied.is_empty() && rule.stated.is_empty()
    }

    /// A clause that instances were made of.
    fn source(&self, input: &Input, rule: u32) -> Step {
        let clause = &input.clauses[rule as usize];
        let literals = clause.literals.iter().map(|it| ProofLiteral {
            is_positive: it.is_positive,
            left: written(&input.bank, it.left),
            right: None,
        });
        Step {
            literals: literals.collect(),
            rule: clause.origin.rule,
            variables: clause.variables.iter().map(|it| input.bank.sort(*it)).collect(),
            parents: Vec::new(),
        }
    }
}
