//! What shells complete: words of the command line, and the names that its places take. The script of a shell asks the
//! program with a variable set, and the words typed so far as arguments.

use std::env;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::CommandFactory;
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, CompletionCandidate, Shell};

use super::args::Cli;
use super::project;
use crate::console::input;
use crate::diagnostic::Code;
use crate::kinds::Definition;
use crate::service::check::{Analysis, Levels};
use crate::service::explain;
use crate::service::shelf::SHEETS;
use puzzle_engine::budget::{Budget, Signal};

/// The variable that tells the program to complete.
const VARIABLE: &str = "PUZZLE_COMPLETE";

/// What a file takes to be read at most: the person waits for it with a word half typed.
const PATIENCE: Duration = Duration::from_secs(1);

/// In a folder of functions the script is run by the first completion, which it has to answer.
const AT_FIRST: &str = r#"
if [[ "$funcstack[1]" == _puzzle ]]; then
    _clap_dynamic_completer_puzzle "$@"
fi
"#;

/// A shell's script.
///
/// # Errors
/// That there is none for this shell.
pub fn script(shell: Shell) -> io::Result<Vec<u8>> {
    let shells = Shells::builtins();
    let completer = shells.completer(&shell.to_string()).ok_or(io::ErrorKind::Unsupported)?;
    let mut script = Vec::new();
    completer.write_registration(VARIABLE, "puzzle", "puzzle", "puzzle", &mut script)?;
    if shell == Shell::Zsh {
        script.extend_from_slice(AT_FIRST.as_bytes());
    }
    Ok(script)
}

/// Answers a shell that asks. Says whether one did.
pub(super) fn answer() -> Result<bool, clap::Error> {
    let here = env::current_dir().ok();
    let asked = CompleteEnv::with_factory(Cli::command).var(VARIABLE).bin("puzzle");
    asked.completer("puzzle").try_complete(env::args_os(), here.as_deref())
}

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
