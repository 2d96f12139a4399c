//! The one thread that owns the state (in a browser, turns). Everything the client says reaches it in order, so that an
//! answer is always about the text at the time of its question. Questions about a whole text, which
//! editors ask after each edit, wait until there is nothing else to do.

#[cfg(not(target_family = "wasm"))]
mod thread;
#[cfg(target_family = "wasm")]
mod turns;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, Result};

use super::client::Outbox;
use super::state::ServerState;
use super::system::{catch, now};
use super::types::MessageType;

/// Does something. The flag says whether a text was edited since it was asked for.
type Run = Box<dyn FnOnce(&mut ServerState, bool) + Send>;

/// Something to do with the state.
struct Task {
    method: &'static str,
    /// Whether it is done when nothing else is left to do.
    is_patient: bool,
    run: Run,
}

/// Gives tasks to the actor, from any thread.
#[derive(Clone)]
pub(super) struct Actor(SyncSender<Task>);

/// Tasks that may wait. A client that is faster than the server waits when there are more.
const MAX_WAITING: usize = 1024;

impl Actor {
    /// An actor and its work, with a state that is made for it.
    pub(super) fn new(state: impl FnOnce(Self) -> ServerState) -> (Self, ActorWork) {
        let (sender, tasks) = sync_channel(MAX_WAITING);
        let actor = Self(sender);
        let state = state(actor.clone());
        (actor, ActorWork { state, tasks, patient: Patient::new() })
    }

    /// Does something with the state.
    pub(super) fn tell(
        &self,
        method: &'static str,
        run: impl FnOnce(&mut ServerState) + Send + 'static,
    ) {
        self.send(method, false, |state, _| run(state));
    }

    fn send(
        &self,
        method: &'static str,
        is_patient: bool,
        run: impl FnOnce(&mut ServerState, bool) + Send + 'static,
    ) {
        // The thread ends with the process only.
        let _ = self.0.send(Task { method, is_patient, run: Box::new(run) });
    }

    /// Asks something of the state. A question whose asker has gone is not looked at.
    ///
    /// # Errors
    /// Those of the answer, and that its making panicked.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        method: &'static str,
        answer: impl FnOnce(&mut ServerState) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.question(method, false, answer).await
    }

    /// Asks something about a whole text, when nothing else is left to do.
    ///
    /// # Errors
    /// As [`Actor::ask`]; and that a text was edited in the meantime, whereupon editors ask again.
    pub(super) async fn ask_patiently<T: Send + 'static>(
        &self,
        method: &'static str,
        answer: impl FnOnce(&mut ServerState) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.question(method, true, answer).await
    }

    async fn question<T: Send + 'static>(
        &self,
        method: &'static str,
        is_patient: bool,
        answer: impl FnOnce(&mut ServerState) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, receiver) = oneshot::channel();
        self.send(method, is_patient, move |state, is_outdated| {
            if !sender.is_closed() {
                let answer =
                    if is_outdated { Err(Error::content_modified()) } else { answer(state) };
                // Who asked may be gone by now.
                let _ = sender.send(answer);
            }
        });
        receiver.await.unwrap_or_else(|_| Err(Error::internal_error()))
    }
}

/// Tasks that are patient, each with the number of edits before it.
type Patient = VecDeque<(u64, Task)>;

/// What the actor does, and with what.
pub(super) struct ActorWork {
    state: ServerState,
    tasks: Receiver<Task>,
    patient: Patient,
}

/// Tells the client what is wrong.
fn publishing() -> Task {
    let run = Box::new(|state: &mut ServerState, _: bool| state.publish());
    Task { method: "textDocument/publishDiagnostics", is_patient: false, run }
}

/// Does what is due.
fn waking() -> Task {
    let run = Box::new(|state: &mut ServerState, _: bool| state.wake());
    Task { method: "answers in the background", is_patient: false, run }
}

/// Runs a task. A panic costs this task only.
fn run(task: Task, state: &mut ServerState, is_outdated: bool) {
    // What is done first, before the client has heard of a session, is not traced.
    let is_traced = state.is_traced();
    let start = now();
    if let Err(panic) = catch(|| (task.run)(state, is_outdated)) {
        report(task.method, &panic, &state.outbox);
        // What is known may be known by halves.
        state.recheck();
    }
    if is_traced {
        state.trace(task.method, now() - start);
    }
}

/// Writes into the log what a panic says.
pub(super) fn report(method: &str, panic: &str, outbox: &Outbox) {
    let message = format!("internal error in {method}, please report it: {panic}");
    outbox.log(MessageType::ERROR, message);
}
