//! What an editor asks: one file a question, each a pure function from what is known of a program
//! and a place in it to plain data. Knows no protocol, and solves nothing.

use crate::text::Span;

/// A place in a program that an editor asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Index of the text in [`Program::documents`](crate::kinds::Program::documents).
    pub document: u32,
    /// Byte offset in the text.
    pub offset: u32,
}

/// A stretch of a program that an editor is told about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    /// Index of the text in [`Program::documents`](crate::kinds::Program::documents).
    pub document: u32,
    /// Where in the text.
    pub span: Span,
}
