//! The border between a page and the language (`puzzle_lang::page`). A request is JSON: the page asks for room, writes the
//! request there and hands it over. What is found is told while it is found, a JSON text at a time.
//! All that is unsafe of the playground is in this file and in `editor`.

#[cfg(feature = "editor")]
mod editor;

use std::panic;
use std::slice;
use std::sync::Once;
use std::time::Duration;

use puzzle_engine::budget::set_clock;
use puzzle_lang::page::{PageAnswer, PageLimits, answer};
use puzzle_lang::service::import::NoFiles;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    #[link_name = "now"]
    safe fn host_now() -> f64;
    /// Takes a text of so many bytes, which is there during the call.
    #[link_name = "tell"]
    safe fn host_tell(text: *const u8, length: usize);
}

/// Room for a request of so many bytes, which [`ask`] takes back.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// Answers the request that was written there.
///
/// # Safety
/// The room is one that [`room`] gave for this length, and nobody has it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(room: *mut u8, length: usize) {
    begin();
    // SAFETY: by the contract above.
    let request = unsafe { taken(room, length) };
    // Whoever has enough of it ends the worker.
    answer(&request, &NoFiles, &PageLimits::default(), &mut |told| tell(told));
}

/// Hands the host's clock to the engine, and faults to the host.
fn begin() {
    static FIRST: Once = Once::new();
    FIRST.call_once(|| {
        set_clock(|| Duration::from_secs_f64(host_now().max(0.0) / 1000.0));
        // The module cannot go on behind a panic, but it can say what it was.
        panic::set_hook(Box::new(|fault| tell(&PageAnswer::Fault(fault.to_string()))));
    });
}

/// What was written into a room.
///
/// # Safety
/// The room is one that [`room`] gave for this length, and nobody has it any more.
unsafe fn taken(room: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: by the contract above this is the slice that `room` leaked.
    unsafe { Box::from_raw(slice::from_raw_parts_mut(room, length)) }
}

/// Tells the page something.
fn tell(told: &PageAnswer) {
    let text = serde_json::to_vec(told).unwrap_or_default();
    host_tell(text.as_ptr(), text.len());
}
