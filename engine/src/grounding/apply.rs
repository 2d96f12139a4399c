//! Symbols of terms. Where these are known it is a table, a cell, or what a definition becomes; where
//! they are to be found, first the place in the table is, and then what stands there (the element
//! constraint: Van Hentenryck and Carillon, AAAI 1988).

use super::choices::{ChoiceEntry, ChoiceId};
use super::clauses::{FALSE, TRUE};
use super::number::{EncodedNumber, Encoder, Function};
use super::{Cells, GroundNode, GroundSheet, Grounded};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::sheet::{SymbolId, SymbolOrigin, TermId};

/// Where something stands in a table.
enum Place {
    Nowhere,
    At(usize),
    /// At the value of this function.
    Found(Function),
}

impl GroundSheet<'_> {
    /// What is true if and only if a predicate holds of terms.
    pub(super) fn holds(
        &mut self,
        symbol: SymbolId,
        terms: &[TermId],
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Literal> {
        let place = match self.place(symbol, terms, depth, budget)? {
            Place::Nowhere => return Ok(FALSE),
            Place::At(place) => return self.truth_at(symbol, place, depth, budget),
            Place::Found(place) => place,
        };
        if self.definitions.is_known(symbol) {
            let mut truths = Vec::with_capacity(place.values.len());
            for value in place.values.iter() {
                truths.push(match value {
                    Some(it) => self.truth_at(symbol, *it as usize, depth, budget)? == TRUE,
                    None => false,
                });
            }
            return Ok(self.encoder.table_literal(&place.inputs, &truths)?);
        }
        let choice = self.encoder.image(&place, budget)?;
        if let Some(known) = self.chosen_truths.get(&(symbol, choice)) {
            return Ok(*known);
        }
        let entries = self.encoder.choices.get(choice);
        let mut cases = Vec::new();
        for (value, chosen) in entries.iter() {
            let truth = match value {
                Some(value) => self.truth_at(symbol, *value as usize, depth, budget)?,
                None => FALSE,
            };
            cases.push((*chosen, truth));
        }
        let clauses = &mut self.encoder.clauses;
        let literal = if cases.iter().any(|it| clauses.is_dependent(it.1)) {
            let both: Vec<_> = cases.iter().map(|it| clauses.and([it.0, it.1])).collect();
            clauses.or(both)
        } else {
            let literal = clauses.atom();
            for (chosen, truth) in cases {
                clauses.define(&[!chosen, !truth, literal]);
                clauses.define(&[!chosen, truth, !literal]);
            }
            literal
        };
        self.chosen_truths.insert((symbol, choice), literal);
        Ok(literal)
    }

    /// What a function of terms may be.
    pub(super) fn applied(
        &mut self,
        symbol: SymbolId,
        terms: &[TermId],
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<EncodedNumber> {
        let place = match self.place(symbol, terms, depth, budget)? {
            Place::Nowhere => return Ok(EncodedNumber::constant(None)),
            Place::At(place) => return self.number_at(symbol, place, depth, budget),
            Place::Found(place) => place,
        };
        if self.definitions.is_known(symbol) {
            let mut values = Vec::with_capacity(place.values.len());
            for value in place.values.iter() {
                values.push(match value {
                    Some(it) => {
                        let number = self.number_at(symbol, *it as usize, depth, budget)?;
                        number.as_constant().flatten()
                    }
                    None => None,
                });
            }
            return Ok(EncodedNumber::Function(Function {
                inputs: place.inputs,
                values: values.into(),
            }));
        }
        let choice = self.encoder.image(&place, budget)?;
        if let Some(known) = self.chosen_numbers.get(&(symbol, choice)) {
            return Ok(known.clone());
        }
        let entries = self.encoder.choices.get(choice);
        let mut cases: Vec<(Literal, ChoiceId)> = Vec::new();
        for (value, chosen) in entries.iter() {
            let number = match value {
                Some(value) => self.number_at(symbol, *value as usize, depth, budget)?,
                None => EncodedNumber::constant(None),
            };
            cases.push((*chosen, self.encoder.materialised(&number, budget)?));
        }
        let number = self.encoder.one_of_numbers(&cases);
        self.chosen_numbers.insert((symbol, choice), number.clone());
        Ok(number)
    }

    /// What a symbol that is known is for terms that are; `None` when it is missing.
    pub(super) fn value(
        &mut self,
        symbol: SymbolId,
        terms: &[TermId],
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Option<i64>> {
        let Place::At(place) = self.place(symbol, terms, depth, budget)? else { return Ok(None) };
        match &self.sheet.symbol(symbol).origin {
            SymbolOrigin::Values(values) => Ok(values.get(place).copied().flatten()),
            _ => Ok(self.number_at(symbol, place, depth, budget)?.as_constant().flatten()),
        }
    }

    /// Where a symbol of some terms stands in its table.
    fn place(
        &mut self,
        symbol: SymbolId,
        terms: &[TermId],
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Place> {
        let sheet = self.sheet;
        // As far as arguments are known, and what it depends on where one is not.
        let (mut at, mut place) = (Some(0), None);
        for (term, sort) in terms.iter().zip(&sheet.symbol(symbol).arguments) {
            let sort = &sheet.sorts[sort.0 as usize];
            let too_large = Stop::Size("a table is too large");
            let width = sort.end().checked_sub(*sort.start()).and_then(|it| it.checked_add(1));
            let width = width.ok_or(too_large)?;
            let next = |place: Option<i64>, argument: Option<i64>| {
                let argument = argument.filter(|it| sort.contains(it));
                let Some((place, argument)) = place.zip(argument) else { return Ok(None) };
                let start = place.checked_mul(width).ok_or(too_large)?;
                start.checked_add(argument - sort.start()).map(Some).ok_or(too_large)
            };
            let number = match place {
                None if self.is_known(GroundNode::Term(*term)) => {
                    Err(self.constant(*term, depth, budget)?)
                }
                None => {
                    let number = self.term(*term, depth, budget)?;
                    number.as_constant().map_or(Ok(number), Err)
                }
                Some(_) => Ok(self.term(*term, depth, budget)?),
            };
            let number = match number {
                Ok(number) => number,
                Err(argument) => {
                    at = next(at, argument)?;
                    if at.is_none() {
                        return Ok(Place::Nowhere);
                    }
                    continue;
                }
            };
            let argument = self.encoder.function(&number, budget)?;
            let before = place.unwrap_or_else(|| Function::constant(at));
            let made = match self.encoder.combine(&before, &argument, next)? {
                Some(made) => made,
                None => {
                    let one = self.encoder.narrow(&EncodedNumber::Function(before), budget)?;
                    let other = self.encoder.narrow(&EncodedNumber::Function(argument), budget)?;
                    let too_many = Stop::Size("a term has too many values");
                    self.encoder.combine(&one, &other, next)?.ok_or(too_many)?
                }
            };
            place = Some(Function { inputs: made.0, values: made.1.into() });
        }
        Ok(match (place, at) {
            (Some(place), _) if !place.inputs.is_empty() => Place::Found(place),
            (Some(place), _) => place.values[0].map_or(Place::Nowhere, |at| Place::At(at as usize)),
            (None, at) => at.map_or(Place::Nowhere, |at| Place::At(at as usize)),
        })
    }

    /// What is true if and only if a predicate holds at a place of its table.
    pub(super) fn truth_at(
        &mut self,
        symbol: SymbolId,
        place: usize,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<Literal> {
        let sheet = self.sheet;
        let of = |it: bool| if it { TRUE } else { FALSE };
        match (&sheet.symbol(symbol).origin, &self.cells[symbol.0 as usize]) {
            (_, Cells::Atoms(first)) => Ok(Literal::new(Atom(first + place as u32), true)),
            (SymbolOrigin::Truths(truths), _) => Ok(of(truths.get(place) == Some(&true))),
            (SymbolOrigin::Sentence(parameters, body), _) => {
                if let Some(group) = self.definitions.group(symbol) {
                    if self.definitions.is_known(symbol) {
                        return Ok(of(self.grown(group, (symbol, place), budget)?));
                    }
                    return self.supported((symbol, place), depth, budget);
                }
                if let Some(known) = self.truths.get(&(symbol, place)) {
                    return Ok(*known);
                }
                for (it, value) in parameters.iter().zip(sheet.arguments(symbol, place)) {
                    self.values[it.0 as usize] = value;
                }
                let literal = self.sentence(*body, depth, budget)?;
                self.truths.insert((symbol, place), literal);
                Ok(literal)
            }
            _ => Ok(FALSE),
        }
    }

    /// What a function may be at a place of its table.
    pub(super) fn number_at(
        &mut self,
        symbol: SymbolId,
        place: usize,
        depth: u32,
        budget: &mut Budget,
    ) -> Grounded<EncodedNumber> {
        let sheet = self.sheet;
        match (&sheet.symbol(symbol).origin, &self.cells[symbol.0 as usize]) {
            (_, Cells::Choices(choices)) => Ok(self.encoder.chosen(choices[place])),
            (SymbolOrigin::Values(values), _) => {
                Ok(EncodedNumber::constant(values.get(place).copied().flatten()))
            }
            (SymbolOrigin::Term(parameters, body), _) => {
                if let Some(known) = self.numbers.get(&(symbol, place)) {
                    return Ok(known.clone());
                }
                for (it, value) in parameters.iter().zip(sheet.arguments(symbol, place)) {
                    self.values[it.0 as usize] = value;
                }
                let number = self.term(*body, depth, budget)?;
                self.numbers.insert((symbol, place), number.clone());
                Ok(number)
            }
            _ => Ok(EncodedNumber::constant(None)),
        }
    }
}

impl Encoder {
    /// A number that is the value of the choice that goes with whichever literal is true.
    fn one_of_numbers(&mut self, cases: &[(Literal, ChoiceId)]) -> EncodedNumber {
        let mut values: Vec<Option<i64>> = Vec::new();
        for (_, choice) in cases {
            values.extend(self.choices.get(*choice).iter().map(|it: &ChoiceEntry| it.0));
        }
        values.sort_unstable();
        values.dedup();
        let found = self.choices.fresh(&mut self.clauses, &values);
        let entries = self.choices.get(found);
        for (chosen, choice) in cases {
            let choice = self.choices.get(*choice);
            for (value, same) in entries.iter() {
                let at = choice.binary_search_by(|it| it.0.cmp(value));
                let literal = at.map_or(FALSE, |it| choice[it].1);
                self.clauses.define(&[!*chosen, !literal, *same]);
                self.clauses.define(&[!*chosen, literal, !*same]);
            }
        }
        self.chosen(found)
    }
}
