//! What stands behind `then` and `start`: changes, joined by `and`, on conditions, for many things.
//! Each comes to single ones, of one place of one symbol.

use super::errors;
use super::players::PlayerName;
use super::resolve::{ExpectedPart, NodeRole, Resolved, Resolver, SentenceWalk};
use super::symbols::{NameMeaning, NameOrigin, Symbols};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{Quantifier, SentenceOp, WrittenOperation};
use crate::text::Span;

/// A single change of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Single {
    /// The variables for all of which it is made: the first one of each list, and how many.
    pub variables: Vec<(u32, u32)>,
    /// The nodes of its conditions.
    pub conditions: Vec<usize>,
    /// The node of what changes.
    pub target: usize,
    /// What becomes of it.
    pub to: Becomes,
}

/// What becomes of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Becomes {
    /// It holds, or does not.
    Truth(bool),
    /// What stands at this node.
    Node(usize),
    /// A meter grows by what stands at this node, or shrinks.
    By(usize, bool),
}

impl Resolver<'_, '_, '_> {
    /// Understands a node where a change stands.
    pub(super) fn change<'t>(&mut self, walk: &mut SentenceWalk<'t>, index: usize) {
        let node = walk.resolved.nodes[index];
        match node.op {
            SentenceOp::And => walk.expected.extend([ExpectedPart::Change; 2]),
            SentenceOp::Implies => {
                walk.expected.extend([ExpectedPart::Statement, ExpectedPart::Change]);
            }
            SentenceOp::Quantified { quantifier: Quantifier::All, first, count } => {
                let start = walk.resolved.starts[index];
                self.bind(walk, index, (first, count), start);
                walk.expected.push(ExpectedPart::Change);
            }
            SentenceOp::Not
                if matches!(walk.resolved.nodes[index - 1].op, SentenceOp::Apply { .. }) =>
            {
                walk.expected.push(ExpectedPart::Change);
            }
            SentenceOp::Apply { .. } => self.apply(walk, index, ExpectedPart::Statement),
            SentenceOp::Becomes => {
                let target = walk.resolved.nodes[walk.resolved.operands(index)[0]];
                let symbol = match target.op {
                    SentenceOp::Apply { name, .. } => {
                        self.symbols.find(&walk.resolved.text[name.range()])
                    }
                    _ => None,
                };
                let is_predicate = matches!(symbol, Some(NameMeaning::Symbol(it))
                    if self.symbols.symbols[it as usize].result.is_none());
                if is_predicate {
                    walk.expected.extend([ExpectedPart::Statement; 2]);
                } else {
                    let class = self.symbols.classes.add(None);
                    walk.expected.push(ExpectedPart::Term(class, false));
                    walk.expected.push(ExpectedPart::Term(class, true));
                }
            }
            op => {
                let operands = walk.resolved.operands(index);
                let sign = match (op, &operands[..]) {
                    (SentenceOp::Equal, [first, second]) => {
                        let spans = [first, second].map(|it| walk.resolved.nodes[*it].span);
                        Some((spans[0], spans[1]))
                    }
                    _ => None,
                };
                self.findings.push(errors::not_a_change(node.span, sign, walk.resolved.text));
                self.statement(walk, index);
            }
        }
    }
}

/// The single changes of a sentence behind `then`, or behind `start`, where `=` stands for
/// `becomes`; `root` is the last node of a part of it.
///
/// # Errors
/// A part that is none.
pub(super) fn singles(
    sentence: &Resolved<'_>,
    root: usize,
    symbols: &Symbols<'_>,
    is_start: bool,
) -> Result<Vec<Single>, Box<Diagnostic>> {
    let mut found = Vec::new();
    let none = |target| Single {
        variables: Vec::new(),
        conditions: Vec::new(),
        target,
        to: Becomes::Truth(true),
    };
    let mut open = vec![none(root)];
    while let Some(mut part) = open.pop() {
        let at = part.target;
        let operands = sentence.operands(at);
        let span = sentence.nodes[at].span;
        match (sentence.nodes[at].op, sentence.roles[at]) {
            (SentenceOp::And, _) => {
                for operand in operands.into_iter().rev() {
                    open.push(Single { target: operand, ..part.clone() });
                }
                continue;
            }
            (SentenceOp::Implies, _) => {
                part.conditions.push(operands[0]);
                open.push(Single { target: operands[1], ..part });
                continue;
            }
            (
                SentenceOp::Quantified { quantifier: Quantifier::All, count, .. },
                NodeRole::Binds(first),
            ) => {
                part.variables.push((first, count));
                open.push(Single { target: operands[0], ..part });
                continue;
            }
            (SentenceOp::Not, _) => {
                part.target = operands[0];
                part.to = Becomes::Truth(false);
            }
            (SentenceOp::Becomes, _) if !is_start => {
                part.target = operands[0];
                part.to = Becomes::Node(operands[1]);
            }
            (SentenceOp::Equal, _) if is_start => {
                let is_found = |it: usize| match sentence.roles[it] {
                    NodeRole::Symbol(symbol) => changes(symbols, symbol),
                    _ => false,
                };
                let (target, value) = match is_found(operands[0]) {
                    true => (operands[0], operands[1]),
                    false => (operands[1], operands[0]),
                };
                part.target = target;
                part.to = Becomes::Node(value);
            }
            _ => {}
        }
        found.push(changed(sentence, part, span, symbols, is_start)?);
    }
    Ok(found)
}

