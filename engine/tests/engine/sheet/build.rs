//! Sheets, written shortly.

use std::ops::RangeInclusive;

use puzzle_engine::logic::sheet::{
    Comparison, Fold, FunctionValues, Operation, SentenceId, Sheet, SheetSentence, SheetSymbol,
    SheetVariable, SortId, SymbolId, SymbolOrigin, Term, TermId,
};

/// A sheet in the making.
#[derive(Clone, Default)]
pub(super) struct Build(pub Sheet);

impl Build {
    pub(super) fn sort(&mut self, range: RangeInclusive<i64>) -> SortId {
        self.0.sorts.push(range);
        SortId(self.0.sorts.len() as u32 - 1)
    }

    pub(super) fn symbol(
        &mut self,
        arguments: &[SortId],
        values: Option<(RangeInclusive<i64>, bool)>,
        origin: SymbolOrigin,
    ) -> SymbolId {
        let values = values.map(|(range, or_none)| FunctionValues { range, or_none });
        self.0.symbols.push(SheetSymbol { arguments: arguments.to_vec(), values, origin });
        SymbolId(self.0.symbols.len() as u32 - 1)
    }

    pub(super) fn function(
        &mut self,
        arguments: &[SortId],
        range: RangeInclusive<i64>,
    ) -> SymbolId {
        self.symbol(arguments, Some((range, false)), SymbolOrigin::Found)
    }

    pub(super) fn partial(&mut self, arguments: &[SortId], range: RangeInclusive<i64>) -> SymbolId {
        self.symbol(arguments, Some((range, true)), SymbolOrigin::Found)
    }

    pub(super) fn predicate(&mut self, arguments: &[SortId]) -> SymbolId {
        self.symbol(arguments, None, SymbolOrigin::Found)
    }

    pub(super) fn given(&mut self, arguments: &[SortId], values: Vec<Option<i64>>) -> SymbolId {
        self.symbol(arguments, Some((0..=0, true)), SymbolOrigin::Values(values))
    }

    pub(super) fn facts(&mut self, arguments: &[SortId], truths: Vec<bool>) -> SymbolId {
        self.symbol(arguments, None, SymbolOrigin::Truths(truths))
    }

    pub(super) fn variable(&mut self, sort: SortId) -> SheetVariable {
        self.0.variable(sort)
    }

    pub(super) fn number(&mut self, number: i64) -> TermId {
        self.0.term(Term::Number(number))
    }

    pub(super) fn of(&mut self, variable: SheetVariable) -> TermId {
        self.0.term(Term::Variable(variable))
    }

    pub(super) fn apply(&mut self, symbol: SymbolId, terms: &[TermId]) -> TermId {
        self.0.term(Term::Apply(symbol, terms.into()))
    }

    pub(super) fn binary(&mut self, operation: Operation, one: TermId, other: TermId) -> TermId {
        self.0.term(Term::Binary(operation, one, other))
    }

    pub(super) fn plus(&mut self, one: TermId, other: TermId) -> TermId {
        self.binary(Operation::Plus, one, other)
    }

    pub(super) fn absolute(&mut self, term: TermId) -> TermId {
        self.0.term(Term::Absolute(term))
    }

    pub(super) fn count(&mut self, variables: &[SheetVariable], body: SentenceId) -> TermId {
        self.0.term(Term::Count(variables.into(), body))
    }

    pub(super) fn fold(
        &mut self,
        fold: Fold,
        variables: &[SheetVariable],
        body: SentenceId,
        term: TermId,
    ) -> TermId {
        self.0.term(Term::Fold(fold, variables.into(), body, term))
    }

    pub(super) fn truth(&mut self, value: bool) -> SentenceId {
        self.0.sentence(SheetSentence::Truth(value))
    }

    pub(super) fn holds(&mut self, symbol: SymbolId, terms: &[TermId]) -> SentenceId {
        self.0.sentence(SheetSentence::Holds(symbol, terms.into()))
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        one: TermId,
        other: TermId,
    ) -> SentenceId {
        self.0.sentence(SheetSentence::Compare(comparison, one, other))
    }

    pub(super) fn equal(&mut self, one: TermId, other: TermId) -> SentenceId {
        self.compare(Comparison::Equal, one, other)
    }

    pub(super) fn less(&mut self, one: TermId, other: TermId) -> SentenceId {
        self.compare(Comparison::Less, one, other)
    }

    pub(super) fn at_most(&mut self, one: TermId, other: TermId) -> SentenceId {
        self.compare(Comparison::AtMost, one, other)
    }

    pub(super) fn not(&mut self, part: SentenceId) -> SentenceId {
        self.0.sentence(SheetSentence::Not(part))
    }

    pub(super) fn and(&mut self, parts: &[SentenceId]) -> SentenceId {
        self.0.sentence(SheetSentence::And(parts.into()))
    }

    pub(super) fn or(&mut self, parts: &[SentenceId]) -> SentenceId {
        self.0.sentence(SheetSentence::Or(parts.into()))
    }

    pub(super) fn implies(&mut self, one: SentenceId, other: SentenceId) -> SentenceId {
        let not = self.not(one);
        self.or(&[not, other])
    }

    pub(super) fn all(&mut self, variables: &[SheetVariable], body: SentenceId) -> SentenceId {
        self.0.sentence(SheetSentence::All(variables.into(), body))
    }

    pub(super) fn some(&mut self, variables: &[SheetVariable], body: SentenceId) -> SentenceId {
        self.0.sentence(SheetSentence::Some(variables.into(), body))
    }

    pub(super) fn distinct(
        &mut self,
        variables: &[SheetVariable],
        body: SentenceId,
        term: TermId,
    ) -> SentenceId {
        self.0.sentence(SheetSentence::Distinct(variables.into(), body, term))
    }

    pub(super) fn rule(&mut self, sentence: SentenceId) {
        self.0.rules.push(sentence);
    }
}
