//! What is chosen on the way to a goal that no introduction rule leads to for sure: which thing, which case, which
//! rule to go back by, and at last that the goal were false.

use super::DeductionSearch;
use crate::budget::{Budget, Stop};
use crate::evidence::deduction::DeductionRule as Rule;
use crate::logic::first_order::{TheoryQuantifier, TheorySort};
use crate::logic::statements::{StatedTerm, Statement, StatementNumber, TermNumber};

/// Things for which all is written down at a time.
const MOST_INSTANCES: usize = 150;

/// Names that are given to things at a time, beyond the number of choices.
const MORE_NAMES: usize = 2;

/// Ways to match a condition.
const MOST_MATCHES: usize = 100;

/// Statements that are looked at by exchanging equals.
const MOST_EXCHANGED: usize = 60;

impl DeductionSearch {
    pub(super) fn choose(
        &mut self,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        if let Some(line) = self.by_equals(goal, budget)? {
            return Ok(Some(line));
        }
        let Some(less) = choices.checked_sub(1) else { return Ok(None) };
        // What exists is given a name: nothing is lost by that, as long as it does not go on for ever.
        if self.tape.names().len() < MORE_NAMES + choices as usize
            && let Some(line) = self.unpacked()
        {
            return self.by_witness(goal, line, choices, budget);
        }
        let ways = [
            Self::by_introduction,
            Self::by_rule,
            Self::by_contradiction,
            Self::by_cases,
            Self::by_near_instances,
            Self::by_all_instances,
            Self::by_denial,
        ];
        for way in ways {
            let mark = self.tape.mark();
            if let Some(line) = way(self, goal, less, budget)? {
                return Ok(Some(line));
            }
            self.tape.back(mark);
        }
        Ok(None)
    }

    /// A statement that something exists of which no such thing is known.
    fn unpacked(&mut self) -> Option<StatementNumber> {
        for at in 0..self.tape.facts().len() {
            let fact = self.tape.facts()[at];
            let Statement::Quantified(TheoryQuantifier::Some, sort, body) =
                *self.statements.get(fact)
            else {
                continue;
            };
            let things = self.things(sort);
            let is_met = things.into_iter().any(|thing| {
                let said = self.statements.instance(body, thing);
                self.evident_quietly(said)
            });
            if !is_met {
                return Some(fact);
            }
        }
        None
    }

    fn by_witness(
        &mut self,
        goal: StatementNumber,
        fact: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let Statement::Quantified(_, sort, body) = *self.statements.get(fact) else {
            return Ok(None);
        };
        let line = self.tape.known(fact).unwrap_or_default();
        let name = self.statements.name(sort);
        let thing = self.statements.term(StatedTerm::Name(name));
        let said = self.statements.instance(body, thing);
        let sub = self.suppose(Some(name), Some(said), goal, choices, budget)?;
        Ok(sub.map(|it| self.tape.closes(goal, Rule::SomeElimination, &[line], &[it])))
    }

    /// One of several, or for some thing.
    fn by_introduction(
        &mut self,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        match self.statements.get(goal).clone() {
            Statement::Or(parts) => {
                for part in parts {
                    if let Some(line) = self.prove(part, choices, budget)? {
                        return Ok(Some(self.tape.follows(goal, Rule::OrIntroduction, &[line])));
                    }
                }
            }
            Statement::Quantified(TheoryQuantifier::Some, sort, body) => {
                for thing in self.things(sort) {
                    let said = self.statements.instance(body, thing);
                    if let Some(line) = self.prove(said, choices, budget)? {
                        return Ok(Some(self.tape.follows(goal, Rule::SomeIntroduction, &[line])));
                    }
                }
            }
            _ => {}
        }
        Ok(None)
    }

