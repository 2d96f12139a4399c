//! Diagnostics for the client: sent when the text has come to rest, or given when they are asked
//! for.

use std::path::Path;
use std::sync::Arc;

use super::pages::Pages;
use super::state::ServerState;
use super::types::notification::PublishDiagnostics;
use super::types::request::WorkspaceDiagnosticRefresh;
use super::types::*;
use super::view::View;
use super::{convert, foreign};
use crate::diagnostic::{self, Severity};
use crate::ide::answers::{self, AskedProgram};
use crate::syntax::ast::ItemKind;
use crate::text::Span;

impl ServerState {
    /// Sends the diagnostics of every open file about which something else may be known now. A
    /// client that asks for them asks after each edit; it is told when there is another reason.
    pub(super) fn publish(&mut self) {
        self.is_unpublished = false;
        self.jobs.cancel_outdated(&mut self.files);
        let is_outdated = std::mem::take(&mut self.is_outdated);
        let touched = self.files.take_touched();
        if self.client.pulls {
            if is_outdated {
                let done = |_: &mut Self, _| {};
                self.outbox.request::<WorkspaceDiagnosticRefresh>(&self.actor, (), done);
            }
            return;
        }
        for path in touched {
            if let Some(open) = self.names.at(&path).cloned() {
                let diagnostics = self.diagnostics(&path);
                self.outbox.notify::<PublishDiagnostics>(&PublishDiagnosticsParams {
                    uri: open.uri,
                    diagnostics,
                    version: Some(open.version),
                });
            }
        }
    }

    /// Takes back the diagnostics of a file.
    pub(super) fn clear(&self, uri: Uri) {
        if !self.client.pulls {
            self.outbox.notify::<PublishDiagnostics>(&PublishDiagnosticsParams {
                uri,
                diagnostics: Vec::new(),
                version: None,
            });
        }
    }

    /// The diagnostics of a file.
    pub(super) fn diagnostics(&mut self, path: &Path) -> Vec<Diagnostic> {
        let pages = self.linked_pages();
        if self.files.foreign(path).is_some() {
            return foreign::diagnostics(self, path);
        }
        let view = self.view_with_answers(path);
        view.map_or_else(Vec::new, |(view, known)| of_root(&view, known, pages.as_deref()))
    }

    /// The pages, for a client that follows links to them.
    pub(super) fn linked_pages(&self) -> Option<Arc<Pages>> {
        self.client.links_codes.then(|| Arc::clone(&self.pages))
    }
}

/// The diagnostics of the file that a program was loaded for.
pub(super) fn of_root(
    view: &View<'_>,
    known: AskedProgram<'_>,
    pages: Option<&Pages>,
) -> Vec<Diagnostic> {
    let parts = view.program().root().parts.iter();
    let findings = parts.flat_map(|&part| {
        let found = answers::diagnostics(view.analysis, part, known).into_iter();
        found.map(move |finding| (part, finding))
    });
    let own = findings.map(|(part, it)| diagnostic(view, part, &it, pages));
    let mut all: Vec<_> = own.chain(abroad(view, pages)).collect();
    all.sort_by_key(|it| it.range.start);
    all
}

/// Files that the root names and that are not open: what is wrong with them is told where they are
/// named, or nobody would see it.
fn abroad(view: &View<'_>, pages: Option<&Pages>) -> Vec<Diagnostic> {
    let program = view.program();
    let root = program.root();
    let is_error = |it: &&diagnostic::Diagnostic| it.severity == Severity::Error;
    let mut told = Vec::new();
    for (definition, item) in program.items(root) {
        let document = definition.document;
        let (path, faults): (Span, Vec<_>) = match item.kind {
            ItemKind::File { path, .. } => {
                let Some(foreign) = program.foreign.get(&definition) else { continue };
                let all = foreign.texts().flat_map(|(source, found)| {
                    found.iter().filter(is_error).map(move |it| (&**source, it))
                });
                (path, all.collect())
            }
            ItemKind::Import { path } => {
                let Some(file) = view.imported(document, path) else { continue };
                let of_part = |&part: &u32| {
                    let source = &*program.documents[part as usize].source;
                    let found = view.analysis.findings[part as usize].iter().filter(is_error);
                    found.map(move |it| (source, it))
                };
                (path, file.parts.iter().flat_map(of_part).collect())
            }
            _ => continue,
        };
        let Some(&(source, first)) = faults.first() else { continue };
        let here = convert::abroad(first, faults.len() - 1, path);
        let mut here = diagnostic(view, document, &here, pages);
        here.related_information = view.location_in(source, first.span).map(|location| {
            let message = convert::message(first);
            vec![DiagnosticRelatedInformation { location, message }]
        });
        told.push(here);
    }
    told
}

/// A diagnostic on a document.
pub(super) fn diagnostic(
    view: &View<'_>,
    document: u32,
    it: &diagnostic::Diagnostic,
    pages: Option<&Pages>,
) -> Diagnostic {
    let related = it.related.iter().filter_map(|related| {
        let location = view.related(document, related)?;
        Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
    });
    convert::diagnostic(it, view.range(document, it.span), related.collect(), pages)
}
