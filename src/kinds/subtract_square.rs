//! Subtract Square: how it is declared, and its words. The rules are in the
//! [engine](puzzle_engine::logic::subtract_square).

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::kinds::game::{ENGINES, GameKind, VERBS, Wording};
use crate::kinds::settings::Settings;
use crate::kinds::{Facts, SettingFacts};
use crate::picture::{Label, PartRole, PictureBody, PictureTable, TableRow};
use crate::syntax::ast::Verb;
use puzzle_engine::logic::game::{Game, Side};
use puzzle_engine::logic::subtract_square::{StonesLeft, SubtractSquare};
use puzzle_engine::problem::game::AnyGame;

/// The kind `game …: subtract-square`.
pub const KIND: GameKind<SubtractSquare> = GameKind { facts: &FACTS, read };

const OUTCOMES: &[&str] = &["first wins", "second wins"];

const FACTS: Facts = Facts {
    name: "subtract-square",
    summary: "a game: the players in turn subtract a square from a number; who cannot loses",
    verbs: VERBS,
    answers: &[(Verb::Solve, OUTCOMES)],
    engines: ENGINES,
    shows_solution: true,
    settings: &[SettingFacts {
        name: "value",
        summary: "the number from which squares are subtracted",
        is_required: true,
        sample: Some("20"),
        choices: &[],
    }],
};

/// The largest number that can be declared: that a number wins is known from all smaller ones.
const MOST: u32 = 1_000_000_000;

fn read(settings: &Settings<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<SubtractSquare> {
    settings.number("value", 1..=MOST, diagnostics).map(SubtractSquare::new)
}

/// Moves that a picture shows.
const SHOWN: usize = 12;

impl Wording for SubtractSquare {
    fn posed(self: Arc<Self>) -> Arc<dyn AnyGame> {
        self.compiled()
    }

    fn player(&self, side: Side) -> &'static str {
        match side {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    fn write(&self, _: &StonesLeft, square: u32) -> String {
        square.to_string()
    }

    fn choice(&self, state: &StonesLeft) -> String {
        format!("the square to subtract from {}", state.value)
    }

    /// The squares and what each leaves.
    fn body(&self, state: &StonesLeft, best: Option<u32>) -> PictureBody {
        let mut squares = Vec::new();
        self.moves(state, &mut squares);
        let left_out = squares.split_off(squares.len().min(SHOWN));
        let mut shown: Vec<_> = squares.into_iter().map(Some).collect();
        let at = left_out.iter().position(|it| Some(*it) == best);
        // A sign for those left out before the best one, and for those behind it.
        shown.extend((at != Some(0) && !left_out.is_empty()).then_some(None));
        if let Some(at) = at {
            shown.push(best);
            shown.extend((at + 1 < left_out.len()).then_some(None));
        }
        let leaves = shown.iter().enumerate().map(|(column, square)| {
            let Some(square) = square else { return (column, Label::from("…")) };
            let left = state.value - square;
            let is_best = best == Some(*square);
            let label = if is_best { format!("{left} best") } else { left.to_string() };
            (
                column,
                Label::new(label, if is_best { PartRole::Highlight } else { PartRole::Normal }),
            )
        });
        let label = Label::from(format!("{} leaves", state.value));
        let rows = vec![TableRow { label, cells: leaves.collect() }];
        let head = |it: &Option<u32>| it.map_or("…".to_owned(), |it| format!("-{it}")).into();
        PictureBody::Table(PictureTable { columns: shown.iter().map(head).collect(), rows })
    }

    fn settings(&self, state: &StonesLeft) -> String {
        format!("value {}\n", state.value)
    }
}
