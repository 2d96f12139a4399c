//! Why something is so: the rules of which a refutation made use, less those that can be left out
//! (deletion: Marques-Silva, "Minimal unsatisfiability", ISMVL 2010). Each clause of a rule has a
//! literal that turns it off.

use super::super::clauses::{AssumptionResult, Growing};
use super::AskedSheet;
use super::founded::FoundedLoops;
use crate::budget::Budget;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::problem::Failure;
use crate::problem::sheet::SheetReason;
use crate::verify::checked::Checked;
use rustc_hash::FxHashSet;

/// Clauses that can be turned off rule by rule.
#[derive(Default)]
pub(super) struct Selected {
    solver: Growing,
    cnf: Cnf,
    /// How many clauses of the sheet there are.
    copied: usize,
}

/// What turns a rule on. The atoms of the sheet stand behind these.
fn switch(rule: usize) -> Literal {
    Literal::new(Atom(rule as u32), true)
}

fn renamed(literal: Literal, rules: usize) -> Literal {
    Literal::new(Atom(rules as u32 + literal.atom().0), literal.is_positive())
}

impl AskedSheet<'_> {
    /// Rules that leave no state with these literals, none of which could be left out.
    ///
    /// # Errors
    /// See [`Failure`].
    pub(super) fn reason(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Checked<SheetReason>, Failure> {
        let all: Vec<_> = (0..self.sheet.rules.len()).collect();
        let wrong = || Failure::Unverified("a refutation needs more than all rules".to_owned());
        let mut core = self.needed(&all, literals, budget)?.ok_or_else(wrong)?;
        for rule in all {
            if !core.contains(&rule) {
                continue;
            }
            let without: Vec<_> = core.iter().copied().filter(|it| *it != rule).collect();
            if let Some(fewer) = self.needed(&without, literals, budget)? {
                core = fewer;
            }
        }
        Ok(core)
    }

    /// Those of some rules that leave no state with these literals, if they do.
    fn needed(
        &mut self,
        rules: &[usize],
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Checked<SheetReason>>, Failure> {
        let count = self.sheet.rules.len();
        let switches = rules.iter().map(|it| switch(*it));
        let assumed: Vec<_> =
            switches.chain(literals.iter().map(|it| renamed(*it, count))).collect();
        self.copy();
        self.founded = self.ground.founded(std::mem::take(&mut self.founded));
        let mut loops = FoundedLoops::new(&mut self.founded, count as u32);
        let Selected { solver, cnf, .. } = &mut self.selected;
        let solved = solver.decide_with(cnf, &mut loops, &assumed, budget);
        self.ground.add_loops(&mut self.founded)?;
        Ok(match solved? {
            AssumptionResult::Core(core) => {
                let used: FxHashSet<_> = core.iter().copied().collect();
                let is_used = |it: &usize| used.contains(&switch(*it));
                let needed = rules.iter().copied().filter(is_used).collect();
                Some(core.told_as(|_| needed))
            }
            AssumptionResult::Model(_) => None,
        })
    }

    /// Takes over the clauses that are new.
    fn copy(&mut self) {
        let rules = self.sheet.rules.len();
        let selected = &mut self.selected;
        while selected.copied < self.ground.cnf().len() {
            let clause = self.ground.cnf().clause(selected.copied);
            let off = self.ground.owner(selected.copied).map(|it| !switch(it));
            selected.cnf.add(clause.iter().map(|it| renamed(*it, rules)).chain(off));
            selected.copied += 1;
        }
    }
}
