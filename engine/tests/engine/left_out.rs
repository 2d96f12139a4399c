//! What a prover may leave out changes no answer: whether random clauses contradict each other is the same for each
//! strategy that ends, with and without dropping what follows from clauses in whose place others are needed, cutting
//! given clauses, leaving out literals that deny that a variable is some term, equations that hold in each order of their
//! variables, chains, and extensionality resolution.

use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Theory, TheoryFunction, TheoryQuantifier, TheorySentence,
    TheorySentenceId, TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};
use puzzle_engine::resolution::{Input, Prover, ProverStrategy, SaturationEnded, clauses};

/// A literal: its sign, what it says, and of which terms.
type LiteralShape = (bool, u8, [u8; 2]);

/// Any things, two constants, functions of one and of two, and predicates of one and two.
fn signature() -> Theory {
    let (mut theory, sort) = (Theory::default(), TheorySort(0));
    theory.signature.sorts.push(None);
    let sorts = |arity| FunctionSorts { arguments: vec![sort; arity], result: sort };
    theory.signature.functions = [0, 0, 1, 2].map(sorts).into();
    theory.signature.predicates = vec![vec![sort], vec![sort; 2]];
    theory
}

/// All of two variables: one of the literals at least.
fn clause(theory: &mut Theory, shape: &[LiteralShape]) -> TheorySentenceId {
    let variables = [(); 2].map(|()| theory.variable(TheorySort(0)));
    let mut terms: Vec<TheoryTermId> =
        variables.iter().map(|it| theory.term(TheoryTerm::Variable(*it))).collect();
    terms.extend([0, 1].map(|it| theory.constant(TheoryFunction(it))));
    for at in [0, 2] {
        let of = TheoryTerm::Apply(TheoryFunction(2), [terms[at]].into());
        terms.push(theory.term(of));
    }
    for arguments in [[0, 1], [1, 0]] {
        let of = TheoryTerm::Apply(TheoryFunction(3), arguments.map(|it: usize| terms[it]).into());
        terms.push(theory.term(of));
    }
    let literals = shape.iter().map(|(is_positive, which, picks)| {
        let [one, other] = picks.map(|it| terms[usize::from(it) % terms.len()]);
        let atom = theory.sentence(match which % 6 {
            0..=2 => TheorySentence::Atom(Predicate(0), [one].into()),
            3 | 4 => TheorySentence::Atom(Predicate(1), [one, other].into()),
            _ => TheorySentence::Equal(one, other),
        });
        if *is_positive { atom } else { theory.sentence(TheorySentence::Not(atom)) }
    });
    let literals: Vec<_> = literals.collect();
    let sentence = theory.sentence(TheorySentence::Or(literals.into()));
    closed(theory, sentence, &variables)
}

fn closed(
    theory: &mut Theory,
    mut sentence: TheorySentenceId,
    variables: &[TheoryVariable],
) -> TheorySentenceId {
    for variable in variables {
        let all = TheorySentence::Quantified(TheoryQuantifier::All, *variable, sentence);
        sentence = theory.sentence(all);
    }
    sentence
}

/// That the predicate of two is transitive.
fn transitivity(theory: &mut Theory) -> TheorySentenceId {
    let variables = [(); 3].map(|()| theory.variable(TheorySort(0)));
    let [x, y, z] = variables.map(|it| theory.term(TheoryTerm::Variable(it)));
    let steps = [[x, y], [y, z], [x, z]]
        .map(|it| theory.sentence(TheorySentence::Atom(Predicate(1), it.into())));
    let [first, second, both] = steps;
    let denied = [first, second].map(|it| theory.sentence(TheorySentence::Not(it)));
    let law = theory.sentence(TheorySentence::Or([denied[0], denied[1], both].into()));
    closed(theory, law, &variables)
}

/// How each way to search for a contradiction ends, if it ends soon: whether there is one.
fn ends(theory: &Theory) -> Vec<(ProverStrategy, bool)> {
    let is_of_units = |it: &Input| it.clauses.iter().all(|it| it.literals.len() == 1);
    let units = ProverStrategy::OF_UNITS.map(|it| (it.0, true));
    let mut found = Vec::new();
    for (strategy, needs_units) in
        ProverStrategy::ALL.map(|it| (it, false)).into_iter().chain(units)
    {
        let set = |it| ProverStrategy {
            cuts: it,
            settles_variables: it,
            joins_by_cases: it,
            resolves_extensionality: it,
            chains: false,
            ..strategy
        };
        let dropping = |drops_orphans| ProverStrategy { drops_orphans, ..set(true) };
        let chaining = ProverStrategy { chains: true, ..set(true) };
        for strategy in [dropping(true), dropping(false), set(false), chaining] {
            let strategy = ProverStrategy { axioms: None, ..strategy };
            let budget = &mut Budget::unlimited().part(500);
            let Ok(input) = clauses(theory, &[], budget) else { continue };
            // These neither split nor select, which others need.
            if needs_units && !is_of_units(&input) {
                continue;
            }
            let Ok(mut prover) = Prover::new(&input, strategy, budget) else { continue };
            match prover.search(&input, budget) {
                Ok(SaturationEnded::Refuted(_)) => found.push((strategy, true)),
                Ok(SaturationEnded::Saturated) => found.push((strategy, false)),
                Ok(SaturationEnded::GaveUp) | Err(_) => {}
            }
        }
    }
    found
}

/// What the strategies say of clauses.
fn ends_of(shapes: &[Vec<LiteralShape>], is_transitive: bool) -> Vec<(ProverStrategy, bool)> {
    let mut theory = signature();
    if is_transitive {
        let law = transitivity(&mut theory);
        theory.axioms.push(law);
    }
    for shape in shapes {
        let sentence = clause(&mut theory, shape);
        theory.axioms.push(sentence);
    }
    ends(&theory)
}

#[test]
fn what_was_active_is_kept() {
    // `p(a) or p(b)`, and `p` of nothing: what takes the place of a clause follows from it.
    let (positive, negative) = (|it| (true, 0, [it; 2]), |it| (false, 0, [it; 2]));
    let shapes = [vec![positive(2), positive(3)], vec![negative(0), negative(1)]];
    let ended = ends_of(&shapes, false);
    assert!(ended.len() >= ProverStrategy::ALL.len() && ended.iter().all(|it| it.1), "{ended:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn strategies_agree(
        shapes in proptest::collection::vec(proptest::collection::vec(any::<LiteralShape>(), 1..4), 3..8),
        is_transitive: bool,
    ) {
        let ended = ends_of(&shapes, is_transitive);
        let is = ended.first().map(|it| it.1);
        prop_assert!(ended.iter().all(|it| Some(it.1) == is), "{:?}", ended);
    }
}
