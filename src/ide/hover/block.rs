//! What the words in a block are, and where else they stand.

use super::{Look, count, keyword};
use crate::kinds::Definition;
use crate::kinds::editor::Explained;
use crate::syntax::ast::ItemKind;

impl Look<'_> {
    /// A word of a block, as the kind of the block explains it.
    pub fn block_word(&self, block: Definition, word: &str) -> Option<String> {
        let scope = &self.analysis.scope;
        let explained = scope.editor(block)?.explain(scope, block, &self.cursor.words(0), word)?;
        Some(match explained {
            Explained::Keyword(part) => keyword(part),
            Explained::Markdown(words) => words,
        })
    }

    /// A word of an answer about a block.
    pub fn block_name(&self, block: Definition, word: &str) -> Option<String> {
        let scope = &self.analysis.scope;
        let editor = scope.editor(block)?;
        editor.describe(scope, block, editor.answers(), word)
    }

    /// An atom: in how many clauses it stands.
    pub fn atom(&self, definition: Definition, word: &str) -> Option<String> {
        let ItemKind::Clauses { body, .. } = &self.analysis.scope.item(definition).kind else {
            return None;
        };
        let text = self.analysis.scope.text(definition.document);
        let title = self.analysis.scope.program.name(definition);
        let named = body.literals.iter().filter(|it| &text[it.atom.range()] == word);
        let signs: Vec<_> = named.map(|it| it.is_negative).collect();
        let negative = signs.iter().filter(|it| **it).count();
        let times = count(signs.len(), "time");
        (!signs.is_empty()).then(|| {
            format!("`{word}`: an atom of `{title}`; it stands there {times}, {negative} negated")
        })
    }
}
