//! Where names lead and who mentions them: definition, type definition, references, highlights, renaming, links.

use std::collections::HashMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};

use super::edits::workspace_edit;
use super::state::ServerState;
use super::types::*;
use super::view::View;
use crate::disk::{self, puzzles_below};
use crate::ide::definition::{DefinitionTarget, definition};
use crate::ide::highlights::highlights;
use crate::ide::links::links;
use crate::ide::references::references;
use crate::ide::rename;
use crate::ide::type_definition::type_definition;
use crate::ide::{self, EditorPlace};

/// Answers `textDocument/definition`.
pub(super) fn definition_at(view: &View<'_>, position: Position) -> Option<GotoDefinitionResponse> {
    let (_, target) = definition(view.analysis, view.place(position))?;
    let location = match target {
        DefinitionTarget::Word(location) => view.location(location)?,
        DefinitionTarget::File(path) => {
            Location { uri: view.file(&path)?, range: Range::default() }
        }
    };
    Some(GotoDefinitionResponse::Scalar(location))
}

/// Answers `textDocument/typeDefinition`.
pub(super) fn type_definition_at(
    view: &View<'_>,
    position: Position,
) -> Option<GotoDefinitionResponse> {
    let location = type_definition(view.analysis, view.place(position))?;
    view.location(location).map(GotoDefinitionResponse::Scalar)
}

/// Answers `textDocument/documentHighlight`.
pub(super) fn highlights_at(view: &View<'_>, position: Position) -> Vec<DocumentHighlight> {
    let found = highlights(view.analysis, view.place(position)).into_iter();
    let highlight = |it: ide::symbol::Occurrence| DocumentHighlight {
        range: view.range(it.location.document, it.location.span),
        kind: Some(match it.is_declaration {
            true => DocumentHighlightKind::WRITE,
            false => DocumentHighlightKind::READ,
        }),
    };
    found.map(highlight).collect()
}

/// Answers `textDocument/documentLink`.
pub(super) fn links_of(view: &View<'_>) -> Vec<DocumentLink> {
    let links = links(view.analysis, view.root()).into_iter();
    let link = |it: ide::links::FileLink| DocumentLink {
        range: view.range(it.location.document, it.location.span),
        target: view.file(&it.file),
        tooltip: None,
        data: None,
    };
    links.map(link).collect()
}

/// Answers `textDocument/prepareRename`.
pub(super) fn prepare_rename(view: &View<'_>, position: Position) -> Result<PrepareRenameResponse> {
    let place = view.place(position);
    let span = rename::prepare(view.analysis, place).map_err(refused)?;
    let placeholder = view.analysis.scope.text(place.document)[span.range()].to_owned();
    let range = view.range(place.document, span);
    Ok(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
}

/// Answers `textDocument/references`.
pub(super) fn references_to(state: &mut ServerState, params: &ReferenceParams) -> Vec<Location> {
    let includes_declaration = params.context.include_declaration;
    let find = |view: &View<'_>, place| Ok(references(view.analysis, place, includes_declaration));
    everywhere(state, &params.text_document_position, find).unwrap_or_default()
}

/// Answers `textDocument/rename`.
pub(super) fn renamed(state: &mut ServerState, params: &RenameParams) -> Result<WorkspaceEdit> {
    let find = |view: &View<'_>, place| {
        rename::rename(view.analysis, place, &params.new_name).map_err(refused)
    };
    let places = everywhere(state, &params.text_document_position, find)?;
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for Location { uri, range } in places {
        changes.entry(uri).or_default().push(TextEdit::new(range, params.new_name.clone()));
    }
    Ok(workspace_edit(changes, &state.names, &state.client))
}

/// The places that are found in the program of a file and in those of all files that import it.
fn everywhere(
    state: &mut ServerState,
    params: &TextDocumentPositionParams,
    find: impl Fn(&View<'_>, EditorPlace) -> Result<Vec<ide::TextLocation>>,
) -> Result<Vec<Location>> {
    let path = state.names.path(&params.text_document.uri);
    let Some(view) = state.view(&path) else { return Ok(Vec::new()) };
    let mut place = view.place(params.position);
    // Another program may hold the declaration and not this file.
    if let Some((_, DefinitionTarget::Word(ide::TextLocation { document, span }))) =
        definition(view.analysis, place)
    {
        place = EditorPlace { document, offset: span.start };
    }
    let document = Arc::clone(&view.program().documents[place.document as usize]);
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut roots = vec![path.clone()];
    roots.extend(state.files.open_files().map(|(path, _)| path.to_owned()));
    let below = state.client.folders.iter().flat_map(|folder| puzzles_below(folder)).flatten();
    roots.extend(below.map(|path| disk::locate(&path)));
    for root in roots {
        let Some(view) = state.view(&root) else { continue };
        let Some(index) = view.index_of(&document) else { continue };
        let places = find(&view, EditorPlace { document: index, ..place })?;
        for location in places.into_iter().filter_map(|it| view.location(it)) {
            if seen.insert(location.clone()) {
                found.push(location);
            }
        }
    }
    Ok(found)
}

/// Why something cannot be done, for a person.
pub(super) fn refused(reason: String) -> Error {
    // The protocol's `RequestFailed`.
    Error { message: reason.into(), ..Error::new(ErrorCode::ServerError(-32803)) }
}
