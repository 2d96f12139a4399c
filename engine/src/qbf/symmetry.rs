//! Symmetries of a game of clauses: permutations of literals that keep the clauses of both players, and the block and
//! the owner of each atom. Which literals may correspond is guessed by colour refinement, literals being told apart
//! where that leaves a choice (`McKay`, "Practical graph isomorphism", 1981); what two colourings agree upon stays where it is
//! (Darga, Sakallah and Markov, "Faster symmetry discovery using sparsity of symmetries", DAC 2008). One counts only
//! if each clause goes to a clause.

use rustc_hash::FxHashSet;

use super::colours::{ClauseGraph, Colouring, mixed};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;
use crate::logic::permutation::LiteralPermutation;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// Symmetries at most that are told if these are all, and of those from which others follow.
const MOST_SYMMETRIES: usize = 16;
const MOST_GENERATORS: usize = 64;

/// Symmetries at most, those that follow included, of a game whose proofs are to be unfolded.
const MOST_UNFOLDED: usize = 256;

/// Symmetries without the one of nothing, and the work that they took: all, if they are few, and otherwise some of
/// which others follow, but none where these are too many for proofs to be unfolded. Those that so much work does not
/// find are missing.
///
/// # Errors
/// The limit of the budget that was reached.
pub(super) fn symmetries(
    game: &Prenex,
    most: u64,
    is_unfolded: bool,
    budget: &mut Budget,
) -> Result<(Vec<LiteralPermutation>, u64), Stop> {
    let mut search = SymmetrySearch::new(game, most, budget)?;
    let mut found = search.generators(budget)?;
    let nothing = LiteralPermutation::identity(game.atoms());
    let mut all = vec![nothing];
    let mut next = 0;
    while next < all.len() && all.len() <= MOST_UNFOLDED {
        budget.work(found.len())?;
        for generator in &found {
            let more = all[next].then(generator);
            if !all.contains(&more) {
                all.push(more);
            }
        }
        next += 1;
    }
    if all.len() <= MOST_SYMMETRIES {
        found = all.split_off(1);
    } else if is_unfolded && all.len() > MOST_UNFOLDED {
        found.clear();
    }
    found.truncate(MOST_GENERATORS);
    Ok((found, search.graph.work))
}

struct SymmetrySearch<'g> {
    game: &'g Prenex,
    graph: ClauseGraph,
    /// The clauses of both players, ascending each.
    clauses: FxHashSet<(Player, Vec<Literal>)>,
    /// The colours that the vertices have at first.
    first: Vec<u64>,
    most: u64,
}

/// Literals of one colour that have to be told apart.
type ColourClass = Vec<Literal>;

impl<'g> SymmetrySearch<'g> {
    fn new(game: &'g Prenex, most: u64, budget: &mut Budget) -> Result<Self, Stop> {
        let mut clauses = FxHashSet::default();
        let mut is_used = vec![false; game.atoms()];
        for (owner, clause) in (0..game.inputs()).filter_map(|it| game.input(it)) {
            budget.work(clause.len())?;
            clause.iter().for_each(|it| is_used[it.atom().0 as usize] = true);
            let mut clause = clause.to_vec();
            clause.sort_unstable();
            clauses.insert((owner, clause));
        }
        let literals = 2 * game.atoms();
        let colour_of = |index: u32| {
            let literal = Literal::from_index(index);
            // What stands in no clause stays where it is.
            let own = if is_used[literal.atom().0 as usize] { 0 } else { u64::from(index) + 1 };
            mixed(mixed(u64::from(game.block(literal)), own), 3)
        };
        let mut first: Vec<u64> = (0..literals as u32).map(colour_of).collect();
        first.extend(clauses.iter().map(|(owner, _)| mixed(*owner as u64, 4)));
        let vertices: Vec<&[Literal]> = clauses.iter().map(|it| &it.1[..]).collect();
        let graph = ClauseGraph::new(literals, &vertices);
        Ok(Self { game, graph, clauses, first, most })
    }

    fn is_over(&self) -> bool {
        self.graph.work > self.most
    }

