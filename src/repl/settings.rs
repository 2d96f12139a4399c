//! `:set`: the limits of searches.

use super::command::Call;
use super::event::SessionEvent;
use super::session::{Session, TellEvent};
use crate::console::quantity::{parse_bytes, parse_duration};
use crate::diagnostic::spelling::did_you_mean;

pub(super) const SETTINGS: [&str; 2] = ["timeout", "memory"];

/// Sets a limit, or lists them.
pub(super) fn set(session: &mut Session<'_>, call: &Call, tell: TellEvent<'_>) {
    let (name, value) = match call.argument().split_once(char::is_whitespace) {
        Some((name, value)) => (name, value.trim()),
        None => (call.argument(), ""),
    };
    let limits = &mut session.limits;
    let result = match (name, value) {
        ("" | "timeout" | "memory", "") => {
            let timeout = limits.timeout.map_or("off".to_owned(), |time| format!("{time:?}"));
            let memory = limits.max_memory.map_or("off".to_owned(), bytes);
            return tell(SessionEvent::Text(format!("timeout {timeout}\nmemory {memory}\n")));
        }
        ("timeout", value) => limit(value, parse_duration).map(|time| limits.timeout = time),
        ("memory", value) => limit(value, parse_bytes).map(|bytes| limits.max_memory = bytes),
        ("allow" | "warn" | "deny", _) => {
            Err(format!("type `{name} {value}` without `:set`, as in a file"))
        }
        _ => Err(match did_you_mean(name, SETTINGS.iter().copied()) {
            Some(similar) => format!("there is no setting `{name}`; did you mean `{similar}`?"),
            None => format!("there is no setting `{name}`; there are `timeout` and `memory`"),
        }),
    };
    if let Err(reason) = result {
        tell(SessionEvent::usage(reason));
    }
}

/// A limit, or none.
fn limit<T>(value: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    if value == "off" { Ok(None) } else { parse(value).map(Some) }
}

/// Bytes in the largest unit that is exact.
fn bytes(count: usize) -> String {
    let unit = (count.trailing_zeros() / 10).min(4);
    let unit = if count == 0 { 0 } else { unit };
    format!("{}{}", count >> (10 * unit), ["", "K", "M", "G", "T"][unit as usize])
}
