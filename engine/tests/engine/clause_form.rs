//! The clause form of random sentences against truth in all small worlds. The checker must pass what the
//! prover makes of a sentence, and whatever it passes must be true in every world of the sentence,
//! Skolem functions and names of parts being what they stand for. So it is also shown clauses that
//! were spoilt: some of those say more than their sentence does.

use crate::sample;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::evidence::refutation::{
    ATOM, ClauseComponent, InferenceRule, MadeSymbol, ProofLiteral, ProofTerm, ProofTermKind,
    Refutation, RefutationStep, SentencePart,
};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Predicate, Structure, Theory, TheoryFunction, TheoryQuantifier, TheorySentence,
    TheorySentenceId, TheorySort, TheoryTerm, TheoryTermId, TheoryVariable,
};
use puzzle_engine::resolution;
use puzzle_engine::verify::clause_form::flaw;
use puzzle_engine::verify::structure::is_true;

/// One open sort with a constant, a function, a proposition, and predicates of one and two things.
fn signature() -> Theory {
    let mut theory = Theory::default();
    theory.signature.sorts.push(None);
    let function = |arguments| FunctionSorts { arguments, result: TheorySort(0) };
    theory.signature.functions = vec![function(vec![]), function(vec![TheorySort(0)])];
    theory.signature.predicates =
        vec![vec![], vec![TheorySort(0)], vec![TheorySort(0), TheorySort(0)]];
    theory
}

/// A sentence as a tree, of which any choice of numbers makes sense.
#[derive(Clone, Debug)]
enum Shape {
    Atom(u8, u8, u8),
    Not(Box<Shape>),
    Many(bool, Vec<Shape>),
    Two(bool, Box<Shape>, Box<Shape>),
    Quantified(u8, Box<Shape>),
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = any::<(u8, u8, u8)>().prop_map(|(a, b, c)| Shape::Atom(a, b, c));
    leaf.prop_recursive(5, 16, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            boxed.clone().prop_map(Shape::Not),
            (any::<bool>(), prop::collection::vec(inner, 2..4))
                .prop_map(|(a, b)| Shape::Many(a, b)),
            (any::<bool>(), boxed.clone(), boxed.clone()).prop_map(|(a, b, c)| Shape::Two(a, b, c)),
            (any::<u8>(), boxed.clone()).prop_map(|(a, b)| Shape::Quantified(a, b)),
            (any::<u8>(), boxed).prop_map(|(a, b)| Shape::Quantified(a % 2, b)),
        ]
    })
}

/// Equivalences within equivalences, so that there would be many clauses if no part had a name.
fn equivalences() -> impl Strategy<Value = Shape> {
    let leaf = any::<(u8, u8, u8)>().prop_map(|(a, b, c)| Shape::Atom(a, b, c));
    leaf.prop_recursive(7, 24, 2, |inner| {
        let boxed = inner.prop_map(Box::new);
        prop_oneof![
            4 => (boxed.clone(), boxed.clone()).prop_map(|(a, b)| Shape::Two(true, a, b)),
            1 => (any::<u8>(), boxed).prop_map(|(a, b)| Shape::Quantified(a % 2, b)),
        ]
    })
}

fn term(theory: &mut Theory, pick: u8, bound: &[TheoryVariable]) -> TheoryTermId {
    let pick = pick as usize;
    if pick.is_multiple_of(5) {
        let inner = term(theory, (pick / 5) as u8 | 1, bound);
        return theory.term(TheoryTerm::Apply(TheoryFunction(1), [inner].into()));
    }
    match bound.get(pick % (bound.len() + 1)) {
        Some(variable) => theory.term(TheoryTerm::Variable(*variable)),
        None => theory.constant(TheoryFunction(0)),
    }
}

