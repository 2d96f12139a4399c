//! Checks how soon a player wins a game of marking cells. The strategy is played against one defence after
//! another, and each time it is noted what the win needed: the cells that the winner marked, and those
//! of the sets that the opponent had the moves to complete. Any other defence loses to the same moves:
//! nothing is in their way, and no set is complete before. So only what every win so far needed is
//! still to be tried. (Wu and Lin, *Relevance-zone-oriented proof search for Connect6*, 2010.) Knows the
//! rules and the marks, nothing else.

use super::rule_step::RuleStep;
use super::trial::{Shortcuts, Trial};
use crate::budget::{Budget, Stop};
use crate::evidence::play::{Horizon, PlayClaim, PlayStrategy};
use crate::logic::game::{Game, GameStructure, Side};
use crate::logic::marks::MarkedCells;

/// Whether the rules are those of marking cells, in one step.
pub(super) fn is_step<G: Game>(
    step: &RuleStep<'_, G>,
    marks: MarkedCells<'_>,
    next: Option<(usize, GameStructure<'_>)>,
) -> bool {
    let free: Vec<usize> = marks.free().collect();
    let is_over = |marks: MarkedCells<'_>| winner(marks).is_some() || marks.free().next().is_none();
    let Some((at, next)) = next else {
        let score = winner(marks).map_or(0, Side::win);
        return is_over(marks) && step.game.score(step.state) == score;
    };
    let GameStructure::Marks(after) = next else { return false };
    let mover = step.game.to_move(step.state);
    let is_marked = |side: Side, cell| marks.has(side, cell) || (side, cell) == (mover, free[at]);
    !is_over(marks)
        && step.moves.len() == free.len()
        && (after.cells, after.sets) == (marks.cells, marks.sets)
        && [Side::First, Side::Second]
            .into_iter()
            .all(|side| (0..marks.cells).all(|cell| after.has(side, cell) == is_marked(side, cell)))
        && step.gained() == 0
        && (is_over(after) || !step.moves_again())
}

/// Who has all cells of a set.
fn winner(marks: MarkedCells<'_>) -> Option<Side> {
    let has = |side, set: &[u16]| set.iter().all(|cell| marks.has(side, usize::from(*cell)));
    let has_one = |side: &Side| marks.sets.iter().any(|set| has(*side, set));
    [Side::First, Side::Second].into_iter().find(has_one)
}

/// Which defences a win leaves open, and when a player is safe.
pub(super) struct MarkShortcuts<'g, G>(pub &'g G);

impl<G: Game> Shortcuts<G> for MarkShortcuts<'_, G> {
    fn is_sure(&self, state: &G::State, PlayClaim { side, score, horizon }: PlayClaim) -> bool {
        let is_safe = |it: Horizon| is_safe(self.0, state, side, it.plies);
        side.likes(0, score) && horizon.is_some_and(is_safe)
    }

    fn holds(&self, trial: &mut Trial<'_, G>) -> Result<Option<bool>, Stop> {
        let PlayClaim { side, horizon, .. } = trial.claim;
        match horizon.filter(|it| it.winner != side && !moves(trial.game, trial.root).is_empty()) {
            Some(horizon) => {
                let Trial { game, root, most, .. } = *trial;
                wins(game, root, horizon, most, trial.strategy, trial.budget)
            }
            None => trial.walk(self),
        }
    }
}

fn marks<'a, G: Game>(game: &'a G, state: &'a G::State) -> Option<MarkedCells<'a>> {
    match game.structure(state) {
        GameStructure::Marks(marks) => Some(marks),
        _ => None,
    }
}

/// What a win needs.
struct Needs {
    /// Where a mark of the opponent could hinder it: a flag for each cell.
    cells: Vec<bool>,
    /// The moves that the opponent has until then, at most.
    moves: usize,
}

/// A position in which the opponent moves.
struct Frame<G: Game> {
    state: G::State,
    /// In how many moves the play has to be won.
    plies: u32,
    /// The defences that are still to be tried, each with its cell.
    open: Vec<(usize, G::Move)>,
    /// What the win needs, the mark before included.
    needs: Needs,
}

