//! Puts a formula in the place of its name: where it is mentioned, or everywhere, which makes the
//! declaration superfluous. A formula has its own parentheses, so it fits wherever its name stands.

use super::{Refactoring, RewriteSort, formula_at, node_at};
use crate::diagnostic::Edit;
use crate::ide::symbol::{Occurrence, SymbolAt, item_at, occurrences};
use crate::ide::{EditorPlace, TextLocation};
use crate::kinds::Definition;
use crate::service::check::Analysis;
use crate::syntax::ast::{ItemKind, Op};

/// A formula that can stand wherever its name is mentioned. Where that is, other programs may know
/// as well, so it is not told here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Everywhere {
    /// What is done, as an imperative.
    pub title: String,
    /// What stands in the place of the name.
    pub body: String,
    /// What removes the declaration: a document and an edit of it.
    pub removal: (u32, Edit),
}

pub(super) fn inline_name(analysis: Analysis<'_>, location: TextLocation) -> Option<Refactoring> {
    let scope = &analysis.scope;
    let (host, formula) = formula_at(analysis, location)?;
    // There its words may be called like a parameter.
    if !scope.item(host).kind.parameters().is_empty() {
        return None;
    }
    let (_, node) = node_at(scope.tree(location.document).formula(formula), location)?;
    if node.op != Op::Name {
        return None;
    }
    let mentioned = scope.find(&scope.text(location.document)[node.span.range()])?;
    let (name, body) = declared(analysis, mentioned)?;
    Some(Refactoring {
        title: format!("Put the formula `{name}` in the place of its name"),
        sort: RewriteSort::Inline,
        edits: vec![(location.document, Edit::replace(node.span, body))],
        new_name: None,
    })
}

/// The name and the text of a sound formula.
fn declared<'a>(analysis: Analysis<'a>, definition: Definition) -> Option<(&'a str, &'a str)> {
    let scope = &analysis.scope;
    let ItemKind::Formula { body, parameters, .. } = &scope.item(definition).kind else {
        return None;
    };
    // With parameters it says nothing by itself.
    if !parameters.is_empty() {
        return None;
    }
    let text = &scope.text(definition.document)[body.span.range()];
    analysis.is_sound(definition).then_some((scope.program.name(definition), text))
}

/// The formula that is declared at a place, to be put in the place of its name everywhere.
pub fn everywhere(analysis: Analysis<'_>, location: TextLocation) -> Option<Everywhere> {
    let scope = &analysis.scope;
    let place = EditorPlace { document: location.document, offset: location.span.start };
    let definition = item_at(scope, place)?;
    let item = scope.item(definition);
    let is_at_name = item.kind.declared()?.contains(location.span);
    let (name, body) = declared(analysis, definition).filter(|_| is_at_name)?;
    let hides = |it: &Occurrence| {
        let TextLocation { document, span } = it.location;
        let host = item_at(scope, EditorPlace { document, offset: span.start });
        host.is_some_and(|it| !scope.item(it).kind.parameters().is_empty())
    };
    if occurrences(analysis, SymbolAt::Declared(definition)).iter().any(hides) {
        return None;
    }
    let whole = item.documentation.map_or(item.span, |it| it.to(item.span));
    let removal = Edit::delete_line(scope.text(definition.document), whole);
    Some(Everywhere {
        title: format!("Put the formula `{name}` in all its places and delete the name"),
        body: body.to_owned(),
        removal: (definition.document, removal),
    })
}
