//! What shows that positions do not come again: cells of a symbol that every step moves the same way, or
//! the longest play from each position, where they are few. Whoever checks sees that every step makes
//! the number smaller, and need not believe it.

use rustc_hash::FxHashMap;

use super::game::PackedGame;
use super::ground::{Condition, GroundNumber};
use super::steps::{ChangeTarget, GroundStep};
use crate::budget::{Budget, Stop};
use crate::logic::game::Game;
use crate::logic::sheet::rules::PlayPromise;
use crate::logic::sheet::{Operation, SymbolId};

/// Positions that are looked at.
const POSITIONS: usize = 1 << 18;

/// Moves that are looked at.
const MOVES: u64 = 1 << 22;

/// Why no position comes again.
#[derive(Clone, Debug)]
pub(super) enum GameProgress<Position> {
    /// It may, for all that is known.
    Unknown,
    /// Every step makes the numbers in these cells greater, or smaller.
    Cells { cells: std::ops::Range<usize>, grows: bool },
    /// Of every position the longest play, and the points that both together still get, if these are the
    /// same for all plays. One may stand for all that mirror it.
    Listed { plays: FxHashMap<Position, (u32, i64)>, has_total: bool, is_mirrored: bool },
}

impl<const WORDS: usize> GameProgress<[u64; WORDS]> {
    /// What can be found out about a game.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn of(game: &PackedGame<WORDS>, budget: &mut Budget) -> Result<Self, Stop> {
        let cells = by_cells(game);
        let is_sure = game.steps().all(|it| !it.is_open);
        if let (Some(cells), false, true) = (&cells, game.has_points(), is_sure) {
            return Ok(cells.clone());
        }
        let mut part = budget.part(MOVES);
        let mut list = |is_mirrored| match listed(game, is_mirrored, &mut part) {
            Err(Stop::Steps) => Ok(None),
            listed => listed,
        };
        // Where some exchanges are missing, mirror images may have several positions that stand for them.
        let mut listed = list(game.knows_all_mirrors())?;
        // What goes wrong is told of a position that play leads to, which its mirror image need not be.
        if game.forget_disagreement() {
            listed = list(false)?;
        }
        Ok(listed.or(cells).unwrap_or(Self::Unknown))
    }

    /// What is promised of a position.
    pub(super) fn promise(&self, game: &PackedGame<WORDS>, position: &[u64; WORDS]) -> PlayPromise {
        match self {
            Self::Unknown => PlayPromise::default(),
            Self::Cells { cells, grows } => {
                let cells = game.layout.cells[cells.clone()].iter();
                let sum: i64 = cells.map(|it| it.read(position) as i64).sum();
                PlayPromise { rank: Some(if *grows { -sum } else { sum }), points_left: None }
            }
            Self::Listed { plays, has_total, is_mirrored } => {
                let position = if *is_mirrored { game.normal(*position).state } else { *position };
                let listed = plays.get(&position);
                let points_left = listed.filter(|_| *has_total).map(|it| it.1);
                PlayPromise { rank: listed.map(|it| it.0.into()), points_left }
            }
        }
    }
}

/// A symbol whose cells every step makes greater, or smaller.
fn by_cells<const WORDS: usize>(game: &PackedGame<WORDS>) -> Option<GameProgress<[u64; WORDS]>> {
    let first = &game.layout.first;
    let ends = first.iter().skip(1).copied().chain([game.layout.cells.len()]);
    for ((at, start), end) in first.iter().copied().enumerate().zip(ends) {
        let cells = start..end;
        let changes = cells.clone().any(|it| game.layout.cells[it].fixed.is_none());
        for grows in [true, false] {
            let moves = |it: &GroundStep| moves(it, SymbolId(at as u32), grows, game);
            if changes && game.steps().all(moves) {
                return Some(GameProgress::Cells { cells, grows });
            }
        }
    }
    None
}

