//! Predicates that mention themselves hold of what follows in finitely many steps: at first of
//! nothing, then of whatever their sentences say of that, until nothing more comes. Only of those
//! places is it found out on which the one that was asked for depends (tabling: Tamaki and Sato,
//! "OLD resolution with tabulation", 1986).

use rustc_hash::FxHashMap;

use super::{NESTED, Read, ReadNode, ReaderHalt, StateReader};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::{SymbolId, SymbolOrigin};

/// A predicate of some arguments.
type Place = (SymbolId, usize);

/// What is known of the predicates of a group.
#[derive(Default)]
pub(super) struct FixpointGrowth {
    /// Where somebody looked, and whether they hold there.
    places: FxHashMap<Place, Entry>,
    /// Places to be looked at.
    open: Vec<Place>,
    /// What is being looked at.
    current: Option<Place>,
    /// Whether it is the same in every state.
    pub(super) is_lasting: bool,
}

#[derive(Default)]
struct Entry {
    holds: bool,
    /// Places that were found not to hold while this one did not.
    readers: Vec<Place>,
}

impl StateReader<'_> {
    /// Whether a predicate that mentions itself holds.
    pub(super) fn holds(&mut self, group: u32, place: Place, budget: &mut Budget) -> Read<bool> {
        let growth = self.growths.entry(group).or_default();
        growth.is_lasting = self.definitions.is_known(place.0);
        let is_new = !growth.places.contains_key(&place);
        let entry = growth.places.entry(place).or_default();
        if entry.holds {
            return Ok(true);
        }
        if is_new {
            growth.open.push(place);
        }
        if let Some(current) = growth.current {
            if entry.readers.last() != Some(&current) {
                entry.readers.push(current);
            }
            return Ok(false);
        }
        if self.nested == NESTED {
            return Err(ReaderHalt::Stop(Stop::Size("definitions are nested too deeply")));
        }
        self.nested += 1;
        let values = self.values.clone();
        let grown = self.grow(group, budget);
        self.values = values;
        self.nested -= 1;
        grown?;
        Ok(self.growths[&group].places[&place].holds)
    }

    fn grow(&mut self, group: u32, budget: &mut Budget) -> Result<(), Stop> {
        loop {
            let growth = self.growths.entry(group).or_default();
            growth.current = growth.open.pop();
            let Some(place) = growth.current else { return Ok(()) };
            if growth.places.get(&place).is_some_and(|it| it.holds) {
                continue;
            }
            let sheet = self.sheet;
            let (symbol, index) = place;
            let SymbolOrigin::Sentence(parameters, body) = &sheet.symbol(symbol).origin else {
                continue;
            };
            for (parameter, argument) in parameters.iter().zip(sheet.arguments(symbol, index)) {
                self.values[parameter.0 as usize] = argument;
            }
            let read = self.whole(ReadNode::Sentence(*body), budget);
            let growth = self.growths.entry(group).or_default();
            match read {
                Ok(Some(1)) => {
                    let entry = growth.places.entry(place).or_default();
                    entry.holds = true;
                    growth.open.append(&mut entry.readers);
                }
                Ok(_) => {}
                Err(stop) => {
                    // What is not finished is forgotten.
                    self.growths.remove(&group);
                    return Err(stop);
                }
            }
        }
    }
}
