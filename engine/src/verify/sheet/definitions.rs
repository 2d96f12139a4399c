//! Clauses that define atoms exclude no state: whatever the atoms before are, each atom can be
//! given a value with which its clauses are true. For that, of each two clauses that want it
//! otherwise one holds anyway (the test for what may be added: Järvisalo, Heule and Biere,
//! "Inprocessing rules", IJCAR 2012). So nothing needs to be known of encodings.

use rustc_hash::FxHashSet;

use super::propagation::Propagation;
use super::rungs::Rungs;
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::{Ladder, SheetClauseSource};
use crate::logic::cnf::{Cnf, Literal};

/// Whether they do. Whatever they say is known then.
pub(super) fn define(
    propagation: &mut Propagation,
    cnf: &Cnf,
    (sources, ladders): (&[SheetClauseSource], &[Ladder]),
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let mut rungs = Rungs::of(ladders);
    let mut definitions: Vec<(u32, usize)> = Vec::new();
    for (at, clause) in cnf.clauses().enumerate() {
        budget.check()?;
        if sources.get(at).is_some_and(|it| *it != SheetClauseSource::Meaning) {
            continue;
        }
        let atoms = clause.iter().map(|it| it.atom().0);
        let highest = atoms.filter(|it| !propagation.is_found(*it)).max();
        definitions.push((highest.unwrap_or(0), at));
    }
    definitions.sort_unstable();
    for group in definitions.chunk_by(|one, other| one.0 == other.0) {
        let atom = group[0].0;
        let clauses: Vec<_> = group.iter().map(|it| cnf.clause(it.1)).collect();
        if atom == 0 {
            for clause in clauses {
                if !propagation.follows(clause.iter().copied(), budget)? {
                    return Ok(false);
                }
            }
            continue;
        }
        if !is_definable(propagation, atom, &clauses, budget)? {
            return Ok(false);
        }
        for clause in clauses {
            propagation.add(clause, budget)?;
        }
        rungs.learn(atom, propagation, budget)?;
    }
    Ok(true)
}

/// Whether an atom has a value that some clauses allow, whatever the others are.
fn is_definable(
    propagation: &mut Propagation,
    atom: u32,
    clauses: &[&[Literal]],
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let is_positive =
        |clause: &&[Literal]| clause.iter().any(|it| it.atom().0 == atom && it.is_positive());
    let (wanted, unwanted): (Vec<&[Literal]>, Vec<_>) =
        clauses.iter().copied().partition(is_positive);
    let rest = |clause: &[Literal]| {
        clause.iter().copied().filter(|it| it.atom().0 != atom).collect::<Vec<_>>()
    };
    for one in &wanted {
        let rest_of_one: FxHashSet<_> = rest(one).into_iter().collect();
        // Most often one of them denies what the other one says, and both cannot be false.
        let is_open = |other: &&&[Literal]| {
            !other.iter().any(|it| it.atom().0 != atom && rest_of_one.contains(&!*it))
        };
        let open: Vec<_> = unwanted.iter().filter(is_open).collect();
        if open.is_empty() {
            continue;
        }
        let mark = propagation.mark();
        let mut is_settled = false;
        for literal in &rest_of_one {
            if !propagation.assume(!*literal, budget)? {
                is_settled = true;
                break;
            }
        }
        for other in open.iter().filter(|_| !is_settled) {
            if !propagation.follows(rest(other), budget)? {
                propagation.undo(mark);
                return Ok(false);
            }
        }
        propagation.undo(mark);
    }
    Ok(true)
}
