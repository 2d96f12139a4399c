//! A question in which a statement stands before `=`: what stands behind it is meant as the answer.

use super::resolve::{SentenceRole, starts};
use super::symbols::TheorySymbols;
use crate::diagnostic::code::WRONG_ROLE;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::{SentenceNode, SentenceOp};
use crate::text::Span;

/// The fault of such a question.
pub(super) fn answer_behind_equals(
    text: &str,
    nodes: &[SentenceNode],
    roles: &[SentenceRole],
    symbols: &TheorySymbols<'_>,
    is_ask: bool,
) -> Option<Diagnostic> {
    let (root, operands) = nodes.split_last().filter(|it| it.0.op == SentenceOp::Equal)?;
    let right = *starts(operands).last()?;
    let left = right.checked_sub(1)?;
    let is_statement = match (roles.get(left)?, nodes[left].op) {
        (SentenceRole::Symbol(index), _) => symbols.symbols[*index as usize].result.is_none(),
        (_, op) => !matches!(op, SentenceOp::Apply { .. } | SentenceOp::Asked { .. }),
    };
    let between = Span::new(nodes[left].span.end, root.span.end);
    let at = between.start + text[between.range()].find('=')? as u32;
    let sign = Span::new(at, at + 1);
    // What is asked for is something of the theory, and whether something is proved is not.
    let answer = &text[nodes[right..].iter().rev().nth(1)?.span.range()];
    let is_named = symbols.symbols.iter().any(|it| it.name == answer);
    (is_statement && is_named == is_ask).then(|| {
        Diagnostic::new(WRONG_ROLE, sign, "a statement stands before `=`", "expected `=>`")
            .help("the answer stands behind `=>`; `=` stands between two things")
            .fix(Fix::maybe("write `=>`", vec![Edit::replace(sign, "=>")]))
    })
}
