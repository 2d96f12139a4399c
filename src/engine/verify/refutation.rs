//! Checks a refutation step by step, whatever the rule: a clause follows from instances of others
//! when its denial and these lead to a contradiction by unit propagation and by congruence (equals
//! for equals), its variables being taken for constants. That a clause of the input says what its
//! sentence says is not looked at.

use rustc_hash::FxHashMap;

use crate::engine::resolution::Rule;
use crate::engine::resolution::proof::{ProofLiteral, ProofTerm, ProofTermKind, Refutation, Step};

/// The first step that does not follow; `None` when all do and the last one is the empty clause.
pub fn flaw(proof: &Refutation) -> Option<usize> {
    let ends = proof.steps.last().is_some_and(|it| it.literals.is_empty());
    wrong_step(proof).or_else(|| (!ends).then_some(proof.steps.len()))
}

/// The first step that does not follow, whatever the last one says.
pub fn wrong_step(proof: &Refutation) -> Option<usize> {
    (0..proof.steps.len()).find(|at| !follows(proof, *at))
}

fn follows(proof: &Refutation, at: usize) -> bool {
    let step = &proof.steps[at];
    if matches!(step.rule, Rule::Input(_)) {
        return step.parents.is_empty();
    }
    let mut facts = Facts::default();
    for literal in &step.literals {
        facts.assume(literal, false);
    }
    let mut open = Vec::new();
    for (parent, values) in &step.parents {
        let Some(parent) = proof.steps[..at].get(*parent) else { return false };
        let Some(instance) = instance(parent, values) else { return false };
        open.push(instance);
    }
    loop {
        if facts.is_contradictory() {
            return true;
        }
        let mut is_changed = false;
        for clause in &open {
            if clause.iter().any(|it| facts.value(it) == Some(true)) {
                continue;
            }
            let mut unknown = clause.iter().filter(|it| facts.value(it).is_none());
            match (unknown.next(), unknown.next()) {
                (None, _) => return true,
                (Some(unit), None) => {
                    let unit = unit.clone();
                    facts.assume(&unit, true);
                    is_changed = true;
                }
                _ => {}
            }
        }
        if !is_changed {
            return false;
        }
    }
}

/// The literals of a clause with its variables replaced; `None` when a value has another sort.
fn instance(step: &Step, values: &[ProofTerm]) -> Option<Vec<ProofLiteral>> {
    let fits = step.variables.len() == values.len()
        && step.variables.iter().zip(values).all(|(sort, value)| *sort == value.sort);
    if !fits {
        return None;
    }
    let literals = step.literals.iter().map(|it| {
        Some(ProofLiteral {
            is_positive: it.is_positive,
            left: replaced(&it.left, values)?,
            right: match &it.right {
                Some(right) => Some(replaced(right, values)?),
                None => None,
            },
        })
    });
    literals.collect()
}

fn replaced(term: &ProofTerm, values: &[ProofTerm]) -> Option<ProofTerm> {
    match &term.kind {
        ProofTermKind::Variable(number) => {
            values.get(*number as usize).filter(|it| it.sort == term.sort).cloned()
        }
        ProofTermKind::Apply(symbol, arguments) => {
            let arguments = arguments.iter().map(|it| replaced(it, values));
            let kind = ProofTermKind::Apply(*symbol, arguments.collect::<Option<_>>()?);
            Some(ProofTerm { sort: term.sort, kind })
        }
    }
}

/// Which terms are equal, which are not, and which atoms are true.
#[derive(Default)]
struct Facts {
    numbers: FxHashMap<ProofTerm, usize>,
    /// Of each term what it is applied to, with its symbol.
    applied: Vec<Option<(u32, Vec<usize>)>>,
    joined: Vec<usize>,
    different: Vec<(usize, usize)>,
    truths: Vec<(usize, bool)>,
}

impl Facts {
    fn number(&mut self, term: &ProofTerm) -> usize {
        if let Some(&known) = self.numbers.get(term) {
            return known;
        }
        let applied = match &term.kind {
            ProofTermKind::Variable(_) => None,
            ProofTermKind::Apply(symbol, arguments) => {
                Some((*symbol, arguments.iter().map(|it| self.number(it)).collect()))
            }
        };
        let number = self.applied.len();
        self.applied.push(applied);
        self.joined.push(number);
        self.numbers.insert(term.clone(), number);
        self.close();
        number
    }

    fn root(&self, mut term: usize) -> usize {
        while self.joined[term] != term {
            term = self.joined[term];
        }
        term
    }

    /// Joins what equal arguments make equal, until nothing changes.
    fn close(&mut self) {
        loop {
            let mut classes: FxHashMap<(u32, Vec<usize>), usize> = FxHashMap::default();
            let mut pairs = Vec::new();
            for (number, applied) in self.applied.iter().enumerate() {
                let Some((symbol, arguments)) = applied else { continue };
                let key = (*symbol, arguments.iter().map(|it| self.root(*it)).collect());
                let other = *classes.entry(key).or_insert(number);
                if self.root(other) != self.root(number) {
                    pairs.push((other, number));
                }
            }
            if pairs.is_empty() {
                return;
            }
            for (one, other) in pairs {
                let (one, other) = (self.root(one), self.root(other));
                self.joined[other] = one;
            }
        }
    }

    /// Takes a literal to be true, or false.
    fn assume(&mut self, literal: &ProofLiteral, value: bool) {
        let value = value == literal.is_positive;
        let left = self.number(&literal.left);
        match &literal.right {
            None => self.truths.push((left, value)),
            Some(right) => {
                let right = self.number(right);
                if value {
                    let (one, other) = (self.root(left), self.root(right));
                    self.joined[other] = one;
                    self.close();
                } else {
                    self.different.push((left, right));
                }
            }
        }
    }

    /// Whether a literal is true or false, if that is known.
    fn value(&mut self, literal: &ProofLiteral) -> Option<bool> {
        let left = self.number(&literal.left);
        let right = literal.right.as_ref().map(|it| self.number(it));
        let (left, right) = (self.root(left), right.map(|it| self.root(it)));
        let value = match right {
            None => self.truths.iter().find(|it| self.root(it.0) == left).map(|it| it.1),
            Some(right) if left == right => Some(true),
            Some(right) => {
                let is_pair = |(one, other): &(usize, usize)| {
                    let (one, other) = (self.root(*one), self.root(*other));
                    (one, other) == (left, right) || (other, one) == (left, right)
                };
                self.different.iter().any(is_pair).then_some(false)
            }
        };
        value.map(|it| it == literal.is_positive)
    }

    fn is_contradictory(&self) -> bool {
        let is_same = |(one, other): &(usize, usize)| self.root(*one) == self.root(*other);
        let clash = |(at, (term, value)): (usize, &(usize, bool))| {
            let rest = &self.truths[at + 1..];
            rest.iter().any(|it| it.1 != *value && self.root(it.0) == self.root(*term))
        };
        self.different.iter().any(is_same) || self.truths.iter().enumerate().any(clash)
    }
}
