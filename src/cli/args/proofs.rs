//! Arguments of the commands for proofs that clauses have no model.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::interchange::proof;

/// How proofs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ProofFormat {
    /// Clauses added and deleted, as text
    Drat,
    /// The same as bytes: a third of the size
    DratBinary,
    /// As text, with the reasons of each clause
    Lrat,
    /// The same as bytes: half of the size
    LratBinary,
}

impl From<ProofFormat> for proof::ClauseProofFormat {
    fn from(format: ProofFormat) -> Self {
        match format {
            ProofFormat::Drat => Self::Drat,
            ProofFormat::DratBinary => Self::DratBinary,
            ProofFormat::Lrat => Self::Lrat,
            ProofFormat::LratBinary => Self::LratBinary,
        }
    }
}

/// `puzzle verify`: check a proof that clauses have no model, or one that follows from a theory.
#[derive(Args, Debug)]
#[command(after_help = "Exit code 0: the proof is right; 1: it is not.

Examples:
  puzzle verify pigeons.cnf pigeons.drat
  puzzle verify hard.cnf parts/hard.cubes/hard.icnf
  puzzle verify socrates.puzzle homework.txt
  cadical -q --no-binary pigeons.cnf - | puzzle verify pigeons.cnf -")]
pub struct Verify {
    /// The clauses in DIMACS, or a puzzle file with a theory
    pub clauses: PathBuf,
    /// The proof in DRAT, as text or bytes, or in LRAT, or `-` for standard input; or the list of the cubes
    /// (.icnf) of parts whose proofs lie beside it; from a theory a proof by natural deduction, below a line
    /// `prove THEORY: SENTENCE`
    pub proof: PathBuf,
    /// The format of the proof, where its look misleads
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub proof_format: Option<ProofFormat>,
}
