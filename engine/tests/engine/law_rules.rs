//! Rules for laws of one kind, which take the place of the laws themselves: chains of a transitive relation, and
//! extensionality resolution. Their proofs pass, whole and taken apart.

use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::refutation::{InferenceRule, Refutation, RefutationStep};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Theory, TheoryFunction, TheoryQuantifier, TheorySentence,
    TheorySentenceId, TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};
use puzzle_engine::resolution::{
    LiteralSelection, Prover, ProverStrategy, SaturationEnded, clauses, textbook,
};
use puzzle_engine::verify::{clause_form, refutation};

/// Some constants, and a relation.
fn signature(constants: usize) -> (Theory, Vec<TheoryTermId>) {
    let (mut theory, sort) = (Theory::default(), TheorySort(0));
    theory.signature.sorts.push(None);
    theory.signature.functions =
        vec![FunctionSorts { arguments: Vec::new(), result: sort }; constants];
    theory.signature.predicates = vec![vec![sort; 2]];
    let terms =
        (0..constants as u32).map(|it| theory.constant(TheoryFunction(it))).collect::<Vec<_>>();
    (theory, terms)
}

fn variables<const N: usize>(theory: &mut Theory) -> [(TheoryVariable, TheoryTermId); N] {
    [(); N].map(|()| {
        let variable = theory.variable(TheorySort(0));
        (variable, theory.term(TheoryTerm::Variable(variable)))
    })
}

fn related(theory: &mut Theory, one: TheoryTermId, other: TheoryTermId) -> TheorySentenceId {
    theory.sentence(TheorySentence::Atom(Predicate(0), [one, other].into()))
}

fn implies(
    theory: &mut Theory,
    one: TheorySentenceId,
    other: TheorySentenceId,
) -> TheorySentenceId {
    theory.sentence(TheorySentence::Implies(one, other))
}

fn all(
    theory: &mut Theory,
    variables: &[(TheoryVariable, TheoryTermId)],
    sentence: TheorySentenceId,
) -> TheorySentenceId {
    variables.iter().fold(sentence, |sentence, it| {
        theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, it.0, sentence))
    })
}

/// How a search for a contradiction with the denial of a goal ends: with a proof that passes, or without one.
fn ended(
    theory: &Theory,
    goal: TheorySentenceId,
    strategy: ProverStrategy,
) -> Result<Refutation, SaturationEnded> {
    let (demands, mut budget) = ([(goal, false)], Budget::unlimited());
    let input = clauses(theory, &demands, &mut budget).unwrap();
    let mut prover = Prover::new(&input, strategy, &mut budget).unwrap();
    match prover.search(&input, &mut budget).unwrap() {
        SaturationEnded::Refuted(proof) => {
            for proof in [&proof, &textbook::divided(&proof)] {
                assert_eq!(refutation::flaw(proof, &mut budget), Ok(None));
                let wrong = clause_form::flaw(theory, &demands, proof, &mut budget);
                assert_eq!(wrong, Ok(None));
            }
            Ok(proof)
        }
        other => Err(other),
    }
}

/// A transitive relation, in which each of five things is related to the next one, and whether one is to another one.
fn steps(from: usize, to: usize) -> (Theory, TheorySentenceId) {
    let (mut theory, things) = signature(5);
    let bound = variables::<3>(&mut theory);
    let [x, y, z] = bound.map(|it| it.1);
    let [first, second, both] = [(x, y), (y, z), (x, z)].map(|it| related(&mut theory, it.0, it.1));
    let rest = implies(&mut theory, second, both);
    let law = implies(&mut theory, first, rest);
    let law = all(&mut theory, &bound, law);
    theory.axioms.push(law);
    for pair in things.windows(2) {
        let step = related(&mut theory, pair[0], pair[1]);
        theory.axioms.push(step);
    }
    let goal = related(&mut theory, things[from], things[to]);
    (theory, goal)
}

#[test]
fn chains_take_the_place_of_transitivity() {
    for strategy in ProverStrategy::ALL {
        let strategy = ProverStrategy { chains: true, axioms: None, ..strategy };
        let (theory, goal) = steps(0, 4);
        let proof = ended(&theory, goal, strategy).ok().unwrap();
        let chains = proof.steps.iter().filter(|it| it.rule == InferenceRule::Chaining);
        assert!(chains.clone().count() >= 3, "{}: {proof:?}", strategy.name);
        assert!(chains.into_iter().all(|it| it.parents[0].0 == law_of(&proof)));
        // What is left out of chains may be needed, so that there being nothing more shows nothing.
        let (theory, goal) = steps(4, 0);
        let ended = ended(&theory, goal, strategy);
        assert!(matches!(ended, Err(SaturationEnded::GaveUp)), "{}", strategy.name);
    }
}

/// The clause of the law, which is the only one with three literals.
fn law_of(proof: &Refutation) -> usize {
    proof.steps.iter().position(|it| it.literals.len() == 3).unwrap()
}

#[test]
fn what_has_the_same_members_is_the_same() {
    let (mut theory, sets) = signature(2);
    let bound = variables::<3>(&mut theory);
    let [x, y, z] = bound.map(|it| it.1);
    let same_members = |theory: &mut Theory, one, other| {
        let [one, other] = [one, other].map(|it| related(theory, z, it));
        let sentence = theory.sentence(TheorySentence::Iff(one, other));
        all(theory, &bound[2..], sentence)
    };
    let members = same_members(&mut theory, x, y);
    let same = theory.sentence(TheorySentence::Equal(x, y));
    let law = implies(&mut theory, members, same);
    let law = all(&mut theory, &bound[..2], law);
    let given = same_members(&mut theory, sets[0], sets[1]);
    theory.axioms.extend([law, given]);
    let goal = theory.sentence(TheorySentence::Equal(sets[0], sets[1]));
    for strategy in ProverStrategy::ALL {
        for resolves_extensionality in [true, false] {
            let strategy = ProverStrategy { resolves_extensionality, axioms: None, ..strategy };
            let proof = ended(&theory, goal, strategy).ok().unwrap();
            let is_denial = |at: usize| {
                let literals = &proof.steps[at].literals;
                literals.len() == 1 && !literals[0].is_positive && literals[0].right.is_some()
            };
            // Others only take away the equation where it has come up.
            let asks = |it: &RefutationStep| {
                it.rule == InferenceRule::Resolution
                    && !it.literals.is_empty()
                    && it.parents.iter().take(2).any(|it| is_denial(it.0))
            };
            let is_asked = proof.steps.iter().any(asks);
            // Others may come to another proof first.
            if !resolves_extensionality || strategy.selection == LiteralSelection::Undecided {
                assert_eq!(is_asked, resolves_extensionality, "{}: {proof:?}", strategy.name);
            }
        }
    }
}
