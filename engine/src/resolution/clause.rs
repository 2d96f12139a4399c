//! Clauses of the prover: disjunctions of literals whose variables are all meant universally.

use std::cmp::{Ordering, Reverse};

use smallvec::{SmallVec, smallvec};

use super::order::compare_multisets;
use super::precedence::Precedence;
use super::strategy::LiteralSelection;
use super::term::{Bank, SharedTerm};
use super::unify::{TermBindings, VariableSide};
use crate::evidence::refutation::InferenceRule;

/// A clause by its number, in the order in which clauses came.
pub(super) type ClauseId = u32;

/// An atom, or an equation of two terms, or the negation of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FirstOrderLiteral {
    /// Whether it is not negated.
    pub is_positive: bool,
    /// The atom, or the left side.
    pub left: SharedTerm,
    /// The right side of an equation.
    pub right: Option<SharedTerm>,
}

impl FirstOrderLiteral {
    /// The terms it is made of.
    pub fn terms(self) -> impl Iterator<Item = SharedTerm> {
        [Some(self.left), self.right].into_iter().flatten()
    }

    /// With the instance of its terms.
    pub fn map(self, mut term: impl FnMut(SharedTerm) -> SharedTerm) -> Self {
        Self { left: term(self.left), right: self.right.map(&mut term), ..self }
    }

    /// An equation with its sides exchanged.
    pub fn flipped(self) -> Self {
        match self.right {
            Some(right) => Self { left: right, right: Some(self.left), ..self },
            None => self,
        }
    }

    /// What it states or denies, an equation with its sides in order.
    fn statement(self) -> (SharedTerm, Option<SharedTerm>) {
        match self.right {
            Some(right) => (self.left.min(right), Some(self.left.max(right))),
            None => (self.left, None),
        }
    }
}

/// What a clause follows from: rules with the clauses they were applied to, and what the variables of
/// those stand for in terms of its own.
#[derive(Clone, Debug)]
pub struct ClauseOrigin {
    /// The rule that made it.
    pub rule: InferenceRule,
    /// The clauses, those that it was made simpler by behind the others.
    pub parents: Vec<(ClauseId, Box<[SharedTerm]>)>,
}

/// A clause.
#[derive(Clone, Debug)]
pub struct FirstOrderClause {
    /// Its literals.
    pub literals: Vec<FirstOrderLiteral>,
    /// The term of each of its variables.
    pub variables: Vec<SharedTerm>,
    /// What it follows from.
    pub origin: ClauseOrigin,
    /// Whether it follows from what was asked, and not from axioms alone.
    pub is_from_goal: bool,
    /// The names of parts of clauses that it rests on, ascending: it is true where they are.
    pub names: Vec<u32>,
}

impl FirstOrderClause {
    /// A clause whose variables are those of its literals.
    pub fn new(
        bank: &mut Bank,
        literals: Vec<FirstOrderLiteral>,
        origin: ClauseOrigin,
        is_from_goal: bool,
    ) -> Self {
        let terms = || literals.iter().flat_map(|it| it.terms());
        let span = terms().map(|it| bank.span(it)).max().unwrap_or(0) as usize;
        let (mut found, mut missing) = (vec![None; span], span);
        for term in terms() {
            collect(bank, term, &mut found, &mut missing);
        }
        let found = (0..).zip(found);
        let variables = found.map(|(at, it)| it.unwrap_or_else(|| bank.variable(at, 0))).collect();
        Self { literals, variables, origin, is_from_goal, names: Vec::new() }
    }

    /// How many symbols and variables it has.
    pub fn weight(&self, bank: &Bank) -> u32 {
        let terms = self.literals.iter().flat_map(|it| it.terms());
        terms.fold(0, |sum, it| sum.saturating_add(bank.weight(it)))
    }

    /// Whether it is true whatever its symbols mean.
    pub fn is_tautology(&self) -> bool {
        let mut statements: SmallVec<[_; 8]> =
            self.literals.iter().map(|it| (it.statement(), it.is_positive)).collect();
        statements.sort_unstable();
        self.literals.iter().any(|it| it.is_positive && it.right == Some(it.left))
            || statements.windows(2).any(|it| it[0].0 == it[1].0 && it[0].1 != it[1].1)
    }
}

/// Finds variables of a term by their numbers, until none is missing.
fn collect(bank: &Bank, term: SharedTerm, found: &mut [Option<SharedTerm>], missing: &mut usize) {
    let mut open: SmallVec<[SharedTerm; 16]> = SmallVec::from_slice(&[term]);
    while let Some(term) = open.pop().filter(|_| *missing > 0) {
        if let Some(number) = bank.as_variable(term) {
            let place = &mut found[number as usize];
            *missing -= usize::from(place.is_none());
            *place = Some(term);
        } else if !bank.is_ground(term) {
            open.extend_from_slice(bank.arguments(term));
        }
    }
}

/// Without literals that stand there twice or deny that a thing is itself.
pub(super) fn tidy(literals: &mut Vec<FirstOrderLiteral>) {
    literals.retain(|it| it.is_positive || it.right != Some(it.left));
    let mut places: SmallVec<[_; 8]> = SmallVec::new();
    places.extend((0..).zip(literals.iter()).map(|(at, it)| (it.statement(), it.is_positive, at)));
    places.sort_unstable();
    places.dedup_by_key(|it| (it.0, it.1));
    if places.len() < literals.len() {
        places.sort_unstable_by_key(|it| it.2);
        *literals = places.iter().map(|it| literals[it.2]).collect();
    }
}

