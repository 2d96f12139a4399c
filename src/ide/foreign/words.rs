//! The words of a text in the format of another program, without its comments.

use crate::text::Span;

/// How a format writes its comments and quotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexis {
    /// The sign with which a comment begins that ends with its line.
    pub comment: char,
    /// Whether names stand in quotes, and comments between `/*` and `*/`.
    pub has_quotes: bool,
    /// The signs of several characters, none before one that it begins.
    pub signs: &'static [&'static str],
}

/// A word, or a sign that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ForeignWord<'t> {
    pub text: &'t str,
    pub span: Span,
}

/// The words and signs of a text.
pub(super) fn words(text: &str, lexis: Lexis) -> Vec<ForeignWord<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_block = lexis.has_quotes && rest.starts_with("/*");
        let length = if first == lexis.comment {
            rest.find(['\n', '\r']).unwrap_or(rest.len())
        } else if is_block {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if lexis.has_quotes && matches!(first, '\'' | '"') {
            quoted(rest, first)
        } else if is_part(first) {
            rest.find(|it| !is_part(it)).unwrap_or(rest.len())
        } else {
            let sign = lexis.signs.iter().find(|it| rest.starts_with(**it));
            sign.map_or(first.len_utf8(), |it| it.len())
        };
        let span = Span::new(at as u32, (at + length) as u32);
        if first != lexis.comment && !is_block && !first.is_whitespace() {
            found.push(ForeignWord { text: &rest[..length], span });
        }
        at += length;
    }
    found
}

/// How long a word in quotes is, which a backslash may stand before; what nothing closes ends with its line.
fn quoted(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, sign) in rest.char_indices().skip(1) {
        match sign {
            '\n' | '\r' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if sign == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The index of the word at a place, or of the one that ends there.
pub(super) fn word_at(words: &[ForeignWord<'_>], offset: u32) -> Option<usize> {
    let index = words.partition_point(|it| it.span.end < offset);
    // Of two that touch the name is meant.
    let touches = |it: &usize| words.get(*it).is_some_and(|it| it.span.start <= offset);
    let found: Vec<_> = [index, index + 1].into_iter().filter(touches).collect();
    found.iter().copied().find(|it| is_name(words[*it].text)).or_else(|| found.first().copied())
}

/// Whether a word is a name or number.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|it| is_part(it) || it == '\'')
}

fn is_part(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '$')
}

/// A number of times in words.
pub(super) fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}
