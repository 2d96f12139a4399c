//! Actions on packed states. Each action with values for its parameters is a tree of decisions
//! whose leaves say which bits change.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::evaluate::{CellRead, EvaluationHalt, Evaluator, KnownCells};
use super::states::Layout;
use super::tree::{DecisionTrees, TreeOverlay, TreeSlot};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::actions::{Actions, SheetChange, SheetStep, To};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::{SentenceId, Sheet, SheetState, SymbolId, TermId};

/// Actions with values for their parameters at most.
const STEPS: usize = 1 << 20;

/// Two changes of a step that disagree, by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The step, by its number.
    pub step: u32,
    /// The changes.
    pub changes: (usize, usize),
}

/// What a step comes to.
pub(super) enum MoveOutcome {
    Barred,
    /// It changes cells, and meters grow.
    Done(Vec<(usize, Option<i64>)>, Vec<(usize, i64)>),
    Clash(usize, usize),
}

/// Bits that change.
#[derive(Clone, Debug, Default)]
pub struct BitEffect {
    /// Of words which bits go and which come.
    pub writes: Vec<(usize, u64, u64)>,
    /// By how much meters grow, by their cells.
    pub amounts: Vec<(usize, i64)>,
    clash: Option<(usize, usize)>,
}

impl BitEffect {
    /// Writes the state that comes behind one at the end of others.
    pub fn write(&self, state: &[u64], states: &mut Vec<u64>) {
        let first = states.len();
        states.extend_from_slice(state);
        for (word, goes, comes) in &self.writes {
            let word = &mut states[first + word];
            *word = *word & !goes | comes;
        }
    }
}

/// The leaf of what cannot be done.
pub(super) const BARRED: u32 = u32::MAX;

/// From here on leaves are numbers of what was worked out without a tree.
const DIRECT: u32 = 1 << 31;

/// The actions of a sheet on packed states.
pub struct Packed<'s> {
    evaluator: Evaluator<'s>,
    actions: &'s Actions,
    /// Where everything stands in a state.
    pub layout: Layout,
    /// The steps that what never changes does not bar.
    pub steps: Vec<SheetStep>,
    pub(super) trees: DecisionTrees,
    pub(super) overlay: TreeOverlay,
    effects: Vec<BitEffect>,
    /// What was worked out without a tree.
    pub(super) direct: Vec<BitEffect>,
    tests: FxHashMap<SentenceId, TreeSlot>,
}

/// Which cells of a state are known.
#[derive(Clone, Copy)]
pub(super) enum CellKnowledge<'a> {
    All,
    /// These.
    Read(&'a FxHashSet<usize>),
    /// All, and those that are read are noted.
    Noted(&'a ReadCells),
}

/// Cells that were read on the way down a tree, and in their order those that were read behind its end.
pub(super) struct ReadCells(RefCell<(FxHashSet<usize>, Vec<usize>)>);

impl ReadCells {
    fn new(before: Vec<usize>) -> Self {
        Self(RefCell::new((before.into_iter().collect(), Vec::new())))
    }

    fn note(&self, cell: usize) {
        let (known, behind) = &mut *self.0.borrow_mut();
        if known.insert(cell) {
            behind.push(cell);
        }
    }

    fn behind(self) -> Vec<usize> {
        self.0.into_inner().1
    }
}

/// A state, as far as it is known.
struct KnownState<'a> {
    layout: &'a Layout,
    state: &'a [u64],
    known: CellKnowledge<'a>,
}

impl KnownCells for KnownState<'_> {
    fn cell(&self, cell: usize) -> Option<Option<i64>> {
        let packed = &self.layout.cells[cell];
        match self.known {
            _ if packed.fixed.is_some() => {}
            CellKnowledge::All => {}
            CellKnowledge::Read(cells) if cells.contains(&cell) => {}
            CellKnowledge::Read(_) => return None,
            CellKnowledge::Noted(cells) => cells.note(cell),
        }
        Some(packed.value(self.state))
    }
}

/// The same, but for what has changed.
struct Changed<'a> {
    before: &'a dyn KnownCells,
    changed: &'a FxHashMap<usize, (Option<i64>, usize)>,
}

impl KnownCells for Changed<'_> {
    fn cell(&self, cell: usize) -> Option<Option<i64>> {
        match self.changed.get(&cell) {
            Some((value, _)) => Some(*value),
            None => self.before.cell(cell),
        }
    }
}

