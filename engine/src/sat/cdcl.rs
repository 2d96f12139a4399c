//! Conflict-driven clause learning (Marques-Silva, Lynce and Malik, Handbook of Satisfiability,
//! chapter 4): decide, propagate, learn from each conflict a clause that would have prevented it.
//! A file below is a technique and names its source; each can be switched off in [`Options`].

mod addition;
mod analyze;
mod arena;
mod assume;
mod bump;
mod eliminate;
mod equivalent;
mod forward;
mod minimise;
mod modes;
mod occurrences;
mod on_demand;
mod options;
mod phases;
mod probe;
mod propagate;
mod queue;
mod reconstruct;
mod reduce;
mod restart;
mod scores;
mod simplify;
mod subsume;
mod trace;
mod vivify;
mod walk;
mod watches;

pub use on_demand::{OnDemand, Signs};
pub use options::{Options, Statistics};

use std::collections::VecDeque;

use arena::{Arena, Reference};
use phases::{Phases, Random};
use queue::AtomQueue;
use restart::Restarts;
use scores::Scores;
use trace::ProofTrace;
use watches::{WatchedClause, Watches};

use crate::budget::{Budget, Stop};
use crate::evidence::clauses::Tracer;
use crate::logic::cnf::{Atom, Cnf, Literal};

/// The answer to [`Solver::solve`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverOutcome {
    /// There is a model: see [`Solver::value`].
    Satisfiable,
    /// There is none under the assumptions: see [`Solver::core`].
    Unsatisfiable,
}

/// What is known about an atom that has a value.
#[derive(Clone, Copy, Debug)]
struct VariableData {
    level: u32,
    /// Where it stands on the trail.
    place: u32,
    reason: Reference,
}

/// A decision level.
#[derive(Clone, Copy, Debug)]
struct LevelData {
    /// Where it begins on the trail.
    start: u32,
    /// Literals of it in the clause that is being learnt, and the first of their places.
    seen: u32,
    earliest: u32,
    /// When it was last counted for a glue.
    stamp: u64,
}

impl LevelData {
    fn new(start: usize) -> Self {
        Self { start: start as u32, seen: 0, earliest: u32::MAX, stamp: 0 }
    }

    fn see(&mut self, place: u32) {
        self.seen += 1;
        self.earliest = self.earliest.min(place);
    }

    fn forget(&mut self) {
        self.seen = 0;
        self.earliest = u32::MAX;
    }
}

/// Marks of atoms while a clause is learnt.
mod mark {
    /// In a clause that was resolved.
    pub(super) const SEEN: u8 = 1;
    /// Follows from the clause.
    pub(super) const REMOVABLE: u8 = 2;
    /// Does not follow from it.
    pub(super) const POISON: u8 = 4;
    /// Its reason was told to the tracer.
    pub(super) const EXPLAINED: u8 = 8;
}

/// What an atom is, unless the search may do with it as it likes.
mod status {
    /// No clause names it; a model is mended at it afterwards.
    pub(super) const ELIMINATED: u8 = 1;
    /// It is never eliminated: the caller names it again and again.
    pub(super) const KEPT: u8 = 2;
    /// A model may be changed at it for the sake of a clause that was put aside.
    pub(super) const WITNESS: u8 = 4;
    /// The solver added it: the caller does not know it.
    pub(super) const ADDED: u8 = 8;
}

/// Conflicts at which something is due.
#[derive(Debug, Default)]
struct ConflictLimits {
    reduction: u64,
    /// Ticks at the last reduction.
    reduced: u64,
    simplification: u64,
    /// Ticks at the last simplification.
    simplified: u64,
    /// Ticks at the last comparison of learnt clauses.
    compared: u64,
    /// Ticks at the last probing.
    probed: u64,
    vivification: u64,
    /// Ticks at the last vivification.
    vivified: u64,
    /// Ticks at the last walk.
    walked: u64,
}

