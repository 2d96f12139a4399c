//! Checks claims about games by playing: the strategy behind a claim answers everything the opponent
//! can do, or what is left of that by theorems about the game's structure. Where that are too many
//! positions, it answers a number of plays.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use super::book::{Book, ByName};
use super::structures;
use super::trial::{Shortcuts, Trial};
use crate::budget::{Budget, Stop};
use crate::evidence::play::{Horizon, PlayClaim, PlayStrategy};
use crate::logic::game::Game;
use crate::problem::Failure;

/// Plays against a strategy that is too large to be played out.
pub const PLAYS: u64 = 1000;

/// Whether a strategy keeps a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// Against every defence.
    Always,
    /// In each of [`PLAYS`] plays, there being too many for more.
    InSamples,
    /// It does not.
    Not,
}

/// A game, and where a sheet says its rules what was read there.
pub struct GameRules<'g, G: Game> {
    game: &'g G,
    book: OnceCell<Book<'g, G>>,
}

impl<'g, G: Game> GameRules<'g, G> {
    /// Of a game, of which nothing was read yet.
    pub fn of(game: &'g G) -> Self {
        Self { game, book: OnceCell::new() }
    }

    /// The book of a game that a sheet says; `None` where none does.
    fn book(&self, budget: &Budget) -> Result<Option<&Book<'g, G>>, Failure> {
        let Some(written) = self.game.written() else { return Ok(None) };
        if let Some(book) = self.book.get() {
            book.within(budget);
            return Ok(Some(book));
        }
        let book = Book::new(self.game, written, budget)?;
        Ok(Some(self.book.get_or_init(|| book)))
    }
}

/// Whether by a strategy a claim holds from a position on, whatever the opponent does. Every defence is
/// played out; where they lead to more than `most` positions, [`PLAYS`] plays are. A play without end
/// is worth 0. Where a sheet says the rules, it is read for that.
///
/// # Errors
/// The limit of the budget that was reached, or that the game is not the one that its sheet says.
pub fn guarantees<G: Game>(
    rules: &GameRules<'_, G>,
    root: &G::State,
    claim: PlayClaim,
    most: usize,
    strategy: &mut dyn PlayStrategy<G>,
    budget: &mut Budget,
) -> Result<Kept, Failure> {
    let Some(book) = rules.book(budget)? else {
        return Ok(plays_out(rules.game, root, claim, most, strategy, budget)?);
    };
    let (root, most) = (book.paired(root), most.min(MOST_READ));
    let kept = plays_out(book, &root, claim, most, &mut ByName(strategy), budget);
    book.fault().map_or(Ok(kept?), Err)
}

/// Positions that are read in a sheet: each takes as long as many of another game.
const MOST_READ: usize = 1 << 16;

/// Whether in a position, and after each move in it, the game is the one that its sheet says, if it has
/// one.
///
/// # Errors
/// That it is not, or the limit that was reached.
pub fn is_as_written<G: Game>(
    game: &G,
    position: &G::State,
    budget: &Budget,
) -> Result<(), Failure> {
    let Some(written) = game.written() else { return Ok(()) };
    let book = Book::new(game, written, budget)?;
    book.looks_at(&book.paired(position))
}

fn plays_out<G: Game>(
    game: &G,
    root: &G::State,
    claim: PlayClaim,
    most: usize,
    strategy: &mut dyn PlayStrategy<G>,
    budget: &mut Budget,
) -> Result<Kept, Stop> {
    let shortcuts = structures::shortcuts(game, root);
    let most = shortcuts.most(root, most);
    let mut trial = Trial { game, root, claim, most, strategy, budget };
    let is_kept = match shortcuts.holds(&mut trial)? {
        Some(is_kept) => is_kept,
        None if sample(&mut trial, shortcuts.as_ref())? => return Ok(Kept::InSamples),
        None => false,
    };
    Ok(if is_kept { Kept::Always } else { Kept::Not })
}

/// Whether a strategy keeps its claim in some of the plays, the same ones each time.
fn sample<G: Game>(trial: &mut Trial<'_, G>, shortcuts: &dyn Shortcuts<G>) -> Result<bool, Stop> {
    let Trial { game, root, claim: PlayClaim { side, score, horizon }, .. } = *trial;
    let mut random = 1_u64;
    for _ in 0..PLAYS {
        let (mut state, mut score, mut horizon) = (root.clone(), score, horizon);
        let mut seen = FxHashSet::default();
        let end = loop {
            trial.budget.work(game.effort())?;
            trial.budget.check()?;
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            if moves.is_empty() {
                break game.score(&state);
            }
            if let Some(Horizon { plies: 0, winner }) = horizon {
                break winner.win();
            }
            if shortcuts.is_sure(&state, PlayClaim { side, score, horizon }) {
                break score;
            }
            if game.repeats() && horizon.is_none() && !seen.insert(state.clone()) {
                break 0; // the opponent can go on so for ever
            }
            let chosen = if game.to_move(&state) == side {
                let chosen = trial.strategy.choose(&state, score, horizon, trial.budget)?;
                match chosen.filter(|it| moves.contains(it)) {
                    Some(chosen) => chosen,
                    None => return Ok(false),
                }
            } else {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                moves[(random >> 33) as usize % moves.len()]
            };
            score -= game.gain(&state, chosen);
            state = game.apply(&state, chosen);
            horizon = horizon.map(|it| Horizon { plies: it.plies - 1, ..it });
        };
        if !side.likes(end, score) {
            return Ok(false);
        }
    }
    Ok(true)
}
