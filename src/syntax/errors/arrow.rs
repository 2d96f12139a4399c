//! An answer that stands behind its question without the arrow, or before it.

use crate::diagnostic::{Edit, Fix};
use crate::text::Span;

/// Puts `=>` before the answer that starts at `start`, behind which the question ends; one that stands behind
/// it with nothing to expect goes.
pub(super) fn insert(text: &str, start: u32, end: u32) -> Fix {
    let line = text[end as usize..].lines().next().unwrap_or_default();
    let mut edits = vec![Edit::insert(start, "=> ")];
    let blanks = line.len() - line.trim_start().len();
    match line.trim_start().strip_prefix("=>") {
        Some(rest) if rest.trim().is_empty() => {
            edits.push(Edit::delete(Span::new(end, end + blanks as u32 + 2)));
            Fix::maybe("put `=>` before it", edits)
        }
        _ => Fix::maybe("insert `=>`", edits),
    }
}
