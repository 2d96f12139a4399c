//! `puzzle explain`: the page of a diagnostic code or of a rule of proofs. Where colours are on, its Markdown is shown as
//! bold headings, coloured code and indented examples; elsewhere it is printed as it is. Without a word all are listed.

use std::io::Write;

use crate::cli::args::Explain;
use crate::cli::ended::CommandResult;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::markdown::in_color;
use crate::diagnostic::Code;
use crate::service::explain::{ProofRule, page};

/// Prints the page.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &Explain, console: &mut Console) -> CommandResult {
    if args.word.is_empty() {
        return list(console);
    }
    let wanted = args.word.join(" ");
    let page = match page(&wanted) {
        Ok(page) => page,
        Err(similar) => {
            let diagnostics = console.output.diagnostics()?;
            write!(diagnostics, "error: there is no code `{}`", wanted.escape_debug())?;
            match similar {
                Some(name) => writeln!(diagnostics, "; did you mean `{name}`?")?,
                None => writeln!(diagnostics, "; `puzzle explain` lists all codes")?,
            }
            return Ok(Exit::Usage);
        }
    };
    let shown = if console.results.color { in_color(page) } else { page.to_owned() };
    console.output.results()?.write_all(shown.as_bytes())?;
    Ok(Exit::Fine)
}

fn list(console: &mut Console) -> CommandResult {
    let width = Code::ALL.iter().map(|it| it.name().len()).max().unwrap_or_default();
    let results = console.output.results()?;
    for code in Code::ALL {
        writeln!(results, "{}  {:width$}  {}", code.number(), code.name(), code.title())?;
    }
    for rule in ProofRule::all() {
        writeln!(results, "proof  {:width$}  {}", rule.name, rule.summary())?;
    }
    Ok(Exit::Fine)
}
