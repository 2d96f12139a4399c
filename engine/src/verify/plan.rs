//! Plans by the book: each step is done as the sheet says, and of states that are listed every one
//! is expanded, so that nothing leads out of the list or to less than the list says. Shares nothing
//! with the searches but the actions themselves.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::checked::Checked;
use std::collections::BTreeSet;

use crate::budget::{Budget, Stop};
use crate::evidence::plan::Closed;
use crate::logic::sheet::actions::{Actions, Flaw, SheetStep};
use crate::logic::sheet::{SentenceId, Sheet, SheetState, SymbolId, SymbolOrigin, TermId};
use crate::problem::Failure;
use crate::problem::plan::{Plan, PlanFound, Stand};
use crate::problem::sheet::Direction;
use crate::reader::plays::{Attempt, ByTheBook, ChangedPlace};

fn wrong<T>(what: &str) -> Result<T, Failure> {
    Err(Failure::Unverified(what.to_owned()))
}

/// Where plays begin, or why they cannot: the actions have no meaning, the start breaks a rule, or
/// what is said to be done already cannot be.
///
/// # Errors
/// The limit that was reached.
pub fn start(
    book: &mut ByTheBook<'_>,
    budget: &mut Budget,
) -> Result<Checked<PlanFound<Result<SheetState, usize>>>, Stop> {
    let done = begun(book, budget)?;
    Ok(Checked::new(done.map(|it| it.map(|mut done| done.states.pop().unwrap_or_default()))))
}

/// What was done already, with the states that it led through.
fn begun(
    book: &mut ByTheBook<'_>,
    budget: &mut Budget,
) -> Result<PlanFound<Result<Plan, usize>>, Stop> {
    let start = match book.start(budget)? {
        Ok(start) => start,
        Err(flaw) => return Ok(Err(flaw)),
    };
    if let Some(broken) = book.broken_rule(budget)? {
        return Ok(Ok(Err(broken)));
    }
    let mut done = Plan { steps: book.actions.done.clone(), states: vec![start] };
    for (at, step) in done.steps.iter().enumerate() {
        let flaw = match book.attempt(step, budget)? {
            Some(Attempt::Done(changed)) => {
                book.change(&changed);
                done.states.push(book.state().clone());
                continue;
            }
            Some(Attempt::Barred(bar)) => Flaw::Undoable(at, Some(bar)),
            Some(Attempt::Disagree(one, other)) => {
                Flaw::Disagree(Box::new((book.state().clone(), step.clone())), one, other)
            }
            None => Flaw::Undoable(at, None),
        };
        return Ok(Err(flaw));
    }
    Ok(Ok(Ok(done)))
}

/// What can be done after what was done already, and whether a sentence is true then.
///
/// # Errors
/// That nothing can have been done, or the limit that was reached.
pub fn next(
    book: &mut ByTheBook<'_>,
    goal: SentenceId,
    budget: &mut Budget,
) -> Result<Checked<PlanFound<Stand>>, Failure> {
    let done = match begun(book, budget)? {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => return wrong("the start breaks a rule"),
        Err(flaw) => return Ok(Checked::new(Err(flaw))),
    };
    let mut next = Vec::new();
    for (step, attempt) in book.steps(budget)? {
        match attempt {
            Attempt::Done(_) => next.push(step),
            Attempt::Disagree(one, other) => {
                let at = Box::new((book.state().clone(), step));
                return Ok(Checked::new(Err(Flaw::Disagree(at, one, other))));
            }
            Attempt::Barred(_) => {}
        }
    }
    let is_goal = book.reader.is_true(goal, &[], budget)?;
    Ok(Checked::new(Ok(Stand { done, next, is_goal })))
}

/// Steps from a state on that can be done one after the other and lead to where a sentence is true,
/// with the states between them.
///
/// # Errors
/// That they cannot be done, or lead elsewhere; the limit that was reached.
pub fn plan(
    book: &mut ByTheBook<'_>,
    start: &SheetState,
    steps: Vec<SheetStep>,
    goal: SentenceId,
    budget: &mut Budget,
) -> Result<Checked<Plan>, Failure> {
    match walk(book, start, &steps, goal, budget)? {
        Some(states) => Ok(Checked::new(Plan { steps, states })),
        None => wrong("a plan does not lead to its goal"),
    }
}

