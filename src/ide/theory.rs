//! The sorts and symbols of a theory, as its lines declare them or first use them.

use rustc_hash::FxHashMap;

use crate::kinds::theory::starts;
use crate::kinds::{Definition, Scope};
use crate::syntax::ast::{
    Body, Bound, Head, ItemKind, Sentence, SentenceNode, SentenceOp, Theory, TheoryLine, Tree,
};
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
        ItemKind::Theory { body, .. } | ItemKind::Puzzle { body, .. } => {
            Some((body, scope.text(definition.document)))
        }
        _ => None,
    }
}

/// A theory, or a puzzle and before it those whose lines hold there as well, its own lines first.
pub(super) fn blocks(scope: &Scope<'_>, definition: Definition) -> Vec<Definition> {
    let mut blocks = vec![definition];
    let mut next = definition;
    while let ItemKind::Puzzle { rules: Some(rules), .. } = &scope.item(next).kind {
        let Some(parent) = scope.find(&scope.text(next.document)[rules.range()]) else { break };
        if blocks.contains(&parent) || theory(scope, parent).is_none() {
            break;
        }
        blocks.push(parent);
        next = parent;
    }
    blocks
}

/// The block that declares a word of another one.
pub(super) fn owner(scope: &Scope<'_>, definition: Definition, word: &str) -> Definition {
    // What a later block declares again, as a grid with its size, is that of the first one.
    let mut blocks = blocks(scope, definition).into_iter().rev();
    blocks.find(|it| declares(scope, *it, word)).unwrap_or(definition)
}

/// Whether a line of a block declares a word.
pub(super) fn declares(scope: &Scope<'_>, block: Definition, word: &str) -> bool {
    theory(scope, block).is_some_and(|(theory, text)| {
        theory.lines.iter().flat_map(declared).any(|it| &text[it.name.range()] == word)
    })
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
            let elements = elements.as_ref().map(|it| constants(it.names())).unwrap_or_default();
            [vec![part(*name, What::Sort)], elements].concat()
        }
        TheoryLine::Predicates(heads) => {
            heads.iter().map(|Head { name, .. }| part(*name, What::Predicate)).collect()
        }
        TheoryLine::Functions { heads, .. } => {
            heads.iter().map(|it| part(it.name, What::Function)).collect()
        }
        TheoryLine::Constants { names, .. } => constants(names),
        TheoryLine::Given { heads, result, .. } => {
            let what = if result.is_some() { What::Function } else { What::Predicate };
            heads.iter().map(|it| part(it.name, what)).collect()
        }
        TheoryLine::Distinct { names, result: Some(_), .. } => constants(names),
        TheoryLine::Define { name, body: Body::Sentence(_), .. } => {
            vec![part(*name, What::Predicate)]
        }
        TheoryLine::Define { name, .. } => vec![part(*name, What::Function)],
        TheoryLine::Grid { name, .. } => vec![part(*name, What::Sort)],
        TheoryLine::Distinct { .. }
        | TheoryLine::Sign { .. }
        | TheoryLine::Drawing { .. }
        | TheoryLine::Rule { .. } => Vec::new(),
    }
}

/// A word of a theory or of a sentence, with what it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// A sort or a symbol.
    Part,
    /// A variable, by the place where it is bound or asked for first.
    Bound(Span),
}

/// The words of a line of a theory that declare something or name sorts.
pub(super) fn words(line: &TheoryLine) -> Vec<(Span, bool)> {
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
        TheoryLine::Define { parameters, .. } => {
            parameters.iter().filter_map(|it| it.sort?.sort()).collect()
        }
        TheoryLine::Sort { .. }
        | TheoryLine::Grid { .. }
        | TheoryLine::Sign { .. }
        | TheoryLine::Rule { .. } => Vec::new(),
    };
    names.chain(mentioned.into_iter().map(|it| (it, false))).collect()
}

/// The words of a sentence, each with what it names, and whether it binds it.
/// `parameters` are variables that it has from a definition.
pub(super) fn in_sentence(
    text: &str,
    tree: &Tree,
    sentence: &Sentence,
    parameters: &[Bound],
) -> Vec<(Span, Word, bool)> {
    let nodes = tree.sentence(sentence);
    let starts = starts(nodes);
    let mut found = Vec::new();
    let mut asked: FxHashMap<&str, Span> = FxHashMap::default();
    for node in nodes {
        if let SentenceOp::Asked { name } = node.op {
            asked.entry(&text[name.range()]).or_insert(name);
        }
    }
    // From the root to the leaves: the quantifiers around a node, each with the first node of what
    // it speaks of.
    let mut open: Vec<(usize, &str, Span)> =
        parameters.iter().map(|it| (0, &text[it.name.range()], it.name)).collect();
    for (index, SentenceNode { op, .. }) in nodes.iter().enumerate().rev() {
        while open.pop_if(|(start, ..)| *start > index).is_some() {}
        match *op {
            SentenceOp::Apply { name, arguments } => {
                let word = &text[name.range()];
                let bound = open.iter().rev().find(|it| arguments == 0 && it.1 == word);
                match bound {
                    Some((.., place)) => found.push((name, Word::Bound(*place), false)),
                    None if arguments == 0 && variable(word).is_some() => {}
                    None => found.push((name, Word::Part, false)),
                }
            }
            SentenceOp::Asked { name } => {
                let first = asked[&text[name.range()]];
                found.push((name, Word::Bound(first), first == name));
            }
            SentenceOp::Quantified { first, count, .. }
            | SentenceOp::Counted { first, count, .. }
            | SentenceOp::Aggregate { first, count, .. } => {
                let bound: &[Bound] = &tree.bound[first as usize..(first + count) as usize];
                for Bound { name, sort } in bound {
                    found.push((*name, Word::Bound(*name), true));
                    let sort = sort.and_then(|it| it.sort());
                    found.extend(sort.map(|it| (it, Word::Part, false)));
                    open.push((starts[index], &text[name.range()], *name));
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|it| it.0.start);
    // Of `x, y: Person` both have the sort.
    found.dedup_by_key(|it| it.0);
    found
}
