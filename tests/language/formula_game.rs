//! The formula game against minimax by its definition, strategies against their checker, and
//! games of 26 variables in which nothing can be cut short.

use super::sample;
use super::trees::{Tree, tree};
use proptest::prelude::*;
use puzzle_engine::Problem;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::choosing::Choosing;
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use puzzle_engine::logic::quantified::{ChoiceTables, Player, QuantifiedGame};
use puzzle_engine::problem::game::{GameMethod, GameTask, aim};
use puzzle_engine::quantified::{evidence, strategy};
use puzzle_engine::verify::formula_game::{is_best_choice, wins};

fn winner(game: &QuantifiedGame, values: &[bool], budget: &mut Budget) -> Result<Player, Stop> {
    Ok(evidence(game, values, budget)?.winner())
}

/// The best next choice, as people are told it.
fn play2win(game: &QuantifiedGame, values: &[bool]) -> bool {
    let played = values.iter().map(|value| u32::from(*value)).collect();
    let game = std::sync::Arc::new(Choosing::new(game.clone())).compiled();
    let task = GameTask { game, played, aim: aim::FindMove, method: GameMethod::Search };
    task.answer(&mut Budget::unlimited()).unwrap().moves[0] == 1
}

fn turns(text: &str) -> Vec<Player> {
    text.chars().map(|turn| if turn == 'E' { Player::E } else { Player::A }).collect()
}

fn bits(text: &str) -> Vec<bool> {
    text.chars().map(|value| value == '1').collect()
}

fn leaf(letter: u8) -> Formula {
    Formula::variable(FormulaVariable(u32::from(letter - b'a')))
}

/// The game's example: `((x+y)*((y+z)*(-y+-z)))`, `EEA`, `xyz`.
fn example() -> QuantifiedGame {
    let [x, y, z] = [b'x', b'y', b'z'].map(leaf);
    let either = Formula::or([y.clone(), z.clone()]);
    let not_both = Formula::or([!y.clone(), !z]);
    let formula = Formula::and([Formula::or([x, y]), Formula::and([either, not_both])]);
    assert_eq!(formula.to_string(), "((x+y)*((y+z)*(-y+-z)))");
    QuantifiedGame::new(formula, turns("EEA"), [23, 24, 25].map(FormulaVariable).to_vec()).unwrap()
}

#[test]
fn the_example_goes_to_who_chooses_last() {
    let budget = &mut Budget::unlimited();
    for (values, expected) in
        [("", Player::A), ("01", Player::A), ("011", Player::A), ("101", Player::E)]
    {
        assert_eq!(winner(&example(), &bits(values), budget), Ok(expected), "{values}");
    }
    // Neither choice wins: 1 for E and 0 for A; the only choice that wins: that one.
    for (values, expected) in [("", true), ("1", true), ("01", true), ("10", false), ("00", false)]
    {
        assert_eq!(play2win(&example(), &bits(values)), expected, "{values}");
    }
}

#[test]
fn parts_of_a_game_fit_together() {
    let xyz = [23, 24, 25].map(FormulaVariable);
    let formula = Formula::and([leaf(b'x'), leaf(b'y')]);
    let game = |turns: &str, order: &[FormulaVariable]| {
        let turns = self::turns(turns);
        QuantifiedGame::new(formula.clone(), turns, order.to_vec()).is_some()
    };
    assert!(game("AE", &xyz[..2]));
    assert!(game("AEA", &xyz));
    assert!(!game("AEA", &xyz[..2]), "a turn without a variable");
    assert!(!game("AE", &xyz[1..]), "a variable that nobody chooses");
    assert!(!game("AEA", &[xyz[0], xyz[1], xyz[0]]), "a variable twice");
}

/// Whether the formula becomes true, by trying everything. `order` has all variables to choose.
fn minimax(tree: &Tree, turns: &[Player], order: &[u32], assignment: u32) -> bool {
    let [variable, order @ ..] = order else { return tree.value(assignment) };
    let mut outcomes = [assignment, assignment | 1 << variable]
        .map(|assignment| minimax(tree, &turns[1..], order, assignment))
        .into_iter();
    match turns[0] {
        Player::A => outcomes.all(|value| value),
        Player::E => outcomes.any(|value| value),
    }
}

