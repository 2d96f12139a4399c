//! What the client can do and wants, as it says when a session begins.

use std::path::PathBuf;

use serde_json::Value;

use super::names::OpenDocuments;
use super::types::*;
use crate::text::ColumnUnit;

/// What a client can do and wants.
#[derive(Clone, Debug)]
pub(super) struct ClientFacts {
    /// How it counts columns.
    pub encoding: ColumnUnit,
    /// Whether it asks for diagnostics, and asks again when it is told to.
    pub pulls: bool,
    /// Whether messages may link to pages.
    pub links_codes: bool,
    /// Whether it answers `workspace/configuration`.
    pub has_configuration: bool,
    /// Whether it tells of changed files when it is asked to.
    pub watches_files: bool,
    /// Whether it tells of changed settings when it is asked to.
    pub watches_settings: bool,
    /// Whether it knows tab stops in what is typed for a person.
    pub has_snippets: bool,
    /// How it shows what a word is.
    pub hover_format: MarkupKind,
    /// How it shows what a completion is.
    pub item_format: MarkupKind,
    /// How it shows what a line says.
    pub signature_format: MarkupKind,
    /// Whether it knows parts of a signature by their places.
    pub has_label_offsets: bool,
    /// Whether it asks again for hints when it is told to.
    pub refreshes_hints: bool,
    /// Whether it asks again for lenses when it is told to.
    pub refreshes_lenses: bool,
    /// Whether it takes edits with the version of the text that they are made for.
    pub versions_edits: bool,
    /// Whether it asks for the edits of an action when it is chosen.
    pub resolves_actions: bool,
    /// Whether it shows progress that the server tells by itself.
    pub shows_progress: bool,
    /// Whether it shows answers of commands itself.
    pub shows_answers: bool,
    /// The folders that are open.
    pub folders: Vec<PathBuf>,
}

impl ClientFacts {
    /// Reads what a client says of itself.
    #[expect(clippy::too_many_lines, reason = "a table")]
    pub(super) fn read(params: &InitializeParams) -> Self {
        let general = params.capabilities.general.as_ref();
        let document = params.capabilities.text_document.as_ref();
        let workspace = params.capabilities.workspace.as_ref();
        let offered = general.and_then(|it| it.position_encodings.as_deref()).unwrap_or_default();
        // UTF-8 is what texts are made of; the protocol's default is UTF-16.
        let encoding = match offered.contains(&PositionEncodingKind::UTF8) {
            true => ColumnUnit::Utf8,
            false => ColumnUnit::Utf16,
        };
        let can_refresh = workspace
            .and_then(|it| it.diagnostics.as_ref())
            .and_then(|it| it.refresh_support)
            .unwrap_or_default();
        let published = document.and_then(|it| it.publish_diagnostics.as_ref());
        let pulled = document.and_then(|it| it.diagnostic.as_ref());
        let item = document
            .and_then(|it| it.completion.as_ref())
            .and_then(|it| it.completion_item.as_ref());
        let hover = document.and_then(|it| it.hover.as_ref());
        let signature = document
            .and_then(|it| it.signature_help.as_ref())
            .and_then(|it| it.signature_information.as_ref());
        let options = params.initialization_options.as_ref();
        Self {
            encoding,
            // Answers arrive later than the text. A client that cannot be told to ask again would
            // not learn of them.
            pulls: pulled.is_some() && can_refresh,
            links_codes: published.and_then(|it| it.code_description_support).unwrap_or_default()
                || pulled.and_then(|it| it.code_description_support).unwrap_or_default(),
            has_configuration: workspace.and_then(|it| it.configuration).unwrap_or_default(),
            watches_files: workspace
                .and_then(|it| it.did_change_watched_files)
                .and_then(|it| it.dynamic_registration)
                .unwrap_or_default(),
            watches_settings: workspace
                .and_then(|it| it.did_change_configuration)
                .and_then(|it| it.dynamic_registration)
                .unwrap_or_default(),
            has_snippets: item.and_then(|it| it.snippet_support).unwrap_or_default(),
            hover_format: format(hover.and_then(|it| it.content_format.as_deref())),
            item_format: format(item.and_then(|it| it.documentation_format.as_deref())),
            signature_format: format(signature.and_then(|it| it.documentation_format.as_deref())),
            has_label_offsets: signature
                .and_then(|it| it.parameter_information.as_ref())
                .and_then(|it| it.label_offset_support)
                .unwrap_or_default(),
            refreshes_hints: workspace
                .and_then(|it| it.inlay_hint.as_ref())
                .and_then(|it| it.refresh_support)
                .unwrap_or_default(),
            refreshes_lenses: workspace
                .and_then(|it| it.code_lens.as_ref())
                .and_then(|it| it.refresh_support)
                .unwrap_or_default(),
            versions_edits: workspace
                .and_then(|it| it.workspace_edit.as_ref())
                .and_then(|it| it.document_changes)
                .unwrap_or_default(),
            resolves_actions: document
                .and_then(|it| it.code_action.as_ref())
                .and_then(|it| it.resolve_support.as_ref())
                .is_some_and(|it| it.properties.iter().any(|it| it == "edit")),
            shows_progress: params
                .capabilities
                .window
                .as_ref()
                .and_then(|it| it.work_done_progress)
                .unwrap_or_default(),
            shows_answers: options
                .and_then(|it| it.get("showsAnswers"))
                .and_then(Value::as_bool)
                .unwrap_or_default(),
            folders: folders(params),
        }
    }
}

/// Markdown, for a client that shows it.
fn format(known: Option<&[MarkupKind]>) -> MarkupKind {
    match known.unwrap_or_default().contains(&MarkupKind::Markdown) {
        true => MarkupKind::Markdown,
        false => MarkupKind::PlainText,
    }
}

/// The open folders, also of clients that know one only.
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    #[expect(deprecated, reason = "older clients say it so")]
    let root = params.root_uri.iter();
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let all: Vec<&Uri> = folders.collect();
    let all = if all.is_empty() { root.collect() } else { all };
    all.into_iter().map(|uri| OpenDocuments::default().path(uri)).collect()
}
