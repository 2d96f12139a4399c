//! A checker of refutations that goes along with the solver: each clause that follows is checked the
//! moment it is derived, by the reasons that come with it, and deleted clauses cost no memory (LRAT;
//! Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, CADE 2017).

mod cone;
mod starts;

use rustc_hash::FxHashSet;

use cone::Cone;
pub use cone::RefutedClauses;
use starts::Starts;

use crate::evidence::clauses::Tracer;
use crate::logic::cnf::{Cnf, Literal};

/// What is wrong with a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LratFlaw {
    /// The number of a new clause belongs to another one already.
    Taken {
        /// The number.
        number: u64,
    },
    /// No clause has this number, or none any more.
    Unknown {
        /// The number.
        number: u64,
    },
    /// A reason is neither a unit clause nor a conflict when its turn comes.
    NotUnit {
        /// The clause that was to follow.
        number: u64,
        /// The reason.
        reason: u64,
    },
    /// The reasons lead to no conflict.
    NoConflict {
        /// The clause that was to follow.
        number: u64,
    },
    /// There are no reasons for the resolvent with a clause.
    Unresolved {
        /// The clause that was to be RAT.
        number: u64,
        /// The other clause.
        with: u64,
    },
}

/// The clauses that a solver has, and what is known of its derivations so far.
#[derive(Default)]
pub struct LratChecker {
    /// The clauses one behind the other, each as its length and the indices of its literals.
    arena: Vec<u32>,
    /// Where each clause starts in the arena, by its number.
    starts: Starts,
    /// How much of the arena belongs to deleted clauses.
    garbage: usize,
    /// How often each literal occurs, by its index, from the first step on that needs to know.
    occurrences: Option<Vec<usize>>,
    /// When each literal became false last, by its index: it is false now when that was in the
    /// present step.
    falsified: Vec<u32>,
    step: u32,
    /// The literals that became false in the present step by reasons.
    trail: Vec<u32>,
    /// The clause that was derived last, and its number.
    latest: Vec<Literal>,
    latest_number: u64,
    /// The number of the first empty clause.
    empty_clause: Option<u64>,
    /// What clauses rest on, where somebody wants to know and it is not too much.
    cone: Option<Cone>,
    /// The first thing wrong; nothing is checked behind it.
    flaw: Option<LratFlaw>,
}

impl Tracer for LratChecker {
    fn input(&mut self, number: u64, clause: &[Literal]) {
        self.attempt(|it| {
            it.make_room(clause);
            it.cone.take_if(|cone| !cone.input(number, clause));
            it.add(number, clause)
        });
    }

    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) {
        self.attempt(|it| {
            it.deny(clause);
            if !it.propagate(number, reasons.iter().copied())? {
                return Err(LratFlaw::NoConflict { number });
            }
            it.cone.take_if(|cone| !cone.derive(number, reasons.iter().copied()));
            it.take(number, clause)
        });
    }

    fn define(&mut self, number: u64, clause: &[Literal], reasons: &[i64]) {
        self.derive_by(number, clause, reasons);
    }

    fn delete(&mut self, number: u64, _: &[Literal]) {
        self.attempt(|it| it.remove(number));
    }
}

impl LratChecker {
    /// A checker with room for clauses that will be the input.
    pub fn of(cnf: &Cnf) -> Self {
        Self {
            arena: Vec::with_capacity(cnf.len() + cnf.literals()),
            falsified: vec![0; 2 * cnf.atoms() as usize],
            ..Self::default()
        }
    }

    /// A checker that can say what refutations rest on.
    pub fn trimming() -> Self {
        Self { cone: Some(Cone::default()), ..Self::default() }
    }

    /// The clauses of the input on which the latest refutation rests; nothing where that is not known.
    pub fn rests_on(&self) -> Option<RefutedClauses> {
        Some(self.cone.as_ref()?.below(self.empty_clause.unwrap_or(self.latest_number)))
    }

