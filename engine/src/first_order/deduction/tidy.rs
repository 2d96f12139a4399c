//! What was written on the way to a proof and is not needed in it is left out: lines that nothing cites, cases and
//! suppositions of which no use was made, and repetitions.

use crate::evidence::deduction::{Cited, Deduction, DeductionLine, DeductionRule as Rule};
use crate::logic::statements::Statements;

use super::tape::Tape;

/// The proof that ends with a line.
pub(super) fn tidied(tape: Tape, statements: Statements, end: usize) -> Deduction {
    let mut lines = tape.lines;
    lines.truncate(end + 1);
    let mut tidy = Tidy { used: vec![false; lines.len()], lines, end };
    tidy.mark_used();
    while tidy.without_idle_subproof(&statements) {
        tidy.mark_used();
    }
    while tidy.without_repetition() {
        tidy.mark_used();
    }
    Deduction { lines: tidy.numbered(), statements }
}

struct Tidy {
    lines: Vec<DeductionLine>,
    used: Vec<bool>,
    end: usize,
}

impl Tidy {
    fn mark_used(&mut self) {
        self.used.fill(false);
        self.used[self.end] = true;
        for at in (0..=self.end).rev().filter(|it| *it < self.lines.len()) {
            if !self.used[at] {
                continue;
            }
            for cited in &self.lines[at].cited {
                match *cited {
                    Cited::Line(other) => self.used[other] = true,
                    Cited::Subproof(first, last) => {
                        self.used[first] = true;
                        self.used[last] = true;
                    }
                }
            }
        }
    }

    /// Takes a subproof apart that makes no use of what it supposes; whether there was one.
    fn without_idle_subproof(&mut self, statements: &Statements) -> bool {
        for at in 0..self.lines.len() {
            if !self.used[at] {
                continue;
            }
            let rule = self.lines[at].rule;
            let is_taken = matches!(
                rule,
                Rule::SomeElimination
                    | Rule::OrElimination
                    | Rule::Contradiction
                    | Rule::NotIntroduction
            );
            let subproofs = self.lines[at].cited.iter().filter_map(|it| match *it {
                Cited::Subproof(first, last) if is_taken => Some((first, last)),
                _ => None,
            });
            let idle = subproofs.into_iter().find(|it| self.is_idle(*it, statements));
            let Some((first, last)) = idle else { continue };
            for line in &mut self.lines[first + 1..=last] {
                line.depth -= 1;
            }
            if matches!(rule, Rule::SomeElimination | Rule::OrElimination) {
                self.replace(at, last);
            } else {
                self.lines[at].rule = Rule::FalseElimination;
                self.lines[at].cited = vec![Cited::Line(last)];
            }
            return true;
        }
        false
    }

    /// Whether nothing in a subproof makes use of what it supposes and of the name it gives.
    fn is_idle(&self, (first, last): (usize, usize), statements: &Statements) -> bool {
        let name = self.lines[first].named;
        first < last
            && (first + 1..=last).filter(|it| self.used[*it]).all(|at| {
                let line = &self.lines[at];
                let speaks = |it| name.is_some_and(|name| statements.mentions(it, name));
                !line.cited.contains(&Cited::Line(first)) && !line.statement.is_some_and(speaks)
            })
    }

    /// Cites another line in the place of one that says the same.
    fn replace(&mut self, old: usize, new: usize) {
        for line in &mut self.lines {
            for cited in &mut line.cited {
                match cited {
                    Cited::Line(at) if *at == old => *at = new,
                    Cited::Subproof(_, last) if *last == old => *last = new,
                    _ => {}
                }
            }
        }
        if self.end == old {
            self.end = new;
        }
    }

    /// Leaves out a line that only repeats the one before it; whether there was one.
    fn without_repetition(&mut self) -> bool {
        let mut before: Option<usize> = None;
        for at in 0..self.lines.len() {
            if !self.used[at] {
                continue;
            }
            let line = &self.lines[at];
            if let (Rule::Reiteration, Some(previous), [Cited::Line(other)]) =
                (line.rule, before, &line.cited[..])
                && previous == *other
                && self.lines[previous].depth == line.depth
            {
                self.replace(at, previous);
                return true;
            }
            before = Some(at);
        }
        false
    }

    /// The lines that are used, with the numbers that they have then.
    fn numbered(self) -> Vec<DeductionLine> {
        let mut count = 0;
        let number = |used: &bool| {
            count += usize::from(*used);
            count.saturating_sub(1)
        };
        let numbers: Vec<_> = self.used.iter().map(number).collect();
        let used = self.lines.into_iter().zip(&self.used).filter(|it| *it.1);
        let renumbered = |(mut line, _): (DeductionLine, &bool)| {
            for cited in &mut line.cited {
                *cited = match *cited {
                    Cited::Line(at) => Cited::Line(numbers[at]),
                    Cited::Subproof(first, last) => Cited::Subproof(numbers[first], numbers[last]),
                };
            }
            line
        };
        used.map(renumbered).collect()
    }
}
