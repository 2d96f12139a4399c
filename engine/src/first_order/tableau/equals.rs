//! Literals that contradict each other by equations: whether they do, by congruence closure, which of them it takes, and
//! a short list of replacements of equals by equals that ends with a plain contradiction.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::rules::denied;
use crate::logic::first_order::{Predicate, TheoryFunction};
use crate::logic::statements::{StatedTerm, Statement, StatementNumber, Statements, TermNumber};

/// Statements that are looked at by replacing equals.
const MOST_REPLACED: usize = 300;

/// The classes of equal terms, with what joins them.
struct EqualClasses<'s> {
    statements: &'s Statements,
    joined: FxHashMap<TermNumber, TermNumber>,
    /// Of each term those that it was joined with, by an equation or because their parts are equal.
    neighbours: FxHashMap<TermNumber, Vec<(TermNumber, Option<StatementNumber>)>>,
}

impl<'s> EqualClasses<'s> {
    fn of(statements: &'s Statements, literals: &[StatementNumber]) -> Self {
        let mut classes =
            Self { statements, joined: FxHashMap::default(), neighbours: FxHashMap::default() };
        for literal in literals {
            if let Statement::Equal(one, other) = *statements.get(*literal) {
                classes.join(one, other, Some(*literal));
            }
        }
        let mut terms: Vec<_> =
            literals.iter().flat_map(|it| statements.closed_terms(*it)).collect();
        terms.sort_unstable();
        terms.dedup();
        while classes.join_alike(&terms) {}
        classes
    }

    fn class(&self, mut term: TermNumber) -> TermNumber {
        while let Some(next) = self.joined.get(&term) {
            term = *next;
        }
        term
    }

    fn join(&mut self, one: TermNumber, other: TermNumber, by: Option<StatementNumber>) {
        self.neighbours.entry(one).or_default().push((other, by));
        self.neighbours.entry(other).or_default().push((one, by));
        let (one, other) = (self.class(one), self.class(other));
        if one != other {
            self.joined.insert(one.max(other), one.min(other));
        }
    }

    /// Joins terms whose parts are equal; whether there were any.
    fn join_alike(&mut self, terms: &[TermNumber]) -> bool {
        let mut alike: FxHashMap<(TheoryFunction, Vec<TermNumber>), TermNumber> =
            FxHashMap::default();
        let mut is_changed = false;
        for term in terms {
            let StatedTerm::Apply(function, arguments) = self.statements.get_term(*term) else {
                continue;
            };
            let classes = arguments.iter().map(|it| self.class(*it)).collect();
            let first = *alike.entry((*function, classes)).or_insert(*term);
            if self.class(first) != self.class(*term) {
                self.join(first, *term, None);
                is_changed = true;
            }
        }
        is_changed
    }

    /// Adds the equations because of which pairs of terms are equal.
    fn explain(&self, mut pairs: Vec<(TermNumber, TermNumber)>, why: &mut Vec<StatementNumber>) {
        let mut seen = FxHashSet::default();
        while let Some((from, to)) = pairs.pop() {
            if from == to || !seen.insert((from, to)) {
                continue;
            }
            for (one, other, by) in self.way(from, to) {
                let parts = |it| match self.statements.get_term(it) {
                    StatedTerm::Apply(_, arguments) => arguments.to_vec(),
                    _ => Vec::new(),
                };
                match by {
                    Some(equation) => why.push(equation),
                    None => pairs.extend(parts(one).into_iter().zip(parts(other))),
                }
            }
        }
    }

    /// The shortest way from a term to another one that is equal; breadth first.
    fn way(
        &self,
        from: TermNumber,
        to: TermNumber,
    ) -> Vec<(TermNumber, TermNumber, Option<StatementNumber>)> {
        let mut before = FxHashMap::default();
        let mut open = VecDeque::from([from]);
        while let Some(term) = open.pop_front() {
            for (next, by) in self.neighbours.get(&term).into_iter().flatten() {
                if *next != from && !before.contains_key(next) {
                    before.insert(*next, (term, *by));
                    open.push_back(*next);
                }
            }
        }
        let (mut way, mut at) = (Vec::new(), to);
        while let Some((term, by)) = before.get(&at).filter(|_| at != from) {
            way.push((*term, at, *by));
            at = *term;
        }
        way
    }

