//! Writes out the names in a formula, with what they are given for their parameters. It reads backwards, so that
//! each node comes before its operands, and goes down into a name or a parameter where it stands; nothing is
//! copied but what is written out in the end.

use super::MAX_NODES;
use super::names::resolve_named;
use crate::kinds::scope::Scope;
use crate::syntax::ast::{FormulaNode, ItemKind, Op, WrittenFormula};
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};

/// A part of the text that is being read, or will be.
#[derive(Clone, Copy)]
struct Part<'a> {
    document: u32,
    /// Its nodes, and those before it.
    nodes: &'a [FormulaNode],
    /// Where what its parameters stand for begins in the list of all.
    given: usize,
}

/// A part on the way down.
struct Frame<'a> {
    part: Part<'a>,
    /// How many subtrees at the end of its nodes are still to be read.
    open: u32,
    /// How long the list of what parameters stand for was before it.
    before: usize,
    /// The outermost name with parameters that led here.
    applied: Option<(u32, Span)>,
}

/// The nodes of a formula that is written out, each before its operands.
pub(super) struct Unfold<'s, 'a> {
    scope: &'s Scope<'a>,
    stack: Vec<Frame<'a>>,
    /// What the parameters of the names on the way stand for.
    given: Vec<Part<'a>>,
}

/// A node of what is written out.
pub(super) enum Unfolded<'a> {
    Symbol(FormulaSymbol),
    /// A word that no formula is called.
    Word(&'a str),
}

impl<'s, 'a> Unfold<'s, 'a> {
    pub(super) fn new(scope: &'s Scope<'a>, document: u32, formula: &WrittenFormula) -> Self {
        let mut unfold = Self { scope, stack: Vec::new(), given: Vec::new() };
        let nodes = scope.tree(document).formula(formula);
        unfold.enter(Part { document, nodes, given: 0 }, None, 0);
        unfold
    }

    fn enter(&mut self, part: Part<'a>, applied: Option<(u32, Span)>, before: usize) {
        self.stack.push(Frame { part, open: 1, before, applied });
    }

    /// The next node, and where it stands: what a name with parameters stands for is where that name is.
    pub(super) fn next(&mut self, budget: &mut Budget) -> Result<Option<UnfoldedPlace<'a>>, Stop> {
        loop {
            budget.work(1)?;
            let Some(frame) = self.stack.last_mut() else { return Ok(None) };
            if frame.open == 0 {
                self.given.truncate(frame.before);
                self.stack.pop();
                continue;
            }
            let Some((node, rest)) = frame.part.nodes.split_last() else { return Ok(None) };
            let (document, applied, given) = (frame.part.document, frame.applied, frame.part.given);
            frame.part.nodes = rest;
            frame.open -= 1;
            let place = applied.unwrap_or((document, node.span));
            match node.op {
                Op::Variable(_) | Op::Not | Op::And(_) | Op::Or(_) => {
                    frame.open += operands(node.op);
                    return Ok(symbol_of(node.op).map(|it| (Unfolded::Symbol(it), place)));
                }
                Op::Parameter(index) => {
                    let Some(part) = self.given.get(given + index as usize).copied() else {
                        return Ok(None);
                    };
                    let before = self.given.len();
                    self.enter(part, applied, before);
                }
                Op::Name | Op::Apply(_) => {
                    if let Some(word) = self.refer(node, document, applied) {
                        return Ok(Some((Unfolded::Word(word), place)));
                    }
                }
            }
        }
    }

    /// Goes down into the formula that a node names; the name if there is none.
    fn refer(
        &mut self,
        node: &FormulaNode,
        document: u32,
        applied: Option<(u32, Span)>,
    ) -> Option<&'a str> {
        let text = self.scope.text(document);
        let name = &text[node.reference(text)?.range()];
        let referred = self.scope.find(name).map(|it| (it.document, &self.scope.item(it).kind));
        let Some((file, ItemKind::Formula { body, .. })) = referred else { return Some(name) };
        let before = self.given.len();
        let mut applied = applied;
        if let Op::Apply(count) = node.op {
            applied = applied.or(Some((document, node.span)));
            let frame = self.stack.last_mut()?;
            for _ in 0..count {
                self.given.push(frame.part);
                frame.part.nodes = before_subtree(frame.part.nodes);
            }
            self.given[before..].reverse();
        }
        let nodes = self.scope.tree(file).formula(body);
        self.enter(Part { document: file, nodes, given: before }, applied, before);
        None
    }
}

