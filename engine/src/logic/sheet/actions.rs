//! What may be done where a rule sheet has actions: a state at the start, and steps from state to
//! state. What a step changes is read in the old state, what it does not name stays, and the rules
//! of the sheet hold in every state.

use super::{SentenceId, SheetState, SheetVariable, SymbolId, TermId};

/// The actions of a sheet, and the state before the first of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Actions {
    /// What is so at the start. All else is false, has no value, or is 0 if it is a meter.
    pub start: Vec<SheetChange>,
    /// What may be done.
    pub actions: Vec<SheetAction>,
    /// Functions that only count: no sentence reads them, so that they are no part of a state.
    pub meters: Vec<SymbolId>,
    /// Steps that were done already: what is asked is asked of the state behind them.
    pub done: Vec<SheetStep>,
}

/// Something that may be done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SheetAction {
    /// What it is done to.
    pub parameters: Vec<SheetVariable>,
    /// Sentences about the old state that have to be true.
    pub conditions: Vec<SentenceId>,
    /// What it changes.
    pub changes: Vec<SheetChange>,
}

/// Something that changes, for all values of variables for which conditions hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetChange {
    /// The variables.
    pub variables: Vec<SheetVariable>,
    /// The conditions.
    pub conditions: Vec<SentenceId>,
    /// What changes.
    pub symbol: SymbolId,
    /// For these arguments. When one of them is missing, the step cannot be done.
    pub arguments: Vec<TermId>,
    /// What becomes of it.
    pub to: To,
}

/// What becomes of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum To {
    /// A predicate holds where this is true.
    Truth(SentenceId),
    /// A function has this value; when it is missing, none. A value that it cannot have means that
    /// the step cannot be done.
    Value(TermId),
    /// A function has no value.
    Nothing,
    /// A meter grows by this.
    By(TermId),
}

/// Something that is done: an action, with values for its parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SheetStep {
    /// The action, by index.
    pub action: usize,
    /// The values.
    pub arguments: Vec<i64>,
}

/// What stands in a cell, by its index. A predicate is 1 or 0.
pub type CellContent = (usize, Option<i64>);

/// Steps written out: what they read and write in cells, of which each has one value at a time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cases {
    /// Where each cell stands: its symbol and a place of its table.
    pub cells: Vec<(SymbolId, usize)>,
    /// What stands in each at the start.
    pub start: Vec<Option<i64>>,
    /// What may be done.
    pub cases: Vec<StepCase>,
}

/// A puzzle of doing, written out in cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanCases {
    /// What may be done.
    pub doing: Cases,
    /// Where the goal is reached. It mentions nothing that is defined by itself.
    pub goal: CellCondition,
}

/// A step where cells have certain values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepCase {
    /// The step.
    pub step: SheetStep,
    /// The values of cells that it asks for.
    pub reads: Vec<CellContent>,
    /// Those that it gives them.
    pub writes: Vec<CellContent>,
    /// By how much meters grow, by their cells.
    pub amounts: Vec<(usize, i64)>,
}

/// Something that is so, or not, of what stands in cells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CellCondition {
    /// Always the same.
    Truth(bool),
    /// What stands in a cell.
    Is(usize, Option<i64>),
    /// It is false.
    Not(Box<CellCondition>),
    /// All of them.
    All(Vec<CellCondition>),
    /// One of them at least.
    Any(Vec<CellCondition>),
    /// One of those that are defined by themselves, by index.
    Defined(usize),
}

/// Why a step cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bar {
    /// A condition is false, by index.
    Condition(usize),
    /// A change speaks of something that does not exist, or gives a value that cannot be, by index.
    Change(usize),
    /// A rule would be broken, by index.
    Rule(usize),
}

/// Why there is no state to begin in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoStart {
    /// A change of the start, by index, speaks of something that does not exist, or gives a value
    /// that cannot be.
    Impossible(usize),
    /// Two changes of the start disagree, by index.
    Disagree(usize, usize),
    /// A rule is broken, by index.
    Rule(usize),
}

/// Why actions have no meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// Nothing says what a function is at the start, at this place of its table.
    WithoutStart(SymbolId, usize),
    /// Two changes of a step disagree, by index; it may be done in this state.
    Disagree(Box<(SheetState, SheetStep)>, usize, usize),
    /// A step that is said to be done already, by index, cannot be, and why; without a reason where
    /// there is no such step.
    Undoable(usize, Option<Bar>),
}
