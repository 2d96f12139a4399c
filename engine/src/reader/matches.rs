//! Which values of variables can make a sentence what it shall be: those for which the known atoms in it
//! are true, found by what stands in their tables, one after the other (index nested loop joins: Selinger
//! et al., "Access path selection in a relational database", SIGMOD 1979). All that is left out is what
//! such an atom denies.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::required::RequiredAtom;
use super::{NESTED, Read, ReaderHalt, StateReader};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::{
    Comparison, Operation, SentenceId, SheetArguments, SheetSentence, SheetVariable, SymbolId,
    SymbolOrigin, Term, TermId,
};

/// Places of a table that are listed.
const LISTED: usize = 1 << 18;

/// Some columns of a table by the others.
pub(super) type TableIndex = FxHashMap<SheetArguments, Arc<[SheetArguments]>>;

/// How variables get their values.
struct RunPlan {
    steps: Arc<[RunStep]>,
    /// Whether it was looked which values are of any use.
    is_narrowed: bool,
}

/// What is remembered of quantifiers and tables.
#[derive(Default)]
pub(super) struct Joins {
    plans: FxHashMap<(SheetVariable, SentenceId, bool), RunPlan>,
    indexes: FxHashMap<(SymbolId, u64), Arc<TableIndex>>,
}

/// Larger tables are not joined for one run, which may take few of their rows.
const MOST_JOINED: usize = 1 << 16;

/// How a variable, or some, get their values.
pub(super) enum RunStep {
    /// All of the sort.
    All(SheetVariable),
    /// That of a term.
    Is(SheetVariable, TermId),
    /// What stands in a table beside some terms.
    Beside(Arc<TableIndex>, Vec<TermId>, Vec<SheetVariable>),
}

impl RunStep {
    /// Takes only what stands in another table as well, if both give one variable values and the other one has
    /// each of these once.
    fn narrow(&mut self, other: &Self) {
        let (Self::Beside(index, terms, bound), Self::Beside(more, others, also)) = (self, other)
        else {
            return;
        };
        if bound != also || bound.len() != 1 || Arc::ptr_eq(index, more) && terms == others {
            return;
        }
        let rows = |it: &TableIndex| it.values().map(|rows| rows.len()).sum::<usize>();
        if rows(index) + rows(more) > MOST_JOINED {
            return;
        }
        let mut key_of = FxHashMap::default();
        for (key, rows) in more.iter() {
            if rows.iter().any(|row| key_of.insert(row, key).is_some()) {
                return;
            }
        }
        let mut both = FxHashMap::<SheetArguments, Vec<SheetArguments>>::default();
        for (key, rows) in index.iter() {
            for row in rows.iter() {
                if let Some(more) = key_of.get(row) {
                    let key = key.iter().chain(more.iter()).copied().collect();
                    both.entry(key).or_default().push(row.clone());
                }
            }
        }
        *index = Arc::new(both.into_iter().map(|(key, rows)| (key, rows.into())).collect());
        terms.extend(others);
    }
}

/// What a step has yet to yield.
enum Left {
    Values(i64, i64),
    Rows(Arc<[SheetArguments]>, usize),
    Nothing,
}

/// A run through the values of variables.
pub struct Matches {
    steps: Arc<[RunStep]>,
    left: SmallVec<[Left; 4]>,
    is_begun: bool,
}

impl Matches {
    pub(super) fn through(steps: Arc<[RunStep]>) -> Self {
        Self { steps, left: SmallVec::new(), is_begun: false }
    }
}

