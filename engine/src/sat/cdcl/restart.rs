//! When to start again from the first decision: in focused mode while recent clauses are worse than
//! those learnt over the long run (Audemard and Simon, "Refining restarts strategies for SAT and
//! UNSAT", CP 2012, with the exponential averages of Biere and Fröhlich, POS 2015); in stable mode
//! after numbers of conflicts by reluctant doubling (Luby's sequence as Knuth generates it, The Art
//! of Computer Programming 4, 7.2.2.2). Levels that would be decided again are kept (van der Tak,
//! Ramos and Heule, "Reusing the assignment trail in CDCL solvers", JSAT 2011).

use super::Solver;

/// Conflicts between two restarts at least.
const INTERVAL: u64 = 2;
/// How much worse than in the long run recent glue must be.
const MARGIN: f64 = 1.10;
/// Conflicts to which the averages look back.
const FAST: f64 = 33.0;
const SLOW: f64 = 1e5;
/// The unit of reluctant doubling in conflicts, and the longest wait in units.
const RELUCTANT_UNIT: u64 = 1024;
const RELUCTANT_MOST: u64 = 1 << 10;

/// An exponential average, right from the first value on (Kingma and Ba, ICLR 2015).
#[derive(Clone, Copy, Debug)]
pub(super) struct Average {
    value: f64,
    weight: f64,
    alpha: f64,
}

impl Average {
    /// An average that looks back about so many values.
    pub(super) fn over(window: f64) -> Self {
        Self { value: 0.0, weight: 0.0, alpha: 1.0 / window }
    }

    /// Counts a value.
    pub(super) fn add(&mut self, value: f64) {
        self.value += self.alpha * (value - self.value);
        self.weight += self.alpha * (1.0 - self.weight);
    }

    /// The average, 0 of nothing.
    pub(super) fn get(self) -> f64 {
        if self.weight == 0.0 { 0.0 } else { self.value / self.weight }
    }
}

/// What decides about restarts.
#[derive(Debug)]
pub(super) struct Restarts {
    fast: Average,
    slow: Average,
    /// Conflicts since the last restart.
    conflicts: u64,
    /// Reluctant doubling: Knuth's pair (u, v).
    reluctant: (u64, u64),
}

impl Default for Restarts {
    fn default() -> Self {
        Self {
            fast: Average::over(FAST),
            slow: Average::over(SLOW),
            conflicts: 0,
            reluctant: (1, 1),
        }
    }
}

impl Restarts {
    /// Hears of a learnt clause.
    pub(super) fn learnt(&mut self, glue: u32, is_stable: bool) {
        self.conflicts += 1;
        if !is_stable {
            self.fast.add(f64::from(glue));
            self.slow.add(f64::from(glue));
        }
    }

    fn is_due(&self, is_stable: bool, unit: u64) -> bool {
        if is_stable {
            return self.conflicts >= self.reluctant.1 * unit;
        }
        self.conflicts >= INTERVAL && self.fast.get() > MARGIN * self.slow.get()
    }

    /// Hears of a restart or a change of mode.
    pub(super) fn restarted(&mut self, is_stable: bool) {
        self.conflicts = 0;
        if is_stable {
            let (u, v) = self.reluctant;
            let lowest = u & u.wrapping_neg();
            self.reluctant = if lowest == v { (u + 1, 1) } else { (u, 2 * v) };
            if self.reluctant.1 > RELUCTANT_MOST {
                self.reluctant = (1, 1);
            }
        }
    }
}

impl Solver<'_> {
    /// Whether to restart now.
    pub(super) fn is_restart_due(&self) -> bool {
        self.options.restarts
            && self.level() > self.assumptions.len() as u32
            && self.restarts.is_due(self.is_stable, self.interval(RELUCTANT_UNIT))
    }

    /// Goes back to the assumptions, but for levels that would be decided again.
    pub(super) fn restart(&mut self) {
        self.statistics.restarts += 1;
        self.restarts.restarted(self.is_stable);
        let mut level = self.assumptions.len();
        if let Some(next) = self.next_atom() {
            while let Some(start) = self.levels.get(level).map(|level| level.start) {
                let decision = self.trail[start as usize].atom();
                let is_kept = if self.is_stable {
                    self.scores.is_before(decision, next)
                } else {
                    self.queue.time(decision) > self.queue.time(next)
                };
                if !is_kept {
                    break;
                }
                level += 1;
            }
        }
        self.backtrack(level as u32);
    }
}
