//! Predicates that mention themselves: each has an atom that is true where it holds, which is where its
//! definition is true, since that is a fixed point; and of places nothing but each other makes true none
//! holds, since it is the least one (unfounded sets: Van Gelder, Ross and Schlipf, "The well-founded
//! semantics for general logic programs", Journal of the ACM 38, 1991).

use rustc_hash::FxHashSet;

use super::{Check, Goal, NESTED, READS, Unread};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::sheet::{SentenceId, SymbolOrigin};

/// A loop that was looked at.
pub(super) struct Unfounded {
    number: u32,
    is_right: bool,
    /// What its places deny.
    denied: FxHashSet<Literal>,
}

impl Check<'_, '_, '_> {
    /// The definition of a predicate at a place, whose parameters get their values.
    fn definition(&mut self, number: u32) -> Option<(SentenceId, Literal)> {
        let sheet = self.sheet;
        let (symbol, place, literal) = *self.sources.recursive.get(number as usize)?;
        if self.partial.group(symbol).is_none() || sheet.tuples(symbol)? <= place {
            return None;
        }
        let SymbolOrigin::Sentence(parameters, body) = &sheet.symbol(symbol).origin else {
            return None;
        };
        self.partial.bind(parameters, &sheet.arguments(symbol, place));
        Some((*body, literal))
    }

    /// Whether a clause follows from a predicate being what its definition is.
    pub(super) fn is_definition(
        &mut self,
        at: usize,
        number: u32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let Some((body, literal)) = self.definition(number) else { return Ok(false) };
        let clause = self.cnf.clause(at);
        let holds = clause.contains(&!literal);
        if !holds && !clause.contains(&literal) {
            return Ok(false);
        }
        self.excludes(clause.iter().map(|it| !*it), &Goal::Sentence(body, holds), budget)
    }

    /// Whether a clause says that one of some places needs something from outside them. Which loop
    /// was looked at last is kept, and whether it is one.
    pub(super) fn is_of_loop(
        &mut self,
        at: usize,
        number: u32,
        last: &mut Option<Unfounded>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let Some(it) = self.sources.loops.get(number as usize) else { return Ok(false) };
        if last.as_ref().is_none_or(|it| it.number != number) {
            let denied = |it: &u32| self.sources.recursive.get(*it as usize).map(|it| !it.2);
            let denied = it.members.iter().filter_map(denied).collect();
            let is_right = loop {
                match self.is_unfounded(number, budget) {
                    Ok(is_right) => break is_right,
                    Err(Unread::Stop(stop)) => return Err(stop),
                    Err(Unread::Defined(place)) => self.partial.define(place, budget)?,
                }
            };
            *last = Some(Unfounded { number, is_right, denied });
        }
        let clause = self.cnf.clause(at);
        let is_there = |it: &Literal| it.index() == 1 || clause.contains(it);
        let follows = last.as_ref().is_some_and(|last| {
            last.is_right
                && it.outside.iter().all(is_there)
                && clause.iter().any(|it| last.denied.contains(it))
        });
        if follows && clause.len() == 1 {
            // Others may need it.
            self.partial.known.add(clause, budget)?;
        }
        Ok(follows)
    }

    /// Whether nothing makes some places true, while none of them is and all outside is false.
    fn is_unfounded(&mut self, number: u32, budget: &mut Budget) -> Result<bool, Unread> {
        let Some(it) = self.sources.loops.get(number as usize) else { return Ok(false) };
        let mut groups = Vec::with_capacity(it.members.len());
        let mut denied = FxHashSet::default();
        for member in &it.members {
            let Some((symbol, place, _)) = self.sources.recursive.get(*member as usize) else {
                return Ok(false);
            };
            groups.push(self.partial.group(*symbol));
            denied.extend(self.partial.recursive(*symbol, *place));
        }
        // Others might deny them.
        if groups.windows(2).any(|pair| pair[0] != pair[1]) {
            return Ok(false);
        }
        let mark = self.partial.known.mark();
        let mut is_unfounded = Ok(true);
        let mut is_possible = true;
        for literal in &it.outside {
            is_possible = is_possible
                && self.partial.known.assume(!*literal, budget).map_err(Unread::Stop)?;
        }
        self.partial.denied = denied;
        for member in it.members.iter().filter(|_| is_possible) {
            self.reads = READS;
            let Some((body, _)) = self.definition(*member) else {
                is_unfounded = Ok(false);
                break;
            };
            is_unfounded = self.is_false(&Goal::Sentence(body, true), NESTED, budget);
            if !matches!(is_unfounded, Ok(true)) {
                break;
            }
        }
        self.partial.denied.clear();
        self.partial.known.undo(mark);
        is_unfounded
    }
}
