//! Makes clauses of what a rule sheet says. What is known is folded: it leaves no clause. Quantifiers
//! and sums run through what their known parts allow, found by joins. Whatever an atom stands for
//! follows from what is to be found, so that models are counted rightly. A file is an encoding, or a
//! part of the way from sentences to them.

mod adder;
mod apply;
mod assert;
mod choices;
mod clauses;
mod diagram;
mod distinct;
mod founded;
mod growth;
mod joins;
mod loops;
mod number;
mod operations;
mod plan;
mod sentence;
mod stages;
mod table;
mod term;
mod totalizer;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::evidence::sheet::{SheetClauseSource, Sources};
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::{
    Comparison, SentenceId, Sheet, SheetSentence, SheetState, SheetVariable, SymbolId,
    SymbolOrigin, Term, TermId,
};
use choices::ChoiceId;
pub use founded::Founded;
use growth::TableGrowth;
use loops::LoopAtoms;
use number::{EncodedNumber, Encoder};
use plan::{ColumnIndex, JoinPlan};

/// How deep sentences are looked at by recursion. What lies deeper is looked at first, and kept.
const DEPTH: u32 = 48;

/// Values of all things that are to be found, together.
const CELLS: usize = 1 << 26;

/// A sentence or a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum GroundNode {
    Sentence(SentenceId),
    Term(TermId),
}

/// Why there is no result yet.
enum Halt {
    Stop(Stop),
    /// This lies too deep.
    Deep(GroundNode),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

type Grounded<T> = Result<T, Halt>;

/// What something became.
#[derive(Clone)]
enum Meaning {
    Literal(Literal),
    Number(EncodedNumber),
}

/// What stands for a symbol that is to be found.
enum Cells {
    /// It is not to be found.
    None,
    /// The atoms from this one on.
    Atoms(u32),
    Choices(Vec<ChoiceId>),
}

/// A sheet in clauses.
pub struct GroundSheet<'s> {
    sheet: &'s Sheet,
    definitions: Definitions,
    encoder: Encoder,
    cells: Vec<Cells>,
    /// The values of the variables that are bound.
    values: Vec<i64>,
    /// Which sentences and terms say nothing of what is to be found.
    known_sentences: Vec<bool>,
    known_terms: Vec<bool>,
    /// What is defined, by symbol and place.
    truths: FxHashMap<(SymbolId, usize), Literal>,
    numbers: FxHashMap<(SymbolId, usize), EncodedNumber>,
    /// What a symbol is at a place that is to be found.
    chosen_truths: FxHashMap<(SymbolId, ChoiceId), Literal>,
    chosen_numbers: FxHashMap<(SymbolId, ChoiceId), EncodedNumber>,
    growths: FxHashMap<u32, TableGrowth>,
    loops: LoopAtoms,
    plans: FxHashMap<GroundNode, Rc<JoinPlan>>,
    indexes: FxHashMap<(SymbolId, u64), Rc<ColumnIndex>>,
    deep: FxHashMap<(GroundNode, Vec<i64>), Meaning>,
    nested: u32,
}

impl<'s> GroundSheet<'s> {
    /// Atoms for what is to be found, and that each value is one that it may have. No rule is
    /// written down yet.
    ///
    /// # Errors
    /// A limit, or that there would be too many.
    pub fn new(
        sheet: &'s Sheet,
        definitions: Definitions,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let known_sentences = vec![false; sheet.sentences().len()];
        let known_terms = vec![false; sheet.terms().len()];
        let mut ground = Self {
            sheet,
            definitions,
            encoder: Encoder::default(),
            cells: Vec::with_capacity(sheet.symbols.len()),
            values: vec![0; sheet.variables.len()],
            known_sentences,
            known_terms,
            truths: FxHashMap::default(),
            numbers: FxHashMap::default(),
            chosen_truths: FxHashMap::default(),
            chosen_numbers: FxHashMap::default(),
            growths: FxHashMap::default(),
            loops: LoopAtoms::default(),
            plans: FxHashMap::default(),
            indexes: FxHashMap::default(),
            deep: FxHashMap::default(),
            nested: 0,
        };
        ground.find_known();
        let mut room = CELLS;
        for symbol in (0..sheet.symbols.len()).map(|it| SymbolId(it as u32)) {
            let cells = ground.new_cells(symbol, &mut room, budget)?;
            ground.cells.push(cells);
        }
        Ok(ground)
    }

