//! The words for braces that stand where no block begins or ends, and for blocks that do not end.

use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;

/// Braces of one sort behind each other that no block has.
pub(in crate::syntax) struct StrayBraces {
    pub(in crate::syntax) first: Span,
    pub(in crate::syntax) last: Span,
    pub(in crate::syntax) count: usize,
}

impl StrayBraces {
    fn label(&self, here: &str) -> String {
        match self.count {
            1 => here.to_owned(),
            count => format!("{here}, nor at the {} that follow", count - 1),
        }
    }
}

pub(in crate::syntax) fn unmatched_braces(text: &str, braces: &StrayBraces) -> Diagnostic {
    let StrayBraces { first, last, .. } = *braces;
    let label = braces.label("no block is open here");
    let diagnostic = Diagnostic::new(UNMATCHED_BRACE, first, "unmatched `}`", label)
        .help("delete it, or open a block with `{`");
    let whole = first.to(last);
    let before = text[..whole.start as usize].trim_end_matches([' ', '\t']);
    let behind = text[whole.end as usize..].trim_start_matches([' ', '\t', '\r']);
    // They part what stands before them from what follows.
    let are_alone = (before.is_empty() || before.ends_with(['\n', '}']))
        && (behind.is_empty() || behind.starts_with('\n'));
    // Comments between them stay.
    let is_brace = |it: char| it == '}' || it.is_whitespace();
    if !(are_alone && text[whole.range()].chars().all(is_brace)) {
        return diagnostic;
    }
    let title = if braces.count == 1 { "delete it" } else { "delete them" };
    diagnostic.fix(Fix::maybe(title, vec![Edit::delete_line(text, whole)]))
}

/// A `}` behind lines that are in no block.
pub(in crate::syntax) fn lines_without_block(brace: Span, first: Span) -> Diagnostic {
    Diagnostic::new(UNMATCHED_BRACE, brace, "unmatched `}`", "no block is open here")
        .related(first, "these lines are in no block")
        .help("the `}` above these lines ends their block too early, or its first line is missing")
}

pub(in crate::syntax) fn stray_brace(brace: Span) -> Diagnostic {
    stray_braces(&StrayBraces { first: brace, last: brace, count: 1 })
}

pub(in crate::syntax) fn stray_braces(braces: &StrayBraces) -> Diagnostic {
    let label = braces.label("no block can start here");
    Diagnostic::new(UNEXPECTED, braces.first, "unexpected `{`", label)
        .help("only `game`, `clauses`, `maze`, `theory` and `puzzle` have a block, and their line ends with the `{`")
}

/// A block from `open` to `last`, which `next` should not be part of.
pub(in crate::syntax) fn unclosed_block(open: Span, last: u32, next: Span) -> Diagnostic {
    let noticed = if next.is_empty() { "the file ends here" } else { "this starts something new" };
    Diagnostic::new(UNCLOSED_BLOCK, open, "the closing `}` is missing", "nothing closes this block")
        .related(next, noticed)
        .help("write `}` on a line of its own behind the block")
        .fix(Fix::maybe("insert `}`", vec![Edit::insert(last, "\n}")]))
}
