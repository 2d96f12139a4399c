//! What orderings of terms must be, on random terms: total on terms without variables, stable under substitution,
//! compatible with what stands around, transitive, and greater than every part. And what is found to follow from order
//! and brackets alone.

use std::cmp::Ordering;

use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::first_order::{
    FunctionSorts, Theory, TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId,
    TheorySort, TheoryTerm, TheoryTermId,
};
use puzzle_engine::resolution::{
    Bank, LiteralSelection, Precedence, Prover, ProverStrategy, SaturationEnded, SharedTerm,
    SymbolOrder, TermHead, TermOrdering, TermSymbol, clauses,
};

/// How many arguments the symbols take: four constants, two functions of one and two of two arguments.
const ARITIES: [usize; 8] = [0, 0, 0, 0, 1, 1, 2, 2];
const CONSTANTS: u8 = 4;
const VARIABLES: u8 = 3;

/// The term that numbers spell from the left: symbols, and variables behind them.
fn term(bank: &mut Bank, spelled: &mut impl Iterator<Item = u8>, left: u32) -> SharedTerm {
    let next = spelled.next().unwrap_or(0);
    let symbols = if left == 0 { CONSTANTS } else { ARITIES.len() as u8 };
    let next = next % (symbols + VARIABLES);
    if next >= symbols {
        return bank.variable(u32::from(next - symbols), 0);
    }
    let arguments: Vec<_> =
        (0..ARITIES[next as usize]).map(|_| term(bank, spelled, left - 1)).collect();
    bank.apply(TermSymbol(u32::from(next)), 0, &arguments)
}

/// A term with others for its variables.
fn instance(bank: &mut Bank, term: SharedTerm, values: &[SharedTerm]) -> SharedTerm {
    match bank.head(term) {
        TermHead::Variable(number) => values[number as usize],
        TermHead::Symbol(symbol) => {
            let arguments = bank.arguments(term).to_vec();
            let arguments: Vec<_> =
                arguments.iter().map(|it| instance(bank, *it, values)).collect();
            bank.apply(symbol, 0, &arguments)
        }
    }
}

fn spelled() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 1..12)
}

fn leaves() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(0..3_u8, 1..5)
}

/// Which things are added, and where brackets stand.
type Sum = (Vec<u8>, Vec<u8>);

/// A sum of some things, numbers saying which, and others where brackets stand.
fn sum(theory: &mut Theory, sum: &Sum, things: [TheoryTermId; 3]) -> TheoryTermId {
    let mut parts: Vec<_> = sum.0.iter().map(|it| things[usize::from(it % 3)]).collect();
    for it in sum.1.iter().cycle() {
        if parts.len() == 1 {
            break;
        }
        let at = *it as usize % (parts.len() - 1);
        let other = parts.remove(at + 1);
        parts[at] = add(theory, parts[at], other);
    }
    parts[0]
}

fn add(theory: &mut Theory, one: TheoryTermId, other: TheoryTermId) -> TheoryTermId {
    theory.term(TheoryTerm::Apply(TheoryFunction(3), [one, other].into()))
}