    fn new_cells(
        &mut self,
        id: SymbolId,
        room: &mut usize,
        budget: &mut Budget,
    ) -> Result<Cells, Stop> {
        const TOO_MANY: Stop = Stop::Size("there is too much to be found");
        let symbol = self.sheet.symbol(id);
        if symbol.origin != SymbolOrigin::Found {
            return Ok(Cells::None);
        }
        let count = self.sheet.tuples(id).ok_or(TOO_MANY)?;
        let width = match &symbol.values {
            None => Some(1),
            Some(values) => {
                let width = values.range.end().checked_sub(*values.range.start());
                width.and_then(|it| usize::try_from(it).ok()).and_then(|it| it.checked_add(2))
            }
        };
        let size = width.and_then(|it| it.checked_mul(count)).ok_or(TOO_MANY)?;
        *room = room.checked_sub(size).ok_or(TOO_MANY)?;
        let Some(values) = &symbol.values else {
            let first = self.encoder.clauses.cnf.atoms();
            (0..count).for_each(|_| _ = self.encoder.clauses.atom());
            return Ok(Cells::Atoms(first));
        };
        let none = values.or_none.then_some(None);
        let values: Vec<_> = none.into_iter().chain(values.range.clone().map(Some)).collect();
        let mut choices = Vec::with_capacity(count);
        for _ in 0..count {
            budget.work(values.len())?;
            budget.check()?;
            choices.push(self.encoder.choices.fresh(&mut self.encoder.clauses, &values));
        }
        Ok(Cells::Choices(choices))
    }

    /// Marks the sentences and terms that say nothing of what is to be found.
    fn find_known(&mut self) {
        // A sentence may stand in a term and a term in a sentence: whichever is made of the other
        // comes later in its store only, so this goes on until nothing changes.
        loop {
            let before = self.known_sentences.iter().chain(&self.known_terms).filter(|it| **it);
            let before = before.count();
            for at in 0..self.known_terms.len() {
                self.known_terms[at] = self.is_known_term(&self.sheet.terms()[at]);
            }
            for at in 0..self.known_sentences.len() {
                self.known_sentences[at] = self.is_known_sentence(&self.sheet.sentences()[at]);
            }
            let after = self.known_sentences.iter().chain(&self.known_terms).filter(|it| **it);
            if after.count() == before {
                return;
            }
        }
    }

    fn is_known(&self, node: GroundNode) -> bool {
        match node {
            GroundNode::Sentence(id) => self.known_sentences[id.0 as usize],
            GroundNode::Term(id) => self.known_terms[id.0 as usize],
        }
    }

    fn is_known_term(&self, term: &Term) -> bool {
        let term_known = |it: &TermId| self.is_known(GroundNode::Term(*it));
        let known = |it: &SentenceId| self.is_known(GroundNode::Sentence(*it));
        match term {
            Term::Number(_) | Term::Variable(_) => true,
            Term::Apply(symbol, terms) => {
                self.definitions.is_known(*symbol) && terms.iter().all(term_known)
            }
            Term::Binary(_, one, other) => term_known(one) && term_known(other),
            Term::Absolute(part) => term_known(part),
            Term::Count(_, part) => known(part),
            Term::Fold(_, _, part, term) => known(part) && term_known(term),
        }
    }

    fn is_known_sentence(&self, sentence: &SheetSentence) -> bool {
        let term_known = |it: &TermId| self.is_known(GroundNode::Term(*it));
        let known = |it: &SentenceId| self.is_known(GroundNode::Sentence(*it));
        match sentence {
            SheetSentence::Truth(_) => true,
            SheetSentence::Holds(symbol, terms) => {
                self.definitions.is_known(*symbol) && terms.iter().all(term_known)
            }
            SheetSentence::Compare(_, one, other) => term_known(one) && term_known(other),
            SheetSentence::Missing(term) => term_known(term),
            SheetSentence::Not(part)
            | SheetSentence::All(_, part)
            | SheetSentence::Some(_, part) => known(part),
            SheetSentence::And(parts) | SheetSentence::Or(parts) => parts.iter().all(known),
            SheetSentence::Iff(one, other) => known(one) && known(other),
            SheetSentence::Distinct(_, part, term) => known(part) && term_known(term),
        }
    }

