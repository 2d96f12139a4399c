//! Why there is no solution, in words: what follows in turn, a line a step, and what is supposed with the steps below it.

use super::StepWords;
use crate::kinds::HintReason;
use crate::kinds::argument::{list, since};
use crate::kinds::sheet::understood::RuleKind;
use puzzle_engine::problem::sheet::{ArgumentStep, CellLiteral};

impl StepWords<'_, '_> {
    /// The lines of some steps. Steps for the same reason that bar values of the same thing share a line.
    pub(super) fn argument(&self, steps: &[ArgumentStep], indent: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let bars_same = |one: &ArgumentStep, other: &ArgumentStep| {
            let is_barred = |it: &ArgumentStep| it.says.is_some_and(|it| !it.is_so);
            is_barred(one)
                && is_barred(other)
                && one.says.map(cell) == other.says.map(cell)
                && (&one.rules, &one.facts) == (&other.rules, &other.facts)
                && one.otherwise.is_empty()
                && other.otherwise.is_empty()
        };
        for same in steps.chunk_by(bars_same) {
            let [first, ..] = same else { continue };
            let said: Vec<_> = same.iter().filter_map(|it| it.says).collect();
            let said = self.all_said(&said).pop();
            if !first.otherwise.is_empty() {
                let supposed = first.says.map(|it| CellLiteral { is_so: !it.is_so, ..it });
                let supposed = self.all_said(supposed.as_slice());
                lines.push(format!("{indent}if {}:", list(&supposed)));
                lines.extend(self.argument(&first.otherwise, &format!("{indent}    ")));
                lines.extend(said.map(|it| format!("{indent}so {it}")));
                continue;
            }
            lines.push(format!("{indent}{}", self.step(first, said)));
        }
        lines
    }

    /// That a function has fewer values than things to tell apart, where one rule that it does leaves nothing: the
    /// pigeonhole principle.
    pub(super) fn too_few_values(&self, only: &ArgumentStep) -> Option<String> {
        let [rule] = &only.rules[..] else { return None };
        let understood = self.understood();
        let RuleKind::Function(function) = understood.rules[rule.rule].kind else { return None };
        let symbol = &understood.symbols.symbols[function as usize];
        let result = symbol.result.filter(|it| !it.or_none)?;
        let (least, most) = understood.symbols.range_of(result.sort?)?;
        let values = usize::try_from(most - least + 1).ok()?;
        let (id, _) = self.symbols.iter().find(|it| *it.1 == function)?;
        let things = self.sheet.tuples(*id).filter(|it| values < *it)?;
        let name = symbol.name;
        Some(format!(
            "`{name}` has {values} values for {things} things, so two of them have the same"
        ))
    }

    fn step(&self, it: &ArgumentStep, said: Option<String>) -> String {
        let rule = |it: &_| {
            let HintReason { words, variables, .. } = self.rule(it);
            if variables.is_empty() { words } else { format!("{words} for {variables}") }
        };
        let rules = list(&it.rules.iter().map(rule).collect::<Vec<_>>());
        // Of a value that all others are barred for.
        let rest = it.says.filter(|it| it.is_so).is_some_and(|said| {
            !it.facts.is_empty() && it.facts.iter().all(|it| !it.is_so && cell(*it) == cell(said))
        });
        let since = since(&self.all_said(&it.facts));
        match (said, rules.is_empty()) {
            (Some(said), true) if rest => {
                format!("{said}, as no other value is left")
            }
            (Some(said), true) => format!("{said}{since}"),
            (Some(said), false) => format!("{said} by {rules}{since}"),
            (None, true) => format!("nothing is left{since}"),
            (None, false) => format!("{rules} cannot be true{since}"),
        }
    }

    /// Facts in words; those that bar values of the same thing together.
    fn all_said(&self, facts: &[CellLiteral]) -> Vec<String> {
        let mut said: Vec<(CellLiteral, Vec<Option<i64>>)> = Vec::new();
        for &it in facts {
            let is_same =
                |(of, _): &&mut (CellLiteral, _)| !of.is_so && !it.is_so && cell(*of) == cell(it);
            match said.iter_mut().find(is_same) {
                Some((_, values)) => values.push(it.value.value),
                None => said.push((it, vec![it.value.value])),
            }
        }
        let words = |(of, values): &mut (CellLiteral, Vec<_>)| {
            values.sort_unstable();
            self.said(of.value, values, of.is_so)
        };
        said.iter_mut().map(words).collect()
    }
}

/// What something is said of.
pub(super) fn cell(it: CellLiteral) -> impl PartialEq {
    (it.value.symbol, it.value.place)
}
