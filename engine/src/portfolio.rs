//! Procedures that take turns, each a little longer than before, until one of them finds something. How long
//! each may work is data: a share of every turn.

use crate::budget::{Budget, Stop};
use crate::problem::Failure;

/// How long turns are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pace {
    /// The work of a share in the first turn.
    pub first: u64,
    /// How many times as long each later turn is.
    pub growth: u64,
}

impl Pace {
    /// The work of a share in a turn; the first one has the number 0.
    pub(crate) fn of(self, turn: u32) -> u64 {
        self.first.saturating_mul(self.growth.saturating_pow(turn))
    }
}

/// How long a procedure works in comparison with the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Shares of each turn.
    pub of_turn: u64,
    /// The work of one share behind which the procedure begins.
    pub from: u64,
    /// Whether it goes on where it stopped and says what work it did. The steps of one that does not are its
    /// work, and it may begin anew in each turn.
    pub is_weighed: bool,
}

impl Share {
    /// So many shares of each turn, counted in steps.
    pub const fn of_steps(of_turn: u64) -> Self {
        Self { of_turn, from: 0, is_weighed: false }
    }
}

/// What a search ends with, as far as limits go.
pub(crate) trait Stopped: From<Stop> {
    /// The limit, if it is one.
    fn stop(&self) -> Option<Stop>;
}

impl Stopped for Stop {
    fn stop(&self) -> Option<Stop> {
        Some(*self)
    }
}

impl Stopped for Failure {
    fn stop(&self) -> Option<Stop> {
        match self {
            Self::Stopped(stop) => Some(*stop),
            _ => None,
        }
    }
}

/// Work that a step is taken for before it is known what steps cost.
const USUAL: u64 = 30;

/// Steps after which it is looked at the soonest what they cost.
const LEAST: u64 = 64;

/// A procedure and what it took so far. Its steps may cost more or less than those of another one, so those
/// that are weighed share work: that is counted by what takes the time in each, and a unit takes about as long
/// in all of them. What took more than its share, since some works are done wholly, waits until the others
/// have had theirs.
struct Way<P> {
    procedure: P,
    share: Share,
    steps: u64,
    work: u64,
}

impl<P> Way<P> {
    /// Lets the procedure go on until it has done so much work. It says what it found, and its work so far but
    /// for its steps. What a step costs may change on the way, so it is looked at now and then.
    fn go_on<T, E: Stopped>(
        &mut self,
        until: u64,
        budget: &mut Budget,
        go: &mut impl FnMut(&mut P, &mut Budget) -> (Result<T, E>, u64),
    ) -> Result<T, E> {
        while let Some(missing) = until.checked_sub(self.work).filter(|it| *it > 0) {
            let steps = if self.share.is_weighed { self.steps_for(missing) } else { missing };
            let ((found, work), steps) = budget.turn(steps, |part| go(&mut self.procedure, part));
            self.steps = self.steps.saturating_add(steps);
            self.work = work.saturating_add(self.steps);
            match found {
                Err(stop) if stop.stop() == Some(Stop::Steps) => budget.look()?,
                found => return found,
            }
            if !self.share.is_weighed {
                break;
            }
        }
        Err(Stop::Steps.into())
    }

    /// Steps that take about so much work, but not so many that they may take far more.
    fn steps_for(&self, work: u64) -> u64 {
        let steps = u128::from(work) * u128::from(self.steps + 1)
            / u128::from(self.work.saturating_add(USUAL));
        let most = self.steps / 4 + LEAST;
        u64::try_from(steps).unwrap_or(most).clamp(LEAST, most)
    }
}

/// Procedures that take turns.
pub(crate) struct Portfolio<P> {
    ways: Vec<Way<P>>,
    pace: Pace,
    turn: u32,
    /// The work of a share in all turns so far.
    done: u64,
}

impl<P> Portfolio<P> {
    /// Procedures in the order in which they have their turns.
    pub(crate) fn new(pace: Pace, procedures: impl IntoIterator<Item = (Share, P)>) -> Self {
        let way = |(share, procedure)| Way { procedure, share, steps: 0, work: 0 };
        Self { ways: procedures.into_iter().map(way).collect(), pace, turn: 0, done: 0 }
    }

    /// Whether every procedure gave up.
    pub(crate) fn is_over(&self) -> bool {
        self.ways.is_empty()
    }

    /// The procedures that did not give up, and their work so far.
    pub(crate) fn work(&self) -> impl Iterator<Item = (&P, u64)> {
        self.ways.iter().map(|it| (&it.procedure, it.work))
    }

    /// Lets each procedure go on a little; `None` when nothing came out. One that says `None`, or for which the
    /// question is too large, has given up.
    ///
    /// # Errors
    /// Those of the procedures, and the limit that was reached.
    pub(crate) fn take_turn<T, E: Stopped>(
        &mut self,
        budget: &mut Budget,
        mut go: impl FnMut(&mut P, &mut Budget) -> (Result<Option<T>, E>, u64),
    ) -> Result<Option<T>, E> {
        budget.look()?;
        self.done = self.done.saturating_add(self.pace.of(self.turn));
        self.turn = self.turn.saturating_add(1);
        let mut at = 0;
        while at < self.ways.len() {
            let way = &mut self.ways[at];
            if self.done <= way.share.from {
                at += 1;
                continue;
            }
            let found = way.go_on(self.done.saturating_mul(way.share.of_turn), budget, &mut go);
            match found {
                Ok(Some(found)) => return Ok(Some(found)),
                Ok(None) => _ = self.ways.remove(at),
                Err(error) => match error.stop() {
                    Some(Stop::Steps) => at += 1,
                    // It is told when nobody else finds anything.
                    Some(Stop::Size(_)) if self.ways.len() > 1 => _ = self.ways.remove(at),
                    _ => return Err(error),
                },
            }
        }
        Ok(None)
    }

    /// What the first of the procedures finds; `None` when all give up. The last that is left may go on as long
    /// as it likes.
    ///
    /// # Errors
    /// As [`Portfolio::take_turn`].
    pub(crate) fn run<T, E: Stopped>(
        mut self,
        budget: &mut Budget,
        mut go: impl FnMut(&mut P, &mut Budget) -> Result<Option<T>, E>,
    ) -> Result<Option<T>, E> {
        loop {
            match &mut self.ways[..] {
                [] => return Ok(None),
                [only] => return go(&mut only.procedure, budget),
                _ => {}
            }
            let found = self.take_turn(budget, |procedure, part| (go(procedure, part), 0))?;
            if found.is_some() {
                return Ok(found);
            }
        }
    }

    /// Lets a procedure work as long again as the others have together with it, unless it gave up.
    ///
    /// # Errors
    /// As [`Portfolio::take_turn`]; [`Stop::Steps`] when that was not enough.
    pub(crate) fn go_on<T, E: Stopped>(
        &mut self,
        is_it: impl Fn(&P) -> bool,
        budget: &mut Budget,
        mut go: impl FnMut(&mut P, &mut Budget) -> (Result<Option<T>, E>, u64),
    ) -> Result<Option<T>, E> {
        let Some(way) = self.ways.iter_mut().find(|it| is_it(&it.procedure)) else {
            return Ok(None);
        };
        let more = self.done.saturating_mul(way.share.of_turn);
        way.go_on(more.saturating_add(way.work), budget, &mut go)
    }
}
