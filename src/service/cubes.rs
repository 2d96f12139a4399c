//! Clauses split into parts for a queue of machines: what is written of each, and whether the proofs of
//! the parts are together a refutation of the whole. The list of cubes is believed no more than the
//! proofs: it may come from any program.

use std::io::Write;
use std::num::NonZeroUsize;

use super::artifact::{Artifact, written};
use super::proof::{ProofVerdict, ProvenClauses};
use crate::diagnostic::{Diagnostic, code};
use crate::interchange::icnf;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::proof::ClauseProofFormat;
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::cnf::Literal;
use puzzle_engine::sat::cubes::split;
use puzzle_engine::verify::cubes::gap;

/// Clauses with the cubes that they are split into.
#[derive(Clone, Debug)]
pub struct SplitClauses {
    name: String,
    clauses: NumberedClauses,
    /// What each atom says, where that is known.
    atoms: Vec<String>,
    cubes: Vec<Vec<Literal>>,
}

impl SplitClauses {
    /// Splits clauses into about so many cubes.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        name: impl Into<String>,
        clauses: NumberedClauses,
        atoms: Vec<String>,
        count: NonZeroUsize,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let cubes = split(&clauses.cnf, count.get(), budget)?;
        Ok(Self { name: name.into(), clauses, atoms, cubes })
    }

    /// The names of all files: the list of the cubes, and a file for each.
    pub fn files(&self) -> impl Iterator<Item = String> {
        let parts = (1..=self.cubes.len()).map(|it| part_file(&self.name, it, "cnf"));
        std::iter::once(format!("{}.icnf", self.name)).chain(parts)
    }

    /// The files one after the other, since all of them may not fit the memory.
    ///
    /// # Errors
    /// Each may meet the limit that was reached.
    pub fn artifacts(&self, budget: &mut Budget) -> impl Iterator<Item = Result<Artifact, Stop>> {
        self.files().enumerate().map(|(at, name)| {
            let bytes = written(budget, |out| match at.checked_sub(1) {
                None => icnf::write(out, &self.clauses, &self.cubes),
                Some(part) => {
                    for (number, name) in self.clauses.numbers.iter().zip(&self.atoms) {
                        writeln!(out, "c {number} {name}")?;
                    }
                    icnf::write_part(out, &self.clauses, &self.cubes[part])
                }
            })?;
            Ok(Artifact { name, bytes })
        })
    }
}

/// The name of a file about a part, from 1, of what is called `name`: a proof lies beside its clauses.
pub fn part_file(name: &str, part: usize, ending: &str) -> String {
    format!("{name}.cube{part}.{ending}")
}

/// A list of cubes for certain clauses.
#[derive(Clone, Debug)]
pub struct CubeList {
    /// Each cube, with the place of its line.
    cubes: Vec<Vec<Literal>>,
    spans: Vec<Span>,
    end: u32,
}

impl CubeList {
    /// Reads a list of cubes, all atoms of which the clauses have.
    ///
    /// # Errors
    /// What is wrong with the first line that is none.
    pub fn read(clauses: &NumberedClauses, bytes: &[u8]) -> Result<Self, Box<Diagnostic>> {
        let mut list = Self { cubes: Vec::new(), spans: Vec::new(), end: 0 };
        for cube in icnf::parse(bytes)? {
            list.spans.push(cube.span);
            list.end = cube.span.end;
            let literals = cube.literals.into_iter().map(|(number, span)| {
                let atom = clauses.atom(number.unsigned_abs());
                let atom = atom.ok_or_else(|| {
                    let message = format!("the clauses have no atom {}", number.unsigned_abs());
                    let fault =
                        Diagnostic::new(code::WRONG_PROOF, span, message, "not in a clause");
                    Box::new(fault.help("make sure that the cubes belong to these clauses"))
                })?;
                Ok(Literal::new(atom, number > 0))
            });
            let literals: Result<Vec<_>, Box<Diagnostic>> = literals.collect();
            list.cubes.push(literals?);
        }
        Ok(list)
    }

    /// How many cubes there are.
    pub fn count(&self) -> usize {
        self.cubes.len()
    }

    /// That the cubes may not hold all models of the clauses, with a cube that would help.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn gap(
        &self,
        clauses: &NumberedClauses,
        budget: &mut Budget,
    ) -> Result<Option<Box<Diagnostic>>, Stop> {
        let Some(missed) = gap(&clauses.cnf, &self.cubes, budget)? else { return Ok(None) };
        let literals = missed.iter().map(|it| clauses.signed(*it).to_string() + " ");
        let line = format!("a {}0", literals.collect::<String>());
        let message = "the cubes do not cover all valuations";
        let number = self.cubes.len() + 1;
        let help = format!(
            "get the list again if a line is lost or changed; or write `{line}` behind the last line \
             and solve it as part {number}"
        );
        let place = Span::at(self.end);
        let fault = Diagnostic::new(code::WRONG_PROOF, place, message, "a cube is missing");
        Ok(Some(Box::new(fault.help(help))))
    }

    /// That parts, ascending from 1, have no proof; that of the first has one of these names.
    ///
    /// # Panics
    /// When there is no such part, or none is given.
    pub fn without_proofs(&self, parts: &[usize], names: &[String]) -> Diagnostic {
        let runs = parts.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
            [first, .., last] => format!("{first}–{last}"),
            _ => run[0].to_string(),
        });
        let runs = runs.collect::<Vec<_>>().join(", ");
        let message = match parts {
            [_] => format!("part {runs} has no proof"),
            _ => format!("{} parts have no proof: {runs}", parts.len()),
        };
        let span = self.spans[parts[0] - 1];
        let label = format!("the cube of part {}", parts[0]);
        let names: Vec<_> = names.iter().map(|it| format!("`{it}`")).collect();
        Diagnostic::new(code::WRONG_PROOF, span, message, label).help(format!(
            "the proof of a part lies beside the list, as {}; a model of a part is one of all clauses",
            names.join(" or ")
        ))
    }

    /// Checks a proof of a part, from 1: that the clauses have no model in its cube.
    ///
    /// # Errors
    /// The limit that was reached before an answer.
    ///
    /// # Panics
    /// When there is no such part.
    pub fn verify(
        &self,
        part: usize,
        clauses: &ProvenClauses<'_>,
        (bytes, format): (&[u8], ClauseProofFormat),
        budget: &mut Budget,
    ) -> Result<ProofVerdict, Stop> {
        let mut verdict = clauses.verify(&self.cubes[part - 1], bytes, format, budget)?;
        if let ProofVerdict::Faulty(fault) = &mut verdict {
            fault.message = format!("part {part}: {}", fault.message);
        }
        Ok(verdict)
    }
}
