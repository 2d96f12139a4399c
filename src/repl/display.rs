//! How events look: results on standard output, all else on standard error, as the other commands
//! do it.

use std::io::{self, Write};

use super::event::Event;
use crate::cli;
use crate::cli::commands::explain::in_color;
use crate::cli::commands::run::{BOLD, DIM, PLAIN, write_answer, write_remarks};
use crate::cli::exit::Exit;
use crate::diagnostic::{Severity, report};
use crate::service::test::Verdict;

/// Shows an event and says what it means for the exit code. In a conversation a query is not
/// repeated above its answer.
///
/// # Errors
/// Those of the output.
pub fn show(event: &Event, is_conversation: bool, cli: &mut cli::Session) -> io::Result<Exit> {
    let color = cli.results.color;
    let (dim, plain) = if cli.diagnostics.color { (DIM, PLAIN) } else { ("", "") };
    match event {
        Event::Answer { report, source, is_typed } => {
            let mut text = String::new();
            match &report.answer {
                Some(answer) if is_conversation && *is_typed => {
                    let (bold, plain) = if color { (BOLD, PLAIN) } else { ("", "") };
                    let holds = match report.verdict {
                        Some(Verdict::Holds) => ", as expected",
                        _ => "",
                    };
                    text = format!("{bold}{}{plain}{holds}\n", answer.text);
                    write_remarks(report, source, color, &mut text);
                }
                _ => write_answer(report, source, color, &mut text),
            }
            cli.output.results()?.write_all(text.as_bytes())?;
            return Ok(match (&report.answer, report.verdict) {
                (_, Some(Verdict::Unknown)) | (None, None) => Exit::Unknown,
                _ => Exit::Fine,
            });
        }
        Event::Text(text) => cli.output.results()?.write_all(text.as_bytes())?,
        Event::Page(page) if color => {
            cli.output.results()?.write_all(in_color(page).as_bytes())?;
        }
        Event::Page(page) => cli.output.results()?.write_all(page.as_bytes())?,
        Event::Note(note) => writeln!(cli.output.diagnostics()?, "{dim}{note}{plain}")?,
        Event::Diagnostic(diagnostic, source) => {
            let mut drawn = String::new();
            report::render(diagnostic, source, &cli.diagnostics, &mut drawn)
                .map_err(io::Error::other)?;
            writeln!(cli.output.diagnostics()?, "{drawn}")?;
            if diagnostic.severity == Severity::Error {
                return Ok(Exit::Errors);
            }
        }
        Event::Failure(message, exit) => {
            let message: String =
                message.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
            writeln!(cli.output.diagnostics()?, "error: {message}")?;
            return Ok(*exit);
        }
    }
    Ok(Exit::Fine)
}
