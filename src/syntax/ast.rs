//! The tree of a file.

use crate::text::Span;

/// What a maze says, in the order of its lines; from a `.puzzle` file or the maze text format.
#[derive(Clone, Debug, Default)]
pub struct Maze {
    /// The number behind `steps`; in the text format line 3.
    pub steps: Option<Span>,
    /// Line 1 of the text format: the nodes' names. `None` in a `.puzzle` file, where the lines
    /// themselves declare the nodes.
    pub listed_nodes: Option<Vec<Span>>,
    /// Line 2 of the text format: the treasures' names. `None` in a `.puzzle` file.
    pub listed_treasures: Option<Vec<Span>>,
    /// A line a node.
    pub nodes: Vec<MazeNode>,
}

/// One line of a maze.
#[derive(Clone, Debug)]
pub struct MazeNode {
    /// The node's name.
    pub name: Span,
    /// Names behind `treasures`.
    pub treasures: Vec<Span>,
    /// Names behind `tolls`.
    pub tolls: Vec<Span>,
    /// Names behind `->`.
    pub next: Vec<Span>,
    /// The rest of the line could not be understood and was reported: what it would have said is
    /// unknown, so nothing may be concluded from its silence.
    pub is_broken: bool,
}
