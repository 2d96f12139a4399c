//! Refutations of clauses by reverse unit propagation, against the definition and against brute force.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::clauses::ClauseProof;
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::verify::drat::{DratFlaw, check_refutation};

fn literals(clause: &[i64]) -> Vec<Literal> {
    clause.iter().map(|&number| Literal::from_dimacs(number).unwrap()).collect()
}

fn cnf(clauses: &[&[i64]]) -> Cnf {
    let mut cnf = Cnf::default();
    clauses.iter().for_each(|clause| cnf.add(literals(clause)));
    cnf
}

fn check(cnf: &Cnf, proof: &ClauseProof) -> Result<(), DratFlaw> {
    check_refutation(cnf, proof, &mut Budget::unlimited()).unwrap()
}

#[test]
fn a_clause_that_does_not_follow_is_found() {
    let square = cnf(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    let mut proof = ClauseProof::default();
    assert_eq!(check(&square, &proof), Err(DratFlaw::Incomplete));
    proof.add(literals(&[1]));
    proof.add([]);
    assert_eq!(check(&square, &proof), Ok(()));
    assert_eq!(
        check(&cnf(&[&[1, 2], &[1, -2], &[-1, 2]]), &proof),
        Err(DratFlaw::Unjustified { step: 1 })
    );
    let mut hasty = ClauseProof::default();
    hasty.add([]);
    assert_eq!(check(&square, &hasty), Err(DratFlaw::Unjustified { step: 0 }));
}

#[test]
fn resolution_asymmetric_tautologies_count_on_the_first_literal_only() {
    // Atom 3 defined as atom 1, beside all clauses of three atoms. The clause is RAT on atom 3; on atom 1
    // it is not, for that implies atom 4.
    let mut clauses = cnf(&[&[3, -1], &[-1, 4]]);
    for signs in 0..8 {
        let sign = |bit: i64| 1 - 2 * (signs >> bit & 1);
        clauses.add(literals(&[sign(0), 2 * sign(1), 5 * sign(2)]));
    }
    let with = |clause: &[i64]| {
        let mut proof = ClauseProof::default();
        for step in [clause, &[3, 2], &[3], &[2], &[]] {
            proof.add(literals(step));
        }
        check(&clauses, &proof)
    };
    assert_eq!(with(&[-3, 1]), Ok(()));
    assert_eq!(with(&[1, -3]), Err(DratFlaw::Unjustified { step: 0 }));
}

#[test]
fn deleted_clauses_help_no_more() {
    let square = cnf(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    let mut proof = ClauseProof::default();
    proof.delete(literals(&[2, 1]));
    proof.add(literals(&[1]));
    // Without (1 2) the unit is RAT neither: its resolvents (2) and (-2) do not follow.
    assert_eq!(check(&square, &proof), Err(DratFlaw::Unjustified { step: 1 }));
}

#[test]
fn deleting_the_reason_of_a_unit_does_not_make_its_negation_pass() {
    let satisfiable = cnf(&[&[-1]]);
    let mut proof = ClauseProof::default();
    proof.delete(literals(&[-1]));
    proof.add(literals(&[1]));
    proof.add([]);
    assert_eq!(check(&satisfiable, &proof), Err(DratFlaw::Unjustified { step: 1 }));
}

/// Atoms of the random clauses.
const ATOMS: i64 = 4;

fn clause() -> impl Strategy<Value = Vec<Literal>> {
    let literal = (1..=ATOMS, any::<bool>()).prop_map(|(atom, is_positive)| {
        Literal::from_dimacs(if is_positive { atom } else { -atom }).unwrap()
    });
    vec(literal, 0..4)
}

fn is_satisfiable(cnf: &Cnf) -> bool {
    (0..1_u32 << ATOMS).any(|values| {
        let holds = |it: &Literal| (values >> it.atom().0 & 1 == 1) == it.is_positive();
        cnf.clauses().all(|clause| clause.iter().any(holds))
    })
}

/// Whether denying literals leads to a conflict, by looking at all clauses again and again.
fn is_contradictory(clauses: &[Vec<Literal>], mut denied: Vec<Literal>) -> bool {
    loop {
        if denied.iter().any(|literal| denied.contains(&!*literal)) {
            return true;
        }
        let news = clauses.iter().find_map(|clause| {
            let mut left: Vec<_> = clause.iter().filter(|it| !denied.contains(it)).collect();
            left.sort_unstable();
            left.dedup();
            match left[..] {
                [] => Some(None),
                [unit] if !denied.contains(&!*unit) => Some(Some(!*unit)),
                _ => None,
            }
        });
        match news {
            Some(Some(literal)) => denied.push(literal),
            Some(None) => return true,
            None => return false,
        }
    }
}

/// The definition of a DRAT proof without deletions, step by step from the start.
fn is_proof(cnf: &Cnf, steps: &[Vec<Literal>]) -> bool {
    let mut clauses: Vec<_> = cnf.clauses().map(<[Literal]>::to_vec).collect();
    for clause in steps {
        if is_contradictory(&clauses, Vec::new()) {
            return true;
        }
        let is_rat = || {
            clause.first().is_some_and(|pivot| {
                let others = clauses.iter().filter(|other| other.contains(&!*pivot));
                others.into_iter().all(|other| {
                    let rest = other.iter().copied().filter(|&literal| literal != !*pivot);
                    is_contradictory(&clauses, clause.iter().copied().chain(rest).collect())
                })
            })
        };
        if !is_contradictory(&clauses, clause.clone()) && !is_rat() {
            return false;
        }
        clauses.push(clause.clone());
    }
    is_contradictory(&clauses, Vec::new())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_passes_refutes_and_proofs_pass(
        clauses in vec(clause(), 6..16),
        steps in vec((clause(), any::<bool>(), 0..16_usize), 0..8),
    ) {
        let mut cnf = Cnf::default();
        clauses.iter().for_each(|clause| cnf.add(clause.iter().copied()));
        let (mut plain, mut deleting) = (ClauseProof::default(), ClauseProof::default());
        for (step, deletes, which) in &steps {
            plain.add(step.iter().copied());
            deleting.add(step.iter().copied());
            if *deletes {
                let clause = &clauses[which % clauses.len()];
                deleting.delete(clause.iter().rev().copied());
            }
        }
        for proof in [&mut plain, &mut deleting] {
            proof.add([]);
            prop_assert!(check(&cnf, proof).is_err() || !is_satisfiable(&cnf));
        }
        let mut steps: Vec<_> = steps.into_iter().map(|(clause, ..)| clause).collect();
        steps.push(Vec::new());
        prop_assert!(check(&cnf, &plain).is_ok() || !is_proof(&cnf, &steps));
    }
}
