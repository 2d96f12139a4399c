//! Clause learning against brute force: every combination of techniques, assumptions and their
//! cores, clauses added between calls, interruption anywhere; each step of every proof is checked.

use crate::sample;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::evidence::clauses::Tracer;
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::sat::cdcl::{Options, Solver, SolverOutcome};
use puzzle_engine::verify::lrat::LratChecker;

fn literal(number: i64) -> Literal {
    Literal::from_dimacs(number).unwrap()
}

fn clause(numbers: &[i64]) -> Vec<Literal> {
    numbers.iter().copied().map(literal).collect()
}

/// Checks each step with its reasons at once, in the most literal way.
#[derive(Default)]
struct Checker {
    clauses: HashMap<u64, BTreeSet<Literal>>,
    is_refuted: bool,
}

struct Shared(Rc<RefCell<Checker>>);

impl Tracer for Shared {
    fn input(&mut self, number: u64, clause: &[Literal]) {
        let old = self.0.borrow_mut().clauses.insert(number, clause.iter().copied().collect());
        assert_eq!(old, None, "number {number} is taken");
    }

    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) {
        let mut checker = self.0.borrow_mut();
        let mut truth: BTreeSet<Literal> = clause.iter().map(|&it| !it).collect();
        for (at, reason) in reasons.iter().enumerate() {
            let Some(reason) = checker.clauses.get(reason) else { panic!("no clause {reason}") };
            let open: Vec<_> = reason.iter().filter(|it| !truth.contains(&!**it)).collect();
            match open[..] {
                [] => assert_eq!(at + 1, reasons.len(), "reasons behind the conflict"),
                [unit] => {
                    assert!(at + 1 < reasons.len(), "no conflict: {clause:?} by {reasons:?}");
                    assert!(truth.insert(*unit), "{reason:?} holds: {clause:?} by {reasons:?}");
                }
                _ => panic!("{reason:?} is no unit: {clause:?} by {reasons:?}"),
            }
        }
        assert!(!reasons.is_empty());
        checker.is_refuted |= clause.is_empty();
        checker.clauses.insert(number, clause.iter().copied().collect());
    }

    fn define(&mut self, number: u64, clause: &[Literal], reasons: &[i64]) {
        let mut checker = self.0.borrow_mut();
        let has_negation = |it: &&BTreeSet<Literal>| it.contains(&!clause[0]);
        let negations = checker.clauses.values().filter(has_negation).count();
        let runs: Vec<_> = reasons.chunk_by(|_, next| *next > 0).collect();
        assert_eq!(negations, runs.len(), "a resolvent for each clause with the negation");
        let others: BTreeSet<_> = runs.iter().map(|run| -run[0]).collect();
        assert_eq!(others.len(), runs.len());
        for run in runs {
            let [other, by] =
                run.iter().map(|it| &checker.clauses[&it.unsigned_abs()]).collect::<Vec<_>>()[..]
            else {
                panic!("one reason a resolvent")
            };
            assert!(other.contains(&!clause[0]));
            let is_there =
                |it: &Literal| clause[1..].contains(it) || other.contains(it) && *it != !clause[0];
            assert!(by.iter().all(is_there), "{by:?} is no part of the resolvent with {other:?}");
        }
        checker.clauses.insert(number, clause.iter().copied().collect());
    }

    fn delete(&mut self, number: u64, clause: &[Literal]) {
        let old = self.0.borrow_mut().clauses.remove(&number).expect("it is there");
        assert_eq!(old, clause.iter().copied().collect());
    }
}

/// Lets a solver have atoms of its own behind the first.
fn seal(solver: &mut Solver, atoms: u32) {
    while solver.atoms() < atoms {
        solver.add_atom();
    }
    solver.seal();
}

/// A solver whose proof is checked.
fn checked(options: Options) -> (Solver<'static>, Rc<RefCell<Checker>>) {
    let checker = Rc::new(RefCell::new(Checker::default()));
    (Solver::with_tracer(options, Box::new(Shared(Rc::clone(&checker)))), checker)
}

fn holds(literal: Literal, bits: u32) -> bool {
    (bits >> literal.atom().0 & 1 == 1) == literal.is_positive()
}

/// Whether clauses over at most twelve atoms have a model in which the assumptions hold.
fn is_satisfiable(clauses: &[Vec<Literal>], assumptions: &[Literal]) -> bool {
    let all = clauses.iter().flatten().chain(assumptions);
    let atoms = all.map(|it| it.atom().0 + 1).max().unwrap_or(0);
    assert!(atoms <= 12);
    (0..1_u32 << atoms).any(|bits| {
        assumptions.iter().all(|&it| holds(it, bits))
            && clauses.iter().all(|clause| clause.iter().any(|&it| holds(it, bits)))
    })
}

