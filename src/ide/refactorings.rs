//! Rewritings that leave the meaning as it is: a file each. Each looks whether it applies at a place
//! and tells the edits.

pub mod expectation;
pub mod inline_name;
mod name_formula;
mod simplify;
mod sort_block;

use super::{EditorPlace, TextLocation};
use crate::diagnostic::Edit;
use crate::kinds::Definition;
use crate::service::check::Analysis;
use crate::syntax::ast::{FormulaNode, WrittenFormula};

/// A rewriting that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refactoring {
    /// What it does, as an imperative.
    pub title: String,
    /// What sort of rewriting it is.
    pub sort: RewriteSort,
    /// What changes, by document, in source order in each.
    pub edits: Vec<(u32, Edit)>,
    /// The name that it makes up, which a person will want to change: its offset in the text that is
    /// inserted at a place.
    pub new_name: Option<(EditorPlace, u32)>,
}

/// The sorts of rewritings that editors tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RewriteSort {
    /// Gives a part a name.
    Extract,
    /// Puts what a name means in its place.
    Inline,
    /// Says the same in another way.
    Rewrite,
}

/// The rewritings that apply at a place, or to what is selected.
pub fn refactorings(analysis: Analysis<'_>, mut location: TextLocation) -> Vec<Refactoring> {
    let selected = analysis.scope.source(location.document).slice(location.span);
    if !selected.trim().is_empty() {
        location.span.start += (selected.len() - selected.trim_start().len()) as u32;
        location.span.end -= (selected.len() - selected.trim_end().len()) as u32;
    }
    let all = [
        name_formula::name_formula,
        inline_name::inline_name,
        simplify::simplify,
        sort_block::sort_block,
    ];
    all.into_iter().filter_map(|it| it(analysis, location)).collect()
}

/// The formula at a place, sound in itself, with its item.
fn formula_at<'a>(
    analysis: Analysis<'a>,
    location: TextLocation,
) -> Option<(Definition, &'a WrittenFormula)> {
    let program = analysis.scope.program;
    let place = EditorPlace { document: location.document, offset: location.span.start };
    let definition = super::symbol::item_at(&analysis.scope, place)?;
    let mut formulas = program.item(definition).kind.formulas();
    let formula = formulas.find(|it| it.span.contains(location.span) && !it.is_broken)?;
    Some((definition, formula))
}

/// The smallest part of a formula that holds a place.
fn node_at(nodes: &[FormulaNode], location: TextLocation) -> Option<(usize, FormulaNode)> {
    // Operands come before their connective.
    let index = nodes.iter().position(|it| it.span.contains(location.span))?;
    Some((index, nodes[index]))
}
