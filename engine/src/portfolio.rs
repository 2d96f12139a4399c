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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each time it goes on it takes steps until it has so many, of so much work each.
    struct Worker {
        name: u32,
        left: u64,
        weight: u64,
        taken: u64,
    }

    fn work(worker: &mut Worker, budget: &mut Budget) -> (Result<Option<u32>, Stop>, u64) {
        let mut go = || loop {
            if worker.left == 0 {
                return Ok(Some(worker.name));
            }
            budget.check()?;
            (worker.left, worker.taken) = (worker.left - 1, worker.taken + 1);
        };
        (go(), worker.taken * worker.weight)
    }

    fn worker(name: u32, left: u64, weight: u64) -> Worker {
        Worker { name, left, weight, taken: 0 }
    }

    const PACE: Pace = Pace { first: 1 << 14, growth: 2 };

    #[test]
    fn work_is_shared_as_told() {
        let share = |of_turn| Share { of_turn, from: 0, is_weighed: true };
        let workers = [(share(1), worker(1, u64::MAX, 7)), (share(4), worker(2, u64::MAX, 300))];
        let mut all = Portfolio::new(PACE, workers);
        for _ in 0..6 {
            assert_eq!(all.take_turn(&mut Budget::unlimited(), work), Ok(None));
        }
        let done: Vec<_> = all.work().map(|it| it.1).collect();
        assert!(done[1] > 3 * done[0] && done[1] < 6 * done[0], "{done:?}");
    }

    #[test]
    fn who_begins_late_waits() {
        let share = |from| Share { of_turn: 1, from, is_weighed: false };
        let workers = [(share(1 << 15), worker(1, 10, 0)), (share(0), worker(2, u64::MAX, 0))];
        let mut all = Portfolio::new(PACE, workers);
        assert_eq!(all.take_turn(&mut Budget::unlimited(), work), Ok(None));
        assert_eq!(all.take_turn(&mut Budget::unlimited(), work), Ok(Some(1)));
    }

    #[test]
    fn who_gives_up_leaves_the_rest_to_the_others() {
        let share = Share::of_steps(1);
        let all = || {
            let workers = [worker(1, 10, 0), worker(2, 1 << 20, 0)];
            Portfolio::new(PACE, workers.map(|it| (share, it)))
        };
        for stop in [Ok(None), Err(Stop::Size("too large"))] {
            let go = |it: &mut Worker, budget: &mut Budget| match it.name {
                1 => stop,
                _ => work(it, budget).0,
            };
            assert_eq!(all().run(&mut Budget::unlimited(), go), Ok(Some(2)));
            assert_eq!(all().run(&mut Budget::unlimited().part(1 << 16), go), Err(Stop::Steps));
        }
        let none = |_: &mut Worker, _: &mut Budget| Ok::<_, Stop>(None::<u32>);
        assert_eq!(all().run(&mut Budget::unlimited(), none), Ok(None));
        let size = |_: &mut Worker, _: &mut Budget| Err::<Option<u32>, _>(Stop::Size("too large"));
        assert_eq!(all().run(&mut Budget::unlimited(), size), Err(Stop::Size("too large")));
    }
}