/// How two literals compare: the greater has the greater term; of equal ones a denial is.
pub(super) fn compare_literals(
    bank: &Bank,
    order: &Precedence,
    one: FirstOrderLiteral,
    other: FirstOrderLiteral,
) -> Option<Ordering> {
    let sides = |it: FirstOrderLiteral| -> SmallVec<[SharedTerm; 4]> {
        let twice = (!it.is_positive).then_some(it.terms());
        it.terms().chain(twice.into_iter().flatten()).collect()
    };
    compare_multisets(&sides(one), &sides(other), |a, b| order.compare(bank, a, b))
}

/// The literals that rules may be applied to: a negative one that was selected, or the greatest ones;
/// and whether it was selected.
pub(super) fn eligible(
    bank: &Bank,
    order: &Precedence,
    selection: LiteralSelection,
    literals: &[FirstOrderLiteral],
) -> (Vec<usize>, bool) {
    let negative = (0..literals.len()).filter(|at| !literals[*at].is_positive);
    let weight = |at: &usize| literals[*at].terms().map(|it| bank.weight(it)).sum::<u32>();
    let selected = match selection {
        LiteralSelection::Heaviest => negative.max_by_key(weight),
        LiteralSelection::Rarest | LiteralSelection::Undecided => {
            let partners = |at: &usize| match literals[*at] {
                FirstOrderLiteral { left, right: None, .. } => order.partners(bank, left),
                // Of an equation they are not known.
                _ => u32::MAX,
            };
            negative.min_by_key(|at| (partners(at), Reverse(weight(at))))
        }
    };
    if let (Some(selected), LiteralSelection::Heaviest | LiteralSelection::Rarest) =
        (selected, selection)
    {
        return (vec![selected], true);
    }
    let mut greatest: Vec<usize> = Vec::new();
    for (at, literal) in literals.iter().enumerate() {
        let compare = |it: &usize| compare_literals(bank, order, literals[*it], *literal);
        if !greatest.iter().any(|it| compare(it) == Some(Ordering::Greater)) {
            greatest.retain(|it| compare(it) != Some(Ordering::Less));
            greatest.push(at);
        }
    }
    match selected {
        Some(selected) if greatest.len() > 1 => (vec![selected], true),
        _ => (greatest, false),
    }
}

/// Pairs of literals that are tried for one clause, whatever the number of those it is compared with: the
/// worst clauses take exponentially many, and to keep one that is not needed is sound.
pub(super) const MOST_PAIRS: u32 = 100_000;

/// Whether an instance of the first clause is part of the second, whose variables stay as they are; false
/// also when that is not seen by as many pairs of literals as are left.
pub(super) fn subsumes(
    bank: &Bank,
    bindings: &mut TermBindings,
    one: &[FirstOrderLiteral],
    other: &[FirstOrderLiteral],
    pairs: &mut u32,
) -> bool {
    if one.len() > other.len() {
        return false;
    }
    let mut used: SmallVec<[bool; 32]> = smallvec![false; other.len()];
    covers(bank, bindings, one, other, &mut used, pairs)
}

fn covers(
    bank: &Bank,
    bindings: &mut TermBindings,
    one: &[FirstOrderLiteral],
    other: &[FirstOrderLiteral],
    used: &mut [bool],
    pairs: &mut u32,
) -> bool {
    let Some((first, rest)) = one.split_first() else { return true };
    for at in 0..other.len() {
        let Some(left) = pairs.checked_sub(1) else { return false };
        *pairs = left;
        if used[at] {
            continue;
        }
        for flipped in [false, true] {
            if flipped && first.right.is_none() {
                continue;
            }
            let pattern = if flipped { first.flipped() } else { *first };
            let mark = bindings.mark();
            if matches_literal(bank, bindings, pattern, other[at]) {
                used[at] = true;
                if covers(bank, bindings, rest, other, used, pairs) {
                    return true;
                }
                used[at] = false;
            }
            bindings.undo(mark);
        }
    }
    false
}

/// Whether a literal is an instance of another one.
pub(super) fn matches_literal(
    bank: &Bank,
    bindings: &mut TermBindings,
    pattern: FirstOrderLiteral,
    literal: FirstOrderLiteral,
) -> bool {
    pattern.is_positive == literal.is_positive
        && match (pattern.right, literal.right) {
            (None, None) => bindings.matches(bank, pattern.left, literal.left),
            (Some(right), Some(that)) => {
                bindings.matches(bank, pattern.left, literal.left)
                    && bindings.matches(bank, right, that)
            }
            _ => false,
        }
}

/// What the variables of a clause stand for, in the numbering of an instance.
pub(super) fn substitution(
    bank: &mut Bank,
    bindings: &mut TermBindings,
    variables: &[SharedTerm],
    side: VariableSide,
) -> Box<[SharedTerm]> {
    variables.iter().map(|it| bindings.apply(bank, *it, side)).collect()
}
