//! Rule sheets: worlds, by the plain reader; and that clauses say no more than the sheet does, so that
//! nothing is refuted that is a world. Shares nothing with what writes the clauses: what atoms mean
//! leaves every state its place (`definitions`), and each clause of a rule is checked by denying it.
//! Then the instance of the rule that it is of must be false, as far as what follows says, or
//! for every value of what it depends on.

mod adders;
mod argument;
mod bound;
mod definitions;
mod loops;
mod partial;
mod propagation;
mod rungs;
mod step;
mod sums;

pub use argument::{FollowingStep, argument, in_turn};
pub use bound::{WorldBound, bound};
pub use step::{StepConclusion, Without, holds_without};

use super::checked::Checked;
use super::lrat::RefutedClauses;
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::{SheetClauseSource, Sources};
use crate::logic::cnf::{Cnf, Literal};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::{
    SentenceId, Sheet, SheetSentence, SheetState, SheetVariable, SymbolOrigin, TermId,
};
use crate::problem::Failure;
use crate::reader::StateReader;
use partial::{PartialHalt, PartialReader, PredicatePlace};
use propagation::Propagation;
use sums::Sums;

/// A sentence, what its free variables are, and whether it is to be true.
pub type SheetDemand<'a> = (SentenceId, &'a [(SheetVariable, i64)], bool);

/// Steps of comparing clauses with a sheet: about a second.
const STEPS: u64 = 1 << 26;

/// How many cells may be looked at, one inside the other, for what a clause depends on.
const NESTED: u32 = 200;

/// How often an instance may be read for one clause.
const READS: u32 = 1 << 12;

/// A state in which every rule is true and some sentences are what they shall be.
///
/// # Errors
/// What is wrong with it, or the limit that was reached.
pub fn world(
    reader: &mut StateReader<'_>,
    state: SheetState,
    demands: &[SheetDemand<'_>],
    budget: &mut Budget,
) -> Result<Checked<SheetState>, Failure> {
    let wrong = |what: &str| Err(Failure::Unverified(what.to_owned()));
    reader.turn_to(state.clone());
    if !reader.fits() {
        return wrong("a state does not fit its sheet");
    }
    if !reader.is_world(budget)? {
        return wrong("a state breaks a rule");
    }
    for (sentence, values, value) in demands {
        if reader.is_true(*sentence, values, budget)? != *value {
            return wrong("a sentence has another value in a state");
        }
    }
    Ok(Checked::new(state))
}

/// A literal that was assumed, if it takes one, and what it stands for.
pub type AssumedLiteral = (Option<Literal>, Assumed);

/// What a literal that was assumed stands for: wherever this is so, it can be true.
#[derive(Clone, Debug)]
pub enum Assumed {
    /// The state is not this one.
    Other(SheetState),
    /// A sentence has a value, when its free variables have these.
    Sentence(SentenceId, Vec<(SheetVariable, i64)>, bool),
    /// A sentence has a value for one of these lists, for each of which a literal says that it is
    /// true.
    OneOf(SentenceId, Vec<(Vec<(SheetVariable, i64)>, Literal)>, bool),
    /// A term is there, and is at most a number, or is not.
    Compared(TermId, Option<(i64, bool)>),
    /// The state is none of these.
    NoneOf(Vec<SheetState>),
}

/// The literals of what was assumed.
fn literals((literal, assumed): &AssumedLiteral) -> impl Iterator<Item = Literal> {
    let of_lists = match assumed {
        Assumed::OneOf(_, lists, _) => &lists[..],
        _ => &[],
    };
    literal.iter().copied().chain(of_lists.iter().map(|it| it.1))
}

/// Whether every world of a sheet is a model of the clauses, in which literals are true wherever what
/// they stand for is so. What takes long is not found out; then the answer is no.
///
/// # Errors
/// That the search was cancelled or has no time left.
pub fn says_no_more(
    sheet: &Sheet,
    cnf: &Cnf,
    sources: &Sources,
    assumed: &[AssumedLiteral],
    budget: &Budget,
) -> Result<bool, Stop> {
    let Ok(mut reader) = StateReader::new(sheet) else { return Ok(false) };
    compare(&mut reader, cnf, sources, (assumed, None), budget)
}

/// Whether every world of a sheet is a model of those clauses on which a refutation rests, and of what they are
/// made of, likewise. What a reader of the sheet knows already of what is given is not read again.
///
/// # Errors
/// As [`says_no_more`].
pub fn refutes_no_world(
    reader: &mut StateReader<'_>,
    cnf: &Cnf,
    sources: &Sources,
    (assumed, refuted): (&[AssumedLiteral], &RefutedClauses),
    budget: &Budget,
) -> Result<bool, Stop> {
    let Some(needed) = refuted.among(cnf) else { return Ok(false) };
    compare(reader, cnf, sources, (assumed, Some(&needed)), budget)
}

fn compare(
    reader: &mut StateReader<'_>,
    cnf: &Cnf,
    sources: &Sources,
    (assumed, needed): (&[AssumedLiteral], Option<&[bool]>),
    budget: &Budget,
) -> Result<bool, Stop> {
    let sheet = reader.sheet();
    let Ok(definitions) = Definitions::of(sheet) else { return Ok(false) };
    let Some(known) = Propagation::new(cnf, sources) else { return Ok(false) };
    if !are_cells(sheet, sources) {
        return Ok(false);
    }
    let partial = PartialReader::new(sheet, definitions, reader, known, sources);
    let mut check = Check { sheet, cnf, sources, partial, reads: 0 };
    match check.all(assumed, needed, &mut budget.part(STEPS)) {
        Err(Stop::Steps | Stop::Size(_)) => Ok(false),
        result => result,
    }
}

/// Whether the cells are those of the sheet, each with its values.
fn are_cells(sheet: &Sheet, sources: &Sources) -> bool {
    let mut symbols = (0..).map(crate::logic::sheet::SymbolId).zip(&sheet.symbols);
    sources.cells.len() == sheet.symbols.len()
        && symbols.all(|(id, symbol)| {
            let cells = &sources.cells[id.0 as usize];
            if symbol.origin != SymbolOrigin::Found {
                return cells.is_empty();
            }
            let values: Vec<Option<i64>> = match &symbol.values {
                None => vec![Some(0), Some(1)],
                Some(values) => {
                    let none = values.or_none.then_some(None);
                    none.into_iter().chain(values.range.clone().map(Some)).collect()
                }
            };
            let has_all = |cell: &Vec<(Option<i64>, Literal)>| {
                cell.iter().map(|it| it.0).eq(values.iter().copied())
            };
            sheet.tuples(id) == Some(cells.len()) && cells.iter().all(has_all)
        })
}

/// Clauses that are compared with a sheet.
struct Check<'c, 'r, 's> {
    sheet: &'s Sheet,
    cnf: &'c Cnf,
    sources: &'c Sources,
    partial: PartialReader<'r, 's>,
    /// How often the instance may yet be read for this clause.
    reads: u32,
}

