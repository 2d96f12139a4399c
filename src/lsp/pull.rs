//! Diagnostics that the client asks for, of a document or of every file in its folders. A report has
//! the number of changes so far as its name; while that stays, there is nothing new to tell.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tower_lsp::jsonrpc::{Error, Result};

use super::diagnostics::of_root;
use super::jobs::Work;
use super::state::ServerState;
use super::types::*;
use super::view::View;
use crate::disk::{Disk, locate, puzzles_below};
use crate::ide::answers::AskedProgram;
use crate::kinds::Document;
use crate::service::check::check;
use crate::service::import::{Files, load_parts};
use crate::text::Source;
use puzzle_engine::budget::Signal;

/// Answers `textDocument/diagnostic`.
pub(super) fn document(
    state: &mut ServerState,
    params: &DocumentDiagnosticParams,
) -> DocumentDiagnosticReportResult {
    let result_id = state.generation.to_string();
    if params.previous_result_id.as_ref() == Some(&result_id) {
        let unchanged = RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        };
        return DocumentDiagnosticReport::Unchanged(unchanged).into();
    }
    let path = state.names.path(&params.text_document.uri);
    let items = state.diagnostics(&path);
    let full = RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: Some(result_id),
            items,
        },
    };
    DocumentDiagnosticReport::Full(full).into()
}

/// The texts at one moment.
struct PulledTexts {
    open: FxHashMap<PathBuf, Vec<Arc<Document>>>,
    /// Those in the formats of other programs.
    foreign: FxHashMap<PathBuf, Arc<Source>>,
}

impl Files for PulledTexts {
    fn locate(&self, from: &Path, relative: &str) -> PathBuf {
        Disk.locate(from, relative)
    }

    fn read(&self, path: &Path) -> std::result::Result<Arc<Source>, String> {
        self.foreign.get(path).map_or_else(|| Disk.read(path), |it| Ok(Arc::clone(it)))
    }

    fn library(&self) -> Option<PathBuf> {
        Disk.library()
    }

    fn parts(&self, path: &Path) -> std::result::Result<Vec<Arc<Document>>, String> {
        self.open.get(path).map_or_else(|| Disk.parts(path), |parts| Ok(parts.clone()))
    }
}

/// Answers `workspace/diagnostic`: the files that are not open, since the client asks for each of
/// the others.
pub(super) fn workspace(
    state: &ServerState,
    params: &WorkspaceDiagnosticParams,
) -> Work<Result<WorkspaceDiagnosticReportResult>> {
    let result_id = state.generation.to_string();
    let previous = &params.previous_result_ids;
    let is_known = !previous.is_empty() && previous.iter().all(|it| it.value == result_id);
    let folders = if is_known { Vec::new() } else { state.client.folders.clone() };
    let (open, foreign) = (state.files.open_files(), state.files.foreign_files());
    let texts = PulledTexts {
        open: open.map(|(path, it)| (path.to_owned(), it.parts().to_vec())).collect(),
        foreign: foreign.map(|(path, it)| (path.to_owned(), Arc::clone(&it.source))).collect(),
    };
    let (names, client) = (state.names.clone(), state.client.clone());
    let (levels, pages) = (state.settings.lints.clone(), state.linked_pages());
    let run = move |signal: &Signal| {
        let mut items = Vec::new();
        for path in folders.iter().flat_map(|folder| puzzles_below(folder)).flatten() {
            if signal.is_cancelled() {
                return Err(Error::request_cancelled());
            }
            let path = locate(&path);
            let (Some(uri), false) = (names.uri(&path), texts.open.contains_key(&path)) else {
                continue;
            };
            let Ok(parts) = texts.parts(&path) else { continue };
            let checked = check(load_parts(parts, &path, &texts), &levels);
            let view = View::new(checked.analysis(), &names, &client);
            let report = WorkspaceFullDocumentDiagnosticReport {
                uri,
                version: None,
                full_document_diagnostic_report: FullDocumentDiagnosticReport {
                    result_id: Some(result_id.clone()),
                    items: of_root(&view, AskedProgram::NOTHING, pages.as_deref()),
                },
            };
            items.push(WorkspaceDocumentDiagnosticReport::Full(report));
        }
        Ok(WorkspaceDiagnosticReport { items }.into())
    };
    Work { about: None, token: None, run: Box::new(run) }
}
