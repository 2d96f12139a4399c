//! The words for what is wrong with lines about what is done.

use super::symbols::NameOrigin;
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;

pub(super) fn not_a_change(span: Span, sides: Option<(Span, Span)>, text: &str) -> Diagnostic {
    let Some((left, right)) = sides else {
        return not_changed(span, false);
    };
    let (left_word, right_word) = (&text[left.range()], &text[right.range()]);
    let message = "`=` changes nothing";
    let becomes = format!("{left_word} becomes {right_word}");
    let between = &text[left.end as usize..right.start as usize];
    let sign = between.find('=').map(|it| left.end + it as u32);
    let diagnostic = Diagnostic::new(NOT_A_CHANGE, span, message, "this compares")
        .help(format!("to change it write `{becomes}`"));
    match sign {
        Some(at) => {
            let edit = Edit::replace(Span::new(at, at + 1), "becomes");
            diagnostic.fix(Fix::maybe(format!("write `{becomes}`"), vec![edit]))
        }
        None => diagnostic,
    }
}

pub(super) fn not_changed(span: Span, is_start: bool) -> Diagnostic {
    let (message, help) = match is_start {
        true => (
            "this does not say what is so at the start",
            "write what holds: `p(x)`, `f(x) = TERM`, several with `and`, for many with `all x.`",
        ),
        false => (
            "this is no change",
            "write `p(x)`, `not p(x)` or `f(x) becomes TERM`, several with `and`, on a condition with `->`",
        ),
    };
    Diagnostic::new(NOT_A_CHANGE, span, message, "nothing follows from it").help(help)
}

pub(super) fn becomes_elsewhere(span: Span) -> Diagnostic {
    let message = "nothing changes here";
    Diagnostic::new(NOT_A_CHANGE, span, message, "`becomes` stands behind `then`")
        .help("write `=` to compare")
}

pub(super) fn never_changes(name: &str, span: Span, origin: NameOrigin) -> Diagnostic {
    let (what, help) = match origin {
        NameOrigin::Given => (
            "is given, and stays as it is told",
            format!("declare it with `predicate {name}` or `function {name}` in place of `given`"),
        ),
        NameOrigin::Defined(_) => {
            ("stands for something else", "change what its definition is made of".to_owned())
        }
        _ => ("comes with the board", "change something that the puzzle declares".to_owned()),
    };
    let message = format!("`{name}` never changes");
    Diagnostic::new(NOT_A_CHANGE, span, message, format!("it {what}")).help(help)
}

pub(super) fn start_reads(name: &str, span: Span) -> Diagnostic {
    let message = format!("what `{name}` is at the start cannot be read there");
    Diagnostic::new(NOT_A_CHANGE, span, message, "nothing is so before the start")
        .help("use what is given, or numbers and things")
}

pub(super) fn not_an_amount(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` only counts");
    Diagnostic::new(METER_READ, span, message, "it grows by a number and by nothing else")
        .help(format!("write `{name} becomes {name} + TERM`"))
}

pub(super) fn meter_read(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` has no largest value, so nothing may depend on it");
    Diagnostic::new(METER_READ, span, message, "read here")
        .help("give it one: `0..100` in place of `number`")
}

pub(super) fn meter_alone(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` has no largest value, and nothing counts with it");
    Diagnostic::new(METER_READ, span, message, "no action changes it")
        .help("give it one: `0..100` in place of `number`")
}

pub(super) fn action_twice(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` is declared twice");
    Diagnostic::new(DUPLICATE_NAME, span, message, "the second action of that name")
        .help("give one of them another name")
}

pub(super) fn no_action_above(span: Span) -> Diagnostic {
    let message = "no action stands above this line";
    Diagnostic::new(NO_ACTION, span, message, "it says of an action when and what")
        .help("write `action NAME` above it")
}

pub(super) fn nothing_done(span: Span) -> Diagnostic {
    let message = "nothing is done in this puzzle";
    Diagnostic::new(NO_ACTION, span, message, "without actions there is one state only")
        .help("declare one, as in `action move(x) then …`; what has to hold anyway is a `rule`")
}

pub(super) fn nothing_shortest(name: &str, span: Span) -> Diagnostic {
    let message = format!("nothing is done in `{name}`, so no number of steps leads anywhere");
    Diagnostic::new(NO_ACTION, span, message, "a puzzle without actions")
        .help("`solve` asks for a solution")
}

pub(super) fn asked_while_doing(name: &str, span: Span) -> Diagnostic {
    let message = format!("in `{name}` something is done, so nothing follows once and for all");
    Diagnostic::new(WRONG_KIND, span, message, "a puzzle with actions")
        .help("`prove` asks whether something is so in every state that can be reached")
}