/// An incremental solver, the shape of IPASIR (Balyo, Biere, Iser and Sinz, "SAT Race 2015",
/// Artificial Intelligence 241, 2016).
///
/// ```
/// use puzzle_engine::budget::Budget;
/// use puzzle_engine::sat::cdcl::{Options, SolverOutcome, Solver};
/// use puzzle_engine::logic::cnf::Literal;
/// let [a, b] = [1, 2].map(|number| Literal::from_dimacs(number).unwrap());
/// let mut solver = Solver::new(Options::default());
/// solver.add_clause(&[a, b]);
/// let mut budget = Budget::unlimited();
/// assert_eq!(solver.solve(&[!a], &mut budget), Ok(SolverOutcome::Satisfiable));
/// assert!(solver.value(b.atom()));
/// assert_eq!(solver.solve(&[!a, !b], &mut budget), Ok(SolverOutcome::Unsatisfiable));
/// assert_eq!(solver.core().len(), 2);
/// ```
pub struct Solver<'t> {
    options: Options,
    statistics: Statistics,
    trace: ProofTrace<'t>,
    atoms: u32,
    /// The truth of each literal: 1, -1, or 0 when it is open.
    values: Vec<i8>,
    variables: Vec<VariableData>,
    status: Vec<u8>,
    arena: Arena,
    watches: Watches,
    /// Clauses of the arena before this place are watched.
    attached: usize,
    /// True literals in the order in which they became so.
    trail: Vec<Literal>,
    levels: Vec<LevelData>,
    /// Literals of the trail whose watches were looked at.
    propagated: usize,
    /// Literals of the trail that were propagated without a conflict.
    consistent: usize,
    /// What was told to somebody who knows more clauses.
    told: on_demand::OnDemandTold,
    queue: AtomQueue,
    scores: Scores,
    phases: Phases,
    restarts: Restarts,
    modes: modes::Modes,
    limits: ConflictLimits,
    random: Random,
    is_stable: bool,
    is_refuted: bool,
    /// Whether the solver may add atoms of its own.
    is_sealed: bool,
    assumptions: Vec<Literal>,
    core: Vec<Literal>,
    model: Vec<bool>,
    /// Cache lines that propagation touched, about: a measure of time that repeats.
    ticks: u64,

    // Inprocessing.
    occurrences: occurrences::LiteralOccurrences,
    aside: reconstruct::Aside,
    /// The clauses learnt last.
    recent: VecDeque<Reference>,
    /// Ticks that a round of it may yet take.
    effort: u64,
    /// In how many clauses each literal occurs.
    counts: Vec<u32>,
    /// Unit clauses that there were, and one more, when a literal was probed last.
    fruitless: Vec<u32>,
    /// Rounds of elimination that came to an end.
    bound: usize,
    /// The clauses of each atom by sign, and the bound, when it was last tried to eliminate it.
    tried: Vec<(u32, u32, u32)>,
    /// Watches that leave the list that propagation goes through, with the literals they go to.
    moved: Vec<(Literal, WatchedClause)>,

    // What lasts for one conflict, kept for its allocations.
    learnt: Vec<Literal>,
    analyzed: Vec<Atom>,
    minimised: Vec<Atom>,
    path: Vec<(Atom, usize)>,
    marks: Vec<u8>,
    stamp: u64,
}

impl<'t> Solver<'t> {
    /// A solver without clauses.
    pub fn new(options: Options) -> Self {
        Self::build(options, ProofTrace::default())
    }

    /// A solver without clauses that tells each step of its proof.
    pub fn with_tracer(options: Options, tracer: Box<dyn Tracer + 't>) -> Self {
        Self::build(options, ProofTrace::new(tracer))
    }

    fn build(options: Options, trace: ProofTrace<'t>) -> Self {
        Self {
            statistics: Statistics::default(),
            atoms: 0,
            values: Vec::new(),
            variables: Vec::new(),
            status: Vec::new(),
            arena: Arena::new(trace.is_on()),
            trace,
            watches: Watches::default(),
            attached: 0,
            trail: Vec::new(),
            levels: Vec::new(),
            propagated: 0,
            consistent: 0,
            told: on_demand::OnDemandTold::default(),
            queue: AtomQueue::default(),
            scores: Scores::default(),
            phases: Phases::default(),
            restarts: Restarts::default(),
            modes: modes::Modes::default(),
            limits: ConflictLimits::default(),
            random: Random::new(options.seed),
            is_stable: false,
            is_refuted: false,
            is_sealed: false,
            assumptions: Vec::new(),
            core: Vec::new(),
            model: Vec::new(),
            ticks: 0,
            occurrences: occurrences::LiteralOccurrences::default(),
            aside: reconstruct::Aside::default(),
            recent: VecDeque::new(),
            effort: 0,
            counts: Vec::new(),
            fruitless: Vec::new(),
            bound: 0,
            tried: Vec::new(),
            moved: Vec::new(),
            learnt: Vec::new(),
            analyzed: Vec::new(),
            minimised: Vec::new(),
            path: Vec::new(),
            marks: Vec::new(),
            stamp: 0,
            options,
        }
    }

    /// Number of atoms.
    pub fn atoms(&self) -> u32 {
        self.atoms
    }

    /// A new atom behind those there are.
    pub fn add_atom(&mut self) -> Atom {
        self.grow(self.atoms + 1);
        Atom(self.atoms - 1)
    }

