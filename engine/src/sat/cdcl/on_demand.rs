//! Clauses that are too many to be told at first: whoever knows them is asked whenever nothing more
//! follows, and tells those that the values so far deny (lazy clause generation, as in solvers modulo
//! theories: Nieuwenhuis, Oliveras and Tinelli, Journal of the ACM 53, 2006).

use super::{Solver, SolverOutcome, status};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};

/// The truth of each literal so far.
#[derive(Clone, Copy)]
pub struct Signs<'s>(pub(super) &'s [i8]);

impl Signs<'_> {
    /// Whether a literal is true (1), false (-1) or open (0).
    pub fn of(&self, literal: Literal) -> i8 {
        self.0.get(literal.index()).copied().unwrap_or(0)
    }
}

/// Somebody who knows more clauses.
pub trait OnDemand {
    /// The atoms that they may name.
    fn atoms(&self) -> Vec<Atom>;

    /// A search begins: all is open.
    fn begin(&mut self);

    /// A literal became true.
    fn assign(&mut self, literal: Literal);

    /// A literal that was true is open again.
    fn take_back(&mut self, literal: Literal);

    /// Clauses in each of which all literals are false, or all but one, which is open; none when the
    /// values so far leave room for every clause. They are not asked for again.
    ///
    /// # Errors
    /// The limit that was reached.
    fn clauses(&mut self, signs: Signs<'_>, budget: &mut Budget)
    -> Result<Vec<Vec<Literal>>, Stop>;
}

/// What somebody was told of the trail.
#[derive(Default)]
pub(super) struct OnDemandTold {
    /// Whether there is somebody.
    pub(super) is_on: bool,
    /// So many literals of it.
    length: usize,
    /// Literals that were told and have been taken back.
    back: Vec<Literal>,
}

impl OnDemandTold {
    /// The trail is cut to a length.
    pub(super) fn cut(&mut self, trail: &[Literal], length: usize) {
        if length < self.length {
            self.back.extend(&trail[length..self.length]);
            self.length = length;
        }
    }
}

impl Solver<'_> {
    /// As [`solve`](Self::solve), where somebody knows more clauses.
    ///
    /// # Errors
    /// The limit that was reached before an answer.
    pub fn solve_with(
        &mut self,
        assumptions: &[Literal],
        demand: &mut dyn OnDemand,
        budget: &mut Budget,
    ) -> Result<SolverOutcome, Stop> {
        let named: Vec<_> = demand.atoms().into_iter().map(|it| Literal::new(it, true)).collect();
        // Who may name no atom has no more clauses.
        if named.is_empty() {
            return self.solve(assumptions, budget);
        }
        self.keep(&named);
        self.told = OnDemandTold { is_on: true, ..OnDemandTold::default() };
        demand.begin();
        let outcome = self.solve_asking(assumptions, Some(demand), budget);
        self.told = OnDemandTold::default();
        outcome
    }

    /// Lets literals be named from now on.
    pub(super) fn keep(&mut self, literals: &[Literal]) {
        let highest = literals.iter().map(|it| it.atom().0 + 1).max();
        self.grow(highest.unwrap_or(0));
        self.revive(literals);
        for literal in literals {
            self.status[literal.atom().0 as usize] |= status::KEPT;
        }
    }

    /// Takes in what somebody has to say about the trail; whether that was anything.
    pub(super) fn ask(
        &mut self,
        demand: &mut dyn OnDemand,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        self.told.back.drain(..).for_each(|it| demand.take_back(it));
        for &literal in &self.trail[self.told.length..] {
            demand.assign(literal);
        }
        self.told.length = self.trail.len();
        let clauses = demand.clauses(Signs(&self.values), budget)?;
        self.statistics.demanded += clauses.len() as u64;
        for clause in &clauses {
            self.add_denied(clause);
        }
        Ok(!clauses.is_empty())
    }

    /// Adds a clause in the middle of a search. Where all of its literals are false but one at most, the
    /// search goes back to where that came about.
    fn add_denied(&mut self, clause: &[Literal]) {
        let number = self.trace.input(clause);
        if self.is_refuted {
            return;
        }
        let level = |it: &Literal| match self.sign(*it) {
            -1 => self.variable(*it).level,
            _ => u32::MAX,
        };
        let mut ordered = clause.to_vec();
        ordered.sort_unstable_by_key(|it| std::cmp::Reverse(level(it)));
        let left = ordered.iter().filter(|it| self.sign(**it) >= 0).count();
        if left < 2 {
            // Where it became false, or so but for its first literal.
            self.backtrack(ordered.get(left).map_or(0, |it| self.variable(*it).level));
        }
        if self.levels.is_empty() {
            self.add_numbered(clause, number);
            self.attach_new();
            return;
        }
        let clause = self.arena.add(&ordered, None, number);
        self.watches.attach(clause, &ordered);
        self.attached = self.arena.size();
        if left == 0 {
            self.consistent = self.levels[self.levels.len() - 1].start as usize;
            self.learn(clause);
        } else if left == 1 && self.sign(ordered[0]) == 0 {
            self.assign(ordered[0], clause);
        }
    }
}
