//! The commands of `docs/language-server.md`: questions of a person, answered on a thread of their
//! own.

use tower_lsp::jsonrpc::{Error, Result};

use super::actor::Actor;
use super::answer::AnswerMessage;
use super::jobs::Work;
use super::picture::drawn;
use super::progress::JobProgress;
use super::stamps;
use super::state::ServerState;
use super::target::{CommandTarget, asker, prepare};
use super::types::*;
use crate::ide::lenses::LensCommand;
use crate::service::slice::{Answered, Slice};
use crate::service::test::TestPurpose;
use puzzle_engine::budget::{Budget, Signal};

/// What stands before a command's name.
pub(super) const PREFIX: &str = "puzzle.server.";

/// All commands. Playing is none: a client that can show a board does so, by `puzzle/play`.
fn all() -> impl Iterator<Item = LensCommand> {
    LensCommand::ALL.into_iter().filter(|it| *it != LensCommand::Play)
}

/// Their names.
pub(super) fn names() -> Vec<String> {
    all().map(|it| format!("{PREFIX}{}", it.name())).collect()
}

/// Answers `workspace/executeCommand`.
///
/// # Errors
/// That there is no such command, or that it was called in another way.
pub(super) async fn execute(actor: &Actor, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
    let name = params.command.strip_prefix(PREFIX).unwrap_or_default();
    let command = all().find(|it| it.name() == name);
    let unknown = || Error::invalid_params(format!("there is no command `{}`", params.command));
    let command = command.ok_or_else(unknown)?;
    let argument = params.arguments.into_iter().next().unwrap_or_default();
    let usage = |error| Error::invalid_params(format!("expected {{ uri, position }}: {error}"));
    let target: CommandTarget = serde_json::from_value(argument).map_err(usage)?;
    let token = params.work_done_progress_params.work_done_token;
    let answer = answer(actor, target, command, token).await?;
    let show = |state: &mut ServerState| {
        if !state.client.shows_answers {
            answer.show(&state.outbox);
        }
        Ok(answer)
    };
    let answer = actor.ask(METHOD, show).await?;
    serde_json::to_value(answer).map(Some).map_err(|_| Error::internal_error())
}

const METHOD: &str = "workspace/executeCommand";

/// What was found, still without places; with what was asked, unless that has no meaning.
enum Found {
    Answered(Slice, Box<Answered>),
    Answer(Slice, AnswerMessage),
    Refused(AnswerMessage),
}

async fn answer(
    actor: &Actor,
    target: CommandTarget,
    command: LensCommand,
    token: Option<ProgressToken>,
) -> Result<AnswerMessage> {
    let place = target.clone();
    let found =
        actor.ask_long(METHOD, move |state| Ok(work(state, &place, command, token))).await?;
    let (slice, answered, answer) = match found {
        Found::Refused(answer) => return Ok(answer),
        Found::Answer(slice, answer) => (slice, None, answer),
        Found::Answered(slice, answered) => {
            let answer = AnswerMessage::of(&answered, command == LensCommand::Test);
            (slice, Some(answered), answer)
        }
    };
    let locate = move |state: &mut ServerState| {
        let Some(item) = asker(state, &target, command, &slice) else { return Ok(answer) };
        let path = state.names.path(&target.uri);
        let about = stamps::mark(state, &path, item);
        let Some(view) = state.asked(&path) else { return Ok(answer) };
        let located = match answered {
            Some(answered) => answer.with_reasons(&view, item, &answered),
            None => answer,
        };
        Ok(AnswerMessage { about, ..located })
    };
    actor.ask(METHOD, locate).await
}

fn work(
    state: &mut ServerState,
    target: &CommandTarget,
    command: LensCommand,
    token: Option<ProgressToken>,
) -> Work<Result<Found>> {
    let (asked, about) = match prepare(state, target, command) {
        Ok(prepared) => prepared,
        Err(reason) => {
            let refused = AnswerMessage::refused(command.title(), reason);
            let run = Box::new(|_: &Signal| Ok(Found::Refused(refused)));
            return Work { about: None, token, run };
        }
    };
    let question = match command {
        LensCommand::Why => asked.slice.why(),
        _ => asked.slice.clone(),
    };
    let title = question.question().to_owned();
    let progress = JobProgress::new(state, title.clone(), token);
    let (token, limit) = (Some(progress.token()), state.settings.solve_time);
    let run = move |signal: &Signal| {
        let _telling = progress.tell(signal.clone());
        let mut budget = Budget::new(signal.clone(), Some(limit), None);
        if command == LensCommand::Draw {
            let (answer, _) = drawn(&asked.slice, &title, Some(1), &mut budget);
            return Ok(Found::Answer(asked.slice, answer));
        }
        let purpose = match command {
            LensCommand::Why | LensCommand::Test => TestPurpose::Reading,
            _ => TestPurpose::Writing,
        };
        Ok(match question.answer(purpose, budget) {
            Ok(answered) => Found::Answered(asked.slice, Box::new(answered)),
            Err(reason) => Found::Refused(AnswerMessage::refused(title, reason)),
        })
    };
    Work { about: Some(about), token, run: Box::new(run) }
}
