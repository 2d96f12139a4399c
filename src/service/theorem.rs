//! A problem in TPTP answered, and the answer in the words of the
//! SZS ontology (G. Sutcliffe, *The SZS ontologies for automated reasoning software*, 2008).

mod derivation;

use std::fmt::Write;

use super::import::tptp::Loaded;
use super::solve::NoAnswer;
use crate::interchange::tptp::finite_model;
use puzzle_engine::Problem as _;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::evidence::refutation::{ProofTerm, Refutation};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::theory::aim::{self, DeniedGoal};
use puzzle_engine::problem::theory::{TheoryMethod, TheoryRefutation, TheoryTask, TheoryWorld};

/// What was found out about a problem.
pub struct TptpAnswer {
    /// The word for it.
    pub status: &'static str,
    /// Whether the axioms and the denial of what shall be proved have a model; `None` when that is
    /// unknown.
    pub has_model: Option<bool>,
    /// The things that a question asks for.
    pub answers: Option<String>,
    /// What shows it: the word for its kind, and its text.
    pub output: Option<(&'static str, String)>,
    /// What the word does not say.
    pub comment: Option<String>,
}

impl From<Stop> for TptpAnswer {
    fn from(stop: Stop) -> Self {
        let (status, comment) = match stop {
            Stop::Time => ("Timeout", Some(TRIED.to_owned())),
            Stop::Memory => ("MemoryOut", Some(TRIED.to_owned())),
            Stop::Cancelled => ("User", None),
            Stop::Steps | Stop::Size(_) | Stop::Open(_) => ("GaveUp", Some(stop.to_string())),
        };
        Self { status, has_model: None, answers: None, output: None, comment }
    }
}

/// What is done until a limit is reached.
const TRIED: &str = "What was tried: proofs by resolution and by instances, and finite models";

/// Answers a problem.
///
/// # Errors
/// That an answer did not pass its check.
pub fn solve(loaded: &Loaded, budget: &mut Budget) -> Result<TptpAnswer, NoAnswer> {
    let mut problem = loaded.problem.clone();
    let goal = match (problem.question(), problem.goal()) {
        (Some((variables, said)), _) => {
            problem.predicates.push("$answer".to_owned());
            DeniedGoal::Something(said, variables)
        }
        (None, Some(goal)) => DeniedGoal::Sentence(goal),
        (None, None) => DeniedGoal::Nothing,
    };
    let has_goal = goal != DeniedGoal::Nothing;
    let (theory, aim) = (problem.theory.clone(), aim::Refute(goal));
    let task = TheoryTask { theory, aim, method: TheoryMethod::Auto };
    let found = match task.answer(budget).map_err(NoAnswer::from) {
        Ok(found) => found.into_inner(),
        Err(NoAnswer::Stopped(stop)) => return Ok(stop.into()),
        Err(no_answer) => return Err(no_answer),
    };
    let without_goal = |status| if has_goal { "CounterSatisfiable" } else { status };
    Ok(match found {
        Outcome::Contradictory(TheoryRefutation { proof, answers }) => {
            let axioms = problem.theory.axioms.len();
            let uses_goal = proof.sentences().into_iter().any(|it| it as usize >= axioms);
            let status = match (has_goal, uses_goal) {
                (true, true) => "Theorem",
                (true, false) => "ContradictoryAxioms",
                (false, _) => "Unsatisfiable",
            };
            let told = |(proof, told): (Refutation, Vec<Vec<ProofTerm>>)| {
                derivation::answers(&problem, &proof, &told)
            };
            let text = derivation::write(loaded, &problem, &proof);
            let (answers, output) = (answers.map(told), Some(("CNFRefutation", text)));
            TptpAnswer { status, has_model: Some(false), answers, output, comment: None }
        }
        Outcome::Found(TheoryWorld::Shown(structure)) => {
            let output = Some(("FiniteModel", finite_model(&loaded.problem, &structure)));
            let status = without_goal("Satisfiable");
            TptpAnswer { status, has_model: Some(true), answers: None, output, comment: None }
        }
        Outcome::Found(TheoryWorld::Unseen(_)) => {
            let status = without_goal("Satisfiable");
            let (answers, output, comment) = Default::default();
            TptpAnswer { status, has_model: Some(true), answers, output, comment }
        }
    })
}

impl TptpAnswer {
    /// The answer about a problem of that name, as provers print it.
    pub fn text(&self, name: &str) -> String {
        let mut out = format!("% SZS status {} for {name}\n", self.status);
        if let Some(comment) = &self.comment {
            let _ = writeln!(out, "% {comment}");
        }
        if let Some(answers) = &self.answers {
            let _ = writeln!(out, "% SZS answers Tuple {answers} for {name}");
        }
        if self.has_model == Some(true) && self.output.is_none() {
            out += "% Nothing new follows by complete rules. Other code did not check that.\n";
        }
        if let Some((kind, text)) = &self.output {
            let _ = write!(out, "% SZS output start {kind} for {name}\n{text}");
            let _ = writeln!(out, "% SZS output end {kind} for {name}");
        }
        out
    }
}
