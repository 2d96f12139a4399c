//! The procedure of Davis, Putnam, Logemann and Loveland ("A machine program for theorem-proving",
//! CACM 5, 1962): unit propagation, pure literals, splitting, and chronological backtracking.
//! Splits lie on an explicit stack, so depth is never that of the machine's stack.

use super::residual::{Residual, UndoMark};
use super::{ClauseProof, SatVerdict};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Cnf, Literal};

/// One thing the procedure did. Clauses are indices into the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DpllEvent {
    /// All other literals of the clause are false, so this one must be true.
    Unit {
        /// Now true.
        literal: Literal,
        /// Why.
        clause: usize,
    },
    /// No clause that is not yet satisfied names the literal's negation: it may be true.
    Pure {
        /// Now true.
        literal: Literal,
    },
    /// The literal is tried as true.
    Split {
        /// Now true.
        literal: Literal,
        /// How many splits are open, this one included.
        level: usize,
    },
    /// All literals of the clause are false.
    Conflict {
        /// Which one.
        clause: usize,
    },
    /// The latest split failed and is taken back: its negation must be true.
    Backtrack {
        /// The negation, now true.
        literal: Literal,
    },
    /// Every clause is satisfied when the atoms without a value are false.
    Satisfied,
    /// A conflict without an open split: there is no model.
    Refuted,
}

/// Hears what the procedure does, for a trace.
pub trait Observer {
    /// Called after each step.
    fn event(&mut self, event: DpllEvent);
}

/// Listens to nothing, at no cost.
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _: DpllEvent) {}
}

/// Decides a clause set. Atoms left without a value when all clauses are satisfied are false in the
/// model, in particular those that no clause names.
///
/// # Errors
/// The limit that was reached before an answer.
pub fn solve(
    cnf: &Cnf,
    observer: &mut impl Observer,
    budget: &mut Budget,
) -> Result<SatVerdict, Stop> {
    let residual = Residual::new(cnf)?;
    let mut search =
        Search { residual, splits: Vec::new(), branches: Vec::new(), observer, budget };
    loop {
        if let Some(clause) = search.propagate_units()? {
            search.observer.event(DpllEvent::Conflict { clause });
            if !search.backtrack() {
                search.observer.event(DpllEvent::Refuted);
                return Ok(SatVerdict::Unsatisfiable(refutation(&search.branches, search.budget)?));
            }
            continue;
        }
        search.assign_pure_literals()?;
        if !search.split() {
            search.observer.event(DpllEvent::Satisfied);
            let values = search.residual.values().iter();
            return Ok(SatVerdict::Satisfiable(
                values.map(|value| value.unwrap_or(false)).collect(),
            ));
        }
    }
}

struct Search<'a, O> {
    residual: Residual,
    /// The open splits: each literal tried, and the state before it.
    splits: Vec<(Literal, UndoMark)>,
    /// The walk through the search tree, from which a refutation is written.
    branches: Vec<Branch>,
    observer: &'a mut O,
    budget: &'a mut Budget,
}

/// A step of the walk through the search tree.
enum Branch {
    /// Down, with this literal true.
    Split(Literal),
    /// The branch of the latest open split is closed; its negation is now true one level up.
    Close,
}

impl<O: Observer> Search<'_, O> {
    /// Makes the last open literal of a clause true, as long as there is one.
    /// Returns a clause whose literals are all false when that happens.
    fn propagate_units(&mut self) -> Result<Option<usize>, Stop> {
        loop {
            self.budget.check()?;
            if let Some(clause) = self.residual.conflict() {
                return Ok(Some(clause as usize));
            }
            let Some((clause, literal)) = self.residual.next_unit() else {
                return Ok(None);
            };
            self.residual.assign(literal);
            self.observer.event(DpllEvent::Unit { literal, clause: clause as usize });
        }
    }

    /// Makes literals true whose negation occurs in no unsatisfied clause. This only satisfies
    /// clauses: it brings no units and no conflicts, but may make further literals pure.
    fn assign_pure_literals(&mut self) -> Result<(), Stop> {
        while let Some(literal) = self.residual.next_pure() {
            self.budget.check()?;
            self.residual.assign(literal);
            self.observer.event(DpllEvent::Pure { literal });
        }
        Ok(())
    }

    /// Tries an atom as true. Returns false when that is not needed: all atoms without a value may
    /// be false.
    ///
    /// Only clauses whose open literals are all positive ask for a split, since false atoms
    /// satisfy every other (as in SATCHMO; Manthey and Bry, CADE 1988). The clause that has been so
    /// for longest is taken: in clauses that tell a story in time, such as a maze's, that is the
    /// earliest undecided moment, and finding it takes constant time. Of its atoms the one in
    /// most unsatisfied clauses is tried.
    fn split(&mut self) -> bool {
        let clause = self.residual.next_positive();
        let literal = clause.and_then(|clause| {
            let open = self.residual.clause(clause).iter().copied();
            let open = open.filter(|literal| self.residual.value(literal.atom()).is_none());
            // `rev`: of equals `max_by_key` takes the last, which is then the first written.
            open.rev().max_by_key(|literal| self.residual.weight(literal.atom()))
        });
        let Some(literal) = literal else {
            return false;
        };
        self.splits.push((literal, self.residual.mark()));
        self.branches.push(Branch::Split(literal));
        self.residual.assign(literal);
        self.observer.event(DpllEvent::Split { literal, level: self.splits.len() });
        true
    }

    /// Takes back the latest open split and makes its negation true. Returns false when no split
    /// is open.
    fn backtrack(&mut self) -> bool {
        self.branches.push(Branch::Close);
        let Some((literal, mark)) = self.splits.pop() else {
            return false;
        };
        self.residual.undo(mark);
        self.residual.assign(!literal);
        self.observer.event(DpllEvent::Backtrack { literal: !literal });
        true
    }
}

/// The proof that a finished walk through the search tree is: for every closed branch the clause
/// that not all of its splits hold, up to the empty clause.
///
/// Each clause follows by unit propagation. With its splits d₁ … dₖ true, earlier closed branches
/// with splits d₁ … dⱼ, e have left the unit ¬e, so propagation repeats what the search did, but
/// for pure literals. Those are not missed: the negation of a pure literal occurs in no clause that
/// is not yet satisfied, so a pure literal never helps to make a clause unit or false. Hence no
/// step needs the weaker RAT property.
///
/// Clauses of a branch are deleted when the branch above them closes: its clause subsumes them.
fn refutation(branches: &[Branch], budget: &mut Budget) -> Result<ClauseProof, Stop> {
    let mut proof = ClauseProof::default();
    // Negations of the open splits, and below each the closed splits' negations.
    let mut clause: Vec<Literal> = Vec::new();
    let mut closed: Vec<Vec<Literal>> = vec![Vec::new()];
    for branch in branches {
        budget.check()?;
        match branch {
            Branch::Split(literal) => {
                clause.push(!*literal);
                closed.push(Vec::new());
            }
            Branch::Close => {
                proof.add(clause.iter().copied());
                let Some(literal) = clause.last().copied() else {
                    break;
                };
                for last in closed.pop().unwrap_or_default() {
                    proof.delete(clause.iter().copied().chain([last]));
                }
                clause.pop();
                if let Some(level) = closed.last_mut() {
                    level.push(literal);
                }
            }
        }
    }
    Ok(proof)
}
