//! Sentences and terms grounded on packed states: quantifiers are lists of instances, what is known
//! is folded, and cells that have to have certain values are a comparison of words.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::places::SamePlaces;
use super::states::{Layout, PackedCell};
use crate::logic::sheet::{Comparison, Fold, Operation, Sheet, SymbolId, SymbolOrigin};

/// Something that is true or false in a state.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Condition {
    /// Always the same.
    Truth(bool),
    /// All of these words, under their masks, are so.
    Match(Box<[Masked]>),
    /// One of these words at least, under its mask, is so.
    AnyMatch(Box<[Masked]>),
    /// The number of what stands in a cell is one of a set.
    OneOf(PackedCell, u64),
    /// It is false.
    Not(Box<Condition>),
    /// All of them.
    All(Box<[Condition]>),
    /// One of them at least.
    Any(Box<[Condition]>),
    /// One of many that are the same at different places.
    Somewhere(Box<SamePlaces>),
    /// Both or none.
    Same(Box<(Condition, Condition)>),
    /// How two numbers compare; false when one is missing.
    Compare(Comparison, Box<(GroundNumber, GroundNumber)>),
    /// A number is missing.
    Missing(Box<GroundNumber>),
    /// Numbers, of those conditions that hold, differ.
    Differ(Box<[(Condition, GroundNumber)]>),
    /// A predicate that mentions itself holds of certain things: its group, and the number of its body.
    Defined(u32, u32),
}

/// What a word is under a mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Masked {
    pub word: u32,
    pub mask: u64,
    pub bits: u64,
}

impl Masked {
    /// That a cell, which steps may change, has the value with this number.
    pub(super) fn numbered(cell: &PackedCell, number: impl Into<u64>) -> Self {
        let (mask, bits) = (cell.mask << cell.shift, number.into() << cell.shift);
        Self { word: cell.word as u32, mask, bits }
    }

    /// That any cell has a value.
    pub(super) fn of(cell: &PackedCell, value: Option<i64>) -> Self {
        match cell.fixed {
            Some(fixed) => Self { word: 0, mask: 0, bits: u64::from(fixed != value) },
            None => Self::numbered(cell, cell.number(value)),
        }
    }

    pub(super) fn is(&self, state: &[u64]) -> bool {
        state[self.word as usize] & self.mask == self.bits
    }
}

/// A number or a thing in a state, of a predicate 1 or 0; it may be missing.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum GroundNumber {
    /// Always the same.
    Constant(Option<i64>),
    /// What stands in a cell.
    Cell(PackedCell),
    /// What stands in the table of a symbol for arguments that depend on the state.
    Lookup(Box<Lookup>),
    /// What an operation makes of two.
    Binary(Operation, Box<(GroundNumber, GroundNumber)>),
    /// Without its sign.
    Absolute(Box<GroundNumber>),
    /// How many hold.
    Count(Box<[Condition]>),
    /// The numbers of those that hold, put together.
    Fold(Fold, Box<[(Condition, GroundNumber)]>),
    /// That of the first that holds.
    Choose(Box<[(Condition, GroundNumber)]>),
    /// 1 where it holds, and 0.
    Truth(Box<Condition>),
}

/// A place in a table.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Lookup {
    pub symbol: SymbolId,
    pub arguments: Box<[GroundNumber]>,
}

/// The bodies of predicates that mention themselves, for certain things, each with its group.
pub(super) type DefinedBodies = [(u32, Condition)];

/// All that is needed to read numbers and conditions of a state.
#[derive(Clone, Debug)]
pub(super) struct GroundReader<'g> {
    pub sheet: &'g Sheet,
    pub layout: &'g Layout,
    pub defined: &'g DefinedBodies,
    /// What is known so far of the group that is being asked.
    pub growth: Option<&'g RefCell<DefinedGrowth>>,
}

/// What is defined by itself, as far as it was asked.
#[derive(Debug)]
pub(super) struct DefinedGrowth {
    group: u32,
    /// The bodies by their numbers, in the order in which they were asked, and whether they hold.
    asked: Vec<u32>,
    holds: FxHashMap<u32, bool>,
}

