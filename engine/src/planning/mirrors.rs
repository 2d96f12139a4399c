//! Positions that mirror each other by exchanges that leave the rules as they are, and the least of them, which stands for all.
//! A state is taken over piece by piece, by all exchanges at once: some cells beside each other, for all that may stand in them.

use std::iter::zip;

use rustc_hash::FxHashMap;

use super::states::Layout;
use super::symmetries::{CellImage, Exchanges, StateExchange};
use super::wins::WinNote;
use crate::logic::game::Normal;

/// Bits of a piece of several cells at most, and those of one cell.
const PIECE: u32 = 8;
const CELL: u32 = 12;

/// The exchanges of a game, on states.
#[derive(Clone, Debug)]
pub(super) struct Mirrors<const WORDS: usize> {
    /// Of each whether it exchanges the players.
    of_players: Vec<bool>,
    /// Whether those that follow from them are there.
    are_all: bool,
    /// The bits that stay by all of them.
    stays: [u64; WORDS],
    pieces: Vec<Piece<WORDS>>,
}

/// Bits beside each other, and what becomes of each number that they are, by one exchange after the other. Bits among them that
/// stay by all exchanges are none of its business.
#[derive(Clone, Debug)]
struct Piece<const WORDS: usize> {
    word: usize,
    shift: u32,
    bits: u32,
    images: Vec<[u64; WORDS]>,
}

impl<const WORDS: usize> Piece<WORDS> {
    /// Takes the bits behind it as well, of which `image` says what becomes of a number by an exchange.
    fn extend(&mut self, bits: u32, image: impl Fn(usize, u64) -> [u64; WORDS]) {
        let count = self.images.len() >> self.bits;
        let before = std::mem::take(&mut self.images);
        for number in 0..1 << bits {
            let more: Vec<_> = (0..count).map(|it| image(it, number)).collect();
            let rows = before.chunks(count);
            self.images.extend(rows.flat_map(|row| zip(row, &more)).map(|it| joined(it.0, it.1)));
        }
        self.bits += bits;
    }

    /// What becomes of it in a state by each of so many exchanges.
    fn row(&self, state: &[u64; WORDS], count: usize) -> &[u64] {
        let number = state[self.word] >> self.shift & ((1 << self.bits) - 1);
        self.images[number as usize * count..][..count].as_flattened()
    }
}

fn joined<const WORDS: usize>(one: &[u64; WORDS], other: &[u64; WORDS]) -> [u64; WORDS] {
    std::array::from_fn(|it| one[it] | other[it])
}

/// A number in a word.
fn in_word<const WORDS: usize>(word: usize, number: u64) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    words[word] = number;
    words
}

impl<const WORDS: usize> Mirrors<WORDS> {
    /// None.
    pub(super) const NONE: Self = Self {
        of_players: Vec::new(),
        are_all: true,
        stays: [u64::MAX; WORDS],
        pieces: Vec::new(),
    };

    /// Those of exchanges, for states that may note who has won.
    pub(super) fn new(found: &Exchanges, layout: &Layout, note: Option<WinNote>) -> Self {
        let bits = |at: usize| u64::BITS - layout.cells[at].mask.leading_zeros();
        let is_small = |it: &&StateExchange| it.cells.iter().all(|it| bits(it.0) <= CELL);
        let exchanges: Vec<&StateExchange> = found.exchanges.iter().filter(is_small).collect();
        let are_all = found.are_all && exchanges.len() == found.exchanges.len();
        let of_players = exchanges.iter().map(|it| it.is_of_players).collect();
        let mut mirrors = Self { of_players, are_all, ..Self::NONE };
        let moved = |it: &&StateExchange| it.cells.iter().cloned().collect::<FxHashMap<_, _>>();
        let moved: Vec<FxHashMap<usize, CellImage>> = exchanges.iter().map(moved).collect();
        let mut moving: Vec<usize> = moved.iter().flat_map(FxHashMap::keys).copied().collect();
        moving.sort_unstable_by_key(|it| (layout.cells[*it].word, layout.cells[*it].shift, *it));
        moving.dedup();
        // A cell of one value has no bits.
        moving.retain(|it| bits(*it) > 0);
        for at in moving {
            let cell = &layout.cells[at];
            mirrors.take((cell.word, cell.shift), bits(at), |exchange, number| {
                let Some((to, numbers)) = moved[exchange].get(&at) else {
                    return in_word(cell.word, number << cell.shift);
                };
                let to = &layout.cells[*to];
                // Of numbers that no value has it does not matter.
                let number = numbers.get(number as usize).copied().unwrap_or(0);
                in_word(to.word, number << to.shift)
            });
        }
        if let Some(WinNote { word, shift }) = note.filter(|_| mirrors.of_players.contains(&true)) {
            mirrors.take((word, shift), 2, |exchange, number| {
                let is_of_players = exchanges[exchange].is_of_players;
                let turned = if is_of_players { number >> 1 | (number & 1) << 1 } else { number };
                in_word(word, turned << shift)
            });
        }
        mirrors
    }

