//! Learning from a violated clause: it is resolved with the clauses that demanded the values, latest
//! first, until it would have demanded a value itself before the last choices. Where E has won, the
//! clause of A to start from is made of literals that satisfy the matrix.

use std::collections::BinaryHeap;

use super::search::{Conflict, NONE, QbfSearch};
use super::store::QbfClause;
use crate::logic::cnf::Literal;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// How much less each older conflict counts for the activity of an atom.
const DECAY: f64 = 0.95;

/// Activities beyond this are scaled down.
const MOST_ACTIVE: f64 = 1e100;

/// A clause on its way.
struct Resolvent {
    owner: Player,
    /// The owner's literals, all of them false, the one that became so last on top.
    own: BinaryHeap<(u32, Literal)>,
    /// The opponent's.
    others: Vec<Literal>,
    /// By block how many of the owner's literals are of it, and the innermost one that has any.
    counts: Vec<u32>,
    innermost: usize,
    /// The clauses that were resolved, and the literals on which.
    clauses: Vec<u32>,
    pivots: Vec<Literal>,
}

impl QbfSearch<'_> {
    /// Learns from a violated clause and demands what it tells. The winner, when its owner cannot avoid
    /// one.
    pub fn learn(&mut self, conflict: &Conflict) -> Option<Player> {
        let (owner, literals, number) = match *conflict {
            Conflict::Clause(id) => {
                let clause = &mut self.store.clauses[id as usize];
                clause.used = self.conflicts;
                (clause.owner, clause.literals.clone(), clause.number)
            }
            Conflict::Solution => {
                self.work += self.cover.find(self.game, &self.values, self.freedom);
                self.proof.cover(&self.cover.literals, &self.cover.needed);
                let mut literals: Vec<_> = self.cover.literals.iter().map(|it| !*it).collect();
                self.reduce(Player::A, &mut literals);
                (Player::A, literals, self.last_number())
            }
        };
        let blocks = self.game.blocks();
        let mut resolvent = Resolvent {
            owner,
            own: BinaryHeap::new(),
            others: Vec::new(),
            counts: vec![0; blocks],
            innermost: 0,
            clauses: vec![number],
            pivots: Vec::new(),
        };
        self.include(&mut resolvent, &literals, None);
        let demanded = loop {
            let innermost = resolvent.innermost as u32;
            let marks = &mut self.marks;
            let (game, has_own) = (self.game, !resolvent.own.is_empty());
            resolvent.others.retain(|it| {
                let stays = has_own && game.block(*it) < innermost;
                marks[it.index()] = stays;
                stays
            });
            let Some((_, last)) = resolvent.own.pop() else {
                self.proof.chain(&resolvent.clauses, &resolvent.pivots);
                return Some(owner.other());
            };
            if self.demands(&resolvent, last) {
                break last;
            }
            let reason = self.reasons[last.atom().0 as usize];
            debug_assert_ne!(reason, NONE, "a clause whose last literal was chosen demands it");
            self.marks[last.index()] = false;
            resolvent.leave(self.game.block(last));
            let clause = &mut self.store.clauses[reason as usize];
            clause.used = self.conflicts;
            resolvent.clauses.push(clause.number);
            resolvent.pivots.push(last);
            let literals = std::mem::take(&mut clause.literals);
            self.include(&mut resolvent, &literals, Some(!last));
            self.store.clauses[reason as usize].literals = literals;
        };
        self.add_learned(demanded, resolvent);
        None
    }

    /// Takes the literals of a clause in, but that which was resolved.
    fn include(&mut self, resolvent: &mut Resolvent, literals: &[Literal], but: Option<Literal>) {
        self.work += literals.len() as u64;
        for &literal in literals.iter().filter(|it| Some(**it) != but) {
            if std::mem::replace(&mut self.marks[literal.index()], true) {
                continue;
            }
            if self.game.owner(literal) == resolvent.owner {
                let atom = literal.atom().0 as usize;
                resolvent.own.push((self.places[atom], literal));
                let block = self.game.block(literal) as usize;
                resolvent.counts[block] += 1;
                resolvent.innermost = resolvent.innermost.max(block);
                self.activity[atom] += self.bump;
                if self.activity[atom] > MOST_ACTIVE {
                    self.activity.iter_mut().for_each(|it| *it /= MOST_ACTIVE);
                    self.bump /= MOST_ACTIVE;
                }
            } else {
                resolvent.others.push(literal);
            }
        }
    }

    /// Whether the clause, with `last` beside its other literals, demands `last` when no later choice
    /// than those that made the others false is made.
    fn demands(&self, resolvent: &Resolvent, last: Literal) -> bool {
        let level = self.level(last);
        let is_only = resolvent.own.peek().is_none_or(|(_, it)| self.level(*it) < level);
        let Some(choice) = (level as usize).checked_sub(1) else { return false };
        let chosen = self.trail[self.choices[choice]];
        is_only
            && self.game.owner(chosen) == resolvent.owner
            && resolvent.others.iter().all(|it| {
                self.game.block(*it) > self.game.block(last)
                    || self.value(*it) == -1 && self.level(*it) < level
            })
    }

    /// Puts the literal that got its value last behind the first one, of those that count for the clause; its level, 0 if none does.
    pub(super) fn watch_latest(
        &self,
        literals: &mut [Literal],
        counts: impl Fn(&Literal) -> bool,
    ) -> u32 {
        let latest = (1..literals.len())
            .filter(|at| counts(&literals[*at]))
            .max_by_key(|at| self.level(literals[*at]));
        let Some(at) = latest else { return 0 };
        literals.swap(1, at);
        self.level(literals[1])
    }

    fn add_learned(&mut self, demanded: Literal, resolvent: Resolvent) {
        let Resolvent { owner, own, others, clauses, pivots, .. } = resolvent;
        let mut literals = vec![demanded];
        literals.extend(own.into_iter().map(|(_, literal)| literal));
        literals.extend(others);
        for literal in &literals {
            self.marks[literal.index()] = false;
        }
        let block = self.game.block(demanded);
        let counts = |it: &Literal| self.game.owner(*it) == owner || self.game.block(*it) < block;
        let level = self.watch_latest(&mut literals, counts);
        if !pivots.is_empty() {
            self.proof.chain(&clauses, &pivots);
        }
        let number = if pivots.is_empty() { clauses[0] } else { self.last_number() };
        self.undo(level as usize);
        let used = self.conflicts;
        let id = self.store.add(QbfClause { owner, literals, number, is_learned: true, used });
        self.assign(demanded, id);
        self.want_images(id);
        self.bump /= DECAY;
    }

    /// The number of the proof's last clause.
    pub(super) fn last_number(&self) -> u32 {
        (self.game.inputs() + self.proof.len() - 1) as u32
    }

    /// Leaves out the opponent's literals behind all of the owner's.
    pub fn reduce(&self, owner: Player, clause: &mut Vec<Literal>) {
        let game: &Prenex = self.game;
        let own = clause.iter().filter(|it| game.owner(**it) == owner);
        let innermost = own.map(|it| game.block(*it)).max();
        clause.retain(|it| game.owner(*it) == owner || Some(game.block(*it)) < innermost);
    }
}

impl Resolvent {
    /// One of the owner's literals, of that block, is no longer there.
    fn leave(&mut self, block: u32) {
        self.counts[block as usize] -= 1;
        while self.innermost > 0 && self.counts[self.innermost] == 0 {
            self.innermost -= 1;
        }
    }
}
