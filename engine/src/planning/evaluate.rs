//! Evaluates sentences and terms, asking for the cells of a state one by one. A cell that is not
//! known ends the evaluation; whoever asked decides on its value and asks again.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::{
    Comparison, Fold, Operation, SentenceId, Sheet, SheetSentence, SheetVariable, SymbolId,
    SymbolOrigin, Term, TermId,
};

/// How deep sentences may be nested, conjunctions and disjunctions within each other not counted.
const DEPTH: u32 = 256;

/// Definitions by least fixed points that are read one inside the other.
const NESTED: u32 = 16;

const TOO_LARGE: Stop = Stop::Size("a number is too large");
const TOO_DEEP: Stop = Stop::Size("a sentence is nested too deeply");

/// Why there is no value.
#[derive(Debug)]
pub(super) enum EvaluationHalt {
    /// This cell is not known.
    Unknown(usize),
    /// A limit.
    Stop(Stop),
}

impl From<Stop> for EvaluationHalt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// What was read.
pub(super) type CellRead<T> = Result<T, EvaluationHalt>;

/// Whoever knows what stands in cells.
pub(super) trait KnownCells {
    /// What stands in a cell, if it is known.
    fn cell(&self, cell: usize) -> Option<Option<i64>>;
}

/// What a predicate is asked of: itself, and the number of its arguments.
type Place = (SymbolId, usize);

/// Predicates of a group that mention each other, as far as somebody asked.
#[derive(Default)]
struct Growth {
    /// Each place with whether it holds, and those that read it while it did not.
    places: FxHashMap<Place, (bool, Vec<Place>)>,
    open: Vec<Place>,
    current: Option<Place>,
}

/// Reads sentences and terms.
pub(super) struct Evaluator<'s> {
    pub sheet: &'s Sheet,
    definitions: Definitions,
    /// The first cell of each symbol that is found.
    first: Vec<usize>,
    /// What variables are.
    pub values: Vec<i64>,
    /// What is defined, as far as this reading came by it.
    known: FxHashMap<(SymbolId, usize), Option<i64>>,
    growths: FxHashMap<u32, Growth>,
    nested: u32,
}

impl<'s> Evaluator<'s> {
    /// One for a sheet of whose symbols these are the first cells.
    pub(super) fn new(sheet: &'s Sheet, definitions: Definitions, first: Vec<usize>) -> Self {
        let values = vec![0; sheet.variables.len()];
        Self {
            sheet,
            definitions,
            first,
            values,
            known: FxHashMap::default(),
            growths: FxHashMap::default(),
            nested: 0,
        }
    }

    /// Whether a sentence is true.
    pub(super) fn is_true(
        &mut self,
        sentence: SentenceId,
        cells: &dyn KnownCells,
        budget: &mut Budget,
    ) -> CellRead<bool> {
        self.begin();
        self.sentence(sentence, cells, 0, budget)
    }

    /// The value of a term; `None` when it is missing.
    pub(super) fn value(
        &mut self,
        term: TermId,
        cells: &dyn KnownCells,
        budget: &mut Budget,
    ) -> CellRead<Option<i64>> {
        self.begin();
        self.term(term, cells, 0, budget)
    }

    fn begin(&mut self) {
        self.known.clear();
        self.growths.clear();
        self.nested = 0;
    }

