//! How events look: results on standard output, all else on standard error, as the other commands
//! do it.

use std::io::{self, Write};

use super::event::SessionEvent;
use crate::console::answer::{write_answer, write_remarks};
use crate::console::exit::Exit;
use crate::console::markdown::in_color;
use crate::console::output::Output;
use crate::console::style::{BOLD, DIM, PLAIN};
use crate::diagnostic::report::Style;
use crate::diagnostic::{Severity, report};
use crate::service::play;
use crate::service::test::ExpectationVerdict;

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

/// An event as it looks.
pub struct Shown {
    /// The text, in whole lines.
    pub text: String,
    /// Whether it is a result.
    pub is_result: bool,
    /// What it means for the exit code.
    pub exit: Exit,
}

impl Shown {
    fn result(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_result: true, exit: Exit::Fine }
    }

    fn remark(text: String, exit: Exit) -> Self {
        Self { text, is_result: false, exit }
    }
}

impl Display {
    /// Shows an event and says what it means for the exit code.
    ///
    /// # Errors
    /// Those of the output.
    pub fn show(&self, event: &SessionEvent, output: &mut Output) -> io::Result<Exit> {
        let shown = self.look(event);
        match shown.is_result {
            true => output.results()?.write_all(shown.text.as_bytes())?,
            false => output.diagnostics()?.write_all(shown.text.as_bytes())?,
        }
        Ok(shown.exit)
    }

    /// How an event looks.
    pub fn look(&self, event: &SessionEvent) -> Shown {
        let color = self.results.color;
        let (dim, plain) = if self.diagnostics.color { (DIM, PLAIN) } else { ("", "") };
        match event {
            SessionEvent::Answer { report, source, is_typed } => {
                let mut text = String::new();
                match &report.answer {
                    Some(answer) if self.is_conversation && *is_typed => {
                        let (bold, plain) = if color { (BOLD, PLAIN) } else { ("", "") };
                        let holds = match report.verdict {
                            Some(ExpectationVerdict::Holds) => ", as expected",
                            _ => "",
                        };
                        text = format!("{bold}{}{plain}{holds}\n", answer.text);
                        write_remarks(report, source, color, &mut text);
                    }
                    _ => write_answer(report, source, color, &mut text),
                }
                let exit = match (&report.answer, report.verdict) {
                    (_, Some(ExpectationVerdict::Unknown)) | (None, None) => Exit::Unknown,
                    _ => Exit::Fine,
                };
                Shown { exit, ..Shown::result(text) }
            }
            SessionEvent::Text(text) => Shown::result(text),
            SessionEvent::Page(page) if color => Shown::result(in_color(page)),
            SessionEvent::Page(page) => Shown::result(*page),
            SessionEvent::Play(event) => Shown::result(self.play(event)),
            SessionEvent::Edit(_) => {
                let message = "there is no terminal to edit it in; `:add NAME: LINE` adds a line";
                self.look(&SessionEvent::usage(message))
            }
            SessionEvent::Note(note) => Shown::remark(format!("{dim}{note}{plain}\n"), Exit::Fine),
            SessionEvent::Diagnostic(diagnostic, source) => {
                let mut drawn = String::new();
                let _ = report::render(diagnostic, source, &self.diagnostics, &mut drawn);
                let is_error = diagnostic.severity == Severity::Error;
                let exit = if is_error { Exit::Errors } else { Exit::Fine };
                Shown::remark(format!("{drawn}\n"), exit)
            }
            SessionEvent::Failure(message, exit) => {
                let message: String =
                    message.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
                Shown::remark(format!("error: {message}\n"), *exit)
            }
        }
    }

    /// What happens in a play. Positions that nobody waits for are left out.
    fn play(&self, event: &play::Event) -> String {
        let style = |on: &str, text: &str| match self.results.color {
            true => format!("{on}{text}{PLAIN}\n"),
            false => format!("{text}\n"),
        };
        match event {
            play::Event::Board { drawing, is_awaited: true, .. } => {
                format!("\n{}\n\n", drawing.trim_matches('\n'))
            }
            play::Event::Moved(made) => {
                format!("{}. {} {}\n", made.number, made.player, made.chosen)
            }
            play::Event::Comment(comment) => style(YELLOW, comment),
            play::Event::Over(end) => style(BOLD, end),
            play::Event::Note(note) => style(DIM, note),
            // The session has told the others in its own words.
            _ => String::new(),
        }
    }
}

/// What makes text yellow.
const YELLOW: &str = "\u{1b}[33m";
