//! Problems in TPTP, first-order formulas (`fof`) and clauses (`cnf`): G. Sutcliffe, *The logic languages
//! of the TPTP world*, 2022. A file is read into a theory with one open sort, in which every sentence
//! has its name and role; what it includes is left to the caller, who can open files.

pub mod derivation;
mod formula;
mod statement;
mod token;
mod write;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Theory, TheoryFunction, TheoryQuantifier, TheorySentence,
    TheorySentenceId, TheorySort, TheoryVariable,
};

pub use write::{finite_model, spelt};

/// What there is: the one sort of these problems.
const THINGS: TheorySort = TheorySort(0);

/// What a sentence is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TptpRole {
    /// It is taken to be true: axioms, hypotheses, definitions, lemmas and the like.
    Axiom,
    /// It shall be proved.
    Conjecture,
    /// It is taken to be true, being the denial of what shall be proved.
    NegatedConjecture,
    /// It shall be proved with the things that it says exist.
    Question,
}

/// A sentence of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TptpStatement {
    /// Its name, spelt as in the file.
    pub name: String,
    /// `fof` or `cnf`.
    pub language: String,
    /// The word for its role.
    pub word: String,
    /// What it is for.
    pub role: TptpRole,
    /// What it says.
    pub sentence: TheorySentenceId,
    /// In which of the texts it stands.
    pub text: usize,
    /// Where what it says stands there.
    pub formula: Span,
}

/// That a file is part of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Include {
    /// Where its name stands.
    pub span: Span,
    /// Its name.
    pub file: String,
    /// The sentences that are wanted, or all of them.
    pub names: Option<Vec<String>>,
}

/// What was read of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TptpRead {
    /// What it includes.
    pub includes: Vec<Include>,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// A problem, read from one or more texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TptpProblem {
    /// What there is to speak about, with the axioms and negated conjectures.
    pub theory: Theory,
    /// All sentences, in the order in which they stand.
    pub statements: Vec<TptpStatement>,
    /// The functions, spelt as in TPTP.
    pub functions: Vec<String>,
    /// The predicates, spelt as in TPTP.
    pub predicates: Vec<String>,
    symbols: FxHashMap<(String, usize, bool), u32>,
    texts: usize,
}

impl Default for TptpProblem {
    fn default() -> Self {
        let mut theory = Theory::default();
        theory.signature.sorts.push(None);
        Self {
            theory,
            statements: Vec::new(),
            functions: Vec::new(),
            predicates: Vec::new(),
            symbols: FxHashMap::default(),
            texts: 0,
        }
    }
}

impl TptpProblem {
    /// Reads one more text, of which only the sentences with some names may be wanted. Each faulty
    /// sentence brings one diagnostic.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn read(
        &mut self,
        text: &str,
        names: Option<&[String]>,
        budget: &mut Budget,
    ) -> Result<TptpRead, Stop> {
        let read = statement::read(self, text, names, budget)?;
        self.texts += 1;
        Ok(read)
    }

    /// The axioms, among them the negated conjectures, by their index among the statements.
    pub fn axioms(&self) -> impl Iterator<Item = usize> {
        let is_axiom =
            |it: &TptpStatement| matches!(it.role, TptpRole::Axiom | TptpRole::NegatedConjecture);
        let all = self.statements.iter().enumerate();
        all.filter(move |(_, it)| is_axiom(it)).map(|(at, _)| at)
    }

    /// What shall be proved: all conjectures and the questions, if there are any.
    pub fn goal(&mut self) -> Option<TheorySentenceId> {
        let is_goal =
            |it: &&TptpStatement| matches!(it.role, TptpRole::Conjecture | TptpRole::Question);
        let goals = self.statements.iter().filter(is_goal).map(|it| it.sentence);
        let goals: Vec<_> = goals.collect();
        match goals[..] {
            [] => None,
            [goal] => Some(goal),
            _ => Some(self.theory.sentence(TheorySentence::And(goals.into()))),
        }
    }

    /// What is asked for, if a question is all that shall be proved: the things that it says exist,
    /// and what it says of them.
    pub fn question(&self) -> Option<(Vec<TheoryVariable>, TheorySentenceId)> {
        let mut goals = self
            .statements
            .iter()
            .filter(|it| matches!(it.role, TptpRole::Conjecture | TptpRole::Question));
        let goal = goals.next().filter(|it| it.role == TptpRole::Question)?;
        if goals.next().is_some() {
            return None;
        }
        let (mut variables, mut sentence) = (Vec::new(), goal.sentence);
        while let TheorySentence::Quantified(TheoryQuantifier::Some, variable, part) =
            self.theory.get(sentence)
        {
            variables.push(*variable);
            sentence = *part;
        }
        (!variables.is_empty()).then_some((variables, sentence))
    }

    fn function(&mut self, name: &str, arity: usize) -> TheoryFunction {
        let next = self.functions.len() as u32;
        let key = (name.to_owned(), arity, false);
        let index = *self.symbols.entry(key).or_insert(next);
        if index == next {
            self.functions.push(name.to_owned());
            let arguments = vec![THINGS; arity];
            let functions = &mut self.theory.signature.functions;
            functions.push(FunctionSorts { arguments, result: THINGS });
            if name.starts_with(['"', '+', '-']) || name.starts_with(|it: char| it.is_ascii_digit())
            {
                // Numbers and objects in double quotes are what they are.
                let distinct = &mut self.theory.signature.distinct;
                distinct.resize(1, Vec::new());
                distinct[0].push(TheoryFunction(index));
            }
        }
        TheoryFunction(index)
    }

    /// A predicate of the things; a new one when there is none of that name.
    pub fn predicate(&mut self, name: &str, arity: usize) -> Predicate {
        let next = self.predicates.len() as u32;
        let key = (name.to_owned(), arity, true);
        let index = *self.symbols.entry(key).or_insert(next);
        if index == next {
            self.predicates.push(name.to_owned());
            self.theory.signature.predicates.push(vec![THINGS; arity]);
        }
        Predicate(index)
    }
}
