//! The given-clause loop: what it leaves out, what it unfolds, and how its proofs are taken apart.

use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::refutation::{
    InferenceRule, ProofLiteral, ProofTerm, ProofTermKind, Refutation, RefutationStep,
};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Theory, TheoryFunction, TheoryQuantifier, TheorySentence,
    TheorySentenceId, TheorySort, TheoryTerm,
};
use puzzle_engine::resolution::{
    AxiomSelection, Prover, ProverStrategy, SaturationEnded, clauses, textbook,
};
use puzzle_engine::solve::theory::decide::{Share, TheoryProcedure, TheorySearch, TheoryVerdict};
use puzzle_engine::verify::{clause_form, refutation};

/// More statements than the prover takes as they are.
const MANY: u32 = 300;

/// Statements that imply each other, so many that some may be left out: the first one, and whether a chain of so many
/// implications leads from it to the last one of the chain.
fn chain(length: u32) -> (Theory, TheorySentenceId) {
    let mut theory = Theory::default();
    theory.signature.predicates = vec![Vec::new(); MANY as usize];
    let atoms: Vec<_> = (0..MANY)
        .map(|it| theory.sentence(TheorySentence::Atom(Predicate(it), Box::default())))
        .collect();
    theory.axioms.push(atoms[0]);
    // Each statement behind the chain implies the next one, and the last one the first of these.
    let length = length as usize;
    for at in 0..atoms.len() {
        let next = if at + 1 == atoms.len() { length + 1 } else { at + 1 };
        if at != length {
            let implies = theory.sentence(TheorySentence::Implies(atoms[at], atoms[next]));
            theory.axioms.push(implies);
        }
    }
    (theory, atoms[length])
}

/// A prover that leaves out what is so many steps away from what is asked.
fn selecting(depth: u32) -> ProverStrategy {
    let axioms = Some(AxiomSelection { tolerance: 100, depth });
    ProverStrategy { axioms, ..ProverStrategy::ALL[0] }
}

#[test]
fn what_is_left_out_says_nothing() {
    let (theory, goal) = chain(3);
    let ended = |strategy| {
        let budget = &mut Budget::unlimited();
        let input = clauses(&theory, &[(goal, false)], budget).unwrap();
        let mut prover = Prover::new(&input, strategy, budget).unwrap();
        prover.heard(&input, &mut (), budget).unwrap()
    };
    let all = ProverStrategy { axioms: None, ..ProverStrategy::ALL[0] };
    assert!(matches!(ended(all), SaturationEnded::Refuted(_)));
    assert!(matches!(ended(selecting(4)), SaturationEnded::Refuted(_)));
    assert!(matches!(ended(selecting(2)), SaturationEnded::GaveUp));
}

#[test]
fn what_does_not_follow_from_some_axioms_is_looked_for_among_more() {
    for length in [3, 40] {
        let (theory, goal) = chain(length);
        let budget = &mut Budget::unlimited();
        let input = clauses(&theory, &[(goal, false)], budget).unwrap();
        let mut prover = Prover::new(&input, selecting(2), budget).unwrap();
        let ended = prover.search(&input, budget).unwrap();
        assert!(matches!(ended, SaturationEnded::Refuted(_)), "{length}");
    }
}

/// What combines with itself for ever: `((s * x) * y) * z = (x * z) * (y * z)`.
fn endless() -> Theory {
    let (mut theory, sort) = (Theory::default(), TheorySort(0));
    theory.signature.sorts.push(None);
    let sorts = |arity| FunctionSorts { arguments: vec![sort; arity], result: sort };
    theory.signature.functions = [0, 2].map(sorts).into();
    let s = theory.constant(TheoryFunction(0));
    let variables = [(); 3].map(|()| theory.variable(sort));
    let [x, y, z] = variables.map(|it| theory.term(TheoryTerm::Variable(it)));
    let mut of =
        |one, other| theory.term(TheoryTerm::Apply(TheoryFunction(1), [one, other].into()));
    let s_x = of(s, x);
    let s_x_y = of(s_x, y);
    let (left, x_z, y_z) = (of(s_x_y, z), of(x, z), of(y, z));
    let right = of(x_z, y_z);
    let mut axiom = theory.sentence(TheorySentence::Equal(left, right));
    for variable in variables {
        let all = TheorySentence::Quantified(TheoryQuantifier::All, variable, axiom);
        axiom = theory.sentence(all);
    }
    theory.axioms.push(axiom);
    theory
}

/// How long a procedure works where nothing else is told.
fn share(of: TheoryProcedure) -> Share {
    TheoryProcedure::ALL.into_iter().find(|it| it.0 == of).map(|it| it.1).unwrap()
}

