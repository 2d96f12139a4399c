//! The given-clause loop (as in the prover Otter): one clause after the other is made as simple as can be,
//! put among the active ones, and combined with them by every rule. It ends with the empty clause,
//! or when there is nothing left to combine.

use rustc_hash::{FxHashMap, FxHashSet};

use super::chaining::TransitiveRelations;
use super::clause::{ClauseId, ClauseOrigin, FirstOrderClause, FirstOrderLiteral, tidy};
use super::clausify::Input;
use super::distinct::Distinct;
use super::extensional::Extensionality;
use super::index::ClauseIndex;
use super::modulo::AcSymbols;
use super::precedence::Precedence;
use super::queue::ClauseQueue;
use super::split::{Splitter, without};
use super::strategy::ProverStrategy;
use super::term::{Bank, SharedTerm, TermSymbol};
use super::unify::TermBindings;
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::InferenceRule;
use crate::problem::theory::{ProverObserver, ProverStep};

/// Clauses with heavier terms are left out: the search is for short proofs, and what is derived
/// grows without end.
pub(super) const MOST_WEIGHT: u32 = 10_000;
/// And so are those with deeper terms, which are read by recursion from here on: its depth is that of terms.
pub const MOST_DEPTH: u32 = 500;

/// Work for which a step more is counted; a usual one takes far less.
const HEAVY: u64 = 256;

/// A search.
pub(super) struct Saturation {
    /// All terms.
    pub bank: Bank,
    pub(super) strategy: ProverStrategy,
    /// The ordering.
    pub order: Precedence,
    /// All clauses, also those that are no longer needed.
    pub clauses: Vec<FirstOrderClause>,
    pub(super) bindings: TermBindings,
    /// For matching while those are in use.
    pub(super) other_bindings: TermBindings,
    pub(super) index: ClauseIndex,
    pub(super) distinct: Distinct,
    pub(super) ac: AcSymbols,
    pub(super) transitive: TransitiveRelations,
    pub(super) extensionality: Extensionality,
    /// The clauses that two constants are different on which something rests.
    pub(super) differences: FxHashMap<(SharedTerm, SharedTerm), ClauseId>,
    /// Of each term how many sides of equations there were that cannot make it less.
    pub(super) normal: Vec<u32>,
    pub(super) queue: ClauseQueue,
    /// Clauses that were there, with the names that they rest on, and their numbers unless they were left out.
    seen: FxHashMap<(Vec<FirstOrderLiteral>, Vec<u32>), Option<ClauseId>>,
    /// Clauses that were derived again, or were active: they do not rest on one inference.
    established: FxHashSet<ClauseId>,
    /// Clauses in the place of which others are needed.
    superfluous: FxHashSet<ClauseId>,
    /// If clauses are split.
    pub(super) splitter: Option<Splitter>,
    /// The weight of all clauses that were made simpler, and the pairs of literals that were compared for it.
    pub(super) work: u64,
    /// The work that was counted as steps.
    counted: u64,
    /// Whether a clause was left out that might be needed.
    left_out: bool,
    /// Whether the strategy did not take all axioms.
    has_some_axioms: bool,
    /// What follows from the given clause and was not looked at yet.
    pub(super) derived: Vec<FirstOrderClause>,
}

