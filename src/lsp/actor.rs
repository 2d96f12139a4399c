//! The one thread that owns the state (in a browser, turns). Everything the client says reaches it in order, so that an
//! answer is always about the text at the time of its question. Questions about a whole text, which
//! editors ask after each edit, wait until there is nothing else to do.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
#[cfg(not(target_family = "wasm"))]
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, Result};

use super::client::Outbox;
use super::state::ServerState;
#[cfg(not(target_family = "wasm"))]
use super::system::ServerTime;
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

/// After an edit nothing is published as long as the next one comes within this time …
#[cfg(not(target_family = "wasm"))]
const SETTLE: Duration = Duration::from_millis(3);

/// … and not for longer than this.
#[cfg(not(target_family = "wasm"))]
const MAX_UNPUBLISHED: Duration = Duration::from_millis(250);

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

#[cfg(not(target_family = "wasm"))]
impl ActorWork {
    /// Works until nobody can send tasks any more.
    pub(super) fn work(self) {
        let Self { mut state, tasks, mut patient } = self;
        loop {
            let due = state.background.due();
            let Some((edits, task)) = next(&tasks, &mut patient, state.edits, due) else { return };
            let is_outdated = edits != state.edits;
            run(task, &mut state, is_outdated);
            let since = now();
            while state.is_unpublished && since.elapsed() < MAX_UNPUBLISHED {
                match tasks.recv_timeout(SETTLE) {
                    Ok(task) if task.is_patient => patient.push_back((state.edits, task)),
                    Ok(task) => run(task, &mut state, false),
                    Err(_) => break,
                }
            }
            if state.is_unpublished {
                run(publishing(), &mut state, false);
            }
        }
    }
}

#[cfg(target_family = "wasm")]
impl ActorWork {
    /// Does what was sent, or else what has waited or is due; tells whether there was anything to do.
    pub(super) fn turn(&mut self) -> bool {
        let Self { state, tasks, patient } = self;
        let mut has_worked = false;
        while let Ok(task) = tasks.try_recv() {
            match task.is_patient {
                true => patient.push_back((state.edits, task)),
                false => run(task, state, false),
            }
            has_worked = true;
        }
        if state.is_unpublished {
            run(publishing(), state, false);
        } else if !has_worked {
            if let Some((edits, task)) = patient.pop_front() {
                let is_outdated = edits != state.edits;
                run(task, state, is_outdated);
            } else if state.background.due().is_some_and(|due| due <= now()) {
                run(waking(), state, false);
            } else {
                return false;
            }
        }
        true
    }

    /// The state, between two turns.
    pub(super) fn state(&mut self) -> &mut ServerState {
        &mut self.state
    }
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

/// The next task: what is sent, what has waited (with the number of edits before it), or what is due.
/// `None` when nobody can send any more.
#[cfg(not(target_family = "wasm"))]
fn next(
    tasks: &Receiver<Task>,
    patient: &mut Patient,
    edits: u64,
    due: Option<ServerTime>,
) -> Option<(u64, Task)> {
    loop {
        let sent = match (patient.is_empty(), due) {
            (false, _) => tasks.try_recv().map_err(|it| match it {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            }),
            (true, None) => tasks.recv().map_err(|_| RecvTimeoutError::Disconnected),
            (true, Some(due)) => tasks.recv_timeout(due.saturating_duration_since(now())),
        };
        match sent {
            Ok(task) if task.is_patient => patient.push_back((edits, task)),
            Ok(task) => return Some((edits, task)),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {
                return Some(patient.pop_front().unwrap_or_else(|| (edits, waking())));
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn task(method: &'static str, is_patient: bool) -> Task {
        Task { method, is_patient, run: Box::new(|_, _| ()) }
    }

    #[test]
    fn patient_tasks_are_done_when_nothing_else_is_left_and_know_what_they_are_about() {
        let (sender, tasks) = sync_channel(4);
        for (method, is_patient) in [("symbols", true), ("edit", false), ("hover", false)] {
            sender.send(task(method, is_patient)).expect("room");
        }
        let mut patient = Patient::new();
        let mut next =
            |edits| next(&tasks, &mut patient, edits, None).map(|it| (it.0, it.1.method));
        assert_eq!(next(7), Some((7, "edit")));
        assert_eq!(next(8), Some((8, "hover")));
        assert_eq!(next(8), Some((7, "symbols")), "asked before the edit");
        drop(sender);
        assert_eq!(next(8), None);
    }
}
