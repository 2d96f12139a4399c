//! Work that may take long, each on a thread of its own, on a part of the program that it owns. An
//! edit of this part cancels it, as does its asker.

use std::path::{Path, PathBuf};

use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, Result};

use super::actor::{Actor, report};
use super::client::Outbox;
use super::state::ServerState;
use super::system::{BegunWork, begin, catch};
use super::types::ProgressToken;
use crate::service::slice::Slice;
use crate::workspace::Workspace;
use puzzle_engine::budget::Signal;

/// The work that is under way.
#[derive(Debug, Default)]
pub(super) struct Jobs(Vec<Job>);

#[derive(Debug)]
struct Job {
    signal: Signal,
    about: Option<JobSubject>,
    /// Under which the client may cancel it.
    token: Option<ProgressToken>,
    work: BegunWork,
}

/// A question about the program of a file.
#[derive(Clone, Debug)]
pub(super) struct JobSubject {
    /// The file.
    pub path: PathBuf,
    /// The question, with all that it depends on.
    pub slice: Slice,
}

/// Work that is ready to be done.
pub(super) struct Work<T> {
    /// What it is about, if the text may change what it finds.
    pub about: Option<JobSubject>,
    /// Under which the client may cancel it.
    pub token: Option<ProgressToken>,
    /// Does it, on a thread of its own; it looks at the signal.
    pub run: Box<dyn FnOnce(&Signal) -> T + Send>,
}

impl Jobs {
    /// Starts work. What it yields is given to `done`, on its thread.
    pub(super) fn start<T: 'static>(
        &mut self,
        method: &'static str,
        outbox: &Outbox,
        signal: Signal,
        work: Work<T>,
        done: impl FnOnce(T) + Send + 'static,
    ) {
        self.0.retain(|job| !job.work.is_finished());
        let (watched, outbox) = (signal.clone(), outbox.clone());
        let begun = begin(move || match catch(|| (work.run)(&watched)) {
            Ok(yielded) => done(yielded),
            Err(panic) => report(method, &panic, &outbox),
        });
        self.0.push(Job { signal, about: work.about, token: work.token, work: begun });
    }

    /// Cancels what is asked about the program of a file.
    pub(super) fn cancel_about(&mut self, path: &Path) {
        self.cancel(|job| job.about.as_ref().is_some_and(|it| it.path == path));
    }

    /// Cancels what asks about something that the texts do not say any more.
    pub(super) fn cancel_outdated(&mut self, files: &mut Workspace) {
        self.0.retain(|job| !job.work.is_finished());
        self.cancel(|job| {
            job.about.as_ref().is_some_and(|JobSubject { path, slice }| {
                files.analysis(path).is_none_or(|it| slice.asker(&it).is_none())
            })
        });
    }

    /// Cancels what the client knows by a token.
    pub(super) fn cancel_token(&mut self, token: &ProgressToken) {
        self.cancel(|job| job.token.as_ref() == Some(token));
    }

    /// Cancels everything.
    pub(super) fn cancel_all(&mut self) {
        self.cancel(|_| true);
    }

    fn cancel(&mut self, mut is_meant: impl FnMut(&Job) -> bool) {
        self.0.iter().filter(|job| is_meant(job)).for_each(|job| job.signal.cancel());
    }
}

/// Cancels work whose asker has gone.
struct Asker(Signal);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Actor {
    /// Asks something that may take long: `prepare` takes what is needed out of the state.
    ///
    /// # Errors
    /// Those of the preparation and of the work, and that either panicked.
    pub(super) async fn ask_long<T: Send + 'static>(
        &self,
        method: &'static str,
        prepare: impl FnOnce(&mut ServerState) -> Result<Work<Result<T>>> + Send + 'static,
    ) -> Result<T> {
        let signal = Signal::default();
        let _asker = Asker(signal.clone());
        let (sender, receiver) = oneshot::channel();
        self.tell(method, move |state| {
            if sender.is_closed() {
                return;
            }
            // Who asked may be gone when there is something to tell.
            match prepare(state) {
                Ok(work) => {
                    let done = |answer| drop(sender.send(answer));
                    state.jobs.start(method, &state.outbox, signal, work, done);
                }
                Err(error) => drop(sender.send(Err(error))),
            }
        });
        receiver.await.unwrap_or_else(|_| Err(Error::internal_error()))
    }
}
