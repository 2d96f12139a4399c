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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::cnf::Atom;

    #[test]
    fn one_may_be_true_and_no_two() {
        for count in 0..20 {
            let literals: Vec<_> = (0..count).map(|atom| Literal::new(Atom(atom), true)).collect();
            let mut cnf = Cnf::new(count);
            at_most_one(&mut cnf, &literals);
            // What follows from some literals by clauses of two; none has more.
            let is_sound = |chosen: &[Literal]| {
                let mut known = chosen.to_vec();
                let mut at = 0;
                while at < known.len() {
                    let denied = !known[at];
                    for clause in cnf.clauses().filter(|it| it.contains(&denied)) {
                        let other = clause.iter().copied().find(|it| *it != denied);
                        known.extend(other.filter(|it| !known.contains(it)));
                    }
                    at += 1;
                }
                known.iter().all(|it| !known.contains(&!*it))
            };
            for first in &literals {
                assert!(is_sound(&[*first]));
                for second in literals.iter().filter(|it| *it != first) {
                    assert!(!is_sound(&[*first, *second]), "{count}");
                }
            }
        }
    }
}