/// How a search ends for a contradiction of the laws of sums, an equation of two sums of variables, and the denial of
/// that equation for three constants, if it is denied.
fn ended(
    sums: &[Sum; 2],
    is_denied: bool,
    strategy: ProverStrategy,
) -> Result<SaturationEnded, Stop> {
    let (mut theory, sort) = (Theory::default(), TheorySort(0));
    theory.signature.sorts.push(None);
    let sorts = |arity| FunctionSorts { arguments: vec![sort; arity], result: sort };
    theory.signature.functions = [0, 0, 0, 2].map(sorts).into();
    let constants = [0, 1, 2].map(|it| theory.constant(TheoryFunction(it)));
    let variables = [(); 3].map(|()| theory.variable(sort));
    let [x, y, z] = variables.map(|it| theory.term(TheoryTerm::Variable(it)));
    let (xy, yx) = (add(&mut theory, x, y), add(&mut theory, y, x));
    let yz = add(&mut theory, y, z);
    let brackets = (add(&mut theory, xy, z), add(&mut theory, x, yz));
    let equation = [0, 1].map(|it| sum(&mut theory, &sums[it], [x, y, z]));
    for (one, other) in [(xy, yx), brackets, equation.into()] {
        let mut axiom = theory.sentence(TheorySentence::Equal(one, other));
        for variable in variables {
            let all = TheorySentence::Quantified(TheoryQuantifier::All, variable, axiom);
            axiom = theory.sentence(all);
        }
        theory.axioms.push(axiom);
    }
    let [one, other] = [0, 1].map(|it| sum(&mut theory, &sums[it], constants));
    let same: TheorySentenceId = theory.sentence(TheorySentence::Equal(one, other));
    let demands: &[_] = if is_denied { &[(same, false)] } else { &[] };
    let mut budget = Budget::unlimited().part(1_000);
    let input = clauses(&theory, demands, &mut budget)?;
    Prover::new(&input, strategy, &mut budget)?.search(&input, &mut budget)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn orderings_are_reduction_orderings(
        spelled in [spelled(), spelled(), spelled()],
        values in [spelled(), spelled(), spelled()],
        taken in 0..=3_usize,
    ) {
        let mut bank = Bank::default();
        let [s, t, u] = spelled.map(|it| term(&mut bank, &mut it.into_iter(), 3));
        let a = bank.apply(TermSymbol(0), 0, &[]);
        let ground = values.map(|it| term(&mut bank, &mut it.into_iter(), 2));
        let ground = ground.map(|it| instance(&mut bank, it, &[a; 3]));
        let symbols: Vec<_> = ARITIES.iter().map(|it| (*it, false)).collect();
        for ordering in [TermOrdering::KnuthBendix, TermOrdering::Lexicographic] {
            for symbols_by in [SymbolOrder::Arity, SymbolOrder::Rarity, SymbolOrder::Inverse] {
                let strategy = ProverStrategy {
                    ordering,
                    symbols: symbols_by,
                    ..ProverStrategy::of("", LiteralSelection::Heaviest)
                };
                let terms = [s, t, u].into_iter();
                let none = std::iter::empty();
                let mut order = Precedence::new(strategy, &mut bank, &symbols, terms, none);
                let compared = order.compare(&bank, s, t);
                prop_assert_eq!(compared, order.compare(&bank, t, s).map(Ordering::reverse));
                prop_assert_eq!(compared == Some(Ordering::Equal), s == t);
                let [one, other] = [s, t].map(|it| instance(&mut bank, it, &ground));
                let on_ground = order.compare(&bank, one, other);
                prop_assert_eq!(on_ground == Some(Ordering::Equal), one == other);
                prop_assert!(on_ground.is_some());
                let mut assumed = [0, 1, 2];
                assumed.sort_by(|it: &usize, that| {
                    order.compare(&bank, ground[*that], ground[*it]).unwrap()
                });
                order.assume(&assumed[..taken].iter().map(|it| *it as u32).collect::<Vec<_>>());
                let by_cases = order.compare(&bank, s, t);
                order.assume(&[]);
                if assumed.windows(2).all(|it| ground[it[0]] != ground[it[1]]) {
                    prop_assert!(by_cases.is_none() || by_cases == on_ground);
                    prop_assert!(compared.is_none() || compared == by_cases);
                }
                for argument in bank.arguments(s) {
                    prop_assert_eq!(order.compare(&bank, s, *argument), Some(Ordering::Greater));
                }
                if compared != Some(Ordering::Greater) {
                    continue;
                }
                prop_assert_eq!(on_ground, compared);
                for (one, other) in [([s, u], [t, u]), ([u, s], [u, t])] {
                    let [one, other] = [one, other].map(|it| bank.apply(TermSymbol(6), 0, &it));
                    prop_assert_eq!(order.compare(&bank, one, other), compared);
                }
                if order.compare(&bank, t, u) == compared {
                    prop_assert_eq!(order.compare(&bank, s, u), compared);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_follows_from_order_and_brackets_alone_is_found(
        (one, other) in (leaves(), leaves()),
        brackets in (spelled(), spelled()),
        is_same: bool,
        strategy in proptest::sample::select(ProverStrategy::ALL.to_vec()),
    ) {
        let mut other = if is_same { one.clone() } else { other };
        let turned = usize::from(brackets.0[0]) % other.len();
        other.rotate_left(turned);
        let sorted = [&one, &other].map(|it| {
            let mut leaves = it.clone();
            leaves.sort_unstable();
            leaves
        });
        let sums = [(one, brackets.0), (other, brackets.1)];
        // It may be left out; or it says something new, which contradicts its denial.
        if sorted[0] == sorted[1] {
            // Whether those of four variables come after the law that joins them hangs on the ordering.
            let by_cases = strategy.ordering == TermOrdering::KnuthBendix;
            for joins in [true, !by_cases] {
                let strategy = ProverStrategy { joins, joins_by_cases: by_cases, ..strategy };
                let ended = ended(&sums, false, strategy);
                prop_assert!(matches!(ended, Ok(SaturationEnded::Saturated)), "{strategy:?}");
            }
        } else {
            prop_assert!(!matches!(ended(&sums, true, strategy), Ok(SaturationEnded::Saturated)));
        }
    }
}
