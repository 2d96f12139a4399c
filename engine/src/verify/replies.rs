//! That rules win a formula game: nobody asks for what is chosen later, and no play by them is lost.

use crate::logic::formula::{Formula, FormulaVariable};
use crate::logic::quantified::QuantifiedGame;
use crate::problem::{Replies, ReplyRule};

/// The plays by some rules that their player loses, behind the choices that were made: values for which this is true. `None`
/// where the rules are none that a player can follow.
pub(crate) fn plays_lost(
    game: &QuantifiedGame,
    made: &[bool],
    replies: &Replies,
) -> Option<Formula> {
    if !is_ordered(game, made.len(), replies) {
        return None;
    }
    let formula = game.formula().clone();
    let lost = if replies.winner.goal() { !formula } else { formula };
    let literal = |variable: FormulaVariable, value: bool| {
        let it = Formula::variable(variable);
        if value { it } else { !it }
    };
    let made = game.order().iter().zip(made).map(|(it, value)| literal(*it, *value));
    let followed = replies.rules.iter().flat_map(|(variable, rule)| match rule {
        ReplyRule::Always(value) => vec![literal(*variable, *value)],
        ReplyRule::As(by) => vec![
            Formula::or([literal(*variable, false), by.clone()]),
            Formula::or([literal(*variable, true), !by.clone()]),
        ],
    });
    let all: Vec<_> = std::iter::once(lost).chain(made).chain(followed).collect();
    Some(if all.len() == 1 { all.into_iter().next()? } else { Formula::and(all) })
}

/// Whether there is one rule for each variable of the winner that is still open, and none asks for a variable that is not
/// the opponent's and chosen before.
fn is_ordered(game: &QuantifiedGame, made: usize, replies: &Replies) -> bool {
    let (turns, order) = (game.turns(), game.order());
    let own = (made..order.len()).filter(|it| turns[*it] == replies.winner);
    let is_seen = |at: usize, it: &FormulaVariable| {
        let place = game.turn(*it);
        (made..at).contains(&place) && turns[place] != replies.winner
    };
    let is_fair = |at: usize, rule: &ReplyRule| match rule {
        ReplyRule::Always(_) => true,
        ReplyRule::As(by) => by.variables().iter().all(|it| is_seen(at, it)),
    };
    own.clone().map(|it| order[it]).eq(replies.rules.iter().map(|it| it.0))
        && own.zip(&replies.rules).all(|(at, (_, rule))| is_fair(at, rule))
}
