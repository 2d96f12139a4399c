//! Whether a clause follows from a sentence: it does when the sentence and the clause's denial contradict
//! each other. The variables of the denial are constants. The tableau branches as the sentence does, and
//! a branch is closed by a literal of the clause; what a sentence says of everything is said of a
//! thing that is still to be chosen, and chosen to close a branch (free variables; M. Fitting, *First-order
//! logic and automated theorem proving*, 1996). A goal in which nothing is left to choose is decided
//! once and alone: how it is reached does not matter to the others.

mod counting;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use counting::CountedThings;

use super::ClauseFormChecker;
use super::terms::{CheckedEnvironment, OPEN, constant, instance, is_closed, is_of, term};
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{ATOM, ProofLiteral, ProofTerm, ProofTermKind, RefutationStep};
use crate::logic::first_order::{
    TheoryFunction, TheoryQuantifier, TheorySentence, TheorySentenceId,
};

/// Symbols from this number on are things that are not spoken of.
const UNNAMED: u32 = 1 << 30;

/// What a branch takes to be true.
#[derive(Clone, PartialEq, Eq, Hash)]
enum TableauFact {
    /// A sentence has a value.
    Sentence(TheorySentenceId, bool, CheckedEnvironment),
    /// There are things.
    Count(CountedThings),
    /// Two things are the same, or are not.
    Same(bool, ProofTerm, ProofTerm),
}

/// Facts each of which has to contradict the denial of a clause.
type Goals = Option<Rc<TableauGoal>>;

struct TableauGoal {
    fact: TableauFact,
    clause: Rc<Vec<ProofLiteral>>,
    rest: Goals,
}

fn push(fact: TableauFact, clause: &Rc<Vec<ProofLiteral>>, rest: &Goals) -> Goals {
    Some(Rc::new(TableauGoal { fact, clause: Rc::clone(clause), rest: rest.clone() }))
}

/// What is known of a goal in which nothing is left to choose.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alone {
    /// It is reached, whatever else is.
    Reached,
    /// It is not, whatever is chosen.
    Missed,
    /// It was reached by a choice that other goals may need to be another one.
    ByChoice,
}

/// The search for a closed tableau.
pub(super) struct Tableau<'c> {
    checker: &'c ClauseFormChecker<'c>,
    budget: &'c mut Budget,
    /// What the variables stand for that were open.
    chosen: Vec<Option<ProofTerm>>,
    trail: Vec<usize>,
    unnamed: u32,
    /// Things of which the clauses are false that names without variables mean.
    witnesses: FxHashMap<(u32, usize), Vec<ProofTerm>>,
    /// The clauses that goals have, each once.
    clauses: FxHashSet<Rc<Vec<ProofLiteral>>>,
    /// The literals that close branches, by the addresses of their clauses.
    closing: FxHashSet<(*const Vec<ProofLiteral>, usize)>,
    /// Goals that were decided alone: a fact and the address of its clause.
    decided: FxHashMap<(TableauFact, *const Vec<ProofLiteral>), Alone>,
}

impl<'c> Tableau<'c> {
    /// A search that has not begun.
    pub(super) fn new(checker: &'c ClauseFormChecker<'c>, budget: &'c mut Budget) -> Self {
        Self {
            checker,
            budget,
            chosen: Vec::new(),
            trail: Vec::new(),
            unnamed: UNNAMED,
            witnesses: FxHashMap::default(),
            clauses: FxHashSet::default(),
            closing: FxHashSet::default(),
            decided: FxHashMap::default(),
        }
    }

    /// Whether a clause follows from a sentence's having a value.
    pub(super) fn closes(
        &mut self,
        sentence: TheorySentenceId,
        value: bool,
        environment: CheckedEnvironment,
        clause: &[ProofLiteral],
    ) -> Result<bool, Stop> {
        let fact = TableauFact::Sentence(sentence, value, environment);
        let clause = self.kept(clause.to_vec());
        self.all(push(fact, &clause, &None))
    }

