//! Searches the tree of a game's plays: minimax, alpha-beta, dynamic programming over positions and
//! the strongest procedure are this one walk, with or without cuts, memory, and what the game knows.
//! The walk keeps its own stack, so that no play is too long for it.
//!
//! A *node* is a position that the walk looks at, each time it does: the root and the ends are some; a
//! position that the memory settles is none. So without cuts each node is another position to a walk
//! that remembers. Their number depends on nothing but the game and the procedure.

use super::PlayFinder;
use super::proof::Proofs;
use super::table::PlayTable;
use crate::budget::{Budget, Stop};
use crate::evidence::play::Horizon;
use crate::logic::game::{Game, GameValue, Length, Normal, Side};
use crate::problem::game::{PlayObserver, PlaySearchStep};

/// What a walk makes use of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// Leaves out what cannot change the value.
    pub cuts: bool,
    /// Remembers the values of positions, one for all that mirror each other.
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
pub struct ScoreBounds {
    /// At least this.
    pub low: i32,
    /// At most this.
    pub high: i32,
}

impl ScoreBounds {
    fn shifted(self, by: i32) -> Self {
        Self { low: self.low + by, high: self.high + by }
    }

    /// The same, seen by the opponent where the players are exchanged.
    fn exchanged(self, is_exchanged: bool) -> Self {
        if is_exchanged { Self { low: -self.high, high: -self.low } } else { self }
    }

    /// Whether it is known on which side of a window the value lies, or what it is.
    fn settles(self, window: Self) -> bool {
        self.low == self.high || self.low >= window.high || self.high <= window.low
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where its value lies.
    bounds: ScoreBounds,
    /// How many moves were looked ahead for them.
    depth: u32,
}

/// Nodes that it may cost to find how long a play takes; after them only who wins is asked.
const MOST_DEEPENING: u64 = 10_000;

/// Nodes that a short look at a position may cost.
const SHORT_LOOK: u64 = 1000;

/// Far enough for every play.
const TO_THE_END: u32 = u32::MAX;

/// Moves that may be left to try on the way to a position, where a position counts as so many more:
/// some hundred megabytes.
const MOST_OPEN: usize = 1 << 26;
const FRAME: usize = 32;

/// How far a walk looks, and for whom: a play that goes on beyond counts as the worst for the
/// attacker. So what the attacker reaches is proved, and a longer look can only add to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Look {
    attacker: Side,
    depth: u32,
}

impl Look {
    /// To the end of every play, where it does not matter who attacks.
    const WHOLE: Self = Self { attacker: Side::First, depth: TO_THE_END };

    /// A look so far for one player.
    fn of(attacker: Side, depth: u32) -> Self {
        if depth == TO_THE_END { Self::WHOLE } else { Self { attacker, depth } }
    }

    /// After one more move.
    fn after_move(self) -> Self {
        Self::of(self.attacker, self.depth.saturating_sub(u32::from(self.depth != TO_THE_END)))
    }

    /// The same where the players are exchanged.
    fn exchanged(self, is_exchanged: bool) -> Self {
        if is_exchanged { Self::of(self.attacker.other(), self.depth) } else { self }
    }
}

/// The window that tells whether a player reaches a score it likes at least as much.
fn window(side: Side, score: i32) -> ScoreBounds {
    match side {
        Side::First => ScoreBounds { low: score - 1, high: score },
        Side::Second => ScoreBounds { low: score, high: score + 1 },
    }
}

/// That a position is left of which so much is known.
fn left(ScoreBounds { low, high }: ScoreBounds) -> PlaySearchStep {
    PlaySearchStep::Leave { low, high }
}

/// A walk through the plays of a game, and what it remembers.
pub struct PlayTree<'g, G: Game> {
    game: &'g G,
    means: Means,
    /// What each of the players has been found to reach.
    tables: [PlayTable<G::State, Entry>; 2],
    /// Who wins, where that is looked for without asking how soon.
    proofs: Proofs<'g, G>,
    nodes: u64,
}

/// A position on the way from the root to where the walk is.
struct Frame<G: Game> {
    state: G::State,
    /// Whether the players are exchanged against the position above.
    is_exchanged: bool,
    side: Side,
    /// What the move to here has gained.
    gain: i32,
    /// Where the moves start on the stack of moves, and which of them are left.
    start: usize,
    next: usize,
    end: usize,
    /// What matters to those above: scores strictly between these.
    window: ScoreBounds,
    /// What is known so far from the moves that were tried.
    found: Option<ScoreBounds>,
    /// What the memory knew.
    known: ScoreBounds,
    look: Look,
}

