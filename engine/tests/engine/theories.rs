//! Theories against brute force: what is found is what all structures over the sorts say, and the
//! prover agrees where it answers. Random theories have two sorts of two and three things.

use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::evidence::argument::CaseClause;
use puzzle_engine::evidence::refutation::{
    InferenceRule, MadeSymbol, ProofTerm, ProofTermKind, Refutation,
};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Structure, Theory, TheoryFunction, TheoryQuantifier, TheorySentence,
    TheorySentenceId, TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};
use puzzle_engine::problem::theory::{
    TheoryAnswers, TheoryDecision, TheoryMethod, TheoryTask, TheoryWorld, aim,
};
use puzzle_engine::problem::{FindCaseArgument, Outcome};
use puzzle_engine::resolution::{self, Prover, ProverStrategy, SaturationEnded, textbook};
use puzzle_engine::solve::theory::decide::{TheoryProcedure, TheorySearch, TheoryVerdict};
use puzzle_engine::verify::argument::checked_argument;
use puzzle_engine::verify::clause_form;
use puzzle_engine::verify::refutation::{case_clauses, flaw};
use puzzle_engine::verify::structure::is_true;
use puzzle_engine::{Failure, Problem, ProblemAnswer};

const SIZES: [u32; 2] = [2, 3];

/// Two listed sorts with their constants, a function, a proposition and two predicates.
fn signature() -> Theory {
    let mut theory = Theory::default();
    let mut constants = Vec::new();
    for (sort, size) in (0..).zip(SIZES) {
        let first = constants.len() as u32;
        constants.extend(
            (0..size).map(|_| FunctionSorts { arguments: vec![], result: TheorySort(sort) }),
        );
        let elements: Vec<_> = (first..first + size).map(TheoryFunction).collect();
        theory.signature.sorts.push(Some(elements.clone()));
        theory.signature.distinct.push(elements);
    }
    constants.push(FunctionSorts { arguments: vec![TheorySort(1)], result: TheorySort(0) });
    theory.signature.functions = constants;
    theory.signature.predicates =
        vec![vec![], vec![TheorySort(0)], vec![TheorySort(1), TheorySort(0)]];
    theory
}

/// A sentence as a tree, of which any choice of numbers makes sense.
#[derive(Clone, Debug)]
enum Shape {
    Atom(u8, u8, u8),
    Equal(bool, u8, u8),
    Not(Box<Shape>),
    Two(u8, Box<Shape>, Box<Shape>),
    Quantified(u8, bool, Box<Shape>),
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        any::<(u8, u8, u8)>().prop_map(|(a, b, c)| Shape::Atom(a, b, c)),
        any::<(bool, u8, u8)>().prop_map(|(a, b, c)| Shape::Equal(a, b, c)),
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|it| Shape::Not(Box::new(it))),
            (any::<u8>(), inner.clone(), inner.clone()).prop_map(|(op, a, b)| Shape::Two(
                op,
                Box::new(a),
                Box::new(b)
            )),
            (any::<u8>(), any::<bool>(), inner).prop_map(|(op, sort, it)| Shape::Quantified(
                op,
                sort,
                Box::new(it)
            )),
        ]
    })
}

/// A term of a sort: a constant, a variable that is bound, or the function of one.
fn term(theory: &mut Theory, sort: u32, pick: u8, bound: &[TheoryVariable]) -> TheoryTermId {
    let variables: Vec<_> =
        bound.iter().filter(|it| theory.variables[it.0 as usize].0 == sort).copied().collect();
    let pick = pick as usize;
    let (first, size) = if sort == 0 { (0, 2) } else { (2, 3) };
    if sort == 0 && pick % 4 == 3 {
        let inner = term(theory, 1, (pick / 4) as u8, bound);
        return theory.term(TheoryTerm::Apply(TheoryFunction(5), [inner].into()));
    }
    match variables.get(pick % (variables.len() + 1)) {
        Some(variable) => theory.term(TheoryTerm::Variable(*variable)),
        None => theory.constant(TheoryFunction(first + (pick / 4) as u32 % size)),
    }
}