    fn sentence(
        &mut self,
        id: SentenceId,
        cells: &dyn KnownCells,
        depth: u32,
        budget: &mut Budget,
    ) -> CellRead<bool> {
        budget.check()?;
        if depth > DEPTH {
            return Err(TOO_DEEP.into());
        }
        let sheet = self.sheet;
        let next = depth + 1;
        match sheet.get(id) {
            SheetSentence::Truth(truth) => Ok(*truth),
            SheetSentence::Holds(symbol, terms) => {
                Ok(self.apply(*symbol, terms, cells, next, budget)? == Some(1))
            }
            SheetSentence::Compare(comparison, one, other) => {
                let Some(one) = self.term(*one, cells, next, budget)? else { return Ok(false) };
                let Some(other) = self.term(*other, cells, next, budget)? else {
                    return Ok(false);
                };
                Ok(match comparison {
                    Comparison::Equal => one == other,
                    Comparison::Less => one < other,
                    Comparison::AtMost => one <= other,
                })
            }
            SheetSentence::Missing(term) => Ok(self.term(*term, cells, next, budget)?.is_none()),
            SheetSentence::Not(part) => Ok(!self.sentence(*part, cells, next, budget)?),
            SheetSentence::And(_) | SheetSentence::Or(_) => self.joined(id, cells, depth, budget),
            SheetSentence::Iff(one, other) => {
                let one = self.sentence(*one, cells, next, budget)?;
                Ok(one == self.sentence(*other, cells, next, budget)?)
            }
            SheetSentence::All(variables, part) | SheetSentence::Some(variables, part) => {
                let mut parts = JoinedParts::of(matches!(sheet.get(id), SheetSentence::Some(..)));
                sheet.start(variables, &mut self.values);
                loop {
                    if parts.end_with(self.sentence(*part, cells, next, budget))? {
                        return Ok(parts.ends);
                    }
                    if !sheet.turn(variables, &mut self.values) {
                        return parts.without_end();
                    }
                }
            }
            SheetSentence::Distinct(variables, part, term) => {
                let mut seen = rustc_hash::FxHashSet::default();
                sheet.start(variables, &mut self.values);
                loop {
                    if self.sentence(*part, cells, next, budget)?
                        && let Some(value) = self.term(*term, cells, next, budget)?
                        && !seen.insert(value)
                    {
                        return Ok(false);
                    }
                    if !sheet.turn(variables, &mut self.values) {
                        return Ok(true);
                    }
                }
            }
        }
    }

    /// Conjunctions of conjunctions, and disjunctions of disjunctions, however deep they are.
    fn joined(
        &mut self,
        id: SentenceId,
        cells: &dyn KnownCells,
        depth: u32,
        budget: &mut Budget,
    ) -> CellRead<bool> {
        let sheet = self.sheet;
        let mut joined = JoinedParts::of(matches!(sheet.get(id), SheetSentence::Or(_)));
        let mut open = vec![id];
        while let Some(part) = open.pop() {
            match (sheet.get(part), joined.ends) {
                (SheetSentence::And(parts), false) | (SheetSentence::Or(parts), true) => {
                    open.extend(parts.iter().rev());
                }
                _ => {
                    if joined.end_with(self.sentence(part, cells, depth + 1, budget))? {
                        return Ok(joined.ends);
                    }
                }
            }
        }
        joined.without_end()
    }

