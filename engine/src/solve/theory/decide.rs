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

/// Steps of the first turn.
const FIRST_TURN: u64 = 2_000;

/// Steps of what makes propositional clauses and decides them that take about as long as one of a prover.
const CHEAP: u64 = 16;

/// The same of instances that are not endlessly many: they decide, the provers may not.
const SURE: u64 = 256;

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
    provers: Vec<Prover>,
    finder: Option<Finder<'t>>,
    /// Whether there are provers and a finder yet: often instances decide at once.
    is_begun: bool,
    turn: u64,
    /// The turns so far together, and the steps that instances and the finder took. What took more than its
    /// share, since some works are done wholly, waits until the others have had theirs.
    turns: u64,
    taken: [u64; 2],
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
            provers: Vec::new(),
            finder: None,
            is_begun: false,
            turn: FIRST_TURN,
            turns: 0,
            taken: [0; 2],
            none_up_to: Some(0),
        })
    }

    /// Makes the provers and the finder, unless they are there.
    fn begin(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        if self.is_begun {
            return Ok(());
        }
        budget.whole(|budget| {
            let provers = Selection::ALL.map(|it| Prover::new(&self.input, it, budget));
            self.provers = provers.into_iter().collect::<Result<_, _>>()?;
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
        if let Some(instances) = &mut self.instances {
            let weight = if instances.ends() { SURE } else { CHEAP };
            let steps = self.turns.saturating_mul(weight).saturating_sub(self.taken[0]);
            let search = |part: &mut Budget| instances.search(self.theory, &self.input, part);
            let (found, taken) = budget.turn(steps, search);
            self.taken[0] = self.taken[0].saturating_add(taken);
            match found {
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
        let steps = self.turns.saturating_mul(CHEAP).saturating_sub(self.taken[1]);
        if let Some(structure) = self.find(steps, budget)? {
            return Ok(Some(Verdict::Model(structure)));
        }
        let mut at = 0;
        while at < self.provers.len() {
            match budget.turn(turn, |part| self.provers[at].search(&self.input, part)).0 {
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

    /// Looks for a finite model, so many steps long at most.
    fn find(
        &mut self,
        steps: u64,
        budget: &mut Budget,
    ) -> Result<Option<Checked<Structure>>, Failure> {
        let Some(finder) = &mut self.finder else { return Ok(None) };
        let (found, taken) = budget.turn(steps, |part| finder.search(part));
        self.taken[1] = self.taken[1].saturating_add(taken);
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
        let steps = self.turns.saturating_mul(CHEAP);
        if let Some(structure) = self.find(steps, budget)? {
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