#[test]
fn work_is_shared_as_told() {
    let [one, other] = [0, 4].map(|it| TheoryProcedure::Resolution(ProverStrategy::ALL[it]));
    let theory = endless();
    // Where all clauses have one literal the other one has its turns twice as long.
    let shares =
        [(one, Share { of_turn: 1, ..share(one) }), (other, Share { of_turn: 2, ..share(one) })];
    let budget = &mut Budget::unlimited();
    let mut search = TheorySearch::new(&theory, &[], &shares, budget).unwrap();
    for _ in 0..6 {
        assert_eq!(search.take_turn(budget), Ok(None));
    }
    let (done, _) = search.work();
    assert!(done[1] > 3 * done[0] && done[1] < 6 * done[0], "{done:?}");
}

#[test]
fn clauses_of_one_literal_have_provers_of_their_own() {
    let (theory, budget) = (endless(), &mut Budget::unlimited());
    let search = TheorySearch::new(&theory, &[], &TheoryProcedure::ALL, budget).unwrap();
    assert_eq!(search.work().0.len(), ProverStrategy::OF_UNITS.len());
    // They are known by the names of those that search elsewhere.
    let is_of_all = |it: &ProverStrategy| ProverStrategy::ALL.iter().any(|one| one.name == it.name);
    assert!(ProverStrategy::OF_UNITS.iter().all(|it| is_of_all(&it.0)));
}

#[test]
fn who_begins_late_waits() {
    let prover = TheoryProcedure::Resolution(ProverStrategy::ALL[0]);
    let late = Share { from: 8_000, ..share(TheoryProcedure::Models) };
    let shares = [(TheoryProcedure::Models, late), (prover, share(prover))];
    let (theory, budget) = (endless(), &mut Budget::unlimited());
    let mut search = TheorySearch::new(&theory, &[], &shares, budget).unwrap();
    assert_eq!(search.take_turn(budget), Ok(None));
    let found = search.take_turn(budget).unwrap();
    assert!(matches!(found, Some(TheoryVerdict::Model(_))), "{found:?}");
}

#[test]
fn who_gives_up_leaves_the_rest_to_the_others() {
    let (theory, goal) = chain(3);
    let (finder, prover) =
        (TheoryProcedure::Models, TheoryProcedure::Resolution(ProverStrategy::ALL[0]));
    let begun = |procedures: &[_], budget: &mut Budget| {
        TheorySearch::new(&theory, &[(goal, false)], procedures, budget).unwrap()
    };
    let budget = &mut Budget::unlimited();
    let late = Share { from: 1_000, ..share(prover) };
    let found = begun(&[(finder, share(finder)), (prover, late)], budget).run(budget);
    assert!(matches!(found, Ok(TheoryVerdict::Contradictory(_))), "{found:?}");
    let mut alone = begun(&[(finder, share(finder))], budget);
    assert_eq!(alone.take_turn(budget), Ok(None));
    assert!(alone.is_over());
}

/// Of a chain of variables one is not `f` of the next one twice: each put into the one before it is a term of 2^60 symbols.
#[test]
fn variables_are_not_settled_by_terms_that_double() {
    let (mut theory, sort) = (Theory::default(), TheorySort(0));
    theory.signature.sorts.push(None);
    theory.signature.functions = vec![FunctionSorts { arguments: vec![sort; 2], result: sort }];
    let variables: Vec<_> = (0..=60).map(|_| theory.variable(sort)).collect();
    let terms: Vec<_> = variables.iter().map(|it| theory.term(TheoryTerm::Variable(*it))).collect();
    let parts = terms.windows(2).map(|pair| {
        let twice = TheoryTerm::Apply(TheoryFunction(0), [pair[1], pair[1]].into());
        let twice = theory.term(twice);
        let same = theory.sentence(TheorySentence::Equal(pair[0], twice));
        theory.sentence(TheorySentence::Not(same))
    });
    let parts: Vec<_> = parts.collect();
    let mut sentence = theory.sentence(TheorySentence::Or(parts.into()));
    for variable in variables {
        let all = TheorySentence::Quantified(TheoryQuantifier::All, variable, sentence);
        sentence = theory.sentence(all);
    }
    theory.axioms.push(sentence);
    for strategy in ProverStrategy::ALL {
        let input = clauses(&theory, &[], &mut Budget::unlimited()).unwrap();
        let budget = &mut Budget::unlimited().part(500);
        let ended =
            Prover::new(&input, strategy, budget).and_then(|mut it| it.search(&input, budget));
        assert!(!matches!(ended, Ok(SaturationEnded::Saturated)), "{}", strategy.name);
    }
}

