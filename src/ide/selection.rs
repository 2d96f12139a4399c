//! Ever larger stretches around a place: word, operand, formula, line, block, item, file.

use super::{EditorPlace, FileRange, TextLocation};
use crate::kinds::Kind;
use crate::service::check::Analysis;
use crate::syntax::ast::{Item, ItemKind, SyntaxTree, WrittenFormula};
use crate::syntax::token::{Lexeme, Token, lex_from, lex_span};
use crate::text::Span;

/// The stretches around a place, each within the next one; the last is the file.
pub fn selection(analysis: Analysis<'_>, place: EditorPlace) -> Vec<FileRange> {
    let scope = &analysis.scope;
    let EditorPlace { document, offset } = place;
    let (text, tree) = (scope.text(document), scope.tree(document));
    let next = tree.items.partition_point(|it| it.span.end < offset);
    let mut spans = Vec::new();
    let lexed_from = match tree.items.get(next) {
        Some(item) if item.span.start <= offset => item.span.start,
        _ => next.checked_sub(1).map_or(0, |it| tree.items[it].span.end),
    };
    spans.extend(word(text, lexed_from, offset));
    if let Some(item) = tree.items.get(next) {
        parts(text, tree, item, &mut spans);
        if let Some(editor) = scope.program.kinds.of(item, text).and_then(Kind::editor) {
            spans.extend(editor.stretches(item, text));
            spans.extend(body(text, item));
        }
        spans.push(item.span);
        spans.extend(item.documentation);
        spans.extend(item.documentation.map(|it| it.to(item.span)));
    }
    spans.retain(|it| it.start <= offset && offset <= it.end && !it.is_empty());
    spans.sort_by_key(|it| it.len());
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        if nested.last().is_none_or(|it| span.contains(*it) && span != *it) {
            nested.push(span);
        }
    }
    let mut ranges: Vec<_> =
        nested.into_iter().map(|span| FileRange::from(TextLocation { document, span })).collect();
    let file = file(analysis, place);
    if ranges.last() != Some(&file) {
        ranges.push(file);
    }
    ranges
}

/// The file of a place.
fn file(analysis: Analysis<'_>, place: EditorPlace) -> FileRange {
    let program = analysis.scope.program;
    let parts = &program.files[program.file_of(place.document)].parts;
    let (first, last) = (parts.first().copied(), parts.last().copied());
    let (first, last) = (first.unwrap_or(place.document), last.unwrap_or(place.document));
    let end = analysis.scope.text(last).len() as u32;
    FileRange {
        from: EditorPlace { document: first, offset: 0 },
        to: EditorPlace { document: last, offset: end },
    }
}

/// The token at an offset, found from an offset before it that is between tokens. Of two that
/// touch, a word is meant.
fn word(text: &str, from: u32, offset: u32) -> Option<Span> {
    let near = lex_from(text, from).skip_while(|it| it.span.end < offset);
    let near = near.take_while(|it| it.span.start <= offset);
    let rank = |it: &Lexeme| match it.token {
        Token::Word | Token::Number => 2,
        Token::Newline => 0,
        _ => 1,
    };
    near.max_by_key(rank).filter(|it| it.token != Token::Newline).map(|it| it.span)
}

/// The stretches that an item consists of, in no order.
fn parts(text: &str, tree: &SyntaxTree, item: &Item, spans: &mut Vec<Span>) {
    let mut add_formula = |formula: &WrittenFormula| {
        spans.extend(tree.formula(formula).iter().map(|it| it.span));
        spans.push(formula.span);
    };
    item.kind.formulas().for_each(&mut add_formula);
    match &item.kind {
        ItemKind::Game(game) => {
            spans.extend(game.kind);
            for setting in &game.settings {
                let value = setting.value.span();
                spans.push(value);
                spans.push(if value.is_empty() { setting.name } else { setting.name.to(value) });
            }
            spans.extend(body(text, item));
        }
        ItemKind::Level { lint, .. } => spans.push(*lint),
        ItemKind::Query(query) => {
            spans.extend(query.bindings.iter().map(|it| it.variable.to(it.value)));
            spans.extend(query.digits);
            spans.extend(query.engine);
            spans.extend(query.after);
            spans.extend(query.expectation.map(|it| it.span));
        }
        _ => {}
    }
}

/// What stands between the braces of a block.
fn body(text: &str, item: &Item) -> Option<Span> {
    let brace = lex_span(text, item.span).find(|it| it.token == Token::OpenBrace)?;
    let inner = Span::new(brace.span.end, item.span.end);
    let inner = (inner.start <= inner.end).then(|| &text[inner.range()])?;
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    let start = brace.span.end + (inner.len() - inner.trim_start().len()) as u32;
    Some(Span::new(start, start + inner.trim().len() as u32))
}
