//! What is said of proofs that can be read and prove nothing.

use super::Verdict;
use crate::diagnostic::{Diagnostic, code};
use crate::interchange::proof::Format;
use crate::text::Span;
use puzzle_engine::verify::lrat::Flaw;

/// Of a step of DRAT.
pub const UNJUSTIFIED: &str =
    "the clause does not follow, and its resolvents on its first literal do not either";

/// A step, from 1, is wrong.
pub fn wrong(step: usize, span: Span, format: Format, why: &str) -> Verdict {
    let place = match format {
        Format::DratBinary => format!(" (byte {})", span.start),
        Format::Drat | Format::Lrat => String::new(),
    };
    fault(span, format!("step {step}{place}: {why}"), "this step is wrong")
}

/// All steps are right, and the last does not add the empty clause.
pub fn incomplete(bytes: &[u8], format: Format) -> Verdict {
    let is_blank = |byte: &u8| format != Format::DratBinary && byte.is_ascii_whitespace();
    let end = bytes.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
    let message = "the proof does not reach the empty clause".to_owned();
    fault(Span::at(end as u32), message, "it ends here")
}

fn fault(span: Span, message: String, label: &str) -> Verdict {
    Verdict::Faulty(Box::new(Diagnostic::new(code::WRONG_PROOF, span, message, label)))
}

/// What is wrong with a step of LRAT.
pub fn words(flaw: Flaw) -> String {
    match flaw {
        Flaw::Taken { number } => format!("there is a clause {number} already"),
        Flaw::Unknown { number } => format!("there is no clause {number}"),
        Flaw::NotUnit { reason, .. } => {
            format!("clause {reason} is neither unit nor false when its turn comes")
        }
        Flaw::NoConflict { .. } => "the clauses named lead to no conflict".to_owned(),
        Flaw::Unresolved { with, .. } => {
            format!("nothing is said of the resolvent with clause {with}")
        }
    }
}
