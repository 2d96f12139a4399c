//! What an answer about a theory concludes, and why.

use puzzle_engine::evidence::refutation::ProofTerm;
use puzzle_engine::logic::first_order::Theory;
use puzzle_engine::problem::theory::TheoryReason;

/// What follows, and why.
pub(super) struct Conclusion {
    /// What.
    pub says: TheorySays,
    /// Why.
    pub reason: TheoryReason,
}

/// What follows.
pub(super) enum TheorySays {
    /// That no world is possible.
    Contradiction,
    /// The sentence of the question.
    Sentence,
    Negation,
    /// That its two sentences are equivalent.
    Equivalence,
    /// Its sentence for some things.
    Answers {
        /// These.
        things: Vec<Vec<ProofTerm>>,
        /// The axioms of the reason that only rule out others.
        ruling_out: Vec<usize>,
        /// The proof that there are no others.
        exclusion: Option<Box<TheoryReason>>,
        /// The theory with all sentences that the proofs speak of.
        theory: Box<Theory>,
    },
}