fn assert_model(solver: &Solver, clauses: &[Vec<Literal>], assumptions: &[Literal]) {
    let is_true = |it: &Literal| solver.value(it.atom()) == it.is_positive();
    assert!(assumptions.iter().all(is_true), "an assumption is false");
    for clause in clauses {
        assert!(clause.iter().any(is_true), "{clause:?} is false");
    }
}

/// Every technique on or off; most intervals as short as they can be.
fn options() -> impl Strategy<Value = Options> {
    (any::<u64>(), prop_oneof![8 => Just(1_u64), 1 => Just(10), 1 => Just(1000)], any::<u64>())
        .prop_map(|(bits, interval, seed)| {
            let is_on = |bit: u32| bits >> bit & 1 == 1 || bits >> 32 & 3 == 0;
            Options {
                seed,
                interval,
                initial_phase: is_on(0),
                minimisation: is_on(1),
                restarts: is_on(2),
                reduction: is_on(3),
                stable_mode: is_on(4),
                phase_saving: is_on(5),
                target_phases: is_on(6),
                rephasing: is_on(7),
                subsumption: is_on(8),
                elimination: is_on(9),
                vivification: is_on(11),
                equivalence: is_on(12),
                probing: is_on(13),
                reason_bumping: is_on(14),
                local_search: is_on(15),
                addition: is_on(10),
            }
        })
}

fn any_literal(atoms: i64) -> impl Strategy<Value = Literal> {
    (1..=atoms, any::<bool>()).prop_map(|(n, sign)| literal(if sign { n } else { -n }))
}

/// Clauses of many shapes over a few atoms: tautologies, repeated literals and empty clauses
/// included.
fn clauses(atoms: i64, most: usize) -> impl Strategy<Value = Vec<Vec<Literal>>> {
    let of_length = move |length| vec(any_literal(atoms), length);
    let mixed = prop_oneof![
        1 => Just(0_usize), 20 => Just(1), 200 => Just(2), 400 => Just(3), 100 => 4..=6_usize
    ];
    let binary = prop_oneof![1 => Just(1_usize), 40 => Just(2), 10 => Just(3)];
    prop_oneof![
        vec(mixed.prop_flat_map(of_length), 0..=most),
        vec(of_length(3), 3 * most / 4..=most),
        vec(binary.prop_flat_map(of_length), 0..=most),
        vec(parity(atoms), 0..=most / 3).prop_map(|it| it.concat()),
        vec(at_most_one(atoms), 0..=most / 4).prop_map(|it| it.concat()),
        vec(product(atoms), 0..=most / 8).prop_map(|it| it.concat()),
    ]
}

/// The exclusive disjunction of three literals is true.
fn parity(atoms: i64) -> impl Strategy<Value = Vec<Vec<Literal>>> {
    vec(any_literal(atoms), 3).prop_map(|it| {
        let [a, b, c] = it[..] else { unreachable!() };
        vec![vec![a, b, c], vec![a, !b, !c], vec![!a, b, !c], vec![!a, !b, c]]
    })
}

/// Each of some literals in a clause with each of some others.
fn product(atoms: i64) -> impl Strategy<Value = Vec<Vec<Literal>>> {
    (vec(any_literal(atoms), 2..5), vec(vec(any_literal(atoms), 1..3), 2..5)).prop_map(
        |(one, rests)| {
            let pairs = one.iter().flat_map(|it| rests.iter().map(move |rest| (it, rest)));
            pairs.map(|(it, rest)| [&[*it], &rest[..]].concat()).collect()
        },
    )
}

