//! Whether axioms and demands contradict each other. Provers look for a refutation and a finder for a
//! finite model, in turn and each a little longer than before; each goes on where it stopped.

use crate::budget::{Budget, Stop};
use crate::evidence::refutation::Refutation;
use crate::first_order::herbrand::{Herbrand, HerbrandSearched};
use crate::first_order::instances::{self, Instances};
use crate::first_order::models::{ModelFinder, ModelSearched};
use crate::logic::first_order::{Structure, Theory, TheorySentenceId};
pub use crate::portfolio::Share;
use crate::portfolio::{Pace, Portfolio};
use crate::problem::Failure;
use crate::resolution::{self, Prover, ProverStrategy, SaturationEnded, textbook};
use crate::verify::accept;
use crate::verify::checked::Checked;

/// A prover works so long in its first turn. Small worlds are found in little more.
const PACE: Pace = Pace { first: 4_000, growth: 2 };

/// Work of a prover before instances are tried: what has a short proof by resolution, which is easier to
/// read, has no other.
const ALONE: u64 = 60_000;

/// Shares of instances that are not endlessly many: they decide, the provers may not.
const SURE: u64 = 48;

/// Shares of the search for models where all clauses have one literal: such equations are true in a small structure,
/// which is found at once, or seldom in any that this search reaches.
const OF_UNITS: u64 = 6;

/// A way to find out whether sentences contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TheoryProcedure {
    /// Instances of clauses without equality, decided by a solver of clauses.
    Instances,
    /// The same with equality, where the Herbrand universe is finite.
    Herbrand,
    /// Models of growing size.
    Models,
    /// Resolution and superposition.
    Resolution(ProverStrategy),
}

impl TheoryProcedure {
    /// All of them, in the order of their turns, and how long each works.
    pub const ALL: [(Self, Share); 8] = [
        (Self::Instances, Share { of_turn: 6, from: ALONE, is_weighed: true }),
        (Self::Herbrand, Share { of_turn: 12, from: ALONE, is_weighed: true }),
        (Self::Models, Share { of_turn: 8, from: 0, is_weighed: true }),
        (Self::Resolution(ProverStrategy::ALL[0]), PROVER),
        (Self::Resolution(ProverStrategy::ALL[1]), PROVER),
        (Self::Resolution(ProverStrategy::ALL[2]), Share { of_turn: 4, ..PROVER }),
        (Self::Resolution(ProverStrategy::ALL[3]), Share { of_turn: 3, ..PROVER }),
        (Self::Resolution(ProverStrategy::ALL[4]), Share { of_turn: 1, ..PROVER }),
    ];

    /// The same without splitting of clauses.
    pub(super) const fn whole(self) -> Self {
        match self {
            Self::Resolution(strategy) => {
                Self::Resolution(ProverStrategy { splits: false, ..strategy })
            }
            other => other,
        }
    }
}

const PROVER: Share = Share { of_turn: 2, from: 0, is_weighed: true };

/// A procedure at work. What is often not needed is made when its first turn comes.
enum Way<'t> {
    Instances(Box<Instances>),
    Herbrand(Box<Herbrand>),
    Models(Option<Box<ModelFinder<'t>>>),
    Resolution(ProverStrategy, Option<Box<Prover>>),
}

impl Way<'_> {
    fn is_models(&self) -> bool {
        matches!(self, Self::Models(_))
    }
}

/// What was found out, checked unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TheoryVerdict {
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
pub struct TheorySearch<'t> {
    asked: TheoryToDecide<'t>,
    ways: Portfolio<Way<'t>>,
}

/// What is to be found out.
struct TheoryToDecide<'t> {
    theory: &'t Theory,
    demands: Vec<(TheorySentenceId, bool)>,
    input: resolution::Input,
    /// No model has up to so many elements of each sort that is not listed; `None` when none has any.
    none_up_to: Option<u32>,
    /// Complete rules tell of worlds in which some things are made by no constructor, too.
    is_endless: bool,
}

/// What a procedure found.
enum TheoryClaim {
    Refuted(Refutation),
    Model(Structure),
    /// There is a model, but it is not told.
    Saturated,
}

