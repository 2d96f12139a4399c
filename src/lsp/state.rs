//! What the actor owns: the open files, what is known of the client, and the settings.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::actor::Actor;
use super::buffers::Buffers;
use super::capabilities::ClientFacts;
use super::client::Outbox;
use super::convert;
use super::pages::Pages;
use super::settings::Settings;
use super::types::*;

/// Everything that the session knows.
pub struct State {
    /// The files.
    pub files: Buffers,
    /// How the client calls the files that are open, and their versions.
    pub open: FxHashMap<PathBuf, Open>,
    /// What the client can do.
    pub client: ClientFacts,
    /// What the person wants.
    pub settings: Settings,
    /// The way to the client.
    pub outbox: Outbox,
    /// The way to this state, for work that is done elsewhere.
    pub actor: Actor,
    /// The pages that messages link to.
    pub pages: Arc<Pages>,
    /// What is told of the work.
    pub trace: TraceValue,
}

/// An open file.
#[derive(Clone, Debug)]
pub struct Open {
    /// Its name, in the client's spelling.
    pub uri: Uri,
    /// The version of its text.
    pub version: i32,
}

impl State {
    /// The state of a session that begins.
    pub fn new(actor: Actor, outbox: Outbox, pages: Arc<Pages>) -> Self {
        Self {
            files: Buffers::default(),
            open: FxHashMap::default(),
            client: ClientFacts::default(),
            settings: Settings::default(),
            outbox,
            actor,
            pages,
            trace: TraceValue::Off,
        }
    }

    /// Takes what a client says of itself.
    pub fn meet(&mut self, client: ClientFacts) {
        self.files.encoding = client.encoding;
        self.client = client;
    }

    /// Everything is to be looked at again.
    pub fn recheck(&mut self) {
        self.files.changed = self.open.keys().cloned().collect();
    }

    /// The name of a file for the client.
    pub fn uri(&self, path: &Path) -> Option<Uri> {
        match self.open.get(path) {
            Some(open) => Some(open.uri.clone()),
            None => Uri::from_file_path(path).or_else(|| path.to_str()?.parse().ok()),
        }
    }

    /// Tells the client about a task, if it wants to know.
    pub fn trace(&self, method: &str, time: Duration) {
        if self.trace != TraceValue::Off {
            let message = format!("{method} took {:.1} ms", time.as_secs_f64() * 1000.0);
            self.outbox.notify::<notification::LogTrace>(LogTraceParams { message, verbose: None });
        }
    }
}

impl From<&TextDocumentItem> for Open {
    fn from(item: &TextDocumentItem) -> Self {
        Self { uri: item.uri.clone(), version: item.version }
    }
}

/// The path of a document and a position in it.
pub fn place(params: &TextDocumentPositionParams) -> (PathBuf, Position) {
    (convert::path(&params.text_document.uri), params.position)
}