    /// Back by an implication that ends in the goal.
    fn by_rule(
        &mut self,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        for at in 0..self.tape.facts().len() {
            let fact = self.tape.facts()[at];
            let (sorts, body) = self.universal(fact);
            let ways = match *self.statements.get(body) {
                Statement::Implies(one, other) => vec![(one, other)],
                Statement::Iff(one, other) => vec![(one, other), (other, one)],
                _ => continue,
            };
            for (condition, consequence) in ways {
                let Some(values) = self.heads(consequence, goal, &sorts) else { continue };
                for values in self.filled(condition, &values, &sorts, budget)? {
                    let mark = self.tape.mark();
                    let wanted = self.with_values(condition, &values);
                    if !self.is_deep(wanted)
                        && self.prove(wanted, choices, budget)?.is_some()
                        && self.instantiate(fact, &values).is_some()
                    {
                        self.draw(goal, budget)?;
                        if let Some(line) = self.at_once(goal) {
                            return Ok(Some(line));
                        }
                    }
                    self.tape.back(mark);
                }
            }
        }
        Ok(None)
    }

    /// What variables stand for where a part of a consequence is the goal.
    fn heads(
        &self,
        consequence: StatementNumber,
        goal: StatementNumber,
        sorts: &[TheorySort],
    ) -> Option<Vec<Option<TermNumber>>> {
        let parts = match self.statements.get(consequence) {
            Statement::And(parts) => parts.to_vec(),
            _ => vec![consequence],
        };
        parts.into_iter().find_map(|part| {
            if sorts.is_empty() {
                return (part == goal).then(Vec::new);
            }
            let mut values = vec![None; sorts.len()];
            self.fits(part, goal, &mut values).then_some(values)
        })
    }

