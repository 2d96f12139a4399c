//! `puzzle/live`: what a view beside the text shows of the item at a place, and goes on showing while the
//! text is edited: its answer, the reasons of it, its picture, or what leads to the answer step by step.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use super::actor::Actor;
use super::answer::AnswerMessage;
use super::jobs::{JobSubject, Work};
use super::picture::drawn;
use super::stamps;
use super::state::ServerState;
use super::steps::{StepsMessage, stepped};
use super::target::{CommandTarget, asker};
use super::types::*;
use super::view::View;
use crate::ide::TextLocation;
use crate::ide::commands::asked;
use crate::ide::item::{item_beside, subject};
use crate::ide::joining::joins;
use crate::ide::lenses::LensCommand;
use crate::ide::symbols::parts;
use crate::kinds::Definition;
use crate::service::draw::DrawnWorld;
use crate::service::slice::{Answered, Slice, SlicePlaces, SliceSteps};
use crate::service::test::TestPurpose;
use crate::syntax::ast::ItemKind;
use puzzle_engine::budget::{Budget, Signal};

const METHOD: &str = "puzzle/live";

/// As what an item is followed through edits: by its own question.
const COMMAND: LensCommand = LensCommand::Solve;

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LiveParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    show: LiveAspect,
    /// Whether a picture shows a solution.
    #[serde(default)]
    solution: bool,
    /// The number of the solution that a picture shows, from 1.
    #[serde(default)]
    world: usize,
    /// Whether the answer may take as long as one that a person asks for by a command.
    #[serde(default)]
    patient: bool,
}

/// What is shown of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LiveAspect {
    Answer,
    Why,
    Picture,
    Steps,
}

/// What is shown.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LiveMessage {
    name: String,
    /// All of the item.
    range: Range,
    /// Whether `puzzle/play` plays it.
    is_played: bool,
    /// Whether `puzzle/join` joins parts of the picture.
    is_joined: bool,
    /// Whether the picture may show a solution.
    is_solved: bool,
    /// Where the parts of the picture stand that have names.
    parts: Vec<LivePart>,
    answer: AnswerMessage,
    /// Which of its solutions the picture shows, where they are shown one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    world: Option<DrawnWorld>,
    /// What leads to the answer, where that is asked and there is something.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<StepsMessage>,
}

/// A part of a picture.
#[derive(Clone, Debug, Serialize)]
struct LivePart {
    name: String,
    location: Location,
}

/// What was found, still without places in the text as it is by then.
struct Found {
    message: LiveMessage,
    /// With the question of the item.
    slice: Option<Slice>,
    answered: Option<Box<Answered>>,
    steps: Option<SliceSteps>,
    places: SlicePlaces,
}

impl Found {
    /// A message that has no places but those that are known by now.
    fn told(message: LiveMessage, slice: Option<Slice>) -> Self {
        Self { message, slice, answered: None, steps: None, places: SlicePlaces::default() }
    }
}

/// Answers `puzzle/live`; nothing where nothing can be shown.
///
/// # Errors
/// Those of the actor.
pub(super) async fn live(actor: &Actor, params: LiveParams) -> Result<Option<LiveMessage>> {
    let LiveParams { text_document, position, .. } = params.clone();
    let target = CommandTarget { uri: text_document.uri, position };
    let found = actor.ask_long(METHOD, move |state| Ok(work(state, &params))).await?;
    let Some(Found { mut message, slice, answered, steps, places }) = found else {
        return Ok(None);
    };
    let Some(slice) = slice else { return Ok(Some(message)) };
    let locate = move |state: &mut ServerState| {
        let item = asker(state, &target, COMMAND, &slice);
        let path = state.names.path(&target.uri);
        let about = item.and_then(|it| stamps::mark(state, &path, it));
        if let Some(item) = item
            && let Some(view) = state.asked(&path)
        {
            if let Some(answered) = answered {
                message.answer = message.answer.with_reasons(&view, item, &answered);
            }
            message.steps = steps.map(|it| StepsMessage::new(it, &view, item));
            let drawn = places.placed(&view.analysis, item).into_iter();
            message.parts.extend(drawn.filter_map(|(name, place)| {
                Some(LivePart { name, location: view.related(item.document, &place)? })
            }));
        }
        message.answer.about = about;
        Ok(Some(message))
    };
    actor.ask(METHOD, locate).await
}

