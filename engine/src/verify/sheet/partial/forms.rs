//! Terms where only part of a state is known, as sums of what cells add.

use super::{DEPTH, PartialHalt, PartialRead, PartialReader, Switch};
use crate::budget::Budget;
use crate::logic::sheet::{
    Fold, Operation, SentenceId, SheetArguments, SheetVariable, SymbolOrigin, Term, TermId,
};
use crate::verify::sheet::sums::Form;

impl PartialReader<'_, '_> {
    /// A term as a sum of what cells add; `None` when it is missing.
    pub(crate) fn form(
        &mut self,
        id: TermId,
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<Option<Form>> {
        budget.check()?;
        if depth > DEPTH {
            return Err(PartialHalt::Beyond);
        }
        let depth = depth + 1;
        let sheet = self.sheet;
        let of = |constant: i64| Form { constant: constant.into(), ..Form::default() };
        match sheet.get_term(id) {
            Term::Apply(symbol, terms) => {
                if let Some(cell) = self.cell(id, depth, budget)? {
                    return self.cell_form(cell);
                }
                if let SymbolOrigin::Term(parameters, body) = &sheet.symbol(*symbol).origin
                    && !self.definitions.is_known(*symbol)
                {
                    let mut arguments = SheetArguments::new();
                    for term in terms {
                        let argument = self.term(*term, depth, budget)?;
                        let Some(argument) = argument else { return Ok(None) };
                        arguments.push(argument);
                    }
                    if sheet.index(*symbol, &arguments).is_none() {
                        return Ok(None);
                    }
                    self.bind(parameters, &arguments);
                    return self.form(*body, depth, budget);
                }
                Ok(self.term(id, depth, budget)?.map(of))
            }
            Term::Binary(
                operation @ (Operation::Plus | Operation::Minus | Operation::Times),
                one,
                other,
            ) => {
                let Some(mut one) = self.form(*one, depth, budget)? else { return Ok(None) };
                let Some(mut other) = self.form(*other, depth, budget)? else { return Ok(None) };
                match operation {
                    Operation::Times if other.parts.is_empty() || one.parts.is_empty() => {
                        if !other.parts.is_empty() {
                            std::mem::swap(&mut one, &mut other);
                        }
                        let mut product = Form::default();
                        product.add(other.constant, &one);
                        Ok(Some(product))
                    }
                    Operation::Times => Ok(self.term(id, depth, budget)?.map(of)),
                    _ => {
                        one.add(if *operation == Operation::Plus { 1 } else { -1 }, &other);
                        Ok(Some(one))
                    }
                }
            }
            Term::Count(variables, part) => self.sum(variables, *part, None, depth, budget),
            Term::Fold(Fold::Sum, variables, part, term) => {
                self.sum(variables, *part, Some(*term), depth, budget)
            }
            _ => Ok(self.term(id, depth, budget)?.map(of)),
        }
    }

    fn cell_form(&self, cell: usize) -> PartialRead<Option<Form>> {
        let entries = &self.known.cells[cell];
        let mut weights = Vec::with_capacity(entries.len());
        for (value, literal) in entries {
            match value {
                None if self.known.is_true(*literal) => return Ok(None),
                None if !self.known.is_false(*literal) => return Err(PartialHalt::Open(cell)),
                value => weights.push(i128::from(value.unwrap_or(0))),
            }
        }
        Ok(Some(Form { constant: 0, parts: [(cell, weights)].into() }))
    }

    /// A sum of a term, or of 1, over all values for which a sentence is true.
    fn sum(
        &mut self,
        variables: &[SheetVariable],
        part: SentenceId,
        term: Option<TermId>,
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<Option<Form>> {
        let mut sum = Form::default();
        let mut matches = self.reader.matches(variables, part, true, budget)?;
        while self.turn(&mut matches, budget)? {
            let switch = self.switch(part, depth, budget)?;
            if switch != Switch::Off {
                let one = Form { constant: 1, ..Form::default() };
                let form = term.map_or(Ok(Some(one)), |it| self.form(it, depth, budget));
                match (switch, form?) {
                    (Switch::Cell(cell, is_on), Some(form)) if form.parts.is_empty() => {
                        let mut weights = vec![0; 2];
                        weights[usize::from(is_on)] = form.constant;
                        sum.add(1, &Form { constant: 0, parts: [(cell, weights)].into() });
                    }
                    (Switch::Cell(cell, is_on), form) => match self.value(cell) {
                        None => return Err(PartialHalt::Open(cell)),
                        Some(value) if (value == Some(1)) != is_on => {}
                        Some(_) => match form {
                            Some(form) => sum.add(1, &form),
                            None => return Ok(None),
                        },
                    },
                    (Switch::Entry(cell, entry, is_on), Some(form)) if form.parts.is_empty() => {
                        let entries = 0..self.known.cells[cell].len();
                        let weight = |at| if (at == entry) == is_on { form.constant } else { 0 };
                        let parts = [(cell, entries.map(weight).collect())].into();
                        sum.add(1, &Form { constant: 0, parts });
                    }
                    (Switch::Entry(cell, entry, is_on), form) => match self.value(cell) {
                        None => return Err(PartialHalt::Open(cell)),
                        Some(it) if (it == self.known.cells[cell][entry].0) != is_on => {}
                        Some(_) => match form {
                            Some(form) => sum.add(1, &form),
                            None => return Ok(None),
                        },
                    },
                    (_, Some(form)) => sum.add(1, &form),
                    (_, None) => return Ok(None),
                }
            }
        }
        Ok(Some(sum))
    }
}
