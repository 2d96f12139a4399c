//! The trees of all steps laid over each other, so that a cell that many steps read first is read once for all of
//! them: the successor generator of planners (Helmert, "The Fast Downward Planning System", 2006, section 5.3.1). It grows with the
//! trees.

use super::moves::{BARRED, Packed};
use super::tree::{
    CellAsk, DecisionNode, DecisionTrees, NOTHING, OverlayBranch, TreeSlot, UNKNOWN,
};
use crate::budget::{Budget, Stop};

impl Packed<'_> {
    /// The steps that can be done in a state, in their order, each with what it changes, which
    /// [`Packed::effect`] tells until this is asked again.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn successors(
        &mut self,
        state: &[u64],
        found: &mut Vec<(u32, u32)>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        found.clear();
        self.direct.clear();
        if self.overlay.branches.is_empty() {
            let roots =
                (0..self.steps.len() as u32).map(|it| (it, DecisionTrees::root(it as usize)));
            let branch = self.branch(roots.collect(), state, budget)?;
            self.overlay.branches.push(branch);
        }
        self.overlay.ahead.clear();
        self.overlay.ahead.push(0);
        while let Some(at) = self.overlay.ahead.pop() {
            let branch = &self.overlay.branches[at as usize];
            found.extend_from_slice(&branch.done);
            let mut unknown = None;
            for (number, ask) in branch.asks.iter().enumerate() {
                let value = state[ask.word as usize] >> ask.shift & ask.mask;
                match self.overlay.children[ask.first as usize + value as usize] {
                    NOTHING => {}
                    UNKNOWN => unknown = unknown.or(Some(number)),
                    child => self.overlay.ahead.push(child),
                }
            }
            for it in 0..self.overlay.branches[at as usize].open.len() {
                let step = self.overlay.branches[at as usize].open[it];
                match self.outcome_of(step, state, budget)? {
                    BARRED => {}
                    effect => found.push((step, effect)),
                }
            }
            if let Some(from) = unknown {
                self.grow(at, from, state, budget)?;
            }
        }
        if !found.is_sorted() {
            found.sort_unstable();
        }
        Ok(())
    }

    /// Lets what a branch asks, from one of its questions on, be answered for the values of a state.
    fn grow(
        &mut self,
        at: u32,
        from: usize,
        state: &[u64],
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        for number in from..self.overlay.branches[at as usize].asks.len() {
            let ask = &self.overlay.branches[at as usize].asks[number];
            let value = (state[ask.word as usize] >> ask.shift & ask.mask) as u32;
            let child = (ask.first + value) as usize;
            if self.overlay.children[child] != UNKNOWN {
                continue;
            }
            let members = ask.members.iter().map(|(step, first)| (*step, TreeSlot(first + value)));
            let branch = self.branch(members.collect(), state, budget)?;
            let is_empty =
                branch.done.is_empty() && branch.open.is_empty() && branch.asks.is_empty();
            self.overlay.children[child] = if is_empty {
                NOTHING
            } else {
                self.overlay.ahead.push(self.overlay.branches.len() as u32);
                self.overlay.branches.push(branch);
                self.overlay.branches.len() as u32 - 1
            };
        }
        Ok(())
    }

    /// What is known of steps whose trees a state leads to these places.
    fn branch(
        &mut self,
        members: Vec<(u32, TreeSlot)>,
        state: &[u64],
        budget: &mut Budget,
    ) -> Result<OverlayBranch, Stop> {
        let mut branch = OverlayBranch::default();
        for (step, slot) in members {
            if self.trees.node(slot).is_none() {
                self.outcome_of(step, state, budget)?;
            }
            match self.trees.node(slot) {
                None => branch.open.push(step),
                Some(DecisionNode::Leaf(BARRED)) => {}
                Some(DecisionNode::Leaf(leaf)) => branch.done.push((step, leaf)),
                Some(DecisionNode::Ask { word, shift, mask, first, cell }) => {
                    match branch.asks.iter_mut().find(|it| it.cell == cell) {
                        Some(ask) => ask.members.push((step, first)),
                        None => {
                            let members = vec![(step, first)];
                            branch.asks.push(CellAsk {
                                word,
                                shift,
                                mask,
                                cell,
                                first: 0,
                                members,
                            });
                        }
                    }
                }
            }
        }
        for ask in &mut branch.asks {
            ask.first = self.overlay.children.len() as u32;
            let values = self.layout.cells[ask.cell as usize].count as usize;
            self.overlay.children.extend(std::iter::repeat_n(UNKNOWN, values));
        }
        Ok(branch)
    }
}
