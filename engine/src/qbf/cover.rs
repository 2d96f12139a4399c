//! Covers: why E has won under the values chosen. Literals of which each clause has one are enough, and fewer
//! are, since a clause needs none that is blocked by an atom whose value E finds at the end (Lonsing, Bacchus,
//! Biere, Egly and Seidl, "Enhancing search-based QBF solving by dynamic blocked clause elimination", LPAR
//! 2015). Such atoms are free, one after the other: a clause without a literal of the cover belongs to the
//! atom in it that became free first, and two clauses of one atom that differ in its sign differ in that of
//! another atom, too. So a value of the atom satisfies them all.

use std::cmp::Reverse;

use crate::logic::cnf::{Atom, Literal};
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// Which atoms may be free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freedom {
    /// Those that are chosen after all choices of A that the cover names.
    Late,
    /// All. That E wins is then a guess, good for leading a search to the lines in which A does.
    Any,
}

/// Literals looked at for each one of the matrix until no further atoms are set free.
const EFFORT: usize = 8;

/// How many atoms may be set free for each other's sake.
const DEPTH: usize = 1000;

/// The room in which covers are found, and the last one.
pub(super) struct Cover {
    /// The true literals, at least one in each clause that no free atom has.
    pub literals: Vec<Literal>,
    /// The atoms that are free, in their order, and those of them that have clauses.
    free: Vec<Atom>,
    pub needed: Vec<Atom>,
    /// By the index of a literal the clauses that have it, and those of them that are a free atom's.
    with: Vec<Vec<u32>>,
    groups: Vec<Vec<u32>>,
    size: usize,
    /// By clause how many literals of the cover it has.
    counts: Vec<u32>,
    /// By the index of a literal whether it is in the cover.
    is_in: Vec<bool>,
    /// By atom, its place among the free ones, from 1 on, and the last round in which it was tried.
    places: Vec<u32>,
    tried: Vec<u64>,
    round: u64,
    depth: usize,
    effort: usize,
}

/// The values of a play that E has won.
struct Won<'s> {
    game: &'s Prenex,
    values: &'s [i8],
    /// Only atoms of this block and later ones may be free.
    first: u32,
}

impl Cover {
    pub(super) fn new(game: &Prenex) -> Self {
        Self {
            literals: Vec::new(),
            free: Vec::new(),
            needed: Vec::new(),
            with: vec![Vec::new(); 2 * game.atoms()],
            size: 0,
            groups: vec![Vec::new(); 2 * game.atoms()],
            counts: Vec::new(),
            is_in: vec![false; 2 * game.atoms()],
            places: vec![0; game.atoms()],
            tried: vec![0; game.atoms()],
            round: 0,
            depth: 0,
            effort: 0,
        }
    }

    /// Adds the next clause of the matrix.
    pub(super) fn add(&mut self, number: u32, clause: &[Literal]) {
        clause.iter().for_each(|literal| self.with[literal.index()].push(number));
        self.counts.push(0);
        self.size += clause.len();
    }

    /// Finds a cover for the values of a play that E has won: with few choices of A, and few of E that are
    /// followed by one of A. Tells how many literals were looked at.
    pub(super) fn find(&mut self, game: &Prenex, values: &[i8], freedom: Freedom) -> u64 {
        self.reset();
        let is_true = |it: &&Literal| values[it.index()] == 1;
        let is_own = |it: &&Literal| game.owner(**it) == Player::E;
        for (count, clause) in self.counts.iter_mut().zip(game.matrix().clauses()) {
            *count = clause.iter().filter(is_own).filter(is_true).count() as u32;
        }
        let mut choices = Vec::new();
        for (number, clause) in game.matrix().clauses().enumerate() {
            if self.counts[number] > 0 {
                continue;
            }
            if let Some(&best) = clause.iter().filter(is_true).min_by_key(|it| game.block(**it)) {
                choices.push(best);
                self.with[best.index()].iter().for_each(|it| self.counts[*it as usize] += 1);
            }
        }
        choices.sort_by_key(|it| Reverse(game.block(*it)));
        self.effort = EFFORT * self.size;
        let first = if freedom == Freedom::Any { 0 } else { u32::MAX };
        let mut won = Won { game, values, first };
        for literal in choices {
            if self.literals.is_empty() {
                won.first = won.first.min(game.block(literal));
            }
            self.round += 1;
            if !self.leave(&won, literal) {
                self.is_in[literal.index()] = true;
                self.literals.push(literal);
            }
        }
        for (number, clause) in game.matrix().clauses().enumerate() {
            if self.counts[number] == 0 || clause.iter().any(|it| self.is_in[it.index()]) {
                continue;
            }
            let is_free = |it: &Literal| self.places[it.atom().0 as usize] > 0;
            let named = clause.iter().filter(is_own).filter(is_true).filter(|it| !is_free(it));
            if let Some(&best) = named.max_by_key(|it| game.block(**it)) {
                self.is_in[best.index()] = true;
                self.literals.push(best);
            }
        }
        let groups = &self.groups;
        let has_clauses = |atom: &Atom, sign| !groups[Literal::new(*atom, sign).index()].is_empty();
        self.needed.clear();
        self.needed
            .extend(self.free.iter().filter(|it| has_clauses(it, true) || has_clauses(it, false)));
        (3 * self.size + EFFORT * self.size - self.effort) as u64
    }

