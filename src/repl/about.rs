//! What a query is about: the texts of a session that its answer depends on.

use rustc_hash::FxHashSet;

use super::entries::Imports;
use crate::kinds::Document;
use crate::service::check::Analysis;
use crate::syntax::ast::Item;
use crate::syntax::terminal::variable;

/// The indices of the texts with the declarations that a query mentions, however indirectly. None
/// where one of them is not declared any more.
pub(super) fn texts(
    analysis: Analysis<'_>,
    imports: &Imports,
    document: &Document,
    query: &Item,
) -> Option<FxHashSet<usize>> {
    let program = analysis.scope.program;
    let (mut seen, mut texts) = (FxHashSet::default(), FxHashSet::default());
    let mut pending: Vec<_> = document.mentions(query).map(|(name, _)| name.to_owned()).collect();
    while let Some(name) = pending.pop() {
        let definition = match analysis.scope.find(&name) {
            None if variable(&name).is_some() => continue,
            found => found?,
        };
        let document = definition.document;
        let (file, part) = analysis.place(document);
        let is_typed = file + 1 == program.files.len();
        let of_file = || imports.get(&program.files[file].path).map(|it| it.text);
        texts.extend(if is_typed { Some(part) } else { of_file() });
        if seen.insert(definition) {
            let document = &program.documents[document as usize];
            let mentioned = document.mentions(program.item(definition));
            pending.extend(mentioned.map(|(name, _)| name.to_owned()));
        }
    }
    Some(texts)
}
