//! Checks claims about formula games by playing the claimed strategy against everything the
//! opponent can do. Knows the formula and its definition of evaluation, and no way to search.

use super::encoding::is_game;
use super::qbf::is_won;
use super::rule_step::RuleStep;
use crate::budget::{Budget, Stop};
use crate::evidence::formula_game::Evidence;
use crate::logic::formula::{FormulaSymbol, FormulaVariable};
use crate::logic::game::{Game as AnyRules, GameStructure, Side};
use crate::logic::qbf::{Prenex, encode};
use crate::logic::quantified::{ChoiceTables, Player, QuantifiedGame};
use rustc_hash::FxHashMap;

/// Whether the rules are those of the formula game, in one step.
pub(super) fn is_step<G: AnyRules>(
    step: &RuleStep<'_, G>,
    (game, values): (&QuantifiedGame, &[bool]),
    next: Option<(usize, GameStructure<'_>)>,
) -> bool {
    let turn = game.turns().get(values.len());
    let Some((at, next)) = next else {
        let is_over = values.len() == game.turns().len();
        return is_over && {
            let winner = Player::who_wants(game.value(values));
            step.game.score(step.state) == Side::from(winner).win()
        };
    };
    let GameStructure::Formula(same, after) = next else { return false };
    step.moves.len() == 2
        && turn.is_some_and(|it| step.game.to_move(step.state) == Side::from(*it))
        && (std::ptr::eq(game, same) || game == same)
        && after.split_last() == Some((&(at == 1), values))
        && step.gained() == 0
}

/// Parts of a formula that are evaluated as quickly as other searches make a step.
const NODES_A_STEP: usize = 64;

/// Whether the strategy wins from `values` on, whatever the opponent chooses: every line of play
/// is played to its end and the formula evaluated there. The outer choices are written into the
/// formula, which gets shorter by each; in the lines that go on from there it is evaluated 512 at
/// once. Time is linear in the formula and in the number of lines, two to the power of the opponent's
/// choices: 2²⁶ lines of a formula with 100 nodes take less than a tenth of a second.
///
/// # Errors
/// The budget's limits, and [`Stop::Size`] when the opponent has more than 63 choices.
pub fn wins(
    game: &QuantifiedGame,
    values: &[bool],
    strategy: &ChoiceTables,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let turns = game.turns();
    let is_reply = |player: &&Player| **player != strategy.winner();
    if turns.iter().skip(values.len()).filter(is_reply).count() > 63 {
        return Err(Stop::Size("a strategy is played out against at most 63 choices"));
    }
    let goal = strategy.winner().goal();
    let rest = fixed(&over_turns(game), |turn| values.get(turn).copied());
    let mut open = vec![Position { turn: values.len(), own_turn: 0, replies: 0, rest }];
    while let Some(position) = open.pop() {
        budget.check()?;
        let Position { turn, own_turn, replies, rest } = position;
        let nodes = match rest {
            Rest::Value(value) if value == goal => continue,
            Rest::Value(_) => return Ok(false),
            Rest::Nodes(nodes) => nodes,
        };
        budget.work(nodes.len() / NODES_A_STEP)?;
        let left = turns[turn..].iter().filter(is_reply).count();
        if left <= LINES_AT_ONCE {
            let lines = Lines { game, strategy, turn, own_turn, replies, left };
            if !lines.win(&nodes, budget)? {
                return Ok(false);
            }
            continue;
        }
        let after = |value: bool| fixed(&nodes, |it| (it == turn).then_some(value));
        let turn = turn + 1;
        if turns[turn - 1] == strategy.winner() {
            let Some(choice) = strategy.choice(own_turn, replies) else { return Ok(false) };
            open.push(Position { turn, own_turn: own_turn + 1, replies, rest: after(choice) });
        } else {
            for value in [false, true] {
                let replies = replies << 1 | u64::from(value);
                open.push(Position { turn, own_turn, replies, rest: after(value) });
            }
        }
    }
    Ok(true)
}

/// A point of a game in which the winner follows the strategy.
struct Position {
    /// The next turn, of all.
    turn: usize,
    /// The winner's next turn, of the winner's.
    own_turn: usize,
    /// The opponent's choices so far, first in the highest bit.
    replies: u64,
    rest: Rest,
}

/// What is left of a formula.
enum Rest {
    Value(bool),
    /// In post-order; the variables are turns.
    Nodes(Vec<FormulaSymbol>),
}

/// The formula when some turns have values.
fn fixed(nodes: &[FormulaSymbol], value: impl Fn(usize) -> Option<bool>) -> Rest {
    let mut rest: Vec<FormulaSymbol> = Vec::with_capacity(nodes.len());
    // Of each operand where what is left of it starts, and its value if nothing is left.
    let mut parts: Vec<(usize, Option<bool>)> = Vec::new();
    for &node in nodes {
        let first = parts.len() - node.operands() as usize;
        let operands = &parts[first..];
        let start = operands.first().map_or(rest.len(), |part| part.0);
        let known = match node {
            FormulaSymbol::Variable(turn) => value(turn.0 as usize),
            FormulaSymbol::Not => operands[0].1.map(|it| !it),
            FormulaSymbol::And(_) | FormulaSymbol::Or(_) => {
                let decisive = matches!(node, FormulaSymbol::Or(_));
                if operands.iter().any(|part| part.1 == Some(decisive)) {
                    Some(decisive)
                } else if operands.iter().all(|part| part.1.is_some()) {
                    Some(!decisive)
                } else {
                    None
                }
            }
        };
        let open = operands.iter().filter(|part| part.1.is_none()).count() as u32;
        match (known, node) {
            (Some(_), _) => rest.truncate(start),
            (None, FormulaSymbol::And(_)) if open > 1 => rest.push(FormulaSymbol::And(open)),
            (None, FormulaSymbol::Or(_)) if open > 1 => rest.push(FormulaSymbol::Or(open)),
            (None, FormulaSymbol::And(_) | FormulaSymbol::Or(_)) => {}
            (None, _) => rest.push(node),
        }
        parts.truncate(first);
        parts.push((start, known));
    }
    match parts[0].1 {
        Some(value) => Rest::Value(value),
        None => Rest::Nodes(rest),
    }
}

/// Choices of the opponent that are played out together.
const LINES_AT_ONCE: usize = 12;

/// All lines of play from a position on.
struct Lines<'a> {
    game: &'a QuantifiedGame,
    strategy: &'a ChoiceTables,
    turn: usize,
    own_turn: usize,
    replies: u64,
    /// How many choices the opponent has.
    left: usize,
}

