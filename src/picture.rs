//! Pictures as values, and their renderers. A puzzle says *what* there is to see: a tree, a graph,
//! a table or a lattice of labels with roles. [`text`] and [`dot`] write that directly; [`layout`]
//! gives every part its place, and [`svg`], [`tikz`] and `png` draw the result. Nothing here knows a puzzle.

mod board;
mod changes;
pub mod dot;
mod graph;
mod label;
mod lattice;
pub mod layout;
mod outline;
#[cfg(not(target_family = "wasm"))]
pub mod png;
mod relation;
pub mod scene;
mod sheet;
mod spread;
mod strip;
pub mod svg;
pub mod text;
pub mod tikz;

pub use board::PictureBoard;
pub use graph::{GraphNode, PictureGraph};
pub use lattice::Lattice;
pub use relation::PictureRelation;
pub use sheet::PictureSheet;
pub use spread::Spread;
pub use strip::Strip;

use std::collections::BTreeMap;
use std::fmt;

/// Something to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// What it shows, in a few words: the picture's name for those who cannot see it.
    pub title: String,
    /// What stands above it in a drawing, if anything does: whose turn it is.
    pub caption: Option<String>,
    /// What is drawn.
    pub body: PictureBody,
}

/// The forms a picture has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureBody {
    /// Nodes above their operands, as in a formula tree.
    Tree(PictureTree),
    /// Nodes and the edges between them, as in a maze.
    Graph(PictureGraph),
    /// Rows and columns, as in clauses by atoms.
    Table(PictureTable),
    /// A table of left and right hands that says how many fingers are up, as in chopsticks.
    Hands(PictureTable),
    /// Dots and lines between them, as in Dots and Boxes.
    Lattice(Lattice),
    /// Cells with signs in them, as in a Sudoku.
    Board(PictureBoard),
    /// Boards one after the other, as in a plan.
    Strip(Strip),
    /// A board, a table and relations beside each other, as of a world.
    Spread(Spread),
}

/// How a part stands out. A role adds to what a label says and never replaces it, for it may be
/// shown by nothing but a colour, or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PartRole {
    /// Not at all.
    #[default]
    Normal,
    /// Always important: where a maze starts and ends, a heading.
    Emphasis,
    /// Important now: the path found, the cause of a conflict.
    Highlight,
    /// Of little interest.
    Muted,
    /// Given or positive; the label starts with `+` or says it otherwise.
    Plus,
    /// Asked or negative; the label starts with `-` or says it otherwise.
    Minus,
}

impl PartRole {
    /// The name of its style, unless it does not stand out.
    const fn style(self) -> Option<&'static str> {
        Some(match self {
            Self::Normal => return None,
            Self::Emphasis => "emphasis",
            Self::Highlight => "highlight",
            Self::Muted => "muted",
            Self::Plus => "plus",
            Self::Minus => "minus",
        })
    }
}

/// A piece of text and its role. Any text will do: renderers escape it, replace control
/// characters, and (in drawings) shorten what is too long for a box.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Label {
    /// The words.
    pub text: String,
    /// How they stand out.
    pub role: PartRole,
}

impl Label {
    /// A label with a role.
    pub fn new(text: impl Into<String>, role: PartRole) -> Self {
        Self { text: text.into(), role }
    }
}

impl<T: Into<String>> From<T> for Label {
    fn from(text: T) -> Self {
        Self::new(text, PartRole::Normal)
    }
}

/// An ordered tree in post-order: operands first, then the node above them. What is left without
/// a node above it is a root; several roots are drawn side by side.
///
/// ```
/// use puzzle_lang::picture::{PictureTree, text};
/// let mut tree = PictureTree::default();
/// tree.push("x", 0);
/// tree.push("y", 0);
/// tree.push("-", 1);
/// tree.push("+", 2);
/// assert_eq!(text::tree(&tree).unwrap(), "+ - y\n  x");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PictureTree {
    nodes: Vec<TreeNode>,
    roots: usize,
    /// How many nodes it would have besides, if they could be drawn.
    left_out: usize,
}

/// A node of a [`PictureTree`].
#[derive(Clone, PartialEq, Eq, Debug)]
struct TreeNode {
    label: Label,
    /// How many of the roots before it are its operands.
    operands: usize,
}

