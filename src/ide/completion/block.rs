//! What the lines of a block may say: settings of a game and their values, and what the kind says.

use rustc_hash::FxHashSet;

use super::{CompletionSort, Offers};
use crate::kinds::editor::{BlockLine, BlockOffer, WordRole};
use crate::kinds::{Definition, Facts};
use crate::syntax::ast::ItemKind;
use crate::text::Span;

/// A kind of game with its block, in the syntax of snippets.
pub(super) fn template(facts: &Facts) -> String {
    let settings = facts.settings.iter();
    let given: Vec<_> = settings.filter_map(|it| Some((it.name, it.sample?))).collect();
    let width = given.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let lines = (1..)
        .zip(given)
        .map(|(stop, (name, sample))| format!("    {name:width$} ${{{stop}:{sample}}}\n"));
    format!("{} {{\n{}}}", facts.name, lines.collect::<String>())
}

impl<'a> Offers<'a> {
    /// The settings that a game lacks.
    pub(super) fn settings(&mut self, game: Definition) {
        let ItemKind::Game(declared) = &self.analysis.scope.item(game).kind else { return };
        let Some(kind) = self.analysis.kind(game) else { return };
        let (text, word) = (self.cursor.text, self.cursor.word.start);
        let others = declared.settings.iter().filter(|it| it.name.start != word);
        let given: Vec<_> = others.map(|it| &text[it.name.range()]).collect();
        let is_last = self.cursor.is_last();
        for setting in kind.facts().settings.iter().filter(|it| !given.contains(&it.name)) {
            let detail = if setting.is_required { "required" } else { "may be left out" };
            if let Some(offer) = self.offer(CompletionSort::Setting, setting.name, detail) {
                offer.documentation = setting.summary.to_owned();
                offer.snippet = is_last.then(|| format!("{} $0", setting.name));
            }
        }
    }

    /// What a game's kind says may stand in a setting.
    pub(super) fn values(&mut self, game: Definition) {
        let Some(kind) = self.analysis.kind(game) else { return };
        let setting = self.cursor.before(0);
        for choice in kind.choices(game, setting, self.analysis.scope) {
            self.letter_or_word(&choice, setting);
        }
    }

    /// A word, or a letter that joins those before it.
    pub(super) fn letter_or_word(&mut self, word: &str, detail: &str) {
        let whole = self.span;
        if word.len() == 1 {
            self.within(Span::at(self.cursor.offset));
        }
        self.offer(CompletionSort::Value, word, detail);
        self.within(whole);
    }

    /// The words of the line from a token on, up to the one that is typed.
    pub(super) fn words(&self, from: usize) -> FxHashSet<&'a str> {
        let words = from..self.cursor.before.len();
        words.map(|it| self.cursor.before(it)).collect()
    }

    /// What the kind of a block says may stand there.
    pub(super) fn block(&mut self, block: Definition) {
        let (scope, cursor) = (self.analysis.scope, self.cursor);
        let Some(editor) = scope.editor(block) else { return };
        let typed = cursor.is_in_block.then_some(cursor.word);
        let line = BlockLine { before: &cursor.words(0), typed };
        editor.offer(&scope, block, line, &mut |offer| self.block_offer(offer));
    }

    /// What may stand next in an answer about a block, which begins at a token of the line.
    pub(super) fn block_answer(&mut self, block: Definition, from: usize) {
        let scope = self.analysis.scope;
        let Some(editor) = scope.editor(block) else { return };
        let said = self.cursor.words(from);
        editor.offer_answer(&scope, block, &said, &mut |offer| self.block_offer(offer));
    }

    /// What the kind of a block says may stand in a sentence that is asked of it.
    pub(super) fn sentence(&mut self, block: Definition) {
        let (scope, cursor) = (self.analysis.scope, self.cursor);
        let Some(editor) = scope.editor(block) else { return };
        editor.offer_sentence(&scope, block, &cursor.words(0), &mut |it| self.block_offer(it));
    }

    /// Whether there is room for more behind an offer.
    fn block_offer(&mut self, offer: BlockOffer<'_>) -> bool {
        match offer {
            BlockOffer::Keyword(keyword) => self.keyword(keyword, &format!("{} $0", keyword.word)),
            BlockOffer::Name { name, role, detail, rest } => {
                let sort = match role {
                    WordRole::Node => CompletionSort::Node,
                    WordRole::Treasure => CompletionSort::Treasure,
                    WordRole::Atom => CompletionSort::Atom,
                    WordRole::Sort => CompletionSort::Kind,
                    WordRole::Constant => CompletionSort::Value,
                    WordRole::Function
                    | WordRole::Predicate
                    | WordRole::Action
                    | WordRole::Symbol
                    | WordRole::Part
                    | WordRole::Rule => CompletionSort::Formula,
                };
                let rest = rest.filter(|_| self.cursor.is_last());
                if let Some(offer) = self.offer(sort, name, detail) {
                    offer.snippet = rest.map(|rest| format!("{name}{rest}"));
                }
            }
        }
        !self.found.is_incomplete
    }
}
