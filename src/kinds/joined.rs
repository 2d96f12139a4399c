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
    /// What classes were before they were joined, in the order in which that was.
    trail: Vec<Unjoined<Known>>,
}

/// What a class was.
#[derive(Clone, Debug)]
struct Unjoined<Known> {
    class: usize,
    size: u32,
    known: Option<Known>,
}

/// How far classes and what is known of them had got.
#[derive(Clone, Copy, Debug)]
pub(super) struct JoinedBefore {
    classes: usize,
    trail: usize,
}

impl<Known> Default for Joined<Known> {
    fn default() -> Self {
        Self { takers: Vec::new(), sizes: Vec::new(), known: Vec::new(), trail: Vec::new() }
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
            (Some(known), None) => {
                self.remember(second);
                self.known[second] = Some(known);
            }
            (None, Some(known)) => {
                self.remember(first);
                self.known[first] = Some(known);
            }
            (None, None) if first == second => {}
            (None, None) => {
                // The larger class takes the smaller one, so that no way to a root is long.
                let is_larger = self.sizes[first] >= self.sizes[second];
                let (taker, taken) = if is_larger { (first, second) } else { (second, first) };
                self.remember(taken);
                self.remember(taker);
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

    /// What there is now.
    pub(super) fn before(&self) -> JoinedBefore {
        JoinedBefore { classes: self.len(), trail: self.trail.len() }
    }

    /// Forgets the classes that were added since then, and what was joined.
    pub(super) fn forget_since(&mut self, before: JoinedBefore) {
        for Unjoined { class, size, known } in self.trail.drain(before.trail..).rev() {
            self.takers[class] = class as u32;
            (self.sizes[class], self.known[class]) = (size, known);
        }
        self.takers.truncate(before.classes);
        self.sizes.truncate(before.classes);
        self.known.truncate(before.classes);
    }

    /// Notes what a class is that stands for itself and is about to be joined.
    fn remember(&mut self, class: usize) {
        let (size, known) = (self.sizes[class], self.known[class]);
        self.trail.push(Unjoined { class, size, known });
    }
}