/// A tree, its game and the first choices.
fn position(variables: u32, size: u32) -> impl Strategy<Value = (Tree, QuantifiedGame, Vec<bool>)> {
    let turns =
        prop::collection::vec(any::<bool>().prop_map(Player::who_wants), variables as usize);
    let order = Just((0..variables).map(FormulaVariable).collect::<Vec<_>>()).prop_shuffle();
    let values = prop::collection::vec(any::<bool>(), 0..=variables as usize);
    (tree(variables, size), turns, order, values).prop_map(|(tree, turns, order, values)| {
        let game = QuantifiedGame::new(tree.formula(), turns, order).unwrap();
        (tree, game, values)
    })
}

/// Minimax from a position.
fn expected(tree: &Tree, game: &QuantifiedGame, values: &[bool]) -> Player {
    let order: Vec<_> = game.order().iter().map(|variable| variable.0).collect();
    let (chosen, open) = order.split_at(values.len());
    let fixed = chosen.iter().zip(values).map(|(variable, &value)| u32::from(value) << variable);
    let value = minimax(tree, &game.turns()[values.len()..], open, fixed.sum());
    if value { Player::E } else { Player::A }
}

fn checked_strategy(game: &QuantifiedGame, values: &[bool]) -> ChoiceTables {
    let strategy = strategy(game, values, &mut Budget::unlimited()).unwrap();
    assert_eq!(wins(game, values, &strategy, &mut Budget::unlimited()), Ok(true));
    strategy
}

proptest! {
    #[test]
    fn winner_and_best_choice_follow_the_rule((tree, game, values) in position(8, 40)) {
        let budget = &mut Budget::unlimited();
        let after = |choice| [&values[..], &[choice]].concat();
        let expected = |values: &[bool]| expected(&tree, &game, values);
        prop_assert_eq!(winner(&game, &values, budget), Ok(expected(&values)));
        let Some(&player) = game.turns().get(values.len()) else { return Ok(()) };
        let wins = [false, true].map(|choice| expected(&after(choice)) == player);
        let best = if wins[0] == wins[1] { player == Player::E } else { wins[1] };
        prop_assert_eq!(play2win(&game, &values), best);
        let winners = [false, true].map(|choice| checked_strategy(&game, &after(choice)).winner());
        for choice in [false, true] {
            prop_assert_eq!(is_best_choice(&game, &values, choice, winners), choice == best);
        }
    }

    #[test]
    fn a_strategy_plays_the_best_choices((tree, game, values) in position(8, 40), line: u64) {
        let strategy = checked_strategy(&game, &values);
        prop_assert_eq!(strategy.winner(), expected(&tree, &game, &values));
        let (mut values, mut replies, mut own_turn) = (values, 0, 0);
        while let Some(&player) = game.turns().get(values.len()) {
            let choice = if player == strategy.winner() {
                own_turn += 1;
                let choice = strategy.choice(own_turn - 1, replies).unwrap();
                prop_assert_eq!(play2win(&game, &values), choice);
                choice
            } else {
                let reply = line >> values.len() & 1 == 1;
                replies = replies << 1 | u64::from(reply);
                reply
            };
            values.push(choice);
        }
    }

    #[test]
    fn a_strategy_that_loses_is_refused(
        (tree, game, values) in position(7, 30),
        winner: bool,
        rows in prop::collection::vec(any::<bool>(), 7 * 64),
    ) {
        // Any strategy at all, and its outcome by playing all lines one by one.
        let winner = Player::who_wants(winner);
        let open: Vec<_> = (values.len()..7).collect();
        let replies_before = |turn: usize| {
            open.iter().filter(|&&other| other < turn && game.turns()[other] != winner).count()
        };
        let own = open.iter().copied().filter(|&turn| game.turns()[turn] == winner);
        let own: Vec<usize> = own.collect();
        let mut strategy = ChoiceTables::new(winner, own.iter().map(|&turn| replies_before(turn) as u32));
        for (own_turn, &turn) in own.iter().enumerate() {
            for row in 0..1 << replies_before(turn) {
                strategy.set_choice(own_turn, row, rows[64 * own_turn + row as usize]);
            }
        }
        let replies = replies_before(7);
        let wins_line = |line: usize| {
            let (mut left, mut assignment) = (replies, 0);
            for (turn, variable) in game.order().iter().enumerate() {
                let value = if let Some(&value) = values.get(turn) {
                    value
                } else if let Some(own_turn) = own.iter().position(|&own| own == turn) {
                    rows[64 * own_turn + (line >> left)]
                } else {
                    left -= 1;
                    line >> left & 1 == 1
                };
                assignment |= u32::from(value) << variable.0;
            }
            tree.value(assignment) == (winner == Player::E)
        };
        let expected = (0..1 << replies).all(wins_line);
        prop_assert_eq!(wins(&game, &values, &strategy, &mut Budget::unlimited()), Ok(expected));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(24)))]

    /// More inputs than one truth table has.
    #[test]
    fn larger_games_follow_the_rule((tree, game, mut values) in position(17, 120)) {
        values.truncate(1);
        let strategy = checked_strategy(&game, &values);
        prop_assert_eq!(strategy.winner(), expected(&tree, &game, &values));
    }
}

