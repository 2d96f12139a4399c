//! A problem in TPTP, read with all that it includes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Files, not_utf8};
use crate::diagnostic::{Diagnostic, Severity, code};
use crate::interchange::tptp::{Include, TptpProblem};
use crate::kinds::scope::ReadText;
use crate::text::{Source, Span};
use puzzle_engine::budget::{Budget, Stop};

/// A problem and the texts that it was read from, each with what is wrong with it.
pub struct Loaded {
    /// The problem.
    pub problem: TptpProblem,
    /// The texts, the one asked for first.
    pub texts: Vec<ReadText>,
}

impl Loaded {
    /// Whether a text has an error.
    pub fn has_errors(&self) -> bool {
        let all = self.texts.iter().flat_map(|it| &it.diagnostics);
        all.into_iter().any(|it| it.severity == Severity::Error)
    }
}

/// A text that is to be read.
struct PendingInclude {
    source: Arc<Source>,
    /// Its path, behind those of the files that include it.
    chain: Vec<PathBuf>,
    names: Option<Vec<String>>,
    /// Where the text asked for names it, or names what includes it.
    place: Option<Span>,
}

/// Reads the problem in `source`, which lies at `path`. What it includes is looked for beside the
/// file that includes it, then in `library`.
/// What several files include is read once.
///
/// # Errors
/// The limit that was reached.
pub fn load(
    source: Arc<Source>,
    path: &Path,
    files: &dyn Files,
    library: Option<&Path>,
    budget: &mut Budget,
) -> Result<Loaded, Stop> {
    let mut loaded = Loaded { problem: TptpProblem::default(), texts: Vec::new() };
    let mut seen = FxHashSet::default();
    let chain = vec![path.to_owned()];
    let mut pending = vec![PendingInclude { source, chain, names: None, place: None }];
    while let Some(PendingInclude { source, chain, names, place }) = pending.pop() {
        let read = loaded.problem.read(source.text(), names.as_deref(), budget)?;
        let mut diagnostics = read.diagnostics;
        diagnostics.extend(not_utf8(&source));
        let mut included = Vec::new();
        for include in read.includes {
            budget.look()?;
            match open(&include, &chain, files, library) {
                Ok((path, source)) if seen.insert((path.clone(), include.names.clone())) => {
                    let chain = [&chain[..], &[path]].concat();
                    let (names, place) = (include.names, place.or(Some(include.span)));
                    included.push(PendingInclude { source, chain, names, place });
                }
                Ok(_) => {}
                Err(fault) => diagnostics.push(*fault),
            }
        }
        pending.extend(included.into_iter().rev());
        diagnostics.sort_by_key(|it| it.span.start);
        let place = place.unwrap_or_default();
        loaded.texts.push(ReadText { source, diagnostics, place });
    }
    if loaded.problem.statements.is_empty() && !loaded.has_errors() {
        loaded.texts[0].diagnostics.push(no_statement());
    }
    Ok(loaded)
}

/// TPTP allows a file without a statement, and any world is a model of it; but it is likely to have lost
/// what it held.
fn no_statement() -> Diagnostic {
    let message = "the problem has no statement";
    let label = "expected `fof(NAME, ROLE, FORMULA).` or `cnf(NAME, ROLE, CLAUSE).`";
    let mut diagnostic = Diagnostic::new(code::TPTP, Span::at(0), message, label)
        .help("get the file again if its content is lost");
    diagnostic.severity = Severity::Warning;
    diagnostic
}

/// The file that is included, and what it says.
fn open(
    include: &Include,
    chain: &[PathBuf],
    files: &dyn Files,
    library: Option<&Path>,
) -> Result<(PathBuf, Arc<Source>), Box<Diagnostic>> {
    let including = chain.last().map_or(Path::new(""), PathBuf::as_path);
    let beside = files.locate(including, &include.file);
    let in_library = library.map(|it| files.locate(&it.join("library"), &include.file));
    let mut fault = None;
    for path in [Some(beside), in_library].into_iter().flatten() {
        if chain.contains(&path) {
            let label = "the file is part of itself";
            let message = "this include closes a circle";
            return Err(Diagnostic::new(code::IMPORT_CYCLE, include.span, message, label)
                .help("take one of the includes out")
                .into());
        }
        match files.read(&path) {
            Ok(source) => return Ok((path, source)),
            Err(reason) => fault = fault.or(Some(reason)),
        }
    }
    let message = format!("cannot read `{}`", include.file);
    let diagnostic =
        Diagnostic::new(code::UNREADABLE_FILE, include.span, message, fault.unwrap_or_default());
    let help = "it is looked for beside the file that includes it, then in the folder that the variable \
                TPTP names";
    Err(diagnostic.help(help).into())
}
