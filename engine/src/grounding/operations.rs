//! What operations and comparisons make of tables of numbers. Many pairs of things have the same values,
//! so what was made of the same tables is made once.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::number::{Encoder, Function, Inputs, NumberValues, TABLE};
use crate::budget::Stop;
use crate::logic::sheet::{Comparison, Operation};

/// Entries of all tables that are remembered: some tens of megabytes.
const REMEMBERED: usize = 1 << 22;

/// Tables with so many entries are compared entry by entry.
const SHORT: usize = 1 << 8;

/// Tables that were made of others.
#[derive(Default)]
pub(super) struct Operations {
    numbers: FxHashMap<(Operation, Tables), NumberValues>,
    truths: FxHashMap<(Comparison, Tables), Rc<[bool]>>,
    absolutes: FxHashMap<Table, NumberValues>,
    entries: usize,
}

/// A table as a key: a short one is what it holds, a long one is itself.
struct Table(NumberValues);

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.len() <= SHORT && self.0 == other.0
    }
}

impl Eq for Table {}

impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.0.len() <= SHORT {
            self.0.hash(state);
        } else {
            Rc::as_ptr(&self.0).cast::<()>().hash(state);
        }
    }
}

/// Two tables, and how they lie in the one that is made of them.
#[derive(PartialEq, Eq, Hash)]
struct Tables {
    both: [Table; 2],
    sizes: [usize; 2],
    strides: [[usize; 2]; 2],
}

/// The table that two functions have together.
struct Frame {
    inputs: Inputs,
    sizes: [usize; 2],
    /// By function how far its entries for the next value of each input are apart.
    strides: [[usize; 2]; 2],
}

impl Frame {
    fn fill<T>(
        &self,
        one: &Function,
        other: &Function,
        make: impl Fn(Option<i64>, Option<i64>) -> Result<T, Stop>,
    ) -> Result<Vec<T>, Stop> {
        let [strides, others] = self.strides;
        let mut made = Vec::with_capacity(self.sizes[0] * self.sizes[1]);
        for row in 0..self.sizes[0] {
            let (start, other_start) = (row * strides[0], row * others[0]);
            for column in 0..self.sizes[1] {
                let left = one.values[start + column * strides[1]];
                let right = other.values[other_start + column * others[1]];
                made.push(make(left, right)?);
            }
        }
        Ok(made)
    }

    fn tables(&self, one: &Function, other: &Function) -> Tables {
        let both = [one, other].map(|it| Table(Rc::clone(&it.values)));
        Tables { both, sizes: self.sizes, strides: self.strides }
    }
}

/// What an operation makes of two numbers.
pub(super) fn operate(operation: Operation, one: i64, other: i64) -> Result<Option<i64>, Stop> {
    let value = match operation {
        Operation::Plus => one.checked_add(other),
        Operation::Minus => one.checked_sub(other),
        Operation::Times => one.checked_mul(other),
        Operation::Quotient | Operation::Remainder if other == 0 => return Ok(None),
        Operation::Quotient => {
            let is_short = one % other != 0 && (one < 0) != (other < 0);
            one.checked_div(other).and_then(|it| it.checked_sub(i64::from(is_short)))
        }
        Operation::Remainder => one
            .checked_rem(other)
            .map(|rest| if rest != 0 && (rest < 0) != (other < 0) { rest + other } else { rest }),
        Operation::Least => Some(one.min(other)),
        Operation::Greatest => Some(one.max(other)),
    };
    value.map(Some).ok_or(Stop::Size("a number is too large"))
}

/// How two numbers compare, one of which may be missing.
pub(super) fn compares(comparison: Comparison, one: Option<i64>, other: Option<i64>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return false };
    match comparison {
        Comparison::Equal => one == other,
        Comparison::Less => one < other,
        Comparison::AtMost => one <= other,
    }
}

impl Operations {
    /// Makes room for a table.
    fn count(&mut self, entries: usize) {
        self.entries += entries;
        if self.entries > REMEMBERED {
            *self = Self { entries, ..Self::default() };
        }
    }
}

