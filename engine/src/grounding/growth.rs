//! Predicates that mention themselves and follow from what is given alone: they are worked out, as far
//! as somebody asks.

use rustc_hash::FxHashMap;

use super::clauses::TRUE;
use super::{GroundSheet, Grounded, Halt};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::{SymbolId, SymbolOrigin};

/// A predicate of some arguments.
type Place = (SymbolId, usize);

/// How many of them may be worked out one inside the other.
const NESTED: u32 = 16;

/// What is known of the predicates of a group.
#[derive(Default)]
pub(super) struct TableGrowth {
    /// Where somebody looked: whether they hold there, and who looked when they did not.
    places: FxHashMap<Place, (bool, Vec<Place>)>,
    open: Vec<Place>,
    pub current: Option<Place>,
}

impl GroundSheet<'_> {
    /// Whether a group is being worked out.
    pub(super) fn is_growing(&self, symbol: SymbolId) -> bool {
        let group = self.definitions.group(symbol).and_then(|it| self.growths.get(&it));
        group.is_some_and(|it| it.current.is_some())
    }

    /// Whether a predicate that is known and mentions itself holds.
    pub(super) fn grown(
        &mut self,
        group: u32,
        place: Place,
        budget: &mut Budget,
    ) -> Grounded<bool> {
        let growth = self.growths.entry(group).or_default();
        if !growth.places.contains_key(&place) {
            growth.open.push(place);
        }
        let entry = growth.places.entry(place).or_default();
        if entry.0 {
            return Ok(true);
        }
        if let Some(current) = growth.current {
            if entry.1.last() != Some(&current) {
                entry.1.push(current);
            }
            return Ok(false);
        }
        if self.nested == NESTED {
            return Err(Halt::Stop(Stop::Size("definitions are nested too deeply")));
        }
        self.nested += 1;
        let values = self.values.clone();
        let done = self.grow(group, budget);
        self.values = values;
        self.nested -= 1;
        done?;
        Ok(self.growths[&group].places[&place].0)
    }

    fn grow(&mut self, group: u32, budget: &mut Budget) -> Result<(), Stop> {
        let sheet = self.sheet;
        loop {
            let growth = self.growths.entry(group).or_default();
            growth.current = growth.open.pop();
            let Some(place) = growth.current else { return Ok(()) };
            if growth.places.get(&place).is_some_and(|it| it.0) {
                continue;
            }
            let SymbolOrigin::Sentence(parameters, body) = &sheet.symbol(place.0).origin else {
                continue;
            };
            for (parameter, argument) in parameters.iter().zip(sheet.arguments(place.0, place.1)) {
                self.values[parameter.0 as usize] = argument;
            }
            let made = self.whole(budget, |it, budget| it.sentence(*body, 0, budget))?;
            if made == TRUE {
                let growth = self.growths.entry(group).or_default();
                let entry = growth.places.entry(place).or_default();
                entry.0 = true;
                growth.open.append(&mut entry.1);
            }
        }
    }
}
