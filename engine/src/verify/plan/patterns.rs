//! Pattern databases by the book. A database is sound where no distance is greater than what a step costs
//! and the distance behind it together, for every step from every abstract state, and goals are at no
//! distance: then no plan costs less than its distance, however it was found. A step costs 1 in one
//! database at most, so that distances may be added. How keys become words is written here a second time, apart
//! from `planning/abstraction.rs`: the check trusts nothing of what found the distances.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expand::{LentExpander, StepOutcome};
use super::trees::{ReadByte, ReadTrees};
use super::wrong;
use crate::budget::{Budget, Stop};
use crate::evidence::patterns::{NEVER, Pattern, PatternDatabase};
use crate::logic::sheet::actions::Actions;
use crate::problem::Failure;
use crate::reader::plays::ChangedPlace;

/// A place that a pattern keeps.
struct AbstractPlace {
    /// Its byte in the key of a state.
    byte: usize,
    shift: u32,
    mask: u64,
    /// The class of each number of a value.
    classes: Vec<u8>,
    /// The numbers of the values of each class.
    values: Vec<Vec<u8>>,
}

impl AbstractPlace {
    fn bits(&self, number: u8) -> u64 {
        u64::from(self.classes[usize::from(number)]) << self.shift
    }
}

/// How keys become words.
struct KeyAbstraction {
    places: Vec<AbstractPlace>,
    /// The place of each byte that is kept.
    by_byte: FxHashMap<usize, usize>,
}

impl KeyAbstraction {
    /// That of a pattern; `None` when it does not fit the sheet.
    fn of(pattern: &Pattern, expander: &LentExpander<'_, '_>) -> Option<Self> {
        let mut shift = 0;
        let mut abstraction = Self { places: Vec::new(), by_byte: FxHashMap::default() };
        for place in &pattern.places {
            let at = (place.symbol, place.place);
            let (byte, count) = expander.keys.byte(at)??;
            let classes = place.classes.clone();
            let most = *classes.iter().max()?;
            let bits = u8::BITS - most.leading_zeros();
            if bits == 0 || classes.len() != count || shift + bits > u64::BITS {
                return None;
            }
            let of = |class| {
                let numbers = (0..count).filter(|it| classes[*it] == class).map(|it| it as u8);
                numbers.filter(|it| expander.keys.allows(at, *it)).collect()
            };
            let values = (0..=most).map(of).collect();
            if abstraction.by_byte.insert(byte, abstraction.places.len()).is_some() {
                return None;
            }
            let mask = (1 << bits) - 1;
            abstraction.places.push(AbstractPlace { byte, shift, mask, classes, values });
            shift += bits;
        }
        Some(abstraction)
    }

    fn word(&self, key: &[u8]) -> u64 {
        self.places.iter().fold(0, |word, it| word | it.bits(key[it.byte]))
    }

    /// The classes in a word, and whether it has nothing but classes of its places.
    fn classes(&self, word: u64, classes: &mut Vec<u8>) -> bool {
        classes.clear();
        classes.extend(self.places.iter().map(|it| (word >> it.shift & it.mask) as u8));
        let is_class = |(it, class): (&AbstractPlace, &u8)| usize::from(*class) < it.values.len();
        let kept = self.places.iter().fold(0, |kept, it| kept | it.mask << it.shift);
        word & !kept == 0 && self.places.iter().zip(classes.iter()).all(is_class)
    }
}

/// What a step does to a word.
#[derive(Clone, Copy, PartialEq, Eq)]
struct KeyStep {
    keeps: u64,
    comes: u64,
    cost: u64,
}

/// Databases that have passed.
pub(super) struct CheckedEstimates<'d> {
    databases: &'d [PatternDatabase],
    abstractions: Vec<KeyAbstraction>,
}

