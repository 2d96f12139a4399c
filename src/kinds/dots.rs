//! Dots and Boxes: who draws the last edge of a box gains it and moves again. A board is drawn as
//! people draw it, or is a list of edges, each named by the two dots that it joins.

mod drawing;
mod edges;
mod settings;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::interchange::dots as file;
use crate::kinds::coordinates::{column, name};
use crate::kinds::game::{ENGINES, GameKind, GamePuzzle, VERBS, Wording};
use crate::kinds::scope::Content;
use crate::kinds::{Definition, Facts, Kind, Puzzle, Scope, SettingFacts};
use crate::picture::{Label, Lattice, PartRole, PictureBody};
use crate::syntax::ast::{ItemKind, Verb};
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::dots::{BoardEdge, DotsBoard, DotsGame};
use puzzle_engine::logic::game::{Game, Side};
use puzzle_engine::problem::game::AnyGame;

/// The kind `game …: dots`, which files in another format may describe as well.
pub const KIND: DotsKind = DotsKind;

const FACTS: Facts = Facts {
    name: "dots",
    summary: "a game: Dots and Boxes; who closes a box gains it and moves again",
    verbs: VERBS,
    answers: &[(Verb::Solve, &["first wins", "second wins", "tie"])],
    engines: ENGINES,
    shows_solution: true,
    settings: &[
        SettingFacts {
            name: "edges",
            summary: "the board as it is drawn, or the edges drawn so far, as in `a1b1 b1b2`",
            is_required: false,
            sample: None,
            choices: &[],
        },
        SettingFacts {
            name: "size",
            summary: "how many rows and columns of boxes the board has, as in `2 3`",
            is_required: false,
            sample: Some("2 2"),
            choices: &[],
        },
        SettingFacts {
            name: "scores",
            summary: "the points that the players have at the start: `0 0` when left out",
            is_required: false,
            sample: None,
            choices: &[],
        },
    ],
};

/// The rules with their settings.
const DECLARED: GameKind<DotsGame> = GameKind { facts: &FACTS, read: settings::read };

/// The game in a file in another format, which may be none.
#[derive(Clone, Copy, Debug)]
pub struct DotsKind;

impl Kind for DotsKind {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn check<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>> {
        let ItemKind::File { name, .. } = &scope.item(definition).kind else {
            return DECLARED.check(definition, scope, diagnostics);
        };
        let foreign = scope.program.foreign.get(&definition)?;
        let Content::Dots(Some(game)) = &foreign.content else { return None };
        let name = &scope.text(definition.document)[name.range()];
        (!foreign.has_errors()).then(|| -> Box<dyn Puzzle> { Box::new(puzzle(game.clone(), name)) })
    }
}

/// A game as a puzzle of that name.
pub fn puzzle(game: DotsGame, name: &str) -> GamePuzzle<DotsGame> {
    GamePuzzle::new(game, format!("{} game {name}", FACTS.name))
}

impl Wording for DotsGame {
    fn posed(self: Arc<Self>) -> Arc<dyn AnyGame> {
        self.compiled()
    }

    fn player(&self, side: Side) -> &'static str {
        match side {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    fn write(&self, _: &DotsBoard, edge: BoardEdge) -> String {
        edges::ends(self.grid, edge).map(|(row, column)| name(row, column)).concat()
    }

    /// The dots may come in either order, in capitals, and with a hyphen between them.
    fn read(&self, _: &DotsBoard, moves: &[BoardEdge], word: &str) -> Option<usize> {
        let edge = edges::read(self.grid, word)?;
        moves.iter().position(|it| *it == edge)
    }

    fn choice(&self, _: &DotsBoard) -> String {
        "the edge to draw, by the two dots that it joins, as in `a1b1`".to_owned()
    }

    fn body(&self, board: &DotsBoard, best: Option<BoardEdge>) -> PictureBody {
        let (rows, columns) = (usize::from(self.grid.rows) + 1, usize::from(self.grid.columns) + 1);
        let mut lattice = Lattice {
            columns: (0..columns).map(|it| column(it).into()).collect(),
            rows: (1..=rows).map(|it| it.to_string().into()).collect(),
            ..Lattice::default()
        };
        for edge in 0..self.grid.edges() as BoardEdge {
            let role = match best {
                _ if board.drawn.has(edge) => PartRole::Normal,
                Some(best) if best == edge => PartRole::Highlight,
                _ => continue,
            };
            let [from, to] = edges::ends(self.grid, edge);
            let lines = if from.0 == to.0 { &mut lattice.across } else { &mut lattice.down };
            lines.insert(from, role);
        }
        PictureBody::Lattice(lattice)
    }

    /// With the initial of who closed it in each box that was closed on the way.
    fn body_after(
        &self,
        made: &[BoardEdge],
        board: &DotsBoard,
        best: Option<BoardEdge>,
    ) -> PictureBody {
        let mut body = self.body(board, best);
        let mut before = self.start();
        for &edge in made {
            let after = self.apply(&before, edge);
            let closed = self.grid.beside(edge).filter(|&(row, column)| {
                self.grid.around(row, column).iter().all(|it| after.drawn.has(*it))
            });
            let (initial, role) = match before.side {
                Side::First => ("F", PartRole::Plus),
                Side::Second => ("S", PartRole::Minus),
            };
            if let PictureBody::Lattice(lattice) = &mut body {
                let place = |(row, column)| (usize::from(row), usize::from(column));
                lattice.squares.extend(closed.map(|it| (place(it), Label::new(initial, role))));
            }
            before = after;
        }
        body
    }

    fn totals(&self, margin: i32) -> Option<[i64; 2]> {
        Some(Self::totals(self, margin).map(|it| it as i64))
    }

    fn standing(&self, made: &[BoardEdge]) -> Option<String> {
        let (mut board, mut points) = (self.start(), self.points.map(i64::from));
        for edge in made {
            points[usize::from(board.side == Side::Second)] +=
                i64::from(self.gain(&board, *edge).abs());
            board = self.apply(&board, *edge);
        }
        Some(format!("first {}, second {}", points[0], points[1]))
    }

    fn settings(&self, board: &DotsBoard) -> String {
        let [first, second] = self.points;
        let drawing = drawing::write(self.grid, &board.drawn);
        format!("edges  \"\"\"\n{drawing}\"\"\"\nscores {first} {second}\n")
    }

    fn tables(&self, _: &mut Budget) -> Result<Vec<(&'static str, String)>, Stop> {
        Ok(vec![("dots", file::write(self))])
    }
}
