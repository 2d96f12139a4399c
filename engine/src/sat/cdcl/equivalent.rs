//! Literals that imply each other by clauses of two literals are one: a literal of each such class,
//! a strongly connected component of the implications (Tarjan, SIAM Journal on Computing 1, 1972),
//! takes the place of the others (Aspvall, Plass and Tarjan 1979; as inprocessing Brafman, IJCAI
//! 2001).

use std::ops::Range;

use super::arena::Flag;
use super::{Solver, status};
use crate::logic::cnf::Literal;

/// The implications between literals.
struct Implications {
    /// Where the edges of each literal are.
    starts: Vec<u32>,
    /// What a literal implies, and the number of the clause that says so.
    edges: Vec<(Literal, u64)>,
}

impl Implications {
    fn range(&self, literal: Literal) -> Range<usize> {
        self.starts[literal.index()] as usize..self.starts[literal.index() + 1] as usize
    }

    fn of(&self, literal: Literal) -> &[(Literal, u64)] {
        &self.edges[self.range(literal)]
    }

    /// The classes of more than one literal. Of a class and that of the negations only one is
    /// listed.
    fn classes(&self) -> Vec<Vec<Literal>> {
        const NEVER: u32 = u32::MAX;
        let literals = self.starts.len() - 1;
        // When each literal was reached, or the earliest one on the stack that it leads to; `NEVER`
        // when its class is known.
        let mut lowest = vec![0_u32; literals];
        let mut reached = 0;
        let mut stack: Vec<Literal> = Vec::new();
        let mut path: Vec<(Literal, u32, usize)> = Vec::new();
        let mut classes = Vec::new();
        for root in (0..literals as u32).map(Literal::from_index) {
            if lowest[root.index()] == 0 && !self.range(root).is_empty() {
                path.push((root, 0, 0));
            }
            while let Some((literal, time, at)) = path.last_mut() {
                let literal = *literal;
                if *at == 0 && *time == 0 {
                    reached += 1;
                    *time = reached;
                    lowest[literal.index()] = reached;
                    stack.push(literal);
                }
                if let Some(&(next, _)) = self.of(literal).get(*at) {
                    *at += 1;
                    if lowest[next.index()] == 0 {
                        path.push((next, 0, 0));
                    } else if lowest[next.index()] != NEVER {
                        lowest[literal.index()] = lowest[literal.index()].min(lowest[next.index()]);
                    }
                    continue;
                }
                let (own, time) = (lowest[literal.index()], *time);
                path.pop();
                if let Some((before, ..)) = path.last() {
                    lowest[before.index()] = lowest[before.index()].min(own);
                }
                if own == time {
                    let start = stack.iter().rposition(|&it| it == literal).unwrap_or(0);
                    let mut class = stack.split_off(start);
                    class.iter().for_each(|it| lowest[it.index()] = NEVER);
                    class.sort_unstable();
                    if class.len() > 1 && class[0].is_positive() {
                        classes.push(class);
                    }
                }
            }
        }
        classes
    }
}

/// What stands for each literal, and the number of the clause by which it implies that.
struct Substitution {
    literals: Vec<Literal>,
    reasons: Vec<u64>,
}

