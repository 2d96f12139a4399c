//! Plays a game against the person: each move of theirs is a question with the moves as buttons.

use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, Result};

use super::actor::Actor;
use super::answer::{AnswerMessage, AnswerNote, AnswerStatus};
use super::jobs::Work;
use super::stamps;
use super::state::ServerState;
use super::target::{CommandTarget, asker, prepare};
use super::types::request::ShowMessageRequest;
use super::types::*;
use crate::ide::commands::CommandQuestion;
use crate::ide::lenses::LensCommand;
use crate::kinds::Turn;
use crate::service::play::setup::PlayChoices;
use crate::service::play::{Event, Play};
use puzzle_engine::budget::{Budget, Signal};

const METHOD: &str = "puzzle.server.play";

/// A game that is being played.
struct Table {
    actor: Actor,
    play: Play,
    /// What the last moves gave rise to.
    events: Vec<Event>,
}

/// Plays the game at a place, to its end or until the person puts a question away.
///
/// # Errors
/// Those of the actor.
pub(super) async fn play(actor: &Actor, target: CommandTarget) -> Result<AnswerMessage> {
    let place = target.clone();
    let look = move |state: &mut ServerState| Ok(prepare(state, &place, LensCommand::Play));
    let asked = match actor.ask(METHOD, look).await? {
        Ok((asked, _)) => asked,
        Err(reason) => return Ok(AnswerMessage::refused(LensCommand::Play.title(), reason)),
    };
    let slice = asked.slice.clone();
    let answer = talk(actor, asked).await?;
    let locate = move |state: &mut ServerState| {
        let item = asker(state, &target, LensCommand::Play, &slice);
        let path = state.names.path(&target.uri);
        let about = item.and_then(|it| stamps::mark(state, &path, it));
        Ok(AnswerMessage { about, ..answer })
    };
    actor.ask(METHOD, locate).await
}

/// The moves of both, by questions and answers.
async fn talk(actor: &Actor, asked: CommandQuestion) -> Result<AnswerMessage> {
    let question = asked.slice.question().to_owned();
    // The editor has no weak opponent, so no seed matters.
    let start = move |choices: PlayChoices| Play::start(asked.slice.clone(), &choices, 0);
    let play = match start(PlayChoices::default()) {
        Ok(play) => play,
        Err(reason) => return Ok(AnswerMessage::refused(question, reason)),
    };
    let starter = play.mover().unwrap_or_default().to_owned();
    let mut table = Table { actor: actor.clone(), play, events: Vec::new() };
    if table.play.is_alone() {
        table.work(|play, budget, tell| play.open(budget, tell)).await?;
        return table.go_on().await;
    }
    let sides = [format!("Play {starter}"), format!("Play against {starter}")];
    let message = format!("{starter} moves first. Which side do you take?");
    let Some(side) = table.choose(message, &sides).await else { return Ok(table.stopped()) };
    if side == sides[1] {
        let other = table.play.players().iter().find(|it| **it != starter);
        let choices = PlayChoices { side: other.cloned(), ..PlayChoices::default() };
        match start(choices) {
            Ok(play) => table.play = play,
            Err(reason) => return Ok(table.end(reason, AnswerStatus::Refused)),
        }
    }
    table.work(|play, budget, tell| play.open(budget, tell)).await?;
    table.go_on().await
}

impl Table {
    /// Goes on to the end, or until the person puts a question away.
    async fn go_on(mut self) -> Result<AnswerMessage> {
        loop {
            if let Some(end) = self.play.end() {
                return Ok(self.end(end, AnswerStatus::Answered));
            }
            if let Some(reason) = self.said(|it| match it {
                Event::Unknown(reason) => Some(reason.clone()),
                _ => None,
            }) {
                return Ok(self.end(reason, AnswerStatus::Unknown));
            }
            let Turn::Move { player, choice, moves } = self.play.turn().clone() else {
                return Ok(self.stopped());
            };
            let comment = self.said(|it| match it {
                Event::Comment(comment) => Some(format!("{comment}. ")),
                _ => None,
            });
            let last = self.notes().pop().map_or(String::new(), |it| format!("{it}. "));
            let message = format!("{}{last}{player}: {choice}", comment.unwrap_or_default());
            let Some(chosen) = self.choose(message, &moves).await else {
                return Ok(self.stopped());
            };
            self.work(move |play, budget, tell| _ = play.enter(&chosen, budget, tell)).await?;
        }
    }

    /// Does something with the play on a thread of its own, and keeps what it tells.
    async fn work(
        &mut self,
        run: impl FnOnce(&mut Play, &dyn Fn() -> Budget, &mut dyn FnMut(Event)) + Send + 'static,
    ) -> Result<()> {
        let mut play = self.play.clone();
        let work = move |state: &mut ServerState| {
            let limit = state.settings.solve_time;
            let run = move |signal: &Signal| {
                let budget = || Budget::new(signal.clone(), Some(limit), None);
                let mut events = Vec::new();
                run(&mut play, &budget, &mut |event| events.push(event));
                Ok((play, events))
            };
            Ok(Work { about: None, token: None, run: Box::new(run) })
        };
        (self.play, self.events) = self.actor.ask_long(METHOD, work).await?;
        Ok(())
    }

    /// Something that the last events said.
    fn said(&self, what: impl Fn(&Event) -> Option<String>) -> Option<String> {
        self.events.iter().find_map(what)
    }

    /// Who made which moves.
    fn notes(&self) -> Vec<String> {
        let made = self.play.made().iter();
        made.map(|it| format!("{}: {}: {}", it.player, it.choice, it.chosen)).collect()
    }

    /// Asks the person; `None` when they put the question away.
    async fn choose(&self, message: String, choices: &[String]) -> Option<String> {
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
            let done = |_: &mut ServerState, answer: Result<Option<MessageActionItem>>| {
                // The play may be over.
                let _ = sender.send(answer);
            };
            state.outbox.request::<ShowMessageRequest>(&state.actor, params, done);
        });
        let chosen = receiver.await.unwrap_or_else(|_| Err(Error::internal_error()));
        chosen.ok().flatten().map(|it| it.title).filter(|it| choices.contains(it))
    }

    fn stopped(self) -> AnswerMessage {
        self.end("you left the game".to_owned(), AnswerStatus::Unknown)
    }

    fn end(self, text: String, status: AnswerStatus) -> AnswerMessage {
        let question = format!("play {}", self.play.name());
        let notes = self.notes().into_iter().map(AnswerNote::summary).collect();
        AnswerMessage { question, text, status, notes, because: None, svg: None, about: None }
    }
}
