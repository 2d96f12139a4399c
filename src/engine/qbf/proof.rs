//! Why a player wins a game of quantified clauses: resolution over both players' clauses (long-distance
//! Q-resolution; Zhang and Malik, ICCAD 2002; Balabanov and Jiang, FMSD 2012; Egly, Lonsing and Widl,
//! LPAR 2013).
//!
//! A clause belongs to a player, who loses where it is violated. E's are those of the matrix. A's
//! come from covers: literals of which every clause of the matrix has one; where all of them hold, E
//! has won, so A has to violate one. From two clauses of a player follows their resolvent, and a
//! literal of the opponent that comes behind all of the player's own can be left out, because the
//! opponent knows them all. A player with an empty clause has lost.

use crate::logic::cnf::Literal;

/// A list of clauses, each of which follows from those before. Those of the matrix have the first
/// numbers, the steps the next ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    literals: Vec<Literal>,
    clauses: Vec<u32>,
    /// Of each step its kind, and where its literals and its clauses end.
    steps: Vec<(Kind, usize, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Cover,
    Chain,
}

/// A step of a [`Proof`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<'a> {
    /// A's clause of the negations of these literals, of which every clause of the matrix has one.
    Cover(&'a [Literal]),
    /// The first clause, resolved with each of the others in turn on a literal that it has and the
    /// other one denies. What can be left out is, after each.
    Chain {
        /// The clauses by their numbers.
        clauses: &'a [u32],
        /// The literals, one less.
        pivots: &'a [Literal],
    },
}

impl Proof {
    /// Adds a cover.
    pub fn cover(&mut self, literals: &[Literal]) {
        self.push(Kind::Cover, literals, &[]);
    }

    /// Adds a chain of resolutions.
    pub fn chain(&mut self, clauses: &[u32], pivots: &[Literal]) {
        self.push(Kind::Chain, pivots, clauses);
    }

    fn push(&mut self, kind: Kind, literals: &[Literal], clauses: &[u32]) {
        self.literals.extend(literals);
        self.clauses.extend(clauses);
        self.steps.push((kind, self.literals.len(), self.clauses.len()));
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
    pub fn step(&self, index: usize) -> Step<'_> {
        let (kind, literals_end, clauses_end) = self.steps[index];
        let (literals, clauses) = match index.checked_sub(1) {
            Some(before) => (self.steps[before].1, self.steps[before].2),
            None => (0, 0),
        };
        let literals = &self.literals[literals..literals_end];
        match kind {
            Kind::Cover => Step::Cover(literals),
            Kind::Chain => {
                Step::Chain { clauses: &self.clauses[clauses..clauses_end], pivots: literals }
            }
        }
    }
}
