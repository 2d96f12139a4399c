//! A refutation in the words of its theory: a line for each clause, with its number, where it comes
//! from, the rule, and what the variables of the clauses it comes from stand for.

use rustc_hash::FxHashMap;

use super::UnderstoodTheory;
use crate::interchange::tptp::derivation::rule_name;
use puzzle_engine::evidence::refutation::{
    InferenceRule, MadeSymbol, ProofLiteral, ProofTerm, ProofTermKind, Refutation, RefutationStep,
};

/// The index that stands for what the signature says, in place of a sentence's.
const SIGNATURE: u32 = u32::MAX;

/// Letters for variables of clauses.
pub(super) const LETTERS: [&str; 6] = ["x", "y", "z", "u", "v", "w"];

/// A refutation whose symbols and variables have names.
pub(super) struct NamedProof<'p> {
    /// The refutation.
    pub proof: &'p Refutation,
    /// The question is denied in it.
    pub is_denied: bool,
    /// The names of functions, then of predicates, then of what was made.
    symbols: Vec<String>,
    /// Of each step the names of its variables.
    variables: Vec<Vec<String>>,
    /// Of each step its number.
    pub numbers: Vec<usize>,
}

/// Where a clause comes from.
pub(super) enum ClauseSource {
    /// A sentence of the theory, by its index.
    Axiom(usize),
    /// A sentence of the question, by its index.
    Question(usize),
    /// Different names are of different things.
    Different,
    /// A listed sort has no other things.
    Listed,
    /// Other clauses.
    Clauses,
}

impl<'p> NamedProof<'p> {
    /// Names everything. `variables` are the names of the sentences' variables.
    ///
    /// What is asked has a predicate for its answers behind those of the theory.
    pub(super) fn of(
        proof: &'p Refutation,
        understood: &UnderstoodTheory<'_>,
        variables: &[String],
        is_asked: bool,
    ) -> Self {
        let mut symbols = symbols(understood);
        if is_asked {
            symbols.push("answer".to_owned());
        }
        Self::with(proof, symbols, variables)
    }

    /// As [`of`](Self::of), with the names of functions and then of predicates.
    pub(super) fn with(
        proof: &'p Refutation,
        mut symbols: Vec<String>,
        variables: &[String],
    ) -> Self {
        for made in &proof.made {
            let stem = match made {
                MadeSymbol::Thing(thing) => variables[thing.variable.0 as usize].as_str(),
                MadeSymbol::Name | MadeSymbol::Part(_) | MadeSymbol::Component(_) => "part",
            };
            let free = (1..).map(|number| format!("{stem}{number}"));
            let mut free = free.filter(|it| !symbols.contains(it));
            symbols.extend(free.next());
        }
        let numbers = (1..=proof.steps.len()).collect();
        let mut named = Self { proof, is_denied: false, symbols, variables: Vec::new(), numbers };
        named.name_variables(&FxHashMap::default());
        named
    }

    /// Names the variables of all steps; of some they are given.
    pub(super) fn name_variables(&mut self, given: &FxHashMap<usize, Vec<String>>) {
        self.variables.clear();
        for (at, step) in self.proof.steps.iter().enumerate() {
            let names = given.get(&at).cloned().unwrap_or_else(|| self.names(step));
            self.variables.push(names);
        }
    }

    /// Names for the variables of a step: those that they have in its parents, where that can be.
    fn names(&self, step: &RefutationStep) -> Vec<String> {
        let mut names = vec![String::new(); step.variables.len()];
        for (parent, values) in &step.parents {
            for (name, value) in self.variables[*parent].iter().zip(values) {
                if let ProofTermKind::Variable(number) = value.kind
                    && !names.contains(name)
                    && let Some(own) = names.get_mut(number as usize).filter(|it| it.is_empty())
                {
                    own.clone_from(name);
                }
            }
        }
        let rounds = (0..).flat_map(|round: u32| LETTERS.map(|it| numbered(it, round)));
        let taken: Vec<_> = names.iter().filter(|it| !it.is_empty()).cloned().collect();
        let mut free = rounds.filter(|it| !taken.contains(it));
        for name in names.iter_mut().filter(|it| it.is_empty()) {
            name.extend(free.next());
        }
        names
    }

    fn term(&self, it: &ProofTerm, variables: &[String]) -> String {
        term(it, &self.symbols, variables)
    }

    fn literal(&self, literal: &ProofLiteral, variables: &[String]) -> String {
        let left = self.term(&literal.left, variables);
        match (&literal.right, literal.is_positive) {
            (None, true) => left,
            (None, false) => format!("not {left}"),
            (Some(right), true) => format!("{left} = {}", self.term(right, variables)),
            (Some(right), false) => format!("{left} != {}", self.term(right, variables)),
        }
    }

    /// What all symbols are called.
    pub(super) fn symbols(&self) -> &[String] {
        &self.symbols
    }

    /// What a symbol is called.
    pub(super) fn symbol(&self, symbol: u32) -> &str {
        &self.symbols[symbol as usize]
    }

    /// Whether a symbol is of a thing that was made.
    pub(super) fn is_thing(&self, symbol: u32) -> bool {
        let first = self.symbols.len() - self.proof.made.len();
        let made = (symbol as usize).checked_sub(first).and_then(|it| self.proof.made.get(it));
        matches!(made, Some(MadeSymbol::Thing(_)))
    }

