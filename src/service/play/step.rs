//! A play that whoever shows it keeps as a list of moves. Each step plays them again, does what the person
//! asks for, and tells where the play stands then, so that nothing has to be remembered here.

use serde::{Deserialize, Serialize};

use super::setup::PlayChoices;
use super::{Event, Play};
use crate::kinds::{Refusal, Turn};
use crate::picture::PictureSheet;
use crate::service::slice::Slice;
use puzzle_engine::budget::Budget;

/// A step of a play.
#[derive(Clone, Default, Debug, Deserialize)]
pub struct PlayStep {
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
pub struct PlayState {
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
    /// What the picture does not show, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<String>,
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

impl PlayStep {
    /// Plays what was played, and does what the person asks for. `budget` makes the budget of each move of
    /// the computer.
    ///
    /// # Errors
    /// That nothing is played there, or not so.
    pub fn go_on(&self, slice: Slice, budget: &dyn Fn() -> Budget) -> Result<PlayState, Refusal> {
        // Who names no seed always meets the same weak opponent.
        let mut play = Play::start(slice, &PlayChoices::read(&self.choices)?, 0)?;
        self.moves.iter().try_for_each(|it| play.make(it))?;
        let mut said = Vec::new();
        let mut tell = |event: Event| said.extend(PlaySaid::of(event));
        match &self.enter {
            Some(typed) => drop(play.enter(typed, budget, &mut tell)),
            None => play.open(budget, &mut tell),
        }
        let PictureSheet { svg, text } =
            PictureSheet::of(&play.picture()?).map_err(|it| it.to_string())?;
        let turn = match play.turn() {
            Turn::Move { player, choice, moves } if play.mover().is_some() => {
                let (player, choice, moves) = (player.clone(), choice.clone(), moves.clone());
                Some(PlayTurn { player, choice, moves })
            }
            _ => None,
        };
        let made = play.made().iter();
        let made =
            made.map(|it| PlayedMove { player: it.player.clone(), chosen: it.chosen.clone() });
        Ok(PlayState {
            name: play.name().to_owned(),
            players: play.players().to_vec(),
            made: made.collect(),
            turn,
            over: play.end(),
            said,
            svg,
            text,
            standing: play.standing(),
        })
    }
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