impl<G: Game> Frame<G> {
    fn new(game: &G, state: G::State, marked: Option<usize>, plies: u32) -> Self {
        let open = moves(game, &state);
        let cells = marks(game, &state).map_or(0, |it| it.cells);
        let cells = (0..cells).map(|cell| Some(cell) == marked).collect();
        Self { state, plies, open, needs: Needs { cells, moves: 0 } }
    }

    /// Takes in what the win against a defence needs.
    fn learn(&mut self, game: &G, mut needs: Needs) {
        needs.moves += 1;
        let opponent = game.to_move(&self.state);
        let sets = marks(game, &self.state).into_iter();
        for cell in sets.flat_map(|it| it.completable(opponent, needs.moves)).flatten() {
            needs.cells[usize::from(cell)] = true;
        }
        self.open.retain(|(cell, _)| needs.cells[*cell]);
        self.needs.moves = self.needs.moves.max(needs.moves);
        for (known, is_needed) in self.needs.cells.iter_mut().zip(needs.cells) {
            *known |= is_needed;
        }
    }
}

/// The moves that the rules allow, each with the cell that it marks.
fn moves<G: Game>(game: &G, state: &G::State) -> Vec<(usize, G::Move)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let free = marks(game, state).map(|it| it.free().collect::<Vec<_>>());
    free.unwrap_or_default().into_iter().zip(moves).collect()
}

/// Whether a player cannot lose in so many moves of both: the opponent has too few of them for any set.
fn is_safe<G: Game>(game: &G, state: &G::State, side: Side, plies: u32) -> bool {
    let plies = plies as usize;
    let moves = if game.to_move(state) == side { plies / 2 } else { plies.div_ceil(2) };
    marks(game, state).is_some_and(|it| it.completable(side.other(), moves).next().is_none())
}

/// Whether by a strategy a player wins a game of marking cells before the horizon, whatever the opponent
/// does; `None` when that takes more than `most` positions.
///
/// # Errors
/// The limit of the budget that was reached.
fn wins<G: Game>(
    game: &G,
    root: &G::State,
    horizon: Horizon,
    most: usize,
    strategy: &mut dyn PlayStrategy<G>,
    budget: &mut Budget,
) -> Result<Option<bool>, Stop> {
    let mut stack = Vec::new();
    let mut entering = None;
    if game.to_move(root) == horizon.winner {
        stack.push(Frame::new(game, root.clone(), None, horizon.plies));
    } else {
        entering = Some((root.clone(), horizon.plies));
    }
    let mut positions = 0;
    loop {
        if let Some((state, plies)) = entering.take() {
            budget.work(game.effort())?;
            budget.check()?;
            positions += 1;
            if positions > most {
                return Ok(None);
            }
            let horizon = Horizon { plies, ..horizon };
            let Some(frame) = answer(game, &state, horizon, strategy, budget)? else {
                return Ok(Some(false));
            };
            stack.push(frame);
        }
        let Some(frame) = stack.last_mut() else { return Ok(Some(true)) };
        if let Some((_, defence)) = frame.open.pop() {
            let next = game.apply(&frame.state, defence);
            entering = Some((next, frame.plies.saturating_sub(1)));
        } else if let Some(Frame { needs, .. }) = stack.pop()
            && let Some(above) = stack.last_mut()
        {
            above.learn(game, needs);
        }
    }
}

/// What the winner's move in a position leads to, without defences when it wins at once; `None` when
/// the strategy breaks the rules, or does not win, or not in time.
fn answer<G: Game>(
    game: &G,
    state: &G::State,
    horizon: Horizon,
    strategy: &mut dyn PlayStrategy<G>,
    budget: &mut Budget,
) -> Result<Option<Frame<G>>, Stop> {
    let score = horizon.winner.other().win();
    let allowed = moves(game, state);
    if allowed.is_empty() || horizon.plies == 0 {
        return Ok(None);
    }
    let chosen = strategy.choose(state, score, Some(horizon), budget)?;
    let Some((cell, chosen)) = allowed.into_iter().find(|it| Some(it.1) == chosen) else {
        return Ok(None);
    };
    let next = Frame::new(game, game.apply(state, chosen), Some(cell), horizon.plies - 1);
    let is_lost = next.open.is_empty() && game.score(&next.state) != score;
    Ok((!is_lost).then_some(next))
}
