//! `puzzle/tests`: the queries of a file that expect an answer, each a test.

use serde::{Deserialize, Serialize};

use super::state::ServerState;
use super::types::*;
use crate::kinds::Definition;
use crate::syntax::ast::{Item, ItemKind};
use crate::text::Span;

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TestsParams {
    text_document: TextDocumentIdentifier,
}

/// A query that expects an answer.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ExpectationTest {
    label: String,
    range: Range,
}

/// Answers `puzzle/tests`.
pub(super) fn tests(state: &mut ServerState, params: &TestsParams) -> Vec<ExpectationTest> {
    let path = state.names.path(&params.text_document.uri);
    let Some(view) = state.view(&path) else { return Vec::new() };
    let program = view.program();
    let test = |(definition, item): (Definition, &Item)| {
        let ItemKind::Query(query) = &item.kind else { return None };
        let expectation = query.expectation?;
        let source = &program.documents[definition.document as usize].source;
        let asked = source.slice(Span::new(item.span.start, expectation.arrow.start));
        let label = asked.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(ExpectationTest { label, range: view.range(definition.document, item.span) })
    };
    program.items(program.root()).filter_map(test).collect()
}
