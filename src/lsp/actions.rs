//! Code actions: quick fixes, all fixes of a file, and refactorings. What takes long to find is found
//! when an action is chosen.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};

use super::actor::Actor;
use super::convert::sentence;
use super::diagnostics::diagnostic;
use super::foreign;
use super::jobs::Work;
use super::places;
use super::progress::JobProgress;
use super::state::ServerState;
use super::target::{CommandTarget, asker, prepare};
use super::types::*;
use super::view::View;
use crate::diagnostic::{Edit, Fix};
use crate::ide::answers::{self, AskedProgram};
use crate::ide::fixes;
use crate::ide::lenses;
use crate::ide::refactorings::{Refactoring, RewriteSort, expectation, inline_name, refactorings};
use crate::ide::symbol::item_at;
use crate::ide::{self, EditorPlace};
use crate::service::test::TestPurpose;
use crate::text::Span;
use puzzle_engine::budget::{Budget, Signal};

/// The kinds of actions that are offered.
pub(super) fn kinds() -> Vec<CodeActionKind> {
    vec![
        CodeActionKind::QUICKFIX,
        CodeActionKind::SOURCE_FIX_ALL,
        CodeActionKind::REFACTOR_EXTRACT,
        CodeActionKind::REFACTOR_INLINE,
        CodeActionKind::REFACTOR_REWRITE,
    ]
}

/// Answers `textDocument/codeAction`.
pub(super) fn offered(state: &mut ServerState, params: &CodeActionParams) -> CodeActionResponse {
    let uri = &params.text_document.uri;
    let (resolves, renames) = (state.client.resolves_actions, state.client.shows_answers);
    let pages = state.linked_pages();
    let path = state.names.path(uri);
    if state.files.foreign(&path).is_some() {
        return wanted(params, foreign::fixes(state, &path, params.range));
    }
    let Some((view, known)) = state.view_with_answers(&path) else { return Vec::new() };
    let (from, to) = (view.place(params.range.start), view.place(params.range.end));
    let mut actions = Vec::new();
    for document in view.parts(from.document, to.document) {
        let length = view.program().documents[document as usize].source.text().len() as u32;
        let start = if document == from.document { from.offset } else { 0 };
        let end = if document == to.document { to.offset } else { length };
        let found = answers::diagnostics(view.analysis, document, known);
        actions.extend(fixes::at(&found, Span::new(start, end)).map(|it| CodeAction {
            title: sentence(&it.fix.title),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic(&view, document, it.diagnostic, pages.as_deref())]),
            edit: edit(&view, it.fix.edits.iter().map(|it| (document, it))),
            is_preferred: it.is_preferred.then_some(true),
            ..CodeAction::default()
        }));
    }
    if from.document == to.document {
        let span = Span::new(from.offset, to.offset.max(from.offset));
        let location = ide::TextLocation { document: from.document, span };
        let found = refactorings(view.analysis, location);
        actions.extend(found.into_iter().map(|it| refactoring(&view, uri, &it, renames)));
        actions.extend(corrections(&view, known, location));
        actions.extend(write_answer(&view, known, location, uri, resolves));
        actions.extend(inline_everywhere(&view, location, uri).filter(|_| resolves));
    }
    let only = params.context.only.as_ref();
    let is_automatic = params.context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
    if only.is_some() || !is_automatic {
        actions.extend(fix_all(&view, known));
    }
    wanted(params, actions)
}

/// The actions that are asked for.
fn wanted(params: &CodeActionParams, actions: Vec<CodeAction>) -> CodeActionResponse {
    let only = params.context.only.as_ref();
    let is_wanted = |it: &CodeAction| {
        only.is_none_or(|only| only.iter().any(|kind| includes(kind, it.kind.as_ref())))
    };
    actions.into_iter().filter(is_wanted).map(CodeActionOrCommand::CodeAction).collect()
}

/// Whether a kind that is asked for includes that of an action.
fn includes(asked: &CodeActionKind, kind: Option<&CodeActionKind>) -> bool {
    let rest = kind.and_then(|it| it.as_str().strip_prefix(asked.as_str()));
    rest.is_some_and(|it| it.is_empty() || it.starts_with('.') || asked.as_str().is_empty())
}