impl Solver<'_> {
    /// Substitutes equivalent literals by one of them in all clauses, none of which is watched.
    pub(super) fn substitute_equivalent(&mut self) {
        let implications = self.implications();
        let literals = 2 * self.atoms;
        let mut substitution = Substitution {
            literals: (0..literals).map(Literal::from_index).collect(),
            reasons: vec![0; literals as usize],
        };
        let before = self.statistics.substituted;
        let mut class_of = vec![0_u32; literals as usize];
        for (number, class) in (1..).zip(implications.classes()) {
            class.iter().for_each(|it| class_of[it.index()] = number);
            self.merge(&class, &implications, &class_of, &mut substitution);
            if self.is_refuted {
                return;
            }
        }
        if self.statistics.substituted > before {
            self.apply(&substitution);
        }
    }

    fn implications(&self) -> Implications {
        let mut starts = vec![0_u32; 2 * self.atoms as usize + 1];
        let mut found = Vec::new();
        let concerns = status::ELIMINATED | status::WITNESS;
        for clause in self.arena.iter() {
            if let [first, second] = *self.arena.literals(clause) {
                let is_fit = |it: Literal| self.status[it.atom().0 as usize] & concerns == 0;
                if is_fit(first) && is_fit(second) {
                    let number = self.arena.number(clause);
                    found.extend([(!first, second, number), (!second, first, number)]);
                }
            }
        }
        for (from, ..) in &found {
            starts[from.index() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut ends = starts.clone();
        let mut edges = vec![(Literal::from_index(0), 0); found.len()];
        for (from, to, number) in found {
            let end = &mut ends[from.index()];
            edges[*end as usize] = (to, number);
            *end += 1;
        }
        Implications { starts, edges }
    }

    /// Lets one literal of a class stand for those that the caller does not name.
    fn merge(
        &mut self,
        class: &[Literal],
        implications: &Implications,
        class_of: &[u32],
        substitution: &mut Substitution,
    ) {
        let is_kept = |it: &&Literal| self.status[it.atom().0 as usize] & status::KEPT != 0;
        let of = *class.iter().find(is_kept).unwrap_or(&class[0]);
        let is_inside = |it: Literal| class_of[it.index()] == class_of[of.index()];
        // Of each literal the clause by which `of` implies it, and that by which it implies `of`.
        let mut implied = vec![(of, 0)];
        let mut implying = vec![(of, 0)];
        let mut at = 0;
        self.mark_side(of);
        while let Some(&(literal, number)) = implied.get(at) {
            at += 1;
            for &(next, by) in implications.of(literal) {
                if is_inside(next) && literal != !of && self.mark_side(next) {
                    implied.push((next, self.chained(&[!of, next], number, by)));
                }
            }
        }
        implied.iter().for_each(|(it, _)| self.marks[it.atom().0 as usize] = 0);
        at = 0;
        self.mark_side(of);
        while let Some(&(literal, number)) = implying.get(at) {
            at += 1;
            for &(next, by) in implications.of(!literal) {
                let next = !next;
                if is_inside(next) && literal != !of && self.mark_side(next) {
                    implying.push((next, self.chained(&[!next, of], by, number)));
                }
            }
        }
        implying.iter().for_each(|(it, _)| self.marks[it.atom().0 as usize] = 0);
        let clause_of = |list: &[(Literal, u64)]| list.iter().find(|it| it.0 == !of).map(|it| it.1);
        if let (Some(down), Some(up)) = (clause_of(&implied), clause_of(&implying)) {
            // Two unit clauses that contradict each other.
            self.add_sound_clause(&[!of], None, down);
            self.add_sound_clause(&[of], None, up);
            return;
        }
        implied[1..].sort_unstable();
        implying[1..].sort_unstable();
        for (&(literal, down), &(_, up)) in implied.iter().zip(&implying).skip(1) {
            let atom = literal.atom();
            if self.status[atom.0 as usize] & status::KEPT != 0 {
                self.trace.delete(down, &[!of, literal]);
                self.trace.delete(up, &[!literal, of]);
                continue;
            }
            self.statistics.substituted += 1;
            self.status[atom.0 as usize] |= status::ELIMINATED | status::WITNESS;
            self.set_aside([literal, !of], down);
            self.set_aside([!literal, of], up);
            for (literal, of, number) in [(literal, of, up), (!literal, !of, down)] {
                substitution.literals[literal.index()] = of;
                substitution.reasons[literal.index()] = number;
            }
        }
    }

    /// Marks a literal; whether it was not marked yet.
    fn mark_side(&mut self, literal: Literal) -> bool {
        let marks = &mut self.marks[literal.atom().0 as usize];
        let side = 1 + u8::from(literal.is_positive());
        let is_new = *marks & side == 0;
        *marks |= side;
        is_new
    }

    /// Derives a clause of two literals, or of one twice, from one or two others.
    fn chained(&mut self, clause: &[Literal; 2], first: u64, second: u64) -> u64 {
        for number in [first, second] {
            if number != 0 {
                self.trace.because(number);
            }
        }
        self.trace.derive(if clause[0] == clause[1] { &clause[..1] } else { clause })
    }

    fn apply(&mut self, substitution: &Substitution) {
        let mut next = self.arena.first();
        let end = self.arena.size();
        while let Some(clause) = next.filter(|clause| (clause.0 as usize) < end) {
            next = self.arena.next(clause);
            let literals = self.arena.literals(clause);
            let stands = |it: &Literal| substitution.literals[it.index()];
            if self.is_refuted
                || self.arena.is(clause, Flag::GARBAGE)
                || literals.iter().all(|it| stands(it) == *it)
            {
                continue;
            }
            let mut replaced: Vec<_> = literals.iter().map(stands).collect();
            replaced.sort_unstable();
            replaced.dedup();
            if replaced.windows(2).any(|pair| pair[0] == !pair[1]) {
                self.delete(clause);
                continue;
            }
            for literal in literals {
                if stands(literal) != *literal {
                    self.trace.because(substitution.reasons[literal.index()]);
                }
            }
            self.trace.because(self.arena.number(clause));
            self.replace(clause, &replaced);
        }
    }
}
