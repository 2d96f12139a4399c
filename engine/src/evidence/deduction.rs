//! A proof by natural deduction, as Fitch writes it: lines, some of them inside subproofs, each with the rule by
//! which it follows from those that it cites.

use crate::logic::statements::{NameNumber, StatementNumber, Statements};

/// A proof: its lines, and what they say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deduction {
    /// What is said in it.
    pub statements: Statements,
    /// The lines in order.
    pub lines: Vec<DeductionLine>,
}

/// A line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeductionLine {
    /// In how many subproofs it stands. A line that is assumed is the first of one of its own, which ends before
    /// the next line that stands in fewer, or is assumed and stands in as many.
    pub depth: usize,
    /// A thing that is given a name there, for the subproof that the line begins.
    pub named: Option<NameNumber>,
    /// What it says; nothing where a thing is given a name and nothing is said of it.
    pub statement: Option<StatementNumber>,
    /// Why.
    pub rule: DeductionRule,
    /// From what it follows.
    pub cited: Vec<Cited>,
}

/// What a line cites, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cited {
    /// A line.
    Line(usize),
    /// A subproof by its first line and its last one.
    Subproof(usize, usize),
}

/// Why a line holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeductionRule {
    /// It is a sentence of the theory.
    Premise,
    /// It is assumed for a while, which begins a subproof.
    Assumption,
    /// It stands above.
    Reiteration,
    /// What all stands in lines is true together.
    AndIntroduction,
    /// A part of what is true together.
    AndElimination,
    /// One of several things holds.
    OrIntroduction,
    /// It follows in each of several cases.
    OrElimination,
    /// It follows from an assumption.
    ImpliesIntroduction,
    /// Modus ponens.
    ImpliesElimination,
    /// Each of two follows from the other.
    IffIntroduction,
    /// One of two that are equivalent, from the other.
    IffElimination,
    /// An assumption cannot be.
    NotIntroduction,
    /// A statement and its negation contradict each other.
    NotElimination,
    /// What is denied twice.
    DoubleNegation,
    /// From false everything follows.
    FalseElimination,
    /// The negation of a statement cannot be.
    Contradiction,
    /// True holds.
    TrueIntroduction,
    /// It holds for anything that is given a name.
    AllIntroduction,
    /// It holds for each thing, hence for this one.
    AllElimination,
    /// It holds for this thing, hence for some thing.
    SomeIntroduction,
    /// It follows from whatever thing there is.
    SomeElimination,
    /// Everything is equal to itself.
    EqualIntroduction,
    /// Equals are replaced by equals.
    EqualElimination,
    /// A sort has no things but those that are listed.
    Listed,
    /// Different names are of different things.
    Different,
    /// Each sort has a thing.
    Nonempty,
    /// From an implication and the denial of what it says then, the denial of its condition.
    ModusTollens,
    /// One of several things holds, and not the others.
    DisjunctiveSyllogism,
    /// A statement or its negation.
    ExcludedMiddle,
}
