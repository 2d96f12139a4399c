//! Random formulas for property tests: a plain recursive tree, written differently from the
//! library on purpose, and small enough to be judged by brute force.

use proptest::prelude::*;
use puzzle_engine::logic::formula::{Formula, FormulaSymbol, FormulaVariable};

/// A formula as a textbook defines it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tree {
    Leaf(u32),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
}

/// Trees over the first `variables` variables with up to `size` leaves or so.
pub(crate) fn tree(variables: u32, size: u32) -> impl Strategy<Value = Tree> {
    let leaf = (0..variables).prop_map(Tree::Leaf);
    leaf.prop_recursive(6, size, 3, |inner| {
        let operands = prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            1 => inner.prop_map(|operand| Tree::Not(Box::new(operand))),
            2 => operands.clone().prop_map(Tree::And),
            2 => operands.prop_map(Tree::Or),
        ]
    })
}

impl Tree {
    /// The library's formula.
    pub(crate) fn formula(&self) -> Formula {
        let mut nodes = Vec::new();
        self.push_to(&mut nodes);
        Formula::from_post_order(nodes)
    }

    fn push_to(&self, nodes: &mut Vec<FormulaSymbol>) {
        let (operands, node) = match self {
            Self::Leaf(index) => (&[][..], FormulaSymbol::Variable(FormulaVariable(*index))),
            Self::Not(operand) => (std::slice::from_ref(&**operand), FormulaSymbol::Not),
            Self::And(operands) => (&operands[..], FormulaSymbol::And(operands.len() as u32)),
            Self::Or(operands) => (&operands[..], FormulaSymbol::Or(operands.len() as u32)),
        };
        operands.iter().for_each(|operand| operand.push_to(nodes));
        nodes.push(node);
    }

    /// Its value; bit `i` of `assignment` is the value of variable `i`.
    pub(crate) fn value(&self, assignment: u32) -> bool {
        match self {
            Self::Leaf(index) => assignment >> index & 1 == 1,
            Self::Not(operand) => !operand.value(assignment),
            Self::And(operands) => operands.iter().all(|operand| operand.value(assignment)),
            Self::Or(operands) => operands.iter().any(|operand| operand.value(assignment)),
        }
    }
}
