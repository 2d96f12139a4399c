//! The log: lines on standard error with time (UTC) and level, for a person to read.

use std::fmt::Display;
use std::io::{Write, stderr};
use std::time::{SystemTime, UNIX_EPOCH};

use super::types::MessageType;

/// Writes a line. That nobody reads it is no fault. In a browser there is only the log of the client.
pub(super) fn line(level: MessageType, message: impl Display) {
    if cfg!(target_family = "wasm") {
        return;
    }
    let word = match level {
        MessageType::ERROR => "error",
        MessageType::WARNING => "warning",
        _ => "info",
    };
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (hour, minute, second) = (time / 3600 % 24, time / 60 % 60, time % 60);
    let _ = writeln!(stderr(), "{hour:02}:{minute:02}:{second:02} {word:<7} {message}");
}
