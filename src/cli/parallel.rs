//! Many files on many threads: results come in the order of the files, each as soon as it and all
//! before it are ready, and what is told of a file on the way as soon as those before it are. A panic
//! spoils its own file only.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::console::catch::{Panic, catch};

/// Items that may be begun while the first of them is not ready: bounds what is held in memory
/// behind a slow one.
const LOOK_AHEAD: usize = 256;

/// The number of threads when nobody says one: the cores this process may use.
pub fn available_threads() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// What comes of the work on an item.
#[derive(Debug)]
pub enum WorkOutcome<M, R> {
    /// Something on the way.
    Told(M),
    /// All.
    Done(Result<R, Panic>),
}

/// Does `work` for each item on up to `threads` threads and hands the results to `consume`, on
/// this thread and in the order of the items.
///
/// # Errors
/// The first error of `consume`; no further item is begun after it.
pub fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    threads: NonZero<usize>,
    work: impl Fn(&T) -> R + Sync,
    mut consume: impl FnMut(&T, Result<R, Panic>) -> Result<(), E>,
) -> Result<(), E> {
    let work = |item: &T, _: &dyn Fn(Infallible)| work(item);
    told_in_order(items, threads, work, |item, outcome| match outcome {
        WorkOutcome::Told(never) => match never {},
        WorkOutcome::Done(result) => consume(item, result),
    })
}

/// The same of work that tells something on the way.
///
/// # Errors
/// As [`in_order`].
pub fn told_in_order<T: Sync, M: Send, R: Send, E>(
    items: &[T],
    threads: NonZero<usize>,
    work: impl Fn(&T, &dyn Fn(M)) -> R + Sync,
    mut consume: impl FnMut(&T, WorkOutcome<M, R>) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads.get().min(items.len());
    let queue = Queue { state: Mutex::default(), ready: Condvar::new(), room: Condvar::new() };
    thread::scope(|scope| {
        let worker = || {
            while let Some(index) = queue.take(items.len()) {
                let tell = |told| queue.add(index, WorkOutcome::Told(told));
                queue.add(index, WorkOutcome::Done(catch(|| work(&items[index], &tell))));
            }
        };
        let spawn = |_: &usize| thread::Builder::new().spawn_scoped(scope, worker).is_ok();
        let is_alone = threads < 2 || (0..threads).take_while(spawn).count() == 0;
        if is_alone {
            return one_by_one(items, &work, consume);
        }
        let _stop_at_end = StopAtEnd(&queue);
        let mut rest = items.iter();
        while let Some(item) = rest.as_slice().first() {
            for outcome in queue.next_outcomes() {
                if let WorkOutcome::Done(_) = outcome {
                    rest.next();
                }
                consume(item, outcome)?;
            }
        }
        Ok(())
    })
}

/// The same on this thread.
fn one_by_one<T, M, R, E>(
    items: &[T],
    work: &impl Fn(&T, &dyn Fn(M)) -> R,
    consume: impl FnMut(&T, WorkOutcome<M, R>) -> Result<(), E>,
) -> Result<(), E> {
    let (consume, failed) = (RefCell::new(consume), Cell::new(None));
    items.iter().try_for_each(|item| {
        let hand = |outcome| (consume.borrow_mut())(item, outcome);
        let tell = |told| match failed.take() {
            None => failed.set(hand(WorkOutcome::Told(told)).err()),
            error => failed.set(error),
        };
        let done = catch(|| work(item, &tell));
        failed.take().map_or_else(|| hand(WorkOutcome::Done(done)), Err)
    })
}

/// What the threads share.
struct Queue<M, R> {
    state: Mutex<State<M, R>>,
    /// Something is known of the item that the consumer waits for.
    ready: Condvar,
    /// The consumer took results, or all is over.
    room: Condvar,
}

struct State<M, R> {
    /// Index of the next item to begin.
    next: usize,
    /// Index of the item whose result is consumed next.
    first: usize,
    /// What is known of the items from `first` on.
    outcomes: VecDeque<Vec<WorkOutcome<M, R>>>,
    is_over: bool,
}

impl<M, R> Default for State<M, R> {
    fn default() -> Self {
        Self { next: 0, first: 0, outcomes: VecDeque::new(), is_over: false }
    }
}

impl<M, R> Queue<M, R> {
    fn state(&self) -> MutexGuard<'_, State<M, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The index of the next item to work on; waits while too many are ahead of the consumer.
    fn take(&self, count: usize) -> Option<usize> {
        let is_far_ahead = |state: &mut State<M, R>| {
            !state.is_over && state.next < count && state.next >= state.first + LOOK_AHEAD
        };
        let state = self.room.wait_while(self.state(), is_far_ahead);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_over || state.next == count {
            return None;
        }
        state.next += 1;
        Some(state.next - 1)
    }