impl Lines<'_> {
    /// Whether the winner wins all of them, when `nodes` are left of the formula.
    fn win(&self, nodes: &[FormulaSymbol], budget: &mut Budget) -> Result<bool, Stop> {
        let turns = self.game.turns();
        let mut choices = vec![ChoiceBlock::all(false); turns.len()];
        let goal = ChoiceBlock::all(self.strategy.winner().goal());
        let mut stack = Vec::new();
        let lines = 1_u64 << self.left;
        for first_line in (0..lines).step_by(ChoiceBlock::LINES as usize) {
            budget.work(nodes.len() / NODES_A_STEP)?;
            budget.check()?;
            let (mut own_turn, mut left) = (self.own_turn, self.left);
            for turn in self.turn..turns.len() {
                // A line's number is the row of all its replies, first in the highest bit.
                let choice = if turns[turn] == self.strategy.winner() {
                    own_turn += 1;
                    ChoiceBlock::from_number(first_line, left, |line| {
                        let made = self.replies << (self.left - left);
                        self.strategy.choice(own_turn - 1, made | (line & (lines - 1)) >> left)
                    })
                } else {
                    left -= 1;
                    if first_line > 0 && 1 << left < ChoiceBlock::LINES {
                        continue; // as in the lines before
                    }
                    ChoiceBlock::from_number(first_line, left, |line| Some(line >> left & 1 == 1))
                };
                let Some(choice) = choice else { return Ok(false) };
                choices[turn] = choice;
            }
            if evaluate(nodes, &choices, &mut stack) != goal {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The value of a formula over turns in 512 lines, by the definition.
fn evaluate(
    nodes: &[FormulaSymbol],
    choices: &[ChoiceBlock],
    stack: &mut Vec<ChoiceBlock>,
) -> ChoiceBlock {
    stack.clear();
    for node in nodes {
        match *node {
            FormulaSymbol::Variable(turn) => stack.push(choices[turn.0 as usize]),
            FormulaSymbol::Not => {
                if let Some(last) = stack.last_mut() {
                    *last = last.map(|word| !word);
                }
            }
            FormulaSymbol::And(operands) => reduce(stack, operands, |a, b| a & b),
            FormulaSymbol::Or(operands) => reduce(stack, operands, |a, b| a | b),
        }
    }
    stack[0]
}

fn reduce(stack: &mut Vec<ChoiceBlock>, operands: u32, join: impl Fn(u64, u64) -> u64) {
    for _ in 1..operands {
        if let (Some(last), Some(other)) = (stack.pop(), stack.last_mut()) {
            other.0.iter_mut().zip(last.0).for_each(|(word, with)| *word = join(*word, with));
        }
    }
}

/// Whether it shows that its winner wins from `values` on.
///
/// # Errors
/// As [`wins`].
pub fn shows(
    game: &QuantifiedGame,
    values: &[bool],
    evidence: &Evidence,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    match evidence {
        Evidence::Strategy(strategy) => wins(game, values, strategy, budget),
        Evidence::Proof(winner, proof) => {
            let (prefix, matrix) = encode(game, values);
            Ok(is_game(game, values, (&prefix, &matrix), budget)?
                && is_won(&Prenex::new(&prefix, &matrix), *winner, proof, budget)?)
        }
    }
}

/// Whether `choice` is the best next one after `values`, by the rule of the formula game, when these
/// win after a choice of 0 and of 1.
pub fn is_best_choice(
    game: &QuantifiedGame,
    values: &[bool],
    choice: bool,
    winners: [Player; 2],
) -> bool {
    let Some(player) = game.turns().get(values.len()) else { return false };
    let best = match winners.map(|winner| winner == *player) {
        [true, false] => false,
        [false, true] => true,
        _ => player.goal(),
    };
    choice == best
}

/// The formula with each variable replaced by the number of its turn.
fn over_turns(game: &QuantifiedGame) -> Vec<FormulaSymbol> {
    let numbered = game.order().iter().zip(0..);
    let turns: FxHashMap<_, u32> = numbered.collect();
    let nodes = game.formula().nodes().iter().map(|node| match node {
        FormulaSymbol::Variable(variable) => {
            FormulaSymbol::Variable(FormulaVariable(turns[variable]))
        }
        _ => *node,
    });
    nodes.collect()
}

/// One choice in each of 512 consecutive lines of play; where there are fewer they repeat.
#[derive(Clone, Copy, PartialEq)]
struct ChoiceBlock([u64; 8]);

impl ChoiceBlock {
    const LINES: u64 = 512;

    fn all(value: bool) -> Self {
        Self([if value { u64::MAX } else { 0 }; 8])
    }

    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(change))
    }

    /// The choices in the lines from number `first` on, where lines whose numbers differ only in
    /// the lowest `shared` bits share them. `None` when one is missing.
    fn from_number(
        first: u64,
        shared: usize,
        choice: impl Fn(u64) -> Option<bool>,
    ) -> Option<Self> {
        if 1 << shared >= Self::LINES {
            return choice(first).map(Self::all);
        }
        let mut lines = [0; 8];
        for (word, start) in lines.iter_mut().zip((first..).step_by(64)) {
            for line in 0..64 {
                *word |= u64::from(choice(start + line)?) << line;
            }
        }
        Some(Self(lines))
    }
}
