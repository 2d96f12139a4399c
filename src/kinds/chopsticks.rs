//! Chopsticks: how it is declared, and its words. The rules are in the
//! [engine](puzzle_engine::logic::chopsticks).

mod table;

pub use table::{HandsTable, best_moves};

use std::sync::Arc;

use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::game::{ENGINES, GameKind, VERBS, Wording};
use crate::kinds::settings::Settings;
use crate::kinds::{Facts, SettingFacts};
use crate::picture::{Label, PartRole, PictureBody, PictureTable, TableRow};
use crate::syntax::ast::Verb;
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::chopsticks::{Chopsticks, Hands, HandsMove, OUT, place};
use puzzle_engine::logic::game::{Game, Side};
use puzzle_engine::problem::game::AnyGame;

/// The kind `game …: chopsticks`.
pub const KIND: GameKind<Chopsticks> = GameKind { facts: &FACTS, read };

const OUTCOMES: &[&str] = &["A wins", "B wins", "tie", "endless"];

const FACTS: Facts = Facts {
    name: "chopsticks",
    summary: "a game: players tap each other's hands; a hand of five fingers is out",
    verbs: VERBS,
    answers: &[(Verb::Solve, OUTCOMES)],
    engines: ENGINES,
    shows_solution: true,
    settings: &[
        SettingFacts {
            name: "moves",
            summary: "how many moves each player has left, A one fewer with `turn B`; without it there is no limit",
            is_required: false,
            sample: Some("10"),
            choices: &[],
        },
        SettingFacts {
            name: "hands",
            summary: "the fingers of A's left and right hand, then of B's: `11 11` at the start",
            is_required: false,
            sample: None,
            choices: &[],
        },
        SettingFacts {
            name: "turn",
            summary: "who moves: `A` or `B`",
            is_required: false,
            sample: None,
            choices: &["A", "B"],
        },
        SettingFacts {
            name: "rules",
            summary: "house rules: `wrap` (of six fingers one is left), `swaps` (hands may be swapped)",
            is_required: false,
            sample: None,
            choices: &["wrap", "swaps"],
        },
    ],
};

/// Moves of each player up to which a game can be limited: a search meets some hundreds of positions
/// for each move that is left.
const MOST_MOVES: u32 = 10_000;

impl Wording for Chopsticks {
    fn posed(self: Arc<Self>) -> Arc<dyn AnyGame> {
        self.compiled()
    }

    fn player(&self, side: Side) -> &'static str {
        match side {
            Side::First => "A",
            Side::Second => "B",
        }
    }

    fn write(&self, _: &Hands, chosen: HandsMove) -> String {
        match chosen {
            HandsMove::Tap(from, to) => [from, to].map(|hand| ["L", "R"][hand]).concat(),
            HandsMove::Split([left, right]) => format!("{left}{right}"),
        }
    }

    /// A tap by the right hand that leads where one by the left hand does is that one.
    fn read(&self, state: &Hands, moves: &[HandsMove], word: &str) -> Option<usize> {
        let find = |word: &str| moves.iter().position(|it| self.write(state, *it) == word);
        let by_left = || {
            let to = word.strip_prefix('R')?;
            let can_tap = state.hands[place(state.mover)][1] > 0;
            can_tap.then(|| find(&format!("L{to}"))).flatten()
        };
        find(word).or_else(by_left)
    }

    fn choice(&self, _: &Hands) -> String {
        "a tap, as in `LR` (the own left hand taps the other's right one), or the own hands after \
         a split, as in `20`"
            .to_owned()
    }

    fn body(&self, state: &Hands, best: Option<HandsMove>) -> PictureBody {
        let row = |side: Side| {
            let moves = state.mover == side && best.is_some();
            let label = match best.filter(|_| moves) {
                Some(best) => format!("{} moves {}", self.player(side), self.write(state, best)),
                None => self.player(side).to_owned(),
            };
            let role = if moves { PartRole::Highlight } else { PartRole::Normal };
            let fingers = state.hands[place(side)].iter().map(|it| it.to_string().into());
            TableRow { label: Label::new(label, role), cells: fingers.enumerate().collect() }
        };
        let rows = vec![row(Side::First), row(Side::Second)];
        PictureBody::Hands(PictureTable { columns: vec!["L".into(), "R".into()], rows })
    }

    fn standing(&self, made: &[HandsMove]) -> Option<String> {
        let state = made.iter().fold(self.start(), |state, it| self.apply(&state, *it));
        let left = state.left?.div_ceil(2);
        Some(format!("{left} {} left", if left == 1 { "move" } else { "moves" }))
    }

    fn settings(&self, state: &Hands) -> String {
        let [[a, b], [c, d]] = state.hands;
        let mut text = format!("hands {a}{b} {c}{d}\nturn {}\n", self.player(state.mover));
        if let Some(left) = state.left {
            text.push_str(&format!("moves {}\n", left.div_ceil(2)));
        }
        let rules = [(self.wraps, " wrap"), (self.swaps, " swaps")];
        let rules: String = rules.iter().filter(|it| it.0).map(|it| it.1).collect();
        if !rules.is_empty() {
            text.push_str(&format!("rules{rules}\n"));
        }
        text
    }

    fn tables(&self, budget: &mut Budget) -> Result<Vec<(&'static str, String)>, Stop> {
        let Some(left) = self.start.left else { return Ok(Vec::new()) };
        let table = best_moves(self, left.next_multiple_of(2), budget)?;
        Ok(vec![("csv", table.to_csv(budget)?)])
    }
}

