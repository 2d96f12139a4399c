//! Tells the solver that learns what grounding knows of predicates that mention themselves.

use crate::budget::{Budget, Stop};
use crate::grounding::Founded;
use crate::logic::cnf::{Atom, Literal};
use crate::sat::cdcl::{OnDemand, Signs};

/// What predicates rest on, where the solver has some atoms before those of the sheet.
pub(super) struct FoundedLoops<'f> {
    founded: &'f mut Founded,
    before: u32,
}

impl<'f> FoundedLoops<'f> {
    /// For a solver that has so many atoms before those of the sheet.
    pub(super) fn new(founded: &'f mut Founded, before: u32) -> Self {
        Self { founded, before }
    }

    /// A literal of the sheet, unless the solver has it for itself.
    fn own(&self, literal: Literal) -> Option<Literal> {
        let atom = literal.atom().0.checked_sub(self.before)?;
        Some(Literal::new(Atom(atom), literal.is_positive()))
    }
}

/// A literal of the sheet as the solver knows it.
fn renamed(literal: Literal, before: u32) -> Literal {
    Literal::new(Atom(before + literal.atom().0), literal.is_positive())
}

impl OnDemand for FoundedLoops<'_> {
    fn atoms(&self) -> Vec<Atom> {
        self.founded.atoms().map(|it| Atom(self.before + it.0)).collect()
    }

    fn begin(&mut self) {
        self.founded.begin();
    }

    fn assign(&mut self, literal: Literal) {
        if let Some(literal) = self.own(literal) {
            self.founded.falsify(!literal);
        }
    }

    fn take_back(&mut self, literal: Literal) {
        if let Some(literal) = self.own(literal) {
            self.founded.take_back(literal);
        }
    }

    fn clauses(
        &mut self,
        signs: Signs<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<Literal>>, Stop> {
        let before = self.before;
        let found = self.founded.clauses(|it| signs.of(renamed(it, before)), budget)?;
        let renamed = |it: &Vec<Literal>| it.iter().map(|it| renamed(*it, before)).collect();
        Ok(found.iter().map(renamed).collect())
    }
}
