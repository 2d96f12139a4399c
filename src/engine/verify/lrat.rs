//! A checker of refutations that goes along with the solver: each clause that follows is checked the
//! moment it is derived, by the reasons that come with it, and deleted clauses cost no memory (LRAT;
//! Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, CADE 2017).

use rustc_hash::FxHashMap;

use crate::engine::sat::proof::Tracer;
use crate::logic::cnf::Literal;

/// What is wrong with a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The number of a new clause belongs to another one already.
    Taken {
        /// The number.
        number: u64,
    },
    /// No clause has this number, or none any more.
    Unknown {
        /// The number.
        number: u64,
    },
    /// A reason is neither a unit clause nor a conflict when its turn comes.
    NotUnit {
        /// The clause that was to follow.
        number: u64,
        /// The reason.
        reason: u64,
    },
    /// The reasons lead to no conflict.
    NoConflict {
        /// The clause that was to follow.
        number: u64,
    },
}

/// The clauses that a solver has, and what is known of its derivations so far.
#[derive(Default)]
pub struct Checker {
    /// The clauses one behind the other, each as its length and the indices of its literals.
    arena: Vec<u32>,
    /// Where each clause starts in the arena, by its number.
    starts: FxHashMap<u64, usize>,
    /// How much of the arena belongs to deleted clauses.
    garbage: usize,
    /// When each literal became false last, by its index: it is false now when that was in the
    /// present step.
    falsified: Vec<u32>,
    step: u32,
    /// The clause that was derived last.
    latest: Vec<Literal>,
    has_empty_clause: bool,
    /// The first thing wrong; nothing is checked behind it.
    flaw: Option<Flaw>,
}

impl Tracer for Checker {
    fn input(&mut self, number: u64, clause: &[Literal]) {
        self.attempt(|it| {
            it.make_room(clause);
            it.add(number, clause)
        });
    }

    fn derive(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) {
        self.attempt(|it| {
            it.make_room(clause);
            it.follows(number, clause, reasons)?;
            it.add(number, clause)?;
            it.latest.clear();
            it.latest.extend_from_slice(clause);
            Ok(())
        });
    }

    fn delete(&mut self, number: u64, _: &[Literal]) {
        self.attempt(|it| it.remove(number));
    }
}

impl Checker {
    /// Whether the clauses are refuted under assumptions, without any too: whether the empty clause
    /// was derived, or at last a clause of nothing but negated assumptions.
    ///
    /// # Errors
    /// The first step that is wrong.
    pub fn refutes(&self, assumptions: &[Literal]) -> Result<bool, Flaw> {
        match self.flaw {
            Some(flaw) => Err(flaw),
            None if self.has_empty_clause => Ok(true),
            None if self.latest.is_empty() => Ok(false),
            None => {
                let mut denied: Vec<_> = assumptions.iter().map(|&literal| !literal).collect();
                denied.sort_unstable();
                Ok(self.latest.iter().all(|literal| denied.binary_search(literal).is_ok()))
            }
        }
    }

    fn attempt(&mut self, step: impl FnOnce(&mut Self) -> Result<(), Flaw>) {
        if self.flaw.is_none() {
            self.flaw = step(self).err();
        }
    }

    fn add(&mut self, number: u64, clause: &[Literal]) -> Result<(), Flaw> {
        if self.starts.insert(number, self.arena.len()).is_some() {
            return Err(Flaw::Taken { number });
        }
        self.arena.push(clause.len() as u32);
        self.arena.extend(clause.iter().map(|literal| literal.index() as u32));
        self.has_empty_clause |= clause.is_empty();
        Ok(())
    }

    /// Makes room for the marks of all literals of a clause.
    fn make_room(&mut self, clause: &[Literal]) {
        let highest = clause.iter().map(|literal| literal.index() | 1).max().unwrap_or(0);
        if self.falsified.len() <= highest {
            self.falsified.resize(highest + 1, 0);
        }
    }

    fn remove(&mut self, number: u64) -> Result<(), Flaw> {
        let start = self.starts.remove(&number).ok_or(Flaw::Unknown { number })?;
        self.garbage += 1 + self.arena[start] as usize;
        if self.garbage > self.arena.len() / 2 {
            self.compact();
        }
        Ok(())
    }

