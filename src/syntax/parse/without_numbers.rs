//! What a theory has no place for, though the grammar, which it shares with puzzles by rules of
//! their own, reads it: counts that are terms, chains of comparisons, sentences where things belong.

use crate::syntax::ast::{SentenceNode, SentenceOp, TheoryLine};
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// The first token of a line of a theory that does not belong there; `None` when all do. `nodes` are
/// those of the line's sentence.
pub(super) fn unfit(line: &TheoryLine, nodes: &[SentenceNode], tokens: &[Lexeme]) -> Option<Span> {
    if let TheoryLine::Distinct { result: Some(result), .. } = line {
        let is_colon = |it: &&Lexeme| it.token == Token::Colon;
        return tokens.iter().find(is_colon).map_or(Some(result.span()), |it| Some(it.span));
    }
    let behind = |end: u32| {
        let next = tokens.get(tokens.partition_point(|it| it.span.start < end));
        next.filter(|it| it.token != Token::CloseParenthesis).map(|it| it.span)
    };
    // The operands that wait for what they are operands of.
    let mut open: Vec<&SentenceNode> = Vec::new();
    let mut unfit: Option<Span> = None;
    for node in nodes {
        let operands = open.split_off(open.len() - node.op.operands().min(open.len()));
        let is_thing = |it: &&SentenceNode| {
            matches!(it.op, SentenceOp::Apply { .. } | SentenceOp::Asked { .. })
        };
        let found = match node.op {
            SentenceOp::Counted { .. } => operands.first().map(|it| it.span),
            SentenceOp::Chain { .. } => operands.get(1).and_then(|it| behind(it.span.end)),
            SentenceOp::Apply { .. } | SentenceOp::Equal | SentenceOp::Unequal => {
                let sentence = operands.iter().find(|it| !is_thing(it));
                sentence.and_then(|it| behind(it.span.end).or(Some(it.span)))
            }
            _ => None,
        };
        unfit = match (unfit, found) {
            (Some(first), Some(found)) if first.start <= found.start => Some(first),
            (first, found) => found.or(first),
        };
        open.push(node);
    }
    unfit
}
