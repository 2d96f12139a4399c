//! What terms are: numbers, steps on a board, or things of a sort. Terms that must be alike are joined,
//! and one whose type is known decides.

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
pub struct Classes {
    /// Of each class the one that it was joined with, or itself.
    joined: Vec<u32>,
    /// Of each class, when it stands for itself, how many classes it stands for, and the type.
    sizes: Vec<u32>,
    known: Vec<Option<Type>>,
}

impl Classes {
    /// A new class.
    pub fn add(&mut self, known: Option<Type>) -> Class {
        self.joined.push(self.joined.len() as u32);
        self.sizes.push(1);
        self.known.push(known);
        Class(self.joined.len() as u32 - 1)
    }

    fn root(&self, Class(mut class): Class) -> usize {
        while self.joined[class as usize] != class {
            class = self.joined[class as usize];
        }
        class as usize
    }

    /// The type of a class, if that is known.
    pub fn type_of(&self, class: Class) -> Option<Type> {
        self.known[self.root(class)]
    }

    /// Makes two classes one. Those of known types stay as they are.
    ///
    /// # Errors
    /// The two types that they have when these differ; then they stay apart.
    pub fn join(&mut self, first: Class, second: Class) -> Result<(), (Type, Type)> {
        let (first, second) = (self.root(first), self.root(second));
        match (self.known[first], self.known[second]) {
            (Some(one), Some(other)) if one != other => return Err((one, other)),
            (Some(_), Some(_)) => {}
            (Some(known), None) => self.known[second] = Some(known),
            (None, Some(known)) => self.known[first] = Some(known),
            (None, None) if first == second => {}
            (None, None) => {
                // The larger class takes the smaller one, so that no way to a root is long.
                let is_larger = self.sizes[first] >= self.sizes[second];
                let (taker, taken) = if is_larger { (first, second) } else { (second, first) };
                self.joined[taken] = taker as u32;
                self.sizes[taker] += self.sizes[taken];
            }
        }
        Ok(())
    }

    /// Takes what nothing tells for numbers.
    pub fn settle(&mut self) {
        for known in &mut self.known {
            known.get_or_insert(Type::Number);
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.joined.len()
    }

    /// Forgets those behind the first `count`. All of these have types, so nothing changed them.
    pub fn truncate(&mut self, count: usize) {
        self.joined.truncate(count);
        self.sizes.truncate(count);
        self.known.truncate(count);
    }
}
