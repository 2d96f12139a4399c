//! What is given with numbers behind `=` and does not say which it may have, as in `given weight(Thing) = 3, 5`: it is
//! meant to be a function.

use super::errors;
use super::lineage::Findings;
use super::ranges::{MOST, Range, hull};
use super::symbols::{Symbols, Yields};
use crate::syntax::ast::{Head, WrittenTold, WrittenType};
use crate::text::Span;

impl<'a> Symbols<'a> {
    /// What a line yields that declares something given; `None` of predicates.
    pub(super) fn given(
        &mut self,
        heads: &[Head],
        result: Option<WrittenType>,
        told: Option<&WrittenTold>,
        findings: &mut Findings<'_, 'a>,
    ) -> Option<Yields> {
        let ([head], None, Some(WrittenTold::Values(values))) = (heads, result, told) else {
            return result.map(|it| self.yields(Some(it), true, findings));
        };
        let text = findings.lineage.blocks[findings.block].text();
        let range = self.unranged(text, head, values)?;
        findings.push(errors::values_without_range(text, head.name, values, range));
        let sort = self.range_sort(range);
        Some(Yields {
            class: self.class_of(Some(sort)),
            sort: Some(sort),
            range: None,
            or_none: true,
        })
    }

    /// The range of values that are numbers and of which one at least is nothing that the head is said of.
    fn unranged(&self, text: &str, head: &Head, values: &[Span]) -> Option<Range> {
        let [argument] = head.arguments[..] else { return None };
        let sort = self.sort_called(&text[argument.range()])?;
        let number = |it: &Span| text[it.range()].parse().ok();
        let numbers: Vec<i64> = values.iter().map(number).collect::<Option<_>>()?;
        let range = numbers.iter().map(|it| (*it, *it)).reduce(hull)?;
        let is_told = |it: &Span| {
            let value = self.read_value(sort, &text[it.range()]);
            value.zip(self.range_of(sort)).is_some_and(|(it, (a, b))| a <= it && it <= b)
        };
        let is_small = -MOST <= range.0 && range.1 <= MOST;
        (is_small && !values.iter().all(is_told)).then_some(range)
    }
}
