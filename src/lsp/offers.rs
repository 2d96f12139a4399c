//! `puzzle/offers`: the commands that make sense at a place, for a menu.

use super::state::ServerState;
use super::types::*;
use crate::ide::lenses::{LensCommand, offered};

/// Answers `puzzle/offers` with the names of commands.
pub(super) fn offers(
    state: &mut ServerState,
    params: &TextDocumentPositionParams,
) -> Vec<&'static str> {
    let path = state.names.path(&params.text_document.uri);
    let Some(view) = state.asked(&path) else { return Vec::new() };
    let offered = offered(view.analysis, view.place(params.position));
    offered.into_iter().map(LensCommand::name).collect()
}