    /// Lets there be at least so many atoms.
    fn grow(&mut self, atoms: u32) {
        if atoms <= self.atoms {
            return;
        }
        self.atoms = atoms;
        let none = VariableData { level: 0, place: 0, reason: Reference::NONE };
        self.values.resize(2 * atoms as usize, 0);
        self.variables.resize(atoms as usize, none);
        self.status.resize(atoms as usize, 0);
        self.marks.resize(atoms as usize, 0);
        self.watches.grow(atoms);
        self.queue.grow(atoms);
        if self.statistics.switches > 0 {
            self.scores.grow(atoms);
        }
        self.phases.grow(atoms, self.options.initial_phase);
    }

    /// Makes room for clauses that will be added.
    pub fn reserve(&mut self, cnf: &Cnf) {
        self.grow(cnf.atoms());
        self.arena.reserve(cnf.len(), cnf.literals());
    }

    /// Adds a clause, of atoms that exist or not.
    ///
    /// # Panics
    /// When it names an atom that the solver added after [`seal`](Self::seal).
    pub fn add_clause(&mut self, clause: &[Literal]) {
        let highest = clause.iter().map(|literal| literal.atom().0 + 1).max();
        self.grow(highest.unwrap_or(0));
        let number = self.trace.input(clause);
        self.revive(clause);
        self.add_numbered(clause, number);
    }

    /// Adds a clause that has a number in the proof.
    fn add_numbered(&mut self, clause: &[Literal], number: u64) {
        if self.is_refuted {
            return;
        }
        // Each literal once, none that is false, and no clause that holds anyway.
        let mut kept = std::mem::take(&mut self.learnt);
        kept.clear();
        let holds = clause.iter().any(|&literal| {
            let marks = &mut self.marks[literal.atom().0 as usize];
            let (same, other) = if literal.is_positive() { (1, 2) } else { (2, 1) };
            let value = self.values[literal.index()];
            if *marks & same == 0 && value >= 0 {
                kept.push(literal);
                *marks |= same;
            }
            *marks & other != 0 || value > 0
        });
        for literal in &kept {
            self.marks[literal.atom().0 as usize] = 0;
        }
        if holds {
            self.trace.delete(number, clause);
        } else {
            let number = self.shortened(number, clause, &kept);
            self.add_sound_clause(&kept, None, number);
        }
        self.learnt = kept;
    }

    /// Adds a clause at level 0, each literal once; with a glue when it was learnt. Only a unit may
    /// have a value already. The clause is not watched yet.
    fn add_sound_clause(
        &mut self,
        clause: &[Literal],
        glue: Option<u32>,
        number: u64,
    ) -> Option<Reference> {
        match clause {
            [] => {
                self.is_refuted = true;
                None
            }
            [unit] => {
                match self.sign(*unit) {
                    0 => {
                        self.trace.set_unit(*unit, number);
                        self.assign(*unit, Reference::NONE);
                        self.tell_search(None);
                    }
                    1 => self.trace.delete(number, clause),
                    _ => {
                        self.trace.because_false(*unit);
                        self.trace.because(number);
                        self.trace.derive(&[]);
                        self.is_refuted = true;
                    }
                }
                None
            }
            _ => Some(self.arena.add(clause, glue, number)),
        }
    }

    /// Adds the clause just learnt, whose reasons were collected. Its first two literals are
    /// watched.
    fn add_learnt(&mut self, glue: u32) -> Reference {
        self.statistics.learnt += 1;
        self.statistics.learnt_literals += self.learnt.len() as u64;
        let number = self.trace.derive(&self.learnt);
        if let [unit] = self.learnt[..] {
            self.trace.set_unit(unit, number);
            return Reference::NONE;
        }
        let clause = self.arena.add(&self.learnt, Some(glue), number);
        self.arena.set_used(clause, 1);
        self.watches.attach(clause, &self.learnt);
        self.attached = self.arena.size();
        clause
    }

    /// Deletes a clause, which is watched until the next collection.
    fn delete(&mut self, clause: Reference) {
        self.trace.delete(self.arena.number(clause), self.arena.literals(clause));
        self.arena.discard(clause);
    }

    /// Looks for a model of all clauses in which the assumptions hold. When the budget ends first,
    /// nothing is lost: the solver goes on where it was when asked again.
    ///
    /// # Errors
    /// The limit that was reached before an answer.
    pub fn solve(
        &mut self,
        assumptions: &[Literal],
        budget: &mut Budget,
    ) -> Result<SolverOutcome, Stop> {
        self.solve_asking(assumptions, None, budget)
    }