/// Whether steps from a state on can be done one after the other and lead to where a sentence is
/// true.
///
/// # Errors
/// The limit that was reached.
pub fn walks(
    book: &mut ByTheBook<'_>,
    start: &SheetState,
    steps: &[SheetStep],
    goal: SentenceId,
    budget: &mut Budget,
) -> Result<Checked<bool>, Stop> {
    Ok(Checked::new(walk(book, start, steps, goal, budget)?.is_some()))
}

fn walk(
    book: &mut ByTheBook<'_>,
    start: &SheetState,
    steps: &[SheetStep],
    goal: SentenceId,
    budget: &mut Budget,
) -> Result<Option<Vec<SheetState>>, Stop> {
    book.turn_to(start.clone());
    if book.broken_rule(budget)?.is_some() {
        return Ok(None);
    }
    let mut states = vec![start.clone()];
    for step in steps {
        budget.check()?;
        let Some(Attempt::Done(changed)) = book.attempt(step, budget)? else { return Ok(None) };
        book.change(&changed);
        states.push(book.state().clone());
    }
    Ok(book.reader.is_true(goal, &[], budget)?.then_some(states))
}

/// By how much meters grow on the way of a plan, and a term in its last state together; `None` when
/// that is missing.
///
/// # Errors
/// The limit that was reached.
pub fn worth(
    book: &mut ByTheBook<'_>,
    plan: &Plan,
    meters: &[(SymbolId, usize)],
    term: Option<TermId>,
    budget: &mut Budget,
) -> Result<Option<i64>, Stop> {
    let [first, .., last] = &plan.states[..] else {
        let Some(only) = plan.states.first() else { return Ok(None) };
        book.turn_to(only.clone());
        return term.map_or(Ok(Some(0)), |term| book.reader.value(term, &[], budget));
    };
    book.turn_to(last.clone());
    let mut sum = match term {
        None => Some(0),
        Some(term) => book.reader.value(term, &[], budget)?,
    };
    for (symbol, place) in meters {
        let of = |it: &SheetState| it.tables[symbol.0 as usize][*place];
        let grown = of(last).zip(of(first)).and_then(|(last, first)| last.checked_sub(first));
        sum = sum.zip(grown).and_then(|(sum, grown)| sum.checked_add(grown));
    }
    Ok(sum)
}

/// That two changes of a step disagree, which may be done in a state.
///
/// # Errors
/// That they do not, or the limit that was reached.
pub fn disagree(
    book: &mut ByTheBook<'_>,
    state: SheetState,
    step: SheetStep,
    budget: &mut Budget,
) -> Result<Checked<Flaw>, Failure> {
    book.turn_to(state.clone());
    match book.attempt(&step, budget)? {
        Some(Attempt::Disagree(one, other)) => {
            Ok(Checked::new(Flaw::Disagree(Box::new((state, step)), one, other)))
        }
        _ => wrong("changes that are said to disagree do not"),
    }
}

/// What a list of states has to show.
#[derive(Clone, Debug)]
pub enum PlanClaim {
    /// No goal takes fewer steps than this; `None` for none at all.
    Steps(Option<u32>),
    /// In no goal is the sum of these meters and a term better than this; `None` for no goal with a
    /// value. The list has all states.
    Value(Direction, Vec<(SymbolId, usize)>, Option<TermId>, Option<i64>),
    /// So many ways lead to goals with so many steps, of which none takes fewer.
    Ways(u32, BigUint),
}

impl PlanClaim {
    /// The number of steps of which it speaks.
    fn limit(&self) -> Option<i64> {
        match self {
            Self::Steps(limit) => limit.map(i64::from),
            Self::Ways(limit, _) => Some(i64::from(*limit)),
            Self::Value(..) => None,
        }
    }

    /// Whether nothing that it speaks of comes behind a state that is reached for no less than this.
    fn is_cut(&self, least: i64) -> bool {
        match self {
            Self::Steps(limit) => limit.is_some_and(|it| least + 1 >= i64::from(it)),
            Self::Ways(limit, _) => least >= i64::from(*limit),
            Self::Value(..) => false,
        }
    }

    /// What a step costs that changes this; `None` where that passes the numbers of the machine.
    fn cost(&self, changed: &[ChangedPlace]) -> Option<i64> {
        match self {
            Self::Value(_, meters, ..) => amount(meters, changed),
            _ => Some(1),
        }
    }