    /// Writes a rule down.
    ///
    /// # Errors
    /// A limit, or that there would be too many clauses.
    pub fn rule(&mut self, rule: usize, budget: &mut Budget) -> Result<(), Stop> {
        self.encoder.clauses.begin(rule, Vec::new());
        let id = self.sheet.rules[rule];
        self.whole(budget, |it, budget| it.assert(id, true, &[], 0, budget))?;
        self.define_loops(budget)
    }

    /// What is true if and only if a sentence is, when its free variables have these values.
    ///
    /// # Errors
    /// As [`GroundSheet::rule`].
    pub fn literal(
        &mut self,
        sentence: SentenceId,
        values: &[(SheetVariable, i64)],
        budget: &mut Budget,
    ) -> Result<Literal, Stop> {
        values.iter().for_each(|(it, value)| self.values[it.0 as usize] = *value);
        let literal = self.whole(budget, |it, budget| it.sentence(sentence, 0, budget))?;
        self.define_loops(budget)?;
        Ok(literal)
    }

    /// What is true if and only if a term without free variables compares like this with a number.
    ///
    /// # Errors
    /// As [`GroundSheet::rule`].
    pub fn compared(
        &mut self,
        term: TermId,
        comparison: Comparison,
        number: i64,
        budget: &mut Budget,
    ) -> Result<Literal, Stop> {
        let value = self.whole(budget, |it, budget| it.term(term, 0, budget))?;
        self.define_loops(budget)?;
        let number = EncodedNumber::constant(Some(number));
        let test = self.encoder.compare(comparison, &value, &number, budget)?;
        self.encoder.literal(&test, budget)
    }

    /// What is true if and only if a term without free variables is missing.
    ///
    /// # Errors
    /// As [`GroundSheet::rule`].
    pub fn missing(&mut self, term: TermId, budget: &mut Budget) -> Result<Literal, Stop> {
        let value = self.whole(budget, |it, budget| it.term(term, 0, budget))?;
        self.define_loops(budget)?;
        self.encoder.missing(&value)
    }

    /// Does something to whatever depth: what lies too deep is done before.
    fn whole<T>(
        &mut self,
        budget: &mut Budget,
        mut work: impl FnMut(&mut Self, &mut Budget) -> Grounded<T>,
    ) -> Result<T, Stop> {
        let outer = std::mem::take(&mut self.deep);
        let start = self.values.clone();
        let mut open: Vec<(GroundNode, Vec<i64>)> = Vec::new();
        let done = loop {
            let made = match open.last().cloned() {
                None => {
                    self.values.clone_from(&start);
                    match work(self, budget) {
                        Ok(done) => break Ok(done),
                        Err(halt) => Err(halt),
                    }
                }
                Some((node, values)) => {
                    self.values.clone_from(&values);
                    self.meaning(node, budget).map(|it| (node, values, it))
                }
            };
            match made {
                Ok((node, values, meaning)) => {
                    open.pop();
                    self.deep.insert((node, values), meaning);
                }
                Err(Halt::Deep(node)) => open.push((node, self.values.clone())),
                Err(Halt::Stop(stop)) => break Err(stop),
            }
        };
        self.deep = outer;
        done
    }

    fn meaning(&mut self, node: GroundNode, budget: &mut Budget) -> Grounded<Meaning> {
        match node {
            GroundNode::Sentence(id) => self.sentence(id, 0, budget).map(Meaning::Literal),
            GroundNode::Term(id) => self.term(id, 0, budget).map(Meaning::Number),
        }
    }

    /// What something that lies too deep became, if this does.
    fn kept(&self, node: GroundNode, depth: u32) -> Grounded<Option<Meaning>> {
        if depth < DEPTH {
            return Ok(None);
        }
        let key = (node, self.values.clone());
        self.deep.get(&key).map(|it| Some(it.clone())).ok_or(Halt::Deep(node))
    }

    /// The clauses there are.
    pub fn cnf(&self) -> &Cnf {
        &self.encoder.clauses.cnf
    }

    /// The rule that a clause belongs to, unless it says what an atom means.
    pub fn owner(&self, clause: usize) -> Option<usize> {
        self.encoder.clauses.owner(clause)
    }

