//! Where active clauses can take part in a rule, found by the terms that are there.

use std::cmp::Ordering;

use super::clause::{ClauseId, FirstOrderClause, FirstOrderLiteral, eligible};
use super::features::{FeatureTree, Features};
use super::precedence::Precedence;
use super::strategy::LiteralSelection;
use super::term::{Bank, SharedTerm, TermHead};
use super::tree::{DiscriminationTree, Fit};

/// A term in a literal of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct IndexedTerm {
    pub clause: ClauseId,
    pub literal: u32,
    /// Whether that is an equation read from right to left.
    pub is_flipped: bool,
    /// Whether that is an equation whose left side, read so, is the greater one. It stays so in instances; of sides that do
    /// not compare one may become less.
    pub is_oriented: bool,
    /// Which of the terms in the literal's left side, as they begin from left to right.
    pub at: u32,
}

/// What the index knows of a term: an atom with a sign, or the sides of an equation.
#[derive(Clone, Copy, Debug)]
enum Role {
    /// A literal that rules may be applied to.
    Eligible,
    /// An equation by whose side equals are replaced.
    Equation,
    /// A term that may be replaced by a rule.
    Place,
    /// A side of a clause of one equation, if it may be replaced by the other one.
    Demodulator,
    /// A clause of one literal.
    Unit,
    /// Any literal.
    Literal,
    /// Any term.
    Term,
}

/// How many roles there are.
const ROLES: usize = 7;

/// The active clauses.
#[derive(Debug)]
pub(super) struct ClauseIndex {
    /// By the role and the sign of the literal.
    trees: [[DiscriminationTree<IndexedTerm>; 2]; ROLES],
    features: FeatureTree,
    /// Whether no clause has an equation.
    is_without_equality: bool,
    selection: LiteralSelection,
}

impl ClauseIndex {
    /// An empty one for a search.
    pub(super) fn new(clauses: &[FirstOrderClause], selection: LiteralSelection) -> Self {
        let mut literals = clauses.iter().flat_map(|it| &it.literals);
        let is_without_equality = literals.all(|it| it.right.is_none());
        let (trees, features) = Default::default();
        Self { trees, features, is_without_equality, selection }
    }

    /// Puts a clause in.
    pub(super) fn insert(
        &mut self,
        bank: &Bank,
        order: &Precedence,
        id: ClauseId,
        literals: &[FirstOrderLiteral],
    ) {
        self.features.insert(Features::of(bank, literals), id);
        self.change(bank, order, id, literals, DiscriminationTree::insert);
    }

    /// Takes a clause out.
    pub(super) fn remove(
        &mut self,
        bank: &Bank,
        order: &Precedence,
        id: ClauseId,
        literals: &[FirstOrderLiteral],
    ) {
        self.features.remove(Features::of(bank, literals), id);
        self.change(bank, order, id, literals, DiscriminationTree::remove);
    }

    fn change(
        &mut self,
        bank: &Bank,
        order: &Precedence,
        id: ClauseId,
        literals: &[FirstOrderLiteral],
        change: fn(&mut DiscriminationTree<IndexedTerm>, &Bank, &[SharedTerm], IndexedTerm),
    ) {
        let trees = &mut self.trees;
        let eligible = eligible(bank, order, self.selection, literals);
        let is_without_equality = self.is_without_equality;
        entries(
            bank,
            order,
            id,
            literals,
            eligible,
            is_without_equality,
            |role, sign, terms, place| {
                change(&mut trees[role as usize][usize::from(sign)], bank, terms, place);
            },
        );
    }

    /// Active clauses that may subsume one with these literals.
    pub(super) fn subsuming(&self, bank: &Bank, literals: &[FirstOrderLiteral]) -> Vec<ClauseId> {
        self.features.subsuming(Features::of(bank, literals))
    }

    /// Active clauses that one with these literals may subsume.
    pub(super) fn subsumed(&self, bank: &Bank, literals: &[FirstOrderLiteral]) -> Vec<ClauseId> {
        self.features.subsumed(Features::of(bank, literals))
    }

    fn find(
        &self,
        bank: &Bank,
        role: Role,
        is_positive: bool,
        terms: &[SharedTerm],
        fit: Fit,
    ) -> Vec<IndexedTerm> {
        self.trees[role as usize][usize::from(is_positive)].find(bank, terms, fit)
    }

    /// Eligible atoms of a sign that may become the same as one.
    pub(super) fn atoms(
        &self,
        bank: &Bank,
        atom: SharedTerm,
        is_positive: bool,
    ) -> Vec<IndexedTerm> {
        self.find(bank, Role::Eligible, is_positive, &[atom], Fit::Unifiable)
    }

    /// Equations by which a term may be replaced.
    pub(super) fn equations(&self, bank: &Bank, term: SharedTerm) -> Vec<IndexedTerm> {
        self.find(bank, Role::Equation, true, &[term], Fit::Unifiable)
    }

    /// Terms that may be replaced by the other side of an equation.
    pub(super) fn places(&self, bank: &Bank, side: SharedTerm) -> Vec<IndexedTerm> {
        self.find(bank, Role::Place, true, &[side], Fit::Unifiable)
    }