    /// That the goal at which the book is open, and which is reached for no less than this, does not refute it.
    fn allows(
        &self,
        least: i64,
        book: &mut ByTheBook<'_>,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        let Self::Value(direction, _, term, best) = self else {
            return match self.limit().is_none_or(|it| least < it) {
                true => wrong("a goal is nearer than claimed"),
                false => Ok(()),
            };
        };
        let value = match term {
            None => Some(0),
            Some(term) => book.reader.value(*term, &[], budget)?,
        };
        let value = value.and_then(|it| it.checked_add(least));
        let is_better = match (value, best, direction) {
            (None, ..) => false,
            (Some(_), None, _) => true,
            (Some(value), Some(best), Direction::Smallest) => value < *best,
            (Some(value), Some(best), Direction::Largest) => value > *best,
        };
        if is_better { wrong("a goal is better than claimed") } else { Ok(()) }
    }
}

/// The numbers in a list of its states, by their keys.
fn read_list(
    keys: &Keys,
    list: &dyn Closed,
    budget: &mut Budget,
) -> Result<FxHashMap<Box<[u8]>, u32>, Failure> {
    let mut listed = FxHashMap::default();
    let count = u32::try_from(list.count()).map_err(|_| Stop::Size("there are too many states"))?;
    for at in 0..count {
        budget.check()?;
        let Some(key) = keys.of(&list.state(at as usize)) else {
            return wrong("a state does not fit its sheet");
        };
        if listed.insert(key, at).is_some() {
            return wrong("a state is listed twice");
        }
    }
    Ok(listed)
}

/// The numbers of the states to which the steps lead from where the book is open, each with what changes.
fn targets(
    book: &mut ByTheBook<'_>,
    keys: &Keys,
    listed: &FxHashMap<Box<[u8]>, u32>,
    budget: &mut Budget,
) -> Result<Vec<(u32, Vec<ChangedPlace>)>, Failure> {
    let Some(key) = keys.of(book.state()) else { return wrong("a state does not fit its sheet") };
    let mut targets = Vec::new();
    for (_, attempt) in book.steps(budget)? {
        let Attempt::Done(changed) = attempt else {
            return wrong("changes disagree in a state that was found to be sound");
        };
        let Some(next) = listed.get(&keys.after(&key, &changed)).copied() else {
            return wrong("a state that can be reached is not listed");
        };
        targets.push((next, changed));
    }
    Ok(targets)
}

/// Adds the ways to a state to those to the states behind it, to each once.
fn pass_on(own: &BigUint, targets: impl Iterator<Item = u32>, ways: &mut [BigUint]) {
    let targets: BTreeSet<u32> = targets.collect();
    for next in targets {
        ways[next as usize] += own;
    }
}

/// Whether a list of states shows what is claimed of the goals that can be reached.
///
/// # Errors
/// What is wrong with the list, or the limit that was reached.
pub fn closed(
    book: &mut ByTheBook<'_>,
    (sheet, actions): (&Sheet, &Actions),
    start: &SheetState,
    goal: SentenceId,
    list: &dyn Closed,
    claim: &PlanClaim,
    budget: &mut Budget,
) -> Result<Checked<()>, Failure> {
    let keys = Keys::new(sheet, actions);
    let listed = read_list(&keys, list, budget)?;
    let count = listed.len() as u32;
    let first = keys.of(start).and_then(|it| listed.get(&it).copied());
    let Some(first) = first.filter(|it| list.least(*it as usize) <= 0) else {
        return wrong("the start is not listed");
    };
    let mut ways = match claim {
        PlanClaim::Ways(..) => vec![BigUint::default(); count as usize],
        _ => Vec::new(),
    };
    if let Some(own) = ways.get_mut(first as usize) {
        *own = 1_u32.into();
    }
    let mut order: Vec<u32> = (0..count).collect();
    order.sort_by_key(|it| list.least(*it as usize));
    let mut counted = BigUint::default();
    for at in order {
        budget.check()?;
        let least = list.least(at as usize);
        book.turn_to(without_meters(list.state(at as usize), &actions.meters));
        let is_goal = book.reader.is_true(goal, &[], budget)?;
        if is_goal {
            claim.allows(least, book, budget)?;
        }
        let limit = claim.limit();
        let own = ways.get_mut(at as usize).map(std::mem::take);
        if own.as_ref().is_some_and(|it| *it == BigUint::default())
            && limit.is_some_and(|it| least <= it)
        {
            return wrong("a state cannot be reached as soon as listed");
        }
        if let (PlanClaim::Ways(limit, _), Some(own)) = (claim, &own)
            && is_goal
            && least == i64::from(*limit)
        {
            counted += own;
        }
        if claim.is_cut(least) {
            continue;
        }
        let targets = targets(book, &keys, &listed, budget)?;
        for (next, changed) in &targets {
            let bound =
                claim.cost(changed).and_then(|it| least.checked_add(it)).ok_or(TOO_LARGE)?;
            if list.least(*next as usize) > bound {
                return wrong("a state can be reached sooner than listed");
            }
        }
        if let Some(own) = own {
            let behind = targets.iter().map(|it| it.0);
            pass_on(&own, behind.filter(|it| list.least(*it as usize) == least + 1), &mut ways);
        }
    }
    match claim {
        PlanClaim::Ways(_, claimed) if *claimed != counted => wrong("the ways are not so many"),
        _ => Ok(Checked::new(())),
    }
}

