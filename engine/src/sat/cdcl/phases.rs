//! Which value a decision tries: the last one the atom had (phase saving; Pipatsrisawat and
//! Darwiche, SAT 2007), in stable mode that of the longest trail without a conflict (target
//! phases), and from time to time all of them from another point: the best trail ever, what local
//! search finds, the original values, or their opposites (rephasing; Biere and Fleury, "Chasing
//! target phases", POS 2020).

use super::Solver;
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};

/// Conflicts to the first rephasing; each further one takes that much longer.
const INTERVAL: u64 = 1000;
/// Conflicts to the first local search.
const FIRST: u64 = 100;
/// The first local search waits until the search took so many ticks for each word of the clauses.
const TICKS: u64 = 1;

/// From where values are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Point {
    /// The values tried at the beginning.
    Original,
    /// Their opposites.
    Inverted,
    /// The longest trail without a conflict.
    Best,
    /// What local search finds from the present values; without it, some of them flipped.
    Local,
}

/// The points in turn.
const CYCLE: [Point; 6] =
    [Point::Best, Point::Local, Point::Original, Point::Best, Point::Local, Point::Inverted];

/// The values to try.
#[derive(Debug, Default)]
pub(super) struct Phases {
    /// The last value of each atom.
    pub saved: Vec<bool>,
    /// The values on the longest trail without a conflict since the last restart or rephasing.
    target: Vec<Option<bool>>,
    /// Those on the longest one since the last rephasing to it.
    best: Vec<Option<bool>>,
    /// Lengths of those trails.
    target_length: usize,
    best_length: usize,
    /// What the caller asks for.
    hints: Vec<Option<bool>>,
    /// Conflicts at the next rephasing.
    limit: u64,
    count: u64,
}

impl Phases {
    /// Makes room for this many atoms.
    pub(super) fn grow(&mut self, atoms: u32, initial: bool) {
        let atoms = atoms as usize;
        self.saved.resize(atoms, initial);
        self.hints.resize(atoms, None);
    }
}

impl Solver<'_> {
    /// The value that a search for a model tries first, whatever else it learns of the atom; `None`
    /// leaves it to the solver.
    pub fn set_phase(&mut self, atom: Atom, value: Option<bool>) {
        self.grow(atom.0 + 1);
        self.phases.hints[atom.0 as usize] = value;
    }

    /// The literal of an atom to be tried.
    pub(super) fn phase(&self, atom: Atom) -> Literal {
        let index = atom.0 as usize;
        let phases = &self.phases;
        let target = || {
            let target = phases.target.get(index).copied().flatten();
            target.filter(|_| self.options.target_phases && self.is_stable)
        };
        let value = phases.hints[index].or_else(target).unwrap_or_else(|| {
            if self.options.phase_saving { phases.saved[index] } else { self.options.initial_phase }
        });
        Literal::new(atom, value)
    }

    /// Remembers the trail when it is the longest one without a conflict.
    pub(super) fn save_best(&mut self) {
        if !self.is_stable || !self.options.target_phases {
            return;
        }
        // Everything up to the level of a conflict was propagated without one.
        let length = self.consistent;
        self.consistent = 0;
        let phases = &mut self.phases;
        for (phase, longest) in [
            (&mut phases.target, &mut phases.target_length),
            (&mut phases.best, &mut phases.best_length),
        ] {
            if length > *longest {
                *longest = length;
                phase.resize(phases.saved.len(), None);
                for literal in &self.trail[..length] {
                    phase[literal.atom().0 as usize] = Some(literal.is_positive());
                }
            }
        }
    }

    /// Whether to rephase now.
    pub(super) fn is_rephase_due(&self) -> bool {
        let conflicts = self.statistics.conflicts;
        let is_first_walk = || {
            let is_cheap = self.ticks >= TICKS * self.arena.extent();
            self.walks() && self.phases.count == 0 && is_cheap
        };
        self.options.rephasing
            && (conflicts >= self.phases.limit.max(self.interval(INTERVAL))
                || conflicts >= self.interval(FIRST) && is_first_walk())
    }

    /// Whether local search pays. It knows nothing of clauses that come on demand.
    fn walks(&self) -> bool {
        self.options.local_search && !self.told.is_on
    }

    /// Lets the decisions try values from another point.
    pub(super) fn rephase(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.backtrack(0);
        self.statistics.rephased += 1;
        let initial = self.options.initial_phase;
        let interval = self.interval(INTERVAL);
        let phases = &mut self.phases;
        phases.limit = self.statistics.conflicts + interval * (phases.count + 1);
        let point = match phases.count {
            0 => Point::Local,
            count => CYCLE[(count - 1) as usize % CYCLE.len()],
        };
        phases.count += 1;
        match point {
            Point::Original => phases.saved.fill(initial),
            Point::Inverted => phases.saved.fill(!initial),
            Point::Best => {
                for (saved, best) in phases.saved.iter_mut().zip(&phases.best) {
                    *saved = best.unwrap_or(*saved);
                }
                phases.best.fill(None);
            }
            Point::Local => {}
        }
        phases.best_length = 0;
        phases.target_length = 0;
        phases.target.fill(None);
        if point != Point::Local {
            return Ok(());
        }
        if self.walks() {
            return self.walk(budget);
        }
        let random = &mut self.random;
        self.phases.saved.iter_mut().for_each(|saved| *saved ^= random.below(8) == 0);
        Ok(())
    }
}

/// Numbers that look random and repeat (`SplitMix64`; Steele, Lea and Flood, OOPSLA 2014).
#[derive(Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below another one, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// A number from 0 up to 1, which is left out.
    pub(super) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }
}
