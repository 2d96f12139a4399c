//! Questions about rule sheets, and their answers.

use num_bigint::BigUint;

use super::{Failure, Outcome, ProblemAnswer};
use crate::evidence::sheet::CellLiterals;
use crate::logic::cnf::{Cnf, Literal};
use crate::logic::sheet::{Sheet, SheetState, SheetVariable, SymbolId};

/// What is asked about a sheet.
pub mod aim {
    use super::{Direction, SheetReason};
    use crate::logic::sheet::{SentenceId, SheetState, SheetVariable, SymbolId, TermId};

    /// A state in which every rule is true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct FindState;

    /// Such a state, and whether there is another one.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct FindOnly;

    /// Such a state that is not this one.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct AnotherState(pub SheetState);

    /// In how many states every rule is true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct CountStates;

    /// All of these states, or so many of them, at least one, when there are more.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct AllStates(pub usize);

    /// The first so many of these states, at least one. Whether there are more is not looked for once they are found.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct FirstStates(pub usize);

    /// What follows step by step, each from as few reasons as possible; so many steps at most.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct DeriveSteps(pub usize);

    /// Whether a sentence follows from the rules, or its negation does, and from how few.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct FindWhy(pub SentenceId);

    /// Why a state in which every rule is true is the only one, by the fewest rules; or another one, and the fewest
    /// values of the first that bar all others. That it is no such state is a failure.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct FindWhyOnly(pub SheetState);

    /// For which values of its free variables a sentence follows, each from how few rules; and of the others a state
    /// in which it is false for them.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct FindWhyAnswers(pub SentenceId, pub Vec<SheetVariable>);

    /// What is not the same in all states in which every rule is true, and what of it varies by itself.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct FindFreedom;

    /// Why the rules of a reason leave no state, step by step; without a reason, all rules.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Argue(pub Option<SheetReason>);

    /// Clauses for other programs, whose models are these states.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct WriteClauses;

    /// The same sheet, in which what follows from what is given is given.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct FoldGiven;

    /// This state, if it is such a one; that it is none is a failure.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct CheckState(pub SheetState);

    /// A state in which every rule is true and one of these sentences is not, and which.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct BreakOne(pub Vec<SentenceId>);

    /// Such a state in which a term has the least value, or the greatest. Where the term is missing it
    /// has none.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct BestState(pub Direction, pub TermId);

    /// Whether a sentence follows from the rules, or its negation does.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Prove(pub SentenceId);

    /// A state in which every rule is true, and each of these sentences in turn that can be true beside
    /// those before it, as far as that is soon found out.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct PreferState(pub Vec<SentenceId>);

    /// Of each list one sentence, by its index, so that no state but this one is left, as far as it is about
    /// these symbols. First sentences tell most; those further behind are taken where that is enough, so
    /// that in no list alone one still further behind would do. Nothing where the first ones leave others.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct TellLeast {
        /// The state.
        pub state: SheetState,
        /// What shall be as it is there; the lists settle everything else.
        pub symbols: Vec<SymbolId>,
        /// The lists, in the order in which something further behind is tried.
        pub lists: Vec<Vec<SentenceId>>,
    }

    /// For which values of its free variables a sentence follows from the rules.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Ask(pub SentenceId, pub Vec<SheetVariable>);
}

/// Which values are better.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Smaller ones.
    Smallest,
    /// Greater ones.
    Largest,
}

/// A question about a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetTask<Aim> {
    /// The sheet, with the sentences and terms of the question in it.
    pub sheet: Sheet,
    /// What is asked, one of [`aim`].
    pub aim: Aim,
}

/// Why something is so: rules that are enough, none of which could be left out, by index.
pub type SheetReason = Vec<usize>;

/// What was found out, unless the rules are true in no state.
pub type SheetFound<T> = Outcome<T, SheetReason>;

/// Whether there is another state than one, or why that is not known.
pub type OtherState = Result<ProblemAnswer<Option<SheetState>>, Failure>;

/// States in which every rule is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worlds {
    /// They, none of them twice.
    pub states: Vec<SheetState>,
    /// Whether it is known that there are no more.
    pub are_all: bool,
}

/// What follows from the rules, one value after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetDerivation {
    /// The values that single rules tell, each with its rule.
    pub given: Vec<(CellValue, usize)>,
    /// What follows, in order: values, and of what has another value only what one of these needs.
    pub steps: Vec<DerivationStep>,
    /// Whether all values that follow are among them.
    pub are_all: bool,
    /// Two states in which every rule is true, where there are two.
    pub open: Option<(SheetState, SheetState)>,
}

/// What follows, and what it follows from: with less there would be a state without the first of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DerivationStep {
    /// A value; or one or several that something has not.
    pub says: Vec<CellLiteral>,
    /// Instances of rules.
    pub rules: Vec<RuleInstance>,
    /// Further ones, of which each is needed only for what it bars at sight of one value: by propagation alone.
    pub seen_by: Vec<RuleInstance>,
    /// What single rules tell, or an earlier step says.
    pub facts: Vec<CellLiteral>,
    /// Of what something is barred, the values that no step up to this one bars, nor any value at sight.
    pub left: Vec<CellValue>,
    /// Whether it is known that nothing followed from fewer rules besides what is barred at sight of what was known,
    /// and this with them from no fewer facts.
    pub is_smallest: bool,
}

