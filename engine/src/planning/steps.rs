//! The moves of a game that a sheet says, grounded: what each asks and changes, and which of them may be possible in a state,
//! of those that ask the same at different places all at once.

use super::compile::Compiler;
use super::folding::{asked, join};
use super::ground::{Condition, GroundNumber, Lookup, Masked};
use super::places::{AskedCell, SamePlaces, grouped, position};
use super::states::{Layout, PackedCell};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::actions::{SheetAction, SheetChange, SheetStep, To};
use crate::logic::sheet::rules::Rules;

/// Moves at most.
const STEPS: usize = 1 << 20;

/// Where a change writes.
#[derive(Clone, Debug)]
pub(super) enum ChangeTarget {
    /// Always the same cell.
    Cell(usize),
    /// The place follows from the state.
    Lookup(Lookup),
}

/// Something that a step changes.
#[derive(Clone, Debug)]
pub(super) struct GroundEffect {
    /// Where it does.
    pub condition: Condition,
    pub target: ChangeTarget,
    /// What stands there then. Of a meter, by how much it grows.
    pub to: GroundNumber,
    /// The change of the action, by index.
    pub change: usize,
}

/// A step with what it asks and what it changes.
#[derive(Clone, Debug)]
pub(super) struct GroundStep {
    pub guard: Condition,
    /// The cells that it asks for certain values, and whether it asks no more.
    asks: Vec<AskedCell>,
    /// See `asks`.
    asks_no_more: bool,
    pub effects: Vec<GroundEffect>,
    /// By how much meters grow.
    pub amounts: Vec<GroundEffect>,
    /// Whether it may turn out that it cannot be done when its changes are looked at.
    pub is_open: bool,
}

impl GroundStep {
    /// What cannot be done.
    const NEVER: Self = Self {
        guard: Condition::Truth(false),
        asks: Vec::new(),
        asks_no_more: false,
        effects: Vec::new(),
        amounts: Vec::new(),
        is_open: false,
    };

    /// As [`Condition::packed`].
    pub(super) fn packed(mut self) -> Self {
        self.guard = self.guard.packed();
        for effects in [&mut self.effects, &mut self.amounts] {
            *effects = std::mem::take(effects).into_iter().map(GroundEffect::packed).collect();
        }
        self
    }
}

impl GroundEffect {
    fn packed(self) -> Self {
        let target = match self.target {
            ChangeTarget::Lookup(lookup) => ChangeTarget::Lookup(lookup.packed()),
            target @ ChangeTarget::Cell(_) => target,
        };
        let (condition, to) = (self.condition.packed(), self.to.packed());
        Self { condition, target, to, change: self.change }
    }
}

/// Steps that ask the same of cells at different places.
#[derive(Clone, Debug)]
struct SameSteps {
    places: SamePlaces,
    /// The steps by the lowest bits of the first cells.
    steps: Box<[u32]>,
    /// Whether each can be done where this is so.
    is_sure: bool,
}

/// Steps sorted by what they ask.
#[derive(Clone, Debug)]
pub(super) struct StepFinder {
    same: Vec<SameSteps>,
    /// Those that ask for one word and can be done then.
    words: Box<[(Masked, u32)]>,
    others: Box<[u32]>,
}

impl StepFinder {
    /// For all steps, of each with what it asks of cells.
    pub(super) fn new(steps: &[GroundStep]) -> Self {
        let (found, others) = grouped(steps.iter().map(|it| &it.asks[..]));
        let same = found.into_iter().map(|(places, members)| {
            let mut at = vec![0; places.words() * 64];
            for it in &members {
                at[position(&steps[*it].asks[0].0)] = *it as u32;
            }
            let is_sure = members.iter().all(|it| steps[*it].asks_no_more && !steps[*it].is_open);
            SameSteps { places, steps: at.into(), is_sure }
        });
        let word = |it: &usize| match &steps[*it].guard {
            Condition::Match(words) if words.len() == 1 && !steps[*it].is_open => Some(words[0]),
            _ => None,
        };
        let words = others.iter().filter_map(|it| Some((word(it)?, *it as u32))).collect();
        let is_other =
            |it: &usize| word(it).is_none() && steps[*it].guard != Condition::Truth(false);
        let others = others.iter().filter(|it| is_other(it)).map(|it| *it as u32).collect();
        Self { same: same.collect(), words, others }
    }

