//! What is to blame for the value of random formulas, the fewest values whose change gives them the other one, arguments that
//! they never have one, and the rules by which games of them are won: against brute force over all assignments.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::logic::quantified::{Player, QuantifiedGame};
use puzzle_engine::problem::{
    FindBlame, FindFlip, FindFormulaArgument, FindReplies, Replies, ReplyRule,
};
use puzzle_engine::{Failure, Problem, ProblemAnswer};

use super::sample;
use super::trees::{Tree, tree};

const VARIABLES: u32 = 4;

fn solved<P: Problem>(problem: &P) -> Result<P::Solution, Failure> {
    problem.answer(&mut Budget::unlimited()).map(ProblemAnswer::into_inner)
}

fn told(formula: &Formula, values: u32) -> Vec<(FormulaVariable, bool)> {
    formula.variables().into_iter().map(|it| (it, values >> it.0 & 1 == 1)).collect()
}

/// What a formula is worth where only some of its variables, each counted where it stands, have their values.
fn known(formula: &Formula, values: u32, leaves: u32) -> Option<bool> {
    let (mut open, mut leaf) = (Vec::new(), 0);
    for node in formula.nodes() {
        let operands: Vec<Option<bool>> = open.split_off(open.len() - node.operands() as usize);
        let joined = |decides: bool| {
            let is_decided = operands.contains(&Some(decides));
            let is_open = operands.contains(&None);
            if is_decided { Some(decides) } else { Some(!decides).filter(|_| !is_open) }
        };
        open.push(match node {
            FormulaSymbol::Variable(it) => {
                leaf += 1;
                (leaves >> (leaf - 1) & 1 == 1).then_some(values >> it.0 & 1 == 1)
            }
            FormulaSymbol::Not => operands[0].map(|it| !it),
            FormulaSymbol::And(_) => joined(false),
            FormulaSymbol::Or(_) => joined(true),
        });
    }
    open[0]
}

/// The variables below some nodes, each counted where it stands.
fn leaves(formula: &Formula, parts: &[usize]) -> u32 {
    let (mut open, mut leaf, mut found) = (Vec::new(), 0, 0);
    for (at, node) in formula.nodes().iter().enumerate() {
        let own: Vec<u32> = open.split_off(open.len() - node.operands() as usize);
        let below = match node {
            FormulaSymbol::Variable(_) => {
                leaf += 1;
                1 << (leaf - 1)
            }
            _ => own.into_iter().fold(0, |all, it| all | it),
        };
        if parts.contains(&at) {
            assert_eq!(found & below, 0, "a part has another one");
            found |= below;
        }
        open.push(below);
    }
    found
}

fn compare_blame(formula: &Formula, values: u32) {
    let parts = solved(&FindBlame(formula.clone(), told(formula, values))).unwrap();
    let found = leaves(formula, &parts);
    assert!(known(formula, values, found).is_some());
    let count = formula.nodes().iter().filter(|it| it.operands() == 0).count();
    for fewer in 0_u32..1 << count {
        let is_fewer = fewer.count_ones() < found.count_ones();
        assert!(!is_fewer || known(formula, values, fewer).is_none());
    }
}

fn compare_flip(tree: &Tree, formula: &Formula, values: u32) {
    let told = told(formula, values);
    let own = told.iter().fold(0, |all, it| all | u32::from(it.1) << it.0.0);
    let all = 0_u32..1 << VARIABLES;
    let other = all.filter(|it| tree.value(*it) != tree.value(own));
    let least =
        other.map(|it| told.iter().filter(|at| (it ^ own) >> at.0.0 & 1 == 1).count()).min();
    let found = solved(&FindFlip(formula.clone(), told.clone())).unwrap();
    assert_eq!(found.as_ref().map(|it| it.members.len()), least);
    let Some(found) = found else { return };
    assert!(found.is_smallest);
    let flipped = found.members.iter().fold(own, |all, it| all ^ 1 << told[*it].0.0);
    assert!(tree.value(flipped) != tree.value(own));
}

fn compare_arguments(tree: &Tree, formula: &Formula) {
    for value in [false, true] {
        let never = (0..1 << VARIABLES).all(|it| tree.value(it) != value);
        let found = solved(&FindFormulaArgument(formula.clone(), value));
        assert_eq!(found.is_ok(), never, "{found:?}");
    }
}

/// Whether E wins.
fn e_wins(tree: &Tree, turns: &[Player], values: u32, at: usize) -> bool {
    let behind = |value: u32| e_wins(tree, turns, values | value << at, at + 1);
    match turns.get(at) {
        None => tree.value(values),
        Some(Player::E) => behind(0) || behind(1),
        Some(Player::A) => behind(0) && behind(1),
    }
}

/// Compares rules with all plays; whether there are some.
fn compare_replies(tree: &Tree, turns: &[Player], made: u32, values: u32) -> bool {
    let order = (0..turns.len() as u32).map(FormulaVariable).collect();
    let game = QuantifiedGame::new(tree.formula(), turns.to_vec(), order).unwrap();
    let chosen: Vec<_> = (0..made).map(|it| values >> it & 1 == 1).collect();
    let start = values & ((1 << made) - 1);
    let found = solved(&FindReplies(game, chosen));
    let Ok(Replies { winner, rules }) = found else {
        assert!(matches!(found, Err(Failure::Stopped(_))));
        return false;
    };
    assert_eq!(winner == Player::E, e_wins(tree, turns, start, made as usize));
    for opposing in 0_u32..1 << turns.len() {
        let mut played = start;
        for at in made..turns.len() as u32 {
            let value = match turns[at as usize] == winner {
                false => opposing >> at & 1 == 1,
                true => match &rules.iter().find(|it| it.0.0 == at).unwrap().1 {
                    ReplyRule::Always(value) => *value,
                    ReplyRule::As(by) => by.evaluate(|it| {
                        assert!(it.0 < at);
                        played >> it.0 & 1 == 1
                    }),
                },
            };
            played |= u32::from(value) << at;
        }
        assert_eq!(tree.value(played), winner.goal());
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(3000)))]

    #[test]
    fn what_is_to_blame_and_what_mends_it_is_fewest(
        tree in tree(VARIABLES, 10),
        values in 0_u32..1 << VARIABLES
    ) {
        let formula = tree.formula();
        compare_blame(&formula, values);
        compare_flip(&tree, &formula, values);
        compare_arguments(&tree, &formula);
    }

    #[test]
    fn rules_of_the_winner_win_every_play(
        tree in tree(5, 12),
        turns in vec(any::<bool>().prop_map(Player::who_wants), 5),
        made in 0_u32..4,
        values in 0_u32..8
    ) {
        compare_replies(&tree, &turns, made, values);
    }
}

#[test]
fn whoever_copies_has_a_rule() {
    // x y z, and z is as x and y differ: A cannot keep E from that.
    let differ = |one: Tree, other: Tree| {
        let not = |it: &Tree| Tree::Not(Box::new(it.clone()));
        let first = Tree::And(vec![one.clone(), not(&other)]);
        Tree::Or(vec![first, Tree::And(vec![not(&one), other])])
    };
    let [x, y, z] = [0, 1, 2].map(Tree::Leaf);
    let same = Tree::Not(Box::new(differ(differ(x, y), z)));
    assert!(compare_replies(&same, &[Player::A, Player::A, Player::E], 0, 0));
    assert!(compare_replies(&same, &[Player::A, Player::A, Player::E], 1, 1));
}
