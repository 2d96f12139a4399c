//! What is typed in a play: a move, as people write it, or one of a few words.

use super::table::GameTable;
use crate::diagnostic::spelling::did_you_mean;
use crate::kinds::game::listed;

/// Longer texts are no moves and are not repeated in a message.
const LONGEST: usize = 40;

/// A word that asks for something else than a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Help,
    Hint,
    Why,
    Moves,
    Board,
    Undo,
    Resign,
    Save,
    Quit,
}

/// The words: how each is written, with what may follow, and what it does, in one line.
pub(super) const WORDS: [(Word, &str, &str); 9] = [
    (Word::Hint, "hint", "say the best move"),
    (Word::Why, "why", "say why the position is worth what it is"),
    (Word::Moves, "moves", "list the moves that the rules allow"),
    (Word::Board, "board", "show the position"),
    (Word::Undo, "undo", "take your last move back, and what followed it"),
    (Word::Resign, "resign", "give up"),
    (Word::Save, "save FILE", "keep the play in a file; `save!` replaces one"),
    (Word::Help, "help", "show this"),
    (Word::Quit, "quit", "leave the play"),
];

impl Word {
    /// The word without what may follow it.
    pub(super) fn name(usage: &'static str) -> &'static str {
        usage.split(' ').next().unwrap_or_default()
    }

    /// The words that a text is or begins.
    fn begun(text: &str) -> Vec<(Self, &'static str)> {
        let text = text.strip_prefix(':').unwrap_or(text);
        let text = if text == "exit" { "quit" } else { text };
        let words = WORDS.iter().map(|(word, usage, _)| (*word, Self::name(usage)));
        words.filter(|(_, name)| !text.is_empty() && name.starts_with(text)).collect()
    }
}

/// What is meant by a typed text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TypedMeaning {
    /// Nothing was typed.
    Nothing,
    /// A move, as the game writes it.
    Move(String),
    /// A word, and what follows it.
    Word(Word, String),
    /// A file to be saved, in the place of one that there is.
    Replace(String),
    /// Neither: what there is.
    Unknown(String),
}

/// Reads what was typed after some moves; `allowed` are those that may follow. A move comes before a
/// word of the same letters.
pub(super) fn read(
    typed: &str,
    made: &[String],
    allowed: &[String],
    table: &GameTable<'_>,
) -> TypedMeaning {
    let text = typed.trim();
    if text.is_empty() {
        return TypedMeaning::Nothing;
    }
    if let Some(chosen) = chosen(text, made, allowed, table) {
        return TypedMeaning::Move(chosen);
    }
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    if first.trim_start_matches(':') == "save!" {
        return TypedMeaning::Replace(rest.to_owned());
    }
    match *Word::begun(first) {
        [(Word::Save, _)] => TypedMeaning::Word(Word::Save, rest.to_owned()),
        [(word, _)] if rest.is_empty() => TypedMeaning::Word(word, String::new()),
        [_] => TypedMeaning::Unknown(format!("nothing follows `{first}`")),
        [(_, one), (_, other), ..] if rest.is_empty() => TypedMeaning::Unknown(format!(
            "`{first}` is no move here; it may be `{one}` or `{other}`"
        )),
        _ => TypedMeaning::Unknown(unknown(text, made, allowed, table)),
    }
}

/// The move that a text stands for: case and all that is neither letter nor digit do not matter as
/// long as one move is meant.
fn chosen(
    text: &str,
    made: &[String],
    allowed: &[String],
    table: &GameTable<'_>,
) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    if let Some(exact) = allowed.iter().find(|it| *it == text) {
        return Some(exact.clone());
    }
    let typed = letters(text);
    let mut alike = allowed.iter().filter(|it| !typed.is_empty() && letters(it) == typed);
    if let (Some(only), None) = (alike.next(), alike.next()) {
        return Some(only.clone());
    }
    // The game may know other names of a move.
    let is_text = !text.contains(char::is_control);
    let word: String = text.split_whitespace().collect();
    is_text.then(|| table.meant(made, &word)).flatten()
}

fn letters(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Why a text is no move and no word, and what there is.
fn unknown(text: &str, made: &[String], allowed: &[String], table: &GameTable<'_>) -> String {
    let short: String =
        text.chars().take(LONGEST).map(|it| if it.is_control() { ' ' } else { it }).collect();
    let shown = if short.len() < text.len() { format!("{short}…") } else { short };
    if allowed.is_empty() {
        return format!("`{shown}` is no word here, and the game is over; `help` lists the words");
    }
    let is_made = |at: &usize| {
        letters(&made[*at]) == letters(text)
            || table.meant(&made[..*at], &shown).as_ref() == Some(&made[*at])
    };
    if let Some(at) = (0..made.len()).find(is_made) {
        return format!(
            "`{shown}` is no move any more: it was move {}; {}",
            at + 1,
            listed(allowed)
        );
    }
    if let Some(reason) = table.barred(made, text) {
        return format!("`{shown}` is no move here: {reason}");
    }
    let words = WORDS.iter().map(|(_, usage, _)| Word::name(usage));
    match did_you_mean(text, allowed.iter().map(String::as_str).chain(words)) {
        Some(meant) => format!("`{shown}` is no move here; did you mean `{meant}`?"),
        None => format!("`{shown}` is no move here; {}", listed(allowed)),
    }
}
