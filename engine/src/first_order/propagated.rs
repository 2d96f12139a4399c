//! The refutation that a solver for propositional clauses found, as one of first-order clauses: it was given
//! clauses without variables, and each clause that it learnt follows by unit propagation.

use rustc_hash::FxHashMap;

use crate::evidence::clauses::Tracer;
use crate::evidence::refutation::{
    InferenceRule, ProofLiteral, ProofTerm, ProofTermKind, Refutation, RefutationStep, SortNumber,
};
use crate::logic::cnf::{Atom, Literal};
use crate::resolution::{Input, written};

/// A clause that the solver learnt, and what it follows from.
struct Learnt {
    literals: Vec<Literal>,
    reasons: Vec<u64>,
}

/// A clause of which one is the last of a refutation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    /// What the solver was given, by its place.
    Given(u32),
    /// What the solver learnt, by its number.
    Learnt(u64),
}

/// What the solver was given and did. Whoever gives it a clause says so before.
#[derive(Default)]
pub(super) struct SolverLog {
    /// The clauses given so far.
    pub given_count: u32,
    given: FxHashMap<u64, u32>,
    learnt: FxHashMap<u64, Learnt>,
    empty: Option<Node>,
}

/// A clause that the solver was given.
pub(super) struct GivenClause {
    /// As the solver knows it.
    pub literals: Vec<Literal>,
    /// What it is.
    pub origin: GivenOrigin,
    /// Given clauses of one literal that leave no more of it.
    pub facts: Vec<u32>,
}

/// Where a given clause comes from.
pub(super) enum GivenOrigin {
    /// A clause of the input, and what its variables stand for.
    Instance(u32, Vec<ProofTerm>),
    /// A rule that needs no other clause.
    Rule(InferenceRule),
}

/// Who gave the clauses.
pub(super) trait GivesClauses {
    /// What an atom of the solver says: its term, and the right side of an equation.
    fn statement(&self, atom: Atom) -> (ProofTerm, Option<ProofTerm>);

    /// The clause at a place.
    fn clause(&mut self, at: u32) -> GivenClause;
}

impl SolverLog {
    /// Whether the clauses contradict each other.
    pub(super) fn is_refuted(&self) -> bool {
        self.empty.is_some()
    }

    /// The refutation that was found. Variables that stand for anything have these sorts.
    pub(super) fn refutation(
        &self,
        input: &Input,
        anything: &[SortNumber],
        from: &mut impl GivesClauses,
    ) -> Refutation {
        let mut proof = Refutation { steps: Vec::new(), made: input.made.clone() };
        let Some(last) = self.empty else { return proof };
        let own = anything
            .iter()
            .enumerate()
            .map(|(at, sort)| ProofTerm { sort: *sort, kind: ProofTermKind::Variable(at as u32) });
        let own: Vec<ProofTerm> = own.collect();
        let mut sources: FxHashMap<u32, usize> = FxHashMap::default();
        // The step that has a clause, and what its variables stand for.
        let mut found: FxHashMap<Node, (usize, Vec<ProofTerm>)> = FxHashMap::default();
        let mut open = vec![last];
        while let Some(&node) = open.last() {
            if found.contains_key(&node) {
                open.pop();
                continue;
            }
            let (literals, origin, reasons) = self.parts(node, from);
            let missing = reasons.iter().filter(|it| !found.contains_key(it));
            let known = open.len();
            open.extend(missing);
            if open.len() > known {
                continue;
            }
            open.pop();
            let mut parents: Vec<_> = reasons.iter().map(|it| found[it].clone()).collect();
            let rule = match origin {
                Some(GivenOrigin::Instance(clause, values)) => {
                    let source = *sources.entry(clause).or_insert_with(|| {
                        proof.steps.push(source(input, clause));
                        proof.steps.len() - 1
                    });
                    if parents.is_empty() && node != last {
                        found.insert(node, (source, values));
                        continue;
                    }
                    parents.push((source, values));
                    InferenceRule::Propagation
                }
                Some(GivenOrigin::Rule(rule)) => rule,
                None => InferenceRule::Propagation,
            };
            let literals = literals.iter().map(|it| {
                let (left, right) = from.statement(it.atom());
                ProofLiteral { is_positive: it.is_positive(), left, right }
            });
            proof.steps.push(RefutationStep {
                literals: literals.collect(),
                rule,
                variables: anything.to_vec(),
                parents,
            });
            found.insert(node, (proof.steps.len() - 1, own.clone()));
        }
        proof
    }

    /// The literals of a clause, where it comes from if it was given, and the clauses that it follows from.
    fn parts(
        &self,
        node: Node,
        from: &mut impl GivesClauses,
    ) -> (Vec<Literal>, Option<GivenOrigin>, Vec<Node>) {
        match node {
            Node::Learnt(number) => {
                let Learnt { literals, reasons } = &self.learnt[&number];
                (literals.clone(), None, reasons.iter().map(|it| self.node(*it)).collect())
            }
            Node::Given(at) => {
                let GivenClause { literals, origin, facts } = from.clause(at);
                (literals, Some(origin), facts.into_iter().map(Node::Given).collect())
            }
        }
    }

    fn node(&self, number: u64) -> Node {
        self.given.get(&number).map_or(Node::Learnt(number), |it| Node::Given(*it))
    }
}

impl Tracer for SolverLog {
    fn input(&mut self, number: u64, clause: &[Literal]) {
        let at = self.given_count - 1;
        self.given.insert(number, at);
        if clause.is_empty() {
            self.empty.get_or_insert(Node::Given(at));
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

/// A clause of which others are instances.
fn source(input: &Input, clause: u32) -> RefutationStep {
    let clause = &input.clauses[clause as usize];
    let literals = clause.literals.iter().map(|it| ProofLiteral {
        is_positive: it.is_positive,
        left: written(&input.bank, it.left),
        right: it.right.map(|it| written(&input.bank, it)),
    });
    RefutationStep {
        literals: literals.collect(),
        rule: clause.origin.rule,
        variables: clause.variables.iter().map(|it| input.bank.sort(*it)).collect(),
        parents: Vec::new(),
    }
}
