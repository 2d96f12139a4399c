//! What the actor owns: the texts, what is known of the client, and the settings.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::actor::Actor;
use super::background::Background;
use super::client::Outbox;
use super::client_facts::ClientFacts;
use super::jobs::Jobs;
use super::names::OpenDocuments;
use super::pages::Pages;
use super::settings::ClientSettings;
use super::tokens;
use super::types::*;
use super::view::View;
use crate::service::import::Files;
use crate::workspace::Workspace;

/// Everything that the session knows.
pub(super) struct ServerState {
    /// The texts and what is known of them.
    pub files: Workspace,
    /// How the client calls them.
    pub names: OpenDocuments,
    /// What the client can do.
    pub client: ClientFacts,
    /// What the person wants.
    pub settings: ClientSettings,
    /// The way to the client.
    pub outbox: Outbox,
    /// The way to this state, for work that is done elsewhere.
    pub actor: Actor,
    /// Work that is under way elsewhere.
    pub jobs: Jobs,
    /// The answers to the questions of the open files.
    pub background: Background,
    /// The pages that messages link to.
    pub pages: Arc<Pages>,
    /// How much is told of the work.
    pub trace: TraceValue,
    /// The semantic tokens that the client has.
    pub tokens: tokens::Sent,
    /// How many names were given to progress.
    pub last_token: u64,
    /// Counts the edits.
    pub edits: u64,
    /// Counts the changes of anything that an answer may depend on.
    pub generation: u64,
    /// There are edits whose diagnostics the client has not seen.
    pub is_unpublished: bool,
    /// Something changed without an edit: what the client has asked for may be out of date.
    pub is_outdated: bool,
}

impl ServerState {
    /// The state of a session that begins.
    pub(super) fn new(
        actor: Actor,
        outbox: Outbox,
        pages: Arc<Pages>,
        disk: Box<dyn Files + Send>,
    ) -> Self {
        Self {
            files: Workspace::new(disk),
            names: OpenDocuments::default(),
            client: ClientFacts::read(&InitializeParams::default()),
            settings: ClientSettings::default(),
            outbox,
            actor,
            jobs: Jobs::default(),
            background: Background::default(),
            pages,
            trace: TraceValue::Off,
            tokens: tokens::Sent::default(),
            last_token: 0,
            edits: 0,
            generation: 0,
            is_unpublished: false,
            is_outdated: false,
        }
    }

    /// The program whose root is this file; `None` of a text in the format of another program.
    pub(super) fn view(&mut self, path: &Path) -> Option<View<'_>> {
        if self.files.foreign(path).is_some() {
            return None;
        }
        self.asked(path)
    }

    /// See [`View::asked`].
    pub(super) fn asked(&mut self, path: &Path) -> Option<View<'_>> {
        View::asked(&mut self.files, path, &self.names, &self.client)
    }

    /// Takes note of an edit.
    pub(super) fn edited(&mut self) {
        self.edits += 1;
        self.generation += 1;
        self.is_unpublished = true;
        self.background.rest();
    }

    /// Takes note of a change that no edit of the client made.
    pub(super) fn changed(&mut self) {
        self.edited();
        self.is_outdated = true;
    }

    /// Everything is looked at again, under the present settings.
    pub(super) fn recheck(&mut self) {
        self.files.set_levels(self.settings.lints.clone());
        self.changed();
    }

    /// Whether the client wants to hear of tasks.
    pub(super) fn is_traced(&self) -> bool {
        self.trace != TraceValue::Off
    }

    /// Tells the client about a task.
    pub(super) fn trace(&self, method: &str, time: Duration) {
        let message = format!("{method} took {:.1} ms", time.as_secs_f64() * 1000.0);
        self.outbox.notify::<notification::LogTrace>(&LogTraceParams { message, verbose: None });
    }
}
