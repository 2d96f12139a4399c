//! `:draw`: a puzzle with its solution, here or in a file.

use super::command::Call;
use super::event::SessionEvent;
use super::session::{Session, TellEvent};
use super::show::{ask, cut, unanswered};
use crate::console::exit::Exit;
use crate::picture::{ENDINGS, Format, Picture, png};
use crate::service::draw::picture;
use crate::syntax::ast::Verb;

/// Whether a text that begins with `draw` is the command with a file, as `draw cave > cave.png`, and no question.
pub(super) fn names_file(body: &str) -> bool {
    let Some(rest) = body.strip_prefix("draw ") else { return false };
    let is_file = |it: &str| it.contains('.') && !it.contains(['"', '\n', '(', ')']);
    let behind = rest.rsplit_once(" > ").or_else(|| rest.rsplit_once(" -o "));
    behind.is_some_and(|(_, file)| is_file(file))
}

/// What a file holds, and the letters in pixels that it lacks.
fn rendered(drawn: &Picture, format: Option<Format>) -> Result<(Vec<u8>, Vec<String>), String> {
    match format {
        Some(format) => {
            let text = drawn.render(format).map_err(|it| it.to_string())?;
            Ok((format!("{}\n", text.trim_end_matches('\n')).into_bytes(), Vec::new()))
        }
        None => {
            let drawn = png::render(drawn).map_err(|it| it.to_string())?;
            Ok((drawn.file, drawn.missing.iter().map(|it| format!("`{it}`")).collect()))
        }
    }
}

/// `:draw [PUZZLE] [> FILE]`
pub(super) fn draw(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    if let Some((target, file)) = call.argument().rsplit_once("-o ") {
        let (target, file) = (target.trim(), file.trim());
        return tell(SessionEvent::usage(format!("write `:draw {target} > {file}`")));
    }
    let (target, file) = match call.argument().rsplit_once('>') {
        Some((target, file)) => (target, Some(file.trim().trim_matches('"').to_owned())),
        None => (call.argument(), None),
    };
    // Pixels are a format of their own.
    let format = match file.as_deref().map(|it| it.rsplit_once('.').map_or("", |it| it.1)) {
        None => Some(Format::Text),
        Some("png") => None,
        Some(ending) => match Format::of_ending(ending) {
            Some(format) => Some(format),
            None => {
                let file = file.unwrap_or_default();
                return tell(SessionEvent::usage(format!("{file}: {ENDINGS}")));
            }
        },
    };
    let end = call.argument.start as usize + target.trim_end().len();
    let typed = cut(&call.typed, end);
    let mut drawn = None;
    ask(session, &typed, (Verb::Draw, call.word), tell, |new, _, _| {
        drawn = Some(picture(new.asked.puzzle.as_ref(), new.facts, Some(&mut new.budget)));
    });
    let Some(drawn) = drawn else { return };
    let held = drawn.and_then(|it| Ok((rendered(&it.picture, format)?, it.solution)));
    let ((bytes, missing), solution) = match held {
        Ok(held) => held,
        Err(reason) => return tell(SessionEvent::Failure(reason, Exit::Errors)),
    };
    match file {
        None => tell(SessionEvent::Text(String::from_utf8_lossy(&bytes).into_owned())),
        Some(file) => match session.write(("draw", call.is_forced()), &file, &bytes) {
            Ok(()) => tell(SessionEvent::Note(format!("wrote {file}"))),
            Err(reason) => tell(SessionEvent::usage(format!("{file}: {reason}"))),
        },
    }
    if !missing.is_empty() {
        let missing = missing.join(", ");
        tell(SessionEvent::Note(format!("no letters in pixels for {missing}; SVG has them")));
    }
    if let Some(Err(no_answer)) = solution {
        tell(unanswered(&no_answer));
    }
}
