//! The actor as a thread: it waits for tasks, and for what is due.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use super::super::system::{ServerTime, now};
use super::{ActorWork, Patient, Task, publishing, run, waking};

/// After an edit nothing is published as long as the next one comes within this time …
const SETTLE: Duration = Duration::from_millis(3);

/// … and not for longer than this.
const MAX_UNPUBLISHED: Duration = Duration::from_millis(250);

impl ActorWork {
    /// Works until nobody can send tasks any more.
    pub(in crate::lsp) fn work(self) {
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

/// The next task: what is sent, what has waited (with the number of edits before it), or what is due.
/// `None` when nobody can send any more.
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

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
