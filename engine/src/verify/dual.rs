//! Checks that A's own clauses say no more than that the matrix is violated: if E wins against them, E wins the
//! game by the same choices and the values that the definitions give. What is defined is chosen after all of A's
//! choices; each clause that defines an atom has it, and otherwise atoms that are defined before or not at all; and two
//! clauses that differ in the sign of the atom differ in that of another one, so some value of the atom satisfies all of them.

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
    let of = |atom: u32| Literal::new(Atom(atom), true);
    let is_of_a = |it: &Literal| game.owner(*it) == Player::A;
    let last = (0..dual.first).map(of).filter(is_of_a).map(|it| game.block(it)).max();
    // By atom its place among what is defined, from 1 on.
    let mut places = vec![0; dual.first as usize];
    for (place, definition) in (1..).zip(&dual.definitions) {
        let Some(known) = places.get_mut(definition.atom.0 as usize) else { return Ok(false) };
        let atom = of(definition.atom.0);
        let is_last = game.owner(atom) == Player::E && last.is_some_and(|it| game.block(atom) > it);
        if std::mem::replace(known, place) != 0 || !is_last {
            return Ok(false);
        }
    }
    let mut marks = vec![false; 2 * dual.first as usize];
    for (place, definition) in (1..).zip(&dual.definitions) {
        if !defines(game, definition, (place, &places), &mut marks, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether some value of the atom satisfies its clauses, whatever the atoms before its place are.
fn defines(
    game: &Prenex,
    definition: &AtomDefinition,
    (place, places): (usize, &[usize]),
    marks: &mut [bool],
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let matrix = game.matrix();
    let (is_true, mut is_sound) = (Literal::new(definition.atom, true), true);
    let mut sides = [Vec::new(), Vec::new()];
    for &number in &definition.clauses {
        if number as usize >= matrix.len() {
            return Ok(false);
        }
        let clause = matrix.clause(number as usize);
        let is_before =
            |it: &Literal| it.atom() == definition.atom || places[it.atom().0 as usize] < place;
        is_sound &= clause.iter().all(is_before);
        is_sound &= clause.contains(&is_true) || clause.contains(&!is_true);
        sides[usize::from(clause.contains(&is_true))].push(clause);
    }
    let [without, with] = sides;
    for clause in with {
        clause.iter().for_each(|it| marks[it.index()] = true);
        for other in &without {
            budget.check()?;
            is_sound &=
                other.iter().any(|it| it.atom() != definition.atom && marks[(!*it).index()]);
        }
        clause.iter().for_each(|it| marks[it.index()] = false);
    }
    Ok(is_sound)
}
