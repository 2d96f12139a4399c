//! Numbers of things: "at least two x", "at most two x". Where the elements are listed and few, each way to
//! choose some of them is spelt out; where not, the things get names or variables, and are different or the
//! same.

use super::{ClausifiedEnvironment, Clausifier, Disjunction};
use crate::budget::{Budget, Stop};
use crate::logic::first_order::{TheorySentenceId, TheoryVariable, choices};
use crate::resolution::clause::FirstOrderLiteral;
use crate::resolution::term::{SharedTerm, TermSymbol};

impl Clausifier<'_> {
    /// That of so many elements of a listed sort, however chosen, one has a part with a value; `None`
    /// when there are too many ways to choose them.
    fn one_of_each(
        &mut self,
        number: usize,
        value: bool,
        (variable, part, environment): (TheoryVariable, TheorySentenceId, &ClausifiedEnvironment),
        source: (u32, bool),
        budget: &mut Budget,
    ) -> Result<Option<Vec<Disjunction>>, Stop> {
        let sort = self.theory.variables[variable.0 as usize];
        let Some(elements) = self.theory.signature.few(sort) else { return Ok(None) };
        let Some(choices) = choices(elements.len(), number) else { return Ok(None) };
        let mut clauses = Vec::new();
        for choice in choices {
            budget.check()?;
            let mut parts = Vec::new();
            for at in choice {
                let element = self.bank.apply(TermSymbol(elements[at].0), sort.0, &[]);
                let mut inner = environment.clone();
                inner.insert(variable, element);
                parts.push(self.clauses_of(part, value, &inner, source, budget)?);
            }
            clauses.extend(self.multiply(parts, source, budget)?);
        }
        Ok(Some(clauses))
    }

    /// That so many different things have a part with a value: each gets a name.
    pub(super) fn at_least(
        &mut self,
        number: u32,
        value: bool,
        (variable, part, environment): (TheoryVariable, TheorySentenceId, &ClausifiedEnvironment),
        source: (u32, bool),
        budget: &mut Budget,
    ) -> Result<Vec<Disjunction>, Stop> {
        let sort = self.theory.variables[variable.0 as usize];
        if let Some(elements) = self.theory.signature.few(sort) {
            // Any one more than may be without it: one of them has it.
            let Some(without) = elements.len().checked_sub(number as usize) else {
                return Ok(vec![Vec::new()]);
            };
            let inside = (variable, part, environment);
            if let Some(clauses) = self.one_of_each(without + 1, value, inside, source, budget)? {
                return Ok(clauses);
            }
        }
        budget.look()?;
        let universal = self.universal(part, environment);
        // Their symbols stand in a row, before those that are made for the part.
        let mut things: Vec<SharedTerm> = Vec::new();
        for at in 0..number {
            budget.check()?;
            let made = self.thing(at, number, value, (variable, part, environment), &universal);
            let symbol = self.new_symbol(&universal, Some(sort.0), made);
            things.push(self.bank.apply(symbol, sort.0, &universal));
        }
        let mut clauses = Vec::new();
        for (at, thing) in things.iter().enumerate() {
            let mut inner = environment.clone();
            inner.insert(variable, *thing);
            clauses.extend(self.clauses_of(part, value, &inner, source, budget)?);
            for other in &things[..at] {
                let literal =
                    FirstOrderLiteral { is_positive: false, left: *other, right: Some(*thing) };
                clauses.push(vec![literal]);
            }
        }
        Ok(clauses)
    }

    /// That at most so many things have a part with a value: of more, two are the same.
    pub(super) fn at_most(
        &mut self,
        number: u32,
        value: bool,
        (variable, part, environment): (TheoryVariable, TheorySentenceId, &ClausifiedEnvironment),
        source: (u32, bool),
        budget: &mut Budget,
    ) -> Result<Vec<Disjunction>, Stop> {
        let sort = self.theory.variables[variable.0 as usize];
        if let Some(elements) = self.theory.signature.few(sort).filter(|_| number > 0) {
            // Of any one more, one has it not.
            if number as usize >= elements.len() {
                return Ok(Vec::new());
            }
            let (inside, more) = ((variable, part, environment), number as usize + 1);
            if let Some(clauses) = self.one_of_each(more, !value, inside, source, budget)? {
                return Ok(clauses);
            }
        }
        let mut parts = Vec::new();
        let mut things: Vec<SharedTerm> = Vec::new();
        let mut same = Disjunction::new();
        for _ in 0..=number {
            budget.check()?;
            let thing = self.new_variable(sort.0);
            let mut inner = environment.clone();
            inner.insert(variable, thing);
            parts.push(self.clauses_of(part, !value, &inner, source, budget)?);
            for other in &things {
                same.push(FirstOrderLiteral {
                    is_positive: true,
                    left: *other,
                    right: Some(thing),
                });
            }
            things.push(thing);
        }
        if !same.is_empty() {
            parts.push(vec![same]);
        }
        self.multiply(parts, source, budget)
    }
}
