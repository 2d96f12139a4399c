//! The texts of the client: files opened, edited and closed, and files that change on the disk.

use super::state::ServerState;
use super::types::*;
use super::view::from_client;
use crate::disk;

/// A file is open: from now on its text is the client's, not the disk's.
pub(super) fn open(state: &mut ServerState, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    let path = state.names.open(document.uri, document.version);
    let name = disk::shown(&path).to_string_lossy().into_owned();
    state.files.open_as(&document.language_id, path, &name, &document.text, document.version);
    state.edited();
}

/// A file was edited.
pub(super) fn change(state: &mut ServerState, params: DidChangeTextDocumentParams) {
    let document = params.text_document;
    let Some(path) = state.names.reached(&document.uri, document.version) else {
        let message = format!("{} was edited, but is not open", document.uri.as_str());
        return state.outbox.log(MessageType::WARNING, message);
    };
    let changes = params.content_changes.iter().map(|change| {
        let range = change.range.map(|it| from_client(it.start)..from_client(it.end));
        (range, &*change.text)
    });
    let changes: Vec<_> = changes.collect();
    state.files.edit(&path, state.client.encoding, document.version, &changes);
    state.edited();
}

/// Files changed on the disk; of those that are open, the client's text counts.
pub(super) fn disk(state: &mut ServerState, params: &DidChangeWatchedFilesParams) {
    for change in &params.changes {
        let path = state.names.path(&change.uri);
        #[cfg(target_family = "wasm")]
        match change.typ {
            FileChangeType::DELETED => disk::forget(&path),
            _ => disk::renew_file(path.clone()),
        }
        state.files.refresh(&path);
    }
    state.changed();
}

/// Folders were opened or closed.
pub(super) fn folders(state: &mut ServerState, params: &DidChangeWorkspaceFoldersParams) {
    let paths = |folders: &[WorkspaceFolder]| -> Vec<_> {
        folders.iter().map(|folder| state.names.path(&folder.uri)).collect()
    };
    let (added, removed) = (paths(&params.event.added), paths(&params.event.removed));
    state.client.folders.retain(|folder| !removed.contains(folder));
    state.client.folders.extend(added);
}

/// A file was closed: its text is the disk's again.
pub(super) fn close(state: &mut ServerState, params: &DidCloseTextDocumentParams) {
    let path = state.names.close(&params.text_document.uri);
    state.jobs.cancel_about(&path);
    state.files.close(&path);
    state.tokens.remove(&path);
    state.clear(params.text_document.uri.clone());
    state.edited();
}
