//! What the words in a block are, as its kind explains them.

use super::{HoverLook, code, keyword};
use crate::ide::EditorPlace;
use crate::kinds::Definition;
use crate::kinds::editor::Explained;
use crate::syntax::ast::Verb;

impl HoverLook<'_> {
    /// A word or sign of a block: what it is, and of a part of a sentence what that may be.
    pub(super) fn in_block(&self, block: Definition, word: &str) -> Option<String> {
        let said = self.block_word(block, word);
        let EditorPlace { document, offset } = self.place;
        let is_own = self.cursor.item == Some(block);
        let puzzle = if is_own { self.analysis.puzzle(block) } else { None };
        let part = puzzle.and_then(|it| it.part_at(document, offset));
        let Some((span, values)) = part else { return said };
        let text = &self.analysis.scope.text(document)[span.range()];
        let shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let part = code("puzzle", &format!("{shown}: {values}"));
        Some(match said {
            Some(said) => format!("{part}\n\n{said}"),
            None => part,
        })
    }

    /// A word of a block, as the kind of the block explains it.
    fn block_word(&self, block: Definition, word: &str) -> Option<String> {
        let scope = &self.analysis.scope;
        let explained = scope.editor(block)?.explain(scope, block, &self.cursor.words(0), word)?;
        Some(match explained {
            Explained::Keyword(part) => keyword(part),
            Explained::Markdown(words) => words,
        })
    }

    /// A word of an answer about a block.
    pub(super) fn block_name(&self, block: Definition, verb: Verb, word: &str) -> Option<String> {
        let scope = &self.analysis.scope;
        let editor = scope.editor(block)?;
        editor.describe(scope, block, editor.answers(verb)?, word)
    }
}
