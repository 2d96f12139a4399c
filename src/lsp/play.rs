//! `puzzle/play`: a step of a play that the client keeps as a list of moves.

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;

use super::actor::Actor;
use super::jobs::Work;
use super::places::refused;
use super::state::ServerState;
use super::target::{CommandTarget, prepare};
use super::types::*;
use crate::ide::lenses::LensCommand;
use crate::service::play::step::{PlayState, PlayStep};
use puzzle_engine::budget::{Budget, Signal};

const METHOD: &str = "puzzle/play";

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    #[serde(flatten)]
    step: PlayStep,
}

/// Answers `puzzle/play`.
///
/// # Errors
/// That nothing is played there, or not so; and those of the actor.
pub(super) async fn play(actor: &Actor, params: PlayParams) -> Result<PlayState> {
    actor.ask_long(METHOD, move |state| work(state, params)).await
}

fn work(state: &mut ServerState, params: PlayParams) -> Result<Work<Result<PlayState>>> {
    let uri = params.text_document.uri.clone();
    let target = CommandTarget { uri, position: params.position };
    let (asked, about) = prepare(state, &target, LensCommand::Play).map_err(refused)?;
    let limit = state.settings.solve_time;
    let run = move |signal: &Signal| {
        let budget = || Budget::new(signal.clone(), Some(limit), None);
        params.step.go_on(asked.slice, &budget).map_err(refused)
    };
    Ok(Work { about: Some(about), token: None, run: Box::new(run) })
}
