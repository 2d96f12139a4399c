//! Actions by the book: what a step changes and whether it may be done, by reading the sentences of
//! the sheet one by one. Everything that is said of plans is checked by it.

use rustc_hash::FxHashMap;

use super::StateReader;
use crate::budget::{Budget, Stop};
use crate::logic::sheet::actions::{
    Actions, Bar, Flaw, NoStart, SheetAction, SheetChange, SheetStep, To,
};
use crate::logic::sheet::definitions::DefinitionFault;
use crate::logic::sheet::{
    SentenceId, Sheet, SheetArguments, SheetState, SheetVariable, SymbolId, SymbolOrigin,
};

/// Something that a step changes: a place of a symbol's table, and what stands there then. Of a
/// meter that is by how much it grows.
pub type ChangedPlace = (SymbolId, usize, Option<i64>);

/// A place of a symbol's table.
pub type StatePlace = (SymbolId, usize);

/// What comes of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepAttempt {
    /// It is done, and this changes.
    Done(Vec<ChangedPlace>),
    /// It cannot be done.
    Barred(Bar),
    /// It may be done, but these two of its changes disagree, by index.
    Disagree(usize, usize),
}

/// The state in which plays begin, unless the actions have no meaning.
pub type Begun = Result<Result<SheetState, NoStart>, Flaw>;

/// What comes of changes that are made at the same time.
enum ChangesMade {
    Done(Vec<ChangedPlace>),
    Lost(usize),
    Disagree(usize, usize),
}

/// Does steps by the book.
pub struct ByTheBook<'s> {
    /// What it reads sentences by, in the state at hand.
    pub reader: StateReader<'s>,
    /// The actions.
    pub actions: &'s Actions,
    /// Of each action the values of its parameters with which what is known does not bar it.
    candidates: Vec<Vec<Vec<i64>>>,
    /// Of each action the conditions that speak of the state.
    unknown: Vec<Vec<usize>>,
    /// What the changes at hand name, each with its index among what they come to and the change.
    makers: FxHashMap<(SymbolId, usize), (usize, usize)>,
}

impl<'s> ByTheBook<'s> {
    /// One who does the actions of a sheet.
    ///
    /// # Errors
    /// A definition that has no meaning.
    pub fn new(sheet: &'s Sheet, actions: &'s Actions) -> Result<Self, DefinitionFault> {
        let reader = StateReader::new(sheet)?;
        Ok(Self {
            reader,
            actions,
            candidates: Vec::new(),
            unknown: Vec::new(),
            makers: FxHashMap::default(),
        })
    }

