//! Sentences and terms where only part of a state is known, by the tree alone: what is not settled by
//! that part names something it depends on (the strong three values of Kleene).

mod forms;
mod standing;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::propagation::Propagation;
use super::sums::Sums;
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::Sources;
use crate::logic::cnf::Literal;
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::{
    Comparison, Fold, SentenceId, Sheet, SheetArguments, SheetSentence, SheetVariable, SymbolId,
    SymbolOrigin, Term, TermId,
};
use crate::reader::{Matches, StateReader, operate};

/// How deep sentences are read.
const DEPTH: u32 = 64;

/// Why there is no value.
pub(super) enum PartialHalt {
    Stop(Stop),
    /// It depends on this cell.
    Open(usize),
    /// It has to be read first where this predicate holds.
    Unread(PredicatePlace),
    /// This is not for this checker.
    Beyond,
}

impl From<Stop> for PartialHalt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

pub(super) type PartialRead<T> = Result<T, PartialHalt>;

/// A predicate at a place of its table.
pub(super) type PredicatePlace = (SymbolId, usize);

/// What stands for a predicate that is defined.
enum Standing {
    /// This literal, as somebody says.
    Said(Literal),
    Cell(usize),
    Nothing,
}

/// What a sentence comes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Switch {
    On,
    Off,
    /// Whether this predicate holds, or whether it does not.
    Cell(usize, bool),
    /// Whether this cell has the value of one of its entries, or whether it does not.
    Entry(usize, usize, bool),
}

/// Reads sentences as far as a part of a state settles them.
pub(super) struct PartialReader<'r, 's> {
    sheet: &'s Sheet,
    definitions: Definitions,
    reader: &'r mut StateReader<'s>,
    pub known: Propagation,
    pub sums: Sums,
    pub values: Vec<i64>,
    given: FxHashMap<PredicatePlace, Option<i64>>,
    /// By sentence whether it says nothing of what is to be found, as far as somebody asked.
    known_sentences: Vec<Option<bool>>,
    /// The cells of predicates that mention themselves.
    recursive: FxHashMap<PredicatePlace, usize>,
    /// Of each of them the known sentences that have to be true where it holds.
    known_parts: FxHashMap<SymbolId, Rc<[SentenceId]>>,
    /// Where such predicates have no cell, because what is known in their definition is false.
    barred: FxHashSet<PredicatePlace>,
    /// What stands for others that depend on what is to be found.
    defined: FxHashMap<PredicatePlace, Standing>,
    /// Those of them that are taken to be false, whatever is known.
    pub denied: FxHashSet<usize>,
}

impl<'r, 's> PartialReader<'r, 's> {
    pub(super) fn new(
        sheet: &'s Sheet,
        definitions: Definitions,
        reader: &'r mut StateReader<'s>,
        known: Propagation,
        sources: &Sources,
    ) -> Self {
        let first = known.found;
        let defined = sources.defined.iter().map(|it| ((it.0, it.1), Standing::Said(it.2)));
        let places = sources.recursive.iter().map(|it| (it.0, it.1));
        Self {
            sheet,
            definitions,
            reader,
            known,
            sums: Sums::default(),
            values: vec![0; sheet.variables.len()],
            given: FxHashMap::default(),
            known_sentences: vec![None; sheet.sentences().len()],
            recursive: places.zip(first..).collect(),
            known_parts: FxHashMap::default(),
            barred: FxHashSet::default(),
            defined: defined.collect(),
            denied: FxHashSet::default(),
        }
    }

    /// Whether a sentence says nothing of what is to be found.
    fn is_known(&mut self, id: SentenceId) -> bool {
        let (sheet, definitions) = (self.sheet, &self.definitions);
        let known = &mut self.known_sentences[id.0 as usize];
        *known.get_or_insert_with(|| definitions.know(sheet, id))
    }

    /// The group of predicates that mention each other to which one belongs.
    pub(super) fn group(&self, symbol: SymbolId) -> Option<u32> {
        self.definitions.group(symbol)
    }

    /// The cell of a predicate that mentions itself.
    pub(super) fn recursive(&self, symbol: SymbolId, place: usize) -> Option<usize> {
        self.recursive.get(&(symbol, place)).copied()
    }

