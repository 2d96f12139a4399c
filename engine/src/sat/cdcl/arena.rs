//! Clauses one behind the other in one vector of words, each behind a short head. A clause is
//! referred to by the place of its first literal, so that reading it is one access (`MiniSat`; Eén
//! and Sörensson, SAT 2003).

use crate::logic::cnf::Literal;

/// The place of a clause's first literal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Reference(pub u32);

impl Reference {
    /// No clause: of an atom that was decided, or whose value needs no reason.
    pub(super) const NONE: Self = Self(u32::MAX);
}

/// What the head of a clause says beside its length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Flag(u32);

impl Flag {
    /// It was learnt: it follows from the others and may be deleted.
    pub(super) const LEARNT: Self = Self(1);
    /// It is deleted with the next collection.
    pub(super) const GARBAGE: Self = Self(2);
    /// It is the reason of an assigned literal.
    pub(super) const REASON: Self = Self(4);
    /// It was tried as it is: vivified when it was learnt, else compared with the others.
    pub(super) const TRIED: Self = Self(64);
    /// It has a place in a fresh arena, which its head tells.
    const MOVED: Self = Self(8);
}

/// Where the word of flags counts the reductions that a clause is yet safe from.
const USED_SHIFT: u32 = 4;
const USED_MASK: u32 = 3 << USED_SHIFT;
/// Bits of the word of flags below the glue.
const FLAG_BITS: u32 = 7;

/// The words before a clause's first literal, counted from there.
const LENGTH: usize = 1;
const FLAGS: usize = 2;
const CURSOR: usize = 3;
const NUMBER: usize = 5;

/// All clauses.
#[derive(Debug)]
pub(super) struct Arena {
    /// Heads are kept as literals too, so that a clause can be handed out as a slice.
    words: Vec<Literal>,
    /// Words of a head: five with a clause's number in a proof, else three.
    head: usize,
    clauses: usize,
}

impl Arena {
    /// No clauses; with `is_numbered` each has room for its number in a proof.
    pub(super) fn new(is_numbered: bool) -> Self {
        Self { words: Vec::new(), head: if is_numbered { NUMBER } else { CURSOR }, clauses: 0 }
    }

    /// Whether a clause of this length has no place any more.
    pub(super) fn is_full(&self, length: usize) -> bool {
        self.words.len() + self.head + length >= 1 << 31
    }

    /// Makes room for so many clauses with so many literals in all.
    pub(super) fn reserve(&mut self, clauses: usize, literals: usize) {
        self.words.reserve_exact(self.head * clauses + literals);
    }

    /// Words in use.
    pub(super) fn size(&self) -> usize {
        self.words.len()
    }

    /// Words in use but for those of numbers: what it takes to go through all clauses, the same with
    /// a proof and without.
    pub(super) fn extent(&self) -> u64 {
        (self.words.len() - self.clauses * (self.head - CURSOR)) as u64
    }

    /// Adds a clause of two literals or more.
    pub(super) fn add(
        &mut self,
        clause: &[Literal],
        learnt: Option<u32>,
        number: u64,
    ) -> Reference {
        self.clauses += 1;
        let words = &mut self.words;
        if self.head == NUMBER {
            words.push(Literal::from_index(number as u32));
            words.push(Literal::from_index((number >> 32) as u32));
        }
        let flags = learnt.map_or(0, |glue| glue << FLAG_BITS | Flag::LEARNT.0);
        words.push(Literal::from_index(0));
        words.push(Literal::from_index(flags));
        words.push(Literal::from_index(clause.len() as u32));
        let place = Reference(words.len() as u32);
        words.extend_from_slice(clause);
        place
    }

    fn word(&self, clause: Reference, back: usize) -> u32 {
        self.words[clause.0 as usize - back].index() as u32
    }

    fn set_word(&mut self, clause: Reference, back: usize, word: u32) {
        self.words[clause.0 as usize - back] = Literal::from_index(word);
    }

    /// Number of literals.
    pub(super) fn len(&self, clause: Reference) -> usize {
        self.word(clause, LENGTH) as usize
    }

    pub(super) fn literals(&self, clause: Reference) -> &[Literal] {
        let start = clause.0 as usize;
        &self.words[start..start + self.words[start - LENGTH].index()]
    }

