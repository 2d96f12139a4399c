//! A text that is being edited, with its last changes: one that arrives behind later ones is made in its place.
//! Helix before 25.07 hands each notification to a pool of threads, which now and then send them in another order.

use std::collections::VecDeque;
use std::ops::{Deref, Range};

use super::buffer::{EditorChange, EditorPosition};

/// How many changes may overtake one; on a busy machine fourteen were seen to.
const RECENT: usize = 32;

/// Bytes that older versions of a text may take up which differ as wholes.
const MEMORY: usize = 1 << 24;

/// The longest text of a change that counts as typed.
const TYPED: usize = 256;

/// A text, its version, and how it came about lately.
pub(super) struct EditedText<T> {
    text: T,
    version: i32,
    recent: VecDeque<RecentChange<T>>,
    /// How many changes are kept.
    most: usize,
    /// The version that was given as a whole last, and the one before it.
    whole: (i32, i32),
}

/// Changes that were made together, and the text and version before them.
struct RecentChange<T> {
    before: (T, i32),
    version: i32,
    changes: Vec<(Range<EditorPosition>, String)>,
}

impl<T: Clone> EditedText<T> {
    /// A text of which each version takes up no more than what it differs in from the one before.
    pub(super) fn new(text: T, version: i32) -> Self {
        let whole = (version, version);
        Self { text, version, recent: VecDeque::new(), most: RECENT, whole }
    }

    /// A text of which each version takes up as many bytes as that.
    pub(super) fn copied(text: T, version: i32, bytes: usize) -> Self {
        Self { most: RECENT.min(MEMORY / bytes.max(1)), ..Self::new(text, version) }
    }

    /// Makes changes by `make`, and anew those of later versions, if there are any: the version of a text only grows.
    /// Says whether there were.
    pub(super) fn edit<'a>(
        &mut self,
        version: i32,
        changes: &[EditorChange<'a>],
        mut make: impl FnMut(&mut T, &[EditorChange<'_>]),
    ) -> bool {
        if self.whole.0 < version && version < self.whole.1 {
            return false;
        }
        let place = self.recent.iter().position(|it| it.before.1 < version && version < it.version);
        let overtaking = place.map(|it| self.recent.split_off(it)).unwrap_or_default();
        if let Some(first) = overtaking.front() {
            (self.text, self.version) = first.before.clone();
        }
        self.step(version, changes, &mut make);
        for later in &overtaking {
            let changes: Vec<_> =
                later.changes.iter().map(|(range, text)| (Some(range.clone()), &**text)).collect();
            self.step(later.version, &changes, &mut make);
        }
        !overtaking.is_empty()
    }

    fn step(
        &mut self,
        version: i32,
        changes: &[EditorChange<'_>],
        make: &mut impl FnMut(&mut T, &[EditorChange<'_>]),
    ) {
        if changes.iter().any(|it| it.0.is_none()) {
            self.whole = (self.version, version);
        }
        match typed(changes) {
            Some(changes) => {
                let before = (self.text.clone(), self.version);
                self.recent.push_back(RecentChange { before, version, changes });
                if self.recent.len() > self.most {
                    self.recent.pop_front();
                }
            }
            // Of large changes the text before is not kept.
            None => self.recent.clear(),
        }
        make(&mut self.text, changes);
        self.version = version;
    }
}

/// Changes as they are kept, if each writes little.
fn typed(changes: &[EditorChange<'_>]) -> Option<Vec<(Range<EditorPosition>, String)>> {
    let typed = |(range, text): &EditorChange<'_>| {
        let range = range.clone()?;
        (text.len() <= TYPED).then(|| (range, (*text).to_owned()))
    };
    changes.iter().map(typed).collect()
}

impl<T> Deref for EditedText<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.text
    }
}
