//! What terms are: numbers, steps on a board, or things of a sort. Terms that must be alike are joined,
//! and one whose type is known decides.

use crate::kinds::joined::{Joined, JoinedBefore};

/// Terms that are alike, by the index of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class(u32);

/// What a term is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A number of whatever range.
    Number,
    /// A step from a cell to another one.
    Step,
    /// A thing of a sort, a cell being one.
    Thing(u32),
}

/// All classes.
#[derive(Clone, Debug, Default)]
pub struct Classes(Joined<Type>);

impl Classes {
    /// A new class.
    pub fn add(&mut self, known: Option<Type>) -> Class {
        Class(self.0.add(known))
    }

    /// The type of a class, if that is known.
    pub fn type_of(&self, class: Class) -> Option<Type> {
        self.0.known(class.0)
    }

    /// Makes two classes one. Those of known types stay as they are.
    ///
    /// # Errors
    /// The two types that they have when these differ; then they stay apart.
    pub fn join(&mut self, first: Class, second: Class) -> Result<(), (Type, Type)> {
        self.0.join(first.0, second.0)
    }

    /// Takes what nothing tells for numbers.
    pub fn settle(&mut self) {
        self.0.settle(0, Type::Number);
    }

    /// What there is now.
    pub(super) fn before(&self) -> JoinedBefore {
        self.0.before()
    }

    /// Forgets what was added and joined since then.
    pub(super) fn forget_since(&mut self, before: JoinedBefore) {
        self.0.forget_since(before);
    }
}
