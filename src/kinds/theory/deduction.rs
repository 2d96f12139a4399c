//! Natural deductions in the words of a theory.

mod read;

pub(super) use read::read as read_deduction;

use super::UnderstoodTheory;
use super::statements::NamedStatements;
use crate::interchange::fitch::ShownLine;
use puzzle_engine::evidence::deduction::Deduction;
use puzzle_engine::logic::statements::NameNumber;
use puzzle_engine::problem::theory::MOST_DEDUCTION_LINES;

/// A deduction whose things have names.
pub(super) struct NamedDeduction<'d> {
    deduction: &'d Deduction,
    named: NamedStatements<'d>,
}

/// That no proof was found that could be shown.
pub(super) fn without_deduction() -> String {
    format!("no natural deduction of up to {MOST_DEDUCTION_LINES} lines was found")
}

impl<'d> NamedDeduction<'d> {
    pub(super) fn of(
        deduction: &'d Deduction,
        understood: &UnderstoodTheory<'_>,
        variables: &'d [String],
    ) -> Self {
        let names = deduction.lines.iter().filter_map(|it| it.named);
        let named = NamedStatements::of(&deduction.statements, understood, variables, names);
        Self { deduction, named }
    }

    /// Its lines in words.
    pub(super) fn lines(&self) -> Vec<ShownLine> {
        let shown = self.deduction.lines.iter().map(|line| {
            let named = line.named.map(|it| self.thing_given(it));
            let said = line.statement.map(|it| self.named.statement(it));
            ShownLine {
                depth: line.depth,
                said: named.into_iter().chain(said).collect::<Vec<_>>().join(" "),
                rule: line.rule,
                cited: line.cited.clone(),
            }
        });
        shown.collect()
    }

    /// What the last line says.
    pub(super) fn conclusion(&self) -> String {
        let last = self.deduction.lines.last().and_then(|it| it.statement);
        last.map(|it| self.named.statement(it)).unwrap_or_default()
    }

    fn thing_given(&self, name: NameNumber) -> String {
        let called = &self.named.things[name.0 as usize];
        let sort = self.deduction.statements.names[name.0 as usize];
        format!("[{called}{}]", self.named.of_sort(sort))
    }
}
