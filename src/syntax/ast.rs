//! The tree of a file. Names are spans of the source; formulas lie in post-order in one arena,
//! so a formula of any depth is a range of it and costs no allocation of its own.

mod theory;

use std::ops::Range;

use crate::diagnostic::LintLevel;
use crate::syntax::token::lex_span;
use crate::text::Span;
pub use theory::{
    Aggregate, BoundName, Elements, Head, NumberRange, Quantifier, SentenceNode, SentenceOp,
    Stated, TheoryLine, WrittenBody, WrittenComparison, WrittenOperation, WrittenSentence,
    WrittenTheory, WrittenTold, WrittenType,
};

/// A parsed file: what it declares and asks, in order.
#[derive(Clone, Debug, Default)]
pub struct SyntaxTree {
    /// Declarations, queries and the rest, in source order.
    pub items: Vec<Item>,
    /// The nodes of all formulas.
    pub nodes: Vec<FormulaNode>,
    /// The nodes of all sentences.
    pub sentence_nodes: Vec<SentenceNode>,
    /// The variables that quantifiers bind.
    pub bound: Vec<BoundName>,
    /// The comparisons of chains.
    pub chained: Vec<SentenceOp>,
}

impl SyntaxTree {
    /// The nodes of a formula, operands before their connective.
    pub fn formula(&self, formula: &WrittenFormula) -> &[FormulaNode] {
        &self.nodes[formula.nodes.start as usize..formula.nodes.end as usize]
    }

    /// The nodes of a sentence, operands before their connective.
    pub fn sentence(&self, sentence: &WrittenSentence) -> &[SentenceNode] {
        &self.sentence_nodes[sentence.nodes.start as usize..sentence.nodes.end as usize]
    }
}

/// One declaration, query or setting of the file.
#[derive(Clone, Debug)]
pub struct Item {
    /// From its first word to its last sign.
    pub span: Span,
    /// The `///` lines above it.
    pub documentation: Option<Span>,
    /// What it says.
    pub kind: ItemKind,
}

/// What an item says.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `formula NAME = …` or `formula NAME(PARAMETERS) = …`
    Formula {
        /// Its name.
        name: Span,
        /// What its text says for formulas that are given where it is named.
        parameters: Box<[Span]>,
        /// Its text.
        body: WrittenFormula,
    },
    /// One of the names behind `variables`, each of which is an item with the span of the line.
    Variable {
        /// The name.
        name: Span,
    },
    /// `game NAME: KIND { … }`
    Game(Box<GameBlock>),
    /// `clauses NAME { … }`
    Clauses {
        /// Its name.
        name: Span,
        /// Its lines.
        body: Box<ClausesBlock>,
    },
    /// `maze NAME { … }`
    Maze {
        /// Its name.
        name: Span,
        /// Its lines.
        body: Box<MazeBlock>,
    },
    /// `theory NAME { … }`
    Theory {
        /// Its name.
        name: Span,
        /// Its lines.
        body: Box<WrittenTheory>,
    },
    /// `puzzle NAME { … }` or `puzzle NAME: RULES { … }`; the same with `game`
    Puzzle {
        /// Its name.
        name: Span,
        /// The puzzle whose lines hold here as well.
        rules: Option<Span>,
        /// Its lines.
        body: Box<WrittenTheory>,
        /// It is played by two: its word is `game`.
        is_game: bool,
    },
    /// `clauses NAME = file "…"`, and the same of a maze or a game
    File {
        /// What the file must describe.
        sort: BlockKind,
        /// Its name.
        name: Span,
        /// The quoted path.
        path: Span,
    },
    /// `import "…"`
    Import {
        /// The quoted path.
        path: Span,
    },
    /// `allow LINT`, `warn LINT`, `deny LINT`
    Level {
        /// The level.
        level: LintLevel,
        /// The lint's name.
        lint: Span,
    },
    /// A question.
    Query(Box<Query>),
    /// A declaration that could not be understood and was reported; its name, when readable,
    /// exists, so that nobody complains about its uses.
    Broken {
        /// The declared name.
        name: Option<Span>,
        /// It may declare what could not be read, so that names may be missing.
        hides_names: bool,
    },
}

impl ItemKind {
    /// A formula with a name.
    pub fn formula(name: Span, parameters: Vec<Span>, body: WrittenFormula) -> Self {
        Self::Formula { name, parameters: parameters.into(), body }
    }

    /// Whether it makes a variable of a word.
    pub fn is_variable(&self) -> bool {
        matches!(self, Self::Variable { .. })
    }

    /// The parameters of a formula.
    pub fn parameters(&self) -> &[Span] {
        match self {
            Self::Formula { parameters, .. } => parameters,
            _ => &[],
        }
    }

