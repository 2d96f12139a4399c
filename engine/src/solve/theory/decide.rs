//! Whether axioms and demands contradict each other. Provers look for a refutation and a finder for a
//! finite model, in turn and each a little longer than before; each goes on where it stopped.

use crate::budget::{Budget, Stop};
use crate::evidence::refutation::Refutation;
use crate::first_order::instances::{self, Instances};
use crate::first_order::models::{Finder, Searched};
use crate::logic::first_order::{SentenceId, Structure, Theory};
use crate::problem::Failure;
use crate::resolution::{self, Ended, Prover, Selection, textbook};
use crate::verify::accept;
use crate::verify::checked::Checked;

/// Work of a prover in its first turn. Small worlds are found in little more.
const FIRST_TURN: u64 = 4_000;

/// Work of a prover before instances are tried: what has a short proof by resolution, which is easier to
/// read, has no other.
const ALONE: u64 = 60_000;

/// How much longer the finder of models works than each of the three provers.
const FINDER: u64 = 3;

/// The same of instances that may be endlessly many.
const INSTANCES: u64 = 3;

/// The same of instances that are not: they decide, the provers may not.
const SURE: u64 = 48;

/// Work that a step is taken for before it is known what steps cost.
const USUAL: u64 = 30;

/// Steps after which it is looked at the soonest what they cost.
const LEAST: u64 = 256;

/// What a procedure took so far. Its steps may cost more or less than those of another one, so procedures
/// share work: that is counted by what takes the time in each, and a unit takes about as long in all of
/// them. What took more than its share, since some works are done wholly, waits until the others have had
/// theirs.
#[derive(Default)]
struct Taken {
    steps: u64,
    work: u64,
}

impl Taken {
    /// Lets a procedure go on until it has done so much work. It says what it found and its work so far, of
    /// which steps are a part. What a step costs may change on the way, so it is looked at now and then.
    ///
    /// # Errors
    /// As the procedure; [`Stop::Steps`] when its work is done.
    fn turn<T>(
        &mut self,
        until: u64,
        budget: &mut Budget,
        mut search: impl FnMut(&mut Budget) -> (Result<T, Stop>, u64),
    ) -> Result<T, Stop> {
        while let Some(missing) = until.checked_sub(self.work).filter(|it| *it > 0) {
            let steps = u128::from(missing) * u128::from(self.steps + 1)
                / u128::from(self.work.saturating_add(USUAL));
            let most = self.steps / 4 + LEAST;
            let steps = u64::try_from(steps).unwrap_or(most).clamp(LEAST, most);
            let ((found, work), steps) = budget.turn(steps, &mut search);
            self.steps = self.steps.saturating_add(steps);
            self.work = work.saturating_add(self.steps);
            match found {
                Err(Stop::Steps) => budget.look()?,
                found => return found,
            }
        }
        Err(Stop::Steps)
    }
}

/// What was found out, checked unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// They contradict each other.
    Contradictory(Checked<Refutation>),
    /// They are true in this structure.
    Model(Checked<Structure>),
    /// There is a model, perhaps an infinite one: the rules are complete, and nothing else follows.
    /// There is nothing that could be checked. No model was found that has up to so many elements of each
    /// sort that is not listed.
    Saturated(u32),
}

/// Searches for a contradiction of a theory's axioms and sentences that have such values, and for
/// a model.
pub struct Search<'t> {
    theory: &'t Theory,
    demands: Vec<(SentenceId, bool)>,
    input: resolution::Input,
    instances: Option<Instances>,
    /// The work of the provers behind which instances are tried.
    instances_from: u64,
    provers: Vec<(Prover, Taken)>,
    finder: Option<Finder<'t>>,
    /// Whether there are provers and a finder yet: often instances decide at once.
    is_begun: bool,
    /// The work of each prover in the next turn, and in all turns so far.
    turn: u64,
    turns: u64,
    taken_by_instances: Taken,
    taken_by_finder: Taken,
    /// No model has up to so many elements of each sort that is not listed; `None` when none has any.
    none_up_to: Option<u32>,
}

