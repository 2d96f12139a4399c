//! Which atoms have to be true so that a sentence can have a value, those of what is defined among them: `last(e, b)` may say
//! that `b` is a box.

use super::StateReader;
use crate::logic::sheet::{SentenceId, SheetSentence, SheetVariable, SymbolOrigin, TermId};

/// An atom that has to be true, or a term that may not be missing.
pub(super) struct RequiredAtom {
    pub atom: SentenceId,
    /// In what is defined its parameters with the terms that stand for them.
    pub binds: Vec<(SheetVariable, TermId)>,
}

impl StateReader<'_> {
    /// The atoms without which a sentence cannot have a value.
    pub(super) fn required(&self, part: SentenceId, wanted: bool) -> Vec<RequiredAtom> {
        let (mut open, mut found) = (vec![(part, wanted, Vec::new())], Vec::new());
        while let Some((id, wanted, binds)) = open.pop() {
            match (self.sheet.get(id), wanted) {
                (SheetSentence::Not(part), _) => open.push((*part, !wanted, binds)),
                (SheetSentence::And(parts), true) | (SheetSentence::Or(parts), false) => {
                    open.extend(parts.iter().map(|it| (*it, wanted, binds.clone())));
                }
                (SheetSentence::Holds(symbol, terms), true) => {
                    let is_plain = binds.is_empty() && self.definitions.group(*symbol).is_none();
                    if let SymbolOrigin::Sentence(parameters, body) =
                        &self.sheet.symbol(*symbol).origin
                        && is_plain
                    {
                        let binds = parameters.iter().copied().zip(terms.iter().copied());
                        open.push((*body, true, binds.collect()));
                    }
                    found.push(RequiredAtom { atom: id, binds });
                }
                (SheetSentence::Compare(..), true) | (SheetSentence::Missing(_), false) => {
                    found.push(RequiredAtom { atom: id, binds });
                }
                _ => {}
            }
        }
        found
    }
}
