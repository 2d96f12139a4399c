//! Whether cubes cover all models of clauses: the clauses, together with the negation of each cube, are
//! refuted. Branches over the literals of the cubes in their order, which goes through a tree of cubes
//! as it was split, with unit propagation in each place; where no cube is left, both values of each
//! atom are tried as well. So it decides in little time for cubes that were split by look-ahead,
//! and of any other list says what it could not refute.

use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Cnf, Literal};

/// A conjunction of literals that was not refuted and that each cube contradicts, if there is one. Where
/// there is none, each model of the clauses makes all literals of one of the cubes true.
///
/// # Errors
/// The limit that was reached.
pub fn gap(
    cnf: &Cnf,
    cubes: &[Vec<Literal>],
    budget: &mut Budget,
) -> Result<Option<Vec<Literal>>, Stop> {
    let mut cover = CubeCover::new(cnf, cubes, budget)?;
    let mut branches: Vec<Branch> = Vec::new();
    let mut path = Vec::new();
    let mut next = 0;
    loop {
        let mut is_open = cover.propagate(budget)?;
        if is_open {
            while cubes.get(next).is_some_and(|cube| cube.iter().any(|it| cover.is_false(*it))) {
                budget.check()?;
                next += 1;
            }
            if let Some(cube) = cubes.get(next) {
                // One is open: if all were true, the negation of the cube would be a conflict.
                let open = cube.iter().find(|it| cover.values[it.index()].is_none());
                let Some(&literal) = open else { return Ok(Some(path)) };
                branches.push(Branch { literal, trail: cover.trail.len(), at: path.len(), next });
                path.push(literal);
                cover.assign(literal);
                continue;
            }
            is_open = !cover.is_refuted_by_trying(budget)?;
        }
        if is_open {
            return Ok(Some(cover.apart(path, cubes)));
        }
        let Some(branch) = branches.pop() else { return Ok(None) };
        cover.undo(branch.trail);
        path.truncate(branch.at);
        next = branch.next;
        path.push(!branch.literal);
        cover.assign(!branch.literal);
    }
}

/// A literal that is tried, and how things stood before.
struct Branch {
    literal: Literal,
    trail: usize,
    at: usize,
    /// The first cube that was not false.
    next: usize,
}

/// Clauses, each of which is watched in its first two literals, and values of atoms.
struct CubeCover {
    clauses: Vec<Vec<Literal>>,
    /// The clauses that watch each literal.
    watches: Vec<Vec<u32>>,
    /// The value of each literal.
    values: Vec<Option<bool>>,
    trail: Vec<Literal>,
    /// What is true up to here has been propagated.
    propagated: usize,
    has_conflict: bool,
}

impl CubeCover {
    fn new(cnf: &Cnf, cubes: &[Vec<Literal>], budget: &mut Budget) -> Result<Self, Stop> {
        let negated = |cube: &Vec<Literal>| cube.iter().map(|it| !*it).collect::<Vec<_>>();
        let all = cnf.clauses().map(<[Literal]>::to_vec).chain(cubes.iter().map(negated));
        let named = cubes.iter().flatten().map(|it| it.atom().0 as usize + 1).max();
        let size = 2 * named.unwrap_or(0).max(cnf.atoms() as usize);
        let mut cover = Self {
            clauses: Vec::new(),
            watches: vec![Vec::new(); size],
            values: vec![None; size],
            trail: Vec::new(),
            propagated: 0,
            has_conflict: false,
        };
        let mut units = Vec::new();
        for mut clause in all {
            budget.check()?;
            clause.sort_unstable();
            clause.dedup();
            let id = u32::try_from(cover.clauses.len())
                .map_err(|_| Stop::Size("more than 2^32 clauses"))?;
            match clause[..] {
                [] => cover.has_conflict = true,
                [unit] => units.push(unit),
                [one, other, ..] => {
                    cover.watches[one.index()].push(id);
                    cover.watches[other.index()].push(id);
                }
            }
            cover.clauses.push(clause);
        }
        units.into_iter().for_each(|it| cover.assign(it));
        Ok(cover)
    }

    fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] == Some(false)
    }

    /// Makes a literal true, which is a conflict where it is false.
    fn assign(&mut self, literal: Literal) {
        match self.values[literal.index()] {
            Some(true) => {}
            Some(false) => self.has_conflict = true,
            None => {
                self.values[literal.index()] = Some(true);
                self.values[(!literal).index()] = Some(false);
                self.trail.push(literal);
            }
        }
    }

    /// Takes back what became true, with a conflict that came of it.
    fn undo(&mut self, trail: usize) {
        for literal in self.trail.drain(trail..) {
            self.values[literal.index()] = None;
            self.values[(!literal).index()] = None;
        }
        self.propagated = trail;
        self.has_conflict = false;
    }

    /// Makes true what follows by unit propagation; returns whether there is no conflict.
    fn propagate(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        while !self.has_conflict
            && let Some(&literal) = self.trail.get(self.propagated)
        {
            budget.check()?;
            self.propagated += 1;
            let mut watching = std::mem::take(&mut self.watches[(!literal).index()]);
            let length = watching.len();
            watching.retain(|id| self.stays(*id, !literal));
            self.watches[(!literal).index()] = watching;
            budget.work(length)?;
        }
        Ok(!self.has_conflict)
    }

    /// Visits a clause in which a watched literal became false; returns whether it watches that on.
    fn stays(&mut self, id: u32, falsified: Literal) -> bool {
        let clause = &mut self.clauses[id as usize];
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let first = clause[0];
        if self.values[first.index()] == Some(true) {
            return true;
        }
        let other = (2..clause.len()).find(|it| self.values[clause[*it].index()] != Some(false));
        if let Some(other) = other {
            clause.swap(1, other);
            self.watches[clause[1].index()].push(id);
            return false;
        }
        self.assign(first);
        true
    }

    /// Literals and what follows from them, as much of it as each cube needs to be contradicted.
    fn apart(&self, mut literals: Vec<Literal>, cubes: &[Vec<Literal>]) -> Vec<Literal> {
        let mut is_told = vec![false; self.values.len()];
        literals.iter().for_each(|it| is_told[it.index()] = true);
        for cube in cubes {
            if cube.iter().any(|it| is_told[(!*it).index()]) {
                continue;
            }
            if let Some(&literal) = cube.iter().find(|it| self.is_false(**it)) {
                is_told[(!literal).index()] = true;
                literals.push(!literal);
            }
        }
        literals
    }

    /// Whether a conflict follows once each literal is made false that leads to one by itself.
    fn is_refuted_by_trying(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        loop {
            let before = self.trail.len();
            for index in 0..self.values.len() as u32 {
                let literal = Literal::from_index(index);
                if self.values[literal.index()].is_some() {
                    continue;
                }
                let tried = self.trail.len();
                self.assign(literal);
                if !self.propagate(budget)? {
                    self.undo(tried);
                    self.assign(!literal);
                    if !self.propagate(budget)? {
                        return Ok(true);
                    }
                } else {
                    self.undo(tried);
                }
            }
            if self.trail.len() == before {
                return Ok(false);
            }
        }
    }
}
