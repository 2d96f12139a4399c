//! Searches the tree of a game's plays: minimax, alpha-beta, dynamic programming over positions and
//! the strongest procedure are this one walk, with or without cuts, memory, and what the game knows.
//! The walk keeps its own stack, so that no play is too long for it.
//!
//! A *node* is a position that the walk enters, each time it does: the root, the leaves, and also a
//! position that the memory then knows. Their number depends on nothing but the game and the procedure.

use super::Finder;
use super::table::{Entry, Table};
use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, Length, Side, Value};

/// What a walk makes use of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// Leaves out what cannot change the value.
    pub cuts: bool,
    /// Remembers the values of positions.
    pub remembers: bool,
    /// Uses what the game knows beyond its rules, and looks for short wins first.
    pub knows: bool,
}

impl Means {
    /// Every play to its end.
    pub const MINIMAX: Self = Self { cuts: false, remembers: false, knows: false };
    /// Without what cannot change the value.
    pub const ALPHA_BETA: Self = Self { cuts: true, remembers: false, knows: false };
    /// Every position once.
    pub const MEMO: Self = Self { cuts: false, remembers: true, knows: false };
    /// All of it.
    pub const ALL: Self = Self { cuts: true, remembers: true, knows: true };
}

/// Between which scores the value of a position lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// At least this.
    pub low: i32,
    /// At most this.
    pub high: i32,
}

impl Bounds {
    fn shifted(self, by: i32) -> Self {
        Self { low: self.low + by, high: self.high + by }
    }

    /// Whether it is known on which side of a window the value lies, or what it is.
    fn settles(self, window: Self) -> bool {
        self.low == self.high || self.low >= window.high || self.high <= window.low
    }
}

/// Far enough for every play.
const TO_THE_END: u32 = u32::MAX;

/// A walk through the plays of a game, and what it remembers.
pub struct Tree<'g, G: Game> {
    game: &'g G,
    means: Means,
    table: Table<G::State>,
    nodes: u64,
}

/// A position on the way from the root to where the walk is.
struct Frame<G: Game> {
    state: G::State,
    side: Side,
    /// What the move to here has gained.
    gain: i32,
    /// The moves that are left, as a range of the stack of moves.
    next: usize,
    end: usize,
    start: usize,
    /// What matters to those above: scores strictly between these.
    window: Bounds,
    /// The window at the beginning.
    asked: Bounds,
    /// What is known so far from the moves that were tried.
    found: Option<Bounds>,
    /// What the memory knew.
    known: Bounds,
    depth: u32,
}

impl<'g, G: Game> Tree<'g, G> {
    /// A walk that has not begun.
    pub fn new(game: &'g G, means: Means) -> Self {
        Self { game, means, table: Table::default(), nodes: 0 }
    }

    fn limits(&self) -> Bounds {
        let (low, high) = self.game.scores();
        Bounds { low, high }
    }

