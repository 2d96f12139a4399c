//! Puzzles by rules of their own: boards, numbers and things, what is given and what is to be found,
//! and the lines that a solution has to meet.

mod atoms;
mod board;
mod claimed;
mod classes;
mod definitions;
mod distinct;
mod drawing;
mod drawing_errors;
mod errors;
mod grid;
mod lineage;
mod lints;
mod lower;
mod neighbours;
mod picture;
mod puzzle;
mod ranges;
mod resolve;
mod settle;
mod signs;
mod sums;
mod symbols;
mod tables;
mod tell;
mod told;
mod understood;
mod variables;
mod world;

use std::cell::RefCell;

use crate::diagnostic::Diagnostic;
use crate::kinds::AnswerVerdict::*;
use crate::kinds::{Definition, Facts, Kind, Puzzle, Scope};
use crate::syntax::ast::Verb;
use puzzle::SheetPuzzle;
use understood::Understood;

/// The kind `puzzle`.
pub const KIND: SheetKind = SheetKind;

/// The kind `puzzle`.
#[derive(Debug)]
pub struct SheetKind;

const FACTS: Facts = Facts {
    name: "puzzle",
    summary: "a puzzle by rules of its own: boards, numbers, what is given and what is to be found",
    verbs: &[
        Verb::Solve,
        Verb::Count,
        Verb::Smallest,
        Verb::Largest,
        Verb::Prove,
        Verb::Ask,
        Verb::Draw,
    ],
    answers: &[
        (Verb::Solve, &[Unique.word(), Solvable.word(), NoSolution.word()]),
        (Verb::Smallest, &[NoSolution.word()]),
        (Verb::Largest, &[NoSolution.word()]),
        (Verb::Prove, &[Proved.word(), Refuted.word(), Neither.word()]),
        (Verb::Ask, &[Nothing.word(), Everything.word()]),
    ],
    engines: &[],
    shows_solution: true,
    settings: &[],
};

impl Kind for SheetKind {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn check<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>> {
        let understood = Understood::of(definition, scope, diagnostics)?;
        Some(Box::new(SheetPuzzle { understood, asked: RefCell::default() }))
    }

    /// Rules alone, without what they leave to be told, have no solutions; where nothing is found on a
    /// board there is no picture.
    fn offers(&self, verb: Verb, definition: Definition, scope: Scope<'_>) -> bool {
        Understood::of(definition, scope, &mut Vec::new()).is_some_and(|it| {
            it.missing.is_empty() && (verb != Verb::Draw || !board::shown(&it).is_empty())
        })
    }
}
