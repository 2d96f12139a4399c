//! Proofs as courses teach them, in the words of a theory.

use super::conclusion::Conclusion;
use super::deduction::NamedDeduction;
use super::goals::TheoryGoals;
use super::{UnderstoodTheory, tableau};
use crate::interchange::{fitch, tableau as trees};
use crate::kinds::{Question, TaughtProof};

/// The natural deduction or the tableau of an answer, if it has one.
pub(super) fn taught(
    understood: &UnderstoodTheory<'_>,
    question: &Question,
    conclusion: &Conclusion,
) -> Option<TaughtProof> {
    let goals = TheoryGoals::of(question);
    let variables = goals.map_or(&understood.meaning.names, |it| &it.variables);
    if let Some(tableau) = &conclusion.reason.tableau {
        let (nodes, conclusion) = tableau::told(tableau, understood, variables);
        let (lines, latex) = (trees::write(&nodes), trees::latex(&nodes));
        return Some(TaughtProof { conclusion, lines, latex });
    }
    let deduction = conclusion.reason.deduction.as_ref()?;
    let named = NamedDeduction::of(deduction, understood, variables);
    let lines = named.lines();
    Some(TaughtProof {
        conclusion: named.conclusion(),
        lines: fitch::write(&lines),
        latex: fitch::latex(&lines),
    })
}
