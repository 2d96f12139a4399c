//! Edits of files, each with the version of the text that it was made for: a client in which a text has changed
//! meanwhile refuses them.

use std::collections::HashMap;

use super::client_facts::ClientFacts;
use super::names::OpenDocuments;
use super::types::*;

/// The edits of some files, in the form that the client knows.
pub(super) fn workspace_edit(
    changes: HashMap<Uri, Vec<TextEdit>>,
    names: &OpenDocuments,
    client: &ClientFacts,
) -> WorkspaceEdit {
    if !client.versions_edits {
        return WorkspaceEdit::new(changes);
    }
    let edit = |(uri, edits): (Uri, Vec<TextEdit>)| {
        let version = names.at(&names.path(&uri)).map(|it| it.version);
        TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        }
    };
    let mut edits: Vec<_> = changes.into_iter().map(edit).collect();
    edits
        .sort_by(|one, other| one.text_document.uri.as_str().cmp(other.text_document.uri.as_str()));
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(edits)),
        ..WorkspaceEdit::default()
    }
}
