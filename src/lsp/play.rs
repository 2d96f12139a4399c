//! Plays a game against the person: each move of theirs is a question with the moves as buttons,
//! each of ours the answer to `play2win`.

use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, Result};

use super::actor::Actor;
use super::answer::{Answer, Status};
use super::commands::{Target, prepare};
use super::jobs::Work;
use super::state::State;
use super::types::request::ShowMessageRequest;
use super::types::*;
use crate::budget::{Budget, Signal};
use crate::ide::lenses::Command;
use crate::kinds::Turn;
use crate::service::slice::Slice;
use crate::service::test::Explain;

const METHOD: &str = "puzzle.server.play";

/// A game that is being played.
struct Play {
    actor: Actor,
    /// The question for the best move at the start.
    slice: Slice,
    moves: Vec<String>,
    /// Who made each move.
    notes: Vec<String>,
}

/// Plays the game at a place, to its end or until the person puts a question away.
///
/// # Errors
/// Those of the actor.
pub async fn play(actor: &Actor, target: Target) -> Result<Answer> {
    let look = move |state: &mut State| Ok(prepare(state, &target, Command::Play));
    let asked = match actor.ask(METHOD, look).await? {
        Ok((asked, _)) => asked,
        Err(reason) => return Ok(Answer::refused(Command::Play.title(), reason)),
    };
    let (moves, notes) = (Vec::new(), Vec::new());
    let mut play = Play { actor: actor.clone(), slice: asked.slice, moves, notes };
    // Whom the person plays: the side that moves first, or the others.
    let mut first = None;
    loop {
        let (player, choice, moves) = match play.turn().await? {
            Ok(Turn::Move { player, choice, moves }) => (player, choice, moves),
            Ok(Turn::Over(result)) => return Ok(play.end(result, Status::Answered)),
            Err(reason) => return Ok(play.end(reason, Status::Refused)),
        };
        let (starter, is_first) = match &first {
            Some(known) => known,
            None => {
                let sides = [format!("Play {player}"), format!("Play against {player}")];
                let question = format!("{player} moves first. Which side do you take?");
                let Some(side) = play.choose(question, &sides).await else {
                    return Ok(play.stopped());
                };
                first.insert((player.clone(), side == sides[0]))
            }
        };
        let chosen = if (player == *starter) == *is_first {
            let question = format!("{player}: {choice}");
            match play.choose(question, &moves).await {
                Some(chosen) => chosen,
                None => return Ok(play.stopped()),
            }
        } else {
            match play.best().await? {
                Ok(best) => best,
                Err(reason) => return Ok(play.end(reason, Status::Unknown)),
            }
        };
        play.notes.push(format!("{player}: {choice}: {chosen}"));
        play.moves.push(chosen);
    }
}

impl Play {
    /// Does something with the slice on a thread of its own.
    async fn work<T: Send + 'static>(
        &self,
        run: impl FnOnce(Slice, Budget) -> T + Send + 'static,
    ) -> Result<T> {
        let slice = self.slice.clone();
        let work = move |state: &mut State| {
            let limit = state.settings.solve_time;
            let run = move |signal: &Signal| {
                Ok(run(slice, Budget::new(signal.clone(), Some(limit), None)))
            };
            Ok(Work { files: Vec::new(), token: None, run: Box::new(run) })
        };
        self.actor.ask_long(METHOD, work).await
    }

    async fn turn(&self) -> Result<std::result::Result<Turn, String>> {
        let moves = self.moves.clone();
        self.work(move |slice, _| slice.turn(&moves)).await
    }

    /// The best move, or why there is none.
    async fn best(&self) -> Result<std::result::Result<String, String>> {
        let question = match self.moves.as_slice() {
            [] => self.slice.question().to_owned(),
            moves => format!("{} after {}", self.slice.question(), moves.join(" ")),
        };
        self.work(move |slice, budget| {
            let answered = slice.asking(question).answer(Explain::Unexpected, budget)?;
            let answer = Answer::of(&answered, false);
            if answer.status == Status::Answered { Ok(answer.text) } else { Err(answer.text) }
        })
        .await
    }

    /// Asks the person; `None` when they put the question away.
    async fn choose(&self, message: String, choices: &[String]) -> Option<String> {
        let message = match self.notes.last() {
            Some(last) => format!("{last}. {message}"),
            None => message,
        };
        let action = |title: &String| MessageActionItem {
            title: title.clone(),
            properties: Default::default(),
        };
        let params = ShowMessageRequestParams {
            typ: MessageType::INFO,
            message,
            actions: Some(choices.iter().map(action).collect()),
        };
        let (sender, receiver) = oneshot::channel();
        self.actor.tell(METHOD, move |state| {
            let done = |_: &mut State, answer: Result<Option<MessageActionItem>>| {
                // The play may be over.
                let _ = sender.send(answer);
            };
            state.outbox.request::<ShowMessageRequest>(&state.actor, params, done);
        });
        let chosen = receiver.await.unwrap_or_else(|_| Err(Error::internal_error()));
        chosen.ok().flatten().map(|it| it.title).filter(|it| choices.contains(it))
    }

    fn stopped(self) -> Answer {
        self.end("you left the game".to_owned(), Status::Unknown)
    }

    fn end(self, text: String, status: Status) -> Answer {
        let question = self.slice.question().replacen("play2win", "play", 1);
        Answer { question, text, status, notes: self.notes, because: Vec::new(), svg: None }
    }
}