/// Edits of a program, by document.
fn edit<'a>(
    view: &View<'_>,
    edits: impl IntoIterator<Item = (u32, &'a Edit)>,
) -> Option<WorkspaceEdit> {
    changes(view, edits).map(|it| view.edit(it))
}

fn changes<'a>(
    view: &View<'_>,
    edits: impl IntoIterator<Item = (u32, &'a Edit)>,
) -> Option<HashMap<Uri, Vec<TextEdit>>> {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for (document, edit) in edits {
        changes.entry(view.uri(document)?).or_default().push(view.text_edit(document, edit));
    }
    Some(changes)
}

fn refactoring(view: &View<'_>, uri: &Uri, it: &Refactoring, renames: bool) -> CodeAction {
    let kind = match it.sort {
        RewriteSort::Extract => CodeActionKind::REFACTOR_EXTRACT,
        RewriteSort::Inline => CodeActionKind::REFACTOR_INLINE,
        RewriteSort::Rewrite => CodeActionKind::REFACTOR_REWRITE,
    };
    let rename =
        it.new_name.filter(|_| renames).map(|(EditorPlace { document, offset }, column)| {
            let mut position = view.range(document, Span::at(offset)).start;
            position.character += column;
            Command {
                title: "Rename".to_owned(),
                command: "puzzle.rename".to_owned(),
                arguments: Some(vec![json!({ "uri": uri, "position": position })]),
            }
        });
    CodeAction {
        title: sentence(&it.title),
        kind: Some(kind),
        edit: edit(view, it.edits.iter().map(|(document, edit)| (*document, edit))),
        command: rename,
        ..CodeAction::default()
    }
}

/// The changes that mend a puzzle without a solution, where `why` has asked for them.
fn corrections(
    view: &View<'_>,
    known: AskedProgram<'_>,
    location: ide::TextLocation,
) -> Vec<CodeAction> {
    let place = EditorPlace { document: location.document, offset: location.span.start };
    let query = item_at(&view.analysis.scope, place);
    let found = query.and_then(|it| Some(known.answer(it)?.corrections(&view.analysis, it)));
    let action = |(document, fix): (u32, Fix)| CodeAction {
        title: sentence(&fix.title),
        kind: Some(CodeActionKind::QUICKFIX),
        edit: edit(view, fix.edits.iter().map(|it| (document, it))),
        ..CodeAction::default()
    };
    found.into_iter().flatten().map(action).collect()
}

/// The action that turns an answer into an expectation: with its edit when the answer is known, else
/// for a client that asks for the edit later.
fn write_answer(
    view: &View<'_>,
    known: AskedProgram<'_>,
    location: ide::TextLocation,
    uri: &Uri,
    resolves: bool,
) -> Option<CodeAction> {
    let query = expectation::query(view.analysis, location)?;
    let update = known.answer(query).and_then(|it| it.update(&view.analysis, query));
    let start = view.range(query.document, view.analysis.scope.item(query).span).start;
    let data = json!({ "uri": uri, "position": start, "find": Find::Answer });
    (update.is_some() || resolves).then(|| CodeAction {
        title: expectation::TITLE.to_owned(),
        kind: Some(CodeActionKind::REFACTOR_REWRITE),
        edit: update.as_ref().and_then(|it| edit(view, [(query.document, it)])),
        data: update.is_none().then_some(data),
        ..CodeAction::default()
    })
}

/// The action that puts a formula in all places of its name, which are found when it is chosen.
fn inline_everywhere(
    view: &View<'_>,
    location: ide::TextLocation,
    uri: &Uri,
) -> Option<CodeAction> {
    let found = inline_name::everywhere(view.analysis, location)?;
    let position = view.range(location.document, location.span).start;
    Some(CodeAction {
        title: sentence(&found.title),
        kind: Some(CodeActionKind::REFACTOR_INLINE),
        data: Some(json!({ "uri": uri, "position": position, "find": Find::Mentions })),
        ..CodeAction::default()
    })
}

