//! Proofs in files: written while a solver works, and checked by checkers that share nothing with
//! it.

mod errors;

use std::io::{self, Write};
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::proof::{self, ClauseProofFormat, ProofStep};
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::evidence::clauses::ClauseProof;
use puzzle_engine::evidence::clauses::Tracer;
use puzzle_engine::logic::cnf::{Atom, Literal};
use puzzle_engine::verify::{drat, lrat};

/// Numbers from here on may run out of room when atoms are added.
const HIGHEST: u64 = 1 << 62;

/// Writes what a solver does to its clauses.
pub struct ProofRecorder<'a> {
    format: ClauseProofFormat,
    out: &'a mut dyn Write,
    /// The number of each atom in the clause file, and of those that the solver added.
    numbers: &'a [u64],
    added: Vec<u64>,
    /// The solver's number of each clause of the file.
    inputs: Vec<u64>,
    /// How many clauses the file has: those that are derived get the numbers behind.
    clauses: u64,
    /// The number that was written last.
    last: u64,
    written: io::Result<()>,
}

impl<'a> ProofRecorder<'a> {
    /// Records in a format.
    pub fn new(
        format: ClauseProofFormat,
        out: &'a mut dyn Write,
        numbers: &'a [u64],
        clauses: usize,
    ) -> Self {
        let clauses = clauses as u64;
        let (inputs, added) = (Vec::new(), Vec::new());
        Self { format, out, numbers, added, inputs, clauses, last: clauses, written: Ok(()) }
    }

    /// Hands everything to the system.
    ///
    /// # Errors
    /// The first that was met.
    pub fn finish(self) -> io::Result<()> {
        self.written.and_then(|()| self.out.flush())
    }

    /// The number of a clause in the file: of the input its place, from 1.
    fn numbered(&self, number: u64) -> u64 {
        // The solver may derive a clause from one of the input before it takes in the next.
        let place = self.inputs.binary_search(&number);
        place.map_or(number + self.clauses, |place| place as u64 + 1)
    }

    /// A number that no atom has: behind the highest of the file or, where there is no room, the
    /// lowest.
    fn free_number(&self) -> u64 {
        let highest = self.numbers.last().copied().unwrap_or(0);
        let first = if highest < HIGHEST { highest + 1 } else { 1 };
        let mut number = self.added.last().map_or(first, |last| last + 1);
        while self.numbers.binary_search(&number).is_ok() {
            number += 1;
        }
        number
    }

    fn add(&mut self, number: u64, clause: &[Literal], reasons: impl Iterator<Item = i64>) {
        if self.written.is_ok() {
            let number = number + self.clauses;
            let signed = clause.iter().map(|&it| signed(it, self.numbers, &self.added));
            let reasons = reasons.map(|it| it.signum() * self.numbered(it.unsigned_abs()) as i64);
            let mut bytes = Vec::new();
            self.written = proof::write_addition(&mut bytes, self.format, number, signed, reasons)
                .and_then(|()| self.out.write_all(&bytes));
            self.last = number;
        }
    }
}

impl Tracer for ProofRecorder<'_> {
    fn input(&mut self, number: u64, _: &[Literal]) {
        if self.format.has_reasons() {
            self.inputs.push(number);
        }
    }

    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) {
        self.add(number, clause, reasons.iter().map(|&reason| reason as i64));
    }

    fn define(&mut self, number: u64, clause: &[Literal], reasons: &[i64]) {
        for literal in clause {
            if literal.atom().0 as usize >= self.numbers.len() + self.added.len() {
                self.added.push(self.free_number());
            }
        }
        self.add(number, clause, reasons.iter().copied());
    }

    fn delete(&mut self, number: u64, clause: &[Literal]) {
        if self.written.is_ok() {
            let number = self.numbered(number);
            let signed = clause.iter().map(|&it| signed(it, self.numbers, &self.added));
            self.written =
                proof::write_deletion(&mut self.out, self.format, self.last, number, signed);
        }
    }
}

fn signed(literal: Literal, numbers: &[u64], added: &[u64]) -> i64 {
    let atom = literal.atom().0 as usize;
    let number = numbers.get(atom).unwrap_or_else(|| &added[atom - numbers.len()]);
    let number = *number as i64;
    if literal.is_positive() { number } else { -number }
}

/// What a proof is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofVerdict {
    /// The clauses have no model.
    Verified,
    /// It cannot be read, or it is wrong: where and why.
    Faulty(Box<Diagnostic>),
}

/// Checks a proof that clauses have no model.
///
/// # Errors
/// The limit that was reached before an answer.
pub fn verify(
    clauses: &NumberedClauses,
    bytes: &[u8],
    format: ClauseProofFormat,
    budget: &mut Budget,
) -> Result<ProofVerdict, Stop> {
    ProvenClauses::new(clauses).verify(&[], bytes, format, budget)
}

/// Clauses that several proofs are about, which may be checked at the same time.
#[derive(Clone, Debug)]
pub struct ProvenClauses<'a> {
    clauses: &'a NumberedClauses,
    /// The atom of each number.
    atoms: FxHashMap<u64, u32>,
}