    /// Of each clause what it is of.
    pub fn clause_sources(&self) -> &[SheetClauseSource] {
        self.encoder.clauses.sources()
    }

    /// A new atom, of which nothing is said.
    pub fn atom(&mut self) -> Literal {
        self.encoder.clauses.atom()
    }

    /// Bars a state that was found; the number is its place among all that were.
    pub fn forbid(&mut self, state: &SheetState, number: u32) {
        let clause: Vec<_> = self.literals_of(state).iter().map(|it| !*it).collect();
        self.encoder.clauses.add(&clause, SheetClauseSource::Forbidden(number));
    }

    /// Adds a clause that belongs to no rule.
    pub fn add(&mut self, clause: &[Literal]) {
        self.encoder.clauses.define(clause);
    }

    /// Whether some atoms stand for predicates that mention themselves: then a model may have too
    /// many of them.
    pub fn has_loops(&self) -> bool {
        !self.loops.is_empty()
    }

    /// The values that everything may have, without what clauses are about.
    pub fn cells(&self) -> Sources {
        let cells = self.cells.iter().enumerate().map(|(symbol, cells)| match cells {
            Cells::None => Vec::new(),
            Cells::Atoms(first) => {
                let count = self.sheet.tuples(SymbolId(symbol as u32)).unwrap_or(0) as u32;
                let atoms = (0..count).map(|it| Literal::new(Atom(first + it), true));
                atoms.map(|it| vec![(Some(0), !it), (Some(1), it)]).collect()
            }
            Cells::Choices(choices) => {
                choices.iter().map(|it| self.encoder.choices.get(*it).to_vec()).collect()
            }
        });
        Sources { cells: cells.collect(), ..Sources::default() }
    }

    /// What the clauses are about.
    pub fn sources(&self) -> Sources {
        let clauses = &self.encoder.clauses;
        let truths = self.truths.iter().filter(|it| it.1.atom() != clauses::TRUE.atom());
        let mut defined: Vec<_> = truths.map(|it| (it.0.0, it.0.1, *it.1)).collect();
        defined.sort_unstable();
        Sources {
            defined,
            clauses: clauses.sources().to_vec(),
            instances: clauses.instances().to_vec(),
            recursive: self.loops.order.clone(),
            loops: self.loops.found.clone(),
            ladders: self.encoder.ladders(),
            adders: self.encoder.adders.clone(),
            counters: self.encoder.trees.clone(),
            ..self.cells()
        }
    }

    /// What the values of all atoms say of what is to be found.
    pub fn state(&self, model: &[bool]) -> SheetState {
        let is_true = |it: &Literal| model.get(it.atom().0 as usize) == Some(&it.is_positive());
        let symbols = (0..).map(SymbolId).zip(&self.cells);
        let table = |(symbol, cells): (SymbolId, &Cells)| match cells {
            Cells::None => Vec::new(),
            Cells::Atoms(first) => {
                let count = self.sheet.tuples(symbol).unwrap_or(0) as u32;
                let atoms = (0..count).map(|it| Literal::new(Atom(first + it), true));
                atoms.map(|it| Some(i64::from(is_true(&it)))).collect()
            }
            Cells::Choices(choices) => {
                let value = |it: &ChoiceId| {
                    let choice = self.encoder.choices.get(*it);
                    choice.iter().find(|it| is_true(&it.1)).and_then(|it| it.0)
                };
                choices.iter().map(value).collect()
            }
        };
        SheetState { tables: symbols.map(table).collect() }
    }

    /// Literals that are all true in one state alone.
    pub fn literals_of(&self, state: &SheetState) -> Vec<Literal> {
        let mut literals = Vec::new();
        for (cells, table) in self.cells.iter().zip(&state.tables) {
            match cells {
                Cells::None => {}
                Cells::Atoms(first) => literals.extend(
                    (*first..)
                        .zip(table)
                        .map(|(atom, value)| Literal::new(Atom(atom), *value == Some(1))),
                ),
                Cells::Choices(choices) => {
                    for (id, value) in choices.iter().zip(table) {
                        let choice = self.encoder.choices.get(*id);
                        let chosen = choice.iter().find(|it| it.0 == *value);
                        literals.push(chosen.map_or(clauses::FALSE, |it| it.1));
                    }
                }
            }
        }
        literals
    }
}
