//! Games of taking from a heap: the heaps that lose for who has to move, found in ascending order. A
//! heap loses when nothing that loses can be left; so each losing heap, when it is met, marks all
//! heaps from which it can be left. What is marked is kept for a stretch at a time, so that it stays
//! in the cache.
//!
//! A *node* is a heap; each from nothing up to the largest one asked about is looked at once.

use super::Finder;
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, Length, Value};

/// Which heaps lose for who has to move.
#[derive(Clone, Debug, Default)]
pub struct Losing {
    bits: Vec<u64>,
    /// Heaps smaller than this are known.
    known: usize,
}

/// Heaps that are marked at a time, a byte each.
const STRETCH: usize = 1 << 17;

impl Losing {
    /// All heaps up to a size, when `amounts` may be taken.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn of(heap: u32, amounts: &[u32], budget: &mut Budget) -> Result<Self, Stop> {
        let known = heap as usize + 1;
        let amounts: Vec<usize> = amounts.iter().map(|it| *it as usize).collect();
        let mut bits = vec![0; known.div_ceil(64)];
        let mut stretch = vec![false; STRETCH];
        // The losing heaps, each with the first of the amounts that leads beyond the stretch.
        let mut losing: Vec<(usize, usize)> = Vec::new();
        for base in (0..known).step_by(STRETCH) {
            budget.look()?;
            let length = STRETCH.min(known - base);
            stretch.fill(false);
            for (lost, next) in &mut losing {
                budget.check()?;
                *next = mark(&mut stretch[..length], base, *lost, &amounts, *next);
            }
            for offset in 0..length {
                if !stretch[offset] {
                    let lost = base + offset;
                    bits[lost / 64] |= 1 << (lost % 64);
                    let next = mark(&mut stretch[..length], base, lost, &amounts, 0);
                    losing.push((lost, next));
                }
            }
        }
        Ok(Self { bits, known })
    }

    /// Whether the player to move loses with a heap of that size, which is one of those asked about.
    pub fn contains(&self, heap: u32) -> bool {
        self.bits[heap as usize / 64] >> (heap % 64) & 1 == 1
    }

    /// How many heaps lose.
    pub fn count(&self) -> u64 {
        self.bits.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// Marks the heaps of a stretch from which `lost` can be left by the amounts from `next` on; returns
/// the first amount that leads beyond the stretch.
fn mark(
    stretch: &mut [bool],
    base: usize,
    lost: usize,
    amounts: &[usize],
    mut next: usize,
) -> usize {
    while let Some(amount) = amounts.get(next) {
        let Some(place) = stretch.get_mut(lost + amount - base) else { break };
        *place = true;
        next += 1;
    }
    next
}

/// The losing heaps as far as they were needed.
pub struct Heaps<'g, G: Game> {
    game: &'g G,
    losing: Losing,
}

impl<'g, G: Game> Heaps<'g, G> {
    /// Nothing is known of any heap.
    pub fn new(game: &'g G) -> Self {
        Self { game, losing: Losing::default() }
    }

    fn loses(&mut self, state: &G::State, budget: &mut Budget) -> Result<bool, Stop> {
        let heap = self.game.heap(state).expect("all positions of such a game are heaps");
        if heap as usize >= self.losing.known {
            self.losing = Losing::of(heap, &self.game.amounts(heap), budget)?;
        }
        Ok(self.losing.contains(heap))
    }
}

impl<G: Game> Finder<G> for Heaps<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn nodes(&self) -> u64 {
        self.losing.known as u64
    }

    fn losing(&self) -> Option<&Losing> {
        Some(&self.losing)
    }

    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<Value, Stop> {
        let mover = self.game.to_move(state);
        let winner = if self.loses(state, budget)? { mover.other() } else { mover };
        Ok(Value { score: winner.win(), length: Length::Unknown })
    }

    fn choice(&mut self, state: &G::State, budget: &mut Budget) -> Result<Option<G::Move>, Stop> {
        // The whole heap first: what is left of it is known then.
        self.loses(state, budget)?;
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        for &chosen in &moves {
            if self.loses(&self.game.apply(state, chosen), budget)? {
                return Ok(Some(chosen));
            }
        }
        Ok(moves.first().copied())
    }
}