    /// A literal of single things; a variable in it is any one of them.
    pub(super) fn ground(&self, literal: &ProofLiteral) -> String {
        self.literal(literal, &LETTERS.map(str::to_owned))
    }

    /// The literals of a step's clause.
    pub(super) fn literals(&self, at: usize) -> Vec<String> {
        let step = &self.proof.steps[at];
        match step.literals.as_slice() {
            [] => vec!["false".to_owned()],
            literals => literals.iter().map(|it| self.literal(it, &self.variables[at])).collect(),
        }
    }

    /// Where a step comes from; the theory has so many sentences.
    pub(super) fn source(&self, at: usize, axioms: usize) -> ClauseSource {
        match self.proof.steps[at].rule {
            InferenceRule::Input(SIGNATURE) => match self.proof.steps[at].literals.first() {
                Some(literal) if literal.is_positive => ClauseSource::Listed,
                _ => ClauseSource::Different,
            },
            InferenceRule::Input(sentence) if (sentence as usize) < axioms => {
                ClauseSource::Axiom(sentence as usize)
            }
            InferenceRule::Input(sentence) => ClauseSource::Question(sentence as usize - axioms),
            _ => ClauseSource::Clauses,
        }
    }

    /// What the variables of a step's parents stand for in it, each as in `x/Ann`; those of the second
    /// parent have a prime where the first one has a variable of that name, too.
    pub(super) fn unifier(&self, at: usize) -> Vec<String> {
        let step = &self.proof.steps[at];
        let mut pairs = Vec::new();
        for (index, (parent, values)) in step.parents.iter().enumerate() {
            let before = step.parents[..index].iter();
            let others: Vec<_> = before.flat_map(|it| &self.variables[it.0]).collect();
            for (name, value) in self.variables[*parent].iter().zip(values) {
                let value = self.term(value, &self.variables[at]);
                let prime = if others.contains(&name) { "'" } else { "" };
                if *name != value && value != "_" {
                    pairs.push(format!("{name}{prime}/{value}"));
                }
            }
        }
        pairs
    }

    /// The numbers of a step's parents and its rule, as in `2, 5: resolution`.
    pub(super) fn parents(&self, at: usize) -> String {
        let step = &self.proof.steps[at];
        let parents: Vec<_> =
            step.parents.iter().map(|it| self.numbers[it.0].to_string()).collect();
        format!("{}: {}", parents.join(", "), rule(step.rule))
    }

    /// The same with the unifier behind it, if there is one.
    pub(super) fn derivation(&self, at: usize) -> String {
        match self.unifier(at) {
            none if none.is_empty() => self.parents(at),
            pairs => format!("{} {{{}}}", self.parents(at), pairs.join(", ")),
        }
    }

    /// A line for each step. `source` says where a clause comes from that follows from no others.
    pub(super) fn lines(
        &self,
        axioms: usize,
        source: impl Fn(&ClauseSource) -> String,
    ) -> Vec<String> {
        let count = self.proof.steps.len();
        let clauses: Vec<_> = (0..count).map(|at| self.literals(at).join(" or ")).collect();
        let digits = count.to_string().len();
        let width = clauses.iter().map(|it| it.chars().count()).filter(|it| *it <= WIDEST).max();
        let width = width.unwrap_or_default();
        let line = |(at, clause): (usize, &String)| {
            let from = match self.source(at, axioms) {
                ClauseSource::Clauses => self.derivation(at),
                other => source(&other),
            };
            format!("{:>digits$}. {clause:width$}  {from}", at + 1)
        };
        clauses.iter().enumerate().map(line).collect()
    }
}

/// The names of the functions of a theory, then of its predicates.
pub(super) fn symbols(understood: &UnderstoodTheory<'_>) -> Vec<String> {
    let meaning = &understood.meaning;
    let named = meaning.functions.iter().chain(&meaning.predicates);
    named.map(|it| understood.symbols.symbols[*it as usize].name.to_owned()).collect()
}

/// A term in words.
pub(super) fn term(it: &ProofTerm, symbols: &[String], variables: &[String]) -> String {
    match &it.kind {
        ProofTermKind::Variable(number) => {
            variables.get(*number as usize).map_or("_", String::as_str).to_owned()
        }
        ProofTermKind::Apply(symbol, arguments) => {
            let name = &symbols[*symbol as usize];
            let arguments: Vec<_> =
                arguments.iter().map(|it| term(it, symbols, variables)).collect();
            match arguments.as_slice() {
                [] => name.clone(),
                _ => format!("{name}({})", arguments.join(", ")),
            }
        }
    }
}

/// What stands above a proof.
pub(super) fn heading(proof: &Refutation) -> String {
    let by = if proof.is_by_instances() { "instances" } else { "resolution" };
    format!("proof by {by}:")
}

/// What is supposed in order to show that there are no others, and what stands above the proof of that.
pub(super) const ANOTHER: &str = "there is another one, supposed";
pub(super) const NO_OTHERS: &str = "proof that there are no others:";

/// Columns of clauses behind which what they come from is aligned.
const WIDEST: usize = 72;

/// What a rule is called.
fn rule(rule: InferenceRule) -> String {
    rule_name(rule).replace('_', " ")
}

/// `x`, then `x1`, `x2` and so on.
pub(super) fn numbered(letter: &str, round: u32) -> String {
    if round == 0 { letter.to_owned() } else { format!("{letter}{round}") }
}
