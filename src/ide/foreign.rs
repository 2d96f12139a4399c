//! Texts in the formats of other programs, open in an editor: what the word at a place is, and what the text
//! consists of.

mod board;
mod circuit;
mod clauses;
mod maze;
mod theory;
mod words;

use super::hover::Hover;
use super::symbols::EntrySort;
use crate::interchange::format::ForeignFormat;
use crate::kinds::Definition;
use crate::service::check::Analysis;
use crate::text::{Source, Span};

/// A part of a text: a node, a gate, a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignPart {
    /// Its name.
    pub name: String,
    /// What it is.
    pub detail: String,
    /// In general.
    pub sort: EntrySort,
    /// All of it.
    pub span: Span,
    /// Where its name stands.
    pub name_span: Span,
}

/// What the word at a place is. `analysis` is of the line that declares what the text holds, where one can.
pub fn hover(
    format: ForeignFormat,
    source: &Source,
    offset: u32,
    analysis: Option<Analysis<'_>>,
) -> Option<Hover> {
    let text = source.text();
    let found = match format {
        ForeignFormat::Cnf | ForeignFormat::Qdimacs => clauses::dimacs(text, offset),
        ForeignFormat::Dp => clauses::davis_putnam(text, offset),
        ForeignFormat::Maze => maze::told(analysis?, DECLARED, offset),
        ForeignFormat::Dots => board::told(text, offset),
        ForeignFormat::Qcir => circuit::told(text, offset),
        ForeignFormat::Tptp => theory::told(text, offset),
    };
    found.map(|(markdown, span)| Hover { markdown, span })
}

/// What a text consists of, in order; empty where its parts have no names.
pub fn outline(
    format: ForeignFormat,
    source: &Source,
    analysis: Option<Analysis<'_>>,
) -> Vec<ForeignPart> {
    let text = source.text();
    match format {
        ForeignFormat::Maze => analysis.map_or_else(Vec::new, |it| maze::nodes(it, DECLARED)),
        ForeignFormat::Qcir => circuit::lines(text),
        ForeignFormat::Tptp => theory::statements(text),
        ForeignFormat::Cnf | ForeignFormat::Qdimacs | ForeignFormat::Dp | ForeignFormat::Dots => {
            Vec::new()
        }
    }
}

/// The one item of the line that declares what a text holds.
const DECLARED: Definition = Definition { document: 0, item: 0 };
