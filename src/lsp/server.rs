//! The framework's side: each message is handed to the actor at once, in the order in which it
//! came, and its answer is awaited.

#[cfg(not(target_family = "wasm"))]
use std::sync::mpsc::Sender;

use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::Result;

use super::actor::Actor;
use super::answer::AnswerMark;
use super::capabilities;
use super::client_facts::ClientFacts;
use super::joining::{self, JoinParams};
use super::live::{self, LiveMessage, LiveParams};
use super::play::{self, PlayParams};
use super::queries::{FileQuery, QueriesParams};
use super::stamps::{self, AnswersParams};
use super::state::ServerState;
use super::types::*;
use super::view::View;
use super::{
    actions, commands, configuration, foreign, formatting, hints, log, moves, offers, outline,
    places, pull, queries, sync, tokens, typing,
};
use crate::service::play::step::PlayState;

/// Receives the messages of the client.
pub(super) struct Server {
    /// Who does the work.
    pub actor: Actor,
    /// Ends the session because the client is gone.
    #[cfg(not(target_family = "wasm"))]
    pub died: Sender<bool>,
}

impl Server {
    /// Asks about a document.
    async fn about<T: Send + 'static>(
        &self,
        method: &'static str,
        document: TextDocumentIdentifier,
        answer: impl FnOnce(&View<'_>) -> Result<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let answer = move |state: &mut ServerState| {
            let path = state.names.path(&document.uri);
            state.view(&path).map(|view| answer(&view)).transpose()
        };
        self.actor.ask(method, answer).await
    }

    /// Asks about all of a document.
    async fn about_all<T: Send + 'static>(
        &self,
        method: &'static str,
        document: TextDocumentIdentifier,
        answer: impl FnOnce(&View<'_>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let answer = move |state: &mut ServerState| {
            let path = state.names.path(&document.uri);
            Ok(state.view(&path).map(|view| answer(&view)))
        };
        self.actor.ask_patiently(method, answer).await
    }

    /// `$/setTrace`.
    pub(super) async fn set_trace(&self, params: SetTraceParams) {
        self.actor.tell("$/setTrace", move |state| state.trace = params.value);
    }

    /// `window/workDoneProgress/cancel`.
    pub(super) async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        let method = "window/workDoneProgress/cancel";
        self.actor.tell(method, move |state| state.jobs.cancel_token(&params.token));
    }
}

impl Server {
    /// `puzzle/answers`.
    ///
    /// # Errors
    /// Those of the actor.
    pub(super) async fn answers(&self, params: AnswersParams) -> Result<Vec<AnswerMark>> {
        let method = "puzzle/answers";
        self.actor.ask(method, move |state| Ok(stamps::current(state, &params))).await
    }

    /// `puzzle/join`.
    ///
    /// # Errors
    /// Why nothing is joined, and those of the actor.
    pub(super) async fn join(&self, params: JoinParams) -> Result<WorkspaceEdit> {
        self.actor.ask("puzzle/join", move |state| joining::join(state, &params)).await
    }

    /// `puzzle/live`.
    ///
    /// # Errors
    /// Those of the actor.
    pub(super) async fn live(&self, params: LiveParams) -> Result<Option<LiveMessage>> {
        live::live(&self.actor, params).await
    }

    /// `puzzle/offers`.
    ///
    /// # Errors
    /// Those of the actor.
    pub(super) async fn offers(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Vec<&'static str>> {
        let method = "puzzle/offers";
        self.actor.ask(method, move |state| Ok(offers::offers(state, &params))).await
    }

    /// `puzzle/play`.
    ///
    /// # Errors
    /// That nothing is played there, or not so; and those of the actor.
    pub(super) async fn play(&self, params: PlayParams) -> Result<PlayState> {
        play::play(&self.actor, params).await
    }

