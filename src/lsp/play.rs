//! `puzzle/play`: a play that the client keeps as a list of moves. Each request plays them again, does what
//! the person asks for, and tells where the play stands then, so that nothing has to be remembered here.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use super::actor::Actor;
use super::jobs::Work;
use super::picture::Sheet;
use super::places::refused;
use super::state::ServerState;
use super::target::{CommandTarget, prepare};
use super::types::*;
use crate::ide::lenses::LensCommand;
use crate::kinds::{Refusal, Turn};
use crate::service::play::setup::PlayChoices;
use crate::service::play::{Event, Play};
use crate::service::slice::Slice;
use puzzle_engine::budget::{Budget, Signal};

const METHOD: &str = "puzzle/play";

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    /// Who plays whom, as in `as X against weak seed 7`.
    #[serde(default)]
    choices: String,
    /// The moves that were made.
    #[serde(default)]
    moves: Vec<String>,
    /// What the person types: a move, or `undo` or `hint`. Without it the play goes on by itself
    /// until they have to move.
    enter: Option<String>,
}

/// Where a play stands.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayMessage {
    name: String,
    players: Vec<String>,
    made: Vec<PlayedMove>,
    /// Who has to move; nothing when it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<PlayTurn>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<String>,
    /// What was said on the way, in order.
    said: Vec<PlaySaid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    text: String,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
struct PlayedMove {
    player: String,
    chosen: String,
}

/// What there is to choose.
#[derive(Clone, Debug, Serialize)]
struct PlayTurn {
    player: String,
    choice: String,
    moves: Vec<String>,
}

/// Something that was said.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "sort", content = "text", rename_all = "lowercase")]
enum PlaySaid {
    /// What the last move has given away.
    Comment(String),
    /// The best move, and why.
    Hint(String),
    /// What was typed cannot be done.
    Refused(String),
    /// A limit was reached.
    Unknown(String),
}

/// Answers `puzzle/play`.
///
/// # Errors
/// That nothing is played there, or not so; and those of the actor.
pub(super) async fn play(actor: &Actor, params: PlayParams) -> Result<PlayMessage> {
    actor.ask_long(METHOD, move |state| work(state, params)).await
}

fn work(state: &mut ServerState, params: PlayParams) -> Result<Work<Result<PlayMessage>>> {
    let uri = params.text_document.uri.clone();
    let target = CommandTarget { uri, position: params.position };
    let (asked, about) = prepare(state, &target, LensCommand::Play).map_err(refused)?;
    let limit = state.settings.solve_time;
    let run = move |signal: &Signal| {
        let budget = || Budget::new(signal.clone(), Some(limit), None);
        go_on(asked.slice, &params, &budget).map_err(refused)
    };
    Ok(Work { about: Some(about), token: None, run: Box::new(run) })
}

/// Plays what was played, and does what the person asks for.
fn go_on(
    slice: Slice,
    params: &PlayParams,
    budget: &dyn Fn() -> Budget,
) -> std::result::Result<PlayMessage, Refusal> {
    // Who names no seed always meets the same weak opponent.
    let mut play = Play::start(slice, &PlayChoices::read(&params.choices)?, 0)?;
    params.moves.iter().try_for_each(|it| play.make(it))?;
    let mut said = Vec::new();
    let mut tell = |event: Event| said.extend(PlaySaid::of(event));
    match &params.enter {
        Some(typed) => drop(play.enter(typed, budget, &mut tell)),
        None => play.open(budget, &mut tell),
    }
    let Sheet { svg, text } = Sheet::of(&play.picture()?).map_err(|it| it.to_string())?;
    let turn = match play.turn() {
        Turn::Move { player, choice, moves } if play.mover().is_some() => {
            let (player, choice, moves) = (player.clone(), choice.clone(), moves.clone());
            Some(PlayTurn { player, choice, moves })
        }
        _ => None,
    };
    let made = play.made().iter();
    let made = made.map(|it| PlayedMove { player: it.player.clone(), chosen: it.chosen.clone() });
    Ok(PlayMessage {
        name: play.name().to_owned(),
        players: play.players().to_vec(),
        made: made.collect(),
        turn,
        over: play.end(),
        said,
        svg,
        text,
    })
}

impl PlaySaid {
    /// What is said of an event that neither the moves nor the board tell.
    fn of(event: Event) -> Option<Self> {
        match event {
            Event::Comment(text) => Some(Self::Comment(text)),
            Event::Text(text) => Some(Self::Hint(text.trim_end().to_owned())),
            Event::Refused(text) => Some(Self::Refused(text)),
            Event::Unknown(text) => Some(Self::Unknown(text)),
            Event::Board { .. }
            | Event::Moved(_)
            | Event::Note(_)
            | Event::Over(_)
            | Event::Save { .. } => None,
        }
    }
}
