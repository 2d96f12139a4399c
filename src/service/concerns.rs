//! What a question depends on, and what is wrong with that: other faults of its file are none of its concern.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::check::Analysis;
use super::report::{FileReport, reports};
use crate::diagnostic::{Diagnostic, Severity};
use crate::kinds::{Definition, Document};
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::terminal::variable;

/// The declarations that a query mentions, however indirectly; `None` where one of them is not declared any more.
pub fn declarations(
    analysis: Analysis<'_>,
    document: &Document,
    query: &Item,
) -> Option<FxHashSet<Definition>> {
    let program = analysis.scope.program;
    let mut seen = FxHashSet::default();
    let mut pending: Vec<_> = document.mentions(query).map(|(name, _)| name.to_owned()).collect();
    while let Some(name) = pending.pop() {
        let definition = match analysis.scope.find(&name) {
            None if variable(&name).is_some() => continue,
            found => found?,
        };
        if seen.insert(definition) {
            let document = &program.documents[definition.document as usize];
            let mentioned = document.mentions(program.item(definition));
            pending.extend(mentioned.map(|(name, _)| name.to_owned()));
        }
    }
    Some(seen)
}

/// Why the last line of a program, a question that was added to it, makes no sense: what is wrong with that line, or else
/// with what it depends on; all that is wrong where neither is known.
pub fn of_question(analysis: Analysis<'_>) -> Vec<FileReport> {
    let mut all = reports(&analysis);
    let program = analysis.scope.program;
    let Some((question, item)) = program.items(program.root()).last() else { return all };
    let source = analysis.scope.source(question.document);
    let before = &source.text()[..item.span.start as usize];
    let line = before.rfind('\n').map_or(0, |it| it as u32 + 1);
    let is_own = |it: &Diagnostic| it.span.end > line && it.severity == Severity::Error;
    if let Some(own) = all.iter_mut().find(|it| Arc::ptr_eq(&it.source, source))
        && own.diagnostics.iter().any(is_own)
    {
        own.diagnostics.retain(is_own);
        return vec![own.clone()];
    }
    let document = &program.documents[question.document as usize];
    let Some(declared) = declarations(analysis, document, item) else { return all };
    let is_file = |it: &Definition| matches!(program.item(*it).kind, ItemKind::File { .. });
    let names_file = declared.iter().any(is_file);
    let concerns = |it: &FileReport, fault: &Diagnostic| {
        let mut places = declared.iter().filter_map(|definition| {
            let is_here = Arc::ptr_eq(analysis.scope.source(definition.document), &it.source);
            is_here.then(|| program.item(*definition).span)
        });
        let is_foreign = !program.documents.iter().any(|its| Arc::ptr_eq(&its.source, &it.source));
        is_foreign && names_file || places.any(|place| place.contains(fault.span))
    };
    let mut concerned = all.clone();
    for it in &mut concerned {
        let mut found = std::mem::take(&mut it.diagnostics);
        found.retain(|fault| concerns(it, fault));
        it.diagnostics = found;
    }
    if concerned.iter().all(|it| it.diagnostics.is_empty()) {
        return all;
    }
    // The file of the question stands first.
    let mut is_root = true;
    concerned.retain(|it| std::mem::take(&mut is_root) || !it.diagnostics.is_empty());
    concerned
}