fn build(theory: &mut Theory, shape: &Shape, bound: &mut Vec<TheoryVariable>) -> TheorySentenceId {
    let sentence = match shape {
        Shape::Atom(which, one, other) => {
            let terms = [term(theory, *one, bound), term(theory, *other, bound)];
            match which % 4 {
                0 => TheorySentence::Atom(Predicate(0), Box::default()),
                1 => TheorySentence::Atom(Predicate(1), [terms[0]].into()),
                2 => TheorySentence::Atom(Predicate(2), terms.into()),
                _ => TheorySentence::Equal(terms[0], terms[1]),
            }
        }
        Shape::Not(part) => TheorySentence::Not(build(theory, part, bound)),
        Shape::Many(is_and, parts) => {
            let parts = parts.iter().map(|it| build(theory, it, bound)).collect();
            if *is_and { TheorySentence::And(parts) } else { TheorySentence::Or(parts) }
        }
        Shape::Two(is_iff, one, other) => {
            let (one, other) = (build(theory, one, bound), build(theory, other, bound));
            if *is_iff {
                TheorySentence::Iff(one, other)
            } else {
                TheorySentence::Implies(one, other)
            }
        }
        Shape::Quantified(which, part) => {
            let variable = theory.variable(TheorySort(0));
            bound.push(variable);
            let part = build(theory, part, bound);
            bound.pop();
            let number = u32::from(which / 5) % 3;
            let quantifier = match which % 5 {
                0 => TheoryQuantifier::All,
                1 => TheoryQuantifier::Some,
                2 => TheoryQuantifier::AtLeast(number),
                3 => TheoryQuantifier::AtMost(number),
                _ => TheoryQuantifier::Exactly(number),
            };
            TheorySentence::Quantified(quantifier, variable, part)
        }
    };
    theory.sentence(sentence)
}

/// All structures with one thing and with two.
fn structures() -> impl Iterator<Item = Structure> {
    (1_u32..=2).flat_map(|size| {
        let bits = if size == 1 { 3 } else { 1 + 2 + 1 + 2 + 4 };
        (0_u32..1 << bits).map(move |number| {
            let mut rest = number;
            let mut take = |count: u32| -> Vec<bool> {
                let taken = (0..count).map(|at| rest >> at & 1 == 1).collect();
                rest >>= count;
                taken
            };
            let predicates = vec![take(1), take(size), take(size * size)];
            let functions = if size == 1 {
                vec![vec![0], vec![0]]
            } else {
                [1, 2].map(|count| take(count).into_iter().map(u32::from).collect()).into()
            };
            Structure { sizes: vec![size], functions, predicates }
        })
    })
}

/// The clauses of a sentence as a refutation begins with them, which has no use for tautologies.
fn clauses(theory: &Theory, sentence: TheorySentenceId) -> Refutation {
    let mut budget = Budget::unlimited();
    let input = resolution::clauses(theory, &[(sentence, true)], &mut budget).unwrap();
    let written = |it| resolution::written(&input.bank, it);
    let clauses = input.clauses.iter().filter(|it| !it.is_tautology());
    let steps = clauses.map(|clause| RefutationStep {
        literals: clause
            .literals
            .iter()
            .map(|it| ProofLiteral {
                is_positive: it.is_positive,
                left: written(it.left),
                right: it.right.map(written),
            })
            .collect(),
        rule: clause.origin.rule,
        variables: clause.variables.iter().map(|it| input.bank.sort(*it)).collect(),
        parents: Vec::new(),
    });
    Refutation { steps: steps.collect(), made: input.made.clone() }
}

/// A way to spoil a clause: which one, which of its literals, how, and by what.
type Spoil = (usize, usize, u8, u8);

fn spoil(proof: &mut Refutation, (step, literal, how, by): Spoil) {
    if proof.steps.is_empty() {
        return;
    }
    let which = step % proof.steps.len();
    let others: Vec<_> = proof.steps.iter().flat_map(|it| it.literals.clone()).collect();
    let step = &mut proof.steps[which];
    if step.literals.is_empty() {
        return;
    }
    let at = literal % step.literals.len();
    match how % 4 {
        0 => drop(step.literals.remove(at)),
        1 => step.literals[at].is_positive ^= true,
        2 => {
            let other = others[by as usize % others.len()].clone();
            step.literals[at] =
                ProofLiteral { is_positive: step.literals[at].is_positive, ..other };
        }
        _ => {
            // A variable becomes another one, or the constant.
            let to = match by % 3 {
                2 => ProofTermKind::Apply(0, Vec::new()),
                number => ProofTermKind::Variable(u32::from(number)),
            };
            let literal = &mut step.literals[at];
            for side in [Some(&mut literal.left), literal.right.as_mut()].into_iter().flatten() {
                change(side, &to);
            }
        }
    }
    let mut count = 0;
    for term in step.literals.iter().flat_map(|it| [Some(&it.left), it.right.as_ref()]).flatten() {
        count = count.max(variables(term));
    }
    step.variables = vec![0; count];
}