/// One of some literals is true, and no two of them.
fn at_most_one(atoms: i64) -> impl Strategy<Value = Vec<Vec<Literal>>> {
    vec(any_literal(atoms), 2..5).prop_map(|it| {
        let pairs = (0..it.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let mut clauses: Vec<_> = pairs.map(|(one, other)| vec![!it[one], !it[other]]).collect();
        clauses.push(it);
        clauses
    })
}

/// Solves and checks whatever comes out.
fn solve_and_check(
    solver: &mut Solver,
    checker: &Rc<RefCell<Checker>>,
    clauses: &[Vec<Literal>],
    assumptions: &[Literal],
) -> SolverOutcome {
    let outcome = solver.solve(assumptions, &mut Budget::unlimited()).unwrap();
    match outcome {
        SolverOutcome::Satisfiable => assert_model(solver, clauses, assumptions),
        SolverOutcome::Unsatisfiable => {
            assert!(solver.core().iter().all(|it| assumptions.contains(it)));
            assert_eq!(solver.core().is_empty(), checker.borrow().is_refuted);
        }
    }
    outcome
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(6000)))]

    #[test]
    fn all_techniques_agree_with_brute_force(options in options(), clauses in clauses(10, 50)) {
        let (mut solver, checker) = checked(options);
        seal(&mut solver, 10);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        let outcome = solve_and_check(&mut solver, &checker, &clauses, &[]);
        prop_assert_eq!(outcome == SolverOutcome::Satisfiable, is_satisfiable(&clauses, &[]));
    }

    /// Clauses come and go in time with questions; cores are cores.
    #[test]
    fn incremental_answers_agree_with_brute_force(
        options in options(),
        rounds in vec((clauses(10, 16), vec(any_literal(12), 0..5)), 1..6),
        is_sealed in any::<bool>(),
    ) {
        let (mut solver, checker) = checked(options);
        if is_sealed {
            seal(&mut solver, 12);
        }
        let mut all = Vec::new();
        for (clauses, assumptions) in rounds {
            clauses.iter().for_each(|clause| solver.add_clause(clause));
            all.extend(clauses);
            let outcome = solve_and_check(&mut solver, &checker, &all, &assumptions);
            prop_assert_eq!(outcome == SolverOutcome::Satisfiable, is_satisfiable(&all, &assumptions));
            if outcome == SolverOutcome::Unsatisfiable {
                prop_assert!(!is_satisfiable(&all, solver.core()), "the core is none");
            }
        }
    }

    /// The clauses on which a refutation rests have no model with what was assumed.
    #[test]
    fn what_a_refutation_rests_on_is_enough(
        options in options(),
        rounds in vec((clauses(10, 24), vec(any_literal(12), 0..3)), 1..5),
        is_sealed in any::<bool>(),
    ) {
        let checker = Rc::new(RefCell::new(LratChecker::trimming()));
        let mut solver = Solver::with_tracer(options, Box::new(Rc::clone(&checker)));
        if is_sealed {
            seal(&mut solver, 12);
        }
        let (mut all, mut cnf) = (Vec::new(), Cnf::new(12));
        for (clauses, assumptions) in rounds {
            clauses.iter().for_each(|clause| solver.add_clause(clause));
            clauses.iter().for_each(|clause| cnf.add(clause.iter().copied()));
            all.extend(clauses);
            let outcome = solver.solve(&assumptions, &mut Budget::unlimited()).unwrap();
            let checker = checker.borrow();
            if outcome == SolverOutcome::Unsatisfiable && checker.refutes(solver.core()) == Ok(true) {
                let needed = checker.rests_on().and_then(|it| it.among(&cnf)).unwrap();
                let few = all.iter().zip(needed).filter(|it| it.1).map(|it| it.0.clone());
                prop_assert!(!is_satisfiable(&few.collect::<Vec<_>>(), solver.core()));
            }
        }
    }

    /// Whenever the budget ends, the solver goes on later and comes to the same answer.
    #[test]
    fn interruption_anywhere_does_no_harm(
        options in options(),
        clauses in clauses(10, 50),
        steps in 1..20_u64,
    ) {
        let (mut solver, checker) = checked(options);
        let (early, late) = clauses.split_at(clauses.len() / 2);
        early.iter().for_each(|clause| solver.add_clause(clause));
        // A budget looks at once, and then after as many calls as it allows steps.
        let mut limits = steps..;
        let mut part = || Budget::unlimited().part(limits.next().unwrap_or(u64::MAX));
        let first = solver.solve(&[], &mut part());
        prop_assert!(matches!(first, Ok(_) | Err(Stop::Steps)));
        late.iter().for_each(|clause| solver.add_clause(clause));
        while solver.solve(&[], &mut part()).is_err() {}
        let outcome = solve_and_check(&mut solver, &checker, &clauses, &[]);
        prop_assert_eq!(outcome == SolverOutcome::Satisfiable, is_satisfiable(&clauses, &[]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(150)))]

    /// Too large for brute force: models and proofs are checked.
    #[test]
    fn hard_clauses_have_a_model_or_a_proof(
        options in options(),
        clauses in vec(vec(any_literal(60), 3), 240..275),
    ) {
        let (mut solver, checker) = checked(options);
        seal(&mut solver, 60);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        solve_and_check(&mut solver, &checker, &clauses, &[]);
    }

    /// A seed fixes the run; interruption or a tracer does not change what is found.
    #[test]
    fn a_seed_yields_one_run(options in options(), clauses in vec(vec(any_literal(50), 3), 213)) {
        let run = |mut solver: Solver| {
            clauses.iter().for_each(|clause| solver.add_clause(clause));
            let outcome = solver.solve(&[], &mut Budget::unlimited());
            let model: Vec<_> = (0..50).map(|atom| solver.value(Atom(atom))).collect();
            (outcome, model, solver.statistics())
        };
        let first = run(Solver::new(options.clone()));
        prop_assert_eq!(&first, &run(Solver::new(options.clone())));
        prop_assert_eq!(&first, &run(checked(options).0));
    }
}

