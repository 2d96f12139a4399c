//! Which atom to decide next in focused mode: the one that moved to the front of a queue last
//! (VMTF; Ryan 2004, and Biere and Fröhlich, "Evaluating CDCL variable scoring schemes", SAT 2015).

use super::Solver;
use crate::logic::cnf::Atom;

const NONE: u32 = u32::MAX;
/// A seed moves an atom by at most this part of all, as a divisor.
const MIXED: usize = 10;

#[derive(Clone, Copy, Debug)]
struct Link {
    previous: u32,
    next: u32,
}

/// All atoms in the order in which they moved to the front.
#[derive(Debug)]
pub(super) struct AtomQueue {
    links: Vec<Link>,
    /// When each atom moved to the front.
    times: Vec<u32>,
    first: u32,
    last: u32,
    /// Behind it every atom has a value.
    cursor: u32,
    time: u32,
}

impl Default for AtomQueue {
    fn default() -> Self {
        Self {
            links: Vec::new(),
            times: Vec::new(),
            first: NONE,
            last: NONE,
            cursor: NONE,
            time: 0,
        }
    }
}

impl AtomQueue {
    /// Appends new atoms, to be decided before those there are; of those that come together the one
    /// with the lowest number first, as in `MiniSat`: encodings begin with what the rest depends on.
    pub(super) fn grow(&mut self, atoms: u32) {
        let new = self.links.len() as u32..atoms;
        self.links.resize(atoms as usize, Link { previous: NONE, next: NONE });
        self.times.resize(atoms as usize, 0);
        for atom in new.rev() {
            self.append(atom);
            self.cursor = atom;
        }
    }

    fn append(&mut self, atom: u32) {
        self.links[atom as usize] = Link { previous: self.last, next: NONE };
        match self.last {
            NONE => self.first = atom,
            last => self.links[last as usize].next = atom,
        }
        self.last = atom;
        if self.time == u32::MAX {
            self.renumber();
        }
        self.time += 1;
        self.times[atom as usize] = self.time;
    }

    /// Puts all atoms into an order, the one to decide first last.
    pub(super) fn arrange(&mut self, order: impl IntoIterator<Item = Atom>) {
        (self.first, self.last, self.time) = (NONE, NONE, 0);
        order.into_iter().for_each(|atom| self.append(atom.0));
        self.cursor = self.last;
    }

    /// Begins anew with small times, in the same order.
    fn renumber(&mut self) {
        let mut atom = self.first;
        self.time = 0;
        while atom != NONE {
            self.time += 1;
            self.times[atom as usize] = self.time;
            atom = self.links[atom as usize].next;
        }
    }

    /// When an atom moved to the front.
    pub(super) fn time(&self, atom: Atom) -> u32 {
        self.times[atom.0 as usize]
    }

    /// All atoms, those that moved to the front last first.
    pub(super) fn iter(&self) -> impl Iterator<Item = Atom> + '_ {
        let exists = |&atom: &u32| atom != NONE;
        std::iter::successors(Some(self.last).filter(exists), move |&atom| {
            Some(self.links[atom as usize].previous).filter(exists)
        })
        .map(Atom)
    }

    /// Moves an atom to the front.
    pub(super) fn bump(&mut self, atom: Atom, is_assigned: bool) {
        let Atom(atom) = atom;
        let Link { previous, next } = self.links[atom as usize];
        if next == NONE {
            return;
        }
        if self.cursor == atom {
            self.cursor = if previous == NONE { next } else { previous };
        }
        self.links[next as usize].previous = previous;
        match previous {
            NONE => self.first = next,
            previous => self.links[previous as usize].next = next,
        }
        self.append(atom);
        if !is_assigned {
            self.cursor = atom;
        }
    }

    /// Hears that an atom lost its value.
    pub(super) fn unassign(&mut self, Atom(atom): Atom) {
        if self.times[self.cursor as usize] < self.times[atom as usize] {
            self.cursor = atom;
        }
    }

    /// The open atom that moved to the front last.
    pub(super) fn next(&mut self, is_open: impl Fn(Atom) -> bool) -> Option<Atom> {
        while self.cursor != NONE {
            if is_open(Atom(self.cursor)) {
                return Some(Atom(self.cursor));
            }
            self.cursor = self.links[self.cursor as usize].previous;
        }
        self.cursor = self.first;
        None
    }
}

impl Solver<'_> {
    /// Lets the atoms change places with others not far away, as the seed says.
    pub(super) fn mix(&mut self) {
        let reach = self.atoms as usize / MIXED + 2;
        let random = &mut self.random;
        let mut order: Vec<_> = self.queue.iter().collect();
        order.reverse();
        let mut placed: Vec<_> =
            (0..).zip(order).map(|(place, atom)| (place + random.below(reach), atom)).collect();
        placed.sort_unstable();
        self.queue.arrange(placed.into_iter().map(|(_, atom)| atom));
    }

    /// Lets atoms be decided when all others have values.
    pub(super) fn decide_last(&mut self, atoms: std::ops::Range<u32>) {
        if !atoms.is_empty() {
            let mut order: Vec<_> = self.queue.iter().filter(|it| !atoms.contains(&it.0)).collect();
            order.extend(atoms.map(Atom));
            order.reverse();
            self.queue.arrange(order);
        }
    }
}
