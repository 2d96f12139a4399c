//! What shells complete: the words of the command line and its `candidates`. The script of a shell asks the with a variable set, and the words typed so far as arguments.

use std::env;
use std::io;

use clap::CommandFactory;
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use super::args::Cli;

/// The variable that tells the program to complete.
const VARIABLE: &str = "PUZZLE_COMPLETE";

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
