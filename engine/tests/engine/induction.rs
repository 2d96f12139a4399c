//! Induction against brute force: functions defined by recursion at random, and sentences about them at random. What is
//! proved of all numbers holds for all small ones, and what is refuted of some holds for none of these. And a proof
//! that is spoilt.

use crate::sample;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::induction::Induction;
use puzzle_engine::logic::first_order::{
    FunctionSorts, Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId,
    TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::theory::{TheoryDecision, TheoryMethod, TheoryReason, TheoryTask, aim};
use puzzle_engine::verify::induction::flaw;
use puzzle_engine::{Failure, Problem};

const NAT: TheorySort = TheorySort(0);

/// Numbers of which all are tried, one after the other.
const SMALL: u64 = 5;

/// A term over variables, with a function of one number and one of two.
#[derive(Clone, Debug)]
enum Shape {
    Variable(usize),
    Zero,
    Next(Box<Shape>),
    One(Box<Shape>),
    Two(Box<Shape>, Box<Shape>),
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![4 => (0..2_usize).prop_map(Shape::Variable), 1 => Just(Shape::Zero)];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|it| Shape::Next(Box::new(it))),
            inner.clone().prop_map(|it| Shape::One(Box::new(it))),
            (inner.clone(), inner).prop_map(|(a, b)| Shape::Two(Box::new(a), Box::new(b))),
        ]
    })
}

/// How often `next` stands before what: nothing, the number below, or the value for that number.
#[derive(Clone, Copy, Debug)]
struct Step(u64, u8);

/// `one(0)`, `one(next(x))` from `x` and `one(x)`, `two(x, 0)` and `two(x, next(y))` from `x` and `two(x, y)`.
#[derive(Clone, Debug)]
struct Definitions {
    steps: [Step; 4],
}

impl Definitions {
    fn value(step: Step, below: u64, before: u64) -> u64 {
        step.0 + [0, below, before][usize::from(step.1)]
    }

    fn one(&self, number: u64) -> u64 {
        let first = self.steps[0].0;
        (0..number).fold(first, |before, below| Self::value(self.steps[1], below, before))
    }

    fn two(&self, x: u64, y: u64) -> u64 {
        let first = self.steps[2].0 + if self.steps[2].1 == 0 { 0 } else { x };
        (0..y).fold(first, |before, _| Self::value(self.steps[3], x, before))
    }

    fn eval(&self, shape: &Shape, values: &[u64]) -> u64 {
        match shape {
            Shape::Variable(at) => values[*at],
            Shape::Zero => 0,
            Shape::Next(it) => self.eval(it, values) + 1,
            Shape::One(it) => self.one(self.eval(it, values)),
            Shape::Two(one, other) => self.two(self.eval(one, values), self.eval(other, values)),
        }
    }
}

/// A theory under construction, with the variables `x` and `y`.
struct Writer {
    theory: Theory,
    variables: [TheoryVariable; 2],
}

impl Writer {
    fn new() -> Self {
        let mut theory = Theory::default();
        theory.signature.sorts = vec![None];
        let sorts = |count: usize| FunctionSorts { arguments: vec![NAT; count], result: NAT };
        theory.signature.functions = [0, 1, 1, 2].map(sorts).to_vec();
        let variables = [0, 1].map(|_| theory.variable(NAT));
        Self { theory, variables }
    }

    fn apply(&mut self, function: u32, arguments: &[TheoryTermId]) -> TheoryTermId {
        self.theory.term(TheoryTerm::Apply(TheoryFunction(function), arguments.into()))
    }

    fn term(&mut self, shape: &Shape) -> TheoryTermId {
        match shape {
            Shape::Variable(at) => self.theory.term(TheoryTerm::Variable(self.variables[*at])),
            Shape::Zero => self.apply(0, &[]),
            Shape::Next(it) => {
                let it = self.term(it);
                self.apply(1, &[it])
            }
            Shape::One(it) => {
                let it = self.term(it);
                self.apply(2, &[it])
            }
            Shape::Two(one, other) => {
                let both = [self.term(one), self.term(other)];
                self.apply(3, &both)
            }
        }
    }

