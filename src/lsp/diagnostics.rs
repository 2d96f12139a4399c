//! Diagnostics for the client: sent when the text has come to rest, or given when they are asked
//! for.

use std::path::Path;
use std::sync::Arc;

use super::convert;
use super::pages::Pages;
use super::state::State;
use super::types::notification::PublishDiagnostics;
use super::types::request::WorkspaceDiagnosticRefresh;
use super::types::*;
use super::view::View;
use crate::diagnostic::code::{
    DUPLICATE_LITERAL, N_ARY_CONNECTIVE, TAUTOLOGICAL_CLAUSE, UNUSED_FORMULA,
};
use crate::diagnostic::{self, Code};
use crate::ide;

impl State {
    /// Sends the diagnostics of every open file about which something else may be known now. A
    /// client that asks for them asks after each edit; it is told when there is another reason.
    pub fn publish(&mut self) {
        self.is_unpublished = false;
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
                self.outbox.notify::<PublishDiagnostics>(PublishDiagnosticsParams {
                    uri: open.uri,
                    diagnostics,
                    version: Some(open.version),
                });
            }
        }
    }

    /// Takes back the diagnostics of a file.
    pub fn clear(&self, uri: Uri) {
        if !self.client.pulls {
            self.outbox.notify::<PublishDiagnostics>(PublishDiagnosticsParams {
                uri,
                diagnostics: Vec::new(),
                version: None,
            });
        }
    }

    /// The diagnostics of a file.
    pub fn diagnostics(&mut self, path: &Path) -> Vec<Diagnostic> {
        let pages = self.client.links_codes.then(|| Arc::clone(&self.pages));
        let Some(view) = self.view(path) else { return Vec::new() };
        let parts = view.program().root().parts.iter();
        let findings = parts.flat_map(|&part| {
            view.analysis.findings[part as usize].iter().map(move |finding| (part, finding))
        });
        findings.map(|(part, it)| diagnostic(&view, part, it, pages.as_deref())).collect()
    }
}

/// A diagnostic on a document.
fn diagnostic(
    view: &View<'_>,
    document: u32,
    it: &diagnostic::Diagnostic,
    pages: Option<&Pages>,
) -> Diagnostic {
    let related = it.related.iter().filter_map(|related| {
        let location = match &related.source {
            Some(source) => view.location_in(source, related.span),
            None => view.location(ide::Location { document, span: related.span }),
        };
        Some(DiagnosticRelatedInformation { location: location?, message: related.message.clone() })
    });
    let page = pages.and_then(|pages| pages.link(it.code));
    Diagnostic {
        range: view.range(document, it.span),
        severity: Some(convert::severity(it.severity)),
        code: Some(NumberOrString::String(it.code.number().to_owned())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some("puzzle".to_owned()),
        message: message(it),
        related_information: Some(related.collect::<Vec<_>>()).filter(|it| !it.is_empty()),
        tags: tag(it.code).map(|tag| vec![tag]),
        data: None,
    }
}

/// Answers `textDocument/diagnostic`.
pub fn document(
    state: &mut State,
    params: &DocumentDiagnosticParams,
) -> DocumentDiagnosticReportResult {
    let path = state.names.path(&params.text_document.uri);
    let items = state.diagnostics(&path);
    let report = FullDocumentDiagnosticReport { result_id: None, items };
    let report = RelatedFullDocumentDiagnosticReport {
        full_document_diagnostic_report: report,
        ..RelatedFullDocumentDiagnosticReport::default()
    };
    DocumentDiagnosticReport::Full(report).into()
}

/// What is wrong, what is there, and what to type.
fn message(it: &diagnostic::Diagnostic) -> String {
    let mut message = it.message.clone();
    if !it.label.is_empty() {
        message = format!("{message}: {}", it.label);
    }
    if let Some(help) = &it.help {
        message = format!("{message}\n{help}");
    }
    message
}

/// What may be left out is shown faded, what a person no longer wants is struck out.
fn tag(code: Code) -> Option<DiagnosticTag> {
    let unnecessary = [UNUSED_FORMULA, DUPLICATE_LITERAL, TAUTOLOGICAL_CLAUSE];
    if unnecessary.contains(&code) {
        return Some(DiagnosticTag::UNNECESSARY);
    }
    (code == N_ARY_CONNECTIVE).then_some(DiagnosticTag::DEPRECATED)
}
