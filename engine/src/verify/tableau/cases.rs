//! The cases that a statement comes to by its connective or quantifier, and what is said in each.

use super::super::stated::{constant, read_off};
use super::TableauChecker;
use crate::logic::first_order::{TheoryFunction, TheoryQuantifier, TheorySort};
use crate::logic::statements::{StatedTerm, Statement, StatementNumber, TermNumber};

/// What is said in a case.
pub(super) enum TableauClaim {
    /// A statement, or its negation.
    Statement(StatementNumber, bool),
    /// What so many quantifiers speak of, said of the things, or its negation.
    OfThings(StatementNumber, u32, bool),
    /// The same of one of the things alone.
    OfThing(StatementNumber, TermNumber, bool),
    /// As much with another quantifier, or its negation.
    Counted(TheoryQuantifier, TheorySort, StatementNumber, bool),
    /// Two things are the same, or are not.
    Same(TermNumber, TermNumber, bool),
    /// A thing is this one of a list.
    Element(TermNumber, TheoryFunction),
    /// Nothing can be.
    False,
}

use TableauClaim::{Counted, Element, False, OfThing, OfThings, Same, Statement as Said};

type ClaimedCases = Vec<Vec<TableauClaim>>;

impl TableauChecker<'_> {
    /// The cases, of these things where it has a quantifier; `None` where the things do not fit.
    pub(super) fn cases_of(
        &self,
        id: StatementNumber,
        things: &[TermNumber],
    ) -> Option<ClaimedCases> {
        let (inner, is_denied) = match *self.statements.get(id) {
            Statement::Not(inner) => (inner, true),
            _ => (id, false),
        };
        let statement = self.statements.get(inner);
        if let Statement::Quantified(quantifier, sort, body) = *statement {
            return self.of_quantifier(inner, (quantifier, sort, body), is_denied, things);
        }
        let each = |parts: &[StatementNumber], is_denied| -> ClaimedCases {
            parts.iter().map(|it| vec![Said(*it, is_denied)]).collect()
        };
        let all = |parts: &[StatementNumber], is_denied| -> ClaimedCases {
            vec![parts.iter().map(|it| Said(*it, is_denied)).collect()]
        };
        let cases = match (statement, is_denied) {
            (Statement::And(parts), false) => all(parts, false),
            (Statement::And(parts), true) => each(parts, true),
            (Statement::Or(parts), false) => each(parts, false),
            (Statement::Or(parts), true) => all(parts, true),
            (Statement::Implies(one, other), false) => {
                vec![vec![Said(*one, true)], vec![Said(*other, false)]]
            }
            (Statement::Implies(one, other), true) => {
                vec![vec![Said(*one, false), Said(*other, true)]]
            }
            (Statement::Iff(one, other), _) => vec![
                vec![Said(*one, false), Said(*other, is_denied)],
                vec![Said(*one, true), Said(*other, !is_denied)],
            ],
            (Statement::Not(it), true) => vec![vec![Said(*it, false)]],
            _ => return None,
        };
        things.is_empty().then_some(cases)
    }

    fn of_quantifier(
        &self,
        quantified: StatementNumber,
        (quantifier, sort, body): (TheoryQuantifier, TheorySort, StatementNumber),
        is_denied: bool,
        things: &[TermNumber],
    ) -> Option<ClaimedCases> {
        use TheoryQuantifier::{All, AtLeast, AtMost, Exactly, Some as Any};
        let counted = |it, is_denied| Counted(it, sort, body, is_denied);
        let are_of_sort = things.iter().all(|it| self.statements.sort(*it) == Some(sort));
        let are_names = things.iter().all(|it| self.is_name(*it));
        match (quantifier, is_denied, things.len()) {
            (All, false, 1..) | (Any, true, 1..) => {
                self.of_several(quantified, quantifier, is_denied, things)
            }
            (All, true, 1) | (Any, false, 1) if are_of_sort && are_names => {
                Some(vec![vec![OfThings(body, 1, is_denied)]])
            }
            (AtLeast(count), false, named)
                if count as usize == named && are_of_sort && are_names =>
            {
                let said = things.iter().map(|it| OfThing(body, *it, false));
                Some(vec![said.chain(pairs(things, false)).collect()])
            }
            (AtMost(count), false, said)
                if said.checked_sub(1) == Some(count as usize) && are_of_sort =>
            {
                let denied = things.iter().map(|it| OfThing(body, *it, true));
                Some(denied.chain(pairs(things, true)).map(|it| vec![it]).collect())
            }
            (Exactly(count), false, 0) => {
                Some(vec![vec![counted(AtLeast(count), false), counted(AtMost(count), false)]])
            }
            (Exactly(count), true, 0) => {
                let bounds = [AtLeast(count), AtMost(count)];
                Some(bounds.map(|it| vec![counted(it, true)]).into())
            }
            (AtLeast(count), true, 0) => Some(vec![vec![match count.checked_sub(1) {
                Some(fewer) => counted(AtMost(fewer), false),
                None => False,
            }]]),
            (AtMost(count), true, 0) => {
                Some(vec![vec![counted(AtLeast(count.checked_add(1)?), false)]])
            }
            _ => None,
        }
    }

    /// What quantifiers of one sort, one inside the other, say of as many things.
    fn of_several(
        &self,
        mut quantified: StatementNumber,
        wanted: TheoryQuantifier,
        is_denied: bool,
        things: &[TermNumber],
    ) -> Option<ClaimedCases> {
        for thing in things {
            let Statement::Quantified(quantifier, sort, body) = *self.statements.get(quantified)
            else {
                return None;
            };
            if quantifier != wanted || self.statements.sort(*thing) != Some(sort) {
                return None;
            }
            quantified = body;
        }
        Some(vec![vec![OfThings(quantified, things.len() as u32, is_denied)]])
    }

    /// Whether what a statement comes to speaks of things that there are: these need names of their own.
    pub(super) fn tells_of_things(&self, id: StatementNumber) -> bool {
        let (inner, is_denied) = match *self.statements.get(id) {
            Statement::Not(inner) => (inner, true),
            _ => (id, false),
        };
        let Statement::Quantified(quantifier, ..) = *self.statements.get(inner) else {
            return false;
        };
        match quantifier {
            TheoryQuantifier::All => is_denied,
            TheoryQuantifier::Some | TheoryQuantifier::AtLeast(_) => !is_denied,
            TheoryQuantifier::AtMost(_) | TheoryQuantifier::Exactly(_) => false,
        }
    }

    /// A case for each thing of the list of a thing's sort.
    pub(super) fn listed(&self, thing: TermNumber) -> Option<ClaimedCases> {
        let sort = self.statements.sort(thing)?;
        let elements = self.statements.signature.sorts[sort.0 as usize].as_ref()?;
        Some(elements.iter().map(|it| vec![Element(thing, *it)]).collect())
    }

    /// Whether a statement says what is said in a case.
    pub(super) fn says(
        &self,
        said: &TableauClaim,
        things: &[TermNumber],
        id: StatementNumber,
    ) -> bool {
        let statement = self.statements.get(id);
        // What is denied stands behind the negation.
        let inside = |is_denied: bool| match (is_denied, statement) {
            (false, _) => Some(id),
            (true, Statement::Not(inner)) => Some(*inner),
            (true, _) => None,
        };
        match *said {
            Said(it, false) => id == it,
            Said(it, true) => self.contradict(id, it),
            OfThings(body, count, is_denied) => {
                self.is_said_of(body, &things[..count as usize], is_denied, id)
            }
            OfThing(body, thing, is_denied) => self.is_said_of(body, &[thing], is_denied, id),
            Counted(quantifier, sort, body, is_denied) => inside(is_denied).is_some_and(|it| {
                *self.statements.get(it) == Statement::Quantified(quantifier, sort, body)
            }),
            Same(one, other, is_same) => inside(!is_same)
                .is_some_and(|it| *self.statements.get(it) == Statement::Equal(one, other)),
            Element(thing, element) => matches!(*statement, Statement::Equal(one, other)
                if one == thing && constant(self.statements, other) == Some(element)),
            False => *statement == Statement::Truth(false),
        }
    }

    /// Whether a statement says of things what quantifiers speak of, or denies it.
    fn is_said_of(
        &self,
        body: StatementNumber,
        things: &[TermNumber],
        is_denied: bool,
        id: StatementNumber,
    ) -> bool {
        let is_instance = |body, said| {
            // The innermost variable has the number 0.
            let values = read_off(self.statements, (body, things.len() as u32), said);
            values.is_some_and(|values| {
                let mut pairs = values.iter().zip(things.iter().rev());
                pairs.all(|(value, thing)| value.is_none_or(|it| it == *thing))
            })
        };
        if !is_denied {
            return is_instance(body, id);
        }
        match (self.statements.get(id), self.statements.get(body)) {
            (Statement::Not(inner), _) if is_instance(body, *inner) => true,
            (_, Statement::Not(denied)) => is_instance(*denied, id),
            _ => false,
        }
    }

    fn is_name(&self, thing: TermNumber) -> bool {
        matches!(self.statements.get_term(thing), StatedTerm::Name(_))
    }
}

/// That each two of some things are the same, or are not.
fn pairs(things: &[TermNumber], are_same: bool) -> impl Iterator<Item = TableauClaim> {
    let pair =
        move |at: usize| things[at + 1..].iter().map(move |it| Same(things[at], *it, are_same));
    (0..things.len()).flat_map(pair)
}