fn read(settings: &Settings<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Chopsticks> {
    let before = diagnostics.len();
    let mut game = Chopsticks::new(None);
    let moves = settings.number("moves", 1..=MOST_MOVES, diagnostics);
    if settings.choice("turn", diagnostics) == Some("B") {
        game.start.mover = Side::Second;
    }
    // A has made one move more when it is B's turn.
    game.start.left = moves.map(|moves| 2 * moves - place(game.start.mover) as u32);
    if let Some(span) = settings.value("hands") {
        hands(settings, span, &mut game, diagnostics);
    }
    for rule in settings.chosen("rules", diagnostics) {
        match rule {
            "wrap" => game.wraps = true,
            _ => game.swaps = true,
        }
    }
    (diagnostics.len() == before).then_some(game)
}

/// Reads the fingers of four hands, in two words or however they are grouped.
fn hands(
    settings: &Settings<'_>,
    span: Span,
    game: &mut Chopsticks,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut digits: Vec<(char, Span)> = Vec::new();
    for (word, span) in settings.words("hands") {
        digits.extend(word.char_indices().map(|(at, digit)| {
            let start = span.start + at as u32;
            (digit, Span::new(start, start + digit.len_utf8() as u32))
        }));
    }
    let fingers: Vec<u8> =
        digits.iter().map(|it| it.0.to_digit(10).map_or(OUT, |it| it as u8)).collect();
    let &[a, b, c, d] = fingers.as_slice() else {
        let digits: String = digits.iter().map(|it| it.0).collect();
        let message = format!("`{}` does not say the fingers of four hands", settings.slice(span));
        let fault = Diagnostic::new(BAD_SETTING, span, message, "not four hands")
            .help("write A's left and right hand, then B's, as in `hands 11 11`");
        let fingers: String = digits.chars().filter(char::is_ascii_digit).collect();
        diagnostics.push(match fingers.len() {
            4 => {
                let (left, right) = fingers.split_at(2);
                let written = format!("{left} {right}");
                let title = format!("write `{written}`");
                fault.fix(Fix::maybe(title, vec![Edit::replace(span, written)]))
            }
            _ => fault,
        });
        return;
    };
    if let Some(at) = fingers.iter().position(|it| *it >= OUT) {
        let place = digits[at].1;
        diagnostics.push(
            Diagnostic::new(BAD_SETTING, place, "a hand has 0 to 4 fingers", "not so many fingers")
                .help("a hand that reaches five fingers is out: write `0`"),
        );
    } else if fingers == [0; 4] {
        diagnostics.push(
            Diagnostic::new(IMPOSSIBLE_POSITION, span, "both players are out", "no play ends so")
                .help("the play ends as soon as one player is out"),
        );
    }
    game.start.hands = [[a, b], [c, d]];
}
