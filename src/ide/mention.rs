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
    let parameters = item.kind.parameters();
    parameters.iter().for_each(|it| add(*it, What::Bound(*it), true));
    for (span, what) in in_formulas(scope, document, item) {
        add(span, what, false);
    }
    match &item.kind {
        ItemKind::Game(game) => {
            let kind = scope.program.kinds.of(item, text);
            for value in lists_of_variables(text, game, kind) {
                variables(scope, text, value)
                    .into_iter()
                    .for_each(|(span, what)| add(span, what, false));
            }
        }
        ItemKind::File { path, .. } | ItemKind::Import { path } => add(*path, What::Path, false),
        ItemKind::Puzzle { rules: Some(rules), .. } => add(*rules, What::Name, false),
        ItemKind::Query(query) => {
            query.bindings.iter().for_each(|it| {
                add(it.variable, named_variable(scope, &text[it.variable.range()]), false);
            });
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

/// The words of an item's formulas.
fn in_formulas(scope: &Scope<'_>, document: &Document, item: &Item) -> Vec<(Span, What)> {
    let is_query = matches!(item.kind, ItemKind::Query(_));
    let parameters = item.kind.parameters();
    let mut found = Vec::new();
    for formula in item.kind.formulas() {
        let named = scope.named_in(document, formula).filter(|_| is_query);
        found.extend(document.tree.formula(formula).iter().filter_map(|node| {
            let what = match node.op {
                Op::Parameter(index) => What::Bound(*parameters.get(index as usize)?),
                Op::Variable(_) if named != Some(node.span) => What::Variable,
                Op::Variable(_) => What::Name,
                _ => return Some((node.reference(document.source.text())?, What::Name)),
            };
            Some((node.span, what))
        }));
    }
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

/// The variables of a setting that lists them: words that are declared, or else letters.
fn variables(scope: &Scope<'_>, text: &str, value: Span) -> Vec<(Span, What)> {
    let mut found = Vec::new();
    for word in lex_span(text, value).filter(|it| it.token == Token::Word) {
        let Span { start, end } = word.span;
        if named_variable(scope, &text[word.span.range()]) == What::Name {
            found.push((word.span, What::Name));
            continue;
        }
        let letters = (start..end).filter(|at| text.as_bytes()[*at as usize].is_ascii_lowercase());
        found.extend(letters.map(|at| (Span::new(at, at + 1), What::Variable)));
    }
    found
}

/// What the name of a variable is: a word is one by its declaration.
fn named_variable(scope: &Scope<'_>, word: &str) -> What {
    let declared = scope.find(word).map(|it| &scope.item(it).kind);
    match declared {
        Some(ItemKind::Variable { .. }) => What::Name,
        _ => What::Variable,
    }
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
    if what == What::Variable {
        let named = words.into_iter().map(|(word, span)| (word, span, named_variable(scope, word)));
        let named = named.filter(|it| it.2 == What::Name || variable(it.0).is_some());
        return named.map(|(_, span, what)| (span, what)).collect();
    }
    let is_named = query.verb != Verb::Solve || !is_verdict(&said);
    words.into_iter().filter(|_| is_named).map(|(_, span)| (span, what)).collect()
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
