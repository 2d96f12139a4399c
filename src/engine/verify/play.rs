//! Checks claims about games by playing: the strategy behind a claim answers everything the opponent
//! can do, by the rules alone. Knows no way to search, and nothing of what a game knows beyond its
//! rules; only defences that are no better than others are left out ([`dots`]).

use rustc_hash::{FxHashMap, FxHashSet};

use super::dots;
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, Side};

/// Plays against a strategy that is too large to be played out.
pub const PLAYS: u64 = 1000;

/// A way to play.
pub trait Strategy<G: Game> {
    /// The move for who wants a score it likes at least as much as this one.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    fn choose(
        &mut self,
        state: &G::State,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop>;

    /// In how many moves it claims to win at the latest. In a game whose positions repeat this
    /// shows that the win comes.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    fn plies(&mut self, state: &G::State, budget: &mut Budget) -> Result<Option<u32>, Stop>;
}

/// What a strategy is claimed to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// For whom.
    pub side: Side,
    /// A score that the side likes at least as much.
    pub score: i32,
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
) -> Result<bool, Stop> {
    let Claim { side, score } = claim;
    let is_win = game.repeats() && !side.likes(0, score);
    // The best that was asked for in each position.
    let mut seen: FxHashMap<G::State, i32> = FxHashMap::default();
    let most = game
        .drawn(root)
        .map_or(most, |(grid, drawn)| most.min(dots::MOST / drawn.free(grid).count().max(1)));
    let mut open = vec![(root.clone(), score)];
    let mut moves = Vec::new();
    // The strategy's last move: where it ends the play as well, the strategy need not be asked.
    let mut last = None;
    while let Some((state, rest)) = open.pop() {
        budget.check()?;
        if seen.len() >= most {
            return sample(game, root, claim, strategy, budget);
        }
        if let Some((grid, drawn)) = game.drawn(&state)
            && side.likes(-side.win() * dots::open_boxes(grid, drawn), rest)
        {
            continue;
        }
        moves.clear();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            if !side.likes(game.score(&state), rest) {
                return Ok(false);
            }
            continue;
        }
        if game.to_move(&state) == side {
            if last.is_some_and(|it| moves.contains(&it) && ends(game, &state, it, side, rest)) {
                continue;
            }
            last = strategy.choose(&state, rest, budget)?.filter(|it| moves.contains(it));
            let Some(chosen) = last else { return Ok(false) };
            moves.clear();
            moves.push(chosen);
        } else if let Some((grid, drawn)) = game.drawn(&state) {
            let defences = dots::defences(grid, drawn);
            let mut edges = drawn.free(grid);
            moves.retain(|_| edges.next().is_some_and(|edge| defences.contains(&edge)));
        }
        let plies = if is_win { strategy.plies(&state, budget)? } else { None };
        for &chosen in &moves {
            let next = game.apply(&state, chosen);
            if is_win && strategy.plies(&next, budget)? >= plies {
                return Ok(false);
            }
            let rest = rest - game.gain(&state, chosen);
            if seen.get(&next).is_none_or(|asked| !side.likes(*asked, rest)) {
                seen.insert(next.clone(), rest);
                open.push((next, rest));
            }
        }
    }
    Ok(true)
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
    Claim { side, score }: Claim,
    strategy: &mut dyn Strategy<G>,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let mut random = 1_u64;
    for _ in 0..PLAYS {
        let (mut state, mut score) = (root.clone(), score);
        let mut seen = FxHashSet::default();
        let end = loop {
            budget.check()?;
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            if moves.is_empty() {
                break game.score(&state);
            }
            if game.repeats() && !seen.insert(state.clone()) {
                break 0; // the opponent can go on so for ever
            }
            let chosen = if game.to_move(&state) == side {
                match strategy.choose(&state, score, budget)?.filter(|it| moves.contains(it)) {
                    Some(chosen) => chosen,
                    None => return Ok(false),
                }
            } else {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                moves[(random >> 33) as usize % moves.len()]
            };
            score -= game.gain(&state, chosen);
            state = game.apply(&state, chosen);
        };
        if !side.likes(end, score) {
            return Ok(false);
        }
    }
    Ok(true)
}
