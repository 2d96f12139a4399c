//! Lines that begin with `distinct`: which constants differ, and where the values of functions do.

use super::errors;
use super::lineage::{BlockPlace, Findings, SheetBlock};
use super::symbols::{NameMeaning, NameOrigin};
use super::understood::{RuleKind, Understood, UnderstoodRule};
use crate::syntax::ast::TheoryLine;
use crate::text::Span;

impl<'a> Understood<'a> {
    /// The rules of lines that begin with `distinct`.
    pub(super) fn distinct(&mut self, findings: &mut Findings<'_, 'a>) {
        let lines: Vec<_> = self.lines().collect();
        for (index, block, line) in lines {
            let TheoryLine::Distinct { names, within, .. } = line else { continue };
            findings.block = index;
            let Some((constants, functions, groups)) =
                self.distinct_line(&block, names, within, findings)
            else {
                continue;
            };
            let whole = names[0].to(within.last().copied().unwrap_or(names[names.len() - 1]));
            let place = BlockPlace { block: index, span: whole };
            if constants.len() > 1 {
                let kind = RuleKind::Constants(constants);
                self.rules.push(UnderstoodRule { kind, place, label: None });
            }
            for (function, span) in functions {
                if groups.is_empty() {
                    let place = BlockPlace { block: index, span };
                    let kind = RuleKind::Function(function);
                    self.rules.push(UnderstoodRule { kind, place, label: None });
                }
                for (group, span) in &groups {
                    let place = BlockPlace { block: index, span: *span };
                    self.group(function, *group, place);
                }
            }
        }
    }

    /// The rules that the values of a function differ where another one has the same value.
    fn group(&mut self, function: u32, group: u32, place: BlockPlace) {
        let known = &self.symbols.symbols[group as usize];
        let values = match (known.origin, &self.symbols.grid) {
            (NameOrigin::Board(relation), Some(grid)) => grid.table(relation),
            (NameOrigin::Given, _) => self.tables.of.get(&group).cloned(),
            _ => None,
        };
        let Some(values) = values else {
            let kind = RuleKind::Wherever(function, group);
            return self.rules.push(UnderstoodRule { kind, place, label: None });
        };
        let mut values: Vec<i64> = values.into_iter().flatten().collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            let kind = RuleKind::Within(function, group, value);
            self.rules.push(UnderstoodRule { kind, place, label: None });
        }
    }

    pub(super) fn check_distinct(&mut self, findings: &mut Findings<'_, 'a>) {
        let lines: Vec<_> = self.lines().collect();
        for (index, block, line) in lines {
            if let TheoryLine::Distinct { names, within, .. } = line {
                findings.block = index;
                self.distinct_line(&block, names, within, findings);
            }
        }
    }

    /// The constants, the functions and the groups of a line.
    #[expect(clippy::type_complexity, reason = "three lists that only this file takes apart")]
    fn distinct_line(
        &self,
        block: &SheetBlock<'a>,
        names: &[Span],
        within: &[Span],
        findings: &mut Findings<'_, 'a>,
    ) -> Option<(Vec<u32>, Vec<(u32, Span)>, Vec<(u32, Span)>)> {
        let (mut constants, mut functions, mut groups) = (Vec::new(), Vec::new(), Vec::new());
        let before = findings.found.len();
        for name in names {
            let word = block.slice(*name);
            if let Some(sort) = self.symbols.sort_called(word) {
                let all = (0..).zip(&self.symbols.symbols);
                let of_sort = all.filter(|(_, it)| {
                    it.parameters.is_empty() && it.result.is_some_and(|it| it.sort == Some(sort))
                });
                constants.extend(of_sort.map(|it| it.0));
                continue;
            }
            match self.function(word, *name, findings) {
                Some(it) if self.symbols.symbols[it as usize].parameters.is_empty() => {
                    constants.push(it);
                }
                Some(it) => functions.push((it, *name)),
                None => {}
            }
        }
        for name in within {
            let Some(group) = self.function(block.slice(*name), *name, findings) else { continue };
            let of = |it: u32| {
                let parameters = &self.symbols.symbols[it as usize].parameters;
                let sort = |it: &super::symbols::Parameter| {
                    it.sort.or_else(|| self.variables[it.variable? as usize].sort)
                };
                parameters.iter().map(sort).collect::<Vec<_>>()
            };
            match functions.iter().find(|(it, _)| of(*it) != of(group)) {
                Some((function, _)) => {
                    let name_of = |it: u32| self.symbols.symbols[it as usize].name;
                    findings.push(errors::other_arguments(
                        *name,
                        name_of(*function),
                        name_of(group),
                    ));
                }
                None => groups.push((group, *name)),
            }
        }
        (findings.found.len() == before).then_some((constants, functions, groups))
    }

    /// The function that a word names.
    fn function(&self, word: &str, span: Span, findings: &mut Findings<'_, 'a>) -> Option<u32> {
        match self.symbols.find(word) {
            Some(NameMeaning::Symbol(symbol))
                if self.symbols.symbols[symbol as usize].result.is_some() =>
            {
                Some(symbol)
            }
            Some(NameMeaning::Symbol(_)) => {
                findings.push(errors::wrong_role(word, span, true));
                None
            }
            Some(NameMeaning::Thing(..)) => None,
            None if self.symbols.lacks_names => None,
            None if word == "box" && self.symbols.grid.is_some() => {
                findings.push(errors::no_boxes(span));
                None
            }
            None if self.symbols.sort_called(word).is_some() => {
                findings.push(errors::sort_as_group(word, span));
                None
            }
            None => {
                let known: Vec<_> = self.symbols.similar_names(|it| it.result.is_some()).collect();
                let sought = (false, 0, None);
                findings.push(errors::unknown_symbol(word, span, sought, known));
                None
            }
        }
    }
}
