//! A closed analytic tableau: a tree of statements that begins with what is taken to be true and a denial of what is to
//! be shown. Each node further down says what one above it comes to, in one of the cases that there are, and each
//! branch ends with a contradiction (R. Smullyan, *First-Order Logic*, 1968).

use crate::logic::statements::{StatementNumber, Statements, TermNumber};

/// A tableau: its nodes, and what they say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClosedTableau {
    /// What is said in it.
    pub statements: Statements,
    /// The nodes, each behind the one above it.
    pub nodes: Vec<TableauNode>,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableauNode {
    /// The node right above it; the first one has none. Nodes below the same one are those of different cases.
    pub above: Option<usize>,
    /// What it says.
    pub statement: StatementNumber,
    /// Why.
    pub rule: TableauRule,
    /// The nodes further up from which it comes, from 0.
    pub from: Vec<usize>,
    /// The things that quantifiers are taken to speak of, that of the outermost one first.
    pub things: Vec<TermNumber>,
    /// Where its branch ends, why.
    pub closing: Option<TableauClosing>,
}

/// Why a node holds, given those further up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableauRule {
    /// It is a sentence of the theory.
    Premise,
    /// It denies what is to be shown.
    Denial,
    /// It is what the connective or the quantifier of a node comes to, in this case.
    Expansion,
    /// One side of an equation is in some places of the other in a node: the equation is cited first.
    Replacement,
    /// A thing of a listed sort is this one of the list.
    Listed,
}

/// What contradicts what at the end of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableauClosing {
    /// A statement and its negation.
    Pair(usize, usize),
    /// What is false in itself: `false`, that something is not itself, or that two things of a list are the same.
    Alone(usize),
}
