//! The things that a question asks for (C. Green, *Theorem proving by resolution as a basis for
//! question-answering systems*, 1969): what is said of them shall imply a new atom, which is denied
//! of everything; the instances of that denial in a refutation are the answers.

use super::derivation::Names;
use crate::interchange::tptp::Problem;
use puzzle_engine::evidence::refutation::{ProofTerm, ProofTermKind, Refutation};
use puzzle_engine::logic::first_order::{Quantifier, Sentence, SentenceId, Term, Variable};

/// Instances of one step that are looked at.
const MOST_INSTANCES: usize = 1000;

/// What a question was made of.
pub struct Asked {
    /// What is demanded in place of its denial.
    pub demands: Vec<(SentenceId, bool)>,
    /// The symbol of the new atom.
    symbol: u32,
}

/// Adds to a problem with a question what finds its answers.
pub fn ask(problem: &mut Problem) -> Option<Asked> {
    let (variables, said) = problem.question()?;
    let sorts: Vec<_> =
        variables.iter().map(|it| problem.theory.variables[it.0 as usize]).collect();
    let predicate = problem.predicate("$answer", variables.len());
    let theory = &mut problem.theory;
    let others: Vec<_> = sorts.into_iter().map(|it| theory.variable(it)).collect();
    let mut atom = |variables: &[Variable]| {
        let terms = variables.iter().map(|it| theory.term(Term::Variable(*it))).collect();
        theory.sentence(Sentence::Atom(predicate, terms))
    };
    let (atom, other) = (atom(&variables), atom(&others));
    let implied = theory.sentence(Sentence::Implies(said, atom));
    let mut close = |quantifier, part, variables: &[Variable]| {
        variables
            .iter()
            .rev()
            .fold(part, |part, it| theory.sentence(Sentence::Quantified(quantifier, *it, part)))
    };
    let implied = close(Quantifier::All, implied, &variables);
    let some = close(Quantifier::Some, other, &others);
    let symbol = theory.signature.functions.len() as u32 + predicate.0;
    Some(Asked { demands: vec![(implied, true), (some, false)], symbol })
}

impl Asked {
    /// The answers that a refutation shows, of which at least one is right when there are several;
    /// `None` when it uses too many instances.
    pub fn tuples(&self, problem: &Problem, proof: &Refutation) -> Option<String> {
        let names = Names::new(problem, &proof.made);
        let mut instances: Vec<Vec<Vec<ProofTerm>>> = vec![Vec::new(); proof.steps.len()];
        instances.last_mut()?.push(Vec::new());
        let mut tuples = Vec::new();
        for (at, step) in proof.steps.iter().enumerate().rev() {
            for values in std::mem::take(&mut instances[at]) {
                if let ([literal], true) = (&step.literals[..], step.parents.is_empty())
                    && let ProofTermKind::Apply(symbol, arguments) = &literal.left.kind
                    && *symbol == self.symbol
                {
                    let tuple = arguments.iter().map(|it| written(&names, &replaced(it, &values)));
                    let tuple = format!("[{}]", tuple.collect::<Vec<_>>().join(","));
                    if !tuples.contains(&tuple) {
                        tuples.push(tuple);
                    }
                }
                for (parent, terms) in &step.parents {
                    let instance = terms.iter().map(|it| replaced(it, &values)).collect();
                    let known = &mut instances[*parent];
                    if !known.contains(&instance) {
                        known.push(instance);
                    }
                    if known.len() > MOST_INSTANCES {
                        return None;
                    }
                }
            }
        }
        let all = tuples.join("|");
        Some(if tuples.len() == 1 { format!("[{all}|_]") } else { format!("[({all})|_]") })
    }
}

/// A term with its variables replaced; those that have no value stay. Its depth is bounded.
fn replaced(term: &ProofTerm, values: &[ProofTerm]) -> ProofTerm {
    match &term.kind {
        ProofTermKind::Variable(number) => values.get(*number as usize).unwrap_or(term).clone(),
        ProofTermKind::Apply(symbol, arguments) => {
            let arguments = arguments.iter().map(|it| replaced(it, values)).collect();
            ProofTerm { sort: term.sort, kind: ProofTermKind::Apply(*symbol, arguments) }
        }
    }
}

/// A term of an answer: a variable stands for anything.
fn written(names: &Names<'_>, term: &ProofTerm) -> String {
    match &term.kind {
        ProofTermKind::Variable(_) => "_".to_owned(),
        ProofTermKind::Apply(..) => names.term(term),
    }
}
