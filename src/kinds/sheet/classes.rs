//! What terms are: numbers, steps on a board, or things of a sort. Terms that must be alike are joined,
//! and one whose type is known decides.

use crate::kinds::joined::Joined;

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

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets those behind the first `count`. All of these have types, so nothing changed them.
    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }
}
