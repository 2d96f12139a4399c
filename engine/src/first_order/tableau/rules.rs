//! What statements come to in a tableau, by their connective or quantifier: alpha, beta, gamma and delta in Smullyan's
//! words, where a case may have several statements.

use crate::logic::first_order::{TheoryQuantifier, TheorySort};
use crate::logic::statements::{Statement, StatementNumber, Statements, TermNumber};

/// Things that a quantifier may count and still have a rule: with more of them no tableau is short.
const MOST_COUNTED: u32 = 4;

/// Cases, each with what is said in it.
pub(super) type TableauCases = Vec<Vec<StatementNumber>>;

/// What a statement comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TableauExpansion {
    /// Nothing further.
    Literal,
    /// It holds in these cases, of which there is one at least.
    Cases(TableauCases),
    /// Something holds of any things of a sort, so many at a time.
    Universal(TheorySort, usize),
    /// Something holds of some things of a sort, so many together.
    Witness(TheorySort, usize),
}

/// The negation, without one that would be double.
pub(super) fn denied(statements: &mut Statements, id: StatementNumber) -> StatementNumber {
    match *statements.get(id) {
        Statement::Not(inner) => inner,
        _ => statements.not(id),
    }
}

/// What a statement comes to.
pub(super) fn expansion(statements: &mut Statements, id: StatementNumber) -> TableauExpansion {
    match statements.get(id).clone() {
        Statement::Truth(_) | Statement::Atom(..) | Statement::Equal(..) => {
            TableauExpansion::Literal
        }
        Statement::And(parts) => TableauExpansion::Cases(vec![parts.into()]),
        Statement::Or(parts) => TableauExpansion::Cases(parts.iter().map(|it| vec![*it]).collect()),
        Statement::Implies(one, other) => {
            TableauExpansion::Cases(vec![vec![denied(statements, one)], vec![other]])
        }
        Statement::Iff(one, other) => {
            let neither = vec![denied(statements, one), denied(statements, other)];
            TableauExpansion::Cases(vec![vec![one, other], neither])
        }
        Statement::Quantified(quantifier, sort, _) => quantified(statements, id, quantifier, sort),
        Statement::Not(inner) => denial(statements, inner),
    }
}

fn quantified(
    statements: &mut Statements,
    id: StatementNumber,
    quantifier: TheoryQuantifier,
    sort: TheorySort,
) -> TableauExpansion {
    match quantifier {
        TheoryQuantifier::All => TableauExpansion::Universal(sort, 1),
        TheoryQuantifier::Some => TableauExpansion::Witness(sort, 1),
        TheoryQuantifier::AtLeast(count @ 1..=MOST_COUNTED) => {
            TableauExpansion::Witness(sort, count as usize)
        }
        TheoryQuantifier::AtMost(count @ 0..MOST_COUNTED) => {
            TableauExpansion::Universal(sort, count as usize + 1)
        }
        TheoryQuantifier::Exactly(count) => {
            let bounds = [TheoryQuantifier::AtLeast(count), TheoryQuantifier::AtMost(count)];
            TableauExpansion::Cases(vec![bounds.map(|it| statements.requantified(id, it)).into()])
        }
        TheoryQuantifier::AtLeast(_) | TheoryQuantifier::AtMost(_) => TableauExpansion::Literal,
    }
}

/// What the negation of a statement comes to.
fn denial(statements: &mut Statements, inner: StatementNumber) -> TableauExpansion {
    match statements.get(inner).clone() {
        Statement::Truth(_) | Statement::Atom(..) | Statement::Equal(..) => {
            TableauExpansion::Literal
        }
        Statement::Not(it) => TableauExpansion::Cases(vec![vec![it]]),
        Statement::And(parts) => {
            TableauExpansion::Cases(parts.iter().map(|it| vec![denied(statements, *it)]).collect())
        }
        Statement::Or(parts) => {
            TableauExpansion::Cases(vec![parts.iter().map(|it| denied(statements, *it)).collect()])
        }
        Statement::Implies(one, other) => {
            TableauExpansion::Cases(vec![vec![one, denied(statements, other)]])
        }
        Statement::Iff(one, other) => {
            let (not_one, not_other) = (denied(statements, one), denied(statements, other));
            TableauExpansion::Cases(vec![vec![one, not_other], vec![not_one, other]])
        }
        Statement::Quantified(quantifier, sort, _) => match quantifier {
            TheoryQuantifier::All => TableauExpansion::Witness(sort, 1),
            TheoryQuantifier::Some => TableauExpansion::Universal(sort, 1),
            TheoryQuantifier::AtLeast(0) => {
                TableauExpansion::Cases(vec![vec![statements.statement(Statement::Truth(false))]])
            }
            TheoryQuantifier::AtLeast(count) => {
                let fewer = TheoryQuantifier::AtMost(count - 1);
                TableauExpansion::Cases(vec![vec![statements.requantified(inner, fewer)]])
            }
            TheoryQuantifier::AtMost(u32::MAX) => TableauExpansion::Literal,
            TheoryQuantifier::AtMost(count) => {
                let more = TheoryQuantifier::AtLeast(count + 1);
                TableauExpansion::Cases(vec![vec![statements.requantified(inner, more)]])
            }
            TheoryQuantifier::Exactly(count) => {
                let bounds = [TheoryQuantifier::AtLeast(count), TheoryQuantifier::AtMost(count)];
                let bounds = bounds.map(|it| {
                    let bound = statements.requantified(inner, it);
                    vec![statements.not(bound)]
                });
                TableauExpansion::Cases(bounds.into())
            }
        },
    }
}

/// What a statement with a quantifier says of these things.
pub(super) fn said_of(
    statements: &mut Statements,
    id: StatementNumber,
    things: &[TermNumber],
) -> TableauCases {
    let (quantified, is_denied) = match *statements.get(id) {
        Statement::Not(inner) => (inner, true),
        _ => (id, false),
    };
    let Statement::Quantified(quantifier, _, body) = *statements.get(quantified) else {
        return Vec::new();
    };
    let mut said: Vec<_> = things.iter().map(|it| statements.instance(body, *it)).collect();
    let is_bound = matches!(quantifier, TheoryQuantifier::AtMost(_));
    if is_denied || is_bound {
        said.iter_mut().for_each(|it| *it = denied(statements, *it));
    }
    for (at, one) in things.iter().enumerate() {
        for other in &things[at + 1..] {
            let same = statements.statement(Statement::Equal(*one, *other));
            said.push(if is_bound { same } else { statements.not(same) });
        }
    }
    match is_bound {
        true => said.into_iter().map(|it| vec![it]).collect(),
        false => vec![said],
    }
}
