//! A play within a session: while it lasts, what is typed belongs to it.

use std::sync::Arc;

use super::command::Call;
use super::event::SessionEvent;
use super::files;
use super::session::{Flow, Session, TellEvent};
use crate::console::exit::Exit;
use crate::service::find::played;
use crate::service::play::setup::{CHOICES, PlayChoices, SEEDS};
use crate::service::play::transcript::Transcript;
use crate::service::play::{self, Play};

/// `:play [GAME|FILE] [as PLAYER] [against OPPONENT] [seed N]`
pub(super) fn start(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    let (name, choices) = split(call.argument());
    let started = match name.filter(|it| it.contains('.')) {
        Some(file) => told(session, file.trim_matches('"'), choices, tell),
        None => PlayChoices::read(choices).and_then(|it| new(session, name, &it)).map(Some),
    };
    match started {
        Ok(Some(play)) => {
            session.memory.name(play.name());
            begin(session, play, tell);
        }
        Ok(None) => {}
        Err(reason) => tell(SessionEvent::usage(reason)),
    }
}

/// The play that a file tells, or a new one of its game. `None` when it was told why there is none.
fn told(
    session: &mut Session<'_>,
    file: &str,
    choices: &str,
    tell: TellEvent<'_>,
) -> Result<Option<Play>, String> {
    files::open(session, file, tell);
    let path = session.known.entries.locate(file);
    let mut budget = session.limits.budget(&session.signal);
    let Ok(document) = session.known.entries.parsed(&path, &mut budget) else { return Ok(None) };
    let source = &document.source;
    let Some(told) = Transcript::of(source) else {
        return new(session, None, &PlayChoices::read(choices)?).map(Some);
    };
    let choices = PlayChoices::read(choices)?.or(PlayChoices::read(&told.choices)?);
    let mut play = new(session, Some(&told.game), &choices)?;
    if let Err(diagnostic) = told.replay(&mut play) {
        tell(SessionEvent::Diagnostic(*diagnostic, Arc::clone(source)));
        return Ok(None);
    }
    play.told_by(file.to_owned());
    Ok(Some(play))
}

/// The name of a game, if one is named, and the choices behind it.
pub(super) fn split(argument: &str) -> (Option<&str>, &str) {
    let (first, rest) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
    let is_choice = CHOICES.iter().any(|it| it.0 == first);
    if first.is_empty() || is_choice { (None, argument) } else { (Some(first), rest) }
}

fn new(session: &Session<'_>, name: Option<&str>, choices: &PlayChoices) -> Result<Play, String> {
    let analysis = session.known.analysis();
    let name = match name {
        Some(name) => name.to_owned(),
        None => session.memory.played(&analysis).ok_or("write `play GAME`")?,
    };
    let slice = played(&analysis, Some(&name))
        .map_err(|absence| absence.reason().replacen("it declares no", "there is no", 1))?;
    Play::start(slice, choices, fastrand::u64(..SEEDS))
}

/// Begins a play in a session, or goes on with it.
pub(super) fn begin(session: &mut Session<'_>, play: Play, tell: TellEvent<'_>) {
    let (limits, signal) = (session.limits, session.signal.clone());
    let play = session.play.insert(play);
    play.open(&|| limits.budget(&signal), &mut |event| _ = pass_on(event, tell));
}

/// Takes a text for the play.
pub(super) fn enter(session: &mut Session<'_>, typed: &str, tell: TellEvent<'_>) -> Flow {
    let (limits, signal) = (session.limits, session.signal.clone());
    let Some(play) = &mut session.play else { return Flow::Goes };
    let budget = || limits.budget(&signal);
    let mut asked = None;
    let stays =
        play.enter(typed, &budget, &mut |event| asked = pass_on(event, tell).or(asked.take()));
    if let Some(asked) = asked {
        save(session, asked, tell);
    }
    if !stays {
        session.play = None;
    }
    Flow::Goes
}

/// A file that a play asks for.
struct Saved {
    file: String,
    text: String,
    is_forced: bool,
}

/// Tells what a play says. What it does not say but ask for is returned.
fn pass_on(event: play::Event, tell: TellEvent<'_>) -> Option<Saved> {
    tell(match event {
        play::Event::Text(text) => SessionEvent::Text(text),
        play::Event::Refused(reason) => SessionEvent::Failure(reason, Exit::Errors),
        play::Event::Unknown(reason) => SessionEvent::Failure(reason, Exit::Unknown),
        play::Event::Save { file, text, is_forced } => {
            return Some(Saved { file, text, is_forced });
        }
        event => SessionEvent::Play(event),
    });
    None
}

fn save(session: &mut Session<'_>, saved: Saved, tell: TellEvent<'_>) {
    let Saved { file, text, is_forced } = saved;
    match session.write(("save", is_forced), &file, &text) {
        Ok(()) => {
            tell(SessionEvent::Note(format!("saved {file}")));
            if let Some(play) = &mut session.play {
                play.told_by(file);
            }
        }
        Err(reason) => tell(SessionEvent::usage(format!("{file}: {reason}"))),
    }
}