    /// Whether a sentence is true.
    pub(super) fn sentence(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<bool> {
        budget.check()?;
        if depth > DEPTH {
            return Err(PartialHalt::Beyond);
        }
        let depth = depth + 1;
        let sheet = self.sheet;
        match sheet.get(id) {
            SheetSentence::Truth(value) => Ok(*value),
            SheetSentence::Holds(symbol, terms) => {
                Ok(self.apply(*symbol, terms, depth, budget)? == Some(1))
            }
            SheetSentence::Compare(comparison, one, other) if self.is_known(id) => {
                let one = self.term(*one, depth, budget)?;
                let (Some(one), Some(other)) = (one, self.term(*other, depth, budget)?) else {
                    return Ok(false);
                };
                Ok(match comparison {
                    Comparison::Equal => one == other,
                    Comparison::Less => one < other,
                    Comparison::AtMost => one <= other,
                })
            }
            SheetSentence::Compare(comparison, one, other) => {
                let Some(mut difference) = self.form(*one, depth, budget)? else {
                    return Ok(false);
                };
                let Some(other) = self.form(*other, depth, budget)? else { return Ok(false) };
                difference.add(-1, &other);
                let (least, most) = difference.range(&self.known, &self.sums);
                let is_true = match comparison {
                    Comparison::Equal if least > 0 || most < 0 => Some(false),
                    Comparison::Equal => (least == 0 && most == 0).then_some(true),
                    Comparison::Less if most < 0 => Some(true),
                    Comparison::Less => (least >= 0).then_some(false),
                    Comparison::AtMost if most <= 0 => Some(true),
                    Comparison::AtMost => (least > 0).then_some(false),
                };
                let mut cells = difference.parts.keys().copied();
                let open = cells.find(|it| self.value(*it).is_none());
                is_true.ok_or_else(|| open.map_or(PartialHalt::Beyond, PartialHalt::Open))
            }
            SheetSentence::Missing(term) => Ok(self.term(*term, depth, budget)?.is_none()),
            SheetSentence::Not(part) => Ok(!self.sentence(*part, depth, budget)?),
            SheetSentence::And(parts) => self.find(parts, false, depth, budget),
            SheetSentence::Or(parts) => self.find(parts, true, depth, budget),
            SheetSentence::Iff(one, other) => {
                let one = self.sentence(*one, depth, budget)?;
                Ok(one == self.sentence(*other, depth, budget)?)
            }
            SheetSentence::All(variables, part) => {
                self.search(variables, *part, false, depth, budget)
            }
            SheetSentence::Some(variables, part) => {
                self.search(variables, *part, true, depth, budget)
            }
            SheetSentence::Distinct(variables, part, term) => {
                let members = self.members(variables, *part, *term, depth, budget)?;
                self.differ(&members)
            }
        }
    }

    fn find(
        &mut self,
        parts: &[SentenceId],
        wanted: bool,
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<bool> {
        let mut open = Ok(!wanted);
        for part in parts {
            match self.sentence(*part, depth, budget) {
                Ok(value) if value == wanted => return Ok(wanted),
                Ok(_) => {}
                Err(halt @ (PartialHalt::Stop(_) | PartialHalt::Unread(_))) => return Err(halt),
                // What comes behind may yet settle it.
                Err(halt) => open = later(open, halt),
            }
        }
        open
    }

    fn search(
        &mut self,
        variables: &[SheetVariable],
        part: SentenceId,
        wanted: bool,
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<bool> {
        let mut open = Ok(!wanted);
        let mut matches = self.reader.matches(variables, part, wanted, budget)?;
        while self.turn(&mut matches, budget)? {
            match self.sentence(part, depth, budget) {
                Ok(value) if value == wanted => return Ok(wanted),
                Ok(_) => {}
                Err(halt @ (PartialHalt::Stop(_) | PartialHalt::Unread(_))) => return Err(halt),
                Err(halt) => open = later(open, halt),
            }
        }
        open
    }

    /// Gives variables their next values; whether there are any.
    fn turn(&mut self, matches: &mut Matches, budget: &mut Budget) -> PartialRead<bool> {
        self.reader.turn_in(&mut self.values, matches, budget)?.ok_or(PartialHalt::Beyond)
    }

    /// What shall differ: values, and cells.
    pub(super) fn members(
        &mut self,
        variables: &[SheetVariable],
        part: SentenceId,
        term: TermId,
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<Vec<Result<Option<i64>, usize>>> {
        let mut members = Vec::new();
        let mut matches = self.reader.matches(variables, part, true, budget)?;
        while self.turn(&mut matches, budget)? {
            if self.sentence(part, depth, budget)? {
                members.push(match self.cell(term, depth, budget)? {
                    Some(cell) => Err(cell),
                    None => Ok(self.term(term, depth, budget)?),
                });
            }
        }
        Ok(members)
    }

    /// The cell that a term is the value of, if it is as simple as that.
    fn cell(
        &mut self,
        term: TermId,
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<Option<usize>> {
        let Term::Apply(symbol, terms) = self.sheet.get_term(term) else { return Ok(None) };
        if self.sheet.symbol(*symbol).origin != SymbolOrigin::Found {
            return Ok(None);
        }
        let mut arguments = SheetArguments::new();
        for term in terms {
            let Some(argument) = self.term(*term, depth, budget)? else { return Ok(None) };
            arguments.push(argument);
        }
        let index = self.sheet.index(*symbol, &arguments);
        Ok(index.map(|it| self.known.first[symbol.0 as usize] + it))
    }

    /// Whether values and what cells will be differ.
    pub(super) fn differ(&self, members: &[Result<Option<i64>, usize>]) -> PartialRead<bool> {
        let (mut values, mut possible) = (Vec::new(), Vec::new());
        let (mut open, mut certain) = (None, 0);
        for member in members {
            match member {
                Ok(value) => values.extend(*value),
                Err(cell) => match self.value(*cell) {
                    Some(value) => values.extend(value),
                    None => {
                        open = open.or(Some(*cell));
                        let entries = self.known.cells[*cell].iter();
                        let left = entries.filter(|it| !self.known.is_false(it.1));
                        let start = possible.len();
                        possible.extend(left.map(|it| it.0));
                        if possible[start..].contains(&None) {
                            possible.truncate(start);
                        } else {
                            certain += 1;
                        }
                    }
                },
            }
        }
        certain += values.len();
        values.sort_unstable();
        if values.windows(2).any(|pair| pair[0] == pair[1]) {
            return Ok(false);
        }
        let Some(open) = open else { return Ok(true) };
        possible.extend(values.into_iter().map(Some));
        possible.sort_unstable();
        possible.dedup();
        // More of them than values.
        if possible.len() < certain { Ok(false) } else { Err(PartialHalt::Open(open)) }
    }

    /// Whether two literals say that two of some members have the same value.
    pub(super) fn would_be_same(
        &self,
        members: &[Result<Option<i64>, usize>],
        one: Literal,
        other: Literal,
    ) -> bool {
        let said = |it: Literal| {
            let cell = self.known.cell(it)?;
            let entry = self.known.cells[cell].iter().find(|entry| entry.1 == it)?;
            Some((cell, entry.0?))
        };
        let (Some(one), Some(other)) = (said(one), said(other)) else { return false };
        let is_member = |cell| members.contains(&Err(cell));
        one.1 == other.1 && one.0 != other.0 && is_member(one.0) && is_member(other.0)
    }

    /// Whether the value of a cell is known.
    pub(super) fn is_settled(&self, cell: usize) -> bool {
        self.value(cell).is_some()
    }

    /// The value of a cell, if it is known.
    fn value(&self, cell: usize) -> Option<Option<i64>> {
        if self.denied.contains(&cell) {
            return Some(Some(0));
        }
        self.known.cells[cell].iter().find(|it| self.known.is_true(it.1)).map(|it| it.0)
    }

    /// The value of a term.
    pub(super) fn term(
        &mut self,
        id: TermId,
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<Option<i64>> {
        budget.check()?;
        if depth > DEPTH {
            return Err(PartialHalt::Beyond);
        }
        let depth = depth + 1;
        let sheet = self.sheet;
        match sheet.get_term(id) {
            Term::Number(number) => Ok(Some(*number)),
            Term::Variable(variable) => Ok(Some(self.values[variable.0 as usize])),
            Term::Apply(symbol, terms) => self.apply(*symbol, terms, depth, budget),
            Term::Binary(operation, one, other) => {
                let one = self.term(*one, depth, budget)?;
                let other = self.term(*other, depth, budget)?;
                let Some((one, other)) = one.zip(other) else { return Ok(None) };
                operate(*operation, one, other).map_err(|_| PartialHalt::Beyond)
            }
            Term::Absolute(part) => {
                let value = self.term(*part, depth, budget)?;
                value.map(|it| it.checked_abs().ok_or(PartialHalt::Beyond)).transpose()
            }
            Term::Count(variables, part) => {
                let mut count = 0;
                let mut matches = self.reader.matches(variables, *part, true, budget)?;
                while self.turn(&mut matches, budget)? {
                    count += i64::from(self.sentence(*part, depth, budget)?);
                }
                Ok(Some(count))
            }
            Term::Fold(fold, variables, part, term) => {
                let mut values = Vec::new();
                let mut matches = self.reader.matches(variables, *part, true, budget)?;
                while self.turn(&mut matches, budget)? {
                    if self.sentence(*part, depth, budget)? {
                        values.push(self.term(*term, depth, budget)?);
                    }
                }
                let Some(values) = values.into_iter().collect::<Option<Vec<_>>>() else {
                    return Ok(None);
                };
                Ok(match fold {
                    Fold::Least => values.into_iter().min(),
                    Fold::Greatest => values.into_iter().max(),
                    Fold::Sum => {
                        let sum = values.into_iter().map(i128::from).sum::<i128>();
                        Some(i64::try_from(sum).map_err(|_| PartialHalt::Beyond)?)
                    }
                })
            }
        }
    }

    fn apply(
        &mut self,
        symbol: SymbolId,
        terms: &[TermId],
        depth: u32,
        budget: &mut Budget,
    ) -> PartialRead<Option<i64>> {
        let mut arguments = SheetArguments::new();
        for term in terms {
            let Some(argument) = self.term(*term, depth, budget)? else { return Ok(None) };
            arguments.push(argument);
        }
        let sheet = self.sheet;
        let Some(index) = sheet.index(symbol, &arguments) else { return Ok(None) };
        match &sheet.symbol(symbol).origin {
            SymbolOrigin::Found => {
                let cell = self.known.first[symbol.0 as usize] + index;
                self.value(cell).ok_or(PartialHalt::Open(cell))
            }
            SymbolOrigin::Values(values) => Ok(values.get(index).copied().flatten()),
            SymbolOrigin::Truths(truths) => Ok(truths.get(index).map(|it| i64::from(*it))),
            _ if self.definitions.is_known(symbol) => {
                if let Some(given) = self.given.get(&(symbol, index)) {
                    return Ok(*given);
                }
                let value = self.reader.at(symbol, index, budget)?;
                self.given.insert((symbol, index), value);
                Ok(value)
            }
            _ if self.definitions.group(symbol).is_some() => {
                match self.recursive_cell((symbol, index), depth, budget)? {
                    Some(cell) => self.value(cell).ok_or(PartialHalt::Open(cell)),
                    None => Ok(Some(0)),
                }
            }
            SymbolOrigin::Sentence(parameters, body) => {
                if let Some(cell) = self.standing((symbol, index))? {
                    return self.value(cell).ok_or(PartialHalt::Open(cell));
                }
                self.bind(parameters, &arguments);
                Ok(Some(i64::from(self.sentence(*body, depth, budget)?)))
            }
            SymbolOrigin::Term(parameters, body) => {
                self.bind(parameters, &arguments);
                self.term(*body, depth, budget)
            }
        }
    }

    pub(super) fn bind(&mut self, variables: &[SheetVariable], values: &[i64]) {
        for (it, value) in variables.iter().zip(values) {
            self.values[it.0 as usize] = *value;
        }
    }
}

/// Why something is not settled, by what was found before and by this: a cell that may be looked at comes
/// first.
fn later(before: PartialRead<bool>, halt: PartialHalt) -> PartialRead<bool> {
    match (&before, &halt) {
        (Err(PartialHalt::Open(_)), _) => before,
        _ => Err(halt),
    }
}
