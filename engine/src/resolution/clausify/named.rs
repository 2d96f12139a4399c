//! Parts of sentences that get a name, and clauses of their own: sides of equivalences that would be written
//! many times, and what is too deep to be read at once. Of a name it is known for good what it says.

use super::parts::{free_variables, variables};
use super::{ClausifiedEnvironment, Clausifier, Disjunction};
use crate::budget::{Budget, Stop};
use crate::evidence::refutation::{ATOM, MadeSymbol, SentencePart};
use crate::logic::first_order::{TheorySentenceId, TheoryVariable};
use crate::resolution::clause::FirstOrderLiteral;
use crate::resolution::term::{SharedTerm, written};

/// A part with a name, of which no clause says yet what it is.
pub(super) struct NamedParts {
    pub part: TheorySentenceId,
    /// The value that it has where the name is true.
    pub value: bool,
    /// What its variables stand for.
    pub environment: ClausifiedEnvironment,
    /// The denial of the name.
    pub denial: FirstOrderLiteral,
}

impl Clausifier<'_> {
    /// The clauses that say that a side of an equivalence has a value, or the name of that.
    pub(super) fn side_of(
        &mut self,
        id: TheorySentenceId,
        value: bool,
        environment: &ClausifiedEnvironment,
        source: (u32, bool),
        budget: &mut Budget,
    ) -> Result<Vec<Disjunction>, Stop> {
        if self.large.contains(&id) {
            budget.look()?;
            return Ok(vec![vec![self.name_of(id, value, environment)]]);
        }
        self.clauses_of(id, value, environment, source, budget)
    }

    /// The atom that says that a part has a value.
    pub(super) fn name_of(
        &mut self,
        part: TheorySentenceId,
        value: bool,
        environment: &ClausifiedEnvironment,
    ) -> FirstOrderLiteral {
        // Where nothing is bound, nothing is free.
        let is_closed = environment.is_empty();
        let free = if is_closed { Vec::new() } else { free_variables(self.theory, part) };
        let things = free.into_iter().filter_map(|it| Some((it, *environment.get(&it)?)));
        let things: Vec<(TheoryVariable, SharedTerm)> = things.collect();
        let key = (part, value, things.iter().map(|it| it.1).collect());
        if let Some(known) = self.named.get(&key) {
            return *known;
        }
        let mut universal = Vec::new();
        things.iter().for_each(|it| variables(&self.bank, it.1, &mut universal));
        let parameters = universal.iter().map(|it| written(&self.bank, *it)).collect();
        let terms = things.iter().map(|it| (it.0, written(&self.bank, it.1))).collect();
        let made = MadeSymbol::Part(SentencePart { part, value, parameters, environment: terms });
        let symbol = self.new_symbol(&universal, None, made);
        let left = self.bank.apply(symbol, ATOM, &universal);
        let denial = FirstOrderLiteral { is_positive: false, left, right: None };
        let environment = things.into_iter().collect();
        self.open.push(NamedParts { part, value, environment, denial });
        let literal = FirstOrderLiteral { is_positive: true, ..denial };
        self.named.insert(key, literal);
        literal
    }
}
