//! Games that a sheet says, by the sheet alone: moves are matched by what they are called, and positions,
//! ends and gains are compared with what whoever searched made of them. What is claimed of such a game
//! is played out by this reading of its rules.

mod ways;

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::plan::expand::{Expander, StepOutcome};
use super::plan::keys::Keys;
use crate::budget::{Budget, Stop};
use crate::evidence::play::{Horizon, PlayStrategy};
use crate::logic::game::{Game, Side};
use crate::logic::sheet::SheetState;
use crate::logic::sheet::SymbolId;
use crate::logic::sheet::actions::SheetStep;
use crate::logic::sheet::rules::{GameWords, PlayPromise, Points, Rules};
use crate::problem::Failure;
use crate::reader::plays::{ByTheBook, ChangedPlace};
use ways::{OwnExpander, WaysToWin};

/// A position as the sheet says it, and as it is searched.
#[derive(Clone, Debug)]
pub(super) struct Paired<Position> {
    /// What is so in it, as bytes.
    key: Arc<[u8]>,
    position: Position,
    /// The bytes that the move here has changed where nobody had won; `None` where that is not known.
    changed: Option<Arc<[usize]>>,
    /// What is promised of it.
    promise: PlayPromise,
}

impl<Position: PartialEq> PartialEq for Paired<Position> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position && self.key == other.key
    }
}

impl<Position: Eq> Eq for Paired<Position> {}

impl<Position: Hash> Hash for Paired<Position> {
    /// By the position alone, which is shorter. Whether two are the same is not decided by it.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

/// A game by the book.
pub(super) struct Book<'g, G: Game> {
    game: &'g G,
    written: &'g dyn GameWords<G::State, G::Move>,
    /// The byte of a key that says who moves, and what it is where the second player does.
    second_moves: Option<(usize, u8)>,
    reading: Mutex<Reading<'g>>,
}

struct Reading<'g> {
    expander: OwnExpander<'g>,
    ways: WaysToWin,
    /// The steps by their number.
    numbers: FxHashMap<SheetStep, usize>,
    /// What meters count at the start of a play.
    begins: SheetState,
    budget: Budget,
    /// What was found wrong, or the limit that was reached.
    fault: Option<Failure>,
    /// A position as somebody else says it, and its key.
    state: SheetState,
    key: Vec<u8>,
}

impl<G: Game> std::fmt::Debug for Book<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Book").field(&self.game).finish()
    }
}

impl<'g, G: Game> Book<'g, G> {
    /// The book of a game that a sheet says.
    pub(super) fn new(
        game: &'g G,
        written: &'g dyn GameWords<G::State, G::Move>,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let Rules { sheet, actions, players } = written.rules();
        let mut budget = budget.clone();
        let mut book = ByTheBook::new(sheet, actions)
            .map_err(|_| Failure::Refused("a definition that depends on itself".to_owned()))?;
        let Ok(Ok(begins)) = book.start(&mut budget)? else {
            return Err(wrong("a play without a start"));
        };
        let keys = Keys::new(sheet, actions);
        let turn = (players.turn, 0);
        let second_moves = keys.byte(turn).flatten().zip(keys.number(turn, Some(1)));
        let (ways, sentences) = WaysToWin::new(&mut book, players.wins, &mut budget)?;
        let expander = Expander::new(Box::new(book), keys, sentences, &mut budget)?;
        let numbers = expander.steps().iter().cloned().zip(0..).collect();
        let (state, key, fault) = (begins.clone(), Vec::new(), None);
        let reading = Reading { expander, ways, numbers, begins, budget, fault, state, key };
        let second_moves = second_moves.map(|((byte, _), number)| (byte, number));
        Ok(Self { game, written, second_moves, reading: Mutex::new(reading) })
    }

    /// Reads on within other limits; what was found wrong before is told no more.
    pub(super) fn within(&self, budget: &Budget) {
        let mut reading = self.reading();
        (reading.budget, reading.fault) = (budget.clone(), None);
    }

    /// A position that is searched, with what the sheet says of it.
    pub(super) fn paired(&self, position: &G::State) -> Paired<G::State> {
        let length = self.reading().expander.keys.length();
        let key = self.read(vec![0; length].into(), |reading| {
            reading.state = self.written.state(position);
            self.writes(reading, position)?;
            Ok(reading.key.as_slice().into())
        });
        let promise = self.written.promise(position);
        Paired { key, position: position.clone(), changed: None, promise }
    }

