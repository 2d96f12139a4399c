//! A panic as a value: a fault of ours costs the file or the line that it met, and nothing else.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// The words of a panic and where it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panic(pub String);

/// What the person is told of a fault of ours, who should report it with `what` was being worked
/// on.
pub fn fault(words: &str, what: &str) -> String {
    format!("internal error, please report it with {what}: {words}")
}

thread_local! {
    /// Whether this thread is within [`catch`].
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// The last panic within [`catch`].
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Does `work` and turns a panic into a value, without the usual words on standard error.
///
/// # Errors
/// What the panic says.
pub fn catch<R>(work: impl FnOnce() -> R) -> Result<R, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !CATCHING.get() {
                return usual(info);
            }
            let place = info.location().map(|place| format!(" at {place}")).unwrap_or_default();
            CAUGHT.set(Some(format!("{}{place}", words(info.payload()))));
        }));
    });
    let outer = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(outer);
    // A panic that was only passed on did not call the hook.
    result.map_err(|payload| Panic(CAUGHT.take().unwrap_or_else(|| words(&*payload).to_owned())))
}

/// What a panic says.
pub fn words(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic")
}