impl<'d> CheckedEstimates<'d> {
    /// Checks databases, of which the distances are added.
    ///
    /// # Errors
    /// What is wrong with them, or the limit that was reached.
    pub(super) fn check(
        expander: &mut LentExpander<'_, '_>,
        actions: &Actions,
        start: &[u8],
        databases: &'d [PatternDatabase],
        budget: &mut Budget,
    ) -> Result<Self, Failure> {
        let of = |it: &PatternDatabase| KeyAbstraction::of(&it.pattern, expander);
        let Some(abstractions) = databases.iter().map(of).collect::<Option<Vec<_>>>() else {
            return wrong("a pattern does not fit its sheet");
        };
        let Some(payers) = payers(databases, expander) else {
            return wrong("a pattern does not fit its sheet");
        };
        let is_changed =
            |it| actions.actions.iter().flat_map(|it| &it.changes).any(|by| by.symbol == it);
        let values = expander.keys.values(start, is_changed);
        for (own, (database, abstraction)) in databases.iter().zip(&abstractions).enumerate() {
            let trees = ReadTrees::new(expander.count() + 1);
            let (values, payers) = (&values, &payers);
            let leaves = Vec::new();
            DatabaseCheck { expander, abstraction, start, values, payers, own, trees, leaves }
                .run(database, budget)?;
        }
        Ok(Self { databases, abstractions })
    }

    /// Below which no goal is reached from a state that can be reached; `None` for none at all.
    pub(super) fn distance(&self, key: &[u8]) -> Option<i64> {
        let mut sum = 0;
        for (database, abstraction) in self.databases.iter().zip(&self.abstractions) {
            match find(database, abstraction.word(key)) {
                Some(NEVER) => return None,
                Some(distance) => sum += i64::from(distance),
                None => {}
            }
        }
        Some(sum)
    }
}

/// The distance of a word, if it is listed.
fn find(database: &PatternDatabase, word: u64) -> Option<u16> {
    let number = database.find(word)? as usize;
    let is_listed = database.words.get(number) == Some(&word);
    database.distances.get(number).copied().filter(|_| is_listed)
}

/// By byte and number of a value which database pays for a step that writes it.
type KeyPayers = FxHashMap<(usize, u8), usize>;

fn payers(databases: &[PatternDatabase], expander: &LentExpander<'_, '_>) -> Option<KeyPayers> {
    let mut payers = KeyPayers::default();
    for (own, database) in databases.iter().enumerate() {
        for place in &database.pattern.places {
            let (byte, _) = expander.keys.byte((place.symbol, place.place))??;
            for (number, class) in place.classes.iter().enumerate() {
                if *place.is_charged.get(usize::from(*class))? {
                    payers.entry((byte, number as u8)).or_insert(own);
                }
            }
        }
    }
    Some(payers)
}

/// What was read in states that differ in what is read, and the places of the pattern that were, each with
/// how many classes it has.
type Tried<T> = (Vec<T>, Vec<ReadByte>);

struct DatabaseCheck<'c, 'b, 's> {
    expander: &'c mut LentExpander<'b, 's>,
    abstraction: &'c KeyAbstraction,
    /// The key of the first state.
    start: &'c [u8],
    /// The values that each byte of a key may have; none for a byte that is part of a value.
    values: &'c [Vec<u8>],
    payers: &'c KeyPayers,
    own: usize,
    /// A tree of classes for each step, and one for the goal.
    trees: ReadTrees,
    leaves: Vec<Vec<KeyStep>>,
}

