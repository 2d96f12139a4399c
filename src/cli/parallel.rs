//! Many files on many threads: results come in the order of the files, each as soon as it and all
//! before it are ready. A panic spoils its own file only.

use std::collections::VecDeque;
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
    let threads = threads.get().min(items.len());
    let queue = Queue { state: Mutex::default(), ready: Condvar::new(), room: Condvar::new() };
    thread::scope(|scope| {
        let worker = || {
            while let Some(index) = queue.take(items.len()) {
                queue.put(index, catch(|| work(&items[index])));
            }
        };
        let spawn = |_: &usize| thread::Builder::new().spawn_scoped(scope, worker).is_ok();
        let is_alone = threads < 2 || (0..threads).take_while(spawn).count() == 0;
        if is_alone {
            return items.iter().try_for_each(|item| consume(item, catch(|| work(item))));
        }
        let _stop_at_end = StopAtEnd(&queue);
        let mut rest = items.iter();
        while !rest.as_slice().is_empty() {
            // Results first: when they run out, no item has been taken.
            for (result, item) in queue.next_ready().into_iter().zip(rest.by_ref()) {
                consume(item, result)?;
            }
        }
        Ok(())
    })
}

/// What the threads share.
struct Queue<R> {
    state: Mutex<State<R>>,
    /// The result that the consumer waits for is there.
    ready: Condvar,
    /// The consumer took results, or all is over.
    room: Condvar,
}

struct State<R> {
    /// Index of the next item to begin.
    next: usize,
    /// Index of the item whose result is consumed next.
    first: usize,
    /// Results from `first` on, as far as they are there.
    results: VecDeque<Option<Result<R, Panic>>>,
    is_over: bool,
}

impl<R> Default for State<R> {
    fn default() -> Self {
        Self { next: 0, first: 0, results: VecDeque::new(), is_over: false }
    }
}

impl<R> Queue<R> {
    fn state(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The index of the next item to work on; waits while too many are ahead of the consumer.
    fn take(&self, count: usize) -> Option<usize> {
        let is_far_ahead = |state: &mut State<R>| {
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

    fn put(&self, index: usize, result: Result<R, Panic>) {
        let mut state = self.state();
        let place = index - state.first;
        if state.results.len() <= place {
            state.results.resize_with(place + 1, || None);
        }
        state.results[place] = Some(result);
        drop(state);
        if place == 0 {
            self.ready.notify_one();
        }
    }

    /// Waits for the next result in order and takes it with all that follow it without a gap.
    fn next_ready(&self) -> Vec<Result<R, Panic>> {
        let is_missing = |state: &mut State<R>| !matches!(state.results.front(), Some(Some(_)));
        let state = self.ready.wait_while(self.state(), is_missing);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let gap = state.results.iter().position(Option::is_none);
        let count = gap.unwrap_or(state.results.len());
        state.first += count;
        let taken = state.results.drain(..count).flatten().collect();
        drop(state);
        self.room.notify_all();
        taken
    }
}

/// Sends the workers home, also when the consumer fails or panics.
struct StopAtEnd<'a, R>(&'a Queue<R>);

impl<R> Drop for StopAtEnd<'_, R> {
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
