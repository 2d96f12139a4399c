//! Numbers and tests that are told for each way to choose one or two values (the support and the
//! conflict encoding: Gent, "Arc consistency in SAT", ECAI 2002; Walsh, "SAT v CSP", CP 2000).

use std::rc::Rc;

use smallvec::SmallVec;

use super::choices::{ChoiceEntry, ChoiceId};
use super::clauses::{FALSE, TRUE};
use super::number::{EncodedNumber, Encoder, Function, Linear};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::sheet::{Comparison, Operation};

/// How large a table is that is remembered.
const REMEMBERED: usize = 1 << 10;

/// What is said of numbers.
pub(super) enum NumberTest {
    /// For each way to choose the values whether it is true.
    Table(SmallVec<[ChoiceId; 2]>, Rc<[bool]>),
    /// The sum is there and zero, or at most zero.
    Linear(Linear, Comparison),
}

impl Encoder {
    /// How two numbers compare, without clauses where a table can tell.
    ///
    /// # Errors
    /// A limit, or that they have too many values.
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        one: &EncodedNumber,
        other: &EncodedNumber,
        budget: &mut Budget,
    ) -> Result<NumberTest, Stop> {
        if let (EncodedNumber::Function(one), EncodedNumber::Function(other)) = (one, other)
            && let Some((inputs, truths)) = self.compared(comparison, one, other)
        {
            return Ok(NumberTest::Table(inputs, truths));
        }
        let difference = match self.binary(Operation::Minus, one, other, budget)? {
            EncodedNumber::Linear(difference) if difference.parts.len() <= 2 => {
                self.small(difference, budget)?
            }
            it => it,
        };
        let is_true = |it: &Option<i64>| {
            it.is_some_and(|it| match comparison {
                Comparison::Equal => it == 0,
                Comparison::Less => it < 0,
                Comparison::AtMost => it <= 0,
            })
        };
        match difference {
            EncodedNumber::Function(it) => {
                Ok(NumberTest::Table(it.inputs.clone(), it.values.iter().map(is_true).collect()))
            }
            EncodedNumber::Linear(mut linear) => {
                if comparison == Comparison::Less {
                    let constant = linear.constant.checked_add(1);
                    linear.constant = constant.ok_or(Stop::Size("a number is too large"))?;
                }
                let is_equal = comparison == Comparison::Equal;
                let comparison = if is_equal { comparison } else { Comparison::AtMost };
                Ok(NumberTest::Linear(linear, comparison))
            }
        }
    }

    /// A sum of two choices as a function where a table is not too large.
    fn small(&mut self, linear: Linear, budget: &mut Budget) -> Result<EncodedNumber, Stop> {
        let sizes = linear.parts.iter().map(|it| self.choices.get(it.1).len());
        if sizes.product::<usize>() > super::number::TABLE {
            return Ok(EncodedNumber::Linear(linear));
        }
        self.function(&EncodedNumber::Linear(linear), budget).map(EncodedNumber::Function)
    }

    /// What is true if and only if a test is.
    ///
    /// # Errors
    /// A limit, or that a sum has too many values.
    pub(super) fn literal(
        &mut self,
        test: &NumberTest,
        budget: &mut Budget,
    ) -> Result<Literal, Stop> {
        match test {
            NumberTest::Table(inputs, truths) => self.table_literal(inputs, truths),
            NumberTest::Linear(linear, comparison) => {
                let is_so = self.linear_literal(linear, *comparison, budget)?;
                Ok(self.clauses.and([!linear.missing, is_so]))
            }
        }
    }

    /// Adds that a test is true, or false, or one of some literals is true.
    ///
    /// # Errors
    /// As [`Encoder::literal`].
    pub(super) fn assert_test(
        &mut self,
        test: &NumberTest,
        value: bool,
        or: &[Literal],
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        match test {
            NumberTest::Table(inputs, truths) => {
                let truths: Vec<_> = truths.iter().map(|it| *it == value).collect();
                self.assert_table(inputs, &truths, or)
            }
            NumberTest::Linear(linear, Comparison::Equal) if value => {
                self.clauses.assert(&[or, &[!linear.missing]].concat());
                for (test, value) in self.two_sides(linear)? {
                    self.assert_test(&test, value, or, budget)?;
                }
                Ok(())
            }
            NumberTest::Linear(..) => {
                let literal = self.literal(test, budget)?;
                let literal = if value { literal } else { !literal };
                self.clauses.assert(&[or, &[literal]].concat());
                Ok(())
            }
        }
    }

    /// That a sum is zero, as that it is at most zero and not below: what it is, and what it is not.
    pub(super) fn two_sides(&self, linear: &Linear) -> Result<[(NumberTest, bool); 2], Stop> {
        let constant = linear.constant.checked_add(1);
        let constant = constant.ok_or(Stop::Size("a number is too large"))?;
        let there = Linear { missing: FALSE, ..linear.clone() };
        let below = Linear { constant, ..there.clone() };
        let at_most = |it| NumberTest::Linear(it, Comparison::AtMost);
        Ok([(at_most(there), true), (at_most(below), false)])
    }

    /// What is true if and only if a table says so.
    pub(super) fn table_literal(
        &mut self,
        inputs: &[ChoiceId],
        truths: &[bool],
    ) -> Result<Literal, Stop> {
        self.clauses.fit()?;
        let &[one, other] = inputs else {
            let is_true = truths.first() == Some(&true);
            return Ok(match inputs.first() {
                Some(input) => self.choices.one_of(&mut self.clauses, *input, truths),
                None if is_true => TRUE,
                None => FALSE,
            });
        };
        let width = self.choices.get(other).len();
        let rows: Vec<_> = truths.chunks(width).collect();
        if rows.windows(2).all(|pair| pair[0] == pair[1]) {
            return Ok(self.choices.one_of(&mut self.clauses, other, rows[0]));
        }
        if rows.iter().all(|row| row.iter().all(|it| *it == row[0])) {
            let column: Vec<_> = rows.iter().map(|it| it[0]).collect();
            return Ok(self.choices.one_of(&mut self.clauses, one, &column));
        }
        let key = (SmallVec::from_slice(inputs), truths.into());
        if let Some(known) = self.tests.get(&key) {
            return Ok(*known);
        }
        let so: Vec<_> =
            rows.iter().map(|row| self.choices.one_of(&mut self.clauses, other, row)).collect();
        // Behind all that it is defined by.
        let literal = self.clauses.atom();
        let choice = self.choices.get(one);
        for ((_, chosen), is_so) in choice.iter().zip(so) {
            self.clauses.define(&[!*chosen, !is_so, literal]);
            self.clauses.define(&[!*chosen, is_so, !literal]);
        }
        if truths.len() <= REMEMBERED {
            self.tests.insert(key, literal);
        }
        Ok(literal)
    }

    /// Adds that a table says so, or one of some literals is true.
    fn assert_table(
        &mut self,
        inputs: &[ChoiceId],
        truths: &[bool],
        or: &[Literal],
    ) -> Result<(), Stop> {
        self.clauses.fit()?;
        let mut clause = or.to_vec();
        match *inputs {
            [] if truths[0] => {}
            [] => self.clauses.assert(or),
            [only] => _ = self.assert_row(only, truths, &mut clause),
            [one, other] => {
                let width = self.choices.get(other).len();
                let choice = self.choices.get(one);
                let mut is_supported = false;
                for ((_, chosen), row) in choice.iter().zip(truths.chunks(width)) {
                    clause.push(!*chosen);
                    is_supported |= self.assert_row(other, row, &mut clause);
                    clause.pop();
                }
                if is_supported {
                    self.assert_columns(one, other, truths, &mut clause);
                }
            }
            _ => return Err(Stop::Size("a test of three values")),
        }
        Ok(())
    }

    /// The same for each value of the second choice, where values of the first support it.
    fn assert_columns(
        &mut self,
        one: ChoiceId,
        other: ChoiceId,
        truths: &[bool],
        clause: &mut Vec<Literal>,
    ) {
        let choice = self.choices.get(other);
        for (at, (_, chosen)) in choice.iter().enumerate() {
            let column: Vec<_> = truths.chunks(choice.len()).map(|row| row[at]).collect();
            clause.push(!*chosen);
            self.assert_row(one, &column, clause);
            clause.pop();
        }
    }

    /// Adds that one of these entries of a choice is chosen, or the clause is true: by one clause
    /// (which is told), or by one for each of the others.
    fn assert_row(&mut self, id: ChoiceId, row: &[bool], clause: &mut Vec<Literal>) -> bool {
        let choice = self.choices.get(id);
        let allowed = row.iter().filter(|it| **it).count();
        if allowed == row.len() {
            return false;
        }
        let changes = row.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let length = clause.len();
        if !clause.is_empty() && row.len() > 4 && changes == 1 && allowed + 1 < row.len() {
            let is_so = self.choices.one_of(&mut self.clauses, id, row);
            clause.push(is_so);
            self.clauses.assert(clause);
        } else if allowed == 1 || allowed < row.len() - allowed && !clause.is_empty() {
            clause.extend(choice.iter().zip(row).filter(|it| *it.1).map(|it| it.0.1));
            self.clauses.assert(clause);
        } else {
            for ((_, chosen), _) in choice.iter().zip(row).filter(|it| !*it.1) {
                clause.push(!*chosen);
                self.clauses.assert(clause);
                clause.pop();
            }
            return false;
        }
        clause.truncate(length);
        true
    }

    /// That a value of a function is chosen where one is that makes it, for one row of its table.
    fn define_supports(
        &mut self,
        row: Literal,
        columns: &[ChoiceEntry],
        numbers: &[Option<i64>],
        entries: &[ChoiceEntry],
    ) {
        let mut order: Vec<_> = (0..numbers.len()).collect();
        order.sort_by_key(|at| numbers[*at]);
        let mut groups = order.chunk_by(|one, other| numbers[*one] == numbers[*other]).peekable();
        for (value, literal) in entries {
            let group = groups.next_if(|it| numbers[it[0]] == *value).unwrap_or_default();
            let supports = group.iter().map(|at| columns[*at].1);
            let clause: Vec<_> = supports.chain([!*literal, !row]).collect();
            self.clauses.define(&clause);
        }
    }

    /// A choice whose value is that of a function.
    pub(super) fn image(
        &mut self,
        function: &Function,
        budget: &mut Budget,
    ) -> Result<ChoiceId, Stop> {
        self.clauses.fit()?;
        let mut values: Vec<_> = function.values.to_vec();
        values.sort_unstable();
        values.dedup();
        if let [only] = values[..] {
            return Ok(self.choices.intern(vec![(only, TRUE)]));
        }
        match function.inputs[..] {
            [only] => {
                let choice = self.choices.get(only);
                if choice.iter().map(|it| it.0).eq(function.values.iter().copied()) {
                    return Ok(only);
                }
                let entries = values.iter().map(|value| {
                    let is_in: Vec<_> = function.values.iter().map(|it| it == value).collect();
                    (*value, self.choices.one_of(&mut self.clauses, only, &is_in))
                });
                let entries = entries.collect();
                Ok(self.choices.intern(entries))
            }
            [one, other] => {
                let key = (function.inputs.clone(), std::rc::Rc::clone(&function.values));
                if let Some(known) = self.images.get(&key) {
                    return Ok(*known);
                }
                let image = self.choices.fresh(&mut self.clauses, &values);
                let entries = self.choices.get(image);
                let (rows, columns) = (self.choices.get(one), self.choices.get(other));
                for ((_, row), numbers) in rows.iter().zip(function.values.chunks(columns.len())) {
                    budget.work(numbers.len())?;
                    for ((_, column), number) in columns.iter().zip(numbers) {
                        let at = entries.binary_search_by(|it| it.0.cmp(number));
                        let literal = at.map_or(FALSE, |it| entries[it].1);
                        self.clauses.define(&[!*row, !*column, literal]);
                    }
                    self.define_supports(*row, &columns, numbers, &entries);
                }
                self.images.insert(key, image);
                Ok(image)
            }
            _ => Err(Stop::Size("a function of three values")),
        }
    }
}
