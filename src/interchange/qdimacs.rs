//! Writes quantified clause sets in QDIMACS 1.1: a DIMACS file whose header is followed by lines
//! `a …` and `e …`, the outermost quantifier first.

use std::io::{self, Write};

use super::dimacs::write_matrix;
use crate::logic::cnf::{Atom, Cnf};

/// A quantifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// There is a value.
    Exists,
    /// For both values.
    ForAll,
}

/// Writes a clause set under a prefix of atoms, the outermost first. Neighbours with the same
/// quantifier share a line, as the format asks; atoms outside the prefix count as existential.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, prefix: &[(Quantifier, Atom)], matrix: &Cnf) -> io::Result<()> {
    write_matrix(out, matrix, |out| {
        for block in prefix.chunk_by(|left, right| left.0 == right.0) {
            out.write_all(match block[0].0 {
                Quantifier::Exists => b"e",
                Quantifier::ForAll => b"a",
            })?;
            for (_, atom) in block {
                write!(out, " {}", atom.0 + 1)?;
            }
            out.write_all(b" 0\n")?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::cnf::Literal;

    #[test]
    fn neighbours_with_one_quantifier_share_a_line() {
        use Quantifier::{Exists, ForAll};
        let mut matrix = Cnf::default();
        matrix.add([1, -2, 4].map(|number| Literal::from_dimacs(number).unwrap()));
        matrix.add([]);
        let prefix = [(ForAll, Atom(0)), (ForAll, Atom(2)), (Exists, Atom(1)), (Exists, Atom(3))];
        let mut out = Vec::new();
        write(&mut out, &prefix, &matrix).unwrap();
        assert_eq!(out, b"p cnf 4 2\na 1 3 0\ne 2 4 0\n1 -2 4 0\n0\n");
    }
}