    /// That two terms are equal, for all numbers or for some.
    fn equation(
        &mut self,
        one: &Shape,
        other: &Shape,
        quantifier: TheoryQuantifier,
    ) -> TheorySentenceId {
        let (one, other) = (self.term(one), self.term(other));
        let mut sentence = self.theory.sentence(TheorySentence::Equal(one, other));
        for variable in self.variables {
            let quantified = TheorySentence::Quantified(quantifier, variable, sentence);
            sentence = self.theory.sentence(quantified);
        }
        sentence
    }

    fn define(&mut self, definitions: &Definitions) {
        use Shape::{Next, One, Two, Variable, Zero};
        let boxed = |it: &Shape| Box::new(it.clone());
        let [x, y] = [Variable(0), Variable(1)];
        let plus = |count: u64, it: Shape| (0..count).fold(it, |it, _| Next(Box::new(it)));
        let [first, step, first_of_two, step_of_two] = definitions.steps;
        let of = |step: Step, below: &Shape, before: Shape| {
            plus(step.0, [Zero, below.clone(), before][usize::from(step.1)].clone())
        };
        let start = if first_of_two.1 == 0 { Zero } else { x.clone() };
        let equations = [
            (One(boxed(&Zero)), plus(first.0, Zero)),
            (One(boxed(&Next(boxed(&x)))), of(step, &x, One(boxed(&x)))),
            (Two(boxed(&x), boxed(&Zero)), plus(first_of_two.0, start)),
            (
                Two(boxed(&x), boxed(&Next(boxed(&y)))),
                of(step_of_two, &x, Two(boxed(&x), boxed(&y))),
            ),
        ];
        for (one, other) in equations {
            let axiom = self.equation(&one, &other, TheoryQuantifier::All);
            self.theory.axioms.push(axiom);
        }
        self.theory.add_constructors(NAT, vec![TheoryFunction(0), TheoryFunction(1)]);
    }
}

/// What is found out in a while, and whether by induction.
fn decided(theory: &Theory, goal: TheorySentenceId) -> Option<(bool, bool)> {
    let (aim, method) = (aim::ProveSentence(goal), TheoryMethod::Auto);
    let task = TheoryTask { theory: theory.clone(), aim, method };
    match task.answer(&mut Budget::unlimited().part(60_000)) {
        Ok(found) => match &*found {
            Outcome::Found(TheoryDecision::Proved(reason)) => {
                Some((true, reason.induction.is_some()))
            }
            Outcome::Found(TheoryDecision::Refuted(reason)) => {
                Some((false, reason.induction.is_some()))
            }
            other => panic!("numbers are a world, and no other one is told: {other:?}"),
        },
        Err(Failure::Stopped(_)) => None,
        Err(failure) => panic!("{failure:?}"),
    }
}

/// In how many cases something was shown by induction.
fn compare(steps: [(u64, u8); 4], one: &Shape, other: &Shape) -> usize {
    let definitions = Definitions { steps: steps.map(|it| Step(it.0, it.1)) };
    let mut writer = Writer::new();
    writer.define(&definitions);
    let all = writer.equation(one, other, TheoryQuantifier::All);
    let some = writer.equation(one, other, TheoryQuantifier::Some);
    let pairs = (0..SMALL).flat_map(|x| (0..SMALL).map(move |y| [x, y]));
    let mut equal = pairs
        .map(|it| definitions.eval(one, &it) == definitions.eval(other, &it))
        .collect::<Vec<_>>();
    equal.sort_unstable();
    let mut by_induction = 0;
    if let Some((is_proved, is_inductive)) = decided(&writer.theory, all) {
        by_induction += usize::from(is_inductive);
        assert!(!is_proved || equal[0], "{definitions:?}: {one:?} = {other:?} for all");
    }
    if let Some((is_proved, is_inductive)) = decided(&writer.theory, some) {
        by_induction += usize::from(is_inductive);
        let holds = equal[equal.len() - 1];
        assert!(is_proved || !holds, "{definitions:?}: {one:?} = {other:?} for some");
    }
    by_induction
}

