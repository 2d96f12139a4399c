//! Which assumptions are to blame when one of them turns out false: those among the decisions from
//! which its negation was propagated (Eén and Sörensson, "Temporal induction by incremental SAT
//! solving", BMC 2003).

use super::arena::Reference;
use super::{Solver, mark};
use crate::logic::cnf::Literal;

impl Solver<'_> {
    /// Sets the core for an assumption that is false, and proves that it is one.
    pub(super) fn blame(&mut self, assumption: Literal) {
        self.core.push(assumption);
        let variable = self.variable(assumption);
        if variable.level == 0 {
            // It is false by a unit clause, which the proof is to end with.
            self.trace.because_false(assumption);
            if self.trace.is_on() {
                let number = self.trace.derive(&[!assumption]);
                self.trace.delete(number, &[!assumption]);
            }
            return;
        }
        if variable.reason == Reference::NONE {
            // Its negation is assumed, too.
            self.core.push(!assumption);
            return;
        }
        let mut stack = vec![assumption];
        while let Some(literal) = stack.pop() {
            let variable = self.variable(literal);
            let marks = &mut self.marks[literal.atom().0 as usize];
            if *marks != 0 || variable.level == 0 {
                continue;
            }
            *marks = mark::SEEN;
            self.analyzed.push(literal.atom());
            if variable.reason == Reference::NONE {
                self.core.push(!literal);
            } else {
                stack.extend_from_slice(self.arena.literals(variable.reason));
            }
        }
        for atom in self.analyzed.drain(..) {
            self.marks[atom.0 as usize] = 0;
        }
        if self.trace.is_on() {
            let clause: Vec<Literal> = self.core.iter().map(|&literal| !literal).collect();
            self.explain(variable.reason, &clause);
            let number = self.trace.derive(&clause);
            self.trace.delete(number, &clause);
        }
    }
}
