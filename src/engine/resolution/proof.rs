//! A refutation as data: clauses in order, each with the clauses it follows from and what their
//! variables stand for, down to the empty clause. Whoever checks it needs nothing of the search.

use rustc_hash::FxHashMap;

use super::clause::{ClauseId, Rule, SIGNATURE};
use super::saturate::Saturation;
use super::term::{Bank, Head, SortId, Term};
use crate::logic::first_order::{SentenceId, Variable};

/// A term with its sort.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProofTerm {
    /// Its sort; that of an atom is the greatest number.
    pub sort: SortId,
    /// What it is.
    pub kind: ProofTermKind,
}

/// What a term of a proof is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ProofTermKind {
    /// A variable by its number in its clause.
    Variable(u32),
    /// A symbol and its arguments: the functions of the theory come first, then its predicates, then
    /// those that were made.
    Apply(u32, Vec<ProofTerm>),
}

/// An atom or an equation, or the negation of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProofLiteral {
    /// Whether it is not negated.
    pub is_positive: bool,
    /// The atom, or the left side.
    pub left: ProofTerm,
    /// The right side of an equation.
    pub right: Option<ProofTerm>,
}

/// A clause of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its literals.
    pub literals: Vec<ProofLiteral>,
    /// The rule that made it.
    pub rule: Rule,
    /// The sorts of its variables.
    pub variables: Vec<SortId>,
    /// The steps that it follows from, and what their variables stand for in terms of its own.
    pub parents: Vec<(usize, Vec<ProofTerm>)>,
}

/// A proof that some clauses contradict each other: its last step is the empty clause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refutation {
    /// The steps, each behind those that it follows from.
    pub steps: Vec<Step>,
    /// What the symbols are that come behind those of the theory.
    pub made: Vec<Made>,
}

/// A symbol that was made on the way from sentences to clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Made {
    /// A Skolem function.
    Thing(Thing),
    /// An atom that some clauses have in place of others: those in which it is denied follow from it.
    Name,
    /// An atom that says that a part of a sentence has a value.
    Part(Part),
}

/// A part of a sentence, and a value that it has for some things.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The part.
    pub part: SentenceId,
    /// The value.
    pub value: bool,
    /// The variables that the atom is applied to.
    pub parameters: Vec<ProofTerm>,
    /// What the variables of the part stand for, in terms of these.
    pub environment: Vec<(Variable, ProofTerm)>,
}

/// A Skolem function: some thing of which a part of a sentence has a value, if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    /// The variable that such things are.
    pub variable: Variable,
    /// What is said of them.
    pub part: SentenceId,
    /// With which value.
    pub value: bool,
    /// Which one it is of several different things.
    pub at: u32,
    /// How many of them there are.
    pub of: u32,
    /// The variables that the function is applied to.
    pub parameters: Vec<ProofTerm>,
    /// What the other variables of the part stand for, in terms of these.
    pub environment: Vec<(Variable, ProofTerm)>,
}

impl Refutation {
    /// Whether it is one of instances of clauses.
    pub fn is_by_instances(&self) -> bool {
        self.steps.iter().any(|it| it.rule == Rule::Propagation)
    }

    /// The sentences that it rests on, by their index, ascending.
    pub fn sentences(&self) -> Vec<u32> {
        let mut sentences: Vec<_> = self
            .steps
            .iter()
            .filter_map(|step| match step.rule {
                Rule::Input(sentence) if sentence != SIGNATURE => Some(sentence),
                _ => None,
            })
            .collect();
        sentences.sort_unstable();
        sentences.dedup();
        sentences
    }
}

impl Saturation {
    /// What the empty clause rests on.
    pub fn refutation(&self, empty: ClauseId, made: Vec<Made>) -> Refutation {
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
            let literals = clause.literals.iter().map(|it| ProofLiteral {
                is_positive: it.is_positive,
                left: written(&self.bank, it.left),
                right: it.right.map(|it| written(&self.bank, it)),
            });
            let parents = parents.iter().map(|(parent, variables)| {
                (steps[parent], variables.iter().map(|it| written(&self.bank, *it)).collect())
            });
            let step = Step {
                literals: literals.collect(),
                rule: clause.origin.rule,
                variables: clause.variables.iter().map(|it| self.bank.sort(*it)).collect(),
                parents: parents.collect(),
            };
            steps.insert(id, proof.steps.len());
            proof.steps.push(step);
        }
        proof
    }
}

/// A term of the search, whose depth is bounded.
pub fn written(bank: &Bank, term: Term) -> ProofTerm {
    let kind = match bank.head(term) {
        Head::Variable(number) => ProofTermKind::Variable(number),
        Head::Symbol(symbol) => {
            let arguments = bank.arguments(term).iter().map(|it| written(bank, *it));
            ProofTermKind::Apply(symbol.0, arguments.collect())
        }
    };
    ProofTerm { sort: bank.sort(term), kind }
}
