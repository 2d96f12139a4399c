//! Files in formats of other programs: which endings tell them, and what a command that does not read
//! a format says, instead of a fault for each line.

use std::path::Path;

use super::args::Foreign;
use super::input::{Failure, STANDARD_INPUT};
use crate::diagnostic::{Diagnostic, Severity};
use crate::disk::BINARY;
use crate::service::import::not_utf8;
use crate::text::Source;

impl Foreign {
    /// The format that a file's ending tells, also when it is compressed.
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let name = [".gz", ".xz"].iter().find_map(|it| name.strip_suffix(it)).unwrap_or(&name);
        Some(match name.rsplit_once('.')?.1 {
            "cnf" | "dimacs" => Self::Cnf,
            "dp" => Self::Dp,
            "maze" => Self::Maze,
            "dots" => Self::Dots,
            "qdimacs" => Self::Qdimacs,
            "qcir" => Self::Qcir,
            "p" | "tptp" => Self::Tptp,
            _ => return None,
        })
    }

    /// What it is called, as in "it is in …".
    const fn title(self) -> &'static str {
        match self {
            Self::Cnf => "DIMACS",
            Self::Dp => "the Davis-Putnam format",
            Self::Maze => "the text format of mazes",
            Self::Dots => "the format of Dots and Boxes",
            Self::Qdimacs => "QDIMACS",
            Self::Qcir => "QCIR",
            Self::Tptp => "TPTP",
        }
    }
}

/// Refuses a file whose ending tells that it is no `.puzzle` file: each of its lines would be a fault.
///
/// # Errors
/// The refusal.
pub fn expect_puzzle(path: &Path) -> Result<(), Failure> {
    let Some(format) = Foreign::of(path) else { return Ok(()) };
    let title = format.title();
    refuse(path, format!("it is in {title}, not a `.puzzle` file; `puzzle solve` answers it"))
}

/// Refuses a file whose ending tells another format than `expected`, which is what the command reads.
///
/// # Errors
/// As [`expect_puzzle`].
pub fn expect(path: &Path, expected: Foreign) -> Result<(), Failure> {
    let title = expected.title();
    match Foreign::of(path) {
        Some(format) if format != expected => {
            let found = format.title();
            refuse(path, format!("it is in {found}, not in {title}; `puzzle solve` answers it"))
        }
        None if is_puzzle(path) => refuse(
            path,
            format!("it is a `.puzzle` file, not one in {title}; `puzzle build` translates it"),
        ),
        _ => Ok(()),
    }
}

/// Refuses a faulty file of clauses that is a program or the like. Comments may be any bytes, so others are
/// read, and a zero byte in a text is a fault at its place.
pub fn binary(source: &Source, diagnostics: &[Diagnostic]) -> Option<Failure> {
    let is_wrong = diagnostics.iter().any(|it| it.severity == Severity::Error);
    let is_binary = is_wrong && source.text().contains('\0') && not_utf8(source).is_some();
    is_binary.then(|| Failure::unusable(source.name(), BINARY))
}

/// Refuses what is named as anything but a `.puzzle` file: rewriting would spoil it.
///
/// # Errors
/// As [`expect_puzzle`].
pub fn insist_on_puzzle(path: &Path) -> Result<(), Failure> {
    if is_puzzle(path) || path.as_os_str() == STANDARD_INPUT {
        return Ok(());
    }
    refuse(path, "it is not a `.puzzle` file, and only these are rewritten".to_owned())
}

fn is_puzzle(path: &Path) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case("puzzle"))
}

fn refuse(path: &Path, message: String) -> Result<(), Failure> {
    Err(Failure::unusable(path.to_string_lossy(), message))
}
