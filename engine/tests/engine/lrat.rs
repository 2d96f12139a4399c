//! Derivations with their reasons, against the definition and against brute force.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::evidence::clauses::Tracer;
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::verify::lrat::{LratChecker, LratFlaw};

/// Atoms of the random clauses.
const ATOMS: i64 = 5;

fn literals(clause: &[i64]) -> Vec<Literal> {
    clause.iter().map(|&number| Literal::from_dimacs(number).unwrap()).collect()
}

fn checker(clauses: &[&[i64]]) -> LratChecker {
    let mut checker = LratChecker::default();
    for (number, clause) in (1..).zip(clauses) {
        checker.input(number, &literals(clause));
    }
    checker
}

fn flaw(checker: &LratChecker) -> Option<LratFlaw> {
    checker.refutes(&[]).err()
}

/// What `refutes` says of the clauses of two atoms after some steps.
fn after(steps: impl FnOnce(&mut LratChecker)) -> Result<bool, LratFlaw> {
    let mut checker = checker(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    steps(&mut checker);
    checker.refutes(&[])
}

#[test]
fn each_way_to_be_wrong_has_its_name() {
    let unit = literals(&[1]);
    let right = |it: &mut LratChecker| it.derive(5, &unit, &[1, 2]);
    assert_eq!(after(right), Ok(false));
    let end = |it: &mut LratChecker| {
        right(it);
        it.derive(6, &[], &[5, 3, 4]);
    };
    assert_eq!(after(end), Ok(true));
    let flaw = |steps: &dyn Fn(&mut LratChecker)| after(steps).unwrap_err();
    assert_eq!(flaw(&|it| it.derive(5, &unit, &[1])), LratFlaw::NoConflict { number: 5 });
    assert_eq!(flaw(&|it| it.derive(5, &unit, &[])), LratFlaw::NoConflict { number: 5 });
    assert_eq!(flaw(&|it| it.derive(5, &unit, &[1, 9])), LratFlaw::Unknown { number: 9 });
    assert_eq!(flaw(&|it| it.derive(4, &unit, &[1, 2])), LratFlaw::Taken { number: 4 });
    assert_eq!(flaw(&|it| it.delete(7, &[])), LratFlaw::Unknown { number: 7 });
    let early = LratFlaw::NotUnit { number: 5, reason: 1 };
    assert_eq!(flaw(&|it| it.derive(5, &[], &[1, 2])), early);
    assert_eq!(after(|it| it.derive(5, &unit, &[1, 1, 2])), Ok(false));
    let used_after_deletion = flaw(&|it| {
        it.delete(1, &[]);
        it.derive(5, &unit, &[1, 2]);
        // What follows on a flaw changes nothing.
        end(it);
    });
    assert_eq!(used_after_deletion, LratFlaw::Unknown { number: 1 });
}

#[test]
fn assumptions_are_refuted_by_a_clause_of_their_negations() {
    let mut checker = checker(&[&[-1, -2, 3], &[-3, -4]]);
    checker.derive(3, &literals(&[-1, -2, -4]), &[1, 2]);
    let refutes = |assumptions: &[i64]| checker.refutes(&literals(assumptions)).unwrap();
    assert!(refutes(&[1, 2, 4]) && refutes(&[4, 5, 2, 1]));
    assert!(!refutes(&[1, 2]) && !refutes(&[-1, -2, -4]) && !refutes(&[]));
}

#[test]
fn resolution_asymmetric_tautologies_need_reasons_for_each_resolvent() {
    // Atom 3 defined as atom 1; the second clause resolves with the first on atom 3.
    let derive = |reasons: &[i64]| {
        let mut checker = checker(&[&[1, 2], &[-3, 2, 1], &[-3, 1, 4]]);
        checker.derive_by(4, &literals(&[3, -1]), reasons);
        flaw(&checker)
    };
    assert_eq!(derive(&[-2, -3]), None);
    assert_eq!(derive(&[-2]), Some(LratFlaw::Unresolved { number: 4, with: 3 }));
    assert_eq!(derive(&[-2, -1]), Some(LratFlaw::Unknown { number: 1 }));
    let derive = |reasons: &[i64]| {
        let mut checker = checker(&[&[-1, 2], &[-3, 1], &[-3, 4], &[4, -2]]);
        checker.derive_by(5, &literals(&[3, -1]), reasons);
        flaw(&checker)
    };
    assert_eq!(derive(&[1, -2, -3, 4]), None);
    assert_eq!(derive(&[1, -2, -3]), Some(LratFlaw::NoConflict { number: 5 }));
    // Without clause 1 clause 4 is unit, and no conflict.
    assert_eq!(derive(&[-2, -3, 4]), Some(LratFlaw::NoConflict { number: 5 }));
}

#[test]
fn resolvents_are_those_with_the_clauses_there_are() {
    let mut checker = checker(&[&[1, 2], &[-3, 2, 1]]);
    checker.derive_by(3, &literals(&[3, -1]), &[-2]);
    checker.delete(2, &[]);
    checker.derive_by(4, &literals(&[3]), &[]);
    assert_eq!(flaw(&checker), None);
    checker.input(5, &literals(&[-3, 4]));
    checker.derive_by(6, &literals(&[3, -2]), &[]);
    assert_eq!(flaw(&checker), Some(LratFlaw::Unresolved { number: 6, with: 5 }));
}

#[test]
fn numbers_may_be_far_from_each_other() {
    const FAR: u64 = 1 << 60;
    let mut checker = checker(&[&[1, 2], &[1, -2]]);
    checker.input(FAR, &literals(&[-1, 3]));
    checker.derive(FAR + 7, &literals(&[3]), &[FAR, 1, 2]);
    checker.delete(FAR, &[]);
    assert_eq!(flaw(&checker), None);
    checker.derive(FAR + 8, &literals(&[3]), &[FAR, 1, 2]);
    assert_eq!(flaw(&checker), Some(LratFlaw::Unknown { number: FAR }));
}

#[test]
fn an_empty_clause_of_the_input_refutes() {
    assert_eq!(checker(&[&[1], &[]]).refutes(&[]), Ok(true));
    assert_eq!(checker(&[]).refutes(&[]), Ok(false));
}

#[test]
fn only_what_reasons_lead_to_is_rested_on_and_has_to_be_there() {
    let inputs = [&[1][..], &[-1, 2], &[3], &[-2]];
    let (mut checker, mut cnf) = (LratChecker::trimming(), Cnf::new(3));
    for (number, input) in (1..).zip(inputs) {
        // In whatever order.
        let told: Vec<_> = literals(input).into_iter().rev().collect();
        checker.input(number, &told);
        cnf.add(literals(input));
    }
    checker.derive(5, &literals(&[2]), &[1, 2]);
    checker.derive(6, &literals(&[3, 1]), &[3]);
    checker.derive(7, &[], &[5, 4]);
    assert_eq!(checker.refutes(&[]), Ok(true));
    let rests_on = checker.rests_on().unwrap();
    assert_eq!(rests_on.among(&cnf), Some(vec![true, true, false, true]));
    let mut fewer = Cnf::new(3);
    fewer.add(literals(&[1]));
    assert_eq!(rests_on.among(&fewer), None);
}

fn checker_of(clauses: &[(u64, Vec<Literal>)]) -> LratChecker {
    let mut checker = LratChecker::default();
    clauses.iter().for_each(|(number, clause)| checker.input(*number, clause));
    checker
}

fn clause() -> impl Strategy<Value = Vec<Literal>> {
    let literal = (1..=ATOMS, any::<bool>()).prop_map(|(atom, is_positive)| {
        Literal::from_dimacs(if is_positive { atom } else { -atom }).unwrap()
    });
    vec(literal, 0..4)
}

/// Whether a clause is true wherever the clauses are.
fn is_implied(clauses: &[Vec<Literal>], clause: &[Literal]) -> bool {
    (0..1_u32 << ATOMS).all(|values| {
        let is_true = |clause: &[Literal]| {
            clause.iter().any(|it| (values >> it.atom().0 & 1 == 1) == it.is_positive())
        };
        is_true(clause) || clauses.iter().any(|it| !is_true(it))
    })
}

/// The reasons of a clause by propagation, the slow way; `None` when it leads to no conflict.
fn reasons(clauses: &[(u64, Vec<Literal>)], clause: &[Literal]) -> Option<Vec<u64>> {
    let mut falsified = clause.to_vec();
    let mut reasons = Vec::new();
    loop {
        let unit = clauses.iter().find_map(|(number, other)| {
            let mut left: Vec<_> = other.iter().filter(|it| !falsified.contains(it)).collect();
            left.dedup();
            let is_news = left.iter().all(|it| !falsified.contains(&!**it));
            (left.len() < 2 && is_news).then(|| (*number, left.first().map(|it| !**it)))
        })?;
        reasons.push(unit.0);
        match unit.1 {
            Some(literal) => falsified.push(literal),
            None => return Some(reasons),
        }
    }
}

proptest! {
    /// Random clauses come and go. Those that follow by propagation are taken with their
    /// reasons; whatever is taken with other reasons follows all the same.
    #[test]
    fn what_is_taken_follows_and_what_follows_is_taken(
        input in vec(clause(), 0..8),
        steps in vec((clause(), vec(0..12_u64, 0..5), any::<bool>()), 0..12),
    ) {
        let mut present: Vec<_> = (1..).zip(input).collect();
        let mut checker = checker_of(&present);
        for (number, (clause, guess, deletes)) in (100..).zip(steps) {
            let all: Vec<_> = present.iter().map(|(_, clause)| clause.clone()).collect();
            let is_tautology = clause.iter().any(|it| clause.contains(&!*it));
            match reasons(&present, &clause) {
                Some(reasons) if !is_tautology => {
                    checker.derive(number, &clause, &reasons);
                    prop_assert_eq!(flaw(&checker), None);
                    // Without its end the same list proves nothing.
                    let mut tampered = LratChecker::default();
                    present.iter().for_each(|(number, clause)| tampered.input(*number, clause));
                    tampered.derive(number, &clause, &reasons[..reasons.len() - 1]);
                    prop_assert_eq!(flaw(&tampered), Some(LratFlaw::NoConflict { number }));
                    present.push((number, clause));
                }
                _ => {
                    // What is wrong with it would stay wrong.
                    let mut guessed = checker_of(&present);
                    guessed.derive(number, &clause, &guess);
                    if flaw(&guessed).is_none() {
                        prop_assert!(is_implied(&all, &clause));
                        checker.derive(number, &clause, &guess);
                        prop_assert_eq!(flaw(&checker), None);
                        present.push((number, clause));
                    }
                }
            }
            if deletes && !present.is_empty() {
                let (number, clause) = present.swap_remove(number as usize % present.len());
                checker.delete(number, &clause);
            }
        }
    }
}
