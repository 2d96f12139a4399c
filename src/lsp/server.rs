//! The framework's side: each message is handed to the actor at once, in the order in which it
//! came, and its answer is awaited.

use std::sync::mpsc::Sender;

use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::Result;

use super::actor::Actor;
use super::capabilities::{self, ClientFacts};
use super::types::*;
use super::{configuration, diagnostics, guard, sync};

/// Receives the messages of the client.
pub struct Server {
    /// Who does the work.
    pub actor: Actor,
    /// Ends the session because the client is gone.
    pub died: Sender<bool>,
}

impl Server {
    /// `$/setTrace`.
    pub async fn set_trace(&self, params: SetTraceParams) {
        self.actor.tell("$/setTrace", move |state| state.trace = params.value);
    }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        if let Some(process) = params.process_id {
            guard::watch(process, self.died.clone());
        }
        let client = ClientFacts::read(&params);
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
        });
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
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
        self.actor.ask(method, move |state| Ok(diagnostics::document(state, &params))).await
    }
}
