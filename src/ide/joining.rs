//! Parts of a picture that are joined by hand, as nodes of a maze are by a corridor: the change of the text that says so.

use std::sync::Arc;

use super::EditorPlace;
use super::item::{item_beside, subject};
use crate::diagnostic::Fix;
use crate::kinds::Definition;
use crate::kinds::editor::Editor;
use crate::service::check::Analysis;
use crate::text::Source;

/// Whether parts of the picture of a declaration are joined by hand.
pub fn joins(analysis: Analysis<'_>, declared: Definition) -> bool {
    analysis.scope.editor(declared).is_some_and(Editor::joins)
}

/// The change that joins one part to another in the picture of what a place is about.
///
/// # Errors
/// Why they are not joined.
pub fn joined(
    analysis: Analysis<'_>,
    place: EditorPlace,
    parts: [&str; 2],
) -> Result<(Arc<Source>, Fix), String> {
    let scope = &analysis.scope;
    let declared = item_beside(scope, place).and_then(|it| subject(scope, it));
    let declared = declared.ok_or("there is nothing here whose parts could be joined")?;
    let editor = scope.editor(declared).ok_or("only nodes of a maze are joined")?;
    editor.join(scope, declared, parts)
}