impl<'t> TheorySearch<'t> {
    /// A search by some procedures that has not begun.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        theory: &'t Theory,
        demands: &[(TheorySentenceId, bool)],
        procedures: &[(TheoryProcedure, Share)],
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let input = resolution::clauses(theory, demands, budget)?;
        let is_of_units = input.clauses.iter().all(|it| it.literals.len() == 1);
        let has_place = |it: &(TheoryProcedure, Share)| match it.0 {
            TheoryProcedure::Resolution(strategy) => strategy.for_units().is_some(),
            _ => false,
        };
        let has_own = is_of_units && procedures.iter().any(has_place);
        let way = |(procedure, share): &(TheoryProcedure, Share)| {
            Some(match procedure {
                TheoryProcedure::Instances => {
                    let instances = Instances::new(&input)?;
                    let of_turn = if instances.ends() { SURE } else { share.of_turn };
                    (Share { of_turn, ..*share }, Way::Instances(Box::new(instances)))
                }
                TheoryProcedure::Herbrand => {
                    (*share, Way::Herbrand(Box::new(Herbrand::new(&input)?)))
                }
                TheoryProcedure::Models => {
                    let of_turn = if is_of_units { OF_UNITS } else { share.of_turn };
                    (Share { of_turn, ..*share }, Way::Models(None))
                }
                TheoryProcedure::Resolution(strategy) => {
                    let (strategy, times) =
                        if has_own { strategy.for_units()? } else { (*strategy, 1) };
                    let of_turn = times * share.of_turn;
                    (Share { of_turn, ..*share }, Way::Resolution(strategy, None))
                }
            })
        };
        let ways = Portfolio::new(PACE, procedures.iter().filter_map(way));
        let (demands, is_endless) = (demands.to_vec(), theory.signature.is_endless());
        let asked = TheoryToDecide { theory, demands, input, none_up_to: Some(0), is_endless };
        Ok(Self { asked, ways })
    }

    /// The checked answer.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn run(mut self, budget: &mut Budget) -> Result<TheoryVerdict, Failure> {
        loop {
            if let Some(verdict) = self.take_turn(budget)? {
                return Ok(verdict);
            }
            if self.is_over() {
                return Err(super::UNSEEN.into());
            }
        }
    }

    /// The checked answer, if it is found in so many turns.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn within(
        &mut self,
        turns: u32,
        budget: &mut Budget,
    ) -> Result<Option<TheoryVerdict>, Failure> {
        for _ in 0..turns {
            let verdict = self.take_turn(budget)?;
            if verdict.is_some() || self.is_over() {
                return Ok(verdict);
            }
        }
        Ok(None)
    }

    /// The work of each procedure so far that did not give up: the provers', and the finder's.
    pub fn work(&self) -> (Vec<u64>, Option<u64>) {
        let (mut provers, mut finder) = (Vec::new(), None);
        for (way, work) in self.ways.work() {
            match way {
                Way::Resolution(..) => provers.push(work),
                Way::Models(_) => finder = Some(work),
                Way::Instances(_) | Way::Herbrand(_) => {}
            }
        }
        (provers, finder)
    }

    /// Whether every procedure gave up.
    pub fn is_over(&self) -> bool {
        self.ways.is_over()
    }

    /// Lets each procedure go on a little; `None` when nothing came out.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn take_turn(&mut self, budget: &mut Budget) -> Result<Option<TheoryVerdict>, Failure> {
        let asked = &mut self.asked;
        let claim = self.ways.take_turn(budget, |way, part| {
            let (found, work) = asked.search(way, part);
            let is_told =
                |it: &TheoryClaim| !(asked.is_endless && matches!(it, TheoryClaim::Saturated));
            (found.map(|it| it.filter(is_told)), work)
        })?;
        claim.map(|it| self.verdict(it, budget)).transpose()
    }

    /// A claim that passed its check.
    fn verdict(
        &mut self,
        claim: TheoryClaim,
        budget: &mut Budget,
    ) -> Result<TheoryVerdict, Failure> {
        match claim {
            TheoryClaim::Refuted(proof) => self.asked.checked(proof, budget),
            TheoryClaim::Model(structure) => self.asked.model(structure, budget),
            TheoryClaim::Saturated => self.shown(budget),
        }
    }

    /// That there is a model, with a finite one, which says more, unless the search for it takes as long again
    /// as all before.
    fn shown(&mut self, budget: &mut Budget) -> Result<TheoryVerdict, Failure> {
        let asked = &mut self.asked;
        match self.ways.go_on(Way::is_models, budget, |way, part| asked.search(way, part)) {
            Ok(Some(TheoryClaim::Model(structure))) => return self.asked.model(structure, budget),
            Ok(_) | Err(Stop::Steps | Stop::Size(_)) => {}
            Err(stop) => return Err(stop.into()),
        }
        match self.asked.none_up_to {
            Some(most) => Ok(TheoryVerdict::Saturated(most)),
            None => Err(Failure::Unverified("there is a model, and there is none".to_owned())),
        }
    }
}

