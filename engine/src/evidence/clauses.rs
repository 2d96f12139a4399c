//! Refutations: clauses added one by one, each of which keeps a satisfiable set satisfiable, up to
//! the empty clause (DRAT; Wetzler, Heule and Hunt, SAT 2014).

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use crate::logic::cnf::{Atom, Literal};

/// A list of clauses added to a clause set and deleted from it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClauseProof {
    literals: Vec<Literal>,
    steps: Vec<(ClauseStepKind, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ClauseStepKind {
    Add,
    Delete,
}

/// One step of a [`ClauseProof`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseStep<'a> {
    /// The clause is added. It follows by unit propagation from those there are (it is RUP), or
    /// each of its resolvents on its *first* literal does (it is RAT on that literal).
    Add(&'a [Literal]),
    /// The clause is no longer needed.
    Delete(&'a [Literal]),
}

impl ClauseProof {
    /// Adds a clause.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.push(ClauseStepKind::Add, clause);
    }

    /// Deletes a clause.
    pub fn delete(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.push(ClauseStepKind::Delete, clause);
    }

    fn push(&mut self, kind: ClauseStepKind, clause: impl IntoIterator<Item = Literal>) {
        self.literals.extend(clause);
        self.steps.push((kind, self.literals.len()));
    }

    /// The steps in order.
    pub fn steps(&self) -> impl Iterator<Item = ClauseStep<'_>> {
        let mut start = 0;
        self.steps.iter().map(move |&(kind, end)| {
            let clause = &self.literals[std::mem::replace(&mut start, end)..end];
            match kind {
                ClauseStepKind::Add => ClauseStep::Add(clause),
                ClauseStepKind::Delete => ClauseStep::Delete(clause),
            }
        })
    }

    /// Writes the proof in DRAT's text form, each atom under the number it has in the clause file.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write, number: impl Fn(Atom) -> u64) -> io::Result<()> {
        for step in self.steps() {
            let clause = match step {
                ClauseStep::Add(clause) => clause,
                ClauseStep::Delete(clause) => {
                    out.write_all(b"d ")?;
                    clause
                }
            };
            for literal in clause {
                let sign = if literal.is_positive() { "" } else { "-" };
                write!(out, "{sign}{} ", number(literal.atom()))?;
            }
            out.write_all(b"0\n")?;
        }
        Ok(())
    }
}

/// Hears what a solver does to its clauses, step by step, with the reasons (LRAT; Cruz-Filipe, Heule,
/// Hunt, Kaufmann and Schneider-Kamp, CADE 2017). Every clause has a number of its own, from 1.
pub trait Tracer {
    /// A clause of the input.
    fn input(&mut self, number: u64, clause: &[Literal]);

    /// A clause that follows: when it is denied, each of `reasons` in turn is a unit clause, and
    /// the last one a conflict.
    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]);

    /// A clause that is RAT on its first literal, whose atom is a new one: of each clause that has
    /// the negation of that literal the negative number, and behind it the reasons for which the
    /// resolvent follows.
    fn define(&mut self, number: u64, clause: &[Literal], reasons: &[i64]);

    /// A clause that is no longer needed.
    fn delete(&mut self, number: u64, clause: &[Literal]);

    /// Whether the search is to be told as well, which takes time.
    fn hears_search(&self) -> bool {
        false
    }

    /// A step of the search.
    fn search(&mut self, _: SearchStep) {}
}

/// What a solver that learns clauses does between two of them. Clauses go by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchStep {
    /// The literal is tried as true, on a level of its own.
    Decide(Literal),
    /// All other literals of the clause are false, so this one must be true.
    Imply(Literal, u64),
    /// All literals of the clause are false.
    Conflict(u64),
    /// What became true above this level is open again.
    Backtrack(u32),
}

/// Who hears a solver, and what is made of it in between.
pub struct Listener<'a> {
    /// Hears each step.
    pub tracer: Box<dyn Tracer + 'a>,
    /// Whether what was heard so far refutes the clauses together with some literals.
    pub is_refuted: &'a dyn Fn(&[Literal]) -> bool,
}

/// Hears the solver and can be asked in between.
impl<T: Tracer> Tracer for Rc<RefCell<T>> {
    fn input(&mut self, number: u64, clause: &[Literal]) {
        self.borrow_mut().input(number, clause);
    }

    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) {
        self.borrow_mut().derive(number, clause, reasons);
    }

    fn define(&mut self, number: u64, clause: &[Literal], reasons: &[i64]) {
        self.borrow_mut().define(number, clause, reasons);
    }

    fn delete(&mut self, number: u64, clause: &[Literal]) {
        self.borrow_mut().delete(number, clause);
    }
}
