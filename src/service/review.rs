//! Remarks on puzzles that take solving: looked for where their lint is on. Where that takes long
//! nothing is said.

use super::check::Analysis;
use crate::diagnostic::Diagnostic;
use puzzle_engine::Failure;
use puzzle_engine::budget::{Budget, Stop};

/// Steps for each remark.
const STEPS: u64 = 1_000_000;

/// The remarks on what the file that was asked for declares.
pub fn review(analysis: &Analysis<'_>, budget: &Budget) -> Vec<Diagnostic> {
    let program = analysis.scope.program;
    let mut findings = Vec::new();
    for (definition, _) in program.items(program.root()) {
        let Some(kind) = analysis.kind(definition) else { continue };
        for lint in kind.reviews() {
            let level = analysis.level(definition.document, *lint);
            let Some(severity) = level.severity() else { continue };
            let Some(puzzle) = analysis.puzzle(definition) else { continue };
            for review in puzzle.reviews(*lint) {
                let finding = match review().solve(&mut budget.part(STEPS)) {
                    Ok((finding, _)) => finding,
                    Err(Failure::Stopped(Stop::Cancelled | Stop::Time | Stop::Memory)) => {
                        return findings;
                    }
                    Err(_) => continue,
                };
                findings.extend(finding.map(|finding| Diagnostic { severity, ..finding }));
            }
        }
    }
    findings
}
