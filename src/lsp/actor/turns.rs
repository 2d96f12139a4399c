//! The actor in a browser, where nothing waits: each turn does what there is to do.

use super::super::state::ServerState;
use super::super::system::now;
use super::{ActorWork, publishing, run, waking};

impl ActorWork {
    /// Does what was sent, or else what has waited or is due; tells whether there was anything to do.
    pub(in crate::lsp) fn turn(&mut self) -> bool {
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
    pub(in crate::lsp) fn state(&mut self) -> &mut ServerState {
        &mut self.state
    }
}