/// Why it is not known whether something is false.
enum Unread {
    Stop(Stop),
    /// First it has to be read where this predicate holds.
    Defined(PredicatePlace),
}

/// What must be false.
enum Goal<'g> {
    /// A sentence has this value.
    Sentence(SentenceId, bool),
    /// These differ.
    Differ(&'g [Result<Option<i64>, usize>]),
    /// A term is there, and is at most a number, or is not.
    Compared(TermId, Option<(i64, bool)>),
}

impl Check<'_, '_, '_> {
    fn all(
        &mut self,
        assumed: &[AssumedLiteral],
        needed: Option<&[bool]>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let mut clauses = self.sources.clauses.clone();
        clauses.resize(self.cnf.len(), SheetClauseSource::Meaning);
        // Where something holds nowhere, others may need to know.
        let is_told = |(at, source): (usize, &SheetClauseSource)| {
            matches!(source, SheetClauseSource::Loop(_)) && self.cnf.clause(at).len() == 1
        };
        let is_looked_at = |it: (usize, _)| needed.is_none_or(|needed| needed[it.0] || is_told(it));
        let looked_at: Vec<bool> = clauses.iter().enumerate().map(is_looked_at).collect();
        let forbidden = assumed.iter().find_map(|it| match &it.1 {
            Assumed::NoneOf(states) => Some(&states[..]),
            _ => None,
        });
        for (at, source) in clauses.iter().enumerate() {
            let &SheetClauseSource::Forbidden(number) = source else { continue };
            if !looked_at[at] {
                continue;
            }
            let state = forbidden.and_then(|it| it.get(number as usize));
            let Some(state) = state else { return Ok(false) };
            let clause = self.cnf.clause(at).to_vec();
            if !self.leaves_only(&clause, state, budget)? {
                return Ok(false);
            }
        }
        let said = (&clauses[..], &self.sources.ladders[..]);
        let mut is_named = definitions::named(self.cnf, &looked_at);
        let of_assumed = assumed.iter().flat_map(literals);
        of_assumed.for_each(|it| is_named[it.atom().0 as usize] = true);
        let named = (&looked_at[..], is_named);
        if !definitions::define(&mut self.partial.known, self.cnf, said, named, budget)? {
            return Ok(false);
        }
        let said = sums::said_of_counters(self.cnf, &clauses, &self.sources.counters);
        self.partial.sums = Sums::check(&mut self.partial.known, &said, self.sources, budget)?;
        let (mut members, mut unfounded) = (None, None);
        for (at, source) in clauses.iter().enumerate() {
            if !looked_at[at] {
                continue;
            }
            let follows = match *source {
                SheetClauseSource::Meaning => true,
                SheetClauseSource::Instance(it) => self.follows(at, it, &mut members, budget)?,
                SheetClauseSource::Definition(it) => self.is_definition(at, it, budget)?,
                SheetClauseSource::Loop(it) => self.is_of_loop(at, it, &mut unfounded, budget)?,
                // These were looked at before.
                SheetClauseSource::Forbidden(_) => true,
            };
            if !follows {
                return Ok(false);
            }
        }
        for (literal, it) in assumed {
            if let Some(literal) = literal
                && !self.stands_for(*literal, it, budget)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a clause of an instance is true wherever that is.
    fn follows(
        &mut self,
        at: usize,
        instance: u32,
        members: &mut Option<(u32, Members)>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let Some((rule, values)) = self.sources.instances.get(instance as usize) else {
            return Ok(false);
        };
        let Some((body, value)) = self.body(*rule, values) else { return Ok(false) };
        if members.as_ref().is_none_or(|it| it.0 != instance) {
            let found = match self.sheet.get(body) {
                SheetSentence::Distinct(variables, part, term) if value => {
                    self.partial.members(variables, *part, *term, 0, budget).ok()
                }
                _ => None,
            };
            *members = Some((instance, found));
        }
        let found = members.as_ref().and_then(|it| it.1.as_deref());
        let clause = self.cnf.clause(at);
        if let (Some(found), [one, other]) = (found, clause)
            && self.partial.would_be_same(found, !*one, !*other)
        {
            return Ok(true);
        }
        let goal = found.map_or(Goal::Sentence(body, value), Goal::Differ);
        self.excludes(clause.iter().map(|it| !*it), &goal, budget)
    }

    /// What an instance of a rule says: its body and the value that this has to have.
    fn body(&mut self, rule: usize, values: &[(SheetVariable, i64)]) -> Option<(SentenceId, bool)> {
        let is_value = |it: &(SheetVariable, i64)| self.sheet.values(it.0).contains(&it.1);
        if !values.iter().all(is_value) {
            return None;
        }
        for (variable, value) in values {
            self.partial.values[variable.0 as usize] = *value;
        }
        let (mut body, mut value) = (*self.sheet.rules.get(rule)?, true);
        loop {
            match (self.sheet.get(body), value) {
                (SheetSentence::Not(part), _) => (body, value) = (*part, !value),
                (SheetSentence::All(variables, part), true)
                | (SheetSentence::Some(variables, part), false)
                    if variables.iter().all(|it| values.iter().any(|one| one.0 == *it)) =>
                {
                    body = *part;
                }
                _ => return Some((body, value)),
            }
        }
    }

    /// Whether something is false wherever literals are true.
    fn excludes(
        &mut self,
        literals: impl Iterator<Item = Literal>,
        goal: &Goal<'_>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let literals: Vec<_> = literals.collect();
        loop {
            let mark = self.partial.known.mark();
            let mut is_possible = true;
            for literal in &literals {
                is_possible = is_possible && self.partial.known.assume(*literal, budget)?;
            }
            self.reads = READS;
            let excluded = if is_possible { self.is_false(goal, NESTED, budget) } else { Ok(true) };
            self.partial.known.undo(mark);
            match excluded {
                Ok(excluded) => return Ok(excluded),
                Err(Unread::Stop(stop)) => return Err(stop),
                Err(Unread::Defined(place)) => self.partial.define(place, budget)?,
            }
        }
    }

    /// Whether something is false, whatever the cells are that it depends on.
    fn is_false(
        &mut self,
        goal: &Goal<'_>,
        nested: u32,
        budget: &mut Budget,
    ) -> Result<bool, Unread> {
        let read = match goal {
            Goal::Sentence(id, value) => {
                self.partial.sentence(*id, 0, budget).map(|it| it == *value)
            }
            Goal::Differ(members) => self.partial.differ(members),
            Goal::Compared(term, test) => self.compares(*term, *test, budget),
        };
        let cell = match read {
            Ok(value) => return Ok(!value),
            Err(PartialHalt::Stop(stop)) => return Err(Unread::Stop(stop)),
            Err(PartialHalt::Unread(place)) => return Err(Unread::Defined(place)),
            Err(PartialHalt::Beyond) => return Ok(false),
            Err(PartialHalt::Open(_)) if nested == 0 || self.reads == 0 => return Ok(false),
            Err(PartialHalt::Open(cell)) => self.partial.known.innermost(cell),
        };
        self.reads -= 1;
        for (_, literal) in self.partial.known.cells[cell].clone() {
            let mark = self.partial.known.mark();
            let is_possible = self.partial.known.assume(literal, budget).map_err(Unread::Stop)?;
            let is_false = !is_possible || self.is_false(goal, nested - 1, budget)?;
            self.partial.known.undo(mark);
            if !is_false {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a term is there, and compares as it shall.
    fn compares(
        &mut self,
        term: TermId,
        test: Option<(i64, bool)>,
        budget: &mut Budget,
    ) -> Result<bool, PartialHalt> {
        let Some(form) = self.partial.form(term, 0, budget)? else { return Ok(false) };
        let Some((bound, value)) = test else { return Ok(true) };
        let (least, most) = form.range(&self.partial.known, &self.partial.sums);
        if most <= i128::from(bound) {
            return Ok(value);
        }
        if least > i128::from(bound) {
            return Ok(!value);
        }
        let open = form.parts.keys().copied().find(|it| !self.partial.is_settled(*it));
        Err(open.map_or(PartialHalt::Beyond, PartialHalt::Open))
    }

    /// Whether a clause is false in a state only.
    fn leaves_only(
        &mut self,
        clause: &[Literal],
        state: &SheetState,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let mark = self.partial.known.mark();
        let mut is_possible = true;
        for literal in clause {
            is_possible = is_possible && self.partial.known.assume(!*literal, budget)?;
        }
        let values = state.tables.iter().flatten();
        let known = &self.partial.known;
        let is_it = |(cell, value): (&Vec<(Option<i64>, Literal)>, &Option<i64>)| {
            cell.iter().any(|it| it.0 == *value && known.is_true(it.1))
        };
        let cells = &known.cells[..known.found];
        let leaves = cells.len() == state.tables.iter().map(Vec::len).sum::<usize>()
            && cells.iter().zip(values).all(is_it);
        self.partial.known.undo(mark);
        Ok(!is_possible || leaves)
    }

    /// Whether a literal can be true wherever what it stands for is so.
    fn stands_for(
        &mut self,
        literal: Literal,
        assumed: &Assumed,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        match assumed {
            Assumed::NoneOf(_) => Ok(false),
            Assumed::Sentence(sentence, values, value) => {
                self.bind(values);
                self.excludes([!literal].into_iter(), &Goal::Sentence(*sentence, *value), budget)
            }
            Assumed::Compared(term, test) => {
                self.excludes([!literal].into_iter(), &Goal::Compared(*term, *test), budget)
            }
            Assumed::Other(state) => {
                let Some(clause) = self.only_clause(literal) else { return Ok(false) };
                self.leaves_only(&clause, state, budget)
            }
            Assumed::OneOf(sentence, lists, value) => {
                let Some(clause) = self.only_clause(literal) else { return Ok(false) };
                for (values, said) in lists {
                    let said = if *value { *said } else { !*said };
                    let is_there = clause.contains(&said) || said.index() == 1;
                    self.bind(values);
                    let goal = Goal::Sentence(*sentence, *value);
                    if !is_there || !self.excludes([!said].into_iter(), &goal, budget)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn bind(&mut self, values: &[(SheetVariable, i64)]) {
        for (variable, value) in values {
            self.partial.values[variable.0 as usize] = *value;
        }
    }

    /// What has to be true with a literal, when one clause alone names it, and denies it.
    fn only_clause(&self, literal: Literal) -> Option<Vec<Literal>> {
        let names = |clause: &&[Literal]| clause.iter().any(|it| it.atom() == literal.atom());
        let mut clauses = self.cnf.clauses().filter(names);
        let clause = clauses.next()?;
        let is_denied = clause.contains(&!literal) && !clause.contains(&literal);
        let rest = clause.iter().copied().filter(|it| *it != !literal).collect();
        (is_denied && clauses.next().is_none() && !self.partial.known.is_found(literal.atom().0))
            .then_some(rest)
    }
}

/// What shall differ in an instance, where that is settled by what is given.
type Members = Option<Vec<Result<Option<i64>, usize>>>;