impl GroundReader<'_> {
    /// Whether a body holds: it follows in finitely many steps from what holds without its group.
    fn follows(&self, group: u32, at: u32, state: &[u64]) -> bool {
        if let Some(growth) = self.growth.filter(|it| it.borrow().group == group) {
            let DefinedGrowth { asked, holds, .. } = &mut *growth.borrow_mut();
            return *holds.entry(at).or_insert_with(|| {
                asked.push(at);
                false
            });
        }
        let (asked, holds) = (vec![at], FxHashMap::from_iter([(at, false)]));
        let growth = RefCell::new(DefinedGrowth { group, asked, holds });
        let ground = GroundReader { growth: Some(&growth), ..self.clone() };
        loop {
            let (mut next, mut has_grown) = (0, false);
            loop {
                let Some(place) = growth.borrow().asked.get(next).copied() else { break };
                next += 1;
                let is_open = !growth.borrow().holds[&place];
                if is_open && self.defined[place as usize].1.holds(state, &ground) {
                    growth.borrow_mut().holds.insert(place, true);
                    has_grown = true;
                }
            }
            // What was asked last is most likely what the others wait for.
            growth.borrow_mut().asked.reverse();
            if growth.borrow().holds[&at] || !has_grown {
                return growth.borrow().holds[&at];
            }
        }
    }
}

impl Condition {
    /// Whether it holds in a state.
    pub(super) fn holds(&self, state: &[u64], ground: &GroundReader<'_>) -> bool {
        match self {
            Self::Truth(truth) => *truth,
            Self::Match(words) => words.iter().all(|it| it.is(state)),
            Self::AnyMatch(words) => words.iter().any(|it| it.is(state)),
            Self::OneOf(cell, set) => set >> cell.read(state) & 1 == 1,
            Self::Not(part) => !part.holds(state, ground),
            Self::All(parts) => parts.iter().all(|it| it.holds(state, ground)),
            Self::Any(parts) => parts.iter().any(|it| it.holds(state, ground)),
            Self::Somewhere(places) => places.is_found(state),
            Self::Same(parts) => parts.0.holds(state, ground) == parts.1.holds(state, ground),
            Self::Compare(comparison, parts) => {
                let Some(one) = parts.0.value(state, ground) else { return false };
                let Some(other) = parts.1.value(state, ground) else { return false };
                compares(*comparison, one, other)
            }
            Self::Missing(number) => number.value(state, ground).is_none(),
            Self::Differ(parts) => {
                let held = parts.iter().filter(|it| it.0.holds(state, ground));
                let mut values: Vec<i64> =
                    held.filter_map(|it| it.1.value(state, ground)).collect();
                values.sort_unstable();
                values.windows(2).all(|it| it[0] != it[1])
            }
            Self::Defined(group, at) => ground.follows(*group, *at, state),
        }
    }
}

impl GroundNumber {
    /// Its value in a state.
    pub(super) fn value(&self, state: &[u64], ground: &GroundReader<'_>) -> Option<i64> {
        match self {
            Self::Constant(value) => *value,
            Self::Cell(cell) => cell.value(state),
            Self::Lookup(lookup) => {
                let place = lookup.place(state, ground)?;
                match &ground.sheet.symbol(lookup.symbol).origin {
                    SymbolOrigin::Values(values) => values[place],
                    SymbolOrigin::Truths(truths) => Some(i64::from(truths[place])),
                    _ => {
                        let first = ground.layout.first[lookup.symbol.0 as usize];
                        ground.layout.cells[first + place].value(state)
                    }
                }
            }
            Self::Binary(operation, parts) => {
                let one = parts.0.value(state, ground)?;
                operate(*operation, one, parts.1.value(state, ground)?)
            }
            Self::Absolute(part) => part.value(state, ground).map(i64::saturating_abs),
            Self::Count(parts) => {
                Some(parts.iter().filter(|it| it.holds(state, ground)).count() as i64)
            }
            Self::Fold(fold, parts) => {
                let mut found = (*fold == Fold::Sum).then_some(0);
                for (condition, number) in parts {
                    if condition.holds(state, ground) {
                        let value = number.value(state, ground)?;
                        found = Some(found.map_or(value, |it: i64| match fold {
                            Fold::Sum => it.saturating_add(value),
                            Fold::Least => it.min(value),
                            Fold::Greatest => it.max(value),
                        }));
                    }
                }
                found
            }
            Self::Choose(parts) => {
                let chosen = parts.iter().find(|it| it.0.holds(state, ground))?;
                chosen.1.value(state, ground)
            }
            Self::Truth(condition) => Some(i64::from(condition.holds(state, ground))),
        }
    }

