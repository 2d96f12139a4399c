//! Clauses split into parts for many machines by look-ahead (Heule, Kullmann, Wieringa and Biere, "Cube
//! and Conquer: Guiding CDCL SAT Solvers by Lookaheads", HVC 2011). A cube is a conjunction of
//! literals, and the cubes are the leaves of a tree: each model of the clauses is in one of them, and
//! no valuation in two.
//!
//! The tree is such that somebody who has the cubes alone can check that nothing is missing. A literal
//! whose negation unit propagation refutes stands in the cube, and a branch that look-ahead refutes is
//! left out only where the branch beside it stays; so what the cubes leave out is refuted by
//! unit propagation, or by that and one look-ahead.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::residual::{Residual, UndoMark};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Cnf, Literal};

/// How many atoms are looked at in each place. Those in the most and shortest clauses come first; among
/// a hundred of them the best is hardly ever missing, and all of a large file would take too long.
const CANDIDATES: usize = 128;

/// Splits clauses into about so many cubes, in the order of their tree. There are fewer where look-ahead
/// refutes a branch or finds that nothing is left to be decided, and none where it refutes the clauses.
///
/// # Errors
/// The limit that was reached.
pub fn split(cnf: &Cnf, count: usize, budget: &mut Budget) -> Result<Vec<Vec<Literal>>, Stop> {
    let mut ahead = LookAhead { residual: Residual::new(cnf)?, budget };
    if !ahead.propagate()? {
        return Ok(Vec::new());
    }
    let root = ahead.residual.mark();
    let mut tree = Tree::default();
    tree.open.push(OpenCube { atoms: usize::MAX, number: Reverse(0), above: None, cube: vec![] });
    while tree.open.len() + tree.leaves.len() < count.max(1)
        && let Some(OpenCube { above, cube, .. }) = tree.open.pop()
    {
        ahead.residual.undo(root);
        match ahead.look(&cube)? {
            LookedAhead::Refuted => tree.close(above, cube),
            LookedAhead::Finished(cube) => tree.leaves.push(cube),
            LookedAhead::Split(cube, branches) => tree.branch(&cube, branches),
        }
    }
    let mut cubes = tree.leaves;
    cubes.extend(tree.open.into_iter().map(|it| it.cube));
    cubes.sort_unstable();
    Ok(cubes)
}

/// A leaf of the tree that can be split, the hardest being the greatest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct OpenCube {
    /// Atoms without a value.
    atoms: usize,
    number: Reverse<usize>,
    /// Where it branched off.
    above: Option<usize>,
    cube: Vec<Literal>,
}

#[derive(Default)]
struct Tree {
    open: BinaryHeap<OpenCube>,
    /// What is not split any more.
    leaves: Vec<Vec<Literal>>,
    /// Of each place where the tree branches, whether one of its branches was left out.
    is_halved: Vec<bool>,
}

impl Tree {
    fn branch(&mut self, cube: &[Literal], branches: [(Literal, usize); 2]) {
        let above = Some(self.is_halved.len());
        self.is_halved.push(false);
        for (side, (literal, atoms)) in branches.into_iter().enumerate() {
            let number = Reverse(2 * self.is_halved.len() + side);
            let cube = cube.iter().copied().chain([literal]).collect();
            self.open.push(OpenCube { atoms, number, above, cube });
        }
    }

    /// Leaves out what is refuted, but for the last that is left of two branches.
    fn close(&mut self, above: Option<usize>, cube: Vec<Literal>) {
        let Some(above) = above else { return };
        if std::mem::replace(&mut self.is_halved[above], true) {
            self.leaves.push(cube);
        }
    }
}

/// What becomes of a cube.
enum LookedAhead {
    /// The clauses do not allow it.
    Refuted,
    /// It makes all clauses true, with the literals that were learnt.
    Finished(Vec<Literal>),
    /// With the literals that were learnt, and each literal to go on with and the atoms that it leaves.
    Split(Vec<Literal>, [(Literal, usize); 2]),
}

/// What a literal leads to.
#[derive(Clone, Copy)]
struct Outlook {
    /// How far it shortens clauses.
    gain: u64,
    /// Atoms that are left without a value.
    atoms: usize,
}

struct LookAhead<'b> {
    residual: Residual,
    budget: &'b mut Budget,
}

