//! Why a model is the only one, and what clauses leave open, in words.

use super::ClauseSet;
use crate::diagnostic::Related;
use crate::kinds::argument::list;
use crate::kinds::freedom::{FreeValue, freedom_told};
use crate::kinds::{Note, Posed, Reasons, fewest, not_smallest};
use puzzle_engine::logic::cnf::{Atom, Literal};
use puzzle_engine::problem::{ClauseFreedom, FindModelFreedom, FindWhyOnlyModel, WhyOnly};

impl ClauseSet<'_> {
    /// Why a model is the only one, or another one, and what would leave it alone.
    pub(super) fn only(&self, model: Vec<bool>) -> Posed<'_, Reasons> {
        let problem = FindWhyOnlyModel(self.cnf.clone(), model);
        Posed::new(problem, |FindWhyOnlyModel(_, first), why| match why {
            // Each value of such an atom makes another model.
            _ if self.free_atoms > 0 => summary(self.doubling()),
            WhyOnly::Only(_) if first.is_empty() => Reasons::default(),
            WhyOnly::Only(found) => {
                let places = self.places();
                let line = |it: &usize| Related {
                    source: Some(self.written.source.clone()),
                    span: places[*it].unwrap_or_default(),
                    message: self.quoted(self.cnf.clause(*it), " or "),
                };
                let because = found.members.iter().map(line).collect();
                let notes = not_smallest(found.is_smallest);
                let heading = Some("no other model is left by:".to_owned());
                Reasons { notes, heading, because, ..Reasons::default() }
            }
            WhyOnly::Another { other, clues, is_smallest } => {
                let new = (0..).zip(first.iter().zip(&other)).filter(|it| it.1.0 != it.1.1);
                let new = new.map(|(at, it)| self.literal(Literal::new(Atom(at), *it.1)));
                let new = new.collect::<Vec<_>>().join(" ");
                let mut reasons = summary(format!("another model has {new}"));
                let clues: Vec<_> =
                    clues.iter().map(|it| format!("`{}`", self.literal(*it))).collect();
                let fewest = fewest(is_smallest);
                let clues = list(&clues);
                reasons.notes.push(Note::Summary(format!(
                    "with {clues} as well, it is the only one{fewest}"
                )));
                reasons
            }
        })
    }

    /// What is not the same in all models.
    pub(super) fn freedom(&self) -> Posed<'_, Reasons> {
        Posed::new(FindModelFreedom(self.cnf.clone()), |_, found| {
            let Some(ClauseFreedom { fixed, parts, .. }) = found else { return Reasons::default() };
            let mut values = Vec::new();
            let parts: Vec<_> = parts
                .into_iter()
                .map(|(atoms, number)| {
                    let first = values.len();
                    values.extend(atoms.iter().map(|it| FreeValue {
                        term: self.literal(Literal::new(*it, true)),
                        values: Vec::new(),
                    }));
                    ((first..values.len()).collect(), number)
                })
                .collect();
            let mut reasons = freedom_told(&values, &parts);
            if !fixed.is_empty() {
                let fixed: Vec<_> = fixed.iter().map(|it| self.literal(*it)).collect();
                let words = format!("the same in all models: {}", fixed.join(" "));
                reasons.notes.push(Note::Summary(words));
            }
            if self.free_atoms > 0 {
                reasons.notes.push(Note::Summary(self.doubling()));
            }
            reasons
        })
    }

    fn doubling(&self) -> String {
        match self.free_atoms {
            1 => "an atom that no clause names may be true or false".to_owned(),
            count => format!("{count} atoms that no clause names may each be true or false"),
        }
    }

    fn quoted(&self, literals: &[Literal], between: &str) -> String {
        let words: Vec<_> = literals.iter().map(|it| format!("`{}`", self.literal(*it))).collect();
        words.join(between)
    }
}

/// A sentence that explains something.
fn summary(words: String) -> Reasons {
    Reasons { notes: vec![Note::Summary(words)], ..Reasons::default() }
}
