//! Proofs by natural deduction that a person would write: what follows at once is drawn, the goal is taken apart by
//! its introduction rules, and only then something is chosen. How much may be chosen grows from round to round, so
//! that what needs little is found first. What a proof does not use is left out at the end.

mod choices;
mod tape;
mod tidy;

use rustc_hash::FxHashSet;

use self::tape::Tape;
use self::tidy::tidied;
use crate::budget::{Budget, Stop};
use crate::evidence::deduction::{Deduction, DeductionRule as Rule};
use crate::logic::first_order::{TheoryQuantifier, TheorySort};
use crate::logic::statements::{
    NameNumber, StatedTerm, Statement, StatementNumber, Statements, TermNumber,
};

/// Rounds: in the last so much may be chosen one inside the other.
const MOST_CHOICES: u32 = 7;

/// What is deeper has no proof that anybody would read, and is not looked at: a search goes as deep as statements are.
const DEEPEST: usize = 50;

/// Subproofs inside each other.
const MOST_SUBPROOFS: usize = 24;

/// Lines that are written down before a round is given up; most of them are left out of a proof.
const MOST_FACTS: usize = 600;

/// A proof of the goal from premises, of so many lines at most, perhaps with what listed sorts say; `None` where none
/// is found.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn find(
    statements: &Statements,
    premises: &[StatementNumber],
    goal: StatementNumber,
    (most_lines, with_lists): (usize, bool),
    budget: &mut Budget,
) -> Result<Option<Deduction>, Stop> {
    if statements.deepest() > DEEPEST {
        return Ok(None);
    }
    let mut best: Option<Deduction> = None;
    for choices in 0..=MOST_CHOICES {
        let mut search = DeductionSearch::new(statements.clone(), premises, goal);
        if with_lists {
            search.write_lists();
        }
        let found = match search.prove(goal, choices, budget) {
            Ok(found) => found,
            Err(Stop::Steps) => break,
            Err(stop) => return Err(stop),
        };
        let Some(line) = found else { continue };
        let proof = tidied(search.tape, search.statements, line);
        let is_shorter = best.as_ref().is_none_or(|it| proof.lines.len() < it.lines.len());
        let was_found = best.is_some();
        if is_shorter {
            best = Some(proof);
        }
        // One choice more is tried, since it may spare others.
        if was_found {
            break;
        }
    }
    Ok(best.filter(|it| it.lines.len() <= most_lines))
}

/// A search in a round.
struct DeductionSearch {
    statements: Statements,
    tape: Tape,
    /// Terms deeper than those that there are at first are not made.
    deepest: usize,
    bottom: StatementNumber,
}

impl DeductionSearch {
    fn new(
        mut statements: Statements,
        premises: &[StatementNumber],
        goal: StatementNumber,
    ) -> Self {
        let bottom = statements.statement(Statement::Truth(false));
        let terms = premises.iter().chain([&goal]).flat_map(|it| statements.closed_terms(*it));
        let deepest = terms.map(|it| statements.depth(it)).max().unwrap_or(1) + 1;
        let mut tape = Tape::default();
        for premise in premises {
            tape.write(Some(*premise), Rule::Premise, Vec::new());
        }
        Self { statements, tape, deepest, bottom }
    }

    /// Writes that listed sorts have no things but those of their lists.
    fn write_lists(&mut self) {
        for (sort, elements) in (0..).zip(self.statements.signature.sorts.clone()) {
            let Some(elements) = elements.filter(|it| !it.is_empty()) else { continue };
            let thing = self.statements.term(StatedTerm::Bound(0));
            let mut same = Vec::new();
            for element in elements {
                let element = self.statements.term(StatedTerm::Apply(element, Box::default()));
                same.push(self.statements.statement(Statement::Equal(thing, element)));
            }
            let body = match same[..] {
                [only] => only,
                _ => self.statements.statement(Statement::Or(same.into())),
            };
            let all = Statement::Quantified(TheoryQuantifier::All, TheorySort(sort), body);
            let all = self.statements.statement(all);
            self.tape.learn(all, Rule::Listed, &[]);
        }
    }

