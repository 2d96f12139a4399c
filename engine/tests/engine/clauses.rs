//! Clauses, the text of proofs about them, and the check of models.

use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::clauses::ClauseProof;
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::problem::CountModels;
use puzzle_engine::verify::model::check_model;
use puzzle_engine::{Doubt, Problem};

fn literal(number: i64) -> Literal {
    Literal::from_dimacs(number).unwrap()
}

#[test]
fn signed_numbers_round_trip_and_stop_at_the_limit() {
    for number in [1, -1, 7, -1_000_000, i64::from(Literal::MAX_ATOMS)] {
        assert_eq!(Literal::from_dimacs(number).map(Literal::to_dimacs), Some(number));
    }
    for number in [0, i64::from(Literal::MAX_ATOMS) + 1, i64::MIN, i64::MAX] {
        assert_eq!(Literal::from_dimacs(number), None);
    }
}

#[test]
fn clauses_keep_their_order_and_bring_their_atoms() {
    let mut cnf = Cnf::new(2);
    cnf.add([literal(1), literal(-5)]);
    cnf.add([]);
    assert_eq!(cnf.atoms(), 5);
    assert_eq!(cnf.clauses().map(<[_]>::len).collect::<Vec<_>>(), [2, 0]);
    cnf.rename(2, |atom| Atom(atom.0 / 4));
    assert_eq!(cnf.clause(0), [literal(1), literal(-2)]);
}

#[test]
fn text_names_deletions_and_ends_each_step_with_zero() {
    let mut proof = ClauseProof::default();
    proof.add([literal(1), literal(-2)]);
    proof.delete([literal(1), literal(-2)]);
    proof.add([]);
    let mut text = Vec::new();
    proof.write(&mut text, |atom| 10 * u64::from(atom.0 + 1)).unwrap();
    assert_eq!(text, b"10 -20 0\nd 10 -20 0\n0\n");
}

#[test]
fn the_first_violated_clause_is_named() {
    let mut cnf = Cnf::default();
    cnf.add([literal(1), literal(-2)]);
    cnf.add([literal(2)]);
    assert_eq!(check_model(&cnf, &[true, true]), Ok(()));
    assert_eq!(check_model(&cnf, &[true, false]), Err(1));
    assert_eq!(check_model(&cnf, &[false, true]), Err(0));
    assert_eq!(check_model(&cnf, &[true]), Err(1));
}

#[test]
fn a_number_that_takes_long_to_count_again_has_a_doubt() {
    let count = |atoms| CountModels(Cnf::new(atoms)).answer(&mut Budget::unlimited()).unwrap();
    assert_eq!((count(3).doubts(), count(3).into_inner()), (vec![], 8_u32.into()));
    assert_eq!(count(40).doubts(), [Doubt::Count]);
}