    /// The least and the greatest value it may have, and whether it may be missing.
    pub(super) fn range(&self) -> (i64, i64, bool) {
        match self {
            Self::Constant(Some(value)) => (*value, *value, false),
            Self::Cell(cell) => cell.range(),
            Self::Truth(_) => (0, 1, false),
            Self::Count(parts) => (0, parts.len() as i64, false),
            Self::Binary(operation, parts) => {
                let (one, other) = (parts.0.range(), parts.1.range());
                let missing = one.2 || other.2;
                match operation {
                    Operation::Plus => {
                        (one.0.saturating_add(other.0), one.1.saturating_add(other.1), missing)
                    }
                    Operation::Minus => {
                        (one.0.saturating_sub(other.1), one.1.saturating_sub(other.0), missing)
                    }
                    Operation::Least => (one.0.min(other.0), one.1.min(other.1), missing),
                    Operation::Greatest => (one.0.max(other.0), one.1.max(other.1), missing),
                    _ => (i64::MIN, i64::MAX, true),
                }
            }
            _ => (i64::MIN, i64::MAX, true),
        }
    }
}

impl Lookup {
    /// The place in the table; `None` when an argument is missing or not in its sort.
    pub(super) fn place(&self, state: &[u64], ground: &GroundReader<'_>) -> Option<usize> {
        let sorts = &ground.sheet.symbol(self.symbol).arguments;
        let mut place = 0;
        for (argument, sort) in self.arguments.iter().zip(sorts) {
            let sort = &ground.sheet.sorts[sort.0 as usize];
            let value = argument.value(state, ground).filter(|it| sort.contains(it))?;
            place =
                place * (sort.end() - sort.start() + 1) as usize + (value - sort.start()) as usize;
        }
        Some(place)
    }

    /// As [`Condition::packed`].
    pub(super) fn packed(self) -> Self {
        let Self { symbol, arguments } = self;
        Self { symbol, arguments: arguments.into_iter().map(GroundNumber::packed).collect() }
    }
}

/// How two numbers compare.
pub(super) fn compares(comparison: Comparison, one: i64, other: i64) -> bool {
    match comparison {
        Comparison::Equal => one == other,
        Comparison::Less => one < other,
        Comparison::AtMost => one <= other,
    }
}

/// What an operation makes of two numbers. Those of a sheet are far from the limits.
pub(super) fn operate(operation: Operation, one: i64, other: i64) -> Option<i64> {
    Some(match operation {
        Operation::Plus => one.saturating_add(other),
        Operation::Minus => one.saturating_sub(other),
        Operation::Times => one.saturating_mul(other),
        Operation::Quotient | Operation::Remainder if other == 0 => return None,
        Operation::Quotient => {
            let rounds = one.wrapping_rem(other) != 0 && (one < 0) != (other < 0);
            one.wrapping_div(other) - i64::from(rounds)
        }
        Operation::Remainder => {
            let rest = one.wrapping_rem(other);
            if rest != 0 && (rest < 0) != (other < 0) { rest + other } else { rest }
        }
        Operation::Least => one.min(other),
        Operation::Greatest => one.max(other),
    })
}

impl GroundNumber {
    /// As [`Condition::packed`].
    pub(super) fn packed(self) -> Self {
        match self {
            Self::Lookup(lookup) => Self::Lookup(Box::new(lookup.packed())),
            Self::Binary(operation, parts) => {
                Self::Binary(operation, Box::new((parts.0.packed(), parts.1.packed())))
            }
            Self::Absolute(part) => Self::Absolute(Box::new(part.packed())),
            Self::Count(parts) => Self::Count(parts.into_iter().map(Condition::packed).collect()),
            Self::Fold(fold, parts) => Self::Fold(fold, packed_all(parts)),
            Self::Choose(parts) => Self::Choose(packed_all(parts)),
            Self::Truth(condition) => Self::Truth(Box::new(condition.packed())),
            number => number,
        }
    }
}

/// As [`Condition::packed`].
pub(super) fn packed_all(
    parts: Box<[(Condition, GroundNumber)]>,
) -> Box<[(Condition, GroundNumber)]> {
    parts.into_iter().map(|(condition, number)| (condition.packed(), number.packed())).collect()
}
