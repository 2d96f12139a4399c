//! What a term may be: a number for each way to choose one or two values, or a sum of multiples of
//! choices. Such numbers are added and put together without a clause; where one value has to stand
//! for all of it, it gets a choice of its own.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::choices::{ChoiceId, ChoiceTable};
use super::clauses::{FALSE, SourcedClauses};
use super::operations::{Operations, operate};
use super::{diagram, totalizer};
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::{Adder, UnaryCounter};
use crate::logic::cnf::Literal;
use crate::logic::sheet::Operation;

/// Ways to choose two values that a table may have.
pub(super) const TABLE: usize = 1 << 16;

pub(super) const TOO_LARGE: Stop = Stop::Size("a number is too large");
const TOO_MANY: Stop = Stop::Size("a term has too many values");

/// At most two choices, ascending.
pub(super) type Inputs = SmallVec<[ChoiceId; 2]>;

/// Numbers, `None` where one is missing.
pub(super) type NumberValues = Rc<[Option<i64>]>;

/// A number that may be missing.
#[derive(Clone, Debug)]
pub(super) enum EncodedNumber {
    /// One for each way to choose the values.
    Function(Function),
    /// A sum.
    Linear(Linear),
}

/// A number for each way to choose values, of which the last varies fastest.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// At most two choices, ascending.
    pub inputs: SmallVec<[ChoiceId; 2]>,
    /// The numbers, `None` where it is missing.
    pub values: NumberValues,
}

/// A sum of a number and of multiples of choices; no value counts as zero.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    /// The number.
    pub constant: i64,
    /// The choices, ascending, with what they are multiplied by, which is not zero.
    pub parts: Vec<(i64, ChoiceId)>,
    /// What is true if and only if the sum is missing.
    pub missing: Literal,
}

impl Function {
    /// One number, or nothing.
    pub(super) fn constant(value: Option<i64>) -> Self {
        Self { inputs: SmallVec::new(), values: Rc::new([value]) }
    }
}

impl EncodedNumber {
    /// One number, or nothing.
    pub(super) fn constant(value: Option<i64>) -> Self {
        Self::Function(Function::constant(value))
    }

    /// The number when there is just one; `Some(None)` when it is always missing.
    pub(super) fn as_constant(&self) -> Option<Option<i64>> {
        match self {
            Self::Function(it) if it.inputs.is_empty() => Some(it.values[0]),
            _ => None,
        }
    }
}

/// Writes clauses about literals, choices and sums of them.
#[derive(Default)]
pub(super) struct Encoder {
    pub clauses: SourcedClauses,
    pub choices: ChoiceTable,
    /// What stands for a function of two choices.
    pub images: FxHashMap<(Inputs, NumberValues), ChoiceId>,
    /// What stands for a test of two choices.
    pub tests: FxHashMap<(Inputs, Box<[bool]>), Literal>,
    pub(super) operations: Operations,
    pub(super) diagrams: diagram::Diagrams,
    /// Sums in binary, and which one is of which parts.
    pub(super) adders: Vec<Adder>,
    pub(super) adder_ids: FxHashMap<Vec<(i64, ChoiceId)>, usize>,
    pub(super) counters: totalizer::Counters,
    /// What counters are made of.
    pub(super) trees: Vec<UnaryCounter>,
}

fn add(one: i64, other: i64) -> Result<i64, Stop> {
    one.checked_add(other).ok_or(TOO_LARGE)
}

fn times(one: i64, other: i64) -> Result<i64, Stop> {
    one.checked_mul(other).ok_or(TOO_LARGE)
}

impl Encoder {
    pub(super) fn chosen(&self, id: ChoiceId) -> EncodedNumber {
        let choice = self.choices.get(id);
        if let [(value, _)] = choice[..] {
            return EncodedNumber::constant(value);
        }
        let inputs = SmallVec::from_slice(&[id]);
        let values = choice.iter().map(|it| it.0).collect();
        EncodedNumber::Function(Function { inputs, values })
    }

    /// Each value of a function changed.
    pub(super) fn map(
        function: &Function,
        change: impl Fn(Option<i64>) -> Result<Option<i64>, Stop>,
    ) -> Result<Function, Stop> {
        let values = function.values.iter().map(|it| change(*it)).collect::<Result<_, _>>()?;
        Ok(Function { inputs: function.inputs.clone(), values })
    }

