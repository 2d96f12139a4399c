//! What a sentence is for each of the values of its outermost variables, kept as long as nothing changes that was read for it: of
//! a line of a board that no player has it is not read again after a move elsewhere. What was read of a state says
//! nothing of another one but where both agree, so that this is as right as to read all.

use rustc_hash::{FxHashMap, FxHashSet};

use super::plays::StatePlace;
use super::{ReadNode, ReaderHalt, StateReader};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::{
    SentenceId, SheetArguments, SheetSentence, SheetState, SheetVariable, SymbolId, SymbolOrigin,
    Term, TermId,
};

/// Values of variables: fewer are read sooner than it is found out what has changed.
const ROWS: std::ops::Range<usize> = 16..1 << 12;

/// How deep in others a quantifier may stand: what is further in is read with what is around it.
pub(super) const OUTERMOST: u32 = 2;

/// What is known of a sentence for all values of variables, in the state in which it was read last.
pub(super) struct Watched {
    rows: Vec<SheetArguments>,
    /// Whether it has the wanted value for each; `None` where it has to be read.
    found: Vec<Option<bool>>,
    /// For how many it has.
    count: usize,
    /// Those that have to be read.
    open: Vec<u32>,
    /// By the places of a state those for which they were read.
    readers: FxHashMap<StatePlace, Vec<u32>>,
    /// What stands in these lists.
    noted: FxHashSet<(StatePlace, u32)>,
    state: SheetState,
}

impl Watched {
    fn new(rows: Vec<SheetArguments>) -> Self {
        let (found, open) = (vec![None; rows.len()], (0..rows.len() as u32).rev().collect());
        let (readers, noted) = (FxHashMap::default(), FxHashSet::default());
        Self { rows, found, count: 0, open, readers, noted, state: SheetState::default() }
    }

    /// Lets what was read be read again where it may be otherwise in another state.
    fn turn_to(&mut self, state: &SheetState) {
        if self.state.tables.len() != state.tables.len() {
            self.state.clone_from(state);
            return;
        }
        for (symbol, (own, table)) in self.state.tables.iter_mut().zip(&state.tables).enumerate() {
            for (place, (own, value)) in own.iter_mut().zip(table).enumerate() {
                if own == value {
                    continue;
                }
                *own = *value;
                let readers = self.readers.get(&(SymbolId(symbol as u32), place));
                for row in readers.into_iter().flatten() {
                    if let Some(found) = self.found[*row as usize].take() {
                        self.count -= usize::from(found);
                        self.open.push(*row);
                    }
                }
            }
        }
    }

    /// Notes what a row is, and what was read for that.
    fn note(&mut self, row: u32, found: bool, read: Vec<StatePlace>) {
        self.found[row as usize] = Some(found);
        self.count += usize::from(found);
        for place in read {
            if self.noted.insert((place, row)) {
                self.readers.entry(place).or_default().push(row);
            }
        }
    }
}

/// A quantifier by its first variable and its sentence, and what is looked for.
type WatchedKey = (SheetVariable, SentenceId, bool);

/// Whether what a quantifier says is watched.
pub(super) enum QuantifierWatch {
    /// Not yet.
    ReadOnce,
    /// It is.
    On(Box<Watched>),
    /// It cannot be, or is being read.
    Off,
}