    /// Symmetries of which all others follow, as far as they are found in time: literals are told apart one after the
    /// other; then, from the last one back, a symmetry is looked for that takes it to another one of its colour and
    /// leaves those before where they are (Sims 1970).
    fn generators(&mut self, budget: &mut Budget) -> Result<Vec<LiteralPermutation>, Stop> {
        let first = std::mem::take(&mut self.first);
        let mut last = self.graph.coloured(first, budget)?;
        let mut levels = Vec::new();
        while let Some(class) = self.smallest_class(&last).filter(|_| !self.is_over()) {
            let next = self.graph.told(&last, class[0], budget)?;
            levels.push((std::mem::replace(&mut last, next), class));
        }
        let mut found: Vec<LiteralPermutation> = Vec::new();
        let mut one = last;
        while let Some((before, class)) = levels.pop() {
            let mut orbit = FxHashSet::from_iter([class[0]]);
            for &literal in &class[1..] {
                if self.is_over() {
                    return Ok(found);
                }
                if orbit.contains(&literal) {
                    continue;
                }
                let other = self.graph.told(&before, literal, budget)?;
                if let Some(new) = self.symmetry([&one, &other], budget)? {
                    found.push(new);
                    orbit = orbit_of(class[0], &found);
                }
            }
            one = before;
        }
        Ok(found)
    }

    /// The fewest literals of one colour, of those that are not alone and are chosen first: the others follow.
    fn smallest_class(&self, colouring: &Colouring) -> Option<ColourClass> {
        let sorted = colouring.sorted(2 * self.game.atoms());
        let classes = sorted.chunk_by(|it, next| it.0 == next.0).filter(|it| it.len() > 1);
        classes
            .min_by_key(|it| (self.game.block(it[0].1), it.len()))
            .map(|it| it.iter().map(|it| it.1).collect())
    }

    /// A symmetry that takes literals to literals of the same colours.
    fn symmetry(
        &mut self,
        [from, to]: [&Colouring; 2],
        budget: &mut Budget,
    ) -> Result<Option<LiteralPermutation>, Stop> {
        if self.is_over() || from.trace != to.trace {
            return Ok(None);
        }
        let Some((permutation, choice)) = self.guess([from, to]) else { return Ok(None) };
        if let Some(permutation) = permutation
            && self.is_kept(&permutation, budget)?
        {
            return Ok(Some(permutation));
        }
        let Some([class, images]) = choice else { return Ok(None) };
        let one = self.graph.told(from, class[0], budget)?;
        for &image in &images {
            let other = self.graph.told(to, image, budget)?;
            if let Some(found) = self.symmetry([&one, &other], budget)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// What two colourings say: `None` if one cannot be taken to the other, and otherwise a permutation if there
    /// is a likely one, and literals that leave a choice with their possible images.
    fn guess(
        &mut self,
        colourings: [&Colouring; 2],
    ) -> Option<(Option<LiteralPermutation>, Option<[ColourClass; 2]>)> {
        let [from, to] = colourings.map(|it| it.sorted(2 * self.game.atoms()));
        self.graph.work += 2 * from.len() as u64;
        let mut permutation = LiteralPermutation::identity(self.game.atoms());
        let (mut is_likely, mut choice) = (true, None);
        let mut start = 0;
        for class in from.chunk_by(|it, next| it.0 == next.0) {
            let images = &to[start..start + class.len()];
            start += class.len();
            if class.iter().zip(images).any(|(one, other)| one.0 != other.0) {
                return None;
            }
            let is_same = class == images;
            if let ([(_, literal)], [(_, image)]) = (class, images) {
                if literal.is_positive() {
                    permutation.images[literal.atom().0 as usize] = *image;
                }
            } else if is_likely || !is_same {
                // One that differs is told apart first.
                if choice.is_none() || is_likely && !is_same {
                    choice = Some([class, images].map(|it| it.iter().map(|it| it.1).collect()));
                }
                is_likely &= is_same;
            }
        }
        Some((is_likely.then_some(permutation), choice))
    }

    /// Whether each clause goes to a clause.
    fn is_kept(
        &mut self,
        permutation: &LiteralPermutation,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let mut key = (Player::E, Vec::new());
        for (owner, clause) in &self.clauses {
            self.graph.work += clause.len() as u64;
            budget.work(clause.len())?;
            key.0 = *owner;
            key.1.clear();
            key.1.extend(clause.iter().map(|it| permutation.image(*it)));
            key.1.sort_unstable();
            if !self.clauses.contains(&key) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Where symmetries can take a literal, one after the other.
fn orbit_of(literal: Literal, symmetries: &[LiteralPermutation]) -> FxHashSet<Literal> {
    let mut orbit = FxHashSet::from_iter([literal]);
    let mut open = vec![literal];
    while let Some(literal) = open.pop() {
        for symmetry in symmetries {
            let image = symmetry.image(literal);
            if orbit.insert(image) {
                open.push(image);
            }
        }
    }
    orbit
}
