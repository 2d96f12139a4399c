//! Clauses of a theory over listed sorts: whoever compares them with the theory takes no others for them, and there are
//! no more of them than there have to be.

use puzzle_engine::budget::Budget;
use puzzle_engine::first_order::ground::{GroundClauses, TRUE};
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Theory, TheoryFunction, TheoryQuantifier, TheorySentence,
    TheorySentenceId, TheorySort, TheoryTerm, TheoryTermId,
};
use puzzle_engine::verify::grounding::Grounding;

const SORT: TheorySort = TheorySort(0);

fn applied(theory: &mut Theory, function: u32, term: TheoryTermId) -> TheoryTermId {
    theory.term(TheoryTerm::Apply(TheoryFunction(function), [term].into()))
}

/// Three things, constants 3 and 4 that differ and a function 5; sentences with every connective and
/// quantifier that contradict each other.
fn theory() -> Theory {
    let mut theory = Theory::default();
    let things: Vec<_> = (0..3).map(TheoryFunction).collect();
    let constant = FunctionSorts { arguments: Vec::new(), result: SORT };
    theory.signature.functions = vec![constant; 5];
    theory.signature.functions.push(FunctionSorts { arguments: vec![SORT], result: SORT });
    theory.signature.predicates = vec![vec![SORT], vec![SORT, SORT]];
    theory.signature.sorts = vec![Some(things.clone())];
    theory.signature.distinct = vec![things, vec![TheoryFunction(3), TheoryFunction(4)]];
    let here = theory.constant(TheoryFunction(3));
    let mut axioms = Vec::new();
    for number in 0..=3 {
        let [one, other, third] = [(); 3].map(|()| theory.variable(SORT));
        let [x, y, z] = [one, other, third].map(|it| theory.term(TheoryTerm::Variable(it)));
        let (next, twice) = (applied(&mut theory, 5, x), applied(&mut theory, 5, y));
        let twice = applied(&mut theory, 5, twice);
        let mut add = |sentence| theory.sentence(sentence);
        let full = add(TheorySentence::Atom(Predicate(0), [next].into()));
        let over = add(TheorySentence::Atom(Predicate(1), [x, twice].into()));
        let beyond = add(TheorySentence::Atom(Predicate(1), [x, z].into()));
        let same = add(TheorySentence::Equal(next, here));
        let truth = add(TheorySentence::Truth(true));
        let iff = add(TheorySentence::Iff(full, same));
        let not = add(TheorySentence::Not(over));
        let implies = add(TheorySentence::Implies(not, iff));
        let back = add(TheorySentence::Equal(twice, x));
        let implies = add(TheorySentence::Or([implies, back].into()));
        let quantified = [
            TheoryQuantifier::AtLeast(number),
            TheoryQuantifier::AtMost(number),
            TheoryQuantifier::Exactly(number),
            TheoryQuantifier::Some,
        ];
        for quantifier in quantified {
            let inner = add(TheorySentence::Quantified(quantifier, other, implies));
            let or = add(TheorySentence::Or([inner, beyond].into()));
            let inner = add(TheorySentence::Quantified(TheoryQuantifier::All, third, or));
            let and = add(TheorySentence::And([inner, full, truth].into()));
            let some = add(TheorySentence::Quantified(quantifier, one, and));
            axioms.push(some);
        }
    }
    theory.axioms = axioms;
    theory
}

/// A sentence and the literal that says that it has a value.
type Said = (TheorySentenceId, bool, Literal);

/// Clauses that say that all axioms are true, or those that are chosen; and the literals that say so of them.
fn grounded(theory: &Theory, are_given: bool) -> (GroundClauses<'_>, Vec<Said>) {
    let budget = &mut Budget::unlimited();
    let listed = theory.signature.sorts.iter().flatten();
    let sizes = listed.map(|it| it.len() as u32).collect();
    let choices = if are_given { 0 } else { theory.axioms.len() };
    let (mut ground, chosen) = GroundClauses::new(theory, sizes, choices, budget).unwrap();
    let mut axioms = Vec::new();
    for (at, &axiom) in theory.axioms.iter().enumerate() {
        let guard = chosen.get(at).copied();
        ground.assert(axiom, guard, budget).unwrap();
        axioms.push((axiom, true, guard.unwrap_or(TRUE)));
    }
    (ground, axioms)
}

