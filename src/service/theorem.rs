//! A problem in TPTP: read with all that it includes, answered, and the answer in the words of the
//! SZS ontology (G. Sutcliffe, *The SZS ontologies for automated reasoning software*, 2008).

mod derivation;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::import::{Files, not_utf8};
use super::solve::NoAnswer;
use crate::diagnostic::{Diagnostic, Severity, code};
use crate::interchange::tptp::{Include, TptpProblem, finite_model};
use crate::text::{Source, Span};
use puzzle_engine::Problem as _;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::evidence::refutation::{ProofTerm, Refutation};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::theory::aim::{self, DeniedGoal};
use puzzle_engine::problem::theory::{TheoryMethod, TheoryRefutation, TheoryTask, TheoryWorld};

/// A problem and the texts that it was read from, each with what is wrong with it.
pub struct Loaded {
    /// The problem.
    pub problem: TptpProblem,
    /// The texts, the one asked for first.
    pub texts: Vec<(Arc<Source>, Vec<Diagnostic>)>,
}

impl Loaded {
    /// Whether a text has an error.
    pub fn has_errors(&self) -> bool {
        let all = self.texts.iter().flat_map(|it| &it.1);
        all.into_iter().any(|it| it.severity == Severity::Error)
    }
}

/// A text that is to be read.
struct Pending {
    source: Arc<Source>,
    /// Its path, behind those of the files that include it.
    chain: Vec<PathBuf>,
    names: Option<Vec<String>>,
}

/// Reads the problem in `source`, which lies at `path`. What it includes is looked for beside the
/// file that includes it, then beside the file asked for and in the folders above it, then in `library`.
/// What several files include is read once.
///
/// # Errors
/// The limit that was reached.
pub fn load(
    source: Arc<Source>,
    path: &Path,
    files: &dyn Files,
    library: Option<&Path>,
    budget: &mut Budget,
) -> Result<Loaded, Stop> {
    let mut loaded = Loaded { problem: TptpProblem::default(), texts: Vec::new() };
    let mut seen = FxHashSet::default();
    let mut pending = vec![Pending { source, chain: vec![path.to_owned()], names: None }];
    while let Some(Pending { source, chain, names }) = pending.pop() {
        let read = loaded.problem.read(source.text(), names.as_deref(), budget)?;
        let mut diagnostics = read.diagnostics;
        diagnostics.extend(not_utf8(&source));
        let mut included = Vec::new();
        for include in read.includes {
            budget.look()?;
            match open(&include, &chain, files, library) {
                Ok((path, source)) if seen.insert((path.clone(), include.names.clone())) => {
                    let chain = [&chain[..], &[path]].concat();
                    included.push(Pending { source, chain, names: include.names });
                }
                Ok(_) => {}
                Err(fault) => diagnostics.push(*fault),
            }
        }
        pending.extend(included.into_iter().rev());
        diagnostics.sort_by_key(|it| it.span.start);
        loaded.texts.push((source, diagnostics));
    }
    if loaded.problem.statements.is_empty() && !loaded.has_errors() {
        loaded.texts[0].1.push(no_statement());
    }
    Ok(loaded)
}

/// TPTP allows a file without a statement, and any world is a model of it; but it is likely to have lost
/// what it held.
fn no_statement() -> Diagnostic {
    let message = "the problem has no statement";
    let label = "expected `fof(NAME, ROLE, FORMULA).` or `cnf(NAME, ROLE, CLAUSE).`";
    let mut diagnostic = Diagnostic::new(code::TPTP, Span::at(0), message, label)
        .help("get the file again if its content is lost");
    diagnostic.severity = Severity::Warning;
    diagnostic
}

/// The file that is included, and what it says.
fn open(
    include: &Include,
    chain: &[PathBuf],
    files: &dyn Files,
    library: Option<&Path>,
) -> Result<(PathBuf, Arc<Source>), Box<Diagnostic>> {
    let including = chain.last().map_or(Path::new(""), PathBuf::as_path);
    let beside = files.locate(including, &include.file);
    let in_library = library.map(|it| files.locate(&it.join("library"), &include.file));
    let mut fault = None;
    for path in [Some(beside), in_library].into_iter().flatten() {
        if chain.contains(&path) {
            let label = "the file is part of itself";
            let message = "this include closes a circle";
            return Err(Diagnostic::new(code::IMPORT_CYCLE, include.span, message, label)
                .help("take one of the includes out")
                .into());
        }
        match files.read(&path) {
            Ok(source) => return Ok((path, source)),
            Err(reason) => fault = fault.or(Some(reason)),
        }
    }
    let message = format!("cannot read `{}`", include.file);
    let diagnostic =
        Diagnostic::new(code::UNREADABLE_FILE, include.span, message, fault.unwrap_or_default());
    let help = "it is looked for beside the file that includes it, then in the folder that the variable \
                TPTP names";
    Err(diagnostic.help(help).into())
}

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
                _ => "Unsatisfiable",
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
