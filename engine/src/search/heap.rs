//! Games of taking from a heap: the heaps that lose for who has to move, found in ascending order. A
//! heap loses when nothing that loses can be left; so each losing heap, when it is met, marks heaps
//! from which it can be left. What is marked is kept for a stretch at a time, so that it stays in the
//! cache.
//!
//! Losing heaps crowd in a few residue classes: of the residues modulo 65, only 21 are squares. In a crowded
//! class heaps are marked one by one, as in any sieve. In a sparse class nearly all heaps are won; that is
//! seen for 64 of them at a time, from the bits of a crowded class shifted by an amount, and only those that
//! are left over are looked at one by one. Which classes are sparse changes the time and not the result.
//!
//! A *node* is a heap; each from nothing up to the largest one asked about is looked at once.

use super::{OTHER_STRUCTURE, PlayFinder};
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, GameStructure, GameValue, Length};

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

/// Classes of heaps: their remainders. Squares leave only 21 of these, so that the losing heaps of
/// Subtract Square crowd in a few classes whose differences are mostly none of them.
const CLASSES: usize = 65;

/// A class with fewer losing heaps than one in so many of an even share has next to none.
const SPARSE: usize = 2;

/// Words of a class that are looked at at once.
const WIDTH: usize = 16;

/// So many heaps of each class, and so many of all.
const SPAN: usize = 64 * WIDTH;
const ROUND: usize = CLASSES * SPAN;

/// Heaps that are marked at a time, a bit each.
const STRETCH: usize = 16 * ROUND;

/// How many amounts are tried on a whole class, and how many doubts are rather looked at one by one.
const MOST_TRIED: usize = 1000;
const FEW: u32 = 16;

/// Where a class looks for losing heaps: the class they are of, and how much further down in it.
type HeapSource = (usize, usize);