impl<'t> TheoryToDecide<'t> {
    /// Lets a procedure search on; `None` when it gave up. And its work so far.
    fn search(
        &mut self,
        way: &mut Way<'t>,
        budget: &mut Budget,
    ) -> (Result<Option<TheoryClaim>, Stop>, u64) {
        match way {
            Way::Instances(instances) => {
                let found = instances.search(self.theory, &self.input, budget);
                let claim = found.map(|found| {
                    Some(match found {
                        instances::InstancesSearched::Refuted(proof) => TheoryClaim::Refuted(proof),
                        instances::InstancesSearched::Model(Some(structure)) => {
                            TheoryClaim::Model(*structure)
                        }
                        instances::InstancesSearched::Model(None) => TheoryClaim::Saturated,
                    })
                });
                (claim, instances.work())
            }
            Way::Herbrand(herbrand) => {
                let found = herbrand.search(self.theory, &self.input, budget);
                let claim = found.map(|found| match found {
                    HerbrandSearched::Refuted(proof) => Some(TheoryClaim::Refuted(proof)),
                    HerbrandSearched::Model(structure) => Some(TheoryClaim::Model(*structure)),
                    HerbrandSearched::Untold => None,
                });
                (claim, herbrand.work())
            }
            Way::Models(finder) => {
                let found = self.find(finder, budget);
                (found, finder.as_ref().map_or(0, |it| it.work()))
            }
            Way::Resolution(strategy, prover) => {
                let found = self.prove(*strategy, prover, budget);
                (found, prover.as_ref().map_or(0, |it| it.work()))
            }
        }
    }

    fn find(
        &mut self,
        finder: &mut Option<Box<ModelFinder<'t>>>,
        budget: &mut Budget,
    ) -> Result<Option<TheoryClaim>, Stop> {
        let finder = match finder {
            Some(finder) => finder,
            None => {
                let made =
                    budget.whole(|budget| ModelFinder::new(self.theory, &self.input, budget))?;
                finder.insert(Box::new(made))
            }
        };
        let found = finder.search(budget);
        self.none_up_to = Some(finder.none_up_to());
        Ok(match found? {
            ModelSearched::Model(structure) => Some(TheoryClaim::Model(*structure)),
            // Provers show why.
            ModelSearched::None => {
                self.none_up_to = None;
                None
            }
        })
    }

    fn prove(
        &self,
        strategy: ProverStrategy,
        prover: &mut Option<Box<Prover>>,
        budget: &mut Budget,
    ) -> Result<Option<TheoryClaim>, Stop> {
        let prover = match prover {
            Some(prover) => prover,
            None => {
                let made = budget.whole(|budget| Prover::new(&self.input, strategy, budget))?;
                prover.insert(Box::new(made))
            }
        };
        Ok(match prover.search(&self.input, budget)? {
            SaturationEnded::Refuted(proof) => {
                Some(TheoryClaim::Refuted(textbook::divided(&proof)))
            }
            SaturationEnded::Saturated => Some(TheoryClaim::Saturated),
            SaturationEnded::GaveUp => None,
        })
    }

    /// A structure that is a model.
    fn model(&self, structure: Structure, budget: &mut Budget) -> Result<TheoryVerdict, Failure> {
        let axioms = self.theory.axioms.iter().map(|it| (*it, true));
        let demands = axioms.chain(self.demands.iter().copied());
        let demands = demands.map(|(sentence, value)| (sentence, &[][..], value));
        accept::structure(self.theory, structure, demands, budget).map(TheoryVerdict::Model)
    }

    /// A refutation whose clauses say what their sentences say, and whose steps follow.
    fn checked(&self, proof: Refutation, budget: &mut Budget) -> Result<TheoryVerdict, Failure> {
        accept::refutation(self.theory, &self.demands, proof, budget)
            .map(TheoryVerdict::Contradictory)
    }
}