    /// The line that says the goal, if it is reached with so many choices. Else nothing has changed.
    fn prove(
        &mut self,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        budget.spend(20 + self.tape.facts().len() as u64)?;
        if let Some(line) = self.tape.known(goal) {
            return Ok(Some(line));
        }
        let mark = self.tape.mark();
        let found = self.attempt(goal, choices, budget)?;
        if found.is_none() {
            self.tape.back(mark);
        }
        Ok(found)
    }

    fn attempt(
        &mut self,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        self.draw(goal, budget)?;
        if let Some(line) = self.at_once(goal) {
            return Ok(Some(line));
        }
        match self.statements.get(goal).clone() {
            Statement::And(parts) => {
                let mut lines = Vec::new();
                for part in parts {
                    let Some(line) = self.prove(part, choices, budget)? else { return Ok(None) };
                    lines.push(line);
                }
                Ok(Some(self.tape.follows(goal, Rule::AndIntroduction, &lines)))
            }
            Statement::Implies(one, other) => {
                let sub = self.suppose(None, Some(one), other, choices, budget)?;
                Ok(sub.map(|it| self.tape.closes(goal, Rule::ImpliesIntroduction, &[], &[it])))
            }
            Statement::Iff(one, other) => {
                let Some(there) = self.suppose(None, Some(one), other, choices, budget)? else {
                    return Ok(None);
                };
                let back = self.suppose(None, Some(other), one, choices, budget)?;
                let rule = Rule::IffIntroduction;
                Ok(back.map(|back| self.tape.closes(goal, rule, &[], &[there, back])))
            }
            Statement::Not(denied) => {
                let sub = self.suppose(None, Some(denied), self.bottom, choices, budget)?;
                Ok(sub.map(|it| self.tape.closes(goal, Rule::NotIntroduction, &[], &[it])))
            }
            Statement::Quantified(TheoryQuantifier::All, sort, body) => {
                let name = self.statements.name(sort);
                let thing = self.statements.term(StatedTerm::Name(name));
                let said = self.statements.instance(body, thing);
                let sub = self.suppose(Some(name), None, said, choices, budget)?;
                Ok(sub.map(|it| self.tape.closes(goal, Rule::AllIntroduction, &[], &[it])))
            }
            _ => self.choose(goal, choices, budget),
        }
    }

    /// A line that says the goal, since it or something contradictory is known.
    fn at_once(&mut self, goal: StatementNumber) -> Option<usize> {
        if let Some(line) = self.tape.known(goal) {
            return Some(line);
        }
        if let Some(line) = self.tape.known(self.bottom) {
            return Some(self.tape.follows(goal, Rule::FalseElimination, &[line]));
        }
        self.evident(goal)
    }

    /// A line that says what follows by introduction rules from what is known, without subproofs.
    fn evident(&mut self, goal: StatementNumber) -> Option<usize> {
        if let Some(line) = self.tape.known(goal) {
            return Some(line);
        }
        match self.statements.get(goal).clone() {
            Statement::Truth(true) => Some(self.tape.follows(goal, Rule::TrueIntroduction, &[])),
            Statement::Equal(one, other) if one == other => {
                Some(self.tape.follows(goal, Rule::EqualIntroduction, &[]))
            }
            Statement::And(parts) => {
                let mark = self.tape.mark();
                let lines: Option<Vec<_>> = parts.iter().map(|it| self.evident(*it)).collect();
                if lines.is_none() {
                    self.tape.back(mark);
                }
                Some(self.tape.follows(goal, Rule::AndIntroduction, &lines?))
            }
            Statement::Or(parts) => {
                let line = parts.iter().find_map(|it| self.evident(*it))?;
                Some(self.tape.follows(goal, Rule::OrIntroduction, &[line]))
            }
            Statement::Quantified(TheoryQuantifier::Some, sort, body) => {
                let told = self.witnesses(goal);
                let line = told.or_else(|| {
                    let is_simple = !matches!(
                        self.statements.get(body),
                        Statement::Quantified(..) | Statement::Implies(..) | Statement::Iff(..)
                    );
                    let things = if is_simple { self.things(sort) } else { Vec::new() };
                    things.into_iter().find_map(|thing| {
                        let said = self.statements.instance(body, thing);
                        self.evident(said)
                    })
                });
                line.map(|it| self.tape.learn(goal, Rule::SomeIntroduction, &[it]))
            }
            Statement::Not(inner) => {
                let Statement::Equal(one, other) = *self.statements.get(inner) else { return None };
                let is_apart = self.is_apart(one, other);
                is_apart.then(|| self.tape.follows(goal, Rule::Different, &[]))
            }
            _ => None,
        }
    }

