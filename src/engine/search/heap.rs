//! Games of taking from a heap: the heaps that lose for who has to move, found in ascending order. A
//! heap loses when nothing that loses can be left; so each losing heap, when it is met, marks heaps
//! from which it can be left. What is marked is kept for a stretch at a time, so that it stays in the
//! cache.
//!
//! By their remainders heaps fall into classes, and most classes have next to no losing heaps. In those
//! only small amounts mark, which is nearly always enough; a heap that is left over is looked at by
//! itself. What is found does not depend on that, only how soon.
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

impl Losing {
    /// All heaps up to a size, when `amounts` may be taken.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn of(heap: u32, amounts: &[u32], budget: &mut Budget) -> Result<Self, Stop> {
        let known = heap as usize + 1;
        let mut sieve = Sieve::new(known, amounts);
        for base in (0..known).step_by(STRETCH) {
            budget.look()?;
            if base == STRETCH {
                sieve.classify();
            }
            sieve.look(base, STRETCH.min(known - base), budget)?;
        }
        Ok(Self { bits: sieve.bits, known })
    }

    /// Whether the player to move loses with a heap of that size, which is one of those asked about.
    pub fn contains(&self, heap: u32) -> bool {
        is_set(&self.bits, heap as usize)
    }
}

/// Heaps that are marked at a time, a bit each.
const STRETCH: usize = 1 << 20;

/// Classes of heaps: their remainders. Squares leave only 21 of these, so that the losing heaps of
/// Subtract Square crowd in a few classes whose differences are mostly none of them.
const CLASSES: usize = 65;

/// A class with fewer losing heaps than one in so many of an even share has next to none.
const SPARSE: usize = 10;

/// How many of the smallest amounts mark heaps everywhere.
const SMALL: usize = 2000;

/// What was found of the heaps below some size, and what is marked in the stretch from there.
struct Sieve<'a> {
    amounts: &'a [u32],
    /// The losing heaps, as bits.
    bits: Vec<u64>,
    marks: Vec<u64>,
    /// The losing heaps, each with the first amount of its class that leads beyond the stretch.
    losing: Vec<(u32, u32)>,
    /// The amounts by which a losing heap of each class marks others.
    marking: Vec<Vec<u32>>,
    /// Whether all amounts mark heaps of each class.
    is_crowded: [bool; CLASSES],
    /// Of each other class the amounts to try first: those that leave a heap of a crowded class.
    trying: Vec<Vec<u32>>,
}

impl<'a> Sieve<'a> {
    fn new(known: usize, amounts: &'a [u32]) -> Self {
        Self {
            amounts,
            bits: vec![0; known.div_ceil(64)],
            marks: vec![0; STRETCH / 64],
            losing: Vec::new(),
            marking: vec![amounts.to_vec(); CLASSES],
            is_crowded: [true; CLASSES],
            trying: vec![Vec::new(); CLASSES],
        }
    }

    /// Tells the classes apart, when the first stretch has been looked at.
    fn classify(&mut self) {
        let mut sizes = [0; CLASSES];
        self.losing.iter().for_each(|(lost, _)| sizes[class(*lost)] += 1);
        let is_crowded = sizes.map(|size| size * CLASSES * SPARSE >= self.losing.len());
        let with = |is_meant: &dyn Fn(usize, u32) -> bool| -> Vec<u32> {
            let amounts = self.amounts.iter().copied().enumerate();
            amounts.filter(|(at, amount)| is_meant(*at, *amount)).map(|it| it.1).collect()
        };
        for own in 0..CLASSES {
            let above = |amount: u32| (own + class(amount)) % CLASSES;
            let below = |amount: u32| (own + CLASSES - class(amount)) % CLASSES;
            self.marking[own] = with(&|at, amount| at < SMALL || is_crowded[above(amount)]);
            self.trying[own] = with(&|at, amount| at >= SMALL && is_crowded[below(amount)]);
        }
        self.is_crowded = is_crowded;
        for (lost, next) in &mut self.losing {
            let marking = &self.marking[class(*lost)];
            *next = marking.partition_point(|it| ((*lost + *it) as usize) < STRETCH) as u32;
        }
    }

    /// Finds the losing heaps from `base` on, that many heaps.
    fn look(&mut self, base: usize, length: usize, budget: &mut Budget) -> Result<(), Stop> {
        self.marks.fill(0);
        for (lost, next) in &mut self.losing {
            budget.check()?;
            *next = mark(&mut self.marks, base, *lost, &self.marking[class(*lost)], *next);
        }
        for word in 0..length.div_ceil(64) {
            // Marks are made in the same word meanwhile.
            let mut looked = 0;
            while let open @ 1.. = !(self.marks[word] | looked) {
                let bit = open.trailing_zeros() as usize;
                looked |= 1 << bit;
                let heap = base + 64 * word + bit;
                if heap >= base + length {
                    break;
                }
                let own = class(heap as u32);
                if !self.is_crowded[own] && self.leaves_losing(heap) {
                    continue;
                }
                self.bits[heap / 64] |= 1 << bit;
                let next = mark(&mut self.marks, base, heap as u32, &self.marking[own], 0);
                self.losing.push((heap as u32, next));
            }
            budget.check()?;
        }
        Ok(())
    }

    /// Whether a heap that loses can be left, by the definition.
    fn leaves_losing(&self, heap: usize) -> bool {
        let is_left = |amounts: &[u32]| {
            let mut rest = amounts.iter().map_while(|it| heap.checked_sub(*it as usize));
            rest.any(|left| is_set(&self.bits, left))
        };
        is_left(&self.trying[class(heap as u32)]) || is_left(self.amounts)
    }
}

fn class(number: u32) -> usize {
    number as usize % CLASSES
}

fn is_set(bits: &[u64], at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

/// Marks the heaps from which `lost` can be left by the amounts from `next` on, in the stretch from
/// `base`; returns the first amount that leads beyond it.
fn mark(marks: &mut [u64], base: usize, lost: u32, amounts: &[u32], mut next: u32) -> u32 {
    while let Some(amount) = amounts.get(next as usize) {
        let place = (lost + amount) as usize - base;
        let Some(word) = marks.get_mut(place / 64) else { break };
        *word |= 1 << (place % 64);
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