fn build(theory: &mut Theory, shape: &Shape, bound: &mut Vec<TheoryVariable>) -> TheorySentenceId {
    let sentence = match shape {
        Shape::Atom(which, one, other) => match which % 3 {
            0 => TheorySentence::Atom(Predicate(0), Box::default()),
            1 => TheorySentence::Atom(Predicate(1), [term(theory, 0, *one, bound)].into()),
            _ => {
                let terms = [term(theory, 1, *one, bound), term(theory, 0, *other, bound)];
                TheorySentence::Atom(Predicate(2), terms.into())
            }
        },
        Shape::Equal(sort, one, other) => {
            let sort = u32::from(*sort);
            TheorySentence::Equal(
                term(theory, sort, *one, bound),
                term(theory, sort, *other, bound),
            )
        }
        Shape::Not(part) => TheorySentence::Not(build(theory, part, bound)),
        Shape::Two(op, one, other) => {
            let (one, other) = (build(theory, one, bound), build(theory, other, bound));
            match op % 4 {
                0 => TheorySentence::And([one, other].into()),
                1 => TheorySentence::Or([one, other].into()),
                2 => TheorySentence::Implies(one, other),
                _ => TheorySentence::Iff(one, other),
            }
        }
        Shape::Quantified(op, sort, part) => {
            let variable = theory.variable(TheorySort(u32::from(*sort)));
            bound.push(variable);
            let part = build(theory, part, bound);
            bound.pop();
            let quantifier = match op % 5 {
                0 => TheoryQuantifier::All,
                1 => TheoryQuantifier::Some,
                2 => TheoryQuantifier::AtLeast(u32::from(op / 5) % 4),
                3 => TheoryQuantifier::AtMost(u32::from(op / 5) % 3),
                _ => TheoryQuantifier::Exactly(u32::from(op / 5) % 4),
            };
            TheorySentence::Quantified(quantifier, variable, part)
        }
    };
    theory.sentence(sentence)
}

/// All structures of the signature: 2^(1 + 2 + 6) predicates and 2^3 functions.
fn structures() -> impl Iterator<Item = Structure> {
    (0_u32..1 << 12).map(|bits| {
        let bit = |at: u32| bits >> at & 1;
        let constants = [0, 1, 0, 1, 2].map(|value| vec![value]);
        let function = (0..3).map(bit).collect();
        let predicate =
            |first: u32, count: u32| (first..first + count).map(|at| bit(at) == 1).collect();
        Structure {
            sizes: SIZES.to_vec(),
            functions: constants.into_iter().chain([function]).collect(),
            predicates: vec![predicate(3, 1), predicate(4, 2), predicate(6, 6)],
        }
    })
}

fn holds(theory: &Theory, structure: &Structure, sentence: TheorySentenceId) -> bool {
    is_true(theory, structure, sentence, &[], &mut Budget::unlimited()).unwrap()
}

fn answer<Aim>(theory: &Theory, aim: Aim) -> <TheoryTask<Aim> as Problem>::Solution
where
    TheoryTask<Aim>: Problem,
{
    TheoryTask { theory: theory.clone(), aim, method: TheoryMethod::Auto }
        .answer(&mut Budget::unlimited())
        .unwrap()
        .into_inner()
}

