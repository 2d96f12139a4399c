//! Games that a sheet says, by the sheet alone: moves are matched by what they are called, and positions,
//! ends and gains are compared with what whoever searched made of them. What is claimed of such a game
//! is played out by this reading of its rules.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::evidence::play::{Horizon, PlayStrategy};
use crate::logic::game::{Game, Side};
use crate::logic::sheet::actions::SheetStep;
use crate::logic::sheet::rules::{GameWords, Points, Rules};
use crate::logic::sheet::{SentenceId, SheetState, SymbolId};
use crate::problem::Failure;
use crate::reader::plays::{ByTheBook, ChangedPlace, StepAttempt};

/// A position as the sheet says it, and as it is searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Paired<Position> {
    plain: SheetState,
    position: Position,
}

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
    reading: Mutex<Reading<'g>>,
}

struct Reading<'g> {
    plays: ByTheBook<'g>,
    budget: Budget,
    /// What was found wrong, or the limit that was reached.
    fault: Option<Failure>,
    /// What can be done in the states that were read.
    steps: FxHashMap<SheetState, Arc<[Done]>>,
    /// How many states and steps these are.
    kept: usize,
}

/// States, and steps that can be done in them, that are kept: some tens of megabytes.
const MOST_KEPT: usize = 1 << 17;

