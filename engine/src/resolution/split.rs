//! Splitting (A. Voronkov, *AVATAR: the architecture for first-order theorem provers*, CAV 2014). The parts of a clause
//! that share no variable get names, and a solver for propositional clauses says which of them are taken to be
//! true. Each clause knows the names that it rests on. The search has only those whose names are taken to be
//! true; where it comes to a contradiction some of them cannot be so together, and the solver chooses again.
//! When it cannot, what it learnt is the end of a refutation.

mod log;
mod search;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::{ClauseId, FirstOrderLiteral};
use super::term::{Bank, written};
use crate::evidence::refutation::{ClauseComponent, MadeSymbol, ProofLiteral, SortNumber};
use crate::logic::cnf::{Atom, Literal};
use crate::sat::cdcl::{Options, Solver};
use log::SplitLog;

/// The name of a part of a clause, by its number.
pub(super) type ComponentName = u32;

/// The names of parts, and what is taken to be true of them.
pub(super) struct Splitter {
    /// The symbol of the first name.
    first: u32,
    /// The literals of each part and the sorts of its variables.
    components: Vec<(Vec<FirstOrderLiteral>, Vec<SortNumber>)>,
    known: FxHashMap<Vec<FirstOrderLiteral>, ComponentName>,
    truths: Vec<bool>,
    solver: Solver<'static>,
    log: Rc<RefCell<SplitLog>>,
    /// Whether the solver has to choose again.
    is_stale: bool,
    /// By name: the clauses that rest on it, and those that are not needed as long as it is true.
    resting: Vec<Vec<ClauseId>>,
    spared: Vec<Vec<ClauseId>>,
    /// Clauses that are not searched since a name they rest on is not true, and those that are not needed.
    off: FxHashSet<ClauseId>,
    locked: FxHashSet<ClauseId>,
    /// The active clauses.
    pub(super) active: FxHashSet<ClauseId>,
}

impl Splitter {
    /// Without any name; there are so many other symbols.
    pub(super) fn new(symbols: usize) -> Self {
        let log = Rc::new(RefCell::new(SplitLog::default()));
        // What was chosen stays as long as it can: every change takes clauses in and out.
        let options = Options {
            stable_mode: false,
            rephasing: false,
            local_search: false,
            ..Options::default()
        };
        Self {
            first: symbols as u32,
            components: Vec::new(),
            known: FxHashMap::default(),
            truths: Vec::new(),
            solver: Solver::with_tracer(options, Box::new(Rc::clone(&log))),
            log,
            is_stale: false,
            resting: Vec::new(),
            spared: Vec::new(),
            off: FxHashSet::default(),
            locked: FxHashSet::default(),
            active: FxHashSet::default(),
        }
    }

    /// Whether any clause was split.
    pub(super) fn is_used(&self) -> bool {
        !self.components.is_empty()
    }

    /// The symbol of a name.
    pub(super) fn symbol(&self, name: ComponentName) -> u32 {
        self.first + name
    }

    /// What the names mean.
    pub(super) fn made(&self, bank: &Bank) -> impl Iterator<Item = MadeSymbol> {
        self.components.iter().map(|(literals, variables)| {
            let literals = literals.iter().map(|it| ProofLiteral {
                is_positive: it.is_positive,
                left: written(bank, it.left),
                right: it.right.map(|it| written(bank, it)),
            });
            let literals = literals.collect();
            MadeSymbol::Component(ClauseComponent { literals, variables: variables.clone() })
        })
    }

    fn are_true(&self, names: &[ComponentName]) -> bool {
        names.iter().all(|it| self.truths[*it as usize])
    }

    /// Gives the solver a clause of the search: it has these names, and rests on those.
    fn give(&mut self, clause: ClauseId, names: &[ComponentName], rests: &[ComponentName]) {
        let stated = names.iter().map(|it| Literal::new(Atom(*it), true));
        let denied = rests.iter().map(|it| Literal::new(Atom(*it), false));
        let literals: Vec<Literal> = stated.chain(denied).collect();
        self.log.borrow_mut().given_last = clause;
        self.solver.add_clause(&literals);
        self.is_stale |= !names.iter().any(|it| self.truths[*it as usize]);
    }
}

/// Names of one list that another one does not have. Both are sorted.
pub(super) fn without(one: &[ComponentName], other: &[ComponentName]) -> Vec<ComponentName> {
    one.iter().copied().filter(|it| other.binary_search(it).is_err()).collect()
}

/// The names of two sorted lists.
pub(super) fn union(one: &[ComponentName], other: &[ComponentName]) -> Vec<ComponentName> {
    let mut all = [one, other].concat();
    all.sort_unstable();
    all.dedup();
    all
}
