//! Exact model counting: splitting and unit propagation, with a product over the connected
//! components of what is left and a cache of components seen before (Sang, Bacchus, Beame, Kautz
//! and Pitassi, SAT 2004). Components wait on an explicit stack.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::residual::{Residual, UndoMark};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};

/// How many of the valuations of all atoms satisfy the clauses.
///
/// # Errors
/// The limit that was reached before an answer.
pub fn count(cnf: &Cnf, budget: &mut Budget) -> Result<BigUint, Stop> {
    let mut counter = Counter::new(cnf)?;
    let everything = Component { atoms: (0..cnf.atoms()).collect(), clauses: Vec::new() };
    let mut stack = vec![counter.enter(everything, None, None, budget)?];
    loop {
        budget.check()?;
        let Some(top) = stack.last_mut() else {
            return Ok(BigUint::ZERO);
        };
        if let Some(component) = top.pending.pop() {
            budget.work(component.atoms.len() + component.clauses.len())?;
            if let Some(models) = counter.cache.get(&component) {
                top.multiply(models);
            } else {
                let literal = counter.branching_literal(&component);
                stack.push(counter.enter(component, Some(literal), Some(!literal), budget)?);
            }
            continue;
        }
        top.sum += std::mem::take(&mut top.product);
        counter.residual.undo(top.mark);
        if let Some(literal) = top.other.take() {
            counter.branch(top, Some(literal), budget)?;
            continue;
        }
        let Some(Frame { component, sum, .. }) = stack.pop() else {
            return Ok(BigUint::ZERO);
        };
        let Some(above) = stack.last_mut() else {
            return Ok(sum);
        };
        above.multiply(&sum);
        counter.remember(component, sum);
    }
}

/// A part of the residual clauses that shares no atom with the rest. Its open atoms and its live
/// clauses, both ascending, say all about it, so that it can be found again.
#[derive(PartialEq, Eq, Hash)]
struct Component {
    atoms: Vec<u32>,
    clauses: Vec<u32>,
}

/// A component being counted.
struct Frame {
    component: Component,
    /// The second branch, while it is to come.
    other: Option<Literal>,
    /// The state before the branch.
    mark: UndoMark,
    /// Models of the branches done.
    sum: BigUint,
    /// Product over the components done of the present branch.
    product: BigUint,
    /// Components of the present branch to come.
    pending: Vec<Component>,
}

impl Frame {
    fn multiply(&mut self, models: &BigUint) {
        self.product *= models;
        if self.product == BigUint::ZERO {
            self.pending.clear();
        }
    }
}

/// Atom and clause indices that the cache holds before it is emptied: about half a gigabyte.
const CACHE_INDICES: usize = 1 << 27;

struct Counter {
    residual: Residual,
    cache: FxHashMap<Component, BigUint>,
    cached_indices: usize,
    /// In which round of decomposition an atom or a clause was last reached.
    reached_atom: Vec<u64>,
    reached_clause: Vec<u64>,
    round: u64,
}

impl Counter {
    fn new(cnf: &Cnf) -> Result<Self, Stop> {
        Ok(Self {
            residual: Residual::new(cnf)?,
            cache: FxHashMap::default(),
            cached_indices: 0,
            reached_atom: vec![0; cnf.atoms() as usize],
            reached_clause: vec![0; cnf.len()],
            round: 0,
        })
    }

    /// Starts on a component with its first branch.
    fn enter(
        &mut self,
        component: Component,
        first: Option<Literal>,
        other: Option<Literal>,
        budget: &mut Budget,
    ) -> Result<Frame, Stop> {
        let mut frame = Frame {
            component,
            other,
            mark: self.residual.mark(),
            sum: BigUint::ZERO,
            product: BigUint::ZERO,
            pending: Vec::new(),
        };
        self.branch(&mut frame, first, budget)?;
        Ok(frame)
    }

    /// Makes a literal true, and what follows from it, and decomposes what is left.
    fn branch(
        &mut self,
        frame: &mut Frame,
        literal: Option<Literal>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        if let Some(literal) = literal {
            self.residual.assign(literal);
        }
        while self.residual.conflict().is_none()
            && let Some((_, literal)) = self.residual.next_unit()
        {
            budget.check()?;
            self.residual.assign(literal);
        }
        if self.residual.conflict().is_none() {
            let free = self.decompose(&frame.component.atoms, &mut frame.pending, budget)?;
            frame.product = BigUint::from(1u32) << free;
        }
        Ok(())
    }

    /// The connected components among the given atoms; returns how many open atoms are in none.
    fn decompose(
        &mut self,
        atoms: &[u32],
        components: &mut Vec<Component>,
        budget: &mut Budget,
    ) -> Result<u64, Stop> {
        budget.work(atoms.len())?;
        self.round += 1;
        let mut free = 0;
        for &atom in atoms {
            if self.reached_atom[atom as usize] == self.round
                || self.residual.value(Atom(atom)).is_some()
            {
                continue;
            }
            if self.residual.weight(Atom(atom)) == 0 {
                free += 1;
            } else {
                components.push(self.component_of(atom, budget)?);
            }
        }
        Ok(free)
    }

    /// Everything connected with an atom by live clauses.
    fn component_of(&mut self, atom: u32, budget: &mut Budget) -> Result<Component, Stop> {
        let mut component = Component { atoms: vec![atom], clauses: Vec::new() };
        self.reached_atom[atom as usize] = self.round;
        let mut next = 0;
        while let Some(&atom) = component.atoms.get(next) {
            next += 1;
            budget.check()?;
            let positive = Literal::new(Atom(atom), true);
            for literal in [positive, !positive] {
                budget.work(self.residual.occurrences(literal).len())?;
                for &clause in self.residual.occurrences(literal) {
                    let reached = &mut self.reached_clause[clause as usize];
                    if *reached == self.round || self.residual.is_satisfied(clause) {
                        continue;
                    }
                    *reached = self.round;
                    budget.work(self.residual.clause(clause).len())?;
                    component.clauses.push(clause);
                    for neighbour in self.residual.clause(clause).iter().map(|it| it.atom()) {
                        let reached = &mut self.reached_atom[neighbour.0 as usize];
                        if *reached != self.round && self.residual.value(neighbour).is_none() {
                            *reached = self.round;
                            component.atoms.push(neighbour.0);
                        }
                    }
                }
            }
        }
        component.atoms.sort_unstable();
        component.clauses.sort_unstable();
        Ok(component)
    }

    /// The atom in most live clauses.
    fn branching_literal(&self, component: &Component) -> Literal {
        let atoms = component.atoms.iter().map(|&atom| Atom(atom));
        let best = atoms.max_by_key(|&atom| self.residual.weight(atom));
        Literal::new(best.unwrap_or(Atom(0)), true)
    }

    fn remember(&mut self, component: Component, models: BigUint) {
        self.cached_indices += component.atoms.len() + component.clauses.len();
        if self.cached_indices > CACHE_INDICES {
            self.cache.clear();
            self.cached_indices = component.atoms.len() + component.clauses.len();
        }
        self.cache.insert(component, models);
    }
}
