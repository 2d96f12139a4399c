//! What is known of tippy beyond its rules: a tippy that lacks one mark is completed, or blocked; two
//! such tippies at once win; and who faces a move that would make two has to hinder it, or threaten
//! first. Everything else is tried in order of how much it helps.

use super::{Board, Cell, Tippy};
use crate::logic::game::{Game, Side};

/// Appends the moves among which there is a best one.
pub fn promising(game: &Tippy, board: &Board, moves: &mut Vec<Cell>) {
    let own = game.to_move(board);
    let other = own.other();
    if let Some(cell) = wins(game, board, own).or_else(|| wins(game, board, other)) {
        // Completing is best, and blocking is forced; who has to block twice loses anyhow.
        return moves.push(cell);
    }
    let forks = forks(game, board, own);
    if let Some(fork) = forks.first() {
        return moves.push(fork.cell);
    }
    let against = self::forks(game, board, other);
    let start = moves.len();
    moves.extend(board.free().filter(|cell| {
        against.iter().all(|fork| fork.is_hindered_by(*cell))
            || !completions(game, board, *cell, own).is_empty()
    }));
    if moves.len() == start {
        moves.extend(board.free().next());
    }
    moves[start..].sort_by_cached_key(|cell| -weight(game, board, *cell, own));
}

/// In how many moves of both a player may win at the earliest: by completing a tippy, by a fork and a
/// completion, or by a mark more than that.
pub fn soonest_win(game: &Tippy, board: &Board, side: Side) -> u32 {
    let own_moves = if wins(game, board, side).is_some() {
        1
    } else if lacking(game, board, side, 2).next().is_none() {
        3
    } else {
        2
    };
    if game.to_move(board) != side {
        return 2 * own_moves;
    }
    let is_fork_needed = own_moves == 2 && forks(game, board, side).is_empty();
    2 * (own_moves + u32::from(is_fork_needed)) - 1
}

/// An empty cell that completes a tippy.
fn wins(game: &Tippy, board: &Board, side: Side) -> Option<Cell> {
    lacking(game, board, side, 1).find_map(|tippy| tippy.into_iter().find(|it| board.is_free(*it)))
}

/// The tippies that lack so many marks of a player in empty cells.
fn lacking(
    game: &Tippy,
    board: &Board,
    side: Side,
    marks: usize,
) -> impl Iterator<Item = [Cell; 4]> {
    game.tippies.iter().copied().filter(move |tippy| {
        let own = tippy.iter().filter(|cell| board.has(side, **cell)).count();
        own + marks == 4 && tippy.iter().filter(|cell| board.is_free(**cell)).count() == marks
    })
}

/// A cell whose mark makes two threats at once.
struct Fork {
    cell: Cell,
    /// The cells that would complete a tippy then.
    completions: Vec<Cell>,
}

impl Fork {
    /// Whether the opponent takes a threat from it by marking a cell first.
    fn is_hindered_by(&self, cell: Cell) -> bool {
        cell == self.cell || (self.completions.len() == 2 && self.completions.contains(&cell))
    }
}

/// All forks of a player.
fn forks(game: &Tippy, board: &Board, side: Side) -> Vec<Fork> {
    let mut cells: Vec<Cell> =
        lacking(game, board, side, 2).flatten().filter(|cell| board.is_free(*cell)).collect();
    cells.sort_unstable();
    cells.dedup();
    let fork = |cell| Fork { cell, completions: completions(game, board, cell, side) };
    cells.into_iter().map(fork).filter(|it| it.completions.len() > 1).collect()
}

/// The cells that would complete a tippy after a mark in this one.
fn completions(game: &Tippy, board: &Board, cell: Cell, side: Side) -> Vec<Cell> {
    let mut found = Vec::new();
    for tippy in &game.through[cell as usize] {
        let rest = game.tippies[*tippy as usize].into_iter().filter(|it| *it != cell);
        let empty: Vec<Cell> = rest.clone().filter(|it| board.is_free(*it)).collect();
        let own = rest.filter(|it| board.has(side, *it)).count();
        if own == 2
            && let [last] = empty[..]
            && !found.contains(&last)
        {
            found.push(last);
        }
    }
    found
}

/// How much a cell helps: tippies through it that are open to a player, more for each mark in them.
fn weight(game: &Tippy, board: &Board, cell: Cell, own: Side) -> i32 {
    let tippies = game.through[cell as usize].iter();
    let worth = tippies.map(|tippy| {
        let cells = game.tippies[*tippy as usize];
        let count = |side| cells.iter().filter(|it| board.has(side, **it)).count() as u32;
        match (count(own), count(own.other())) {
            (marks, 0) => 1 + 4 * marks as i32,
            (0, marks) => 2 * marks as i32,
            _ => 0,
        }
    });
    worth.sum()
}