    /// Moves the clauses together, in the order in which they lie.
    fn compact(&mut self) {
        let mut starts: Vec<_> = self.starts.values_mut().collect();
        starts.sort_unstable();
        let mut end = 0;
        for start in starts {
            let length = 1 + self.arena[*start] as usize;
            self.arena.copy_within(*start..*start + length, end);
            *start = end;
            end += length;
        }
        self.arena.truncate(end);
        self.arena.shrink_to(2 * end);
        self.garbage = 0;
    }

    /// Whether a clause follows from the clauses with these numbers: when it is denied, each in turn
    /// has one literal left that is not false, and makes it true, until one has none.
    fn follows(&mut self, number: u64, clause: &[Literal], reasons: &[u64]) -> Result<(), Flaw> {
        self.step = self.step.checked_add(1).unwrap_or_else(|| {
            self.falsified.fill(0);
            1
        });
        for literal in clause {
            self.falsified[literal.index()] = self.step;
        }
        for &reason in reasons {
            let start = *self.starts.get(&reason).ok_or(Flaw::Unknown { number: reason })?;
            let end = start + 1 + self.arena[start] as usize;
            let is_left = |&&literal: &&u32| self.falsified[literal as usize] != self.step;
            let mut left = self.arena[start + 1..end].iter().filter(is_left);
            let Some(&unit) = left.next() else {
                return Ok(());
            };
            let negation = unit as usize ^ 1;
            if left.any(|&other| other != unit) || self.falsified[negation] == self.step {
                return Err(Flaw::NotUnit { number, reason });
            }
            self.falsified[negation] = self.step;
        }
        Err(Flaw::NoConflict { number })
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// Atoms of the random clauses.
    const ATOMS: i64 = 5;

    fn literals(clause: &[i64]) -> Vec<Literal> {
        clause.iter().map(|&number| Literal::from_dimacs(number).unwrap()).collect()
    }

    fn checker(clauses: &[&[i64]]) -> Checker {
        let mut checker = Checker::default();
        for (number, clause) in (1..).zip(clauses) {
            checker.input(number, &literals(clause));
        }
        checker
    }

    /// What `refutes` says of the clauses of two atoms after some steps.
    fn after(steps: impl FnOnce(&mut Checker)) -> Result<bool, Flaw> {
        let mut checker = checker(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        steps(&mut checker);
        checker.refutes(&[])
    }

    #[test]
    fn each_way_to_be_wrong_has_its_name() {
        let unit = literals(&[1]);
        let right = |it: &mut Checker| it.derive(5, &unit, &[1, 2]);
        assert_eq!(after(right), Ok(false));
        let end = |it: &mut Checker| {
            right(it);
            it.derive(6, &[], &[5, 3, 4]);
        };
        assert_eq!(after(end), Ok(true));
        let flaw = |steps: &dyn Fn(&mut Checker)| after(steps).unwrap_err();
        assert_eq!(flaw(&|it| it.derive(5, &unit, &[1])), Flaw::NoConflict { number: 5 });
        assert_eq!(flaw(&|it| it.derive(5, &unit, &[])), Flaw::NoConflict { number: 5 });
        assert_eq!(flaw(&|it| it.derive(5, &unit, &[1, 9])), Flaw::Unknown { number: 9 });
        assert_eq!(flaw(&|it| it.derive(4, &unit, &[1, 2])), Flaw::Taken { number: 4 });
        assert_eq!(flaw(&|it| it.delete(7, &[])), Flaw::Unknown { number: 7 });
        let early = Flaw::NotUnit { number: 5, reason: 1 };
        assert_eq!(flaw(&|it| it.derive(5, &[], &[1, 2])), early);
        let satisfied = Flaw::NotUnit { number: 5, reason: 3 };
        assert_eq!(flaw(&|it| it.derive(5, &unit, &[3, 1, 2])), satisfied);
        let used_after_deletion = flaw(&|it| {
            it.delete(1, &[]);
            it.derive(5, &unit, &[1, 2]);
            // What follows on a flaw changes nothing.
            end(it);
        });
        assert_eq!(used_after_deletion, Flaw::Unknown { number: 1 });
    }

    #[test]
    fn assumptions_are_refuted_by_a_clause_of_their_negations() {
        let mut checker = checker(&[&[-1, -2, 3], &[-3, -4]]);
        checker.derive(3, &literals(&[-1, -2, -4]), &[1, 2]);
        let refutes = |assumptions: &[i64]| checker.refutes(&literals(assumptions)).unwrap();
        assert!(refutes(&[1, 2, 4]) && refutes(&[4, 5, 2, 1]));
        assert!(!refutes(&[1, 2]) && !refutes(&[-1, -2, -4]) && !refutes(&[]));
    }

    #[test]
    fn an_empty_clause_of_the_input_refutes() {
        assert_eq!(checker(&[&[1], &[]]).refutes(&[]), Ok(true));
        assert_eq!(checker(&[]).refutes(&[]), Ok(false));
    }

    #[test]
    fn deleted_clauses_cost_nothing() {
        let mut checker = checker(&[&[1, 2]]);
        for number in 2..10_000 {
            checker.input(number, &literals(&[3, 4, 5, 6]));
            checker.delete(number, &[]);
        }
        assert!(checker.arena.capacity() < 100 && checker.starts.capacity() < 100);
        checker.derive(10_000, &literals(&[2, 1]), &[1]);
        assert_eq!(checker.refutes(&literals(&[-1, -2])), Ok(true));
    }

    fn clause() -> impl Strategy<Value = Vec<Literal>> {
        let literal = (1..=ATOMS, any::<bool>()).prop_map(|(atom, is_positive)| {
            Literal::from_dimacs(if is_positive { atom } else { -atom }).unwrap()
        });
        vec(literal, 0..4)
    }

    /// Whether a clause is true wherever the clauses are.
    fn is_implied(clauses: &[Vec<Literal>], clause: &[Literal]) -> bool {
        (0..1_u32 << ATOMS).all(|values| {
            let is_true = |clause: &[Literal]| {
                clause.iter().any(|it| (values >> it.atom().0 & 1 == 1) == it.is_positive())
            };
            is_true(clause) || clauses.iter().any(|it| !is_true(it))
        })
    }

    /// The reasons of a clause by propagation, the slow way; `None` when it leads to no conflict.
    fn reasons(clauses: &[(u64, Vec<Literal>)], clause: &[Literal]) -> Option<Vec<u64>> {
        let mut falsified = clause.to_vec();
        let mut reasons = Vec::new();
        loop {
            let unit = clauses.iter().find_map(|(number, other)| {
                let mut left: Vec<_> = other.iter().filter(|it| !falsified.contains(it)).collect();
                left.dedup();
                let is_news = left.iter().all(|it| !falsified.contains(&!**it));
                (left.len() < 2 && is_news).then(|| (*number, left.first().map(|it| !**it)))
            })?;
            reasons.push(unit.0);
            match unit.1 {
                Some(literal) => falsified.push(literal),
                None => return Some(reasons),
            }
        }
    }

    proptest! {
        /// Random clauses come and go. Those that follow by propagation are taken with their
        /// reasons; whatever is taken with other reasons follows all the same.
        #[test]
        fn what_is_taken_follows_and_what_follows_is_taken(
            input in vec(clause(), 0..8),
            steps in vec((clause(), vec(0..12_u64, 0..5), any::<bool>()), 0..12),
        ) {
            let mut checker = Checker::default();
            for (number, clause) in (1..).zip(&input) {
                checker.input(number, clause);
            }
            let mut present: Vec<_> = (1..).zip(input).collect();
            for (number, (clause, guess, deletes)) in (100..).zip(steps) {
                let all: Vec<_> = present.iter().map(|(_, clause)| clause.clone()).collect();
                let is_tautology = clause.iter().any(|it| clause.contains(&!*it));
                match reasons(&present, &clause) {
                    Some(reasons) if !is_tautology => {
                        checker.derive(number, &clause, &reasons);
                        prop_assert_eq!(checker.flaw, None);
                        // Without its end the same list proves nothing.
                        let mut tampered = Checker::default();
                        present.iter().for_each(|(number, clause)| tampered.input(*number, clause));
                        tampered.derive(number, &clause, &reasons[..reasons.len() - 1]);
                        prop_assert_eq!(tampered.flaw, Some(Flaw::NoConflict { number }));
                        present.push((number, clause));
                    }
                    _ => {
                        checker.derive(number, &clause, &guess);
                        if checker.flaw.take().is_none() {
                            prop_assert!(is_implied(&all, &clause));
                            present.push((number, clause));
                        }
                    }
                }
                if deletes && !present.is_empty() {
                    let (number, clause) = present.swap_remove(number as usize % present.len());
                    checker.delete(number, &clause);
                }
            }
        }
    }
}
