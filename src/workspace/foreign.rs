//! A text in the format of another program that is being edited. It is read as a whole.

use std::sync::Arc;

use super::buffer::{EditorChange, EditorPosition, offset};
use super::edited_lines::EditedLines;
use crate::diagnostic::Diagnostic;
use crate::interchange::format::ForeignFormat;
use crate::interchange::{qcir, qdimacs};
use crate::service::import::held::format_of_text;
use crate::text::{ColumnUnit, Source, Span};

/// The languages of texts in Puzzle, whose look tells nothing.
const OWN: [&str; 2] = ["puzzle", "markdown"];

/// The format of another program that a text is in: the one that its name tells, or the editor's word for its language,
/// or else its look.
pub(super) fn format(language: &str, name: &str, text: &str) -> Option<ForeignFormat> {
    let said = match language {
        "dimacs" => ForeignFormat::Cnf,
        "davis-putnam" => ForeignFormat::Dp,
        "maze" => ForeignFormat::Maze,
        "dots-and-boxes" => ForeignFormat::Dots,
        "qdimacs" => ForeignFormat::Qdimacs,
        "qcir" => ForeignFormat::Qcir,
        "tptp" => ForeignFormat::Tptp,
        own if OWN.contains(&own) => return ForeignFormat::of(name),
        _ => return format_of_text(name, text),
    };
    ForeignFormat::of(name).or(Some(said))
}

/// A text in the format of another program.
#[derive(Clone, Debug)]
pub struct ForeignText {
    /// Its format.
    pub format: ForeignFormat,
    /// The text.
    pub source: Arc<Source>,
}

impl ForeignText {
    /// The offset of a position; behind the end of a line or of the text it is that end.
    pub fn offset(&self, position: EditorPosition, encoding: ColumnUnit) -> u32 {
        offset(&self.source, position, encoding)
    }

    /// Makes changes, each of the text that the one before it left.
    pub(super) fn edit(&mut self, encoding: ColumnUnit, changes: &[EditorChange<'_>]) {
        let mut lines = EditedLines::new(self.source.text());
        for (range, text) in changes {
            match range {
                Some(range) => lines.edit(range.clone(), encoding, text),
                None => lines = EditedLines::new(text),
            }
        }
        self.source = Arc::new(Source::new(self.source.name(), lines.text()));
    }

    /// What is wrong with a text that no declaration holds; that of the others is known of their declaration.
    pub(super) fn undeclared(&self) -> Vec<Diagnostic> {
        let bytes = self.source.text().as_bytes();
        match self.format {
            ForeignFormat::Qdimacs => qdimacs::parse(bytes).1,
            ForeignFormat::Qcir => qcir::parse(bytes).1,
            _ => Vec::new(),
        }
    }

    /// All of the text.
    pub fn whole(&self) -> Span {
        Span::new(0, self.source.text().len() as u32)
    }
}