    /// The head of a block, without lines.
    pub fn block(sort: BlockKind, name: Span) -> Self {
        match sort {
            BlockKind::Clauses => Self::Clauses { name, body: Box::default() },
            BlockKind::Maze => Self::Maze { name, body: Box::default() },
            BlockKind::Theory => Self::Theory { name, body: Box::default() },
            BlockKind::Game => {
                Self::Game(Box::new(GameBlock { name: Some(name), ..GameBlock::default() }))
            }
        }
    }

    /// The name it declares.
    pub fn declared(&self) -> Option<Span> {
        match self {
            Self::Formula { name, .. }
            | Self::Variable { name }
            | Self::Clauses { name, .. }
            | Self::Maze { name, .. }
            | Self::Theory { name, .. }
            | Self::Puzzle { name, .. }
            | Self::File { name, .. } => Some(*name),
            Self::Game(game) => game.name,
            Self::Broken { name, .. } => *name,
            Self::Import { .. } | Self::Level { .. } | Self::Query(_) => None,
        }
    }
}

impl ItemKind {
    /// Whether it names another file, which may bring names and texts.
    pub fn names_file(&self) -> bool {
        matches!(self, Self::Import { .. } | Self::File { .. })
    }

    /// The formulas it is made of, in source order.
    pub fn formulas(&self) -> impl Iterator<Item = &WrittenFormula> {
        let (body, settings, query) = match self {
            Self::Formula { body, .. } => (Some(body), &[][..], None),
            Self::Game(game) => (None, &game.settings[..], None),
            Self::Query(query) => (None, &[][..], Some(query)),
            _ => (None, &[][..], None),
        };
        let of_settings = settings.iter().filter_map(|setting| match &setting.value {
            SettingValue::Formula(formula) => Some(formula),
            SettingValue::Plain(_) => None,
        });
        let of_query =
            query.into_iter().flat_map(|it| std::iter::once(&it.target).chain(&it.other));
        body.into_iter().chain(of_settings).chain(of_query)
    }

    /// The sentences it is made of, in source order, each with the variables that a definition or an
    /// action gives it.
    pub fn sentences(&self) -> impl Iterator<Item = (&WrittenSentence, &[BoundName])> {
        let (lines, asked) = match self {
            Self::Theory { body, .. } | Self::Puzzle { body, .. } => (&body.lines[..], &[][..]),
            Self::Query(query) => (&[][..], &query.sentences[..]),
            _ => (&[][..], &[][..]),
        };
        // What stands behind `when` and `then` has the variables of the action above.
        let mut above: &[BoundName] = &[];
        let of_lines = lines.iter().flat_map(move |line| {
            if !matches!(line, TheoryLine::Part { .. }) {
                above = line.parameters();
            }
            let parameters = above;
            line.sentences().into_iter().map(move |it| (it, parameters))
        });
        of_lines.chain(asked.iter().map(|it| (it, &[][..])))
    }
}

/// What a declaration describes that may be a block or a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockKind {
    /// A clause set.
    Clauses,
    /// A maze.
    Maze,
    /// A theory.
    Theory,
    /// A game.
    Game,
}

impl BlockKind {
    /// The keyword of its declarations.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Clauses => "clauses",
            Self::Maze => "maze",
            Self::Theory => "theory",
            Self::Game => "game",
        }
    }
}

/// A formula: a range of the tree's nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFormula {
    /// Its text.
    pub span: Span,
    /// Its nodes in post-order. Of a broken formula only the names it mentions.
    pub nodes: Range<u32>,
    /// It has faults that were reported.
    pub is_broken: bool,
}

/// A node of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaNode {
    /// The node's whole text, parentheses included.
    pub span: Span,
    /// What it is.
    pub op: Op,
}

impl FormulaNode {
    /// The name of the formula that it mentions.
    pub fn reference(&self, text: &str) -> Option<Span> {
        match self.op {
            Op::Name => Some(self.span),
            Op::Apply(_) => lex_span(text, self.span).next().map(|it| it.span),
            Op::Variable(_) | Op::Parameter(_) | Op::Not | Op::And(_) | Op::Or(_) => None,
        }
    }
}

/// What a node of a formula is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// A variable, by its letter.
    Variable(u8),
    /// A word: the name of another formula, or a variable that is declared as one.
    Name,
    /// A parameter of the formula that is declared, by its index.
    Parameter(u32),
    /// The name of a formula with parameters, and that many nodes before it for them.
    Apply(u32),
    /// The negation of the node before it.
    Not,
    /// The conjunction of that many nodes before it.
    And(u32),
    /// The disjunction of that many nodes before it.
    Or(u32),
}

/// A game of any kind: uniform settings, which the kind understands.
#[derive(Clone, Debug, Default)]
pub struct GameBlock {
    /// Its name, when readable.
    pub name: Option<Span>,
    /// The kind behind the colon, when readable.
    pub kind: Option<Span>,
    /// A setting a line.
    pub settings: Vec<Setting>,
    /// A line could not be understood and was reported, so nothing may be said to be missing.
    pub is_broken: bool,
}

/// `NAME VALUE` in a game.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its name.
    pub name: Span,
    /// Its value.
    pub value: SettingValue,
}

