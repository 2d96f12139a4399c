//! Checks claims about games by playing: the strategy behind a claim answers everything the opponent
//! can do, by the rules alone. Knows no way to search, and nothing of what a game knows beyond its
//! rules; only defences that are no better than others are left out ([`dots`], `marks`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::{dots, marks};
use crate::budget::{Budget, Stop};
use crate::evidence::play::{Claim, Horizon, Strategy};
use crate::logic::game::{Game, Side};

/// Plays against a strategy that is too large to be played out.
pub const PLAYS: u64 = 1000;

/// What was asked of a strategy in a position: the score, and before how many moves.
type Asked = (i32, u32);

/// Whether a strategy that does what was asked before does this as well.
fn is_harder(claim: Claim, (score, plies): Asked, (other, others): Asked) -> bool {
    let holds = claim.horizon.is_some_and(|it| it.winner == claim.side);
    claim.side.likes(score, other) && if holds { plies >= others } else { plies <= others }
}

/// Whether a strategy keeps a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// Against every defence.
    Always,
    /// In each of [`PLAYS`] plays, there being too many for more.
    InSamples,
    /// It does not.
    Not,
}

impl Kept {
    /// Against every defence, or not.
    const fn wholly(is_kept: bool) -> Self {
        if is_kept { Self::Always } else { Self::Not }
    }
}

/// Whether by a strategy a claim holds from a position on, whatever the opponent does. Every defence is
/// played out; where they lead to more than `most` positions, [`PLAYS`] plays are. A play without end
/// is worth 0.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn guarantees<G: Game>(
    game: &G,
    root: &G::State,
    claim: Claim,
    most: usize,
    strategy: &mut dyn Strategy<G>,
    budget: &mut Budget,
) -> Result<Kept, Stop> {
    let side = claim.side;
    let may_not_end = game.repeats() && claim.horizon.is_none();
    let mut seen: FxHashMap<G::State, Asked> = FxHashMap::default();
    let most = game
        .drawn(root)
        .map_or(most, |(grid, drawn)| most.min(dots::MOST / drawn.free(grid).count().max(1)));
    let mut moves = Vec::new();
    game.moves(root, &mut moves);
    if let Some(horizon) = claim.horizon.filter(|it| it.winner != side && !moves.is_empty())
        && game.marks(root).is_some()
    {
        return match marks::wins(game, root, horizon, most, strategy, budget)? {
            Some(wins) => Ok(Kept::wholly(wins)),
            None => sample(game, root, claim, strategy, budget),
        };
    }
    let mut open = vec![(root.clone(), (claim.score, claim.horizon.map_or(0, |it| it.plies)))];
    // The strategy's last move: where it ends the play as well, the strategy need not be asked.
    let mut last = None;
    while let Some((state, (rest, plies))) = open.pop() {
        budget.work(game.effort())?;
        budget.check()?;
        if seen.len() >= most {
            return sample(game, root, claim, strategy, budget);
        }
        if let Some((grid, drawn)) = game.drawn(&state)
            && side.likes(-side.win() * dots::open_boxes(grid, drawn), rest)
        {
            continue;
        }
        let is_early = claim.horizon.is_some() && side.likes(0, rest);
        if is_early && marks::is_safe(game, &state, side, plies) {
            continue;
        }
        moves.clear();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            if !side.likes(game.score(&state), rest) {
                return Ok(Kept::Not);
            }
            continue;
        }
        let horizon = claim.horizon.map(|it| Horizon { plies, ..it });
        if may_not_end && !side.likes(0, rest) {
            return Ok(Kept::Not);
        }
        if let Some(Horizon { plies: 0, winner }) = horizon {
            if !side.likes(winner.win(), rest) {
                return Ok(Kept::Not);
            }
            continue;
        }
        if game.to_move(&state) == side {
            if last.is_some_and(|it| moves.contains(&it) && ends(game, &state, it, side, rest)) {
                continue;
            }
            last = strategy.choose(&state, rest, horizon, budget)?.filter(|it| moves.contains(it));
            let Some(chosen) = last else { return Ok(Kept::Not) };
            moves.clear();
            moves.push(chosen);
        } else if let Some((grid, drawn)) = game.drawn(&state) {
            let defences = dots::defences(grid, drawn);
            let mut edges = drawn.free(grid);
            moves.retain(|_| edges.next().is_some_and(|edge| defences.contains(&edge)));
        }
        for &chosen in &moves {
            let next = game.apply(&state, chosen);
            let asked = (rest - game.gain(&state, chosen), plies.saturating_sub(1));
            if seen.get(&next).is_none_or(|it| !is_harder(claim, *it, asked)) {
                seen.insert(next.clone(), asked);
                open.push((next, asked));
            }
        }
    }
    Ok(Kept::Always)
}

/// Whether a move ends the play with a score that the side likes at least as much.
fn ends<G: Game>(game: &G, state: &G::State, chosen: G::Move, side: Side, score: i32) -> bool {
    let next = game.apply(state, chosen);
    let mut moves = Vec::new();
    game.moves(&next, &mut moves);
    moves.is_empty() && side.likes(game.score(&next), score - game.gain(state, chosen))
}

/// Plays some of the plays, the same ones each time.
fn sample<G: Game>(
    game: &G,
    root: &G::State,
    Claim { side, score, horizon }: Claim,
    strategy: &mut dyn Strategy<G>,
    budget: &mut Budget,
) -> Result<Kept, Stop> {
    let mut random = 1_u64;
    for _ in 0..PLAYS {
        let (mut state, mut score, mut horizon) = (root.clone(), score, horizon);
        let mut seen = FxHashSet::default();
        let end = loop {
            budget.work(game.effort())?;
            budget.check()?;
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            if moves.is_empty() {
                break game.score(&state);
            }
            if let Some(Horizon { plies: 0, winner }) = horizon {
                break winner.win();
            }
            let is_safe = |it: Horizon| marks::is_safe(game, &state, side, it.plies);
            if side.likes(0, score) && horizon.is_some_and(is_safe) {
                break 0;
            }
            if game.repeats() && horizon.is_none() && !seen.insert(state.clone()) {
                break 0; // the opponent can go on so for ever
            }
            let chosen = if game.to_move(&state) == side {
                let chosen = strategy.choose(&state, score, horizon, budget)?;
                match chosen.filter(|it| moves.contains(it)) {
                    Some(chosen) => chosen,
                    None => return Ok(Kept::Not),
                }
            } else {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                moves[(random >> 33) as usize % moves.len()]
            };
            score -= game.gain(&state, chosen);
            state = game.apply(&state, chosen);
            horizon = horizon.map(|it| Horizon { plies: it.plies - 1, ..it });
        };
        if !side.likes(end, score) {
            return Ok(Kept::Not);
        }
    }
    Ok(Kept::InSamples)
}
