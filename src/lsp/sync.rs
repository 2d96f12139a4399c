//! The texts of the client: files opened, edited and closed, and files that change on the disk.

use super::convert::{line_column, path};
use super::state::{Open, State};
use super::types::*;

/// A file is open: from now on its text is the client's, not the disk's.
pub fn open(state: &mut State, params: DidOpenTextDocumentParams) {
    let path = path(&params.text_document.uri);
    state.open.insert(path.clone(), Open::from(&params.text_document));
    state.files.open(&path, params.text_document.text);
}

/// A file was edited.
pub fn change(state: &mut State, params: DidChangeTextDocumentParams) {
    let path = path(&params.text_document.uri);
    let Some(open) = state.open.get_mut(&path) else {
        let message = format!("{} was edited, but is not open", path.display());
        return state.outbox.log(MessageType::WARNING, message);
    };
    open.version = params.text_document.version;
    for change in params.content_changes {
        match change.range {
            Some(range) => {
                let (start, end) = (line_column(range.start), line_column(range.end));
                state.files.edit(&path, start, end, &change.text);
            }
            None => state.files.open(&path, change.text),
        }
    }
}

/// Files changed on the disk; those that are open are the client's.
pub fn disk(state: &mut State, _: &DidChangeWatchedFilesParams) {
    state.recheck();
}

/// Folders were opened or closed.
pub fn folders(state: &mut State, params: &DidChangeWorkspaceFoldersParams) {
    let removed: Vec<_> = params.event.removed.iter().map(|folder| path(&folder.uri)).collect();
    state.client.folders.retain(|folder| !removed.contains(folder));
    state.client.folders.extend(params.event.added.iter().map(|folder| path(&folder.uri)));
}

/// A file was closed: its text is the disk's again.
pub fn close(state: &mut State, params: &DidCloseTextDocumentParams) {
    let path = path(&params.text_document.uri);
    state.files.close(&path);
    state.open.remove(&path);
    state.clear(params.text_document.uri.clone());
}
