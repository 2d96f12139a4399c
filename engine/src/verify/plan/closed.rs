//! Lists of states by the book: every one is expanded, so that nothing leads out of the list or to
//! less than the list says. Where pattern databases that were checked before say that the goal is too far
//! from a state, it need not be expanded; a dead end, likewise, need not even be listed.

use num_bigint::BigUint;

use super::super::checked::Checked;
use super::dead_ends::CheckedDeadEnds;
use super::expand::{LentExpander, StepOutcome};
use super::keys::{KeyList, Keys, without_meters};
use super::patterns::CheckedEstimates;
use super::wrong;
use crate::budget::{Budget, Stop};
use crate::evidence::patterns::PatternDatabase;
use crate::evidence::plan::Closed;
use crate::logic::sheet::actions::Actions;
use crate::logic::sheet::{SentenceId, Sheet, SheetState, SymbolId, TermId};
use crate::problem::Failure;
use crate::problem::sheet::Direction;
use crate::reader::plays::{ByTheBook, ChangedPlace};

/// A list of states with what says why some of them were not expanded, or not even listed.
#[derive(Clone, Copy)]
pub struct SearchedStates<'l> {
    /// The states.
    pub states: &'l dyn Closed,
    /// Pattern databases whose distances are added.
    pub databases: &'l [PatternDatabase],
    /// By which dead ends of the same actions and goal are known, if any are.
    pub dead_ends: Option<&'l CheckedDeadEnds>,
}

impl<'l> SearchedStates<'l> {
    /// Of states that are all there.
    pub const fn whole(states: &'l dyn Closed) -> Self {
        Self { states, databases: &[], dead_ends: None }
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
    /// Every state that so many steps or fewer lead to is listed for no more than these.
    Within(u32),
}

impl PlanClaim {
    /// The number of steps of which it speaks.
    fn limit(&self) -> Option<i64> {
        match self {
            Self::Steps(limit) => limit.map(i64::from),
            Self::Ways(limit, _) => Some(i64::from(*limit)),
            Self::Value(..) | Self::Within(_) => None,
        }
    }

