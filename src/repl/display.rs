//! How events look: results on standard output, all else on standard error, as the other commands
//! do it.

use std::io::{self, Write};

use super::event::Event;
use crate::cli::commands::explain::in_color;
use crate::cli::commands::run::{BOLD, DIM, PLAIN, write_answer, write_remarks};
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::diagnostic::report::Style;
use crate::diagnostic::{Severity, report};
use crate::service::test::Verdict;

/// How events are shown.
#[derive(Clone, Copy, Debug)]
pub struct Display {
    /// Whether the queries stand above their answers already.
    pub is_conversation: bool,
    /// How results look.
    pub results: Style,
    /// How all else looks.
    pub diagnostics: Style,
}

impl Display {
    /// Shows an event and says what it means for the exit code.
    ///
    /// # Errors
    /// Those of the output.
    pub fn show(&self, event: &Event, output: &mut Output) -> io::Result<Exit> {
        let color = self.results.color;
        let (dim, plain) = if self.diagnostics.color { (DIM, PLAIN) } else { ("", "") };
        match event {
            Event::Answer { report, source, is_typed } => {
                let mut text = String::new();
                match &report.answer {
                    Some(answer) if self.is_conversation && *is_typed => {
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
                output.results()?.write_all(text.as_bytes())?;
                return Ok(match (&report.answer, report.verdict) {
                    (_, Some(Verdict::Unknown)) | (None, None) => Exit::Unknown,
                    _ => Exit::Fine,
                });
            }
            Event::Text(text) => output.results()?.write_all(text.as_bytes())?,
            Event::Page(page) if color => {
                output.results()?.write_all(in_color(page).as_bytes())?;
            }
            Event::Page(page) => output.results()?.write_all(page.as_bytes())?,
            Event::Note(note) => writeln!(output.diagnostics()?, "{dim}{note}{plain}")?,
            Event::Diagnostic(diagnostic, source) => {
                let mut drawn = String::new();
                report::render(diagnostic, source, &self.diagnostics, &mut drawn)
                    .map_err(io::Error::other)?;
                writeln!(output.diagnostics()?, "{drawn}")?;
                if diagnostic.severity == Severity::Error {
                    return Ok(Exit::Errors);
                }
            }
            Event::Failure(message, exit) => {
                let message: String =
                    message.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
                writeln!(output.diagnostics()?, "error: {message}")?;
                return Ok(*exit);
            }
        }
        Ok(Exit::Fine)
    }
}