impl Saturation {
    /// A search that has not begun.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn new(
        input: &Input,
        strategy: ProverStrategy,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let symbols = (0..).map(TermSymbol).zip(&input.symbols);
        let symbols: Vec<_> =
            symbols.map(|(symbol, it)| (it.0.len(), input.distinct.contains(symbol))).collect();
        let literals = || input.clauses.iter().flat_map(|it| &it.literals);
        let terms = literals().flat_map(|it| it.terms());
        let stated = literals().filter(|it| it.is_positive && it.right.is_none());
        let mut bank = input.bank.clone();
        let order = Precedence::new(strategy, &mut bank, &symbols, terms, stated.map(|it| it.left));
        let mut clauses = asked(&input.clauses);
        let mut search = Self {
            strategy,
            bank,
            order,
            clauses: Vec::new(),
            bindings: TermBindings::default(),
            other_bindings: TermBindings::default(),
            index: ClauseIndex::new(&input.clauses, strategy.selection),
            distinct: input.distinct.clone(),
            ac: if strategy.joins {
                AcSymbols::of(&input.bank, &input.clauses)
            } else {
                AcSymbols::default()
            },
            transitive: TransitiveRelations::default(),
            extensionality: Extensionality::default(),
            normal: Vec::new(),
            differences: FxHashMap::default(),
            queue: ClauseQueue::new(strategy, input.symbols.len(), &input.bank, &clauses),
            seen: FxHashMap::default(),
            established: FxHashSet::default(),
            superfluous: FxHashSet::default(),
            splitter: strategy.splits.then(|| Splitter::new(input.symbols.len())),
            work: 0,
            counted: 0,
            left_out: false,
            has_some_axioms: false,
            derived: Vec::new(),
        };
        if let Some(selection) = strategy.axioms {
            search.has_some_axioms = selection.leave_out(&search.bank, &mut clauses);
        }
        if strategy.unfolds {
            clauses = search.unfolded(clauses, budget)?;
        }
        for clause in clauses {
            budget.check()?;
            if !search.chains_by(&clause) {
                search.add(clause);
            }
        }
        Ok(search)
    }

    /// Adds a clause to those that wait, in parts if it has some; `None` when it does not wait itself.
    fn add(&mut self, mut clause: FirstOrderClause) -> Option<ClauseId> {
        tidy(&mut clause.literals);
        if self.splitter.is_some() && !clause.is_tautology() && self.split(&clause) {
            return None;
        }
        self.push(clause)
    }

    /// Puts a clause among those that wait; `None` when it is not needed, or left out.
    pub(super) fn push(&mut self, clause: FirstOrderClause) -> Option<ClauseId> {
        let id = self.admit(clause)?;
        self.enqueue(id);
        Some(id)
    }

    /// Keeps a clause that does not wait yet; `None` when it is not needed, or left out.
    fn admit(&mut self, mut clause: FirstOrderClause) -> Option<ClauseId> {
        tidy(&mut clause.literals);
        let key = (clause.literals.clone(), clause.names.clone());
        if clause.is_tautology() {
            return None;
        }
        if let Some(known) = self.seen.get(&key) {
            self.established.extend(*known);
            return None;
        }
        let weight = clause.weight(&self.bank);
        let terms = clause.literals.iter().flat_map(|it| it.terms());
        let depth = terms.map(|it| self.bank.depth(it)).max().unwrap_or(0);
        if weight > MOST_WEIGHT || depth > MOST_DEPTH {
            self.left_out = true;
            self.seen.insert(key, None);
            return None;
        }
        let id = self.store(clause);
        self.seen.insert(key, Some(id));
        Some(id)
    }

    /// Gives a clause its number.
    pub(super) fn store(&mut self, clause: FirstOrderClause) -> ClauseId {
        let id = self.clauses.len() as ClauseId;
        self.clauses.push(clause);
        self.note_names(id);
        id
    }

    /// Lets a clause wait once more that was put aside.
    pub(super) fn enqueue_again(&mut self, id: ClauseId) {
        self.enqueue(id);
        self.established.insert(id);
    }

    /// Lets a clause wait for its turn.
    fn enqueue(&mut self, id: ClauseId) {
        let clause = (id, &self.clauses[id as usize]);
        self.queue.add(clause, false, &self.bank, &self.order);
    }

    /// Searches until it finds the empty clause, or nothing new follows (`None`). Then there is a
    /// model, unless a clause was left out. The observer hears each step.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn run(
        &mut self,
        observer: &mut impl ProverObserver,
        budget: &mut Budget,
    ) -> Result<Option<ClauseId>, Stop> {
        loop {
            if let Some(empty) = self.take_in(observer, budget)? {
                return Ok(Some(empty));
            }
            budget.look()?;
            if let Some(empty) = self.choose(budget)? {
                return Ok(Some(empty));
            }
            let Some(picked) = self.queue.take() else { return Ok(None) };
            if self.is_orphan(picked) {
                // It may yet follow from others.
                let clause = &self.clauses[picked as usize];
                self.seen.remove(&(clause.literals.clone(), clause.names.clone()));
                continue;
            }
            let Some(given) = self.simplified(picked) else {
                observer.hear(ProverStep::Redundant(picked));
                continue;
            };
            if given != picked && self.split(&self.clauses[given as usize].clone()) {
                observer.hear(ProverStep::Redundant(picked));
                continue;
            }
            let clause = &self.clauses[given as usize];
            let (is_empty, rests) = (clause.literals.is_empty(), !clause.names.is_empty());
            if given != picked {
                observer.hear(ProverStep::Simplified { clause: picked, into: given });
            }
            if given == picked || !is_empty {
                observer.hear(ProverStep::Given(given));
            }
            match (is_empty, rests) {
                (true, false) => return Ok(Some(given)),
                (true, true) => self.exclude(given),
                (false, _) => {
                    self.simplify_active(given, observer);
                    self.activate(given);
                    self.combine(given);
                    budget.whole(|budget| self.tell_apart(given, budget))?;
                }
            }
        }
    }

    /// Makes what was derived simpler and lets it wait; the empty clause when that is there.
    fn take_in(
        &mut self,
        observer: &mut impl ProverObserver,
        budget: &mut Budget,
    ) -> Result<Option<ClauseId>, Stop> {
        let mut dropped = 0;
        while let Some(clause) = self.derived.pop() {
            let is_split = self.splitter.as_ref().is_some_and(Splitter::is_used);
            let original = is_split.then(|| clause.clone());
            let (reduced, spared) = self.reduce(clause, false);
            if let Some(mut original) = original.filter(|_| !spared.is_empty()) {
                original.names = self.names_of(original.origin.parents.iter().map(|it| it.0));
                if let Some(id) = self.admit(original) {
                    self.lock(id, &spared);
                }
            }
            let kept = match reduced {
                Some(clause) if clause.literals.is_empty() => {
                    let rests = !clause.names.is_empty();
                    let empty = self.store(clause);
                    observer.hear(ProverStep::Kept(empty));
                    if !rests {
                        return Ok(Some(empty));
                    }
                    self.exclude(empty);
                    None
                }
                Some(clause) => self.add(clause),
                None => None,
            };
            match kept {
                Some(id) => observer.hear(ProverStep::Kept(id)),
                None => dropped += 1,
            }
            self.count_step(budget)?;
        }
        if dropped > 0 {
            observer.hear(ProverStep::Dropped(dropped));
        }
        Ok(None)
    }

    /// Counts a step, or more for one that took far more work than usual ones.
    fn count_step(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let heavy = (self.work - self.counted) / HEAVY;
        self.counted += heavy * HEAVY;
        budget.spend(heavy + 1)
    }

    /// Whether no clause was left out.
    pub(super) fn is_complete(&self) -> bool {
        !self.left_out && !self.has_some_axioms && self.transitive.is_empty()
    }

    /// A search of more axioms that counts its work on from here; `None` where all were taken.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn wider(&self, input: &Input, budget: &mut Budget) -> Result<Option<Self>, Stop> {
        let Some(selection) = self.strategy.axioms.filter(|_| self.has_some_axioms) else {
            return Ok(None);
        };
        let strategy = ProverStrategy { axioms: selection.wider(), ..self.strategy };
        let mut search = Self::new(input, strategy, budget)?;
        search.work += self.work;
        search.counted += self.work;
        Ok(Some(search))
    }

    /// A picked clause as simple as can be; `None` when it is not needed.
    fn simplified(&mut self, picked: ClauseId) -> Option<ClauseId> {
        let clause = self.clauses[picked as usize].clone();
        let before = clause.literals.clone();
        let variables: Box<[_]> = clause.variables.clone().into();
        let origin = ClauseOrigin {
            rule: InferenceRule::Simplification,
            parents: vec![(picked, variables)],
        };
        let (clause, spared) = self.reduce(FirstOrderClause { origin, ..clause }, true);
        let is_as_before = clause.as_ref().is_some_and(|it| it.literals == before);
        if !spared.is_empty() {
            self.lock(picked, &spared);
        } else if !is_as_before {
            self.superfluous.insert(picked);
        }
        let clause = clause?;
        if is_as_before { Some(picked) } else { Some(self.store(clause)) }
    }

    /// Whether a clause follows only from one in the place of which others are needed: what follows from these is
    /// needed in its place.
    fn is_orphan(&self, clause: ClauseId) -> bool {
        let origin = &self.clauses[clause as usize].origin;
        // Behind these are the clauses that it was made simpler by.
        let parents = match origin.rule {
            InferenceRule::Chaining => 3,
            InferenceRule::Resolution | InferenceRule::Superposition => 2,
            InferenceRule::Factoring
            | InferenceRule::EqualityResolution
            | InferenceRule::EqualityFactoring => 1,
            _ => 0,
        };
        self.strategy.drops_orphans
            && !self.established.contains(&clause)
            && origin.parents.iter().take(parents).any(|it| self.superfluous.contains(&it.0))
    }

    /// Takes out active clauses that the given one makes superfluous or simpler.
    fn simplify_active(&mut self, given: ClauseId, observer: &mut impl ProverObserver) {
        let (subsumed, simplified) = self.affected(given);
        for active in subsumed {
            observer.hear(ProverStep::Subsumed { clause: active, by: given });
            self.deactivate(active);
            let names = &self.clauses[given as usize].names;
            let spared = without(names, &self.clauses[active as usize].names);
            if spared.is_empty() {
                self.superfluous.insert(active);
            } else {
                self.lock(active, &spared);
            }
        }
        for active in simplified {
            observer.hear(ProverStep::Returned { clause: active, by: given });
            self.deactivate(active);
            let clause = (active, &self.clauses[active as usize]);
            self.queue.add(clause, true, &self.bank, &self.order);
            self.established.insert(active);
        }
    }

    fn activate(&mut self, given: ClauseId) {
        let literals = &self.clauses[given as usize].literals;
        self.index.insert(&self.bank, &self.order, given, literals);
        self.note_extensional(given);
        if let Some(splitter) = &mut self.splitter {
            splitter.active.insert(given);
        }
    }

    pub(super) fn deactivate(&mut self, active: ClauseId) {
        if let Some(splitter) = &mut self.splitter {
            splitter.active.remove(&active);
        }
        let literals = &self.clauses[active as usize].literals;
        self.index.remove(&self.bank, &self.order, active, literals);
        self.forget_extensional(active);
    }
}

/// Clauses of which it is known which ones are of the question. Where nothing is asked, or nothing else is said,
/// those that only deny are taken for it.
fn asked(clauses: &[FirstOrderClause]) -> Vec<FirstOrderClause> {
    let is_asked = |it: &FirstOrderClause| it.is_from_goal;
    let is_one_sided = clauses.iter().all(is_asked) || !clauses.iter().any(is_asked);
    let told = clauses.iter().map(|it| {
        let only_denies = it.literals.iter().all(|it| !it.is_positive);
        let is_from_goal = if is_one_sided { only_denies } else { it.is_from_goal };
        FirstOrderClause { is_from_goal, ..it.clone() }
    });
    told.collect()
}
