//! Positions that mirror each other by exchanges that leave the rules as they are, and the least of them, which stands for all.
//! A state is taken over piece by piece: some cells beside each other, for all that may stand in them.

use super::states::Layout;
use super::symmetries::StateExchange;
use super::wins::WinNote;
use crate::logic::game::Normal;

/// Bits of a piece of several cells at most, and those of one cell.
const PIECE: u32 = 8;
const CELL: u32 = 12;

/// The exchanges of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Mirrors<const WORDS: usize>(Vec<Mirror<WORDS>>);

/// An exchange, on states.
#[derive(Clone, Debug)]
struct Mirror<const WORDS: usize> {
    /// The bits that stay.
    stays: [u64; WORDS],
    pieces: Vec<Piece<WORDS>>,
    is_of_players: bool,
}

/// Bits beside each other, and what becomes of each number that they are.
#[derive(Clone, Debug)]
struct Piece<const WORDS: usize> {
    word: usize,
    shift: u32,
    bits: u32,
    images: Vec<[u64; WORDS]>,
}

impl<const WORDS: usize> Piece<WORDS> {
    fn new(word: usize, shift: u32) -> Self {
        Self { word, shift, bits: 0, images: vec![[0; WORDS]] }
    }

    /// Takes the bits behind it as well.
    fn extend(&mut self, bits: u32, image: impl Fn(u64) -> [u64; WORDS]) {
        let before = std::mem::take(&mut self.images);
        for number in 0..1 << bits {
            let more = image(number);
            self.images.extend(before.iter().map(|it| joined(it, &more)));
        }
        self.bits += bits;
    }
}

fn joined<const WORDS: usize>(one: &[u64; WORDS], other: &[u64; WORDS]) -> [u64; WORDS] {
    std::array::from_fn(|it| one[it] | other[it])
}

impl<const WORDS: usize> Mirrors<WORDS> {
    /// Those of exchanges, for states that may note who has won.
    pub(super) fn new(exchanges: &[StateExchange], layout: &Layout, note: Option<WinNote>) -> Self {
        Self(exchanges.iter().filter_map(|it| Mirror::new(it, layout, note)).collect())
    }

    /// A state that stands for this one and those that mirror it: the least one, or where there are many exchanges one that no single
    /// exchange makes less.
    #[inline]
    pub(super) fn normal(&self, state: [u64; WORDS]) -> Normal<[u64; WORDS]> {
        let mut least = Normal { state, is_exchanged: false };
        // As many as there are, one after the other, that make it no less.
        let mut tried = 0;
        for mirror in self.0.iter().cycle() {
            let image = mirror.image(&least.state);
            tried += 1;
            if image < least.state {
                let is_exchanged = least.is_exchanged != mirror.is_of_players;
                (least, tried) = (Normal { state: image, is_exchanged }, 0);
            }
            if tried == self.0.len() {
                break;
            }
        }
        least
    }
}

impl<const WORDS: usize> Mirror<WORDS> {
    /// `None` where a cell has too many values for a table.
    fn new(exchange: &StateExchange, layout: &Layout, note: Option<WinNote>) -> Option<Self> {
        let mut stays = [u64::MAX; WORDS];
        let mut pieces: Vec<Piece<WORDS>> = Vec::new();
        let mut moving: Vec<_> = exchange.cells.iter().collect();
        moving.sort_unstable_by_key(|it| (layout.cells[it.0].word, layout.cells[it.0].shift));
        for (at, (to, numbers)) in moving {
            let (cell, to) = (&layout.cells[*at], &layout.cells[*to]);
            let bits = u64::BITS - cell.mask.leading_zeros();
            if bits > CELL {
                return None;
            }
            stays[cell.word] &= !(cell.mask << cell.shift);
            let goes_on = |it: &&mut Piece<WORDS>| {
                (it.word, it.shift + it.bits) == (cell.word, cell.shift) && it.bits + bits <= PIECE
            };
            let image = |number: u64| {
                let mut image = [0; WORDS];
                // Of numbers that no value has it does not matter.
                let number = numbers.get(number as usize).copied().unwrap_or(0);
                image[to.word] = number << to.shift;
                image
            };
            match pieces.last_mut().filter(goes_on) {
                Some(piece) => piece.extend(bits, image),
                None => {
                    let mut piece = Piece::new(cell.word, cell.shift);
                    piece.extend(bits, image);
                    pieces.push(piece);
                }
            }
        }
        if let Some(note) = note.filter(|_| exchange.is_of_players) {
            let WinNote { word, shift } = note;
            stays[word] &= !(3 << shift);
            let mut piece = Piece::new(word, shift);
            piece.extend(2, |number| {
                let mut image = [0; WORDS];
                image[word] = (number >> 1 | (number & 1) << 1) << shift;
                image
            });
            pieces.push(piece);
        }
        Some(Self { stays, pieces, is_of_players: exchange.is_of_players })
    }

    #[inline]
    fn image(&self, state: &[u64; WORDS]) -> [u64; WORDS] {
        let mut image: [u64; WORDS] = std::array::from_fn(|it| state[it] & self.stays[it]);
        for Piece { word, shift, images, .. } in &self.pieces {
            // There are images for all numbers of so many bits, of which there is a power of two.
            let number = state[*word] >> shift & (images.len() as u64 - 1);
            image = joined(&image, &images[number as usize]);
        }
        image
    }
}
