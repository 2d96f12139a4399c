//! Which sizes of the sorts a finder of models tries next. A refutation says which sorts must have more
//! elements, so only these grow, each alone and all together (as in G. Reger, M. Suda and A. Voronkov,
//! *Finding finite models in multi-sorted first-order logic*, 2016). Sorts of which no clause says that
//! things are the same can grow for nothing: what is true of an element is true of its double (K. Claessen,
//! A. Lillieström and N. Smallbone, *Sort it out with monotonicity*, 2011).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use crate::budget::{Budget, Stop};

/// That there is no model when some sorts have at most so many elements and others at least so many.
#[derive(Clone, Default, Debug)]
pub(super) struct RefutedSizes {
    /// Sorts and how many elements they have at most.
    pub most: Vec<(usize, u32)>,
    /// Sorts and how many elements they have at least.
    pub least: Vec<(usize, u32)>,
}

impl RefutedSizes {
    fn forbids(&self, sizes: &[u32]) -> bool {
        self.most.iter().all(|(sort, most)| sizes[*sort] <= *most)
            && self.least.iter().all(|(sort, least)| sizes[*sort] >= *least)
    }
}

/// Sizes that wait: after how many steps of growth they came, their sum, and the sizes.
type Waiting = Reverse<(u32, u64, Vec<u32>)>;

/// A search for sizes, fewest steps of growth first.
pub(super) struct Sizes {
    /// Whether a model stays one when the sort has more elements.
    may_grow: Vec<bool>,
    /// Sizes that the sorts have at least in every model.
    least: Vec<u32>,
    refuted: Vec<RefutedSizes>,
    waiting: BinaryHeap<Waiting>,
    seen: FxHashSet<Vec<u32>>,
    /// The sizes that are tried, and after how many steps they came.
    tried: (u32, Vec<u32>),
}

impl Sizes {
    /// A search that begins with the least sizes.
    pub(super) fn new(least: Vec<u32>, may_grow: Vec<bool>) -> Self {
        let mut sizes = Self {
            may_grow,
            least: least.clone(),
            refuted: Vec::new(),
            waiting: BinaryHeap::new(),
            seen: FxHashSet::default(),
            tried: (0, Vec::new()),
        };
        sizes.push(0, least);
        sizes
    }

    /// The sizes to try now.
    pub(super) fn tried(&self) -> &[u32] {
        &self.tried.1
    }

    /// Whether a model stays one when a sort has more elements.
    pub(super) fn may_grow(&self, sort: usize) -> bool {
        self.may_grow[sort]
    }

    /// How many elements a sort has in every model at least.
    pub(super) fn least(&self, sort: usize) -> u32 {
        self.least[sort]
    }

