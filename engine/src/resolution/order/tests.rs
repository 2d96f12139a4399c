//! What orderings must be, on random terms: total on terms without variables, stable under substitution,
//! compatible with what stands around, transitive, and greater than every part.

use std::cmp::Ordering;

use proptest::prelude::*;

use super::{Precedence, TermOrdering};
use crate::evidence::refutation::InferenceRule;
use crate::resolution::clause::{ClauseOrigin, FirstOrderClause, FirstOrderLiteral};
use crate::resolution::modulo::AcSymbols;
use crate::resolution::strategy::{LiteralSelection, ProverStrategy, SymbolOrder};
use crate::resolution::term::{Bank, SharedTerm, TermHead, TermSymbol};

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn orderings_are_reduction_orderings(
        spelled in [spelled(), spelled(), spelled()],
        values in [spelled(), spelled(), spelled()],
    ) {
        let mut bank = Bank::default();
        let [s, t, u] = spelled.map(|it| term(&mut bank, &mut it.into_iter(), 3));
        let a = bank.apply(TermSymbol(0), 0, &[]);
        let ground = values.map(|it| term(&mut bank, &mut it.into_iter(), 2));
        let ground = ground.map(|it| instance(&mut bank, it, &[a; 3]));
        let symbols: Vec<_> = ARITIES.iter().map(|it| (*it, false)).collect();
        for ordering in [TermOrdering::KnuthBendix, TermOrdering::Lexicographic] {
            for symbols_by in [SymbolOrder::Arity, SymbolOrder::Rarity] {
                let strategy = ProverStrategy {
                    ordering,
                    symbols: symbols_by,
                    ..ProverStrategy::of("", LiteralSelection::Heaviest)
                };
                let order = Precedence::new(strategy, &bank, &symbols, [s, t, u].into_iter());
                let compared = order.compare(&bank, s, t);
                prop_assert_eq!(compared, order.compare(&bank, t, s).map(Ordering::reverse));
                prop_assert_eq!(compared == Some(Ordering::Equal), s == t);
                let [one, other] = [s, t].map(|it| instance(&mut bank, it, &ground));
                let on_ground = order.compare(&bank, one, other);
                prop_assert_eq!(on_ground == Some(Ordering::Equal), one == other);
                prop_assert!(on_ground.is_some());
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

    #[test]
    fn what_follows_from_order_and_brackets_alone_is_found(spelled in [spelled(), spelled()]) {
        const SUM: TermSymbol = TermSymbol(6);
        let mut bank = Bank::default();
        // A sum of leaves, the numbers saying where brackets stand.
        let mut sum = |spelled: &[u8]| {
            let mut parts: Vec<_> = spelled.iter().map(|it| bank.variable(u32::from(it % 3), 0)).collect();
            let mut leaves: Vec<_> = spelled.iter().map(|it| it % 3).collect();
            for it in spelled.iter().cycle() {
                if parts.len() == 1 {
                    break;
                }
                let at = *it as usize % (parts.len() - 1);
                let other = parts.remove(at + 1);
                parts[at] = bank.apply(SUM, 0, &[parts[at], other]);
            }
            leaves.sort_unstable();
            (parts[0], leaves)
        };
        let (left, leaves) = sum(&spelled[0]);
        let (right, others) = sum(&spelled[1]);
        let [x, y, z] = [0, 1, 2].map(|it| bank.variable(it, 0));
        let mut add = |one, other| bank.apply(SUM, 0, &[one, other]);
        let (xy, yx, yz, xz) = (add(x, y), add(y, x), add(y, z), add(x, z));
        let exchange = (add(x, yz), add(y, xz));
        let laws = [(xy, yx), (add(xy, z), add(x, yz))];
        let equation = |(left, right): (SharedTerm, SharedTerm)| {
            FirstOrderLiteral { is_positive: true, left, right: Some(right) }
        };
        let origin = ClauseOrigin { rule: InferenceRule::Input(0), parents: Vec::new() };
        let clauses = laws.map(|it| {
            FirstOrderClause::new(&mut bank, vec![equation(it)], origin.clone(), false)
        });
        let ac = AcSymbols::of(&bank, &clauses);
        for law in [laws[0], laws[1], exchange] {
            prop_assert!(!ac.is_redundant(&mut bank, &[equation(law)]));
        }
        let is_law = leaves.len() <= 3;
        let is = ac.is_redundant(&mut bank, &[equation((left, right))]);
        prop_assert!(is == (leaves == others) || is_law && !is, "{leaves:?}");
        prop_assert!(!AcSymbols::of(&bank, &clauses[..1]).is_redundant(&mut bank, &[equation((left, right))]));
    }
}
