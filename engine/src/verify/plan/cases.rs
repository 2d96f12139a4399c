//! What steps come to, and when the goal is true, in all states there are: the book is opened at a state, and what it read
//! there is given each other value that it may have.

use rustc_hash::FxHashSet;

use super::expand::{LentExpander, StepOutcome};
use crate::budget::{Budget, Stop};

/// What comes of a step, or of the goal, in all states, case by case.
pub(super) struct EachCase<'c, 'b, 's> {
    expander: &'c mut LentExpander<'b, 's>,
    /// The values that each byte of a key may have.
    values: &'c [Vec<u8>],
    /// How many cases may still be looked at.
    left: usize,
}

impl<'c, 'b, 's> EachCase<'c, 'b, 's> {
    /// Of so many cases at most.
    pub(super) const fn new(
        expander: &'c mut LentExpander<'b, 's>,
        values: &'c [Vec<u8>],
        most: usize,
    ) -> Self {
        Self { expander, values, left: most }
    }

    /// How many steps there are. Behind the last one the goal has its number.
    pub(super) fn steps(&self) -> usize {
        self.expander.count()
    }

    /// Whether something is so of all cases of a step, or of the goal. A case is a key, and the bytes in which states have to agree with it
    /// for the same to come of it.
    pub(super) fn all(
        &mut self,
        root: usize,
        start: &[u8],
        budget: &mut Budget,
        mut holds: impl FnMut(
            &mut LentExpander<'b, 's>,
            &[u8],
            &FxHashSet<usize>,
            &mut Budget,
        ) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        let mut open = vec![(start.to_vec(), FxHashSet::default())];
        while let Some((key, known)) = open.pop() {
            budget.check()?;
            let Some(left) = self.left.checked_sub(1) else { return Ok(false) };
            self.left = left;
            let Some(asked) = self.asked(root, &key, budget)? else { return Ok(false) };
            let is_open = |it: &usize| self.values[*it].len() > 1 && !known.contains(it);
            match asked.into_iter().find(is_open) {
                Some(byte) => {
                    for value in &self.values[byte] {
                        let (mut key, mut known) = (key.clone(), known.clone());
                        key[byte] = *value;
                        known.insert(byte);
                        open.push((key, known));
                    }
                }
                None if !holds(self.expander, &key, &known, budget)? => return Ok(false),
                None => {}
            }
        }
        Ok(true)
    }

    /// The bytes that are read or changed; `None` where something is more than a byte.
    fn asked(
        &mut self,
        root: usize,
        key: &[u8],
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, Stop> {
        if root == self.expander.count() {
            self.expander.is_goal(key, budget)?;
            return Ok(self.expander.read(root, key));
        }
        let outcome = self.expander.outcome(root, key, budget)?;
        let Some(mut asked) = self.expander.read(root, key) else { return Ok(None) };
        if let StepOutcome::Done(changed) = &self.expander.outcomes[outcome] {
            for (symbol, place, _) in changed {
                match self.expander.keys.byte((*symbol, *place)) {
                    Some(Some((byte, _))) => asked.push(byte),
                    Some(None) => return Ok(None),
                    None => {}
                }
            }
        }
        Ok(Some(asked))
    }
}