/// Numbers that look random, the same each time.
fn numbers(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |limit| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    }
}

/// Random clauses of three different atoms, each with a literal that the model makes true.
fn planted(atoms: u64, count: usize, seed: u64) -> Vec<Vec<Literal>> {
    let mut below = numbers(seed);
    let model: Vec<_> = (0..atoms).map(|_| below(2) == 0).collect();
    let mut clauses = Vec::new();
    while clauses.len() < count {
        let clause: Vec<_> =
            (0..3).map(|_| Literal::new(Atom(below(atoms) as u32), below(2) == 0)).collect();
        let is_apart = (0..3).all(|it| clause[it].atom() != clause[(it + 1) % 3].atom());
        let is_true = |it: &Literal| model[it.atom().0 as usize] == it.is_positive();
        if is_apart && clause.iter().any(is_true) {
            clauses.push(clause);
        }
    }
    clauses
}

/// Without local search the conflicts are tens of thousands, where they end at all.
#[test]
fn planted_models_of_a_thousand_atoms_are_found_by_walking() {
    for (seed, count) in [4000, 4200, 4300, 4500, 5000, 6000, 8000, 10_000].into_iter().enumerate()
    {
        let clauses = planted(1000, count, seed as u64);
        let mut solver = Solver::new(Options::default());
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        assert_eq!(solver.solve(&[], &mut Budget::unlimited()), Ok(SolverOutcome::Satisfiable));
        assert_model(&solver, &clauses, &[]);
        let conflicts = solver.statistics().conflicts;
        assert!(conflicts < 2000, "{conflicts} conflicts for {count} clauses");
    }
}

/// A walk changes no assumption, and no unit.
#[test]
fn a_walk_leaves_assumptions_alone() {
    let clauses = planted(200, 780, 7);
    let mut solver = Solver::new(Options { interval: 1, ..Options::default() });
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    for round in 0..20 {
        let assumptions: Vec<_> =
            (0..10).map(|it| Literal::new(Atom(it * 7 + round), (it + round) % 3 == 0)).collect();
        if solver.solve(&assumptions, &mut Budget::unlimited()) == Ok(SolverOutcome::Satisfiable) {
            assert_model(&solver, &clauses, &assumptions);
        }
    }
    assert!(solver.statistics().walks > 0);
}

/// Pigeons in holes, each seat a disjunction of two atoms.
fn pigeons(holes: i64) -> Vec<Vec<Literal>> {
    let at = |pigeon, hole, part| 2 * (pigeon * holes + hole) + part + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        let seats = (0..holes).flat_map(|hole| [at(pigeon, hole, 0), at(pigeon, hole, 1)]);
        clauses.push(clause(&seats.collect::<Vec<_>>()));
        for (other, hole) in (0..pigeon).flat_map(|it| (0..holes).map(move |hole| (it, hole))) {
            for parts in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                clauses.push(clause(&[-at(pigeon, hole, parts.0), -at(other, hole, parts.1)]));
            }
        }
    }
    clauses
}

#[test]
fn added_atoms_make_pigeons_easy_and_the_proof_holds() {
    let (mut solver, checker) = checked(Options::default());
    let clauses = pigeons(7);
    seal(&mut solver, 2 * 7 * 8);
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    assert_eq!(solve_and_check(&mut solver, &checker, &clauses, &[]), SolverOutcome::Unsatisfiable);
    assert!(checker.borrow().is_refuted);
    assert!(solver.statistics().added > 10, "{:?}", solver.statistics());
}

/// The caller may go on: its new atoms come behind those that were added.
#[test]
fn added_atoms_stay_out_of_the_callers_way() {
    let (mut solver, checker) = checked(Options { interval: 1, ..Options::default() });
    let mut clauses = pigeons(5);
    let stays_away = literal(61);
    clauses[0].push(stays_away);
    seal(&mut solver, 61);
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    let outcome = solve_and_check(&mut solver, &checker, &clauses, &[!stays_away]);
    assert_eq!(outcome, SolverOutcome::Unsatisfiable);
    assert!(solver.statistics().added > 0);
    let atom = solver.add_atom();
    assert_eq!(u64::from(atom.0), 61 + solver.statistics().added);
    let new = vec![Literal::new(atom, true), !stays_away];
    solver.add_clause(&new);
    clauses.push(new);
    let outcome = solve_and_check(&mut solver, &checker, &clauses, &[stays_away]);
    assert_eq!(outcome, SolverOutcome::Satisfiable);
    assert!(solver.value(atom));
}

