//! Checks that A's own clauses say no more than that the matrix is violated: if E wins against them, E wins the game by the
//! same choices, but that what is defined gets the values of its definitions. Those are gates: each clause that defines an atom
//! has it, and otherwise atoms that are defined before or not at all; and whatever these are, one value of the atom satisfies the
//! clauses, and only one, so that a cover of the matrix does not differ from it. No input of a gate is chosen after it.

use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::dual::AtomDefinition;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// Whether a game has no clauses of A's own, or sound ones.
///
/// # Errors
/// The limit of the budget that was reached.
pub(super) fn is_sound(game: &Prenex, budget: &mut Budget) -> Result<bool, Stop> {
    let Some(dual) = game.dual() else { return Ok(true) };
    let of = |atom: usize| Literal::new(Atom(atom as u32), true);
    // By atom whether it is defined later or now, and the block after which its value is known.
    let mut is_open = vec![false; dual.first as usize];
    let mut known: Vec<u32> = (0..is_open.len()).map(|it| game.block(of(it))).collect();
    for definition in &dual.definitions {
        match is_open.get_mut(definition.atom.0 as usize) {
            Some(is_open) if !*is_open => *is_open = true,
            _ => return Ok(false),
        }
    }
    for definition in &dual.definitions {
        let mut literals = Vec::new();
        for &number in &definition.clauses {
            budget.check()?;
            if number as usize >= game.matrix().len() {
                return Ok(false);
            }
            literals.extend_from_slice(game.matrix().clause(number as usize));
        }
        let atom = Literal::new(definition.atom, true);
        literals.retain(|it| it.atom() != definition.atom);
        let after = literals.iter().map(|it| known[it.atom().0 as usize]).max().unwrap_or(0);
        let is_before = literals.iter().all(|it| !is_open[it.atom().0 as usize]);
        let is_in_time = game.owner(atom) == Player::E && after <= game.block(atom);
        if !is_before
            || !is_in_time
            || !(is_conjunction(game, definition) || is_table(game, definition))
        {
            return Ok(false);
        }
        is_open[definition.atom.0 as usize] = false;
        known[definition.atom.0 as usize] = after;
    }
    Ok(true)
}

/// Whether the atom or its negation is the conjunction of some literals: it implies each, and all of them imply it.
fn is_conjunction(game: &Prenex, definition: &AtomDefinition) -> bool {
    let clauses = || definition.clauses.iter().map(|it| game.matrix().clause(*it as usize));
    let Some(all) = clauses().max_by_key(|it| it.len()) else { return false };
    let Some(&gate) = all.iter().find(|it| it.atom() == definition.atom) else { return false };
    let is_implied = |operand: &Literal| {
        clauses().any(|it| it.len() == 2 && it.contains(&!gate) && it.contains(&!*operand))
    };
    let is_of_it = |it: &[Literal]| {
        it == all
            || it.len() == 2
                && it.contains(&!gate)
                && it.iter().all(|it| *it == !gate || all.contains(&!*it))
    };
    clauses().all(is_of_it) && all.iter().filter(|it| **it != gate).all(is_implied)
}

/// The most atoms of a definition whose values are tried.
const TABLE: usize = 8;

/// Whether one value of the atom satisfies its clauses, and only one, whatever the few others are.
fn is_table(game: &Prenex, definition: &AtomDefinition) -> bool {
    let clauses = || definition.clauses.iter().map(|it| game.matrix().clause(*it as usize));
    let mut atoms: Vec<Atom> = clauses().flatten().map(|it| it.atom()).collect();
    atoms.sort_unstable();
    atoms.dedup();
    let Ok(own) = atoms.binary_search(&definition.atom) else { return false };
    let holds = |row: usize| {
        let is_true = |it: &Literal| {
            atoms.binary_search(&it.atom()).is_ok_and(|at| (row >> at & 1 == 1) == it.is_positive())
        };
        clauses().all(|clause| clause.iter().any(is_true))
    };
    let has_one = |row: usize| holds(row) != holds(row ^ 1 << own);
    atoms.len() <= TABLE
        && (0..1 << atoms.len()).all(has_one)
        && clauses().all(|it| it.iter().any(|it| it.atom() == definition.atom))
}
