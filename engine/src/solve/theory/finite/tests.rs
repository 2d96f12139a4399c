//! What rests on clauses that say something else than the theory is no answer.

use super::*;
use crate::logic::cnf::Cnf;
use crate::logic::first_order::{
    Function, FunctionSorts, Predicate, Quantifier, Sentence, Sort, Term, TermId,
};

const SORT: Sort = Sort(0);

fn applied(theory: &mut Theory, function: u32, term: TermId) -> TermId {
    theory.term(Term::Apply(Function(function), [term].into()))
}

/// Three things, constants 3 and 4 that differ and a function 5; sentences with every connective and
/// quantifier that contradict each other.
fn theory() -> Theory {
    let mut theory = Theory::default();
    let things: Vec<_> = (0..3).map(Function).collect();
    let constant = FunctionSorts { arguments: Vec::new(), result: SORT };
    theory.signature.functions = vec![constant; 5];
    theory.signature.functions.push(FunctionSorts { arguments: vec![SORT], result: SORT });
    theory.signature.predicates = vec![vec![SORT], vec![SORT, SORT]];
    theory.signature.sorts = vec![Some(things.clone())];
    theory.signature.distinct = vec![things, vec![Function(3), Function(4)]];
    let here = theory.constant(Function(3));
    let mut axioms = Vec::new();
    for number in 0..=3 {
        let [one, other, third] = [(); 3].map(|()| theory.variable(SORT));
        let [x, y, z] = [one, other, third].map(|it| theory.term(Term::Variable(it)));
        let (next, twice) = (applied(&mut theory, 5, x), applied(&mut theory, 5, y));
        let twice = applied(&mut theory, 5, twice);
        let mut add = |sentence| theory.sentence(sentence);
        let full = add(Sentence::Atom(Predicate(0), [next].into()));
        let over = add(Sentence::Atom(Predicate(1), [x, twice].into()));
        let beyond = add(Sentence::Atom(Predicate(1), [x, z].into()));
        let same = add(Sentence::Equal(next, here));
        let truth = add(Sentence::Truth(true));
        let iff = add(Sentence::Iff(full, same));
        let not = add(Sentence::Not(over));
        let implies = add(Sentence::Implies(not, iff));
        let back = add(Sentence::Equal(twice, x));
        let implies = add(Sentence::Or([implies, back].into()));
        let quantified = [
            Quantifier::AtLeast(number),
            Quantifier::AtMost(number),
            Quantifier::Exactly(number),
            Quantifier::Some,
        ];
        for quantifier in quantified {
            let inner = add(Sentence::Quantified(quantifier, other, implies));
            let or = add(Sentence::Or([inner, beyond].into()));
            let inner = add(Sentence::Quantified(Quantifier::All, third, or));
            let and = add(Sentence::And([inner, full, truth].into()));
            let some = add(Sentence::Quantified(quantifier, one, and));
            axioms.push(some);
        }
    }
    theory.axioms = axioms;
    theory
}

fn finite<'t>(theory: &'t Theory, cnf: Option<Cnf>) -> Finite<'t> {
    let mut finite = Finite::new(theory, vec![3], &mut Budget::unlimited()).unwrap();
    if let Some(cnf) = cnf {
        finite.ground.cnf = cnf;
    }
    finite
}

fn is_right(finite: &mut Finite<'_>, demands: &[Demand]) -> bool {
    match finite.says(demands, &mut Budget::unlimited()) {
        Ok(()) => true,
        Err(Failure::Unverified(_)) => false,
        Err(failure) => panic!("{failure:?}"),
    }
}

#[test]
fn no_other_clauses_are_taken_for_those_of_a_theory() {
    let theory = theory();
    let mut whole = finite(&theory, None);
    let (cnf, demands) = (whole.ground.cnf.clone(), whole.axioms.clone());
    assert!(is_right(&mut whole, &demands));
    let clauses: Vec<Vec<Literal>> = cnf.clauses().map(<[_]>::to_vec).collect();
    let made = |clauses: Vec<Vec<Literal>>| {
        let mut made = Cnf::new(cnf.atoms());
        clauses.into_iter().for_each(|it| made.add(it));
        Some(made)
    };
    for at in 0..clauses.len() {
        let mut fewer = clauses.clone();
        fewer.remove(at);
        assert!(!is_right(&mut finite(&theory, made(fewer)), &demands), "without {at}");
        for literal in 0..clauses[at].len() {
            let mut other = clauses.clone();
            other[at][literal] = !other[at][literal];
            assert!(!is_right(&mut finite(&theory, made(other)), &demands), "{at}: {literal}");
        }
    }
    let more = [clauses, vec![vec![demands[0].literal]]].concat();
    assert!(!is_right(&mut finite(&theory, made(more)), &demands));
}

#[test]
fn a_sentence_has_no_literal_but_its_own() {
    let theory = theory();
    let demands = finite(&theory, None).axioms;
    for one in &demands {
        assert!(!is_right(&mut finite(&theory, None), &[Demand { value: false, ..one.clone() }]));
        for other in demands.iter().filter(|it| it.literal != one.literal) {
            // As if one more thing were counted, or another one were meant.
            let wrong = Demand { literal: other.literal, ..one.clone() };
            assert!(!is_right(&mut finite(&theory, None), &[wrong]));
        }
    }
    let mut wrong = finite(&theory, None);
    wrong.axioms[0] = wrong.axioms[0].denied();
    wrong.axioms[0].value = true;
    for aim in [Aim::Model, Aim::Count] {
        let found = finite(&theory, None).answer(&aim, &mut Budget::unlimited());
        let found = found.unwrap().into_inner();
        assert!(matches!(found, Found::Contradictory(_) | Found::Count(_)), "{found:?}");
    }
    let found = wrong.answer(&Aim::Count, &mut Budget::unlimited());
    assert!(matches!(found, Err(Failure::Unverified(_))), "{found:?}");
}

/// How many atoms it takes to say of so many things that the second next one is another one.
fn atoms(things: u32) -> u32 {
    let mut theory = Theory::default();
    let elements: Vec<_> = (0..things).map(Function).collect();
    let constant = FunctionSorts { arguments: Vec::new(), result: SORT };
    theory.signature.functions = vec![constant; things as usize];
    theory.signature.functions.push(FunctionSorts { arguments: vec![SORT], result: SORT });
    theory.signature.sorts = vec![Some(elements.clone())];
    theory.signature.distinct = vec![elements];
    let variable = theory.variable(SORT);
    let x = theory.term(Term::Variable(variable));
    let next = applied(&mut theory, things, x);
    let twice = applied(&mut theory, things, next);
    let same = theory.sentence(Sentence::Equal(x, twice));
    let differ = theory.sentence(Sentence::Not(same));
    let all = theory.sentence(Sentence::Quantified(Quantifier::All, variable, differ));
    theory.axioms = vec![all];
    let budget = &mut Budget::unlimited();
    let mut finite = Finite::new(&theory, vec![things], budget).unwrap();
    assert!(matches!(finite.with_axioms(&[], budget), Ok(Decided::World(_))));
    finite.ground.cnf.atoms()
}

#[test]
fn a_function_of_a_function_takes_no_more_than_what_is_said_of_it() {
    let (few, many) = (atoms(8), atoms(16));
    assert!(many < 5 * few, "{few} atoms for 8 things, {many} for 16");
}
