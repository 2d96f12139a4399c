//! What steps come to and which sentences are true, by the book, for states as keys. The book is opened once for
//! all states that agree in what it reads.

use std::ops::DerefMut;

use rustc_hash::FxHashSet;

use super::keys::Keys;
use super::trees::{ReadByte, ReadTrees};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::actions::SheetStep;
use crate::logic::sheet::{SentenceId, SheetVariable};
use crate::reader::plays::{ByTheBook, ChangedPlace, StatePlace, StepAttempt};

/// What comes of a step.
pub(in crate::verify) enum StepOutcome {
    Barred,
    Done(Vec<ChangedPlace>),
    Disagree,
}

/// A sentence with values for its free variables.
pub(in crate::verify) type BoundSentence = (SentenceId, Vec<(SheetVariable, i64)>);

/// Does the steps of a sheet in states that are keys, by a book that it has or borrows.
pub(in crate::verify) struct Expander<B> {
    pub(in crate::verify) book: B,
    pub(in crate::verify) keys: Keys,
    /// What may be asked of a state.
    sentences: Vec<BoundSentence>,
    /// The steps that what is known does not bar.
    steps: Vec<SheetStep>,
    /// A tree for each step, and behind them one for each sentence.
    trees: ReadTrees,
    /// The leaves of the trees of steps. The first one is what was read without a tree.
    pub(in crate::verify) outcomes: Vec<StepOutcome>,
    /// What was read last without being found in a tree; `None` for a place that is more than a byte.
    read: Option<Vec<ReadByte>>,
}

/// One with a book of somebody else.
pub(super) type LentExpander<'b, 's> = Expander<&'b mut ByTheBook<'s>>;

impl<'s, B: DerefMut<Target = ByTheBook<'s>>> Expander<B> {
    pub(in crate::verify) fn new(
        mut book: B,
        keys: Keys,
        sentences: Vec<BoundSentence>,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let steps = book.candidates(budget)?;
        let trees = ReadTrees::new(steps.len() + sentences.len());
        let outcomes = vec![StepOutcome::Barred];
        Ok(Self { book, keys, sentences, steps, trees, outcomes, read: Some(Vec::new()) })
    }

    /// The steps.
    pub(in crate::verify) fn steps(&self) -> &[SheetStep] {
        &self.steps
    }

    /// How many steps there are.
    pub(in crate::verify) fn count(&self) -> usize {
        self.steps.len()
    }

    /// Lets the book be open at a state.
    pub(in crate::verify) fn turn(&mut self, key: &[u8]) {
        let keys = &self.keys;
        self.book.turn(|state| keys.read(key, state));
    }

    /// Whether a sentence is true in a state, if that was read before.
    pub(in crate::verify) fn known(&self, sentence: usize, key: &[u8]) -> Option<bool> {
        self.trees.find(self.steps.len() + sentence, key).map(|it| it == 1)
    }

    /// Whether a sentence is true in a state.
    pub(in crate::verify) fn holds(
        &mut self,
        sentence: usize,
        key: &[u8],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if let Some(holds) = self.known(sentence, key) {
            return Ok(holds);
        }
        self.turn(key);
        let (id, values) = &self.sentences[sentence];
        let (holds, trace) = self.book.truth_traced(*id, values, budget)?;
        self.keep(self.steps.len() + sentence, key, &trace, u32::from(holds));
        Ok(holds)
    }

    /// Whether the goal, which is the first sentence, is true in a state.
    pub(super) fn is_goal(&mut self, key: &[u8], budget: &mut Budget) -> Result<bool, Stop> {
        self.holds(0, key, budget)
    }

    /// What comes of a step in a state, as its number in `outcomes`.
    pub(in crate::verify) fn outcome(
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
        self.kept(root, key)
            .or_else(|| self.read.as_ref().map(|read| read.iter().map(|it| it.0).collect()))
    }

    /// The bytes that are read in a tree.
    fn kept(&self, root: usize, key: &[u8]) -> Option<Vec<usize>> {
        self.trees.find(root, key).map(|_| self.trees.read(root, key))
    }

    /// The bytes that decide about a sentence in a state; `None` where that was not kept.
    pub(in crate::verify) fn read_for(&self, sentence: usize, key: &[u8]) -> Option<Vec<usize>> {
        self.kept(self.steps.len() + sentence, key)
    }
}
