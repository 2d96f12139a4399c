//! Words for what the language does not have: chance, what is hidden from somebody, and moves at the
//! same time. People write them hoping that it does.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::BEYOND_THE_LANGUAGE;
use crate::text::Span;

/// What is not there, and what to write instead.
const CHANCE: (&str, &str) = (
    "nothing is left to chance in this language",
    "what may come of it can be a choice, as in `action roll(n: 1..6)`; in a game somebody makes it",
);
const HIDDEN: (&str, &str) = (
    "nothing is hidden from those who play",
    "both players see everything; what is to be found out is a `function` or a `predicate` in a `puzzle` without actions",
);
const AT_ONCE: (&str, &str) = (
    "moves are made one after the other",
    "let one player move first, with `turn` to say who it is",
);

const WORDS: [(&str, (&str, &str)); 20] = [
    ("random", CHANCE),
    ("randomly", CHANCE),
    ("chance", CHANCE),
    ("probability", CHANCE),
    ("dice", CHANCE),
    ("die", CHANCE),
    ("coin", CHANCE),
    ("flip", CHANCE),
    ("roll", CHANCE),
    ("shuffle", CHANCE),
    ("shuffled", CHANCE),
    ("deal", CHANCE),
    ("hidden", HIDDEN),
    ("hide", HIDDEN),
    ("secret", HIDDEN),
    ("private", HIDDEN),
    ("concealed", HIDDEN),
    ("reveal", HIDDEN),
    ("simultaneous", AT_ONCE),
    ("simultaneously", AT_ONCE),
];

/// Says of a word that means nothing here that what it speaks of cannot be said, if that is so.
pub fn beyond(word: &str, span: Span) -> Option<Diagnostic> {
    let is_it = |known: &str| known.eq_ignore_ascii_case(word);
    let (_, (what, help)) = WORDS.iter().find(|it| is_it(it.0))?;
    let message = format!("`{word}` means nothing: {what}");
    let label = "this cannot be said";
    Some(Diagnostic::new(BEYOND_THE_LANGUAGE, span, message, label).help(*help))
}
