//! Natural deduction and tableaux for what is known to follow: looked for from the axioms that the proof by resolution
//! rests on, and checked line by line.

use super::AskedTheory;
use crate::budget::{Budget, Stop};
use crate::evidence::deduction::Deduction;
use crate::evidence::tableau::ClosedTableau;
use crate::first_order::{deduction, tableau};
use crate::logic::first_order::TheorySentenceId;
use crate::logic::statements::{Statement, StatementNumber, Statements};
use crate::problem::theory::{
    MOST_DEDUCTION_LINES, MOST_TABLEAU_NODES, TheoryComparison, TheoryDecision, TheoryFound,
    TheoryMethod, TheoryReason, TheoryWorld,
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
    /// With a natural deduction or a tableau, where one is asked for and found.
    pub(super) fn deduced<T: Reasoned>(
        self,
        found: ProblemAnswer<TheoryFound<T>>,
        asked: &[TheorySentenceId],
        budget: &Budget,
    ) -> Result<ProblemAnswer<TheoryFound<T>>, Failure> {
        let is_tableau = match self.method {
            TheoryMethod::Auto | TheoryMethod::Resolution => return Ok(found),
            TheoryMethod::Deduction => false,
            TheoryMethod::Tableau => true,
        };
        let mut told = (*found).clone();
        let goal = match &told {
            Outcome::Contradictory(_) => DeductionGoal::False,
            Outcome::Found(answer) => answer.goal(asked),
        };
        let reason = match &mut told {
            Outcome::Contradictory(reason) => Some(reason),
            Outcome::Found(answer) => answer.reason(),
        };
        let Some(reason) = reason else { return Ok(found) };
        let stated = self.stated(&reason.axioms, goal);
        if is_tableau {
            reason.tableau = stated.tableau(&mut budget.clone())?.map(Box::new);
        } else {
            reason.deduction = stated.deduction(budget)?.map(|it| Box::new(it.into_inner()));
        }
        Ok(found.told_as(|_| told))
    }

    /// What is to be shown, and from what.
    fn stated(self, axioms: &[usize], goal: DeductionGoal) -> StatedGoal {
        let (theory, mut statements) =
            (self.theory, Statements::new(self.theory.signature.clone()));
        let goal = self.goal(goal, &mut statements);
        let all: Vec<_> =
            theory.axioms.iter().map(|it| statements.take(theory, *it, &[])).collect();
        let used: Vec<_> = axioms.iter().map(|it| all[*it]).collect();
        let is_more = used.len() < all.len() && all.len() <= MOST_AXIOMS;
        StatedGoal { statements, goal, used, all: is_more.then_some(all) }
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

/// A goal, and the premises from which it is known to follow.
struct StatedGoal {
    statements: Statements,
    goal: StatementNumber,
    used: Vec<StatementNumber>,
    /// All that there are, where they are more and not too many.
    all: Option<Vec<StatementNumber>>,
}

impl StatedGoal {
    /// A natural deduction, if one is found.
    fn deduction(self, budget: &Budget) -> Result<Option<Checked<Deduction>>, Failure> {
        let mut ways = vec![(self.used.clone(), false)];
        if self.statements.signature.sorts.iter().any(Option::is_some) {
            ways.push((self.used, true));
        }
        ways.extend(self.all.map(|it| (it, false)));
        for (premises, with_lists) in ways {
            let most = (MOST_DEDUCTION_LINES, with_lists);
            let mut part = budget.part(STEPS);
            let found = deduction::find(&self.statements, &premises, self.goal, most, &mut part);
            if let Some(proof) = unless_stopped(found)? {
                let mut budget = budget.clone();
                let (statements, goal) = (&self.statements, self.goal);
                return accept::deduction(statements, &premises, goal, proof, &mut budget)
                    .map(Some);
            }
        }
        Ok(None)
    }

    /// A closed tableau, if one is found.
    fn tableau(self, budget: &mut Budget) -> Result<Option<ClosedTableau>, Failure> {
        for premises in [Some(self.used), self.all].into_iter().flatten() {
            let (statements, mut part) = (self.statements.clone(), budget.part(STEPS));
            let found =
                tableau::find(statements, &premises, self.goal, MOST_TABLEAU_NODES, &mut part);
            let (statements, found) = (&self.statements, unless_stopped(found)?);
            let found = accept::tableau(statements, &premises, self.goal, found, budget)?;
            if found.is_some() {
                return Ok(found.into_inner());
            }
        }
        Ok(None)
    }
}

/// What was found before is right, whatever a limit leaves open.
fn unless_stopped<T>(found: Result<Option<T>, Stop>) -> Result<Option<T>, Failure> {
    match found {
        Ok(found) => Ok(found),
        Err(Stop::Steps | Stop::Time) => Ok(None),
        Err(stop) => Err(stop.into()),
    }
}