impl<'a> ProvenClauses<'a> {
    /// Makes the clauses ready.
    pub fn new(clauses: &'a NumberedClauses) -> Self {
        Self { clauses, atoms: clauses.numbers.iter().copied().zip(0..).collect() }
    }

    /// Checks a proof that the clauses have no model in which all literals of a cube are true; in the proof
    /// these stand behind the clauses, as one clause each.
    ///
    /// # Errors
    /// The limit that was reached before an answer.
    pub fn verify(
        &self,
        cube: &[Literal],
        bytes: &[u8],
        format: ClauseProofFormat,
        budget: &mut Budget,
    ) -> Result<ProofVerdict, Stop> {
        match format {
            ClauseProofFormat::Drat | ClauseProofFormat::DratBinary => {
                verify_drat(self, cube, (bytes, format), budget)
            }
            ClauseProofFormat::Lrat | ClauseProofFormat::LratBinary => {
                verify_lrat(self, cube, (bytes, format), budget)
            }
        }
    }
}

/// The atoms of clauses and proof by their numbers; those that only the proof has come behind.
struct Atoms<'a> {
    known: &'a FxHashMap<u64, u32>,
    others: FxHashMap<u64, u32>,
}

impl<'a> Atoms<'a> {
    fn new(clauses: &'a ProvenClauses<'_>) -> Self {
        Self { known: &clauses.atoms, others: FxHashMap::default() }
    }

    fn literal(&mut self, number: i64) -> Literal {
        let magnitude = number.unsigned_abs();
        let atom = self.known.get(&magnitude).copied().unwrap_or_else(|| {
            let next = (self.known.len() + self.others.len()) as u32;
            *self.others.entry(magnitude).or_insert(next)
        });
        Literal::new(Atom(atom), number > 0)
    }
}

fn verify_drat(
    proven: &ProvenClauses<'_>,
    cube: &[Literal],
    (bytes, format): (&[u8], ClauseProofFormat),
    budget: &mut Budget,
) -> Result<ProofVerdict, Stop> {
    let mut atoms = Atoms::new(proven);
    let mut read = ClauseProof::default();
    let mut stop = Ok(());
    let result = proof::read(bytes, format, |step, _| {
        match step {
            ProofStep::Add { clause, .. } => read.add(clause.iter().map(|&it| atoms.literal(it))),
            ProofStep::Delete(clause) | ProofStep::DeleteNumbers(clause) => {
                read.delete(clause.iter().map(|&it| atoms.literal(it)));
            }
        }
        stop = budget.check();
        if stop.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    stop?;
    if let Err(unreadable) = result {
        return Ok(ProofVerdict::Faulty(unreadable));
    }
    Ok(match drat::check_refutation_in(&proven.clauses.cnf, cube, &read, budget)? {
        Ok(()) => ProofVerdict::Verified,
        Err(drat::DratFlaw::Incomplete) => errors::incomplete(bytes, format),
        Err(drat::DratFlaw::Unjustified { step }) => {
            let place = place(bytes, format, step);
            errors::wrong(step + 1, place, format, errors::UNJUSTIFIED)
        }
    })
}

/// The place of a step, from 0, of a proof that can be read.
fn place(bytes: &[u8], format: ClauseProofFormat, wanted: usize) -> Span {
    let mut place = Span::default();
    let mut step = 0;
    let read = proof::read(bytes, format, |_, span| {
        place = span;
        step += 1;
        if step <= wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    debug_assert!(read.is_ok());
    place
}

fn verify_lrat(
    proven: &ProvenClauses<'_>,
    cube: &[Literal],
    (bytes, format): (&[u8], ClauseProofFormat),
    budget: &mut Budget,
) -> Result<ProofVerdict, Stop> {
    let mut checker = lrat::LratChecker::default();
    for (number, clause) in (1..).zip(proven.clauses.cnf.clauses().chain(cube.chunks(1))) {
        budget.check()?;
        checker.input(number, clause);
    }
    let mut atoms = Atoms::new(proven);
    let mut literals = Vec::new();
    let mut stop = Ok(());
    let (mut steps, mut place) = (0, Span::default());
    let read = proof::read(bytes, format, |step, span| {
        stop = budget.check();
        if stop.is_err() || checker.refutes(&[]) != Ok(false) {
            return ControlFlow::Break(());
        }
        (steps, place) = (steps + 1, span);
        match step {
            ProofStep::Add { number, clause, reasons } => {
                literals.clear();
                literals.extend(clause.iter().map(|&number| atoms.literal(number)));
                checker.derive_by(number, &literals, reasons);
            }
            ProofStep::Delete(numbers) | ProofStep::DeleteNumbers(numbers) => {
                for number in numbers {
                    checker.delete(number.unsigned_abs(), &[]);
                }
            }
        }
        ControlFlow::Continue(())
    });
    stop?;
    Ok(match (checker.refutes(&[]), read) {
        (Ok(true), _) => ProofVerdict::Verified,
        (Err(flaw), _) => errors::wrong(steps, place, format, &errors::words(flaw)),
        (_, Err(unreadable)) => ProofVerdict::Faulty(unreadable),
        (Ok(false), Ok(())) => errors::incomplete(bytes, format),
    })
}
