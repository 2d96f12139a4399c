//! Clauses with equality over a finite Herbrand universe, against brute force: they are decided, and rightly. Random
//! theories have two sorts, neither listed, and a function from one to the other.

use proptest::prelude::*;
use puzzle_engine::Failure;
use puzzle_engine::budget::{Budget, Signal, Stop};
use puzzle_engine::evidence::refutation::{InferenceRule, Refutation};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Structure, Theory, TheoryFunction, TheoryQuantifier, TheorySentence,
    TheorySentenceId, TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};
use puzzle_engine::solve::theory::decide::{TheoryProcedure, TheorySearch, TheoryVerdict};
use puzzle_engine::verify::structure::is_true;

const A: TheorySort = TheorySort(0);
const B: TheorySort = TheorySort(1);

/// `a`, `b` and `c`, and `f` from the first sort to the second.
const FUNCTIONS: [TheoryFunction; 4] =
    [TheoryFunction(0), TheoryFunction(1), TheoryFunction(2), TheoryFunction(3)];

/// The terms of the first sort, by number: two constants and two variables.
type TermNumber = usize;

/// A literal: its sign, and what it is about.
type RandomLiteral = (bool, RandomAtom);

#[derive(Clone, Copy, Debug)]
enum RandomAtom {
    /// Two terms of the first sort are equal.
    Equal(TermNumber, TermNumber),
    /// Two terms of the second sort are: `c`, or the function of a term.
    Values(Option<TermNumber>, Option<TermNumber>),
    /// The predicate of a term of each.
    Related(TermNumber, Option<TermNumber>),
}

fn atom() -> impl Strategy<Value = RandomAtom> {
    let value = || prop::option::of(0..4_usize);
    prop_oneof![
        3 => (0..4_usize, 0..4_usize).prop_map(|(one, other)| RandomAtom::Equal(one, other)),
        2 => (value(), value()).prop_map(|(one, other)| RandomAtom::Values(one, other)),
        2 => (0..4_usize, value()).prop_map(|(one, other)| RandomAtom::Related(one, other)),
    ]
}

fn signature() -> Theory {
    let mut theory = Theory::default();
    theory.signature.sorts = vec![None, None];
    let constant = |result| FunctionSorts { arguments: vec![], result };
    let function = FunctionSorts { arguments: vec![A], result: B };
    theory.signature.functions = vec![constant(A), constant(A), constant(B), function];
    theory.signature.predicates = vec![vec![A, B]];
    theory
}

/// A clause that is true of all things.
fn clause(theory: &mut Theory, literals: &[RandomLiteral]) -> TheorySentenceId {
    let variables: [TheoryVariable; 2] = [theory.variable(A), theory.variable(A)];
    let mut parts = Vec::new();
    for (is_positive, atom) in literals {
        let first = |theory: &mut Theory, it: TermNumber| match it {
            0 | 1 => theory.constant(FUNCTIONS[it]),
            _ => theory.term(TheoryTerm::Variable(variables[it - 2])),
        };
        let second = |theory: &mut Theory, it: Option<TermNumber>| -> TheoryTermId {
            match it {
                None => theory.constant(FUNCTIONS[2]),
                Some(it) => {
                    let argument = first(theory, it);
                    theory.term(TheoryTerm::Apply(FUNCTIONS[3], [argument].into()))
                }
            }
        };
        let atom = match *atom {
            RandomAtom::Equal(one, other) => {
                TheorySentence::Equal(first(theory, one), first(theory, other))
            }
            RandomAtom::Values(one, other) => {
                TheorySentence::Equal(second(theory, one), second(theory, other))
            }
            RandomAtom::Related(one, other) => {
                let value = second(theory, other);
                TheorySentence::Atom(Predicate(0), [first(theory, one), value].into())
            }
        };
        let atom = theory.sentence(atom);
        parts.push(if *is_positive { atom } else { theory.sentence(TheorySentence::Not(atom)) });
    }
    let any = theory.sentence(TheorySentence::Or(parts.into()));
    variables.into_iter().fold(any, |part, it| {
        theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, it, part))
    })
}

/// All structures in which each thing can be the value of a term.
fn structures() -> impl Iterator<Item = Structure> {
    let sizes = (1..=2_u32).flat_map(|one| (1..=3_u32).map(move |other| [one, other]));
    sizes.flat_map(|[one, other]| {
        let constants = one * one * other;
        let functions = other.pow(one);
        (0..constants * functions).flat_map(move |number| {
            let (mut rest, mut digit) = (number, 0);
            let mut next = |base: u32| {
                digit = rest % base;
                rest /= base;
                digit
            };
            let mut functions = vec![vec![next(one)], vec![next(one)], vec![next(other)]];
            functions.push((0..one).map(|_| next(other)).collect());
            (0..1_u32 << (one * other)).map(move |bits| Structure {
                sizes: vec![one, other],
                functions: functions.clone(),
                predicates: vec![(0..one * other).map(|at| bits >> at & 1 == 1).collect()],
            })
        })
    })
}

