//! The one thread that owns the state. Everything the client says reaches it in order, so that an
//! answer is always about the text at the time of its question.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, Result};

use super::client::Outbox;
use super::state::State;
use super::types::MessageType;

/// Something to do with the state.
struct Task {
    method: &'static str,
    run: Box<dyn FnOnce(&mut State) + Send>,
}

/// Gives tasks to the actor, from any thread.
#[derive(Clone)]
pub struct Actor(SyncSender<Task>);

/// Tasks that may wait. A client that is faster than the server waits when there are more.
const MAX_WAITING: usize = 1024;

/// After an edit nothing is published as long as the next one comes within this time …
const SETTLE: Duration = Duration::from_millis(3);

/// … and not for longer than this.
const MAX_UNPUBLISHED: Duration = Duration::from_millis(250);

impl Actor {
    /// Starts the thread with a state that is made for it.
    pub fn start(state: impl FnOnce(Self) -> State) -> Self {
        let (sender, tasks) = sync_channel(MAX_WAITING);
        let actor = Self(sender);
        let state = state(actor.clone());
        std::thread::spawn(move || work(state, &tasks));
        actor
    }

    /// Does something with the state.
    pub fn tell(&self, method: &'static str, run: impl FnOnce(&mut State) + Send + 'static) {
        // The thread ends with the process only.
        let _ = self.0.send(Task { method, run: Box::new(run) });
    }

    /// Asks something of the state. A question whose asker has gone is not looked at.
    ///
    /// # Errors
    /// Those of the answer, and that its making panicked.
    pub async fn ask<T: Send + 'static>(
        &self,
        method: &'static str,
        answer: impl FnOnce(&mut State) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, receiver) = oneshot::channel();
        self.tell(method, move |state| {
            if !sender.is_closed() {
                // Who asked may be gone by now.
                let _ = sender.send(answer(state));
            }
        });
        receiver.await.unwrap_or_else(|_| Err(Error::internal_error()))
    }
}

fn work(mut state: State, tasks: &Receiver<Task>) {
    while let Some(task) = next(tasks, state.background.due()) {
        run(task, &mut state);
        let since = Instant::now();
        while state.is_unpublished && since.elapsed() < MAX_UNPUBLISHED {
            match tasks.recv_timeout(SETTLE) {
                Ok(task) => run(task, &mut state),
                Err(_) => break,
            }
        }
        if state.is_unpublished {
            let publish = Box::new(State::publish);
            run(Task { method: "textDocument/publishDiagnostics", run: publish }, &mut state);
        }
    }
}

/// The next task: what is sent, or what is due. `None` when nobody can send any more.
fn next(tasks: &Receiver<Task>, due: Option<Instant>) -> Option<Task> {
    let Some(due) = due else { return tasks.recv().ok() };
    match tasks.recv_timeout(due.saturating_duration_since(Instant::now())) {
        Ok(task) => Some(task),
        Err(RecvTimeoutError::Timeout) => {
            Some(Task { method: "answers in the background", run: Box::new(State::wake) })
        }
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

/// Runs a task. A panic costs this task only.
fn run(task: Task, state: &mut State) {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| (task.run)(state)));
    if let Err(panic) = result {
        report(task.method, &*panic, &state.outbox);
        // What is known may be known by halves.
        state.recheck();
    }
    state.trace(task.method, start.elapsed());
}

/// Writes into the log what a panic says.
pub fn report(method: &str, panic: &(dyn Any + Send), outbox: &Outbox) {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let words = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
    let message = format!("internal error in {method}, please report it: {words}");
    outbox.log(MessageType::ERROR, message);
}
