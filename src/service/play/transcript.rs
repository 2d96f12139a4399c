//! A play as a file: the declaration of the game, and behind it the moves in comments, a line each.
//!
//! ```text
//! game heap: subtract-square {
//!     value 6
//! }
//!
//! // play heap as first against strong
//! // 1. first 1
//! // 2. second 4
//! // 3. first 1
//! // first wins: you won
//! ```

use super::Play;
use super::setup::PlayChoices;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::ILLEGAL_MOVE;
use crate::syntax::format::format;
use crate::text::{Source, Span};

/// What begins the line that says who plays.
const HEADER: &str = "play ";

/// A play that a file tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    /// The name of the game.
    pub game: String,
    /// Who plays, as a person says it.
    pub choices: String,
    /// The moves.
    lines: Vec<Line>,
}

/// A move that a file tells.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    number: String,
    player: String,
    chosen: String,
    /// Where that stands.
    span: Span,
}

impl Transcript {
    /// The last play that a file tells; `None` when it tells none.
    pub fn of(source: &Source) -> Option<Self> {
        let lines = (0..source.line_count()).map(|it| source.line_span(it));
        let comments = lines.filter_map(|span| {
            let said = source.slice(span).trim().strip_prefix("//")?.trim();
            Some((span, said))
        });
        let mut last: Option<Self> = None;
        for (span, said) in comments {
            if let Some(header) = said.strip_prefix(HEADER) {
                let (game, choices) = header.split_once(' ').unwrap_or((header, ""));
                let (game, choices) = (game.to_owned(), choices.to_owned());
                last = Some(Self { game, choices, lines: Vec::new() });
            } else if let (Some(play), Some((number, rest))) = (&mut last, said.split_once(". "))
                && number.bytes().all(|it| it.is_ascii_digit())
            {
                let (player, chosen) = rest.trim().split_once(' ').unwrap_or((rest, ""));
                let [number, player, chosen] = [number, player, chosen.trim()].map(str::to_owned);
                play.lines.push(Line { number, player, chosen, span });
            }
        }
        // Other comments may begin with that word, too.
        last.filter(|it| !it.lines.is_empty() || PlayChoices::read(&it.choices).is_ok())
    }

    /// Makes its moves in a play that has just started.
    ///
    /// # Errors
    /// The first line that the rules refuse.
    pub fn replay(&self, play: &mut Play) -> Result<(), Box<Diagnostic>> {
        let wrong = |line: &Line, message: String, label: &str, help: String| {
            Box::new(Diagnostic::new(ILLEGAL_MOVE, line.span, message, label).help(help))
        };
        for (line, number) in self.lines.iter().zip(1..) {
            if line.number != number.to_string() {
                let message = format!("this is move {number}, not {}", line.number);
                let help = "moves are numbered from 1, and none is left out".to_owned();
                return Err(wrong(line, message, "another number", help));
            }
            if let Some(player) = play.mover()
                && player != line.player
            {
                let message = format!("it is not the turn of `{}`", line.player);
                return Err(wrong(
                    line,
                    message,
                    "another player",
                    format!("`{player}` moves here"),
                ));
            }
            if let Err(reason) = play.make(&line.chosen) {
                let message = format!("`{}` is no move here", line.chosen);
                return Err(wrong(line, message, "not among the moves", reason));
            }
        }
        Ok(())
    }
}

/// The file that tells a play.
pub(super) fn write(play: &Play) -> String {
    let mut text = format(play.slice.declarations().trim_start());
    text.push_str(&format!("\n// {HEADER}{}{}\n", play.name, play.choices()));
    for (made, number) in play.made.iter().zip(1..) {
        text.push_str(&format!("// {number}. {} {}\n", made.player, made.chosen));
    }
    if let Some(end) = play.end() {
        text.push_str(&format!("// {end}\n"));
    }
    text
}
