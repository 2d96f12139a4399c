//! Checks a refutation step by step, whatever the rule: a clause follows from instances of others
//! when its denial and these lead to a contradiction by unit propagation and by congruence (equals
//! for equals), its variables being taken for constants. That a clause of the input says what its
//! sentence says, and what the names of parts of clauses mean, is not looked at: `clause_form` does that.

use rustc_hash::{FxHashMap, FxHashSet};

use super::checked::Checked;
use crate::budget::{Budget, Stop};
use crate::evidence::argument::{CaseClause, CaseClauses};
use crate::evidence::refutation::{
    InferenceRule, ProofLiteral, ProofTerm, ProofTermKind, Refutation, RefutationStep, SortNumber,
};
use crate::logic::cnf::{Atom, Cnf, Literal};

/// The first step that does not follow; `None` when all do and the last one is the empty clause.
///
/// # Errors
/// The limit that was reached.
pub fn flaw(proof: &Refutation, budget: &mut Budget) -> Result<Option<usize>, Stop> {
    let ends = proof.steps.last().is_some_and(|it| it.literals.is_empty());
    Ok(wrong_step(proof, budget)?.or_else(|| (!ends).then_some(proof.steps.len())))
}

/// The first step that does not follow, whatever the last one says.
///
/// # Errors
/// The limit that was reached.
pub fn wrong_step(proof: &Refutation, budget: &mut Budget) -> Result<Option<usize>, Stop> {
    for at in 0..proof.steps.len() {
        if !follows(proof, at, budget)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

fn follows(proof: &Refutation, at: usize, budget: &mut Budget) -> Result<bool, Stop> {
    let step = &proof.steps[at];
    match step.rule {
        InferenceRule::Input(_) | InferenceRule::Component => return Ok(step.parents.is_empty()),
        InferenceRule::Split => return Ok(step.parents.iter().all(|it| it.0 < at)),
        _ => {}
    }
    let mut facts = CongruenceFacts::default();
    for literal in &step.literals {
        let fact = facts.fact(literal);
        facts.assume(fact, false);
    }
    let mut open = Vec::new();
    for (parent, values) in &step.parents {
        budget.check()?;
        let Some(parent) = proof.steps[..at].get(*parent) else { return Ok(false) };
        let Some(instance) = instance(parent, values) else { return Ok(false) };
        open.push(instance.iter().map(|it| facts.fact(it)).collect::<Vec<_>>());
    }
    loop {
        if facts.is_contradictory {
            return Ok(true);
        }
        let mut is_changed = false;
        for clause in &open {
            budget.check()?;
            if clause.iter().any(|it| facts.value(*it) == Some(true)) {
                continue;
            }
            let mut unknown = clause.iter().filter(|it| facts.value(**it).is_none());
            match (unknown.next(), unknown.next()) {
                (None, _) => return Ok(true),
                (Some(unit), None) => {
                    facts.assume(*unit, true);
                    is_changed = true;
                }
                _ => {}
            }
        }
        if !is_changed {
            return Ok(false);
        }
    }
}

/// The literals of a clause with its variables replaced; `None` when a value has another sort.
pub(super) fn instance(step: &RefutationStep, values: &[ProofTerm]) -> Option<Vec<ProofLiteral>> {
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

/// Those of some clauses that are instances of what a refutation was given, or are so of all equals, by numbers.
///
/// # Errors
/// The limit that was reached.
pub fn case_clauses(
    proof: &Refutation,
    clauses: Vec<CaseClause>,
    budget: &mut Budget,
) -> Result<Checked<CaseClauses>, Stop> {
    let mut numbers = FxHashMap::default();
    let mut ground = CaseClauses::default();
    let mut numbered: Vec<Vec<Literal>> = Vec::new();
    for clause in clauses {
        budget.check()?;
        let Some(literals) = ground_literals(proof, &clause) else { continue };
        let number = |it: ProofLiteral| {
            let (left, right) = match it.right {
                Some(right) if right < it.left => (right, Some(it.left)),
                right => (it.left, right),
            };
            let next = Atom(numbers.len() as u32);
            let atom = *numbers.entry((left.clone(), right.clone())).or_insert_with(|| {
                ground.atoms.push(ProofLiteral { is_positive: true, left, right });
                next
            });
            Literal::new(atom, it.is_positive)
        };
        let mut clause_literals: Vec<Literal> = Vec::new();
        for literal in literals.into_iter().map(number) {
            if !clause_literals.contains(&literal) {
                clause_literals.push(literal);
            }
        }
        numbered.push(clause_literals);
        ground.clauses.push(clause);
    }
    ground.cnf = Cnf::new(ground.atoms.len() as u32);
    numbered.into_iter().for_each(|it| ground.cnf.add(it));
    Ok(Checked::new(ground))
}

/// The literals of such a clause; `None` when it is none.
fn ground_literals(proof: &Refutation, clause: &CaseClause) -> Option<Vec<ProofLiteral>> {
    match clause {
        CaseClause::Instance(at, values) => {
            let step = proof.steps.get(*at)?;
            matches!(step.rule, InferenceRule::Input(_)).then(|| instance(step, values))?
        }
        CaseClause::Equals(literals) => {
            let mut facts = CongruenceFacts::default();
            for literal in literals {
                let fact = facts.fact(literal);
                facts.assume(fact, false);
            }
            facts.is_contradictory.then(|| literals.clone())
        }
    }
}

/// A literal, its terms by their numbers.
#[derive(Clone, Copy)]
struct FactLiteral {
    is_positive: bool,
    left: usize,
    right: Option<usize>,
}

/// A term by its sort, its symbol or variable, and its arguments.
type Shape = (SortNumber, Result<u32, u32>, Vec<usize>);

/// Which terms are equal, which are not, and which atoms are true: the congruence closure (P. Downey, R. Sethi
/// and R. Tarjan, *Variations on the common subexpression problem*, JACM 27, 1980).
#[derive(Default)]
struct CongruenceFacts {
    numbers: FxHashMap<Shape, usize>,
    /// Of each term what it is applied to, with its symbol.
    applied: Vec<Option<(u32, Vec<usize>)>>,
    /// Of each term one that it is equal to, in the end the one that stands for all of them.
    joined: Vec<usize>,
    /// By that one: the terms with such an argument, those that are different, whether they are true.
    uses: Vec<Vec<usize>>,
    apart: Vec<Vec<usize>>,
    truths: Vec<Option<bool>>,
    /// A term for each symbol and what stands for its arguments.
    classes: FxHashMap<(u32, Vec<usize>), usize>,
    different: FxHashSet<(usize, usize)>,
    is_contradictory: bool,
}

impl CongruenceFacts {
    fn fact(&mut self, literal: &ProofLiteral) -> FactLiteral {
        FactLiteral {
            is_positive: literal.is_positive,
            left: self.number(&literal.left),
            right: literal.right.as_ref().map(|it| self.number(it)),
        }
    }

    fn number(&mut self, term: &ProofTerm) -> usize {
        let (head, arguments) = match &term.kind {
            ProofTermKind::Variable(variable) => (Err(*variable), Vec::new()),
            ProofTermKind::Apply(symbol, arguments) => {
                (Ok(*symbol), arguments.iter().map(|it| self.number(it)).collect())
            }
        };
        let number = self.joined.len();
        let shape = (term.sort, head, arguments.clone());
        let known = *self.numbers.entry(shape).or_insert(number);
        if known < number {
            return known;
        }
        self.joined.push(number);
        self.uses.push(Vec::new());
        self.apart.push(Vec::new());
        self.truths.push(None);
        for argument in &arguments {
            let root = self.root(*argument);
            self.uses[root].push(number);
        }
        self.applied.push(head.ok().map(|it| (it, arguments)));
        if let Some(same) = self.class(number) {
            self.join(same, number);
        }
        number
    }

    fn root(&mut self, mut term: usize) -> usize {
        while self.joined[term] != term {
            // The way is shorter from now on.
            self.joined[term] = self.joined[self.joined[term]];
            term = self.joined[term];
        }
        term
    }

    /// Another term with this one's symbol and equal arguments.
    fn class(&mut self, term: usize) -> Option<usize> {
        let (symbol, arguments) = self.applied[term].clone()?;
        let roots = arguments.into_iter().map(|it| self.root(it)).collect();
        Some(*self.classes.entry((symbol, roots)).or_insert(term)).filter(|it| *it != term)
    }

    /// Makes two terms one, and what they make equal.
    fn join(&mut self, one: usize, other: usize) {
        let mut open = vec![(one, other)];
        while let Some((one, other)) = open.pop() {
            let (one, other) = (self.root(one), self.root(other));
            if one == other {
                continue;
            }
            let size = |it: usize| self.uses[it].len() + self.apart[it].len();
            let (one, other) = if size(one) < size(other) { (other, one) } else { (one, other) };
            self.joined[other] = one;
            if let Some(value) = self.truths[other] {
                self.say(one, value);
            }
            for that in std::mem::take(&mut self.apart[other]) {
                self.set_apart(one, that);
            }
            for term in std::mem::take(&mut self.uses[other]) {
                self.uses[one].push(term);
                open.extend(self.class(term).map(|same| (same, term)));
            }
        }
    }

    fn say(&mut self, root: usize, value: bool) {
        self.is_contradictory |= self.truths[root] == Some(!value);
        self.truths[root] = Some(value);
    }

    fn set_apart(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.is_contradictory |= one == other;
        if self.different.insert((one.min(other), one.max(other))) {
            self.apart[one].push(other);
            self.apart[other].push(one);
        }
    }

    /// Takes a literal to be true, or false.
    fn assume(&mut self, fact: FactLiteral, value: bool) {
        let value = value == fact.is_positive;
        match fact.right {
            None => {
                let root = self.root(fact.left);
                self.say(root, value);
            }
            Some(right) if value => self.join(fact.left, right),
            Some(right) => self.set_apart(fact.left, right),
        }
    }

    /// Whether a literal is true or false, if that is known.
    fn value(&mut self, fact: FactLiteral) -> Option<bool> {
        let left = self.root(fact.left);
        let value = match fact.right.map(|it| self.root(it)) {
            None => self.truths[left],
            Some(right) if left == right => Some(true),
            Some(right) => {
                let pair = (left.min(right), left.max(right));
                self.different.contains(&pair).then_some(false)
            }
        };
        value.map(|it| it == fact.is_positive)
    }
}
