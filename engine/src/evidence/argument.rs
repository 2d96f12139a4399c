//! An argument that clauses have no model, as a person would write it down.

use super::refutation::{ProofLiteral, ProofTerm};
use crate::logic::cnf::{Atom, Cnf, Literal};

/// What clauses make true in turn, and how that ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseArgument {
    /// What follows, each from what stands before it.
    pub forced: Vec<ForcedLiteral>,
    /// Why it cannot go on so.
    pub end: ArgumentEnd,
}

/// A literal that a clause makes true, as all its others are false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedLiteral {
    /// Now true.
    pub literal: Literal,
    /// By its index.
    pub clause: usize,
}

/// How an argument ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgumentEnd {
    /// All literals of this clause are false.
    Conflict(usize),
    /// The literal is true or its negation is, and neither can be.
    Cases(Literal, Box<[ClauseArgument; 2]>),
}

impl ClauseArgument {
    /// How many steps it has, the ends of all cases included.
    pub fn count(&self) -> usize {
        let rest = match &self.end {
            ArgumentEnd::Conflict(_) => 1,
            ArgumentEnd::Cases(_, cases) => 2 + cases.iter().map(Self::count).sum::<usize>(),
        };
        self.forced.len() + rest
    }

    /// The same about clauses of which these were a part: the index of each, and the name of each atom there.
    #[must_use]
    pub fn renumbered(self, clauses: &[usize], atoms: &[Atom]) -> Self {
        let named = |it: Literal| Literal::new(atoms[it.atom().0 as usize], it.is_positive());
        let forced = self
            .forced
            .into_iter()
            .map(|it| ForcedLiteral { literal: named(it.literal), clause: clauses[it.clause] });
        let end = match self.end {
            ArgumentEnd::Conflict(clause) => ArgumentEnd::Conflict(clauses[clause]),
            ArgumentEnd::Cases(literal, cases) => {
                let cases = cases.map(|it| it.renumbered(clauses, atoms));
                ArgumentEnd::Cases(named(literal), Box::new(cases))
            }
        };
        Self { forced: forced.collect(), end }
    }
}

/// A clause that an argument about single cases rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseClause {
    /// A clause that a refutation was given, by its step, and what its variables stand for. A variable among these terms
    /// is any one thing.
    Instance(usize, Vec<ProofTerm>),
    /// What is so of equals, whatever they are.
    Equals(Vec<ProofLiteral>),
}

/// Such clauses without variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CaseClauses {
    /// The clauses.
    pub clauses: Vec<CaseClause>,
    /// They by their numbers, their atoms by theirs.
    pub cnf: Cnf,
    /// What the atoms say.
    pub atoms: Vec<ProofLiteral>,
}
