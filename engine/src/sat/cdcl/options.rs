//! What a caller may choose, and what the solver says about its run.

/// Which techniques a [`Solver`](super::Solver) uses. None changes an answer, only the time it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The same seed yields the same run; any but 0 mixes the order of the first decisions.
    pub seed: u64,
    /// The times between restarts of the second mode, reductions and so on, in thousandths of the
    /// usual ones: with 1 they happen on the smallest input.
    pub interval: u64,
    /// The value that an atom is first tried with.
    pub initial_phase: bool,
    /// Leave redundant literals out of learnt clauses.
    pub minimisation: bool,
    /// Let atoms in the reasons of what is learnt be decided sooner, too.
    pub reason_bumping: bool,
    /// Restart.
    pub restarts: bool,
    /// Delete learnt clauses that seem of no use.
    pub reduction: bool,
    /// Alternate focused and stable mode; otherwise all is focused.
    pub stable_mode: bool,
    /// Try the last value of an atom first.
    pub phase_saving: bool,
    /// In stable mode try the values of the longest trail without a conflict first.
    pub target_phases: bool,
    /// Change all values that are tried first from time to time.
    pub rephasing: bool,
    /// Look for values to try by local search.
    pub local_search: bool,
    /// Remove clauses that contain others, and literals by self-subsuming resolution.
    pub subsumption: bool,
    /// Add atoms of the solver's own that make the clauses fewer.
    pub addition: bool,
    /// Eliminate atoms by resolution.
    pub elimination: bool,
    /// Let one of several equivalent literals stand for all.
    pub equivalence: bool,
    /// Try literals that might lead to a conflict by propagation alone.
    pub probing: bool,
    /// Shorten learnt clauses by assuming that their literals are false.
    pub vivification: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 0,
            interval: 1000,
            initial_phase: false,
            minimisation: true,
            reason_bumping: true,
            restarts: true,
            reduction: true,
            stable_mode: true,
            phase_saving: true,
            target_phases: true,
            rephasing: true,
            local_search: true,
            subsumption: true,
            addition: true,
            elimination: true,
            equivalence: true,
            probing: true,
            vivification: true,
        }
    }
}

impl Options {
    /// For clauses that somebody wrote. Most encodings say with a positive literal what there is, and there is one of
    /// many: true, it settles the others.
    #[must_use]
    pub fn for_clauses() -> Self {
        Self { initial_phase: true, ..Self::default() }
    }
}

/// What a [`Solver`](super::Solver) did so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Clauses found false.
    pub conflicts: u64,
    /// Literals chosen to be tried.
    pub decisions: u64,
    /// Literals whose clauses were looked at.
    pub propagations: u64,
    /// Returns to the first decision.
    pub restarts: u64,
    /// Changes of the values tried first.
    pub rephased: u64,
    /// Local searches.
    pub walks: u64,
    /// Atoms flipped by them.
    pub flips: u64,
    /// Changes between focused and stable mode.
    pub switches: u64,
    /// Reductions of the learnt clauses.
    pub reductions: u64,
    /// Learnt clauses deleted by them.
    pub reduced: u64,
    /// Learnt clauses.
    pub learnt: u64,
    /// Literals of them.
    pub learnt_literals: u64,
    /// Literals left out of them.
    pub minimised: u64,
    /// Clauses that were told while the search went on.
    pub demanded: u64,
    /// Rounds of inprocessing.
    pub simplifications: u64,
    /// Clauses removed because they contain others.
    pub subsumed: u64,
    /// Literals removed by self-subsuming resolution.
    pub strengthened: u64,
    /// Atoms added.
    pub added: u64,
    /// Atoms eliminated.
    pub eliminated: u64,
    /// Atoms that an equivalent literal stands for.
    pub substituted: u64,
    /// Literals found false by probing.
    pub failed: u64,
    /// Rounds of vivification.
    pub vivifications: u64,
    /// Learnt clauses shortened by it.
    pub vivified: u64,
}
