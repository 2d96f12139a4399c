//! What is known of tippy beyond its rules: a tippy that lacks one mark is completed, or blocked; two
//! such tippies at once win; and who faces a move that would make two has to hinder it, or threaten
//! first. Everything else is tried in order of how much it helps.

use smallvec::SmallVec;

use super::{Tippy, TippyBoard, TippyCell, is_marked};
use crate::logic::game::{Game, Side};

/// Appends the moves among which there is a best one.
pub(super) fn promising(game: &Tippy, board: &TippyBoard, moves: &mut Vec<TippyCell>) {
    let own = game.to_move(board);
    let [mine, theirs] = [own, own.other()].map(|side| Lacking::of(game, board, side));
    if let Some(cell) = mine.one.or(theirs.one) {
        // Completing is best, and blocking is forced; who has to block twice loses anyhow.
        return moves.push(cell);
    }
    let forks = forks(game, board, &mine.two, own);
    if let Some(fork) = forks.first() {
        return moves.push(fork.cell);
    }
    let against = self::forks(game, board, &theirs.two, own.other());
    let start = moves.len();
    moves.extend(board.free().filter(|cell| {
        against.iter().all(|fork| fork.is_hindered_by(*cell))
            || !completions(game, board, *cell, own).is_empty()
    }));
    if moves.len() == start {
        moves.extend(board.free().next());
    }
    let weights = weights(game, board, own);
    moves[start..].sort_by_key(|cell| -weights[*cell as usize]);
}

/// In how many moves of both a player may win at the earliest: by completing a tippy, by a fork and a
/// completion, or by a mark more than that.
pub(super) fn soonest_win(game: &Tippy, board: &TippyBoard, side: Side) -> u32 {
    let lacking = Lacking::of(game, board, side);
    let own_moves = match (lacking.one, &lacking.two[..]) {
        (Some(_), _) => 1,
        (None, []) => 3,
        (None, _) => 2,
    };
    if game.to_move(board) != side {
        return 2 * own_moves;
    }
    let is_fork_needed = own_moves == 2 && forks(game, board, &lacking.two, side).is_empty();
    2 * (own_moves + u32::from(is_fork_needed)) - 1
}

/// What a player lacks in the tippies that hold two own marks at least and none of the opponent.
struct Lacking {
    /// An empty cell that completes a tippy.
    one: Option<TippyCell>,
    /// The two empty cells of each tippy that lacks two; only those seen before `one`.
    two: Vec<[TippyCell; 2]>,
}

impl Lacking {
    fn of(game: &Tippy, board: &TippyBoard, side: Side) -> Self {
        let mut two = Vec::new();
        let [own, theirs] = [side, side.other()].map(|it| board.of(it));
        for tippy in game.marked(board, &[side]) {
            let tippy = game.tippies[tippy as usize].into_iter();
            let mut others = tippy.filter(|cell| !is_marked(own, *cell));
            let is_free = |cell| !is_marked(theirs, cell);
            match (others.next(), others.next(), others.next()) {
                (Some(one), None, _) if is_free(one) => return Self { one: Some(one), two },
                (Some(first), Some(second), None) if is_free(first) && is_free(second) => {
                    two.push([first, second]);
                }
                _ => {}
            }
        }
        Self { one: None, two }
    }
}

/// A few cells.
type FewCells = SmallVec<[TippyCell; 8]>;

/// A cell whose mark makes two threats at once.
struct Fork {
    cell: TippyCell,
    /// The cells that would complete a tippy then.
    completions: FewCells,
}

impl Fork {
    /// Whether the opponent takes a threat from it by marking a cell first.
    fn is_hindered_by(&self, cell: TippyCell) -> bool {
        cell == self.cell || (self.completions.len() == 2 && self.completions.contains(&cell))
    }
}

/// All forks of a player, by the pairs of cells that complete a tippy.
fn forks(game: &Tippy, board: &TippyBoard, pairs: &[[TippyCell; 2]], side: Side) -> Vec<Fork> {
    let mut cells = pairs.as_flattened().to_vec();
    cells.sort_unstable();
    cells.dedup();
    let fork = |cell| Fork { cell, completions: completions(game, board, cell, side) };
    cells.into_iter().map(fork).filter(|it| it.completions.len() > 1).collect()
}

/// The cells that would complete a tippy after a mark in this one.
fn completions(game: &Tippy, board: &TippyBoard, cell: TippyCell, side: Side) -> FewCells {
    let mut found = FewCells::new();
    let [own, theirs] = [side, side.other()].map(|it| board.of(it));
    for tippy in &game.through[cell as usize] {
        let tippy = game.tippies[*tippy as usize].into_iter();
        let mut others = tippy.filter(|it| *it != cell && !is_marked(own, *it));
        if let (Some(last), None) = (others.next(), others.next())
            && !is_marked(theirs, last)
            && !found.contains(&last)
        {
            found.push(last);
        }
    }
    found
}

/// How much each cell helps: tippies through it that are open to a player, more for each mark in them.
fn weights(game: &Tippy, board: &TippyBoard, own: Side) -> Vec<i32> {
    // A tippy without marks counts 1 for each of its cells.
    let mut weights: Vec<i32> = game.through.iter().map(|it| it.len() as i32).collect();
    let [mine, theirs] = [own, own.other()].map(|it| board.of(it));
    for tippy in game.marked(board, &[own, own.other()]) {
        let cells = game.tippies[tippy as usize];
        let count = |marks| cells.iter().filter(|it| is_marked(marks, **it)).count() as i32;
        let worth = match (count(mine), count(theirs)) {
            (marks, 0) => 1 + 4 * marks,
            (0, marks) => 2 * marks,
            _ => 0,
        };
        cells.iter().for_each(|cell| weights[*cell as usize] += worth - 1);
    }
    weights
}
