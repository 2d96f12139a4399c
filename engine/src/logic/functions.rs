//! How a player of quantified clauses chooses: a function for each of the player's atoms, of the atoms that
//! the opponent chooses before (Skolem functions of E, Herbrand functions of A). All are one graph of
//! gates.

use super::circuit::{CircuitEdge, GrowingCircuit};
use super::cnf::{Atom, Literal};

/// Functions of some atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Functions {
    /// The opponent's atoms; input `i` is node `1 + i` of the graph.
    pub inputs: Vec<Atom>,
    /// The gates.
    pub graph: GrowingCircuit,
    /// The player's atoms, and the values they get.
    pub outputs: Vec<(Atom, CircuitEdge)>,
}

impl Functions {
    /// The player's atoms that always get the same value, of those asked for, as literals that are true.
    pub fn constants(&self, is_asked_for: impl Fn(Atom) -> bool) -> Vec<Literal> {
        let outputs = self.outputs.iter().filter(|it| it.1.node() == 0 && is_asked_for(it.0));
        outputs.map(|&(atom, value)| Literal::new(atom, value.is_negated())).collect()
    }
}
