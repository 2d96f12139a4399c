//! Retrograde analysis, for games in which positions repeat: from the positions where somebody has
//! won back to all from which that can be forced, nearest first. Whatever is never reached that way
//! goes on for ever when both play well.
//!
//! A *node* is a position that can be reached; each is looked at once.

use rustc_hash::FxHashMap;

use super::PlayFinder;
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, GameValue, Length};

/// The positions that can be reached from those asked about, and what they are worth.
pub(crate) struct Retrograde<'g, G: Game> {
    game: &'g G,
    ids: FxHashMap<G::State, u32>,
    values: Vec<GameValue>,
}

/// What is worth nothing else.
const ENDLESS: GameValue = GameValue { score: 0, length: Length::Endless };

impl<'g, G: Game> Retrograde<'g, G> {
    /// An analysis that has not begun.
    pub(crate) fn new(game: &'g G) -> Self {
        Self { game, ids: FxHashMap::default(), values: Vec::new() }
    }

    /// Analyses all positions that can be reached from one.
    fn explore(&mut self, root: &G::State, budget: &mut Budget) -> Result<(), Stop> {
        self.ids.clear();
        let mut states = vec![root.clone()];
        self.ids.insert(root.clone(), 0);
        // Where each position's successors end, and the pairs of a position and its successor.
        let (mut open, mut edges, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        let mut index = 0;
        while index < states.len() {
            budget.check()?;
            moves.clear();
            self.game.moves(&states[index], &mut moves);
            open.push(moves.len() as u32);
            for &chosen in &moves {
                budget.check()?;
                let next = self.game.apply(&states[index], chosen);
                let new = u32::try_from(states.len())
                    .map_err(|_| Stop::Size("the game has more than 2^32 positions"))?;
                let id = *self.ids.entry(next.clone()).or_insert(new);
                if id == new {
                    states.push(next);
                }
                edges.push((id, index as u32));
            }
            index += 1;
        }
        edges.sort_unstable();
        self.values = vec![ENDLESS; states.len()];
        let mut decided: Vec<usize> = Vec::new();
        for (id, state) in states.iter().enumerate() {
            let is_over = open[id] == 0;
            let score = if is_over { self.game.score(state) } else { 0 };
            if is_over {
                self.values[id] = GameValue { score, length: Length::Plies(0) };
            }
            if score != 0 {
                decided.push(id);
            }
        }
        // Nearest first, because what is decided stands behind all that is nearer.
        let mut next = 0;
        while next < decided.len() {
            budget.check()?;
            let id = decided[next];
            next += 1;
            let GameValue { score, length: Length::Plies(plies) } = self.values[id] else {
                continue;
            };
            let start = edges.partition_point(|edge| edge.0 < id as u32);
            let before = edges[start..].iter().take_while(|edge| edge.0 == id as u32);
            for &(_, from) in before {
                let from = from as usize;
                open[from] -= 1;
                let is_win = self.game.to_move(&states[from]).win() == score;
                if self.values[from] == ENDLESS && (is_win || open[from] == 0) {
                    self.values[from] = GameValue { score, length: Length::Plies(plies + 1) };
                    decided.push(from);
                }
            }
        }
        Ok(())
    }
}

impl<G: Game> PlayFinder<G> for Retrograde<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn nodes(&self) -> u64 {
        self.values.len() as u64
    }

    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<GameValue, Stop> {
        if !self.ids.contains_key(state) {
            self.explore(state, budget)?;
        }
        Ok(self.values[self.ids[state] as usize])
    }

    fn choice(&mut self, state: &G::State, budget: &mut Budget) -> Result<Option<G::Move>, Stop> {
        self.value(state, budget)?;
        let side = self.game.to_move(state);
        let mut moves = Vec::new();
        self.game.promising(state, &mut moves);
        // Better scores first, then shorter wins, then longer losses.
        let rank = |chosen: &G::Move| {
            let next = self.game.apply(state, *chosen);
            let value = self.values[self.ids[&next] as usize];
            let score = side.win() * value.score;
            let plies = match value.length {
                Length::Plies(plies) => i64::from(plies),
                Length::Unknown | Length::Endless => 0,
            };
            (-score, i64::from(score) * plies)
        };
        Ok(moves.iter().copied().min_by_key(rank))
    }
}
