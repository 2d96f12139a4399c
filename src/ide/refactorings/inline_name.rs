//! Puts a formula in the place of its name: where it is mentioned, or everywhere, which makes the
//! declaration superfluous. A formula has its own parentheses, so it fits wherever its name stands.

use super::{Refactoring, Sort, formula_at, node_at};
use crate::diagnostic::Edit;
use crate::ide::symbol::item_at;
use crate::ide::{Location, Place};
use crate::kinds::Definition;
use crate::service::check::Analysis;
use crate::syntax::ast::{ItemKind, Op};
use crate::text::Span;

pub(super) fn inline_name(analysis: Analysis<'_>, location: Location) -> Vec<Refactoring> {
    let here = mention(analysis, location).and_then(|(definition, place)| {
        let (name, body) = declared(analysis, definition)?;
        let title = format!("Put the formula `{name}` in the place of its name");
        Some(inlined(title, vec![(location.document, Edit::replace(place, body))]))
    });
    here.into_iter().chain(everywhere(analysis, location)).collect()
}

fn inlined(title: String, edits: Vec<(u32, Edit)>) -> Refactoring {
    Refactoring { title, sort: Sort::Inline, edits, new_name: None }
}

/// The declaration that is mentioned at a place, and where its name stands there.
fn mention(analysis: Analysis<'_>, location: Location) -> Option<(Definition, Span)> {
    let scope = &analysis.scope;
    let (_, formula) = formula_at(analysis, location)?;
    let (_, node) = node_at(scope.tree(location.document).formula(formula), location)?;
    let name = &scope.text(location.document)[node.span.range()];
    (node.op == Op::Name).then_some(())?;
    Some((scope.find(name)?, node.span))
}

/// The name and the text of a sound formula.
fn declared<'a>(analysis: Analysis<'a>, definition: Definition) -> Option<(&'a str, &'a str)> {
    let scope = &analysis.scope;
    let ItemKind::Formula { body, .. } = &scope.item(definition).kind else { return None };
    let text = &scope.text(definition.document)[body.span.range()];
    analysis.is_sound(definition).then_some((scope.program.name(definition), text))
}

/// All mentions of the formula that is declared at a place.
fn everywhere(analysis: Analysis<'_>, location: Location) -> Option<Refactoring> {
    let scope = &analysis.scope;
    let program = scope.program;
    let place = Place { document: location.document, offset: location.span.start };
    let definition = item_at(scope, place)?;
    let item = scope.item(definition);
    let is_at_name = item.kind.declared()?.contains(location.span);
    let (name, body) = declared(analysis, definition).filter(|_| is_at_name)?;
    let mut edits = Vec::new();
    for document in program.in_order() {
        let it = &program.documents[document as usize];
        let mentions = it.tree.items.iter().flat_map(|item| it.mentions(item));
        let own = mentions.filter(|(mentioned, _)| *mentioned == name);
        edits.extend(own.map(|(_, span)| (document, Edit::replace(span, body))));
    }
    if edits.is_empty() {
        return None;
    }
    let source = scope.source(definition.document);
    let whole = item.documentation.map_or(item.span, |it| it.to(item.span));
    edits.push((definition.document, Edit::delete_line(source.text(), whole)));
    edits.sort_by_key(|(document, edit)| (*document, edit.span.start));
    Some(inlined(format!("Put the formula `{name}` in all its places and delete the name"), edits))
}
