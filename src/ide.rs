//! What an editor asks: one file a question, each a pure function from what is known of a program
//! and a place in it to plain data. Knows no protocol, and solves nothing.

pub mod answers;
pub mod fixes;
pub mod inlay_hints;
pub mod lenses;
pub mod refactorings;

use crate::kinds::{Definition, Program};
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

/// The item that holds a place, its ends included.
pub fn item_at(program: &Program, place: Place) -> Option<Definition> {
    let items = &program.documents[place.document as usize].tree.items;
    let index = items.partition_point(|item| item.span.end < place.offset);
    let is_inside = items.get(index)?.span.start <= place.offset;
    is_inside.then_some(Definition { document: place.document, item: index as u32 })
}
