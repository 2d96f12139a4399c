//! Clauses that define atoms exclude no state: whatever the atoms before are, each atom can be
//! given a value with which its clauses are true. For that, of each two clauses that want it
//! otherwise one holds anyway (the test for what may be added: Järvisalo, Heule and Biere,
//! "Inprocessing rules", IJCAR 2012). So nothing needs to be known of encodings; conjunctions are noted.

use super::propagation::Propagation;
use super::rungs::Rungs;
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::{Ladder, SheetClauseSource};
use crate::logic::cnf::{Atom, Cnf, Literal};

/// By atom whether some of the clauses, which are marked, name it.
pub(super) fn named(cnf: &Cnf, marked: &[bool]) -> Vec<bool> {
    let mut is_named = vec![false; cnf.atoms() as usize];
    for (clause, _) in cnf.clauses().zip(marked).filter(|it| *it.1) {
        clause.iter().for_each(|it| is_named[it.atom().0 as usize] = true);
    }
    is_named
}

/// Whether they do; those, that is, that define atoms that are named, or that these are made of, and
/// those that are marked. Whatever they say is known then.
pub(super) fn define(
    propagation: &mut Propagation,
    cnf: &Cnf,
    (sources, ladders): (&[SheetClauseSource], &[Ladder]),
    (marked, mut is_named): (&[bool], Vec<bool>),
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
    // Most of them stand in this order.
    definitions.sort();
    name_parts(cnf, &definitions, ladders, &mut is_named);
    definitions.retain(|it| if it.0 == 0 { marked[it.1] } else { is_named[it.0 as usize] });
    let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
    let mut marks = vec![false; 2 * cnf.atoms() as usize];
    for group in definitions.chunk_by(|one, other| one.0 == other.0) {
        let atom = group[0].0;
        let clauses = group.iter().map(|it| cnf.clause(it.1));
        if atom == 0 {
            for clause in clauses {
                if !propagation.follows(clause.iter().copied(), budget)? {
                    return Ok(false);
                }
            }
            continue;
        }
        wanted.clear();
        unwanted.clear();
        for clause in clauses.clone() {
            let is_wanted = clause.iter().any(|it| it.atom().0 == atom && it.is_positive());
            if is_wanted { wanted.push(clause) } else { unwanted.push(clause) }
        }
        if !is_definable(propagation, atom, (&wanted, &unwanted), &mut marks, budget)? {
            return Ok(false);
        }
        for clause in clauses {
            propagation.add(clause, budget)?;
        }
        if let Some(inputs) = conjunction(atom, &wanted, &unwanted) {
            propagation.learn_conjunction(Literal::new(Atom(atom), true), inputs);
        }
        rungs.learn(atom, propagation, budget)?;
    }
    Ok(true)
}

/// Names what atoms that are named are made of. Definitions are told by the atom that they define, ascending.
fn name_parts(cnf: &Cnf, definitions: &[(u32, usize)], ladders: &[Ladder], is_named: &mut [bool]) {
    loop {
        // Each atom is made of atoms before it.
        for (atom, at) in definitions.iter().rev() {
            if is_named[*atom as usize] {
                cnf.clause(*at).iter().for_each(|it| is_named[it.atom().0 as usize] = true);
            }
        }
        // What a ladder says is found out of all of it.
        let mut are_more = false;
        for ladder in ladders {
            let atoms = ladder.bounds.iter().map(|it| it.2.atom().0 as usize);
            if atoms.clone().any(|it| is_named[it]) {
                atoms.for_each(|it| are_more |= !std::mem::replace(&mut is_named[it], true));
            }
        }
        if !are_more {
            return;
        }
    }
}

/// What an atom is the conjunction of, if its clauses say so in the plainest way.
fn conjunction(atom: u32, wanted: &[&[Literal]], unwanted: &[&[Literal]]) -> Option<Vec<Literal>> {
    let &[wanted] = wanted else { return None };
    let inputs = wanted.iter().filter(|it| it.atom().0 != atom).map(|it| !*it);
    let inputs: Vec<_> = inputs.collect();
    let is_said = |(clause, input): (&&[Literal], &Literal)| {
        clause.len() == 2 && clause.contains(input) && input.atom().0 != atom
    };
    (unwanted.len() == inputs.len() && unwanted.iter().zip(&inputs).all(is_said)).then_some(inputs)
}

/// Whether an atom has a value that some clauses allow, whatever the others are: those that want it to be
/// true, and those that want it to be false. Nothing is marked before and afterwards.
fn is_definable(
    propagation: &mut Propagation,
    atom: u32,
    (wanted, unwanted): (&[&[Literal]], &[&[Literal]]),
    marks: &mut [bool],
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let is_rest = |it: &Literal| it.atom().0 != atom;
    for one in wanted {
        let rest = one.iter().copied().filter(is_rest);
        rest.clone().for_each(|it| marks[it.index()] = true);
        // Most often one of them denies what the other one says, and both cannot be false.
        let is_open =
            |other: &&&[Literal]| !other.iter().any(|it| is_rest(it) && marks[(!*it).index()]);
        let open: Vec<_> = unwanted.iter().filter(is_open).collect();
        rest.clone().for_each(|it| marks[it.index()] = false);
        if open.is_empty() {
            continue;
        }
        let mark = propagation.mark();
        let mut is_settled = false;
        for literal in rest {
            if !propagation.assume(!literal, budget)? {
                is_settled = true;
                break;
            }
        }
        for other in open.iter().filter(|_| !is_settled) {
            if !propagation.follows(other.iter().copied().filter(is_rest), budget)? {
                propagation.undo(mark);
                return Ok(false);
            }
        }
        propagation.undo(mark);
    }
    Ok(true)
}