#[test]
fn what_is_proved_by_induction_is_true_of_small_numbers() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let step = || (0..2_u64, 0..3_u8);
    let strategy = ((step(), step(), step(), step()), shape(), shape());
    let mut by_induction = 0;
    for _ in 0..sample::cases(80) {
        let ((a, b, c, d), one, other) = strategy.new_tree(&mut runner).unwrap().current();
        by_induction += compare([a, b, c, d], &one, &other);
    }
    assert!(by_induction > 0, "nothing was shown by induction");
}

/// Numbers, a function `f` with `f(zero) = zero` and `f(next(x)) = next(f(x))`, that it leads from each number to
/// that number, and that it leads to `zero`.
fn numbers() -> (Theory, TheorySentenceId, TheorySentenceId) {
    let mut theory = Theory::default();
    let nat = TheorySort(0);
    theory.signature.sorts = vec![None];
    let sorts = |arguments: Vec<TheorySort>| FunctionSorts { arguments, result: nat };
    theory.signature.functions = vec![sorts(vec![]), sorts(vec![nat]), sorts(vec![nat])];
    let [next, f] = [1, 2].map(TheoryFunction);
    let zero = theory.constant(TheoryFunction(0));
    let thing = theory.variable(nat);
    let x = theory.term(TheoryTerm::Variable(thing));
    let of =
        |theory: &mut Theory, function, it| theory.term(TheoryTerm::Apply(function, [it].into()));
    let [f_zero, f_x, next_x] =
        [(f, zero), (f, x), (next, x)].map(|it| of(&mut theory, it.0, it.1));
    let f_next_x = of(&mut theory, f, next_x);
    let next_f_x = of(&mut theory, next, f_x);
    let base = theory.sentence(TheorySentence::Equal(f_zero, zero));
    let all = |theory: &mut Theory, one, other| {
        let equal = theory.sentence(TheorySentence::Equal(one, other));
        theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, thing, equal))
    };
    let step = all(&mut theory, f_next_x, next_f_x);
    theory.axioms = vec![base, step];
    let identity = all(&mut theory, f_x, x);
    let constant = all(&mut theory, f_x, zero);
    theory.add_constructors(nat, vec![TheoryFunction(0), next]);
    (theory, identity, constant)
}

#[test]
fn an_induction_is_accepted_for_its_own_goal_and_with_all_its_cases_only() {
    let (theory, identity, constant) = numbers();
    let mut budget = Budget::unlimited();
    let (aim, method) = (aim::ProveSentence(identity), TheoryMethod::Auto);
    let found = TheoryTask { theory: theory.clone(), aim, method }.answer(&mut budget).unwrap();
    let Outcome::Found(TheoryDecision::Proved(TheoryReason { induction: Some(proof), .. })) =
        &*found
    else {
        panic!("{found:?}");
    };
    let mut accepted =
        |goal, proof: &Induction| flaw(&theory, goal, proof, &mut budget) == Ok(None);
    assert!(accepted((identity, true), proof));
    assert!(!accepted((constant, true), proof));
    assert!(!accepted((identity, false), proof));
    for at in 0..2 {
        let mut spoilt = (**proof).clone();
        spoilt.cases.remove(at);
        assert!(!accepted((identity, true), &spoilt));
        let mut spoilt = (**proof).clone();
        spoilt.cases[1 - at] = proof.cases[at].clone();
        assert!(!accepted((identity, true), &spoilt));
    }
    assert!(!accepted((identity, true), &Induction { on: 1, ..(**proof).clone() }));
}