impl Encoder {
    /// The table of two functions, when it is not too large.
    fn frame(&self, one: &Function, other: &Function) -> Option<Frame> {
        let mut inputs: SmallVec<[_; 4]> = one.inputs.iter().copied().collect();
        inputs.extend(other.inputs.iter().copied());
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.len() > 2 {
            return None;
        }
        let mut sizes = [1; 2];
        for (size, input) in sizes.iter_mut().zip(&inputs) {
            *size = self.choices.get(*input).len();
        }
        if sizes[0] * sizes[1] > TABLE {
            return None;
        }
        let strides = [one, other].map(|function| {
            let mut strides = [0; 2];
            for (at, input) in inputs.iter().enumerate() {
                strides[at] = match &function.inputs[..] {
                    [only] if only == input => 1,
                    [first, _] if first == input => sizes[at + 1],
                    [_, second] if second == input => 1,
                    _ => 0,
                };
            }
            strides
        });
        Some(Frame { inputs: inputs.into_iter().collect(), sizes, strides })
    }

    /// How many choices two functions depend on, when one table can hold what is made of them.
    pub(super) fn width(&self, one: &Function, other: &Function) -> Option<usize> {
        self.frame(one, other).map(|it| it.inputs.len())
    }

    /// What is made of the values of two functions, when one table can hold it.
    pub(super) fn combine<T>(
        &self,
        one: &Function,
        other: &Function,
        make: impl Fn(Option<i64>, Option<i64>) -> Result<T, Stop>,
    ) -> Result<Option<(Inputs, Vec<T>)>, Stop> {
        let Some(frame) = self.frame(one, other) else { return Ok(None) };
        let made = frame.fill(one, other, make)?;
        Ok(Some((frame.inputs, made)))
    }

    /// What an operation makes of the values of two functions, when one table can hold it.
    pub(super) fn operated(
        &mut self,
        operation: Operation,
        one: &Function,
        other: &Function,
    ) -> Result<Option<Function>, Stop> {
        let Some(frame) = self.frame(one, other) else { return Ok(None) };
        let key = (operation, frame.tables(one, other));
        let values = match self.operations.numbers.get(&key) {
            Some(known) => Rc::clone(known),
            None => {
                let made = frame.fill(one, other, |one, other| match (one, other) {
                    (Some(one), Some(other)) => operate(operation, one, other),
                    _ => Ok(None),
                })?;
                let made: NumberValues = made.into();
                self.operations.count(made.len());
                self.operations.numbers.insert(key, Rc::clone(&made));
                made
            }
        };
        Ok(Some(Function { inputs: frame.inputs, values }))
    }

    /// How the values of two functions compare, when one table can hold it.
    pub(super) fn compared(
        &mut self,
        comparison: Comparison,
        one: &Function,
        other: &Function,
    ) -> Option<(Inputs, Rc<[bool]>)> {
        let frame = self.frame(one, other)?;
        let key = (comparison, frame.tables(one, other));
        if let Some(known) = self.operations.truths.get(&key) {
            return Some((frame.inputs, Rc::clone(known)));
        }
        let made = frame.fill(one, other, |one, other| Ok(compares(comparison, one, other)));
        let made: Rc<[bool]> = made.ok()?.into();
        self.operations.count(made.len() / 16);
        self.operations.truths.insert(key, Rc::clone(&made));
        Some((frame.inputs, made))
    }

    /// The values of a function without their signs.
    pub(super) fn absolute(&mut self, function: &Function) -> Result<Function, Stop> {
        let inputs = function.inputs.clone();
        let key = Table(Rc::clone(&function.values));
        if let Some(known) = self.operations.absolutes.get(&key) {
            return Ok(Function { inputs, values: Rc::clone(known) });
        }
        let too_large = Stop::Size("a number is too large");
        let absolute = |it: i64| it.checked_abs().ok_or(too_large);
        let made = Self::map(function, |it| it.map(absolute).transpose())?;
        self.operations.count(made.values.len());
        self.operations.absolutes.insert(key, Rc::clone(&made.values));
        Ok(made)
    }
}
