//! The check that clauses say no more than a sheet does: it passes what is written for most sheets, and
//! nothing that bars a world.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::Doubt;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::sheet::{SheetClauseSource, Sources};
use puzzle_engine::grounding::{Founded, GroundSheet};
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};
use puzzle_engine::logic::sheet::definitions::Definitions;
use puzzle_engine::logic::sheet::{
    Comparison, Fold, Operation, Sheet, SheetState, SymbolId, SymbolOrigin, TermId,
};
use puzzle_engine::problem::sheet::{Direction, aim};
use puzzle_engine::reader::StateReader;
use puzzle_engine::sat::cdcl::{Options, Solver, SolverOutcome};
use puzzle_engine::verify::sheet::says_no_more;

use super::build::Build;
use super::encodings::{Ranges, constants, ranges, ruled};
use super::puzzles::{
    HARD, HITORI, coins, guards, hitori, knapsack, lights, magic, mines, money, queens,
    single_loop, star_battle, sudoku,
};
use super::samples::{bytes, sample, states};
use super::{answer, world};

/// The clauses of a sheet, what they are about, and the literals of each world.
fn grounded(sheet: &Sheet) -> (Cnf, Sources, Vec<Vec<Literal>>) {
    let budget = &mut Budget::unlimited();
    let mut ground = GroundSheet::new(sheet, Definitions::of(sheet).unwrap(), budget).unwrap();
    for rule in 0..sheet.rules.len() {
        ground.rule(rule, budget).unwrap();
    }
    add_loops(&mut ground, budget);
    let mut reader = StateReader::new(sheet).unwrap();
    let mut is_world = |state: &SheetState| {
        reader.turn_to(state.clone());
        reader.is_world(&mut Budget::unlimited()).unwrap()
    };
    let worlds = states(sheet).into_iter().filter(|it| is_world(it));
    let worlds = worlds.map(|it| ground.literals_of(&it)).collect();
    (ground.cnf().clone(), ground.sources(), worlds)
}

/// Adds the loops of some models.
fn add_loops(ground: &mut GroundSheet<'_>, budget: &mut Budget) {
    let mut founded = ground.founded(Founded::default());
    for phase in [true, false] {
        let mut solver = Solver::new(Options { initial_phase: phase, ..Options::default() });
        let mut known = 0;
        for _ in 0..8 {
            ground.cnf().clauses().skip(known).for_each(|it| solver.add_clause(it));
            known = ground.cnf().len();
            if solver.solve(&[], budget) != Ok(SolverOutcome::Satisfiable) {
                break;
            }
            let model = |atom: Atom| Literal::new(atom, solver.value(atom));
            founded.begin();
            (0..ground.cnf().atoms()).for_each(|it| founded.falsify(!model(Atom(it))));
            let sign = |it: Literal| if model(it.atom()) == it { 1 } else { -1 };
            if founded.clauses(sign, budget).unwrap().is_empty() {
                break;
            }
            ground.add_loops(&mut founded).unwrap();
        }
    }
}

/// Whether a world is no model of the clauses.
fn bars_a_world(cnf: &Cnf, worlds: &[Vec<Literal>]) -> bool {
    let mut solver = Solver::new(Options::default());
    cnf.clauses().for_each(|it| solver.add_clause(it));
    let budget = &mut Budget::unlimited();
    worlds.iter().any(|it| solver.solve(it, budget) == Ok(SolverOutcome::Unsatisfiable))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A clause is shortened, or some literals are made one, of a rule or of a definition; or of a
    /// predicate it is said besides that another literal stands for it.
    #[test]
    fn nothing_passes_that_bars_a_world(
        numbers in vec(any::<u8>(), 0..300),
        place in any::<u32>(),
        other in any::<u32>(),
        kind in 0..4_u8,
    ) {
        let sheet = sample(&numbers).sheet;
        let (cnf, mut sources, worlds) = grounded(&sheet);
        prop_assert!(!bars_a_world(&cnf, &worlds));
        let at = place as usize % cnf.len();
        let mut tampered = Cnf::new(cnf.atoms());
        for (number, clause) in cnf.clauses().enumerate() {
            let mut clause = clause.to_vec();
            if number == at && kind == 0 && !clause.is_empty() {
                clause.remove(other as usize % clause.len());
            }
            if number == at && kind == 1 {
                let one = other as usize % clause.len().max(1);
                if let Some(literal) = clause.get_mut(one) {
                    *literal = !*literal;
                }
            }
            tampered.add(clause);
        }
        if kind == 3 && !sources.defined.is_empty() {
            let at = other as usize % sources.defined.len();
            sources.defined[at].2 = Literal::new(Atom(place % cnf.atoms()), other % 2 == 0);
        }
        if kind >= 2 {
            let atom = |it: u32| Atom(it % cnf.atoms());
            tampered.add([Literal::new(atom(place), other % 2 == 0), Literal::new(atom(other), place % 2 == 0)]);
            let instances = sources.instances.len() as u32;
            let number = other % instances.max(1);
            let recursive = other % (sources.recursive.len() as u32).max(1);
            let all = [SheetClauseSource::Meaning, SheetClauseSource::Instance(number), SheetClauseSource::Definition(recursive), SheetClauseSource::Loop(recursive)];
            sources.clauses.push(all[place as usize % 4]);
        }
        let passes = says_no_more(&sheet, &tampered, &sources, &[], &Budget::unlimited()).unwrap();
        prop_assert!(!passes || !bars_a_world(&tampered, &worlds));
    }
}

