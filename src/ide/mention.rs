//! The words of an item that name something, each with what it names. All questions about names
//! are answered from here, so that they agree.

use super::sentence::{self, SentenceWord};
use crate::kinds::editor::WordRole;
use crate::kinds::{Definition, Document, Kind, Scope};
use crate::syntax::ast::{GameBlock, Item, ItemKind, Op, Query, SettingValue, Verb};
use crate::syntax::terminal::variable;
use crate::syntax::token::{Token, lex_span};
use crate::text::Span;

/// A word that names something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NameMention {
    /// Where.
    pub span: Span,
    /// What it names.
    pub what: What,
    /// It makes what it names exist.
    pub is_declaration: bool,
}

/// What a word names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// A declared puzzle.
    Name,
    /// A variable of a formula.
    Variable,
    /// What a kind says that a word of its block names.
    Block(WordRole),
    /// A variable of a sentence, by the place where it is bound.
    Bound(Span),
    /// A file, by its quoted path.
    Path,
}

/// The words of an item of a document that name something, in order. Those of an expectation are named as
/// what they would be; an answer may be wrong.
pub(super) fn mentions(scope: &Scope<'_>, document: &Document, item: &Item) -> Vec<NameMention> {
    let text = document.source.text();
    let mut found = Vec::new();
    let mut add = |span: Span, what, is_declaration| {
        if !span.is_empty() {
            found.push(NameMention { span, what, is_declaration });
        }
    };
    if let Some(name) = item.kind.declared() {
        add(name, What::Name, true);
    }
    let is_query = matches!(item.kind, ItemKind::Query(_));
    for formula in item.kind.formulas() {
        let named = scope.named_in(document, formula).filter(|_| is_query);
        for node in document.tree.formula(formula) {
            match node.op {
                _ if named == Some(node.span) => add(node.span, What::Name, false),
                Op::Name => add(node.span, What::Name, false),
                Op::Variable(_) => add(node.span, What::Variable, false),
                Op::Not | Op::And(_) | Op::Or(_) => {}
            }
        }
    }
    match &item.kind {
        ItemKind::Game(game) => {
            let kind = scope.program.kinds.of(item, text);
            for value in lists_of_variables(text, game, kind) {
                letters(text, value).for_each(|span| add(span, What::Variable, false));
            }
        }
        ItemKind::File { path, .. } | ItemKind::Import { path } => add(*path, What::Path, false),
        ItemKind::Puzzle { rules: Some(rules), .. } => add(*rules, What::Name, false),
        ItemKind::Query(query) => {
            query.bindings.iter().for_each(|it| add(it.variable, What::Variable, false));
            for (span, what) in expected(scope, document, query) {
                add(span, what, false);
            }
        }
        _ => {}
    }
    for (sentence, parameters) in item.kind.sentences() {
        parameters.iter().for_each(|it| add(it.name, What::Bound(it.name), true));
        for (span, word, is_declaration) in
            sentence::words(text, &document.tree, sentence, parameters)
        {
            let what = match word {
                SentenceWord::Part => What::Block(WordRole::Part),
                SentenceWord::Bound(place) => What::Bound(place),
            };
            add(span, what, is_declaration);
        }
    }
    if let Some(editor) = scope.program.kinds.of(item, text).and_then(Kind::editor) {
        let words = editor.words(item).into_iter();
        words.for_each(|it| add(it.span, What::Block(it.role), it.is_declaration));
    }
    found.sort_by_key(|it| it.span.start);
    found
}

/// The values of a game's settings that list variables.
fn lists_of_variables<'a>(
    text: &'a str,
    game: &'a GameBlock,
    kind: Option<&'a dyn Kind>,
) -> impl Iterator<Item = Span> + 'a {
    game.settings.iter().filter_map(move |setting| match setting.value {
        SettingValue::Plain(value) => {
            let name = &text[setting.name.range()];
            kind.is_some_and(|it| it.lists_variables(name)).then_some(value)
        }
        SettingValue::Formula(_) => None,
    })
}

/// The variables of a setting that lists them.
fn letters(text: &str, value: Span) -> impl Iterator<Item = Span> + '_ {
    let letters = text[value.range()].char_indices().filter(|(_, it)| it.is_ascii_lowercase());
    letters.map(move |(at, _)| Span::new(value.start + at as u32, value.start + at as u32 + 1))
}

/// What a query is about, if that is a declared puzzle.
pub(super) fn subject(scope: &Scope<'_>, document: &Document, query: &Query) -> Option<Definition> {
    let name = scope.named_in(document, &query.target)?;
    scope.find(document.source.slice(name))
}

/// The words of an expectation that name something of the puzzle.
fn expected(scope: &Scope<'_>, document: &Document, query: &Query) -> Vec<(Span, What)> {
    let Some(expectation) = query.expectation else { return Vec::new() };
    let text = document.source.text();
    let words: Vec<_> = lex_span(text, expectation.span)
        .filter(|it| matches!(it.token, Token::Word | Token::Number))
        .map(|it| (&text[it.span.range()], it.span))
        .collect();
    let said: Vec<_> = words.iter().map(|(word, _)| *word).collect();
    let subject = subject(scope, document, query);
    let what = match subject.and_then(|it| scope.editor(it)).map(|it| it.answers(query.verb)) {
        None => What::Variable,
        Some(Some(role)) => What::Block(role),
        Some(None) => return Vec::new(),
    };
    let is_named = |word: &str| match what {
        What::Variable => variable(word).is_some(),
        _ => query.verb != Verb::Solve || !is_verdict(&said),
    };
    words.into_iter().filter(|(word, _)| is_named(word)).map(|(_, span)| (span, what)).collect()
}

/// Whether an answer to `solve` is said without a solution.
fn is_verdict(words: &[&str]) -> bool {
    matches!(
        words,
        ["satisfiable" | "unsatisfiable" | "solvable" | "unique"]
            | ["no", "solution"]
            | ["NO", "SOLUTION"]
    )
}
