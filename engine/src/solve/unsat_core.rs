//! Why a problem has no solution: a smallest part of it that leaves none. Members are left out one
//! by one, and those stay without which there would be a solution (deletion; what a refutation did
//! not use goes as well: Marques-Silva, "Minimal unsatisfiability", ISMVL 2010).

use super::clauses::decide_by_textbook;
use super::maze::proved;
use crate::budget::Budget;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::maze::Maze;
use crate::logic::tseitin::FormulaEncoding;
use crate::problem::{Failure, FindModel, FindPath, FindShortestPath, MakeTrue, Refutable};
use crate::sat::dpll::{DpllEvent, Observer};
use crate::search::path;
use crate::verify::encoding::{FormulaDemand, follows};

/// An explanation is worth so many steps of the budget; larger problems go without.
const STEPS: u64 = 1 << 20;
/// More members than this explain nothing to a person.
const MOST: usize = 24;

impl Refutable for FindModel {
    fn core(&self, budget: &Budget) -> Option<Vec<usize>> {
        let (Self(cnf, _), budget) = (self, &mut budget.part(STEPS));
        if cnf.len() as u64 > STEPS {
            return None;
        }
        let none = Cnf::new(cnf.atoms());
        minimal(cnf.len(), |part| refute(&none, cnf, part, budget))
    }
}

impl Refutable for MakeTrue {
    fn core(&self, budget: &Budget) -> Option<Vec<usize>> {
        let (Self(formula, _), budget) = (self, &mut budget.part(STEPS));
        if formula.nodes().len() as u64 > STEPS {
            return None;
        }
        let conjuncts = formula.conjuncts();
        let conjuncts: Vec<_> = conjuncts.iter().collect();
        let (encoding, roots) = FormulaEncoding::definitions(&conjuncts, budget).ok()?;
        let (mut demands, mut all) = (Cnf::new(encoding.cnf.atoms()), encoding.cnf.clone());
        for root in roots {
            demands.add([root]);
            all.add([root]);
        }
        let demand = FormulaDemand::Value(&conjuncts, true);
        follows(&all, &encoding.variables, demand, budget).ok().filter(|it| *it)?;
        minimal(demands.len(), |part| refute(&encoding.cnf, &demands, part, budget))
    }
}

impl Refutable for FindPath {
    fn core(&self, budget: &Budget) -> Option<Vec<usize>> {
        tolls(&self.0, budget)
    }
}

impl Refutable for FindShortestPath {
    fn core(&self, budget: &Budget) -> Option<Vec<usize>> {
        tolls(&self.0, budget)
    }
}

/// The tolls that leave no path through a maze.
fn tolls(maze: &Maze, budget: &Budget) -> Option<Vec<usize>> {
    let budget = &mut budget.part(STEPS);
    let tolls = maze.nodes.iter().map(|node| node.tolls.len()).sum();
    minimal(tolls, |part| bar(maze, part, budget))
}

/// A minimal part of the members `0..count`. `refute` says which members of a part, ascending, it
/// took to refute that part, `None` if it has a solution.
fn minimal(
    count: usize,
    mut refute: impl FnMut(&[usize]) -> Result<Option<Vec<usize>>, Failure>,
) -> Option<Vec<usize>> {
    let mut core = refute(&(0..count).collect::<Vec<_>>()).ok()??;
    // Without any one of so many members there would be a solution.
    let mut needed = 0;
    while needed < core.len() {
        let mut without = core.clone();
        without.remove(needed);
        match refute(&without).ok()? {
            Some(used) => core = used,
            None if needed == MOST => return None,
            None => needed += 1,
        }
    }
    // What a refutation used is a claim; this is its check.
    refute(&core).ok()??;
    Some(core)
}

/// Refutes some of the clauses together with all of the background; the members that took.
fn refute(
    background: &Cnf,
    members: &Cnf,
    part: &[usize],
    budget: &mut Budget,
) -> Result<Option<Vec<usize>>, Failure> {
    let mut cnf = background.clone();
    part.iter().for_each(|&member| cnf.add(members.clause(member).iter().copied()));
    let mut usage = Usage::new(&cnf);
    if decide_by_textbook(&cnf, &mut usage, budget)?.is_some() {
        return Ok(None);
    }
    let is_used = &usage.is_used[background.len()..];
    Ok(Some(part.iter().zip(is_used).filter(|(_, used)| **used).map(|(it, _)| *it).collect()))
}

/// Marks the clauses that the conflicts of a search follow from.
struct Usage<'a> {
    cnf: &'a Cnf,
    is_used: Vec<bool>,
    /// The clause that gave each atom its value, if one did.
    reasons: Vec<Option<usize>>,
    /// The last conflict, counted from 1, for which each atom was looked at.
    seen: Vec<u64>,
    conflicts: u64,
}

impl<'a> Usage<'a> {
    fn new(cnf: &'a Cnf) -> Self {
        let atoms = cnf.atoms() as usize;
        let is_used = vec![false; cnf.len()];
        Self { cnf, is_used, reasons: vec![None; atoms], seen: vec![0; atoms], conflicts: 0 }
    }

    fn assigned(&mut self, literal: Literal, reason: Option<usize>) {
        self.reasons[literal.atom().0 as usize] = reason;
    }

    fn conflict(&mut self, clause: usize) {
        self.conflicts += 1;
        let mut stack = vec![clause];
        while let Some(clause) = stack.pop() {
            self.is_used[clause] = true;
            for Atom(atom) in self.cnf.clause(clause).iter().map(|literal| literal.atom()) {
                if std::mem::replace(&mut self.seen[atom as usize], self.conflicts)
                    != self.conflicts
                {
                    stack.extend(self.reasons[atom as usize]);
                }
            }
        }
    }
}

impl Observer for Usage<'_> {
    fn event(&mut self, event: DpllEvent) {
        match event {
            DpllEvent::Unit { literal, clause } => self.assigned(literal, Some(clause)),
            DpllEvent::Pure { literal }
            | DpllEvent::Split { literal, .. }
            | DpllEvent::Backtrack { literal } => self.assigned(literal, None),
            DpllEvent::Conflict { clause } => self.conflict(clause),
            DpllEvent::Satisfied | DpllEvent::Refuted => {}
        }
    }
}

/// The given tolls, if they leave no path of any length when all others are waived.
fn bar(maze: &Maze, part: &[usize], budget: &mut Budget) -> Result<Option<Vec<usize>>, Failure> {
    let mut relaxed = maze.clone();
    let mut numbers = 0..;
    for node in &mut relaxed.nodes {
        budget.check()?;
        node.tolls.retain(|_| numbers.next().is_some_and(|it| part.binary_search(&it).is_ok()));
    }
    let found = path::within(&relaxed, u64::MAX, budget)?;
    Ok(proved(&relaxed, found, u64::MAX, budget)?.is_none().then(|| part.to_vec()))
}