    /// The values completed by what is known of the condition, or else by all things.
    fn filled(
        &mut self,
        condition: StatementNumber,
        values: &[Option<TermNumber>],
        sorts: &[TheorySort],
        budget: &mut Budget,
    ) -> Result<Vec<Vec<TermNumber>>, Stop> {
        if let Some(values) = values.iter().copied().collect::<Option<Vec<_>>>() {
            return Ok(vec![values]);
        }
        let mut all = vec![Vec::new()];
        for (value, sort) in values.iter().zip(sorts) {
            let things = match value {
                Some(value) => vec![*value],
                None => self.things(*sort),
            };
            let longer = |it: &Vec<TermNumber>| {
                let it = it.clone();
                things.iter().map(move |thing| [&it[..], &[*thing]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).take(MOST_MATCHES).collect();
            budget.spend(all.len() as u64)?;
        }
        // Those first of which more is known.
        let unknown = |this: &mut Self, values: &Vec<TermNumber>| {
            let said = this.with_values(condition, values);
            let parts = match this.statements.get(said) {
                Statement::And(parts) => parts.to_vec(),
                _ => vec![said],
            };
            parts.iter().filter(|it| this.tape.known(**it).is_none()).count()
        };
        let mut rated: Vec<_> = all.into_iter().map(|it| (unknown(self, &it), it)).collect();
        rated.sort_by_key(|it| it.0);
        Ok(rated.into_iter().map(|it| it.1).collect())
    }

    /// What is denied is shown, or a condition of which something is not known yet.
    fn by_contradiction(
        &mut self,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let is_false = goal == self.bottom;
        for at in 0..self.tape.facts().len() {
            let fact = self.tape.facts()[at];
            let line = self.tape.known(fact).unwrap_or_default();
            match *self.statements.get(fact) {
                Statement::Not(denied) if is_false => {
                    if let Some(shown) = self.prove(denied, choices, budget)? {
                        let lines = [shown, line];
                        return Ok(Some(self.tape.follows(goal, Rule::NotElimination, &lines)));
                    }
                }
                Statement::Implies(one, other)
                    if self.tape.known(other).is_none() && self.tape.known(one).is_none() =>
                {
                    let mark = self.tape.mark();
                    if let Some(shown) = self.prove(one, choices, budget)? {
                        self.tape.learn(other, Rule::ImpliesElimination, &[line, shown]);
                        if let Some(line) = self.prove(goal, choices, budget)? {
                            return Ok(Some(line));
                        }
                    }
                    self.tape.back(mark);
                }
                Statement::Iff(one, other) if is_false => {
                    for (one, other) in [(one, other), (other, one)] {
                        let mark = self.tape.mark();
                        if self.tape.known(one).is_none()
                            && let Some(shown) = self.prove(one, choices, budget)?
                        {
                            self.tape.learn(other, Rule::IffElimination, &[line, shown]);
                            if let Some(line) = self.prove(goal, choices, budget)? {
                                return Ok(Some(line));
                            }
                        }
                        self.tape.back(mark);
                    }
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// The goal in each case of what is known to be one of several.
    fn by_cases(
        &mut self,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let mut cases = Vec::new();
        for at in 0..self.tape.facts().len() {
            let fact = self.tape.facts()[at];
            let Statement::Or(parts) = self.statements.get(fact).clone() else { continue };
            if parts.iter().any(|it| self.tape.known(*it).is_some()) {
                continue;
            }
            let open = parts.iter().filter(|it| {
                let denial = self.statements.not(**it);
                **it != goal && self.tape.known(denial).is_none()
            });
            cases.push((open.count(), fact, parts));
        }
        // Those first of which the least is open.
        cases.sort_by_key(|it| it.0);
        for (_, fact, parts) in cases {
            let line = self.tape.known(fact).unwrap_or_default();
            let mark = self.tape.mark();
            let mut subproofs = Vec::new();
            for part in &parts {
                match self.suppose(None, Some(*part), goal, choices, budget)? {
                    Some(sub) => subproofs.push(sub),
                    None => break,
                }
            }
            if subproofs.len() == parts.len() {
                let rule = Rule::OrElimination;
                return Ok(Some(self.tape.closes(goal, rule, &[line], &subproofs)));
            }
            self.tape.back(mark);
        }
        Ok(None)
    }

    /// What is said of all things, said of those that the goal and what is supposed are about.
    fn by_near_instances(
        &mut self,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let supposed = self.tape.supposed();
        let near: Vec<_> =
            supposed.chain([goal]).flat_map(|it| self.statements.closed_terms(it)).collect();
        self.by_instances(goal, Some(&near), choices, budget)
    }

    /// What is said of all things, said of each.
    fn by_all_instances(
        &mut self,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        self.by_instances(goal, None, choices, budget)
    }

    fn by_instances(
        &mut self,
        goal: StatementNumber,
        things: Option<&[TermNumber]>,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let facts = self.tape.facts().to_vec();
        let before = facts.len();
        for fact in facts {
            let (sorts, _) = self.universal(fact);
            if sorts.is_empty() {
                continue;
            }
            for sort in &sorts {
                self.needs_thing(*sort);
            }
            let open = vec![None; sorts.len()];
            let all = self.filled(fact, &open, &sorts, budget)?;
            for values in all {
                budget.spend(20)?;
                if things.is_some_and(|near| values.iter().any(|it| !near.contains(it))) {
                    continue;
                }
                if self.tape.facts().len() > before + MOST_INSTANCES {
                    break;
                }
                self.instantiate(fact, &values);
            }
        }
        if let Statement::Quantified(_, sort, _) = *self.statements.get(goal) {
            self.needs_thing(sort);
        }
        if self.tape.facts().len() == before {
            return Ok(None);
        }
        self.prove(goal, choices, budget)
    }

    /// That there is something, where nothing of a sort has a name.
    fn needs_thing(&mut self, sort: TheorySort) {
        if !self.things(sort).is_empty() {
            return;
        }
        let thing = self.statements.term(StatedTerm::Bound(0));
        let same = self.statements.statement(Statement::Equal(thing, thing));
        let some = Statement::Quantified(TheoryQuantifier::Some, sort, same);
        let some = self.statements.statement(some);
        self.tape.learn(some, Rule::Nonempty, &[]);
    }

    /// If the goal were false, something would be false.
    fn by_denial(
        &mut self,
        goal: StatementNumber,
        choices: u32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        if goal == self.bottom {
            return Ok(None);
        }
        let denial = self.statements.not(goal);
        if self.tape.known(denial).is_some() {
            return Ok(None);
        }
        let sub = self.suppose(None, Some(denial), self.bottom, choices, budget)?;
        Ok(sub.map(|it| self.tape.closes(goal, Rule::Contradiction, &[], &[it])))
    }

    /// The goal from something known by equations.
    fn by_equals(
        &mut self,
        goal: StatementNumber,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        if !matches!(self.statements.get(goal), Statement::Atom(..) | Statement::Equal(..)) {
            return Ok(None);
        }
        let equation = |it: &StatementNumber| match *self.statements.get(*it) {
            Statement::Equal(one, other) if one != other => Some((*it, one, other)),
            _ => None,
        };
        let equations: Vec<_> = self.tape.facts().iter().filter_map(equation).collect();
        if equations.is_empty() {
            return Ok(None);
        }
        // From the goal back; each with the equation that leads on and the place it leads to.
        let mut met: Vec<(StatementNumber, Option<(StatementNumber, usize)>)> = vec![(goal, None)];
        let mut at = 0;
        while at < met.len() && met.len() < MOST_EXCHANGED {
            let here = met[at].0;
            for (equation, one, other) in &equations {
                for (from, to) in [(*one, *other), (*other, *one)] {
                    budget.spend(60)?;
                    let next = self.statements.exchanged(here, from, to);
                    if next == here || self.is_deep(next) || met.iter().any(|it| it.0 == next) {
                        continue;
                    }
                    met.push((next, Some((*equation, at))));
                    if let Some(start) = self.evident(next) {
                        return Ok(Some(self.exchange_on(&met, start)));
                    }
                }
            }
            at += 1;
        }
        Ok(None)
    }

    fn exchange_on(
        &mut self,
        met: &[(StatementNumber, Option<(StatementNumber, usize)>)],
        start: usize,
    ) -> usize {
        let (mut line, mut at) = (start, met.len() - 1);
        while let Some((equation, next)) = met[at].1 {
            let with = self.tape.known(equation).unwrap_or_default();
            line = self.tape.follows(met[next].0, Rule::EqualElimination, &[with, line]);
            at = next;
        }
        line
    }

    /// What variables stand for so that the atoms of a condition are known. What no atom tells is open.
    pub(super) fn matches(
        &self,
        condition: StatementNumber,
        variables: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<Option<TermNumber>>>, Stop> {
        let parts = match self.statements.get(condition) {
            Statement::And(parts) => parts.to_vec(),
            _ => vec![condition],
        };
        let mut all = vec![vec![None; variables]];
        for part in parts {
            if !matches!(self.statements.get(part), Statement::Atom(..) | Statement::Not(_)) {
                continue;
            }
            let mut longer = Vec::new();
            for values in &all {
                for fact in self.tape.facts() {
                    budget.check()?;
                    let mut values: Vec<Option<TermNumber>> = values.clone();
                    if self.fits(part, *fact, &mut values) && longer.len() < MOST_MATCHES {
                        longer.push(values);
                    }
                }
            }
            all = longer;
        }
        Ok(all)
    }

    /// Whether an atom, or the denial of one, is a fact when its variables stand for something; the first of the values
    /// is that of the outermost quantifier.
    fn fits(
        &self,
        pattern: StatementNumber,
        fact: StatementNumber,
        values: &mut [Option<TermNumber>],
    ) -> bool {
        let mut open: Vec<(TermNumber, TermNumber)> =
            match (self.statements.get(pattern), self.statements.get(fact)) {
                (Statement::Atom(one, left), Statement::Atom(other, right)) if one == other => {
                    left.iter().copied().zip(right.iter().copied()).collect()
                }
                (Statement::Equal(one, other), Statement::Equal(left, right)) => {
                    vec![(*one, *left), (*other, *right)]
                }
                (Statement::Not(one), Statement::Not(other)) => {
                    return self.fits(*one, *other, values);
                }
                _ => return false,
            };
        while let Some((pattern, term)) = open.pop() {
            match (self.statements.get_term(pattern), self.statements.get_term(term)) {
                (StatedTerm::Bound(at), _) => {
                    let Some(place) = values.len().checked_sub(*at as usize + 1) else {
                        return false;
                    };
                    if *values[place].get_or_insert(term) != term {
                        return false;
                    }
                }
                (StatedTerm::Apply(one, left), StatedTerm::Apply(other, right)) if one == other => {
                    open.extend(left.iter().copied().zip(right.iter().copied()));
                }
                (one, other) if one == other => {}
                _ => return false,
            }
        }
        true
    }
}
