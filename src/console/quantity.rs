//! Numbers as people write them: times and sizes with units, and plain ones.

use std::num::NonZero;
use std::time::Duration;

/// Reads `10`, `10s`, `500ms`, `1.5m` or `1h`.
///
/// # Errors
/// What to write.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ if number.is_empty() => 1.0,
        _ => return Err(format!("the unit `{unit}` is none of ms, s, m, h")),
    };
    let time = number.parse::<f64>().ok().map(|number| number * seconds);
    let time = time.and_then(|time| Duration::try_from_secs_f64(time).ok());
    time.ok_or_else(|| "write a time such as `10s`, `500ms` or `2m`".to_owned())
}

/// Reads `1000000`, `512M`, `512MB`, `512MiB` or `2G` as bytes; units are powers of 1024.
///
/// # Errors
/// What to write.
pub fn parse_bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text);
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ if number.is_empty() => 0,
        _ => return Err(format!("the unit `{unit}` is none of K, M, G, T")),
    };
    let bytes = number.parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| "write a size such as `512M` or `2G`".to_owned())
}

/// Reads a number of things of which there is at least one, or the place of one of them.
///
/// # Errors
/// What to write.
pub fn parse_count(text: &str) -> Result<NonZero<usize>, String> {
    text.parse().map_err(|_| "write a number from 1, such as `4`".to_owned())
}

/// Reads a number that chance begins with.
///
/// # Errors
/// What to write.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a number such as `7`".to_owned())
}

/// The digits, and what follows them.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(parse_duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("1.5 m"), Ok(Duration::from_secs(90)));
        for wrong in ["", "s", "-1s", "1d", "1.2.3", "999999999999999999999999999h"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_bytes("4096"), Ok(4096));
        assert_eq!(parse_bytes("512M"), Ok(512 << 20));
        assert_eq!(parse_bytes("2GiB"), Ok(2 << 30));
        for wrong in ["", "M", "-1", "1X", "1.5G", "99999999999999999T"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }
}
