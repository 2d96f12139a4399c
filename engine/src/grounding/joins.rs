//! Runs through the values of variables as a plan says, without a call inside a call.

use std::rc::Rc;

use super::clauses::TRUE;
use super::plan::{JoinPlan, JoinStep};
use super::{GroundNode, GroundSheet, Grounded};
use crate::budget::Budget;
use crate::logic::sheet::{SheetArguments, SheetVariable, TermId};

/// Where a step stands.
enum Cursor {
    /// It was done, and there is nothing more to it.
    Done,
    /// The next value of the variable, and the last.
    Values(i64, i64),
    /// The rows, and the next one.
    Rows(Rc<Vec<SheetArguments>>, usize),
}

/// What is done for each match; whether to go on.
type Each<'e, 's> = &'e mut dyn FnMut(&mut GroundSheet<'s>, &mut Budget) -> Grounded<bool>;

impl<'s> GroundSheet<'s> {
    /// Gives variables all values that a plan allows, one after the other.
    pub(super) fn each_match(
        &mut self,
        plan: &JoinPlan,
        depth: u32,
        budget: &mut Budget,
        each: Each<'_, 's>,
    ) -> Grounded<()> {
        let mut cursors: Vec<Cursor> = Vec::with_capacity(plan.steps.len());
        loop {
            budget.check()?;
            let opened = match plan.steps.get(cursors.len()) {
                Some(step) => self.open(step, depth, budget)?,
                None if each(self, budget)? => None,
                None => return Ok(()),
            };
            let is_done = matches!(opened, Some(Cursor::Done));
            cursors.extend(opened);
            if is_done {
                continue;
            }
            // The last step that has something more goes on.
            loop {
                let Some(cursor) = cursors.pop() else { return Ok(()) };
                if let Some(cursor) = self.advance(&plan.steps[cursors.len()], cursor) {
                    cursors.push(cursor);
                    break;
                }
            }
        }
    }

    /// Begins a step, before its first values; `None` when there are none.
    fn open(
        &mut self,
        step: &JoinStep,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Option<Cursor>> {
        match step {
            JoinStep::Check((id, value)) => {
                let literal = self.sentence(*id, depth, budget)?;
                Ok(((literal == TRUE) == *value).then_some(Cursor::Done))
            }
            JoinStep::Bind(variable, term) => {
                let value = self.known_value(*term, depth, budget)?;
                let value = value.filter(|it| self.sheet.values(*variable).contains(it));
                Ok(value.map(|value| {
                    self.values[variable.0 as usize] = value;
                    Cursor::Done
                }))
            }
            JoinStep::Lookup(index, terms, _) => {
                let mut key = SheetArguments::new();
                for term in terms {
                    let Some(value) = self.known_value(*term, depth, budget)? else {
                        return Ok(None);
                    };
                    key.push(value);
                }
                Ok(index.get(&key).map(|rows| Cursor::Rows(Rc::clone(rows), 0)))
            }
            JoinStep::Loop(variable) => {
                let (first, last) = self.sheet.values(*variable).into_inner();
                Ok(Some(Cursor::Values(first, last)))
            }
        }
    }

    /// Gives the variables of a step their next values; `None` when there are no more.
    fn advance(&mut self, step: &JoinStep, cursor: Cursor) -> Option<Cursor> {
        match (step, cursor) {
            (JoinStep::Loop(variable), Cursor::Values(next, last)) if next <= last => {
                self.values[variable.0 as usize] = next;
                Some(Cursor::Values(next + 1, last))
            }
            (JoinStep::Lookup(_, _, variables), Cursor::Rows(rows, mut at)) => loop {
                let row = rows.get(at)?;
                at += 1;
                if self.takes(variables, row) {
                    return Some(Cursor::Rows(rows, at));
                }
            },
            _ => None,
        }
    }

    /// Gives variables the values of a row, if their sorts have them.
    fn takes(&mut self, variables: &[SheetVariable], row: &[i64]) -> bool {
        let pairs = variables.iter().zip(row);
        for (variable, value) in pairs {
            if !self.sheet.values(*variable).contains(value) {
                return false;
            }
            self.values[variable.0 as usize] = *value;
        }
        true
    }

    /// The value of a term that is known.
    fn known_value(
        &mut self,
        term: TermId,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Option<i64>> {
        match self.is_known(GroundNode::Term(term)) {
            true => self.constant(term, depth, budget),
            false => Ok(self.term(term, depth, budget)?.as_constant().flatten()),
        }
    }
}
