//! Definitions that mention themselves, over what is to be found: with cycles, by turns, and denied by
//! others. And the limits.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::sheet::{SentenceId, SymbolId, SymbolOrigin};
use puzzle_engine::problem::CountModels;
use puzzle_engine::problem::sheet::{SheetTask, aim};
use puzzle_engine::{Failure, Problem};

use super::build::Build;
use super::samples::worlds;
use super::{answer, found, puzzles};

/// Three nodes, edges of which some may be drawn, and the nodes that are reached from the first one in
/// an even and in an odd number of steps; all of them lie in a part that is known.
fn reached(possible: &[bool], part: &[bool], by_turns: bool) -> (Build, [SymbolId; 2]) {
    let mut build = Build::default();
    let node = build.sort(0..=2);
    let drawn = build.predicate(&[node, node]);
    let allowed = build.facts(&[node, node], possible.to_vec());
    let part = build.facts(&[node], part.to_vec());
    let (x, y) = (build.variable(node), build.variable(node));
    let (one, other) = (build.of(x), build.of(y));
    let is_drawn = build.holds(drawn, &[one, other]);
    let is_allowed = build.holds(allowed, &[one, other]);
    let rule = build.implies(is_drawn, is_allowed);
    let rule = build.all(&[x, y], rule);
    build.rule(rule);
    let even = SymbolId(build.0.symbols.len() as u32);
    let odd = SymbolId(even.0 + u32::from(by_turns));
    for _ in even.0..=odd.0 {
        let parameter = build.variable(node);
        let nothing = build.truth(false);
        build.symbol(&[node], None, SymbolOrigin::Sentence(vec![parameter], nothing));
    }
    for (symbol, before) in
        if by_turns { vec![(even, odd), (odd, even)] } else { vec![(even, even)] }
    {
        let (x, y) = (build.variable(node), build.variable(node));
        let (here, there) = (build.of(x), build.of(y));
        let was = build.holds(before, &[there]);
        let step = build.holds(drawn, &[there, here]);
        let both = build.and(&[step, was]);
        let some = build.some(&[y], both);
        let zero = build.number(0);
        let is_first = build.equal(here, zero);
        let body = if symbol == even { build.or(&[is_first, some]) } else { some };
        let in_part = build.holds(part, &[here]);
        let body = build.and(&[body, in_part]);
        build.0.symbols[symbol.0 as usize].origin = SymbolOrigin::Sentence(vec![x], body);
    }
    (build, [even, odd])
}

proptest! {
    #[test]
    fn what_is_reached_follows_in_finitely_many_steps(
        possible in vec(any::<bool>(), 9),
        part in vec(any::<bool>(), 3),
        by_turns in any::<bool>(),
        wanted in vec((0..3_i64, any::<bool>(), any::<bool>()), 1..4),
        is_one_enough in any::<bool>(),
    ) {
        let (mut build, symbols) = reached(&possible, &part, by_turns);
        let parts: Vec<SentenceId> = wanted
            .iter()
            .map(|&(node, is_odd, is_denied)| {
                let node = build.number(node);
                let holds = build.holds(symbols[usize::from(is_odd)], &[node]);
                if is_denied { build.not(holds) } else { holds }
            })
            .collect();
        let rule = if is_one_enough { build.or(&parts) } else { build.and(&parts) };
        build.rule(rule);
        let answer = answer(&build.0, aim::CountStates);
        prop_assert_eq!(&*answer, &worlds(&build.0).into());
        // Nothing is left unchecked.
        prop_assert!(answer.doubts().is_empty());
        let clauses = found(&build.0, aim::WriteClauses);
        let models = CountModels(clauses.cnf).answer(&mut Budget::unlimited());
        prop_assert_eq!(&*models.unwrap(), &worlds(&build.0).into());
    }
}

#[test]
fn limits_are_kept() {
    let solve = |sheet: &puzzle_engine::logic::sheet::Sheet, budget: &mut Budget| {
        SheetTask { sheet: sheet.clone(), aim: aim::CountStates }.answer(budget).err()
    };
    let steps = &mut Budget::unlimited().part(2000);
    assert_eq!(solve(&puzzles::queens(8), steps), Some(Failure::Stopped(Stop::Steps)));
    let mut build = Build::default();
    build.function(&[], 0..=i64::MAX);
    let large = solve(&build.0, &mut Budget::unlimited());
    assert!(matches!(large, Some(Failure::Stopped(Stop::Size(_)))), "{large:?}");
    let mut build = Build::default();
    let number = build.function(&[], 0..=1);
    let value = build.apply(number, &[]);
    let most = build.number(i64::MAX);
    let sum = build.plus(value, most);
    let is_so = build.equal(sum, value);
    build.rule(is_so);
    let large = solve(&build.0, &mut Budget::unlimited());
    assert!(matches!(large, Some(Failure::Stopped(Stop::Size(_)))), "{large:?}");
}
