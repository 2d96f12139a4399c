//! That at most one of some literals is true, in clauses: each two of a few; many stand in a square, of
//! whose rows at most one is used, and of whose columns (Chen, "A new SAT encoding of the at-most-one
//! constraint", 9th Workshop on Constraint Modelling and Reformulation, 2010).

use super::cnf::{Cnf, Literal};

/// So many literals that clauses for each two of them are fewer than those for a square.
const FEW: usize = 5;

/// Adds the clauses, and atoms for rows and columns.
pub(crate) fn at_most_one(cnf: &mut Cnf, literals: &[Literal]) {
    let mut open = vec![literals.to_vec()];
    while let Some(literals) = open.pop() {
        if literals.len() <= FEW {
            for (index, first) in literals.iter().enumerate() {
                for second in &literals[index + 1..] {
                    cnf.add([!*first, !*second]);
                }
            }
            continue;
        }
        let width = literals.len().isqrt();
        let mut new = |count: usize| -> Vec<Literal> {
            (0..count).map(|_| Literal::new(cnf.add_atom(), true)).collect()
        };
        let (rows, columns) = (new(literals.len().div_ceil(width)), new(width));
        for (index, literal) in literals.iter().enumerate() {
            cnf.add([!*literal, rows[index / width]]);
            cnf.add([!*literal, columns[index % width]]);
        }
        open.extend([rows, columns]);
    }
}