/// What is compared with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Summed {
    Constants,
    /// How many things a predicate is true of.
    Truths,
    /// Of how many things a predicate is true and of the next false, or one of both.
    Changes(bool),
    /// For how many things a function has a value, or another one.
    Values(bool),
}

/// For how many of some things a function has its middle value of three, or another one.
fn values(build: &mut Build, things: i64, is_middle: bool) -> TermId {
    let sort = build.sort(1..=things);
    let function = build.function(&[sort], 1..=3);
    let variable = build.variable(sort);
    let here = build.of(variable);
    let (value, middle) = (build.apply(function, &[here]), build.number(2));
    let is_so = build.compare(Comparison::Equal, value, middle);
    let body = if is_middle { is_so } else { build.not(is_so) };
    build.count(&[variable], body)
}

/// A sheet that compares a sum, or a count, with a number.
fn sum(ranges: &Ranges, coefficients: &[i64], summed: Summed, test: (usize, i64)) -> Sheet {
    if let Summed::Values(is_middle) = summed {
        let mut build = Build::default();
        let count = values(&mut build, ranges.len() as i64 + 1, is_middle);
        return ruled(build, count, test.0, test.1).0;
    }
    if let Summed::Truths | Summed::Changes(_) = summed {
        let mut build = Build::default();
        let sort = build.sort(1..=2 * ranges.len() as i64 + 1);
        let predicate = build.predicate(&[sort]);
        let variable = build.variable(sort);
        let here = build.of(variable);
        let mut holds = build.holds(predicate, &[here]);
        if let Summed::Changes(is_and) = summed {
            let one = build.number(1);
            let next = build.plus(here, one);
            let next = build.holds(predicate, &[next]);
            let not_next = build.not(next);
            let parts = [holds, not_next];
            holds = if is_and { build.and(&parts) } else { build.or(&parts) };
        }
        let count = build.count(&[variable], holds);
        return ruled(build, count, test.0, test.1).0;
    }
    let (mut build, constants) = constants(ranges);
    let mut sum = build.number(0);
    for (constant, coefficient) in constants.iter().zip(coefficients) {
        let coefficient = build.number(*coefficient);
        let product = build.binary(Operation::Times, *constant, coefficient);
        sum = build.plus(sum, product);
    }
    ruled(build, sum, test.0, test.1).0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Clauses of one sum, with all that is said of them, are taken for those of another.
    #[test]
    fn sums_pass_for_themselves_and_for_what_follows(
        ranges in ranges(),
        coefficients in vec(-3_i64..4, 5),
        summed in prop::sample::select(vec![
            Summed::Constants, Summed::Truths, Summed::Changes(true), Summed::Changes(false),
            Summed::Values(true), Summed::Values(false),
        ]),
        test in (0..6_usize, -5_i64..6),
        other in (0..6_usize, -5_i64..6),
    ) {
        let one = sum(&ranges, &coefficients, summed, test);
        let (cnf, sources, worlds) = grounded(&one);
        let passes = |sheet: &Sheet| {
            says_no_more(sheet, &cnf, &sources, &[], &Budget::unlimited()).unwrap()
        };
        let is_simple = summed != Summed::Constants || ranges.iter().all(|it| !it.2);
        prop_assert!(passes(&one) || !is_simple);
        prop_assert!(!bars_a_world(&cnf, &worlds));
        let other = sum(&ranges, &coefficients, summed, other);
        let (_, _, others) = grounded(&other);
        prop_assert!(!passes(&other) || !bars_a_world(&cnf, &others));
    }
}

