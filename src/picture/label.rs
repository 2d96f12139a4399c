//! What becomes of a label on its way into a picture. Labels come from files of any origin: one
//! must not break out of its line, its box or the notation around it, nor steer a terminal.

/// The most columns a label takes in a drawing.
const MAX_COLUMNS: usize = 32;

/// The label with every character that is not to be shown replaced by U+FFFD: control characters,
/// those that turn the direction of writing, and those that XML forbids.
pub(super) fn clean(text: &str) -> String {
    let is_unfit = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    text.replace(is_unfit, "\u{fffd}")
}

/// The clean label, cut to the size of a box.
pub(super) fn fit(text: &str) -> String {
    match text.char_indices().nth(MAX_COLUMNS) {
        None => clean(text),
        Some(_) => clean(&text.chars().take(MAX_COLUMNS - 1).chain(['…']).collect::<String>()),
    }
}

/// How many columns it takes in a font of fixed width.
pub(super) fn columns(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_shown_is_replaced() {
        assert_eq!(clean("a\u{1b}[31m\n\u{202e}b é"), "a\u{fffd}[31m\u{fffd}\u{fffd}b é");
    }

    #[test]
    fn long_labels_are_cut() {
        let exact = "é".repeat(MAX_COLUMNS);
        assert_eq!(fit(&exact), exact);
        let cut = fit(&"é".repeat(MAX_COLUMNS + 1));
        assert_eq!((columns(&cut), cut.chars().last()), (MAX_COLUMNS, Some('…')));
    }
}