#[test]
fn a_seed_changes_the_first_decisions() {
    let clauses = planted(60, 250, 3);
    let model = |seed| {
        let mut solver = Solver::new(Options { seed, local_search: false, ..Options::default() });
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        solver.solve(&[], &mut Budget::unlimited()).unwrap();
        let model: Vec<_> = (0..60).map(|atom| solver.value(Atom(atom))).collect();
        (model, solver.statistics())
    };
    let runs: Vec<_> = (0..4).map(model).collect();
    assert!(runs.iter().enumerate().all(|(at, run)| !runs[..at].contains(run)), "{runs:?}");
}

#[test]
fn hints_are_followed_where_the_clauses_leave_a_choice() {
    let mut solver = Solver::new(Options::default());
    solver.add_clause(&clause(&[1, 2]));
    for (hints, expected) in [([false, true], [false, true]), ([true, false], [true, false])] {
        for (atom, hint) in (0..).zip(hints) {
            solver.set_phase(Atom(atom), Some(hint));
        }
        assert_eq!(solver.solve(&[], &mut Budget::unlimited()), Ok(SolverOutcome::Satisfiable));
        assert_eq!([0, 1].map(|atom| solver.value(Atom(atom))), expected);
    }
}

#[test]
fn atoms_come_with_clauses_and_assumptions() {
    let mut solver = Solver::new(Options::default());
    assert_eq!(solver.add_atom(), Atom(0));
    solver.add_clause(&clause(&[3, -5]));
    assert_eq!(solver.atoms(), 5);
    assert_eq!(
        solver.solve(&clause(&[-7]), &mut Budget::unlimited()),
        Ok(SolverOutcome::Satisfiable)
    );
    assert_eq!((solver.atoms(), solver.value(Atom(6))), (7, false));
}

#[test]
fn a_core_names_no_assumption_that_is_not_needed() {
    let mut solver = Solver::new(Options::default());
    solver.add_clause(&clause(&[-1, 2]));
    solver.add_clause(&clause(&[-2, -3]));
    let assumptions = clause(&[4, 1, 5, 3]);
    let outcome = solver.solve(&assumptions, &mut Budget::unlimited());
    assert_eq!(outcome, Ok(SolverOutcome::Unsatisfiable));
    let mut core = solver.core().to_vec();
    core.sort_unstable();
    assert_eq!(core, clause(&[1, 3]));
    solver.solve(&clause(&[4, -4]), &mut Budget::unlimited()).unwrap();
    assert_eq!(solver.core().len(), 2);
}

/// A search for another literal to watch starts where the last one ended.
#[test]
fn a_clause_of_a_million_literals_takes_linear_time() {
    let atoms = 1_000_000;
    let mut solver = Solver::new(Options { initial_phase: false, ..Options::default() });
    solver.add_clause(&clause(&(1..=atoms).collect::<Vec<_>>()));
    assert_eq!(solver.solve(&[], &mut Budget::unlimited()), Ok(SolverOutcome::Satisfiable));
    let assumptions = clause(&(1..=atoms).map(|n| -n).collect::<Vec<_>>());
    assert_eq!(
        solver.solve(&assumptions, &mut Budget::unlimited()),
        Ok(SolverOutcome::Unsatisfiable)
    );
    assert_eq!(solver.core().len(), atoms as usize);
}

#[test]
fn a_chain_of_a_million_implications_is_decided_both_ways() {
    let atoms = 1_000_000;
    let mut solver = Solver::new(Options::default());
    (1..atoms).rev().for_each(|n| solver.add_clause(&clause(&[-n, n + 1])));
    assert_eq!(
        solver.solve(&clause(&[1]), &mut Budget::unlimited()),
        Ok(SolverOutcome::Satisfiable)
    );
    let both = clause(&[1, -atoms]);
    assert_eq!(solver.solve(&both, &mut Budget::unlimited()), Ok(SolverOutcome::Unsatisfiable));
    solver.add_clause(&both[..1]);
    solver.add_clause(&both[1..]);
    assert_eq!(solver.solve(&[], &mut Budget::unlimited()), Ok(SolverOutcome::Unsatisfiable));
    assert_eq!(solver.core(), []);
}
