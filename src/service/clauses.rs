//! Clause files answered by the solver that learns: by which techniques, and with the proof written
//! as it is found.

use std::io::Write;

use super::proof::ProofRecorder;
use super::solve::NoAnswer;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::proof::ClauseProofFormat;
use puzzle_engine::Checked;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::clauses::Tracer;
use puzzle_engine::logic::cnf::Cnf;
pub use puzzle_engine::sat::cdcl::{Options, Statistics};
use puzzle_engine::solve::clauses::decide_by_learning;
use puzzle_engine::verify::model::check_model;

/// Where the switch of a technique is.
type TechniqueSwitch = fn(&mut Options) -> &mut bool;

/// The techniques that can be switched off, by name.
pub const TECHNIQUES: [(&str, TechniqueSwitch); 15] = [
    ("addition", |it| &mut it.addition),
    ("elimination", |it| &mut it.elimination),
    ("equivalence", |it| &mut it.equivalence),
    ("local-search", |it| &mut it.local_search),
    ("minimisation", |it| &mut it.minimisation),
    ("phase-saving", |it| &mut it.phase_saving),
    ("probing", |it| &mut it.probing),
    ("reason-bumping", |it| &mut it.reason_bumping),
    ("reduction", |it| &mut it.reduction),
    ("rephasing", |it| &mut it.rephasing),
    ("restarts", |it| &mut it.restarts),
    ("stable-mode", |it| &mut it.stable_mode),
    ("subsumption", |it| &mut it.subsumption),
    ("target-phases", |it| &mut it.target_phases),
    ("vivification", |it| &mut it.vivification),
];

/// What came out.
pub struct ClausesDecided {
    /// The value of each atom, `None` when there is no model.
    pub answer: Result<Option<Vec<bool>>, NoAnswer>,
    /// What was done on the way.
    pub statistics: Statistics,
    /// Whether the proof was written.
    pub written: std::io::Result<()>,
}

/// Looks for a model; the steps of the proof that there is none go to `proof`.
pub fn decide(
    clauses: &NumberedClauses,
    options: Options,
    proof: Option<(ClauseProofFormat, &mut dyn Write)>,
    budget: &mut Budget,
) -> ClausesDecided {
    let mut recorder = proof
        .map(|(format, out)| ProofRecorder::new(format, out, &clauses.numbers, clauses.cnf.len()));
    let also = recorder.as_mut().map(|it| it as &mut dyn Tracer);
    let (answer, statistics) = decide_by_learning(&clauses.cnf, options, also, budget);
    let written = recorder.map_or(Ok(()), ProofRecorder::finish);
    ClausesDecided {
        answer: answer.map(Checked::into_inner).map_err(NoAnswer::from),
        statistics,
        written,
    }
}

/// Whether values make all clauses true.
pub fn is_model(cnf: &Cnf, values: &[bool]) -> bool {
    check_model(cnf, values).is_ok()
}

/// The statistics with their names.
pub fn named(statistics: &Statistics) -> [(&'static str, u64); 15] {
    [
        ("conflicts", statistics.conflicts),
        ("decisions", statistics.decisions),
        ("propagations", statistics.propagations),
        ("restarts", statistics.restarts),
        ("flips", statistics.flips),
        ("learnt clauses", statistics.learnt),
        ("learnt literals", statistics.learnt_literals),
        ("deleted clauses", statistics.reduced),
        ("subsumed", statistics.subsumed),
        ("strengthened", statistics.strengthened),
        ("added atoms", statistics.added),
        ("eliminated atoms", statistics.eliminated),
        ("substituted atoms", statistics.substituted),
        ("failed literals", statistics.failed),
        ("vivified", statistics.vivified),
    ]
}