    /// The cursor of a clause, and its literals, to be put into another order.
    pub(super) fn watched(&mut self, clause: Reference) -> (&mut Literal, &mut [Literal]) {
        match &mut self.words[clause.0 as usize - CURSOR..] {
            [cursor, _, length, behind @ ..] => (cursor, &mut behind[..length.index()]),
            _ => unreachable!("a clause has a head"),
        }
    }

    /// Where the last search for a literal to watch ended, behind the first two (Gent, "Optimal
    /// implementation of watched literals and more general techniques", JAIR 2013): without it a
    /// clause of n literals may cost n² steps.
    pub(super) fn cursor(&self, clause: Reference) -> usize {
        self.word(clause, CURSOR) as usize
    }

    /// Remembers where a search ended.
    pub(super) fn set_cursor(&mut self, clause: Reference, cursor: usize) {
        self.set_word(clause, CURSOR, cursor as u32);
    }

    /// Its number in the proof; 0 without one.
    pub(super) fn number(&self, clause: Reference) -> u64 {
        if self.head < NUMBER {
            return 0;
        }
        u64::from(self.word(clause, NUMBER)) | u64::from(self.word(clause, NUMBER - 1)) << 32
    }

    /// Whether a flag is set.
    pub(super) fn is(&self, clause: Reference, flag: Flag) -> bool {
        self.word(clause, FLAGS) & flag.0 != 0
    }

    /// Sets or clears a flag.
    pub(super) fn set(&mut self, clause: Reference, flag: Flag, value: bool) {
        let word = self.word(clause, FLAGS);
        self.set_word(clause, FLAGS, if value { word | flag.0 } else { word & !flag.0 });
    }

    /// Decision levels among the literals of a learnt clause when it was learnt or used.
    pub(super) fn glue(&self, clause: Reference) -> u32 {
        self.word(clause, FLAGS) >> FLAG_BITS
    }

    /// Notes a smaller glue.
    pub(super) fn set_glue(&mut self, clause: Reference, glue: u32) {
        let flags = self.word(clause, FLAGS) & ((1 << FLAG_BITS) - 1);
        self.set_word(clause, FLAGS, flags | glue << FLAG_BITS);
    }

    /// How many reductions the clause is yet safe from because it was part of a conflict.
    pub(super) fn used(&self, clause: Reference) -> u32 {
        (self.word(clause, FLAGS) & USED_MASK) >> USED_SHIFT
    }

    /// Sets that number, at most 3.
    pub(super) fn set_used(&mut self, clause: Reference, used: u32) {
        let flags = self.word(clause, FLAGS) & !USED_MASK;
        self.set_word(clause, FLAGS, flags | used << USED_SHIFT);
    }

    /// The clause will go with the next collection.
    pub(super) fn discard(&mut self, clause: Reference) {
        self.set(clause, Flag::GARBAGE, true);
    }

    /// The first clause.
    pub(super) fn first(&self) -> Option<Reference> {
        self.after(0)
    }

    /// The first clause from a place where one ends on.
    pub(super) fn after(&self, size: usize) -> Option<Reference> {
        (size < self.words.len()).then_some(Reference((size + self.head) as u32))
    }

    /// The clause behind one.
    pub(super) fn next(&self, clause: Reference) -> Option<Reference> {
        self.after(clause.0 as usize + self.len(clause))
    }

    /// All clauses that are not garbage, in order of age.
    pub(super) fn iter(&self) -> impl Iterator<Item = Reference> + '_ {
        std::iter::successors(self.first(), |&clause| self.next(clause))
            .filter(|&clause| !self.is(clause, Flag::GARBAGE))
    }

    /// An arena for the clauses that are not garbage, in an order of their own.
    pub(super) fn fresh(&self) -> Self {
        Self { words: Vec::with_capacity(self.words.len()), head: self.head, clauses: 0 }
    }

    /// The place of a clause in a fresh arena, to which it is copied when it is not there yet;
    /// `None` when it is garbage.
    pub(super) fn relocate(&mut self, clause: Reference, fresh: &mut Self) -> Option<Reference> {
        if self.is(clause, Flag::GARBAGE) {
            return None;
        }
        if !self.is(clause, Flag::MOVED) {
            let start = clause.0 as usize;
            let end = start + self.words[start - LENGTH].index();
            fresh.clauses += 1;
            fresh.words.extend_from_slice(&self.words[start - self.head..end]);
            let place = fresh.words.len() + start - end;
            self.set_cursor(clause, place);
            self.set(clause, Flag::MOVED, true);
        }
        Some(Reference(self.cursor(clause) as u32))
    }
}
