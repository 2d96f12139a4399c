//! Which sizes of the sorts a finder of finite worlds tries.

use puzzle_engine::budget::{Budget, Excluded, Signal};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Theory, TheoryFunction, TheoryQuantifier, TheorySentence,
    TheorySentenceId, TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};
use puzzle_engine::solve::theory::decide::{TheoryProcedure, TheorySearch, TheoryVerdict};

/// A theory of so many sorts of any size.
fn sorts(count: usize) -> Theory {
    let mut theory = Theory::default();
    theory.signature.sorts = vec![None; count];
    theory
}

/// Says that there are so many things of a sort, each with a name, and no others if they are all.
fn there_are(theory: &mut Theory, sort: usize, how_many: u32, are_all: bool) {
    let sort = TheorySort(sort as u32);
    let mut names = Vec::new();
    for _ in 0..how_many {
        names.push(theory.constant(TheoryFunction(theory.signature.functions.len() as u32)));
        theory.signature.functions.push(FunctionSorts { arguments: Vec::new(), result: sort });
    }
    // Each has something that those behind it have not.
    for (at, one) in names.iter().enumerate() {
        let has = Predicate(theory.signature.predicates.len() as u32);
        theory.signature.predicates.push(vec![sort]);
        let this = theory.sentence(TheorySentence::Atom(has, [*one].into()));
        theory.axioms.push(this);
        for other in &names[at + 1..] {
            let that = theory.sentence(TheorySentence::Atom(has, [*other].into()));
            let not = theory.sentence(TheorySentence::Not(that));
            theory.axioms.push(not);
        }
    }
    if are_all {
        let variable = theory.variable(sort);
        let thing = theory.term(TheoryTerm::Variable(variable));
        let is = names.iter().map(|it| theory.sentence(TheorySentence::Equal(thing, *it)));
        let is = is.collect();
        let some = theory.sentence(TheorySentence::Or(is));
        for_all(theory, &[variable], some);
    }
}

/// Says a sentence of all values of some variables.
fn for_all(theory: &mut Theory, variables: &[TheoryVariable], mut said: TheorySentenceId) {
    for variable in variables {
        let all = TheorySentence::Quantified(TheoryQuantifier::All, *variable, said);
        said = theory.sentence(all);
    }
    theory.axioms.push(said);
}

/// A function of things of such sorts, which is applied to terms.
fn function(
    theory: &mut Theory,
    arguments: &[u32],
    result: u32,
) -> impl Fn(&mut Theory, &[TheoryTermId]) -> TheoryTermId + use<> {
    let function = TheoryFunction(theory.signature.functions.len() as u32);
    let arguments = arguments.iter().copied().map(TheorySort).collect();
    theory.signature.functions.push(FunctionSorts { arguments, result: TheorySort(result) });
    move |theory, terms| theory.term(TheoryTerm::Apply(function, terms.into()))
}

/// The sizes of the sorts of the world that is found, and up to which all sizes were excluded before.
fn sizes(theory: &Theory, steps: u64) -> Option<(Vec<u32>, u64)> {
    let models: Vec<_> =
        TheoryProcedure::ALL.into_iter().filter(|it| it.0 == TheoryProcedure::Models).collect();
    let signal = Signal::default();
    let budget = &mut Budget::new(signal.clone(), None, None).part(steps);
    let mut search = TheorySearch::new(theory, &[], &models, budget).unwrap();
    while !search.is_over() {
        match search.take_turn(budget).unwrap() {
            Some(TheoryVerdict::Model(world)) => {
                return Some((world.sizes.clone(), signal.excluded(Excluded::Worlds)));
            }
            Some(verdict) => panic!("{verdict:?}"),
            None => {}
        }
    }
    None
}

#[test]
fn only_what_must_grow_grows() {
    let wanted = [3, 1, 7, 2, 1, 1, 1, 4];
    for are_all in [false, true] {
        let mut theory = sorts(wanted.len());
        for (sort, size) in wanted.into_iter().enumerate() {
            there_are(&mut theory, sort, size, are_all);
        }
        assert_eq!(sizes(&theory, 20_000).unwrap().0, wanted);
    }
}

#[test]
fn sorts_that_hang_together_grow_together() {
    // Each of twelve sorts has no fewer things than the one before.
    let mut theory = sorts(12);
    for sort in 0..12 {
        let next = function(&mut theory, &[sort], (sort + 1) % 12);
        let variables = [(); 2].map(|()| theory.variable(TheorySort(sort)));
        let [x, y] = variables.map(|it| theory.term(TheoryTerm::Variable(it)));
        let [next_x, next_y] = [x, y].map(|it| next(&mut theory, &[it]));
        let same = theory.sentence(TheorySentence::Equal(next_x, next_y));
        let equal = theory.sentence(TheorySentence::Equal(x, y));
        let implies = theory.sentence(TheorySentence::Implies(same, equal));
        for_all(&mut theory, &variables, implies);
    }
    there_are(&mut theory, 5, 4, false);
    assert_eq!(sizes(&theory, 20_000).unwrap().0, [4; 12]);
}

#[test]
fn all_sizes_are_tried_that_nothing_forbids() {
    // Pairs of things of two sorts are as many as a third sort has things. What is refuted is what the two sizes say together,
    // so the search has to come by each.
    for count in [4, 5, 6, 7] {
        let mut theory = sorts(3);
        there_are(&mut theory, 2, count, true);
        let pair = function(&mut theory, &[0, 1], 2);
        let parts = [0, 1].map(|it| function(&mut theory, &[2], it));
        let variables = [0, 1, 2].map(|it| theory.variable(TheorySort(it)));
        let [x, y, whole] = variables.map(|it| theory.term(TheoryTerm::Variable(it)));
        let [one, other] = parts.each_ref().map(|part| part(&mut theory, &[whole]));
        let again = pair(&mut theory, &[one, other]);
        let paired = pair(&mut theory, &[x, y]);
        let apart = parts.each_ref().map(|part| part(&mut theory, &[paired]));
        for (found, wanted) in [(again, whole), (apart[0], x), (apart[1], y)] {
            let equal = theory.sentence(TheorySentence::Equal(found, wanted));
            for_all(&mut theory, &variables, equal);
        }
        let (sizes, _) = sizes(&theory, 100_000).unwrap();
        assert_eq!(sizes[0] * sizes[1], count, "{sizes:?}");
    }
}

#[test]
fn that_no_size_is_large_enough_is_found_out() {
    let mut theory = sorts(1);
    there_are(&mut theory, 0, 2, false);
    let variables = [(); 2].map(|()| theory.variable(TheorySort(0)));
    let [x, y] = variables.map(|it| theory.term(TheoryTerm::Variable(it)));
    let same = theory.sentence(TheorySentence::Equal(x, y));
    for_all(&mut theory, &variables, same);
    assert_eq!(sizes(&theory, 20_000), None);
}

#[test]
fn what_is_refuted_alone_is_known_to_be_too_small() {
    for size in [5, 9] {
        let mut theory = sorts(1);
        there_are(&mut theory, 0, size, true);
        assert_eq!(sizes(&theory, 20_000), Some((vec![size], u64::from(size) - 1)));
    }
}