impl StateReader<'_> {
    /// Runs through the values of variables for which a sentence may have a value; for all others it has
    /// not.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn matches(
        &mut self,
        variables: &[SheetVariable],
        part: SentenceId,
        wanted: bool,
        budget: &mut Budget,
    ) -> Result<Matches, Stop> {
        self.sheet.start(variables, &mut self.values);
        let steps = self.steps(variables, part, wanted, budget)?;
        Ok(Matches::through(steps))
    }

    /// Gives variables their next values, where somebody else keeps the values of all variables; whether
    /// there are any. `None` when a term lies too deep.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn turn_in(
        &mut self,
        values: &mut Vec<i64>,
        matches: &mut Matches,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Stop> {
        std::mem::swap(&mut self.values, values);
        let turned = self.turn(matches, 0, budget);
        std::mem::swap(&mut self.values, values);
        match turned {
            Ok(is_next) => Ok(Some(is_next)),
            Err(ReaderHalt::Deep(_)) => Ok(None),
            Err(ReaderHalt::Stop(stop)) => Err(stop),
        }
    }

    /// Gives variables their next values; whether there are any.
    pub(super) fn turn(
        &mut self,
        matches: &mut Matches,
        depth: u32,
        budget: &mut Budget,
    ) -> Read<bool> {
        let mut goes_on = !std::mem::replace(&mut matches.is_begun, true);
        loop {
            budget.check()?;
            let at = matches.left.len();
            if goes_on {
                let Some(step) = matches.steps.get(at) else { return Ok(true) };
                let left = self.open(step, depth, budget)?;
                matches.left.push(left);
            } else if at == 0 {
                return Ok(false);
            }
            let at = matches.left.len() - 1;
            goes_on = self.advance(&matches.steps[at], &mut matches.left[at]);
            if !goes_on {
                matches.left.pop();
            }
        }
    }

    /// What a step yields.
    fn open(&mut self, step: &RunStep, depth: u32, budget: &mut Budget) -> Read<Left> {
        Ok(match step {
            RunStep::All(variable) => {
                let (first, last) = self.sheet.values(*variable).into_inner();
                Left::Values(first, last)
            }
            RunStep::Is(variable, term) => {
                let value = self.term(*term, depth, budget)?;
                let value = value.filter(|it| self.sheet.values(*variable).contains(it));
                value.map_or(Left::Nothing, |it| Left::Values(it, it))
            }
            RunStep::Beside(index, terms, _) => {
                let mut key = SheetArguments::new();
                for term in terms {
                    let Some(value) = self.term(*term, depth, budget)? else {
                        return Ok(Left::Nothing);
                    };
                    key.push(value);
                }
                index.get(&key).map_or(Left::Nothing, |rows| Left::Rows(Arc::clone(rows), 0))
            }
        })
    }

    /// Gives the variables of a step their next values; whether there are any.
    fn advance(&mut self, step: &RunStep, left: &mut Left) -> bool {
        match (step, left) {
            (RunStep::All(variable) | RunStep::Is(variable, _), Left::Values(next, last))
                if *next <= *last =>
            {
                self.values[variable.0 as usize] = *next;
                // The last number there is has none behind it.
                match next.checked_add(1) {
                    Some(behind) => *next = behind,
                    None => *last = i64::MIN,
                }
                true
            }
            (RunStep::Beside(_, _, variables), Left::Rows(rows, at)) => {
                while let Some(row) = rows.get(*at) {
                    *at += 1;
                    let mut pairs = variables.iter().zip(row);
                    if pairs.all(|(it, value)| self.sheet.values(*it).contains(value)) {
                        for (it, value) in variables.iter().zip(row) {
                            self.values[it.0 as usize] = *value;
                        }
                        return true;
                    }
                }
                false
            }
            _ => false,
        }
    }

    /// In which order variables get their values, the fewest first.
    fn steps(
        &mut self,
        variables: &[SheetVariable],
        part: SentenceId,
        wanted: bool,
        budget: &mut Budget,
    ) -> Result<Arc<[RunStep]>, Stop> {
        let key = variables.first().map(|it| (*it, part, wanted));
        if let Some(plan) = key.and_then(|it| self.joins.plans.get_mut(&it)) {
            let steps = Arc::clone(&plan.steps);
            // What is read once is not worth it.
            if std::mem::replace(&mut plan.is_narrowed, true) {
                return Ok(steps);
            }
            let Some(narrow) = self.narrowed(variables, (part, wanted), &steps, budget)? else {
                return Ok(steps);
            };
            if let Some(plan) = key.and_then(|it| self.joins.plans.get_mut(&it)) {
                plan.steps = Arc::clone(&narrow);
            }
            return Ok(narrow);
        }
        let mut unbound = variables.to_vec();
        let mut steps = Vec::new();
        let atoms = self.required(part, wanted);
        while let Some(&first) = unbound.first() {
            let (least, most) = self.sheet.values(first).into_inner();
            let mut best = (most.abs_diff(least), RunStep::All(first));
            let mut others = Vec::new();
            for atom in &atoms {
                for (columns, symbol) in self.columns(atom) {
                    match self.step(symbol, &columns, &unbound, budget)? {
                        Some(step) if step.0 < best.0 => {
                            others.push(std::mem::replace(&mut best, step).1);
                        }
                        step => others.extend(step.map(|it| it.1)),
                    }
                }
            }
            if best.0 > 1 {
                others.iter().for_each(|it| best.1.narrow(it));
            }
            match &best.1 {
                RunStep::All(variable) | RunStep::Is(variable, _) => {
                    unbound.retain(|it| it != variable);
                }
                RunStep::Beside(_, _, bound) => unbound.retain(|it| !bound.contains(it)),
            }
            steps.push(best.1);
        }
        let steps: Arc<[RunStep]> = steps.into();
        // Deep inside others no table is made: what is found there is not all that there is.
        if let Some(key) = key.filter(|_| self.nested < NESTED) {
            let plan = RunPlan { steps: Arc::clone(&steps), is_narrowed: false };
            self.joins.plans.insert(key, plan);
        }
        Ok(steps)
    }

    /// What stands in the columns of a table, in each way in which an atom can be read as a row of one;
    /// without a symbol two terms that are the same.
    fn columns(&self, required: &RequiredAtom) -> SmallVec<[(Columns, Option<SymbolId>); 3]> {
        let mut found = SmallVec::new();
        match self.sheet.get(required.atom) {
            SheetSentence::Holds(symbol, terms) => {
                found.push((terms.iter().copied().collect(), Some(*symbol)));
            }
            SheetSentence::Compare(Comparison::Equal, one, other) => {
                for (one, other) in [(*one, *other), (*other, *one)] {
                    found.push((Columns::from_slice(&[one, other]), None));
                    if let Term::Apply(symbol, terms) = self.sheet.get_term(one) {
                        let columns = terms.iter().copied().chain([other]).collect();
                        found.push((columns, Some(*symbol)));
                    }
                }
            }
            _ => {}
        }
        if required.binds.is_empty() {
            return found;
        }
        // In what is defined only its parameters say something of what is around it.
        let outer = |it: TermId| match self.sheet.get_term(it) {
            Term::Number(_) => Some(it),
            Term::Variable(own) => {
                required.binds.iter().find(|bind| bind.0 == *own).map(|bind| bind.1)
            }
            _ => None,
        };
        let outer = |(columns, symbol): (Columns, Option<SymbolId>)| {
            let columns = columns.into_iter().map(outer).collect::<Option<Columns>>()?;
            Some((columns, symbol))
        };
        found.into_iter().filter_map(outer).collect()
    }

    /// How a row gives variables values, and about how many.
    fn step(
        &mut self,
        symbol: Option<SymbolId>,
        columns: &[TermId],
        unbound: &[SheetVariable],
        budget: &mut Budget,
    ) -> Result<Option<(u64, RunStep)>, Stop> {
        let (mut terms, mut bound, mut mask) = (Vec::new(), Vec::new(), 0_u64);
        for (at, term) in columns.iter().enumerate().take(64) {
            match self.sheet.get_term(*term) {
                Term::Variable(it) if unbound.contains(it) && !bound.contains(it) => {
                    bound.push(*it);
                }
                _ if self.is_settled(*term, unbound) => {
                    terms.push(*term);
                    mask |= 1 << at;
                }
                _ => return Ok(None),
            }
        }
        let Some(symbol) = symbol else {
            let is_equation = matches!((&bound[..], &terms[..]), ([_], [_]));
            return Ok(is_equation.then(|| (1, RunStep::Is(bound[0], terms[0]))));
        };
        if bound.is_empty() || columns.len() > 64 {
            return Ok(None);
        }
        let Some(index) = self.index(symbol, mask, budget)? else { return Ok(None) };
        let rows: usize = index.values().map(|it| it.len()).sum();
        let each = rows.div_ceil(index.len().max(1)) as u64;
        Ok(Some((each, RunStep::Beside(index, terms, bound))))
    }

    /// Whether a term says nothing of what is to be found and names no variable of some.
    fn is_settled(&self, term: TermId, unbound: &[SheetVariable]) -> bool {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.sheet.get_term(term) {
                Term::Number(_) => {}
                Term::Variable(it) if !unbound.contains(it) => {}
                Term::Apply(symbol, terms) if self.definitions.is_known(*symbol) => {
                    open.extend(terms);
                }
                // What is too large is told where it is read.
                Term::Binary(Operation::Plus | Operation::Minus, one, other) => {
                    open.extend([one, other]);
                }
                _ => return false,
            }
        }
        true
    }

    /// The table of a symbol by some of its columns; that of a function has its value as the last one.
    /// `None` when it is not known, or too large.
    fn index(
        &mut self,
        symbol: SymbolId,
        mask: u64,
        budget: &mut Budget,
    ) -> Result<Option<Arc<TableIndex>>, Stop> {
        if let Some(index) = self.joins.indexes.get(&(symbol, mask)) {
            return Ok(Some(Arc::clone(index)));
        }
        let sheet = self.sheet;
        let places = sheet.tuples(symbol).filter(|it| *it <= LISTED);
        let is_told = matches!(
            sheet.symbol(symbol).origin,
            SymbolOrigin::Truths(_) | SymbolOrigin::Values(_)
        );
        // While what mentions itself grows, not all is there that it holds of.
        let is_fit = self.definitions.is_known(symbol)
            && (self.nested == 0 || self.definitions.group(symbol).is_none())
            && (is_told || self.nested < NESTED);
        let Some(places) = places.filter(|_| is_fit) else { return Ok(None) };
        let values = self.values.clone();
        self.nested += 1;
        let listed = self.list(symbol, mask, places, budget);
        self.nested -= 1;
        self.values = values;
        let index = Arc::new(listed?);
        self.joins.indexes.insert((symbol, mask), Arc::clone(&index));
        Ok(Some(index))
    }

    fn list(
        &mut self,
        symbol: SymbolId,
        mask: u64,
        places: usize,
        budget: &mut Budget,
    ) -> Result<TableIndex, Stop> {
        let mut index = FxHashMap::<SheetArguments, Vec<SheetArguments>>::default();
        let sheet = self.sheet;
        for place in sheet.places(symbol, places) {
            budget.check()?;
            let Some(value) = self.at(symbol, place, budget)? else { continue };
            let is_function = sheet.symbol(symbol).values.is_some();
            if !is_function && value != 1 {
                continue;
            }
            let mut row = sheet.arguments(symbol, place);
            if is_function {
                row.push(value);
            }
            let of = |is_key| {
                let columns = row.iter().enumerate();
                let chosen = columns.filter(move |it| (mask >> it.0 & 1 == 1) == is_key);
                chosen.map(|it| *it.1).collect::<SheetArguments>()
            };
            index.entry(of(true)).or_default().push(of(false));
        }
        Ok(index.into_iter().map(|(key, rows)| (key, rows.into())).collect())
    }
}

/// The terms of a row.
type Columns = SmallVec<[TermId; 4]>;
