//! Remarks on puzzles that take solving: looked for where their lint is on. Where that takes long
//! nothing is said.

use super::check::Analysis;
use crate::budget::Budget;
use crate::diagnostic::Diagnostic;
use crate::engine;

/// Steps for each remark.
const STEPS: u64 = 1_000_000;

/// The remarks on what the file that was asked for declares.
pub fn review(analysis: &Analysis<'_>, budget: &Budget) -> Vec<Diagnostic> {
    let program = analysis.scope.program;
    let mut findings = Vec::new();
    for (definition, _) in program.items(program.root()) {
        let document = definition.document;
        let Some(puzzle) = analysis.puzzle(definition) else { continue };
        for review in puzzle.reviews() {
            let Some(severity) = analysis.level(document, review.lint).severity() else { continue };
            let Ok(solution) = engine::solve(&review.problem, &mut budget.part(STEPS)) else {
                continue;
            };
            let finding = (review.finding)(&solution);
            findings.extend(finding.map(|finding| Diagnostic { severity, ..finding }));
        }
    }
    findings
}
