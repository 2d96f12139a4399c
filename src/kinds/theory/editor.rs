//! What editors show of the lines of a theory, or of a puzzle by rules of its own: its sorts and
//! symbols, as its lines declare them or first use them, and what a sentence may say.

use rustc_hash::FxHashMap;

use super::offers;
use super::vocabulary::{TheoryPart, argument_sort, blocks, declared, parts, sorts_of, theory};
use crate::kinds::editor::{
    AddOffer, BlockLine, BlockOutline, BlockWord, Editor, Explained, OutlinePart, WordRole, code,
    count, not_in_sentences,
};
use crate::kinds::{Definition, Scope};
use crate::syntax::ast::{Item, ItemKind, TheoryLine, Verb};
use crate::syntax::keyword::Keyword;
use crate::syntax::terminal::variable;
use crate::text::Span;

/// What editors ask about theories and puzzles.
#[derive(Debug)]
pub(crate) struct TheoryEditor;

impl Editor for TheoryEditor {
    fn words(&self, item: &Item) -> Vec<BlockWord> {
        let words = lines(item).iter().flat_map(words);
        let word =
            |(span, is_declaration)| BlockWord { span, role: WordRole::Part, is_declaration };
        words.map(word).collect()
    }

    fn blocks(&self, scope: &Scope<'_>, block: Definition) -> Vec<Definition> {
        blocks(scope, block)
    }

    fn owner(&self, scope: &Scope<'_>, block: Definition, name: &str) -> Definition {
        owner(scope, block, name)
    }

    fn has(&self, scope: &Scope<'_>, block: Definition, _: WordRole, name: &str) -> bool {
        let text = scope.text(block.document);
        parts(scope, block).iter().any(|it| &text[it.name.range()] == name)
    }

    fn sort<'a>(&self, scope: &Scope<'a>, block: Definition, name: &str) -> Option<&'a str> {
        // A sort leads to itself.
        match self.roles(scope, block).get_key_value(name) {
            Some((own, WordRole::Sort)) => Some(*own),
            _ => sorts_of(scope, block).get(name).copied(),
        }
    }

    fn argument_sort<'a>(
        &self,
        scope: &Scope<'a>,
        block: Definition,
        name: &str,
        index: usize,
    ) -> Option<&'a str> {
        argument_sort(scope, block, name, index)
    }

    fn answers(&self, verb: Verb) -> Option<WordRole> {
        (verb == Verb::Ask).then_some(WordRole::Part)
    }

    fn outline(&self, item: &Item, _: &str) -> BlockOutline {
        let lines = lines(item);
        let rules = lines.iter().filter(|it| matches!(it, TheoryLine::Rule { .. })).count();
        let parts = lines.iter().flat_map(|line| match line {
            TheoryLine::Rule { label: Some(label), sentence } => {
                vec![OutlinePart { name: *label, role: WordRole::Rule, rest: sentence.span }]
            }
            _ => {
                let part = |TheoryPart { name, role }| OutlinePart {
                    name,
                    role,
                    rest: Span::at(name.end),
                };
                declared(line).into_iter().map(part).collect()
            }
        });
        BlockOutline { detail: count(rules, "sentence"), parts: parts.collect() }
    }

    fn stretches(&self, item: &Item, _: &str) -> Vec<Span> {
        item.kind.sentences().map(|(sentence, _)| sentence.span).collect()
    }

    fn keeps(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        _: WordRole,
        name: &str,
    ) -> Option<String> {
        // A word that no line declares has a meaning wherever there are numbers.
        let has_numbers = has_numbers(scope, block);
        (has_numbers && !declares(scope, block, name))
            .then(|| format!("`{name}` comes with boards and numbers; nothing here declares it"))
    }

    fn forbids(&self, name: &str) -> Option<&'static str> {
        let is_variable = variable(name).is_some();
        let reason = not_in_sentences(name);
        reason.or(is_variable.then_some("a single lower-case letter is a variable"))
    }

    fn is_taken(&self, scope: &Scope<'_>, block: Definition, name: &str) -> bool {
        let text = scope.text(block.document);
        scope.tree(block.document).bound.iter().any(|it| &text[it.name.range()] == name)
    }

    fn roles<'a>(&self, scope: &Scope<'a>, block: Definition) -> FxHashMap<&'a str, WordRole> {
        let blocks = blocks(scope, block).into_iter().rev();
        let parts = blocks.flat_map(|block| {
            let text = scope.text(block.document);
            parts(scope, block).into_iter().map(move |it| (&text[it.name.range()], it.role))
        });
        parts.collect()
    }

    fn describe(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        _: WordRole,
        name: &str,
    ) -> Option<String> {
        let owner = owner(scope, block, name);
        let (_, text) = theory(scope, owner)?;
        let parts = parts(scope, owner);
        let part = parts.iter().find(|it| &text[it.name.range()] == name)?;
        let start = text[..part.name.start as usize].rfind('\n').map_or(0, |it| it + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        let line = line.split("//").next().unwrap_or_default().trim();
        let title = scope.program.name(owner);
        let first = if part.role == WordRole::Symbol { ", used here first" } else { "" };
        let what = part.role.with_article();
        Some(format!("{}\n\n{what} of `{title}`{first}", code("puzzle", line)))
    }

    fn explain(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        _: &[&str],
        word: &str,
    ) -> Option<Explained> {
        theory(scope, block)?;
        let described = self.describe(scope, block, WordRole::Part, word).map(Explained::Markdown);
        described.or_else(|| Keyword::find_in_sentence(word).map(Explained::Keyword))
    }

    fn offer(&self, scope: &Scope<'_>, block: Definition, line: BlockLine<'_>, add: AddOffer<'_>) {
        offers::in_block(scope, block, line, add);
    }

    fn offer_sentence(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        before: &[&str],
        add: AddOffer<'_>,
    ) {
        offers::in_question(scope, block, before, add);
    }
}

