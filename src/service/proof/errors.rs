//! What is said of proofs that can be read and prove nothing.

use super::ProofVerdict;
use crate::diagnostic::{Diagnostic, code};
use crate::interchange::proof::ClauseProofFormat;
use crate::text::Span;
use puzzle_engine::verify::lrat::LratFlaw;

/// Of a step of DRAT.
pub(super) const UNJUSTIFIED: &str =
    "the clause does not follow, and its resolvents on its first literal do not either";

/// A step, from 1, is wrong.
pub(super) fn wrong(step: usize, span: Span, format: ClauseProofFormat, why: &str) -> ProofVerdict {
    let place = match format.is_binary() {
        true => format!(" (byte {})", span.start),
        false => String::new(),
    };
    fault(span, format!("step {step}{place}: {why}"), "this step is wrong")
}

/// All steps are right, and the last does not add the empty clause.
pub(super) fn incomplete(bytes: &[u8], format: ClauseProofFormat) -> ProofVerdict {
    let is_blank = |byte: &u8| !format.is_binary() && byte.is_ascii_whitespace();
    let end = bytes.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
    let message = "the proof does not reach the empty clause".to_owned();
    fault(Span::at(end as u32), message, "it ends here")
}

fn fault(span: Span, message: String, label: &str) -> ProofVerdict {
    ProofVerdict::Faulty(Box::new(Diagnostic::new(code::WRONG_PROOF, span, message, label)))
}

/// What is wrong with a step of LRAT.
pub(super) fn words(flaw: LratFlaw) -> String {
    match flaw {
        LratFlaw::Taken { number } => format!("there is a clause {number} already"),
        LratFlaw::Unknown { number } => format!("there is no clause {number}"),
        LratFlaw::NotUnit { reason, .. } => {
            format!("clause {reason} is neither unit nor false when its turn comes")
        }
        LratFlaw::NoConflict { .. } => "the clauses named lead to no conflict".to_owned(),
        LratFlaw::Unresolved { with, .. } => {
            format!("nothing is said of the resolvent with clause {with}")
        }
    }
}
