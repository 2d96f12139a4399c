//! `puzzle/queries`: the queries of a file. Those that expect an answer are tests.

use serde::{Deserialize, Serialize};

use super::state::ServerState;
use super::types::*;
use crate::kinds::Definition;
use crate::syntax::ast::{Item, ItemKind};
use crate::text::Span;

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct QueriesParams {
    text_document: TextDocumentIdentifier,
}

/// A query of a file.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileQuery {
    /// What it asks.
    label: String,
    range: Range,
    /// Whether it expects an answer.
    is_test: bool,
}

/// Answers `puzzle/queries`.
pub(super) fn queries(state: &mut ServerState, params: &QueriesParams) -> Vec<FileQuery> {
    let path = state.names.path(&params.text_document.uri);
    let Some(view) = state.view(&path) else { return Vec::new() };
    let program = view.program();
    let query = |(definition, item): (Definition, &Item)| {
        let ItemKind::Query(query) = &item.kind else { return None };
        let end = query.expectation.map_or(item.span.end, |it| it.arrow.start);
        let source = &program.documents[definition.document as usize].source;
        let asked = source.slice(Span::new(item.span.start, end));
        let label = asked.split_whitespace().collect::<Vec<_>>().join(" ");
        let range = view.range(definition.document, item.span);
        Some(FileQuery { label, range, is_test: query.expectation.is_some() })
    };
    program.items(program.root()).filter_map(query).collect()
}
