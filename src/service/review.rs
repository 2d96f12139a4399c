//! Remarks on puzzles that take solving: looked for where their lint is on. Where that takes long
//! nothing is said. What does not pass its check is said to be a fault of the program, as of any answer.

use super::check::Analysis;
use super::unanswered::unverified;
use crate::diagnostic::Diagnostic;
use puzzle_engine::Failure;
use puzzle_engine::budget::{Budget, Stop};

/// Steps for each remark.
const STEPS: u64 = 1_000_000;

/// The remarks on what the file that was asked for declares.
pub fn review(analysis: &Analysis<'_>, budget: &Budget) -> Vec<Diagnostic> {
    let program = analysis.scope.program;
    let mut findings = Vec::new();
    for (definition, item) in program.items(program.root()) {
        let name = item.kind.declared().unwrap_or(item.span);
        let Some(kind) = analysis.kind(definition) else { continue };
        for lint in kind.reviews() {
            let level = analysis.level(definition.document, *lint);
            let Some(severity) = level.severity() else { continue };
            let Some(puzzle) = analysis.puzzle(definition) else { continue };
            for review in puzzle.reviews(*lint) {
                match review().solve(&mut budget.part(STEPS)) {
                    Ok((finding, _)) => {
                        findings.extend(finding.map(|finding| Diagnostic { severity, ..finding }));
                    }
                    Err(Failure::Stopped(Stop::Cancelled | Stop::Time | Stop::Memory)) => {
                        return findings;
                    }
                    // The others may well say the same.
                    Err(Failure::Unverified(what)) => {
                        findings.push(unverified(name, &what));
                        break;
                    }
                    Err(_) => {}
                }
            }
        }
    }
    findings
}
