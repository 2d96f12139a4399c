//! Flattens a formula as the query `simplify` does: a conjunction in a conjunction, or a disjunction
//! in a disjunction, loses its parentheses. Names and comments stay.

use super::{Refactoring, RewriteSort, formula_at};
use crate::diagnostic::code::N_ARY_CONNECTIVE;
use crate::diagnostic::{Edit, LintLevel};
use crate::ide::TextLocation;
use crate::service::check::Analysis;
use crate::syntax::ast::{FormulaNode, Op};
use crate::text::Span;

pub(super) fn simplify(analysis: Analysis<'_>, location: TextLocation) -> Option<Refactoring> {
    let (_, formula) = formula_at(analysis, location)?;
    let is_flat_forbidden = analysis.level(location.document, N_ARY_CONNECTIVE) != LintLevel::Allow;
    let superfluous = superfluous(analysis.scope.tree(location.document).formula(formula));
    if superfluous.is_empty() || is_flat_forbidden {
        return None;
    }
    let sign = |at: u32| Edit::delete(Span::new(at, at + 1));
    let signs = superfluous.iter().flat_map(|it| [sign(it.start), sign(it.end - 1)]);
    let mut edits: Vec<_> = signs.map(|edit| (location.document, edit)).collect();
    edits.sort_by_key(|(_, edit)| edit.span.start);
    let title = "Simplify the formula".to_owned();
    Some(Refactoring { title, sort: RewriteSort::Rewrite, edits, new_name: None })
}

/// The operands of a connective that have the same connective.
fn superfluous(nodes: &[FormulaNode]) -> Vec<Span> {
    let mut found = Vec::new();
    // The parts that wait for their connective.
    let mut open: Vec<FormulaNode> = Vec::new();
    for &node in nodes {
        let (Op::And(count) | Op::Or(count)) = node.op else {
            if node.op == Op::Not {
                open.pop();
            }
            open.push(node);
            continue;
        };
        let operands = open.split_off(open.len().saturating_sub(count as usize));
        let is_same = |it: &&FormulaNode| {
            matches!((it.op, node.op), (Op::And(_), Op::And(_)) | (Op::Or(_), Op::Or(_)))
        };
        found.extend(operands.iter().filter(is_same).map(|it| it.span));
        open.push(node);
    }
    found
}
