//! Questions about first-order theories, and their answers.

use super::Outcome;
use crate::evidence::deduction::Deduction;
use crate::evidence::induction::Induction;
use crate::evidence::refutation::{ProofTerm, Refutation};
use crate::evidence::tableau::ClosedTableau;
use crate::logic::first_order::{Structure, Theory, TheorySentenceId, TheorySort};

/// What is asked about a theory.
pub mod aim {
    use crate::logic::first_order::{TheorySentenceId, TheoryVariable};

    /// A structure in which the axioms are true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct FindStructure;

    /// A structure in which they are true and one of these sentences is not; which one, where the structure is
    /// shown.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct BreakingStructure(pub Vec<TheorySentenceId>);

    /// A structure in which they are true and a sentence is false, or that it follows from them. Of a sentence that
    /// describes a structure that is whether it is the only one.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct AnotherStructure(pub TheorySentenceId);

    /// In how many structures over its sorts they are.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct CountStructures;

    /// Whether a sentence follows from them, or its negation does.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ProveSentence(pub TheorySentenceId);

    /// What variables may stand for so that a sentence with them follows.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct AskForTerms(pub TheorySentenceId, pub Vec<TheoryVariable>);

    /// Whether the axioms and the denial of a goal contradict each other; if not, a world. Whether
    /// the axioms do so without the goal is not asked: the proof tells what it rests on.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Refute(pub DeniedGoal);

    /// What is denied in order to prove it.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum DeniedGoal {
        /// Nothing: it is about the axioms alone.
        Nothing,
        /// This sentence.
        Sentence(TheorySentenceId),
        /// That the sentence is true of something that the variables may stand for. Proofs have one
        /// predicate more than the theory, which collects for what.
        Something(TheorySentenceId, Vec<TheoryVariable>),
    }

    /// Whether two sentences have the same value in all structures in which the axioms are true.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Equivalent(pub TheorySentenceId, pub TheorySentenceId);
}

/// A question about a theory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryTask<Aim> {
    /// The theory, with the sentences of the question in it.
    pub theory: Theory,
    /// What is asked, one of [`aim`].
    pub aim: Aim,
    /// How the answer is looked for.
    pub method: TheoryMethod,
}

/// How an answer is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TheoryMethod {
    /// By clauses where all sorts are listed, by resolution or by instances where not.
    Auto,
    /// By resolution, so that there is a proof to show.
    Resolution,
    /// The same, and what follows is then shown by natural deduction, where that has a short proof.
    Deduction,
    /// The same by a closed tableau, where there is a small one.
    Tableau,
}

/// Lines of a natural deduction that is shown; nobody reads more.
pub const MOST_DEDUCTION_LINES: usize = 40;

/// Nodes of a tableau that is shown.
pub const MOST_TABLEAU_NODES: usize = 60;

/// Why something follows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TheoryReason {
    /// The axioms from which it follows, by index.
    pub axioms: Vec<usize>,
    /// Of a contradiction the listed sorts without whose sizes there would be none.
    pub sorts: Vec<TheorySort>,
    /// Proofs by resolution, if that is how it was found: of an equivalence one for each direction.
    /// Of their sentences those behind the axioms are the question's.
    pub proofs: Vec<Refutation>,
    /// Of each proof the question's sentences, with the values that they have in it.
    pub demands: Vec<Vec<(TheorySentenceId, bool)>>,
    /// A natural deduction of the same, where one was asked for and found.
    pub deduction: Option<Box<Deduction>>,
    /// A closed tableau for the same, where one was asked for and found.
    pub tableau: Option<Box<ClosedTableau>>,
    /// The proof by induction, if that is how it was found.
    pub induction: Option<Box<Induction>>,
}

impl TheoryReason {
    pub(crate) fn of_axioms(axioms: Vec<usize>) -> Self {
        Self { axioms, ..Self::default() }
    }

    /// Whether a proof rests on nothing but the axioms, of which there are so many.
    pub fn is_without_question(&self, axioms: usize) -> bool {
        let is_axiom = |it: u32| (it as usize) < axioms;
        self.proofs.iter().any(|proof| proof.sentences().into_iter().all(is_axiom))
    }