    fn add(&self, index: usize, outcome: WorkOutcome<M, R>) {
        let mut state = self.state();
        let place = index - state.first;
        if state.outcomes.len() <= place {
            state.outcomes.resize_with(place + 1, Vec::new);
        }
        state.outcomes[place].push(outcome);
        drop(state);
        if place == 0 {
            self.ready.notify_one();
        }
    }

    /// Waits for what comes of the first item that is not done, and takes it.
    fn next_outcomes(&self) -> Vec<WorkOutcome<M, R>> {
        let is_missing = |state: &mut State<M, R>| state.outcomes.front().is_none_or(Vec::is_empty);
        let state = self.ready.wait_while(self.state(), is_missing);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let taken = state.outcomes.front_mut().map(std::mem::take).unwrap_or_default();
        if let Some(WorkOutcome::Done(_)) = taken.last() {
            state.outcomes.pop_front();
            state.first += 1;
        }
        drop(state);
        self.room.notify_all();
        taken
    }
}

/// Sends the workers home, also when the consumer fails or panics.
struct StopAtEnd<'a, M, R>(&'a Queue<M, R>);

impl<M, R> Drop for StopAtEnd<'_, M, R> {
    fn drop(&mut self) {
        self.0.state().is_over = true;
        self.0.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    fn threads(count: usize) -> NonZero<usize> {
        NonZero::new(count).unwrap()
    }

    #[test]
    fn results_come_in_order_whatever_each_takes() {
        let items: Vec<u64> = (0..1000).collect();
        for count in [1, 2, 7] {
            let mut seen = Vec::new();
            let work = |&item: &u64| {
                thread::sleep(Duration::from_micros(item * 7919 % 50));
                item * 2
            };
            let _ = in_order(&items, threads(count), work, |&item, result| {
                assert_eq!(result, Ok(item * 2));
                seen.push(item);
                Ok::<(), Infallible>(())
            });
            assert_eq!(seen, items);
        }
    }

    #[test]
    fn what_is_told_does_not_wait_for_the_end() {
        let (is_heard, waits) = (Mutex::new(false), Condvar::new());
        let work = |&item: &usize, tell: &dyn Fn(usize)| {
            tell(item);
            // The first one ends only once somebody has heard of it.
            drop(waits.wait_while(is_heard.lock().unwrap(), |it| item == 0 && !*it));
            tell(item + 10);
        };
        let mut heard = Vec::new();
        let told = told_in_order(&[0, 1], threads(2), work, |&item, outcome| {
            match outcome {
                WorkOutcome::Told(told) => heard.push(told),
                WorkOutcome::Done(_) if item == 1 => return Err(()),
                WorkOutcome::Done(_) => {}
            }
            *is_heard.lock().unwrap() = true;
            waits.notify_all();
            Ok(())
        });
        assert_eq!((heard, told), (vec![0, 10, 1, 11], Err(())));
    }

    #[test]
    fn a_slow_item_holds_up_a_bounded_number_of_others() {
        let items: Vec<usize> = (0..2000).collect();
        let begun = AtomicUsize::new(0);
        let work = |&item: &usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            if item == 0 {
                thread::sleep(Duration::from_millis(100));
                assert_eq!(begun.load(Ordering::Relaxed), LOOK_AHEAD);
            }
        };
        let _ = in_order(&items, threads(2), work, |_, result| {
            assert_eq!(result, Ok(()));
            Ok::<(), Infallible>(())
        });
        assert_eq!(begun.into_inner(), 2000);
    }

    #[test]
    fn a_panic_spoils_its_own_item_only() {
        let items: Vec<usize> = (0..600).collect();
        for count in [1, 3] {
            let mut broken = Vec::new();
            let work = |&item: &usize| assert!(item % 100 != 7, "item {item} is cursed");
            let _ = in_order(&items, threads(count), work, |&item, result| {
                if let Err(Panic(words)) = result {
                    assert!(words.starts_with(&format!("item {item} is cursed at src")), "{words}");
                    broken.push(item);
                }
                Ok::<(), Infallible>(())
            });
            assert_eq!(broken, [7, 107, 207, 307, 407, 507]);
        }
    }

    #[test]
    fn an_error_of_the_consumer_ends_everything() {
        let items: Vec<usize> = (0..100_000).collect();
        let begun = AtomicUsize::new(0);
        let work = |_: &usize| begun.fetch_add(1, Ordering::Relaxed);
        let result = in_order(
            &items,
            threads(4),
            work,
            |&item, _| if item < 10 { Ok(()) } else { Err(item) },
        );
        assert_eq!(result, Err(10));
        assert!(begun.into_inner() < 10_000);
    }

    #[test]
    fn ten_thousand_tiny_items_are_all_done() {
        let items: Vec<usize> = (0..10_000).collect();
        let mut sum = 0;
        let _ = in_order(
            &items,
            threads(2),
            |&item| item,
            |_, result| {
                sum += result.unwrap_or_default();
                Ok::<(), Infallible>(())
            },
        );
        assert_eq!(sum, 9_999 * 5_000);
    }
}
