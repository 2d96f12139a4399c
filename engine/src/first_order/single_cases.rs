//! What a refutation comes to in single cases (Herbrand's theorem): from its end to its start each variable gets the term
//! that it stands for, so that instances of what was given are left, and what its steps know of equals.

use rustc_hash::FxHashSet;

use crate::budget::{Budget, Stop};
use crate::evidence::argument::CaseClause;
use crate::evidence::refutation::{
    InferenceRule, ProofLiteral, ProofTerm, ProofTermKind, Refutation, RefutationStep,
};

/// More cases than this are no short argument.
const MOST_CASES: usize = 1 << 10;

/// The cases; `None` where there are many, or clauses were split into parts.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn single_cases(
    proof: &Refutation,
    budget: &mut Budget,
) -> Result<Option<Vec<CaseClause>>, Stop> {
    let Some(end) = proof.steps.len().checked_sub(1) else { return Ok(None) };
    let kind = ProofTermKind::Variable;
    let any = (0..).zip(&proof.steps[end].variables);
    let any: Vec<_> = any.map(|(at, sort)| ProofTerm { sort: *sort, kind: kind(at) }).collect();
    let mut open = vec![(end, any)];
    let mut seen: FxHashSet<_> = open.iter().cloned().collect();
    let mut cases = Vec::new();
    while let Some((at, values)) = open.pop() {
        budget.check()?;
        let step = &proof.steps[at];
        match step.rule {
            InferenceRule::Component | InferenceRule::Split => return Ok(None),
            InferenceRule::Input(_) => {
                cases.push(CaseClause::Instance(at, values));
                continue;
            }
            _ => {}
        }
        cases.extend(of_equals(proof, step, &values));
        for (parent, terms) in &step.parents {
            let values = terms.iter().map(|it| filled(it, &values)).collect();
            let parent = (*parent, values);
            if seen.insert(parent.clone()) {
                open.push(parent);
            }
        }
        if seen.len() > MOST_CASES {
            return Ok(None);
        }
    }
    // What was given first is told first.
    cases.sort_by_key(|it| match it {
        CaseClause::Instance(at, _) => *at,
        CaseClause::Equals(_) => usize::MAX,
    });
    Ok(Some(cases))
}

/// What a step says of equals, if it says anything of them: what it has in place of what it took away.
fn of_equals(
    proof: &Refutation,
    step: &RefutationStep,
    values: &[ProofTerm],
) -> Option<CaseClause> {
    let instance = |of: &RefutationStep, values: &[ProofTerm]| -> Vec<ProofLiteral> {
        of.literals.iter().map(|it| filled_literal(it, values)).collect()
    };
    let after = instance(step, values);
    let before = step.parents.iter().flat_map(|(parent, terms)| {
        let values: Vec<_> = terms.iter().map(|it| filled(it, values)).collect();
        instance(&proof.steps[*parent], &values)
    });
    let before: Vec<_> = before.collect();
    let denied = |it: &ProofLiteral| ProofLiteral { is_positive: !it.is_positive, ..it.clone() };
    let taken = before.iter().filter(|it| !after.contains(it)).map(denied);
    let new = after.iter().filter(|it| !before.contains(it)).cloned();
    let mut clause: Vec<ProofLiteral> = Vec::new();
    for literal in taken.chain(new) {
        if !clause.contains(&literal) {
            clause.push(literal);
        }
    }
    let is_plain = clause.iter().any(|it| clause.contains(&denied(it)));
    (!clause.is_empty() && !is_plain).then_some(CaseClause::Equals(clause))
}

fn filled_literal(literal: &ProofLiteral, values: &[ProofTerm]) -> ProofLiteral {
    ProofLiteral {
        is_positive: literal.is_positive,
        left: filled(&literal.left, values),
        right: literal.right.as_ref().map(|it| filled(it, values)),
    }
}

fn filled(term: &ProofTerm, values: &[ProofTerm]) -> ProofTerm {
    match &term.kind {
        ProofTermKind::Variable(number) => {
            values.get(*number as usize).cloned().unwrap_or_else(|| term.clone())
        }
        ProofTermKind::Apply(symbol, arguments) => {
            let arguments = arguments.iter().map(|it| filled(it, values)).collect();
            ProofTerm { sort: term.sort, kind: ProofTermKind::Apply(*symbol, arguments) }
        }
    }
}
