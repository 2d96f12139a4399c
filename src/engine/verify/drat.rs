//! A forward checker of DRAT proofs (Wetzler, Heule and Hunt, "DRAT-trim", SAT 2014). Each added
//! clause must lead to a conflict when it is denied and units are propagated (RUP), or each of its
//! resolvents on its first literal must (RAT).

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::engine::sat::proof::{Proof, Step};
use crate::logic::cnf::{Cnf, Literal};

/// Why a proof is not a refutation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The clause that a step adds is neither RUP nor RAT on its first literal.
    Unjustified {
        /// Which step, from 0.
        step: usize,
    },
    /// All steps are right, but together they do not refute the clauses.
    Incomplete,
}

/// Checks that a proof refutes a clause set.
///
/// Steps behind the point where unit propagation alone finds a conflict are not looked at. As in
/// DRAT-trim, deleting a clause that is the reason of a unit has no effect, and so has deleting
/// one that is not there; to keep a clause never makes a wrong proof pass.
///
/// # Errors
/// The limit that was reached before an answer.
pub fn check_refutation(
    cnf: &Cnf,
    proof: &Proof,
    budget: &mut Budget,
) -> Result<Result<(), Flaw>, Stop> {
    let mut checker = Checker::new(cnf, proof);
    for clause in cnf.clauses() {
        budget.check()?;
        checker.add(clause)?;
    }
    checker.is_refuted |= checker.propagate(budget)?;
    for (index, step) in proof.steps().enumerate() {
        budget.check()?;
        if checker.is_refuted {
            break;
        }
        match step {
            Step::Add(clause) => {
                let known = checker.trail.len();
                let is_justified =
                    checker.is_rup(clause, budget)? || checker.is_rat(clause, budget)?;
                checker.undo(known);
                if !is_justified {
                    return Ok(Err(Flaw::Unjustified { step: index }));
                }
                checker.add(clause)?;
                checker.is_refuted |= checker.propagate(budget)?;
            }
            Step::Delete(clause) => checker.delete(clause),
        }
    }
    Ok(if checker.is_refuted { Ok(()) } else { Err(Flaw::Incomplete) })
}

/// Stands for no clause.
const NONE: u32 = u32::MAX;

struct Checker {
    /// Clauses that were not deleted, each literal once, without tautologies. Those that may yet
    /// propagate are watched at their first two literals, which are false only when the clause
    /// is satisfied or was propagated.
    clauses: Vec<Option<Box<[Literal]>>>,
    /// Clauses by a hash of their literals in any order.
    by_content: FxHashMap<u64, Vec<u32>>,
    /// Clauses that watch each literal.
    watches: Vec<Vec<u32>>,
    values: Vec<Option<bool>>,
    /// The clause that gave each atom its value.
    reasons: Vec<u32>,
    trail: Vec<Literal>,
    /// Literals of the trail that were propagated.
    propagated: usize,
    is_refuted: bool,
}

impl Checker {
    fn new(cnf: &Cnf, proof: &Proof) -> Self {
        let added = proof.steps().filter_map(|step| match step {
            Step::Add(clause) => clause.iter().map(|literal| literal.atom().0 + 1).max(),
            Step::Delete(_) => None,
        });
        let atoms = added.max().unwrap_or(0).max(cnf.atoms()) as usize;
        Self {
            clauses: Vec::with_capacity(cnf.len()),
            by_content: FxHashMap::default(),
            watches: vec![Vec::new(); 2 * atoms],
            values: vec![None; atoms],
            reasons: vec![NONE; atoms],
            trail: Vec::new(),
            propagated: 0,
            is_refuted: false,
        }
    }

    fn value(&self, literal: Literal) -> Option<bool> {
        Some(self.values[literal.atom().0 as usize]? == literal.is_positive())
    }

