//! Checks why a player wins a game of quantified clauses, step by step, by the definition of a
//! resolvent, and each permutation that a step names by the definition of a symmetry. Knows no way to search.

use rustc_hash::FxHashMap;

use super::dual;
use super::symmetry::SortedInputs;
use crate::budget::{Budget, Stop};
use crate::evidence::qbf::{QbfProof, QbfStep};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// Whether the proof shows that `winner` wins.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn is_won(
    game: &Prenex,
    winner: Player,
    proof: &QbfProof,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    Ok(opening(game, winner, proof, budget)?.is_some())
}

/// The literals that the winner makes true before the opponent has chosen anything, if the proof shows that
/// `winner` wins: its last step is an empty clause of the opponent, and every step that this rests on
/// follows from those before. The other atoms of the first block do not matter.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn opening(
    game: &Prenex,
    winner: Player,
    proof: &QbfProof,
    budget: &mut Budget,
) -> Result<Option<Vec<Literal>>, Stop> {
    if !dual::is_sound(game, budget)? {
        return Ok(None);
    }
    let inputs = game.inputs();
    let Some(is_needed) = needed(proof, inputs) else { return Ok(None) };
    // The owner and the literals of each step that is needed.
    let mut derived: Vec<Option<(Player, Vec<Literal>)>> = vec![None; proof.len()];
    let mut checker = Checker {
        game,
        inputs: Vec::new(),
        marks: vec![0; 2 * game.atoms()],
        left_out: Vec::new(),
        emptied: FxHashMap::default(),
        sorted: None,
        kept: FxHashMap::default(),
    };
    for (owner, clause) in (0..inputs).filter_map(|it| game.input(it)) {
        let mut clause = clause.to_vec();
        checker.left_out = checker.reduce(owner, &mut clause);
        checker.note(checker.inputs.len(), &clause);
        checker.inputs.push((owner, clause));
    }
    for index in 0..proof.len() {
        if !is_needed[index] {
            continue;
        }
        budget.look()?;
        let clause = match proof.step(index) {
            QbfStep::Cover { literals, free } => {
                checker.cover(literals, free, budget)?.map(|clause| (Player::A, clause))
            }
            QbfStep::Chain { clauses, pivots } => checker.chain(clauses, pivots, &derived),
            QbfStep::Image { clause, symmetry } => {
                if checker.keeps(proof, symmetry, budget)? {
                    checker.image(proof, clause, symmetry, &derived)
                } else {
                    None
                }
            }
        };
        match clause {
            Some(clause) => {
                checker.note(inputs + index, &clause.1);
                derived[index] = Some(clause);
            }
            None => return Ok(None),
        }
    }
    let is_shown = derived
        .last()
        .and_then(Option::as_ref)
        .is_some_and(|(loser, clause)| *loser != winner && clause.is_empty());
    if !is_shown {
        return Ok(None);
    }
    let left_out = checker.emptied.remove(&(inputs + proof.len() - 1)).unwrap_or_default();
    let first = left_out.iter().filter(|it| game.is_outermost(it.atom()));
    Ok(Some(first.map(|it| !*it).collect()))
}

/// The steps that the last one rests on; `None` when one rests on itself or a later one.
fn needed(proof: &QbfProof, inputs: usize) -> Option<Vec<bool>> {
    let mut is_needed = vec![false; proof.len()];
    if let Some(last) = is_needed.last_mut() {
        *last = true;
    }
    for index in (0..proof.len()).rev() {
        if !is_needed[index] {
            continue;
        }
        for clause in proof.parents(index) {
            match (clause as usize).checked_sub(inputs) {
                Some(step) if step >= index => return None,
                Some(step) => is_needed[step] = true,
                None => {}
            }
        }
    }
    Some(is_needed)
}

/// Marks of the literals of a clause, and of the one it is resolved with.
const FIRST: u8 = 1;
const SECOND: u8 = 2;

