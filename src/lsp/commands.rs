//! The commands of `docs/language-server.md`: questions of a person, answered on a thread of their
//! own.

use serde::Deserialize;
use tower_lsp::jsonrpc::{Error, Result};

use super::actor::Actor;
use super::answer::{Answer, Note, Status};
use super::jobs::{Subject, Work};
use super::progress::Progress;
use super::state::State;
use super::types::*;
use super::{play, stamps};
use crate::ide::commands::{Asked, asked};
use crate::ide::lenses::Command;
use crate::kinds::Definition;
use crate::picture::Format;
use crate::service::slice::{Answered, Slice};
use crate::service::solve::NoAnswer;
use crate::service::test::Purpose;
use puzzle_engine::budget::{Budget, Signal};

/// What stands before a command's name.
pub const PREFIX: &str = "puzzle.server.";

/// What a command is about.
#[derive(Clone, Debug, Deserialize)]
pub struct Target {
    /// A document.
    pub uri: Uri,
    /// A place in the item that is meant.
    pub position: Position,
}

/// All commands.
pub fn names() -> Vec<String> {
    Command::ALL.iter().map(|it| format!("{PREFIX}{}", it.name())).collect()
}

/// Answers `workspace/executeCommand`.
///
/// # Errors
/// That there is no such command, or that it was called in another way.
pub async fn execute(actor: &Actor, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
    let name = params.command.strip_prefix(PREFIX).unwrap_or_default();
    let command = Command::ALL.into_iter().find(|it| it.name() == name);
    let unknown = || Error::invalid_params(format!("there is no command `{}`", params.command));
    let command = command.ok_or_else(unknown)?;
    let argument = params.arguments.into_iter().next().unwrap_or_default();
    let usage = |error| Error::invalid_params(format!("expected {{ uri, position }}: {error}"));
    let target: Target = serde_json::from_value(argument).map_err(usage)?;
    let token = params.work_done_progress_params.work_done_token;
    let answer = match command {
        Command::Play => play::play(actor, target).await?,
        _ => answer(actor, target, command, token).await?,
    };
    let show = |state: &mut State| {
        if !state.client.shows_answers {
            answer.show(&state.outbox);
        }
        Ok(answer)
    };
    let answer = actor.ask(METHOD, show).await?;
    serde_json::to_value(answer).map(Some).map_err(|_| Error::internal_error())
}

const METHOD: &str = "workspace/executeCommand";

/// What is asked at a place, and as what it is followed through edits.
///
/// # Errors
/// Why nothing can be asked there, for a person.
pub fn prepare(
    state: &mut State,
    target: &Target,
    command: Command,
) -> std::result::Result<(Asked, Subject), String> {
    let path = state.names.path(&target.uri);
    let view = state.view(&path).ok_or("the file cannot be read")?;
    let asked = asked(view.analysis, view.place(target.position), command)?;
    let slice = asked.slice.clone();
    Ok((asked, Subject { path, slice }))
}

/// What was found, still without places; with what was asked, unless that has no meaning.
enum Found {
    Answered(Slice, Box<Answered>),
    Answer(Slice, Answer),
    Refused(Answer),
}

async fn answer(
    actor: &Actor,
    target: Target,
    command: Command,
    token: Option<ProgressToken>,
) -> Result<Answer> {
    let place = target.clone();
    let found =
        actor.ask_long(METHOD, move |state| Ok(work(state, &place, command, token))).await?;
    let (slice, answered, answer) = match found {
        Found::Refused(answer) => return Ok(answer),
        Found::Answer(slice, answer) => (slice, None, answer),
        Found::Answered(slice, answered) => {
            let answer = Answer::of(&answered, command == Command::Test);
            (slice, Some(answered), answer)
        }
    };
    let locate = move |state: &mut State| {
        let Some(item) = asker(state, &target, command, &slice) else { return Ok(answer) };
        let path = state.names.path(&target.uri);
        let about = stamps::mark(state, &path, item);
        let Some(view) = state.view(&path) else { return Ok(answer) };
        let located = match answered {
            Some(answered) => answer.with_reasons(&view, item, &answered),
            None => answer,
        };
        Ok(Answer { about, ..located })
    };
    actor.ask(METHOD, locate).await
}

/// The item that asks what a slice asks: the one at the place, unless edits have moved it.
pub fn asker(
    state: &mut State,
    target: &Target,
    command: Command,
    slice: &Slice,
) -> Option<Definition> {
    let path = state.names.path(&target.uri);
    let view = state.view(&path)?;
    let here = asked(view.analysis, view.place(target.position), command).ok();
    let is_same = |it: &Asked| it.slice.text() == slice.text();
    let item = here.filter(is_same).map(|it| it.item);
    item.or_else(|| slice.asker(&view.analysis))
}

fn work(
    state: &mut State,
    target: &Target,
    command: Command,
    token: Option<ProgressToken>,
) -> Work<Result<Found>> {
    let (asked, about) = match prepare(state, target, command) {
        Ok(prepared) => prepared,
        Err(reason) => {
            let refused = Answer::refused(command.title(), reason);
            let run = Box::new(|_: &Signal| Ok(Found::Refused(refused)));
            return Work { about: None, token, run };
        }
    };
    let title = asked.slice.question().to_owned();
    let progress = Progress::new(state, title.clone(), token);
    let (token, limit) = (Some(progress.token()), state.settings.solve_time);
    let run = move |signal: &Signal| {
        let _telling = progress.tell(signal.clone());
        let budget = Budget::new(signal.clone(), Some(limit), None);
        if command == Command::Draw {
            let answer = draw(&asked.slice, title, budget);
            return Ok(Found::Answer(asked.slice, answer));
        }
        let purpose = match command {
            Command::Why | Command::Test => Purpose::Reading,
            _ => Purpose::Writing,
        };
        Ok(match asked.slice.answer(purpose, budget) {
            Ok(answered) => Found::Answered(asked.slice, Box::new(answered)),
            Err(reason) => Found::Refused(Answer::refused(title, reason)),
        })
    };
    Work { about: Some(about), token, run: Box::new(run) }
}

fn draw(slice: &Slice, question: String, mut budget: Budget) -> Answer {
    let drawn = match slice.picture(Some(&mut budget)) {
        Ok(drawn) => drawn,
        Err(reason) => return Answer::refused(question, reason),
    };
    let rendered = |format| drawn.picture.render(format).map_err(|it| it.to_string());
    let (text, svg) = match (rendered(Format::Text), rendered(Format::Svg)) {
        (Ok(text), Ok(svg)) => (text, Some(svg)),
        (Err(_), Ok(svg)) => (drawn.picture.title.clone(), Some(svg)),
        (Ok(text), Err(_)) => (text, None),
        (Err(reason), Err(_)) => return Answer::refused(question, reason),
    };
    let notes = drawn
        .solution
        .iter()
        .map(|it| it.as_ref().map_or_else(NoAnswer::words, |it| it.text.clone()));
    Answer {
        question: drawn.picture.title.clone(),
        text,
        status: Status::Answered,
        notes: notes.map(Note::summary).collect(),
        because: None,
        svg,
        about: None,
    }
}