    /// What an operation makes of two numbers.
    ///
    /// # Errors
    /// A limit, or that it has too many values.
    pub(super) fn binary(
        &mut self,
        operation: Operation,
        one: &EncodedNumber,
        other: &EncodedNumber,
        budget: &mut Budget,
    ) -> Result<EncodedNumber, Stop> {
        budget.check()?;
        if one.as_constant() == Some(None) || other.as_constant() == Some(None) {
            return Ok(EncodedNumber::constant(None));
        }
        match operation {
            Operation::Plus => return self.sum(one, 1, other, budget),
            Operation::Minus => return self.sum(one, -1, other, budget),
            Operation::Times => {
                for (factor, number) in [(one, other), (other, one)] {
                    if let (Some(Some(factor)), EncodedNumber::Linear(linear)) =
                        (factor.as_constant(), number)
                    {
                        return self.scaled(linear, factor);
                    }
                }
            }
            Operation::Remainder => {
                if let (EncodedNumber::Linear(linear), Some(Some(divisor))) =
                    (one, other.as_constant())
                    && divisor != 0
                    && linear.parts.len() > 2
                {
                    return self.remainder(linear, divisor, budget);
                }
            }
            _ => {}
        }
        let (first, second) = (self.function(one, budget)?, self.function(other, budget)?);
        if let Some(made) = self.operated(operation, &first, &second)? {
            return Ok(EncodedNumber::Function(made));
        }
        let first = self.narrow(&EncodedNumber::Function(first), budget)?;
        let second = self.narrow(&EncodedNumber::Function(second), budget)?;
        self.operated(operation, &first, &second)?.map(EncodedNumber::Function).ok_or(TOO_MANY)
    }

    /// A number and a multiple of another.
    fn sum(
        &mut self,
        one: &EncodedNumber,
        factor: i64,
        other: &EncodedNumber,
        budget: &mut Budget,
    ) -> Result<EncodedNumber, Stop> {
        if let (EncodedNumber::Function(one), EncodedNumber::Function(other)) = (one, other)
            && self
                .width(one, other)
                .is_some_and(|it| it < 2 || one.inputs.is_empty() || other.inputs.is_empty())
        {
            let operation = if factor == 1 { Operation::Plus } else { Operation::Minus };
            let made = self.operated(operation, one, other)?;
            return made.map(EncodedNumber::Function).ok_or(TOO_MANY);
        }
        let mut sum = self.linear(one, budget)?;
        let other = self.linear(other, budget)?;
        sum.constant = add(sum.constant, times(factor, other.constant)?)?;
        for (coefficient, choice) in other.parts {
            sum.parts.push((times(factor, coefficient)?, choice));
        }
        sum.missing = self.clauses.or([sum.missing, other.missing]);
        self.normal(sum)
    }

    /// Puts multiples of the same choice together.
    pub(super) fn normal(&mut self, mut sum: Linear) -> Result<EncodedNumber, Stop> {
        sum.parts.sort_unstable_by_key(|it| it.1);
        let mut parts: Vec<(i64, ChoiceId)> = Vec::with_capacity(sum.parts.len());
        for (coefficient, choice) in sum.parts {
            match parts.last_mut() {
                Some(last) if last.1 == choice => last.0 = add(last.0, coefficient)?,
                _ => parts.push((coefficient, choice)),
            }
        }
        parts.retain(|it| it.0 != 0);
        let sum = Linear { parts, ..sum };
        if sum.parts.is_empty() && sum.missing == FALSE {
            return Ok(EncodedNumber::constant(Some(sum.constant)));
        }
        Ok(EncodedNumber::Linear(sum))
    }

    fn scaled(&mut self, linear: &Linear, factor: i64) -> Result<EncodedNumber, Stop> {
        let parts = linear.parts.iter().map(|it| Ok((times(it.0, factor)?, it.1)));
        let parts = parts.collect::<Result<_, Stop>>()?;
        let constant = times(linear.constant, factor)?;
        self.normal(Linear { constant, parts, missing: linear.missing })
    }

