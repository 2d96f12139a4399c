//! The refutation that a solver for propositional clauses found, as one of the clauses whose
//! instances it was given: each clause that it learnt follows by unit propagation.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Instances, filled};
use crate::evidence::clauses::Tracer;
use crate::evidence::refutation::{
    InferenceRule, ProofLiteral, ProofTerm, ProofTermKind, Refutation, RefutationStep,
};
use crate::logic::cnf::{Atom, Literal};
use crate::resolution::{Input, SharedTerm, written};

/// A clause that the solver learnt, and what it follows from.
struct Learnt {
    literals: Vec<Literal>,
    reasons: Vec<u64>,
}

/// A clause of which one is the last of a refutation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    /// An instance, by its place, without what facts deny of it.
    Instance(u32),
    /// What the solver learnt, by its number.
    Learnt(u64),
}

/// What the solver was given and did.
#[derive(Default)]
pub(super) struct SolverLog {
    /// The instances, in the order in which they were added: the clause and what its variables are.
    pub instances: Vec<(u32, Box<[SharedTerm]>)>,
    given: FxHashMap<u64, u32>,
    learnt: FxHashMap<u64, Learnt>,
    empty: Option<Node>,
}

impl SolverLog {
    /// Whether the instances contradict each other.
    pub(super) fn is_refuted(&self) -> bool {
        self.empty.is_some()
    }

    fn node(&self, number: u64) -> Node {
        self.given.get(&number).map_or(Node::Learnt(number), |it| Node::Instance(*it))
    }
}

impl Tracer for SolverLog {
    fn input(&mut self, number: u64, clause: &[Literal]) {
        let at = self.instances.len() as u32 - 1;
        self.given.insert(number, at);
        if clause.is_empty() {
            self.empty.get_or_insert(Node::Instance(at));
        }
    }

    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) {
        if clause.is_empty() {
            self.empty.get_or_insert(Node::Learnt(number));
        }
        let learnt = Learnt { literals: clause.to_vec(), reasons: reasons.to_vec() };
        self.learnt.insert(number, learnt);
    }

    // Atoms go on to come, so the solver has none of its own.
    fn define(&mut self, _: u64, _: &[Literal], _: &[i64]) {}

    fn delete(&mut self, _: u64, _: &[Literal]) {}
}

impl Instances {
    /// The refutation that was found.
    pub(super) fn refutation(&mut self, input: &Input) -> Refutation {
        let log = Rc::clone(&self.log);
        let log = log.borrow();
        let mut proof = Refutation { steps: Vec::new(), made: input.made.clone() };
        let Some(last) = log.empty else { return proof };
        let anything = self
            .anything
            .iter()
            .enumerate()
            .map(|(at, sort)| ProofTerm { sort: *sort, kind: ProofTermKind::Variable(at as u32) });
        let anything: Vec<ProofTerm> = anything.collect();
        let mut sources: FxHashMap<u32, usize> = FxHashMap::default();
        // The step that has a clause, and what its variables stand for.
        let mut found: FxHashMap<Node, (usize, Vec<ProofTerm>)> = FxHashMap::default();
        let mut open = vec![last];
        while let Some(&node) = open.last() {
            if found.contains_key(&node) {
                open.pop();
                continue;
            }
            let (literals, reasons) = self.parts(&log, node);
            let missing = reasons.iter().filter(|it| !found.contains_key(it));
            let known = open.len();
            open.extend(missing);
            if open.len() > known {
                continue;
            }
            open.pop();
            let mut parents: Vec<_> = reasons.iter().map(|it| found[it].clone()).collect();
            if let Node::Instance(at) = node {
                let (rule, values) = &log.instances[at as usize];
                let source = *sources.entry(*rule).or_insert_with(|| {
                    proof.steps.push(source(input, *rule));
                    proof.steps.len() - 1
                });
                let values = values.iter().map(|it| written(&self.bank, *it)).collect();
                if parents.is_empty() && node != last {
                    found.insert(node, (source, values));
                    continue;
                }
                parents.push((source, values));
            }
            let literals = literals.iter().map(|it| ProofLiteral {
                is_positive: it.is_positive(),
                left: written(&self.bank, self.atoms[it.atom().0 as usize]),
                right: None,
            });
            proof.steps.push(RefutationStep {
                literals: literals.collect(),
                rule: InferenceRule::Propagation,
                variables: self.anything.clone(),
                parents,
            });
            found.insert(node, (proof.steps.len() - 1, anything.clone()));
        }
        proof
    }

    /// The literals of a clause, and the clauses that it follows from besides its own source.
    fn parts(&mut self, log: &SolverLog, node: Node) -> (Vec<Literal>, Vec<Node>) {
        let at = match node {
            Node::Learnt(number) => {
                let Learnt { literals, reasons } = &log.learnt[&number];
                return (literals.clone(), reasons.iter().map(|it| log.node(*it)).collect());
            }
            Node::Instance(at) => at,
        };
        let (rule, values) = &log.instances[at as usize];
        let rule = &self.rules[*rule as usize];
        let mut number =
            |pattern: &SharedTerm| self.known[&filled(&mut self.bank, *pattern, values)];
        let stated = rule.stated.iter().map(|it| Literal::new(Atom(number(it)), true));
        let (mut literals, mut facts): (Vec<Literal>, Vec<Node>) = (stated.collect(), Vec::new());
        for atom in rule.denied.iter().map(number) {
            match self.facts[atom as usize].filter(|fact| *fact < at) {
                Some(fact) => facts.push(Node::Instance(fact)),
                None => literals.push(Literal::new(Atom(atom), false)),
            }
        }
        (literals, facts)
    }
}

/// A clause that instances were made of.
fn source(input: &Input, rule: u32) -> RefutationStep {
    let clause = &input.clauses[rule as usize];
    let literals = clause.literals.iter().map(|it| ProofLiteral {
        is_positive: it.is_positive,
        left: written(&input.bank, it.left),
        right: None,
    });
    RefutationStep {
        literals: literals.collect(),
        rule: clause.origin.rule,
        variables: clause.variables.iter().map(|it| input.bank.sort(*it)).collect(),
        parents: Vec::new(),
    }
}