    fn term(
        &mut self,
        id: TermId,
        cells: &dyn KnownCells,
        depth: u32,
        budget: &mut Budget,
    ) -> CellRead<Option<i64>> {
        budget.check()?;
        if depth > DEPTH {
            return Err(TOO_DEEP.into());
        }
        let sheet = self.sheet;
        let next = depth + 1;
        match sheet.get_term(id) {
            Term::Number(number) => Ok(Some(*number)),
            Term::Variable(variable) => Ok(Some(self.values[variable.0 as usize])),
            Term::Apply(symbol, terms) => self.apply(*symbol, terms, cells, next, budget),
            Term::Binary(operation, one, other) => {
                let Some(one) = self.term(*one, cells, next, budget)? else { return Ok(None) };
                let Some(other) = self.term(*other, cells, next, budget)? else {
                    return Ok(None);
                };
                calculated(*operation, one, other)
            }
            Term::Absolute(part) => {
                let value = self.term(*part, cells, next, budget)?;
                Ok(value.map(|it| it.checked_abs().ok_or(TOO_LARGE)).transpose()?)
            }
            Term::Count(variables, part) => {
                let mut count = 0;
                sheet.start(variables, &mut self.values);
                loop {
                    count += i64::from(self.sentence(*part, cells, next, budget)?);
                    if !sheet.turn(variables, &mut self.values) {
                        return Ok(Some(count));
                    }
                }
            }
            Term::Fold(fold, variables, part, term) => {
                let mut found: Option<i64> = (*fold == Fold::Sum).then_some(0);
                sheet.start(variables, &mut self.values);
                loop {
                    if self.sentence(*part, cells, next, budget)? {
                        let Some(value) = self.term(*term, cells, next, budget)? else {
                            return Ok(None);
                        };
                        found = Some(match (fold, found) {
                            (Fold::Sum, found) => {
                                found.unwrap_or(0).checked_add(value).ok_or(TOO_LARGE)?
                            }
                            (Fold::Least, Some(found)) => found.min(value),
                            (Fold::Greatest, Some(found)) => found.max(value),
                            (_, None) => value,
                        });
                    }
                    if !sheet.turn(variables, &mut self.values) {
                        return Ok(found);
                    }
                }
            }
        }
    }

    fn apply(
        &mut self,
        symbol: SymbolId,
        terms: &[TermId],
        cells: &dyn KnownCells,
        depth: u32,
        budget: &mut Budget,
    ) -> CellRead<Option<i64>> {
        let sheet = self.sheet;
        // Most symbols have few arguments.
        let mut few = [0; 4];
        let mut many = Vec::new();
        for (at, term) in terms.iter().enumerate() {
            let Some(value) = self.term(*term, cells, depth, budget)? else { return Ok(None) };
            if terms.len() <= few.len() { few[at] = value } else { many.push(value) }
        }
        let arguments = if terms.len() <= few.len() { &few[..terms.len()] } else { &many[..] };
        let Some(index) = sheet.index(symbol, arguments) else { return Ok(None) };
        match &sheet.symbol(symbol).origin {
            SymbolOrigin::Found => {
                let cell = self.first[symbol.0 as usize] + index;
                cells.cell(cell).ok_or(EvaluationHalt::Unknown(cell))
            }
            SymbolOrigin::Values(values) => Ok(values.get(index).copied().flatten()),
            SymbolOrigin::Truths(truths) => Ok(truths.get(index).map(|it| i64::from(*it))),
            SymbolOrigin::Term(parameters, body) => {
                if let Some(known) = self.known.get(&(symbol, index)) {
                    return Ok(*known);
                }
                self.bind(parameters, arguments);
                let value = self.term(*body, cells, depth, budget)?;
                self.known.insert((symbol, index), value);
                Ok(value)
            }
            SymbolOrigin::Sentence(parameters, body) => {
                if let Some(group) = self.definitions.group(symbol) {
                    let holds = self.follows(group, (symbol, index), cells, budget)?;
                    return Ok(Some(i64::from(holds)));
                }
                if let Some(known) = self.known.get(&(symbol, index)) {
                    return Ok(*known);
                }
                self.bind(parameters, arguments);
                let holds = Some(i64::from(self.sentence(*body, cells, depth, budget)?));
                self.known.insert((symbol, index), holds);
                Ok(holds)
            }
        }
    }

    fn bind(&mut self, parameters: &[SheetVariable], arguments: &[i64]) {
        for (it, value) in parameters.iter().zip(arguments) {
            self.values[it.0 as usize] = *value;
        }
    }

