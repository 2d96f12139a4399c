//! Cuts a text into parts that are parsed alone, so that a change costs no more than the parts it touches. They
//! say what the whole text would say, since it is cut between items.

use std::sync::Arc;

use crate::kinds::Document;
use crate::syntax::parse_prefix;
use crate::text::Source;

/// Bytes of a part, unless an item is longer. Parsing so many takes a tenth of a millisecond.
pub const PART: usize = 2048;

/// Cuts a text into parts, of which `source` makes sources, as far as that can be done without what follows it:
/// the bytes that were cut. At the end of everything nothing follows.
pub fn cut(
    text: &str,
    is_end: bool,
    mut source: impl FnMut(&str) -> Source,
) -> (Vec<Arc<Document>>, usize) {
    let mut parts = Vec::new();
    let mut start = 0;
    while start < text.len() || (is_end && parts.is_empty()) {
        let rest = &text[start..];
        // No part is left behind that is much smaller.
        let least = if rest.len() <= 2 * PART { rest.len() } else { PART };
        let prefix = parse_prefix(rest, Some(least));
        if !prefix.is_closed && !is_end {
            break;
        }
        let source = Arc::new(source(&rest[..prefix.length]));
        let (tree, diagnostics) = (prefix.parsed.tree, prefix.parsed.diagnostics);
        parts.push(Arc::new(Document { source, tree, diagnostics }));
        start += prefix.length;
    }
    (parts, start)
}

/// Cuts a whole text into parts whose lines are counted on from one to the next.
pub fn pieces(text: &Source) -> Vec<Arc<Document>> {
    let mut lines = text.lines_before();
    let (parts, _) = cut(text.text(), true, |part| {
        let source = Source::new(text.name(), part).behind(lines);
        lines += source.line_count() - 1;
        source
    });
    parts
}
