//! Turns the answer of a query into its expectation. The answer has to be found first, so what is
//! offered here is the query to be asked.

use crate::ide::symbol::item_at;
use crate::ide::{EditorPlace, TextLocation};
use crate::kinds::Definition;
use crate::service::check::Analysis;
use crate::syntax::ast::ItemKind;

/// What it does, as an imperative.
pub const TITLE: &str = "Write the answer behind the query";

/// The query at a place that makes sense and expects no answer.
pub fn query(analysis: Analysis<'_>, location: TextLocation) -> Option<Definition> {
    let place = EditorPlace { document: location.document, offset: location.span.start };
    let definition = item_at(&analysis.scope, place)?;
    let ItemKind::Query(query) = &analysis.scope.item(definition).kind else { return None };
    (query.expectation.is_none() && analysis.is_sound(definition)).then_some(definition)
}
