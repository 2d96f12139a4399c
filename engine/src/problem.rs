//! Questions and answers in numbers: plain data that those who ask, search and check share.

mod answer;
pub mod game;
mod maze;
pub mod plan;
pub mod sheet;
pub mod theory;
pub mod walk;

pub use answer::{Doubt, ProblemAnswer};
pub use maze::{
    CountPlays, FindMazeArgument, FindOtherPath, FindPath, FindShortestPath, FindWhyLeast,
    FindWhyOnlyPath, LeastSteps, MazeEngine, PathFound, Violation, WhyOnlyPath,
};

use num_bigint::BigUint;

use crate::budget::{Budget, Stop};
use crate::evidence::refutation::Refutation;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::formula::{Formula, FormulaVariable};
use crate::logic::functions::Functions;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::{Player, QuantifiedGame};

/// A question in numbers. What answers it has a type of its own, so that the no to one problem
/// cannot be read as the no to another.
pub trait Problem {
    /// What answers it.
    type Solution;

    /// Finds a solution and has it checked.
    ///
    /// # Errors
    /// See [`Failure`].
    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<Self::Solution>, Failure>;
}

/// A problem that may have no solution, and of which a part can show that.
pub trait Refutable: Problem {
    /// A part that leaves no solution, while any member less would leave one. Members count from 0;
    /// what they are, each problem says. `None` when there is a solution, more than 24 members are
    /// needed, or a limit was reached.
    fn core(&self, budget: &Budget) -> Option<Vec<usize>>;
}

/// Values that make a formula true. In its [core](Refutable::core) are its
/// [conjuncts](Formula::conjuncts).
#[derive(Clone, Debug)]
pub struct MakeTrue(pub Formula, pub SatEngine);

/// Values that make a formula false.
#[derive(Clone, Debug)]
pub struct MakeFalse(pub Formula, pub SatEngine);

/// Values where two formulas differ.
#[derive(Clone, Debug)]
pub struct TellApart(pub Formula, pub Formula, pub SatEngine);

/// A closed tableau of up to [so many](theory::MOST_TABLEAU_NODES) nodes that a formula has this value in all assignments, where
/// one is found. Its variables are propositions: predicates of their numbers.
#[derive(Clone, Debug)]
pub struct CloseTableau(pub Formula, pub bool);

/// Values of the formulas' variables, `None` where there are none such.
pub type Assignment = Option<Vec<(FormulaVariable, bool)>>;

/// How many assignments to its variables make a formula true.
#[derive(Clone, Debug)]
pub struct CountAssignments(pub Formula);

/// A value for each atom of clauses so that they are true, if there are such values. In its
/// [core](Refutable::core) are the clauses.
#[derive(Clone, Debug)]
pub struct FindModel(pub Cnf, pub SatEngine);

/// An argument that clauses have no model, for people: from few of them and in few steps.
#[derive(Clone, Debug)]
pub struct FindArgument(pub Cnf);

/// An argument that single cases of what a refutation was given leave no world, for people.
#[derive(Clone, Debug)]
pub struct FindCaseArgument(pub Refutation);

/// How many models clauses have.
#[derive(Clone, Debug)]
pub struct CountModels(pub Cnf);

/// Models of clauses, so many at most.
#[derive(Clone, Debug)]
pub struct ListModels(pub Cnf, pub usize);

/// Assignments to its variables that make a formula true, so many at most.
#[derive(Clone, Debug)]
pub struct ListAssignments(pub Formula, pub usize);

/// Solutions, none of them twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedSolutions<T> {
    /// They, in the order in which they were found.
    pub found: Vec<T>,
    /// Whether it is known that there are no others.
    pub are_all: bool,
}

/// Assignments to the variables of a formula.
pub type ListedAssignments = ListedSolutions<Vec<(FormulaVariable, bool)>>;

/// Why a model of clauses is the only one, by the fewest clauses; or another one, and the fewest literals of the first
/// that bar all others.
#[derive(Clone, Debug)]
pub struct FindWhyOnlyModel(pub Cnf, pub Vec<bool>);

/// Why an assignment is the only one that makes a formula true, by the fewest [conjuncts](Formula::conjuncts); or
/// another one, and the fewest values of the first that bar all others.
#[derive(Clone, Debug)]
pub struct FindWhyOnlyAssignment(pub Formula, pub Vec<(FormulaVariable, bool)>);

