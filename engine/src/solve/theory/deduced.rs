//! Natural deduction for what is known to follow: looked for from the axioms that the proof by resolution rests on,
//! and checked line by line.

use super::AskedTheory;
use crate::budget::{Budget, Stop};
use crate::evidence::deduction::Deduction;
use crate::first_order::deduction::find;
use crate::logic::first_order::TheorySentenceId;
use crate::logic::statements::{Statement, StatementNumber, Statements};
use crate::problem::theory::{
    MOST_DEDUCTION_LINES, TheoryComparison, TheoryDecision, TheoryFound, TheoryMethod,
    TheoryReason, TheoryWorld,
};
use crate::problem::{Failure, Outcome, ProblemAnswer};
use crate::verify::accept;
use crate::verify::checked::Checked;

/// Steps of looking for a proof, in each of a few ways.
const STEPS: u64 = 400_000;

/// Axioms of which all may be premises; of more only those that another proof used.
const MOST_AXIOMS: usize = 12;

/// What is to be shown.
#[derive(Clone, Copy)]
pub(super) enum DeductionGoal {
    /// A sentence, or its negation.
    Sentence(TheorySentenceId, bool),
    /// That two sentences are equivalent.
    Both(TheorySentenceId, TheorySentenceId),
    /// A contradiction.
    False,
}

/// An answer with a reason for something.
pub(super) trait Reasoned: Clone {
    /// Its reason, if there is one.
    fn reason(&mut self) -> Option<&mut TheoryReason>;

    /// What follows, for a question about these sentences.
    fn goal(&self, asked: &[TheorySentenceId]) -> DeductionGoal;
}

impl Reasoned for TheoryDecision {
    fn reason(&mut self) -> Option<&mut TheoryReason> {
        match self {
            Self::Proved(reason) | Self::Refuted(reason) => Some(reason),
            Self::Neither(..) => None,
        }
    }

    fn goal(&self, asked: &[TheorySentenceId]) -> DeductionGoal {
        DeductionGoal::Sentence(asked[0], matches!(self, Self::Proved(_)))
    }
}

impl Reasoned for TheoryComparison {
    fn reason(&mut self) -> Option<&mut TheoryReason> {
        match self {
            Self::Equivalent(reason) => Some(reason),
            Self::Differ(_) => None,
        }
    }

    fn goal(&self, asked: &[TheorySentenceId]) -> DeductionGoal {
        DeductionGoal::Both(asked[0], asked[1])
    }
}

impl Reasoned for TheoryWorld {
    fn reason(&mut self) -> Option<&mut TheoryReason> {
        None
    }

    fn goal(&self, _: &[TheorySentenceId]) -> DeductionGoal {
        DeductionGoal::False
    }
}

impl AskedTheory<'_> {
    /// With a natural deduction, where one is asked for and found.
    pub(super) fn deduced<T: Reasoned>(
        self,
        found: ProblemAnswer<TheoryFound<T>>,
        asked: &[TheorySentenceId],
        budget: &Budget,
    ) -> Result<ProblemAnswer<TheoryFound<T>>, Failure> {
        if self.method != TheoryMethod::Deduction {
            return Ok(found);
        }
        let mut told = (*found).clone();
        let goal = match &told {
            Outcome::Contradictory(_) => DeductionGoal::False,
            Outcome::Found(answer) => answer.goal(asked),
        };
        let reason = match &mut told {
            Outcome::Contradictory(reason) => Some(reason),
            Outcome::Found(answer) => answer.reason(),
        };
        if let Some(reason) = reason {
            let proof = self.deduction(&reason.axioms, goal, budget)?;
            reason.deduction = proof.map(|it| Box::new(it.into_inner()));
        }
        Ok(found.told_as(|_| told))
    }

    /// A natural deduction of a goal, if one is found.
    fn deduction(
        self,
        axioms: &[usize],
        goal: DeductionGoal,
        budget: &Budget,
    ) -> Result<Option<Checked<Deduction>>, Failure> {
        let (theory, mut statements) =
            (self.theory, Statements::new(self.theory.signature.clone()));
        let goal = self.goal(goal, &mut statements);
        let all: Vec<_> =
            theory.axioms.iter().map(|it| statements.take(theory, *it, &[])).collect();
        let used: Vec<_> = axioms.iter().map(|it| all[*it]).collect();
        let mut ways = vec![(used.clone(), false)];
        if theory.signature.sorts.iter().any(Option::is_some) {
            ways.push((used.clone(), true));
        }
        if used.len() < all.len() && all.len() <= MOST_AXIOMS {
            ways.push((all, false));
        }
        for (premises, with_lists) in ways {
            let mut part = budget.part(STEPS);
            let most = (MOST_DEDUCTION_LINES, with_lists);
            match find(&statements, &premises, goal, most, &mut part) {
                Ok(Some(proof)) => {
                    let mut budget = budget.clone();
                    return accept::deduction(&premises, goal, proof, &mut budget).map(Some);
                }
                // What was found before is right, whatever a limit leaves open.
                Ok(None) | Err(Stop::Steps | Stop::Time) => {}
                Err(stop) => return Err(stop.into()),
            }
        }
        Ok(None)
    }

    fn goal(self, goal: DeductionGoal, statements: &mut Statements) -> StatementNumber {
        let mut take = |it| statements.take(self.theory, it, &[]);
        match goal {
            DeductionGoal::Sentence(sentence, true) => take(sentence),
            DeductionGoal::Sentence(sentence, false) => {
                let sentence = take(sentence);
                statements.not(sentence)
            }
            DeductionGoal::Both(one, other) => {
                let (one, other) = (take(one), take(other));
                statements.statement(Statement::Iff(one, other))
            }
            DeductionGoal::False => statements.statement(Statement::Truth(false)),
        }
    }
}