impl DatabaseCheck<'_, '_, '_> {
    fn run(&mut self, database: &PatternDatabase, budget: &mut Budget) -> Result<(), Failure> {
        if find(database, self.abstraction.word(self.start)).is_none() {
            return wrong("a pattern database does not have the start");
        }
        if database.words.len() != database.distances.len() {
            return wrong("a pattern database lacks distances");
        }
        let far = |it: u16| if it == NEVER { u64::MAX } else { it.into() };
        let steps = self.expander.count();
        let mut classes = Vec::new();
        for (word, distance) in database.words.iter().zip(&database.distances) {
            budget.check()?;
            budget.work(steps)?;
            if !self.abstraction.classes(*word, &mut classes) {
                return wrong("a pattern database has a word of no state");
            }
            if *distance > 0 && self.may_be_goal(&classes, budget)? {
                return wrong("a pattern database has a goal at a distance");
            }
            for step in 0..steps {
                let leaf = self.leaf(step, &classes, budget)?;
                for KeyStep { keeps, comes, cost } in &self.leaves[leaf] {
                    let next = word & keeps | comes;
                    let Some(behind) = find(database, next) else {
                        return wrong("a pattern database lacks a state that can be reached");
                    };
                    if far(*distance) > far(behind).saturating_add(*cost) {
                        return wrong("a pattern database has too great a distance");
                    }
                }
            }
        }
        Ok(())
    }

    /// The values of a byte in an abstract state.
    fn values_of(&self, byte: usize, classes: &[u8]) -> &[u8] {
        match self.abstraction.by_byte.get(&byte) {
            None => &self.values[byte],
            Some(at) => {
                let values = &self.abstraction.places[*at].values;
                values.get(usize::from(classes[*at])).map_or(&[], |it| it)
            }
        }
    }

    /// What is read in all states that an abstract state stands for.
    fn tried<T>(
        &mut self,
        root: usize,
        classes: &[u8],
        budget: &mut Budget,
        mut read: impl FnMut(&mut Self, &[u8], &mut Budget) -> Result<T, Failure>,
    ) -> Result<Tried<T>, Failure> {
        let mut key = self.start.to_vec();
        for place in &self.abstraction.places {
            if let Some(first) = self.values_of(place.byte, classes).first() {
                key[place.byte] = *first;
            }
        }
        let (mut found, mut asked) = (Vec::new(), Vec::new());
        let mut open = vec![(key, FxHashSet::default())];
        while let Some((key, decided)) = open.pop() {
            budget.check()?;
            let it = read(self, &key, budget)?;
            // What is more than a byte is not looked at.
            let bytes = self.expander.read(root, &key).ok_or(Stop::Steps)?;
            for byte in &bytes {
                if let Some(at) = self.abstraction.by_byte.get(byte)
                    && asked.iter().all(|it: &ReadByte| it.0 != *at)
                {
                    asked.push((*at, self.abstraction.places[*at].values.len()));
                }
            }
            let is_open = |it: &&usize| !decided.contains(*it);
            let Some(byte) = bytes.iter().find(is_open).copied() else {
                found.push(it);
                continue;
            };
            for value in self.values_of(byte, classes) {
                let (mut key, mut decided) = (key.clone(), decided.clone());
                key[byte] = *value;
                decided.insert(byte);
                open.push((key, decided));
            }
        }
        Ok((found, asked))
    }

    fn may_be_goal(&mut self, classes: &[u8], budget: &mut Budget) -> Result<bool, Failure> {
        let root = self.expander.count();
        if let Some(leaf) = self.trees.find(root, classes) {
            return Ok(leaf == 1);
        }
        let read = |it: &mut Self, key: &[u8], budget: &mut Budget| {
            Ok(it.expander.is_goal(key, budget)?)
        };
        let (truths, asked) = self.tried(root, classes, budget, read)?;
        let may_be = truths.contains(&true);
        self.trees.keep(root, classes, &asked, u32::from(may_be));
        Ok(may_be)
    }

    /// What a step may come to: a leaf.
    fn leaf(&mut self, step: usize, classes: &[u8], budget: &mut Budget) -> Result<usize, Failure> {
        if let Some(leaf) = self.trees.find(step, classes) {
            return Ok(leaf as usize);
        }
        let read = |it: &mut Self, key: &[u8], budget: &mut Budget| {
            let outcome = it.expander.outcome(step, key, budget)?;
            Ok(match &it.expander.outcomes[outcome] {
                StepOutcome::Done(changed) => Some(changed.clone()),
                StepOutcome::Barred | StepOutcome::Disagree => None,
            })
        };
        let (changes, asked) = self.tried(step, classes, budget, read)?;
        let mut steps: Vec<KeyStep> = Vec::new();
        for changed in changes.into_iter().flatten() {
            let step = self.abstract_step(&changed);
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        self.leaves.push(steps);
        let leaf = self.leaves.len() - 1;
        self.trees.keep(step, classes, &asked, leaf as u32);
        Ok(leaf)
    }

    fn abstract_step(&self, changed: &[ChangedPlace]) -> KeyStep {
        let (mut keeps, mut comes, mut payer) = (u64::MAX, 0, None);
        for (symbol, place, value) in changed {
            let at = (*symbol, *place);
            let Some(Some((byte, _))) = self.expander.keys.byte(at) else { continue };
            let Some(number) = self.expander.keys.number(at, *value) else { continue };
            if let Some(one) = self.payers.get(&(byte, number)) {
                payer = Some(payer.map_or(*one, |other: usize| other.min(*one)));
            }
            if let Some(kept) = self.abstraction.by_byte.get(&byte) {
                let place = &self.abstraction.places[*kept];
                keeps &= !(place.mask << place.shift);
                comes |= place.bits(number);
            }
        }
        KeyStep { keeps, comes, cost: u64::from(payer == Some(self.own)) }
    }
}