/// The same, and tables of the axioms, with a literal each.
fn with_tables(theory: &Theory) -> (GroundClauses<'_>, Vec<Said>, Vec<Said>) {
    let (mut ground, axioms) = grounded(theory, false);
    let budget = &mut Budget::unlimited();
    let literal = |it| (it, true, ground.sentence(it, budget).unwrap().cells[0]);
    let tables = theory.axioms.iter().copied().map(literal).collect();
    (ground, axioms, tables)
}

/// Whether clauses say what the theory says, and literals of them that sentences have these values.
fn is_right(theory: &Theory, are_given: bool, cnf: &Cnf, said: &[Said]) -> bool {
    let budget = &mut Budget::unlimited();
    let choices = if are_given { 0 } else { theory.axioms.len() };
    let mut grounding = Grounding::new(theory, choices).unwrap().unwrap();
    grounding.reads_axioms(cnf, budget).unwrap()
        && grounding.reads(cnf, budget).unwrap()
        && said.iter().all(|&(sentence, value, literal)| {
            value && grounding.is_axiom(literal, sentence)
                || grounding.stands_for(literal, (sentence, value), &[], budget).unwrap()
        })
}

/// Each clause of a theory is left out, and each literal turned round; and one clause is added.
fn no_other_clauses_are_taken(theory: &Theory, are_given: bool) {
    // Axioms that are chosen are asked about as well, so that there are tables of them.
    let (ground, axioms, tables) = match are_given {
        true => {
            let (ground, axioms) = grounded(theory, true);
            (ground, axioms, Vec::new())
        }
        false => with_tables(theory),
    };
    let all: Vec<Vec<Literal>> = ground.cnf.clauses().map(<[_]>::to_vec).collect();
    let said = if are_given { Vec::new() } else { [&axioms[..], &tables].concat() };
    let is_taken = |changed: Vec<Vec<Literal>>| {
        let mut made = Cnf::new(ground.cnf.atoms());
        changed.into_iter().for_each(|it| made.add(it));
        is_right(theory, are_given, &made, &said)
    };
    assert!(is_taken(all.clone()));
    for at in 0..all.len() {
        let mut fewer = all.clone();
        fewer.remove(at);
        assert!(!is_taken(fewer), "without {at}");
        for literal in 0..all[at].len() {
            let mut other = all.clone();
            other[at][literal] = !other[at][literal];
            assert!(!is_taken(other), "{at}: {literal}");
        }
    }
    assert!(!is_taken([all, vec![vec![axioms[0].2]]].concat()));
}

#[test]
fn no_other_clauses_are_taken_for_those_of_a_theory() {
    no_other_clauses_are_taken(&theory(), false);
}

/// A table of the function, a predicate that is defined, and sentences that are shorter knowing these.
fn table() -> Theory {
    let mut theory = Theory::default();
    let things: Vec<_> = (0..3).map(TheoryFunction).collect();
    let constant = FunctionSorts { arguments: Vec::new(), result: SORT };
    theory.signature.functions = vec![constant; 5];
    theory.signature.functions.push(FunctionSorts { arguments: vec![SORT], result: SORT });
    theory.signature.predicates = vec![vec![SORT]];
    theory.signature.sorts = vec![Some(things.clone())];
    theory.signature.distinct = vec![things, vec![TheoryFunction(3), TheoryFunction(4)]];
    let [zero, one, here, there] = [0, 1, 3, 4].map(|it| theory.constant(TheoryFunction(it)));
    let next = [zero, one].map(|it| applied(&mut theory, 5, it));
    let table = [(next[0], one), (next[1], zero)]
        .map(|(it, value)| theory.sentence(TheorySentence::Equal(it, value)));
    let table = theory.sentence(TheorySentence::And(table.into()));
    let variable = theory.variable(SORT);
    let x = theory.term(TheoryTerm::Variable(variable));
    let is_zero = theory.sentence(TheorySentence::Equal(x, zero));
    let is_full = theory.sentence(TheorySentence::Atom(Predicate(0), [x].into()));
    let iff = theory.sentence(TheorySentence::Iff(is_full, is_zero));
    let defined = theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, variable, iff));
    let [here_next, there_next] = [here, there].map(|it| applied(&mut theory, 5, it));
    let back = applied(&mut theory, 5, here_next);
    let said = [
        TheorySentence::Atom(Predicate(0), [back].into()),
        TheorySentence::Equal(there_next, here_next),
        TheorySentence::Equal(back, there),
    ];
    let said = said.map(|it| theory.sentence(it));
    let or = theory.sentence(TheorySentence::Or(said[1..].into()));
    theory.axioms = vec![table, defined, said[0], or];
    theory
}