/// Why a solution is the only one, or that it is not. Solutions are a `T`, which says things.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyOnly<T, Thing> {
    /// It is: these members leave no other, and none of them could be left out.
    Only(FewestMembers),
    /// It is not.
    Another {
        /// Another one.
        other: T,
        /// What the first one says that leaves no other; nothing of it could be left out.
        clues: Vec<Thing>,
        /// Whether it is known that no fewer are enough.
        is_smallest: bool,
    },
}

/// Members that are enough for something, by index, none of which could be left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FewestMembers {
    /// They, ascending.
    pub members: Vec<usize>,
    /// Whether it is known that no fewer are enough.
    pub is_smallest: bool,
}

/// The fewest of some values of variables by which formulas have the values that they have with all of them, whatever
/// the other variables are.
#[derive(Clone, Debug)]
pub struct FindWhyValue(pub Vec<Formula>, pub Vec<(FormulaVariable, bool)>);

/// The parts of a formula to blame for the value that it has with some values of its variables: those by which it has that
/// value, whatever the rest of it comes to, of which none can go. Those of few variables are looked for. They are told by
/// their places among its [nodes](Formula::nodes), ascending, and none is a part of another.
#[derive(Clone, Debug)]
pub struct FindBlame(pub Formula, pub Vec<(FormulaVariable, bool)>);

/// The fewest of these values of its variables by whose change a formula gets the other value; `None` where it has the same
/// one whatever its variables are.
#[derive(Clone, Debug)]
pub struct FindFlip(pub Formula, pub Vec<(FormulaVariable, bool)>);

/// An argument that a formula never has this value, for people, about the clauses that say that it does. Their atoms are
/// its variables and then its conjunctions and disjunctions, operands first.
#[derive(Clone, Debug)]
pub struct FindFormulaArgument(pub Formula, pub bool);

/// Who wins a formula game behind the first choices by rules that are told in few words, and those rules.
#[derive(Clone, Debug)]
pub struct FindReplies(pub QuantifiedGame, pub Vec<bool>);

/// How the winner of a formula game chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replies {
    /// Who wins.
    pub winner: Player,
    /// What each variable of the winner gets that is still open, in the order of the turns.
    pub rules: Vec<(FormulaVariable, ReplyRule)>,
}

/// What a variable gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplyRule {
    /// Always the same value.
    Always(bool),
    /// What this comes to, a formula of what the opponent has chosen before.
    As(Formula),
}

/// Cases, of which there is one in whatever values variables have, and in each of which formulas have one value.
#[derive(Clone, Debug)]
pub struct FindCases(pub Vec<Formula>);

/// Values of some variables, and of the formulas in order, whatever the other variables are.
pub type ValueCase = (Vec<(FormulaVariable, bool)>, Vec<bool>);

/// What the models of clauses have in common, and what of the rest varies by itself; nothing where there is no model.
#[derive(Clone, Debug)]
pub struct FindModelFreedom(pub Cnf);

/// What clauses leave open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseFreedom {
    /// How many models there are.
    pub count: BigUint,
    /// What is true in each of them, ascending.
    pub fixed: Vec<Literal>,
    /// Parts of the other atoms, each ascending, and in how many ways it may be, whatever the others are. The numbers'
    /// product is that of the models.
    pub parts: Vec<(Vec<Atom>, BigUint)>,
}

/// Who wins a game of quantified clauses, and if asked for how.
#[derive(Clone, Debug)]
pub struct FindWinner(pub Prenex, pub bool);

/// What was found out, unless what is given contradicts itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<T, Reason> {
    /// This.
    Found(T),
    /// What is given cannot all be true, for this reason.
    Contradictory(Reason),
}

/// What decides clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatEngine {
    /// Clause learning.
    Cdcl,
    /// The textbook procedure.
    Dpll,
}

/// What is known of who wins a game of quantified clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// The player who wins.
    pub winner: Player,
    /// What the winner chooses before the opponent has chosen anything.
    pub opening: Vec<Literal>,
    /// How the winner plays, where that was asked for.
    pub strategy: Option<Functions>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A limit was reached; the answer is unknown.
    Stopped(Stop),
    /// It would take for ever; the text says what.
    Refused(String),
    /// An engine's answer did not pass the checker: a fault of ours.
    Unverified(String),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}
