//! Puzzles by rules of their own: boards, numbers and things, what is given and what is to be found,
//! and the lines that a solution has to meet.

mod action_errors;
mod actions;
mod aggregates;
mod alone;
mod answers;
mod areas;
mod atoms;
mod board;
mod bounds;
mod cases;
mod changes;
mod claimed;
mod claimed_plans;
mod classes;
mod clues;
mod definitions;
mod difference;
mod distinct;
mod drawing;
mod drawing_errors;
mod errors;
mod export;
mod game;
mod gdl;
mod goals;
mod grid;
mod inferred;
mod lineage;
mod lints;
mod lower;
mod lower_actions;
mod make;
mod misapplied;
mod neighbours;
mod no_way_on;
mod open;
mod parting;
mod parts;
mod pddl;
mod picture;
mod places;
mod plans;
mod players;
mod puzzle;
mod ranges;
mod redraw;
mod resolve;
mod settle;
mod signs;
mod states;
mod sums;
mod symbols;
mod tables;
mod tell;
mod told;
mod understood;
mod unranged;
mod variables;
mod walk;
mod world;
mod written;

use std::cell::{OnceCell, RefCell};

use crate::diagnostic::Diagnostic;
use crate::kinds::AnswerVerdict::*;
use crate::kinds::editor::Editor;
use crate::kinds::game::ENGINES;
use crate::kinds::theory::editor::TheoryEditor;
use crate::kinds::{Definition, Facts, Kind, Puzzle, Question, Scope};
use crate::syntax::ast::Verb;
use crate::text::Span;
pub use difference::{ComparedSheet, differences};
pub use lineage::{InferredName, not_a_name};
pub use puzzle::{NamedTable, SheetPuzzle};
use understood::Understood;

/// The kind `puzzle`.
pub const KIND: SheetKind = SheetKind(&FACTS);

/// The kind of games by rules of their own.
pub const GAME: SheetKind = SheetKind(&GAME_FACTS);

/// The kind `puzzle`, or that of games by rules of their own.
#[derive(Debug)]
pub struct SheetKind(&'static Facts);

const FACTS: Facts = Facts {
    name: "puzzle",
    summary: "a puzzle by rules of its own: boards, numbers, what is given and what is to be found",
    verbs: &[
        Verb::Solve,
        Verb::Shortest,
        Verb::Count,
        Verb::Smallest,
        Verb::Largest,
        Verb::Prove,
        Verb::Ask,
        Verb::Draw,
    ],
    answers: &[
        (Verb::Solve, &[Unique.word(), Solvable.word(), NoSolution.word()]),
        (Verb::Shortest, &[NoSolution.word()]),
        (Verb::Smallest, &[NoSolution.word()]),
        (Verb::Largest, &[NoSolution.word()]),
        (Verb::Prove, &[Proved.word(), Refuted.word(), Neither.word()]),
        (Verb::Ask, &[Nothing.word(), Everything.word()]),
    ],
    engines: &[],
    shows_solution: true,
    settings: &[],
};

/// What a puzzle, or a theory with numbers, says. What the names are that a theory does not declare is known.
pub fn understood<'a>(
    definition: Definition,
    scope: Scope<'a>,
    inferred: Vec<InferredName<'a>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<SheetPuzzle<'a>> {
    let understood = Understood::of(definition, scope, inferred, diagnostics)?;
    Some(SheetPuzzle { understood, asked: RefCell::default(), opened: OnceCell::new() })
}

/// What the names of a puzzle with faults are, and whether these are all.
pub fn named<'a>(definition: Definition, scope: Scope<'a>) -> Option<(SheetPuzzle<'a>, bool)> {
    let (understood, are_all) = Understood::named(definition, scope)?;
    Some((SheetPuzzle { understood, asked: RefCell::default(), opened: OnceCell::new() }, are_all))
}

const GAME_FACTS: Facts = Facts {
    name: "game",
    summary: "a game of two by rules of its own: what each may do, and who has won",
    verbs: &[
        Verb::Solve,
        Verb::Play2Win,
        Verb::Line,
        Verb::Moves,
        Verb::Prove,
        Verb::Draw,
        Verb::Compare,
    ],
    answers: &[(Verb::Prove, &[Proved.word(), Refuted.word()])],
    engines: ENGINES,
    shows_solution: true,
    settings: &[],
};

impl Kind for SheetKind {
    fn facts(&self) -> &'static Facts {
        self.0
    }

    fn check<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>> {
        let puzzle = understood(definition, scope, Vec::new(), diagnostics)?;
        Some(Box::new(puzzle))
    }

    fn named<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
    ) -> Option<(Box<dyn Puzzle + 'a>, bool)> {
        let (puzzle, are_all) = named(definition, scope)?;
        Some((Box::new(puzzle), are_all))
    }

    /// Rules alone, without what they leave to be told, have no solutions; where nothing is found there is no
    /// picture, and without actions there are no steps.
    fn offers(&self, verb: Verb, definition: Definition, scope: Scope<'_>) -> bool {
        let Some(understood) = Understood::of(definition, scope, Vec::new(), &mut Vec::new())
        else {
            return false;
        };
        let has_picture = verb != Verb::Draw || understood.is_drawn();
        let puzzle = SheetPuzzle { understood, asked: RefCell::default(), opened: OnceCell::new() };
        has_picture && puzzle.refuse(&Question::new(verb), "", Span::default()).is_none()
    }

    /// Two play a game; where something is done otherwise, one plays alone.
    fn played(&self, definition: Definition, scope: Scope<'_>) -> Option<Verb> {
        let (asked, next) = match self.0.verbs.contains(&Verb::Play2Win) {
            true => (Verb::Play2Win, Verb::Play2Win),
            false => (Verb::Shortest, Verb::Solve),
        };
        self.offers(asked, definition, scope).then_some(next)
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&TheoryEditor)
    }
}