/// A step and what it changes.
type Done = (SheetStep, Vec<ChangedPlace>);

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
        let rules: &'g Rules = written.rules();
        let plays = ByTheBook::new(&rules.sheet, &rules.actions)
            .map_err(|_| Failure::Refused("a definition that depends on itself".to_owned()))?;
        let (budget, steps) = (budget.clone(), FxHashMap::default());
        let reading = Reading { plays, budget, fault: None, steps, kept: 0 };
        Ok(Self { game, written, reading: Mutex::new(reading) })
    }

    /// Reads on within other limits; what was found wrong before is told no more.
    pub(super) fn within(&self, budget: &Budget) {
        let mut reading = self.reading();
        (reading.budget, reading.fault) = (budget.clone(), None);
    }

    /// A position that is searched, with what the sheet says of it.
    pub(super) fn paired(&self, position: &G::State) -> Paired<G::State> {
        Paired { plain: self.written.state(position), position: position.clone() }
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

    /// Who has won in a state; `None` when nobody has.
    fn winner(&self, reading: &mut Reading<'g>) -> Result<Option<i32>, Stop> {
        let mut is_won =
            |sentence: SentenceId| reading.plays.reader.is_true(sentence, &[], &mut reading.budget);
        let [first, second] = self.rules().players.wins;
        let (first, second) = (is_won(first)?, is_won(second)?);
        Ok((first || second).then(|| i32::from(first) - i32::from(second)))
    }

    /// All that can be done in a state in which nobody has won yet.
    fn steps(&self, reading: &mut Reading<'g>, plain: &SheetState) -> Result<Arc<[Done]>, Failure> {
        if let Some(steps) = reading.steps.get(plain) {
            return Ok(Arc::clone(steps));
        }
        reading.plays.turn_to(plain.clone());
        let mut done = Vec::new();
        if self.winner(reading)?.is_none() {
            for (step, attempt) in reading.plays.steps(&mut reading.budget)? {
                match attempt {
                    StepAttempt::Done(changed) => done.push((step, changed)),
                    StepAttempt::Barred(_) => {}
                    StepAttempt::Disagree(..) => {
                        let why = "two changes of a step disagree in a position that play leads to";
                        return Err(Failure::Refused(why.to_owned()));
                    }
                }
            }
        }
        reading.kept += 1 + done.len();
        if reading.kept > MOST_KEPT {
            reading.steps.clear();
            reading.kept = 1 + done.len();
        }
        let done: Arc<[Done]> = done.into();
        reading.steps.insert(plain.clone(), Arc::clone(&done));
        Ok(done)
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
        let steps = self.steps(reading, &state.plain)?;
        let mut found = Vec::new();
        self.game.moves(&state.position, &mut found);
        let mut named: Vec<&SheetStep> = found.iter().map(|it| self.written.step(*it)).collect();
        let mut own: Vec<&SheetStep> = steps.iter().map(|it| &it.0).collect();
        let order = |one: &&SheetStep, other: &&SheetStep| {
            (one.action, &one.arguments).cmp(&(other.action, &other.arguments))
        };
        named.sort_by(order);
        own.sort_by(order);
        if named != own {
            return Err(wrong("the moves in a position are not those that its sheet allows"));
        }
        if self.to_move(state) != self.game.to_move(&state.position) {
            return Err(wrong("another player moves than the sheet says"));
        }
        moves.extend(found);
        Ok(())
    }

    /// What can be done in a state, and which of it a move is.
    fn named(
        &self,
        reading: &mut Reading<'g>,
        state: &Paired<G::State>,
        chosen: G::Move,
    ) -> Result<(Arc<[Done]>, usize), Failure> {
        let step = self.written.step(chosen);
        let steps = self.steps(reading, &state.plain)?;
        let at = steps.iter().position(|it| it.0 == *step);
        at.map(|at| (steps, at)).ok_or_else(|| wrong("a move breaks the rules"))
    }

    fn after(
        &self,
        reading: &mut Reading<'g>,
        state: &Paired<G::State>,
        chosen: G::Move,
    ) -> Result<Paired<G::State>, Failure> {
        let (steps, at) = self.named(reading, state, chosen)?;
        let changed = &steps[at].1;
        let meters = &self.rules().actions.meters;
        let mut plain = state.plain.clone();
        for (symbol, place, value) in changed {
            if !meters.contains(symbol) {
                plain.tables[symbol.0 as usize][*place] = *value;
            }
        }
        let position = self.game.apply(&state.position, chosen);
        if self.written.state(&position) != plain {
            return Err(wrong("a move leads to another position than the sheet says"));
        }
        if !self.game.repeats() {
            let ranks = [&state.position, &position].map(|it| self.written.rank(it));
            if !matches!(ranks, [Some(before), Some(after)] if after < before) {
                return Err(wrong("a position may come again"));
            }
        }
        if let Some(before) = self.written.points_left(&state.position) {
            let both: i64 = self.points(changed).into_iter().sum();
            if self.written.points_left(&position).map(|it| it + both) != Some(before) {
                return Err(wrong("the points of both are not the same for all plays"));
            }
        }
        Ok(Paired { plain, position })
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
        if let Some(points) = &self.rules().players.points {
            let begins = reading.plays.start(&mut reading.budget)?;
            reading.plays.turn_to(state.plain.clone());
            let Ok(Ok(begins)) = begins else { return Err(wrong("a play without a start")) };
            let mut own = [0; 2];
            for (points, own) in points.iter().zip(&mut own) {
                let at_start = |it: &(SymbolId, usize)| begins.tables[it.0.0 as usize][it.1];
                *own = points.meters.iter().filter_map(at_start).sum();
                if let Some(term) = points.rest {
                    let value = reading.plays.reader.value(term, &[], &mut reading.budget)?;
                    *own += value.unwrap_or(0);
                }
            }
            return i32::try_from(own[0] - own[1]).map_err(|_| wrong("too many points"));
        }
        reading.plays.turn_to(state.plain.clone());
        if let Some(score) = self.winner(reading)? {
            return Ok(score);
        }
        let mut plain = state.plain.clone();
        plain.tables[self.rules().players.stuck.0 as usize][0] = Some(1);
        reading.plays.turn_to(plain);
        Ok(self.winner(reading)?.unwrap_or(0))
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
        let turn = self.rules().players.turn.0 as usize;
        match state.plain.tables[turn].first() {
            Some(Some(1)) => Side::Second,
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
            let (steps, at) = self.named(reading, state, chosen)?;
            let [first, second] = self.points(&steps[at].1);
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
