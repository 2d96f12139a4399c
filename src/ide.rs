//! What an editor asks: one file a question, each a pure function from what is known of a program
//! and a place in it to plain data. Knows no protocol, and solves nothing.

pub mod answers;
pub mod commands;
pub mod completion;
mod cursor;
pub mod definition;
mod documentation;
pub mod fixes;
pub mod folding;
pub mod foreign;
pub mod formatting;
pub mod highlights;
pub mod hover;
pub mod inlay_hints;
pub mod item;
pub mod joining;
pub mod lenses;
pub mod links;
mod mention;
pub mod refactorings;
pub mod references;
pub mod rename;
pub mod selection;
mod sentence;
pub mod signature;
mod slot;
pub mod symbol;
pub mod symbols;
mod target;
pub mod tokens;
pub mod type_definition;

use std::path::PathBuf;

use crate::kinds::ScopeFile;
use crate::service::shelf;
use crate::syntax::token::text_value;
use crate::text::Span;

/// A place in a program that an editor asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditorPlace {
    /// Index of the text in [`Program::documents`](crate::kinds::Program::documents).
    pub document: u32,
    /// Byte offset in the text.
    pub offset: u32,
}

/// A stretch of a program that an editor is told about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TextLocation {
    /// Index of the text in [`Program::documents`](crate::kinds::Program::documents).
    pub document: u32,
    /// Where in the text.
    pub span: Span,
}

/// A stretch of a file, which may go over several of its texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileRange {
    /// Where it starts.
    pub from: EditorPlace,
    /// Where it ends.
    pub to: EditorPlace,
}

impl From<TextLocation> for FileRange {
    fn from(TextLocation { document, span }: TextLocation) -> Self {
        let place = |offset| EditorPlace { document, offset };
        Self { from: place(span.start), to: place(span.end) }
    }
}

/// The file that a quoted path in a file leads to; an empty one leads nowhere.
fn named_file(file: &ScopeFile, quoted: &str) -> Option<PathBuf> {
    let relative = text_value(quoted);
    if relative.is_empty() {
        return None;
    }
    Some(shelf::located(&relative).unwrap_or_else(|| file.path.with_file_name(relative)))
}
