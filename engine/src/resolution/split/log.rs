//! What the solver of a splitter was given and learnt, until it found that there is nothing to choose.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::evidence::clauses::Tracer;
use crate::logic::cnf::Literal;
use crate::resolution::clause::ClauseId;

/// The clauses of a solver by its numbers for them.
#[derive(Default)]
pub(super) struct SplitLog {
    /// The clause of the search that the solver is given next.
    pub given_last: ClauseId,
    given: FxHashMap<u64, ClauseId>,
    learnt: FxHashMap<u64, (Vec<Literal>, Vec<u64>)>,
    /// The empty clause.
    pub empty: Option<u64>,
}

impl SplitLog {
    /// The clause of the search that has a number.
    pub(super) fn given(&self, number: u64) -> Option<ClauseId> {
        self.given.get(&number).copied()
    }

    /// A clause that was learnt, and those from which it follows by unit propagation.
    pub(super) fn learnt(&self, number: u64) -> Option<&(Vec<Literal>, Vec<u64>)> {
        self.learnt.get(&number)
    }

    /// The empty clause and all that it rests on, each behind what it follows from.
    pub(super) fn order(&self) -> Vec<u64> {
        let (mut order, mut seen) = (Vec::new(), FxHashSet::default());
        let mut open: Vec<u64> = self.empty.into_iter().collect();
        while let Some(&number) = open.last() {
            let reasons = self.learnt(number).map_or(&[][..], |it| &it.1);
            let before = open.len();
            open.extend(reasons.iter().filter(|it| !seen.contains(*it)));
            if open.len() == before {
                open.pop();
                if seen.insert(number) {
                    order.push(number);
                }
            }
        }
        order
    }
}

impl Tracer for SplitLog {
    fn input(&mut self, number: u64, clause: &[Literal]) {
        self.given.insert(number, self.given_last);
        if clause.is_empty() {
            self.empty.get_or_insert(number);
        }
    }

    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) {
        if clause.is_empty() {
            self.empty.get_or_insert(number);
        }
        self.learnt.insert(number, (clause.to_vec(), reasons.to_vec()));
    }

    // Names go on to come, so the solver has none of its own.
    fn define(&mut self, _: u64, _: &[Literal], _: &[i64]) {}

    fn delete(&mut self, _: u64, _: &[Literal]) {}
}
