//! A closed tableau as evidence: its nodes in the order in which they are read, branch by branch. What is said of all
//! things, and all things again, is said of several things at once where nothing else needs the step between.

use rustc_hash::{FxHashMap, FxHashSet};

use super::search::{ClosedPart, TableauLine};
use crate::evidence::tableau::{ClosedTableau, TableauClosing, TableauNode, TableauRule};
use crate::logic::first_order::TheoryQuantifier;
use crate::logic::statements::{Statement, StatementNumber, Statements, TermNumber};

/// The tableau.
pub(super) fn tidied(root: ClosedPart, statements: Statements) -> ClosedTableau {
    let joined = joined(&root, &statements);
    let left_out: FxHashSet<usize> = joined.values().flat_map(|it| it.left_out.clone()).collect();
    let mut nodes: Vec<TableauNode> = Vec::new();
    let mut places: FxHashMap<usize, usize> = FxHashMap::default();
    let mut open: Vec<(Option<usize>, ClosedPart)> = vec![(None, root)];
    while let Some((mut above, part)) = open.pop() {
        for line in part.lines {
            if left_out.contains(&line.number) {
                continue;
            }
            let TableauLine { number, statement, rule, mut from, mut things } = line;
            if let Some(chain) = joined.get(&number) {
                from = vec![chain.from];
                things.splice(0..0, chain.things.iter().copied());
            }
            let from = from.iter().map(|it| places[it]).collect();
            places.insert(number, nodes.len());
            nodes.push(TableauNode { above, statement, rule, from, things, closing: None });
            above = Some(nodes.len() - 1);
        }
        match (part.end, above) {
            (Ok(cases), above) => open.extend(cases.into_iter().rev().map(|it| (above, it))),
            (Err(cited), Some(last)) => {
                nodes[last].closing = Some(match cited[..] {
                    [one, other] => TableauClosing::Pair(places[&one], places[&other]),
                    _ => TableauClosing::Alone(places[&cited[0]]),
                });
            }
            (Err(_), None) => {}
        }
    }
    ClosedTableau { statements, nodes }
}

/// Steps between that are left out before a node.
struct JoinedSteps {
    from: usize,
    things: Vec<TermNumber>,
    left_out: Vec<usize>,
}

/// The nodes that say of several things what a node further up does.
fn joined(root: &ClosedPart, statements: &Statements) -> FxHashMap<usize, JoinedSteps> {
    let (mut lines, mut cited): (FxHashMap<usize, &TableauLine>, FxHashMap<usize, usize>) =
        Default::default();
    let mut open = vec![root];
    while let Some(part) = open.pop() {
        for line in &part.lines {
            lines.insert(line.number, line);
            line.from.iter().for_each(|it| *cited.entry(*it).or_default() += 1);
        }
        match &part.end {
            Ok(cases) => open.extend(cases),
            Err(all) => all.iter().for_each(|it| *cited.entry(*it).or_default() += 1),
        }
    }
    let quantifier = |number: usize| is_for_all(statements, lines[&number].statement);
    let mut joined = FxHashMap::default();
    for line in lines.values().filter(|it| it.rule == TableauRule::Expansion) {
        let mut chain =
            JoinedSteps { from: line.from[0], things: Vec::new(), left_out: Vec::new() };
        while let Some(is_denied) = quantifier(chain.from)
            && let step = lines[&chain.from]
            && step.rule == TableauRule::Expansion
            && quantifier(step.from[0]) == Some(is_denied)
            && cited[&chain.from] == 1
        {
            chain.left_out.push(chain.from);
            chain.things.splice(0..0, step.things.iter().copied());
            chain.from = step.from[0];
        }
        if !chain.left_out.is_empty() {
            joined.insert(line.number, chain);
        }
    }
    joined
}

/// Whether something is said of all things, and then whether that is because it is denied of some.
fn is_for_all(statements: &Statements, id: StatementNumber) -> Option<bool> {
    let (quantified, is_denied) = match *statements.get(id) {
        Statement::Not(inner) => (inner, true),
        _ => (id, false),
    };
    match (statements.get(quantified), is_denied) {
        (Statement::Quantified(TheoryQuantifier::All, ..), false) => Some(false),
        (Statement::Quantified(TheoryQuantifier::Some, ..), true) => Some(true),
        _ => None,
    }
}
