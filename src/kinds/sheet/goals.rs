//! What a question asks of a puzzle, in numbers: its payload.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::lower_actions::MeteredWorth;
use crate::kinds::Question;
use puzzle_engine::logic::sheet::actions::{Actions, SheetStep};
use puzzle_engine::logic::sheet::{SentenceId, Sheet, SheetVariable, SymbolId, TermId};

/// What a question asks, in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SheetGoals {
    /// The sheet with the sentence or the term in it.
    pub sheet: Arc<Sheet>,
    /// The number of each symbol in it.
    pub symbols: Arc<FxHashMap<u32, SymbolId>>,
    /// The variable that each number in it stands for.
    pub named: Arc<FxHashMap<SheetVariable, u32>>,
    /// What is to be proved, or of what it is asked for what it follows.
    pub sentence: Option<SentenceId>,
    /// What is to be small or large.
    pub term: Option<TermId>,
    /// What is asked for, each with its name and its sort.
    pub asked: Vec<(String, SheetVariable, u32)>,
    /// What is done, where something is.
    pub done: Option<PlanGoals>,
}

impl SheetGoals {
    /// Those of a question about a puzzle.
    pub(super) fn of(question: &Question) -> Option<&Self> {
        question.payload.as_ref()?.get()
    }
}

/// What is done, in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlanGoals {
    pub actions: Actions,
    /// What shall be so at last.
    pub goal: Option<SentenceId>,
    /// What is wanted small or large.
    pub worth: Option<MeteredWorth>,
    /// Steps that an expectation claims to lead there.
    pub steps: Option<Vec<SheetStep>>,
}