    /// Takes bits over as well, which lie behind those before.
    fn take(
        &mut self,
        (word, shift): (usize, u32),
        bits: u32,
        image: impl Fn(usize, u64) -> [u64; WORDS],
    ) {
        self.stays[word] &= !(((1 << bits) - 1) << shift);
        let fits = |it: &&mut Piece<WORDS>| it.word == word && shift + bits - it.shift <= PIECE;
        if self.pieces.last_mut().filter(fits).is_none() {
            let images = vec![[0; WORDS]; self.of_players.len()];
            self.pieces.push(Piece { word, shift, bits: 0, images });
        }
        if let Some(piece) = self.pieces.last_mut() {
            // Between them may lie bits that stay.
            piece.extend(shift - piece.shift - piece.bits, |_, _| [0; WORDS]);
            piece.extend(bits, image);
        }
    }

    /// Whether one state stands for all that mirror each other.
    pub(super) const fn are_all(&self) -> bool {
        self.are_all
    }

    /// A state that stands for this one and those that mirror it: the least one, or where there are many exchanges one that no single
    /// exchange makes less.
    pub(super) fn normal(&self, state: [u64; WORDS]) -> Normal<[u64; WORDS]> {
        if self.are_all { self.least(state) } else { self.lessened(state) }
    }

    /// The least of a state and all its images.
    fn least(&self, state: [u64; WORDS]) -> Normal<[u64; WORDS]> {
        let count = self.of_players.len();
        let mut least = Normal { state, is_exchanged: false };
        let mut images = [[0; WORDS]; Exchanges::MOST];
        let images = &mut images[..count];
        images.fill(self.staying(&state));
        for piece in &self.pieces {
            for (image, own) in zip(images.as_flattened_mut(), piece.row(&state, count)) {
                *image |= own;
            }
        }
        for (image, is_exchanged) in zip(&*images, &self.of_players) {
            if *image < least.state {
                least = Normal { state: *image, is_exchanged: *is_exchanged };
            }
        }
        least
    }

    /// A state lessened by one exchange after the other, until as many as there are make it no less.
    fn lessened(&self, state: [u64; WORDS]) -> Normal<[u64; WORDS]> {
        let mut least = Normal { state, is_exchanged: false };
        let (count, mut tried) = (self.of_players.len(), 0);
        for (at, is_of_players) in self.of_players.iter().enumerate().cycle() {
            let mut image = self.staying(&least.state);
            for piece in &self.pieces {
                let own = &piece.row(&least.state, count)[at * WORDS..];
                zip(&mut image, own).for_each(|(word, it)| *word |= it);
            }
            tried += 1;
            if image < least.state {
                let is_exchanged = least.is_exchanged != *is_of_players;
                (least, tried) = (Normal { state: image, is_exchanged }, 0);
            }
            if tried == count {
                break;
            }
        }
        least
    }

    /// What all exchanges leave where it is.
    fn staying(&self, state: &[u64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|it| state[it] & self.stays[it])
    }
}