    /// Literals among these that contradict each other.
    fn conflict(&self, literals: &[StatementNumber]) -> Option<Vec<StatementNumber>> {
        let classes = |it: &[TermNumber]| it.iter().map(|it| self.class(*it)).collect::<Vec<_>>();
        let told = |mut why: Vec<StatementNumber>, pairs| {
            self.explain(pairs, &mut why);
            Some(why)
        };
        let mut atoms: FxHashMap<(Predicate, Vec<TermNumber>), StatementNumber> =
            FxHashMap::default();
        for literal in literals {
            if let Statement::Atom(predicate, terms) = self.statements.get(*literal) {
                atoms.entry((*predicate, classes(terms))).or_insert(*literal);
            }
        }
        for literal in literals {
            let Statement::Not(inner) = *self.statements.get(*literal) else { continue };
            match self.statements.get(inner) {
                Statement::Equal(one, other) if self.class(*one) == self.class(*other) => {
                    return told(vec![*literal], vec![(*one, *other)]);
                }
                Statement::Atom(predicate, terms) => {
                    let Some(same) = atoms.get(&(*predicate, classes(terms))) else { continue };
                    let Statement::Atom(_, others) = self.statements.get(*same) else { continue };
                    let pairs = terms.iter().copied().zip(others.iter().copied()).collect();
                    return told(vec![*literal, *same], pairs);
                }
                _ => {}
            }
        }
        let mut terms: Vec<_> = self.neighbours.keys().copied().collect();
        terms.sort_unstable();
        for list in &self.statements.signature.distinct {
            let mut met: FxHashMap<TermNumber, TermNumber> = FxHashMap::default();
            for term in &terms {
                let StatedTerm::Apply(function, arguments) = self.statements.get_term(*term) else {
                    continue;
                };
                if !arguments.is_empty() || !list.contains(function) {
                    continue;
                }
                let first = *met.entry(self.class(*term)).or_insert(*term);
                if first != *term {
                    return told(Vec::new(), vec![(first, *term)]);
                }
            }
        }
        None
    }
}

/// Few literals among these that contradict each other, perhaps by equations.
pub(super) fn conflict(
    statements: &Statements,
    literals: &[StatementNumber],
) -> Option<Vec<StatementNumber>> {
    let conflict_of = |it: &[StatementNumber]| EqualClasses::of(statements, it).conflict(it);
    let mut few = conflict_of(literals)?;
    few.sort_unstable();
    few.dedup();
    let mut at = 0;
    while at < few.len() {
        let mut fewer = few.clone();
        fewer.remove(at);
        match conflict_of(&fewer) {
            Some(_) => few = fewer,
            None => at += 1,
        }
    }
    Some(few)
}

/// A statement in which equals were replaced by equals: the equation, and what it was before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replaced {
    pub statement: StatementNumber,
    pub equation: StatementNumber,
    pub before: StatementNumber,
}

/// Replacements that lead from literals to a contradiction, the shortest first; a statement may follow from earlier ones.
pub(super) fn replacements(
    statements: &mut Statements,
    literals: &[StatementNumber],
) -> Option<Vec<Replaced>> {
    let mut known = literals.to_vec();
    let mut how: FxHashMap<StatementNumber, Replaced> = FxHashMap::default();
    let mut at = 0;
    let mut end = known.iter().copied().find_map(|it| contradicted(statements, it, &known));
    while end.is_none() && at < known.len() && known.len() < MOST_REPLACED {
        for other in 0..at {
            for (equation, before) in [(known[other], known[at]), (known[at], known[other])] {
                let Statement::Equal(one, two) = *statements.get(equation) else { continue };
                for (from, to) in [(one, two), (two, one)] {
                    let statement = statements.exchanged(before, from, to);
                    if end.is_some() || known.contains(&statement) {
                        continue;
                    }
                    known.push(statement);
                    how.insert(statement, Replaced { statement, equation, before });
                    end = contradicted(statements, statement, &known);
                }
            }
        }
        at += 1;
    }
    let (mut needed, mut open) = (FxHashSet::default(), end?);
    while let Some(id) = open.pop() {
        if let Some(replaced) = how.get(&id).filter(|_| needed.insert(id)) {
            open.extend([replaced.equation, replaced.before]);
        }
    }
    Some(known.iter().filter(|it| needed.contains(it)).map(|it| how[it]).collect())
}

/// What a statement contradicts, with it.
fn contradicted(
    statements: &mut Statements,
    id: StatementNumber,
    known: &[StatementNumber],
) -> Option<Vec<StatementNumber>> {
    if is_absurd(statements, id) {
        return Some(vec![id]);
    }
    let denial = denied(statements, id);
    known.contains(&denial).then(|| vec![id, denial])
}

/// Whether a statement is false in itself.
pub(super) fn is_absurd(statements: &Statements, id: StatementNumber) -> bool {
    match *statements.get(id) {
        Statement::Truth(value) => !value,
        Statement::Not(inner) => match *statements.get(inner) {
            Statement::Truth(value) => value,
            Statement::Equal(one, other) => one == other,
            _ => false,
        },
        Statement::Equal(one, other) => {
            let constant = |it| match statements.get_term(it) {
                StatedTerm::Apply(function, arguments) if arguments.is_empty() => Some(*function),
                _ => None,
            };
            let (Some(one), Some(other)) = (constant(one), constant(other)) else { return false };
            let mut lists = statements.signature.distinct.iter();
            one != other && lists.any(|it| it.contains(&one) && it.contains(&other))
        }
        _ => false,
    }
}