/// A single change, if what it says may change at all, and may change so.
fn changed(
    sentence: &Resolved<'_>,
    mut part: Single,
    span: Span,
    symbols: &Symbols<'_>,
    is_start: bool,
) -> Result<Single, Box<Diagnostic>> {
    let NodeRole::Symbol(symbol) = sentence.roles[part.target] else {
        return Err(Box::new(errors::not_changed(span, is_start)));
    };
    let known = &symbols.symbols[symbol as usize];
    if !changes(symbols, symbol) {
        let place = sentence.nodes[part.target].span;
        return Err(Box::new(errors::never_changes(known.name, place, known.origin)));
    }
    if known.origin == NameOrigin::Players(PlayerName::Again)
        && (is_start || part.to != Becomes::Truth(true))
    {
        return Err(Box::new(errors::again_elsewhere(span)));
    }
    // What stands alone is a predicate, as the resolver has seen to.
    if known.origin == NameOrigin::Meter && !is_start {
        part.to = match part.to {
            Becomes::Node(value) => grown(sentence, part.target, value)
                .ok_or_else(|| Box::new(errors::not_an_amount(known.name, span)))?,
            to => to,
        };
    }
    Ok(part)
}

fn changes(symbols: &Symbols<'_>, symbol: u32) -> bool {
    let origin = symbols.symbols[symbol as usize].origin;
    matches!(origin, NameOrigin::Found | NameOrigin::Meter | NameOrigin::Players(PlayerName::Again))
}

/// By what a meter grows that becomes a value: `m + TERM`, `TERM + m` or `m - TERM`.
fn grown(sentence: &Resolved<'_>, meter: usize, value: usize) -> Option<Becomes> {
    let SentenceOp::Binary(operation @ (WrittenOperation::Plus | WrittenOperation::Minus)) =
        sentence.nodes[value].op
    else {
        return None;
    };
    let operands = sentence.operands(value);
    let is_it = |node: usize| words(sentence, node).eq(words(sentence, meter));
    match (is_it(operands[0]), is_it(operands[1])) {
        (true, _) => Some(Becomes::By(operands[1], operation == WrittenOperation::Minus)),
        (_, true) if operation == WrittenOperation::Plus => Some(Becomes::By(operands[0], false)),
        _ => None,
    }
}

fn words<'s>(sentence: &'s Resolved<'_>, node: usize) -> impl Iterator<Item = char> + 's {
    sentence.word(node).chars().filter(|it| !it.is_whitespace())
}

/// The meters of a sum, and the rest of it as a node; `None` when something else reads one.
pub(super) fn meters(
    sentence: &Resolved<'_>,
    symbols: &Symbols<'_>,
) -> Result<(Vec<usize>, Vec<usize>), usize> {
    let is_meter = |node: usize| {
        matches!(sentence.roles[node], NodeRole::Symbol(symbol)
            if symbols.symbols[symbol as usize].origin == NameOrigin::Meter)
    };
    let (mut found, mut rest) = (Vec::new(), Vec::new());
    let mut open: Vec<usize> = sentence.nodes.len().checked_sub(1).into_iter().collect();
    while let Some(node) = open.pop() {
        let has_meter = (sentence.starts[node]..=node).find(|it| is_meter(*it));
        match sentence.nodes[node].op {
            _ if has_meter.is_none() => rest.push(node),
            _ if is_meter(node) => {
                let inside = sentence.starts[node]..node;
                if let Some(other) = inside.into_iter().find(|it| is_meter(*it)) {
                    return Err(other);
                }
                found.push(node);
            }
            // No step on a board has a meter for an operand.
            SentenceOp::Binary(WrittenOperation::Plus) => open.extend(sentence.operands(node)),
            _ => return Err(has_meter.unwrap_or(node)),
        }
    }
    Ok((found, rest))
}