/// More than it takes to compare the clauses of such a refutation with their sentences.
const CHECK_STEPS: u64 = 200_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_found_is_what_all_structures_say(
        axioms in prop::collection::vec(shape(), 1..4),
        goal in shape(),
    ) {
        let mut theory = signature();
        for axiom in &axioms {
            let axiom = build(&mut theory, axiom, &mut Vec::new());
            theory.axioms.push(axiom);
        }
        let goal = build(&mut theory, &goal, &mut Vec::new());
        let is_model = |it: &Structure| theory.axioms.iter().all(|axiom| holds(&theory, it, *axiom));
        let models: Vec<_> = structures().filter(is_model).collect();
        prop_assert_eq!(answer(&theory, aim::CountStructures), models.len().into());
        let truths: Vec<_> = models.iter().map(|it| holds(&theory, it, goal)).collect();
        match answer(&theory, aim::ProveSentence(goal)) {
            Outcome::Contradictory(_) => prop_assert!(models.is_empty()),
            Outcome::Found(TheoryDecision::Proved(_)) => prop_assert!(!models.is_empty() && truths.iter().all(|it| *it)),
            Outcome::Found(TheoryDecision::Refuted(_)) => prop_assert!(!models.is_empty() && truths.iter().all(|it| !*it)),
            Outcome::Found(TheoryDecision::Neither(TheoryWorld::Shown(yes), TheoryWorld::Shown(no))) => {
                prop_assert!(models.contains(&yes) && holds(&theory, &yes, goal));
                prop_assert!(models.contains(&no) && !holds(&theory, &no, goal));
            }
            found => prop_assert!(false, "{found:?}"),
        }
        // The prover finds no more than there is, and each of its steps follows.
        for value in [false, true] {
            let contradicts = truths.iter().all(|it| *it != value);
            for strategy in ProverStrategy::ALL {
                let mut budget = Budget::unlimited().part(3000);
                let input = resolution::clauses(&theory, &[(goal, value)], &mut budget).unwrap();
                let prover = Prover::new(&input, strategy, &mut budget);
                match prover.and_then(|mut it| it.search(&input, &mut budget)) {
                    Ok(SaturationEnded::Refuted(proof)) => {
                        prop_assert!(contradicts);
                        let proof = textbook::divided(&proof);
                        let mut budget = Budget::unlimited();
                        prop_assert_eq!(flaw(&proof, &mut budget), Ok(None));
                        let mut budget = Budget::unlimited().part(CHECK_STEPS);
                        let wrong = clause_form::flaw(&theory, &[(goal, value)], &proof, &mut budget);
                        prop_assert_eq!(wrong, Ok(None));
                        match FindCaseArgument(proof).answer(&mut Budget::unlimited()) {
                            Ok(found) => prop_assert!(found.doubts().is_empty()),
                            Err(failure) => {
                                prop_assert!(matches!(failure, Failure::Refused(_)), "{failure:?}");
                            }
                        }
                    }
                    Ok(SaturationEnded::Saturated) => prop_assert!(!contradicts),
                    Ok(SaturationEnded::GaveUp) | Err(_) => {}
                }
            }
            // Nor do provers, finders of models and instances in turn.
            let mut budget = Budget::unlimited();
            let search =
                TheorySearch::new(&theory, &[(goal, value)], &TheoryProcedure::ALL, &mut budget).unwrap();
            match search.run(&mut Budget::unlimited().part(20_000)) {
                Ok(TheoryVerdict::Contradictory(_)) => prop_assert!(contradicts),
                Ok(TheoryVerdict::Model(world)) => {
                    prop_assert!(models.contains(&world) && holds(&theory, &world, goal) == value);
                }
                Ok(TheoryVerdict::Saturated(_)) => prop_assert!(!contradicts),
                Err(failure) => prop_assert_eq!(failure, Failure::Stopped(Stop::Steps)),
            }
        }
    }
}

/// Of the elements of the second sort those for which a sentence is true in all of some structures.
fn answers(
    theory: &Theory,
    models: &[Structure],
    asked: TheorySentenceId,
    it: TheoryVariable,
) -> Vec<u32> {
    (0..SIZES[1]).filter(|element| one_of(theory, models, asked, it, &[*element])).collect()
}

/// Whether in each structure a sentence is true of one of some elements.
fn one_of(
    theory: &Theory,
    models: &[Structure],
    asked: TheorySentenceId,
    it: TheoryVariable,
    some: &[u32],
) -> bool {
    let holds = |model: &Structure, element| {
        let values = [(it, element)];
        is_true(theory, model, asked, &values, &mut Budget::unlimited()).unwrap()
    };
    models.iter().all(|model| some.iter().any(|element| holds(model, *element)))
}

