//! How many nodes minimax looks at, counted without walking the tree of plays: the tree below a
//! position has the same size wherever it comes up, so each position is counted once. Where each
//! move takes one of the places that are left, a sum of factorials tells it, or bounds it; in a
//! formula game it is a power of two.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Stop};
use crate::logic::game::{Game, GameStructure};

/// Between how many nodes the size of a tree lies. The greatest number stands for all beyond it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeSize {
    /// At least so many.
    pub least: u128,
    /// At most so many, where that is known.
    pub most: Option<u128>,
}

impl TreeSize {
    /// The number, where it is known.
    pub fn exact(self) -> Option<u128> {
        self.most.filter(|most| *most == self.least && *most != u128::MAX)
    }
}

/// Steps that counting may cost.
const EFFORT: u64 = 1_000_000;

/// The size of the tree of all plays from a position on, of a game in which no position repeats.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn size<G: Game>(game: &G, root: &G::State, budget: &Budget) -> Result<TreeSize, Stop> {
    let most = match game.structure(root) {
        GameStructure::Formula(formula, values) => {
            Some(choices(formula.turns().len().saturating_sub(values.len())))
        }
        GameStructure::Boxes(grid, drawn) => Some(orders(drawn.free(grid).count())),
        GameStructure::Marks(marks) => Some(orders(marks.free().count())),
        GameStructure::Plain | GameStructure::Heap(_) => None,
    };
    if let Some(nodes) = most.filter(|_| !game.ends_suddenly()) {
        return Ok(TreeSize { least: nodes, most });
    }
    let mut counted = Counted { sizes: FxHashMap::default(), greatest: 1 };
    match counted.count(game, root, &mut budget.part(EFFORT)) {
        Ok(nodes) => Ok(TreeSize { least: nodes, most: Some(nodes) }),
        Err(Stop::Steps) => Ok(TreeSize { least: counted.greatest, most }),
        Err(stop) => Err(stop),
    }
}

/// In how many orders some of so many places can be taken: `n!/(n-k)!` for each number `k` of them.
fn orders(places: usize) -> u128 {
    (1..=places as u128).fold(1, |nodes, place| nodes.saturating_mul(place).saturating_add(1))
}

/// In how many ways some of so many turns can be taken with two choices each.
fn choices(turns: usize) -> u128 {
    1_u128.checked_shl(turns as u32 + 1).map_or(u128::MAX, |nodes| nodes - 1)
}

/// The sizes of the trees below some positions.
struct Counted<State> {
    sizes: FxHashMap<State, u128>,
    /// The greatest of them.
    greatest: u128,
}

/// A position whose moves are being counted.
struct Frame<G: Game> {
    state: G::State,
    /// The moves that are left.
    moves: Vec<G::Move>,
    nodes: u128,
}

impl<State: Clone + Eq + std::hash::Hash> Counted<State> {
    fn count<G: Game<State = State>>(
        &mut self,
        game: &G,
        root: &State,
        budget: &mut Budget,
    ) -> Result<u128, Stop> {
        let enter = |state: State| {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            Frame::<G> { state, moves, nodes: 1 }
        };
        let mut stack = vec![enter(root.clone())];
        loop {
            budget.work(game.effort())?;
            budget.check()?;
            let frame = stack.last_mut().expect("the root returns when it is left");
            if let Some(chosen) = frame.moves.pop() {
                let next = game.apply(&frame.state, chosen);
                match self.sizes.get(&next) {
                    Some(nodes) => frame.nodes = frame.nodes.saturating_add(*nodes),
                    None => stack.push(enter(next)),
                }
                continue;
            }
            let Frame { state, nodes, .. } = stack.pop().expect("it was the last");
            self.greatest = self.greatest.max(nodes);
            self.sizes.insert(state, nodes);
            match stack.last_mut() {
                Some(above) => above.nodes = above.nodes.saturating_add(nodes),
                None => return Ok(nodes),
            }
        }
    }
}
