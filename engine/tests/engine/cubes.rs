//! Clauses split into cubes, and the check that cubes cover all models, against brute force.

use crate::sample;
use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Signal, Stop};
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::sat::cubes::split;
use puzzle_engine::verify::cubes::gap;

const ATOMS: u32 = 9;

fn literals(numbers: &[i64]) -> Vec<Literal> {
    numbers.iter().map(|it| Literal::from_dimacs(*it).unwrap()).collect()
}

fn cnf_of(clauses: &[Vec<i64>]) -> Cnf {
    let mut cnf = Cnf::new(ATOMS);
    clauses.iter().for_each(|it| cnf.add(literals(it)));
    cnf
}

/// Whether a literal is true in a valuation, given as bits.
fn holds(bits: u32) -> impl Fn(&Literal) -> bool {
    move |it| (bits >> it.atom().0 & 1 == 1) == it.is_positive()
}

fn is_model(cnf: &Cnf, bits: u32) -> bool {
    cnf.clauses().all(|clause| clause.iter().any(holds(bits)))
}

fn is_in(cube: &[Literal], bits: u32) -> bool {
    cube.iter().all(holds(bits))
}

fn free_gap(cnf: &Cnf, cubes: &[Vec<Literal>]) -> Option<Vec<Literal>> {
    gap(cnf, cubes, &mut Budget::unlimited()).unwrap()
}

fn number() -> impl Strategy<Value = i64> {
    (1..=i64::from(ATOMS), any::<bool>()).prop_map(|(it, is)| if is { it } else { -it })
}

fn clauses(sizes: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Vec<i64>>> {
    vec(vec(number(), sizes), 0..55)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(2_000)))]

    #[test]
    fn each_model_is_in_one_cube_and_no_valuation_in_two(
        clauses in prop_oneof![clauses(3..4), clauses(1..5)],
        count in 1_usize..20,
    ) {
        let cnf = cnf_of(&clauses);
        let cubes = split(&cnf, count, &mut Budget::unlimited()).unwrap();
        prop_assert!(cubes.len() <= count);
        for bits in 0..1 << ATOMS {
            let times = cubes.iter().filter(|it| is_in(it, bits)).count();
            prop_assert!(times <= 1, "two cubes hold {bits:b}");
            prop_assert!(times == 1 || !is_model(&cnf, bits), "no cube holds {bits:b}");
        }
        prop_assert_eq!(free_gap(&cnf, &cubes), None);
    }

    #[test]
    fn a_cube_that_lacks_is_missed_where_it_has_a_model(
        clauses in clauses(3..4),
        count in 2_usize..12,
        picked in any::<prop::sample::Index>(),
        spoilt in any::<prop::sample::Index>(),
        how in 0..3,
    ) {
        let cnf = cnf_of(&clauses);
        let mut cubes = split(&cnf, count, &mut Budget::unlimited()).unwrap();
        prop_assume!(!cubes.is_empty());
        let at = picked.index(cubes.len());
        match how {
            0 => drop(cubes.remove(at)),
            1 if !cubes[at].is_empty() => {
                let literal = spoilt.get(&cubes[at]);
                let (old, new) = (*literal, !*literal);
                cubes[at].iter_mut().filter(|it| **it == old).for_each(|it| *it = new);
            }
            _ => cubes[at].push(Literal::from_index(spoilt.index(2 * ATOMS as usize) as u32)),
        }
        check_gap(&cnf, &cubes)?;
    }

    #[test]
    fn cubes_of_any_other_make_are_judged_rightly(
        clauses in clauses(2..4),
        cubes in vec(vec(number(), 0..3), 0..10),
    ) {
        let cubes: Vec<_> = cubes.iter().map(|it| literals(it)).collect();
        check_gap(&cnf_of(&clauses), &cubes)?;
    }
}

/// A list without a gap covers each model. A gap is one: no valuation in it is in a cube. Filling gaps ends.
fn check_gap(cnf: &Cnf, cubes: &[Vec<Literal>]) -> Result<(), TestCaseError> {
    let mut cubes = cubes.to_vec();
    while let Some(missed) = free_gap(cnf, &cubes) {
        for bits in (0..1 << ATOMS).filter(|it| is_in(&missed, *it)) {
            prop_assert!(!cubes.iter().any(|it| is_in(it, bits)), "{missed:?} is covered");
        }
        cubes.push(missed);
        prop_assert!(cubes.len() < 1 << ATOMS);
    }
    for bits in (0..1 << ATOMS).filter(|it| is_model(cnf, *it)) {
        prop_assert!(cubes.iter().any(|it| is_in(it, bits)), "no cube holds {bits:b}");
    }
    Ok(())
}

/// So many pigeons, each in one of one hole less, and no two in one.
fn pigeons(pigeons: i64) -> Cnf {
    let at = |pigeon: i64, hole: i64| (pigeon - 1) * (pigeons - 1) + hole;
    let mut cnf = Cnf::new(0);
    for pigeon in 1..=pigeons {
        cnf.add(literals(&(1..pigeons).map(|hole| at(pigeon, hole)).collect::<Vec<_>>()));
        for (other, hole) in (1..pigeon).flat_map(|it| (1..pigeons).map(move |hole| (it, hole))) {
            cnf.add(literals(&[-at(pigeon, hole), -at(other, hole)]));
        }
    }
    cnf
}

#[test]
fn pigeons_are_split_into_as_many_cubes_as_were_asked_for_and_every_one_is_needed() {
    let cnf = pigeons(9);
    for count in [1, 8, 100] {
        let cubes = split(&cnf, count, &mut Budget::unlimited()).unwrap();
        assert_eq!(cubes.len(), count);
        assert_eq!(free_gap(&cnf, &cubes), None);
        for at in 0..count {
            let mut fewer = cubes.clone();
            fewer.remove(at);
            assert!(free_gap(&cnf, &fewer).is_some(), "cube {at}");
        }
    }
}

#[test]
fn clauses_that_propagation_refutes_have_no_cube() {
    for clauses in [&[vec![]][..], &[vec![1], vec![-1]], &[vec![1], vec![-1, 2], vec![-2, -1]]] {
        let cnf = cnf_of(clauses);
        assert!(split(&cnf, 4, &mut Budget::unlimited()).unwrap().is_empty());
        assert_eq!(free_gap(&cnf, &[]), None);
    }
}

#[test]
fn both_stop_when_cancelled() {
    let signal = Signal::default();
    signal.cancel();
    let cnf = pigeons(40);
    let mut budget = Budget::new(signal, None, None);
    assert_eq!(split(&cnf, 4, &mut budget), Err(Stop::Cancelled));
    assert_eq!(gap(&cnf, &[], &mut budget), Err(Stop::Cancelled));
}
