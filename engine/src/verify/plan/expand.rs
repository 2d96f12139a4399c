//! What steps come to and where the goal is, by the book, for states as keys. The book is opened once for
//! all states that agree in what it reads.

use rustc_hash::FxHashSet;

use super::keys::Keys;
use super::trees::{ReadByte, ReadTrees};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::SentenceId;
use crate::logic::sheet::actions::SheetStep;
use crate::reader::plays::{ByTheBook, ChangedPlace, StatePlace, StepAttempt};

/// What comes of a step.
pub(super) enum StepOutcome {
    Barred,
    Done(Vec<ChangedPlace>),
    Disagree,
}

/// Does the steps of a sheet in states that are keys.
pub(super) struct Expander<'b, 's> {
    pub(super) book: &'b mut ByTheBook<'s>,
    pub(super) keys: Keys,
    goal: SentenceId,
    /// The steps that what is known does not bar.
    steps: Vec<SheetStep>,
    /// A tree for each step, and one for the goal.
    trees: ReadTrees,
    /// The leaves of the trees of steps. The first one is what was read without a tree.
    pub(super) outcomes: Vec<StepOutcome>,
    /// What was read last without being found in a tree; `None` for a place that is more than a byte.
    read: Option<Vec<ReadByte>>,
}

impl<'b, 's> Expander<'b, 's> {
    pub(super) fn new(
        book: &'b mut ByTheBook<'s>,
        keys: Keys,
        goal: SentenceId,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let steps = book.candidates(budget)?;
        let trees = ReadTrees::new(steps.len() + 1);
        let outcomes = vec![StepOutcome::Barred];
        Ok(Self { book, keys, goal, steps, trees, outcomes, read: Some(Vec::new()) })
    }

    /// How many steps there are.
    pub(super) fn count(&self) -> usize {
        self.steps.len()
    }

    /// Lets the book be open at a state.
    pub(super) fn turn(&mut self, key: &[u8]) {
        let keys = &self.keys;
        self.book.turn(|state| keys.read(key, state));
    }

    /// Whether the goal is true in a state.
    pub(super) fn is_goal(&mut self, key: &[u8], budget: &mut Budget) -> Result<bool, Stop> {
        let root = self.steps.len();
        if let Some(leaf) = self.trees.find(root, key) {
            return Ok(leaf == 1);
        }
        self.turn(key);
        let (holds, trace) = self.book.truth_traced(self.goal, budget)?;
        self.keep(root, key, &trace, u32::from(holds));
        Ok(holds)
    }

    /// What comes of a step in a state, as its number in `outcomes`.
    pub(super) fn outcome(
        &mut self,
        step: usize,
        key: &[u8],
        budget: &mut Budget,
    ) -> Result<usize, Stop> {
        if let Some(leaf) = self.trees.find(step, key) {
            return Ok(leaf as usize);
        }
        self.turn(key);
        let (attempt, trace) = self.book.attempt_traced(&self.steps[step], budget)?;
        let outcome = match attempt {
            StepAttempt::Barred(_) => StepOutcome::Barred,
            StepAttempt::Done(changed) => StepOutcome::Done(changed),
            StepAttempt::Disagree(..) => StepOutcome::Disagree,
        };
        let leaf = self.outcomes.len() as u32;
        let at = if self.keep(step, key, &trace, leaf) { self.outcomes.len() } else { 0 };
        match at {
            0 => self.outcomes[0] = outcome,
            _ => self.outcomes.push(outcome),
        }
        Ok(at)
    }

    /// Keeps in a tree what was read, if it is there then.
    fn keep(&mut self, root: usize, key: &[u8], trace: &[StatePlace], leaf: u32) -> bool {
        let mut known = FxHashSet::default();
        let first = trace.iter().filter(|it| known.insert(**it));
        // What no action changes, and what only counts, is the same in all states.
        let bytes = first.filter_map(|it| self.keys.byte(*it)).collect::<Option<Vec<_>>>();
        self.read = bytes;
        if let Some(read) = &self.read {
            self.trees.keep(root, key, read, leaf);
        }
        self.trees.find(root, key) == Some(leaf)
    }

    /// The bytes that were read for what was asked last of a state, of a step or, by the number behind the
    /// last one, the goal; `None` if a place was more than a byte.
    pub(super) fn read(&self, root: usize, key: &[u8]) -> Option<Vec<usize>> {
        if self.trees.find(root, key).is_some() {
            return Some(self.trees.read(root, key));
        }
        self.read.as_ref().map(|read| read.iter().map(|it| it.0).collect())
    }
}
