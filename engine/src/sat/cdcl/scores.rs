//! Which atom to decide next in stable mode: the one with the highest score, a sum over the
//! conflicts it was part of in which later ones weigh more (VSIDS; Moskewicz and others, "Chaff",
//! DAC 2001, with the increasing increment and the heap of `MiniSat`, SAT 2003).

use crate::logic::cnf::Atom;

const ABSENT: u32 = u32::MAX;
/// Scores are scaled down before they leave the range of a float.
const HIGHEST: f64 = 1e150;
/// What an earlier conflict counts against the next one.
const DECAY: f64 = 0.95;

/// Atoms in a binary heap by score.
#[derive(Debug)]
pub(super) struct Scores {
    scores: Vec<f64>,
    heap: Vec<u32>,
    places: Vec<u32>,
    increment: f64,
}

impl Default for Scores {
    fn default() -> Self {
        Self { scores: Vec::new(), heap: Vec::new(), places: Vec::new(), increment: 1.0 }
    }
}

impl Scores {
    /// Adds new atoms with score 0. Before the first stable mode nobody asks for scores.
    pub(super) fn grow(&mut self, atoms: u32) {
        for atom in self.scores.len() as u32..atoms {
            self.scores.push(0.0);
            self.places.push(ABSENT);
            self.insert(Atom(atom));
        }
    }

    /// Puts an atom that lost its value back, if it has a score.
    pub(super) fn insert(&mut self, Atom(atom): Atom) {
        if self.places.get(atom as usize) == Some(&ABSENT) {
            self.heap.push(atom);
            self.up(self.heap.len() - 1);
        }
    }

    /// Counts a conflict for an atom.
    pub(super) fn bump(&mut self, Atom(atom): Atom) {
        let score = &mut self.scores[atom as usize];
        *score += self.increment;
        if *score > HIGHEST {
            self.scores.iter_mut().for_each(|score| *score /= HIGHEST);
            self.increment /= HIGHEST;
        }
        if let Some(place) = self.place(atom) {
            self.up(place);
        }
    }

    /// Lets all conflicts before count less.
    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    /// The open atom with the highest score; those before it that are not open are taken out.
    pub(super) fn next(&mut self, is_open: impl Fn(Atom) -> bool) -> Option<Atom> {
        while let Some(&atom) = self.heap.first() {
            if is_open(Atom(atom)) {
                return Some(Atom(atom));
            }
            self.places[atom as usize] = ABSENT;
            let last = self.heap.pop();
            if let Some(last) = last.filter(|_| !self.heap.is_empty()) {
                self.heap[0] = last;
                self.down();
            }
        }
        None
    }

    /// Whether an atom has a higher score than another.
    pub(super) fn is_before(&self, first: Atom, second: Atom) -> bool {
        self.scores[first.0 as usize] > self.scores[second.0 as usize]
    }

    fn place(&self, atom: u32) -> Option<usize> {
        let place = self.places[atom as usize];
        (place != ABSENT).then_some(place as usize)
    }

    /// Moves the atom at a place towards the root.
    fn up(&mut self, mut place: usize) {
        let atom = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_before(Atom(atom), Atom(self.heap[parent])) {
                break;
            }
            self.set(place, self.heap[parent]);
            place = parent;
        }
        self.set(place, atom);
    }

    /// Moves the atom at the root away from it.
    fn down(&mut self) {
        let atom = self.heap[0];
        let mut place = 0;
        loop {
            let mut child = 2 * place + 1;
            if child + 1 < self.heap.len()
                && self.is_before(Atom(self.heap[child + 1]), Atom(self.heap[child]))
            {
                child += 1;
            }
            if child >= self.heap.len() || !self.is_before(Atom(self.heap[child]), Atom(atom)) {
                break;
            }
            self.set(place, self.heap[child]);
            place = child;
        }
        self.set(place, atom);
    }

    fn set(&mut self, place: usize, atom: u32) {
        self.heap[place] = atom;
        self.places[atom as usize] = place as u32;
    }
}
