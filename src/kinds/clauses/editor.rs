//! What editors show of the lines of a clause set: its atoms.

use rustc_hash::FxHashSet;

use super::{atom_name, whole};
use crate::kinds::editor::{
    AddOffer, BlockLine, BlockOffer, BlockOutline, BlockWord, Editor, Explained, WordRole, count,
    not_in_lines,
};
use crate::kinds::scope::{Definition, Scope};
use crate::syntax::ast::{ClausesBlock, Item, ItemKind, Verb};
use crate::syntax::terminal::is_foreign_connective;
use crate::text::Span;

/// What editors ask about clause sets.
#[derive(Debug)]
pub(super) struct ClausesEditor;

/// The clauses that an item declares. The lines of those in a foreign format are not shown.
fn clauses(item: &Item) -> Option<&ClausesBlock> {
    match &item.kind {
        ItemKind::Clauses { body, .. } => Some(body),
        _ => None,
    }
}

impl Editor for ClausesEditor {
    fn words(&self, item: &Item) -> Vec<BlockWord> {
        let literals = clauses(item).into_iter().flat_map(|it| &it.literals);
        let word = |span| BlockWord { span, role: WordRole::Atom, is_declaration: false };
        literals.map(|it| word(it.atom)).collect()
    }

    fn name<'t>(&self, _: WordRole, word: &'t str) -> Option<&'t str> {
        // Atoms are numbered from 1.
        Some(atom_name(word)).filter(|it| *it != "0")
    }

    fn has(&self, scope: &Scope<'_>, block: Definition, _: WordRole, name: &str) -> bool {
        let text = scope.text(block.document);
        let mut literals = clauses(scope.item(block)).into_iter().flat_map(|it| &it.literals);
        literals.any(|it| atom_name(&text[it.atom.range()]) == name)
    }

    fn answers(&self, verb: Verb) -> Option<WordRole> {
        (verb == Verb::Solve).then_some(WordRole::Atom)
    }

    fn outline(&self, item: &Item, _: &str) -> BlockOutline {
        let clauses = clauses(item).map_or(0, |it| it.ends.len());
        BlockOutline { detail: count(clauses, "clause"), parts: Vec::new() }
    }

    fn stretches(&self, item: &Item, text: &str) -> Vec<Span> {
        let Some(clauses) = clauses(item) else { return Vec::new() };
        let (mut spans, mut start) = (Vec::new(), 0);
        for &end in &clauses.ends {
            let literals = clauses.literals[start as usize..end as usize].iter();
            let literals = literals.map(|it| whole(text, it));
            spans.extend(literals.clone());
            spans.extend(literals.reduce(Span::to));
            start = end;
        }
        spans
    }

    fn forbids(&self, name: &str) -> Option<&'static str> {
        match self.name(WordRole::Atom, name) {
            _ if not_in_lines(name).is_some() => not_in_lines(name),
            _ if is_foreign_connective(name) => {
                Some("this word is a connective of other notations")
            }
            None => Some("atoms are numbered from 1"),
            Some(_) => None,
        }
    }

    fn describe(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        _: WordRole,
        name: &str,
    ) -> Option<String> {
        let literals = &clauses(scope.item(block))?.literals;
        let text = scope.text(block.document);
        let named = literals.iter().filter(|it| &text[it.atom.range()] == name);
        let signs: Vec<_> = named.map(|it| it.is_negative).collect();
        let negative = signs.iter().filter(|it| **it).count();
        let (title, times) = (scope.program.name(block), count(signs.len(), "time"));
        (!signs.is_empty()).then(|| {
            format!("`{name}`: an atom of `{title}`; it stands there {times}, {negative} negated")
        })
    }

    fn explain(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        _: &[&str],
        word: &str,
    ) -> Option<Explained> {
        self.describe(scope, block, WordRole::Atom, word).map(Explained::Markdown)
    }

    /// The atoms that the clause does not name yet.
    fn offer(&self, scope: &Scope<'_>, block: Definition, line: BlockLine<'_>, add: AddOffer<'_>) {
        let Some(clauses) = clauses(scope.item(block)) else { return };
        let text = scope.text(block.document);
        let mut seen: FxHashSet<&str> = line.before.iter().copied().collect();
        for literal in &clauses.literals {
            let name = &text[literal.atom.range()];
            let is_new = line.typed != Some(literal.atom) && seen.insert(name);
            let offer = BlockOffer::name(name, WordRole::Atom);
            if is_new && !add(offer) {
                return;
            }
        }
    }

    fn offer_answer(&self, scope: &Scope<'_>, block: Definition, said: &[&str], add: AddOffer<'_>) {
        self.offer(scope, block, BlockLine { before: said, typed: None }, add);
    }
}