fn change(term: &mut ProofTerm, to: &ProofTermKind) {
    match &mut term.kind {
        ProofTermKind::Variable(_) => term.kind = to.clone(),
        ProofTermKind::Apply(_, arguments) => arguments.iter_mut().for_each(|it| change(it, to)),
    }
}

/// How many variables a term's greatest number makes.
fn variables(term: &ProofTerm) -> usize {
    match &term.kind {
        ProofTermKind::Variable(number) => *number as usize + 1,
        ProofTermKind::Apply(_, arguments) => arguments.iter().map(variables).max().unwrap_or(0),
    }
}

/// A world with tables for the symbols that were made: Skolem functions have values, and a name is true
/// where all that follows from it is, or where the part of a sentence has the value that it says.
struct World<'w> {
    theory: &'w Theory,
    structure: &'w Structure,
    /// Tables of Skolem functions; those of names are empty.
    made: Vec<Vec<u32>>,
    proof: &'w Refutation,
}

impl World<'_> {
    fn value(&self, term: &ProofTerm, values: &[u32]) -> u32 {
        match &term.kind {
            ProofTermKind::Variable(number) => values[*number as usize],
            ProofTermKind::Apply(symbol, arguments) => {
                let size = self.structure.sizes[0];
                let index = arguments.iter().fold(0, |sum, it| sum * size + self.value(it, values))
                    as usize;
                match self.structure.functions.get(*symbol as usize) {
                    Some(table) => table[index],
                    None => self.made[*symbol as usize - 5][index],
                }
            }
        }
    }

    fn holds(&self, literal: &ProofLiteral, values: &[u32]) -> bool {
        let truth = match (&literal.right, &literal.left.kind) {
            (Some(right), _) => self.value(&literal.left, values) == self.value(right, values),
            (None, ProofTermKind::Apply(symbol, arguments)) => {
                let arguments: Vec<_> = arguments.iter().map(|it| self.value(it, values)).collect();
                match symbol {
                    0..2 => unreachable!("a function is no atom"),
                    2..5 => {
                        let sorts = vec![TheorySort(0); arguments.len()];
                        self.structure.holds(Predicate(symbol - 2), &sorts, &arguments)
                    }
                    name => match &self.proof.made[*name as usize - 5] {
                        MadeSymbol::Part(part) => self.is_so(part, &arguments),
                        _ => self.is_meant(*name, &arguments),
                    },
                }
            }
            (None, ProofTermKind::Variable(_)) => unreachable!("a variable is no atom"),
        };
        truth == literal.is_positive
    }

    /// Whether a part of the sentence has a value.
    fn is_so(&self, part: &SentencePart, arguments: &[u32]) -> bool {
        let mut values = Vec::new();
        for (parameter, value) in part.parameters.iter().zip(arguments) {
            values.resize(values.len().max(variables(parameter)), 0);
            values[variables(parameter) - 1] = *value;
        }
        let things = part.environment.iter().map(|(it, term)| (*it, self.value(term, &values)));
        let things: Vec<_> = things.collect();
        let budget = &mut Budget::unlimited();
        is_true(self.theory, self.structure, part.part, &things, budget) == Ok(part.value)
    }

    /// Whether all that follows from a name is true.
    fn is_meant(&self, name: u32, arguments: &[u32]) -> bool {
        self.proof.steps.iter().all(|step| {
            let denial = step.literals.iter().position(|it| !it.is_positive && is_of(it, name));
            let Some(denial) = denial else { return true };
            let ProofTermKind::Apply(_, own) = &step.literals[denial].left.kind else {
                return true;
            };
            assignments(step.variables.len(), self.structure.sizes[0]).all(|values| {
                let is_it = own.iter().zip(arguments).all(|(it, v)| self.value(it, &values) == *v);
                let mut rest = step.literals.iter().enumerate().filter(|it| it.0 != denial);
                !is_it || rest.any(|(_, it)| self.holds(it, &values))
            })
        })
    }

    fn is_model(&self) -> bool {
        self.proof.steps.iter().all(|step| {
            let mut all = assignments(step.variables.len(), self.structure.sizes[0]);
            all.all(|values| step.literals.iter().any(|it| self.holds(it, &values)))
        })
    }
}

