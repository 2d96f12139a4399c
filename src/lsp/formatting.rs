//! The canonical form: of a file, of a stretch of it, and while a person types. The width of an
//! indentation is the language's, not the client's.

use super::types::*;
use super::view::View;
use crate::ide;
use crate::ide::formatting::{TextChange, in_file, in_range, typed};

/// What the server announces: the signs behind which something is complete.
pub(super) fn options() -> DocumentOnTypeFormattingOptions {
    DocumentOnTypeFormattingOptions {
        first_trigger_character: "}".to_owned(),
        more_trigger_character: Some(vec![")".to_owned(), "\n".to_owned()]),
    }
}

/// Answers `textDocument/formatting`.
pub(super) fn file(view: &View<'_>) -> Vec<TextEdit> {
    edits(view, in_file(view.analysis, view.root()))
}

/// Answers `textDocument/rangeFormatting`.
pub(super) fn stretch(view: &View<'_>, range: Range) -> Vec<TextEdit> {
    let asked = ide::FileRange { from: view.place(range.start), to: view.place(range.end) };
    edits(view, in_range(view.analysis, asked))
}

/// Answers `textDocument/onTypeFormatting`.
pub(super) fn typing(view: &View<'_>, params: &DocumentOnTypeFormattingParams) -> Vec<TextEdit> {
    let Some(character) = params.ch.chars().next() else { return Vec::new() };
    let place = view.place(params.text_document_position.position);
    edits(view, typed(view.analysis, place, character))
}

fn edits(view: &View<'_>, changes: Vec<TextChange>) -> Vec<TextEdit> {
    changes.into_iter().map(|it| TextEdit::new(view.stretch(it.range), it.text)).collect()
}
