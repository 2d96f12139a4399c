//! Sentences that are false at the edge of the board, where a step leads to no cell.

use super::classes::Type;
use super::lineage::Findings;
use super::resolve::{NodeRole, Resolved};
use super::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::BEYOND_THE_BOARD;
use crate::syntax::ast::{Quantifier, SentenceOp, WrittenOperation};

/// Reports what is said of all cells and of their neighbours, as if all had some.
pub(super) fn beyond_the_board(
    sentence: &Resolved<'_>,
    symbols: &Symbols<'_>,
    findings: &mut Findings<'_, '_>,
) {
    let Some(grid) = symbols.grid.as_ref().filter(|it| it.size().is_some()) else { return };
    let mut pending: Vec<usize> = sentence.nodes.len().checked_sub(1).into_iter().collect();
    let mut bound: Vec<u32> = Vec::new();
    while let Some(node) = pending.pop() {
        match sentence.nodes[node].op {
            SentenceOp::And => pending.extend(sentence.operands(node)),
            SentenceOp::Quantified { quantifier: Quantifier::All, count, .. } => {
                if let NodeRole::Binds(first) = sentence.roles[node] {
                    bound.extend(first..first + count);
                }
                pending.push(node - 1);
            }
            SentenceOp::Equal
            | SentenceOp::Compare(_)
            | SentenceOp::Chain { .. }
            | SentenceOp::Apply { .. } => {
                let part = sentence.starts[node]..=node;
                if sentence.roles[part.clone()].contains(&NodeRole::Nothing) {
                    continue;
                }
                let beyond = part.into_iter().find_map(|it| {
                    let (variable, step, is_back) = step(sentence, it, symbols)?;
                    bound.contains(&variable).then_some((it, step, is_back))
                });
                let Some((at, step, is_back)) = beyond else { continue };
                let Some((first, count)) = grid.beyond(step, is_back) else { continue };
                let first = symbols.written_value(grid.cells, first);
                let more = match count - 1 {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let word = sentence.word(at);
                let message = format!("at `{first}`{more} there is no `{word}`");
                let label = "false there, so that it cannot be true of all";
                let finding =
                    Diagnostic::new(BEYOND_THE_BOARD, sentence.nodes[at].span, message, label)
                        .help(format!(
                            "write `all …, d. d = {word} -> …`, which asks for a cell first"
                        ));
                findings.push_at(sentence.block, finding);
            }
            _ => {}
        }
    }
}

/// A variable and the step that leads on from it.
fn step(sentence: &Resolved<'_>, node: usize, symbols: &Symbols<'_>) -> Option<(u32, i64, bool)> {
    let SentenceOp::Binary(operation @ (WrittenOperation::Plus | WrittenOperation::Minus)) =
        sentence.nodes[node].op
    else {
        return None;
    };
    let of = symbols.classes.type_of(sentence.classes[node]?)?;
    if !matches!(of, Type::Thing(_)) {
        return None;
    }
    let operands = sentence.operands(node);
    match (sentence.roles[operands[0]], sentence.roles[operands[1]]) {
        (NodeRole::Variable(variable), NodeRole::Thing(step)) => {
            Some((variable, step, operation == WrittenOperation::Minus))
        }
        _ => None,
    }
}