pub(super) fn no_goal(name: &str, verb: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` does not tell what shall be reached");
    Diagnostic::new(MISSING_GIVEN, span, message, format!("so `{verb}` asks for nothing"))
        .help("write `goal SENTENCE` in it; `prove` asks what is so in every state")
}

pub(super) fn largest_meter(span: Span) -> Diagnostic {
    let message = "what only counts may have no largest value";
    Diagnostic::new(METER_READ, span, message, "nothing bounds it")
        .help("ask for the smallest one, or give it a range")
}

pub(super) fn players_twice(span: Span) -> Diagnostic {
    let message = "who plays is said twice";
    Diagnostic::new(WRONG_PLAYERS, span, message, "the second line").help("keep one of them")
}

pub(super) fn not_two(span: Span, count: usize) -> Diagnostic {
    let message = match count {
        1 => "a game needs two players".to_owned(),
        count => format!("a game has two players, not {count}"),
    };
    let help = match count {
        1 => "write `players X, O`; what one does alone is a `puzzle` with a `goal`",
        _ => "more than two cannot be said: both know all, and move in turn",
    };
    Diagnostic::new(WRONG_PLAYERS, span, message, "who plays").help(help)
}

pub(super) fn no_player(word: &str, span: Span, players: &[&str]) -> Diagnostic {
    let known = players.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    let message = format!("`{word}` is no player");
    let diagnostic = Diagnostic::new(WRONG_PLAYERS, span, message, format!("they are {known}"));
    suggested_player(diagnostic, word, players)
}

fn suggested_player(diagnostic: Diagnostic, word: &str, players: &[&str]) -> Diagnostic {
    let span = diagnostic.span;
    match did_you_mean(word, players.iter().copied()) {
        Some(similar) => diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
        None => {
            diagnostic.help("a small letter that the sentence uses stands for both: `wins p: …`")
        }
    }
}

pub(super) fn ends_without_players(span: Span) -> Diagnostic {
    let message = "nobody plays here";
    Diagnostic::new(WRONG_PLAYERS, span, message, "whose end this would be")
        .help("name the two who do: `players X, O`")
}

pub(super) fn nobody_plays(name: &str, span: Span) -> Diagnostic {
    let message = format!("nothing says who plays `{name}`");
    Diagnostic::new(WRONG_PLAYERS, span, message, "a game by rules of its own").help(format!(
        "write `players X, O` in it, or name a kind of game: `game {name}: tippy {{ … }}`"
    ))
}

pub(super) fn players_of_puzzle(span: Span) -> Diagnostic {
    let message = "what two play is a game";
    Diagnostic::new(WRONG_PLAYERS, span, message, "declared with `puzzle`")
        .help("write `game` in place of `puzzle`")
}

pub(super) fn goal_of_game(span: Span) -> Diagnostic {
    let message = "a game has no goal";
    Diagnostic::new(WRONG_PLAYERS, span, message, "whose would it be?")
        .help("write who has won then: `wins PLAYER: SENTENCE`")
}

pub(super) fn nothing_played(span: Span) -> Diagnostic {
    let message = "nobody can do anything in this game";
    Diagnostic::new(NO_ACTION, span, message, "what may they do?")
        .help("declare it, as in `action put(c) when … then …`")
}

pub(super) fn nobody_wins(span: Span) -> Diagnostic {
    let message = "nobody can win this game";
    Diagnostic::new(WRONG_PLAYERS, span, message, "what do they play for?").help(
        "write `wins p: SENTENCE`, `loses p: stuck(p)` for who cannot move, or `score p: TERM`",
    )
}

pub(super) fn score_and_wins(span: Span) -> Diagnostic {
    let message = "points and wins cannot both decide";
    Diagnostic::new(WRONG_PLAYERS, span, message, "here points do")
        .help("keep the lines with `score`, or those with `wins` and `loses`")
}

pub(super) fn stuck_too_soon(span: Span) -> Diagnostic {
    let message = "who is stuck is known when nobody can move";
    Diagnostic::new(WRONG_PLAYERS, span, message, "asked while the play goes on")
        .help("`stuck` stands in lines with `wins`, `loses` and `score`")
}

pub(super) fn again_elsewhere(span: Span) -> Diagnostic {
    let message = "`again` is a change";
    Diagnostic::new(WRONG_PLAYERS, span, message, "it stands behind `then`")
        .help("write `then again`, or `then SENTENCE -> again`")
}