fn is_of(literal: &ProofLiteral, name: u32) -> bool {
    matches!(&literal.left.kind, ProofTermKind::Apply(symbol, _) if *symbol == name)
}

fn assignments(count: usize, size: u32) -> impl Iterator<Item = Vec<u32>> {
    (0..size.pow(count as u32))
        .map(move |number| (0..count as u32).map(|at| number / size.pow(at) % size).collect())
}

/// Whether a world of a sentence is one of its clauses with some Skolem functions; `None` when there
/// are too many of these.
fn extends(theory: &Theory, proof: &Refutation, structure: &Structure) -> Option<bool> {
    let size = structure.sizes[0];
    let cells: Vec<u32> = proof
        .made
        .iter()
        .map(|it| match it {
            MadeSymbol::Thing(thing) => size.pow(thing.parameters.len() as u32),
            MadeSymbol::Name | MadeSymbol::Part(_) | MadeSymbol::Component(_) => 0,
        })
        .collect();
    let all: u32 = cells.iter().sum();
    let widest = proof.steps.iter().map(|it| it.variables.len()).max().unwrap_or(0);
    if all > 8 || widest > 6 {
        return None;
    }
    Some(assignments(all as usize, size).any(|values| {
        let mut values = values.into_iter();
        let made = cells.iter().map(|it| values.by_ref().take(*it as usize).collect()).collect();
        World { theory, structure, made, proof }.is_model()
    }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(512)))]

    #[test]
    fn what_is_passed_is_true_in_every_world(
        shape in shape(),
        spoils in prop::collection::vec(any::<Spoil>(), 12),
    ) {
        judge(&shape, &spoils)?;
    }

    #[test]
    fn what_is_passed_of_equivalences_is_true_in_every_world(
        shape in equivalences(),
        spoils in prop::collection::vec(any::<Spoil>(), 12),
    ) {
        judge(&shape, &spoils)?;
    }
}

/// That the checker passes the clauses of a sentence, and of clauses that were spoilt those only that are true
/// in every world of the sentence.
fn judge(shape: &Shape, spoils: &[Spoil]) -> Result<(), TestCaseError> {
    let mut theory = signature();
    let sentence = build(&mut theory, shape, &mut Vec::new());
    let demands = [(sentence, true)];
    let flaw =
        |proof: &Refutation| flaw(&theory, &demands, proof, &mut Budget::unlimited().part(200_000));
    let right = clauses(&theory, sentence);
    prop_assert!(!matches!(flaw(&right), Ok(Some(_))), "{right:?}");
    let holds =
        |it: &Structure| is_true(&theory, it, sentence, &[], &mut Budget::unlimited()).unwrap();
    let worlds: Vec<_> = structures().filter(holds).collect();
    let spoilt = spoils.iter().map(|spoils| {
        let mut proof = right.clone();
        spoil(&mut proof, *spoils);
        proof
    });
    for proof in std::iter::once(right.clone()).chain(spoilt) {
        if flaw(&proof) != Ok(None) {
            continue;
        }
        for world in &worlds {
            prop_assert!(extends(&theory, &proof, world) != Some(false), "{proof:?} in {world:?}");
        }
    }
    Ok(())
}

/// A sentence that for everything there is something else is no contradiction.
#[test]
fn what_is_chosen_is_not_what_depends_on_the_choice() {
    let mut theory = signature();
    let [all, some] = [0, 1].map(|_| theory.variable(TheorySort(0)));
    let [one, other] = [all, some].map(|it| theory.term(TheoryTerm::Variable(it)));
    let same = theory.sentence(TheorySentence::Equal(one, other));
    let differ = theory.sentence(TheorySentence::Not(same));
    let some = theory.sentence(TheorySentence::Quantified(TheoryQuantifier::Some, some, differ));
    let sentence = theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, all, some));
    let step = RefutationStep {
        literals: Vec::new(),
        rule: InferenceRule::Input(0),
        variables: Vec::new(),
        parents: Vec::new(),
    };
    let proof = Refutation { steps: vec![step], made: Vec::new() };
    let found = flaw(&theory, &[(sentence, true)], &proof, &mut Budget::unlimited());
    assert_eq!(found, Ok(Some(0)));
}