    fn solve_asking(
        &mut self,
        assumptions: &[Literal],
        demand: Option<&mut dyn OnDemand>,
        budget: &mut Budget,
    ) -> Result<SolverOutcome, Stop> {
        self.core.clear();
        self.assumptions.clear();
        self.keep(assumptions);
        self.assumptions.extend_from_slice(assumptions);
        let outcome = self.search(demand, budget);
        if outcome == Ok(SolverOutcome::Satisfiable) {
            self.keep_model();
        }
        self.backtrack(0);
        outcome
    }

    /// The value of an atom in the last model.
    pub fn value(&self, atom: Atom) -> bool {
        self.model.get(atom.0 as usize).copied().unwrap_or(false)
    }

    /// Assumptions of the last call of [`solve`](Self::solve) that cannot hold together; none when
    /// the clauses have no model at all.
    pub fn core(&self) -> &[Literal] {
        &self.core
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// What propagation cost so far: about as many lines of memory were read.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    fn search(
        &mut self,
        mut demand: Option<&mut dyn OnDemand>,
        budget: &mut Budget,
    ) -> Result<SolverOutcome, Stop> {
        if self.arena.is_full(0) {
            return Err(Stop::Size("the clauses take more than eight gigabytes"));
        }
        if self.options.seed != 0 && self.statistics.decisions == 0 {
            self.mix();
        }
        self.attach_new();
        while !self.is_refuted {
            budget.check()?;
            let conflict = self.propagate(budget)?;
            self.tell_search(conflict);
            if let Some(conflict) = conflict {
                if self.levels.is_empty() {
                    self.refute(conflict);
                    break;
                }
                self.consistent = self.levels[self.levels.len() - 1].start as usize;
                self.learn(conflict);
                continue;
            }
            self.consistent = self.trail.len();
            if self.levels.is_empty() {
                self.note_units();
            }
            if let Some(demand) = &mut demand
                && self.ask(&mut **demand, budget)?
            {
                continue;
            }
            if self.is_simplification_due() {
                self.simplify(budget)?;
            } else if self.is_vivification_due() {
                self.vivify(budget)?;
            } else if self.is_reduction_due() {
                self.reduce(budget)?;
            } else if self.is_restart_due() {
                self.restart();
            } else if self.is_rephase_due() {
                self.rephase(budget)?;
            } else if self.is_switch_due() {
                self.switch_mode();
            } else if let Some(outcome) = self.decide() {
                return Ok(outcome);
            }
        }
        Ok(SolverOutcome::Unsatisfiable)
    }

    /// Watches the clauses that were added since the last search.
    fn attach_new(&mut self) {
        let size = self.arena.size();
        if size - self.attached > self.attached {
            self.watches.rebuild(&self.arena);
        } else {
            let mut next = self.arena.after(self.attached);
            while let Some(clause) = next {
                self.watches.attach(clause, self.arena.literals(clause));
                next = self.arena.next(clause);
            }
        }
        self.attached = size;
    }

    /// Opens a level for the next assumption, or for a literal to try. Returns the outcome when
    /// all atoms have values or an assumption is false.
    fn decide(&mut self) -> Option<SolverOutcome> {
        while let Some(&assumption) = self.assumptions.get(self.levels.len()) {
            match self.sign(assumption) {
                0 => {
                    self.open_level();
                    self.assign(assumption, Reference::NONE);
                    return None;
                }
                1 => self.open_level(),
                _ => {
                    self.blame(assumption);
                    return Some(SolverOutcome::Unsatisfiable);
                }
            }
        }
        let Some(atom) = self.next_atom() else {
            return Some(SolverOutcome::Satisfiable);
        };
        self.statistics.decisions += 1;
        let literal = self.phase(atom);
        self.open_level();
        self.assign(literal, Reference::NONE);
        None
    }

    /// So many conflicts by the caller's measure.
    fn interval(&self, conflicts: u64) -> u64 {
        (conflicts * self.options.interval / 1000).max(1)
    }

    /// The atom to decide.
    fn next_atom(&mut self) -> Option<Atom> {
        let Self { values, status, queue, scores, .. } = self;
        let is_open = |atom: Atom| {
            values[Literal::new(atom, true).index()] == 0
                && status[atom.0 as usize] & status::ELIMINATED == 0
        };
        if self.is_stable { scores.next(is_open) } else { queue.next(is_open) }
    }

    fn keep_model(&mut self) {
        self.model.clear();
        self.model.extend(self.values.iter().step_by(2).map(|&value| value > 0));
        self.mend_model();
    }
}