    /// Appends the steps that can be done, in their order; `is_allowed` says whether one can that is not sure.
    pub(super) fn find(
        &self,
        state: &[u64],
        found: &mut Vec<u32>,
        is_allowed: impl Fn(u32) -> bool,
    ) {
        let first = found.len();
        for same in &self.same {
            for word in 0..same.places.words() {
                let mut here = same.places.found(state, word);
                while here != 0 {
                    let step = same.steps[word * 64 + here.trailing_zeros() as usize];
                    here &= here - 1;
                    if same.is_sure || is_allowed(step) {
                        found.push(step);
                    }
                }
            }
        }
        found.extend(self.words.iter().filter(|it| it.0.is(state)).map(|it| it.1));
        found.extend(self.others.iter().filter(|it| is_allowed(**it)));
        if !found[first..].is_sorted() {
            found[first..].sort_unstable();
        }
    }
}

/// Whether a cell can have a value.
pub(super) fn fits(cell: &PackedCell, value: Option<i64>) -> bool {
    let (least, most, has_none) = cell.range();
    value.map_or(has_none, |it| (least..=most).contains(&it))
}

/// Writes out the steps of an action, for each of those who may move. A step that only one may do has a place among
/// those of both.
pub(super) fn written(
    compilers: &mut [Compiler<'_>; 2],
    rules: &Rules,
    layout: &Layout,
    (number, action): (usize, &SheetAction),
    (steps, grounded): (&mut Vec<SheetStep>, &mut [Vec<GroundStep>; 2]),
    budget: &mut Budget,
) -> Result<(), Stop> {
    let sheet = &rules.sheet;
    let mut values = vec![0; sheet.variables.len()];
    sheet.start(&action.parameters, &mut values);
    loop {
        budget.check()?;
        let [first, second] =
            compilers.each_mut().map(|it| ground(it, rules, layout, (action, &values), budget));
        let both = [first?, second?];
        if both.iter().any(Option::is_some) {
            if steps.len() == STEPS {
                return Err(Stop::Size("actions have too many things that they are done to"));
            }
            let arguments = action.parameters.iter().map(|it| values[it.0 as usize]).collect();
            steps.push(SheetStep { action: number, arguments });
            for (all, step) in grounded.iter_mut().zip(both) {
                all.push(step.unwrap_or(GroundStep::NEVER));
            }
        }
        if !sheet.turn(&action.parameters, &mut values) {
            return Ok(());
        }
    }
}

/// An action for these values of its parameters; `None` where it cannot be done.
fn ground(
    compiler: &mut Compiler<'_>,
    rules: &Rules,
    layout: &Layout,
    (action, values): (&SheetAction, &Vec<i64>),
    budget: &mut Budget,
) -> Result<Option<GroundStep>, Stop> {
    compiler.values.clone_from(values);
    let mut guards = Vec::new();
    for condition in &action.conditions {
        guards.push(compiler.condition(*condition, budget)?);
        if guards.last() == Some(&Condition::Truth(false)) {
            break;
        }
    }
    let guard = join(guards, false);
    if guard == Condition::Truth(false) {
        return Ok(None);
    }
    let (mut effects, mut amounts) = (Vec::new(), Vec::new());
    for (at, change) in action.changes.iter().enumerate() {
        compiler.values.clone_from(values);
        let is_meter = rules.actions.meters.contains(&change.symbol);
        let into = if is_meter { &mut amounts } else { &mut effects };
        changes(compiler, rules, layout, (at, change), into, budget)?;
    }
    let is_open = is_open(&effects, &amounts, layout);
    let (asks, asks_no_more) = asked(&guard);
    Ok(Some(GroundStep { guard, asks, asks_no_more, effects, amounts, is_open }))
}

/// Whether changes may speak of what does not exist, or disagree.
fn is_open(effects: &[GroundEffect], amounts: &[GroundEffect], layout: &Layout) -> bool {
    for (before, it) in effects.iter().enumerate() {
        let ChangeTarget::Cell(at) = it.target else { return true };
        let cell = &layout.cells[at];
        let (least, most, has_none) = it.to.range();
        let is_in = |it: i64| fits(cell, Some(it));
        let always_fits = match it.to {
            GroundNumber::Constant(value) => fits(cell, value),
            _ => is_in(least) && is_in(most) && (!has_none || cell.range().2),
        };
        if !always_fits || effects[..before].iter().any(|other| may_disagree(it, other)) {
            return true;
        }
    }
    let may_fail =
        |it: &GroundEffect| !matches!(it.target, ChangeTarget::Cell(_)) || it.to.range().2;
    let is_sure = |it: &GroundEffect| match &it.target {
        ChangeTarget::Lookup(lookup) => lookup.arguments.iter().all(|it| !it.range().2),
        ChangeTarget::Cell(_) => true,
    };
    let counts = |it: &GroundEffect| matches!(it.to, GroundNumber::Count(_)) || !it.to.range().2;
    amounts.iter().any(|it| may_fail(it) && !(is_sure(it) && counts(it)))
}

/// Whether two changes may say something else of one cell.
fn may_disagree(one: &GroundEffect, other: &GroundEffect) -> bool {
    let (ChangeTarget::Cell(at), ChangeTarget::Cell(place)) = (&one.target, &other.target) else {
        return true;
    };
    at == place && one.to != other.to && one.condition != other.condition.clone().negated()
}

/// Writes out a change for all values of its variables.
fn changes(
    compiler: &mut Compiler<'_>,
    rules: &Rules,
    layout: &Layout,
    (at, change): (usize, &SheetChange),
    effects: &mut Vec<GroundEffect>,
    budget: &mut Budget,
) -> Result<(), Stop> {
    let sheet = &rules.sheet;
    sheet.start(&change.variables, &mut compiler.values);
    loop {
        budget.check()?;
        let mut conditions = Vec::new();
        for it in &change.conditions {
            conditions.push(compiler.condition(*it, budget)?);
            if conditions.last() == Some(&Condition::Truth(false)) {
                break;
            }
        }
        let condition = join(conditions, false);
        if condition != Condition::Truth(false) {
            let mut arguments = Vec::new();
            for it in &change.arguments {
                arguments.push(compiler.number(*it, budget)?);
            }
            let to = match change.to {
                To::Truth(sentence) => match compiler.condition(sentence, budget)? {
                    Condition::Truth(truth) => GroundNumber::Constant(Some(i64::from(truth))),
                    condition => GroundNumber::Truth(Box::new(condition)),
                },
                To::Value(term) | To::By(term) => compiler.number(term, budget)?,
                To::Nothing => GroundNumber::Constant(None),
            };
            let known = |it: &GroundNumber| match it {
                GroundNumber::Constant(value) => *value,
                _ => None,
            };
            let known: Option<Vec<i64>> = arguments.iter().map(known).collect();
            let place = known.and_then(|it| sheet.index(change.symbol, &it));
            let target = match place {
                Some(place) => ChangeTarget::Cell(layout.first[change.symbol.0 as usize] + place),
                None => ChangeTarget::Lookup(Lookup {
                    symbol: change.symbol,
                    arguments: arguments.into(),
                }),
            };
            effects.push(GroundEffect { condition, target, to, change: at });
        }
        if !sheet.turn(&change.variables, &mut compiler.values) {
            return Ok(());
        }
    }
}
