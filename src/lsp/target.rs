//! What a command is about: a place in a document, and the item that asks there, followed through edits.

use serde::Deserialize;

use super::jobs::JobSubject;
use super::state::ServerState;
use super::types::*;
use crate::ide::commands::{CommandQuestion, asked};
use crate::ide::lenses::LensCommand;
use crate::kinds::Definition;
use crate::service::slice::Slice;

/// What a command is about.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct CommandTarget {
    /// A document.
    pub uri: Uri,
    /// A place in the item that is meant.
    pub position: Position,
}

/// What is asked at a place, and as what it is followed through edits.
///
/// # Errors
/// Why nothing can be asked there, for a person.
pub(super) fn prepare(
    state: &mut ServerState,
    target: &CommandTarget,
    command: LensCommand,
) -> Result<(CommandQuestion, JobSubject), String> {
    let path = state.names.path(&target.uri);
    let view = state.asked(&path).ok_or("the file cannot be read")?;
    let asked = asked(view.analysis, view.place(target.position), command)?;
    let slice = asked.slice.clone();
    Ok((asked, JobSubject { path, slice }))
}

/// The item that asks what a slice asks: the one at the place, unless edits have moved it.
pub(super) fn asker(
    state: &mut ServerState,
    target: &CommandTarget,
    command: LensCommand,
    slice: &Slice,
) -> Option<Definition> {
    let path = state.names.path(&target.uri);
    let view = state.asked(&path)?;
    let here = asked(view.analysis, view.place(target.position), command).ok();
    let is_same = |it: &CommandQuestion| it.slice.text() == slice.text();
    let item = here.filter(is_same).map(|it| it.item);
    item.or_else(|| slice.asker(&view.analysis))
}
