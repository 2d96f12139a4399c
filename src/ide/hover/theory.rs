//! What the words of a theory are.

use super::{Look, code, keyword};
use crate::ide::theory::{What, owner, parts, theory};
use crate::kinds::Definition;
use crate::syntax::keyword::Keyword;

impl Look<'_> {
    /// A word of a theory, or of a sentence that is asked of it: the line that declares it.
    pub fn theory_word(&self, definition: Definition, word: &str) -> Option<String> {
        let definition = owner(&self.analysis.scope, definition, word);
        let (_, text) = theory(&self.analysis.scope, definition)?;
        let parts = parts(&self.analysis.scope, definition);
        let Some(part) = parts.iter().find(|it| &text[it.name.range()] == word) else {
            return Keyword::find_in_sentence(word).map(keyword);
        };
        let start = text[..part.name.start as usize].rfind('\n').map_or(0, |it| it + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        let line = line.split("//").next().unwrap_or_default().trim();
        let title = self.analysis.scope.program.name(definition);
        let what = part.what.words();
        let first = if part.what == What::Undeclared { ", used here first" } else { "" };
        Some(format!("{}\n\n{what} of `{title}`{first}", code("puzzle", line)))
    }
}