    /// The state in which plays begin.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn start(&mut self, budget: &mut Budget) -> Result<Begun, Stop> {
        let sheet = self.reader.sheet;
        let blank = |(id, symbol): (u32, &crate::logic::sheet::SheetSymbol)| {
            if symbol.origin != SymbolOrigin::Found {
                return Vec::new();
            }
            let is_zero = symbol.values.is_none() || self.actions.meters.contains(&SymbolId(id));
            let count = sheet.tuples(SymbolId(id)).unwrap_or(0);
            vec![is_zero.then_some(0); count]
        };
        let mut state = SheetState { tables: (0..).zip(&sheet.symbols).map(blank).collect() };
        self.reader.turn_to(state.clone());
        let changed = match self.make(&self.actions.start, budget)? {
            ChangesMade::Done(changed) => changed,
            ChangesMade::Lost(change) => return Ok(Ok(Err(NoStart::Impossible(change)))),
            ChangesMade::Disagree(one, other) => {
                return Ok(Ok(Err(NoStart::Disagree(one, other))));
            }
        };
        for (symbol, place, value) in changed {
            state.tables[symbol.0 as usize][place] = value;
        }
        for (id, symbol) in (0..).map(SymbolId).zip(&sheet.symbols) {
            let needs_value = symbol.values.as_ref().is_some_and(|it| !it.or_none);
            let table = &state.tables[id.0 as usize];
            let lacks = table.iter().position(|it| needs_value && it.is_none());
            if let Some(place) = lacks {
                return Ok(Err(Flaw::WithoutStart(id, place)));
            }
        }
        self.turn_to(state.clone());
        let broken = self.broken_rule(budget)?;
        Ok(Ok(broken.map_or(Ok(state), |rule| Err(NoStart::Rule(rule)))))
    }

    /// Is in this state from now on.
    pub fn turn_to(&mut self, state: SheetState) {
        self.reader.turn_to(state);
    }

    /// Is in the state from now on that somebody makes of the state at hand.
    pub fn turn(&mut self, make: impl FnOnce(&mut SheetState)) {
        make(&mut self.reader.state);
        self.reader.forget();
    }

    /// The state at hand.
    pub fn state(&self) -> &SheetState {
        &self.reader.state
    }

    /// The first rule that the state at hand breaks.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn broken_rule(&mut self, budget: &mut Budget) -> Result<Option<usize>, Stop> {
        for (at, rule) in self.reader.sheet.rules.iter().enumerate() {
            if !self.reader.is_true(*rule, &[], budget)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// All steps that may be done in the state at hand, and those whose changes disagree.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn steps(&mut self, budget: &mut Budget) -> Result<Vec<(SheetStep, StepAttempt)>, Stop> {
        let mut found = Vec::new();
        for step in self.candidates(budget)? {
            budget.check()?;
            match self.attempt_candidate(&step, budget)? {
                StepAttempt::Barred(_) => {}
                attempt => found.push((step, attempt)),
            }
        }
        Ok(found)
    }

    /// All steps, whether or not they may be done; `None` where there are more than so many.
    pub fn every_step(&self, most: usize) -> Option<Vec<SheetStep>> {
        let mut steps = Vec::new();
        for (action, it) in self.actions.actions.iter().enumerate() {
            let mut all: Vec<Vec<i64>> = vec![Vec::new()];
            for parameter in &it.parameters {
                let values = self.reader.sheet.values(*parameter);
                let longer = all.iter().flat_map(|arguments| {
                    values.clone().map(move |value| [&arguments[..], &[value]].concat())
                });
                all = longer.take(most + 1).collect();
            }
            steps.extend(all.into_iter().map(|arguments| SheetStep { action, arguments }));
            if steps.len() > most {
                return None;
            }
        }
        Some(steps)
    }

    /// The steps that what is known does not bar.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn candidates(&mut self, budget: &mut Budget) -> Result<Vec<SheetStep>, Stop> {
        self.find_candidates(budget)?;
        let of = |(action, lists): (usize, &Vec<Vec<i64>>)| {
            let step = move |it: &Vec<i64>| SheetStep { action, arguments: it.clone() };
            lists.iter().map(step).collect::<Vec<_>>()
        };
        Ok(self.candidates.iter().enumerate().flat_map(of).collect())
    }

    /// What comes of one of the [candidates](Self::candidates) in the state at hand.
    fn attempt_candidate(
        &mut self,
        step: &SheetStep,
        budget: &mut Budget,
    ) -> Result<StepAttempt, Stop> {
        let open = std::mem::take(&mut self.unknown[step.action]);
        let attempt = self.attempt_if(step.action, &step.arguments, &open, budget);
        self.unknown[step.action] = open;
        attempt
    }

    /// What comes of one of the [candidates](Self::candidates), and the places of the state at hand that
    /// were read for it: in all states that agree there the same comes of it.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn attempt_traced(
        &mut self,
        step: &SheetStep,
        budget: &mut Budget,
    ) -> Result<(StepAttempt, Vec<StatePlace>), Stop> {
        self.begin_trace();
        let attempt = self.attempt_candidate(step, budget);
        let trace = self.reader.trace.take().unwrap_or_default();
        Ok((attempt?, trace))
    }

    /// Whether a sentence is true when its free variables have these values, and the places of the state at hand that
    /// were read for it.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn truth_traced(
        &mut self,
        sentence: SentenceId,
        values: &[(SheetVariable, i64)],
        budget: &mut Budget,
    ) -> Result<(bool, Vec<StatePlace>), Stop> {
        self.begin_trace();
        let holds = self.reader.is_true(sentence, values, budget);
        let trace = self.reader.trace.take().unwrap_or_default();
        Ok((holds?, trace))
    }

    /// Forgets what is defined by the state, which would be taken from memory and not be read.
    fn begin_trace(&mut self) {
        self.reader.forget();
        self.reader.trace = Some(Vec::new());
    }

    /// What comes of a step in the state at hand; `None` when there is no such step.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn attempt(
        &mut self,
        step: &SheetStep,
        budget: &mut Budget,
    ) -> Result<Option<StepAttempt>, Stop> {
        let Some(action) = self.actions.actions.get(step.action) else { return Ok(None) };
        let sheet = self.reader.sheet;
        let fit = action.parameters.iter().zip(&step.arguments);
        if action.parameters.len() != step.arguments.len()
            || !fit.into_iter().all(|(it, value)| sheet.values(*it).contains(value))
        {
            return Ok(None);
        }
        let all: Vec<usize> = (0..action.conditions.len()).collect();
        self.attempt_if(step.action, &step.arguments, &all, budget).map(Some)
    }

    /// Makes changes in the state at hand.
    pub fn change(&mut self, changed: &[ChangedPlace]) {
        self.exchange(changed);
    }

    /// What comes of a step of which the other conditions are known to hold.
    fn attempt_if(
        &mut self,
        action: usize,
        arguments: &[i64],
        conditions: &[usize],
        budget: &mut Budget,
    ) -> Result<StepAttempt, Stop> {
        let actions = self.actions;
        let action = &actions.actions[action];
        self.bind(&action.parameters, arguments);
        for at in conditions {
            if !self.reader.is_true(action.conditions[*at], &[], budget)? {
                return Ok(StepAttempt::Barred(Bar::Condition(*at)));
            }
        }
        let changed = match self.make(&action.changes, budget)? {
            ChangesMade::Done(changed) => changed,
            ChangesMade::Lost(change) => return Ok(StepAttempt::Barred(Bar::Change(change))),
            ChangesMade::Disagree(one, other) => return Ok(StepAttempt::Disagree(one, other)),
        };
        if self.reader.sheet.rules.is_empty() {
            return Ok(StepAttempt::Done(changed));
        }
        let read = self.reader.trace.as_ref().map_or(0, Vec::len);
        let before = self.exchange(&changed);
        let broken = self.broken_rule(budget);
        self.exchange(&before);
        // What has changed is not what stood there.
        if let Some(trace) = &mut self.reader.trace {
            let is_old =
                |it: &StatePlace| !changed.iter().any(|(symbol, at, _)| (*symbol, *at) == *it);
            let rest = trace.split_off(read);
            trace.extend(rest.into_iter().filter(is_old));
        }
        Ok(match broken? {
            Some(rule) => StepAttempt::Barred(Bar::Rule(rule)),
            None => StepAttempt::Done(changed),
        })
    }

    /// Puts other values into the state at hand, and returns those that stood there. Meters count
    /// up, and back again.
    fn exchange(&mut self, changed: &[ChangedPlace]) -> Vec<ChangedPlace> {
        self.reader.forget();
        let swap = |(symbol, place, value): &ChangedPlace| {
            let entry = &mut self.reader.state.tables[symbol.0 as usize][*place];
            if self.actions.meters.contains(symbol) {
                let by = value.unwrap_or(0);
                *entry = entry.map(|it| it.saturating_add(by));
                return (*symbol, *place, Some(by.saturating_neg()));
            }
            (*symbol, *place, std::mem::replace(entry, *value))
        };
        changed.iter().map(swap).collect()
    }

    fn bind(&mut self, variables: &[SheetVariable], values: &[i64]) {
        for (it, value) in variables.iter().zip(values) {
            self.reader.values[it.0 as usize] = *value;
        }
    }

    /// What changes come to, all of them read in the state at hand.
    fn make(&mut self, changes: &[SheetChange], budget: &mut Budget) -> Result<ChangesMade, Stop> {
        let sheet = self.reader.sheet;
        let mut made: Vec<ChangedPlace> = Vec::new();
        let mut disagree = None;
        self.makers.clear();
        for (at, change) in changes.iter().enumerate() {
            sheet.start(&change.variables, &mut self.reader.values);
            loop {
                budget.check()?;
                match self.one(change, budget)? {
                    Some(Some(new)) => {
                        let next = (made.len(), at);
                        let (same, first) = *self.makers.entry((new.0, new.1)).or_insert(next);
                        match made.get(same) {
                            Some(other) if other.2 != new.2 => {
                                disagree.get_or_insert((first, at));
                            }
                            Some(_) => {}
                            None => made.push(new),
                        }
                    }
                    Some(None) => {}
                    None => return Ok(ChangesMade::Lost(at)),
                }
                if !sheet.turn(&change.variables, &mut self.reader.values) {
                    break;
                }
            }
        }
        Ok(match disagree {
            Some((one, other)) => ChangesMade::Disagree(one, other),
            None => ChangesMade::Done(made),
        })
    }

    /// What a change comes to for the values that its variables have: nothing where its conditions
    /// are false; `None` when it cannot be.
    fn one(
        &mut self,
        change: &SheetChange,
        budget: &mut Budget,
    ) -> Result<Option<Option<ChangedPlace>>, Stop> {
        for condition in &change.conditions {
            if !self.reader.is_true(*condition, &[], budget)? {
                return Ok(Some(None));
            }
        }
        let mut arguments = SheetArguments::new();
        for term in &change.arguments {
            match self.reader.value(*term, &[], budget)? {
                Some(value) => arguments.push(value),
                None => return Ok(None),
            }
        }
        let sheet = self.reader.sheet;
        let Some(place) = sheet.index(change.symbol, &arguments) else { return Ok(None) };
        let value = match change.to {
            To::Truth(sentence) => Some(i64::from(self.reader.is_true(sentence, &[], budget)?)),
            To::Nothing => None,
            To::Value(term) => self.reader.value(term, &[], budget)?,
            To::By(term) => match self.reader.value(term, &[], budget)? {
                Some(by) => return Ok(Some(Some((change.symbol, place, Some(by))))),
                None => return Ok(None),
            },
        };
        let can_be = match (&sheet.symbol(change.symbol).values, value) {
            (None, value) => value.is_some(),
            (Some(values), Some(value)) => values.range.contains(&value),
            (Some(values), None) => values.or_none,
        };
        Ok(can_be.then_some(Some((change.symbol, place, value))))
    }

    /// Finds the values of parameters with which no known condition bars an action.
    fn find_candidates(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        if self.candidates.len() == self.actions.actions.len() {
            return Ok(());
        }
        self.candidates.clear();
        self.unknown.clear();
        let actions = self.actions;
        for action in &actions.actions {
            let (mut known, mut unknown) = (Vec::new(), Vec::new());
            for at in 0..action.conditions.len() {
                let is_known =
                    self.reader.definitions.know(self.reader.sheet, action.conditions[at]);
                if is_known { known.push(at) } else { unknown.push(at) }
            }
            let candidates = self.allowed(action, &known, budget)?;
            self.candidates.push(candidates);
            self.unknown.push(unknown);
        }
        Ok(())
    }

    /// The values of parameters for which some conditions hold.
    fn allowed(
        &mut self,
        action: &SheetAction,
        known: &[usize],
        budget: &mut Budget,
    ) -> Result<Vec<Vec<i64>>, Stop> {
        let sheet = self.reader.sheet;
        let mut values = vec![0; sheet.variables.len()];
        sheet.start(&action.parameters, &mut values);
        let mut found = Vec::new();
        loop {
            budget.check()?;
            let tuple: Vec<i64> =
                action.parameters.iter().map(|it| values[it.0 as usize]).collect();
            self.bind(&action.parameters, &tuple);
            let mut holds = true;
            for at in known {
                holds = self.reader.is_true(action.conditions[*at], &[], budget)?;
                if !holds {
                    break;
                }
            }
            if holds {
                found.push(tuple);
            }
            if !sheet.turn(&action.parameters, &mut values) {
                return Ok(found);
            }
        }
    }
}