    fn assign(&mut self, literal: Literal, reason: u32) {
        self.values[literal.atom().0 as usize] = Some(literal.is_positive());
        self.reasons[literal.atom().0 as usize] = reason;
        self.trail.push(literal);
    }

    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values[literal.atom().0 as usize] = None;
        }
        self.propagated = length;
    }

    /// Takes a clause in, when the trail holds only what follows from the clauses.
    fn add(&mut self, clause: &[Literal]) -> Result<(), Stop> {
        let Some(mut clause) = normal_form(clause) else {
            return Ok(());
        };
        let id = u32::try_from(self.clauses.len()).ok().filter(|&id| id != NONE);
        let id = id.ok_or(Stop::Size("the proof has more than 2^32 clauses"))?;
        self.by_content.entry(hash(&clause)).or_default().push(id);
        clause.sort_by_key(|&literal| self.value(literal) == Some(false));
        match clause.iter().take_while(|&&literal| self.value(literal) != Some(false)).count() {
            0 => self.is_refuted = true,
            1 if self.value(clause[0]).is_none() => self.assign(clause[0], id),
            1 => {}
            _ => {
                self.watches[clause[0].index()].push(id);
                self.watches[clause[1].index()].push(id);
            }
        }
        self.clauses.push(Some(clause.into()));
        Ok(())
    }

    fn delete(&mut self, clause: &[Literal]) {
        let Some(clause) = normal_form(clause) else {
            return;
        };
        let Some(candidates) = self.by_content.get_mut(&hash(&clause)) else {
            return;
        };
        let is_reason = |id: u32, literal: &Literal| {
            let atom = literal.atom().0 as usize;
            self.values[atom].is_some() && self.reasons[atom] == id
        };
        let found = candidates.iter().position(|&id| {
            self.clauses[id as usize].as_ref().is_some_and(|present| {
                let mut present = present.to_vec();
                present.sort_unstable();
                present == clause && !clause.iter().any(|literal| is_reason(id, literal))
            })
        });
        if let Some(found) = found {
            let id = candidates.swap_remove(found);
            self.clauses[id as usize] = None;
        }
    }

    /// Makes everything true that follows by unit propagation; returns whether a clause is false.
    fn propagate(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            budget.check()?;
            self.propagated += 1;
            let mut watching = std::mem::take(&mut self.watches[(!literal).index()]);
            let mut has_conflict = false;
            watching.retain(|&id| has_conflict || self.visit(id, !literal, &mut has_conflict));
            self.watches[(!literal).index()] = watching;
            if has_conflict {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Visits a clause that watches a literal now false; returns whether it still watches it.
    fn visit(&mut self, id: u32, falsified: Literal, has_conflict: &mut bool) -> bool {
        let Some(mut clause) = self.clauses[id as usize].take() else {
            return false;
        };
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let first = clause[0];
        let mut stays = true;
        if self.value(first) != Some(true) {
            let other = (2..clause.len()).find(|&at| self.value(clause[at]) != Some(false));
            if let Some(other) = other {
                clause.swap(1, other);
                self.watches[clause[1].index()].push(id);
                stays = false;
            } else if self.value(first).is_none() {
                self.assign(first, id);
            } else {
                *has_conflict = true;
            }
        }
        self.clauses[id as usize] = Some(clause);
        stays
    }

    /// Denies every literal but `except` and propagates; returns whether that is contradictory.
    fn contradicts(
        &mut self,
        clause: &[Literal],
        except: Option<Literal>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        for &literal in clause.iter().filter(|&&literal| Some(literal) != except) {
            match self.value(literal) {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => self.assign(!literal, NONE),
            }
        }
        self.propagate(budget)
    }

    fn is_rup(&mut self, clause: &[Literal], budget: &mut Budget) -> Result<bool, Stop> {
        self.contradicts(clause, None, budget)
    }

    /// The RAT check, when the trail holds what denying the clause brought.
    fn is_rat(&mut self, clause: &[Literal], budget: &mut Budget) -> Result<bool, Stop> {
        let Some(&pivot) = clause.first() else {
            return Ok(false);
        };
        let denied = self.trail.len();
        for id in 0..self.clauses.len() {
            budget.check()?;
            let Some(other) = self.clauses[id].as_ref().filter(|it| it.contains(&!pivot)) else {
                continue;
            };
            let other = other.to_vec();
            let is_contradictory = self.contradicts(&other, Some(!pivot), budget)?;
            self.undo(denied);
            if !is_contradictory {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The literals ascending and once each; `None` for a tautology.
fn normal_form(clause: &[Literal]) -> Option<Vec<Literal>> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    let is_tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
    (!is_tautology).then_some(clause)
}

/// A hash that does not depend on the order of the literals.
fn hash(clause: &[Literal]) -> u64 {
    let mixed = |literal: &Literal| {
        let spread = (literal.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread ^ spread >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    clause.iter().map(mixed).fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literals(clause: &[i64]) -> Vec<Literal> {
        clause.iter().map(|&number| Literal::from_dimacs(number).unwrap()).collect()
    }

    fn cnf(clauses: &[&[i64]]) -> Cnf {
        let mut cnf = Cnf::default();
        clauses.iter().for_each(|clause| cnf.add(literals(clause)));
        cnf
    }

    fn check(cnf: &Cnf, proof: &Proof) -> Result<(), Flaw> {
        check_refutation(cnf, proof, &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn a_clause_that_does_not_follow_is_found() {
        let square = cnf(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        let mut proof = Proof::default();
        assert_eq!(check(&square, &proof), Err(Flaw::Incomplete));
        proof.add(literals(&[1]));
        proof.add([]);
        assert_eq!(check(&square, &proof), Ok(()));
        assert_eq!(
            check(&cnf(&[&[1, 2], &[1, -2], &[-1, 2]]), &proof),
            Err(Flaw::Unjustified { step: 1 })
        );
        let mut hasty = Proof::default();
        hasty.add([]);
        assert_eq!(check(&square, &hasty), Err(Flaw::Unjustified { step: 0 }));
    }

    #[test]
    fn resolution_asymmetric_tautologies_count_on_the_first_literal_only() {
        // Atom 3 defined as atom 1: both clauses are RAT on atom 3, the second is not on atom 1.
        let clauses = cnf(&[&[1, 2], &[-1, 4]]);
        let mut proof = Proof::default();
        proof.add(literals(&[3, -1]));
        proof.add(literals(&[-3, 1]));
        assert_eq!(check(&clauses, &proof), Err(Flaw::Incomplete));
        let mut swapped = Proof::default();
        swapped.add(literals(&[3, -1]));
        swapped.add(literals(&[1, -3]));
        assert_eq!(check(&clauses, &swapped), Err(Flaw::Unjustified { step: 1 }));
    }

    #[test]
    fn deleted_clauses_help_no_more() {
        let square = cnf(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        let mut proof = Proof::default();
        proof.delete(literals(&[2, 1]));
        proof.add(literals(&[1]));
        // Without (1 2) the unit is RAT neither: its resolvents (2) and (-2) do not follow.
        assert_eq!(check(&square, &proof), Err(Flaw::Unjustified { step: 1 }));
    }

    #[test]
    fn deleting_the_reason_of_a_unit_does_not_make_its_negation_pass() {
        let satisfiable = cnf(&[&[-1]]);
        let mut proof = Proof::default();
        proof.delete(literals(&[-1]));
        proof.add(literals(&[1]));
        proof.add([]);
        assert_eq!(check(&satisfiable, &proof), Err(Flaw::Unjustified { step: 1 }));
    }
}