const TOO_LARGE: Stop = Stop::Size("a number is too large");

fn without_meters(mut state: SheetState, meters: &[SymbolId]) -> SheetState {
    for meter in meters {
        state.tables[meter.0 as usize].fill(Some(0));
    }
    state
}

/// By how much meters grow together.
fn amount(meters: &[(SymbolId, usize)], changed: &[ChangedPlace]) -> Option<i64> {
    let of = |it: &ChangedPlace| meters.contains(&(it.0, it.1));
    changed.iter().filter(|it| of(it)).try_fold(0_i64, |sum, it| sum.checked_add(it.2?))
}

/// States as bytes, without meters.
struct Keys {
    /// By symbol where its table begins, how many bytes a value takes, its least value, and what it
    /// may have beside no value. `None` for what is no part of a state.
    symbols: Vec<Option<Part>>,
    length: usize,
}

#[derive(Clone, Copy)]
struct Part {
    first: usize,
    width: usize,
    least: i64,
    most: i64,
    has_none: bool,
    count: usize,
}

impl Part {
    /// The bytes of a value; `None` when it cannot have it.
    fn bytes(self, value: Option<i64>) -> Option<[u8; 8]> {
        let number = match value {
            None if self.has_none => 0,
            None => return None,
            Some(value) if self.least <= value && value <= self.most => {
                value.abs_diff(self.least) + 1
            }
            Some(_) => return None,
        };
        Some(number.to_le_bytes())
    }
}

impl Keys {
    fn new(sheet: &Sheet, actions: &Actions) -> Self {
        let mut length = 0;
        let mut symbols = Vec::with_capacity(sheet.symbols.len());
        for (id, symbol) in (0..).map(SymbolId).zip(&sheet.symbols) {
            if symbol.origin != SymbolOrigin::Found || actions.meters.contains(&id) {
                symbols.push(None);
                continue;
            }
            let (least, most, has_none) = match &symbol.values {
                None => (0, 1, false),
                Some(it) => (*it.range.start(), *it.range.end(), it.or_none),
            };
            let width = if most.abs_diff(least) < 255 { 1 } else { 8 };
            let count = sheet.tuples(id).unwrap_or(0);
            symbols.push(Some(Part { first: length, width, least, most, has_none, count }));
            length += width * count;
        }
        Self { symbols, length }
    }

    /// The key of a state; `None` when it does not fit the sheet.
    fn of(&self, state: &SheetState) -> Option<Box<[u8]>> {
        let mut key = Vec::with_capacity(self.length);
        if state.tables.len() != self.symbols.len() {
            return None;
        }
        for (part, table) in self.symbols.iter().zip(&state.tables) {
            let Some(part) = part else { continue };
            if table.len() != part.count {
                return None;
            }
            for value in table {
                key.extend_from_slice(&part.bytes(*value)?[..part.width]);
            }
        }
        Some(key.into())
    }

    /// The key of a state of which this has changed.
    fn after(&self, key: &[u8], changed: &[ChangedPlace]) -> Box<[u8]> {
        let mut key: Box<[u8]> = key.into();
        for (symbol, place, value) in changed {
            if let Some(part) = self.symbols[symbol.0 as usize]
                && let Some(bytes) = part.bytes(*value)
            {
                let at = part.first + place * part.width;
                key[at..at + part.width].copy_from_slice(&bytes[..part.width]);
            }
        }
        key
    }
}
