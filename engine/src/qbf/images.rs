//! Images of learned clauses: what a symmetry of the game takes a clause to follows as well, and is learned with it
//! (Kauers and Seidl, "Short proofs for some symmetric quantified Boolean formulas", IPL 2018; for satisfiability
//! Heule, Keur, Van Maaren, Stevens and Voortman, "CNF symmetry breaking options in conflict driven SAT solving", 2005).

use super::search::{Conflict, QbfSearch};
use super::store::{ClauseImage, ClauseState, Id, QbfClause};
use super::symmetry::symmetries;
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::quantified::Player;

/// Literals of a clause whose images are learned, at most.
const MOST_LITERALS: usize = 128;

/// How much longer an edge takes than a literal in the search, and the work that symmetries of a small game may take.
const DEAR: u64 = 4;
const LEAST_WORK: u64 = 1 << 18;

impl QbfSearch<'_> {
    /// Looks for symmetries, which may take as long as the search so far, and wants the images of what is known.
    pub(super) fn find_symmetries(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let most = self.work.max(LEAST_WORK) / DEAR;
        let (found, work) = symmetries(self.game, most, self.is_unfolded, budget)?;
        self.symmetries_from = None;
        self.work += DEAR * work;
        for symmetry in found {
            self.proof.add_symmetry(symmetry);
        }
        for id in 0..self.store.clauses.len() as Id {
            budget.work(self.proof.symmetries().len())?;
            if self.store.clauses[id as usize].is_learned {
                self.want_images(id);
            }
        }
        Ok(())
    }

    /// Wants the images of a clause.
    pub(super) fn want_images(&mut self, id: Id) {
        let QbfClause { owner, ref literals, number, .. } = self.store.clauses[id as usize];
        if literals.is_empty() || literals.len() > MOST_LITERALS {
            return;
        }
        literals.iter().for_each(|it| self.marks[it.index()] = true);
        for (place, symmetry) in (0..).zip(self.proof.symmetries()) {
            self.work += literals.len() as u64;
            let image: Vec<_> = literals.iter().map(|it| symmetry.image(*it)).collect();
            if !image.iter().all(|it| self.marks[it.index()]) {
                self.images.push(ClauseImage { owner, literals: image, of: (number, place) });
            }
        }
        literals.iter().for_each(|it| self.marks[it.index()] = false);
    }

    /// Takes in the images that are wanted, until one is violated. Those that say something only where choices are
    /// taken back are forgotten.
    pub(super) fn take_images(&mut self, budget: &mut Budget) -> Result<Option<Conflict>, Stop> {
        while !self.images.is_empty() {
            budget.work(1)?;
            let Some(mut image) = self.images.pop() else { break };
            self.work += image.literals.len() as u64;
            let Some(state) = self.prepare(image.owner, &mut image.literals) else { continue };
            let ClauseImage { owner, literals, of: (clause, symmetry) } = image;
            self.proof.image(clause, symmetry);
            let (demanded, number) = (literals[0], self.last_number());
            let clause = QbfClause { owner, literals, number, is_learned: true, used: 0 };
            let id = self.store.add(clause);
            match state {
                ClauseState::Open => {}
                ClauseState::Unit => self.assign(demanded, id),
                ClauseState::Violated => return Ok(Some(Conflict::Clause(id))),
            }
        }
        Ok(None)
    }

    /// Puts the literals of a clause that are to be watched first, and takes back the choices that are made too early if it
    /// demands a value. `None` where it holds, and a literal that is false would have to be watched.
    fn prepare(&mut self, owner: Player, literals: &mut [Literal]) -> Option<ClauseState> {
        let game = self.game;
        let is_own = |it: &Literal| game.owner(*it) == owner;
        let is_false = |it: &Literal| self.value(*it) == -1;
        let left = |it: &Literal| is_own(it) && !is_false(it);
        let Some(own) = literals.iter().position(left) else {
            if literals.iter().any(|it| self.value(*it) == 1) {
                return None;
            }
            literals.sort_by_key(|it| (!is_own(it), std::cmp::Reverse(self.level(*it))));
            return Some(ClauseState::Violated);
        };
        literals.swap(0, own);
        let (demanded, block) = (literals[0], game.block(literals[0]));
        let counts = |it: &Literal| is_own(it) || game.block(*it) < block;
        let second = literals[1..].iter().position(|it| counts(it) && !is_false(it));
        if let Some(second) = second {
            literals.swap(1, 1 + second);
            return Some(ClauseState::Open);
        }
        if literals.iter().any(|it| self.value(*it) == 1) {
            return None;
        }
        let level = self.watch_latest(literals, counts);
        self.undo(level as usize);
        debug_assert_eq!(self.value(demanded), 0);
        Some(ClauseState::Unit)
    }
}
