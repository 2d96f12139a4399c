//! Learnt clauses are many and much alike: now and then each is compared with all shorter ones, goes
//! when one of them is a part of it, and loses a literal when one is but for the sign of that
//! literal. Each clause stands in the list of one of its literals only, for a clause within another
//! one has all its literals there (Bayardo and Panda, "Fast algorithms for finding extremal sets",
//! SDM 2011; for clauses Biere, `CaDiCaL`, 2017).

use super::Solver;
use super::arena::{Flag, Reference};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// Longer clauses are too rarely comparable.
const LONGEST: usize = 100;
/// The part of the search's ticks that a round may take, in percent.
const PERCENT: u64 = 20;
/// The end of a list.
const END: u32 = u32::MAX;

/// A clause in the list of one of its literals.
#[derive(Clone, Copy)]
struct Listed {
    clause: Reference,
    /// A bit for each of its atoms.
    signature: u64,
    /// Where the next one of the list is.
    next: u32,
}

/// The clauses looked at so far, each in one list.
struct Lists {
    /// Where the list of each literal begins, and how long it is.
    heads: Vec<(u32, u32)>,
    listed: Vec<Listed>,
    /// Clauses that were compared with others.
    visited: u64,
}

impl Lists {
    fn add(&mut self, clause: Reference, literals: &[Literal]) {
        let Some(rarest) = literals.iter().min_by_key(|it| self.heads[it.index()].1) else {
            return;
        };
        let (first, length) = &mut self.heads[rarest.index()];
        *length += 1;
        let next = std::mem::replace(first, self.listed.len() as u32);
        self.listed.push(Listed { clause, signature: signature(literals), next });
    }
}

impl Solver<'_> {
    /// Removes learnt clauses that contain others, and literals that others show to be needless.
    pub(super) fn subsume_learnt(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let effort = (self.ticks - self.limits.compared) * PERCENT / 100;
        let mut clauses: Vec<_> = self.arena.iter().filter(|&it| self.is_comparable(it)).collect();
        clauses.sort_by_key(|&clause| self.arena.len(clause));
        let heads = vec![(END, 0); 2 * self.atoms as usize];
        let mut lists = Lists { heads, listed: Vec::with_capacity(clauses.len()), visited: 0 };
        let mut result = Ok(());
        for clause in clauses {
            result = budget.check();
            if result.is_err() || self.is_refuted || lists.visited > effort {
                break;
            }
            let kept = match self.find_within(clause, &mut lists) {
                None => Some(clause),
                Some((other, None)) => {
                    self.statistics.subsumed += 1;
                    let glue = self.arena.glue(clause).min(self.arena.glue(other));
                    self.arena.set_glue(other, glue);
                    self.delete(clause);
                    continue;
                }
                Some((other, Some(literal))) => self.strengthen_learnt(clause, other, literal),
            };
            // A unit has to be propagated first.
            let Some(kept) = kept else { break };
            lists.add(kept, self.arena.literals(kept));
        }
        self.ticks += lists.visited / 4;
        self.limits.compared = self.ticks;
        result
    }

    /// A listed clause within another one, but for the sign of the literal that comes with it.
    fn find_within(
        &mut self,
        clause: Reference,
        lists: &mut Lists,
    ) -> Option<(Reference, Option<Literal>)> {
        let Self { arena, marks, .. } = self;
        let literals = arena.literals(clause);
        let own = signature(literals);
        for literal in literals {
            marks[literal.atom().0 as usize] = 1 + u8::from(literal.is_positive());
        }
        let mut found = None;
        'search: for literal in literals.iter().flat_map(|&it| [it, !it]) {
            let mut at = lists.heads[literal.index()].0;
            while let Some(other) = lists.listed.get(at as usize) {
                lists.visited += 1;
                at = other.next;
                if other.signature & !own == 0 {
                    lists.visited += 4;
                    found =
                        within(arena.literals(other.clause), marks).map(|it| (other.clause, it));
                    if found.is_some() {
                        break 'search;
                    }
                }
            }
        }
        for literal in literals {
            marks[literal.atom().0 as usize] = 0;
        }
        found
    }

    /// Whether a clause is learnt and all its literals are open.
    fn is_comparable(&self, clause: Reference) -> bool {
        let literals = self.arena.literals(clause);
        self.arena.is(clause, Flag::LEARNT)
            && literals.len() <= LONGEST
            && literals.iter().all(|&it| self.sign(it) == 0)
    }

    /// Removes a literal of a clause, which another one shows to be needless.
    fn strengthen_learnt(
        &mut self,
        clause: Reference,
        by: Reference,
        literal: Literal,
    ) -> Option<Reference> {
        let literals = self.arena.literals(clause).iter();
        let shorter: Vec<_> = literals.copied().filter(|&it| it != literal).collect();
        self.trace.because(self.arena.number(by));
        self.trace.because(self.arena.number(clause));
        let place = self.replace(clause, &shorter)?;
        self.watches.attach(place, &shorter);
        self.attached = self.arena.size();
        let glue = self.arena.glue(place).min(shorter.len() as u32 - 1);
        self.arena.set_glue(place, glue);
        Some(place)
    }
}

/// Whether the marked clause contains another one, but for the sign of at most one literal, which is
/// the one the marked clause has.
fn within(other: &[Literal], marks: &[u8]) -> Option<Option<Literal>> {
    let mut opposite = None;
    for &literal in other {
        let mark = marks[literal.atom().0 as usize];
        let is_other_sign = mark != 1 + u8::from(literal.is_positive());
        if mark == 0 || is_other_sign && opposite.replace(!literal).is_some() {
            return None;
        }
    }
    Some(opposite)
}

fn signature(literals: &[Literal]) -> u64 {
    let bit = |it: &Literal| 1 << (it.atom().0.wrapping_mul(0x9e37_79b9) >> 26);
    literals.iter().fold(0, |all, it| all | bit(it))
}
