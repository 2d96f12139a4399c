//! What a part of a sentence may be: of a variable its sort, of a number the least and the greatest.

use super::classes::Type;
use super::ranges::Range;
use super::resolve::{NodeRole, Resolved};
use super::settle::Settling;
use super::understood::Understood;
use crate::text::Span;

impl Understood<'_> {
    /// The part that stands at an offset of a document, and what it may be.
    pub fn part_at(&self, document: u32, offset: u32) -> Option<(Span, String)> {
        let definitions = self.order.iter().map(|it| &self.definitions[*it]);
        let mut all: Vec<(Option<u32>, &Resolved<'_>)> =
            definitions.map(|it| (Some(it.symbol), &it.body)).collect();
        all.extend(self.signs.iter().map(|it| (None, &it.sentence)));
        all.extend(self.sentences.iter().map(|it| (None, it)));
        let is_at = |span: Span| span.start <= offset && offset < span.end;
        let blocks = &self.lineage.blocks;
        let (at, sentence) = all.iter().enumerate().find_map(|(at, (_, it))| {
            let whole = it.nodes.last()?.span;
            let is_here = blocks.get(it.block)?.definition.document == document;
            (is_here && is_at(whole)).then_some((at, *it))
        })?;
        let nodes = sentence.nodes.iter().enumerate().filter(|(_, it)| is_at(it.span));
        let (node, part) = nodes.min_by_key(|(_, it)| it.span.len())?;
        if let NodeRole::Variable(variable) = sentence.roles[node] {
            let sort = self.variables[variable as usize].sort?;
            return Some((part.span, self.written_sort(sort)));
        }
        let class = sentence.classes[node]?;
        match self.symbols.classes.type_of(class) {
            Some(Type::Thing(sort)) => Some((part.span, self.written_sort(sort))),
            Some(Type::Number) => {
                let (mut symbols, mut variables) = (self.symbols.clone(), self.variables.clone());
                let mut settling = Settling::new(&mut symbols, &mut variables);
                let ranges = settling.settle(0, &all);
                Some((part.span, written(ranges.get(at)?.get(node).copied()??)))
            }
            _ => None,
        }
    }

    /// A sort by its name, or the numbers that it is made of.
    fn written_sort(&self, sort: u32) -> String {
        self.symbols.sorts[sort as usize].name.clone()
    }
}

fn written((least, most): Range) -> String {
    format!("{least}..{most}")
}
