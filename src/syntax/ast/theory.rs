//! The lines of a theory, and sentences of first-order logic. As with formulas, the nodes of all
//! sentences of a file lie in post-order in one arena. What a word is (a variable, a constant, a
//! predicate) is found out later, so a term and a sentence have nodes of one kind.

use std::ops::Range;

use crate::text::Span;

/// A theory.
#[derive(Clone, Debug, Default)]
pub struct WrittenTheory {
    /// What its lines say, in order.
    pub lines: Vec<TheoryLine>,
    /// A line could not be understood and was reported.
    pub is_broken: bool,
    /// Such a line may declare anything, so that names may be missing.
    pub lacks_names: bool,
    /// Such a line declares, so that what is wrong with other lines may be its consequence.
    pub is_misdeclared: bool,
    /// Words with a meaning in sentences that it declares as if they were names, each once.
    pub misnamed: Vec<Span>,
}

/// A line of a theory, or of a puzzle by rules of its own. A theory has no [`Grid`](Self::Grid),
/// [`Given`](Self::Given), [`Define`](Self::Define), [`Sign`](Self::Sign) nor
/// [`Drawing`](Self::Drawing), no numbers, and nothing that is done.
#[derive(Clone, Debug)]
pub enum TheoryLine {
    /// `sort NAME`, `sort NAME = NAMES`, `sort NAME = RANGE` or `sort NAME = HEAD | HEAD`
    Sort {
        /// Its name.
        name: Span,
        /// All its elements, if they are listed.
        elements: Option<Elements>,
    },
    /// `grid NAME = HEIGHT by WIDTH in boxes HEIGHT by WIDTH`
    Grid {
        /// The name of its cells' sort.
        name: Span,
        /// How many rows and columns it has; else drawings tell.
        size: Option<(Span, Span)>,
        /// How many rows and columns a box has.
        boxes: Option<(Span, Span)>,
    },
    /// `predicate NAME(SORTS)`, several being separated by commas.
    Predicates(Vec<Head>),
    /// `function NAME(SORTS): TYPE`, several being separated by commas.
    Functions {
        /// Their names and what they are applied to.
        heads: Vec<Head>,
        /// What their values are, which only a broken line lacks.
        result: Option<WrittenType>,
        /// They may have no value.
        or_none: bool,
    },
    /// `constant NAMES: TYPE`
    Constants {
        /// Their names.
        names: Vec<Span>,
        /// What they are, which only a broken line lacks.
        result: Option<WrittenType>,
        /// They may have no value.
        or_none: bool,
    },
    /// `given NAME(SORTS): TYPE = VALUES`
    Given {
        /// Their names and what they are applied to.
        heads: Vec<Head>,
        /// What the values of functions are; without it they are predicates.
        result: Option<WrittenType>,
        /// Their values, if the line tells them.
        told: Option<WrittenTold>,
    },
    /// `distinct NAMES`, `distinct NAMES: TYPE` or `distinct NAMES in NAMES`
    Distinct {
        /// Constants, sorts or functions.
        names: Vec<Span>,
        /// What constants that the line declares are.
        result: Option<WrittenType>,
        /// The functions by which places are grouped.
        within: Vec<Span>,
    },
    /// `define NAME(VARIABLES): SENTENCE` or `define NAME(VARIABLES) = TERM`
    Define {
        /// Its name.
        name: Span,
        /// What it is applied to.
        parameters: Vec<BoundName>,
        /// What it stands for.
        body: WrittenBody,
    },
    /// `sign "TEXT": SENTENCE`
    Sign {
        /// The sign in quotes.
        text: Span,
        /// What it says of the place `here`.
        sentence: WrittenSentence,
    },
    /// `NAME """…"""`: the values of a function, or of `board` all that signs say.
    Drawing {
        /// What is drawn.
        name: Span,
        /// The drawing in quotes.
        text: Span,
    },
    /// `start SENTENCE` or `start """…"""`
    Start(Stated),
    /// `goal SENTENCE` or `goal """…"""`
    Goal(Stated),
    /// `action NAME(VARIABLES)`, perhaps with its first condition or change behind it.
    Action {
        /// Its name.
        name: Span,
        /// What it is done to.
        parameters: Vec<BoundName>,
        /// What stands behind `when`.
        condition: Option<WrittenSentence>,
        /// What stands behind `then`.
        change: Option<WrittenSentence>,
    },
    /// `when SENTENCE`, `then CHANGE`, or both: it belongs to the action above.
    Part {
        /// What stands behind `when`.
        condition: Option<WrittenSentence>,
        /// What stands behind `then`.
        change: Option<WrittenSentence>,
    },
    /// `players NAMES`: who acts in turn.
    Players(Vec<Span>),
    /// `wins PLAYER: SENTENCE` or `loses PLAYER: SENTENCE`
    Ends {
        /// A player, or a variable for both.
        player: Span,
        /// Where it is true, the play is over.
        sentence: WrittenSentence,
        /// Whether the player has won then, and not lost.
        wins: bool,
    },
    /// `score PLAYER: TERM`
    Score {
        /// A player, or a variable for both.
        player: Span,
        /// What the player has at the end.
        term: WrittenSentence,
    },
    /// `SENTENCE` or `rule LABEL: SENTENCE`
    Rule {
        /// What proofs call it.
        label: Option<Span>,
        /// What it says.
        sentence: WrittenSentence,
    },
}

