//! Nim with one heap: players take one, two or three stones in turn; who takes the last one wins.

use puzzle_engine::logic::game::{Game, Side};
use puzzle_lang::diagnostic::Diagnostic;
use puzzle_lang::kinds::game::{ENGINES, GameKind, VERBS, Wording};
use puzzle_lang::kinds::settings::Settings;
use puzzle_lang::kinds::{Facts, SettingFacts};
use puzzle_lang::picture::{PictureBody, PictureTree};
use puzzle_lang::syntax::ast::Verb;

/// The kind `game …: nim`.
pub const KIND: GameKind<Nim> = GameKind { facts: &FACTS, read };

const FACTS: Facts = Facts {
    name: "nim",
    summary: "a game: players take one to three stones in turn; who takes the last one wins",
    verbs: VERBS,
    answers: &[(Verb::Solve, &["first wins", "second wins"]), (Verb::Play2Win, &["1", "2", "3"])],
    engines: ENGINES,
    shows_solution: true,
    settings: &[SettingFacts {
        name: "stones",
        summary: "how many stones there are",
        is_required: true,
        sample: Some("21"),
        choices: &[],
    }],
};

fn read(settings: &Settings<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Nim> {
    settings.number("stones", 1..=1_000_000, diagnostics).map(|stones| Nim { stones })
}

/// A heap of stones.
#[derive(Debug)]
pub struct Nim {
    stones: u32,
}

/// The stones that are left, and who moves.
type Left = (u32, Side);

impl Game for Nim {
    type State = Left;
    type Move = u32;

    fn start(&self) -> Left {
        (self.stones, Side::First)
    }

    fn to_move(&self, &(_, mover): &Left) -> Side {
        mover
    }

    fn moves(&self, &(left, _): &Left, moves: &mut Vec<u32>) {
        moves.extend(1..=left.min(3));
    }

    fn apply(&self, &(left, mover): &Left, taken: u32) -> Left {
        (left - taken, mover.other())
    }

    /// Who faces no stone has lost: the other one took the last.
    fn score(&self, &(_, mover): &Left) -> i32 {
        mover.other().win()
    }
}

impl Wording for Nim {
    fn player(&self, side: Side) -> &'static str {
        match side {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    fn write(&self, _: &Left, taken: u32) -> String {
        taken.to_string()
    }

    fn choice(&self, &(left, _): &Left) -> String {
        format!("how many of the {left} stones to take")
    }

    fn body(&self, &(left, _): &Left, best: Option<u32>) -> PictureBody {
        let mut heap = PictureTree::default();
        heap.push(best.map_or(left.to_string(), |taken| format!("{left}, take {taken}")), 0);
        PictureBody::Tree(heap)
    }

    fn settings(&self, &(left, _): &Left) -> String {
        format!("stones {left}\n")
    }
}