    /// A line from which something exists, one quantifier left: atoms tell what things there are.
    fn witnesses(&mut self, goal: StatementNumber) -> Option<usize> {
        let (mut chain, mut said) = (vec![goal], goal);
        while let Statement::Quantified(TheoryQuantifier::Some, _, body) =
            *self.statements.get(said)
        {
            chain.push(body);
            said = body;
        }
        let count = chain.len() - 1;
        let all = self.matches(said, count, &mut Budget::unlimited()).ok()?;
        for values in all {
            let Some(values) = values.into_iter().collect::<Option<Vec<_>>>() else { continue };
            let instance = self.statements.instances(said, &values);
            let Some(mut line) = self.evident(instance) else { continue };
            for given in (1..count).rev() {
                let some = self.statements.instances(chain[given], &values[..given]);
                line = self.tape.learn(some, Rule::SomeIntroduction, &[line]);
            }
            return Some(line);
        }
        None
    }

    fn is_apart(&self, one: TermNumber, other: TermNumber) -> bool {
        let constant = |it| match self.statements.get_term(it) {
            StatedTerm::Apply(function, arguments) if arguments.is_empty() => Some(*function),
            _ => None,
        };
        let (Some(one), Some(other)) = (constant(one), constant(other)) else { return false };
        let mut lists = self.statements.signature.distinct.iter();
        one != other && lists.any(|it| it.contains(&one) && it.contains(&other))
    }