/// Most sheets that do not mention themselves are checked to the end.
#[test]
fn most_clauses_pass() {
    let mut passed = 0;
    for numbers in bytes(1, 300).take(200) {
        let sheet = sample(&numbers).sheet;
        let (cnf, sources, _) = grounded(&sheet);
        let passes = says_no_more(&sheet, &cnf, &sources, &[], &Budget::unlimited()).unwrap();
        passed += u32::from(passes);
    }
    assert!(passed > 120, "{passed} of 200");
}

/// So many places in a row, of which the first and the last one are chosen, and all that are chosen hang
/// together.
fn chain(length: i64) -> Sheet {
    let mut build = Build::default();
    let place = build.sort(1..=length);
    let chosen = build.predicate(&[place]);
    let (c, d) = (build.variable(place), build.variable(place));
    let (here, there) = (build.of(c), build.of(d));
    let (is_chosen, other_is) = (build.holds(chosen, &[here]), build.holds(chosen, &[there]));
    let is_before = build.less(there, here);
    let both = build.and(&[other_is, is_before]);
    let some = build.some(&[d], both);
    let none = build.not(some);
    let body = build.and(&[is_chosen, none]);
    let first = build.symbol(&[place], None, SymbolOrigin::Sentence(vec![c], body));
    let (e, f) = (build.variable(place), build.variable(place));
    let (here, there) = (build.of(e), build.of(f));
    let (is_chosen, is_first) = (build.holds(chosen, &[here]), build.holds(first, &[here]));
    let pairs = (0..length).flat_map(|it| (0..length).map(move |other| it.abs_diff(other) == 1));
    let beside = build.facts(&[place, place], pairs.collect());
    let is_beside = build.holds(beside, &[here, there]);
    let itself = SymbolId(build.0.symbols.len() as u32);
    let is_reached = build.holds(itself, &[there]);
    let both = build.and(&[is_reached, is_beside]);
    let some = build.some(&[f], both);
    let either = build.or(&[is_first, some]);
    let body = build.and(&[is_chosen, either]);
    let reached = build.symbol(&[place], None, SymbolOrigin::Sentence(vec![e], body));
    let g = build.variable(place);
    let here = build.of(g);
    let (is_chosen, is_reached) = (build.holds(chosen, &[here]), build.holds(reached, &[here]));
    let rule = build.implies(is_chosen, is_reached);
    let rule = build.all(&[g], rule);
    build.rule(rule);
    for end in [1, length] {
        let end = build.number(end);
        let rule = build.holds(chosen, &[end]);
        build.rule(rule);
    }
    build.0
}

/// What is the first one of many depends on all of them, and nobody has to try each.
#[test]
fn definitions_over_many_places_are_checked_to_the_end() {
    assert_eq!(doubts_of_unique(&chain(220)), NO_DOUBT);
}

/// Somebody says that a place is the first one wherever it is chosen, and bars worlds by that.
#[test]
fn what_is_said_of_a_definition_is_not_believed() {
    let sheet = chain(4);
    let (all, mut sources, _) = grounded(&sheet);
    // What makes use of the definition as it is would not pass.
    let mut cnf = Cnf::new(all.atoms());
    let is_meaning = |it: &(&[Literal], &SheetClauseSource)| *it.1 == SheetClauseSource::Meaning;
    all.clauses().zip(&sources.clauses).filter(is_meaning).for_each(|it| cnf.add(it.0.to_vec()));
    sources.clauses.retain(|it| *it == SheetClauseSource::Meaning);
    let passes = |cnf: &Cnf, sources: &Sources| {
        says_no_more(&sheet, cnf, sources, &[], &Budget::unlimited()).unwrap()
    };
    assert!(passes(&cnf, &sources));
    let is_chosen = sources.cells[0][2][1].1;
    let reached = sources.recursive.iter().position(|it| it.1 == 2).unwrap();
    cnf.add([!is_chosen, sources.recursive[reached].2]);
    sources.clauses.push(SheetClauseSource::Definition(reached as u32));
    assert!(!passes(&cnf, &sources));
    sources.defined.iter_mut().find(|it| it.1 == 2).unwrap().2 = is_chosen;
    assert!(!passes(&cnf, &sources));
}