/// A search by the procedure alone.
fn alone(theory: &Theory) -> TheorySearch<'_> {
    let mut alone = TheoryProcedure::ALL.to_vec();
    alone.retain(|it| it.0 == TheoryProcedure::Herbrand);
    TheorySearch::new(theory, &[], &alone, &mut Budget::unlimited()).unwrap()
}

/// What the procedure alone finds; it always ends.
fn decided(theory: &Theory) -> TheoryVerdict {
    alone(theory).run(&mut Budget::unlimited()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn clauses_over_a_finite_universe_are_decided(
        clauses in prop::collection::vec(prop::collection::vec((any::<bool>(), atom()), 1..4), 1..9),
    ) {
        let mut theory = signature();
        // Without an equation the procedure has nothing to do.
        let always = (true, RandomAtom::Equal(0, 2));
        let apart = [always, (true, RandomAtom::Equal(1, 2)), (false, RandomAtom::Equal(0, 1))];
        for literals in clauses.iter().map(|it| &it[..]).chain([&apart[..]]) {
            let axiom = clause(&mut theory, literals);
            theory.axioms.push(axiom);
        }
        let holds = |structure: &Structure, axiom: &TheorySentenceId| {
            is_true(&theory, structure, *axiom, &[], &mut Budget::unlimited()).unwrap()
        };
        let has_model = structures().any(|it| theory.axioms.iter().all(|axiom| holds(&it, axiom)));
        match decided(&theory) {
            TheoryVerdict::Contradictory(_) => prop_assert!(!has_model),
            TheoryVerdict::Model(_) => prop_assert!(has_model),
            TheoryVerdict::Saturated(_) => prop_assert!(false, "a world is always shown"),
        }
    }
}

/// So many pigeons, all different, in holes, where there is nothing else.
fn pigeons(count: u32, holes: u32) -> Theory {
    let mut theory = Theory::default();
    theory.signature.sorts = vec![None];
    let constant = || FunctionSorts { arguments: vec![], result: A };
    theory.signature.functions = (0..count + holes).map(|_| constant()).collect();
    let constants: Vec<_> =
        (0..count + holes).map(|it| theory.constant(TheoryFunction(it))).collect();
    let (pigeons, holes) = constants.split_at(count as usize);
    for (at, one) in pigeons.iter().enumerate() {
        for other in &pigeons[..at] {
            let same = theory.sentence(TheorySentence::Equal(*one, *other));
            let differ = theory.sentence(TheorySentence::Not(same));
            theory.axioms.push(differ);
        }
    }
    let anything = theory.variable(A);
    let it = theory.term(TheoryTerm::Variable(anything));
    let equal: Vec<_> =
        holes.iter().map(|hole| theory.sentence(TheorySentence::Equal(it, *hole))).collect();
    let one_of = theory.sentence(TheorySentence::Or(equal.into()));
    let all = TheorySentence::Quantified(TheoryQuantifier::All, anything, one_of);
    let all = theory.sentence(all);
    theory.axioms.push(all);
    theory
}

#[test]
fn things_that_are_too_many_are_refuted_by_congruence() {
    let TheoryVerdict::Contradictory(proof) = decided(&pigeons(5, 4)) else {
        panic!("five are not four");
    };
    let proof: &Refutation = &proof;
    let is_congruence = |it: &InferenceRule| *it == InferenceRule::Congruence;
    assert!(proof.steps.iter().any(|it| is_congruence(&it.rule) && it.parents.is_empty()));
    let TheoryVerdict::Model(world) = decided(&pigeons(4, 4)) else { panic!("four are four") };
    assert_eq!(world.sizes, [4]);
}

/// A world of ten things has three million ways to try a clause about any eleven of them.
#[test]
fn a_world_that_is_long_to_search_keeps_no_limit_waiting() {
    let mut theory = pigeons(10, 10);
    let anything = theory.variable(A);
    let it = theory.term(TheoryTerm::Variable(anything));
    let itself = theory.sentence(TheorySentence::Equal(it, it));
    let most = TheorySentence::Quantified(TheoryQuantifier::AtMost(10), anything, itself);
    let most = theory.sentence(most);
    theory.axioms.push(most);
    let signal = Signal::default();
    let mut budget = Budget::new(signal.clone(), None, None).part(50_000);
    let ended = alone(&theory).run(&mut budget);
    assert!(matches!(ended, Err(Failure::Stopped(Stop::Steps))), "{ended:?}");
    assert!(signal.steps() < 200_000, "{}", signal.steps());
}
