//! Sentences and terms grounded on packed states: quantifiers are lists of instances, what is known
//! is folded, and cells that have to have certain values are a comparison of words.

use crate::logic::sheet::{Comparison, Fold, Operation, SentenceId, SheetVariable, SymbolOrigin};

use super::evaluate::{Evaluator, KnownCells};
use super::states::{Layout, PackedCell};
use crate::budget::Budget;
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::{Sheet, SymbolId};

/// Something that is true or false in a state.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Condition {
    /// Always the same.
    Truth(bool),
    /// All of these words, under their masks, are so.
    Match(Box<[Masked]>),
    /// The number of what stands in a cell is one of a set.
    OneOf(PackedCell, u64),
    /// It is false.
    Not(Box<Condition>),
    /// All of them.
    All(Box<[Condition]>),
    /// One of them at least.
    Any(Box<[Condition]>),
    /// Both or none.
    Same(Box<(Condition, Condition)>),
    /// How two numbers compare; false when one is missing.
    Compare(Comparison, Box<(GroundNumber, GroundNumber)>),
    /// A number is missing.
    Missing(Box<GroundNumber>),
    /// Numbers, of those conditions that hold, differ.
    Differ(Box<[(Condition, GroundNumber)]>),
    /// As the sheet says it, with these values of variables.
    Read(SentenceId, Box<[(SheetVariable, i64)]>),
}

/// What a word is under a mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Masked {
    pub word: u32,
    pub mask: u64,
    pub bits: u64,
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

/// All that is needed to read numbers and conditions of a state.
#[derive(Clone, Debug)]
pub(super) struct GroundReader<'g> {
    pub sheet: &'g Sheet,
    pub definitions: &'g Definitions,
    pub layout: &'g Layout,
    /// The predicate that says that nobody can move, and whether it is true.
    pub stuck: (SymbolId, bool),
}

/// A whole state, for who reads sentences.
struct Whole<'a>(&'a GroundReader<'a>, &'a [u64]);

impl KnownCells for Whole<'_> {
    fn cell(&self, cell: usize) -> Option<Option<i64>> {
        let GroundReader { layout, stuck, .. } = self.0;
        if cell == layout.first[stuck.0.0 as usize] {
            return Some(Some(i64::from(stuck.1)));
        }
        Some(layout.cells[cell].value(self.1))
    }
}

impl Condition {
    /// Whether it holds in a state.
    pub(super) fn holds(&self, state: &[u64], ground: &GroundReader<'_>) -> bool {
        match self {
            Self::Truth(truth) => *truth,
            Self::Match(words) => {
                words.iter().all(|it| state[it.word as usize] & it.mask == it.bits)
            }
            Self::OneOf(cell, set) => set >> cell.read(state) & 1 == 1,
            Self::Not(part) => !part.holds(state, ground),
            Self::All(parts) => parts.iter().all(|it| it.holds(state, ground)),
            Self::Any(parts) => parts.iter().any(|it| it.holds(state, ground)),
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
            Self::Read(sentence, values) => {
                let (first, whole) = (ground.layout.first.clone(), Whole(ground, state));
                let mut reader = Evaluator::new(ground.sheet, ground.definitions.clone(), first);
                values.iter().for_each(|(it, value)| reader.values[it.0 as usize] = *value);
                reader.is_true(*sentence, &whole, &mut Budget::unlimited()).unwrap_or(false)
            }
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
            Self::Lookup(lookup) => {
                let Lookup { symbol, arguments } = *lookup;
                let arguments = arguments.into_iter().map(Self::packed).collect();
                Self::Lookup(Box::new(Lookup { symbol, arguments }))
            }
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
