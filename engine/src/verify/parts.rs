//! That parts of atoms vary by themselves: what is fixed makes true each clause that names atoms of two parts.

use super::checked::Checked;
use crate::budget::Budget;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::problem::Failure;

/// Parts of the atoms of clauses that are not fixed.
pub(crate) type AtomParts = Vec<Vec<Atom>>;

/// Every model of the clauses has the fixed literals, and a choice of what each part may be makes one.
///
/// # Errors
/// What is wrong with the parts, or the limit that was reached.
pub(crate) fn vary_apart(
    cnf: &Cnf,
    fixed: &[Checked<Literal>],
    parts: AtomParts,
    budget: &mut Budget,
) -> Result<Checked<AtomParts>, Failure> {
    let wrong = |what: &str| Err(Failure::Unverified(what.to_owned()));
    let mut values: Vec<Option<bool>> = vec![None; cnf.atoms() as usize];
    let mut part_of: Vec<Option<usize>> = vec![None; cnf.atoms() as usize];
    for literal in fixed {
        values[literal.atom().0 as usize] = Some(literal.is_positive());
    }
    for (number, part) in parts.iter().enumerate() {
        for atom in part {
            budget.work(1)?;
            let at = atom.0 as usize;
            if values[at].is_some() || part_of[at].replace(number).is_some() {
                return wrong("an atom varies in two parts, or is fixed");
            }
        }
    }
    if (0..values.len()).any(|it| values[it].is_none() && part_of[it].is_none()) {
        return wrong("an atom is in no part");
    }
    for clause in cnf.clauses() {
        budget.work(clause.len())?;
        let value = |it: &Literal| values[it.atom().0 as usize];
        if clause.iter().any(|it| value(it) == Some(it.is_positive())) {
            continue;
        }
        let mut open = clause.iter().filter_map(|it| part_of[it.atom().0 as usize]);
        let Some(first) = open.next() else { return wrong("what is fixed breaks a clause") };
        if open.any(|it| it != first) {
            return wrong("a clause is about two parts");
        }
    }
    Ok(Checked::new(parts))
}