struct Checker<'g> {
    game: &'g Prenex,
    /// The clauses of both players without what can be left out.
    inputs: Vec<(Player, Vec<Literal>)>,
    /// By the index of a literal the clauses of a step that have it; none between two steps.
    marks: Vec<u8>,
    /// What was left out last, and of each empty clause, by its number, what was before that.
    left_out: Vec<Literal>,
    emptied: FxHashMap<usize, Vec<Literal>>,
    /// The clauses as symmetries are checked on them, and which symmetries leave the game as it is.
    sorted: Option<SortedInputs>,
    kept: FxHashMap<u32, bool>,
}

impl Checker<'_> {
    /// Notes what a clause has been made empty of.
    fn note(&mut self, number: usize, clause: &[Literal]) {
        if clause.is_empty() {
            self.emptied.insert(number, std::mem::take(&mut self.left_out));
        }
    }

    fn cover(
        &mut self,
        literals: &[Literal],
        free: &[u32],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop> {
        let game = self.game;
        let is_known = |it: &Literal| it.index() < self.marks.len();
        if !literals.iter().all(is_known) || !free.iter().all(|it| (*it as usize) < game.atoms()) {
            return Ok(None);
        }
        literals.iter().for_each(|it| self.marks[it.index()] = FIRST);
        let has = |literal: &Literal| self.marks[literal.index()] == FIRST;
        let mut is_cover = !literals.iter().any(|literal| has(&!*literal));
        let of_others = literals.iter().filter(|it| game.owner(**it) == Player::A);
        // What is chosen first is told, so none of it may be left open.
        let first =
            (0..game.atoms() as u32).map(|it| game.block(Literal::new(Atom(it), true))).min();
        let last = of_others.map(|it| game.block(*it)).max().max(first);
        for atom in free.iter().map(|it| Literal::new(Atom(*it), true)) {
            is_cover &= game.owner(atom) == Player::E && Some(game.block(atom)) > last;
            is_cover &= !has(&atom) && !has(&!atom);
        }
        // Each clause without a literal, at the one in it whose atom is free first.
        let places: FxHashMap<u32, usize> = free.iter().copied().zip(0..).collect();
        is_cover &= places.len() == free.len();
        let mut groups: FxHashMap<Literal, Vec<&[Literal]>> = FxHashMap::default();
        for clause in game.matrix().clauses().filter(|it| !it.iter().any(has)) {
            let place = |it: &&Literal| places.get(&it.atom().0);
            match clause.iter().filter(|it| place(it).is_some()).min_by_key(place) {
                Some(first) => groups.entry(*first).or_default().push(clause),
                None => is_cover = false,
            }
        }
        for (literal, clauses) in groups.iter().filter(|it| it.0.is_positive()) {
            for other in groups.get(&!*literal).into_iter().flatten() {
                budget.check()?;
                is_cover &= clauses.iter().all(|clause| {
                    clause.iter().any(|it| {
                        it != literal
                            && game.block(*it) <= game.block(*literal)
                            && other.contains(&!*it)
                    })
                });
            }
        }
        literals.iter().for_each(|it| self.marks[it.index()] = 0);
        let mut clause = literals.iter().map(|literal| !*literal).collect();
        self.left_out = self.reduce(Player::A, &mut clause);
        Ok(is_cover.then_some(clause))
    }

    /// A clause by its number.
    fn clause<'c>(
        &'c self,
        number: u32,
        derived: &'c [Option<(Player, Vec<Literal>)>],
    ) -> Option<(Player, &'c [Literal])> {
        let (owner, clause) = match (number as usize).checked_sub(self.inputs.len()) {
            None => &self.inputs[number as usize],
            Some(step) => derived.get(step)?.as_ref()?,
        };
        Some((*owner, clause))
    }

    /// Whether a symmetry of the proof is one of the game.
    fn keeps(
        &mut self,
        proof: &QbfProof,
        symmetry: u32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if let Some(is_kept) = self.kept.get(&symmetry) {
            return Ok(*is_kept);
        }
        let Some(permutation) = proof.symmetries().get(symmetry as usize) else { return Ok(false) };
        let sorted = match self.sorted.take() {
            Some(sorted) => sorted,
            None => SortedInputs::new(self.game, budget)?,
        };
        let is_kept = sorted.are_kept(self.game, permutation, budget)?;
        self.sorted = Some(sorted);
        self.kept.insert(symmetry, is_kept);
        Ok(is_kept)
    }

    /// The image of a clause. Of an empty one there is none: what it has been made empty of would go elsewhere.
    fn image(
        &self,
        proof: &QbfProof,
        clause: u32,
        symmetry: u32,
        derived: &[Option<(Player, Vec<Literal>)>],
    ) -> Option<(Player, Vec<Literal>)> {
        let permutation = proof.symmetries().get(symmetry as usize)?;
        let (owner, literals) = self.clause(clause, derived).filter(|it| !it.1.is_empty())?;
        Some((owner, literals.iter().map(|it| permutation.image(*it)).collect()))
    }

    fn chain(
        &mut self,
        clauses: &[u32],
        pivots: &[Literal],
        derived: &[Option<(Player, Vec<Literal>)>],
    ) -> Option<(Player, Vec<Literal>)> {
        let (first, others) = clauses.split_first()?;
        let (owner, literals) = self.clause(*first, derived)?;
        let mut result = literals.to_vec();
        let mut left_out = self.emptied.get(&(*first as usize)).cloned().unwrap_or_default();
        if others.len() != pivots.len() {
            return None;
        }
        let mut marks = std::mem::take(&mut self.marks);
        let mut is_sound = true;
        for (&other, &pivot) in others.iter().zip(pivots) {
            let second = self.clause(other, derived).filter(|it| it.0 == owner);
            let resolved = second.and_then(|(_, literals)| {
                self.resolvent(owner, &result, literals, pivot, &mut marks)
            });
            match resolved {
                Some(resolved) => result = resolved,
                None => {
                    is_sound = false;
                    break;
                }
            }
            left_out = self.reduce(owner, &mut result);
        }
        self.marks = marks;
        self.left_out = left_out;
        is_sound.then_some((owner, result))
    }

    /// The resolvent on a literal that the first clause has. The opponent's literals may come to
    /// stand beside their negations, but only behind the pivot: the choice may depend on it.
    fn resolvent(
        &self,
        owner: Player,
        first: &[Literal],
        second: &[Literal],
        pivot: Literal,
        marks: &mut [u8],
    ) -> Option<Vec<Literal>> {
        let game = self.game;
        if game.owner(pivot) != owner || !first.contains(&pivot) || !second.contains(&!pivot) {
            return None;
        }
        let mut resolvent: Vec<_> = first.iter().copied().filter(|it| *it != pivot).collect();
        first.iter().for_each(|it| marks[it.index()] |= FIRST);
        second.iter().for_each(|it| marks[it.index()] |= SECOND);
        let mut is_legal = true;
        for &literal in second.iter().filter(|it| **it != !pivot) {
            let has = marks[literal.index()] & FIRST != 0;
            let denied = marks[(!literal).index()];
            let is_same = has && denied == 0;
            if (has || denied & FIRST != 0) && !is_same {
                is_legal &= game.owner(literal) != owner && game.block(pivot) < game.block(literal);
            }
            if !has {
                resolvent.push(literal);
            }
        }
        first.iter().chain(second).for_each(|it| marks[it.index()] = 0);
        is_legal.then_some(resolvent)
    }

    /// Leaves out the opponent's literals behind all of the owner's, and tells them.
    fn reduce(&self, owner: Player, clause: &mut Vec<Literal>) -> Vec<Literal> {
        let game = self.game;
        let own = clause.iter().filter(|it| game.owner(**it) == owner);
        let innermost = own.map(|it| game.block(*it)).max();
        let stays = |it: &Literal| game.owner(*it) == owner || Some(game.block(*it)) < innermost;
        clause.extract_if(.., |it| !stays(it)).collect()
    }
}