impl TheoryLine {
    /// The sentences and terms in it, in order.
    pub fn sentences(&self) -> Vec<&WrittenSentence> {
        match self {
            Self::Define { body, .. } => vec![body.nodes()],
            Self::Sign { sentence, .. }
            | Self::Rule { sentence, .. }
            | Self::Ends { sentence, .. }
            | Self::Score { term: sentence, .. }
            | Self::Start(Stated::Sentence(sentence))
            | Self::Goal(Stated::Sentence(sentence)) => vec![sentence],
            Self::Action { condition, change, .. } | Self::Part { condition, change } => {
                condition.iter().chain(change).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The variables that its sentences have from it. Those of an action are those of the lines below that
    /// belong to it, too.
    pub fn parameters(&self) -> &[BoundName] {
        match self {
            Self::Define { parameters, .. } | Self::Action { parameters, .. } => parameters,
            _ => &[],
        }
    }
}

/// What is said of the first state or of the last one.
#[derive(Clone, Debug)]
pub enum Stated {
    /// A sentence.
    Sentence(WrittenSentence),
    /// A drawing in quotes.
    Drawn(Span),
}

/// All elements of a sort.
#[derive(Clone, Debug)]
pub enum Elements {
    /// Their names.
    Listed(Vec<Span>),
    /// Numbers.
    Range(NumberRange),
    /// What constructors lead to, of which one at least has arguments.
    Constructed(Vec<Head>),
}

impl Elements {
    /// Those of some constructors: a list, where none has arguments.
    pub fn constructed(constructors: Vec<Head>) -> Self {
        match constructors.iter().all(|it| it.arguments.is_empty()) {
            true => Self::Listed(constructors.into_iter().map(|it| it.name).collect()),
            false => Self::Constructed(constructors),
        }
    }

    /// Their names, when they have some.
    pub fn names(&self) -> &[Span] {
        match self {
            Self::Listed(names) => names,
            Self::Range(_) | Self::Constructed(_) => &[],
        }
    }

    /// Their constructors, when some of these have arguments.
    pub fn constructors(&self) -> &[Head] {
        match self {
            Self::Constructed(constructors) => constructors,
            Self::Listed(_) | Self::Range(_) => &[],
        }
    }
}

/// `LEAST..MOST`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The least number, with its sign.
    pub least: Span,
    /// The greatest one.
    pub most: Span,
}

/// What values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenType {
    /// Of the sort with that name.
    Sort(Span),
    /// Numbers.
    Range(NumberRange),
}

impl WrittenType {
    /// Its text.
    pub fn span(&self) -> Span {
        match self {
            Self::Sort(name) => *name,
            Self::Range(NumberRange { least, most }) => least.to(*most),
        }
    }

    /// The name of the sort, if it is one.
    pub fn sort(&self) -> Option<Span> {
        match self {
            Self::Sort(name) => Some(*name),
            Self::Range(_) => None,
        }
    }
}

/// What is told of something given.
#[derive(Clone, Debug)]
pub enum WrittenTold {
    /// Its values, in the order of its sorts.
    Values(Vec<Span>),
    /// A drawing in quotes.
    Drawn(Span),
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum WrittenBody {
    /// A predicate for a sentence.
    Sentence(WrittenSentence),
    /// A function for a term.
    Term(WrittenSentence),
}

impl WrittenBody {
    /// Its nodes.
    pub fn nodes(&self) -> &WrittenSentence {
        match self {
            Self::Sentence(nodes) | Self::Term(nodes) => nodes,
        }
    }
}

/// A symbol with the sorts that it is applied to.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its name.
    pub name: Span,
    /// The sorts between its parentheses.
    pub arguments: Vec<Span>,
}

/// A sentence: a range of the tree's sentence nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenSentence {
    /// Its text.
    pub span: Span,
    /// Its nodes in post-order.
    pub nodes: Range<u32>,
    /// It has faults that were reported.
    pub is_broken: bool,
}

