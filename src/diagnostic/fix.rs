//! Repairs as text edits, and how they are applied.

use crate::text::Span;

/// Replaces one span of the source by new text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Edit {
    /// An edit that replaces `span`.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// An edit that inserts at `offset`.
    pub fn insert(offset: u32, text: impl Into<String>) -> Self {
        Self::replace(Span::at(offset), text)
    }

    /// An edit that deletes `span`.
    pub fn delete(span: Span) -> Self {
        Self::replace(span, "")
    }

    /// An edit that deletes a word of `text` with the blanks before it, at the start of a line
    /// with those behind it.
    pub fn delete_word(text: &str, span: Span) -> Self {
        let is_blank = |character| matches!(character, ' ' | '\t');
        let before = text[..span.start as usize].trim_end_matches(is_blank);
        if !before.is_empty() && !before.ends_with('\n') {
            return Self::delete(Span::new(before.len() as u32, span.end));
        }
        let behind = &text[span.end as usize..];
        let blanks = behind.len() - behind.trim_start_matches(is_blank).len();
        Self::delete(Span::new(span.start, span.end + blanks as u32))
    }

    /// An edit that deletes a part of a line of `text`, and the line when that is all it holds.
    /// Looks at the blanks around the part and no further, however long the line is.
    pub fn delete_line(text: &str, span: Span) -> Self {
        let is_blank = |c: char| c != '\n' && c.is_whitespace();
        let before = text[..span.start as usize].trim_end_matches(is_blank);
        let behind = text[span.end as usize..].trim_start_matches(is_blank);
        let begins = before.is_empty() || before.ends_with('\n');
        let ends = behind.is_empty() || behind.starts_with('\n');
        if !(begins && ends) {
            return Self::delete_word(text, span);
        }
        let rest = behind.strip_prefix('\n').unwrap_or(behind);
        Self::delete(Span::new(before.len() as u32, (text.len() - rest.len()) as u32))
    }
}

/// Whether a repair may be applied without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Applicability {
    /// The only sensible reading: fix-all applies it.
    Certain,
    /// One of several readings, or it may change the meaning: a person chooses.
    Maybe,
}

/// A repair: edits that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, as an imperative ("write `(x*y)`").
    pub title: String,
    /// Edits that do not overlap, in source order.
    pub edits: Vec<Edit>,
    /// Whether it may be applied in bulk.
    pub applicability: Applicability,
}

impl Fix {
    /// A repair that may be applied in bulk.
    pub fn certain(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits, applicability: Applicability::Certain }
    }

    /// A repair that a person has to choose.
    pub fn maybe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits, applicability: Applicability::Maybe }
    }
}

/// The text after `edits`, which are in source order; one that overlaps an earlier one is left out.
pub fn apply<'a>(text: &str, edits: impl IntoIterator<Item = &'a Edit>) -> String {
    let mut result = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for edit in edits {
        let range = edit.span.range();
        if range.start < done {
            continue;
        }
        result.push_str(&text[done..range.start]);
        result.push_str(&edit.text);
        done = range.end;
    }
    result.push_str(&text[done..]);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_deleted_leaves_no_blanks_behind() {
        let text = "a b\n  c\nd";
        let without = |edit: Edit| apply(text, [&edit]);
        assert_eq!(without(Edit::delete_word(text, Span::new(0, 1))), "b\n  c\nd");
        assert_eq!(without(Edit::delete_word(text, Span::new(2, 3))), "a\n  c\nd");
        assert_eq!(without(Edit::delete_line(text, Span::new(2, 3))), "a\n  c\nd");
        assert_eq!(without(Edit::delete_line(text, Span::new(6, 7))), "a b\nd");
        assert_eq!(without(Edit::delete_line(text, Span::new(8, 9))), "a b\n  c\n");
    }

    #[test]
    fn edits_apply_in_order_and_overlaps_are_left_out() {
        let edits = [
            Edit::insert(0, "("),
            Edit::replace(Span::new(1, 2), "+"),
            Edit::delete(Span::new(1, 3)),
        ];
        assert_eq!(apply("x*y", &edits), "(x+y");
    }
}
