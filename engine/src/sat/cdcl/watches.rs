//! Which clauses watch a literal: those that must be looked at when it becomes false (Moskewicz,
//! Madigan, Zhao, Zhang and Malik, "Chaff", DAC 2001). All lists lie in one vector; one that grows
//! moves to its end (Kissat; Biere, Fazekas, Fleury and Heisinger, SAT Competition 2020).

use super::arena::{Arena, Reference};
use crate::logic::cnf::Literal;

/// A clause, with another of its literals: when that *blocker* is true, the clause need not be
/// looked at (Chu, Harwood and Stuckey, "Cache conscious data structures for Boolean satisfiability
/// solvers", JSAT 2009). A clause of two literals is known by its blocker alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct WatchedClause {
    /// A literal of the clause other than the watched one.
    pub blocker: Literal,
    /// The clause, and in the highest bit whether it has two literals.
    clause: u32,
}

const BINARY: u32 = 1 << 31;

/// Fills the room of a list that is not used.
const NOTHING: WatchedClause = WatchedClause { blocker: Literal::from_index(0), clause: 0 };

impl WatchedClause {
    /// Watches a clause.
    pub(super) fn new(blocker: Literal, clause: Reference, is_binary: bool) -> Self {
        Self { blocker, clause: clause.0 | if is_binary { BINARY } else { 0 } }
    }

    /// Whether the clause has two literals.
    pub(super) fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }

    pub(super) fn clause(self) -> Reference {
        Reference(self.clause & !BINARY)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct List {
    start: u32,
    length: u32,
    capacity: u32,
}

/// A list of watches for each literal.
#[derive(Debug, Default)]
pub(super) struct Watches {
    lists: Vec<List>,
    /// All of them.
    pool: Vec<WatchedClause>,
}

impl Watches {
    /// Makes room for this many atoms.
    pub(super) fn grow(&mut self, atoms: u32) {
        self.lists.resize(2 * atoms as usize, List::default());
    }

    /// The clauses that watch a literal.
    pub(super) fn of_mut(&mut self, literal: Literal) -> &mut [WatchedClause] {
        let list = self.lists[literal.index()];
        &mut self.pool[list.start as usize..][..list.length as usize]
    }

    /// Keeps the first watches of a literal.
    pub(super) fn truncate(&mut self, literal: Literal, length: usize) {
        self.lists[literal.index()].length = length as u32;
    }

    /// Adds a watch to a literal.
    pub(super) fn push(&mut self, literal: Literal, watch: WatchedClause) {
        let list = &mut self.lists[literal.index()];
        if list.length == list.capacity {
            let old = list.start as usize..(list.start + list.length) as usize;
            list.start = self.pool.len() as u32;
            list.capacity = (2 * list.capacity).max(4);
            self.pool.extend_from_within(old);
            let end = (list.start + list.capacity) as usize;
            self.pool.resize(end, watch);
        }
        self.pool[(list.start + list.length) as usize] = watch;
        list.length += 1;
    }

    /// Lets a clause be watched at its first two literals.
    pub(super) fn attach(&mut self, clause: Reference, literals: &[Literal]) {
        let is_binary = literals.len() == 2;
        self.push(literals[0], WatchedClause::new(literals[1], clause, is_binary));
        self.push(literals[1], WatchedClause::new(literals[0], clause, is_binary));
    }

    /// Lets a clause be watched no longer.
    pub(super) fn detach(&mut self, clause: Reference, literals: &[Literal]) {
        for &literal in &literals[..2] {
            let list = self.of_mut(literal);
            if let Some(at) = list.iter().position(|watch| watch.clause() == clause) {
                list.copy_within(at + 1.., at);
                self.lists[literal.index()].length -= 1;
            }
        }
    }

    /// Forgets all watches.
    pub(super) fn clear(&mut self) {
        self.lists.fill(List::default());
        self.pool.clear();
    }

    /// Lets each watch follow its clause to a new place, or go with it; lists lie in the given order
    /// of all literals, each with clauses of two literals first: they cost least and propagate
    /// most.
    pub(super) fn relocate(
        &mut self,
        order: impl Iterator<Item = Literal>,
        mut place: impl FnMut(Reference) -> Option<Reference>,
    ) {
        let mut pool: Vec<WatchedClause> = Vec::with_capacity(self.pool.len());
        for literal in order {
            let list = &mut self.lists[literal.index()];
            let old = &self.pool[list.start as usize..][..list.length as usize];
            let start = pool.len();
            for are_binary in [true, false] {
                for watch in old.iter().filter(|watch| watch.is_binary() == are_binary) {
                    if let Some(clause) = place(watch.clause()) {
                        pool.push(WatchedClause::new(watch.blocker, clause, are_binary));
                    }
                }
            }
            let length = pool.len() - start;
            let capacity = length + length / 4;
            pool.resize(start + capacity, NOTHING);
            *list = List { start: start as u32, length: length as u32, capacity: capacity as u32 };
        }
        self.pool = pool;
    }

    /// Watches all clauses anew, clauses of two literals first.
    pub(super) fn rebuild(&mut self, arena: &Arena) {
        self.clear();
        for clause in arena.iter() {
            for literal in &arena.literals(clause)[..2] {
                self.lists[literal.index()].capacity += 1;
            }
        }
        let mut end = 0;
        for list in &mut self.lists {
            list.start = end;
            // Room for watches that come from other lists.
            list.capacity += list.capacity / 2;
            end += list.capacity;
        }
        self.pool.resize(end as usize, NOTHING);
        for are_binary in [true, false] {
            for clause in arena.iter() {
                let literals = arena.literals(clause);
                if (literals.len() == 2) == are_binary {
                    self.attach(clause, literals);
                }
            }
        }
    }
}