/// Of a question that resolution alone is asked.
const PROVER_STEPS: u64 = 1_000_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn answers_are_those_of_all_structures(
        axioms in prop::collection::vec(shape(), 1..4),
        question in shape(),
    ) {
        let mut theory = signature();
        for axiom in &axioms {
            let axiom = build(&mut theory, axiom, &mut Vec::new());
            theory.axioms.push(axiom);
        }
        let asked = theory.variable(TheorySort(1));
        let sentence = build(&mut theory, &question, &mut vec![asked]);
        let is_model = |it: &Structure| theory.axioms.iter().all(|axiom| holds(&theory, it, *axiom));
        let models: Vec<_> = structures().filter(is_model).collect();
        let expected = answers(&theory, &models, sentence, asked);
        let denied = {
            let mut theory = theory.clone();
            let not = theory.sentence(TheorySentence::Not(sentence));
            answers(&theory, &models, not, asked)
        };
        for method in [TheoryMethod::Auto, TheoryMethod::Resolution] {
            let aim = aim::AskForTerms(sentence, vec![asked]);
            let task = TheoryTask { theory: theory.clone(), aim, method };
            // The prover may not come to an end.
            let mut budget = Budget::unlimited().part(PROVER_STEPS);
            match task.answer(&mut budget).map(ProblemAnswer::into_inner) {
                Ok(Outcome::Contradictory(_)) => prop_assert!(models.is_empty()),
                // What is said at a limit is some of what is right.
                Ok(Outcome::Found(TheoryAnswers { answers, either, no_others: None, .. }))
                    if method == TheoryMethod::Resolution && either.is_empty() =>
                {
                    prop_assert!(answers.is_sorted());
                    for answer in &answers {
                        match answer[0].kind {
                            ProofTermKind::Apply(symbol, _) => prop_assert!(expected.contains(&(symbol - 2))),
                            ProofTermKind::Variable(_) => prop_assert_eq!(expected.len(), SIZES[1] as usize),
                        }
                    }
                }
                Ok(Outcome::Found(TheoryAnswers { answers, either, no_others, .. })) => {
                    prop_assert!(!models.is_empty());
                    let is_everything = answers.len() == 1
                        && matches!(answers[0][0].kind, ProofTermKind::Variable(_));
                    let constant = |it: &Vec<ProofTerm>| match it[0].kind {
                        ProofTermKind::Apply(symbol, _) => Some(symbol - 2),
                        ProofTermKind::Variable(_) => None,
                    };
                    let found: Vec<_> = answers.iter().filter_map(constant).collect();
                    if is_everything {
                        prop_assert_eq!(expected.len(), SIZES[1] as usize);
                    } else {
                        prop_assert_eq!(&found, &expected);
                    }
                    let told = expected.len() + either.iter().map(Vec::len).sum::<usize>();
                    let rest = SIZES[1] as usize - told;
                    if let Some(no_others) = no_others {
                        prop_assert_eq!(no_others, denied.len() == rest);
                    }
                    for list in &either {
                        let list: Option<Vec<_>> = list.iter().map(&constant).collect();
                        prop_assert!(list.is_some(), "{either:?}");
                        let list = list.unwrap_or_default();
                        prop_assert!(one_of(&theory, &models, sentence, asked, &list));
                        for at in 0..list.len() {
                            let fewer = [&list[..at], &list[at + 1..]].concat();
                            prop_assert!(!one_of(&theory, &models, sentence, asked, &fewer));
                        }
                    }
                    let others: Vec<_> =
                        (0..SIZES[1]).filter(|it| !expected.contains(it)).collect();
                    if method == TheoryMethod::Auto {
                        let some = one_of(&theory, &models, sentence, asked, &others);
                        prop_assert_eq!(some, !either.is_empty());
                    }
                }
                Err(failure) => prop_assert!(
                    matches!(failure, Failure::Stopped(_)) && method == TheoryMethod::Resolution,
                    "{failure:?}"
                ),
            }
        }
    }
}

