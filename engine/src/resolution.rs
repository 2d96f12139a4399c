//! A prover for first-order logic by resolution and superposition: sentences become clauses, and
//! what follows from them is derived until that is a contradiction, or until nothing new follows.

mod chaining;
mod clause;
mod clausify;
mod differences;
mod distinct;
mod extensional;
mod features;
mod index;
mod infer;
mod joinable;
mod lexicographic;
mod modulo;
mod order;
mod precedence;
mod proof;
mod pure;
mod queue;
mod saturate;
mod simplify;
mod sine;
mod split;
mod strategy;
mod term;
pub mod textbook;
mod tree;
mod unfold;
mod unify;

use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{ATOM, Refutation};
use crate::logic::first_order::{Theory, TheorySentenceId};
use crate::problem::theory::ProverObserver;

use clausify::Clausifier;

pub use clause::{FirstOrderClause, FirstOrderLiteral};
pub use clausify::Input;
pub use distinct::Distinct;
pub use precedence::Precedence;
pub use pure::Pure;
pub use saturate::MOST_DEPTH;
pub use strategy::{
    AxiomSelection, LiteralSelection, PickTurns, ProverStrategy, SymbolOrder, TermOrdering,
};
pub use term::{Bank, SharedTerm, TermHead, TermSymbol, written};
pub use tree::{DiscriminationTree, Fit};
pub use unify::TermBindings;

/// The clauses that say that the axioms of a theory are true and further sentences have these values.
/// Sentences count from 0, the axioms first.
///
/// # Errors
/// The limit that was reached.
pub fn clauses(
    theory: &Theory,
    demands: &[(TheorySentenceId, bool)],
    budget: &mut Budget,
) -> Result<Input, Stop> {
    let mut clausifier = Clausifier::new(theory, budget)?;
    for (index, axiom) in (0..).zip(&theory.axioms) {
        clausifier.add(*axiom, true, index, false, budget)?;
    }
    for (index, (sentence, value)) in (theory.axioms.len() as u32..).zip(demands) {
        clausifier.add(*sentence, *value, index, true, budget)?;
    }
    Ok(clausifier.finish())
}

/// A search for a contradiction, which goes on where it stopped.
pub struct Prover {
    search: saturate::Saturation,
}

/// How a search for a contradiction ended.
pub enum SaturationEnded {
    /// There is one.
    Refuted(Refutation),
    /// Nothing new follows, and nothing was left out: there is a model.
    Saturated,
    /// Nothing new follows of what was not left out.
    GaveUp,
}

impl Prover {
    /// A search that has not begun.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(input: &Input, strategy: ProverStrategy, budget: &mut Budget) -> Result<Self, Stop> {
        Ok(Self { search: saturate::Saturation::new(input, strategy, budget)? })
    }

    /// The work so far.
    pub fn work(&self) -> u64 {
        self.search.work
    }

    /// Searches on. What does not follow from the axioms that were taken may follow from more.
    ///
    /// # Errors
    /// The limit that was reached: a call with a new budget goes on.
    pub fn search(&mut self, input: &Input, budget: &mut Budget) -> Result<SaturationEnded, Stop> {
        loop {
            let ended = self.heard(input, &mut (), budget)?;
            if !matches!(ended, SaturationEnded::GaveUp) {
                return Ok(ended);
            }
            let Some(wider) = budget.whole(|budget| self.search.wider(input, budget))? else {
                return Ok(ended);
            };
            self.search = wider;
        }
    }

    /// As [`Self::search`], with somebody who hears each step.
    ///
    /// # Errors
    /// As [`Self::search`].
    pub fn heard(
        &mut self,
        input: &Input,
        observer: &mut impl ProverObserver,
        budget: &mut Budget,
    ) -> Result<SaturationEnded, Stop> {
        Ok(match self.search.run(observer, budget)? {
            Some(empty) => {
                SaturationEnded::Refuted(self.search.refutation(empty, input.made.clone()))
            }
            None if self.search.is_complete() => SaturationEnded::Saturated,
            None => SaturationEnded::GaveUp,
        })
    }

    /// All clauses so far in the order of their numbers, those that are not needed any more among them.
    pub fn clauses(&self, input: &Input) -> Refutation {
        self.search.derivation(input.made.clone())
    }
}
