//! What a prover does step by step, to be shown. Every clause that it derives is checked, whether or not the
//! steps come to an end.

use crate::budget::{Budget, Signal};
use crate::logic::first_order::{Theory, TheorySentenceId};
use crate::problem::Failure;
use crate::problem::theory::{ProverEnd, ProverObserver, ProverStep, ProverTrace};
use crate::resolution::{Prover, ProverStrategy, SaturationEnded, clauses};
use crate::verify::accept;

/// Keeps steps, and ends the search when they are enough.
struct KeptSteps {
    steps: Vec<ProverStep>,
    most: usize,
    enough: Signal,
}

impl ProverObserver for KeptSteps {
    fn hear(&mut self, step: ProverStep) {
        if self.steps.len() < self.most {
            self.steps.push(step);
        } else {
            self.enough.cancel();
        }
    }
}

/// The first steps of the search for a contradiction of a theory's axioms and sentences that have such
/// values, by the first strategy of the prover; so many at most.
///
/// # Errors
/// See [`Failure`].
pub fn traced(
    theory: &Theory,
    demands: &[(TheorySentenceId, bool)],
    most: usize,
    budget: &mut Budget,
) -> Result<ProverTrace, Failure> {
    let input = clauses(theory, demands, budget)?;
    // Why each clause goes can be shown then.
    let strategy = ProverStrategy { drops_orphans: false, ..ProverStrategy::ALL[0] };
    let mut prover = Prover::new(&input, strategy, budget)?;
    let given = prover.clauses(&input).steps.len();
    let (mut part, enough) = budget.branch();
    let mut kept = KeptSteps { steps: Vec::new(), most, enough };
    let end = match prover.heard(&input, &mut kept, &mut part) {
        // It may have come to its end before it looked.
        _ if kept.enough.is_cancelled() => {
            budget.look()?;
            ProverEnd::Cut
        }
        Ok(SaturationEnded::Refuted(_)) => ProverEnd::Refuted,
        Ok(SaturationEnded::Saturated) => ProverEnd::Saturated,
        Ok(SaturationEnded::GaveUp) => ProverEnd::GaveUp,
        Err(stop) => return Err(stop.into()),
    };
    let clauses = accept::clauses(theory, demands, prover.clauses(&input), budget)?;
    Ok(ProverTrace { clauses: clauses.into_inner(), given, steps: kept.steps, end })
}
