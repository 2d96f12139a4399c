//! What a refutation rests on: the reasons of each clause that was derived are kept, and from the last one
//! they are followed back to the input (Heule, Hunt and Wetzler, "Trimming while checking clausal
//! proofs", FMCAD 2013).

use rustc_hash::FxHashSet;

use crate::logic::cnf::{Cnf, Literal};

/// So many reasons are kept, of eight bytes each.
const MOST: usize = 1 << 24;

/// Clauses of the input on which a refutation rests.
#[derive(Debug)]
pub struct RefutedClauses(FxHashSet<Box<[Literal]>>);

impl RefutedClauses {
    /// Which of some clauses they are; nothing where one of them is not there.
    pub fn among(&self, cnf: &Cnf) -> Option<Vec<bool>> {
        let mut found = FxHashSet::default();
        let is_one = |clause: &[Literal]| {
            let is_ordered = clause.is_sorted_by(|one, other| one < other);
            let same = if is_ordered { self.0.get(clause) } else { self.0.get(&ordered(clause)) };
            found.extend(same);
            same.is_some()
        };
        let which: Vec<_> = cnf.clauses().map(is_one).collect();
        (found.len() == self.0.len()).then_some(which)
    }
}

/// The literals of a clause in their order, each once.
fn ordered(clause: &[Literal]) -> Box<[Literal]> {
    let mut literals = clause.to_vec();
    literals.sort_unstable();
    literals.dedup();
    literals.into()
}

/// Lists one behind the other, each of a clause by its number, ascending.
struct Lists<T> {
    ends: Vec<(u64, usize)>,
    all: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { ends: Vec::new(), all: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// Adds a list; whether its clause is a later one than all before.
    fn push(&mut self, number: u64, list: impl Iterator<Item = T>) -> bool {
        let is_later = self.ends.last().is_none_or(|it| it.0 < number);
        self.all.extend(list);
        self.ends.push((number, self.all.len()));
        is_later
    }

    /// The lists, the last one first.
    fn backwards(&self) -> impl Iterator<Item = (u64, &[T])> {
        let start = |at: usize| at.checked_sub(1).map_or(0, |it| self.ends[it].1);
        let all = self.ends.iter().enumerate().rev();
        all.map(move |(at, &(number, end))| (number, &self.all[start(at)..end]))
    }
}

/// The clauses so far, and the reasons of those that were derived.
#[derive(Default)]
pub(super) struct Cone {
    inputs: Lists<Literal>,
    reasons: Lists<u64>,
}

impl Cone {
    /// Adds a clause of the input; whether there is room for it.
    pub(super) fn input(&mut self, number: u64, clause: &[Literal]) -> bool {
        self.inputs.push(number, clause.iter().copied()) && self.inputs.all.len() <= MOST
    }

    /// Adds what a clause was derived by, likewise.
    pub(super) fn derive(&mut self, number: u64, reasons: impl Iterator<Item = u64>) -> bool {
        self.reasons.push(number, reasons) && self.reasons.all.len() <= MOST
    }

    /// The clauses of the input on which one rests.
    pub(super) fn below(&self, last: u64) -> RefutedClauses {
        let mut needed = FxHashSet::from_iter([last]);
        for (number, reasons) in self.reasons.backwards() {
            if needed.contains(&number) {
                needed.extend(reasons);
            }
        }
        let inputs = self.inputs.backwards().filter(|it| needed.contains(&it.0));
        RefutedClauses(inputs.map(|it| ordered(it.1)).collect())
    }
}