impl<'s> Packed<'s> {
    /// The actions of a sheet whose first state is this one.
    ///
    /// # Errors
    /// A limit, or that there are too many.
    pub fn new(
        sheet: &'s Sheet,
        actions: &'s Actions,
        definitions: Definitions,
        start: &SheetState,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let layout = Layout::new(sheet, actions, start, budget)?;
        let mut evaluator = Evaluator::new(sheet, definitions, layout.first.clone());
        let nothing = FxHashSet::default();
        let blank = vec![0; layout.words];
        let path =
            KnownState { layout: &layout, state: &blank, known: CellKnowledge::Read(&nothing) };
        let mut steps = Vec::new();
        for (number, action) in actions.actions.iter().enumerate() {
            let mut values = vec![0; sheet.variables.len()];
            sheet.start(&action.parameters, &mut values);
            loop {
                budget.check()?;
                evaluator.values.clone_from(&values);
                let mut is_barred = false;
                for condition in &action.conditions {
                    match evaluator.is_true(*condition, &path, budget) {
                        Ok(holds) => is_barred = !holds,
                        Err(EvaluationHalt::Unknown(_)) => {}
                        Err(EvaluationHalt::Stop(stop)) => return Err(stop),
                    }
                    if is_barred {
                        break;
                    }
                }
                if !is_barred {
                    let arguments =
                        action.parameters.iter().map(|it| values[it.0 as usize]).collect();
                    steps.push(SheetStep { action: number, arguments });
                }
                if steps.len() > STEPS {
                    return Err(Stop::Size("actions have too many things that they are done to"));
                }
                if !sheet.turn(&action.parameters, &mut values) {
                    break;
                }
            }
        }
        let trees = DecisionTrees::new(steps.len());
        let (effects, tests, direct) = (Vec::new(), FxHashMap::default(), Vec::new());
        let overlay = TreeOverlay::default();
        Ok(Self { evaluator, actions, layout, steps, trees, overlay, effects, direct, tests })
    }

    /// Whether a sentence is true in a state.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn is_true(
        &mut self,
        sentence: SentenceId,
        state: &[u64],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let trees = &mut self.trees;
        let root = *self.tests.entry(sentence).or_insert_with(|| trees.add());
        let open = match self.trees.walk(root, state) {
            Ok(leaf) => return Ok(leaf == 1),
            Err(open) => open,
        };
        let read = ReadCells::new(self.trees.asked(root, state));
        let path = KnownState { layout: &self.layout, state, known: CellKnowledge::Noted(&read) };
        let holds = all(self.evaluator.is_true(sentence, &path, budget))?;
        if let Some(end) = self.grow_tree(open, state, read) {
            self.trees.leaf(end, u32::from(holds));
        }
        Ok(holds)
    }

    /// Lets a tree read what was read behind its end in a state. Where it ends then; `None` when it has no more room.
    fn grow_tree(&mut self, mut end: TreeSlot, state: &[u64], read: ReadCells) -> Option<TreeSlot> {
        for cell in read.behind() {
            if !self.trees.ask(end, cell, &self.layout.cells[cell]) {
                return None;
            }
            end = self.trees.walk(end, state).err().unwrap_or(end);
        }
        Some(end)
    }

    /// Whether a sentence is true, as far as what was read says.
    pub(super) fn settled(
        &mut self,
        sentence: SentenceId,
        state: &[u64],
        read: &FxHashSet<usize>,
        budget: &mut Budget,
    ) -> CellRead<bool> {
        let path = KnownState { layout: &self.layout, state, known: CellKnowledge::Read(read) };
        self.evaluator.is_true(sentence, &path, budget)
    }

    /// The value of a term in a state; `None` when it is missing.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn value(
        &mut self,
        term: TermId,
        state: &[u64],
        budget: &mut Budget,
    ) -> Result<Option<i64>, Stop> {
        let path = KnownState { layout: &self.layout, state, known: CellKnowledge::All };
        all(self.evaluator.value(term, &path, budget))
    }

    /// What one of the [`Packed::successors`] changes.
    ///
    /// # Errors
    /// Two changes that disagree.
    pub fn effect(&self, (step, leaf): (u32, u32)) -> Result<&BitEffect, Clash> {
        let effect = match leaf.checked_sub(DIRECT) {
            Some(direct) => &self.direct[direct as usize],
            None => &self.effects[leaf as usize],
        };
        match effect.clash {
            Some(changes) => Err(Clash { step, changes }),
            None => Ok(effect),
        }
    }

    /// The leaf of a step in a state. Where its tree has no more room, what it would say is worked out alone.
    pub(super) fn outcome_of(
        &mut self,
        step: u32,
        state: &[u64],
        budget: &mut Budget,
    ) -> Result<u32, Stop> {
        let root = DecisionTrees::root(step as usize);
        let open = match self.trees.walk(root, state) {
            Ok(leaf) => return Ok(leaf),
            Err(open) => open,
        };
        budget.check()?;
        let read = ReadCells::new(self.trees.asked(root, state));
        let outcome = all(self.outcome(step, state, CellKnowledge::Noted(&read), budget))?;
        let effect = self.written(outcome);
        let Some(end) = self.grow_tree(open, state, read) else {
            let Some(effect) = effect else { return Ok(BARRED) };
            self.direct.push(effect);
            return Ok(DIRECT + self.direct.len() as u32 - 1);
        };
        let leaf = effect.map_or(BARRED, |it| {
            self.effects.push(it);
            self.effects.len() as u32 - 1
        });
        self.trees.leaf(end, leaf);
        Ok(leaf)
    }

    /// What a step comes to, as far as what was read says.
    pub(super) fn outcome(
        &mut self,
        step: u32,
        state: &[u64],
        known: CellKnowledge<'_>,
        budget: &mut Budget,
    ) -> CellRead<MoveOutcome> {
        let path = KnownState { layout: &self.layout, state, known };
        let SheetStep { action, arguments } = &self.steps[step as usize];
        let actions = self.actions;
        let action = &actions.actions[*action];
        for (it, value) in action.parameters.iter().zip(arguments) {
            self.evaluator.values[it.0 as usize] = *value;
        }
        for condition in &action.conditions {
            if !self.evaluator.is_true(*condition, &path, budget)? {
                return Ok(MoveOutcome::Barred);
            }
        }
        let sheet = self.evaluator.sheet;
        let mut changed: FxHashMap<usize, (Option<i64>, usize)> = FxHashMap::default();
        let mut clash = None;
        for (at, change) in action.changes.iter().enumerate() {
            sheet.start(&change.variables, &mut self.evaluator.values);
            loop {
                budget.check()?;
                match changes(&mut self.evaluator, change, &path, budget)? {
                    None => return Ok(MoveOutcome::Barred),
                    Some(None) => {}
                    Some(Some((cell, value))) => {
                        let (other, first) = *changed.entry(cell).or_insert((value, at));
                        if other != value {
                            clash.get_or_insert((first, at));
                        }
                    }
                }
                if !sheet.turn(&change.variables, &mut self.evaluator.values) {
                    break;
                }
            }
        }
        if let Some((one, other)) = clash {
            return Ok(MoveOutcome::Clash(one, other));
        }
        let after = Changed { before: &path, changed: &changed };
        for rule in &sheet.rules {
            if !self.evaluator.is_true(*rule, &after, budget)? {
                return Ok(MoveOutcome::Barred);
            }
        }
        let (mut cells, mut amounts) = (Vec::new(), Vec::new());
        for (cell, (value, at)) in changed {
            match action.changes[at].to {
                To::By(_) => amounts.push((cell, value.unwrap_or(0))),
                _ => cells.push((cell, value)),
            }
        }
        Ok(MoveOutcome::Done(cells, amounts))
    }

    /// The bits that change; `None` when nothing can be done.
    fn written(&self, outcome: MoveOutcome) -> Option<BitEffect> {
        match outcome {
            MoveOutcome::Barred => None,
            MoveOutcome::Clash(one, other) => {
                Some(BitEffect { clash: Some((one, other)), ..BitEffect::default() })
            }
            MoveOutcome::Done(cells, amounts) => {
                let mut writes: Vec<(usize, u64, u64)> = Vec::new();
                for (cell, value) in cells {
                    let cell = &self.layout.cells[cell];
                    let (goes, comes) = (cell.mask << cell.shift, cell.number(value) << cell.shift);
                    match writes.iter_mut().find(|it| it.0 == cell.word) {
                        Some((_, all_goes, all_comes)) => {
                            *all_goes |= goes;
                            *all_comes |= comes;
                        }
                        None => writes.push((cell.word, goes, comes)),
                    }
                }
                Some(BitEffect { writes, amounts, clash: None })
            }
        }
    }

    /// The cell of a place in a symbol's table.
    pub fn cell(&self, (symbol, place): (SymbolId, usize)) -> usize {
        self.layout.first[symbol.0 as usize] + place
    }
}

