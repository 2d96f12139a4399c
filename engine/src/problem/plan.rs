//! Questions about what can be done by the actions of a rule sheet, and their answers.

use crate::logic::sheet::actions::{Actions, Bar, Flaw, NoStart, SheetStep};
use crate::logic::sheet::{Sheet, SheetState};

/// What is asked.
pub mod aim {
    use crate::logic::sheet::actions::SheetStep;
    use crate::logic::sheet::rules::SheetPlayers;
    use crate::logic::sheet::{SentenceId, SymbolId, TermId};
    use crate::problem::sheet::Direction;

    /// Steps to a state in which a sentence is true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Reach(pub SentenceId);

    /// As few of them as can be.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ShortestPlan(pub SentenceId);

    /// How many ways with as few steps as can be there are, told apart by their states.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct CountPlans(pub SentenceId);

    /// Steps to a state in which a sentence is true, so that meters, each with its place in its
    /// table, and a term have the least value there, or the greatest, all of them added.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct BestPlan {
        /// The sentence.
        pub goal: SentenceId,
        /// Which values are better.
        pub direction: Direction,
        /// The meters.
        pub meters: Vec<(SymbolId, usize)>,
        /// A term that reads no meter. Where it is missing the state does not count.
        pub term: Option<TermId>,
    }

    /// Whether a sentence is true in every state that can be reached.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Always(pub SentenceId);

    /// Whether steps can be done one after the other, and lead to a state in which a sentence is
    /// true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct WalkSteps(pub Vec<SheetStep>, pub SentenceId);

    /// All steps written out, and when a sentence is true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct WrittenOut(pub SentenceId);

    /// All steps of a game written out, and who has won when.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct PlayWrittenOut(pub SheetPlayers);

    /// All states that can be reached, where they are few, and in which of them a sentence is true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ReachableStates(pub SentenceId);

    /// What can be done next, and whether a sentence is true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct NextSteps(pub SentenceId);
}

/// A question about actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanTask<Aim> {
    /// The sheet, with the sentences and terms of the question in it.
    pub sheet: Sheet,
    /// What may be done.
    pub actions: Actions,
    /// What is asked, one of [`aim`].
    pub aim: Aim,
}

/// Steps, and the states that they lead through.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<SheetStep>,
    /// The states, the first and the last one among them.
    pub states: Vec<SheetState>,
}

/// Where somebody stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stand {
    /// The steps that were done, and the states that they led through.
    pub done: Plan,
    /// The steps that can be done next.
    pub next: Vec<SheetStep>,
    /// Whether what was asked for is true.
    pub is_goal: bool,
}

/// All states that can be reached, and what leads from one to another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateGraph {
    /// The states, that of the start first.
    pub states: Vec<SheetState>,
    /// Steps with the states, by index, from which and to which they lead.
    pub steps: Vec<(usize, SheetStep, usize)>,
    /// What cannot be done in the states; `None` where there are more than [`MOST_STEPS`] steps.
    pub barred: Option<Vec<BarredStep>>,
    /// The states in which what was asked for is true, by index.
    pub goals: Vec<usize>,
}

/// A step that cannot be done in a state, by index, and why not.
pub type BarredStep = (usize, SheetStep, Bar);

/// What bars each of at most so many steps is told.
pub const MOST_STEPS: usize = 1 << 8;

/// What was found out, unless the actions have no meaning.
pub type PlanFound<T> = Result<T, Flaw>;

/// Where nothing that was looked for can be reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NothingReached {
    /// How many states can be reached.
    pub count: u64,
    /// Whether some of them, from which it is plain that nothing is reached, are not counted.
    pub has_dead_ends: bool,
    /// They, where they are few.
    pub states: Vec<SheetState>,
    /// Why there is no state to begin in, if there is none.
    pub no_start: Option<NoStart>,
    /// What bars every way, even if all else were allowed; none of it could be left out. Conditions
    /// are with the action that they belong to. Empty where even without all of it there would be
    /// no way, or that was not found out.
    pub bars: Vec<(Option<usize>, Bar)>,
}

/// Of states at most so many are listed.
pub const LISTED: usize = 24;

/// A plan, or why there is none.
pub type Planned = Result<Plan, NothingReached>;
