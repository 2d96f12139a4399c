//! What has passed its check. Only the checkers around this file can say that of something; who has it may
//! say it in other words.

use std::ops::Deref;

/// Something that a checker has passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked<T>(T);

impl<T> Checked<T> {
    pub(super) const fn new(value: T) -> Self {
        Self(value)
    }

    /// Without the seal.
    pub fn into_inner(self) -> T {
        self.0
    }

    /// The same in other words, which may claim no more.
    pub(crate) fn told_as<U>(self, words: impl FnOnce(T) -> U) -> Checked<U> {
        Checked(words(self.0))
    }
}

impl<T> Deref for Checked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
