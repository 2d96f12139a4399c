//! What each move of a position leads to, and how a player answers the opponent from it on. Each value, move
//! and line is found and checked as the answer to a question of its own; a limit leaves out the rest. Reasons
//! are a side issue and have a limit of their own.

use super::{GameSolver, moves};
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, GameValue, Side};
use crate::problem::game::{
    BestLine, PlayReasons, PlayStrategyEnd, PlayStrategyNode, PlayStrategyTree, aim,
};
use crate::problem::{Failure, ProblemAnswer};

/// Steps that the strategy may take, and all lines together, of which each has its share. A position of a game by rules is
/// read by the book when it is checked, which counts for many.
const EFFORT: u64 = 1 << 18;
const EFFORT_BY_RULES: u64 = 1 << 26;

/// What was found before a limit was reached; nothing where it was reached first.
fn within<T>(found: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Failure::Stopped(stop)) if stop != Stop::Cancelled => Ok(None),
        Err(failure) => Err(failure),
    }
}

impl<G: Game> GameSolver<'_, G> {
    /// What the play is worth after each move, in the order of the rules.
    pub(super) fn values(
        &mut self,
        state: &G::State,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<Vec<Option<GameValue>>>, Failure> {
        let mut shown = self.value(state, budget)?.told_as(|_| Vec::new());
        for chosen in moves(self.game, state) {
            let next = self.game.apply(state, chosen);
            let value = within(self.value(&next, budget))?;
            shown = match &value {
                Some(value) => shown.resting_on(value),
                None => shown,
            };
            let value = value.map(ProblemAnswer::into_inner);
            shown = shown.told_as(|values: Vec<_>| [values, vec![value]].concat());
        }
        Ok(shown)
    }

    /// How the play goes on after each move, and how a player answers the opponent.
    pub(super) fn reasons(
        &mut self,
        state: &G::State,
        wanted: aim::FindReasons,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlayReasons>, Failure> {
        let value = self.value(state, budget)?;
        let side = match wanted.gained + value.score {
            0 => self.game.to_move(state),
            1.. => Side::First,
            _ => Side::Second,
        };
        let shown = value.told_as(|_| ());
        let effort = if self.game.written().is_some() { EFFORT_BY_RULES } else { EFFORT };
        let strategy =
            budget.turn(effort, |part| self.strategy(state, (side, wanted.most), shown, part)).0?;
        let (mut shown, strategy) = (strategy.clone().told_as(|_| ()), strategy.into_inner());
        let mut lines: Vec<Option<BestLine>> = Vec::new();
        let all = moves(self.game, state);
        for chosen in &all {
            let next = self.game.apply(state, *chosen);
            let share = effort / all.len() as u64;
            let line = within(budget.turn(share, |part| self.line(next, part)).0)?;
            shown = match &line {
                Some(line) => shown.resting_on(line),
                None => shown,
            };
            lines.push(line.map(ProblemAnswer::into_inner));
        }
        Ok(shown.told_as(|()| PlayReasons { lines, strategy }))
    }

    /// How a player answers the opponent, the positions near to this one first. It rests on what is `shown`.
    fn strategy(
        &mut self,
        state: &G::State,
        (side, most): (Side, usize),
        mut shown: ProblemAnswer<()>,
        budget: &mut Budget,
    ) -> Result<ProblemAnswer<PlayStrategyTree>, Failure> {
        let root = PlayStrategyNode { parent: None, chosen: 0, end: PlayStrategyEnd::Open };
        let (mut nodes, mut states) = (vec![root], vec![state.clone()]);
        let mut at = 0;
        while at < nodes.len() {
            let state = states[at].clone();
            let all = moves(self.game, &state);
            let chosen: Vec<u32> = if all.is_empty() {
                Vec::new()
            } else if self.game.to_move(&state) == side && nodes.len() < 2 * most {
                match within(self.best(&state, false, budget))? {
                    Some(best) => {
                        shown = shown.resting_on(&best);
                        vec![best.moves[0]]
                    }
                    None => Vec::new(),
                }
            } else if self.game.to_move(&state) != side && nodes.len() + all.len() <= most {
                (0..all.len() as u32).collect()
            } else {
                Vec::new()
            };
            nodes[at].end = match (all.is_empty(), chosen.is_empty()) {
                (true, _) => PlayStrategyEnd::Over(self.game.score(&state)),
                (false, true) => PlayStrategyEnd::Open,
                (false, false) => PlayStrategyEnd::Continued,
            };
            for chosen in chosen {
                let end = PlayStrategyEnd::Open;
                nodes.push(PlayStrategyNode { parent: Some(at as u32), chosen, end });
                states.push(self.game.apply(&state, all[chosen as usize]));
            }
            at += 1;
        }
        Ok(shown.told_as(|()| PlayStrategyTree { side, nodes }))
    }
}
