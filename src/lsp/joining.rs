//! `puzzle/join`: the edit that joins two parts of a picture which a person has joined by hand.

use std::collections::HashMap;

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;

use super::places::refused;
use super::state::ServerState;
use super::types::*;
use crate::ide::joining::joined;

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JoinParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    from: String,
    to: String,
}

/// Answers `puzzle/join`.
///
/// # Errors
/// Why they are not joined.
pub(super) fn join(state: &mut ServerState, params: &JoinParams) -> Result<WorkspaceEdit> {
    let path = state.names.path(&params.text_document.uri);
    let cannot_read = || refused("the file cannot be read".to_owned());
    let view = state.asked(&path).ok_or_else(cannot_read)?;
    let place = view.place(params.position);
    let (source, fix) =
        joined(view.analysis, place, [&params.from, &params.to]).map_err(refused)?;
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for edit in fix.edits {
        let place = view.location_in(&source, edit.span).ok_or_else(cannot_read)?;
        changes.entry(place.uri).or_default().push(TextEdit::new(place.range, edit.text));
    }
    Ok(view.edit(changes))
}