    /// Whether a predicate that mentions itself holds of something.
    fn follows(
        &mut self,
        group: u32,
        place: (SymbolId, usize),
        cells: &dyn KnownCells,
        budget: &mut Budget,
    ) -> CellRead<bool> {
        let growth = self.growths.entry(group).or_default();
        let current = growth.current;
        let is_new = !growth.places.contains_key(&place);
        let (holds, readers) = growth.places.entry(place).or_default();
        if *holds {
            return Ok(true);
        }
        if readers.last() != current.as_ref() {
            readers.extend(current);
        }
        if is_new {
            growth.open.push(place);
        }
        if current.is_some() {
            return Ok(false);
        }
        if self.nested == NESTED {
            return Err(Stop::Size("definitions are nested too deeply").into());
        }
        self.nested += 1;
        let outer = self.values.clone();
        let grown = self.grow(group, cells, budget);
        self.values = outer;
        self.nested -= 1;
        if let Err(halt) = grown {
            // A cell that is not known may not matter for what asks.
            self.growths.remove(&group);
            return Err(halt);
        }
        let growth = self.growths.entry(group).or_default();
        growth.current = None;
        Ok(growth.places.get(&place).is_some_and(|it| it.0))
    }

    /// Looks for what follows next, until nothing does.
    fn grow(&mut self, group: u32, cells: &dyn KnownCells, budget: &mut Budget) -> CellRead<()> {
        while let Some(next) = self.growths.entry(group).or_default().open.pop() {
            let growth = self.growths.entry(group).or_default();
            if growth.places.get(&next).is_some_and(|it| it.0) {
                continue;
            }
            growth.current = Some(next);
            let sheet = self.sheet;
            let SymbolOrigin::Sentence(parameters, body) = &sheet.symbol(next.0).origin else {
                continue;
            };
            self.bind(parameters, &sheet.arguments(next.0, next.1));
            if self.sentence(*body, cells, 0, budget)? {
                let growth = self.growths.entry(group).or_default();
                let (holds, readers) = growth.places.entry(next).or_default();
                *holds = true;
                growth.open.append(readers);
            }
        }
        Ok(())
    }
}

/// Parts of a conjunction or a disjunction, of which one may decide though a cell is not known that another one reads
/// (S. C. Kleene's strong three-valued logic).
struct JoinedParts {
    /// The value that decides.
    ends: bool,
    /// The first cell that is not known.
    unknown: Option<usize>,
}

impl JoinedParts {
    const fn of(ends: bool) -> Self {
        Self { ends, unknown: None }
    }

    /// Whether a part decides.
    fn end_with(&mut self, part: CellRead<bool>) -> CellRead<bool> {
        match part {
            Ok(value) => Ok(value == self.ends),
            Err(EvaluationHalt::Unknown(cell)) => {
                self.unknown.get_or_insert(cell);
                Ok(false)
            }
            // What is not known may bar it.
            Err(EvaluationHalt::Stop(Stop::Size(_))) if self.unknown.is_some() => Ok(false),
            Err(halt) => Err(halt),
        }
    }

    /// The value where no part decides.
    fn without_end(self) -> CellRead<bool> {
        self.unknown.map_or(Ok(!self.ends), |it| Err(EvaluationHalt::Unknown(it)))
    }
}

/// What an operation makes of two numbers; `None` when that is missing.
fn calculated(operation: Operation, one: i64, other: i64) -> CellRead<Option<i64>> {
    let number = match operation {
        Operation::Plus => one.checked_add(other),
        Operation::Minus => one.checked_sub(other),
        Operation::Times => one.checked_mul(other),
        Operation::Quotient | Operation::Remainder if other == 0 => return Ok(None),
        Operation::Quotient => {
            let down = i64::from(one.checked_rem(other).is_some_and(|it| it != 0))
                * i64::from((one < 0) != (other < 0));
            one.checked_div(other).map(|it| it - down)
        }
        Operation::Remainder => one
            .checked_rem(other)
            .map(|it| if it != 0 && (it < 0) != (other < 0) { it + other } else { it }),
        Operation::Least => Some(one.min(other)),
        Operation::Greatest => Some(one.max(other)),
    };
    number.map(Some).ok_or(EvaluationHalt::Stop(TOO_LARGE))
}
