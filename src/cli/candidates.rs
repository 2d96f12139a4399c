//! What may stand in a place of the command line, for shells that complete it: puzzles of the file that it names, lints,
//! sheets.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap_complete::CompletionCandidate;

use super::project;
use crate::console::input;
use crate::diagnostic::Code;
use crate::kinds::Definition;
use crate::service::check::{Analysis, Levels};
use crate::service::explain;
use crate::service::shelf::SHEETS;
use puzzle_engine::budget::{Budget, Signal};

/// What a file takes to be read at most: the person waits for it with a word half typed.
const PATIENCE: Duration = Duration::from_secs(1);

/// The names in the file that the line names.
pub(super) fn puzzles() -> Vec<CompletionCandidate> {
    names(|_, _| true)
}

/// Those that can be played.
pub(super) fn games() -> Vec<CompletionCandidate> {
    names(|analysis, it| {
        analysis.kind(it).is_some_and(|kind| kind.played(it, analysis.scope).is_some())
    })
}

/// The lints.
pub(super) fn lints() -> Vec<CompletionCandidate> {
    let lints = Code::ALL.iter().filter(|it| it.is_lint());
    lints.map(|it| candidate(it.name(), it.title())).collect()
}

/// Whatever is explained.
pub(super) fn explained() -> Vec<CompletionCandidate> {
    explain::explained().map(|(name, about)| candidate(name, about)).collect()
}

/// The sheets of the shelf.
pub(super) fn sheets() -> Vec<CompletionCandidate> {
    SHEETS.iter().map(|it| candidate(it.name, it.summary())).collect()
}

fn candidate(name: &str, about: &str) -> CompletionCandidate {
    CompletionCandidate::new(name).help(Some(about.to_owned().into()))
}

fn names(is_wanted: impl Fn(&Analysis<'_>, Definition) -> bool) -> Vec<CompletionCandidate> {
    names_in_file(is_wanted).unwrap_or_default()
}

fn names_in_file(
    is_wanted: impl Fn(&Analysis<'_>, Definition) -> bool,
) -> Option<Vec<CompletionCandidate>> {
    let path = env::args_os().skip(1).map(PathBuf::from).find(|it| it.is_file())?;
    let mut budget = Budget::new(Signal::default(), Some(PATIENCE), None);
    let source = Arc::new(input::read(&path, &mut budget).ok()?);
    let checked = project::open(&path, source, &Levels::default(), budget).ok()?;
    let analysis = checked.analysis();
    let program = analysis.scope.program;
    let declared = program.items(program.root()).filter(|(_, it)| it.kind.declared().is_some());
    let wanted = declared.map(|it| it.0).filter(|it| is_wanted(&analysis, *it));
    let named = wanted.map(|it| {
        let about = analysis.kind(it).map_or("", |kind| kind.facts().name);
        candidate(program.name(it), about)
    });
    Some(named.collect())
}