    /// A number as a sum.
    pub(super) fn linear(
        &mut self,
        number: &EncodedNumber,
        budget: &mut Budget,
    ) -> Result<Linear, Stop> {
        let function = match number {
            EncodedNumber::Linear(linear) => return Ok(linear.clone()),
            EncodedNumber::Function(function) => function,
        };
        let none = Linear { constant: 0, parts: Vec::new(), missing: FALSE };
        match &function.inputs[..] {
            [] => Ok(match function.values[0] {
                Some(constant) => Linear { constant, ..none },
                None => Linear { missing: !FALSE, ..none },
            }),
            [choice] => {
                let missing = self.missing(number)?;
                let (constant, factor, choice) = match self.affine(*choice, &function.values)? {
                    Some((constant, factor)) => (constant, factor, *choice),
                    None => (0, 1, self.image(function, budget)?),
                };
                Ok(Linear { constant, parts: vec![(factor, choice)], missing })
            }
            _ => {
                let image = self.image(function, budget)?;
                let number = self.chosen(image);
                self.linear(&number, budget)
            }
        }
    }

    /// How values follow from those of a choice by a product and a sum, if they do; no value counts
    /// as zero.
    fn affine(&self, choice: ChoiceId, values: &[Option<i64>]) -> Result<Option<(i64, i64)>, Stop> {
        let choice = self.choices.get(choice);
        let pairs = choice.iter().zip(values).filter(|(it, _)| it.0.is_some());
        let pairs: Vec<_> = pairs.map(|(it, value)| (it.0.unwrap_or(0), *value)).collect();
        let [(from, Some(value)), rest @ ..] = &pairs[..] else { return Ok(None) };
        let Some((next, Some(second))) = rest.first() else { return Ok(None) };
        let (width, rise) = (add(*next, -from)?, add(*second, -value)?);
        if width == 0 || rise % width != 0 || rise == 0 {
            return Ok(None);
        }
        let factor = rise / width;
        let constant = add(*value, -times(factor, *from)?)?;
        for (from, value) in rest {
            if *value != Some(add(constant, times(factor, *from)?)?) {
                return Ok(None);
            }
        }
        // Then no value would count as the constant.
        let has_none = choice.iter().any(|it| it.0.is_none());
        Ok((!has_none || values[0].is_none()).then_some((constant, factor)))
    }

    /// What is true if and only if a number is missing.
    pub(super) fn missing(&mut self, number: &EncodedNumber) -> Result<Literal, Stop> {
        match number {
            EncodedNumber::Linear(linear) => Ok(linear.missing),
            EncodedNumber::Function(function) => {
                let is_in: Vec<_> = function.values.iter().map(Option::is_none).collect();
                self.table_literal(&function.inputs, &is_in)
            }
        }
    }

    /// A number as a function of at most two choices.
    pub(super) fn function(
        &mut self,
        number: &EncodedNumber,
        budget: &mut Budget,
    ) -> Result<Function, Stop> {
        let linear = match number {
            EncodedNumber::Function(function) => return Ok(function.clone()),
            EncodedNumber::Linear(linear) => linear,
        };
        let mut parts = Vec::new();
        let mut absent = Vec::new();
        for (factor, id) in linear.parts.iter().take(3) {
            let choice = self.choices.get(*id);
            absent.extend(choice.iter().filter(|it| it.0.is_none()).map(|it| it.1));
            let values = choice.iter().map(|it| it.0.map(|it| times(it, *factor)).transpose());
            let values = values.collect::<Result<_, _>>()?;
            parts.push(Function { inputs: SmallVec::from_slice(&[*id]), values });
        }
        if parts.len() <= 2 && self.clauses.or(absent) == linear.missing {
            let mut sum = Some(Function::constant(Some(linear.constant)));
            for part in &parts {
                sum = match sum {
                    Some(sum) => self.operated(Operation::Plus, &sum, part)?,
                    None => None,
                };
            }
            if let Some(sum) = sum {
                return Ok(sum);
            }
        }
        self.narrow(number, budget)
    }

    /// A number as a function of at most one choice.
    pub(super) fn narrow(
        &mut self,
        number: &EncodedNumber,
        budget: &mut Budget,
    ) -> Result<Function, Stop> {
        if let EncodedNumber::Function(function) = number
            && function.inputs.len() < 2
        {
            return Ok(function.clone());
        }
        let choice = self.materialised(number, budget)?;
        match self.chosen(choice) {
            EncodedNumber::Function(function) => Ok(function),
            EncodedNumber::Linear(_) => Err(TOO_MANY),
        }
    }