impl StateReader<'_> {
    /// Whether a sentence has a value for some values of variables, by what is known of the state before; `None` where that is
    /// not known.
    pub(super) fn watched(
        &mut self,
        variables: &[SheetVariable],
        (part, wanted): (SentenceId, bool),
        budget: &mut Budget,
    ) -> Result<Option<bool>, Stop> {
        // What is read while a definition by itself still grows is not yet what it will be.
        let may_watch = self.trace.is_none() && self.nested == 0;
        let Some(first) = variables.first().filter(|_| may_watch) else { return Ok(None) };
        let key: WatchedKey = (*first, part, wanted);
        let Some(watch) = self.watches.get_mut(&key) else {
            // What is read once is not worth it.
            self.watches.insert(key, QuantifierWatch::ReadOnce);
            return Ok(None);
        };
        let mut watched = match std::mem::replace(watch, QuantifierWatch::Off) {
            QuantifierWatch::Off => return Ok(None),
            QuantifierWatch::ReadOnce => match self.rows(variables, (part, wanted), budget)? {
                Some(rows) => Box::new(Watched::new(rows)),
                None => return Ok(None),
            },
            QuantifierWatch::On(watched) => watched,
        };
        watched.turn_to(&self.state);
        self.remembers = false;
        let found = self.read_open(&mut watched, variables, (part, wanted), budget);
        (self.trace, self.remembers) = (None, true);
        match found {
            Ok(()) => {
                let found = watched.count > 0;
                self.watches.insert(key, QuantifierWatch::On(watched));
                Ok(Some(found == wanted))
            }
            // In their order what is too large or too deep may not be read at all.
            Err(ReaderHalt::Stop(Stop::Size(_)) | ReaderHalt::Deep(_)) => Ok(None),
            Err(ReaderHalt::Stop(stop)) => Err(stop),
        }
    }

    /// Reads what has to be read, until it has the wanted value.
    fn read_open(
        &mut self,
        watched: &mut Watched,
        variables: &[SheetVariable],
        (part, wanted): (SentenceId, bool),
        budget: &mut Budget,
    ) -> Result<(), ReaderHalt> {
        while watched.count == 0
            && let Some(row) = watched.open.pop()
        {
            for (it, value) in variables.iter().zip(&watched.rows[row as usize]) {
                self.values[it.0 as usize] = *value;
            }
            self.trace = Some(Vec::new());
            let found = self.sentence(part, OUTERMOST, budget)? == wanted;
            watched.note(row, found, self.trace.take().unwrap_or_default());
        }
        Ok(())
    }

    /// All values of variables for which a sentence may have a value, if it speaks of nothing but them and places of a state.
    fn rows(
        &mut self,
        variables: &[SheetVariable],
        (part, wanted): (SentenceId, bool),
        budget: &mut Budget,
    ) -> Result<Option<Vec<SheetArguments>>, Stop> {
        if !self.is_closed(variables, part) {
            return Ok(None);
        }
        let mut matches = self.matches(variables, part, wanted, budget)?;
        let mut rows = Vec::new();
        loop {
            match self.turn(&mut matches, OUTERMOST, budget) {
                Ok(true) if rows.len() < ROWS.end => {
                    rows.push(variables.iter().map(|it| self.values[it.0 as usize]).collect());
                }
                Ok(false) => return Ok(Some(rows).filter(|it| ROWS.contains(&it.len()))),
                Ok(true) | Err(ReaderHalt::Deep(_) | ReaderHalt::Stop(Stop::Size(_))) => {
                    return Ok(None);
                }
                Err(ReaderHalt::Stop(stop)) => return Err(stop),
            }
        }
    }

    /// Whether a sentence names no variables but these and its own, and what is defined by a state no deeper than once: it is
    /// read each time.
    fn is_closed(&self, variables: &[SheetVariable], part: SentenceId) -> bool {
        let mut spoken = Spoken { own: variables.to_vec(), named: Vec::new(), parts: Vec::new() };
        spoken.parts.push((ReadNode::Sentence(part), false));
        while let Some((node, is_inside)) = spoken.parts.pop() {
            let symbol = match node {
                ReadNode::Sentence(id) => spoken.sentence(self.sheet.get(id), is_inside),
                ReadNode::Term(id) => spoken.term(self.sheet.get_term(id), is_inside),
            };
            let Some(symbol) = symbol.filter(|it| !self.definitions.is_known(*it)) else {
                continue;
            };
            let (parameters, body) = match &self.sheet.symbol(symbol).origin {
                SymbolOrigin::Sentence(parameters, body) => (parameters, ReadNode::Sentence(*body)),
                SymbolOrigin::Term(parameters, body) => (parameters, ReadNode::Term(*body)),
                _ => continue,
            };
            if is_inside || self.definitions.group(symbol).is_some() {
                return false;
            }
            spoken.own.extend(parameters);
            spoken.parts.push((body, true));
        }
        spoken.named.iter().all(|it| spoken.own.contains(it))
    }
}

/// What a sentence speaks of.
struct Spoken {
    /// The variables that it binds.
    own: Vec<SheetVariable>,
    /// Those that it names.
    named: Vec<SheetVariable>,
    /// Parts that were not looked at, each with whether it stands in a definition.
    parts: Vec<(ReadNode, bool)>,
}

impl Spoken {
    fn add(&mut self, sentences: &[SentenceId], terms: &[TermId], is_inside: bool) {
        self.parts.extend(sentences.iter().map(|it| (ReadNode::Sentence(*it), is_inside)));
        self.parts.extend(terms.iter().map(|it| (ReadNode::Term(*it), is_inside)));
    }

    /// Takes in the parts of a sentence; the symbol that it applies.
    fn sentence(&mut self, sentence: &SheetSentence, is_inside: bool) -> Option<SymbolId> {
        match sentence {
            SheetSentence::Truth(_) => {}
            SheetSentence::Holds(symbol, terms) => {
                self.add(&[], terms, is_inside);
                return Some(*symbol);
            }
            SheetSentence::Compare(_, one, other) => self.add(&[], &[*one, *other], is_inside),
            SheetSentence::Missing(term) => self.add(&[], &[*term], is_inside),
            SheetSentence::Not(part) => self.add(&[*part], &[], is_inside),
            SheetSentence::And(parts) | SheetSentence::Or(parts) => self.add(parts, &[], is_inside),
            SheetSentence::Iff(one, other) => self.add(&[*one, *other], &[], is_inside),
            SheetSentence::All(bound, part) | SheetSentence::Some(bound, part) => {
                self.own.extend(bound);
                self.add(&[*part], &[], is_inside);
            }
            SheetSentence::Distinct(bound, part, term) => {
                self.own.extend(bound);
                self.add(&[*part], &[*term], is_inside);
            }
        }
        None
    }

    /// As [`Spoken::sentence`], of a term.
    fn term(&mut self, term: &Term, is_inside: bool) -> Option<SymbolId> {
        match term {
            Term::Number(_) => {}
            Term::Variable(it) => self.named.push(*it),
            Term::Apply(symbol, terms) => {
                self.add(&[], terms, is_inside);
                return Some(*symbol);
            }
            Term::Binary(_, one, other) => self.add(&[], &[*one, *other], is_inside),
            Term::Absolute(part) => self.add(&[], &[*part], is_inside),
            Term::Count(bound, part) => {
                self.own.extend(bound);
                self.add(&[*part], &[], is_inside);
            }
            Term::Fold(_, bound, part, term) => {
                self.own.extend(bound);
                self.add(&[*part], &[*term], is_inside);
            }
        }
        None
    }
}