fn doubts_of_unique(sheet: &Sheet) -> Vec<Doubt> {
    let answer = answer(sheet, aim::AnotherState(world(sheet)));
    assert!((*answer).is_none());
    answer.doubts()
}

const NO_DOUBT: [Doubt; 0] = [];

/// How many of ten things have a value need not be tried thing by thing.
#[test]
fn how_often_a_value_is_chosen_is_checked_to_the_end() {
    for is_middle in [true, false] {
        let mut build = Build::default();
        let count = values(&mut build, 10, is_middle);
        let (most, least) = (build.number(3), build.number(4));
        let few = build.compare(Comparison::AtMost, count, most);
        let many = build.compare(Comparison::AtMost, least, count);
        build.rule(few);
        build.rule(many);
        assert_eq!(answer(&build.0, aim::FindState).doubts(), NO_DOUBT);
    }
}

/// A pair of scales with things on both sides: what stands in one sum is missing in the other. The weights of all
/// are an odd number together.
#[test]
fn sums_over_two_sets_are_checked_to_the_end() {
    let mut build = Build::default();
    let weights = [1, 2, 4, 8, 16, 3, 5];
    let thing = build.sort(0..=6);
    let weight = build.given(&[thing], weights.map(Some).to_vec());
    let is_left = build.predicate(&[thing]);
    let mut side = |value: bool| {
        let variable = build.variable(thing);
        let here = build.of(variable);
        let holds = build.holds(is_left, &[here]);
        let holds = if value { holds } else { build.not(holds) };
        let heavy = build.apply(weight, &[here]);
        build.fold(Fold::Sum, &[variable], holds, heavy)
    };
    let sides = [side(true), side(false)];
    let even = build.equal(sides[0], sides[1]);
    build.rule(even);
    assert_eq!(answer(&build.0, aim::FindState).doubts(), NO_DOUBT);
}

/// What a number is compared with may be defined by literals that are made for it.
#[test]
fn a_choice_between_comparisons_is_checked_to_the_end() {
    let (mut build, constants) = constants(&vec![(1, 5, false); 2]);
    let one = build.number(1);
    let next = build.plus(constants[1], one);
    let same = build.compare(Comparison::Equal, constants[0], constants[1]);
    let follows = build.compare(Comparison::Equal, constants[0], next);
    let either = build.or(&[same, follows]);
    build.rule(either);
    assert_eq!(answer(&build.0, aim::CountStates).doubts(), NO_DOUBT);
    let beyond = build.compare(Comparison::Less, next, constants[0]);
    build.rule(beyond);
    assert_eq!(answer(&build.0, aim::FindState).doubts(), NO_DOUBT);
}

#[test]
fn known_puzzles_are_checked_to_the_end() {
    assert_eq!(doubts_of_unique(&sudoku(HARD[0], 3)), NO_DOUBT);
    let areas = ["DDDBBA", "DDDBBB", "CDDBBB", "DDDDEE", "FDDEEE", "FFFEEE"];
    assert_eq!(doubts_of_unique(&star_battle(&areas, 1)), NO_DOUBT);
    for sheet in [queens(6), magic(3), mines(&[".2.1", "2.3.", ".3.2", "1.2."])] {
        assert_eq!(answer(&sheet, aim::CountStates).doubts(), NO_DOUBT);
    }
    assert_eq!(doubts_of_unique(&money()), NO_DOUBT);
    assert_eq!(doubts_of_unique(&hitori(&HITORI)), NO_DOUBT);
    assert_eq!(answer(&single_loop(3), aim::CountStates).doubts(), NO_DOUBT);
    let bag = [(12, 4), (2, 2), (1, 1), (4, 10), (1, 2)];
    use Direction::{Largest, Smallest};
    for (direction, (sheet, term)) in [
        (Largest, knapsack(&bag, 15)),
        (Smallest, coins(&[1, 5, 10, 25], 67)),
        (Smallest, guards(4)),
        (Smallest, lights(3)),
    ] {
        assert_eq!(
            answer(&sheet, aim::BestState(direction, term)).doubts(),
            NO_DOUBT,
            "{direction:?}"
        );
    }
}
