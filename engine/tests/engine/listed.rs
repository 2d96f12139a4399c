//! Lists of all models and assignments against all rows of values; what they claim and is not so is found out in
//! `verify::accept`.

use proptest::prelude::*;
use puzzle_engine::Problem;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::problem::{ListAssignments, ListModels};

use super::trees::tree;

const ATOMS: u32 = 5;

/// Rows of values, the first atom first.
fn rows(atoms: u32) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << atoms).map(move |row| (0..atoms).map(|it| row >> it & 1 == 1).collect())
}

fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort();
    all
}

proptest! {
    #[test]
    fn the_models_of_clauses_are_the_rows_in_which_they_are_true(
        clauses in prop::collection::vec(prop::collection::vec((0..ATOMS, any::<bool>()), 0..4), 0..12),
        most in 0_usize..40,
    ) {
        let mut cnf = Cnf::new(ATOMS);
        for clause in &clauses {
            let number = |it: &(u32, bool)| (i64::from(it.0) + 1) * if it.1 { 1 } else { -1 };
            cnf.add(clause.iter().map(|it| Literal::from_dimacs(number(it)).unwrap()));
        }
        let is_true = |row: &Vec<bool>| {
            clauses.iter().all(|it| it.iter().any(|(atom, sign)| row[*atom as usize] == *sign))
        };
        let rows = sorted(rows(ATOMS).filter(is_true).collect());
        let listed = ListModels(cnf, most).answer(&mut Budget::unlimited()).unwrap().into_inner();
        prop_assert_eq!(listed.are_all, rows.len() <= most);
        prop_assert_eq!(listed.found.len(), rows.len().min(most));
        let found = sorted(listed.found);
        prop_assert!(found.windows(2).all(|it| it[0] != it[1]));
        prop_assert!(found.iter().all(|it| rows.contains(it)));
    }

    #[test]
    fn the_assignments_of_a_formula_are_the_rows_in_which_it_is_true(tree in tree(4, 30)) {
        let formula = tree.formula();
        let variables = formula.variables();
        let listed = ListAssignments(formula.clone(), usize::MAX);
        let listed = listed.answer(&mut Budget::unlimited()).unwrap().into_inner();
        prop_assert!(listed.are_all);
        let row = |it: Vec<bool>| variables.iter().copied().zip(it).collect::<Vec<_>>();
        let all = rows(variables.len() as u32).map(row).filter(|it| formula.is_true_with(it));
        prop_assert_eq!(sorted(listed.found), sorted(all.collect()));
    }
}
