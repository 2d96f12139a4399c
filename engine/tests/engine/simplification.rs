//! What the solver of clauses does between searches, by what it counts.

use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::{Atom, Literal};
use puzzle_engine::sat::cdcl::{Options, Solver, SolverOutcome};

/// As little as there may be, and that as often as there may be.
fn options() -> Options {
    Options {
        interval: 1,
        stable_mode: false,
        local_search: false,
        subsumption: false,
        addition: false,
        elimination: false,
        equivalence: false,
        probing: false,
        vivification: false,
        ..Options::default()
    }
}

/// Atoms of a riddle that takes some conflicts.
const RIDDLE: u32 = 2;

/// Adds a riddle that has no solution if an atom is true, on atoms that stay, and lets the solver look for one; so it comes
/// to simplify in between.
fn simplify(solver: &mut Solver<'_>) {
    let first = solver.atoms();
    let atoms = [(); RIDDLE as usize + 1].map(|()| Literal::new(solver.add_atom(), true));
    assert_eq!(first + RIDDLE + 1, solver.atoms());
    solver.solve(&atoms, &mut Budget::unlimited()).unwrap();
    for signs in 0..1_u32 << RIDDLE {
        let signed = (0..RIDDLE).map(|at| {
            let literal = atoms[at as usize];
            if signs >> at & 1 == 1 { literal } else { !literal }
        });
        let clause: Vec<_> = signed.chain([!atoms[RIDDLE as usize]]).collect();
        solver.add_clause(&clause);
    }
    let found = solver.solve(&[atoms[RIDDLE as usize]], &mut Budget::unlimited());
    assert_eq!(found, Ok(SolverOutcome::Unsatisfiable));
}

/// The atoms that are added to so many literals, each of which stands with each of some rests.
fn added(literals: u32, rests: u32) -> u64 {
    let mut solver = Solver::new(Options { addition: true, ..options() });
    for literal in 0..literals {
        for rest in literals..literals + rests {
            solver.add_clause(&[literal, rest].map(|it| Literal::new(Atom(it), true)));
        }
    }
    solver.seal();
    simplify(&mut solver);
    assert!(solver.statistics().simplifications > 0);
    solver.statistics().added
}

#[test]
fn an_atom_is_added_only_where_it_saves_more_than_a_few_clauses() {
    // It saves 1, 7, 8, 11, 15 and 21 clauses.
    let products = [(2, 3), (3, 5), (4, 4), (4, 5), (5, 5), (4, 8)];
    assert_eq!(products.map(|(first, second)| added(first, second)), [0, 0, 0, 1, 1, 1]);
}

#[test]
fn each_round_may_add_a_few_clauses_more_than_the_one_before() {
    let mut solver = Solver::new(Options { elimination: true, ..options() });
    let mut others = Vec::new();
    // Eliminating them adds 0, 1, 2, 3, 5, 8 and 15 clauses.
    for (positive, negative) in [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (5, 5)] {
        let pivot = solver.add_atom();
        for number in 0..positive + negative {
            let other = Literal::new(solver.add_atom(), true);
            solver.add_clause(&[Literal::new(pivot, number < positive), other]);
            others.push(other);
        }
    }
    // What was assumed once stays.
    solver.solve(&others, &mut Budget::unlimited()).unwrap();
    let mut eliminated = [None; 7];
    while eliminated[6].is_none() {
        simplify(&mut solver);
        let statistics = solver.statistics();
        let rounds = statistics.simplifications.checked_sub(1).map(|it| it as usize);
        if let Some(after) = rounds.and_then(|it| eliminated.get_mut(it)) {
            *after = Some(statistics.eliminated);
        }
    }
    assert_eq!(eliminated, [1, 2, 3, 4, 6, 7, 7].map(Some));
}