    /// The bounds of a position's value that follow from `depth` more moves. They are as tight as can
    /// be within the window; `None` stands for the widest.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn bounds(
        &mut self,
        root: &G::State,
        depth: u32,
        window: Option<Bounds>,
        budget: &mut Budget,
    ) -> Result<Bounds, Stop> {
        let limits = self.limits();
        let open = Bounds { low: limits.low - 1, high: limits.high + 1 };
        // A score that cannot be beaten is enough for who knows that.
        let widest = if self.means.knows { limits } else { open };
        let mut moves = Vec::new();
        let mut stack: Vec<Frame<G>> = Vec::new();
        let mut entering = Some((root.clone(), 0, window.unwrap_or(widest), depth));
        loop {
            let mut done = if let Some((state, gain, window, depth)) = entering.take() {
                budget.check()?;
                self.nodes += 1;
                match self.enter(state, gain, window, depth, &mut moves) {
                    Ok(frame) => {
                        stack.push(frame);
                        None
                    }
                    Err(bounds) => Some(bounds.shifted(gain)),
                }
            } else {
                None
            };
            // Hands what is known of a position to the one above, as far up as that settles it.
            loop {
                let Some(frame) = stack.last_mut() else {
                    return Ok(done.expect("the root has been left"));
                };
                let is_settled = match done.take() {
                    Some(bounds) => self.means.cuts && frame.learn(bounds),
                    None => false,
                };
                if !is_settled && frame.next < frame.end {
                    let chosen = moves[frame.next];
                    frame.next += 1;
                    let gain = self.game.gain(&frame.state, chosen);
                    let state = self.game.apply(&frame.state, chosen);
                    let window = frame.window.shifted(-gain);
                    let depth = if frame.depth == TO_THE_END { TO_THE_END } else { frame.depth - 1 };
                    entering = Some((state, gain, window, depth));
                    break;
                }
                let frame = stack.pop().expect("it was the last");
                moves.truncate(frame.start);
                let gain = frame.gain;
                done = Some(self.leave(frame, is_settled).shifted(gain));
            }
        }
    }

    /// Looks at a position: what is known of it at once, or what has to be tried.
    fn enter(
        &mut self,
        state: G::State,
        gain: i32,
        mut window: Bounds,
        depth: u32,
        moves: &mut Vec<G::Move>,
    ) -> Result<Frame<G>, Bounds> {
        let limits = self.limits();
        let state = if self.means.knows { self.game.normal(&state) } else { state };
        let asked = window;
        let mut known = limits;
        if self.means.remembers
            && let Some(entry) = self.table.get(&state)
        {
            known = entry.bounds;
            let was_asked = entry.depth >= depth
                && entry.window.low <= window.low
                && entry.window.high >= window.high;
            if was_asked || known.settles(window) {
                return Err(known);
            }
            if self.means.cuts {
                window.low = window.low.max(known.low);
                window.high = window.high.min(known.high);
            }
        }
        let start = moves.len();
        if depth == 0 {
            self.game.moves(&state, moves);
        } else if self.means.knows {
            self.game.promising(&state, moves);
        } else {
            self.game.moves(&state, moves);
        }
        let end = moves.len();
        if start == end {
            let score = self.game.score(&state);
            return Err(Bounds { low: score, high: score });
        }
        if depth == 0 {
            moves.truncate(start);
            return Err(known);
        }
        let side = self.game.to_move(&state);
        let found = None;
        Ok(Frame { state, side, gain, next: start, end, start, window, asked, found, known, depth })
    }

    /// What is known of a position when the walk leaves it.
    fn leave(&mut self, frame: Frame<G>, is_cut: bool) -> Bounds {
        let mut bounds = frame.found.unwrap_or(frame.known);
        if is_cut {
            // The moves that were not tried may be even better.
            match frame.side {
                Side::First => bounds.high = frame.known.high,
                Side::Second => bounds.low = frame.known.low,
            }
        }
        bounds.low = bounds.low.max(frame.known.low);
        bounds.high = bounds.high.min(frame.known.high);
        if self.means.remembers {
            let entry = Entry { bounds, window: frame.asked, depth: frame.depth };
            self.table.insert(frame.state, entry);
        }
        bounds
    }

    /// Whether short wins are looked for first, which tells how long the play takes.
    fn deepens(&self) -> bool {
        self.means.knows && self.game.ends_suddenly()
    }

    /// The move of `side` that is the first one shown to lead to a score it likes as much as `score`.
    fn first_to_reach(
        &mut self,
        state: &G::State,
        side: Side,
        score: i32,
        depths: impl Iterator<Item = u32>,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        let mut moves = Vec::new();
        self.game.promising(state, &mut moves);
        for depth in depths {
            let mut is_open = false;
            for &chosen in &moves {
                let gain = self.game.gain(state, chosen);
                let next = self.game.apply(state, chosen);
                let window = match side {
                    Side::First => Bounds { low: score - 1, high: score },
                    Side::Second => Bounds { low: score, high: score + 1 },
                };
                let bounds = self.bounds(&next, depth, Some(window.shifted(-gain)), budget)?;
                let bounds = bounds.shifted(gain);
                let (sure, possible) = match side {
                    Side::First => (bounds.low, bounds.high),
                    Side::Second => (bounds.high, bounds.low),
                };
                if side.likes(sure, score) {
                    return Ok(Some(chosen));
                }
                is_open |= side.likes(possible, score);
            }
            if !is_open {
                break;
            }
        }
        Ok(None)
    }
}

impl<G: Game> Finder<G> for Tree<'_, G> {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<Value, Stop> {
        if !self.deepens() {
            let bounds = self.bounds(state, TO_THE_END, None, budget)?;
            return Ok(Value { score: bounds.low, length: Length::Unknown });
        }
        // What is remembered does not say how far one had to look for it.
        self.table.clear();
        let limits = self.limits();
        for depth in 0.. {
            let bounds = self.bounds(state, depth, None, budget)?;
            if bounds.low == bounds.high {
                let score = bounds.low;
                let is_won = score == limits.low || score == limits.high;
                let length = if is_won { Length::Plies(depth) } else { Length::Unknown };
                return Ok(Value { score, length });
            }
        }
        unreachable!("a play ends before the depths do")
    }

    fn choice(&mut self, state: &G::State, budget: &mut Budget) -> Result<Option<G::Move>, Stop> {
        let value = self.value(state, budget)?;
        let side = self.game.to_move(state);
        let Length::Plies(plies) = value.length else {
            return self.keep(state, value.score, budget);
        };
        if value.score == side.win() {
            let depth = plies.saturating_sub(1);
            return self.first_to_reach(state, side, value.score, depth..=depth, budget);
        }
        // Lost: the move after which the opponent needs longest.
        self.table.clear();
        let mut moves = Vec::new();
        self.game.promising(state, &mut moves);
        for &chosen in &moves {
            let next = self.game.apply(state, chosen);
            let bounds = self.bounds(&next, plies.saturating_sub(2), None, budget)?;
            if bounds.low < bounds.high {
                return Ok(Some(chosen));
            }
        }
        Ok(moves.first().copied())
    }

    fn keep(
        &mut self,
        state: &G::State,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        let first = if self.deepens() { 0 } else { TO_THE_END };
        let side = self.game.to_move(state);
        self.first_to_reach(state, side, score, first..=TO_THE_END, budget)
    }
}

impl<G: Game> Frame<G> {
    /// Takes in what a move leads to. Tells whether that settles the position.
    fn learn(&mut self, bounds: Bounds) -> bool {
        let found = self.found.get_or_insert(bounds);
        match self.side {
            Side::First => {
                found.low = found.low.max(bounds.low);
                found.high = found.high.max(bounds.high);
                self.window.low = self.window.low.max(found.low);
                found.low >= self.window.high
            }
            Side::Second => {
                found.low = found.low.min(bounds.low);
                found.high = found.high.min(bounds.high);
                self.window.high = self.window.high.min(found.high);
                found.high <= self.window.low
            }
        }
    }
}
