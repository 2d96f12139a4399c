//! The lines of a theory, and sentences of first-order logic. As with formulas, the nodes of all
//! sentences of a file lie in post-order in one arena. What a word is (a variable, a constant, a
//! predicate) is found out later, so a term and a sentence have nodes of one kind.

use std::ops::Range;

use crate::text::Span;

/// A theory.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    /// What its lines say, in order.
    pub lines: Vec<TheoryLine>,
    /// A line could not be understood and was reported.
    pub is_broken: bool,
    /// Such a line may declare anything, so that names may be missing.
    pub lacks_names: bool,
}

/// A line of a theory.
#[derive(Clone, Debug)]
pub enum TheoryLine {
    /// `sort NAME` or `sort NAME = NAMES`
    Sort {
        /// Its name.
        name: Span,
        /// All its elements, if they are listed.
        elements: Option<Vec<Span>>,
    },
    /// `predicate NAME(SORTS)`, several being separated by commas.
    Predicates(Vec<Head>),
    /// `function NAME(SORTS): SORT`
    Function {
        /// Its name and what it is applied to.
        head: Head,
        /// The sort of its values, which only a broken line lacks.
        result: Option<Span>,
    },
    /// `constant NAMES: SORT`
    Constants {
        /// Their names.
        names: Vec<Span>,
        /// Their sort, which only a broken line lacks.
        sort: Option<Span>,
    },
    /// `distinct NAMES`
    Distinct(Vec<Span>),
    /// `SENTENCE` or `rule LABEL: SENTENCE`
    Rule {
        /// What proofs call it.
        label: Option<Span>,
        /// What it says.
        sentence: Sentence,
    },
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
pub struct Sentence {
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
pub struct Bound {
    /// Its name.
    pub name: Span,
    /// The sort behind its colon. Of `x, y: Student` both have it.
    pub sort: Option<Span>,
}
