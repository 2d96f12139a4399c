//! How the winner of a formula game chooses, in few words: for each variable in turn a value, a variable of the opponent or
//! its opposite, or a formula of two of them, by which the rest is still won. That all of them together win every
//! play is a question to clauses, and must have a refutation.

use crate::budget::{Budget, Stop};
use crate::logic::formula::{Formula, FormulaSymbol, FormulaVariable};
use crate::logic::quantified::{Player, QuantifiedGame};
use crate::problem::{
    Failure, FindReplies, MakeTrue, Problem, ProblemAnswer, Replies, ReplyRule, SatEngine,
};
use crate::quantified::evidence;
use crate::verify::replies::plays_lost;

/// Rules are worth so many steps of the budget.
const EFFORT: u64 = 1 << 18;

impl Problem for FindReplies {
    type Solution = Replies;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Replies>, Failure> {
        let Self(game, values) = self;
        let found = budget.turn(EFFORT, |part| find(game, values, part)).0?;
        let found = found.ok_or(Stop::Open("no rules in few words win the game"))?;
        let lost = plays_lost(game, values, &found)
            .ok_or_else(|| super::unverified("a rule asks for what is chosen later"))?;
        let lost = MakeTrue(lost, SatEngine::Cdcl).answer(budget)?;
        match lost.is_none() {
            true => Ok(lost.told_as(|_| found)),
            false => Err(super::unverified("rules do not win")),
        }
    }
}

/// A game of which some choices are made and others follow rules.
struct RestOfGame {
    formula: Formula,
    made: Vec<(FormulaVariable, bool)>,
    open: Vec<(Player, FormulaVariable)>,
}

impl RestOfGame {
    /// The same with a rule for a variable.
    fn with(&self, variable: FormulaVariable, rule: &ReplyRule) -> Self {
        let open = self.open.iter().copied().filter(|it| it.1 != variable).collect();
        let (formula, made) = match rule {
            ReplyRule::Always(value) => {
                (self.formula.clone(), [&self.made[..], &[(variable, *value)]].concat())
            }
            ReplyRule::As(by) => (replaced(&self.formula, variable, by), self.made.clone()),
        };
        Self { formula, made, open }
    }

    fn winner(&self, budget: &mut Budget) -> Result<Player, Stop> {
        let made = self.made.iter().map(|it| (Player::E, it.0));
        let (turns, order) = made.chain(self.open.iter().copied()).unzip();
        let rest = QuantifiedGame::new(self.formula.clone(), turns, order);
        let rest = rest.ok_or(Stop::Open("a variable lacks a turn"))?;
        let values: Vec<_> = self.made.iter().map(|it| it.1).collect();
        Ok(evidence(&rest, &values, budget)?.winner())
    }
}

/// Rules by which the winner wins, if there are such in few words.
fn find(
    game: &QuantifiedGame,
    values: &[bool],
    budget: &mut Budget,
) -> Result<Option<Replies>, Stop> {
    let order = game.order().iter().copied();
    let mut rest = RestOfGame {
        formula: game.formula().clone(),
        made: order.clone().zip(values.iter().copied()).collect(),
        open: game.turns().iter().copied().zip(order).skip(values.len()).collect(),
    };
    let winner = rest.winner(budget)?;
    let mut rules = Vec::new();
    while let Some(at) = rest.open.iter().position(|it| it.0 == winner) {
        let variable = rest.open[at].1;
        let seen: Vec<_> = rest.open[..at].iter().map(|it| it.1).collect();
        let mut won = None;
        for rule in candidates(winner, &seen) {
            let next = rest.with(variable, &rule);
            if next.winner(budget)? == winner {
                won = Some((rule, next));
                break;
            }
        }
        let Some((rule, next)) = won else { return Ok(None) };
        rules.push((variable, rule));
        rest = next;
    }
    Ok((!rules.is_empty()).then_some(Replies { winner, rules }))
}

/// What a variable may get, the shortest first, where the opponent has chosen these variables.
fn candidates(winner: Player, seen: &[FormulaVariable]) -> impl Iterator<Item = ReplyRule> + '_ {
    let goal = winner.goal();
    let same = [goal, !goal].map(ReplyRule::Always).into_iter();
    let signed = |it: &FormulaVariable| {
        let it = Formula::variable(*it);
        [it.clone(), !it]
    };
    let latest = seen.iter().rev();
    let one = latest.clone().flat_map(signed);
    let pairs = latest.enumerate().flat_map(|(at, second)| {
        seen[..seen.len() - 1 - at].iter().rev().map(move |first| [first, second])
    });
    let two = pairs.flat_map(move |[first, second]| {
        let (first, second) = (signed(first), signed(second));
        let both = |one: bool, other: bool| {
            [first[usize::from(one)].clone(), second[usize::from(other)].clone()]
        };
        let signs = [(false, false), (true, false), (false, true), (true, true)];
        let all = signs.map(|(one, other)| Formula::and(both(one, other)));
        let some = signs.map(|(one, other)| Formula::or(both(one, other)));
        let [same, second_only, first_only, neither] = all.clone();
        let differ = Formula::or([first_only, second_only]);
        let agree = Formula::or([same, neither]);
        all.into_iter().chain(some).chain([differ, agree])
    });
    same.chain(one.chain(two).map(ReplyRule::As))
}

/// A formula with another one in the place of a variable.
fn replaced(formula: &Formula, variable: FormulaVariable, by: &Formula) -> Formula {
    let nodes = formula.nodes().iter().flat_map(|node| match node {
        FormulaSymbol::Variable(it) if *it == variable => by.nodes().to_vec(),
        _ => vec![*node],
    });
    Formula::from_post_order(nodes.collect())
}