/// Whether a sentence follows, and the fewest rules that it follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SentenceWhy {
    /// It does, or its negation.
    Decided {
        /// The value that it has.
        value: bool,
        /// What that follows from.
        from: FollowsFrom,
    },
    /// Neither does: the sentence is true in the first state and false in the second.
    Neither(SheetState, SheetState),
}

/// Why a state is the only one in which every rule is true, or that it is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OnlyWhy {
    /// It is: these rules leave no other, and none of them could be left out.
    Only {
        /// The rules.
        rules: SheetReason,
        /// Whether it is known that no fewer are enough.
        is_smallest: bool,
    },
    /// It is not.
    Another {
        /// Another one.
        other: SheetState,
        /// Values of the first that leave no other with the rules; none of them could be left out.
        clues: Vec<CellValue>,
        /// Whether it is known that no fewer are enough.
        is_smallest: bool,
    },
}

/// For which values a sentence follows, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswersWhy {
    /// Lists of them, a value for each variable asked for, in order, each with what it follows from.
    pub answers: Vec<(Vec<i64>, FollowsFrom)>,
    /// All other lists, each with a state in which it is false for it.
    pub others: Vec<(SheetState, Vec<Vec<i64>>)>,
    /// The rules by which it is false for all others, none of which could be left out, and whether it is known that
    /// no fewer are enough; `None` where it may be true.
    pub no_others: Option<(SheetReason, bool)>,
}

/// What something follows from; nothing of it can be left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FollowsFrom {
    /// Instances of rules.
    pub rules: Vec<RuleInstance>,
    /// Values that single rules tell, each with its rule.
    pub facts: Vec<(CellValue, usize)>,
    /// Whether it is known that it follows from no fewer rules, and with them from no fewer values.
    pub is_smallest: bool,
}

/// What the rules leave open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetFreedom {
    /// How many states there are.
    pub count: BigUint,
    /// What is not the same in all of them, with the values that it has in some.
    pub open: Vec<OpenCell>,
    /// Parts of these, by index, and how often each varies, whatever the others are. The numbers' product is the
    /// number of states.
    pub parts: Vec<(Vec<usize>, BigUint)>,
}

/// Something that is not the same in all states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenCell {
    /// The symbol.
    pub symbol: SymbolId,
    /// The place.
    pub place: usize,
    /// The values that it has in some states.
    pub values: Vec<Option<i64>>,
}

/// Why rules leave no state, step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetArgument {
    /// What follows in turn, each from what stands before it; the last one says that nothing is left.
    pub steps: Vec<ArgumentStep>,
}

/// A step of an argument, which follows from rules and what is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentStep {
    /// What follows; `None` that nothing is left.
    pub says: Option<CellLiteral>,
    /// Instances of rules.
    pub rules: Vec<RuleInstance>,
    /// What single rules tell, an earlier step says, or is supposed.
    pub facts: Vec<CellLiteral>,
    /// Where it takes several rules, why it cannot be otherwise: the steps from supposing so to where nothing is left.
    pub otherwise: Vec<ArgumentStep>,
}

/// That something has a value, or has not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellLiteral {
    /// The value.
    pub value: CellValue,
    /// Whether it has it.
    pub is_so: bool,
}

/// What a symbol is for some arguments, by their place in its table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellValue {
    /// The symbol.
    pub symbol: SymbolId,
    /// The place.
    pub place: usize,
    /// The value; of a predicate 1 stands for true, 0 for false.
    pub value: Option<i64>,
}

/// A rule, by index, with values of the variables at its beginning.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleInstance {
    /// The rule.
    pub rule: usize,
    /// The values.
    pub values: Vec<(SheetVariable, i64)>,
}

/// A sheet in which what follows from what is given is given, but for what only calculates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folded {
    /// The sheet. Its symbols, sentences and terms have the indices that they had.
    pub sheet: Sheet,
    /// In so many steps all predicates that mention themselves hold of what they ever hold of.
    pub steps: usize,
}

/// Clauses, of which each model stands for one state and each state has one model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Propositional {
    /// The clauses.
    pub cnf: Cnf,
    /// By symbol, for all arguments, the values that it may have there, each with what is true where
    /// it has it. Of a predicate 1 stands for true, 0 for false. Empty for what is not to be found.
    pub cells: Vec<Vec<CellLiterals>>,
}

impl Propositional {
    /// The state that a model stands for.
    pub fn state(&self, model: &[bool]) -> SheetState {
        let is_true = |it: &Literal| model.get(it.atom().0 as usize) == Some(&it.is_positive());
        let value = |cell: &CellLiterals| cell.iter().find(|it| is_true(&it.1)).and_then(|it| it.0);
        let tables = self.cells.iter().map(|cells| cells.iter().map(value).collect());
        SheetState { tables: tables.collect() }
    }
}

/// What a term is worth at best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BestValue {
    /// The best value, a state that has it, and the rules that bar a better one.
    Value(i64, SheetState, SheetReason),
    /// The term is missing in all states, for this reason.
    Missing(SheetReason),
}

/// Whether a sentence follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It does.
    Proved(SheetReason),
    /// Its negation does.
    Refuted(SheetReason),
    /// Neither does: the sentence is true in the first state and false in the second.
    Neither(SheetState, SheetState),
}

/// For which values a sentence follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answers {
    /// Lists of them, a value for each variable asked for, in order.
    pub answers: Vec<Vec<i64>>,
    /// Whether it follows that it is false for all others.
    pub no_others: bool,
}
