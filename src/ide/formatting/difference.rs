//! The small edits that make a text its canonical form. Both have the same tokens with other gaps
//! between them, so there is nothing to search.

use crate::diagnostic::Edit;
use crate::syntax::token::{Lexeme, Token, lex};
use crate::text::Span;

/// The edits that make a text its canonical form, in order.
pub(super) fn edits(text: &str, canonical: &str) -> Vec<Edit> {
    let tokens = |text| lex(text).filter(|it| it.token != Token::Newline);
    let mut edits = Vec::new();
    if !tokens(text).map(|it| it.token).eq(tokens(canonical).map(|it| it.token)) {
        replace(text, Span::new(0, text.len() as u32), canonical, &mut edits);
        return edits;
    }
    let (mut done, mut written) = (0, 0);
    for (before, after) in tokens(text).zip(tokens(canonical)) {
        let Lexeme { span, .. } = before;
        let gap = &canonical[written..after.span.start as usize];
        lines(text, Span::new(done, span.start), gap, &mut edits);
        // Half of a text block indented anew would be another text.
        replace(text, span, &canonical[after.span.range()], &mut edits);
        (done, written) = (span.end, after.span.end as usize);
    }
    lines(text, Span::new(done, text.len() as u32), &canonical[written..], &mut edits);
    edits
}

/// Replaces what differs in a stretch: line by line when there are as many lines before and after.
fn lines(text: &str, span: Span, after: &str, edits: &mut Vec<Edit>) {
    let before = &text[span.range()];
    if before.matches('\n').count() != after.matches('\n').count() {
        return replace(text, span, after, edits);
    }
    let mut start = span.start;
    for (before, after) in before.split('\n').zip(after.split('\n')) {
        let end = start + before.len() as u32;
        replace(text, Span::new(start, end), after, edits);
        start = end + 1;
    }
}

/// Replaces a stretch but for what is the same at its start and end.
fn replace(text: &str, span: Span, after: &str, edits: &mut Vec<Edit>) {
    let before = &text[span.range()];
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| {
        pairs.take_while(|(a, b)| a == b).map(|(it, _)| it.len_utf8()).sum::<usize>()
    };
    let head = same(&mut before.chars().zip(after.chars()));
    let (before, after) = (&before[head..], &after[head..]);
    let tail = same(&mut before.chars().rev().zip(after.chars().rev()));
    let (before, after) = (&before[..before.len() - tail], &after[..after.len() - tail]);
    if !before.is_empty() || !after.is_empty() {
        let start = span.start + head as u32;
        edits.push(Edit::replace(Span::new(start, start + before.len() as u32), after));
    }
}