    /// Goes to the next sizes; false when there are none.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn advance(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        loop {
            budget.check()?;
            let Some(Reverse((steps, _, sizes))) = self.waiting.pop() else { return Ok(false) };
            self.tried = (steps, sizes);
            match self.refuted.iter().rposition(|it| it.forbids(&self.tried.1)) {
                Some(at) => self.grow(&self.refuted[at].clone()),
                None => return Ok(true),
            }
        }
    }

    /// Learns why the sizes that are tried are none of a model.
    pub(super) fn refute(&mut self, refuted: RefutedSizes) {
        if let ([(sort, most)], []) = (&refuted.most[..], &refuted.least[..]) {
            self.least[*sort] = self.least[*sort].max(most + 1);
        }
        self.grow(&refuted);
        self.refuted.push(refuted);
    }

    /// No model has up to so many elements of each sort that is not listed.
    pub(super) fn none_up_to(&self) -> u32 {
        let whole = self.refuted.iter().filter(|it| it.least.is_empty());
        whole.filter_map(|it| it.most.iter().map(|it| it.1).min()).max().unwrap_or(0)
    }

    /// What may follow the sizes that are tried: of the sorts that must grow one grows, or all. Those that
    /// may grow for nothing do so together.
    fn grow(&mut self, refuted: &RefutedSizes) {
        let (free, bound): (Vec<_>, Vec<_>) =
            refuted.most.iter().copied().partition(|it| self.may_grow[it.0]);
        let mut choices: Vec<Vec<(usize, u32)>> = bound.iter().map(|it| vec![*it]).collect();
        if !free.is_empty() {
            choices.push(free);
        }
        if choices.len() > 1 {
            choices.push(refuted.most.clone());
        }
        for choice in choices {
            let mut next = self.tried.1.clone();
            for (sort, most) in choice {
                next[sort] = most + 1;
            }
            self.push(self.tried.0 + 1, next);
        }
    }

    fn push(&mut self, steps: u32, mut sizes: Vec<u32>) {
        for (size, least) in sizes.iter_mut().zip(&self.least) {
            *size = (*size).max(*least);
        }
        if self.seen.insert(sizes.clone()) {
            let sum = sizes.iter().map(|it| u64::from(*it)).sum();
            self.waiting.push(Reverse((steps, sum, sizes)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries sizes until some are large enough; how many were tried, and the last.
    fn tried(
        may_grow: &[bool],
        refute: impl Fn(&[u32]) -> Option<RefutedSizes>,
    ) -> (u32, Option<Vec<u32>>) {
        let mut sizes = Sizes::new(vec![1; may_grow.len()], may_grow.to_vec());
        let budget = &mut Budget::unlimited();
        for count in 0.. {
            if !sizes.advance(budget).unwrap() {
                return (count, None);
            }
            match refute(sizes.tried()) {
                Some(refuted) => sizes.refute(refuted),
                None => return (count, Some(sizes.tried().to_vec())),
            }
        }
        unreachable!("it goes on until there is an answer")
    }

    #[test]
    fn only_what_must_grow_grows() {
        let wanted = [3, 1, 7, 2, 1, 1, 1, 4];
        let refute = |sizes: &[u32]| {
            let small = (0..8).find(|it| sizes[*it] < wanted[*it])?;
            Some(RefutedSizes { most: vec![(small, sizes[small])], least: Vec::new() })
        };
        for may_grow in [[true; 8], [false; 8]] {
            assert_eq!(tried(&may_grow, refute), (12, Some(wanted.to_vec())));
        }
    }

    #[test]
    fn sorts_that_hang_together_grow_together() {
        // Twelve sorts, any of which might be what is too small.
        let refute = |sizes: &[u32]| {
            let most = sizes.iter().copied().enumerate().collect();
            (sizes != [4; 12]).then_some(RefutedSizes { most, least: Vec::new() })
        };
        let (count, found) = tried(&[false; 12], refute);
        assert_eq!(found, Some(vec![4; 12]));
        assert!(count < 1000, "{count}");
        assert_eq!(tried(&[true; 12], refute), (3, Some(vec![4; 12])));
    }

    #[test]
    fn all_sizes_are_tried_that_nothing_forbids() {
        // What is refuted is what one pair of sizes says alone, so the search has to come by each.
        for wanted in [[1, 5], [5, 1], [2, 3], [4, 2]] {
            let refute = |sizes: &[u32]| {
                let least = [(0, sizes[0]), (1, sizes[1])].into();
                let most = [(0, sizes[0]), (1, sizes[1])].into();
                (sizes != wanted).then_some(RefutedSizes { most, least })
            };
            assert_eq!(tried(&[false; 2], refute).1, Some(wanted.to_vec()));
        }
        let too_large = |_: &[u32]| Some(RefutedSizes { most: Vec::new(), least: vec![(0, 1)] });
        assert_eq!(tried(&[false; 2], too_large), (1, None));
    }

    #[test]
    fn what_is_refuted_alone_is_known_to_be_too_small() {
        let mut sizes = Sizes::new(vec![1, 2], vec![false; 2]);
        assert!(sizes.advance(&mut Budget::unlimited()).unwrap());
        sizes.refute(RefutedSizes { most: vec![(0, 4)], least: Vec::new() });
        assert_eq!((sizes.least(0), sizes.least(1), sizes.none_up_to()), (5, 2, 4));
        assert!(sizes.advance(&mut Budget::unlimited()).unwrap());
        assert_eq!(sizes.tried(), [5, 2]);
        sizes.refute(RefutedSizes { most: vec![(0, 9)], least: vec![(1, 2)] });
        assert_eq!(sizes.none_up_to(), 4);
    }
}