/// A proof that nobody is both mortal and not, and that somebody is a man.
fn refutation() -> (Theory, [(TheorySentenceId, bool); 1], Refutation) {
    let mut theory = Theory::default();
    theory.signature.sorts.push(None);
    theory.signature.functions.push(FunctionSorts { arguments: vec![], result: TheorySort(0) });
    theory.signature.predicates = vec![vec![TheorySort(0)], vec![TheorySort(0)]];
    let variable = theory.variable(TheorySort(0));
    let anybody = theory.term(TheoryTerm::Variable(variable));
    let atom = |theory: &mut Theory, predicate, term| {
        theory.sentence(TheorySentence::Atom(Predicate(predicate), [term].into()))
    };
    let (man, mortal) = (atom(&mut theory, 0, anybody), atom(&mut theory, 1, anybody));
    let rule = theory.sentence(TheorySentence::Implies(man, mortal));
    let rule = theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, variable, rule));
    let somebody = theory.variable(TheorySort(0));
    let term = theory.term(TheoryTerm::Variable(somebody));
    let fact = atom(&mut theory, 0, term);
    let fact = theory.sentence(TheorySentence::Quantified(TheoryQuantifier::Some, somebody, fact));
    theory.axioms = vec![rule, fact];
    let other = theory.variable(TheorySort(0));
    let term = theory.term(TheoryTerm::Variable(other));
    let goal = atom(&mut theory, 1, term);
    let goal = theory.sentence(TheorySentence::Quantified(TheoryQuantifier::Some, other, goal));
    let demands = [(goal, false)];
    let mut budget = Budget::unlimited();
    let input = resolution::clauses(&theory, &demands, &mut budget).unwrap();
    let mut prover = Prover::new(&input, ProverStrategy::ALL[0], &mut budget).unwrap();
    let Ok(SaturationEnded::Refuted(proof)) = prover.search(&input, &mut budget) else {
        panic!("it follows");
    };
    (theory, demands, proof)
}

#[test]
fn a_clause_that_says_more_than_its_sentence_is_found() {
    let (theory, demands, proof) = refutation();
    let flaw = |proof: &Refutation| {
        clause_form::flaw(&theory, &demands, proof, &mut Budget::unlimited()).unwrap()
    };
    assert_eq!(flaw(&proof), None);
    for at in 0..proof.steps.len() {
        let InferenceRule::Input(sentence) = proof.steps[at].rule else { continue };
        for literal in 0..proof.steps[at].literals.len() {
            let mut stronger = proof.clone();
            stronger.steps[at].literals.remove(literal);
            assert_eq!(flaw(&stronger), Some(at), "sentence {sentence} without literal {literal}");
            let mut turned = proof.clone();
            let is_positive = &mut turned.steps[at].literals[literal].is_positive;
            *is_positive = !*is_positive;
            assert_eq!(flaw(&turned), Some(at), "sentence {sentence}, literal {literal} denied");
        }
    }
    // The thing that exists is one of which something else is said.
    let mut another = proof.clone();
    for made in &mut another.made {
        if let MadeSymbol::Thing(thing) = made {
            thing.value = !thing.value;
        }
    }
    assert!(flaw(&another).is_some());
}

#[test]
fn a_step_that_does_not_follow_is_found() {
    let (.., proof) = refutation();
    let flaw = |proof: &Refutation| flaw(proof, &mut Budget::unlimited()).unwrap();
    assert_eq!(flaw(&proof), None);
    assert_eq!(proof.sentences(), [0, 1, 2]);
    let is_derived = |it: &usize| !matches!(proof.steps[*it].rule, InferenceRule::Input(_));
    let derived: Vec<_> = (0..proof.steps.len()).filter(is_derived).collect();
    assert!(!derived.is_empty());
    for at in derived {
        let mut without_parent = proof.clone();
        without_parent.steps[at].parents.pop();
        assert_eq!(flaw(&without_parent), Some(at));
    }
    let mut unfinished = proof.clone();
    unfinished.steps.pop();
    assert_eq!(flaw(&unfinished), Some(unfinished.steps.len()));
    let mut of_another_sort = proof;
    let wrong = of_another_sort.steps.iter().position(|it| !it.variables.is_empty()).unwrap();
    of_another_sort.steps[wrong].variables[0] = 7;
    assert!(flaw(&of_another_sort).is_some());
}

