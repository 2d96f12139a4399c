//! Checks why a player wins a game of quantified clauses by ways to choose: makes the clauses that the loser is left with by
//! their definition, and has them refuted. A loser who had a way to win would have a model of them: the answers to each way.

use rustc_hash::{FxHashMap, FxHashSet};

use super::drat::check_refutation;
use super::dual;
use crate::budget::{Budget, Stop};
use crate::evidence::expansion::ExpansionProof;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// The literals that the winner makes true before the opponent has chosen anything, if the proof shows that `winner` wins.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn opening(
    game: &Prenex,
    winner: Player,
    proof: &ExpansionProof,
    budget: &mut Budget,
) -> Result<Option<Vec<Literal>>, Stop> {
    let atoms = (0..game.matrix().atoms()).map(Atom);
    let is_first =
        |it: &Atom| game.owner(Literal::new(*it, true)) == winner && game.is_outermost(*it);
    let first: Vec<_> = atoms.filter(is_first).collect();
    let mut openings = proof.choices.iter().map(|way| {
        let way: FxHashSet<_> = way.iter().collect();
        first.iter().map(|it| Literal::new(*it, way.contains(it))).collect::<Vec<_>>()
    });
    let Some(opening) = openings.next() else { return Ok(None) };
    let are_known = proof.choices.iter().flatten().all(|it| (it.0 as usize) < game.atoms());
    if !are_known || openings.any(|it| it != opening) || !dual::is_sound(game, budget)? {
        return Ok(None);
    }
    let clauses = expanded(game, winner, &proof.choices, budget)?;
    let refuted = check_refutation(&clauses, &proof.refutation, budget)?;
    Ok(refuted.is_ok().then_some(opening))
}

/// The loser's clauses with each way.
fn expanded(
    game: &Prenex,
    winner: Player,
    choices: &[Vec<Atom>],
    budget: &mut Budget,
) -> Result<Cnf, Stop> {
    let loser = winner.other();
    let is_own = |it: &Atom| game.owner(Literal::new(*it, true)) == loser;
    let block = |it: &Atom| game.block(Literal::new(*it, true));
    let mut own: Vec<_> = (0..game.atoms() as u32).map(Atom).filter(is_own).collect();
    own.sort_by_key(block);
    let mut numbers: FxHashMap<(u32, Vec<Atom>), u32> = FxHashMap::default();
    let mut clauses = Cnf::new(0);
    let mut copies = vec![Atom(0); game.atoms()];
    let mut is_true = vec![false; game.atoms()];
    for way in choices {
        for chosen in own.chunk_by(|one, other| block(one) == block(other)) {
            budget.check()?;
            let block = block(&chosen[0]);
            let before = way.iter().filter(|it| game.block(Literal::new(**it, true)) < block);
            let next = clauses.atoms();
            let copy = *numbers.entry((block, before.copied().collect())).or_insert(next);
            for (number, atom) in (copy..).zip(chosen) {
                copies[atom.0 as usize] = Atom(number);
            }
            if copy == next {
                chosen.iter().for_each(|_| _ = clauses.add_atom());
            }
        }
        way.iter().for_each(|it| is_true[it.0 as usize] = true);
        for (owner, clause) in (0..game.inputs()).filter_map(|it| game.input(it)) {
            budget.check()?;
            let is_of_winner = |it: &&Literal| game.owner(**it) == winner;
            let holds = |it: &Literal| is_true[it.atom().0 as usize] == it.is_positive();
            if owner == loser && !clause.iter().filter(is_of_winner).any(holds) {
                let left = clause.iter().filter(|it| !is_of_winner(it));
                let copy =
                    |it: &Literal| Literal::new(copies[it.atom().0 as usize], it.is_positive());
                clauses.add(left.map(copy));
            }
        }
        way.iter().for_each(|it| is_true[it.0 as usize] = false);
    }
    Ok(clauses)
}
