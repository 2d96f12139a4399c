//! What the axioms say that were compared already. Where they are true so are these literals, and a sentence
//! may be written as it is there.

use super::{Grounding, TRUE};
use crate::logic::cnf::{Atom, Literal};

impl Grounding<'_> {
    /// Takes a literal for true, and what follows from it: what it is the conjunction of, and that a function
    /// with a value has no other. What is compared from now on says the same as its sentence where it is true,
    /// and need not anywhere else.
    pub(crate) fn take_for_true(&mut self, literal: Literal) {
        let mut open = vec![literal];
        let defined = self.next - self.ends.len() as u32;
        while let Some(literal) = open.pop() {
            if literal.atom() == TRUE.atom() || !self.facts.insert(literal) {
                continue;
            }
            // They were read without it.
            self.terms.clear();
            self.sentences.clear();
            let atom = literal.atom().0;
            match atom.checked_sub(defined).map(|it| it as usize) {
                _ if !literal.is_positive() => {}
                None => {
                    let next = self.widths.partition_point(|(first, _)| *first <= atom);
                    let Some(last) = next.checked_sub(1) else { continue };
                    let (first, width) = self.widths[last];
                    let row = first + (atom - first) / width * width;
                    let others = (row..row + width).filter(|it| *it != atom);
                    open.extend(others.map(|it| Literal::new(Atom(it), false)));
                }
                Some(at) => {
                    let Some(end) = self.ends.get(at) else { continue };
                    let start = at.checked_sub(1).map_or(0, |it| self.ends[it]);
                    open.extend(&self.operands[start..*end]);
                }
            }
        }
    }
}