    /// Whether the clauses are refuted under assumptions, without any too: whether the empty clause
    /// was derived, or at last a clause of nothing but negated assumptions.
    ///
    /// # Errors
    /// The first step that is wrong.
    pub fn refutes(&self, assumptions: &[Literal]) -> Result<bool, LratFlaw> {
        match self.flaw {
            Some(flaw) => Err(flaw),
            None if self.empty_clause.is_some() => Ok(true),
            None if self.latest.is_empty() => Ok(false),
            None => {
                let mut denied: Vec<_> = assumptions.iter().map(|&literal| !literal).collect();
                denied.sort_unstable();
                Ok(self.latest.iter().all(|literal| denied.binary_search(literal).is_ok()))
            }
        }
    }

    fn attempt(&mut self, step: impl FnOnce(&mut Self) -> Result<(), LratFlaw>) {
        if self.flaw.is_none() {
            self.flaw = step(self).err();
        }
    }

    fn add(&mut self, number: u64, clause: &[Literal]) -> Result<(), LratFlaw> {
        if !self.starts.insert(number, self.arena.len()) {
            return Err(LratFlaw::Taken { number });
        }
        self.arena.push(clause.len() as u32);
        self.arena.extend(clause.iter().map(|literal| literal.index() as u32));
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.resize(self.falsified.len(), 0);
            clause.iter().for_each(|literal| occurrences[literal.index()] += 1);
        }
        if clause.is_empty() {
            self.empty_clause.get_or_insert(number);
        }
        Ok(())
    }

    /// Makes room for the marks of all literals of a clause.
    fn make_room(&mut self, clause: &[Literal]) {
        let highest = clause.iter().map(|literal| literal.index() | 1).max().unwrap_or(0);
        if self.falsified.len() <= highest {
            self.falsified.resize(highest + 1, 0);
        }
    }

    fn remove(&mut self, number: u64) -> Result<(), LratFlaw> {
        let start = self.starts.remove(number).ok_or(LratFlaw::Unknown { number })?;
        let length = self.arena[start] as usize;
        if let Some(occurrences) = &mut self.occurrences {
            let literals = &self.arena[start + 1..][..length];
            literals.iter().for_each(|&literal| occurrences[literal as usize] -= 1);
        }
        self.garbage += 1 + length;
        if self.garbage > self.arena.len() / 2 {
            self.compact();
        }
        Ok(())
    }

    /// Moves the clauses together, in the order in which they lie.
    fn compact(&mut self) {
        let mut clauses: Vec<_> =
            self.starts.all().map(|(number, start)| (start, number)).collect();
        clauses.sort_unstable();
        let mut end = 0;
        for (start, number) in clauses {
            let length = 1 + self.arena[start] as usize;
            self.arena.copy_within(start..start + length, end);
            self.starts.set(number, end);
            end += length;
        }
        self.arena.truncate(end);
        self.arena.shrink_to(2 * end);
        self.garbage = 0;
    }

    /// Denies a clause: a step begins.
    fn deny(&mut self, clause: &[Literal]) {
        self.make_room(clause);
        self.step = self.step.checked_add(1).unwrap_or_else(|| {
            self.falsified.fill(0);
            1
        });
        self.trail.clear();
        for literal in clause {
            self.falsified[literal.index()] = self.step;
        }
    }

    /// Whether the clauses with these numbers lead to a conflict: each in turn has one literal left
    /// that is not false, and makes it true, until one has none.
    fn propagate(
        &mut self,
        number: u64,
        reasons: impl IntoIterator<Item = u64>,
    ) -> Result<bool, LratFlaw> {
        for reason in reasons {
            let start = self.starts.get(reason).ok_or(LratFlaw::Unknown { number: reason })?;
            let is_left = |&&literal: &&u32| self.falsified[literal as usize] != self.step;
            let mut left = self.literals(start).iter().filter(is_left);
            let Some(&unit) = left.next() else {
                return Ok(true);
            };
            if left.any(|&other| other != unit) {
                return Err(LratFlaw::NotUnit { number, reason });
            }
            // A reason that comes twice finds its literal true already, and changes nothing.
            let negation = unit ^ 1;
            if self.falsified[negation as usize] != self.step {
                self.falsified[negation as usize] = self.step;
                self.trail.push(negation);
            }
        }
        Ok(false)
    }

    /// Takes in a clause that was found to follow.
    fn take(&mut self, number: u64, clause: &[Literal]) -> Result<(), LratFlaw> {
        self.add(number, clause)?;
        self.latest.clear();
        self.latest.extend_from_slice(clause);
        self.latest_number = number;
        Ok(())
    }

    /// A clause as in [`Tracer::derive`], or one that is RAT on its first literal: a negative reason
    /// begins those for which the resolvent with that clause follows, and each clause with the
    /// negated literal has some.
    pub fn derive_by(&mut self, number: u64, clause: &[Literal], reasons: &[i64]) {
        self.attempt(|it| {
            it.deny(clause);
            let is_start = |_: &i64, next: &i64| *next > 0;
            let mut runs = reasons.chunk_by(is_start).peekable();
            let plain = runs.next_if(|run| run[0] > 0).unwrap_or_default();
            if !it.propagate(number, plain.iter().map(|it| it.unsigned_abs()))? {
                it.resolvents(number, clause, runs)?;
            }
            let all = reasons.iter().map(|it| it.unsigned_abs());
            it.cone.take_if(|cone| !cone.derive(number, all));
            it.take(number, clause)
        });
    }

    /// Checks that the resolvents of a denied clause on its first literal follow, each by a run of
    /// reasons.
    fn resolvents<'a>(
        &mut self,
        number: u64,
        clause: &[Literal],
        runs: impl Iterator<Item = &'a [i64]>,
    ) -> Result<(), LratFlaw> {
        let pivot = clause.first().ok_or(LratFlaw::NoConflict { number })?;
        let negation = (!*pivot).index() as u32;
        let mut left = self.occurrences(negation);
        let mut done = FxHashSet::default();
        for run in runs {
            let other = run[0].unsigned_abs();
            let start = self.starts.get(other).filter(|_| done.insert(other));
            let unknown = LratFlaw::Unknown { number: other };
            let start = start.ok_or(unknown)?;
            let same = self.literals(start).iter().filter(|&&it| it == negation).count();
            left -= same;
            if same == 0 {
                return Err(unknown);
            }
            let known = self.trail.len();
            let literals = self.literals(start).to_vec();
            let mut is_true = false;
            for literal in literals.into_iter().filter(|&literal| literal != negation) {
                is_true |= self.falsified[literal as usize ^ 1] == self.step;
                if self.falsified[literal as usize] != self.step {
                    self.falsified[literal as usize] = self.step;
                    self.trail.push(literal);
                }
            }
            let reasons = run[1..].iter().map(|it| it.unsigned_abs());
            if !is_true && !self.propagate(number, reasons)? {
                return Err(LratFlaw::NoConflict { number });
            }
            for literal in self.trail.drain(known..) {
                self.falsified[literal as usize] = 0;
            }
        }
        let is_left = |&(number, start): &(u64, usize)| {
            !done.contains(&number) && self.literals(start).contains(&negation)
        };
        let with = if left == 0 { None } else { self.starts.all().filter(is_left).min() };
        with.map_or(Ok(()), |(with, _)| Err(LratFlaw::Unresolved { number, with }))
    }

    /// How often a literal occurs in the clauses.
    fn occurrences(&mut self, literal: u32) -> usize {
        if self.occurrences.is_none() {
            let mut occurrences = vec![0; self.falsified.len()];
            for (_, start) in self.starts.all() {
                self.literals(start).iter().for_each(|&it| occurrences[it as usize] += 1);
            }
            self.occurrences = Some(occurrences);
        }
        self.occurrences.as_ref().and_then(|it| it.get(literal as usize)).map_or(0, |it| *it)
    }

    fn literals(&self, start: usize) -> &[u32] {
        &self.arena[start + 1..start + 1 + self.arena[start] as usize]
    }
}
