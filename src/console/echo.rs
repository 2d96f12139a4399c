//! The echo of the terminal: what is typed during a search would stand in its sign of life. Without echo it stands
//! behind the next prompt alone. Other systems than Unix echo only what is being read.

#[cfg(unix)]
use std::io;
#[cfg(unix)]
use std::sync::{Mutex, PoisonError};

#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// How the terminal was before its echo was turned off.
#[cfg(unix)]
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

/// No echo on standard input for as long as the value lives.
#[derive(Debug)]
pub struct NoEcho(());

impl NoEcho {
    /// Turns the echo off.
    pub fn begin() -> Self {
        #[cfg(unix)]
        if let Ok(before) = tcgetattr(io::stdin()) {
            let mut modes = before.clone();
            modes.local_modes.remove(LocalModes::ECHO);
            *BEFORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(before);
            set(&modes);
        }
        Self(())
    }
}

impl Drop for NoEcho {
    fn drop(&mut self) {
        restore();
    }
}

/// Leaves the terminal as it was, where the process ends during a search.
pub fn restore() {
    #[cfg(unix)]
    if let Some(before) = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take() {
        set(&before);
    }
}

/// A terminal that takes no modes is as untidy as before, and no worse.
#[cfg(unix)]
fn set(modes: &Termios) {
    let _unchanged = tcsetattr(io::stdin(), OptionalActions::Now, modes);
}
