//! Classes of things that must be alike: joined pair by pair (union-find), where one member of which
//! something is known decides for all of its class.

/// All classes, each named by a number; of some it is known what their members are.
#[derive(Clone, Debug)]
pub(super) struct Joined<Known> {
    /// Of each class the one that it was joined with, or itself.
    takers: Vec<u32>,
    /// Of each class, when it stands for itself, how many classes it stands for, and what is known.
    sizes: Vec<u32>,
    known: Vec<Option<Known>>,
}

impl<Known> Default for Joined<Known> {
    fn default() -> Self {
        Self { takers: Vec::new(), sizes: Vec::new(), known: Vec::new() }
    }
}

impl<Known: Copy + PartialEq> Joined<Known> {
    /// A new class.
    pub(super) fn add(&mut self, known: Option<Known>) -> u32 {
        self.takers.push(self.takers.len() as u32);
        self.sizes.push(1);
        self.known.push(known);
        self.takers.len() as u32 - 1
    }

    /// The class that stands for one.
    pub(super) fn root(&self, mut class: u32) -> usize {
        while self.takers[class as usize] != class {
            class = self.takers[class as usize];
        }
        class as usize
    }

    /// What is known of the members of a class.
    pub(super) fn known(&self, class: u32) -> Option<Known> {
        self.known[self.root(class)]
    }

    /// Makes two classes one. Those of which something is known stay as they are.
    ///
    /// # Errors
    /// What is known of both when that differs; then they stay apart.
    pub(super) fn join(&mut self, first: u32, second: u32) -> Result<(), (Known, Known)> {
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
                self.takers[taken] = taker as u32;
                self.sizes[taker] += self.sizes[taken];
            }
        }
        Ok(())
    }

    /// Takes all from `first` on of which nothing is known for this.
    pub(super) fn settle(&mut self, first: usize, known: Known) {
        for class in first..self.takers.len() {
            if self.takers[class] as usize == class {
                self.known[class].get_or_insert(known);
            }
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.takers.len()
    }

    /// Forgets those behind the first `count`. Of all of these something is known, so nothing changed them.
    pub(super) fn truncate(&mut self, count: usize) {
        self.takers.truncate(count);
        self.sizes.truncate(count);
        self.known.truncate(count);
    }
}
