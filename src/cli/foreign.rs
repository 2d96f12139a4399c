//! Files in formats of other programs: which endings tell them, and what a command that does not read
//! a format says, instead of a fault for each line.

use std::path::Path;

use clap::ValueEnum;

use crate::console::failure::CommandFailure;
use crate::console::input::STANDARD_INPUT;
use crate::diagnostic::{Diagnostic, Severity};
use crate::disk::BINARY;
use crate::service::import::not_utf8;
use crate::syntax::markdown::is_markdown;
use crate::text::Source;

/// Formats of other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ForeignFormatArg {
    /// Clauses in DIMACS (.cnf)
    Cnf,
    /// A maze in its text format (.maze)
    Maze,
    /// Clauses in the text format of the Davis-Putnam programs (.dp)
    Dp,
    /// Quantified clauses in QDIMACS (.qdimacs)
    Qdimacs,
    /// A quantified circuit in QCIR (.qcir)
    Qcir,
    /// A board of Dots and Boxes (.dots)
    Dots,
    /// A problem in TPTP, formulas or clauses (.p)
    Tptp,
}

impl ForeignFormatArg {
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

impl ForeignFormatArg {
    /// The format that a file's ending tells or, where that tells none, its look.
    pub fn of_file(path: &Path, source: &Source) -> Option<Self> {
        let has_look = || !is_puzzle(path) && !is_markdown(&path.to_string_lossy());
        Self::of(path).or_else(|| has_look().then(|| Self::seen_in(source.text())).flatten())
    }

    /// The format that a text is in, where that can be seen.
    fn seen_in(text: &str) -> Option<Self> {
        let lines = || text.lines().map(str::trim).filter(|it| !it.is_empty());
        let starts = |line: &str, words: &[&str]| {
            line.split_whitespace().zip(words).filter(|(it, word)| it == *word).count()
                == words.len()
        };
        let mut clauses = lines().skip_while(|line| starts(line, &["c"]));
        if clauses.next().is_some_and(|line| starts(line, &["p", "cnf"])) {
            let is_quantified = |line: &str| starts(line, &["a"]) || starts(line, &["e"]);
            return Some(if clauses.next().is_some_and(is_quantified) {
                Self::Qdimacs
            } else {
                Self::Cnf
            });
        }
        if text.starts_with("#QCIR") {
            return Some(Self::Qcir);
        }
        let is_node = |line: &str| line.split_whitespace().skip(1).any(|it| it == "NEXT");
        if !text.contains('{') && lines().any(is_node) {
            return Some(Self::Maze);
        }
        if is_board(text) {
            return Some(Self::Dots);
        }
        let is_clause = |line: &str| line.split_whitespace().all(|it| it.parse::<i64>().is_ok());
        let is_end = |line: &&str| *line == "0";
        let has_end = lines().any(|line| is_end(&line));
        let mut clauses = lines().take_while(|line| !is_end(line));
        (has_end && clauses.all(is_clause)).then_some(Self::Dp)
    }

    /// What `--from` calls it.
    fn option(self) -> String {
        self.to_possible_value().map_or(String::new(), |it| it.get_name().to_owned())
    }
}

/// Whether a text is at least as many numbers as a board of Dots and Boxes has.
fn is_board(text: &str) -> bool {
    let numbers: Option<Vec<usize>> = text.split_whitespace().map(|it| it.parse().ok()).collect();
    let Some([rows, columns, rest @ ..]) = numbers.as_deref() else { return false };
    let edges = |lines: usize, length: usize| lines.saturating_add(1).saturating_mul(length);
    let count = edges(*rows, *columns).saturating_add(edges(*columns, *rows)).saturating_add(2);
    rest.len() >= count
}

/// Refuses a text that is in another format than `expected`, or than that of `.puzzle` files.
///
/// # Errors
/// The refusal.
pub fn expect_text(
    source: &Source,
    expected: Option<ForeignFormatArg>,
) -> Result<(), CommandFailure> {
    let Some(format) = ForeignFormatArg::seen_in(source.text()).filter(|it| Some(*it) != expected)
    else {
        return Ok(());
    };
    let file = if source.name() == "<stdin>" { STANDARD_INPUT } else { source.name() };
    let (title, option) = (format.title(), format.option());
    let message =
        format!("it looks like {title}: `puzzle solve --from {option} {file}` answers it");
    Err(CommandFailure::unusable(source.name(), message))
}

/// Refuses a file that is no `.puzzle` file, as its ending tells or else its look: each of its lines would be
/// a fault.
///
/// # Errors
/// The refusal.
pub fn expect_puzzle(path: &Path, source: &Source) -> Result<(), CommandFailure> {
    let Some(format) = ForeignFormatArg::of(path) else {
        return if is_puzzle(path) || is_markdown(&path.to_string_lossy()) {
            Ok(())
        } else {
            expect_text(source, None)
        };
    };
    let title = format.title();
    refuse(path, format!("it is in {title}, not a `.puzzle` file; `puzzle solve` answers it"))
}

/// Refuses a file whose ending tells another format than `expected`, which is what the command reads.
///
/// # Errors
/// As [`expect_puzzle`].
pub fn expect(path: &Path, expected: ForeignFormatArg) -> Result<(), CommandFailure> {
    let title = expected.title();
    match ForeignFormatArg::of(path) {
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

/// Whether a file is named as a `.puzzle` file.
pub fn is_puzzle(path: &Path) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case("puzzle"))
}

fn refuse(path: &Path, message: String) -> Result<(), CommandFailure> {
    Err(CommandFailure::unusable(path.to_string_lossy(), message))
}
