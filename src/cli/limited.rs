//! Work that looks at no limits, such as reading and checking a text. What may take long is done on a thread of its own,
//! for which nobody waits once a limit is reached: the process ends soon after.

use std::fmt::Display;

use crate::console::catch::{Panic, catch};
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::console::input;
use puzzle_engine::budget::Budget;

/// What the work on a file yields.
///
/// # Errors
/// The limit that was reached before, or a fault of this program.
pub fn within<T: Send + 'static>(
    name: &str,
    budget: &mut Budget,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, CommandFailure> {
    let done = input::within(budget, |_| catch(work));
    finished(name, done)
}

/// As [`within`], of work that takes no longer than to begin a thread.
///
/// # Errors
/// As [`within`].
pub fn at_once<T>(
    name: &str,
    budget: &mut Budget,
    work: impl FnOnce() -> T,
) -> Result<T, CommandFailure> {
    finished(name, budget.look().map(|()| catch(work)))
}

fn finished<T>(
    name: &str,
    done: Result<Result<T, Panic>, impl Display>,
) -> Result<T, CommandFailure> {
    let done = done.map_err(|stop| CommandFailure {
        name: name.to_owned(),
        message: format!("it was not read to its end: {stop}"),
        exit: Exit::Unknown,
    })?;
    done.map_err(|Panic(words)| CommandFailure::internal(name, &words))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use puzzle_engine::budget::Signal;

    #[test]
    fn nobody_waits_beyond_a_limit() {
        let budget = |timeout| Budget::new(Signal::default(), timeout, None);
        assert_eq!(within("a", &mut budget(None), || 7), Ok(7));
        let (_never, waiting) = mpsc::channel::<()>();
        let work = move || waiting.recv().is_ok();
        let failure = within("a", &mut budget(Some(Duration::ZERO)), work).unwrap_err();
        assert_eq!(failure.exit, Exit::Unknown);
        assert_eq!(failure.message, "it was not read to its end: time limit reached");
        let failure = within("a", &mut budget(None), || panic!("no a")).map(|()| 0).unwrap_err();
        assert!(failure.message.contains("no a at src"), "{}", failure.message);
    }
}
