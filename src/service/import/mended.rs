//! A fix of a maze in its text format never makes it worse: each is tried on the whole text before it is offered.

use rustc_hash::FxHashMap;

use crate::diagnostic::fix::apply;
use crate::diagnostic::{Diagnostic, Severity};
use crate::interchange::maze_text;
use crate::kinds::maze::check::check;
use crate::text::Span;

/// Bytes that may be tried, as a multiple of the text's length and some more. Beyond that no fix is offered.
const TRIED_FOR_EACH_BYTE: usize = 8;
const TRIED_ANYWAY: usize = 1 << 16;

/// How often each error is found.
type MazeFaults = FxHashMap<(&'static str, String), usize>;

fn counted(found: &[Diagnostic]) -> MazeFaults {
    let mut counted = MazeFaults::default();
    for it in found.iter().filter(|it| it.severity == Severity::Error) {
        *counted.entry((it.code.number(), it.message.clone())).or_default() += 1;
    }
    counted
}

fn faults(text: &str) -> MazeFaults {
    let mut found = Vec::new();
    if let Some(maze) = maze_text::parse(text, &mut found) {
        check(&maze, text, Span::default(), &mut found);
    }
    counted(&found)
}

/// Leaves out the fixes after which something else is wrong, or the same.
pub fn retain_mending(text: &str, found: &mut [Diagnostic]) {
    let before = counted(found);
    let mut room = TRIED_FOR_EACH_BYTE * text.len() + TRIED_ANYWAY;
    for fault in found {
        let own = (fault.code.number(), fault.message.clone());
        fault.fixes.retain(|fix| {
            let Some(rest) = room.checked_sub(text.len()) else { return false };
            room = rest;
            let after = faults(&apply(text, &fix.edits));
            let times = |of: &MazeFaults, it| of.get(it).copied().unwrap_or_default();
            let is_new = after.iter().any(|(it, count)| *count > times(&before, it));
            !is_new && (times(&after, &own) < times(&before, &own) || times(&before, &own) == 0)
        });
    }
}
