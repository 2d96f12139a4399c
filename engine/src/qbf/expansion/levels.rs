//! How a player's choices and the opponent's take turns in the clauses of the player. An atom is copied for each way to choose
//! the opponent's atoms before it, so all that counts of the prefix is how many blocks of these those are (Janota and
//! Marques-Silva, "Expansion-based QBF solving versus Q-resolution", TCS 577, 2015).

use std::ops::Range;

use crate::logic::cnf::{Atom, Literal};
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// The atoms in the clauses of a player by when they are chosen.
pub(super) struct ExpansionLevels {
    pub owner: Player,
    /// The clauses among the inputs of the game.
    pub inputs: Range<usize>,
    /// The opponent's atoms in them, by block.
    pub opponents: Vec<Vec<Atom>>,
    /// The owner's atoms by how many of these blocks come before.
    pub own: Vec<Vec<Atom>>,
    /// Of each atom of the owner's the first index, and the place there.
    pub places: Vec<(u32, u32)>,
    /// All atoms, and literals of the clauses.
    pub size: usize,
}

impl ExpansionLevels {
    /// Those of the owner's clauses.
    pub(super) fn new(game: &Prenex, owner: Player) -> Self {
        let inputs = match owner {
            Player::E => 0..game.matrix().len(),
            Player::A => game.matrix().len()..game.inputs(),
        };
        let block = |atom: &Atom| game.block(Literal::new(*atom, true));
        let mut is_met = vec![false; game.atoms()];
        let mut size = game.atoms();
        for (_, clause) in inputs.clone().filter_map(|it| game.input(it)) {
            size += clause.len();
            clause.iter().for_each(|it| is_met[it.atom().0 as usize] = true);
        }
        let mut atoms: Vec<_> = (0..game.atoms() as u32).map(Atom).collect();
        atoms.sort_by_key(block);
        let (mut opponents, mut own) = (Vec::new(), Vec::new());
        let mut level = Vec::new();
        let mut places = vec![(0, 0); game.atoms()];
        for chosen in atoms.chunk_by(|one, other| block(one) == block(other)) {
            if game.owner(Literal::new(chosen[0], true)) == owner {
                for &atom in chosen {
                    places[atom.0 as usize] = (own.len() as u32, level.len() as u32);
                    level.push(atom);
                }
                continue;
            }
            let met: Vec<_> = chosen.iter().copied().filter(|it| is_met[it.0 as usize]).collect();
            if !met.is_empty() {
                opponents.push(met);
                own.push(std::mem::take(&mut level));
            }
        }
        own.push(level);
        Self { owner, inputs, opponents, own, places, size }
    }

    /// The opponent's atoms that are chosen before all of the owner's.
    pub(super) fn beginning(&self) -> &[Atom] {
        let is_opponents = self.own[0].is_empty();
        self.opponents.first().filter(|_| is_opponents).map_or(&[], Vec::as_slice)
    }

    /// How many atoms the owner chooses at first.
    pub(super) fn first(&self) -> usize {
        self.own.iter().map(Vec::len).find(|it| *it > 0).unwrap_or_default()
    }
}