    fn kept(&mut self, clause: Vec<ProofLiteral>) -> Rc<Vec<ProofLiteral>> {
        if let Some(known) = self.clauses.get(&clause) {
            return Rc::clone(known);
        }
        let clause = Rc::new(clause);
        self.clauses.insert(Rc::clone(&clause));
        clause
    }

    /// Whether all goals are reached, with one choice for every open variable.
    fn all(&mut self, goals: Goals) -> Result<bool, Stop> {
        self.budget.check()?;
        let Some(goal) = goals else { return Ok(true) };
        match self.alone(&goal)? {
            Alone::Reached => self.all(goal.rest.clone()),
            Alone::Missed => Ok(false),
            Alone::ByChoice => self.with_rest(&goal),
        }
    }

    /// Whether a goal is reached without those behind it.
    fn alone(&mut self, goal: &TableauGoal) -> Result<Alone, Stop> {
        let Some(fact) = self.without_choice(&goal.fact) else { return Ok(Alone::ByChoice) };
        let key = (fact, Rc::as_ptr(&goal.clause));
        if let Some(known) = self.decided.get(&key) {
            return Ok(*known);
        }
        let (mark, open) = (self.trail.len(), self.chosen.len());
        let goal = TableauGoal { fact: key.0.clone(), clause: Rc::clone(&goal.clause), rest: None };
        let found = match self.with_rest(&Rc::new(goal))? {
            false => Alone::Missed,
            true if self.trail[mark..].iter().any(|it| *it < open) => Alone::ByChoice,
            true => Alone::Reached,
        };
        self.undo(mark);
        self.decided.insert(key, found);
        Ok(found)
    }

    /// A fact with what was chosen, where nothing is left to choose. Variables that no term mentions
    /// may stand for anything.
    fn without_choice(&self, fact: &TableauFact) -> Option<TableauFact> {
        let values = |environment: &CheckedEnvironment| {
            let entries = environment.iter().map(|(variable, term)| {
                let value = self.value(term);
                let is_settled = is_closed(&value) || !self.checker.is_mentioned(*variable);
                is_settled.then_some((*variable, value))
            });
            Some(Rc::new(entries.collect::<Option<_>>()?))
        };
        Some(match fact {
            TableauFact::Sentence(id, value, environment) => {
                TableauFact::Sentence(*id, *value, values(environment)?)
            }
            TableauFact::Count(count) => TableauFact::Count(CountedThings {
                environment: values(&count.environment)?,
                ..count.clone()
            }),
            TableauFact::Same(value, one, other) => {
                let [one, other] = [one, other].map(|it| self.value(it));
                if !is_closed(&one) || !is_closed(&other) {
                    return None;
                }
                TableauFact::Same(*value, one, other)
            }
        })
    }

    /// Whether a goal is reached, and those behind it as well by the same choice.
    fn with_rest(&mut self, goal: &Rc<TableauGoal>) -> Result<bool, Stop> {
        let mark = self.trail.len();
        let is_closed = match &goal.fact {
            TableauFact::Same(value, one, other) => {
                let sides = (one.clone(), Some(other.clone()));
                self.literal(*value, &sides, goal)?
                    || *value && self.differ_by_choice(one, other, goal)?
                    || self.named(goal)?
            }
            TableauFact::Sentence(id, value, environment) => {
                self.part((*id, *value), environment, goal)?
                    || self.sentence(*id, *value, environment, goal)?
                    || self.named(goal)?
            }
            // A name may mean clauses each of which needs another choice of what is counted.
            TableauFact::Count(count) if count.is_at_least => {
                self.at_least(count, goal)? || self.named(goal)?
            }
            TableauFact::Count(count) => self.at_most(count, goal)? || self.named(goal)?,
        };
        if !is_closed {
            self.undo(mark);
        }
        Ok(is_closed)
    }

    fn undo(&mut self, mark: usize) {
        for at in self.trail.drain(mark..) {
            self.chosen[at] = None;
        }
    }

