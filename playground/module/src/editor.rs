//! The border between an editor and the language server (`puzzle_lang::lsp::HostedSession`): the host hands over the messages of
//! its client, and gives the session turns.

use std::cell::RefCell;

use puzzle_lang::lsp::HostedSession;

use super::{begin, host_tell, taken};

thread_local! {
    /// The one session of a module.
    static SESSION: RefCell<Option<HostedSession>> = const { RefCell::new(None) };
}

/// Takes a message of the client that was written there.
///
/// # Safety
/// The room is one that `room` gave for this length, and nobody has it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn take(room: *mut u8, length: usize) {
    begin();
    // SAFETY: by the contract above.
    let message = unsafe { taken(room, length) };
    with_session(|it| it.take(&message));
}

/// Lets the session go on for a while. Returns for how many milliseconds there is nothing to do then, unless a message
/// comes; less than none stands for ever.
#[unsafe(no_mangle)]
pub extern "C" fn turn() -> f64 {
    with_session(HostedSession::turn).map_or(-1.0, |it| it.as_secs_f64() * 1000.0)
}

fn with_session<T>(work: impl FnOnce(&mut HostedSession) -> T) -> T {
    let tell = |message: &[u8]| host_tell(message.as_ptr(), message.len());
    SESSION.with_borrow_mut(|it| work(it.get_or_insert_with(|| HostedSession::new(tell))))
}
