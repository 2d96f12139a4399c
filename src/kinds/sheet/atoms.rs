//! Statements about what is given: which sentences are nothing but that, and what they tell.

use super::definitions::UnderstoodDefinition;
use super::grid::GridRelation;
use super::ranges::{MOST, floor_div, floor_mod};
use super::resolve::{NodeRole, Resolved};
use super::symbols::{NameOrigin, Symbols};
use crate::syntax::ast::{SentenceOp, WrittenOperation};

/// Something told of one list of arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldAtom {
    pub symbol: u32,
    /// What it is applied to.
    pub arguments: Vec<i64>,
    /// Its value, or that it has none. Of a predicate 1 stands for true.
    pub value: Option<i64>,
}

pub(super) type VariableValues<'v> = &'v dyn Fn(u32) -> Option<i64>;

/// The parts of a conjunction, by their last nodes, in order.
pub(super) fn conjuncts(sentence: &Resolved<'_>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut pending: Vec<usize> = sentence.nodes.len().checked_sub(1).into_iter().collect();
    while let Some(node) = pending.pop() {
        match sentence.nodes[node].op {
            SentenceOp::And => pending.extend(sentence.operands(node)),
            _ => found.push(node),
        }
    }
    found.sort_unstable();
    found
}

/// The value of a term without anything that is to be found: `None` where there is such a thing, and
/// inside that it is missing.
pub(super) fn evaluate(
    sentence: &Resolved<'_>,
    node: usize,
    symbols: &Symbols<'_>,
    values: VariableValues<'_>,
) -> Option<Option<i64>> {
    let mut stack: Vec<Option<i64>> = Vec::new();
    for at in sentence.starts[node]..=node {
        let operands = sentence.operands(at).len();
        let taken = stack.split_off(stack.len().checked_sub(operands)?);
        let all: Option<Vec<i64>> = taken.into_iter().collect();
        let value = match (sentence.nodes[at].op, sentence.roles[at]) {
            (_, NodeRole::Thing(value) | NodeRole::Number(value)) => Some(value),
            (_, NodeRole::Variable(variable)) => Some(values(variable)?),
            (_, NodeRole::Symbol(symbol)) => {
                let NameOrigin::Board(relation) = symbols.symbols[symbol as usize].origin else {
                    return None;
                };
                let (Some(grid), Some(cells)) = (&symbols.grid, all) else { return Some(None) };
                match relation {
                    GridRelation::Row | GridRelation::Column | GridRelation::Box => {
                        grid.part(relation, *cells.first()?)
                    }
                    _ => return None,
                }
            }
            (SentenceOp::Negative, _) => all.map(|it| -it[0]),
            (SentenceOp::Binary(operation), _) => all.and_then(|it| {
                let class = sentence.classes[at]?;
                let is_number =
                    symbols.classes.type_of(class) == Some(super::classes::Type::Number);
                match (operation, &symbols.grid) {
                    (WrittenOperation::Plus, Some(grid)) if !is_number => {
                        grid.step(it[0], it[1], false)
                    }
                    (WrittenOperation::Minus, Some(grid)) if !is_number => {
                        grid.step(it[0], it[1], true)
                    }
                    (WrittenOperation::Plus, _) => Some(it[0].saturating_add(it[1])),
                    (WrittenOperation::Minus, _) => Some(it[0].saturating_sub(it[1])),
                    (WrittenOperation::Times, _) => Some(it[0].saturating_mul(it[1])),
                    (WrittenOperation::Quotient, _) if it[1] != 0 => Some(floor_div(it[0], it[1])),
                    (WrittenOperation::Remainder, _) if it[1] != 0 => Some(floor_mod(it[0], it[1])),
                    _ => None,
                }
            }),
            _ => return None,
        };
        stack.push(value.map(|it| it.clamp(-MOST, MOST)));
    }
    stack.pop()
}

/// What a part of a sentence tells of something given; `None` when it is something else. Something off the
/// board tells nothing.
pub(super) fn atom(
    sentence: &Resolved<'_>,
    mut node: usize,
    symbols: &Symbols<'_>,
    values: VariableValues<'_>,
) -> Option<Option<ToldAtom>> {
    let mut is_true = true;
    while sentence.nodes[node].op == SentenceOp::Not {
        is_true = !is_true;
        node -= 1;
    }
    let given = |node: usize| match sentence.roles[node] {
        NodeRole::Symbol(symbol)
            if symbols.symbols[symbol as usize].origin == NameOrigin::Given =>
        {
            Some(symbol)
        }
        _ => None,
    };
    let (applied, value) = match sentence.nodes[node].op {
        SentenceOp::Apply { .. } => (node, Some(i64::from(is_true))),
        SentenceOp::Equal if is_true => {
            let operands = sentence.operands(node);
            let (applied, other) = match given(operands[0]) {
                Some(_) => (operands[0], operands[1]),
                None => (operands[1], operands[0]),
            };
            let value = match sentence.roles[other] {
                NodeRole::Nothing => None,
                _ => Some(evaluate(sentence, other, symbols, values)??),
            };
            (applied, value)
        }
        _ => return None,
    };
    let symbol = given(applied)?;
    let mut arguments = Vec::new();
    for operand in sentence.operands(applied) {
        match evaluate(sentence, operand, symbols, values)? {
            Some(value) => arguments.push(value),
            None => return Some(None),
        }
    }
    Some(Some(ToldAtom { symbol, arguments, value }))
}

/// The given symbols that a sentence is a plain statement about, if it is nothing else.
pub(super) fn told_by(sentence: &Resolved<'_>, symbols: &Symbols<'_>) -> Option<Vec<u32>> {
    let nothing = |_: u32| None;
    let tells = |node: usize| {
        let mut root = node;
        while sentence.nodes[root].op == SentenceOp::Not {
            root -= 1;
        }
        atom(sentence, node, symbols, &nothing)?;
        sentence.roles[sentence.starts[root]..=root].iter().find_map(|it| match it {
            NodeRole::Symbol(it) if symbols.symbols[*it as usize].origin == NameOrigin::Given => {
                Some(*it)
            }
            _ => None,
        })
    };
    conjuncts(sentence).into_iter().map(tells).collect()
}

/// The symbols that a sentence speaks of, through definitions as well.
pub(super) fn mentioned(
    sentences: &[&Resolved<'_>],
    definitions: &[UnderstoodDefinition<'_>],
    symbols: &Symbols<'_>,
) -> Vec<u32> {
    let mut seen = vec![false; symbols.symbols.len()];
    let mut found = Vec::new();
    let mut pending: Vec<&Resolved<'_>> = sentences.to_vec();
    while let Some(sentence) = pending.pop() {
        for role in &sentence.roles {
            let NodeRole::Symbol(symbol) = role else { continue };
            if std::mem::replace(&mut seen[*symbol as usize], true) {
                continue;
            }
            found.push(*symbol);
            if let NameOrigin::Defined(at) = symbols.symbols[*symbol as usize].origin {
                pending.extend(definitions.get(at as usize).map(|it| &it.body));
            }
        }
    }
    found.sort_unstable();
    found
}
