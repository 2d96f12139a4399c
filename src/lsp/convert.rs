//! Between the values of the protocol and those of the library: paths, ranges, severities.

use std::path::PathBuf;

use super::buffers::LineColumn;
use super::types::*;
use crate::diagnostic::Severity;

/// The path of a document. One that is no file has a name of its own, under which no file lies.
pub fn path(uri: &Uri) -> PathBuf {
    let is_file = uri.scheme().as_str().eq_ignore_ascii_case("file");
    let path = if is_file { uri.to_file_path() } else { None };
    path.map_or_else(|| PathBuf::from(uri.as_str()), |path| path.into_owned())
}

/// A position as line and column.
pub const fn line_column(position: Position) -> LineColumn {
    (position.line, position.character)
}

/// A range.
pub const fn range((start, end): (LineColumn, LineColumn)) -> Range {
    Range::new(Position::new(start.0, start.1), Position::new(end.0, end.1))
}

/// How grave a diagnostic is.
pub const fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}
