//! `puzzle explain`: the page of a diagnostic code. Where colours are on, its Markdown is shown as
//! bold headings, coloured code and indented examples; elsewhere it is printed as it is. Without a code all are listed.

use std::io::Write;

use crate::cli::args::Explain;
use crate::cli::ended::CommandResult;
use crate::console::Console;
use crate::console::exit::Exit;
use crate::console::markdown::in_color;
use crate::diagnostic::Code;
use crate::diagnostic::spelling::did_you_mean;

/// Prints the page.
///
/// # Errors
/// See [`CommandEnd`](crate::cli::ended::CommandEnd).
pub fn run(args: &Explain, console: &mut Console) -> CommandResult {
    let Some(wanted) = &args.code else { return list(console) };
    let Some(code) = Code::find(wanted.trim()) else {
        let names = Code::ALL.iter().flat_map(|code| [code.number(), code.name()]);
        let diagnostics = console.output.diagnostics()?;
        write!(diagnostics, "error: there is no code `{}`", wanted.escape_debug())?;
        match did_you_mean(wanted, names) {
            Some(name) => writeln!(diagnostics, "; did you mean `{name}`?")?,
            None => writeln!(diagnostics, "; `puzzle explain` lists all codes")?,
        }
        return Ok(Exit::Usage);
    };
    let page = code.page();
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
    Ok(Exit::Fine)
}