    /// For both reasons together.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.axioms.extend(other.axioms);
        self.axioms.sort_unstable();
        self.axioms.dedup();
        self.proofs.extend(other.proofs);
        self.demands.extend(other.demands);
        self
    }
}

/// A step of a prover, which takes one clause after the other and combines it with those that it took
/// before, the active ones. Clauses are told by their index in its [`ProverTrace`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProverStep {
    /// It is this clause's turn.
    Given(u32),
    /// A clause whose turn it is says no more than active ones.
    Redundant(u32),
    /// A clause whose turn it is becomes another one, by active ones.
    Simplified {
        /// The clause.
        clause: u32,
        /// What it becomes.
        into: u32,
    },
    /// An active clause goes: the given one says as much.
    Subsumed {
        /// The clause.
        clause: u32,
        /// The given one.
        by: u32,
    },
    /// An active clause waits for another turn: the given one makes it simpler.
    Returned {
        /// The clause.
        clause: u32,
        /// The given one.
        by: u32,
    },
    /// A clause was derived from the given one, and waits; or it is the empty one.
    Kept(u32),
    /// So many clauses that were derived from the given one say nothing new.
    Dropped(u32),
}

/// Hears each step of a prover.
pub trait ProverObserver {
    /// Hears a step.
    fn hear(&mut self, step: ProverStep);
}

/// Nobody hears, which costs nothing.
impl ProverObserver for () {
    #[inline]
    fn hear(&mut self, _: ProverStep) {}
}

/// What a prover did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProverTrace {
    /// All its clauses, each behind those that it follows from: it need not end with the empty one.
    pub clauses: Refutation,
    /// How many of them there were before the first step.
    pub given: usize,
    /// What it did.
    pub steps: Vec<ProverStep>,
    /// How it ended.
    pub end: ProverEnd,
}

/// How the steps of a prover end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProverEnd {
    /// With the empty clause.
    Refuted,
    /// Nothing new follows, by complete rules.
    Saturated,
    /// Nothing new follows of what was not left out.
    GaveUp,
    /// There are more.
    Cut,
}

/// A world in which some sentences are true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TheoryWorld {
    /// It is this structure.
    Shown(Structure),
    /// There is one, perhaps an infinite one, since complete rules derive no contradiction. Nothing else
    /// has checked that. None has up to so many elements of each sort that is not listed.
    Unseen(u32),
}

/// Why a goal follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryRefutation {
    /// The refutation of the axioms and the goal denied. Of its sentences those behind the axioms
    /// are of the goal.
    pub proof: Refutation,
    /// Of a goal that is true of something a proof of a clause of answers, and what these are: one
    /// of them at least is right, a term for each variable.
    pub answers: Option<(Refutation, Vec<Vec<ProofTerm>>)>,
}

/// What was found out, unless the axioms are true in no world.
pub type TheoryFound<T> = Outcome<T, TheoryReason>;

/// Whether a sentence follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TheoryDecision {
    /// It does.
    Proved(TheoryReason),
    /// Its negation does.
    Refuted(TheoryReason),
    /// Neither does: the sentence is true in the first world and false in the second.
    Neither(TheoryWorld, TheoryWorld),
}

/// Whether two sentences say the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TheoryComparison {
    /// They do, by the axioms.
    Equivalent(TheoryReason),
    /// They have different values in this world.
    Differ(TheoryWorld),
}

/// For what a sentence follows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TheoryAnswers {
    /// The things, a list for the variables each.
    pub answers: Vec<Vec<ProofTerm>>,
    /// For one of each of these lists it follows, too, but for none of them alone.
    pub either: Vec<Vec<Vec<ProofTerm>>>,
    /// Whether it follows that it is false for all others; `None` when that was not found out.
    pub no_others: Option<bool>,
    /// Why it follows for these, and for no others.
    pub reason: TheoryReason,
    /// The proof that there are no others, which is not among the proofs of the reason.
    pub exclusion: Option<TheoryReason>,
    /// The theory with all sentences in it that the proofs speak of.
    pub theory: Theory,
    /// The axioms of that which only rule out others.
    pub ruling_out: Vec<usize>,
}
