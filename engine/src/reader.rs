//! The plain reader: what the sentences and terms of a sheet are in a state, by the tree alone. It
//! shares nothing with the procedures, so that it can check them. What is defined is remembered, and of the
//! state before what does not depend on what has changed; predicates that mention themselves are least fixed
//! points, which grow as far as somebody asks.

mod existing;
mod fixpoint;
mod matches;
pub mod plays;
mod required;
mod watched;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::logic::sheet::definitions::{DefinitionFault, Definitions};
use crate::logic::sheet::{
    Comparison, Fold, Operation, SentenceId, Sheet, SheetArguments, SheetSentence, SheetState,
    SheetVariable, SymbolId, SymbolOrigin, Term, TermId,
};
use fixpoint::FixpointGrowth;
use matches::Joins;
pub use matches::Matches;
use watched::{OUTERMOST, QuantifierWatch};

/// How deep sentences are read by recursion. What lies deeper is read first, and kept until what
/// it is a part of is read again.
const DEPTH: u32 = 64;

/// Definitions by least fixed points that are read one inside the other.
const NESTED: u32 = 16;

const TOO_LARGE: Stop = Stop::Size("a number is too large");

/// A sentence or a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum ReadNode {
    Sentence(SentenceId),
    Term(TermId),
}

/// Why there is no value yet.
enum ReaderHalt {
    Stop(Stop),
    /// This lies too deep.
    Deep(ReadNode),
}

impl From<Stop> for ReaderHalt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

type Read<T> = Result<T, ReaderHalt>;

/// What lay too deep, with the values of all variables there.
type Deep = FxHashMap<(ReadNode, Vec<i64>), Option<i64>>;

/// Reads sentences and terms in a state.
pub struct StateReader<'s> {
    sheet: &'s Sheet,
    definitions: Definitions,
    state: SheetState,
    /// The values of the variables that are bound.
    values: Vec<i64>,
    /// What is defined, by symbol and place, and that of it which is the same in every state.
    known: FxHashMap<(SymbolId, usize), Option<i64>>,
    lasting: FxHashMap<(SymbolId, usize), Option<i64>>,
    /// Predicates that mention themselves, by group.
    growths: FxHashMap<u32, FixpointGrowth>,
    joins: Joins,
    /// What is known of quantifiers by the state that they were read in last.
    watches: FxHashMap<(SheetVariable, SentenceId, bool), QuantifierWatch>,
    deep: Deep,
    nested: u32,
    /// Whether what is defined by the state is remembered. What is taken from memory is not read.
    remembers: bool,
    /// The places of the state that were read, where somebody wants to know.
    trace: Option<Vec<(SymbolId, usize)>>,
}

impl<'s> StateReader<'s> {
    /// A reader of a sheet in which there is nothing to find, or that will [turn](Self::turn_to) to
    /// a state.
    ///
    /// # Errors
    /// A definition that has no meaning.
    pub fn new(sheet: &'s Sheet) -> Result<Self, DefinitionFault> {
        Ok(Self {
            sheet,
            definitions: Definitions::of(sheet)?,
            state: SheetState::default(),
            values: vec![0; sheet.variables.len()],
            known: FxHashMap::default(),
            lasting: FxHashMap::default(),
            growths: FxHashMap::default(),
            joins: Joins::default(),
            watches: FxHashMap::default(),
            deep: Deep::default(),
            nested: 0,
            remembers: true,
            trace: None,
        })
    }

