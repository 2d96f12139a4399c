//! Questions about first-order theories, and their answers.

use num_bigint::BigUint;

use crate::evidence::refutation::{ProofTerm, Refutation};
use crate::logic::first_order::{SentenceId, Sort, Structure, Theory, Variable};

/// What is asked about a theory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// A structure in which the axioms are true.
    Model,
    /// A structure in which they are true and a sentence is false, or that it follows from all of them: whether
    /// a structure that the sentence describes is the only one.
    Another(SentenceId),
    /// In how many structures over its sorts they are.
    Count,
    /// Whether a sentence follows from them, or its negation does.
    Prove(SentenceId),
    /// What variables may stand for so that a sentence with them follows.
    Ask(SentenceId, Vec<Variable>),
    /// Whether two sentences have the same value in all structures in which the axioms are true.
    Equivalent(SentenceId, SentenceId),
}

/// A question about a theory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The theory, with the sentences of the question in it.
    pub theory: Theory,
    /// What is asked.
    pub aim: Aim,
    /// How the answer is looked for.
    pub method: Method,
}

/// How an answer is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// By clauses where all sorts are listed, by resolution or by instances where not.
    Auto,
    /// By resolution, so that there is a proof to show.
    Resolution,
}

/// Why something follows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reason {
    /// The axioms from which it follows, by index.
    pub axioms: Vec<usize>,
    /// Of a contradiction the listed sorts without whose sizes there would be none.
    pub sorts: Vec<Sort>,
    /// Proofs by resolution, if that is how it was found: of an equivalence one for each direction.
    /// Of their sentences those behind the axioms are the question's.
    pub proofs: Vec<Refutation>,
}

impl Reason {
    pub(crate) fn of_axioms(axioms: Vec<usize>) -> Self {
        Self { axioms, ..Self::default() }
    }

    /// Whether a proof rests on nothing but the axioms, of which there are so many.
    pub(crate) fn is_without_question(&self, axioms: usize) -> bool {
        let is_axiom = |it: u32| (it as usize) < axioms;
        self.proofs.iter().any(|proof| proof.sentences().into_iter().all(is_axiom))
    }

    /// For both reasons together.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.axioms.extend(other.axioms);
        self.axioms.sort_unstable();
        self.axioms.dedup();
        self.proofs.extend(other.proofs);
        self
    }
}

/// A world in which some sentences are true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum World {
    /// It is this structure.
    Shown(Structure),
    /// There is one, perhaps an infinite one, since complete rules derive no contradiction. Nothing else
    /// has checked that. None has up to so many elements of each sort that is not listed.
    Unseen(u32),
}

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The axioms are true in this world.
    Model(World),
    /// They are true in none: some of them contradict each other.
    Contradictory(Reason),
    /// In so many structures.
    Count(BigUint),
    /// The sentence follows from axioms, or the two sentences are equivalent by them.
    Proved(Reason),
    /// The sentence's negation follows from axioms.
    Refuted(Reason),
    /// Neither follows: the sentence is true in the first world and false in the second.
    Neither(World, World),
    /// The two sentences have different values in this world.
    Differ(World),
    /// For what the sentence follows.
    Answers {
        /// The things, a list for the variables each.
        answers: Vec<Vec<ProofTerm>>,
        /// For one of each of these lists it follows, too, but for none of them alone.
        either: Vec<Vec<Vec<ProofTerm>>>,
        /// Whether it follows that it is false for all others; `None` when that was not found out.
        no_others: Option<bool>,
        /// Why it follows for these.
        reason: Reason,
    },
}

impl Found {
    /// Why it is so, where it follows from something.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Contradictory(reason) | Self::Proved(reason) | Self::Refuted(reason) => {
                Some(reason)
            }
            Self::Answers { reason, .. } => Some(reason),
            Self::Model(_) | Self::Count(_) | Self::Neither(..) | Self::Differ(_) => None,
        }
    }

    /// The worlds that it shows, or that are known to be.
    pub fn worlds(&self) -> Vec<&World> {
        match self {
            Self::Model(world) | Self::Differ(world) => vec![world],
            Self::Neither(yes, no) => vec![yes, no],
            _ => Vec::new(),
        }
    }
}
