//! What is shown in and above the text: inlay hints and lenses.

use serde_json::json;

use super::commands;
use super::state::ServerState;
use super::types::*;
use crate::ide::inlay_hints::inlay_hints;
use crate::ide::lenses::{LensCommand, lenses};
use crate::text::Span;

/// Answers `textDocument/inlayHint`.
pub(super) fn inlay(state: &mut ServerState, params: &InlayHintParams) -> Vec<InlayHint> {
    if !state.settings.inlay_hints {
        return Vec::new();
    }
    let tells_winners = state.settings.winners;
    let path = state.names.path(&params.text_document.uri);
    let Some((view, known)) = state.view_with_answers(&path) else { return Vec::new() };
    let (from, to) = (view.place(params.range.start), view.place(params.range.end));
    let mut hints = Vec::new();
    for document in view.parts(from.document, to.document) {
        for hint in inlay_hints(view.analysis, document, known) {
            let is_before = document == from.document && hint.offset < from.offset;
            let is_behind = document == to.document && hint.offset > to.offset;
            if is_before || is_behind || (hint.is_unasked && !tells_winners) {
                continue;
            }
            let edit = hint.edit.map(|it| vec![view.text_edit(document, &it)]);
            hints.push(InlayHint {
                position: view.range(document, Span::at(hint.offset)).start,
                label: hint.label.into(),
                kind: None,
                text_edits: edit,
                tooltip: Some(hint.tooltip.into()),
                padding_left: Some(true),
                padding_right: None,
                data: None,
            });
        }
    }
    hints
}

/// The most lenses of a file. The client asks for all of them after each edit, and in a file with more
/// nobody looks for them.
const MOST_LENSES: usize = 5000;

/// Answers `textDocument/codeLens`.
pub(super) fn lens(state: &mut ServerState, params: &CodeLensParams) -> Vec<CodeLens> {
    if !state.settings.lenses {
        return Vec::new();
    }
    let uri = &params.text_document.uri;
    let path = state.names.path(uri);
    let shows_answers = state.client.shows_answers;
    let shows_tests = state.settings.test_lenses;
    let is_answered = state.settings.answers;
    let prefix = if shows_answers { "puzzle." } else { commands::PREFIX };
    let Some((view, known)) = state.asked_with_answers(&path) else { return Vec::new() };
    let parts = view.program().root().parts.iter();
    let known = is_answered.then_some(known);
    let offered = parts.flat_map(|&document| lenses(view.analysis, document, known));
    let offered = offered.filter(|it| match it.command {
        LensCommand::Play => shows_answers,
        LensCommand::Test => shows_tests,
        _ => true,
    });
    let lens = offered.take(MOST_LENSES).map(|lens| {
        let mut range = view.range(lens.location.document, lens.location.span);
        if range.end.line > range.start.line {
            // Of a text in the format of another program it would be all.
            range.end = range.start;
        }
        let target = json!({ "uri": uri, "position": range.start });
        let command = Command {
            title: lens.command.title().to_owned(),
            command: format!("{prefix}{}", lens.command.name()),
            arguments: Some(vec![target]),
        };
        CodeLens { range, command: Some(command), data: None }
    });
    lens.collect()
}
