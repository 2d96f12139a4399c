//! The literals that a learnt clause has of one level give way to a single one from which all of
//! them follow, where there is one (Fleury and Biere, "Efficient all-UIP learned clause
//! minimization", SAT 2021). Levels without one are minimised.

use super::arena::Reference;
use super::{Solver, mark};
use crate::logic::cnf::Literal;

impl Solver<'_> {
    /// Shrinks `learnt` level by level, the lowest first.
    pub(super) fn shrink(&mut self) {
        let mut learnt = std::mem::take(&mut self.learnt);
        let variables = &self.variables;
        learnt[1..].sort_unstable_by_key(|literal| {
            let variable = variables[literal.atom().0 as usize];
            (variable.level, variable.place)
        });
        let (mut kept, mut start) = (1, 1);
        while start < learnt.len() {
            let level = self.variable(learnt[start]).level;
            let same = learnt[start..].iter().take_while(|&&it| self.variable(it).level == level);
            let end = start + same.count();
            match self.block_point(&learnt[start..end], level) {
                Some(point) => {
                    learnt[kept] = point;
                    kept += 1;
                }
                None => {
                    for at in start..end {
                        if !self.options.minimisation || !self.is_redundant(learnt[at]) {
                            learnt[kept] = learnt[at];
                            kept += 1;
                        }
                    }
                }
            }
            start = end;
        }
        learnt.truncate(kept);
        self.learnt = learnt;
    }

    /// The literal that may stand for the literals of a level, which ascend on the trail.
    fn block_point(&mut self, block: &[Literal], level: u32) -> Option<Literal> {
        let (&last, rest) = block.split_last()?;
        if rest.is_empty() {
            return Some(last);
        }
        let mut place = self.variable(last).place as usize;
        let mut shrinkable = std::mem::take(&mut self.shrinkable);
        shrinkable.extend(block.iter().map(|literal| literal.atom()));
        for atom in &shrinkable {
            self.marks[atom.0 as usize] |= mark::SHRINKABLE;
        }
        let mut open = block.len();
        let point = 'search: loop {
            let point = loop {
                let literal = self.trail[place];
                place = place.wrapping_sub(1);
                if self.marks[literal.atom().0 as usize] & mark::SHRINKABLE != 0 {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                break Some(point);
            }
            let reason = self.variable(point).reason;
            debug_assert!(reason != Reference::NONE, "a decision is the first of its level");
            for at in 0..self.arena.len(reason) {
                let literal = self.arena.literals(reason)[at];
                let atom = literal.atom();
                let variable = self.variable(literal);
                let marks = &mut self.marks[atom.0 as usize];
                if literal == point || variable.level == 0 || *marks & mark::SHRINKABLE != 0 {
                    continue;
                }
                if variable.level == level {
                    *marks |= mark::SHRINKABLE;
                    shrinkable.push(atom);
                    open += 1;
                } else if !self.follows(literal) {
                    break 'search None;
                }
            }
        };
        for &atom in &shrinkable {
            let marks = &mut self.marks[atom.0 as usize];
            *marks &= !mark::SHRINKABLE;
            if point.is_some() {
                if *marks == 0 {
                    self.minimised.push(atom);
                }
                *marks |= mark::REMOVABLE;
            }
        }
        shrinkable.clear();
        self.shrinkable = shrinkable;
        let point = point?;
        let atom = point.atom();
        let marks = &mut self.marks[atom.0 as usize];
        if *marks & mark::SEEN == 0 {
            *marks |= mark::SEEN;
            self.analyzed.push(atom);
        }
        let level = &mut self.levels[level as usize - 1];
        level.forget();
        level.see(self.variables[atom.0 as usize].place);
        Some(!point)
    }
}
