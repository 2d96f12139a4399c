//! The names of a maze: which node and which treasure each number is, and where the source speaks of them.

use rustc_hash::FxHashMap;

use crate::text::Span;
use puzzle_engine::logic::maze::NodeId;

/// The names of a maze's nodes and treasures, and where the source speaks of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MazeNames {
    /// Names of nodes, by id.
    pub nodes: Vec<String>,
    /// Names of treasures, by id.
    pub treasures: Vec<String>,
    /// The name on each node's line, `None` for a node that has no line.
    pub lines: Vec<Option<Span>>,
    /// Where each node's tolls are asked for, in the order of
    /// [`MazeVertex::tolls`](puzzle_engine::logic::maze::MazeVertex::tolls).
    pub tolls: Vec<Vec<Span>>,
    /// Where each treasure is laid at its home, `None` for one without.
    pub homes: Vec<Option<Span>>,
    /// The number of steps, `None` when it is missing.
    pub steps: Option<Span>,
}

impl MazeNames {
    /// The nodes that words name, for a path that a person wrote.
    ///
    /// # Errors
    /// The index of the first word that is no node.
    pub fn path<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Result<Vec<NodeId>, usize> {
        let ids: FxHashMap<&str, NodeId> =
            self.nodes.iter().map(String::as_str).zip((0..).map(NodeId)).collect();
        let nodes = words.into_iter().enumerate();
        nodes.map(|(index, word)| ids.get(word).copied().ok_or(index)).collect()
    }
}