    /// `puzzle/text`.
    ///
    /// # Errors
    /// None.
    #[cfg(target_family = "wasm")]
    pub(super) async fn text(
        &self,
        params: TextDocumentIdentifier,
    ) -> Result<Option<&'static str>> {
        Ok(super::host_files::text(&params))
    }

    /// `puzzle/queries`.
    ///
    /// # Errors
    /// Those of the actor.
    pub(super) async fn queries(&self, params: QueriesParams) -> Result<Vec<FileQuery>> {
        let method = "puzzle/queries";
        self.actor.ask_patiently(method, move |state| Ok(queries::queries(state, &params))).await
    }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        #[cfg(not(target_family = "wasm"))]
        if let Some(process) = params.process_id {
            super::guard::watch(process, self.died.clone());
        }
        let client = ClientFacts::read(&params);
        let name = params.client_info.as_ref().map_or("a client", |it| &it.name);
        let (folders, encoding) = (client.folders.len(), client.encoding);
        let message = format!("serving {name}: {folders} folders, columns in {encoding:?}");
        log::line(MessageType::INFO, message);
        let capabilities = capabilities::server(&client);
        self.actor
            .ask("initialize", move |state| {
                if let Some(options) = &params.initialization_options {
                    configuration::set(state, options);
                }
                state.trace = params.trace.unwrap_or_default();
                state.client = client;
                Ok(InitializeResult {
                    capabilities,
                    server_info: Some(ServerInfo {
                        name: "puzzle".to_owned(),
                        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
                    }),
                    ..InitializeResult::default()
                })
            })
            .await
    }

    async fn initialized(&self, _: InitializedParams) {
        self.actor.tell("initialized", |state| {
            configuration::register(state);
            configuration::ask(state);
            #[cfg(target_family = "wasm")]
            super::host_files::list(state, configuration::endings());
        });
    }

    async fn shutdown(&self) -> Result<()> {
        let cancel = |state: &mut ServerState| {
            state.jobs.cancel_all();
            Ok(())
        };
        self.actor.ask("shutdown", cancel).await
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.actor.tell("textDocument/didOpen", |state| sync::open(state, params));
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.actor.tell("textDocument/didChange", |state| sync::change(state, params));
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.actor.tell("textDocument/didClose", move |state| sync::close(state, &params));
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let method = "workspace/didChangeWatchedFiles";
        self.actor.tell(method, move |state| sync::disk(state, &params));
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        let method = "workspace/didChangeConfiguration";
        self.actor.tell(method, move |state| configuration::change(state, &params));
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let method = "workspace/didChangeWorkspaceFolders";
        self.actor.tell(method, move |state| sync::folders(state, &params));
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let method = "textDocument/diagnostic";
        self.actor.ask(method, move |state| Ok(pull::document(state, &params))).await
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        let method = "workspace/diagnostic";
        self.actor.ask_long(method, move |state| Ok(pull::workspace(state, &params))).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let TextDocumentPositionParams { text_document, position } = params.text_document_position;
        let method = "textDocument/completion";
        let sign = params.context.and_then(|it| it.trigger_character);
        let answer =
            move |view: &View<'_>| Ok(typing::completions(view, position, sign.as_deref()).into());
        self.about(method, text_document, answer).await
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let TextDocumentPositionParams { text_document, position } =
            params.text_document_position_params;
        let answer = move |state: &mut ServerState| {
            let path = state.names.path(&text_document.uri);
            if let Some(hover) = foreign::hover(state, &path, position) {
                return Ok(Some(hover));
            }
            Ok(state.view(&path).and_then(|view| typing::hover_at(&view, position)))
        };
        self.actor.ask("textDocument/hover", answer).await
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        let TextDocumentPositionParams { text_document, position } =
            params.text_document_position_params;
        let method = "textDocument/signatureHelp";
        let answer = move |view: &View<'_>| Ok(typing::signature_at(view, position));
        self.about(method, text_document, answer).await.map(Option::flatten)
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let TextDocumentPositionParams { text_document, position } =
            params.text_document_position_params;
        let method = "textDocument/definition";
        let answer = move |view: &View<'_>| Ok(places::definition_at(view, position));
        self.about(method, text_document, answer).await.map(Option::flatten)
    }

    async fn goto_type_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let TextDocumentPositionParams { text_document, position } =
            params.text_document_position_params;
        let method = "textDocument/typeDefinition";
        let answer = move |view: &View<'_>| Ok(places::type_definition_at(view, position));
        self.about(method, text_document, answer).await.map(Option::flatten)
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let method = "textDocument/references";
        self.actor.ask(method, move |state| Ok(Some(places::references_to(state, &params)))).await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let TextDocumentPositionParams { text_document, position } =
            params.text_document_position_params;
        let method = "textDocument/documentHighlight";
        let answer = move |view: &View<'_>| Ok(places::highlights_at(view, position));
        self.about(method, text_document, answer).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        let method = "textDocument/documentLink";
        self.about_all(method, params.text_document, places::links_of).await
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        let method = "textDocument/prepareRename";
        let answer = move |view: &View<'_>| places::prepare_rename(view, params.position);
        self.about(method, params.text_document, answer).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let method = "textDocument/rename";
        self.actor.ask(method, move |state| places::renamed(state, &params).map(Some)).await
    }

    async fn will_rename_files(&self, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
        let method = "workspace/willRenameFiles";
        self.actor.ask(method, move |state| Ok(moves::mended(state, &params))).await
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        let answer = move |state: &mut ServerState| {
            let path = state.names.path(&params.text_document.uri);
            if let Some(symbols) = foreign::symbols(state, &path) {
                return Ok(Some(symbols.into()));
            }
            Ok(state.view(&path).map(|view| outline::symbols(&view).into()))
        };
        self.actor.ask_patiently("textDocument/documentSymbol", answer).await
    }

    async fn symbol(
        &self,
        params: WorkspaceSymbolParams,
    ) -> Result<Option<WorkspaceSymbolResponse>> {
        let answer = move |state: &mut ServerState| {
            let found = outline::workspace_symbols(state, &params.query);
            Ok(Some(WorkspaceSymbolResponse::Flat(found)))
        };
        self.actor.ask("workspace/symbol", answer).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        let method = "textDocument/foldingRange";
        self.about_all(method, params.text_document, outline::folds).await
    }

    async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        let method = "textDocument/selectionRange";
        let answer = move |view: &View<'_>| Ok(outline::selections(view, &params.positions));
        self.about(method, params.text_document, answer).await
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        let answer = move |state: &mut ServerState| {
            let path = state.names.path(&params.text_document.uri);
            Ok(tokens::full(state, &path))
        };
        self.actor.ask_patiently("textDocument/semanticTokens/full", answer).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        let answer = move |state: &mut ServerState| {
            let path = state.names.path(&params.text_document.uri);
            Ok(tokens::changed(state, &path, &params.previous_result_id))
        };
        self.actor.ask_patiently("textDocument/semanticTokens/full/delta", answer).await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let method = "textDocument/semanticTokens/range";
        let answer = move |view: &View<'_>| Ok(tokens::within(view, params.range));
        self.about(method, params.text_document, answer).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let method = "textDocument/formatting";
        self.about(method, params.text_document, |view| Ok(formatting::file(view))).await
    }

    async fn range_formatting(
        &self,
        params: DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        let method = "textDocument/rangeFormatting";
        let answer = move |view: &View<'_>| Ok(formatting::stretch(view, params.range));
        self.about(method, params.text_document, answer).await
    }

    async fn on_type_formatting(
        &self,
        params: DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        let method = "textDocument/onTypeFormatting";
        let document = params.text_document_position.text_document.clone();
        let answer = move |view: &View<'_>| Ok(formatting::typing(view, &params));
        self.about(method, document, answer).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let method = "textDocument/codeAction";
        self.actor.ask(method, move |state| Ok(Some(actions::offered(state, &params)))).await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        actions::resolve(&self.actor, action).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let method = "textDocument/codeLens";
        self.actor.ask_patiently(method, move |state| Ok(Some(hints::lens(state, &params)))).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let method = "textDocument/inlayHint";
        self.actor.ask(method, move |state| Ok(Some(hints::inlay(state, &params)))).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        commands::execute(&self.actor, params).await
    }
}