impl PictureTree {
    /// The most nodes that are drawn.
    pub const MAX_NODES: usize = 1 << 20;

    /// A tree of more nodes than [`PictureTree::MAX_NODES`], which nobody has to make: none is drawn.
    pub fn too_large(nodes: usize) -> Self {
        Self { left_out: nodes, ..Self::default() }
    }

    /// How many nodes it has.
    pub fn node_count(&self) -> usize {
        self.nodes.len() + self.left_out
    }

    fn check_size(&self) -> Result<(), TooLarge> {
        TooLarge::check(self.node_count(), Self::MAX_NODES, "nodes")
    }

    /// Puts a node above the last `operands` roots.
    ///
    /// # Panics
    /// When there are fewer roots than that.
    pub fn push(&mut self, label: impl Into<Label>, operands: usize) {
        assert!(operands <= self.roots, "operands come before their node");
        self.roots = self.roots - operands + 1;
        self.nodes.push(TreeNode { label: label.into(), operands });
    }

    /// The node above each node; `None` for roots.
    fn parents(&self) -> Vec<Option<usize>> {
        let mut parents = vec![None; self.nodes.len()];
        let mut roots = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            for operand in roots.drain(roots.len() - node.operands..) {
                parents[operand] = Some(index);
            }
            roots.push(index);
        }
        parents
    }
}

/// Labels in rows and columns; most places may be empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PictureTable {
    /// Headings of the columns.
    pub columns: Vec<Label>,
    /// The rows, from the top.
    pub rows: Vec<TableRow>,
}

/// A row of a [`PictureTable`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableRow {
    /// What stands in front of it.
    pub label: Label,
    /// The places that are not empty: the column's index, which must be one of a column, and what
    /// is there.
    pub cells: BTreeMap<usize, Label>,
}

impl PictureTable {
    /// The most places, empty or not, that are written where empty ones cost something.
    const MAX_CELLS: usize = 1 << 20;

    fn check_size(&self) -> Result<(), TooLarge> {
        let size = (self.rows.len() + 1).saturating_mul(self.columns.len() + 1);
        TooLarge::check(size, Self::MAX_CELLS, "cells")
    }
}

/// A way to write a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Plain text.
    Text,
    /// A drawing for browsers and documents.
    Svg,
    /// The language of Graphviz.
    Dot,
    /// A drawing for LaTeX.
    Tikz,
}

impl Format {
    /// That of a file with this ending of its name.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "svg" => Some(Self::Svg),
            "dot" | "gv" => Some(Self::Dot),
            "tex" | "tikz" => Some(Self::Tikz),
            "txt" => Some(Self::Text),
            _ => None,
        }
    }
}

/// What is said of a file for a picture whose ending no format has.
pub const ENDINGS: &str = "end its name in `.svg`, `.png`, `.dot`, `.tex` or `.txt`";

impl Picture {
    /// A drawing for browsers in which one can point at the parts that have names.
    ///
    /// # Errors
    /// As [`Picture::render`].
    pub fn drawn_with_places(&self) -> Result<String, TooLarge> {
        svg::render_with_places(self)
    }

    /// Writes the picture.
    ///
    /// # Errors
    /// When nobody could look at the result, or it would not fit into memory.
    pub fn render(&self, format: Format) -> Result<String, TooLarge> {
        match format {
            Format::Text => text::render(self),
            Format::Svg => svg::render(self),
            Format::Dot => dot::render(self),
            Format::Tikz => tikz::render(self),
        }
    }
}

/// A picture has more parts than can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// How many it has, saturated.
    pub size: usize,
    /// How many it may have.
    pub most: usize,
    /// What is counted, in the plural.
    pub unit: &'static str,
}

impl TooLarge {
    /// Refuses a size above `most`.
    fn check(size: usize, most: usize, unit: &'static str) -> Result<(), Self> {
        if size > most { Err(Self { size, most, unit }) } else { Ok(()) }
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, most, unit } = self;
        write!(f, "the picture is too large: {size} {unit}, at most {most} can be drawn")
    }
}

impl std::error::Error for TooLarge {}
