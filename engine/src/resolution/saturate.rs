//! The given-clause loop (as in the prover Otter): one clause after the other is made as simple as can be,
//! put among the active ones, and combined with them by every rule. It ends with the empty clause,
//! or when there is nothing left to combine.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::{ClauseId, ClauseOrigin, FirstOrderClause, FirstOrderLiteral, tidy};
use super::clausify::Input;
use super::distinct::Distinct;
use super::index::ClauseIndex;
use super::modulo::AcSymbols;
use super::precedence::Precedence;
use super::strategy::ProverStrategy;
use super::term::{Bank, SharedTerm, TermSymbol};
use super::unify::TermBindings;
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::InferenceRule;
use crate::problem::theory::{ProverObserver, ProverStep};

/// Clauses with heavier terms are left out: the search is for short proofs, and what is derived
/// grows without end.
const MOST_WEIGHT: u32 = 10_000;
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
    pub(super) index: ClauseIndex,
    pub(super) distinct: Distinct,
    pub(super) ac: AcSymbols,
    /// The clauses that two constants are different on which something rests.
    pub(super) differences: FxHashMap<(SharedTerm, SharedTerm), ClauseId>,
    /// Of each term how many equations there were that cannot make it less.
    pub(super) normal: Vec<u32>,
    /// How many equations became active so far, and one.
    pub(super) equations: u32,
    by_weight: BinaryHeap<Reverse<(u32, ClauseId)>>,
    by_age: BinaryHeap<Reverse<ClauseId>>,
    waiting: FxHashSet<ClauseId>,
    seen: FxHashSet<Vec<FirstOrderLiteral>>,
    picked: u64,
    /// The weight of all clauses that were made simpler, and the pairs of literals that were compared for it.
    pub(super) work: u64,
    /// The work that was counted as steps.
    counted: u64,
    /// Whether a clause was left out that might be needed.
    left_out: bool,
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
        let literals = input.clauses.iter().flat_map(|it| &it.literals);
        let terms = literals.flat_map(|it| it.terms());
        let order = Precedence::new(strategy, &input.bank, &symbols, terms);
        let mut search = Self {
            strategy,
            bank: input.bank.clone(),
            order,
            clauses: Vec::new(),
            bindings: TermBindings::default(),
            index: ClauseIndex::new(&input.clauses, strategy.selection),
            distinct: input.distinct.clone(),
            ac: if strategy.joins {
                AcSymbols::of(&input.bank, &input.clauses)
            } else {
                AcSymbols::default()
            },
            normal: Vec::new(),
            equations: 1,
            differences: FxHashMap::default(),
            by_weight: BinaryHeap::new(),
            by_age: BinaryHeap::new(),
            waiting: FxHashSet::default(),
            seen: FxHashSet::default(),
            picked: 0,
            work: 0,
            counted: 0,
            left_out: false,
            derived: Vec::new(),
        };
        // Where nothing is asked, clauses that only deny are taken for what is.
        let is_asked = |it: &FirstOrderClause| it.is_from_goal;
        let is_one_sided =
            input.clauses.iter().all(is_asked) || !input.clauses.iter().any(is_asked);
        let mut clauses = input.clauses.clone();
        if strategy.unfolds {
            clauses = search.unfolded(clauses, budget)?;
        }
        for clause in &clauses {
            budget.check()?;
            let only_denies = clause.literals.iter().all(|it| !it.is_positive);
            let is_from_goal = if is_one_sided { only_denies } else { clause.is_from_goal };
            search.push(FirstOrderClause { is_from_goal, ..clause.clone() });
        }
        Ok(search)
    }

    /// Puts a clause among those that wait; `None` when it is not needed, or left out.
    pub(super) fn push(&mut self, mut clause: FirstOrderClause) -> Option<ClauseId> {
        tidy(&mut clause.literals);
        if clause.is_tautology() || !self.seen.insert(clause.literals.clone()) {
            return None;
        }
        let weight = clause.weight(&self.bank);
        let terms = clause.literals.iter().flat_map(|it| it.terms());
        let depth = terms.map(|it| self.bank.depth(it)).max().unwrap_or(0);
        if weight > MOST_WEIGHT || depth > MOST_DEPTH {
            self.left_out = true;
            return None;
        }
        let id = self.clauses.len() as ClauseId;
        // A symbol counts twice as much as a variable, and what follows from the question is worth more.
        let mut variables = 0;
        for term in clause.literals.iter().flat_map(|it| it.terms()) {
            self.bank.variables(term, &mut |_| variables += 1);
        }
        let weight = 2 * weight - variables;
        let factor = if clause.is_from_goal { 1 } else { self.strategy.without_goal };
        let length = if self.strategy.by_length { clause.literals.len() as u32 } else { 1 };
        let cost = weight.saturating_mul(factor).saturating_mul(length.max(1));
        self.by_weight.push(Reverse((cost, id)));
        self.by_age.push(Reverse(id));
        self.waiting.insert(id);
        self.clauses.push(clause);
        Some(id)
    }

    fn pick(&mut self) -> Option<ClauseId> {
        self.picked += 1;
        let is_by_age = self.picked.is_multiple_of(self.strategy.age_ratio);
        loop {
            let id = if is_by_age {
                self.by_age.pop().map(|Reverse(id)| id)
            } else {
                self.by_weight.pop().map(|Reverse((_, id))| id)
            }?;
            if self.waiting.remove(&id) {
                return Some(id);
            }
        }
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
            let mut dropped = 0;
            while let Some(clause) = self.derived.pop() {
                let kept = match self.reduce(clause) {
                    Some(clause) if clause.literals.is_empty() => {
                        self.clauses.push(clause);
                        let empty = self.clauses.len() as ClauseId - 1;
                        observer.hear(ProverStep::Kept(empty));
                        return Ok(Some(empty));
                    }
                    Some(clause) => self.push(clause),
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
            budget.look()?;
            let Some(picked) = self.pick() else { return Ok(None) };
            let Some(given) = self.simplified(picked) else {
                observer.hear(ProverStep::Redundant(picked));
                continue;
            };
            let is_empty = self.clauses[given as usize].literals.is_empty();
            if given != picked {
                observer.hear(ProverStep::Simplified { clause: picked, into: given });
            }
            if given == picked || !is_empty {
                observer.hear(ProverStep::Given(given));
            }
            if is_empty {
                return Ok(Some(given));
            }
            self.simplify_active(given, observer);
            self.activate(given);
            self.combine(given);
            budget.whole(|budget| self.tell_apart(given, budget))?;
        }
    }

    /// Counts a step, or more for one that took far more work than usual ones.
    fn count_step(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let heavy = (self.work - self.counted) / HEAVY;
        self.counted += heavy * HEAVY;
        budget.spend(heavy + 1)
    }

    /// Whether no clause was left out.
    pub(super) fn is_complete(&self) -> bool {
        !self.left_out
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
        let clause = self.reduce(FirstOrderClause { origin, ..clause })?;
        if clause.literals == before {
            return Some(picked);
        }
        self.clauses.push(clause);
        Some(self.clauses.len() as ClauseId - 1)
    }

    /// Takes out active clauses that the given one makes superfluous or simpler.
    fn simplify_active(&mut self, given: ClauseId, observer: &mut impl ProverObserver) {
        let (subsumed, simplified) = self.affected(given);
        for active in subsumed {
            observer.hear(ProverStep::Subsumed { clause: active, by: given });
            self.deactivate(active);
        }
        for active in simplified {
            observer.hear(ProverStep::Returned { clause: active, by: given });
            self.deactivate(active);
            // It becomes simpler, so its turn is soon.
            let weight = self.clauses[active as usize].weight(&self.bank);
            self.by_weight.push(Reverse((weight, active)));
            self.by_age.push(Reverse(active));
            self.waiting.insert(active);
        }
    }

    fn activate(&mut self, given: ClauseId) {
        let literals = &self.clauses[given as usize].literals;
        let is_equation = |it: &FirstOrderLiteral| it.is_positive && it.right.is_some();
        self.equations += u32::from(matches!(&literals[..], [it] if is_equation(it)));
        self.index.insert(&self.bank, &self.order, given, literals);
    }

    fn deactivate(&mut self, active: ClauseId) {
        let literals = &self.clauses[active as usize].literals;
        self.index.remove(&self.bank, &self.order, active, literals);
    }
}
