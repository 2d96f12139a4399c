//! Values of the library in the protocol's words.

use super::types::*;
use crate::diagnostic::Severity;

/// How grave a diagnostic is.
pub(super) const fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}
