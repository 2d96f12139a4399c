//! Two modes take turns: the focused one, with rapid restarts, suits refutations, the stable one,
//! with few, suits models (Oh, "Between SAT and UNSAT: the fundamental difference in CDCL SAT", SAT
//! 2015). The first turn takes three thousand conflicts, the others multiples of its time: those of
//! stable mode half as long as the focused ones before them, since what it learns of circuits is of
//! less use to a refutation.

use super::Solver;

/// Conflicts of the first turn.
const FIRST: u64 = 3000;
/// A turn of stable mode is so many times shorter than one of focused mode.
const STABLE: u64 = 2;

/// Whose turn it is, and for how long.
#[derive(Debug, Default)]
pub(super) struct Modes {
    /// Ticks of the first turn.
    length: u64,
    /// Ticks at the end of the present one.
    end: u64,
}

impl Solver<'_> {
    /// Whether the mode's turn is over.
    pub(super) fn is_switch_due(&self) -> bool {
        if self.statistics.switches == 0 {
            return self.options.stable_mode && self.statistics.conflicts >= self.interval(FIRST);
        }
        self.ticks >= self.modes.end
    }

    /// Begins the other mode's turn.
    pub(super) fn switch_mode(&mut self) {
        self.backtrack(0);
        if self.statistics.switches == 0 {
            self.modes.length = self.ticks;
        }
        self.statistics.switches += 1;
        self.is_stable = !self.is_stable;
        let turn = self.statistics.switches.div_ceil(2);
        let length = self.modes.length * turn * turn;
        self.modes.end = self.ticks + if self.is_stable { length / STABLE } else { length };
        self.scores.grow(self.atoms);
        self.restarts.restarted(false);
    }
}
