//! What the session says, as values: the terminal and the pipe show each in their own way.

use std::sync::Arc;

use crate::console::exit::Exit;
use crate::diagnostic::Diagnostic;
use crate::service::play;
use crate::service::test::TestReport;
use crate::text::Source;

/// One thing that the session says.
#[derive(Clone, Debug)]
pub enum SessionEvent {
    /// What became of a query.
    Answer {
        /// The answer, and the query as it is understood.
        report: Box<TestReport>,
        /// The text that the query stands in.
        source: Arc<Source>,
        /// Whether the query stands there just as it was typed, alone.
        is_typed: bool,
    },
    /// Something that was asked for by a command: lines, each with a line feed.
    Text(String),
    /// A long explanation, in Markdown.
    Page(&'static str),
    /// What happens in a play: the position, a move, a comment, the end.
    Play(play::Event),
    /// A text that the person wants to change and to enter again.
    Edit(String),
    /// What was done, in one line.
    Note(String),
    /// A mistake, or a remark on one, with its place.
    Diagnostic(Diagnostic, Arc<Source>),
    /// Why something could not be done, in one line, and what that means for the exit code.
    Failure(String, Exit),
}

impl SessionEvent {
    /// A command that was used wrongly.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Failure(message.into(), Exit::Usage)
    }
}