impl<'t> Search<'t> {
    /// A search that has not begun.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        theory: &'t Theory,
        demands: &[(SentenceId, bool)],
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let input = resolution::clauses(theory, demands, budget)?;
        Ok(Self {
            theory,
            demands: demands.to_vec(),
            input,
            instances: None,
            instances_from: 0,
            provers: Vec::new(),
            finder: None,
            is_begun: false,
            turn: FIRST_TURN,
            turns: 0,
            taken_by_instances: Taken::default(),
            taken_by_finder: Taken::default(),
            none_up_to: Some(0),
        })
    }

    /// Makes the provers and the finder, unless they are there.
    fn begin(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        if self.is_begun {
            return Ok(());
        }
        budget.whole(|budget| {
            for selection in Selection::ALL {
                let prover = Prover::new(&self.input, selection, budget)?;
                self.provers.push((prover, Taken::default()));
            }
            self.finder = Some(Finder::new(self.theory, &self.input, budget)?);
            self.is_begun = true;
            Ok(())
        })
    }

    /// Searches among instances of the clauses as well. A refutation by them is not one by resolution.
    #[must_use]
    pub fn with_instances(mut self) -> Self {
        self.instances = Instances::new(&self.input);
        self
    }

    /// The same, but only when the provers have not found a short proof.
    #[must_use]
    pub fn with_late_instances(self) -> Self {
        Self { instances_from: ALONE, ..self.with_instances() }
    }

    /// The checked answer.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn run(mut self, budget: &mut Budget) -> Result<Verdict, Failure> {
        loop {
            if let Some(verdict) = self.take_turn(budget)? {
                return Ok(verdict);
            }
            if self.is_over() {
                return Err(super::UNSEEN.into());
            }
        }
    }

    /// The work of each procedure so far that did not give up: the provers', and the finder's.
    pub fn work(&self) -> (Vec<u64>, Option<u64>) {
        let provers = self.provers.iter().map(|it| it.1.work).collect();
        (provers, self.finder.as_ref().map(|_| self.taken_by_finder.work))
    }

    /// Whether every procedure gave up.
    pub fn is_over(&self) -> bool {
        self.is_begun
            && self.provers.is_empty()
            && self.finder.is_none()
            && self.instances.is_none()
    }

    /// Lets each procedure go on a little; `None` when nothing came out.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn take_turn(&mut self, budget: &mut Budget) -> Result<Option<Verdict>, Failure> {
        budget.look()?;
        let turn = self.turn;
        self.turn = turn.saturating_mul(2);
        self.turns = self.turns.saturating_add(turn);
        if let Some(instances) = &mut self.instances
            && self.turns > self.instances_from
        {
            let share = if instances.ends() { SURE } else { INSTANCES };
            let search = |part: &mut Budget| {
                let found = instances.search(self.theory, &self.input, part);
                (found, instances.work())
            };
            let until = self.turns.saturating_mul(share);
            match self.taken_by_instances.turn(until, budget, search) {
                Ok(instances::Searched::Refuted(proof)) => {
                    return self.checked(proof, budget).map(Some);
                }
                Ok(instances::Searched::Model(Some(structure))) => {
                    return self.model(*structure, budget).map(Verdict::Model).map(Some);
                }
                Ok(instances::Searched::Model(None)) => return self.shown(budget).map(Some),
                Err(Stop::Size(_)) => self.instances = None,
                Err(Stop::Steps) => {}
                Err(stop) => return Err(stop.into()),
            }
        }
        self.begin(budget)?;
        if let Some(structure) = self.find(self.turns.saturating_mul(FINDER), budget)? {
            return Ok(Some(Verdict::Model(structure)));
        }
        let mut at = 0;
        while at < self.provers.len() {
            let (prover, taken) = &mut self.provers[at];
            let search = |part: &mut Budget| {
                let found = prover.search(&self.input, part);
                (found, prover.work())
            };
            match taken.turn(self.turns, budget, search) {
                Ok(Ended::Refuted(proof)) => {
                    return self.checked(textbook::divided(&proof), budget).map(Some);
                }
                // A finite model says more, if there is a small one.
                Ok(Ended::Saturated) => return self.shown(budget).map(Some),
                Ok(Ended::GaveUp) => {
                    self.provers.remove(at);
                }
                Err(Stop::Steps) => at += 1,
                Err(stop) => return Err(stop.into()),
            }
        }
        Ok(None)
    }

    /// Looks for a finite model, until that took so much work together.
    fn find(
        &mut self,
        until: u64,
        budget: &mut Budget,
    ) -> Result<Option<Checked<Structure>>, Failure> {
        let Some(finder) = &mut self.finder else { return Ok(None) };
        let search = |part: &mut Budget| {
            let found = finder.search(part);
            (found, finder.work())
        };
        let found = self.taken_by_finder.turn(until, budget, search);
        self.none_up_to = Some(finder.none_up_to());
        match found {
            Ok(Searched::Model(structure)) => {
                return self.model(*structure, budget).map(Some);
            }
            // Provers show why.
            Ok(Searched::None) => (self.finder, self.none_up_to) = (None, None),
            Err(Stop::Size(_)) => self.finder = None,
            Err(Stop::Steps) => {}
            Err(stop) => return Err(stop.into()),
        }
        Ok(None)
    }

    /// That there is a model, with a finite one unless the search for it takes as long again as all before.
    fn shown(&mut self, budget: &mut Budget) -> Result<Verdict, Failure> {
        self.begin(budget)?;
        let until = self.turns.saturating_mul(FINDER).saturating_add(self.taken_by_finder.work);
        if let Some(structure) = self.find(until, budget)? {
            return Ok(Verdict::Model(structure));
        }
        match self.none_up_to {
            Some(most) => Ok(Verdict::Saturated(most)),
            None => Err(Failure::Unverified("there is a model, and there is none".to_owned())),
        }
    }

    /// A structure that is a model.
    fn model(
        &self,
        structure: Structure,
        budget: &mut Budget,
    ) -> Result<Checked<Structure>, Failure> {
        let axioms = self.theory.axioms.iter().map(|it| (*it, true));
        let demands = axioms.chain(self.demands.iter().copied());
        let demands = demands.map(|(sentence, value)| (sentence, &[][..], value));
        accept::structure(self.theory, structure, demands, budget)
    }

    /// A refutation whose clauses say what their sentences say, and whose steps follow.
    fn checked(&self, proof: Refutation, budget: &mut Budget) -> Result<Verdict, Failure> {
        accept::refutation(self.theory, &self.demands, proof, budget).map(Verdict::Contradictory)
    }
}
