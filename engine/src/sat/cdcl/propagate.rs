//! Values and what follows from them: unit propagation along the watches, and taking it back.

use super::arena::Reference;
use super::watches::WatchedClause;
use super::{LevelData, Solver, VariableData};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// Literals propagated between two looks at the budget.
const LITERALS_BETWEEN_CHECKS: usize = 32;

impl Solver<'_> {
    /// Whether a literal is true (1), false (-1) or open (0).
    pub(super) fn sign(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    /// The present decision level.
    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// What is known about a literal's atom while it has a value.
    pub(super) fn variable(&self, literal: Literal) -> VariableData {
        self.variables[literal.atom().0 as usize]
    }

    /// Opens a decision level.
    pub(super) fn open_level(&mut self) {
        self.levels.push(LevelData::new(self.trail.len()));
    }

    /// Makes an open literal true.
    pub(super) fn assign(&mut self, literal: Literal, reason: Reference) {
        let variable = VariableData { level: self.level(), place: self.trail.len() as u32, reason };
        set(&mut self.values, literal);
        self.variables[literal.atom().0 as usize] = variable;
        self.trail.push(literal);
    }

    /// Makes true what follows from the trail clause by clause. Returns a clause that is false, if
    /// there is one. When the budget ends, what was not propagated yet will be with the next call.
    pub(super) fn propagate(&mut self, budget: &mut Budget) -> Result<Option<Reference>, Stop> {
        let start = self.propagated;
        let result = self.propagate_trail(budget);
        self.statistics.propagations += (self.propagated - start) as u64;
        result
    }

    #[expect(
        clippy::too_many_lines,
        reason = "the innermost loop of the solver, which the compiler has to see whole"
    )]
    fn propagate_trail(&mut self, budget: &mut Budget) -> Result<Option<Reference>, Stop> {
        let level = self.level();
        let Self { trail, values, variables, arena, watches, moved, propagated, ticks, .. } = self;
        let values = &mut values[..];
        while *propagated < trail.len() {
            if propagated.is_multiple_of(LITERALS_BETWEEN_CHECKS) {
                budget.check()?;
            }
            let falsified = !trail[*propagated];
            *propagated += 1;
            let list = watches.of_mut(falsified);
            let (mut kept, mut at) = (0, 0);
            let mut visited = 1 + list.len() as u64 / 8;
            let mut conflict = None;
            while let Some(&watch) = list.get(at) {
                at += 1;
                list[kept] = watch;
                kept += 1;
                let blocked = values[watch.blocker.index()];
                if blocked > 0 {
                    continue;
                }
                let reason = watch.clause();
                let place = trail.len() as u32;
                if watch.is_binary() {
                    if blocked < 0 {
                        conflict = Some(reason);
                        break;
                    }
                    set(values, watch.blocker);
                    variables[watch.blocker.atom().0 as usize] =
                        VariableData { level, place, reason };
                    trail.push(watch.blocker);
                    continue;
                }
                visited += 1;
                let (cursor, literals) = arena.watched(reason);
                let [first, second, others @ ..] = literals else { continue };
                let other = Literal::from_index(
                    (first.index() ^ second.index() ^ falsified.index()) as u32,
                );
                let value = values[other.index()];
                if value > 0 {
                    list[kept - 1].blocker = other;
                    continue;
                }
                // The search goes on where the last one ended.
                let is_open = |literal: &Literal| values[literal.index()] >= 0;
                let from = cursor.index().min(others.len());
                let found = others[from..].iter().position(is_open).map(|it| from + it);
                let found = found.or_else(|| others[..from].iter().position(is_open));
                if let Some(found) = found {
                    let replacement = others[found];
                    if values[replacement.index()] > 0 {
                        // Nothing needs to move: the clause is true while this literal is.
                        list[kept - 1].blocker = replacement;
                    } else {
                        (*first, *second, others[found]) = (other, replacement, falsified);
                        *cursor = Literal::from_index(found as u32);
                        moved.push((replacement, WatchedClause::new(other, reason, false)));
                        kept -= 1;
                    }
                } else if value == 0 {
                    (*first, *second) = (other, falsified);
                    set(values, other);
                    variables[other.atom().0 as usize] = VariableData { level, place, reason };
                    trail.push(other);
                } else {
                    conflict = Some(reason);
                    break;
                }
            }
            *ticks += visited;
            let length = list.len();
            list.copy_within(at.., kept);
            watches.truncate(falsified, kept + length - at);
            for (literal, watch) in moved.drain(..) {
                watches.push(literal, watch);
            }
            if conflict.is_some() {
                return Ok(conflict);
            }
        }
        Ok(None)
    }

    /// Takes back all levels above one.
    pub(super) fn backtrack(&mut self, level: u32) {
        let Some(length) = self.levels.get(level as usize).map(|level| level.start as usize) else {
            return;
        };
        self.save_best();
        for &literal in self.trail[length..].iter().rev() {
            let atom = literal.atom();
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            self.phases.saved[atom.0 as usize] = literal.is_positive();
            self.queue.unassign(atom);
            self.scores.insert(atom);
        }
        self.told.cut(&self.trail, length);
        self.trace.go_back(level, length);
        self.trail.truncate(length);
        self.levels.truncate(level as usize);
        self.propagated = self.propagated.min(length);
    }
}

fn set(values: &mut [i8], literal: Literal) {
    values[literal.index()] = 1;
    values[(!literal).index()] = -1;
}
