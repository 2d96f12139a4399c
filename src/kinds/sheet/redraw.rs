//! Words put into the places of a drawing, which keeps its look: its columns stay below each other.

use rustc_hash::FxHashMap;

use super::drawing::ReadDrawing;
use crate::diagnostic::Edit;
use crate::text::Span;

impl ReadDrawing {
    /// The changes that put words into places, which are named by where they begin.
    pub(super) fn with(&self, words: &FxHashMap<u32, &str>, text: &str) -> Vec<Edit> {
        let length = |it: &str| it.chars().count();
        let new = |span: &Span| words.get(&span.start).copied().unwrap_or(&text[span.range()]);
        let width = |column: usize, of: &dyn Fn(&Span) -> usize| {
            self.rows.iter().filter_map(|it| it.places.get(column)).map(of).max().unwrap_or(0)
        };
        let widths: Vec<(usize, usize)> = (0..self.width())
            .map(|column| {
                let before = width(column, &|it| length(&text[it.range()]));
                (before, before.max(width(column, &|it| length(new(it)))))
            })
            .collect();
        let is_wider = widths.iter().any(|(before, now)| now > before);
        let mut edits = Vec::new();
        for row in &self.rows {
            for (column, span) in row.places.iter().enumerate() {
                let (word, before) = (new(span), &text[span.range()]);
                let Some(next) = row.places.get(column + 1) else {
                    edits.push(Edit::replace(*span, word));
                    continue;
                };
                let blanks = text[span.end as usize..next.start as usize].bytes();
                let blanks = blanks.take_while(|it| *it == b' ').count();
                let wanted = length(before) + blanks + widths[column].1 - widths[column].0;
                // Characters without blanks between are places only as long as there is one for each.
                let is_apart = usize::from(is_wider && span.end == next.start);
                let padding = (wanted + is_apart).saturating_sub(length(word));
                let padding = padding.max(usize::from(blanks > 0));
                let whole = Span::new(span.start, span.end + blanks as u32);
                edits.push(Edit::replace(whole, format!("{word}{:padding$}", "")));
            }
        }
        edits.retain(|it| text[it.span.range()] != it.text);
        edits
    }
}
