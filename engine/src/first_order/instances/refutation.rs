//! The refutation that was found, of the instances that the solver was given.

use std::rc::Rc;

use super::{Instances, filled};
use crate::evidence::refutation::{ProofTerm, Refutation};
use crate::first_order::propagated::{GivenClause, GivenOrigin, GivesClauses};
use crate::logic::cnf::{Atom, Literal};
use crate::resolution::{Input, SharedTerm, written};

impl Instances {
    /// The refutation that was found.
    pub(super) fn refutation(&mut self, input: &Input) -> Refutation {
        let (log, anything) = (Rc::clone(&self.log), self.anything.clone());
        let log = log.borrow();
        log.refutation(input, &anything, self)
    }
}

impl GivesClauses for Instances {
    fn statement(&self, atom: Atom) -> (ProofTerm, Option<ProofTerm>) {
        (written(&self.bank, self.atoms[atom.0 as usize]), None)
    }

    fn clause(&mut self, at: u32) -> GivenClause {
        let (rule, values) = &self.made[at as usize];
        let written = values.iter().map(|it| written(&self.bank, *it)).collect();
        let origin = GivenOrigin::Instance(*rule, written);
        let rule = &self.rules[*rule as usize];
        let mut number =
            |pattern: &SharedTerm| self.known[&filled(&mut self.bank, *pattern, values)];
        let stated = rule.stated.iter().map(|it| Literal::new(Atom(number(it)), true));
        let (mut literals, mut facts): (Vec<Literal>, Vec<u32>) = (stated.collect(), Vec::new());
        for atom in rule.denied.iter().map(number) {
            match self.facts[atom as usize].filter(|fact| *fact < at) {
                Some(fact) => facts.push(fact),
                None => literals.push(Literal::new(Atom(atom), false)),
            }
        }
        GivenClause { literals, origin, facts }
    }
}
