//! Files in formats of other programs: which endings tell them, and what a command that does not read
//! a format says, instead of a fault for each line.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::console::failure::CommandFailure;
use crate::console::input::{self, STANDARD_INPUT};
use crate::diagnostic::{Diagnostic, Severity};
use crate::disk::BINARY;
use crate::interchange::format::ForeignFormat;
use crate::service::import::held::{format_of_text, is_puzzle};
use crate::service::import::{FileFormat, not_utf8};
use crate::syntax::ast::ItemKind;
use crate::syntax::markdown::is_markdown;
use crate::syntax::terminal::is_reserved;
use crate::syntax::{Parsed, parse};
use crate::text::Source;

/// Fewer faults are told one by one.
const FEWEST_FOREIGN: usize = 3;

impl ValueEnum for ForeignFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Self::Cnf => "Clauses in DIMACS (.cnf)",
            Self::Maze => "A maze in its text format (.maze)",
            Self::Dp => "Clauses in the text format of the Davis-Putnam programs (.dp)",
            Self::Qdimacs => "Quantified clauses in QDIMACS (.qdimacs)",
            Self::Qcir => "A quantified circuit in QCIR (.qcir)",
            Self::Dots => "A board of Dots and Boxes (.dots)",
            Self::Tptp => "A problem in TPTP, formulas or clauses (.p)",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

/// The format that a file's ending tells, also when it is compressed.
pub fn format_of(path: &Path) -> Option<ForeignFormat> {
    ForeignFormat::of(&path.file_name()?.to_string_lossy())
}

/// Refuses a text that is in another format than `expected`, or than that of `.puzzle` files.
///
/// # Errors
/// The refusal.
pub fn expect_text(source: &Source, expected: Option<ForeignFormat>) -> Result<(), CommandFailure> {
    let Some(format) = ForeignFormat::seen_in(source.text()).filter(|it| Some(*it) != expected)
    else {
        return Ok(());
    };
    let command = match source.name() == input::shown(Path::new(STANDARD_INPUT)) {
        true => "puzzle solve -",
        false => "puzzle solve",
    };
    let message = format!("it looks like {}: `{command}` answers it", format.title());
    Err(CommandFailure::unusable(source.name(), message))
}

/// Refuses a text in which no line is one of a `.puzzle` file, nor nearly one.
fn expect_lines(source: &Source) -> Result<(), CommandFailure> {
    let Parsed { tree, diagnostics, .. } = parse(source.text());
    let is_foreign = diagnostics.len() >= FEWEST_FOREIGN
        && tree.items.iter().all(|it| matches!(it.kind, ItemKind::Broken { .. }))
        && diagnostics.iter().all(|it| it.fixes.is_empty())
        && !source.text().lines().any(starts_with_keyword);
    if !is_foreign {
        return Ok(());
    }
    let message = "it holds no puzzles: no line starts with a keyword such as `formula` or `solve`";
    Err(CommandFailure::unusable(source.name(), message))
}

fn starts_with_keyword(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(is_reserved)
}

/// Refuses a file that is no `.puzzle` file, as its ending tells or else its look: each of its lines would be
/// a fault.
///
/// # Errors
/// The refusal.
pub fn expect_puzzle(path: &Path, source: &Source) -> Result<(), CommandFailure> {
    let Some(format) = format_of(path) else {
        return if is_puzzle(path) || is_markdown(&path.to_string_lossy()) {
            Ok(())
        } else {
            expect_text(source, None)?;
            expect_lines(source)
        };
    };
    let title = format.title();
    refuse(path, format!("it is in {title}, not a `.puzzle` file; `puzzle solve` answers it"))
}

/// As [`expect_puzzle`], where what a file in another format holds has to be declared under a name.
///
/// # Errors
/// As [`expect_puzzle`].
pub fn expect_declared(path: &Path, source: &Source) -> Result<(), CommandFailure> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let format = format_of_text(&path.to_string_lossy(), source.text());
    let Some(held) = format.and_then(FileFormat::holding) else {
        return expect_puzzle(path, source);
    };
    let title = format.map_or("", ForeignFormat::title);
    let line = format!("{} NAME = file \"{file}\"", held.sort().keyword());
    refuse(path, format!("it is in {title}; write a `.puzzle` file with the line `{line}`"))
}

/// Refuses a file whose ending tells another format than `expected`, which is what the command reads.
///
/// # Errors
/// As [`expect_puzzle`].
pub fn expect(path: &Path, expected: ForeignFormat) -> Result<(), CommandFailure> {
    let title = expected.title();
    match format_of(path) {
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
pub fn binary(source: &Source, diagnostics: &[Diagnostic]) -> Option<CommandFailure> {
    let is_wrong = diagnostics.iter().any(|it| it.severity == Severity::Error);
    let is_binary = is_wrong && source.text().contains('\0') && not_utf8(source).is_some();
    is_binary.then(|| CommandFailure::unusable(source.name(), BINARY))
}

/// Refuses what is named as anything but a `.puzzle` file: rewriting would spoil it.
///
/// # Errors
/// As [`expect_puzzle`].
pub fn insist_on_puzzle(path: &Path) -> Result<(), CommandFailure> {
    if is_puzzle(path) || path.as_os_str() == STANDARD_INPUT || is_markdown(&path.to_string_lossy())
    {
        return Ok(());
    }
    let message = "it is not a `.puzzle` file, and only these and Markdown are rewritten";
    refuse(path, message.to_owned())
}

fn refuse(path: &Path, message: String) -> Result<(), CommandFailure> {
    Err(CommandFailure::unusable(path.to_string_lossy(), message))
}
