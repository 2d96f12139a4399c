//! Names of places on a board, as in chess: a letter for the column, from the left, and a number for
//! the row, from the top.

/// The letters of a column: `a` to `z`, then `aa` and so on.
pub(super) fn column(index: usize) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{}{letter}", column(index / 26 - 1)) }
}

/// The name of a place.
pub(super) fn name(row: usize, column: usize) -> String {
    format!("{}{}", self::column(column), row + 1)
}

/// The place that a text starts with, as its row and its column, and the rest of the text.
pub(super) fn read(text: &str) -> Option<((usize, usize), &str)> {
    let digits = text.find(|it: char| !it.is_ascii_alphabetic())?;
    let (letters, rest) = text.split_at(digits);
    let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
    let (number, rest) = rest.split_at(end);
    let column = letters.bytes().try_fold(0_usize, |column, letter| {
        let letter = usize::from(letter.to_ascii_lowercase() - b'a');
        column.checked_mul(26)?.checked_add(letter + 1)
    })?;
    Some(((number.parse::<usize>().ok()?.checked_sub(1)?, column.checked_sub(1)?), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for column in (0..2000).step_by(7) {
            let name = name(column / 3, column);
            assert_eq!(read(&name), Some(((column / 3, column), "")), "{name}");
        }
        assert_eq!([0, 25, 26, 701, 702].map(column), ["a", "z", "aa", "zz", "aaa"]);
        assert_eq!(read("B2-b3"), Some(((1, 1), "-b3")));
        for text in ["", "a", "1", "a0", "1a", "é1", "zzzzzzzzzzzzzzzzzzzzzz1"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
