//! What the grammar's actions build: the line that was read, and nodes in the arenas of the tree.

use crate::syntax::ast::{
    Aggregate, Binding, BoundName, Expectation, FormulaNode, ItemKind, MazeNode, Op, Quantifier,
    Query, SentenceNode, SentenceOp, Setting, SyntaxTree, TheoryLine, Verb, WrittenFormula,
    WrittenLiteral, WrittenOperation,
};
use crate::text::Span;

/// What the grammar makes of a line.
#[derive(Debug)]
pub enum ParsedLine {
    /// An item; of a block its head.
    Item(Box<ItemKind>),
    /// `variables NAMES`
    Variables(Vec<Span>),
    /// A setting of a game.
    Setting(Box<Setting>),
    /// A clause.
    Clause(Vec<WrittenLiteral>),
    /// `steps K` in a maze.
    Steps(Span),
    /// A node of a maze.
    MazeNode(Box<MazeNode>),
    /// A line of a theory or a puzzle.
    Theory(Box<TheoryLine>),
}

/// A part of a maze's line: the names behind its keyword.
#[derive(Debug)]
pub enum MazePart {
    /// `treasures …`
    Treasures(Vec<Span>),
    /// `tolls …`
    Tolls(Vec<Span>),
}

impl MazePart {
    /// The line of a node from its parts before and behind the arrow; a part given twice counts as
    /// one.
    pub fn assemble(
        name: Span,
        mut parts: Vec<Self>,
        behind: Option<(Vec<Span>, Vec<Self>)>,
    ) -> MazeNode {
        let (next, more) = behind.unwrap_or_default();
        parts.extend(more);
        let (treasures, tolls) = (Vec::new(), Vec::new());
        let mut node = MazeNode { name, treasures, tolls, next, is_broken: false };
        for part in parts {
            match part {
                Self::Treasures(names) => extend(&mut node.treasures, names),
                Self::Tolls(names) => extend(&mut node.tolls, names),
            }
        }
        node
    }
}

/// Appends without copying in the common case that nothing is there yet.
fn extend(names: &mut Vec<Span>, mut more: Vec<Span>) {
    if names.is_empty() { *names = more } else { names.append(&mut more) }
}

impl SyntaxTree {
    /// Appends a node; called by the grammar's actions.
    pub(in crate::syntax) fn push(&mut self, start: u32, end: u32, op: Op) {
        self.nodes.push(FormulaNode { span: Span::new(start, end), op });
    }

    /// Appends a node of a sentence.
    pub(in crate::syntax) fn push_sentence(&mut self, start: u32, end: u32, op: SentenceOp) {
        self.sentence_nodes.push(SentenceNode { span: Span::new(start, end), op });
    }

    fn bind(&mut self, variables: &[BoundName]) -> (u32, u32) {
        let first = self.bound.len() as u32;
        self.bound.extend(variables);
        (first, variables.len() as u32)
    }

    /// Appends what binds variables in the node before it.
    pub(in crate::syntax) fn push_quantified(
        &mut self,
        start: u32,
        end: u32,
        quantifier: Quantifier,
        variables: &[BoundName],
    ) {
        let (first, count) = self.bind(variables);
        self.push_sentence(start, end, SentenceOp::Quantified { quantifier, first, count });
    }

    /// How many a quantifier speaks of: a number, whose node goes, or the term that was read last.
    pub(in crate::syntax) fn counted(
        &mut self,
        number: Option<Span>,
        quantifier: fn(Span) -> Quantifier,
    ) -> (Quantifier, bool) {
        if let Some(number) = number {
            self.sentence_nodes.pop();
            return (quantifier(number), false);
        }
        let term = self.sentence_nodes.last().map_or(Span::default(), |it| it.span);
        (quantifier(term), true)
    }

    /// As [`push_quantified`](Self::push_quantified), of a quantifier that counts.
    pub(in crate::syntax) fn push_counted(
        &mut self,
        start: u32,
        end: u32,
        (quantifier, is_term): (Quantifier, bool),
        variables: &[BoundName],
    ) {
        if !is_term {
            return self.push_quantified(start, end, quantifier, variables);
        }
        let (first, count) = self.bind(variables);
        self.push_sentence(start, end, SentenceOp::Counted { quantifier, first, count });
    }

    /// Appends what binds variables in its operands before it.
    pub(in crate::syntax) fn push_aggregate(
        &mut self,
        start: u32,
        end: u32,
        aggregate: Aggregate,
        has_condition: bool,
        variables: &[BoundName],
    ) {
        let (first, count) = self.bind(variables);
        let op = SentenceOp::Aggregate { aggregate, first, count, has_condition };
        self.push_sentence(start, end, op);
    }

    /// Appends a chain of comparisons.
    pub(in crate::syntax) fn push_chain(
        &mut self,
        start: u32,
        end: u32,
        one: SentenceOp,
        others: &[SentenceOp],
    ) {
        let first = self.chained.len() as u32;
        self.chained.push(one);
        self.chained.extend(others);
        let count = self.chained.len() as u32 - first;
        self.push_sentence(start, end, SentenceOp::Chain { first, count });
    }

    /// Appends what an operation makes of two numbers.
    pub(in crate::syntax) fn push_binary(
        &mut self,
        start: u32,
        end: u32,
        op: WrittenOperation,
    ) -> Option<Span> {
        self.push_sentence(start, end, SentenceOp::Binary(op));
        None
    }
}

impl Query {
    /// A query with nothing but a verb and what it asks about; completed by the grammar.
    pub(in crate::syntax) fn new((verb, verb_span): (Verb, Span), target: WrittenFormula) -> Self {
        Self {
            why: None,
            verb,
            verb_span,
            target,
            other: None,
            sentences: Vec::new(),
            all: None,
            engine: None,
            after: None,
            bindings: Vec::<Binding>::new(),
            digits: None,
            expectation: None::<Expectation>,
        }
    }
}
