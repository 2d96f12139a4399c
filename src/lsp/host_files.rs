//! The files of a browser's workspace, which only the client can read: it lists them once, and reads each when it is first
//! needed (`puzzle/list` and `puzzle/read` of `docs/language-server.md`).

use serde::{Deserialize, Serialize};

use super::pages;
use super::state::ServerState;
use super::types::request::Request;
use super::types::{TextDocumentIdentifier, Uri};
use crate::disk;

/// Asks for the files that puzzles may be in.
enum ListFiles {}

/// What is asked with it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListParams {
    /// What the names of such files end in.
    endings: Vec<String>,
}

impl Request for ListFiles {
    type Params = ListParams;
    type Result = Vec<Uri>;
    const METHOD: &'static str = "puzzle/list";
}

/// Asks for what is in a file; nothing, where it cannot be read.
enum ReadFile {}

impl Request for ReadFile {
    type Params = TextDocumentIdentifier;
    type Result = Option<String>;
    const METHOD: &'static str = "puzzle/read";
}

/// Has the files listed.
pub(super) fn list(state: &ServerState, endings: Vec<String>) {
    let params = ListParams { endings };
    state.outbox.request::<ListFiles>(&state.actor, params, |state, answer| {
        for uri in answer.unwrap_or_default() {
            disk::list_file(state.names.path(&uri));
        }
        state.changed();
    });
}

/// Has the files read that something was looked for in.
pub(super) fn read(state: &ServerState) {
    for path in disk::wanted() {
        let Some(uri) = state.names.uri(&path) else { continue };
        let then = move |state: &mut ServerState, answer: tower_lsp::jsonrpc::Result<_>| {
            let text: Option<String> = answer.unwrap_or_default();
            let missing = || "there is no such file".to_owned();
            disk::keep(path.clone(), text.map(String::into_bytes).ok_or_else(missing));
            state.files.refresh(&path);
            state.changed();
        };
        state.outbox.request::<ReadFile>(&state.actor, TextDocumentIdentifier { uri }, then);
    }
}

/// Answers `puzzle/text`: what stands at an address that the server made up.
pub(super) fn text(params: &TextDocumentIdentifier) -> Option<&'static str> {
    pages::text(params.uri.as_str())
}
