//! Permutations of literals that take the negation of each literal to the negation of its image. Those that leave a
//! formula as it is are its symmetries (Kauers and Seidl, "Symmetries of quantified Boolean formulas", SAT 2018).

use super::cnf::{Atom, Literal};

/// An image of each literal. Nothing sees to it that no two literals have the same one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LiteralPermutation {
    /// Of each atom the image of its positive literal.
    pub images: Vec<Literal>,
}

impl LiteralPermutation {
    /// The one that leaves all literals of so many atoms where they are.
    pub fn identity(atoms: usize) -> Self {
        Self { images: (0..atoms as u32).map(|it| Literal::new(Atom(it), true)).collect() }
    }

    /// Where a literal goes.
    pub fn image(&self, literal: Literal) -> Literal {
        let image = self.images[literal.atom().0 as usize];
        if literal.is_positive() { image } else { !image }
    }

    /// Both, this one first.
    #[must_use]
    pub fn then(&self, other: &Self) -> Self {
        Self { images: self.images.iter().map(|it| other.image(*it)).collect() }
    }
}