    fn reset(&mut self) {
        for literal in self.literals.drain(..) {
            self.is_in[literal.index()] = false;
        }
        for atom in self.free.drain(..) {
            self.places[atom.0 as usize] = 0;
            self.groups[Literal::new(atom, true).index()].clear();
            self.groups[Literal::new(atom, false).index()].clear();
        }
    }

    /// Takes a true literal out of the cover, for which other atoms may be set free before; false when it
    /// has to stay.
    fn leave(&mut self, won: &Won<'_>, literal: Literal) -> bool {
        for at in 0..self.with[literal.index()].len() {
            let clause = self.with[literal.index()][at];
            if self.counts[clause as usize] == 1 && !self.find_home(won, clause) {
                return false;
            }
        }
        self.release(won, literal)
    }

    /// Sees to it that a free atom can take the clause.
    fn find_home(&mut self, won: &Won<'_>, clause: u32) -> bool {
        if let Some(home) = self.home(won, clause) {
            return self.takes(won, home, clause);
        }
        if self.depth == DEPTH {
            return false;
        }
        self.depth += 1;
        let found = won.game.matrix().clause(clause as usize).iter().any(|literal| {
            let tried = &mut self.tried[literal.atom().0 as usize];
            won.game.owner(*literal) == Player::E
                && won.values[literal.index()] == -1
                && won.game.block(*literal) >= won.first
                && std::mem::replace(tried, self.round) != self.round
                && self.set_free(won, !*literal, clause)
        });
        self.depth -= 1;
        found
    }

    /// Sets the atom of a true literal free, so that it can take the clause.
    fn set_free(&mut self, won: &Won<'_>, literal: Literal, clause: u32) -> bool {
        for at in 0..self.with[literal.index()].len() {
            let other = self.with[literal.index()][at];
            if self.counts[other as usize] != 1 {
                continue;
            }
            let is_own =
                self.home(won, other).is_none() && self.differ(won, literal.atom(), clause, other);
            if !is_own && !self.find_home(won, other) {
                return false;
            }
        }
        self.free.push(literal.atom());
        self.places[literal.atom().0 as usize] = self.free.len() as u32;
        if self.release(won, literal) {
            return self.takes(won, !literal, clause);
        }
        self.free.pop();
        self.places[literal.atom().0 as usize] = 0;
        false
    }

    /// Takes a literal out of the cover when all clauses that need it have an atom to take them.
    fn release(&mut self, won: &Won<'_>, literal: Literal) -> bool {
        let mut moved = Vec::new();
        let mut is_possible = true;
        for at in 0..self.with[literal.index()].len() {
            let clause = self.with[literal.index()][at];
            if self.counts[clause as usize] == 1 {
                match self.home(won, clause) {
                    Some(home) if self.takes(won, home, clause) => {
                        self.groups[home.index()].push(clause);
                        moved.push(home);
                    }
                    _ => {
                        is_possible = false;
                        break;
                    }
                }
            }
        }
        if is_possible {
            self.with[literal.index()].iter().for_each(|it| self.counts[*it as usize] -= 1);
        } else {
            for home in moved {
                self.groups[home.index()].pop();
            }
        }
        is_possible
    }

    /// The literal of the clause whose atom became free first.
    fn home(&mut self, won: &Won<'_>, clause: u32) -> Option<Literal> {
        let literals = won.game.matrix().clause(clause as usize);
        self.effort = self.effort.saturating_sub(literals.len());
        let place = |it: &Literal| self.places[it.atom().0 as usize];
        literals.iter().copied().filter(|it| place(it) != 0).min_by_key(place)
    }

    /// Whether the atom can satisfy the clause with all others that are its.
    fn takes(&mut self, won: &Won<'_>, home: Literal, clause: u32) -> bool {
        (0..self.groups[(!home).index()].len()).all(|at| {
            let other = self.groups[(!home).index()][at];
            self.differ(won, home.atom(), clause, other)
        })
    }

    /// Whether two clauses differ in the sign of another atom, chosen no later than this one.
    fn differ(&mut self, won: &Won<'_>, atom: Atom, one: u32, other: u32) -> bool {
        let (one, other) =
            (won.game.matrix().clause(one as usize), won.game.matrix().clause(other as usize));
        let Some(effort) = self.effort.checked_sub(one.len() * other.len()) else { return false };
        self.effort = effort;
        let block = won.game.block(Literal::new(atom, true));
        one.iter()
            .any(|it| it.atom() != atom && won.game.block(*it) <= block && other.contains(&!*it))
    }
}