    /// Whether one of several ways to go on reaches all goals.
    fn any(&mut self, ways: impl IntoIterator<Item = Goals>) -> Result<bool, Stop> {
        for way in ways {
            if self.all(way)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The fact is what an atom of the clause says, so that the denial says the opposite.
    fn part(
        &mut self,
        said: (TheorySentenceId, bool),
        environment: &CheckedEnvironment,
        goal: &Rc<TableauGoal>,
    ) -> Result<bool, Stop> {
        let checker = self.checker;
        for literal in goal.clause.iter().filter(|it| it.is_positive) {
            let Some((id, value, things)) = checker.part(literal) else { continue };
            let mark = self.trail.len();
            let fits = (id, value) == said
                && things.iter().all(|(variable, thing)| {
                    environment.get(variable).is_some_and(|it| self.fits(it, thing))
                });
            if fits && self.all(goal.rest.clone())? {
                return Ok(true);
            }
            self.undo(mark);
        }
        Ok(false)
    }

    /// The fact contradicts the clause's denial because of a name in the clause: it contradicts the
    /// denial of every clause that follows from the name.
    fn named(&mut self, goal: &Rc<TableauGoal>) -> Result<bool, Stop> {
        let checker = self.checker;
        for (name, values) in checker.names(&goal.clause, true) {
            let mut goals = goal.rest.clone();
            let meaning = checker.names.get(&name).map_or(&[][..], |it| &it.meaning);
            for (at, step) in meaning.iter().enumerate() {
                let (before, after) = match checker.names(&step.literals, false).next() {
                    Some((_, parameters)) if !parameters.is_empty() => {
                        (parameters.to_vec(), values.to_vec())
                    }
                    _ => self.witnesses(name, at, step),
                };
                let meant = step.literals.iter().filter(|it| it.is_positive || !is_of(it, name));
                let meant: Vec<_> = meant.map(|it| instance(it, &before, &after)).collect();
                let meant = self.kept(meant);
                goals = push(goal.fact.clone(), &meant, &goals);
            }
            if self.all(goals)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The variables of a clause that is part of what a name without any means, and things of which
    /// that clause is false if the name is: the same ones wherever the name is spoken of.
    fn witnesses(
        &mut self,
        name: u32,
        at: usize,
        step: &RefutationStep,
    ) -> (Vec<ProofTerm>, Vec<ProofTerm>) {
        let own = (0..).zip(&step.variables).map(|(variable, sort)| {
            let kind = ProofTermKind::Variable(variable);
            ProofTerm { sort: *sort, kind }
        });
        if let Some(known) = self.witnesses.get(&(name, at)) {
            return (own.collect(), known.clone());
        }
        let things: Vec<_> =
            step.variables.iter().map(|sort| self.unnamed(*sort, Vec::new())).collect();
        self.witnesses.insert((name, at), things.clone());
        (own.collect(), things)
    }

    /// Closes a branch on which two terms are the same or not, or an atom has a value.
    fn literal(
        &mut self,
        value: bool,
        (left, right): &(ProofTerm, Option<ProofTerm>),
        goal: &Rc<TableauGoal>,
    ) -> Result<bool, Stop> {
        if let Some(right) = right {
            let mark = self.trail.len();
            let is_contradictory =
                match (value, constant(&self.value(left)), constant(&self.value(right))) {
                    (false, ..) => self.are_same(left, right),
                    (true, Some(one), Some(other)) => self.checker.differ(one, other),
                    _ => false,
                };
            if is_contradictory && self.all(goal.rest.clone())? {
                return Ok(true);
            }
            self.undo(mark);
        }
        for at in self.unused_first(goal) {
            let literal = &goal.clause[at];
            if literal.is_positive != value {
                continue;
            }
            for is_flipped in [false, true] {
                let (one, other) = match (right, &literal.right, is_flipped) {
                    (None, None, false) => ((left, &literal.left), None),
                    (Some(right), Some(that), false) => {
                        ((left, &literal.left), Some((right, that)))
                    }
                    (Some(right), Some(that), true) => ((left, that), Some((right, &literal.left))),
                    _ => continue,
                };
                let mark = self.trail.len();
                let fits = self.fits(one.0, one.1)
                    && other.is_none_or(|(pattern, term)| self.fits(pattern, term));
                let closing = (Rc::as_ptr(&goal.clause), at);
                let is_first = fits && self.closing.insert(closing);
                if fits && self.all(goal.rest.clone())? {
                    return Ok(true);
                }
                if is_first {
                    self.closing.remove(&closing);
                }
                self.undo(mark);
            }
        }
        Ok(false)
    }

    /// The literals of a goal's clause, those first that close no branch yet: a clause has one for each part of its sentence
    /// as a rule, and of many that are alike the wrong ones take exponentially long.
    fn unused_first(&self, goal: &TableauGoal) -> Vec<usize> {
        let clause = Rc::as_ptr(&goal.clause);
        let mut order: Vec<usize> = (0..goal.clause.len()).collect();
        order.sort_by_key(|at| self.closing.contains(&(clause, *at)));
        order
    }

    /// Whether two terms are the same, perhaps by a choice for the open variables of one of them.
    fn are_same(&mut self, one: &ProofTerm, other: &ProofTerm) -> bool {
        let (left, right) = (self.value(one), self.value(other));
        left == right
            || is_closed(&right) && self.fits(&left, &right)
            || is_closed(&left) && self.fits(&right, &left)
    }

    /// Closes a branch on which two things are the same that may be chosen: as different constants.
    fn differ_by_choice(
        &mut self,
        one: &ProofTerm,
        other: &ProofTerm,
        goal: &Rc<TableauGoal>,
    ) -> Result<bool, Stop> {
        let checker = self.checker;
        let constant = |it: &TheoryFunction| ProofTerm {
            sort: checker.theory.signature.functions[it.0 as usize].result.0,
            kind: ProofTermKind::Apply(it.0, Vec::new()),
        };
        for different in &checker.theory.signature.distinct {
            for (first, second) in
                different.iter().flat_map(|it| different.iter().map(move |that| (it, that)))
            {
                let mark = self.trail.len();
                let fits = first != second
                    && self.fits(one, &constant(first))
                    && self.fits(other, &constant(second));
                if fits && self.all(goal.rest.clone())? {
                    return Ok(true);
                }
                self.undo(mark);
            }
        }
        Ok(false)
    }

    fn sentence(
        &mut self,
        id: TheorySentenceId,
        value: bool,
        environment: &CheckedEnvironment,
        goal: &Rc<TableauGoal>,
    ) -> Result<bool, Stop> {
        let theory = self.checker.theory;
        let fact =
            |id: TheorySentenceId, value| TableauFact::Sentence(id, value, Rc::clone(environment));
        let one = |fact: TableauFact, rest: &Goals| push(fact, &goal.clause, rest);
        match theory.get(id) {
            TheorySentence::Truth(truth) => Ok(*truth != value && self.all(goal.rest.clone())?),
            TheorySentence::Atom(predicate, terms) => {
                let symbol = theory.signature.functions.len() as u32 + predicate.0;
                let terms = terms.iter().map(|it| term(theory, *it, environment)).collect();
                let atom = ProofTerm { sort: ATOM, kind: ProofTermKind::Apply(symbol, terms) };
                self.literal(value, &(atom, None), goal)
            }
            TheorySentence::Equal(one, other) => {
                let sides = [one, other].map(|it| term(theory, *it, environment));
                let [left, right] = sides;
                self.literal(value, &(left, Some(right)), goal)
            }
            TheorySentence::Not(part) => self.all(one(fact(*part, !value), &goal.rest)),
            TheorySentence::And(parts) | TheorySentence::Or(parts) => {
                let is_and = matches!(theory.get(id), TheorySentence::And(_));
                if is_and == value {
                    self.any(parts.iter().map(|it| one(fact(*it, value), &goal.rest)))
                } else {
                    let all = parts.iter().rev();
                    self.all(all.fold(goal.rest.clone(), |rest, it| one(fact(*it, value), &rest)))
                }
            }
            TheorySentence::Implies(first, second) if value => {
                let rest = one(fact(*second, true), &goal.rest);
                self.all(one(fact(*first, false), &rest))
            }
            TheorySentence::Implies(first, second) => self
                .any([one(fact(*first, true), &goal.rest), one(fact(*second, false), &goal.rest)]),
            TheorySentence::Iff(first, second) => self.any([false, true].map(|side| {
                let rest = one(fact(*second, side != value), &goal.rest);
                one(fact(*first, side), &rest)
            })),
            TheorySentence::Quantified(quantifier, variable, part) => {
                let count = |is_at_least, number, value| {
                    let (variable, part) = (*variable, *part);
                    let environment = Rc::clone(environment);
                    let count =
                        CountedThings { is_at_least, number, value, variable, part, environment };
                    TableauFact::Count(count)
                };
                self.quantified(*quantifier, value, count, goal)
            }
        }
    }

    fn quantified(
        &mut self,
        quantifier: TheoryQuantifier,
        value: bool,
        count: impl Fn(bool, u32, bool) -> TableauFact,
        goal: &Rc<TableauGoal>,
    ) -> Result<bool, Stop> {
        let least = |number, value| count(true, number, value);
        let most = |number, value| count(false, number, value);
        let one = |fact: TableauFact, rest: &Goals| push(fact, &goal.clause, rest);
        let fact = match (quantifier, value) {
            (TheoryQuantifier::All, true) => most(0, false),
            (TheoryQuantifier::All, false) => least(1, false),
            (TheoryQuantifier::Some, true) => least(1, true),
            (TheoryQuantifier::Some, false)
            | (TheoryQuantifier::AtMost(0) | TheoryQuantifier::Exactly(0), true) => most(0, true),
            (TheoryQuantifier::AtLeast(number), true) => least(number, true),
            // That there are fewer than none is false.
            (TheoryQuantifier::AtLeast(0), false) => return self.all(goal.rest.clone()),
            (TheoryQuantifier::AtLeast(number), false) => most(number - 1, true),
            (TheoryQuantifier::AtMost(number), true) => most(number, true),
            (TheoryQuantifier::AtMost(number), false) => least(number.saturating_add(1), true),
            (TheoryQuantifier::Exactly(number), true) => {
                let ways = [most(number, true), least(number, true)];
                return self.any(ways.map(|it| one(it, &goal.rest)));
            }
            (TheoryQuantifier::Exactly(number), false) => {
                let rest = match number {
                    0 => goal.rest.clone(),
                    _ => one(most(number - 1, true), &goal.rest),
                };
                return self.all(one(least(number.saturating_add(1), true), &rest));
            }
        };
        self.all(one(fact, &goal.rest))
    }

    /// A new thing, which depends on others.
    fn unnamed(&mut self, sort: u32, others: Vec<ProofTerm>) -> ProofTerm {
        self.unnamed += 1;
        ProofTerm { sort, kind: ProofTermKind::Apply(self.unnamed, others) }
    }

    /// A term with what was chosen for its open variables.
    fn value(&self, term: &ProofTerm) -> ProofTerm {
        match &term.kind {
            ProofTermKind::Variable(number) => {
                let at = number.checked_sub(OPEN).map(|it| it as usize);
                let chosen = at.and_then(|it| self.chosen[it].clone());
                chosen.unwrap_or_else(|| term.clone())
            }
            ProofTermKind::Apply(symbol, arguments) => {
                let arguments = arguments.iter().map(|it| self.value(it)).collect();
                ProofTerm { sort: term.sort, kind: ProofTermKind::Apply(*symbol, arguments) }
            }
        }
    }

    /// Chooses open variables of a term so that it is another one, which has none.
    fn fits(&mut self, open: &ProofTerm, term: &ProofTerm) -> bool {
        if open.sort != term.sort {
            return false;
        }
        match (&open.kind, &term.kind) {
            (ProofTermKind::Variable(number), _) if *number >= OPEN => {
                let at = (*number - OPEN) as usize;
                match &self.chosen[at] {
                    Some(chosen) => chosen == term,
                    None => {
                        self.chosen[at] = Some(term.clone());
                        self.trail.push(at);
                        true
                    }
                }
            }
            (ProofTermKind::Apply(one, inner), ProofTermKind::Apply(other, others)) => {
                one == other
                    && inner.len() == others.len()
                    && inner.iter().zip(others).all(|(one, other)| self.fits(one, other))
            }
            (one, other) => one == other,
        }
    }
}