impl LookAhead<'_> {
    /// Looks at what both values of the atoms lead to in a cube.
    fn look(&mut self, cube: &[Literal]) -> Result<LookedAhead, Stop> {
        let mut cube = cube.to_vec();
        for &literal in &cube {
            if !self.assume(literal)? {
                return Ok(LookedAhead::Refuted);
            }
        }
        loop {
            let mut best = None;
            let mut has_learnt = false;
            for atom in self.candidates()? {
                if self.residual.value(atom).is_some() {
                    continue;
                }
                let [literal, negation] = [true, false].map(|it| Literal::new(atom, it));
                let learnt = match (self.outlook(literal)?, self.outlook(negation)?) {
                    (None, None) => return Ok(LookedAhead::Refuted),
                    (None, Some(_)) => negation,
                    (Some(_), None) => literal,
                    (Some(one), Some(other)) => {
                        let [a, b] = [one, other].map(|it| u128::from(it.gain));
                        let worth = (a * b, a + b, Reverse(atom));
                        let branches = [(literal, one.atoms), (negation, other.atoms)];
                        if best.as_ref().is_none_or(|(most, _)| *most < worth) {
                            best = Some((worth, branches));
                        }
                        continue;
                    }
                };
                has_learnt = true;
                cube.push(learnt);
                if !self.assume(learnt)? {
                    return Ok(LookedAhead::Refuted);
                }
            }
            match best {
                _ if has_learnt => {}
                Some((_, branches)) => return Ok(LookedAhead::Split(cube, branches)),
                None => return Ok(LookedAhead::Finished(cube)),
            }
        }
    }

    /// Makes a literal true with all that follows; returns whether there is no conflict.
    fn assume(&mut self, literal: Literal) -> Result<bool, Stop> {
        match self.residual.value(literal.atom()) {
            Some(value) => Ok(value == literal.is_positive()),
            None => {
                self.residual.assign(literal);
                self.propagate()
            }
        }
    }

    fn propagate(&mut self) -> Result<bool, Stop> {
        while self.residual.conflict().is_none() {
            self.budget.check()?;
            let Some((_, literal)) = self.residual.next_unit() else { return Ok(true) };
            self.residual.assign(literal);
        }
        Ok(false)
    }

    /// What a literal leads to, `None` for a conflict.
    fn outlook(&mut self, literal: Literal) -> Result<Option<Outlook>, Stop> {
        let before: UndoMark = self.residual.mark();
        let outlook = if self.assume(literal)? {
            let trail = self.residual.since(before);
            let shortened = trail.iter().flat_map(|it| self.residual.occurrences(!*it));
            let shortened = shortened.filter(|it| !self.residual.is_satisfied(**it));
            let gain = shortened.map(|it| weight(self.residual.open(*it))).sum::<u64>();
            let gain = gain + trail.len() as u64;
            let atoms = self.residual.values().len() - self.residual.assigned();
            Some(Outlook { gain, atoms })
        } else {
            None
        };
        self.residual.undo(before);
        Ok(outlook)
    }

    /// The atoms of which much can be expected.
    fn candidates(&mut self) -> Result<Vec<Atom>, Stop> {
        let mut weights = vec![[0_u64; 2]; self.residual.values().len()];
        for clause in 0..self.residual.len() {
            self.budget.check()?;
            if self.residual.is_satisfied(clause) {
                continue;
            }
            for literal in self.residual.clause(clause) {
                let side = &mut weights[literal.atom().0 as usize][literal.index() % 2];
                *side += weight(self.residual.open(clause));
            }
        }
        let worth = |atom: &Atom| {
            let [one, other] = weights[atom.0 as usize].map(u128::from);
            Reverse((one * other, one + other, Reverse(*atom)))
        };
        let is_open = |atom: &Atom| {
            weights[atom.0 as usize] != [0, 0] && self.residual.value(*atom).is_none()
        };
        let mut atoms: Vec<Atom> =
            (0..weights.len() as u32).map(Atom).filter(|it| is_open(it)).collect();
        if atoms.len() > CANDIDATES {
            atoms.select_nth_unstable_by_key(CANDIDATES, worth);
            atoms.truncate(CANDIDATES);
        }
        atoms.sort_unstable_by_key(worth);
        Ok(atoms)
    }
}

/// What a clause counts that has so many open literals: a fifth of one that is shorter by one.
fn weight(open: u32) -> u64 {
    5_u64.pow(10_u32.saturating_sub(open.max(2)))
}