fn work(state: &mut ServerState, params: &LiveParams) -> Work<Result<Option<Found>>> {
    let limit = if params.patient { state.settings.solve_time } else { state.settings.answer_time };
    let path = state.names.path(&params.text_document.uri);
    let Some((mut message, asked, known)) = look(state, &path, params) else {
        return Work { about: None, token: None, run: Box::new(|_: &Signal| Ok(None)) };
    };
    let slice = match asked {
        Ok(slice) => slice,
        Err(reason) => {
            message.answer = AnswerMessage::refused(message.name.as_str(), reason);
            let found = Found::told(message, None);
            return Work { about: None, token: None, run: Box::new(|_: &Signal| Ok(Some(found))) };
        }
    };
    let about = JobSubject { path, slice: slice.clone() };
    let (show, number) = (params.show, params.solution.then_some(params.world));
    let run = move |signal: &Signal| {
        let mut budget = Budget::new(signal.clone(), Some(limit), None);
        let answered = match (show, known) {
            (LiveAspect::Picture, _) => {
                (message.answer, message.world) = drawn(&slice, &message.name, number, &mut budget);
                let places = slice.drawn_places();
                return Ok(Some(Found { places, ..Found::told(message, Some(slice)) }));
            }
            (LiveAspect::Steps, _) => {
                let (answer, steps) = stepped(&slice, &mut budget);
                message.answer = answer;
                return Ok(Some(Found { steps, ..Found::told(message, Some(slice)) }));
            }
            (LiveAspect::Answer, Some(known)) => Ok(known),
            (LiveAspect::Answer, None) => slice.answer(TestPurpose::Reading, budget),
            (LiveAspect::Why, _) => slice.why().answer(TestPurpose::Reading, budget),
        };
        match &answered {
            Ok(answered) => {
                message.answer = AnswerMessage::of(answered, show == LiveAspect::Answer);
            }
            Err(reason) => {
                message.answer = AnswerMessage::refused(slice.question(), reason.clone());
            }
        }
        let answered = answered.ok().map(Box::new);
        Ok(Some(Found { answered, ..Found::told(message, Some(slice)) }))
    };
    Work { about: Some(about), token: None, run: Box::new(run) }
}

/// What is there and what it asks, with the answer if that is known.
type Seen = (LiveMessage, std::result::Result<Slice, String>, Option<Answered>);

fn look(state: &mut ServerState, path: &Path, params: &LiveParams) -> Option<Seen> {
    let (view, known) = state.asked_with_answers(path)?;
    let (place, scope) = (view.place(params.position), &view.analysis.scope);
    let item = item_beside(scope, place)?;
    let name = match &scope.item(item).kind {
        ItemKind::Query(query) => scope.source(item.document).slice(query.target.span),
        kind if kind.declared().is_some() => scope.program.name(item),
        _ => return None,
    };
    let declared = subject(scope, item);
    let kind = declared.and_then(|it| Some((view.analysis.kind(it)?, it)));
    let message = LiveMessage {
        name: name.to_owned(),
        range: view.range(item.document, scope.item(item).span),
        is_played: kind.is_some_and(|(kind, it)| kind.played(it, *scope).is_some()),
        // What a query writes out is a formula.
        is_solved: kind.map_or(declared.is_none(), |(kind, _)| kind.facts().shows_solution),
        is_joined: declared.is_some_and(|it| joins(view.analysis, it)),
        parts: match (params.show, declared) {
            (LiveAspect::Picture, Some(declared)) => live_parts(&view, declared),
            _ => Vec::new(),
        },
        answer: AnswerMessage::refused(name, String::new()),
        world: None,
        steps: None,
    };
    let known = known.answer(item).filter(|it| it.report().answer.is_some()).cloned();
    let asked = asked(view.analysis, place, COMMAND).map(|it| it.slice);
    Some((message, asked, known))
}

fn live_parts(view: &View<'_>, declared: Definition) -> Vec<LivePart> {
    let parts = parts(view.program(), declared).into_iter();
    let part = parts.filter_map(|it| {
        let location = view.location(TextLocation { document: it.document, span: it.span })?;
        Some(LivePart { name: it.name, location })
    });
    part.collect()
}
