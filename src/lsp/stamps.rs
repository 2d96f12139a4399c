//! `puzzle/answers`: which answers that a client shows are still true. Each has the stamp of the item
//! that it is about, a digest of all that it depends on.

use std::path::Path;

use rustc_hash::FxHashSet;
use serde::Deserialize;

use super::answer::AnswerMark;
use super::state::ServerState;
use super::types::*;
use super::view::View;
use crate::kinds::Definition;
use crate::syntax::ast::{Item, ItemKind};

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnswersParams {
    text_document: TextDocumentIdentifier,
    /// The stamps of answers.
    stamps: FxHashSet<String>,
}

/// Answers `puzzle/answers`: the items that have one of the stamps, where they stand now.
pub(super) fn current(state: &mut ServerState, params: &AnswersParams) -> Vec<AnswerMark> {
    let path = state.names.path(&params.text_document.uri);
    let Some(view) = state.asked(&path) else { return Vec::new() };
    let program = view.program();
    let asks = |it: &Item| matches!(it.kind, ItemKind::Query(_)) || it.kind.declared().is_some();
    let asking = program.items(program.root()).filter(|(_, it)| asks(it));
    let asking: Vec<_> = asking.map(|(definition, _)| definition).collect();
    let mut marks = marks(state, &path, &asking);
    marks.retain(|it| params.stamps.contains(&it.stamp));
    marks
}

/// Where an item of a file stands, and its stamp.
pub(super) fn mark(state: &mut ServerState, path: &Path, item: Definition) -> Option<AnswerMark> {
    marks(state, path, &[item]).pop()
}

fn marks(state: &mut ServerState, path: &Path, items: &[Definition]) -> Vec<AnswerMark> {
    let ServerState { files, background, names, client, .. } = state;
    let Some(view) = View::asked(files, path, names, client) else { return Vec::new() };
    let analysis = view.analysis;
    let questions = background.of(path, analysis);
    let sound = items.iter().filter(|it| analysis.is_sound(**it));
    let mark = |item: &Definition| AnswerMark {
        range: view.range(item.document, analysis.scope.item(*item).span),
        stamp: questions.key(analysis, *item).to_string(),
    };
    sound.map(mark).collect()
}
