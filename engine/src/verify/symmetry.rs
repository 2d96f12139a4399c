//! Checks that a permutation of literals is a symmetry of a game, by the definition: each atom goes to one of the same
//! block, whose owner is the same, no two to the same one, and each clause of a player to a clause of the same player.

use rustc_hash::FxHashSet;

use crate::budget::{Budget, Stop};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::permutation::LiteralPermutation;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// The clauses of both players, each ascending.
pub(super) struct SortedInputs(FxHashSet<(Player, Vec<Literal>)>);

impl SortedInputs {
    /// Those of a game.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub(super) fn new(game: &Prenex, budget: &mut Budget) -> Result<Self, Stop> {
        let mut sorted = FxHashSet::default();
        for (owner, clause) in (0..game.inputs()).filter_map(|it| game.input(it)) {
            budget.check()?;
            let mut clause = clause.to_vec();
            clause.sort_unstable();
            sorted.insert((owner, clause));
        }
        Ok(Self(sorted))
    }

    /// Whether a permutation leaves the game as it is.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub(super) fn are_kept(
        &self,
        game: &Prenex,
        permutation: &LiteralPermutation,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let atoms = game.atoms();
        let mut is_image = vec![false; atoms];
        if permutation.images.len() != atoms {
            return Ok(false);
        }
        for (atom, image) in (0..).map(Atom).zip(&permutation.images) {
            let Some(is_image) = is_image.get_mut(image.atom().0 as usize) else {
                return Ok(false);
            };
            let literal = Literal::new(atom, true);
            let is_alike = game.owner(literal) == game.owner(*image)
                && game.block(literal) == game.block(*image);
            if std::mem::replace(is_image, true) || !is_alike {
                return Ok(false);
            }
        }
        for (owner, clause) in &self.0 {
            budget.check()?;
            let mut image: Vec<_> = clause.iter().map(|it| permutation.image(*it)).collect();
            image.sort_unstable();
            if !self.0.contains(&(*owner, image)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
