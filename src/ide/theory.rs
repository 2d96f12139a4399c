//! The sorts and symbols of a theory, as its lines declare them or first use them.

use crate::kinds::{Definition, Scope};
use crate::syntax::ast::{Head, ItemKind, SentenceOp, Theory, TheoryLine};
use crate::syntax::terminal::variable;
use crate::text::Span;

/// A sort or a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// Where it is declared, or used first.
    pub name: Span,
    /// What it is.
    pub what: What,
}

/// What a word of a theory is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// A sort.
    Sort,
    /// A thing with a name.
    Constant,
    /// A function.
    Function,
    /// A predicate.
    Predicate,
    /// A symbol that no line declares.
    Undeclared,
}

impl What {
    /// It, with its article.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Sort => "a sort",
            Self::Constant => "a constant",
            Self::Function => "a function",
            Self::Predicate => "a predicate",
            Self::Undeclared => "a symbol",
        }
    }
}

/// The lines of a theory, with the text that they stand in.
pub(super) fn theory<'a>(
    scope: &Scope<'a>,
    definition: Definition,
) -> Option<(&'a Theory, &'a str)> {
    match &scope.item(definition).kind {
        ItemKind::Theory { body, .. } => Some((body, scope.text(definition.document))),
        _ => None,
    }
}

/// The sorts and symbols of a theory; what it declares comes before the others.
pub(super) fn parts(scope: &Scope<'_>, definition: Definition) -> Vec<Part> {
    let Some((theory, text)) = theory(scope, definition) else { return Vec::new() };
    let mut parts: Vec<Part> = theory.lines.iter().flat_map(declared).collect();
    let tree = scope.tree(definition.document);
    let mut known: rustc_hash::FxHashSet<&str> = parts
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
                parts.push(Part { name, what: What::Undeclared });
            }
        }
    }
    parts
}

/// What a line declares.
pub(super) fn declared(line: &TheoryLine) -> Vec<Part> {
    let part = |name, what| Part { name, what };
    let constants = |names: &[Span]| -> Vec<Part> {
        names.iter().map(|it| part(*it, What::Constant)).collect()
    };
    match line {
        TheoryLine::Sort { name, elements } => {
            let elements = elements.as_deref().map(constants).unwrap_or_default();
            [vec![part(*name, What::Sort)], elements].concat()
        }
        TheoryLine::Predicates(heads) => {
            heads.iter().map(|Head { name, .. }| part(*name, What::Predicate)).collect()
        }
        TheoryLine::Function { head, .. } => vec![part(head.name, What::Function)],
        TheoryLine::Constants { names, .. } => constants(names),
        TheoryLine::Distinct(_) | TheoryLine::Rule { .. } => Vec::new(),
    }
}
