//! What the clauses of a rule sheet are about, as whoever wrote them says: where the values of what is
//! to be found stand, and of which rule each clause is.

use crate::logic::cnf::Literal;
use crate::logic::sheet::{SheetVariable, SymbolId};

/// Values that something may have, each with what is true if and only if it does.
pub type CellLiterals = Vec<(Option<i64>, Literal)>;

/// What a clause is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetClauseSource {
    /// It says what an atom means.
    Meaning,
    /// It follows from this instance of a rule, by index.
    Instance(u32),
    /// It says that a predicate that mentions itself holds of some arguments where its definition is
    /// true, or nowhere else.
    Definition(u32),
    /// It says that such predicates do not hold for no other reason than each other.
    Loop(u32),
    /// It bars one state of those that were found before, by index.
    Forbidden(u32),
}

/// Places where a predicate that mentions itself holds only if something outside them is true.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The places, as indices into [`Sources::recursive`].
    pub members: Vec<u32>,
    /// Of these one is true.
    pub outside: Vec<Literal>,
}

/// What clauses are about.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// By symbol, for all arguments, the values that it may have there, each with what is true where
    /// it has it. Of a predicate 1 stands for true, 0 for false. Empty for what is not to be found.
    pub cells: Vec<Vec<CellLiterals>>,
    /// Of each clause what it is of.
    pub clauses: Vec<SheetClauseSource>,
    /// Rules, by index, and the values of variables at their beginning.
    pub instances: Vec<(usize, Vec<(SheetVariable, i64)>)>,
    /// Predicates that mention themselves and what is to be found, of some arguments, by the place in
    /// their table; and the atoms that are true where they hold.
    pub recursive: Vec<(SymbolId, usize, Literal)>,
    /// Predicates that are defined by what is to be found and do not mention themselves, of some
    /// arguments, by the place in their table; and what is true where they hold.
    pub defined: Vec<(SymbolId, usize, Literal)>,
    /// Loops of those that do.
    pub loops: Vec<Loop>,
    /// Literals about sums.
    pub ladders: Vec<Ladder>,
    /// Sums in binary.
    pub adders: Vec<Adder>,
    /// Literals about how many literals are true. What one is made of stands before it.
    pub counters: Vec<UnaryCounter>,
}

/// Literals that say that sums are at most a number.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    /// Choices: what each value adds, and what is true where it is chosen.
    pub parts: Vec<Vec<(i64, Literal)>>,
    /// That the parts from one on add up to at most a number.
    pub bounds: Vec<(u32, i64, Literal)>,
}

/// By value what is added, with what is true where it is chosen; and the bits of that.
pub type EncodedSummand = (Vec<(i64, Literal)>, Vec<Literal>);

/// A sum in binary. The last one of some bits is the highest.
#[derive(Clone, Debug, Default)]
pub struct Adder {
    /// What is added, at least zero each.
    pub parts: Vec<EncodedSummand>,
    /// The place of three bits, these, their sum at that place, and at the next one.
    pub steps: Vec<(u32, [Literal; 3], Literal, Literal)>,
    /// The bits of the sum.
    pub outputs: Vec<Literal>,
    /// That the sum is at most a number: of each output and those before it whether they are.
    pub bounds: Vec<(i64, Vec<Literal>)>,
}

/// Literals that say how many of some literals are true.
#[derive(Clone, Debug, Default)]
pub struct UnaryCounter {
    /// Which ones.
    pub literals: Vec<Literal>,
    /// The counters of two halves, by index; one literal counts itself.
    pub halves: Option<(usize, usize)>,
    /// That at least 1, 2, … are true.
    pub outputs: Vec<Literal>,
}