impl<'g, G: Game> PlayTree<'g, G> {
    /// A walk that has not begun.
    pub fn new(game: &'g G, means: Means) -> Self {
        let tables = [PlayTable::default(), PlayTable::default()];
        Self { game, means, tables, proofs: Proofs::new(game), nodes: 0 }
    }

    fn limits(&self) -> ScoreBounds {
        let (low, high) = self.game.scores();
        ScoreBounds { low, high }
    }

    /// Where the value of a position lies, as tight as can be within the window; `None` stands for
    /// the widest.
    fn bounds(
        &mut self,
        root: &G::State,
        look: Look,
        window: Option<ScoreBounds>,
        budget: &mut Budget,
    ) -> Result<ScoreBounds, Stop> {
        self.heard_bounds(root, look, window, &mut (), budget)
    }

    /// Tells the steps by which the value of a position is found. Of a walk that remembers they would not be
    /// all, and of mirrored positions.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn traced(
        &mut self,
        root: &G::State,
        observer: &mut dyn PlayObserver,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        self.heard_bounds(root, Look::WHOLE, None, &mut &mut *observer, budget).map(|_| ())
    }

    /// As [`Self::bounds`], with somebody who hears each step.
    fn heard_bounds(
        &mut self,
        root: &G::State,
        look: Look,
        window: Option<ScoreBounds>,
        observer: &mut impl PlayObserver,
        budget: &mut Budget,
    ) -> Result<ScoreBounds, Stop> {
        let limits = self.limits();
        let open = ScoreBounds { low: limits.low - 1, high: limits.high + 1 };
        // A score that cannot be beaten is enough for who knows that.
        let widest = if self.means.knows { limits } else { open };
        let mut moves = Vec::new();
        let mut stack: Vec<Frame<G>> = Vec::new();
        let mut entering = Some((root.clone(), 0, window.unwrap_or(widest), look));
        loop {
            let mut done = None;
            if let Some((state, gain, window, look)) = entering.take() {
                budget.work(self.game.effort())?;
                budget.check()?;
                if moves.len() + FRAME * stack.len() > MOST_OPEN {
                    return Err(Stop::Size("the plays of this game are too long for this engine"));
                }
                let chosen = stack.last().map(|it| (it.next - it.start - 1) as u32);
                let (alpha, beta) = (window.low, window.high);
                observer.hear(PlaySearchStep::Enter { chosen, gain, alpha, beta });
                match self.enter(state, gain, window, look, &mut moves) {
                    Ok(frame) => stack.push(frame),
                    Err(bounds) => {
                        observer.hear(left(bounds));
                        done = Some(bounds.shifted(gain));
                    }
                }
            }
            // Hands what is known of a position to the one above, as far up as that settles it.
            loop {
                let Some(frame) = stack.last_mut() else {
                    return Ok(done.expect("the root has been left"));
                };
                let before = frame.window;
                let is_settled = done.take().is_some_and(|it| frame.learn(it, self.means.cuts));
                if frame.window != before {
                    let (alpha, beta) = (frame.window.low, frame.window.high);
                    observer.hear(PlaySearchStep::Narrow { alpha, beta });
                }
                if is_settled && frame.next < frame.end {
                    observer.hear(PlaySearchStep::Cut { left: (frame.end - frame.next) as u32 });
                }
                if !is_settled && frame.next < frame.end {
                    let chosen = moves[frame.next];
                    frame.next += 1;
                    let gain = self.game.gain(&frame.state, chosen);
                    let state = self.game.apply(&frame.state, chosen);
                    let window = frame.window.shifted(-gain);
                    entering = Some((state, gain, window, frame.look.after_move()));
                    break;
                }
                let frame = stack.pop().expect("it was the last");
                moves.truncate(frame.start);
                let (gain, is_exchanged) = (frame.gain, frame.is_exchanged);
                let bounds = self.leave(frame, is_settled);
                observer.hear(left(bounds));
                done = Some(bounds.exchanged(is_exchanged).shifted(gain));
            }
        }
    }

    /// Looks at a position: what is known of it at once, or what has to be tried.
    fn enter(
        &mut self,
        state: G::State,
        gain: i32,
        window: ScoreBounds,
        look: Look,
        moves: &mut Vec<G::Move>,
    ) -> Result<Frame<G>, ScoreBounds> {
        if look.depth == 0 {
            let start = moves.len();
            self.game.moves(&state, moves);
            let is_over = moves.len() == start;
            moves.truncate(start);
            return Err(self.end_of(&state, look, is_over));
        }
        let Normal { state, is_exchanged } = if self.means.remembers {
            self.game.normal(state)
        } else {
            Normal { state, is_exchanged: false }
        };
        let mut window = window.exchanged(is_exchanged);
        let look = look.exchanged(is_exchanged);
        let limits = self.limits();
        let mut known = limits;
        if self.means.remembers
            && let Some(entry) = self.tables[look.attacker as usize].get(&state)
        {
            // Who looks further reaches as much, and who looks less far no more.
            let (deeper, shallower) = (entry.depth >= look.depth, entry.depth <= look.depth);
            let (low, high) = match look.attacker {
                Side::First => (shallower, deeper),
                Side::Second => (deeper, shallower),
            };
            known.low = if low { entry.bounds.low } else { limits.low };
            known.high = if high { entry.bounds.high } else { limits.high };
            if known.settles(window) {
                return Err(known.exchanged(is_exchanged));
            }
            if self.means.cuts {
                window.low = window.low.max(known.low);
                window.high = window.high.min(known.high);
            }
        }
        let start = moves.len();
        if self.means.knows {
            self.game.promising(&state, moves);
        } else {
            self.game.moves(&state, moves);
        }
        let end = moves.len();
        let is_over = start == end;
        let is_beyond = || look.depth < self.game.soonest_win(&state, look.attacker);
        if is_over || (look.depth != TO_THE_END && is_beyond()) {
            moves.truncate(start);
            let bounds = self.end_of(&state, look, is_over);
            if self.means.remembers && look.depth == TO_THE_END {
                let entry = Entry { bounds, depth: TO_THE_END };
                self.tables[look.attacker as usize].insert(state, entry);
            }
            return Err(bounds.exchanged(is_exchanged));
        }
        self.nodes += 1;
        let side = self.game.to_move(&state);
        let (next, found) = (start, None);
        Ok(Frame { state, is_exchanged, side, gain, start, next, end, window, found, known, look })
    }

    /// What a position is worth behind which the walk does not look: the play is over, or goes on
    /// beyond.
    fn end_of(&mut self, state: &G::State, look: Look, is_over: bool) -> ScoreBounds {
        self.nodes += 1;
        let limits = self.limits();
        let score = match look.attacker {
            _ if is_over => self.game.score(state),
            Side::First => limits.low,
            Side::Second => limits.high,
        };
        ScoreBounds { low: score, high: score }
    }

    /// What is known of a position when the walk leaves it.
    fn leave(&mut self, frame: Frame<G>, is_cut: bool) -> ScoreBounds {
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
            let entry = Entry { bounds, depth: frame.look.depth };
            self.tables[frame.look.attacker as usize].insert(frame.state, entry);
        }
        bounds
    }

    /// Whether short wins are looked for first, which tells how long the play takes.
    fn deepens(&self) -> bool {
        self.means.knows && self.game.ends_suddenly()
    }

    fn forget(&mut self) {
        self.tables.iter_mut().for_each(PlayTable::clear);
    }

    /// The first move by which the player to move is shown, looking so far, to reach a score it likes at
    /// least as much as `score`.
    fn reaching(
        &mut self,
        state: &G::State,
        score: i32,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        let side = self.game.to_move(state);
        let look = Look::of(side, depth);
        let window = window(side, score);
        let mut moves = Vec::new();
        self.game.promising(state, &mut moves);
        for chosen in moves {
            let gain = self.game.gain(state, chosen);
            let next = self.game.apply(state, chosen);
            let bounds = self.bounds(&next, look, Some(window.shifted(-gain)), budget)?;
            let sure = match side {
                Side::First => bounds.low,
                Side::Second => bounds.high,
            };
            if side.likes(sure + gain, score) {
                return Ok(Some(chosen));
            }
        }
        Ok(None)
    }
}