fn fix_all(view: &View<'_>, known: AskedProgram<'_>) -> Option<CodeAction> {
    let mut edits = Vec::new();
    for &document in &view.program().root().parts {
        let found = answers::diagnostics(view.analysis, document, known);
        edits.extend(fixes::all(&found).into_iter().map(|it| (document, it)));
    }
    (!edits.is_empty()).then(|| CodeAction {
        title: "Apply all fixes that need no choice".to_owned(),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: edit(view, edits.iter().map(|(document, edit)| (*document, edit))),
        ..CodeAction::default()
    })
}

/// What is still to be found for an action.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Find {
    Answer,
    Mentions,
}

/// What an action keeps in mind until it is chosen.
#[derive(Debug, Deserialize)]
struct Data {
    find: Find,
    #[serde(flatten)]
    target: CommandTarget,
}

const RESOLVE: &str = "codeAction/resolve";

/// Answers `codeAction/resolve`: finds the edits of an action.
///
/// # Errors
/// That there are none, or that the text has changed.
pub(super) async fn resolve(actor: &Actor, mut action: CodeAction) -> Result<CodeAction> {
    let Some(data) = action.data.take() else { return Ok(action) };
    let usage = |error| Error::invalid_params(format!("not an action of ours: {error}"));
    let Data { find, target } = serde_json::from_value(data).map_err(usage)?;
    action.edit = match find {
        Find::Answer => with_answer(actor, target).await?,
        Find::Mentions => actor.ask(RESOLVE, move |state| with_mentions(state, &target)).await?,
    };
    Ok(action)
}

/// Puts a formula in all places of its name, also in files that import its own.
fn with_mentions(state: &mut ServerState, target: &CommandTarget) -> Result<Option<WorkspaceEdit>> {
    let place = TextDocumentPositionParams {
        text_document: TextDocumentIdentifier { uri: target.uri.clone() },
        position: target.position,
    };
    let params = ReferenceParams {
        text_document_position: place,
        work_done_progress_params: WorkDoneProgressParams::default(),
        partial_result_params: PartialResultParams::default(),
        context: ReferenceContext { include_declaration: false },
    };
    let mentions = places::references_to(state, &params);
    let path = state.names.path(&target.uri);
    let view = state.view(&path).ok_or_else(Error::content_modified)?;
    let EditorPlace { document, offset } = view.place(target.position);
    let location = ide::TextLocation { document, span: Span::at(offset) };
    let found = inline_name::everywhere(view.analysis, location);
    let inlined = found.ok_or_else(Error::content_modified)?;
    let (document, removal) = &inlined.removal;
    let Some(mut changes) = changes(&view, [(*document, removal)]) else { return Ok(None) };
    for Location { uri, range } in mentions {
        let text = inlined.body.clone();
        changes.entry(uri).or_default().push(TextEdit::new(range, text));
    }
    Ok(Some(view.edit(changes)))
}

/// Solves a query and writes the answer behind it.
async fn with_answer(actor: &Actor, target: CommandTarget) -> Result<Option<WorkspaceEdit>> {
    let place = target.clone();
    let work = move |state: &mut ServerState| {
        let (asked, about) =
            prepare(state, &place, lenses::LensCommand::Solve).map_err(Error::invalid_params)?;
        let progress = JobProgress::new(state, asked.slice.question().to_owned(), None);
        let (token, limit) = (Some(progress.token()), state.settings.solve_time);
        let run = move |signal: &Signal| {
            let _telling = progress.tell(signal.clone());
            let budget = Budget::new(signal.clone(), Some(limit), None);
            let answered = asked.slice.answer(TestPurpose::Writing, budget);
            Ok((asked.slice, answered.map_err(Error::invalid_params)?))
        };
        Ok(Work { about: Some(about), token, run: Box::new(run) })
    };
    let (slice, answered) = actor.ask_long(RESOLVE, work).await?;
    let write = move |state: &mut ServerState| {
        let item = asker(state, &target, lenses::LensCommand::Solve, &slice)
            .ok_or_else(Error::content_modified)?;
        let path = state.names.path(&target.uri);
        let view = state.view(&path).ok_or_else(Error::content_modified)?;
        let unknown = || Error::invalid_params("the answer was not found within the time limit");
        let update = answered.update(&view.analysis, item).ok_or_else(unknown)?;
        Ok(edit(&view, [(item.document, &update)]))
    };
    actor.ask(RESOLVE, write).await
}