/// Whether a step makes one cell of a symbol greater, or smaller, and no other one the other way.
fn moves<const WORDS: usize>(
    step: &GroundStep,
    symbol: SymbolId,
    grows: bool,
    game: &PackedGame<WORDS>,
) -> bool {
    let first = game.layout.first[symbol.0 as usize];
    let end = game.layout.first.get(symbol.0 as usize + 1).copied();
    let cells = first..end.unwrap_or(game.layout.cells.len());
    let mut moves = false;
    for effect in &step.effects {
        let at = match &effect.target {
            ChangeTarget::Lookup(lookup) if lookup.symbol == symbol => return false,
            ChangeTarget::Cell(at) if cells.contains(at) => *at,
            _ => continue,
        };
        let cell = &game.layout.cells[at];
        // What is missing stays so, whatever is added.
        let is_there = !cell.range().2 || asked(&step.guard, at, game).is_some_and(|it| it.0 > 0);
        let by = match &effect.to {
            GroundNumber::Binary(operation @ (Operation::Plus | Operation::Minus), parts)
                if parts.0 == GroundNumber::Cell(*cell) && is_there =>
            {
                match (operation, &parts.1) {
                    (Operation::Plus, GroundNumber::Constant(Some(by))) => *by,
                    (Operation::Minus, GroundNumber::Constant(Some(by))) => -by,
                    _ => return false,
                }
            }
            to => {
                let (least, most, is_missing) = to.range();
                let missing = matches!(to, GroundNumber::Constant(None));
                if !missing && (is_missing || (least, most) == (i64::MIN, i64::MAX)) {
                    return false;
                }
                let number = |it: i64| cell.number(Some(it)) as i64;
                let (least, most) = if missing { (0, 0) } else { (number(least), number(most)) };
                let Some(before) = asked(&step.guard, at, game) else { return false };
                match grows {
                    true => least - before.1,
                    false => most - before.0,
                }
            }
        };
        match by {
            0 => {}
            by if (by > 0) != grows => return false,
            _ => moves |= effect.condition == Condition::Truth(true),
        }
    }
    moves
}

/// Between which numbers a guard asks a cell to be.
fn asked<const WORDS: usize>(
    guard: &Condition,
    at: usize,
    game: &PackedGame<WORDS>,
) -> Option<(i64, i64)> {
    let cell = &game.layout.cells[at];
    match guard {
        Condition::All(parts) => parts.iter().find_map(|it| asked(it, at, game)),
        Condition::Match(words) => {
            let mask = cell.mask << cell.shift;
            let word = words.iter().find(|it| it.word as usize == cell.word)?;
            let number = ((word.bits & mask) >> cell.shift) as i64;
            (word.mask & mask == mask).then_some((number, number))
        }
        Condition::OneOf(it, set) if it == cell => {
            let most = u64::BITS - 1 - set.leading_zeros();
            Some((set.trailing_zeros().into(), most.into()))
        }
        _ => None,
    }
}

/// A position whose moves are being looked at.
struct Frame<Position> {
    position: Position,
    moves: Vec<u32>,
    next: usize,
    plies: u32,
    /// What is left after each move that was tried.
    left: Option<i64>,
}

/// The longest play from each position; `None` when one comes again, or they are too many.
fn listed<const WORDS: usize>(
    game: &PackedGame<WORDS>,
    is_mirrored: bool,
    budget: &mut Budget,
) -> Result<Option<GameProgress<[u64; WORDS]>>, Stop> {
    let normal = |it: [u64; WORDS]| if is_mirrored { game.normal(it).state } else { it };
    let enter = |position: [u64; WORDS]| {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let left = moves.is_empty().then(|| game.shared(&position, None));
        Frame { position, moves, next: 0, plies: 0, left }
    };
    let mut plays: FxHashMap<[u64; WORDS], (u32, i64)> = FxHashMap::default();
    let mut has_total = game.has_points();
    /// A position on the way to the one at hand.
    const OPEN: u32 = u32::MAX;
    let start = normal(game.start());
    let mut stack = vec![enter(start)];
    plays.insert(start, (OPEN, 0));
    while let Some(frame) = stack.last_mut() {
        budget.check()?;
        budget.work(game.moves_in_all() / 8)?;
        let Some(chosen) = frame.moves.get(frame.next).copied() else {
            let Some(Frame { position, plies, left, .. }) = stack.pop() else { break };
            plays.insert(position, (plies, left.unwrap_or(0)));
            continue;
        };
        let next = normal(game.apply(&frame.position, chosen));
        match plays.get(&next) {
            Some((OPEN, _)) => return Ok(None),
            Some((plies, left)) => {
                frame.next += 1;
                frame.plies = frame.plies.max(plies + 1);
                let left = left + game.shared(&frame.position, Some(chosen));
                has_total &= *frame.left.get_or_insert(left) == left;
            }
            None => {
                if plays.len() == POSITIONS {
                    return Ok(None);
                }
                plays.insert(next, (OPEN, 0));
                stack.push(enter(next));
            }
        }
    }
    Ok(Some(GameProgress::Listed { plays, has_total, is_mirrored }))
}
