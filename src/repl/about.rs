//! What a query is about: the texts of a session that its answer depends on, and what is wrong with these.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::entries::Imports;
use crate::diagnostic::Diagnostic;
use crate::kinds::{Definition, Document};
use crate::service::check::Analysis;
use crate::service::concerns::declarations;
use crate::syntax::ast::Item;
use crate::text::Source;

/// The indices of the texts with the declarations that a query mentions, however indirectly. None
/// where one of them is not declared any more.
pub(super) fn texts(
    analysis: Analysis<'_>,
    imports: &Imports,
    document: &Document,
    query: &Item,
) -> Option<FxHashSet<usize>> {
    let program = analysis.scope.program;
    let mut texts = FxHashSet::default();
    for Definition { document, .. } in declarations(analysis, document, query)? {
        let (file, part) = analysis.place(document);
        let is_typed = file + 1 == program.files.len();
        let of_file = || imports.get(&program.files[file].path).map(|it| it.text);
        texts.extend(if is_typed { Some(part) } else { of_file() });
    }
    Some(texts)
}

/// Why a query whose own line is sound has no answer: in which line of what it is about something is wrong.
pub(super) fn open(
    analysis: Analysis<'_>,
    errors: &[(Diagnostic, Arc<Source>)],
    document: &Document,
    query: &Item,
) -> String {
    let program = analysis.scope.program;
    let declared = declarations(analysis, document, query).unwrap_or_default();
    let wrong = errors.iter().find(|(error, source)| {
        declared.iter().any(|&it| {
            let item = program.item(it);
            Arc::ptr_eq(analysis.scope.source(it.document), source)
                && item.span.contains(error.span)
        })
    });
    let asked = document.source.slice(query.span).trim();
    let Some((error, source)) = wrong.or(errors.first()) else {
        return format!("`{asked}` has no answer");
    };
    let (file, line) = (source.name(), source.line_column(error.span.start).line);
    format!("`{asked}` has no answer while line {line} of {file} is wrong")
}