    /// A choice whose value is a number.
    pub(super) fn materialised(
        &mut self,
        number: &EncodedNumber,
        budget: &mut Budget,
    ) -> Result<ChoiceId, Stop> {
        let linear = match number {
            EncodedNumber::Function(function) => return self.image(function, budget),
            EncodedNumber::Linear(linear) => linear,
        };
        let choice = match self.counted(linear)? {
            Some(counted) => counted,
            None => {
                let parts = linear.parts.iter().map(|(factor, id)| {
                    let choice = self.choices.get(*id);
                    let values = choice.iter().map(|it| times(it.0.unwrap_or(0), *factor));
                    let values = values.map(|it| it.map(Some)).collect::<Result<_, _>>()?;
                    Ok(Function { inputs: SmallVec::from_slice(&[*id]), values })
                });
                let parts = parts.collect::<Result<Vec<_>, Stop>>()?;
                let sum =
                    self.gathered(parts, Function::constant(Some(0)), budget, |one, other| {
                        operate(Operation::Plus, one.unwrap_or(0), other.unwrap_or(0))
                    })?;
                let sum = Self::map(&sum, |it| add(it.unwrap_or(0), linear.constant).map(Some))?;
                self.image(&sum, budget)?
            }
        };
        Ok(self.unless(linear.missing, choice))
    }

    /// A choice that has no value where a literal is true.
    pub(super) fn unless(&mut self, missing: Literal, choice: ChoiceId) -> ChoiceId {
        if missing == FALSE {
            return choice;
        }
        let choice = self.choices.get(choice);
        let mut absent = vec![missing];
        let mut entries = Vec::new();
        for (value, literal) in choice.iter() {
            match value {
                None => absent.push(*literal),
                Some(_) => entries.push((*value, self.clauses.and([!missing, *literal]))),
            }
        }
        entries.push((None, self.clauses.or(absent)));
        self.choices.intern(entries)
    }

    /// What is left over when a sum is divided: residues are added in its place.
    fn remainder(
        &mut self,
        linear: &Linear,
        divisor: i64,
        budget: &mut Budget,
    ) -> Result<EncodedNumber, Stop> {
        let mut parts =
            vec![Function::constant(operate(Operation::Remainder, linear.constant, divisor)?)];
        for (factor, id) in &linear.parts {
            let choice = self.choices.get(*id);
            let residue = |it: i64| operate(Operation::Remainder, times(it, *factor)?, divisor);
            let values = choice.iter().map(|it| residue(it.0.unwrap_or(0)));
            let values = values.collect::<Result<_, _>>()?;
            parts.push(Function { inputs: SmallVec::from_slice(&[*id]), values });
        }
        let sum = self.gathered(parts, Function::constant(Some(0)), budget, |one, other| {
            let sum = add(one.unwrap_or(0), other.unwrap_or(0))?;
            operate(Operation::Remainder, sum, divisor)
        })?;
        let choice = self.image(&sum, budget)?;
        let choice = self.unless(linear.missing, choice);
        Ok(self.chosen(choice))
    }

    /// Functions put together two by two, in a balanced tree.
    pub(super) fn gathered(
        &mut self,
        parts: Vec<Function>,
        empty: Function,
        budget: &mut Budget,
        make: impl Fn(Option<i64>, Option<i64>) -> Result<Option<i64>, Stop>,
    ) -> Result<Function, Stop> {
        let mut open: std::collections::VecDeque<_> = parts.into();
        while open.len() > 1 {
            budget.check()?;
            let mut pair = [0; 2].map(|_| open.pop_front().unwrap_or_else(|| empty.clone()));
            for it in &mut pair {
                *it = self.narrow(&EncodedNumber::Function(it.clone()), budget)?;
            }
            let made = self.combine(&pair[0], &pair[1], &make)?.ok_or(TOO_MANY)?;
            let made = Function { inputs: made.0, values: made.1.into() };
            if open.is_empty() {
                return Ok(made);
            }
            let made = self.narrow(&EncodedNumber::Function(made), budget)?;
            open.push_back(made);
        }
        Ok(open.pop_front().unwrap_or(empty))
    }
}
