//! What stands for predicates that are defined: somebody says so, and it is believed where a definition
//! is a conjunction or a disjunction and the literal follows from the same. So what depends on many
//! places is not tried place by place.

use std::rc::Rc;

use smallvec::SmallVec;

use super::{DEPTH, PartialHalt, PartialRead, PartialReader, PredicatePlace, Standing, Switch};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::sheet::{
    Comparison, SentenceId, SheetArguments, SheetSentence, SymbolOrigin, TermId,
};

impl PartialReader<'_, '_> {
    /// The cell of a predicate that mentions itself; `None` where it has none, because what is known
    /// in its definition is false.
    pub(super) fn recursive_cell(
        &mut self,
        place: PredicatePlace,
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<Option<usize>> {
        if let Some(cell) = self.recursive.get(&place) {
            return Ok(Some(*cell));
        }
        if self.barred.contains(&place) {
            return Ok(None);
        }
        let sheet = self.sheet;
        let SymbolOrigin::Sentence(parameters, body) = &sheet.symbol(place.0).origin else {
            return Err(PartialHalt::Beyond);
        };
        // Somebody may be in the middle of the same definition.
        let values = self.values.clone();
        self.bind(parameters, &sheet.arguments(place.0, place.1));
        let known = match self.known_parts.get(&place.0) {
            Some(known) => Rc::clone(known),
            None => {
                let parts = sheet.conjuncts(*body).into_iter();
                let known = parts.filter(|it| self.definitions.know(sheet, *it)).collect();
                self.known_parts.insert(place.0, Rc::clone(&known));
                known
            }
        };
        let may_hold = self.find(&known, false, depth, budget);
        self.values = values;
        if may_hold? {
            return Err(PartialHalt::Beyond);
        }
        self.barred.insert(place);
        Ok(None)
    }

    /// The cell of a predicate that does not mention itself, if one stands for it.
    pub(super) fn standing(&self, place: PredicatePlace) -> PartialRead<Option<usize>> {
        match self.defined.get(&place) {
            Some(Standing::Cell(cell)) => Ok(Some(*cell)),
            Some(Standing::Said(_)) => Err(PartialHalt::Unread(place)),
            Some(Standing::Nothing) | None => Ok(None),
        }
    }

    /// Finds out whether what is said to stand for a predicate does, while nothing is assumed; before
    /// that, what stands for those that it is made of.
    pub(crate) fn define(
        &mut self,
        place: PredicatePlace,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let values = self.values.clone();
        let mut open = vec![place];
        while let Some(place) = open.last().copied() {
            let standing = match self.is_definition(place, budget) {
                Err(PartialHalt::Stop(stop)) => return Err(stop),
                Err(PartialHalt::Unread(inner)) => {
                    open.push(inner);
                    continue;
                }
                Ok(Some(literal)) => {
                    self.known.cells.push(vec![(Some(0), !literal), (Some(1), literal)]);
                    Standing::Cell(self.known.cells.len() - 1)
                }
                Ok(None) | Err(PartialHalt::Open(_) | PartialHalt::Beyond) => Standing::Nothing,
            };
            self.defined.insert(place, standing);
            open.pop();
        }
        self.values = values;
        Ok(())
    }

    /// The literal that stands for a predicate, if its definition is a conjunction or a disjunction
    /// and the literal that is said to stand for it is what follows from the same.
    fn is_definition(
        &mut self,
        place: PredicatePlace,
        budget: &mut Budget,
    ) -> PartialRead<Option<Literal>> {
        let Some(Standing::Said(literal)) = self.defined.get(&place) else { return Ok(None) };
        let (sheet, literal) = (self.sheet, *literal);
        let SymbolOrigin::Sentence(parameters, body) = &sheet.symbol(place.0).origin else {
            return Ok(None);
        };
        for is_and in [true, false] {
            self.bind(parameters, &sheet.arguments(place.0, place.1));
            let mut parts = Vec::new();
            match self.conjuncts(*body, is_and, 0, &mut parts, budget) {
                Ok(()) => {
                    let whole = if is_and { literal } else { !literal };
                    return Ok(self.is_conjunction(whole, &parts, budget)?.then_some(literal));
                }
                Err(PartialHalt::Open(_) | PartialHalt::Beyond) => {}
                Err(halt) => return Err(halt),
            }
        }
        Ok(None)
    }

    /// Whether a literal is true where all of some are, and nowhere else.
    fn is_conjunction(
        &mut self,
        whole: Literal,
        parts: &[Literal],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let mark = self.known.mark();
        let is_possible = self.known.assume(whole, budget)?;
        let has_all = !is_possible || parts.iter().all(|it| self.known.is_true(*it));
        self.known.undo(mark);
        let mut is_possible = true;
        for part in parts {
            is_possible = is_possible && self.known.assume(*part, budget)?;
        }
        let follows = !is_possible || self.known.is_true(whole);
        self.known.undo(mark);
        Ok(has_all && follows)
    }

    /// Literals that are all true where a sentence has a value, and nowhere else, if it is as simple
    /// as that.
    fn conjuncts(
        &mut self,
        id: SentenceId,
        value: bool,
        depth: u32,
        found: &mut Vec<Literal>,
        budget: &mut Budget,
    ) -> PartialRead<()> {
        if depth > DEPTH {
            return Err(PartialHalt::Beyond);
        }
        let depth = depth + 1;
        let sheet = self.sheet;
        match (sheet.get(id), value) {
            (SheetSentence::Not(part), _) => self.conjuncts(*part, !value, depth, found, budget),
            (SheetSentence::And(parts), true) | (SheetSentence::Or(parts), false)
                if parts.len() > 1 =>
            {
                for part in parts {
                    self.conjuncts(*part, value, depth, found, budget)?;
                }
                Ok(())
            }
            (SheetSentence::All(variables, part), true)
            | (SheetSentence::Some(variables, part), false) => {
                let mut matches = self.reader.matches(variables, *part, !value, budget)?;
                while self.turn(&mut matches, budget)? {
                    self.conjuncts(*part, value, depth, found, budget)?;
                }
                Ok(())
            }
            _ => {
                match self.switch(id, depth, budget)? {
                    Switch::On if value => {}
                    Switch::Off if !value => {}
                    // Where there is none, nothing can make it so.
                    it => found.push(self.said(it, value).ok_or(PartialHalt::Beyond)?),
                }
                Ok(())
            }
        }
    }

    /// The literal that is true where a sentence that comes to this has a value.
    fn said(&self, switch: Switch, value: bool) -> Option<Literal> {
        match switch {
            Switch::On | Switch::Off => None,
            Switch::Cell(cell, is_on) => {
                Some(self.known.cells[cell][usize::from(is_on == value)].1)
            }
            Switch::Entry(cell, entry, is_on) => {
                let literal = self.known.cells[cell][entry].1;
                Some(if is_on == value { literal } else { !literal })
            }
        }
    }

    /// The literal that is true where all of some sentences have a value, and nowhere else, if there is one.
    fn conjunction(&self, switches: &[Switch], value: bool) -> Option<Literal> {
        // What is taken to be false is not what literals say.
        if !self.denied.is_empty() {
            return None;
        }
        let literals = switches.iter().map(|it| self.said(*it, value)).collect::<Option<_>>()?;
        self.known.conjunction(literals)
    }

    /// What a sentence comes to: it has a value, or that of a predicate that is to be found.
    pub(super) fn switch(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<Switch> {
        if depth > DEPTH {
            return Err(PartialHalt::Beyond);
        }
        let depth = depth + 1;
        let sheet = self.sheet;
        let of = |value: bool| if value { Switch::On } else { Switch::Off };
        match sheet.get(id) {
            SheetSentence::Not(part) => Ok(match self.switch(*part, depth, budget)? {
                Switch::On => Switch::Off,
                Switch::Off => Switch::On,
                Switch::Cell(cell, is_on) => Switch::Cell(cell, !is_on),
                Switch::Entry(cell, entry, is_on) => Switch::Entry(cell, entry, !is_on),
            }),
            SheetSentence::Compare(Comparison::Equal, one, other) => {
                self.entry(id, [*one, *other], depth, budget)
            }
            SheetSentence::Holds(symbol, terms)
                if sheet.symbol(*symbol).origin == SymbolOrigin::Found
                    || !self.definitions.is_known(*symbol) =>
            {
                let mut arguments = SheetArguments::new();
                for term in terms {
                    let argument = self.term(*term, depth, budget)?;
                    let Some(argument) = argument else { return Ok(Switch::Off) };
                    arguments.push(argument);
                }
                let Some(index) = sheet.index(*symbol, &arguments) else {
                    return Ok(Switch::Off);
                };
                if sheet.symbol(*symbol).origin == SymbolOrigin::Found {
                    return Ok(Switch::Cell(self.known.first[symbol.0 as usize] + index, true));
                }
                let place = (*symbol, index);
                let cell = match self.group(*symbol) {
                    Some(_) => self.recursive_cell(place, depth, budget)?,
                    None => self.standing(place)?,
                };
                match cell {
                    Some(cell) => Ok(Switch::Cell(cell, true)),
                    None if self.group(*symbol).is_some() => Ok(Switch::Off),
                    None => Ok(of(self.sentence(id, depth, budget)?)),
                }
            }
            SheetSentence::And(parts) => self.several(id, (parts, true), depth, budget),
            SheetSentence::Or(parts) => self.several(id, (parts, false), depth, budget),
            _ => Ok(of(self.sentence(id, depth, budget)?)),
        }
    }

    /// The same of a sentence that says that all of some are true, or one of them.
    fn several(
        &mut self,
        id: SentenceId,
        (parts, is_and): (&[SentenceId], bool),
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<Switch> {
        let of = |value: bool| if value { Switch::On } else { Switch::Off };
        let (neutral, decisive) = (of(is_and), of(!is_and));
        let (mut found, mut is_open) = (SmallVec::<[Switch; 4]>::new(), false);
        for part in parts {
            match self.switch(*part, depth, budget) {
                Ok(it) if it == decisive => return Ok(it),
                Ok(it) if it == neutral || found.contains(&it) => {}
                Ok(it) => found.push(it),
                Err(PartialHalt::Open(_)) => is_open = true,
                Err(halt) => return Err(halt),
            }
        }
        match found[..] {
            [] if !is_open => Ok(neutral),
            [only] if !is_open => Ok(only),
            _ => match self.conjunction(&found, is_and).filter(|_| !is_open) {
                Some(whole) => {
                    let cell = self.known.cell_for(whole);
                    Ok(Switch::Cell(cell, whole.is_positive() == is_and))
                }
                None => Ok(of(self.sentence(id, depth, budget)?)),
            },
        }
    }

    /// The same of a sentence that says that two terms are the same: one may be what a cell has, and the other one
    /// be known.
    fn entry(
        &mut self,
        id: SentenceId,
        [one, other]: [TermId; 2],
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<Switch> {
        for (function, value) in [(one, other), (other, one)] {
            let Some(cell) = self.cell(function, depth, budget)? else { continue };
            let value = match self.term(value, depth, budget) {
                Ok(Some(value)) => value,
                Ok(None) => return Ok(Switch::Off),
                Err(PartialHalt::Open(_) | PartialHalt::Beyond) => continue,
                Err(halt) => return Err(halt),
            };
            let entry = self.known.cells[cell].iter().position(|it| it.0 == Some(value));
            return Ok(entry.map_or(Switch::Off, |it| Switch::Entry(cell, it, true)));
        }
        Ok(if self.sentence(id, depth, budget)? { Switch::On } else { Switch::Off })
    }
}