#[test]
fn nor_for_those_of_one_that_says_much_by_facts() {
    let theory = table();
    let [given, some] = [true, false].map(|are_given| grounded(&theory, are_given).0.cnf);
    assert!(given.len() < some.len());
    no_other_clauses_are_taken(&theory, true);
    no_other_clauses_are_taken(&theory, false);
    // What is so where the facts are is not taken where they need not be.
    assert!(!is_right(&theory, false, &given, &[]));
}

#[test]
fn a_sentence_has_no_literal_but_its_own() {
    let theory = theory();
    let (ground, axioms, tables) = with_tables(&theory);
    let is_said = |said: &[Said]| is_right(&theory, false, &ground.cnf, said);
    assert!(is_said(&axioms) && is_said(&tables));
    for said in [axioms, tables] {
        for &(sentence, value, literal) in &said {
            assert!(!is_said(&[(sentence, !value, literal)]));
            for (_, _, other) in said.iter().filter(|it| it.2 != literal) {
                // As if one more thing were counted, or another one were meant.
                assert!(!is_said(&[(sentence, value, *other)]));
            }
        }
    }
}

/// So many things and a function.
fn with_function(things: u32) -> Theory {
    let mut theory = Theory::default();
    let elements: Vec<_> = (0..things).map(TheoryFunction).collect();
    let constant = FunctionSorts { arguments: Vec::new(), result: SORT };
    theory.signature.functions = vec![constant; things as usize];
    theory.signature.functions.push(FunctionSorts { arguments: vec![SORT], result: SORT });
    theory.signature.sorts = vec![Some(elements.clone())];
    theory.signature.distinct = vec![elements];
    theory
}

#[test]
fn a_constant_of_many_values_has_one() {
    let mut theory = with_function(130);
    theory.signature.functions.last_mut().unwrap().arguments.clear();
    let (ground, _) = grounded(&theory, true);
    let all: Vec<_> = ground.cnf.clauses().map(<[_]>::to_vec).collect();
    assert!(is_right(&theory, true, &ground.cnf, &[]));
    assert!(all.len() < 130 * 5, "{} clauses", all.len());
    for at in 0..all.len() {
        let mut fewer = Cnf::new(ground.cnf.atoms());
        let rest = all.iter().enumerate().filter(|it| it.0 != at);
        rest.for_each(|it| fewer.add(it.1.iter().copied()));
        assert!(!is_right(&theory, true, &fewer, &[]), "without {at}");
    }
}

/// How many atoms it takes to say of so many things that the second next one is another one.
fn atoms(things: u32) -> u32 {
    let mut theory = with_function(things);
    let variable = theory.variable(SORT);
    let x = theory.term(TheoryTerm::Variable(variable));
    let next = applied(&mut theory, things, x);
    let twice = applied(&mut theory, things, next);
    let same = theory.sentence(TheorySentence::Equal(x, twice));
    let differ = theory.sentence(TheorySentence::Not(same));
    let all = theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, variable, differ));
    theory.axioms = vec![all];
    grounded(&theory, true).0.cnf.atoms()
}

#[test]
fn a_function_of_a_function_takes_no_more_than_what_is_said_of_it() {
    let (few, many) = (atoms(8), atoms(16));
    assert!(many < 5 * few, "{few} atoms for 8 things, {many} for 16");
}
