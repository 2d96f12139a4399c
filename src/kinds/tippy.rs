//! Tippy: how its board is declared, and its words. The rules are in the
//! [engine](puzzle_engine::logic::tippy).

mod board;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::kinds::coordinates;
use crate::kinds::game::{ENGINES, GameKind, VERBS, Wording};
use crate::kinds::settings::Settings;
use crate::kinds::{Facts, SettingFacts};
use crate::picture::{Label, PartRole, PictureBoard, PictureBody, PictureTable, TableRow};
use crate::syntax::ast::Verb;
use puzzle_engine::logic::game::{Game, Side};
use puzzle_engine::logic::tippy::{Tippy, TippyBoard, TippyCell};
use puzzle_engine::problem::game::AnyGame;

/// The kind `game …: tippy`.
pub const KIND: GameKind<Tippy> = GameKind { facts: &FACTS, read };

const FACTS: Facts = Facts {
    name: "tippy",
    summary: "a game: X and O mark cells; four own marks that form an S or a Z win",
    verbs: VERBS,
    answers: &[(Verb::Solve, &["X wins", "O wins", "tie"])],
    engines: ENGINES,
    shows_solution: true,
    settings: &[
        SettingFacts {
            name: "size",
            summary: "how many rows and columns the board has, 3 at least",
            is_required: false,
            sample: Some("3"),
            choices: &[],
        },
        SettingFacts {
            name: "board",
            summary: "the board as it is drawn: `X`, `O` or `.` a cell",
            is_required: false,
            sample: None,
            choices: &[],
        },
        SettingFacts {
            name: "X",
            summary: "the cells marked by X, as in `b2 c3`",
            is_required: false,
            sample: None,
            choices: &[],
        },
        SettingFacts {
            name: "O",
            summary: "the cells marked by O",
            is_required: false,
            sample: None,
            choices: &[],
        },
        SettingFacts {
            name: "first",
            summary: "who made the first move: `X` or `O`",
            is_required: false,
            sample: None,
            choices: &["X", "O"],
        },
    ],
};

fn read(settings: &Settings<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Tippy> {
    board::read(settings, diagnostics)
}

impl Wording for Tippy {
    fn posed(self: Arc<Self>) -> Arc<dyn AnyGame> {
        self.compiled()
    }

    fn player(&self, side: Side) -> &'static str {
        match side {
            Side::First => "X",
            Side::Second => "O",
        }
    }

    fn write(&self, _: &TippyBoard, cell: TippyCell) -> String {
        board::name(cell as usize, self.size)
    }

    fn choice(&self, board: &TippyBoard) -> String {
        format!("the cell to mark with {}, as in `b2`", self.player(self.to_move(board)))
    }

    /// The best move stands out, and so do the four marks that won.
    fn body(&self, board: &TippyBoard, best: Option<TippyCell>) -> PictureBody {
        let is_won = |side, cell| {
            let has_all = |tippy: &[TippyCell; 4]| tippy.iter().all(|it| board.has(side, *it));
            self.tippies().iter().any(|it| it.contains(&cell) && has_all(it))
        };
        let cell = |index: usize| {
            let cell = index as TippyCell;
            if best == Some(cell) {
                return Label::new("*", PartRole::Highlight);
            }
            match [Side::First, Side::Second].into_iter().find(|side| board.has(*side, cell)) {
                Some(side) if is_won(side, cell) => {
                    Label::new(self.player(side), PartRole::Highlight)
                }
                Some(side) => Label::new(self.player(side), PartRole::Emphasis),
                None => Label::new(".", PartRole::Muted),
            }
        };
        let row = |row: usize| TableRow {
            label: (row + 1).to_string().into(),
            cells: (0..self.size).map(|column| (column, cell(row * self.size + column))).collect(),
        };
        let columns = (0..self.size).map(|column| coordinates::column(column).into()).collect();
        let rows = (0..self.size).map(row).collect();
        let marks = (0..self.size * self.size).map(|it| (it, cell(it)));
        let marks = marks.filter(|(_, mark)| mark.role != PartRole::Muted);
        let layers = marks.map(|(it, mark)| ((it / self.size, it % self.size), vec![mark]));
        PictureBody::Board(PictureBoard {
            table: PictureTable { columns, rows },
            layers: layers.collect(),
            ..PictureBoard::default()
        })
    }

    fn settings(&self, state: &TippyBoard) -> String {
        let cell = |index: usize| {
            let has = |side| state.has(side, index as TippyCell);
            if has(Side::First) {
                'X'
            } else if has(Side::Second) {
                'O'
            } else {
                '.'
            }
        };
        let row = |row: usize| -> String {
            (0..self.size).map(|column| cell(row * self.size + column)).chain(['\n']).collect()
        };
        let rows: String = (0..self.size).map(row).collect();
        format!("first {}\nboard \"\"\"\n{rows}\"\"\"\n", self.player(self.first))
    }
}
