//! Who has won in a position, by the ways to win: the values of the outermost variables of what wins. Where nobody had won,
//! only those ways are looked at again that read what has changed since.

use std::ops::Range;

use super::super::plan::expand::{BoundSentence, Expander};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::{SentenceId, SheetSentence, SheetVariable};
use crate::reader::plays::ByTheBook;

/// Ways that one quantifier is taken apart into.
const MOST_WAYS: usize = 1 << 12;

/// A book that reads what the same was read of before.
pub(super) type OwnExpander<'s> = Expander<Box<ByTheBook<'s>>>;

/// The ways to win of both players, which are sentences of an expander.
pub(super) struct WaysToWin {
    of: [Range<usize>; 2],
    /// By the bytes of a key the ways for which they were read.
    through: Vec<Vec<usize>>,
    /// Those of which it is not known what was read.
    open: Vec<usize>,
}

impl WaysToWin {
    /// Those for these players, and what they are.
    pub(super) fn new(
        book: &mut ByTheBook<'_>,
        wins: [SentenceId; 2],
        budget: &mut Budget,
    ) -> Result<(Self, Vec<BoundSentence>), Stop> {
        let mut ways = alternatives(book, wins[0], budget)?;
        let first = ways.len();
        ways.extend(alternatives(book, wins[1], budget)?);
        let of = [0..first, first..ways.len()];
        Ok((Self { of, through: Vec::new(), open: Vec::new() }, ways))
    }

    /// Which players have won in a position. Nobody had won where only the bytes that were `changed` were otherwise,
    /// if these are told.
    pub(super) fn winners(
        &mut self,
        expander: &mut OwnExpander<'_>,
        key: &[u8],
        changed: Option<&[usize]>,
        budget: &mut Budget,
    ) -> Result<[bool; 2], Stop> {
        let mut won = [false; 2];
        let Some(changed) = changed else {
            budget.work(self.of[1].end)?;
            for (won, of) in won.iter_mut().zip(self.of.clone()) {
                for way in of {
                    *won = *won || self.is_won(expander, way, key, budget)?;
                }
            }
            return Ok(won);
        };
        for byte in changed {
            let mut at = 0;
            while let Some(way) = self.through.get(*byte).and_then(|it| it.get(at)).copied() {
                self.look(&mut won, expander, way, key, budget)?;
                at += 1;
            }
        }
        let mut at = 0;
        while let Some(way) = self.open.get(at).copied() {
            self.look(&mut won, expander, way, key, budget)?;
            at += 1;
        }
        Ok(won)
    }

    fn look(
        &mut self,
        won: &mut [bool; 2],
        expander: &mut OwnExpander<'_>,
        way: usize,
        key: &[u8],
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        budget.work(1)?;
        let player = usize::from(way >= self.of[1].start);
        won[player] = won[player] || self.is_won(expander, way, key, budget)?;
        Ok(())
    }

    fn is_won(
        &mut self,
        expander: &mut OwnExpander<'_>,
        way: usize,
        key: &[u8],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if let Some(is_won) = expander.known(way, key) {
            return Ok(is_won);
        }
        let is_won = expander.holds(way, key, budget)?;
        match expander.read_for(way, key) {
            Some(bytes) => {
                self.through.resize(key.len(), Vec::new());
                for byte in bytes {
                    note(&mut self.through[byte], way);
                }
            }
            None => note(&mut self.open, way),
        }
        Ok(is_won)
    }
}

fn note(ways: &mut Vec<usize>, way: usize) {
    if !ways.contains(&way) {
        ways.push(way);
    }
}

/// Sentences one of which is true where this one is, and only there.
fn alternatives(
    book: &mut ByTheBook<'_>,
    sentence: SentenceId,
    budget: &mut Budget,
) -> Result<Vec<BoundSentence>, Stop> {
    let sheet = book.reader.sheet();
    let (mut open, mut found) = (vec![sentence], Vec::new());
    while let Some(id) = open.pop() {
        match sheet.get(id) {
            SheetSentence::Or(parts) => open.extend(parts.iter().rev()),
            SheetSentence::Some(variables, part) => match rows(book, variables, *part, budget) {
                Ok(Some(rows)) => found.extend(rows),
                Ok(None) | Err(Stop::Size(_)) => found.push((id, Vec::new())),
                Err(stop) => return Err(stop),
            },
            _ => found.push((id, Vec::new())),
        }
    }
    Ok(found)
}

/// A sentence with each of the values of variables for which it may be true, if they are not too many.
fn rows(
    book: &mut ByTheBook<'_>,
    variables: &[SheetVariable],
    part: SentenceId,
    budget: &mut Budget,
) -> Result<Option<Vec<BoundSentence>>, Stop> {
    let mut values = vec![0; book.reader.sheet().variables.len()];
    let mut matches = book.reader.matches(variables, part, true, budget)?;
    let mut rows = Vec::new();
    while let Some(is_next) = book.reader.turn_in(&mut values, &mut matches, budget)? {
        if !is_next {
            return Ok(Some(rows));
        }
        if rows.len() == MOST_WAYS {
            break;
        }
        let row = variables.iter().map(|it| (*it, values[it.0 as usize]));
        rows.push((part, row.collect()));
    }
    Ok(None)
}
