//! Why a player wins a game of quantified clauses: resolution over both players' clauses (long-distance
//! Q-resolution; Zhang and Malik, ICCAD 2002; Balabanov and Jiang, FMSD 2012; Egly, Lonsing and Widl,
//! LPAR 2013).
//!
//! A clause belongs to a player, who loses where it is violated. E's are those of the matrix. A's are those that a
//! circuit has from the beginning ([`dual`](crate::logic::dual)), and come from covers: literals of which every clause of the matrix has one, but for some that E satisfies by
//! atoms chosen later; where all of them hold, E has won, so A has to violate one. From two clauses of
//! a player follows their resolvent, and a literal of the opponent that comes behind all of the
//! player's own can be left out, because the opponent knows them all. A player with an empty clause has
//! lost.
//!
//! What follows from the clauses follows from their images, too, so a symmetry takes a clause to another one of the
//! same player (Kauers and Seidl, "Short proofs for some symmetric quantified Boolean formulas", IPL 2018).

use crate::logic::cnf::{Atom, Literal};
use crate::logic::permutation::LiteralPermutation;

/// A list of clauses, each of which follows from those before. Those of the matrix have the first
/// numbers, A's own the next ones, and then come the steps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QbfProof {
    literals: Vec<Literal>,
    numbers: Vec<u32>,
    /// Of each step its kind, and where its literals and its numbers of clauses or atoms end.
    steps: Vec<(QbfStepKind, usize, usize)>,
    symmetries: Vec<LiteralPermutation>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum QbfStepKind {
    Cover,
    Chain,
    Image,
}

/// A step of a [`QbfProof`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QbfStep<'a> {
    /// A's clause of the negations of some literals.
    Cover {
        /// The literals; each clause of the matrix has one, or a free atom.
        literals: &'a [Literal],
        /// The atoms of E that are free, in this order: a clause without one of the literals is that one's
        /// in it which comes first, and two clauses of one atom that differ in its sign differ in the sign of
        /// another one, that is chosen no later. All free atoms are chosen after the choices of A among the
        /// literals.
        free: &'a [u32],
    },
    /// The first clause, resolved with each of the others in turn on a literal that it has and the
    /// other one denies. What can be left out is, after each.
    Chain {
        /// The clauses by their numbers.
        clauses: &'a [u32],
        /// The literals, one less.
        pivots: &'a [Literal],
    },
    /// The image of a clause that has literals.
    Image {
        /// The clause by its number.
        clause: u32,
        /// The number of the symmetry.
        symmetry: u32,
    },
}

impl QbfProof {
    /// Adds a cover.
    pub fn cover(&mut self, literals: &[Literal], free: &[Atom]) {
        self.push(QbfStepKind::Cover, literals, free.iter().map(|it| it.0));
    }

    /// Adds a chain of resolutions.
    pub fn chain(&mut self, clauses: &[u32], pivots: &[Literal]) {
        self.push(QbfStepKind::Chain, pivots, clauses.iter().copied());
    }

    /// Adds the image of a clause under the symmetry of that number.
    pub fn image(&mut self, clause: u32, symmetry: u32) {
        self.push(QbfStepKind::Image, &[], [clause, symmetry].into_iter());
    }

    /// Adds a symmetry, which has the next number.
    pub fn add_symmetry(&mut self, symmetry: LiteralPermutation) {
        self.symmetries.push(symmetry);
    }

    /// The symmetries that steps name, by their numbers.
    pub fn symmetries(&self) -> &[LiteralPermutation] {
        &self.symmetries
    }

    fn push(
        &mut self,
        kind: QbfStepKind,
        literals: &[Literal],
        numbers: impl Iterator<Item = u32>,
    ) {
        self.literals.extend(literals);
        self.numbers.extend(numbers);
        self.steps.push((kind, self.literals.len(), self.numbers.len()));
    }

    /// Which earlier clauses the step at `index` rests on.
    pub fn parents(&self, index: usize) -> Vec<u32> {
        match self.step(index) {
            QbfStep::Cover { .. } => Vec::new(),
            QbfStep::Chain { clauses, .. } => clauses.to_vec(),
            QbfStep::Image { clause, .. } => vec![clause],
        }
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The step at `index`, from 0.
    pub fn step(&self, index: usize) -> QbfStep<'_> {
        let (kind, literals_end, numbers_end) = self.steps[index];
        let (literals, numbers) = match index.checked_sub(1) {
            Some(before) => (self.steps[before].1, self.steps[before].2),
            None => (0, 0),
        };
        let literals = &self.literals[literals..literals_end];
        let numbers = &self.numbers[numbers..numbers_end];
        match kind {
            QbfStepKind::Cover => QbfStep::Cover { literals, free: numbers },
            QbfStepKind::Chain => QbfStep::Chain { clauses: numbers, pivots: literals },
            QbfStepKind::Image => QbfStep::Image { clause: numbers[0], symmetry: numbers[1] },
        }
    }
}
