//! Why random clauses and formulas have one solution, what settles a formula, in which cases, and what is open:
//! against brute force over all assignments.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::logic::formula::{Formula, FormulaVariable};
use puzzle_engine::problem::{
    ClauseFreedom, FewestMembers, FindCases, FindModelFreedom, FindWhyOnlyAssignment,
    FindWhyOnlyModel, FindWhyValue, WhyOnly,
};
use puzzle_engine::{Failure, Problem};

use super::sample;
use super::trees::tree;

const ATOMS: u32 = 4;

/// Values of all atoms, the atom of each bit.
type Assignment = u32;

fn solved<P: Problem>(problem: &P) -> P::Solution {
    problem.answer(&mut Budget::unlimited()).unwrap().into_inner()
}

fn all() -> impl Iterator<Item = Assignment> {
    0..1 << ATOMS
}

fn is(values: Assignment, at: u32) -> bool {
    values >> at & 1 == 1
}

fn has(values: Assignment, it: Literal) -> bool {
    is(values, it.atom().0) == it.is_positive()
}

/// That members are enough for something, and no fewer are. Each is what it bars.
fn is_fewest(
    bars: &[Box<dyn Fn(Assignment) -> bool + '_>],
    goal: &dyn Fn(Assignment) -> bool,
    found: &FewestMembers,
) {
    let is_enough = |chosen: &dyn Fn(usize) -> bool| {
        let is_left = |it: &Assignment| (0..bars.len()).all(|at| !chosen(at) || !bars[at](*it));
        all().filter(is_left).all(goal)
    };
    assert!(found.is_smallest && is_enough(&|at| found.members.contains(&at)));
    for fewer in 0_u32..1 << bars.len() {
        if (fewer.count_ones() as usize) < found.members.len() {
            assert!(!is_enough(&|at| fewer >> at & 1 == 1));
        }
    }
}

fn cnf(clauses: &[Vec<(u32, bool)>]) -> Cnf {
    let mut cnf = Cnf::new(ATOMS);
    for clause in clauses {
        cnf.add(clause.iter().map(|it| Literal::new(Atom(it.0), it.1)));
    }
    cnf
}

/// Compares why a model is the only one, and what is open; how many models there are.
fn compare_clauses(cnf: &Cnf) -> usize {
    let holds = |values: Assignment, at: usize| cnf.clause(at).iter().any(|it| has(values, *it));
    let is_model = |it: &Assignment| (0..cnf.len()).all(|at| holds(*it, at));
    let models: Vec<Assignment> = all().filter(is_model).collect();
    compare_freedom(cnf, &models);
    let Some(&first) = models.first() else { return 0 };
    let model: Vec<bool> = (0..ATOMS).map(|it| is(first, it)).collect();
    let is_first = move |it: Assignment| it == first;
    match solved(&FindWhyOnlyModel(cnf.clone(), model.clone())) {
        WhyOnly::Only(found) => {
            assert_eq!(models.len(), 1);
            let bar = |at: usize| -> Box<dyn Fn(Assignment) -> bool + '_> {
                Box::new(move |values| !holds(values, at))
            };
            is_fewest(&(0..cnf.len()).map(bar).collect::<Vec<_>>(), &is_first, &found);
        }
        WhyOnly::Another { other, clues, is_smallest } => {
            assert!(models.len() > 1 && other != model);
            assert!(models.iter().any(|it| (0..ATOMS).all(|at| is(*it, at) == other[at as usize])));
            let members = clues.iter().map(|it| it.atom().0 as usize).collect();
            assert!(clues.iter().all(|it| has(first, *it)));
            let found = FewestMembers { members, is_smallest };
            let bar = |at: u32| -> Box<dyn Fn(Assignment) -> bool + '_> {
                Box::new(move |values| is(values, at) != is(first, at))
            };
            let goal = |it: Assignment| !models.contains(&it) || it == first;
            is_fewest(&(0..ATOMS).map(bar).collect::<Vec<_>>(), &goal, &found);
        }
    }
    models.len()
}

fn compare_freedom(cnf: &Cnf, models: &[Assignment]) {
    let Some(ClauseFreedom { count, fixed, parts }) = solved(&FindModelFreedom(cnf.clone())) else {
        assert!(models.is_empty());
        return;
    };
    assert_eq!(count, models.len().into());
    let literals = (0..ATOMS).flat_map(|it| [false, true].map(|so| Literal::new(Atom(it), so)));
    let mut same: Vec<_> = literals.filter(|it| models.iter().all(|one| has(*one, *it))).collect();
    same.sort_unstable();
    assert_eq!(fixed, same);
    let mut product = 1;
    for (atoms, number) in &parts {
        assert!(atoms.iter().all(|it| fixed.iter().all(|one| one.atom() != *it)));
        let of = |it: &Assignment| atoms.iter().map(|at| is(*it, at.0)).collect::<Vec<_>>();
        let mut seen: Vec<_> = models.iter().map(of).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(*number, seen.len().into());
        product *= seen.len();
    }
    let open = parts.iter().map(|it| it.0.len()).sum::<usize>();
    assert_eq!((product, open + fixed.len()), (models.len(), ATOMS as usize));
}

