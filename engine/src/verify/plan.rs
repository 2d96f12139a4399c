//! Plans by the book: each step is done as the sheet says. Shares nothing with the searches but the
//! actions themselves.

mod both_ends;
mod cases;
mod closed;
mod dead_ends;
pub(super) mod expand;
pub(super) mod keys;
mod patterns;
mod trees;

pub use both_ends::{OnlyGoal, apart};
pub use closed::{PlanClaim, SearchedStates, closed};
pub use dead_ends::CheckedDeadEnds;

use super::checked::Checked;
use crate::budget::{Budget, Stop};
use crate::logic::sheet::actions::{Actions, Flaw, NoStart, SheetStep};
use crate::logic::sheet::{SentenceId, SheetState, SymbolId, TermId};
use crate::problem::Failure;
use crate::problem::plan::{BarredStep, LISTED, MOST_STEPS, Plan, PlanFound, Stand, StateGraph};
use crate::reader::plays::{ByTheBook, ChangedPlace, StepAttempt};

fn wrong<T>(what: &str) -> Result<T, Failure> {
    Err(Failure::Unverified(what.to_owned()))
}

/// Where plays begin, or why they cannot: the actions have no meaning, there is no state to begin in,
/// or what is said to be done already cannot be.
///
/// # Errors
/// The limit that was reached.
pub fn start(
    book: &mut ByTheBook<'_>,
    budget: &mut Budget,
) -> Result<Checked<PlanFound<Result<SheetState, NoStart>>>, Stop> {
    let done = begun(book, budget)?;
    Ok(Checked::new(done.map(|it| it.map(|mut done| done.states.pop().unwrap_or_default()))))
}

/// What was done already, with the states that it led through.
fn begun(
    book: &mut ByTheBook<'_>,
    budget: &mut Budget,
) -> Result<PlanFound<Result<Plan, NoStart>>, Stop> {
    let start = match book.start(budget)? {
        Ok(Ok(start)) => start,
        Ok(Err(none)) => return Ok(Ok(Err(none))),
        Err(flaw) => return Ok(Err(flaw)),
    };
    let mut done = Plan { steps: book.actions.done.clone(), states: vec![start] };
    for (at, step) in done.steps.iter().enumerate() {
        let flaw = match book.attempt(step, budget)? {
            Some(StepAttempt::Done(changed)) => {
                book.change(&changed);
                done.states.push(book.state().clone());
                continue;
            }
            Some(StepAttempt::Barred(bar)) => Flaw::Undoable(at, Some(bar)),
            Some(StepAttempt::Disagree(one, other)) => {
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
        Ok(Err(_)) => return wrong("there is no state to begin in"),
        Err(flaw) => return Ok(Checked::new(Err(flaw))),
    };
    let mut next = Vec::new();
    for (step, attempt) in book.steps(budget)? {
        match attempt {
            StepAttempt::Done(_) => next.push(step),
            StepAttempt::Disagree(one, other) => {
                let at = Box::new((book.state().clone(), step));
                return Ok(Checked::new(Err(Flaw::Disagree(at, one, other))));
            }
            StepAttempt::Barred(_) => {}
        }
    }
    let is_goal = book.reader.is_true(goal, &[], budget)?;
    Ok(Checked::new(Ok(Stand { done, next, is_goal })))
}

/// All states that can be reached from one, unless they are more than [`LISTED`]. Meters, on which nothing depends,
/// stay as they are.
///
/// # Errors
/// The limit that was reached.
pub fn graph(
    book: &mut ByTheBook<'_>,
    start: &SheetState,
    goal: SentenceId,
    budget: &mut Budget,
) -> Result<Checked<PlanFound<Option<StateGraph>>>, Stop> {
    let mut graph = StateGraph { states: vec![start.clone()], ..StateGraph::default() };
    let mut at = 0;
    while let Some(state) = graph.states.get(at) {
        book.turn_to(state.clone());
        if book.reader.is_true(goal, &[], budget)? {
            graph.goals.push(at);
        }
        for (step, attempt) in book.steps(budget)? {
            let changed = match attempt {
                StepAttempt::Done(changed) => changed,
                StepAttempt::Disagree(one, other) => {
                    let state = Box::new((graph.states[at].clone(), step));
                    return Ok(Checked::new(Err(Flaw::Disagree(state, one, other))));
                }
                StepAttempt::Barred(_) => continue,
            };
            book.turn_to(beyond(book.actions, &graph.states[at], changed));
            let known = graph.states.iter().position(|it| it == book.state());
            let to = known.unwrap_or(graph.states.len());
            if known.is_none() {
                graph.states.push(book.state().clone());
            }
            if graph.states.len() > LISTED {
                return Ok(Checked::new(Ok(None)));
            }
            graph.steps.push((at, step, to));
            book.turn_to(graph.states[at].clone());
        }
        at += 1;
    }
    graph.barred = barred(book, &graph.states, budget)?;
    Ok(Checked::new(Ok(Some(graph))))
}

/// The steps that cannot be done in some states, with the state and why not; `None` where there are many steps.
fn barred(
    book: &mut ByTheBook<'_>,
    states: &[SheetState],
    budget: &mut Budget,
) -> Result<Option<Vec<BarredStep>>, Stop> {
    let Some(steps) = book.every_step(MOST_STEPS) else { return Ok(None) };
    let mut barred = Vec::new();
    for (at, state) in states.iter().enumerate() {
        book.turn_to(state.clone());
        for step in &steps {
            budget.check()?;
            if let Some(StepAttempt::Barred(bar)) = book.attempt(step, budget)? {
                barred.push((at, step.clone(), bar));
            }
        }
    }
    Ok(Some(barred))
}

/// The state that changes make of one, but for its meters.
fn beyond(actions: &Actions, state: &SheetState, changed: Vec<ChangedPlace>) -> SheetState {
    let mut state = state.clone();
    for (symbol, place, value) in changed {
        if !actions.meters.contains(&symbol) {
            state.tables[symbol.0 as usize][place] = value;
        }
    }
    state
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
        let Some(StepAttempt::Done(changed)) = book.attempt(step, budget)? else { return Ok(None) };
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
        Some(StepAttempt::Disagree(one, other)) => {
            Ok(Checked::new(Flaw::Disagree(Box::new((state, step)), one, other)))
        }
        _ => wrong("changes that are said to disagree do not"),
    }
}
