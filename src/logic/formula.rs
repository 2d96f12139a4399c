//! Propositional formulas, kept as their post-order: operands before their connective.
//!
//! ```text
//! ((-x+y)*-(-y+x))   is   x ¬ y ∨₂ y ¬ x ∨₂ ¬ ∧₂
//! ```
//!
//! One flat vector needs no pointers, is compared and dropped without recursion, and every
//! operation is one pass over it: forwards with a stack of values it evaluates, backwards it is
//! the order in which the tree is drawn (root first, last operand on top).

/// A variable by its index; 0–25 are the letters `a`–`z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(pub u32);

/// One node of a formula tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A leaf.
    Variable(Variable),
    /// Negation of the operand before it.
    Not,
    /// Conjunction of that many operands before it, two or more.
    And(u32),
    /// Disjunction of that many operands before it, two or more.
    Or(u32),
}

/// A formula: a tree in post-order. Never empty.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Formula {
    nodes: Vec<Node>,
}
