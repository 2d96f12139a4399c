//! What a position of chains and loops is worth that do not meet. The short ones, of one box and of
//! two, are opened first. Then of the long chains the shortest or of the loops the shortest, and the
//! opponent takes all of it, or all but the boxes that hand the move over, two of a chain, four of a
//! loop (Berlekamp, "The Dots and Boxes Game", 2000; Buzzard and Ciere, "Playing simple loony dots
//! and boxes endgames optimally", 2013).

use smallvec::{SmallVec, smallvec};

/// What it is worth to be about to take that many boxes, `handed` of which would hand the move to the
/// opponent (0: none do), when what remains is worth `rest` for who moves then.
pub fn taken(boxes: i32, handed: i32, rest: i32) -> i32 {
    if handed == 0 { boxes + rest } else { boxes - handed + (rest + handed).abs() }
}

/// Lengths of chains and loops.
#[derive(Clone, Debug, Default)]
pub struct Endgame {
    /// How many chains have one box, and two.
    short: [u32; 2],
    chains: SmallVec<[i32; 16]>,
    loops: SmallVec<[i32; 16]>,
}

impl Endgame {
    /// Adds a chain or a loop.
    pub fn push(&mut self, boxes: i32, is_loop: bool) {
        match boxes {
            _ if is_loop => self.loops.push(boxes),
            1 | 2 => self.short[boxes as usize - 1] += 1,
            _ => self.chains.push(boxes),
        }
    }

    /// How many boxes who moves gains more than the other.
    pub fn value(mut self) -> i32 {
        // The longest first: the table grows by what is opened before.
        self.chains.sort_unstable_by(|a, b| b.cmp(a));
        self.loops.sort_unstable_by(|a, b| b.cmp(a));
        // For each number of loops the value with the chains so far.
        let mut row: SmallVec<[i32; 16]> = smallvec![0];
        for &boxes in &self.loops {
            row.push(-taken(boxes, 4, row[row.len() - 1]));
        }
        for &chain in &self.chains {
            row[0] = -taken(chain, 2, row[0]);
            for (at, &boxes) in self.loops.iter().enumerate() {
                row[at + 1] = (-taken(chain, 2, row[at + 1])).max(-taken(boxes, 4, row[at]));
            }
        }
        let mut value = row[self.loops.len()];
        for (boxes, count) in [(2, self.short[1]), (1, self.short[0])] {
            // Two openings in a row cancel each other.
            if count % 2 == 1 {
                value = -(boxes + value);
            }
        }
        value
    }
}
