//! The sentences of a question, as its payload; and the question that a problem in TPTP asks.

use std::sync::Arc;

use crate::interchange::tptp::TptpProblem;
use crate::kinds::{Payload, Question};
use crate::syntax::ast::Verb;
use puzzle_engine::logic::first_order::{Theory, TheorySentenceId, TheoryVariable};

/// The sentences of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryGoals {
    /// The theory with the sentences in it.
    pub theory: Arc<Theory>,
    /// The sentences.
    pub sentences: Vec<TheorySentenceId>,
    /// What is asked for, each with its name.
    pub asked: Vec<(String, TheoryVariable)>,
    /// The names of all variables.
    pub variables: Vec<String>,
    /// The same question as a puzzle by rules reads it, where its reasons are wanted and are found so.
    pub by_rules: Option<Payload>,
}

impl TheoryGoals {
    /// The question that a problem in TPTP asks: whether its conjectures follow.
    pub fn held(problem: &TptpProblem) -> Option<Question> {
        let mut problem = problem.clone();
        let sentence = problem.goal()?;
        let variables = vec!["x".to_owned(); problem.theory.variables.len()];
        let (theory, sentences) = (Arc::new(problem.theory), vec![sentence]);
        let goals = Self { theory, sentences, asked: Vec::new(), variables, by_rules: None };
        Some(Question { payload: Some(Payload::new(goals)), ..Question::new(Verb::Prove) })
    }

    /// Those of a question about a theory.
    pub fn of(question: &Question) -> Option<&Self> {
        question.payload.as_ref()?.get()
    }
}

/// What a problem wants proved, as the question about its axioms that it is, and as the one that asks why.
#[derive(Debug)]
pub(super) struct Conjecture {
    pub plain: Question,
    pub why: Question,
    pub goals: TheoryGoals,
    /// Of a question for which things something is so the sentence that says it of them.
    pub asked: Option<TheorySentenceId>,
}

impl Conjecture {
    /// That of a problem, if it has one; `variables` are the names of those in its sentences.
    pub(super) fn of(problem: &TptpProblem, variables: &[String]) -> Option<Self> {
        let mut problem = problem.clone();
        let (things, said) = problem.question().unzip();
        let things = things.unwrap_or_default().into_iter();
        let named = things.map(|it| (variables[it.0 as usize].clone(), it));
        let goals = TheoryGoals {
            sentences: vec![problem.goal()?],
            theory: Arc::new(problem.theory),
            asked: named.collect(),
            variables: variables.to_vec(),
            by_rules: None,
        };
        let payload = Some(Payload::new(goals.clone()));
        let plain = Question { payload, ..Question::new(Verb::Prove) };
        let why = Question { is_why: true, ..plain.clone() };
        Some(Self { plain, why, goals, asked: said })
    }
}
