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