/// The value of a setting.
#[derive(Clone, Debug)]
pub enum SettingValue {
    /// Of the setting `formula`.
    Formula(WrittenFormula),
    /// Of any other setting: words, numbers or a text; empty when nothing follows.
    Plain(Span),
}

impl SettingValue {
    /// Its text.
    pub fn span(&self) -> Span {
        match self {
            Self::Formula(formula) => formula.span,
            Self::Plain(span) => *span,
        }
    }
}

/// A clause set.
#[derive(Clone, Debug, Default)]
pub struct ClausesBlock {
    /// The literals of all clauses.
    pub literals: Vec<WrittenLiteral>,
    /// Where each clause ends in `literals`.
    pub ends: Vec<u32>,
    /// A line could not be understood and was reported.
    pub is_broken: bool,
}

/// A literal: an atom's number or name, perhaps negated.
#[derive(Clone, Copy, Debug)]
pub struct WrittenLiteral {
    /// The atom's number or name.
    pub atom: Span,
    /// Whether a `-` stands before it.
    pub is_negative: bool,
}

/// What a maze says, in the order of its lines; from a `.puzzle` file or the maze text format.
#[derive(Clone, Debug, Default)]
pub struct MazeBlock {
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

/// What a query asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    /// A model, a path, the winner.
    Solve,
    /// The least number of steps.
    Shortest,
    /// The best next move.
    Play2Win,
    /// The play when both play perfectly.
    Line,
    /// What an answer costs the engines.
    Compare,
    /// The value of a formula.
    Eval,
    /// The picture as text.
    Draw,
    /// The flattened formula.
    Simplify,
    /// The number of models or plays.
    Count,
    /// Whether every assignment makes it true.
    Valid,
    /// Whether two formulas have the same value everywhere.
    Equivalent,
    /// Whether a sentence follows from a theory.
    Prove,
    /// Of what a sentence with `?NAME` in it follows from a theory.
    Ask,
    /// A solution in which a term has its least value.
    Smallest,
    /// A solution in which a term has its greatest value.
    Largest,
    /// What each move of a game is worth.
    Moves,
}

/// Every verb with its keyword.
pub const VERBS: [(&str, Verb); 16] = [
    ("solve", Verb::Solve),
    ("shortest", Verb::Shortest),
    ("play2win", Verb::Play2Win),
    ("line", Verb::Line),
    ("compare", Verb::Compare),
    ("eval", Verb::Eval),
    ("draw", Verb::Draw),
    ("simplify", Verb::Simplify),
    ("count", Verb::Count),
    ("valid", Verb::Valid),
    ("equivalent", Verb::Equivalent),
    ("prove", Verb::Prove),
    ("ask", Verb::Ask),
    ("smallest", Verb::Smallest),
    ("largest", Verb::Largest),
    ("moves", Verb::Moves),
];

impl Verb {
    /// Whether it asks about a game that is going on, perhaps after further moves.
    pub const fn takes_moves(self) -> bool {
        matches!(self, Self::Play2Win | Self::Line | Self::Moves)
    }

    /// Its keyword.
    pub fn word(self) -> &'static str {
        VERBS.iter().find(|(_, verb)| *verb == self).map_or("", |(word, _)| word)
    }
}

/// A question and the answer it expects.
#[derive(Clone, Debug)]
pub struct Query {
    /// `why`, where the reasons of the answer are wanted.
    pub why: Option<Span>,
    /// What is asked.
    pub verb: Verb,
    /// Its keyword.
    pub verb_span: Span,
    /// What it is asked of: a formula, which is a lone name for any other puzzle.
    pub target: WrittenFormula,
    /// The second formula of `equivalent`.
    pub other: Option<WrittenFormula>,
    /// What is asked of a theory or a puzzle: a sentence or a term, of `equivalent` two.
    pub sentences: Vec<WrittenSentence>,
    /// `all` or `all NUMBER`
    pub all: Option<AllSolutions>,
    /// `by ENGINE`
    pub engine: Option<Span>,
    /// `after MOVES`
    pub after: Option<Span>,
    /// `x=1 y=0`
    pub bindings: Vec<Binding>,
    /// `10`: the same in the alphabetical order of the variables.
    pub digits: Option<Span>,
    /// What follows `=>`.
    pub expectation: Option<Expectation>,
}

/// `all`, behind what `solve` asks about: every solution is wanted.
#[derive(Clone, Copy, Debug)]
pub struct AllSolutions {
    /// The word.
    pub word: Span,
    /// How many at most.
    pub most: Option<Span>,
}

/// `x=1`
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The variable.
    pub variable: Span,
    /// The value, 0 or 1 when it is right.
    pub value: Span,
}

/// The answer that a query expects.
#[derive(Clone, Copy, Debug)]
pub struct Expectation {
    /// The `=>`.
    pub arrow: Span,
    /// What follows it.
    pub span: Span,
}
