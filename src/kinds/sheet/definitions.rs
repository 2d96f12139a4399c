//! Which definitions mention which: the order in which each comes behind those that it mentions, and
//! those that mention themselves where they must not. A sentence may do so where it is not denied; a
//! term may not at all.

use super::resolve::{NodeRole, Resolved};
use super::symbols::{NameOrigin, Symbols};
use crate::syntax::ast::{Quantifier, SentenceOp};

/// A definition whose words are understood.
#[derive(Clone, Debug)]
pub struct UnderstoodDefinition<'a> {
    /// The symbol that it defines.
    pub symbol: u32,
    /// Its variables.
    pub parameters: Vec<u32>,
    /// What it stands for.
    pub body: Resolved<'a>,
    /// It stands for a term.
    pub is_term: bool,
}

/// A definition mentions another one.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: usize,
    /// The node that mentions it.
    node: usize,
    /// More of the other one is never less of this one.
    is_positive: bool,
}

/// A definition that mentions itself where it must not, and the node where it does.
pub(super) type Circle = (usize, usize);

/// Whether a sentence grows with a part of it: with each node.
fn polarities(body: &Resolved<'_>) -> Vec<Option<bool>> {
    let mut signs = vec![None; body.nodes.len()];
    if let Some(last) = signs.last_mut() {
        *last = Some(true);
    }
    for node in (0..body.nodes.len()).rev() {
        let sign: Option<bool> = signs[node];
        let operands = body.operands(node);
        let count = operands.len();
        for (at, operand) in operands.into_iter().enumerate() {
            let is_body = at + 1 == count;
            signs[operand] = match body.nodes[node].op {
                SentenceOp::Not => sign.map(|it| !it),
                SentenceOp::Implies if at == 0 => sign.map(|it| !it),
                SentenceOp::And | SentenceOp::Or | SentenceOp::Implies => sign,
                SentenceOp::Quantified { quantifier, .. }
                | SentenceOp::Counted { quantifier, .. }
                    if is_body =>
                {
                    match quantifier {
                        Quantifier::All | Quantifier::Some | Quantifier::AtLeast(_) => sign,
                        Quantifier::No | Quantifier::AtMost(_) => sign.map(|it| !it),
                        Quantifier::Exactly(_) => None,
                    }
                }
                _ => None,
            };
        }
    }
    signs
}

fn edges(definition: &UnderstoodDefinition<'_>, symbols: &Symbols<'_>) -> Vec<Edge> {
    let signs = polarities(&definition.body);
    let mut edges = Vec::new();
    for (node, role) in definition.body.roles.iter().enumerate() {
        let NodeRole::Symbol(symbol) = role else { continue };
        if let NameOrigin::Defined(to) = symbols.symbols[*symbol as usize].origin
            && to != u32::MAX
        {
            let is_positive = signs[node] == Some(true) && !definition.is_term;
            edges.push(Edge { to: to as usize, node, is_positive });
        }
    }
    edges
}

/// The definitions, each behind those that it mentions, and circles that must not be.
pub(super) fn order(
    definitions: &[UnderstoodDefinition<'_>],
    symbols: &Symbols<'_>,
) -> (Vec<usize>, Vec<Circle>) {
    let edges: Vec<Vec<Edge>> = definitions.iter().map(|it| edges(it, symbols)).collect();
    let components = components(&edges);
    let mut circles = Vec::new();
    let mut order: Vec<usize> = (0..definitions.len()).collect();
    order.sort_by_key(|it| components[*it]);
    for &at in &order {
        let is_wrong = |it: &&Edge| {
            components[it.to] == components[at] && (!it.is_positive || definitions[it.to].is_term)
        };
        circles.extend(edges[at].iter().find(is_wrong).map(|it| (at, it.node)));
    }
    (order, circles)
}

/// The number of the strongly connected component of each node, those it leads to having smaller
/// numbers (Tarjan, SIAM Journal on Computing 1, 1972).
fn components(edges: &[Vec<Edge>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let count = edges.len();
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let mut component = vec![UNSEEN; count];
    let (mut stack, mut next, mut found) = (Vec::new(), 0, 0);
    for root in 0..count {
        let mut walk = if index[root] == UNSEEN { vec![(root, 0)] } else { Vec::new() };
        while let Some((node, edge)) = walk.pop() {
            if edge == 0 {
                (index[node], low[node]) = (next, next);
                next += 1;
                stack.push(node);
            } else {
                let before = edges[node][edge - 1].to;
                if component[before] == UNSEEN {
                    low[node] = low[node].min(low[before]);
                }
            }
            if let Some(to) = edges[node].get(edge).map(|it| it.to) {
                walk.push((node, edge + 1));
                if index[to] == UNSEEN {
                    walk.push((to, 0));
                } else if component[to] == UNSEEN {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            if low[node] == index[node] {
                while let Some(member) = stack.pop() {
                    component[member] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_hold_what_leads_both_ways() {
        let mut seed = 1_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below
        };
        for _ in 0..500 {
            let count = 1 + random(7);
            let edge = |to| Edge { to, node: 0, is_positive: true };
            let edges: Vec<Vec<Edge>> =
                (0..count).map(|_| (0..random(3)).map(|_| edge(random(count))).collect()).collect();
            let mut leads = vec![vec![false; count]; count];
            for at in 0..count {
                leads[at][at] = true;
                edges[at].iter().for_each(|it| leads[at][it.to] = true);
            }
            for by in 0..count {
                for from in 0..count {
                    for to in 0..count {
                        leads[from][to] |= leads[from][by] && leads[by][to];
                    }
                }
            }
            let found = components(&edges);
            for from in 0..count {
                for to in 0..count {
                    let is_one = found[from] == found[to];
                    assert_eq!(is_one, leads[from][to] && leads[to][from]);
                    assert!(!leads[from][to] || found[to] <= found[from]);
                }
            }
        }
    }
}
