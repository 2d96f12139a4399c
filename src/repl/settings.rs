//! `:set`: the limits of searches.

use super::command::Call;
use super::event::Event;
use super::session::{Session, Tell};
use crate::cli::args::quantity::{parse_bytes, parse_duration};
use crate::diagnostic::spelling::did_you_mean;

/// The settings.
pub const SETTINGS: [&str; 2] = ["timeout", "memory"];

/// Sets a limit, or lists them.
pub fn set(session: &mut Session<'_>, call: &Call, tell: Tell<'_>) {
    let limits = &mut session.limits;
    let mut words = call.argument().splitn(2, char::is_whitespace);
    let (name, value) = (words.next().unwrap_or_default(), words.next().unwrap_or_default().trim());
    let is_off = value == "off";
    let result = match name {
        "timeout" if !value.is_empty() => match is_off {
            true => Ok(limits.timeout = None),
            false => parse_duration(value).map(|time| limits.timeout = Some(time)),
        },
        "memory" if !value.is_empty() => match is_off {
            true => Ok(limits.max_memory = None),
            false => parse_bytes(value).map(|bytes| limits.max_memory = Some(bytes)),
        },
        "" | "timeout" | "memory" => {
            let timeout = limits.timeout.map_or("off".to_owned(), |time| format!("{time:?}"));
            let memory = limits.max_memory.map_or("off".to_owned(), bytes);
            return tell(Event::Text(format!("timeout {timeout}\nmemory {memory}\n")));
        }
        _ if ["allow", "warn", "deny"].contains(&name) => {
            Err(format!("type `{name} {value}` without `:set`, as in a file"))
        }
        _ => Err(match did_you_mean(name, SETTINGS.iter().copied()) {
            Some(similar) => format!("there is no setting `{name}`; did you mean `{similar}`?"),
            None => format!("there is no setting `{name}`; there are `timeout` and `memory`"),
        }),
    };
    if let Err(reason) = result {
        tell(Event::usage(reason));
    }
}

/// Bytes in the largest unit that is exact.
fn bytes(count: usize) -> String {
    let unit = (count.trailing_zeros() / 10).min(4);
    let unit = if count == 0 { 0 } else { unit };
    format!("{}{}", count >> (10 * unit), ["", "K", "M", "G", "T"][unit as usize])
}
