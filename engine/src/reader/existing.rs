//! Of the values of variables those for which what a sentence speaks of exists: of `mark(c - d) = p` the cells and steps for
//! which `c - d` is on the board. In any state an atom is false where a part of it is missing, so that all others
//! need not be tried again in each.

use std::sync::Arc;

use super::matches::{Matches, RunStep, TableIndex};
use super::required::RequiredAtom;
use super::{Read, ReaderHalt, StateReader};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::{
    Operation, SentenceId, SheetArguments, SheetSentence, SheetVariable, SymbolOrigin, Term, TermId,
};

/// Values that are looked at.
const LISTED: u64 = 1 << 12;

/// Terms that have to exist.
struct NeededTerms {
    /// See [`RequiredAtom::binds`].
    binds: Vec<(SheetVariable, TermId)>,
    terms: Vec<TermId>,
}

impl StateReader<'_> {
    /// The steps of a run through the values of variables without those for which a sentence cannot have a value, because of
    /// what is missing in every state; `None` where these are few, or depend on variables further out.
    pub(super) fn narrowed(
        &mut self,
        variables: &[SheetVariable],
        (part, wanted): (SentenceId, bool),
        steps: &Arc<[RunStep]>,
        budget: &mut Budget,
    ) -> Result<Option<Arc<[RunStep]>>, Stop> {
        let width = |it: &SheetVariable| {
            let (least, most) = self.sheet.values(*it).into_inner();
            most.abs_diff(least).saturating_add(1)
        };
        let all = variables.iter().map(width).fold(1, u64::saturating_mul);
        let is_own = |it: &TermId| self.is_known_of(*it, variables);
        let is_closed = steps.iter().all(|step| match step {
            RunStep::All(_) => true,
            RunStep::Is(_, term) => is_own(term),
            RunStep::Beside(_, terms, _) => terms.iter().all(is_own),
        });
        let needed = self.needed(variables, part, wanted);
        if all > LISTED || !is_closed || needed.is_empty() {
            return Ok(None);
        }
        let values = self.values.clone();
        let listed = self.listed(variables, &needed, steps, budget);
        self.values = values;
        Ok(listed?.map(|rows| {
            let index = TableIndex::from_iter([(SheetArguments::new(), rows.into())]);
            [RunStep::Beside(Arc::new(index), Vec::new(), variables.to_vec())].into()
        }))
    }

    /// The values of variables for which terms exist, unless these are most, or a number is too large.
    fn listed(
        &mut self,
        variables: &[SheetVariable],
        needed: &[NeededTerms],
        steps: &Arc<[RunStep]>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<SheetArguments>>, Stop> {
        let (mut rows, mut all) = (Vec::new(), 0);
        let mut matches = Matches::through(Arc::clone(steps));
        loop {
            match self.turn(&mut matches, 0, budget) {
                Ok(true) => all += 1,
                Ok(false) => break,
                Err(halt) => return unread(&halt),
            }
            let mut exist = true;
            for it in needed {
                match self.exists(it, budget) {
                    Ok(exists) => exist &= exists,
                    Err(halt) => return unread(&halt),
                }
            }
            if exist {
                rows.push(variables.iter().map(|it| self.values[it.0 as usize]).collect());
            }
        }
        Ok((rows.len() < all / 4 * 3).then_some(rows))
    }

    /// The terms without which a sentence cannot have a value, of those that are the same in every state.
    fn needed(
        &self,
        variables: &[SheetVariable],
        part: SentenceId,
        wanted: bool,
    ) -> Vec<NeededTerms> {
        let mut found = Vec::new();
        for RequiredAtom { atom, binds } in self.required(part, wanted) {
            let parameters: Vec<SheetVariable> = binds.iter().map(|it| it.0).collect();
            let named = if binds.is_empty() { variables } else { &parameters };
            if !binds.iter().all(|it| self.is_known_of(it.1, variables)) {
                continue;
            }
            let mut open: Vec<TermId> = match self.sheet.get(atom) {
                SheetSentence::Holds(_, parts) => parts.to_vec(),
                SheetSentence::Compare(_, one, other) => vec![*one, *other],
                SheetSentence::Missing(term) => vec![*term],
                _ => Vec::new(),
            };
            let mut terms = Vec::new();
            while let Some(term) = open.pop() {
                match self.sheet.get_term(term) {
                    Term::Number(_) | Term::Variable(_) | Term::Count(..) | Term::Fold(..) => {}
                    _ if self.is_known_of(term, named) => terms.push(term),
                    Term::Apply(_, parts) => open.extend(parts),
                    Term::Binary(_, one, other) => open.extend([*one, *other]),
                    Term::Absolute(part) => open.push(*part),
                }
            }
            if !terms.is_empty() {
                found.push(NeededTerms { binds, terms });
            }
        }
        found
    }

    /// Whether what is needed exists, for the values that variables have.
    fn exists(&mut self, needed: &NeededTerms, budget: &mut Budget) -> Read<bool> {
        for (parameter, argument) in &needed.binds {
            match self.term(*argument, 0, budget)? {
                Some(value) => self.values[parameter.0 as usize] = value,
                None => return Ok(false),
            }
        }
        for term in &needed.terms {
            if self.term(*term, 0, budget)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a term says nothing of what is to be found, and names none but these variables.
    fn is_known_of(&self, term: TermId, variables: &[SheetVariable]) -> bool {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.sheet.get_term(term) {
                Term::Number(_) => {}
                Term::Variable(it) if variables.contains(it) => {}
                Term::Apply(symbol, terms)
                    if matches!(self.sheet.symbol(*symbol).origin, SymbolOrigin::Values(_)) =>
                {
                    open.extend(terms);
                }
                Term::Binary(Operation::Plus | Operation::Minus, one, other) => {
                    open.extend([one, other]);
                }
                _ => return false,
            }
        }
        true
    }
}

/// What is too large or too deep is told where it is read.
fn unread<T>(halt: &ReaderHalt) -> Result<Option<T>, Stop> {
    match halt {
        ReaderHalt::Stop(Stop::Size(_)) | ReaderHalt::Deep(_) => Ok(None),
        ReaderHalt::Stop(stop) => Err(*stop),
    }
}
