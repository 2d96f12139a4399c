//! The lines of a puzzle that its author may leave out: those of its own block, places of drawings among them.

use super::lower::Lowering;
use super::puzzle::SheetPuzzle;
use super::understood::{RuleKind, Understood, UnderstoodRule};
use crate::diagnostic::Related;
use crate::kinds::{Posed, Refusal};
use crate::text::shortened;
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{SheetTask, aim};

impl SheetPuzzle<'_> {
    /// The rules of its own block, by index; of what is done none.
    fn own_rules(&self) -> Vec<usize> {
        let understood = &self.understood;
        let own = understood.lineage.blocks.len() - 1;
        let says_what_is_so = understood.missing.is_empty() && !understood.doing.is_any();
        let rules = understood.rules.iter().enumerate();
        rules.filter(|it| says_what_is_so && it.1.place.block == own).map(|it| it.0).collect()
    }

    /// What they say, and where.
    pub(super) fn own_lines(&self) -> Vec<Related> {
        let understood = &self.understood;
        let line = |it: usize| {
            let rule = &understood.rules[it];
            let source = understood.lineage.blocks[rule.place.block].source.clone();
            Related { source: Some(source), span: rule.place.span, message: understood.says(rule) }
        };
        self.own_rules().into_iter().map(line).collect()
    }

    /// Whether one of them follows from some of the others and from those of other blocks.
    pub(super) fn own_follows(
        &self,
        line: usize,
        from: &[usize],
    ) -> Result<Posed<'_, bool>, Refusal> {
        let own = self.own_rules();
        let mut sheet = Lowering::new(&self.understood, &[])?.sheet;
        let denied = sheet.rules[own[line]];
        let is_kept = |rule: &usize| match own.iter().position(|it| it == rule) {
            Some(at) => from.contains(&at),
            None => true,
        };
        sheet.rules = (0..sheet.rules.len()).filter(is_kept).map(|it| sheet.rules[it]).collect();
        let task = SheetTask { sheet, aim: aim::BreakOne(vec![denied]) };
        Ok(Posed::new(task, |_, found| matches!(found, Outcome::Contradictory(_))))
    }
}

impl Understood<'_> {
    /// What a rule is called, if it has a name: that values differ in a part of the board is called like the part.
    pub(super) fn called(&self, rule: &UnderstoodRule) -> Option<String> {
        let RuleKind::Within(_, group, value) = rule.kind else { return rule.label.clone() };
        let group = &self.symbols.symbols[group as usize];
        let sort = group.result.and_then(|it| it.sort);
        let value = sort.map(|it| self.symbols.written_value(it, value)).unwrap_or_default();
        Some(format!("{} {value}", group.name))
    }

    /// What a rule says, in a few words.
    pub(super) fn says(&self, rule: &UnderstoodRule) -> String {
        let text = self.lineage.slice(rule.place);
        match (self.called(rule), &rule.kind) {
            (Some(name), _) => name,
            (None, RuleKind::Drawn(says)) => says.written(text, &self.symbols),
            (None, RuleKind::Function(_) | RuleKind::Constants(_)) => {
                format!("distinct {}", shortened(text))
            }
            (None, _) => shortened(text),
        }
    }
}