    /// Writes the key of a position that is searched, of which what never changes is there.
    fn writes(&self, reading: &mut Reading<'g>, position: &G::State) -> Result<(), Failure> {
        let Reading { expander, state, key, .. } = reading;
        self.written.write_state(position, state);
        key.clear();
        if expander.keys.write(state, key) {
            Ok(())
        } else {
            Err(wrong("a position does not fit its sheet"))
        }
    }

    /// What was found wrong, if something was.
    pub(super) fn fault(&self) -> Option<Failure> {
        self.reading().fault.clone()
    }

    fn reading(&self) -> MutexGuard<'_, Reading<'g>> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rules(&self) -> &'g Rules {
        self.written.rules()
    }

    /// All that can be done in a state, by number.
    fn steps(
        &self,
        reading: &mut Reading<'g>,
        state: &Paired<G::State>,
    ) -> Result<Vec<usize>, Failure> {
        let Reading { expander, ways, budget, .. } = reading;
        let mut steps = Vec::new();
        let won = ways.winners(expander, &state.key, state.changed.as_deref(), budget)?;
        if won == [false; 2] {
            budget.work(expander.count())?;
            for at in 0..expander.count() {
                let outcome = expander.outcome(at, &state.key, budget)?;
                match &expander.outcomes[outcome] {
                    StepOutcome::Done(_) => steps.push(at),
                    StepOutcome::Barred => {}
                    StepOutcome::Disagree => {
                        let why = "two changes of a step disagree in a position that play leads to";
                        return Err(Failure::Refused(why.to_owned()));
                    }
                }
            }
        }
        Ok(steps)
    }

    /// Reads, and keeps what goes wrong.
    fn read<T>(
        &self,
        otherwise: T,
        read: impl FnOnce(&mut Reading<'g>) -> Result<T, Failure>,
    ) -> T {
        let mut reading = self.reading();
        match read(&mut reading) {
            Ok(found) => found,
            Err(failure) => {
                reading.fault.get_or_insert(failure);
                otherwise
            }
        }
    }

    fn moves_of(
        &self,
        reading: &mut Reading<'g>,
        state: &Paired<G::State>,
        moves: &mut Vec<G::Move>,
    ) -> Result<(), Failure> {
        let own = self.steps(reading, state)?;
        let mut found = Vec::new();
        self.game.moves(&state.position, &mut found);
        let number = |it: &G::Move| reading.numbers.get(self.written.step(*it)).copied();
        let mut named: Vec<Option<usize>> = found.iter().map(number).collect();
        named.sort_unstable();
        if !named.into_iter().eq(own.into_iter().map(Some)) {
            return Err(wrong("the moves in a position are not those that its sheet allows"));
        }
        if self.to_move(state) != self.game.to_move(&state.position) {
            return Err(wrong("another player moves than the sheet says"));
        }
        moves.extend(found);
        Ok(())
    }

    /// What a move changes.
    fn changes<'r>(
        &self,
        reading: &'r mut Reading<'g>,
        state: &Paired<G::State>,
        chosen: G::Move,
    ) -> Result<&'r [ChangedPlace], Failure> {
        let Reading { expander, numbers, budget, .. } = reading;
        let step = numbers.get(self.written.step(chosen));
        let step = *step.ok_or_else(|| wrong("a move breaks the rules"))?;
        let outcome = expander.outcome(step, &state.key, budget)?;
        match &expander.outcomes[outcome] {
            StepOutcome::Done(changed) => Ok(changed),
            _ => Err(wrong("a move breaks the rules")),
        }
    }

    /// The position after one of the moves of a position.
    fn after(
        &self,
        reading: &mut Reading<'g>,
        state: &Paired<G::State>,
        chosen: G::Move,
    ) -> Result<Paired<G::State>, Failure> {
        let position = self.game.apply(&state.position, chosen);
        self.writes(reading, &position)?;
        let key: Arc<[u8]> = reading.key.as_slice().into();
        let changed = self.changes(reading, state, chosen)?;
        let both: i64 = self.points(changed).into_iter().sum();
        let mut own = state.key.to_vec();
        let changed = changed.to_vec();
        reading.expander.keys.change(&mut own, &changed);
        if own[..] != key[..] {
            return Err(wrong("a move leads to another position than the sheet says"));
        }
        let promise = self.written.promise(&position);
        if !self.game.repeats() {
            let ranks = state.promise.rank.zip(promise.rank);
            if ranks.is_none_or(|(before, after)| after >= before) {
                return Err(wrong("a position may come again"));
            }
        }
        if let Some(before) = state.promise.points_left
            && promise.points_left.map(|it| it + both) != Some(before)
        {
            return Err(wrong("the points of both are not the same for all plays"));
        }
        let differs = |it: &usize| own[*it] != state.key[*it];
        let changed = Some((0..own.len()).filter(differs).collect());
        Ok(Paired { key, position, changed, promise })
    }

    /// By how much changes make the points of each player grow.
    fn points(&self, changed: &[ChangedPlace]) -> [i64; 2] {
        let Some(points) = &self.rules().players.points else { return [0; 2] };
        let grown = |points: &Points| {
            let amount = |it: &(SymbolId, usize)| {
                let of = changed.iter().find(|(symbol, place, _)| (*symbol, *place) == *it);
                of.and_then(|it| it.2).unwrap_or(0)
            };
            points.meters.iter().map(amount).sum()
        };
        [grown(&points[0]), grown(&points[1])]
    }

    fn score_of(
        &self,
        reading: &mut Reading<'g>,
        state: &Paired<G::State>,
    ) -> Result<i32, Failure> {
        let Reading { expander, ways, begins, budget, .. } = reading;
        if let Some(points) = &self.rules().players.points {
            let mut own = [0; 2];
            for (points, own) in points.iter().zip(&mut own) {
                let at_start = |it: &(SymbolId, usize)| begins.tables[it.0.0 as usize][it.1];
                *own = points.meters.iter().filter_map(at_start).sum();
                if let Some(term) = points.rest {
                    expander.turn(&state.key);
                    let value = expander.book.reader.value(term, &[], budget)?;
                    *own += value.unwrap_or(0);
                }
            }
            return i32::try_from(own[0] - own[1]).map_err(|_| wrong("too many points"));
        }
        let mut won = ways.winners(expander, &state.key, state.changed.as_deref(), budget)?;
        if won == [false; 2] {
            let mut key = state.key.to_vec();
            expander.keys.change(&mut key, &[(self.rules().players.stuck, 0, Some(1))]);
            won = ways.winners(expander, &key, None, budget)?;
        }
        Ok(i32::from(won[0]) - i32::from(won[1]))
    }

    /// Whether all that can be done in a position leads where the sheet says.
    pub(super) fn looks_at(&self, state: &Paired<G::State>) -> Result<(), Failure> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        if moves.is_empty() {
            self.score(state);
        }
        for chosen in moves {
            self.gain(state, chosen);
            let _ = self.apply(state, chosen);
        }
        self.fault().map_or(Ok(()), Err)
    }
}