/// A node, the document in which it stands, and where.
pub(super) type UnfoldedPlace<'a> = (Unfolded<'a>, (u32, Span));

/// The nodes before the last subtree of some.
fn before_subtree(nodes: &[FormulaNode]) -> &[FormulaNode] {
    let start = nodes.last().map_or(0, |it| it.span.start);
    &nodes[..nodes.partition_point(|it| it.span.end <= start)]
}

fn operands(op: Op) -> u32 {
    match op {
        Op::Not => 1,
        Op::And(operands) | Op::Or(operands) => operands,
        Op::Variable(_) | Op::Name | Op::Parameter(_) | Op::Apply(_) => 0,
    }
}

/// The formula's symbol for a node of the tree, `None` for what stands for others.
pub(super) fn symbol_of(op: Op) -> Option<FormulaSymbol> {
    Some(match op {
        Op::Variable(letter) => FormulaSymbol::Variable(FormulaVariable(u32::from(letter - b'a'))),
        Op::Not => FormulaSymbol::Not,
        Op::And(operands) => FormulaSymbol::And(operands),
        Op::Or(operands) => FormulaSymbol::Or(operands),
        Op::Name | Op::Parameter(_) | Op::Apply(_) => return None,
    })
}

/// Writes out all names of a sound formula, of which `variable` tells the words that are variables. `None` when it
/// is larger than [`MAX_NODES`].
///
/// # Errors
/// The limit that was reached before.
pub fn expand_named(
    scope: &Scope<'_>,
    document: u32,
    formula: &WrittenFormula,
    variable: &dyn Fn(&str) -> Option<FormulaVariable>,
    budget: &mut Budget,
) -> Result<Option<Formula>, Stop> {
    let is_variable = |word: &str| variable(word).is_some();
    let size = resolve_named(scope, document, formula, &is_variable, &mut Vec::new()).size;
    if size > MAX_NODES {
        return Ok(None);
    }
    let mut nodes = Vec::with_capacity(size as usize);
    let mut unfold = Unfold::new(scope, document, formula);
    while let Some((node, _)) = unfold.next(budget)? {
        nodes.push(match node {
            Unfolded::Symbol(it) => it,
            Unfolded::Word(word) => match variable(word) {
                Some(it) => FormulaSymbol::Variable(it),
                None => return Ok(None),
            },
        });
    }
    nodes.reverse();
    Ok(Some(Formula::from_post_order(nodes)))
}

/// Where each node of a sound formula stands with its names written out, in the order of [`Formula::nodes`].
pub(super) fn places(
    scope: &Scope<'_>,
    document: u32,
    formula: &WrittenFormula,
) -> Vec<(u32, Span)> {
    let mut unfold = Unfold::new(scope, document, formula);
    let budget = &mut Budget::unlimited();
    let mut places = Vec::new();
    while let Ok(Some((_, place))) = unfold.next(budget) {
        places.push(place);
    }
    places.reverse();
    places
}

/// The conjuncts of a sound formula with its names written out: their files and places, in the
/// order of [`Formula::conjuncts`]. Those of a name with parameters stand where that name does.
pub(super) fn conjuncts(
    scope: &Scope<'_>,
    document: u32,
    formula: &WrittenFormula,
) -> Vec<(u32, Span)> {
    let mut conjuncts = Vec::new();
    let mut unfold = Unfold::new(scope, document, formula);
    let budget = &mut Budget::unlimited();
    // Of the conjunct that is being read, how many subtrees are still to come.
    let mut missing = 0_u32;
    while let Ok(Some((node, place))) = unfold.next(budget) {
        let operands = match node {
            Unfolded::Symbol(it) => it.operands(),
            Unfolded::Word(_) => 0,
        };
        if missing > 0 {
            missing = missing - 1 + operands;
        } else if !matches!(node, Unfolded::Symbol(FormulaSymbol::And(_))) {
            conjuncts.push(place);
            missing = operands;
        }
    }
    conjuncts.reverse();
    conjuncts
}
