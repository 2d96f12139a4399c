//! Why clauses have no model: a smallest part of them, or nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use puzzle_engine::SatEngine;
use puzzle_engine::budget::{Budget, Signal};
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::problem::{FindModel, Refutable};

/// One pigeon more than there are holes.
fn pigeonhole(holes: i64) -> FindModel {
    let mut cnf = Cnf::default();
    let mut add = |clause: Vec<i64>| {
        cnf.add(clause.into_iter().filter_map(Literal::from_dimacs));
    };
    let at = |pigeon: i64, hole: i64| pigeon * holes + hole + 1;
    (0..=holes).for_each(|pigeon| add((0..holes).map(|hole| at(pigeon, hole)).collect()));
    for hole in 0..holes {
        for pigeon in 0..=holes {
            (0..pigeon).for_each(|other| add(vec![-at(pigeon, hole), -at(other, hole)]));
        }
    }
    FindModel(cnf, SatEngine::Cdcl)
}

#[test]
fn a_contradiction_is_small_or_not_told() {
    let free = Budget::unlimited();
    // Every clause is needed: 3 + 6, 4 + 18 and 5 + 40 of them.
    assert_eq!(pigeonhole(2).core(&free), Some((0..9).collect()));
    assert_eq!(pigeonhole(3).core(&free), Some((0..22).collect()));
    assert_eq!(pigeonhole(4).core(&free), None);
}

#[test]
fn a_limit_on_the_way_means_no_explanation() {
    let cancelled_at = |last: u64| {
        let (signal, looks) = (Signal::default(), AtomicU64::new(0));
        let flag = signal.clone();
        let signal = signal.watched(move || {
            if looks.fetch_add(1, Ordering::Relaxed) == last {
                flag.cancel();
            }
        });
        pigeonhole(3).core(&Budget::new(signal, None, None))
    };
    let looks = (0..1000).find(|it| cancelled_at(*it).is_some()).expect("it comes to an end");
    assert!(looks > 1);
}
