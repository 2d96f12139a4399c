//! The words that the lines of a theory or a puzzle declare or use, and what the lines say of them, as editors show it.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::kinds::editor::WordRole;
use crate::kinds::scope::MAX_BLOCKS;
use crate::kinds::{Definition, Scope};
use crate::syntax::ast::{
    Elements, Head, ItemKind, SentenceOp, TheoryLine, WrittenBody, WrittenTheory, WrittenType,
};
use crate::syntax::terminal::variable;
use crate::text::Span;

/// A sort or a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TheoryPart {
    /// Where it is declared, or used first.
    pub name: Span,
    /// What it is.
    pub role: WordRole,
}

/// The lines of a theory, with the text that they stand in.
pub(super) fn theory<'a>(
    scope: &Scope<'a>,
    definition: Definition,
) -> Option<(&'a WrittenTheory, &'a str)> {
    match &scope.item(definition).kind {
        ItemKind::Theory { body, .. } | ItemKind::Puzzle { body, .. } => {
            Some((body, scope.text(definition.document)))
        }
        _ => None,
    }
}

/// A theory, or a puzzle and before it those whose lines hold there as well, its own lines first; no more of them
/// than may be.
pub(super) fn blocks(scope: &Scope<'_>, definition: Definition) -> Vec<Definition> {
    let mut blocks = vec![definition];
    let mut seen = FxHashSet::from_iter([definition]);
    let mut next = definition;
    while let ItemKind::Puzzle { rules: Some(rules), .. } = &scope.item(next).kind {
        let Some(parent) = scope.find(&scope.text(next.document)[rules.range()]) else { break };
        if blocks.len() == MAX_BLOCKS || theory(scope, parent).is_none() || !seen.insert(parent) {
            break;
        }
        blocks.push(parent);
        next = parent;
    }
    blocks
}

/// The sorts and symbols of a theory; what it declares comes before the others.
pub(super) fn parts(scope: &Scope<'_>, definition: Definition) -> Vec<TheoryPart> {
    let Some((theory, text)) = theory(scope, definition) else { return Vec::new() };
    let mut parts: Vec<TheoryPart> = theory.lines.iter().flat_map(declared).collect();
    let tree = scope.tree(definition.document);
    let mut known: FxHashSet<&str> = parts
        .iter()
        .map(|it| it.name)
        .chain(tree.bound.iter().map(|it| it.name))
        .map(|it| &text[it.range()])
        .collect();
    for line in &theory.lines {
        let TheoryLine::Rule { sentence, .. } = line else { continue };
        for node in tree.sentence(sentence) {
            let SentenceOp::Apply { name, arguments } = node.op else { continue };
            let word = &text[name.range()];
            let is_variable = arguments == 0 && variable(word).is_some();
            if !is_variable && known.insert(word) {
                parts.push(TheoryPart { name, role: WordRole::Symbol });
            }
        }
    }
    parts
}

/// What a line declares.
pub(super) fn declared(line: &TheoryLine) -> Vec<TheoryPart> {
    let part = |name, role| TheoryPart { name, role };
    let constants = |names: &[Span]| -> Vec<TheoryPart> {
        names.iter().map(|it| part(*it, WordRole::Constant)).collect()
    };
    match line {
        TheoryLine::Sort { name, elements } => {
            let names = elements.as_ref().map_or(&[][..], Elements::names);
            let constructors = elements.as_ref().map_or(&[][..], Elements::constructors);
            let made = constructors.iter().map(|it| match it.arguments[..] {
                [] => part(it.name, WordRole::Constant),
                _ => part(it.name, WordRole::Function),
            });
            [vec![part(*name, WordRole::Sort)], constants(names), made.collect()].concat()
        }
        TheoryLine::Predicates(heads) => {
            heads.iter().map(|Head { name, .. }| part(*name, WordRole::Predicate)).collect()
        }
        TheoryLine::Functions { heads, .. } => {
            heads.iter().map(|it| part(it.name, WordRole::Function)).collect()
        }
        TheoryLine::Constants { names, .. } => constants(names),
        TheoryLine::Given { heads, result, .. } => {
            let role = if result.is_some() { WordRole::Function } else { WordRole::Predicate };
            heads.iter().map(|it| part(it.name, role)).collect()
        }
        TheoryLine::Distinct { names, result: Some(_), .. } => constants(names),
        TheoryLine::Define { name, body: WrittenBody::Sentence(_), .. } => {
            vec![part(*name, WordRole::Predicate)]
        }
        TheoryLine::Define { name, .. } => vec![part(*name, WordRole::Function)],
        TheoryLine::Grid { name, .. } => vec![part(*name, WordRole::Sort)],
        TheoryLine::Action { name, .. } => vec![part(*name, WordRole::Action)],
        TheoryLine::Players(names) => constants(names),
        TheoryLine::Distinct { .. }
        | TheoryLine::Start(_)
        | TheoryLine::Goal(_)
        | TheoryLine::Part { .. }
        | TheoryLine::Sign { .. }
        | TheoryLine::Drawing { .. }
        | TheoryLine::Ends { .. }
        | TheoryLine::Score { .. }
        | TheoryLine::Rule { .. } => Vec::new(),
    }
}

