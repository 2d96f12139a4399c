//! Sorts the lines of a block whose kind has an order for them.

use super::{Refactoring, RewriteSort};
use crate::diagnostic::Edit;
use crate::ide::symbol::item_at;
use crate::ide::{EditorPlace, TextLocation};
use crate::service::check::Analysis;

pub(super) fn sort_block(analysis: Analysis<'_>, location: TextLocation) -> Option<Refactoring> {
    let place = EditorPlace { document: location.document, offset: location.span.start };
    let scope = &analysis.scope;
    let definition = item_at(scope, place)?;
    let editor = scope.editor(definition)?;
    if !analysis.is_sound(definition) {
        return None;
    }
    let text = scope.text(location.document);
    let (title, edits) = editor.sorted(scope.item(definition), text)?;
    let edits: Vec<(u32, Edit)> = edits.into_iter().map(|it| (location.document, it)).collect();
    let title = title.to_owned();
    (!edits.is_empty()).then_some(Refactoring {
        title,
        sort: RewriteSort::Rewrite,
        edits,
        new_name: None,
    })
}