/// How a search for a contradiction ends, `f(x)` being `g(x, x)`: the second argument of
/// `f(f(a)) != g(g(a, a), g(a, b))` is another one only if `is_other`.
fn unfolding(strategy: ProverStrategy, is_other: bool) -> Option<bool> {
    let (mut theory, sort) = (Theory::default(), TheorySort(0));
    theory.signature.sorts.push(None);
    theory.signature.functions = [0, 0, 1, 2]
        .map(|arity| FunctionSorts { arguments: vec![sort; arity], result: sort })
        .into();
    let x = theory.variable(sort);
    let variable = theory.term(TheoryTerm::Variable(x));
    let [a, b] = [0, 1].map(|it| theory.constant(TheoryFunction(it)));
    let f =
        |theory: &mut Theory, it| theory.term(TheoryTerm::Apply(TheoryFunction(2), [it].into()));
    let g = |theory: &mut Theory, one, other| {
        theory.term(TheoryTerm::Apply(TheoryFunction(3), [one, other].into()))
    };
    let (left, right) = (f(&mut theory, variable), g(&mut theory, variable, variable));
    let same = theory.sentence(TheorySentence::Equal(left, right));
    let all = TheorySentence::Quantified(TheoryQuantifier::All, x, same);
    let all = theory.sentence(all);
    theory.axioms.push(all);
    let inner = f(&mut theory, a);
    let left = f(&mut theory, inner);
    let first = g(&mut theory, a, a);
    let second = g(&mut theory, a, if is_other { b } else { a });
    let right = g(&mut theory, first, second);
    let goal = theory.sentence(TheorySentence::Equal(left, right));
    let (demands, mut budget) = ([(goal, false)], Budget::unlimited());
    let input = clauses(&theory, &demands, &mut budget).ok()?;
    let mut prover = Prover::new(&input, strategy, &mut budget).ok()?;
    match prover.search(&input, &mut budget).ok()? {
        SaturationEnded::Refuted(proof) => {
            let proof = textbook::divided(&proof);
            assert_eq!(refutation::flaw(&proof, &mut budget), Ok(None));
            let wrong = clause_form::flaw(&theory, &demands, &proof, &mut budget);
            assert_eq!(wrong, Ok(None));
            Some(true)
        }
        SaturationEnded::Saturated => Some(false),
        SaturationEnded::GaveUp => None,
    }
}

#[test]
fn definitions_are_unfolded_in_proofs_that_pass() {
    for strategy in ProverStrategy::ALL {
        for unfolds in [false, true] {
            let strategy = ProverStrategy { unfolds, ..strategy };
            assert_eq!(unfolding(strategy, false), Some(true), "{strategy:?}");
            assert_eq!(unfolding(strategy, true), Some(false), "{strategy:?}");
        }
    }
}

fn apply(symbol: u32, arguments: Vec<ProofTerm>) -> ProofTerm {
    ProofTerm { sort: 0, kind: ProofTermKind::Apply(symbol, arguments) }
}

fn literal(left: ProofTerm, right: Option<ProofTerm>) -> ProofLiteral {
    ProofLiteral { is_positive: true, left, right }
}

/// `e = f(e, e)`: twice as much each time that it is used from the left.
fn doubling() -> ProofLiteral {
    let e = || apply(0, Vec::new());
    literal(e(), Some(apply(1, vec![e(), e()])))
}

/// That something is `p`, and a step that uses the equation so often from there on.
fn doubled(last: Vec<ProofLiteral>, times: usize) -> Refutation {
    let input = |literal| RefutationStep {
        literals: vec![literal],
        rule: InferenceRule::Input(0),
        parents: Vec::new(),
        variables: Vec::new(),
    };
    let parents = std::iter::once(0).chain(vec![1; times]);
    let last = RefutationStep {
        literals: last,
        rule: InferenceRule::Simplification,
        parents: parents.map(|it| (it, Vec::new())).collect(),
        variables: Vec::new(),
    };
    let steps = vec![input(is_p(apply(0, Vec::new()))), input(doubling()), last];
    Refutation { steps, made: Vec::new() }
}

fn is_p(term: ProofTerm) -> ProofLiteral {
    literal(apply(2, vec![term]), None)
}

#[test]
fn a_step_that_doubles_a_few_times_is_taken_apart() {
    let double = |it: ProofTerm| apply(1, vec![it.clone(), it]);
    let many = double(double(double(apply(0, Vec::new()))));
    let parts = textbook::divided(&doubled(vec![is_p(many)], 3)).steps;
    let rules: Vec<_> = parts[2..].iter().map(|it| it.rule).collect();
    assert_eq!(rules, [InferenceRule::Demodulation; 3]);
}

/// Taking this step apart would end in as many symbols as there are twofold parents of one.
#[test]
fn a_step_that_doubles_for_each_parent_stays_whole() {
    let proof = doubled(Vec::new(), 60);
    assert_eq!(textbook::divided(&proof).steps, proof.steps);
}