/// Names that mean each other mean nothing, and are not unfolded for ever.
#[test]
fn names_in_a_circle_are_refused() {
    let mut theory = signature();
    let variable = theory.variable(TheorySort(0));
    let term = theory.term(TheoryTerm::Variable(variable));
    let same = theory.sentence(TheorySentence::Equal(term, term));
    let sentence =
        theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, variable, same));
    let name = |symbol: u32, is_positive: bool| ProofLiteral {
        is_positive,
        left: ProofTerm { kind: ProofTermKind::Apply(5 + symbol, Vec::new()), sort: ATOM },
        right: None,
    };
    let step = |literals: Vec<ProofLiteral>| RefutationStep {
        literals,
        rule: InferenceRule::Input(0),
        variables: Vec::new(),
        parents: Vec::new(),
    };
    let steps = vec![
        step(vec![name(0, true)]),
        step(vec![name(0, false), name(1, true)]),
        step(vec![name(1, false), name(0, true)]),
    ];
    let proof = Refutation { steps, made: vec![MadeSymbol::Name, MadeSymbol::Name] };
    let found = flaw(&theory, &[(sentence, true)], &proof, &mut Budget::unlimited());
    assert_eq!(found, Ok(Some(1)));
}

fn literal(symbol: u32, arguments: Vec<ProofTerm>, is_positive: bool) -> ProofLiteral {
    let left = ProofTerm { kind: ProofTermKind::Apply(symbol, arguments), sort: ATOM };
    ProofLiteral { is_positive, left, right: None }
}

/// The parts of a clause have names where they share no variable, and only there.
#[test]
fn only_parts_without_a_common_variable_have_names() {
    let term = |number: u32| ProofTerm { kind: ProofTermKind::Variable(number), sort: 0 };
    let mut theory = Theory::default();
    let sort = TheorySort(0);
    theory.signature.sorts.push(None);
    theory.signature.predicates = vec![vec![sort]; 2];
    let variables = [0, 1].map(|_| theory.variable(sort));
    let [x, y] = variables.map(|it| theory.term(TheoryTerm::Variable(it)));
    let mut sentence = |second: TheoryTermId| {
        let atoms = [(0, x), (1, second)]
            .map(|(at, it)| theory.sentence(TheorySentence::Atom(Predicate(at), [it].into())));
        let either = theory.sentence(TheorySentence::Or(atoms.into()));
        variables.into_iter().rev().fold(either, |part, variable| {
            theory.sentence(TheorySentence::Quantified(TheoryQuantifier::All, variable, part))
        })
    };
    let (apart, shared) = (sentence(y), sentence(x));
    let component = |symbol: u32| {
        MadeSymbol::Component(ClauseComponent {
            literals: vec![literal(symbol, vec![term(0)], true)],
            variables: vec![0],
        })
    };
    for (sentence, second, flawed) in [(apart, 1, None), (shared, 0, Some(1))] {
        let count = second as usize + 1;
        let whole = RefutationStep {
            literals: vec![literal(0, vec![term(0)], true), literal(1, vec![term(second)], true)],
            rule: InferenceRule::Input(0),
            variables: vec![0; count],
            parents: Vec::new(),
        };
        let split = RefutationStep {
            literals: vec![literal(2, Vec::new(), true), literal(3, Vec::new(), true)],
            rule: InferenceRule::Split,
            variables: Vec::new(),
            parents: vec![(0, (0..count as u32).map(term).collect())],
        };
        let part = |rule_of: u32, is_right: bool| RefutationStep {
            literals: vec![
                literal(2 + rule_of, Vec::new(), false),
                literal(if is_right { rule_of } else { 1 - rule_of }, vec![term(0)], true),
            ],
            rule: InferenceRule::Component,
            variables: vec![0],
            parents: Vec::new(),
        };
        let made = vec![component(0), component(1)];
        let demands = [(sentence, true)];
        let steps = vec![whole, split, part(0, true), part(1, true)];
        let mut proof = Refutation { steps, made };
        let found = |proof: &_| flaw(&theory, &demands, proof, &mut Budget::unlimited());
        assert_eq!(found(&proof), Ok(flawed));
        // A name says what its part does, and nothing else.
        proof.steps[2] = part(0, false);
        assert_eq!(found(&proof), Ok(flawed.or(Some(2))));
        // Nor is it part of what it says.
        proof.made[0] = component(2);
        assert_eq!(found(&proof), Ok(Some(0)));
    }
}
