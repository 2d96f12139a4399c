//! A refutation: clauses in order, each with the clauses it follows from and what their
//! variables stand for, down to the empty clause. Whoever checks it needs nothing of the search.

use crate::logic::first_order::{TheorySentenceId, TheoryVariable};

/// A sort by its index in the signature.
pub type SortNumber = u32;

/// The sort of atoms.
pub const ATOM: SortNumber = u32::MAX;

/// The index of what the signature says, in place of a sentence's.
pub const SIGNATURE: u32 = u32::MAX;

/// How a clause was derived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InferenceRule {
    /// An axiom or a part of the question, by its index.
    Input(u32),
    /// From two clauses of which one has a literal that the other denies.
    Resolution,
    /// From two steps of a transitive relation, or one and the denial of another, and the clause that it is so.
    Chaining,
    /// Two literals of a clause are made one.
    Factoring,
    /// Equals are replaced by equals in another clause.
    Superposition,
    /// An equation that holds is denied.
    EqualityResolution,
    /// Two equations of a clause are made one.
    EqualityFactoring,
    /// Equals are replaced by equals, the equation being a clause of its own.
    Demodulation,
    /// A clause is only made simpler.
    Simplification,
    /// From instances without variables, by unit propagation.
    Propagation,
    /// Nothing but that equals are alike, whatever is equal.
    Congruence,
    /// A part of a clause holds where its name does.
    Component,
    /// The names of a clause's parts, which share no variable, are in their place.
    Split,
}

/// A term with its sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProofTerm {
    /// Its sort; that of an atom is the greatest number.
    pub sort: SortNumber,
    /// What it is.
    pub kind: ProofTermKind,
}

/// What a term of a proof is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProofTermKind {
    /// A variable by its number in its clause.
    Variable(u32),
    /// A symbol and its arguments: the functions of the theory come first, then its predicates, then
    /// those that were made.
    Apply(u32, Vec<ProofTerm>),
}

/// An atom or an equation, or the negation of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProofLiteral {
    /// Whether it is not negated.
    pub is_positive: bool,
    /// The atom, or the left side.
    pub left: ProofTerm,
    /// The right side of an equation.
    pub right: Option<ProofTerm>,
}

/// A clause of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefutationStep {
    /// Its literals.
    pub literals: Vec<ProofLiteral>,
    /// The rule that made it.
    pub rule: InferenceRule,
    /// The sorts of its variables.
    pub variables: Vec<SortNumber>,
    /// The steps that it follows from, and what their variables stand for in terms of its own.
    pub parents: Vec<(usize, Vec<ProofTerm>)>,
}

/// A proof that some clauses contradict each other: its last step is the empty clause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refutation {
    /// The steps, each behind those that it follows from.
    pub steps: Vec<RefutationStep>,
    /// What the symbols are that come behind those of the theory.
    pub made: Vec<MadeSymbol>,
}

/// A symbol that was made on the way from sentences to clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MadeSymbol {
    /// A Skolem function.
    Thing(SkolemThing),
    /// An atom that some clauses have in place of others: those in which it is denied follow from it.
    Name,
    /// An atom that says that a part of a sentence has a value.
    Part(SentencePart),
    /// An atom that says that a part of a clause holds for all things.
    Component(ClauseComponent),
}

/// A part of a clause, which shares no variable with the rest of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseComponent {
    /// Its literals.
    pub literals: Vec<ProofLiteral>,
    /// The sorts of its variables.
    pub variables: Vec<SortNumber>,
}

/// A part of a sentence, and a value that it has for some things.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentencePart {
    /// The part.
    pub part: TheorySentenceId,
    /// The value.
    pub value: bool,
    /// The variables that the atom is applied to.
    pub parameters: Vec<ProofTerm>,
    /// What the variables of the part stand for, in terms of these.
    pub environment: Vec<(TheoryVariable, ProofTerm)>,
}

/// A Skolem function: some thing of which a part of a sentence has a value, if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkolemThing {
    /// The variable that such things are.
    pub variable: TheoryVariable,
    /// What is said of them.
    pub part: TheorySentenceId,
    /// With which value.
    pub value: bool,
    /// Which one it is of several different things.
    pub at: u32,
    /// How many of them there are.
    pub of: u32,
    /// The variables that the function is applied to.
    pub parameters: Vec<ProofTerm>,
    /// What the other variables of the part stand for, in terms of these.
    pub environment: Vec<(TheoryVariable, ProofTerm)>,
}

impl Refutation {
    /// Whether it is one of instances of clauses.
    pub fn is_by_instances(&self) -> bool {
        self.steps.iter().any(|it| it.rule == InferenceRule::Propagation)
    }

    /// The sentences that it rests on, by their index, ascending.
    pub fn sentences(&self) -> Vec<u32> {
        let mut sentences: Vec<_> = self
            .steps
            .iter()
            .filter_map(|step| match step.rule {
                InferenceRule::Input(sentence) if sentence != SIGNATURE => Some(sentence),
                _ => None,
            })
            .collect();
        sentences.sort_unstable();
        sentences.dedup();
        sentences
    }
}