/// Whether an odd number of the variables is true. Halving keeps the tree's size quadratic.
fn parity(variables: &[FormulaVariable]) -> Formula {
    if let [variable] = variables {
        return Formula::variable(*variable);
    }
    let (left, right) = variables.split_at(variables.len() / 2);
    let [left, right] = [parity(left), parity(right)];
    let only_left = Formula::and([left.clone(), !right.clone()]);
    Formula::or([only_left, Formula::and([!left, right])])
}

fn letters() -> Vec<FormulaVariable> {
    (0..26).map(FormulaVariable).collect()
}

#[test]
fn parity_of_26_variables_goes_to_who_chooses_last() {
    for turns in ["EA".repeat(13), "AE".repeat(13), "A".repeat(25) + "E"] {
        let last = self::turns(&turns[25..])[0];
        let game = QuantifiedGame::new(parity(&letters()), self::turns(&turns), letters()).unwrap();
        assert_eq!(winner(&game, &[], &mut Budget::unlimited()), Ok(last));
        assert_eq!(checked_strategy(&game, &[]).winner(), last);
        // Nothing but the last choice matters.
        let first = game.turns()[0] == Player::E;
        assert_eq!(play2win(&game, &[]), first);
    }
}

#[test]
fn every_one_of_26_choices_can_matter() {
    // Two parities that are equal but share no part, and one row of 2^26 in which the formula is
    // false all the same.
    let mut shuffled = letters();
    shuffled.sort_by_key(|variable| variable.0 * 7 % 26);
    let parities = [parity(&letters()), parity(&shuffled)];
    let all = Formula::and(letters().into_iter().map(Formula::variable));
    let [left, right] = parities;
    let agree =
        Formula::or([Formula::and([left.clone(), right.clone()]), Formula::and([!left, !right])]);
    for (formula, expected) in
        [(agree.clone(), Player::E), (Formula::and([agree, !all]), Player::A)]
    {
        let game = QuantifiedGame::new(formula, turns(&"A".repeat(26)), letters()).unwrap();
        assert_eq!(winner(&game, &[], &mut Budget::unlimited()), Ok(expected));
        assert_eq!(play2win(&game, &[]), expected == Player::A);
    }
}

#[test]
fn a_formula_a_million_levels_deep_is_played() {
    let leaf = |index: u32| FormulaSymbol::Variable(FormulaVariable(index % 26));
    let connective = |index: u32| {
        [FormulaSymbol::And(2), FormulaSymbol::Or(2), FormulaSymbol::Not][index as usize % 3]
    };
    let count = 1_000_000;
    let nots = (0..count).filter(|&index| connective(index) == FormulaSymbol::Not).count() as u32;
    let right = (0..=count - nots).map(leaf).chain((0..count).map(connective));
    let formula = Formula::from_post_order(right.collect());
    let game = QuantifiedGame::new(formula, turns(&"EA".repeat(13)), letters()).unwrap();
    let strategy = checked_strategy(&game, &[]);
    assert_eq!(winner(&game, &[], &mut Budget::unlimited()), Ok(strategy.winner()));
}

#[test]
fn a_cancelled_search_stops() {
    let signal = puzzle_engine::budget::Signal::default();
    signal.cancel();
    let game = QuantifiedGame::new(parity(&letters()), turns(&"A".repeat(26)), letters()).unwrap();
    let budget = &mut Budget::new(signal, None, None);
    assert_eq!(winner(&game, &[], budget), Err(Stop::Cancelled));
}

#[test]
fn a_strategy_that_is_too_large_is_not_looked_for() {
    let variables: Vec<_> = (0..54).map(FormulaVariable).collect();
    let game = QuantifiedGame::new(parity(&variables), turns(&"EA".repeat(27)), variables).unwrap();
    let found = strategy(&game, &[], &mut Budget::unlimited().part(1));
    assert!(matches!(found, Err(Stop::Size(_))), "{found:?}");
}
