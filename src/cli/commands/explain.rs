//! `puzzle explain`: the page of a diagnostic code. Where colours are on, its Markdown is shown as
//! bold headings, coloured code and indented examples; elsewhere it is printed as it is.

use std::io::{self, Write};

use crate::cli::Session;
use crate::cli::args::Explain;
use crate::cli::exit::Exit;
use crate::diagnostic::Code;
use crate::diagnostic::spelling::did_you_mean;

/// Prints the page.
///
/// # Errors
/// Those of the output.
pub fn run(args: &Explain, session: &mut Session) -> io::Result<Exit> {
    let Some(code) = Code::find(args.code.trim()) else {
        let names = Code::ALL.iter().flat_map(|code| [code.number(), code.name()]);
        let diagnostics = session.output.diagnostics()?;
        write!(diagnostics, "error: there is no code `{}`", args.code.escape_debug())?;
        match did_you_mean(&args.code, names) {
            Some(name) => writeln!(diagnostics, "; did you mean `{name}`?")?,
            None => writeln!(diagnostics, "; a diagnostic shows its code on its first line")?,
        }
        return Ok(Exit::Usage);
    };
    let page = code.page();
    let shown = if session.results.color { in_color(page) } else { page.to_owned() };
    session.output.results()?.write_all(shown.as_bytes())?;
    Ok(Exit::Fine)
}

const BOLD: &str = "\u{1b}[1m";
const CODE: &str = "\u{1b}[36m";
const PLAIN: &str = "\u{1b}[0m";

/// Markdown for a terminal: headings, fenced code and code spans, which is all that pages use.
pub fn in_color(page: &str) -> String {
    let mut shown = String::with_capacity(page.len() * 2);
    let mut is_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        match line.trim_start_matches('#').strip_prefix(' ') {
            _ if is_code && line.is_empty() => {}
            _ if is_code => shown.extend(["    ", CODE, line, PLAIN]),
            Some(heading) if line.starts_with('#') => shown.extend([BOLD, heading, PLAIN]),
            _ => {
                // Parts between grave accents are code: every second one.
                for (index, part) in line.split('`').enumerate() {
                    let is_code = index % 2 == 1;
                    shown.extend(if is_code { [CODE, part, PLAIN] } else { ["", part, ""] });
                }
            }
        }
        shown.push('\n');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_code_and_spans_are_coloured() {
        let page = "# E1: a `b`\n\nWrite `x`, not y.\n```puzzle\n# x\n\n```\nEnd\n";
        let expected = "<b>E1: a `b`</>\n\nWrite <c>x</>, not y.\n    <c># x</>\n\nEnd\n";
        let expected = expected.replace("<b>", BOLD).replace("<c>", CODE).replace("</>", PLAIN);
        assert_eq!(in_color(page), expected);
    }
}