fn wrong(what: &str) -> Failure {
    Failure::Unverified(what.to_owned())
}

impl<G: Game> Game for Book<'_, G> {
    type State = Paired<G::State>;
    type Move = G::Move;

    fn start(&self) -> Self::State {
        self.paired(&self.game.start())
    }

    fn to_move(&self, state: &Self::State) -> Side {
        match self.second_moves {
            Some((byte, number)) if state.key[byte] == number => Side::Second,
            _ => Side::First,
        }
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<G::Move>) {
        self.read((), |reading| self.moves_of(reading, state, moves));
    }

    fn apply(&self, state: &Self::State, chosen: G::Move) -> Self::State {
        self.read(None, |reading| self.after(reading, state, chosen).map(Some))
            .unwrap_or_else(|| state.clone())
    }

    fn score(&self, state: &Self::State) -> i32 {
        self.read(0, |reading| {
            let score = self.score_of(reading, state)?;
            if score != self.game.score(&state.position) {
                return Err(wrong("a play ends with another score than the sheet says"));
            }
            Ok(score)
        })
    }

    fn gain(&self, state: &Self::State, chosen: G::Move) -> i32 {
        if self.rules().players.points.is_none() {
            return 0;
        }
        self.read(0, |reading| {
            let [first, second] = self.points(self.changes(reading, state, chosen)?);
            let gain = i32::try_from(first - second).map_err(|_| wrong("too many points"))?;
            if gain != self.game.gain(&state.position, chosen) {
                return Err(wrong("a move gains something else than the sheet says"));
            }
            Ok(gain)
        })
    }

    fn scores(&self) -> (i32, i32) {
        self.game.scores()
    }

    fn repeats(&self) -> bool {
        self.game.repeats()
    }

    fn effort(&self) -> usize {
        64
    }
}

/// A strategy for positions that are searched, asked about those of the book.
pub(super) struct ByName<'s, G: Game>(pub &'s mut dyn PlayStrategy<G>);

impl<'g, G: Game> PlayStrategy<Book<'g, G>> for ByName<'_, G> {
    fn choose(
        &mut self,
        state: &Paired<G::State>,
        score: i32,
        horizon: Option<Horizon>,
        budget: &mut Budget,
    ) -> Result<Option<G::Move>, Stop> {
        self.0.choose(&state.position, score, horizon, budget)
    }
}