#[test]
fn an_argument_rests_on_single_cases_of_what_was_given() {
    let (.., proof) = refutation();
    let budget = &mut Budget::unlimited();
    let found = FindCaseArgument(proof.clone()).answer(budget).unwrap();
    let (ground, argument) = found.into_inner();
    assert!(checked_argument(&ground.cnf, argument).is_some());
    let mut left = |clause| case_clauses(&proof, vec![clause], budget).unwrap().clauses.len();
    let last = proof.steps.len() - 1;
    for clause in ground.clauses {
        assert_eq!(left(clause.clone()), 1);
        let CaseClause::Instance(at, mut values) = clause else { continue };
        assert_eq!(left(CaseClause::Instance(last, values.clone())), 0, "it is derived");
        let literals = proof.steps[at].literals.clone();
        assert_eq!(left(CaseClause::Equals(literals)), 0, "it is not so of all equals");
        if let Some(value) = values.first_mut() {
            value.sort = 7;
            assert_eq!(left(CaseClause::Instance(at, values)), 0, "of another sort");
        }
    }
}

/// Constants of an open sort of which two pairs are different, and one axiom or two.
fn of_different(
    axioms: impl Fn(&mut Theory, &dyn Fn(u32) -> TheoryTermId, TheoryVariable) -> Vec<TheorySentence>,
) -> Theory {
    let mut theory = Theory::default();
    theory.signature.sorts.push(None);
    theory.signature.functions =
        vec![FunctionSorts { arguments: vec![], result: TheorySort(0) }; 4];
    theory.signature.distinct = vec![
        vec![TheoryFunction(0), TheoryFunction(1)],
        vec![TheoryFunction(2), TheoryFunction(3)],
    ];
    let constants: Vec<_> = (0..4).map(|it| theory.constant(TheoryFunction(it))).collect();
    let anything = theory.variable(TheorySort(0));
    for axiom in axioms(&mut theory, &|it| constants[it as usize], anything) {
        let body = theory.sentence(axiom);
        let axiom = TheorySentence::Quantified(TheoryQuantifier::All, anything, body);
        let axiom = theory.sentence(axiom);
        theory.axioms.push(axiom);
    }
    theory
}

#[test]
fn different_constants_are_different_wherever_they_meet() {
    let same = [
        of_different(|_, c, _| vec![TheorySentence::Equal(c(0), c(1))]),
        of_different(|_, c, _| vec![TheorySentence::Equal(c(2), c(3))]),
        of_different(|_, c, _| {
            vec![TheorySentence::Equal(c(0), c(2)), TheorySentence::Equal(c(1), c(2))]
        }),
        of_different(|_, c, _| {
            vec![TheorySentence::Equal(c(2), c(0)), TheorySentence::Equal(c(3), c(0))]
        }),
        of_different(|it, c, x| {
            vec![TheorySentence::Equal(it.term(TheoryTerm::Variable(x)), c(0))]
        }),
        of_different(|it, c, x| {
            vec![TheorySentence::Equal(it.term(TheoryTerm::Variable(x)), c(3))]
        }),
        of_different(|it, _, x| {
            let other = it.variable(TheorySort(0));
            let sides = [x, other].map(|side| it.term(TheoryTerm::Variable(side)));
            let same = it.sentence(TheorySentence::Equal(sides[0], sides[1]));
            vec![TheorySentence::Quantified(TheoryQuantifier::All, other, same)]
        }),
    ];
    for (at, theory) in same.iter().enumerate() {
        let budget = &mut Budget::unlimited();
        let input = resolution::clauses(theory, &[], budget).unwrap();
        for strategy in ProverStrategy::ALL {
            let mut prover = Prover::new(&input, strategy, budget).unwrap();
            let Ok(SaturationEnded::Refuted(proof)) = prover.search(&input, budget) else {
                panic!("{at}, {strategy:?}: there is no such world");
            };
            assert_eq!(flaw(&proof, budget), Ok(None));
            assert_eq!(clause_form::flaw(theory, &[], &proof, budget), Ok(None));
            assert!(FindCaseArgument(proof).answer(budget).is_ok(), "{at}, {strategy:?}");
        }
    }
    let apart = of_different(|_, c, _| vec![TheorySentence::Equal(c(0), c(2))]);
    assert!(matches!(answer(&apart, aim::FindStructure), Outcome::Found(TheoryWorld::Shown(_))));
}