    fn sides_of_units(&self) -> &DiscriminationTree<IndexedTerm> {
        &self.trees[Role::Demodulator as usize][1]
    }

    /// Clauses of one equation of which a term may be an instance of a side, of those that came behind so many.
    pub(super) fn demodulators(
        &self,
        bank: &Bank,
        term: SharedTerm,
        since: u32,
    ) -> Vec<IndexedTerm> {
        self.sides_of_units().find_newer(bank, &[term], Fit::General, since)
    }

    /// How many sides of clauses of one equation there were so far.
    pub(super) fn count_of_demodulators(&self) -> u32 {
        self.sides_of_units().count()
    }

    /// Clauses of one literal of which one may be an instance, but for the sign. Equations are found
    /// in both directions.
    pub(super) fn units(
        &self,
        bank: &Bank,
        literal: FirstOrderLiteral,
        is_positive: bool,
    ) -> Vec<IndexedTerm> {
        let terms: Vec<_> = literal.terms().collect();
        self.find(bank, Role::Unit, is_positive, &terms, Fit::General)
    }

    /// Clauses with a literal that may be an instance of the opposite of one.
    pub(super) fn denied(&self, bank: &Bank, literal: FirstOrderLiteral) -> Vec<IndexedTerm> {
        let terms: Vec<_> = literal.terms().collect();
        self.find(bank, Role::Literal, !literal.is_positive, &terms, Fit::Instance)
    }

    /// Clauses with a term that may be an instance of one.
    pub(super) fn containing(&self, bank: &Bank, term: SharedTerm) -> Vec<IndexedTerm> {
        self.find(bank, Role::Term, true, &[term], Fit::Instance)
    }
}

/// All that the index knows of a clause: roles, signs, and terms with their places.
fn entries(
    bank: &Bank,
    order: &Precedence,
    clause: ClauseId,
    literals: &[FirstOrderLiteral],
    (eligible, is_selected): (Vec<usize>, bool),
    is_without_equality: bool,
    mut note: impl FnMut(Role, bool, &[SharedTerm], IndexedTerm),
) {
    let is_unit = literals.len() == 1;
    let mut terms: Vec<SharedTerm> = Vec::new();
    for (at, literal) in literals.iter().enumerate() {
        let sign = literal.is_positive;
        let is_eligible = eligible.contains(&at);
        let mut place = whole(clause, at);
        let (left, right) = (literal.left, literal.right);
        let both = [Some([left, right.unwrap_or(left)]), right.map(|it| [it, left])];
        for sides in both.into_iter().flatten() {
            let sides = if right.is_some() { &sides[..] } else { &sides[..1] };
            note(Role::Literal, sign, sides, place);
            if is_unit {
                note(Role::Unit, sign, sides, place);
            }
            place.is_flipped = true;
        }
        if is_eligible && right.is_none() {
            note(Role::Eligible, sign, &[left], IndexedTerm { is_flipped: false, ..place });
        }
        if is_without_equality {
            continue;
        }
        for term in literal.terms() {
            terms_of(bank, term, |_, term| terms.push(term));
        }
        for place in sides(bank, order, clause, at, *literal) {
            let side = if place.is_flipped { literal.flipped() } else { *literal };
            if is_unit && sign && right.is_some() {
                note(Role::Demodulator, true, &[side.left], place);
            }
            if is_eligible && sign && right.is_some() && !is_selected {
                note(Role::Equation, true, &[side.left], place);
            }
            if is_eligible {
                terms_of(bank, side.left, |at, term| {
                    note(Role::Place, true, &[term], IndexedTerm { at, ..place });
                });
            }
        }
    }
    terms.sort_unstable();
    terms.dedup();
    for term in terms {
        let place = whole(clause, 0);
        note(Role::Term, true, &[term], place);
    }
}

/// The terms in a term or an atom that are neither variables nor atoms, with their numbers.
pub(super) fn terms_of(bank: &Bank, term: SharedTerm, mut each: impl FnMut(u32, SharedTerm)) {
    let mut open = vec![term];
    let mut at = 0;
    while let Some(term) = open.pop() {
        if matches!(bank.head(term), TermHead::Symbol(_)) && bank.sort(term) != super::ATOM {
            each(at, term);
        }
        open.extend(bank.arguments(term).iter().rev());
        at += 1;
    }
}

/// The sides of an equation that are not less than the other one; of an atom the atom.
pub(super) fn sides(
    bank: &Bank,
    order: &Precedence,
    clause: ClauseId,
    literal: usize,
    it: FirstOrderLiteral,
) -> Vec<IndexedTerm> {
    let side =
        |is_flipped, is_oriented| IndexedTerm { is_flipped, is_oriented, ..whole(clause, literal) };
    let Some(right) = it.right else { return vec![side(false, false)] };
    match order.compare(bank, it.left, right) {
        Some(Ordering::Greater) => vec![side(false, true)],
        Some(Ordering::Less) => vec![side(true, true)],
        Some(Ordering::Equal) => Vec::new(),
        None => vec![side(false, false), side(true, false)],
    }
}

/// The left side of a literal.
fn whole(clause: ClauseId, literal: usize) -> IndexedTerm {
    IndexedTerm { clause, literal: literal as u32, is_flipped: false, is_oriented: false, at: 0 }
}
