//! A board of Dots and Boxes: what each of its numbers is.

use crate::text::Span;

/// What the number at a place is.
pub(super) fn told(text: &str, offset: u32) -> Option<(String, Span)> {
    let words = text.split_ascii_whitespace().map(|word| {
        let at = (word.as_ptr() as usize - text.as_ptr() as usize) as u32;
        (word, Span::new(at, at + word.len() as u32))
    });
    let words: Vec<_> = words.collect();
    let index = words.iter().position(|it| it.1.start <= offset && offset <= it.1.end)?;
    let number = |at: usize| words.get(at)?.0.parse::<usize>().ok();
    let (word, span) = words[index];
    let said = match index {
        0 => "how many rows of boxes there are".to_owned(),
        1 => "how many columns of boxes there are".to_owned(),
        _ => behind(index - 2, number(0)?, number(1)?, word)?,
    };
    Some((said, span))
}

/// A number behind those of the rows and columns.
fn behind(index: usize, rows: usize, columns: usize, word: &str) -> Option<String> {
    let horizontal = rows.checked_add(1)?.checked_mul(columns)?;
    let vertical = columns.checked_add(1)?.checked_mul(rows)?;
    let edge = |way: &str, index: usize, length: usize| {
        let drawn = if word == "0" { "free" } else { "drawn" };
        format!("the {way} edge {} of row {}: {drawn}", index % length + 1, index / length + 1)
    };
    Some(match index {
        _ if index < horizontal => edge("horizontal", index, columns),
        _ if index < horizontal + vertical => edge("vertical", index - horizontal, columns + 1),
        _ if index == horizontal + vertical => "the points of the first player".to_owned(),
        _ if index == horizontal + vertical + 1 => "the points of the second player".to_owned(),
        _ => "one number too many: it is not read".to_owned(),
    })
}
