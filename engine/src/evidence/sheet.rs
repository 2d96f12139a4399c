//! What the clauses of a rule sheet are about, as whoever wrote them says: where the values of what is
//! to be found stand, and of which rule each clause is.

use crate::logic::cnf::Literal;
use crate::logic::sheet::Variable;

/// Values that something may have, each with what is true if and only if it does.
pub type Cell = Vec<(Option<i64>, Literal)>;

/// What clauses are about.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// By symbol, for all arguments, the values that it may have there, each with what is true where
    /// it has it. Of a predicate 1 stands for true, 0 for false. Empty for what is not to be found.
    pub cells: Vec<Vec<Cell>>,
    /// Of each clause the instance of a rule that it follows from; `None` for one that says what an
    /// atom means.
    pub clauses: Vec<Option<u32>>,
    /// Rules, by index, and the values of variables at their beginning.
    pub instances: Vec<(usize, Vec<(Variable, i64)>)>,
    /// Literals about sums.
    pub ladders: Vec<Ladder>,
    /// Literals about how many literals are true. What one is made of stands before it.
    pub counters: Vec<Counter>,
}

/// Literals that say that sums are at most a number.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    /// Choices: what each value adds, and what is true where it is chosen.
    pub parts: Vec<Vec<(i64, Literal)>>,
    /// That the parts from one on add up to at most a number.
    pub bounds: Vec<(u32, i64, Literal)>,
}

/// Literals that say how many of some literals are true.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    /// Which ones.
    pub literals: Vec<Literal>,
    /// The counters of two halves, by index; one literal counts itself.
    pub halves: Option<(usize, usize)>,
    /// That at least 1, 2, … are true.
    pub outputs: Vec<Literal>,
}
