//! Plays a strategy out against every defence, by the rules alone; what theorems about a structure spare
//! comes in as [`Shortcuts`]. Knows no way to search, and nothing of what a game knows beyond its rules.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::evidence::play::{Horizon, PlayClaim, PlayStrategy};
use crate::logic::game::{Game, Side};

/// Theorems about a structure by which a checker may leave something out. The defaults leave out nothing.
pub(super) trait Shortcuts<G: Game> {
    /// Positions up to which every defence is played out.
    fn most(&self, _root: &G::State, most: usize) -> usize {
        most
    }

    /// Whether a claim about a position holds however the players go on.
    fn is_sure(&self, _state: &G::State, _claim: PlayClaim) -> bool {
        false
    }

    /// Of all moves, keeps some defences such that no other one is better.
    fn keep_defences(&self, _state: &G::State, _moves: &mut Vec<G::Move>) {}

    /// Whether the strategy keeps its claim; `None` when that takes too many positions.
    fn holds(&self, trial: &mut Trial<'_, G>) -> Result<Option<bool>, Stop> {
        trial.walk(self)
    }
}

/// Of a game nothing is known but its rules.
pub(super) struct RulesAlone;

impl<G: Game> Shortcuts<G> for RulesAlone {}

/// A strategy on trial.
pub(super) struct Trial<'a, G: Game> {
    pub game: &'a G,
    pub root: &'a G::State,
    /// What the strategy is to reach from there on.
    pub claim: PlayClaim,
    /// Positions that may be met.
    pub most: usize,
    pub strategy: &'a mut dyn PlayStrategy<G>,
    pub budget: &'a mut Budget,
}

/// What is asked of a strategy in a position: the score, and before how many moves.
type Asked = (i32, u32);

impl<G: Game> Trial<'_, G> {
    /// Whether the strategy keeps its claim against every defence; `None` when these lead to too many
    /// positions.
    pub(super) fn walk<S: Shortcuts<G> + ?Sized>(
        &mut self,
        shortcuts: &S,
    ) -> Result<Option<bool>, Stop> {
        let mut seen: FxHashMap<G::State, Asked> = FxHashMap::default();
        let plies = self.claim.horizon.map_or(0, |it| it.plies);
        let mut open = vec![(self.root.clone(), (self.claim.score, plies))];
        let mut moves = Vec::new();
        let mut last = None;
        while let Some((state, asked)) = open.pop() {
            self.budget.work(self.game.effort())?;
            self.budget.check()?;
            if seen.len() >= self.most {
                return Ok(None);
            }
            moves.clear();
            if !self.look(&state, asked, shortcuts, &mut last, &mut moves)? {
                return Ok(Some(false));
            }
            for &chosen in &moves {
                let next = self.game.apply(&state, chosen);
                let gain = self.game.gain(&state, chosen);
                let asked = (asked.0 - gain, asked.1.saturating_sub(1));
                if seen.get(&next).is_none_or(|it| !self.is_harder(*it, asked)) {
                    seen.insert(next.clone(), asked);
                    open.push((next, asked));
                }
            }
        }
        Ok(Some(true))
    }

    /// Whether nothing in a position speaks against the claim, if nothing does after the `moves` that
    /// this finds.
    fn look<S: Shortcuts<G> + ?Sized>(
        &mut self,
        state: &G::State,
        (rest, plies): Asked,
        shortcuts: &S,
        // The strategy's last move: where it ends the play as well, the strategy need not be asked.
        last: &mut Option<G::Move>,
        moves: &mut Vec<G::Move>,
    ) -> Result<bool, Stop> {
        let game = self.game;
        let side = self.claim.side;
        let horizon = self.claim.horizon.map(|it| Horizon { plies, ..it });
        if shortcuts.is_sure(state, PlayClaim { side, score: rest, horizon }) {
            return Ok(true);
        }
        game.moves(state, moves);
        if moves.is_empty() {
            return Ok(side.likes(game.score(state), rest));
        }
        // A play without end is worth 0.
        if game.repeats() && horizon.is_none() && !side.likes(0, rest) {
            return Ok(false);
        }
        if let Some(Horizon { plies: 0, winner }) = horizon {
            moves.clear();
            return Ok(side.likes(winner.win(), rest));
        }
        if game.to_move(state) != side {
            shortcuts.keep_defences(state, moves);
            return Ok(true);
        }
        if last.is_some_and(|it| moves.contains(&it) && ends(game, state, it, side, rest)) {
            moves.clear();
            return Ok(true);
        }
        let chosen = self.strategy.choose(state, rest, horizon, self.budget)?;
        *last = chosen.filter(|it| moves.contains(it));
        moves.clear();
        moves.extend(*last);
        Ok(last.is_some())
    }

    /// Whether a strategy that does what was asked before does this as well.
    fn is_harder(&self, (score, plies): Asked, (other, others): Asked) -> bool {
        let PlayClaim { side, horizon, .. } = self.claim;
        let holds = horizon.is_some_and(|it| it.winner == side);
        side.likes(score, other) && if holds { plies >= others } else { plies <= others }
    }
}

/// Whether a move ends the play with a score that the side likes at least as much.
fn ends<G: Game>(game: &G, state: &G::State, chosen: G::Move, side: Side, score: i32) -> bool {
    let next = game.apply(state, chosen);
    let mut moves = Vec::new();
    game.moves(&next, &mut moves);
    moves.is_empty() && side.likes(game.score(&next), score - game.gain(state, chosen))
}
