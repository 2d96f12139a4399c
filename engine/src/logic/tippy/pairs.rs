//! Pairs of cells that hold a player back: when every tippy the player could still form needs both cells
//! of some pair, and no two pairs share a cell, the opponent answers each mark in a pair with the other
//! cell of it, and there will be no tippy.

use smallvec::SmallVec;

use super::{Tippy, TippyBoard, TippyCell};
use crate::logic::game::Side;

/// Tries to find such pairs.
const MOST_TRIES: u32 = 100;

/// No more tippies need both cells of a pair: so many hold a cell that is far from the border.
const MOST_OF_PAIR: usize = 16;

/// The cells that a tippy lacks.
type LackingCells = SmallVec<[TippyCell; 4]>;

/// Whether pairs are found that keep a player from winning, who has to move.
pub(super) fn hold(game: &Tippy, board: &TippyBoard, attacker: Side) -> bool {
    let open = |tippy: &&[TippyCell; 4]| tippy.iter().all(|it| !board.has(attacker.other(), *it));
    let missing = |tippy: &[TippyCell; 4]| -> LackingCells {
        tippy.iter().copied().filter(|cell| !board.has(attacker, *cell)).collect()
    };
    let most = MOST_TRIES as usize * MOST_OF_PAIR;
    let open = game.tippies.iter().filter(open).map(missing);
    let mut lacking: Vec<LackingCells> = open.take(most + 1).collect();
    if lacking.len() > most {
        return false;
    }
    lacking.sort_unstable();
    lacking.dedup();
    let mut search = Search { lacking, used: vec![false; board.cells()], tries: 0 };
    let all: Vec<usize> = (0..search.lacking.len()).collect();
    search.holds(&all)
}

struct Search {
    /// The cells that each tippy lacks.
    lacking: Vec<LackingCells>,
    /// The cells of the pairs so far.
    used: Vec<bool>,
    tries: u32,
}

impl Search {
    /// Whether pairs are found for these tippies. Each level has a pair more, so it does not get deep.
    fn holds(&mut self, tippies: &[usize]) -> bool {
        self.tries += 1;
        if self.tries > MOST_TRIES {
            return false;
        }
        // The one with the least choice first.
        let unused = |at: &usize| {
            self.lacking[*at].iter().filter(|cell| !self.used[**cell as usize]).count()
        };
        let Some(tightest) = tippies.iter().copied().min_by_key(unused) else { return true };
        let cells: LackingCells = self.lacking[tightest]
            .iter()
            .copied()
            .filter(|cell| !self.used[*cell as usize])
            .collect();
        let mut pairs = Vec::new();
        for (at, &first) in cells.iter().enumerate() {
            for &second in &cells[at + 1..] {
                let is_open = |it: &usize| {
                    !(self.lacking[*it].contains(&first) && self.lacking[*it].contains(&second))
                };
                let rest: Vec<usize> = tippies.iter().copied().filter(is_open).collect();
                pairs.push((rest, first, second));
            }
        }
        pairs.sort_by_key(|it| it.0.len());
        for (rest, first, second) in pairs {
            self.use_pair(first, second, true);
            if self.holds(&rest) {
                return true;
            }
            self.use_pair(first, second, false);
        }
        false
    }

    fn use_pair(&mut self, first: TippyCell, second: TippyCell, is_used: bool) {
        self.used[first as usize] = is_used;
        self.used[second as usize] = is_used;
    }
}