/// The sort of what is calculated, which nothing can be called.
pub(super) const NUMBER: &str = "number of any sort";

/// What the sort of a range is called, or a sort that is one.
fn called<'a>(text: &'a str, it: &WrittenType) -> &'a str {
    it.sort().map_or(NUMBER, |it| &text[it.range()])
}

/// The names of sorts whose things are numbers.
pub(super) fn number_sorts<'a>(scope: &Scope<'a>, block: Definition) -> FxHashSet<&'a str> {
    let mut names = FxHashSet::from_iter([NUMBER]);
    for block in blocks(scope, block) {
        let Some((theory, text)) = theory(scope, block) else { continue };
        names.extend(theory.lines.iter().filter_map(|line| match line {
            TheoryLine::Sort { name, elements: Some(Elements::Range(_)) } => {
                Some(&text[name.range()])
            }
            _ => None,
        }));
    }
    names
}

/// The sorts of constants, and of what functions yield, as far as the lines of a block tell them.
pub(super) fn sorts_of<'a>(scope: &Scope<'a>, block: Definition) -> FxHashMap<&'a str, &'a str> {
    let mut sorts = FxHashMap::default();
    for block in blocks(scope, block) {
        let Some((theory, text)) = theory(scope, block) else { continue };
        let word = |it: &Span| &text[it.range()];
        for line in &theory.lines {
            let heads = |heads: &[Head]| heads.iter().map(|it| it.name).collect::<Vec<_>>();
            let (names, sort) = match line {
                TheoryLine::Sort { name, elements: Some(elements) } => (
                    [elements.names().to_vec(), heads(elements.constructors())].concat(),
                    Some(word(name)),
                ),
                TheoryLine::Functions { heads: all, result, .. }
                | TheoryLine::Given { heads: all, result, .. } => {
                    (heads(all), result.map(|it| called(text, &it)))
                }
                TheoryLine::Constants { names, result, .. }
                | TheoryLine::Distinct { names, result, .. } => {
                    (names.clone(), result.map(|it| called(text, &it)))
                }
                _ => continue,
            };
            if let Some(sort) = sort {
                sorts.extend(names.iter().map(|it| (word(it), sort)));
            }
        }
    }
    sorts
}

/// The sort of an argument of something, by its index.
pub(super) fn argument_sort<'a>(
    scope: &Scope<'a>,
    block: Definition,
    word: &str,
    index: usize,
) -> Option<&'a str> {
    blocks(scope, block).into_iter().find_map(|block| {
        let (theory, text) = theory(scope, block)?;
        let heads = theory.lines.iter().flat_map(|line| match line {
            TheoryLine::Predicates(heads)
            | TheoryLine::Functions { heads, .. }
            | TheoryLine::Given { heads, .. } => &heads[..],
            TheoryLine::Sort { elements: Some(elements), .. } => elements.constructors(),
            _ => &[],
        });
        let mut heads = heads.filter(|it| &text[it.name.range()] == word);
        heads.next()?.arguments.get(index).map(|it| &text[it.range()])
    })
}