impl<G: Game> PlayFinder<G> for PlayTree<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn nodes(&self) -> u64 {
        self.nodes + self.proofs.nodes()
    }

    fn value(&mut self, state: &G::State, budget: &mut Budget) -> Result<GameValue, Stop> {
        if !self.deepens() {
            let bounds = self.bounds(state, Look::WHOLE, None, budget)?;
            return Ok(GameValue { score: bounds.low, length: Length::Unknown });
        }
        // What is remembered does not say how far one had to look for it.
        self.forget();
        let limits = self.limits();
        let most = self.nodes + MOST_DEEPENING;
        for depth in 0.. {
            if self.nodes > most {
                break;
            }
            let low = Look::of(Side::First, depth);
            let high = Look::of(Side::Second, depth);
            let low = self.bounds(state, low, None, budget)?.low;
            let high = self.bounds(state, high, None, budget)?.high;
            if low == limits.high || high == limits.low {
                let score = if low == limits.high { low } else { high };
                return Ok(GameValue { score, length: Length::Plies(depth) });
            }
            if low == high {
                return Ok(GameValue { score: low, length: Length::Unknown });
            }
        }
        let mut score = 0;
        for side in [Side::First, Side::Second] {
            if self.proofs.wins(state, side, budget)? {
                score = side.win();
            }
        }
        Ok(GameValue { score, length: Length::Unknown })
    }

    fn reaches(
        &mut self,
        state: &G::State,
        side: Side,
        score: i32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if self.deepens() {
            return self.proofs.reaches(state, side, score, budget);
        }
        let bounds = self.bounds(state, Look::WHOLE, Some(window(side, score)), budget)?;
        Ok(side.likes(if side == Side::First { bounds.low } else { bounds.high }, score))
    }

    fn short_win(
        &mut self,
        state: &G::State,
        side: Side,
        budget: &mut Budget,
    ) -> Result<Option<Length>, Stop> {
        let win = side.win();
        let most = self.nodes + SHORT_LOOK;
        let mut depth = 0;
        while self.deepens() && self.nodes <= most {
            let look = Look::of(side, depth);
            let bounds = self.bounds(state, look, Some(window(side, win)), budget)?;
            if win == if side == Side::First { bounds.low } else { bounds.high } {
                return Ok(Some(Length::Plies(depth)));
            }
            depth += 1;
        }
        Ok(None)
    }

    fn choice(&mut self, state: &G::State, budget: &mut Budget) -> Result<Option<G::Move>, Stop> {
        let mut moves = Vec::new();
        self.game.promising(state, &mut moves);
        if moves.is_empty() {
            return Ok(None);
        }
        let value = self.value(state, budget)?;
        let side = self.game.to_move(state);
        let Length::Plies(plies) = value.length else {
            return self.keep(state, value.score, budget);
        };
        if value.score == side.win() {
            return self.reaching(state, value.score, plies.saturating_sub(1), budget);
        }
        // Lost: the move after which the opponent needs longest.
        self.forget();
        let look = Look::of(side.other(), plies.saturating_sub(2));
        for &chosen in &moves {
            let next = self.game.apply(state, chosen);
            let bounds = self.bounds(&next, look, None, budget)?;
            if bounds.low != value.score || bounds.high != value.score {
                return Ok(Some(chosen));
            }
        }
        Ok(moves.first().copied())
    }

    fn in_time(
        &mut self,
        state: &G::State,
        Horizon { plies, winner: holder }: Horizon,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        let attacker = holder.other();
        let depth = plies.saturating_sub(1);
        if self.game.to_move(state) == attacker {
            return self.reaching(state, attacker.win(), depth, budget);
        }
        let (look, window) = (Look::of(attacker, depth), window(attacker, attacker.win()));
        let mut moves = Vec::new();
        self.game.promising(state, &mut moves);
        for chosen in moves {
            let next = self.game.apply(state, chosen);
            let bounds = self.bounds(&next, look, Some(window), budget)?;
            let sure = if attacker == Side::First { bounds.low } else { bounds.high };
            if sure != attacker.win() {
                return Ok(Some(chosen));
            }
        }
        Ok(None)
    }

    fn keep(
        &mut self,
        state: &G::State,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        if self.deepens() {
            return self.proofs.keep(state, score, budget);
        }
        self.reaching(state, score, TO_THE_END, budget)
    }
}

impl<G: Game> Frame<G> {
    /// Takes in what a move leads to. Tells whether that settles the position, where cuts are made.
    fn learn(&mut self, bounds: ScoreBounds, cuts: bool) -> bool {
        let found = self.found.get_or_insert(bounds);
        let window = &mut self.window;
        match self.side {
            Side::First => {
                found.low = found.low.max(bounds.low);
                found.high = found.high.max(bounds.high);
            }
            Side::Second => {
                found.low = found.low.min(bounds.low);
                found.high = found.high.min(bounds.high);
            }
        }
        if !cuts {
            return false;
        }
        match self.side {
            Side::First => {
                window.low = window.low.max(found.low);
                found.low >= window.high
            }
            Side::Second => {
                window.high = window.high.min(found.high);
                found.high <= window.low
            }
        }
    }
}