    /// The subproof in which something is supposed, and the goal is reached: its first line and its last one.
    fn suppose(
        &mut self,
        named: Option<NameNumber>,
        supposed: Option<StatementNumber>,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<(usize, usize)>, Stop> {
        if self.tape.depth() >= MOST_SUBPROOFS {
            return Ok(None);
        }
        let mark = self.tape.mark();
        let first = self.tape.open(named, supposed);
        let Some(line) = self.prove(goal, choices, budget)? else {
            self.tape.back(mark);
            return Ok(None);
        };
        let last = self.tape.ending(first, line, goal);
        self.tape.close(mark);
        Ok(Some((first, last)))
    }

    /// The closed terms of a sort that are spoken of.
    fn things(&self, sort: TheorySort) -> Vec<TermNumber> {
        let mut things: Vec<_> = self
            .tape
            .facts()
            .iter()
            .flat_map(|it| self.statements.closed_terms(*it))
            .chain(self.tape.names().iter().filter_map(|it| self.statements.named(*it)))
            .collect();
        things.sort_unstable();
        things.dedup();
        things.retain(|it| self.statements.sort(*it) == Some(sort));
        things
    }

    /// Draws what follows from what is known without choosing, until the goal is known.
    fn draw(&mut self, goal: StatementNumber, budget: &mut Budget) -> Result<(), Stop> {
        let mut done: FxHashSet<StatementNumber> = FxHashSet::default();
        loop {
            let before = self.tape.facts().len();
            let mut at = 0;
            while at < self.tape.facts().len() && self.tape.facts().len() < MOST_FACTS {
                if self.tape.known(goal).is_some() || self.tape.known(self.bottom).is_some() {
                    return Ok(());
                }
                budget.check()?;
                let fact = self.tape.facts()[at];
                if !done.contains(&fact) && self.draw_from(fact, budget)? {
                    done.insert(fact);
                }
                at += 1;
            }
            if self.tape.facts().len() == before || self.tape.facts().len() >= MOST_FACTS {
                return Ok(());
            }
        }
    }

    /// Draws what follows from a fact; whether nothing more can ever follow from it.
    fn draw_from(&mut self, fact: StatementNumber, budget: &mut Budget) -> Result<bool, Stop> {
        let line = self.tape.known(fact).unwrap_or_default();
        match self.statements.get(fact).clone() {
            Statement::And(parts) => {
                for part in parts {
                    self.tape.learn(part, Rule::AndElimination, &[line]);
                }
                Ok(true)
            }
            Statement::Implies(one, other) => Ok(self.leads(line, one, other, false)),
            Statement::Iff(one, other) => {
                let there = self.leads(line, one, other, true);
                Ok(self.leads(line, other, one, true) || there)
            }
            Statement::Not(denied) => {
                if let Statement::Not(inner) = *self.statements.get(denied) {
                    self.tape.learn(inner, Rule::DoubleNegation, &[line]);
                }
                if let Some(shown) = self.evident(denied) {
                    self.tape.learn(self.bottom, Rule::NotElimination, &[shown, line]);
                }
                Ok(false)
            }
            Statement::Equal(one, other) => {
                if self.is_apart(one, other) {
                    let denial = self.statements.not(fact);
                    let apart = self.tape.follows(denial, Rule::Different, &[]);
                    self.tape.learn(self.bottom, Rule::NotElimination, &[line, apart]);
                }
                Ok(true)
            }
            Statement::Quantified(TheoryQuantifier::All, ..) => {
                self.draw_instances(fact, budget)?;
                Ok(false)
            }
            _ => Ok(true),
        }
    }

    /// Draws what one of two parts leads to; whether that is known.
    fn leads(
        &mut self,
        line: usize,
        one: StatementNumber,
        other: StatementNumber,
        is_both: bool,
    ) -> bool {
        let is_known = self.tape.known(other).is_some();
        if !is_known && let Some(shown) = self.evident(one) {
            let rule = if is_both { Rule::IffElimination } else { Rule::ImpliesElimination };
            self.tape.learn(other, rule, &[line, shown]);
            return true;
        }
        is_known
    }

    /// Draws what is said of all things of which atoms are known.
    fn draw_instances(&mut self, fact: StatementNumber, budget: &mut Budget) -> Result<(), Stop> {
        let (sorts, body) = self.universal(fact);
        let rules: Vec<(StatementNumber, Option<StatementNumber>)> =
            match *self.statements.get(body) {
                Statement::Implies(one, other) => vec![(one, Some(other))],
                Statement::Iff(one, other) => vec![(one, Some(other)), (other, Some(one))],
                Statement::Not(denied) => vec![(denied, None)],
                _ => return Ok(()),
            };
        for (condition, consequence) in rules {
            for values in self.matches(condition, sorts.len(), budget)? {
                // What is not told by the condition is chosen later.
                let Some(values) = values.iter().copied().collect::<Option<Vec<_>>>() else {
                    continue;
                };
                if let Some(consequence) = consequence {
                    let said = self.with_values(consequence, &values);
                    let is_deep = self.is_deep(said);
                    if is_deep || self.evident_quietly(said) {
                        continue;
                    }
                }
                self.instantiate(fact, &values);
                // The instance is a fact now, and is drawn from in its turn.
            }
        }
        Ok(())
    }

    fn is_deep(&self, said: StatementNumber) -> bool {
        let terms = self.statements.closed_terms(said);
        terms.into_iter().any(|it| self.statements.depth(it) > self.deepest)
    }

    /// Whether a statement is evident, with nothing written.
    fn evident_quietly(&mut self, said: StatementNumber) -> bool {
        let mark = self.tape.mark();
        let is_evident = self.evident(said).is_some();
        self.tape.back(mark);
        is_evident
    }

    /// Writes what is said of all things for these ones, a quantifier at a time.
    fn instantiate(&mut self, fact: StatementNumber, values: &[TermNumber]) -> Option<usize> {
        let (mut said, mut line) = (fact, self.tape.known(fact)?);
        for value in values {
            let Statement::Quantified(_, _, body) = *self.statements.get(said) else { break };
            said = self.statements.instance(body, *value);
            line = self.tape.learn(said, Rule::AllElimination, &[line]);
        }
        Some(line)
    }

    /// The sorts of the quantifiers for all at the beginning of a statement, and what they speak of.
    fn universal(&self, mut said: StatementNumber) -> (Vec<TheorySort>, StatementNumber) {
        let mut sorts = Vec::new();
        while let Statement::Quantified(TheoryQuantifier::All, sort, body) =
            *self.statements.get(said)
        {
            sorts.push(sort);
            said = body;
        }
        (sorts, said)
    }

    /// What some quantifiers speak of, said of these things, of which the first is that of the outermost.
    fn with_values(&mut self, body: StatementNumber, values: &[TermNumber]) -> StatementNumber {
        self.statements.instances(body, values)
    }
}