fn value(formula: &Formula, values: Assignment) -> bool {
    formula.evaluate(|it| is(values, it.0))
}

/// Compares why a formula has one solution, what settles it and another one, and its cases.
fn compare_formulas(one: &Formula, other: &Formula, values: Assignment) {
    let variables = one.variables();
    let told = |it: Assignment| variables.iter().map(|at| (*at, is(it, at.0))).collect::<Vec<_>>();
    let bar = |at: FormulaVariable| -> Box<dyn Fn(Assignment) -> bool> {
        Box::new(move |it| is(it, at.0) != is(values, at.0))
    };
    let bars: Vec<_> = variables.iter().map(|it| bar(*it)).collect();
    let found = solved(&FindWhyValue(vec![one.clone()], told(values)));
    is_fewest(&bars, &|it| value(one, it) == value(one, values), &found);
    if value(one, values) {
        match solved(&FindWhyOnlyAssignment(one.clone(), told(values))) {
            WhyOnly::Only(found) => {
                let conjuncts = one.conjuncts();
                let bar = |it: &Formula| -> Box<dyn Fn(Assignment) -> bool> {
                    let it = it.clone();
                    Box::new(move |values| !value(&it, values))
                };
                let bars: Vec<_> = conjuncts.iter().map(bar).collect();
                is_fewest(&bars, &|it| told(it) == told(values), &found);
            }
            WhyOnly::Another { other, clues, is_smallest } => {
                assert!(other != told(values));
                assert!(all().any(|it| told(it) == other && value(one, it)));
                let place = |it: &(FormulaVariable, bool)| {
                    told(values).iter().position(|one| one == it).unwrap()
                };
                let members = clues.iter().map(place).collect();
                let goal = |it: Assignment| !value(one, it) || told(it) == told(values);
                is_fewest(&bars, &goal, &FewestMembers { members, is_smallest });
            }
        }
    }
    let both = vec![one.clone(), other.clone()];
    let cases = solved(&FindCases(both.clone()));
    for it in all() {
        let is_in = |case: &&(Vec<(FormulaVariable, bool)>, _)| {
            case.0.iter().all(|(at, so)| is(it, at.0) == *so)
        };
        let mut own = cases.iter().filter(is_in);
        let (case, none) = (own.next().unwrap(), own.next());
        assert!(none.is_none());
        assert_eq!(case.1, both.iter().map(|one| value(one, it)).collect::<Vec<_>>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(500)))]

    #[test]
    fn reasons_of_clauses_are_enough_and_fewest(
        clauses in vec(vec((0..ATOMS, any::<bool>()), 1..4), 0..9)
    ) {
        compare_clauses(&cnf(&clauses));
    }

    #[test]
    fn reasons_of_formulas_are_enough_and_fewest(
        one in tree(ATOMS, 10),
        other in tree(ATOMS, 10),
        values in 0_u32..1 << ATOMS
    ) {
        compare_formulas(&one.formula(), &other.formula(), values);
    }
}

#[test]
fn one_model_and_several_have_reasons() {
    let chain: Vec<Vec<(u32, bool)>> = vec![
        vec![(0, true)],
        vec![(0, false), (1, true)],
        vec![(1, false), (2, true)],
        vec![(3, false)],
    ];
    assert_eq!(compare_clauses(&cnf(&chain)), 1);
    assert_eq!(compare_clauses(&cnf(&chain[1..])), 4);
}

#[test]
fn a_claim_that_is_no_solution_is_refused() {
    let one = cnf(&[vec![(0, true)]]);
    let wrong = FindWhyOnlyModel(one, vec![false; 4]).answer(&mut Budget::unlimited());
    assert!(matches!(wrong, Err(Failure::Unverified(_))));
}

#[test]
fn very_many_cases_are_refused() {
    let x = |at| Formula::variable(FormulaVariable(at));
    let equal = |a: Formula, b: Formula| {
        Formula::or([Formula::and([a.clone(), b.clone()]), Formula::and([!a, !b])])
    };
    let parity = (1..8).fold(x(0), |all, it| equal(all, x(it)));
    let refused = FindCases(vec![parity]).answer(&mut Budget::unlimited());
    assert!(matches!(refused, Err(Failure::Refused(_))));
}