/// What was read of a state of which everything is known.
fn all<T>(read: CellRead<T>) -> Result<T, Stop> {
    read.map_err(|halt| match halt {
        EvaluationHalt::Stop(stop) => stop,
        EvaluationHalt::Unknown(_) => Stop::Size("a sentence reads a meter"),
    })
}

/// A cell, and what becomes of it.
type Write = (usize, Option<i64>);

/// The cell that a change names, and what becomes of it; nothing where its conditions are false,
/// `None` when it cannot be.
fn changes(
    evaluator: &mut Evaluator<'_>,
    change: &SheetChange,
    path: &KnownState<'_>,
    budget: &mut Budget,
) -> CellRead<Option<Option<Write>>> {
    for condition in &change.conditions {
        if !evaluator.is_true(*condition, path, budget)? {
            return Ok(Some(None));
        }
    }
    let mut arguments = Vec::with_capacity(change.arguments.len());
    for term in &change.arguments {
        let Some(value) = evaluator.value(*term, path, budget)? else { return Ok(None) };
        arguments.push(value);
    }
    let sheet = evaluator.sheet;
    let Some(index) = sheet.index(change.symbol, &arguments) else { return Ok(None) };
    let cell = path.layout.first[change.symbol.0 as usize] + index;
    let value = match change.to {
        To::Truth(sentence) => Some(i64::from(evaluator.is_true(sentence, path, budget)?)),
        To::Nothing => None,
        To::Value(term) => evaluator.value(term, path, budget)?,
        To::By(term) => {
            let by = evaluator.value(term, path, budget)?;
            return Ok(by.map(|by| Some((cell, Some(by)))));
        }
    };
    let fits = match (&sheet.symbol(change.symbol).values, value) {
        (Some(values), Some(value)) => values.range.contains(&value),
        (Some(values), None) => values.or_none,
        (None, value) => value.is_some(),
    };
    Ok(fits.then_some(Some((cell, value))))
}