/// A node of a sentence or of a term in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentenceNode {
    /// Its text, without parentheses around it.
    pub span: Span,
    /// What it is.
    pub op: SentenceOp,
}

/// What a node of a sentence is. Operands are the nodes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentenceOp {
    /// A word, applied to that many terms before it.
    Apply {
        /// The word.
        name: Span,
        /// How many.
        arguments: u32,
    },
    /// `?NAME`: what is asked for.
    Asked {
        /// The word without its sign.
        name: Span,
    },
    /// `true` or `false`.
    Truth(bool),
    /// Two terms are the same.
    Equal,
    /// Two terms are not the same.
    Unequal,
    /// Negation.
    Not,
    /// Conjunction of two.
    And,
    /// Disjunction of two.
    Or,
    /// Implication.
    Implies,
    /// Equivalence.
    Iff,
    /// What the first operand is becomes the second: a change, which stands behind `then`.
    Becomes,
    /// How two numbers compare.
    Compare(WrittenComparison),
    /// Several terms of which each compares with the next: `A < B <= C`.
    Chain {
        /// The first of its comparisons among the tree's.
        first: u32,
        /// How many comparisons; there is one term more.
        count: u32,
    },
    /// What an operation makes of two numbers.
    Binary(WrittenOperation),
    /// The number with the other sign.
    Negative,
    /// Numbers put together, for all values of variables that it binds in its one or two operands.
    Aggregate {
        /// How.
        aggregate: Aggregate,
        /// The range of the variables in the tree's.
        first: u32,
        /// How many variables.
        count: u32,
        /// Its last operand says for which values.
        has_condition: bool,
    },
    /// As [`Quantified`](Self::Quantified), by as many as the first of its two operands says, in which
    /// the variables are not bound.
    Counted {
        /// For how many elements; the place of its number is that of the term.
        quantifier: Quantifier,
        /// The range of the variables in the tree's.
        first: u32,
        /// How many variables.
        count: u32,
    },
    /// A quantifier with variables that it binds in the node before it.
    Quantified {
        /// For how many elements.
        quantifier: Quantifier,
        /// The range of the variables in the tree's.
        first: u32,
        /// How many variables.
        count: u32,
    },
}

impl SentenceOp {
    /// How many operands it has.
    pub fn operands(self) -> usize {
        match self {
            Self::Apply { arguments, .. } => arguments as usize,
            Self::Asked { .. } | Self::Truth(_) => 0,
            Self::Not | Self::Negative | Self::Quantified { .. } => 1,
            Self::Chain { count, .. } => count as usize + 1,
            Self::Aggregate { aggregate, has_condition, .. } => {
                usize::from(aggregate != Aggregate::Count) + usize::from(has_condition)
            }
            Self::Compare(_)
            | Self::Binary(_)
            | Self::Counted { .. }
            | Self::Equal
            | Self::Unequal
            | Self::And
            | Self::Or
            | Self::Implies
            | Self::Iff
            | Self::Becomes => 2,
        }
    }
}

/// For how many elements something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `all`
    All,
    /// `some`
    Some,
    /// `no`
    No,
    /// `at least N`; the number's place.
    AtLeast(Span),
    /// `at most N`
    AtMost(Span),
    /// `exactly N`
    Exactly(Span),
}

/// A variable that a quantifier binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundName {
    /// Its name.
    pub name: Span,
    /// What stands behind its colon. Of `x, y: Student` both have it.
    pub sort: Option<WrittenType>,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenComparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// What is made of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenOperation {
    /// `+`, also a step on a board.
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Quotient,
    /// `mod`
    Remainder,
}

/// How numbers are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// `sum(TERM for VARIABLES where SENTENCE)`
    Sum,
    /// `min(…)` of that form
    Least,
    /// `max(…)` of that form
    Greatest,
    /// `count(VARIABLES where SENTENCE)`
    Count,
}