    /// Whether nothing that it speaks of comes behind a state that is no goal and is reached for no less
    /// than this, from where goals are no nearer than at a distance; `None` for no goal at all.
    fn is_cut(&self, least: i64, distance: Option<i64>) -> bool {
        match (self, distance) {
            (Self::Steps(_), None) => true,
            (Self::Steps(limit), Some(distance)) => {
                limit.is_some_and(|it| least.saturating_add(distance.max(1)) >= i64::from(it))
            }
            (Self::Ways(limit, _) | Self::Within(limit), _) => least >= i64::from(*limit),
            (Self::Value(..), _) => false,
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
        if matches!(self, Self::Within(_)) {
            return Ok(());
        }
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

/// Whether a list of states shows what is claimed of the goals that can be reached. Where the claim is about
/// steps, pattern databases whose distances are added, and potentials of dead ends, may say which states need not be
/// expanded.
///
/// # Errors
/// What is wrong with the list or the databases, or the limit that was reached.
pub fn closed(
    book: &mut ByTheBook<'_>,
    (sheet, actions): (&Sheet, &Actions),
    (start, goal): (&SheetState, SentenceId),
    SearchedStates { states: list, databases, dead_ends }: SearchedStates<'_>,
    claim: &PlanClaim,
    budget: &mut Budget,
) -> Result<Checked<()>, Failure> {
    let keys = Keys::new(sheet, actions);
    let start = without_meters(start.clone(), &actions.meters);
    let mut key = Vec::new();
    if !keys.write(&start, &mut key) {
        return wrong("the start does not fit its sheet");
    }
    book.turn_to(start.clone());
    let mut expander = LentExpander::new(book, keys, vec![(goal, Vec::new())], budget)?;
    let estimates = CheckedEstimates::check(&mut expander, actions, &key, databases, budget)?;
    // A dead end is a state like others where nothing is said of goals.
    let dead_ends = dead_ends.filter(|_| !matches!(claim, PlanClaim::Within(_)));
    if dead_ends.is_some_and(|it| !it.are_of(&key, goal)) {
        return wrong("dead ends are those of another goal");
    }
    let numbers = read_list(&expander.keys, &start, list, budget)?;
    let first = numbers.find(&key).filter(|it| list.least(*it as usize) <= 0);
    let Some(first) = first else {
        return wrong("the start is not listed");
    };
    let count = list.count();
    let ways = if matches!(claim, PlanClaim::Ways(..)) { count } else { 0 };
    let mut ways = vec![BigUint::default(); ways];
    if let Some(own) = ways.get_mut(first as usize) {
        *own = 1_u32.into();
    }
    let counted = BigUint::default();
    let behind = Successors::default();
    let mut expansion =
        Expansion { expander, estimates, dead_ends, numbers, list, claim, ways, counted, behind };
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_by_key(|it| list.least(*it as usize));
    for at in order {
        budget.check()?;
        expansion.look(at, budget)?;
    }
    expansion.look_up()?;
    match claim {
        PlanClaim::Ways(_, claimed) if *claimed != expansion.counted => {
            wrong("the ways are not so many")
        }
        _ => Ok(Checked::new(())),
    }
}

/// The keys of the states of a list.
pub(super) fn read_list(
    keys: &Keys,
    like: &SheetState,
    list: &dyn Closed,
    budget: &mut Budget,
) -> Result<KeyList, Failure> {
    let count = u32::try_from(list.count()).ok().filter(|it| *it < u32::MAX);
    let count = count.ok_or(Stop::Size("there are too many states"))?;
    budget.room(KeyList::bytes(keys, count))?;
    let mut numbers = KeyList::new(keys, count);
    let (mut state, mut some) = (like.clone(), Vec::new());
    for first in (0..count).step_by(TOGETHER) {
        some.clear();
        for at in first..count.min(first.saturating_add(TOGETHER as u32)) {
            budget.check()?;
            list.read(at as usize, &mut state);
            if !keys.write(&state, &mut some) {
                return wrong("a state does not fit its sheet");
            }
        }
        if !numbers.add_all(&some) {
            return wrong("a state is listed twice");
        }
    }
    Ok(numbers)
}

/// A list whose states are expanded one after the other.
struct Expansion<'l, 'b, 's> {
    expander: LentExpander<'b, 's>,
    estimates: CheckedEstimates<'l>,
    dead_ends: Option<&'l CheckedDeadEnds>,
    numbers: KeyList,
    list: &'l dyn Closed,
    claim: &'l PlanClaim,
    /// How many ways lead to each state; nothing where nobody asks.
    ways: Vec<BigUint>,
    /// How many of them lead to goals.
    counted: BigUint,
    behind: Successors,
}

/// States that steps lead to, before they are looked up in the list.
#[derive(Default)]
struct Successors {
    /// Their keys, one behind the other.
    keys: Vec<u8>,
    /// What the list may say at most of each.
    bounds: Vec<i64>,
    /// Their numbers, once they were looked up.
    numbers: Vec<Option<u32>>,
}

/// So many are looked up together.
const TOGETHER: usize = 256;

impl Expansion<'_, '_, '_> {
    /// Looks at a state, after all those that are reached for less.
    fn look(&mut self, at: u32, budget: &mut Budget) -> Result<(), Failure> {
        let least = self.list.least(at as usize);
        let key = self.numbers.get(at);
        let is_goal = self.expander.is_goal(key, budget)?;
        if is_goal {
            self.expander.turn(key);
            self.claim.allows(least, self.expander.book, budget)?;
        }
        let own = self.ways.get_mut(at as usize).map(std::mem::take);
        if own.as_ref().is_some_and(|it| *it == BigUint::default())
            && self.claim.limit().is_some_and(|it| least <= it)
        {
            return wrong("a state cannot be reached as soon as listed");
        }
        if let (PlanClaim::Ways(limit, _), Some(own)) = (self.claim, &own)
            && is_goal
            && least == i64::from(*limit)
        {
            self.counted += own;
        }
        let is_dead_end = self.dead_ends.is_some_and(|it| it.have(key));
        if is_dead_end || self.claim.is_cut(least, self.estimates.distance(key)) {
            return Ok(());
        }
        self.expand(at, least, budget)?;
        match own {
            Some(own) => self.pass_on(least, &own),
            None if self.behind.bounds.len() < TOGETHER => Ok(()),
            None => self.look_up(),
        }
    }

    /// Does all steps in a state.
    fn expand(&mut self, at: u32, least: i64, budget: &mut Budget) -> Result<(), Failure> {
        budget.work(self.expander.count())?;
        for step in 0..self.expander.count() {
            let outcome = self.expander.outcome(step, self.numbers.get(at), budget)?;
            let changed = match &self.expander.outcomes[outcome] {
                StepOutcome::Barred => continue,
                StepOutcome::Done(changed) => changed,
                StepOutcome::Disagree => {
                    return wrong("changes disagree in a state that was found to be sound");
                }
            };
            let cost = self.claim.cost(changed);
            let bound = cost.and_then(|it| least.checked_add(it)).ok_or(TOO_LARGE)?;
            let Successors { keys, bounds, .. } = &mut self.behind;
            let start = keys.len();
            keys.extend_from_slice(self.numbers.get(at));
            self.expander.keys.change(&mut keys[start..], changed);
            bounds.push(bound);
        }
        Ok(())
    }

    /// Compares what steps led to with the list.
    fn look_up(&mut self) -> Result<(), Failure> {
        let Successors { keys, bounds, numbers } = &mut self.behind;
        self.numbers.find_all(keys, numbers);
        let mut each_key = keys.chunks_exact((keys.len() / bounds.len().max(1)).max(1));
        for (number, bound) in numbers.iter().zip(bounds.drain(..)) {
            let key = each_key.next().unwrap_or_default();
            let Some(number) = number else {
                if self.dead_ends.is_some_and(|it| it.have(key)) {
                    continue;
                }
                return wrong("a state that can be reached is not listed");
            };
            if self.list.least(*number as usize) > bound {
                return wrong("a state can be reached sooner than listed");
            }
        }
        keys.clear();
        Ok(())
    }

    /// Adds the ways to a state to those to the states behind it, to each once.
    fn pass_on(&mut self, least: i64, own: &BigUint) -> Result<(), Failure> {
        self.look_up()?;
        let numbers = &mut self.behind.numbers;
        numbers.sort_unstable();
        numbers.dedup();
        for next in numbers.iter().flatten() {
            if self.list.least(*next as usize) == least + 1 {
                self.ways[*next as usize] += own;
            }
        }
        Ok(())
    }
}

const TOO_LARGE: Stop = Stop::Size("a number is too large");

/// By how much meters grow together.
fn amount(meters: &[(SymbolId, usize)], changed: &[ChangedPlace]) -> Option<i64> {
    let of = |it: &ChangedPlace| meters.contains(&(it.0, it.1));
    changed.iter().filter(|it| of(it)).try_fold(0_i64, |sum, it| sum.checked_add(it.2?))
}
