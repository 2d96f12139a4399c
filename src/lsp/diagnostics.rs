//! Diagnostics for the client: sent when the text has come to rest, or given when they are asked
//! for.

use std::path::Path;

use super::convert;
use super::state::State;
use super::types::notification::PublishDiagnostics;
use super::types::request::WorkspaceDiagnosticRefresh;
use super::types::*;
use crate::diagnostic::code::{
    DUPLICATE_LITERAL, N_ARY_CONNECTIVE, TAUTOLOGICAL_CLAUSE, UNUSED_FORMULA,
};
use crate::diagnostic::{self, Code};
use crate::service::check::check;
use crate::text::Source;

impl State {
    /// Whether there are diagnostics that the client has not seen.
    pub fn is_unpublished(&self) -> bool {
        !self.files.changed.is_empty()
    }

    /// Sends the diagnostics of every open file for which they may have changed. A client that
    /// asks for them is left to ask.
    pub fn publish(&mut self) {
        for path in std::mem::take(&mut self.files.changed) {
            if self.client.pulls {
                continue;
            }
            if let Some(open) = self.open.get(&path).cloned() {
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
    pub fn diagnostics(&self, path: &Path) -> Vec<Diagnostic> {
        let Some(program) = self.files.program(path) else { return Vec::new() };
        let checked = check(program, &self.settings.lints);
        let analysis = checked.analysis();
        let root = checked.program().root().parts[0] as usize;
        let source = &checked.program().documents[root].source;
        analysis.findings[root].iter().map(|it| self.diagnostic(it, source)).collect()
    }

    /// Asks the client to ask again, for what is new without an edit.
    pub fn refresh_diagnostics(&self) {
        if self.client.pulls {
            self.outbox.request::<WorkspaceDiagnosticRefresh>(&self.actor, (), |_, _| {});
        }
    }

    fn diagnostic(&self, it: &diagnostic::Diagnostic, source: &Source) -> Diagnostic {
        let range = |source, span| convert::range(self.files.range(source, span));
        let related = it.related.iter().filter_map(|related| {
            let source = related.source.as_deref().unwrap_or(source);
            Some(DiagnosticRelatedInformation {
                location: Location {
                    uri: self.uri(Path::new(source.name()))?,
                    range: range(source, related.span),
                },
                message: related.message.clone(),
            })
        });
        let page = if self.client.links_codes { self.pages.link(it.code) } else { None };
        Diagnostic {
            range: range(source, it.span),
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
}

/// Answers `textDocument/diagnostic`.
pub fn document(
    state: &State,
    params: &DocumentDiagnosticParams,
) -> DocumentDiagnosticReportResult {
    let items = state.diagnostics(&convert::path(&params.text_document.uri));
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
