//! Tells the client how long work goes on, once it takes longer than a person waits gladly, so that
//! it can be watched and cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::actor::Actor;
use super::client::Outbox;
use super::state::ServerState;
use super::types::notification::Progress as ProgressNotification;
use super::types::request::WorkDoneProgressCreate;
use super::types::*;
use puzzle_engine::budget::Signal;

/// How long nothing is told.
const PATIENCE: Duration = Duration::from_millis(300);

/// The time between two reports.
const INTERVAL: Duration = Duration::from_millis(500);

/// Where progress is told.
pub(super) struct JobProgress {
    title: String,
    token: ProgressToken,
    /// Whether the client knows the token.
    is_known: Arc<AtomicBool>,
    is_shown: bool,
    outbox: Outbox,
    actor: Actor,
}

/// Work that is told of until this is dropped.
pub(super) struct ToldWork(Option<Sender<()>>);

impl JobProgress {
    /// Progress under the token that a client gave, or else under one of our own.
    pub(super) fn new(
        state: &mut ServerState,
        title: String,
        token: Option<ProgressToken>,
    ) -> Self {
        state.last_token += 1;
        let own = NumberOrString::String(format!("puzzle/{}", state.last_token));
        Self {
            title,
            is_known: Arc::new(AtomicBool::new(token.is_some())),
            is_shown: token.is_some() || state.client.shows_progress,
            token: token.unwrap_or(own),
            outbox: state.outbox.clone(),
            actor: state.actor.clone(),
        }
    }

    /// The token under which the client may cancel the work.
    pub(super) fn token(&self) -> ProgressToken {
        self.token.clone()
    }

    /// Tells of work that counts its steps on a signal.
    pub(super) fn tell(self, signal: Signal) -> ToldWork {
        // Work in a browser lets nothing else be done, and so nothing be told.
        if !self.is_shown || cfg!(target_family = "wasm") {
            return ToldWork(None);
        }
        let (sender, end) = channel();
        thread::spawn(move || {
            if end.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            if !self.is_known.load(Ordering::Relaxed) {
                let params = WorkDoneProgressCreateParams { token: self.token.clone() };
                let is_known = Arc::clone(&self.is_known);
                let done = move |_: &mut ServerState, answer: tower_lsp::jsonrpc::Result<()>| {
                    is_known.store(answer.is_ok(), Ordering::Relaxed);
                };
                self.outbox.request::<WorkDoneProgressCreate>(&self.actor, params, done);
            }
            let mut has_begun = false;
            loop {
                if self.is_known.load(Ordering::Relaxed) {
                    self.report(has_begun, signal.steps());
                    has_begun = true;
                }
                if end.recv_timeout(INTERVAL) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            if has_begun {
                self.send(WorkDoneProgress::End(WorkDoneProgressEnd::default()));
            }
        });
        ToldWork(Some(sender))
    }

    fn report(&self, has_begun: bool, steps: u64) {
        let message = Some(format!("{steps} steps"));
        self.send(if has_begun {
            WorkDoneProgress::Report(WorkDoneProgressReport {
                cancellable: Some(true),
                message,
                percentage: None,
            })
        } else {
            WorkDoneProgress::Begin(WorkDoneProgressBegin {
                title: self.title.clone(),
                cancellable: Some(true),
                message,
                percentage: None,
            })
        });
    }

    fn send(&self, value: WorkDoneProgress) {
        let value = ProgressParamsValue::WorkDone(value);
        let params = ProgressParams { token: self.token.clone(), value };
        self.outbox.notify::<ProgressNotification>(&params);
    }
}

impl Drop for ToldWork {
    fn drop(&mut self) {
        if let Some(sender) = self.0.take() {
            // The thread may have ended.
            let _ = sender.send(());
        }
    }
}
