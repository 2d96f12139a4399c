//! Proofs without images: where a clause is used under a symmetry, so is all that it rests on. A game that a group of
//! symmetries keeps has a clause of a proof at most once for each of these.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::evidence::qbf::{QbfProof, QbfStep};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::permutation::LiteralPermutation;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// The same as another proof shows, without images.
///
/// # Errors
/// The limit of the budget that was reached.
pub(super) fn unfolded(
    game: &Prenex,
    proof: &QbfProof,
    budget: &mut Budget,
) -> Result<QbfProof, Stop> {
    let mut unfolding = Unfolding {
        game,
        proof,
        inputs: FxHashMap::default(),
        permutations: Vec::new(),
        places: FxHashMap::default(),
        numbers: FxHashMap::default(),
        result: QbfProof::default(),
    };
    for (number, (owner, clause)) in (0..).zip((0..game.inputs()).filter_map(|it| game.input(it))) {
        budget.check()?;
        unfolding.inputs.insert((owner, ascending(clause.to_vec())), number);
    }
    unfolding.place(LiteralPermutation::identity(game.atoms()));
    unfolding.run(budget)?;
    Ok(unfolding.result)
}

/// A clause by its number, and the permutation by its place under which it is used.
type UsedClause = (u32, usize);

struct Unfolding<'g> {
    game: &'g Prenex,
    proof: &'g QbfProof,
    /// The numbers of the players' clauses, which are ascending.
    inputs: FxHashMap<(Player, Vec<Literal>), u32>,
    /// The permutations under which clauses are used, and the place of each.
    permutations: Vec<LiteralPermutation>,
    places: FxHashMap<LiteralPermutation, usize>,
    /// The numbers of clauses in the new proof.
    numbers: FxHashMap<UsedClause, u32>,
    result: QbfProof,
}

impl Unfolding<'_> {
    /// The place of a permutation.
    fn place(&mut self, permutation: LiteralPermutation) -> usize {
        let next = self.permutations.len();
        let place = *self.places.entry(permutation.clone()).or_insert(next);
        if place == next {
            self.permutations.push(permutation);
        }
        place
    }

    /// Adds the last step and all that it rests on.
    fn run(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let Some(last) = self.proof.len().checked_sub(1) else { return Ok(()) };
        let mut open = vec![((self.game.inputs() + last) as u32, 0)];
        while let Some(&used) = open.last() {
            budget.look()?;
            if self.numbers.contains_key(&used) {
                open.pop();
                continue;
            }
            let before = open.len();
            for parent in self.parents(used, budget)? {
                if !self.numbers.contains_key(&parent) {
                    open.push(parent);
                }
            }
            if open.len() == before {
                let number = self.add(used, budget)?;
                self.numbers.insert(used, number);
                open.pop();
            }
        }
        Ok(())
    }

    /// What a clause rests on.
    fn parents(&mut self, used: UsedClause, budget: &mut Budget) -> Result<Vec<UsedClause>, Stop> {
        let (number, place) = used;
        let Some(step) = (number as usize).checked_sub(self.game.inputs()) else {
            return Ok(Vec::new());
        };
        if let QbfStep::Image { clause, symmetry } = self.proof.step(step) {
            budget.work(self.game.atoms())?;
            let symmetry = &self.proof.symmetries()[symmetry as usize];
            let both = symmetry.then(&self.permutations[place]);
            return Ok(vec![(clause, self.place(both))]);
        }
        Ok(self.proof.parents(step).into_iter().map(|it| (it, place)).collect())
    }

    /// The number of a clause all of whose parents are there.
    fn add(&mut self, used: UsedClause, budget: &mut Budget) -> Result<u32, Stop> {
        let (number, place) = used;
        let permutation = &self.permutations[place];
        let images = |literals: &[Literal]| -> Vec<Literal> {
            literals.iter().map(|it| permutation.image(*it)).collect()
        };
        let inputs = self.game.inputs();
        let Some(step) = (number as usize).checked_sub(inputs) else {
            let (owner, clause) = self.game.input(number as usize).expect("it is one of theirs");
            return Ok(self.inputs[&(owner, ascending(images(clause)))]);
        };
        match self.proof.step(step) {
            QbfStep::Cover { literals, free } => {
                let free = free.iter().map(|it| Literal::new(Atom(*it), true));
                let free: Vec<_> = free.map(|it| permutation.image(it).atom()).collect();
                self.result.cover(&images(literals), &free);
            }
            QbfStep::Chain { clauses, pivots } => {
                let clauses: Vec<_> =
                    clauses.iter().map(|it| self.numbers[&(*it, place)]).collect();
                self.result.chain(&clauses, &images(pivots));
            }
            QbfStep::Image { .. } => {
                let parents = self.parents(used, budget)?;
                return Ok(self.numbers[&parents[0]]);
            }
        }
        Ok((inputs + self.result.len() - 1) as u32)
    }
}

fn ascending(mut clause: Vec<Literal>) -> Vec<Literal> {
    clause.sort_unstable();
    clause
}
