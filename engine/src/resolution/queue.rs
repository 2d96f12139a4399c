//! Which of the clauses that wait is taken next. Several queues have turns (S. Schulz and M. Möhrmann, *Performance of
//! clause selection heuristics for saturation-based theorem proving*, IJCAR 2016): what follows from the question, the
//! others, all, and the oldest. Where the question has queues of its own, clauses are the lighter the more they are like
//! it: symbols that it names weigh half, and the greater side of an equation half as much again.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;
use smallvec::smallvec;

use super::clause::{ClauseId, FirstOrderClause, FirstOrderLiteral};
use super::precedence::Precedence;
use super::strategy::{PickTurns, ProverStrategy};
use super::term::{Bank, SharedTerm, TermArguments, TermHead, TermSymbol};

/// Clauses up to this weight are as old as they are; of heavier ones those of half the weight come first. There are only
/// finitely many of any weight, so each has its turn.
const LIGHT: u32 = 64;

type Costs = BinaryHeap<Reverse<(u32, ClauseId)>>;

/// The clauses that wait.
pub(super) struct ClauseQueue {
    strategy: ProverStrategy,
    goals: Costs,
    others: Costs,
    all: Costs,
    /// The oldest first, by the logarithm of their weight.
    oldest: Costs,
    waiting: FxHashSet<ClauseId>,
    taken: u64,
    /// By symbol whether the question names it.
    is_asked: Vec<bool>,
}

impl ClauseQueue {
    /// Without clauses. Those that a search begins with are told.
    pub(super) fn new(
        strategy: ProverStrategy,
        symbols: usize,
        bank: &Bank,
        clauses: &[FirstOrderClause],
    ) -> Self {
        let mut is_asked = vec![false; symbols];
        let goals = clauses.iter().filter(|it| it.is_from_goal);
        let mut open: Vec<SharedTerm> =
            goals.flat_map(|it| &it.literals).flat_map(|it| it.terms()).collect();
        while let Some(term) = open.pop() {
            if let TermHead::Symbol(symbol) = bank.head(term) {
                is_asked[symbol.0 as usize] = true;
                open.extend(bank.arguments(term));
            }
        }
        Self {
            strategy,
            goals: Costs::new(),
            others: Costs::new(),
            all: Costs::new(),
            oldest: Costs::new(),
            waiting: FxHashSet::default(),
            taken: 0,
            is_asked,
        }
    }

    /// Lets a clause wait. Among all, one that was active and becomes simpler has its turn soon.
    pub(super) fn add(
        &mut self,
        (id, clause): (ClauseId, &FirstOrderClause),
        is_simpler: bool,
        bank: &Bank,
        order: &Precedence,
    ) {
        let weight = clause.weight(bank);
        let mut cost = weight;
        if self.strategy.turns.are_by_question() {
            let costs = clause.literals.iter().map(|it| self.likeness(*it, clause, bank, order));
            let likeness = costs.fold(0, u32::saturating_add);
            let queue = if clause.is_from_goal { &mut self.goals } else { &mut self.others };
            queue.push(Reverse((likeness, id)));
        } else if !is_simpler {
            cost = self.cost(clause, weight, bank);
        }
        self.all.push(Reverse((cost, id)));
        self.oldest.push(Reverse((weight.max(LIGHT).ilog2(), id)));
        self.waiting.insert(id);
    }

    /// Lets a clause wait no longer; whether it did.
    pub(super) fn remove(&mut self, id: ClauseId) -> bool {
        self.waiting.remove(&id)
    }

    /// Takes the next one.
    pub(super) fn take(&mut self) -> Option<ClauseId> {
        let PickTurns { goals, others, all, oldest } = self.strategy.turns;
        let turn = self.taken % (goals + others + all + oldest);
        self.taken += 1;
        let own = match turn {
            _ if turn < all => &mut self.all,
            _ if turn < all + oldest => &mut self.oldest,
            _ if turn < all + oldest + goals => &mut self.goals,
            _ => &mut self.others,
        };
        let mut next = |queue: &mut Costs| {
            let waits = |it: &Reverse<(u32, ClauseId)>| self.waiting.remove(&it.0.1);
            std::iter::from_fn(|| queue.pop()).find(waits).map(|it| it.0.1)
        };
        next(own).or_else(|| next(&mut self.all))
    }

    /// A symbol counts twice as much as a variable, and what follows from the question is worth more.
    fn cost(&self, clause: &FirstOrderClause, weight: u32, bank: &Bank) -> u32 {
        let mut variables = 0;
        for term in clause.literals.iter().flat_map(|it| it.terms()) {
            bank.variables(term, &mut |_| variables += 1);
        }
        let factor = if clause.is_from_goal { 1 } else { self.strategy.without_goal };
        let length = if self.strategy.by_length { clause.literals.len() as u32 } else { 1 };
        (2 * weight - variables).saturating_mul(factor).saturating_mul(length.max(1))
    }

    /// How little a literal is like the question. What does not follow from it weighs twice, but for constants and symbols that
    /// the question names.
    fn likeness(
        &self,
        literal: FirstOrderLiteral,
        clause: &FirstOrderClause,
        bank: &Bank,
        order: &Precedence,
    ) -> u32 {
        let (function, variable) = if clause.is_from_goal { (4, 2) } else { (8, 4) };
        let weight = |term: SharedTerm| {
            let (mut sum, mut open): (u32, TermArguments) = (0, smallvec![term]);
            while let Some(term) = open.pop() {
                let arguments = bank.arguments(term);
                let weight = match bank.head(term) {
                    TermHead::Variable(_) => variable,
                    TermHead::Symbol(symbol) if self.names(symbol) => 2,
                    TermHead::Symbol(_) if arguments.is_empty() => 4,
                    TermHead::Symbol(_) => function,
                };
                sum = sum.saturating_add(weight);
                open.extend_from_slice(arguments);
            }
            sum
        };
        let left = weight(literal.left);
        let Some(right) = literal.right else { return left.saturating_mul(3) };
        let (left_times, right_times) = match order.compare(bank, literal.left, right) {
            Some(Ordering::Greater) => (3, 2),
            Some(Ordering::Less) => (2, 3),
            _ => (3, 3),
        };
        left.saturating_mul(left_times).saturating_add(weight(right).saturating_mul(right_times))
    }

    /// Whether the question names a symbol; those that came later it does not.
    fn names(&self, symbol: TermSymbol) -> bool {
        self.is_asked.get(symbol.0 as usize).copied().unwrap_or(false)
    }
}
