//! Puzzles by rules of their own: boards, numbers and things, what is given and what is to be found,
//! and the lines that a solution has to meet.

use crate::diagnostic::Diagnostic;
use crate::kinds::AnswerVerdict::*;
use crate::kinds::{Definition, Facts, Kind, Puzzle, Scope};
use crate::syntax::ast::Verb;

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
        (Verb::Solve, &[Unique.word(), Satisfiable.word(), Contradictory.word()]),
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
        _: Definition,
        _: Scope<'a>,
        _: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>> {
        None
    }
}