/// What was found of the heaps below some size, and what is marked in the stretch from there.
struct Sieve<'a> {
    amounts: &'a [u32],
    /// The losing heaps, as bits.
    bits: Vec<u64>,
    marks: Vec<u64>,
    /// The losing heaps, each with the first amount of its class that leads beyond the stretch.
    losing: Vec<(u32, u32)>,
    /// The amounts by which a losing heap of each class marks others: those that lead to crowded classes.
    marking: Vec<Vec<u32>>,
    is_crowded: [bool; CLASSES],
    /// The losing heaps of each crowded class.
    rows: Vec<Vec<u64>>,
    /// Of each other class where to look, the most crowded classes first.
    sources: Vec<Vec<HeapSource>>,
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
            rows: vec![vec![0; known.div_ceil(ROUND) * WIDTH]; CLASSES],
            sources: vec![Vec::new(); CLASSES],
        }
    }

    /// Tells the classes apart, when the first stretch has been looked at.
    fn classify(&mut self) {
        let mut sizes = [0; CLASSES];
        self.losing.iter().for_each(|(lost, _)| sizes[class(*lost)] += 1);
        self.is_crowded = sizes.map(|size| size * CLASSES * SPARSE >= self.losing.len());
        for own in 0..CLASSES {
            let is_marked = |amount: &u32| self.is_crowded[(own + class(*amount)) % CLASSES];
            self.marking[own] = self.amounts.iter().copied().filter(is_marked).collect();
            if self.is_crowded[own] {
                continue;
            }
            self.rows[own] = Vec::new();
            let source = |amount: &u32| {
                let from = (own + CLASSES - class(*amount)) % CLASSES;
                let down = (*amount as usize + from - own) / CLASSES;
                // The heaps of the same round are not known yet.
                (self.is_crowded[from] && down >= SPAN).then_some((from, down))
            };
            let mut sources: Vec<HeapSource> = self.amounts.iter().filter_map(source).collect();
            sources.sort_by_key(|(from, _)| std::cmp::Reverse(sizes[*from]));
            sources.truncate(MOST_TRIED);
            self.sources[own] = sources;
        }
        for (lost, next) in &mut self.losing {
            let marking = &self.marking[class(*lost)];
            *next = marking.partition_point(|it| ((*lost + *it) as usize) < STRETCH) as u32;
        }
    }

    /// Finds the losing heaps from `base` on, that many heaps.
    fn look(&mut self, base: usize, length: usize, budget: &mut Budget) -> Result<(), Stop> {
        // Heaps of other classes are won, unless there is a doubt.
        let is_won = |heap: usize| !self.is_crowded[heap % CLASSES];
        let word =
            |at: usize| (0..64).fold(0, |word, bit| word | u64::from(is_won(64 * at + bit)) << bit);
        let pattern: Vec<u64> = (0..CLASSES).map(word).collect();
        self.marks.iter_mut().zip(pattern.iter().cycle()).for_each(|(mark, won)| *mark = *won);
        for (lost, next) in &mut self.losing {
            budget.check()?;
            *next = mark(&mut self.marks, base, *lost, &self.marking[class(*lost)], *next);
        }
        for start in (0..length).step_by(ROUND) {
            self.doubt(base, start / CLASSES);
            for word in start / 64..length.min(start + ROUND).div_ceil(64) {
                self.look_at(base, length, word);
            }
            budget.check()?;
        }
        Ok(())
    }

    /// Takes the marks from those heaps of a round that may not be won after all.
    fn doubt(&mut self, base: usize, start: usize) {
        let below = base / CLASSES + start;
        for own in (0..CLASSES).filter(|own| !self.is_crowded[*own]) {
            let mut open = [u64::MAX; WIDTH];
            let mut rest = self.sources[own].chunks(8);
            while open.iter().map(|it| it.count_ones()).sum::<u32>() > FEW
                && let Some(sources) = rest.next()
            {
                sources.iter().for_each(|source| self.settle(&mut open, below, *source));
            }
            for (at, mut word) in open.into_iter().enumerate() {
                while word != 0 {
                    let bit = 64 * at + word.trailing_zeros() as usize;
                    word &= word - 1;
                    let is_won = rest.clone().flatten().any(|(from, down)| {
                        let left = (below + bit).checked_sub(*down);
                        left.is_some_and(|left| is_set(&self.rows[*from], left))
                    });
                    if !is_won {
                        let place = (start + bit) * CLASSES + own;
                        self.marks[place / 64] &= !(1 << (place % 64));
                    }
                }
            }
        }
    }

    /// Settles the heaps from which a losing one can be left that is of a class so much further down.
    fn settle(&self, open: &mut [u64; WIDTH], below: usize, (from, down): HeapSource) {
        let Some(at) = below.checked_sub(down) else { return };
        let (word, bit) = (at / 64, at % 64);
        let Some(row) = self.rows[from][word..].first_chunk::<{ WIDTH + 1 }>() else { return };
        for (at, open) in open.iter_mut().enumerate() {
            *open &= !(row[at] >> bit | row[at + 1] << 1 << (63 - bit));
        }
    }

    /// Finds the losing heaps of a word.
    fn look_at(&mut self, base: usize, length: usize, word: usize) {
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
            if self.is_crowded[own] {
                self.rows[own][heap / CLASSES / 64] |= 1 << (heap / CLASSES % 64);
            } else if self.leaves_losing(heap) {
                continue;
            }
            self.bits[heap / 64] |= 1 << bit;
            let next = mark(&mut self.marks, base, heap as u32, &self.marking[own], 0);
            self.losing.push((heap as u32, next));
        }
    }

    /// Whether a heap that loses can be left, by the definition.
    fn leaves_losing(&self, heap: usize) -> bool {
        let mut rest = self.amounts.iter().map_while(|it| heap.checked_sub(*it as usize));
        rest.any(|left| is_set(&self.bits, left))
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

    /// The losing heaps among those found so far.
    pub fn losing(&self) -> &Losing {
        &self.losing
    }

    fn loses(&mut self, state: &G::State, budget: &mut Budget) -> Result<bool, Stop> {
        let GameStructure::Heap(heap) = self.game.structure(state) else {
            return Err(OTHER_STRUCTURE);
        };
        if heap.size as usize >= self.losing.known {
            self.losing = Losing::of(heap.size, heap.takeable(), budget)?;
        }
        Ok(self.losing.contains(heap.size))
    }
}

impl<G: Game> PlayFinder<G> for Heaps<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn nodes(&self) -> u64 {
        self.losing.known as u64
    }

    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<GameValue, Stop> {
        let mover = self.game.to_move(state);
        let winner = if self.loses(state, budget)? { mover.other() } else { mover };
        Ok(GameValue { score: winner.win(), length: Length::Unknown })
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