    /// What it reads.
    pub(crate) fn sheet(&self) -> &'s Sheet {
        self.sheet
    }

    /// Reads in this state from now on.
    pub fn turn_to(&mut self, state: SheetState) {
        self.state = state;
        self.forget();
    }

    /// Forgets what may be otherwise in another state.
    fn forget(&mut self) {
        self.known.clear();
        self.growths.retain(|_, it| it.is_lasting);
    }

    /// Whether the state gives everything that is to be found a value that it may have, and nothing
    /// else.
    pub fn fits(&self) -> bool {
        let symbols = (0..).map(SymbolId).zip(&self.sheet.symbols);
        let fits = |((id, symbol), table): ((SymbolId, &_), &Vec<Option<i64>>)| {
            let symbol: &crate::logic::sheet::SheetSymbol = symbol;
            if symbol.origin != SymbolOrigin::Found {
                return table.is_empty();
            }
            let is_value = |value: &Option<i64>| match (&symbol.values, value) {
                (None, value) => matches!(value, Some(0 | 1)),
                (Some(values), Some(value)) => values.range.contains(value),
                (Some(values), None) => values.or_none,
            };
            self.sheet.tuples(id) == Some(table.len()) && table.iter().all(is_value)
        };
        self.state.tables.len() == self.sheet.symbols.len()
            && symbols.zip(&self.state.tables).all(fits)
    }

    /// Whether every rule is true.
    ///
    /// # Errors
    /// As [`StateReader::is_true`].
    pub fn is_world(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        for rule in &self.sheet.rules {
            if !self.is_true(*rule, &[], budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a sentence is true when its free variables have these values.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn is_true(
        &mut self,
        sentence: SentenceId,
        values: &[(SheetVariable, i64)],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        values.iter().for_each(|(it, value)| self.values[it.0 as usize] = *value);
        Ok(self.whole(ReadNode::Sentence(sentence), budget)? == Some(1))
    }

    /// The value of a term when its free variables have these values; `None` when it is missing.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn value(
        &mut self,
        term: TermId,
        values: &[(SheetVariable, i64)],
        budget: &mut Budget,
    ) -> Result<Option<i64>, Stop> {
        values.iter().for_each(|(it, value)| self.values[it.0 as usize] = *value);
        self.whole(ReadNode::Term(term), budget)
    }

    /// Reads something of any depth.
    fn whole(&mut self, node: ReadNode, budget: &mut Budget) -> Result<Option<i64>, Stop> {
        let outer = std::mem::take(&mut self.deep);
        let mut open = match self.node(node, 0, budget) {
            Ok(found) => {
                self.deep = outer;
                return Ok(found);
            }
            Err(ReaderHalt::Stop(stop)) => {
                self.deep = outer;
                return Err(stop);
            }
            // What is free in the whole still has its value: what is bound in it is something else.
            Err(ReaderHalt::Deep(part)) => {
                vec![(node, self.values.clone()), (part, self.values.clone())]
            }
        };
        let found = loop {
            let Some((node, values)) = open.last().cloned() else { break Ok(None) };
            self.values.clone_from(&values);
            match self.node(node, 0, budget) {
                Ok(found) => {
                    open.pop();
                    if open.is_empty() {
                        break Ok(found);
                    }
                    self.deep.insert((node, values), found);
                }
                Err(ReaderHalt::Deep(node)) => open.push((node, self.values.clone())),
                Err(ReaderHalt::Stop(stop)) => break Err(stop),
            }
        };
        self.deep = outer;
        found
    }

    fn node(&mut self, node: ReadNode, depth: u32, budget: &mut Budget) -> Read<Option<i64>> {
        match node {
            ReadNode::Sentence(id) => Ok(Some(i64::from(self.sentence(id, depth, budget)?))),
            ReadNode::Term(id) => self.term(id, depth, budget),
        }
    }

    /// What was read of something that lies too deep.
    fn kept(&self, node: ReadNode) -> Read<Option<i64>> {
        // What is watched notes places itself, and of this it is not told from which it was read.
        if self.trace.is_some() && !self.remembers {
            return Err(ReaderHalt::Deep(node));
        }
        let key = (node, self.values.clone());
        self.deep.get(&key).copied().ok_or(ReaderHalt::Deep(node))
    }

    /// Whether the second of two terms is read before the first one: where it is what stands at some places, and may be
    /// missing, the other need not be calculated.
    fn is_second_first(&self, one: TermId, other: TermId) -> bool {
        let is_at_places = |it| matches!(self.sheet.get_term(it), Term::Apply(..));
        is_at_places(other) && !is_at_places(one)
    }

    fn sentence(&mut self, id: SentenceId, depth: u32, budget: &mut Budget) -> Read<bool> {
        budget.check()?;
        if depth >= DEPTH {
            return Ok(self.kept(ReadNode::Sentence(id))? == Some(1));
        }
        let depth = depth + 1;
        match self.sheet.get(id) {
            SheetSentence::Truth(value) => Ok(*value),
            SheetSentence::Holds(symbol, terms) => {
                Ok(self.apply(*symbol, terms, depth, budget)? == Some(1))
            }
            SheetSentence::Compare(comparison, one, other) => {
                let turned = self.is_second_first(*one, *other);
                let (first, second) = if turned { (other, one) } else { (one, other) };
                let Some(first) = self.term(*first, depth, budget)? else { return Ok(false) };
                let Some(second) = self.term(*second, depth, budget)? else { return Ok(false) };
                let (one, other) = if turned { (second, first) } else { (first, second) };
                Ok(match comparison {
                    Comparison::Equal => one == other,
                    Comparison::Less => one < other,
                    Comparison::AtMost => one <= other,
                })
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
                let mut values = self.values_of(variables, *part, *term, depth, budget)?;
                values.retain(Option::is_some);
                values.sort_unstable();
                Ok(values.windows(2).all(|pair| pair[0] != pair[1]))
            }
        }
    }

    /// Whether one of some sentences has a value; if not, all have the other.
    fn find(
        &mut self,
        parts: &[SentenceId],
        wanted: bool,
        depth: u32,
        budget: &mut Budget,
    ) -> Read<bool> {
        for part in parts {
            if self.sentence(*part, depth, budget)? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    /// As [`StateReader::find`] for one sentence and all values of variables.
    fn search(
        &mut self,
        variables: &[SheetVariable],
        part: SentenceId,
        wanted: bool,
        depth: u32,
        budget: &mut Budget,
    ) -> Read<bool> {
        if depth <= OUTERMOST
            && let Some(found) = self.watched(variables, (part, wanted), budget)?
        {
            return Ok(found);
        }
        let mut matches = self.matches(variables, part, wanted, budget)?;
        while self.turn(&mut matches, depth, budget)? {
            if self.sentence(part, depth, budget)? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    /// What a term is wherever a sentence is true.
    fn values_of(
        &mut self,
        variables: &[SheetVariable],
        part: SentenceId,
        term: TermId,
        depth: u32,
        budget: &mut Budget,
    ) -> Read<Vec<Option<i64>>> {
        let mut values = Vec::new();
        let mut matches = self.matches(variables, part, true, budget)?;
        while self.turn(&mut matches, depth, budget)? {
            if self.sentence(part, depth, budget)? {
                values.push(self.term(term, depth, budget)?);
            }
        }
        Ok(values)
    }

    fn term(&mut self, id: TermId, depth: u32, budget: &mut Budget) -> Read<Option<i64>> {
        budget.check()?;
        if depth >= DEPTH {
            return self.kept(ReadNode::Term(id));
        }
        let depth = depth + 1;
        match self.sheet.get_term(id) {
            Term::Number(number) => Ok(Some(*number)),
            Term::Variable(variable) => Ok(Some(self.values[variable.0 as usize])),
            Term::Apply(symbol, terms) => self.apply(*symbol, terms, depth, budget),
            Term::Binary(operation, one, other) => {
                let one = self.term(*one, depth, budget)?;
                let other = self.term(*other, depth, budget)?;
                let (Some(one), Some(other)) = (one, other) else { return Ok(None) };
                Ok(operate(*operation, one, other)?)
            }
            Term::Absolute(part) => {
                let value = self.term(*part, depth, budget)?;
                Ok(value.map(|it| it.checked_abs().ok_or(TOO_LARGE)).transpose()?)
            }
            Term::Count(variables, part) => {
                let mut count = 0;
                let mut matches = self.matches(variables, *part, true, budget)?;
                while self.turn(&mut matches, depth, budget)? {
                    count += i64::from(self.sentence(*part, depth, budget)?);
                }
                Ok(Some(count))
            }
            Term::Fold(fold, variables, part, term) => {
                let values = self.values_of(variables, *part, *term, depth, budget)?;
                let Some(values) = values.into_iter().collect::<Option<Vec<_>>>() else {
                    return Ok(None);
                };
                Ok(match fold {
                    Fold::Least => values.into_iter().min(),
                    Fold::Greatest => values.into_iter().max(),
                    Fold::Sum => {
                        let sum = values.into_iter().map(i128::from).sum::<i128>();
                        Some(i64::try_from(sum).map_err(|_| TOO_LARGE)?)
                    }
                })
            }
        }
    }

    /// What a symbol is for some terms, of a predicate as 1 or 0; `None` when one of them is
    /// missing or not in its sort.
    fn apply(
        &mut self,
        symbol: SymbolId,
        terms: &[TermId],
        depth: u32,
        budget: &mut Budget,
    ) -> Read<Option<i64>> {
        let mut arguments = SheetArguments::new();
        for term in terms {
            match self.term(*term, depth, budget)? {
                Some(value) => arguments.push(value),
                None => return Ok(None),
            }
        }
        let Some(index) = self.sheet.index(symbol, &arguments) else { return Ok(None) };
        self.entry(symbol, index, &arguments, depth, budget)
    }

    /// What a symbol is at a place of its table, of a predicate as 1 or 0.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn at(
        &mut self,
        symbol: SymbolId,
        index: usize,
        budget: &mut Budget,
    ) -> Result<Option<i64>, Stop> {
        let arguments = self.sheet.arguments(symbol, index);
        match self.entry(symbol, index, &arguments, 0, budget) {
            Ok(found) => Ok(found),
            Err(ReaderHalt::Stop(stop)) => Err(stop),
            Err(ReaderHalt::Deep(_)) => {
                let sheet = self.sheet;
                let body = match &sheet.symbol(symbol).origin {
                    SymbolOrigin::Sentence(_, body) => ReadNode::Sentence(*body),
                    SymbolOrigin::Term(_, body) => ReadNode::Term(*body),
                    _ => return Ok(None),
                };
                if let SymbolOrigin::Sentence(parameters, _) | SymbolOrigin::Term(parameters, _) =
                    &sheet.symbol(symbol).origin
                {
                    for (it, value) in parameters.iter().zip(sheet.arguments(symbol, index)) {
                        self.values[it.0 as usize] = value;
                    }
                }
                self.whole(body, budget)
            }
        }
    }

    fn entry(
        &mut self,
        symbol: SymbolId,
        index: usize,
        arguments: &[i64],
        depth: u32,
        budget: &mut Budget,
    ) -> Read<Option<i64>> {
        let sheet = self.sheet;
        match &sheet.symbol(symbol).origin {
            SymbolOrigin::Found => {
                if let Some(trace) = &mut self.trace {
                    trace.push((symbol, index));
                }
                let table = self.state.tables.get(symbol.0 as usize);
                Ok(table.and_then(|it| it.get(index)).copied().flatten())
            }
            SymbolOrigin::Values(values) => Ok(values.get(index).copied().flatten()),
            SymbolOrigin::Truths(truths) => Ok(truths.get(index).map(|it| i64::from(*it))),
            SymbolOrigin::Sentence(parameters, body) => {
                if let Some(group) = self.definitions.group(symbol) {
                    let holds = self.holds(group, (symbol, index), budget)?;
                    return Ok(Some(i64::from(holds)));
                }
                self.defined(
                    (symbol, index),
                    parameters,
                    arguments,
                    |it, budget| Ok(Some(i64::from(it.sentence(*body, depth, budget)?))),
                    budget,
                )
            }
            SymbolOrigin::Term(parameters, body) => {
                let read = |it: &mut Self, budget: &mut Budget| it.term(*body, depth, budget);
                self.defined((symbol, index), parameters, arguments, read, budget)
            }
        }
    }

    /// What is defined, which is remembered.
    fn defined(
        &mut self,
        place: (SymbolId, usize),
        parameters: &[SheetVariable],
        arguments: &[i64],
        read: impl FnOnce(&mut Self, &mut Budget) -> Read<Option<i64>>,
        budget: &mut Budget,
    ) -> Read<Option<i64>> {
        let is_lasting = self.definitions.is_known(place.0);
        let known = if is_lasting { &self.lasting } else { &self.known };
        let remembers = is_lasting || self.remembers;
        if remembers && let Some(known) = known.get(&place) {
            return Ok(*known);
        }
        for (parameter, argument) in parameters.iter().zip(arguments) {
            self.values[parameter.0 as usize] = *argument;
        }
        let found = read(self, budget)?;
        let known = if is_lasting { &mut self.lasting } else { &mut self.known };
        if remembers {
            known.insert(place, found);
        }
        Ok(found)
    }
}

/// What an operation makes of two numbers; `None` when that is missing.
pub(crate) fn operate(operation: Operation, one: i64, other: i64) -> Result<Option<i64>, Stop> {
    let (wide, other_wide) = (i128::from(one), i128::from(other));
    let number = match operation {
        Operation::Plus => wide + other_wide,
        Operation::Minus => wide - other_wide,
        Operation::Times => wide * other_wide,
        Operation::Quotient | Operation::Remainder if other == 0 => return Ok(None),
        Operation::Quotient => floor(wide, other_wide),
        Operation::Remainder => wide - other_wide * floor(wide, other_wide),
        Operation::Least => wide.min(other_wide),
        Operation::Greatest => wide.max(other_wide),
    };
    i64::try_from(number).map(Some).map_err(|_| TOO_LARGE)
}

/// A quotient rounded down.
fn floor(one: i128, other: i128) -> i128 {
    one / other - i128::from(one % other != 0 && (one < 0) != (other < 0))
}
