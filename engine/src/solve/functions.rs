//! Whether a player of quantified clauses wins by given functions. None may ask for what is chosen later;
//! that the opponent can win against them is then a question to clauses, and must have a refutation.

use super::clauses::decide;
use super::unverified;
use crate::budget::Budget;
use crate::logic::circuit::CircuitEdge;
use crate::logic::cnf::{Atom, Cnf, Literal};
use crate::logic::functions::Functions;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;
use crate::problem::{Failure, SatEngine};
use crate::verify::checked::Checked;

/// Functions by which the player wins, whatever the opponent chooses.
///
/// # Errors
/// See [`Failure`].
pub fn winning(
    game: &Prenex,
    winner: Player,
    functions: Functions,
    budget: &mut Budget,
) -> Result<Checked<Functions>, Failure> {
    let refutation = match is_ordered(game, winner, &functions) {
        true => decide(&against(game, winner, &functions), SatEngine::Cdcl, budget)?,
        false => return Err(unverified("a strategy asks for what is chosen later")),
    };
    if refutation.is_some() {
        return Err(unverified("a strategy does not win"));
    }
    Ok(refutation.told_as(|_| functions))
}

/// Clauses that say that the opponent wins against these functions.
fn against(game: &Prenex, winner: Player, functions: &Functions) -> Cnf {
    let mut cnf = game.matrix().clone();
    if winner == Player::E {
        // E has lost where one of the clauses is violated.
        let mut violated = Vec::new();
        cnf = Cnf::new(game.atoms() as u32);
        for clause in game.matrix().clauses() {
            let is_violated = Literal::new(cnf.add_atom(), true);
            clause.iter().for_each(|literal| cnf.add([!is_violated, !*literal]));
            violated.push(is_violated);
        }
        cnf.add(violated);
    }
    // A literal for each node of the graph.
    let constant = Literal::new(cnf.add_atom(), false);
    cnf.add([!constant]);
    let inputs = functions.inputs.iter().map(|it| Literal::new(*it, true));
    let mut nodes: Vec<_> = std::iter::once(constant).chain(inputs).collect();
    let literal = |nodes: &[Literal], edge: CircuitEdge| {
        if edge.is_negated() { !nodes[edge.node()] } else { nodes[edge.node()] }
    };
    for gate in functions.graph.gates() {
        let [one, other] = gate.map(|edge| literal(&nodes, edge));
        let node = Literal::new(cnf.add_atom(), true);
        cnf.add([!node, one]);
        cnf.add([!node, other]);
        cnf.add([node, !one, !other]);
        nodes.push(node);
    }
    for &(atom, edge) in &functions.outputs {
        let (chosen, value) = (Literal::new(atom, true), literal(&nodes, edge));
        cnf.add([!chosen, value]);
        cnf.add([chosen, !value]);
    }
    cnf
}

/// Whether there is one function for each atom of the winner, and none asks for an atom that is not the
/// opponent's and chosen before.
fn is_ordered(game: &Prenex, winner: Player, functions: &Functions) -> bool {
    let Functions { inputs, graph, outputs } = functions;
    let of = |atom: Atom| Literal::new(atom, true);
    let is_opponents = |it: &Atom| (it.0 as usize) < game.atoms() && game.owner(of(*it)) != winner;
    if inputs.len() != graph.inputs() || !inputs.iter().all(is_opponents) {
        return false;
    }
    // The innermost block that each node depends on; none of the constant.
    let mut blocks = vec![None];
    blocks.extend(inputs.iter().map(|it| Some(game.block(of(*it)))));
    for gate in graph.gates() {
        let [one, other] = gate.map(|edge| blocks.get(edge.node()).copied());
        let (Some(one), Some(other)) = (one, other) else { return false };
        blocks.push(one.max(other));
    }
    let mut has_function = vec![false; game.atoms()];
    for &(atom, edge) in outputs {
        let is_own = (atom.0 as usize) < game.atoms() && game.owner(of(atom)) == winner;
        let is_known =
            blocks.get(edge.node()).is_some_and(|block| *block < Some(game.block(of(atom))));
        if !is_own || !is_known || std::mem::replace(&mut has_function[atom.0 as usize], true) {
            return false;
        }
    }
    let is_own = |atom: usize| game.owner(of(Atom(atom as u32))) == winner;
    (0..game.atoms()).all(|atom| has_function[atom] == is_own(atom))
}