/// Whether a block is a puzzle, or a theory with numbers.
fn has_numbers(scope: &Scope<'_>, block: Definition) -> bool {
    match &scope.item(block).kind {
        ItemKind::Puzzle { .. } => true,
        ItemKind::Theory { body, .. } => {
            let (tree, text) = (scope.tree(block.document), scope.text(block.document));
            super::numbers::first(body, tree, text).is_some()
        }
        _ => false,
    }
}

/// The lines that an item declares.
fn lines(item: &Item) -> &[TheoryLine] {
    match &item.kind {
        ItemKind::Theory { body, .. } | ItemKind::Puzzle { body, .. } => &body.lines,
        _ => &[],
    }
}

/// The block that declares a word of another one.
fn owner(scope: &Scope<'_>, definition: Definition, word: &str) -> Definition {
    // What a later block declares again, as a grid with its size, is that of the first one.
    let mut blocks = blocks(scope, definition).into_iter().rev();
    blocks.find(|it| declares(scope, *it, word)).unwrap_or(definition)
}

/// Whether a line of a block declares a word.
fn declares(scope: &Scope<'_>, block: Definition, word: &str) -> bool {
    theory(scope, block).is_some_and(|(theory, text)| {
        theory.lines.iter().flat_map(declared).any(|it| &text[it.name.range()] == word)
    })
}

/// The words of a line of a theory that declare something or name sorts.
fn words(line: &TheoryLine) -> Vec<(Span, bool)> {
    let names = declared(line).into_iter().map(|it| (it.name, true));
    let mentioned: Vec<Span> = match line {
        TheoryLine::Predicates(heads) => heads.iter().flat_map(|it| it.arguments.clone()).collect(),
        TheoryLine::Functions { heads, result, .. } | TheoryLine::Given { heads, result, .. } => {
            let arguments = heads.iter().flat_map(|it| it.arguments.iter().copied());
            arguments.chain(result.and_then(|it| it.sort())).collect()
        }
        TheoryLine::Constants { result, .. } => {
            result.and_then(|it| it.sort()).into_iter().collect()
        }
        TheoryLine::Distinct { names, result: None, within } => [&names[..], within].concat(),
        TheoryLine::Distinct { result, within, .. } => {
            result.and_then(|it| it.sort()).into_iter().chain(within.iter().copied()).collect()
        }
        TheoryLine::Drawing { name, .. } => vec![*name],
        TheoryLine::Ends { player, .. } | TheoryLine::Score { player, .. } => vec![*player],
        TheoryLine::Define { parameters, .. } | TheoryLine::Action { parameters, .. } => {
            parameters.iter().filter_map(|it| it.sort?.sort()).collect()
        }
        TheoryLine::Sort { elements: Some(elements), .. } => {
            elements.constructors().iter().flat_map(|it| it.arguments.clone()).collect()
        }
        TheoryLine::Sort { elements: None, .. }
        | TheoryLine::Grid { .. }
        | TheoryLine::Sign { .. }
        | TheoryLine::Start(_)
        | TheoryLine::Goal(_)
        | TheoryLine::Part { .. }
        | TheoryLine::Players(_)
        | TheoryLine::Rule { .. } => Vec::new(),
    };
    names.chain(mentioned.into_iter().map(|it| (it, false))).collect()
}
