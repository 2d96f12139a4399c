//! Exchanges of what stands where that leave the rules of a game as they are: boards mirrored and turned, things that are alike,
//! the players. Which values of cells may correspond is guessed by colour refinement (Weisfeiler and Leman 1968), some values
//! told apart where that leaves a choice (`McKay`, "Practical graph isomorphism", 1981); an exchange counts only if every part
//! of the rules, rewritten, is a part of the rules again.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::rule_graph::{PartId, PartKind, RuleGraph};
use super::states::Layout;
use crate::budget::{Budget, Stop};

/// Exchanges at most: each is tried on every position.
const GENERATORS: usize = 16;

/// Parts, and mentions of parts in others, that are looked at to find them: some thousandths of a second.
const WORK: usize = 1 << 17;

/// Values of all cells at most.
const VALUES: u64 = 1 << 12;

/// What stands in each cell comes to stand in another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StateExchange {
    /// Of each cell that changes the one it goes to, and the numbers of its values there.
    pub cells: Vec<(usize, CellImage)>,
    /// Whether each player comes to stand where the other one stood.
    pub is_of_players: bool,
}

/// The cell that another one goes to, and the number there of each of its values.
pub(super) type CellImage = (usize, Vec<u64>);

/// Whether a layout is small enough for exchanges to be looked for.
pub(super) fn may_be_found(layout: &Layout) -> bool {
    let changing = layout.cells.iter().filter(|it| it.fixed.is_none());
    changing.fold(0, |sum: u64, it| sum.saturating_add(it.count)) <= VALUES
}

/// Exchanges that are found, without the one of nothing.
#[derive(Debug, Default)]
pub(super) struct Exchanges {
    pub exchanges: Vec<StateExchange>,
    /// Whether these are all, and not only some of which the others follow.
    pub are_all: bool,
}

impl Exchanges {
    /// How many there are at most.
    pub(super) const MOST: usize = 32;
}

/// The exchanges of rules, in which who moves stands in the cell `turn`.
///
/// # Errors
/// A limit of the budget.
pub(super) fn exchanges(
    graph: &RuleGraph,
    layout: &Layout,
    turn: usize,
    budget: &mut Budget,
) -> Result<Exchanges, Stop> {
    let mut finder = ExchangeFinder::new(graph, layout);
    let mut found = finder.generators(budget)?;
    // Another cell may be written like this one, but it does not say who moves.
    found.retain(|it| !it.is_of_nothing() && it.cells.iter().all(|it| it.0 != turn));
    found.truncate(GENERATORS);
    found.extend(finder.of_players(turn));
    let mut all = found.clone();
    let mut next = 0;
    // The more words states have, the longer each takes.
    let most = Exchanges::MOST / layout.words;
    while next < all.len() && all.len() < most {
        let more = found.iter().map(|it| all[next].then(it));
        let more: Vec<StateExchange> = more.filter(|it| !it.is_of_nothing()).collect();
        more.into_iter().for_each(|it| {
            if !all.contains(&it) {
                all.push(it);
            }
        });
        next += 1;
    }
    let are_all = all.len() < most;
    Ok(Exchanges { exchanges: if are_all { all } else { found }, are_all })
}

impl StateExchange {
    fn new(mut cells: Vec<(usize, CellImage)>, is_of_players: bool) -> Self {
        cells.retain(|(at, (to, numbers))| at != to || !numbers.is_sorted());
        cells.sort_unstable();
        Self { cells, is_of_players }
    }

    fn is_of_nothing(&self) -> bool {
        self.cells.is_empty() && !self.is_of_players
    }

    /// Both, this one first.
    fn then(&self, other: &Self) -> Self {
        let image = |exchange: &Self, at: usize| {
            exchange.cells.iter().find(|it| it.0 == at).map(|it| it.1.clone())
        };
        let mut cells = Vec::new();
        for (at, (to, numbers)) in &self.cells {
            match image(other, *to) {
                None => cells.push((*at, (*to, numbers.clone()))),
                Some((to, after)) => {
                    let numbers = numbers.iter().map(|it| after[*it as usize]).collect();
                    cells.push((*at, (to, numbers)));
                }
            }
        }
        let moved_later = other.cells.iter().filter(|it| image(self, it.0).is_none());
        cells.extend(moved_later.cloned());
        Self::new(cells, self.is_of_players != other.is_of_players)
    }
}

struct ExchangeFinder<'f> {
    graph: &'f RuleGraph,
    layout: &'f Layout,
    /// Of each part a number of its kind.
    kinds: Vec<u64>,
    /// The parts without parts that may be exchanged, and of each part its place among them, if it has one.
    leaves: Vec<PartId>,
    places: Vec<Option<usize>>,
    /// What a round takes, and what was taken.
    round: usize,
    work: usize,
}

/// A colour of each leaf.
type Colours = Vec<u64>;

impl<'f> ExchangeFinder<'f> {
    fn new(graph: &'f RuleGraph, layout: &'f Layout) -> Self {
        let (mut leaves, mut places) = (Vec::new(), Vec::new());
        for (id, part) in (0..).zip(&graph.parts) {
            let is_leaf = matches!(part.kind, PartKind::Literal(..) | PartKind::Defined(_));
            places.push(is_leaf.then_some(leaves.len()));
            leaves.extend(is_leaf.then_some(id));
        }
        let kinds = graph.parts.iter().map(|it| FxBuildHasher.hash_one(it.kind)).collect();
        let round = graph.parts.iter().map(|it| 1 + it.parts.len()).sum::<usize>();
        Self { graph, layout, kinds, leaves, places, round, work: 0 }
    }

    fn kind(&self, leaf: usize) -> PartKind {
        self.graph.parts[self.leaves[leaf] as usize].kind
    }

    fn first_colours(&self) -> Colours {
        let colour = |leaf| match self.kind(leaf) {
            PartKind::Literal(cell, _) => self.layout.cells[cell].count,
            _ => 0,
        };
        (0..self.leaves.len()).map(colour).collect()
    }

    /// Exchanges of which all others follow, as far as they are found in time: leaves are told apart one after the other, and for
    /// each that another one cannot be told from by what is known an exchange is looked for which takes it there and leaves those
    /// before where they are (Sims 1970).
    fn generators(&mut self, budget: &mut Budget) -> Result<Vec<StateExchange>, Stop> {
        let mut found = Vec::new();
        let mut colours = self.refined(self.first_colours(), budget)?;
        while let Some(class) = smallest_choice(&sorted(&colours)) {
            let one = self.refined(told(&colours, class[0].1), budget)?;
            for (_, leaf) in &class[1..] {
                if self.work > WORK {
                    return Ok(found);
                }
                let other = self.refined(told(&colours, *leaf), budget)?;
                found.extend(self.exchange_of([&one, &other], budget)?);
            }
            colours = one;
        }
        Ok(found)
    }

    /// An exchange that takes leaves to leaves of the same colours.
    fn exchange_of(
        &mut self,
        colours: [&Colours; 2],
        budget: &mut Budget,
    ) -> Result<Option<StateExchange>, Stop> {
        let [from, to] = colours.map(sorted);
        if self.work > WORK || from.iter().zip(&to).any(|it| it.0.0 != it.1.0) {
            return Ok(None);
        }
        let Some(class) = smallest_choice(&from) else {
            let mut images = vec![0; self.leaves.len()];
            from.iter().zip(&to).for_each(|(from, to)| images[from.1] = to.1);
            return Ok(self.exchange(&images, false));
        };
        let (colour, leaf) = class[0];
        let one = self.refined(told(colours[0], leaf), budget)?;
        for (_, leaf) in to.iter().filter(|it| it.0 == colour) {
            let other = self.refined(told(colours[1], *leaf), budget)?;
            if let Some(found) = self.exchange_of([&one, &other], budget)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// That of the players alone, if it does not matter which is which.
    fn of_players(&self, turn: usize) -> Option<StateExchange> {
        for player in [0, 1] {
            self.graph.find(PartKind::Literal(turn, player), Vec::new())?;
        }
        let image = |leaf: usize| match self.kind(leaf) {
            PartKind::Literal(cell, number) if cell == turn => {
                let other = self.graph.find(PartKind::Literal(cell, 1 - number), Vec::new())?;
                self.places[other as usize]
            }
            _ => Some(leaf),
        };
        let images: Option<Vec<usize>> = (0..self.leaves.len()).map(image).collect();
        self.exchange(&images?, true)
    }

    /// Colours that tell no more apart when they are refined once more.
    fn refined(&mut self, mut colours: Colours, budget: &mut Budget) -> Result<Colours, Stop> {
        let mut count = 0;
        loop {
            let distinct = colours.iter().collect::<FxHashSet<_>>().len();
            self.work += colours.len();
            if distinct == count || distinct == colours.len() || self.work > WORK {
                return Ok(colours);
            }
            count = distinct;
            colours = self.round(&colours);
            self.work += self.round;
            budget.spend(self.round as u64)?;
        }
    }

    /// The colours of leaves by what they had, what they are parts of, and the other values of their cells.
    fn round(&self, colours: &Colours) -> Colours {
        let parts = &self.graph.parts;
        let mut own = vec![0; parts.len()];
        for (at, part) in parts.iter().enumerate() {
            own[at] = match self.places[at] {
                Some(leaf) => colours[leaf],
                None => {
                    let each = part.parts.iter().map(|it| own[*it as usize]);
                    mixed(self.kinds[at], together(part.kind, each))
                }
            };
        }
        // Where each part occurs.
        let mut around = vec![0_u64; parts.len()];
        for (player, root) in (1..).zip(self.graph.movers) {
            let root = &mut around[root as usize];
            *root = root.wrapping_add(player);
        }
        for (leaf, colour) in colours.iter().enumerate() {
            if let PartKind::Defined(body) = self.kind(leaf) {
                let body = &mut around[self.graph.bodies[body] as usize];
                *body = body.wrapping_add(*colour);
            }
        }
        for (at, part) in parts.iter().enumerate().rev() {
            let here = mixed(own[at], around[at]);
            for (place, inner) in part.parts.iter().enumerate() {
                let place = if part.kind.is_unordered() { 0 } else { place as u64 };
                let inner = &mut around[*inner as usize];
                *inner = inner.wrapping_add(mixed(here, place));
            }
        }
        let mut held = vec![0_u64; self.layout.cells.len()];
        for (leaf, id) in self.leaves.iter().enumerate() {
            if let PartKind::Literal(cell, _) = self.kind(leaf) {
                held[cell] = held[cell].wrapping_add(mixed(colours[leaf], around[*id as usize]));
            }
        }
        let next = |(leaf, id): (usize, &PartId)| {
            let with = match self.kind(leaf) {
                PartKind::Literal(cell, _) => held[cell],
                PartKind::Defined(body) => own[self.graph.bodies[body] as usize],
                _ => 0,
            };
            mixed(mixed(colours[leaf], around[*id as usize]), with)
        };
        self.leaves.iter().enumerate().map(next).collect()
    }

    /// The exchange that takes each leaf to another one, if it leaves the rules as they are.
    fn exchange(&self, images: &[usize], is_of_players: bool) -> Option<StateExchange> {
        let mut cells: FxHashMap<usize, CellImage> = FxHashMap::default();
        for (leaf, image) in images.iter().enumerate() {
            match (self.kind(leaf), self.kind(*image)) {
                (PartKind::Literal(cell, number), PartKind::Literal(to, new)) => {
                    let count = self.layout.cells[cell].count;
                    let none = || (to, vec![u64::MAX; count as usize]);
                    let (same, numbers) = cells.entry(cell).or_insert_with(none);
                    if *same != to || self.layout.cells[to].count != count {
                        return None;
                    }
                    numbers[number as usize] = new;
                }
                (PartKind::Defined(_), PartKind::Defined(_)) => {}
                _ => return None,
            }
        }
        let targets: FxHashSet<usize> = cells.values().map(|it| it.0).collect();
        if targets.len() < cells.len() || !self.is_kept(images, is_of_players) {
            return None;
        }
        let mut cells: Vec<(usize, CellImage)> = cells.into_iter().collect();
        for (_, (_, numbers)) in &mut cells {
            // Of values of which nothing is said any goes to any.
            let others = (0..numbers.len() as u64).filter(|it| !numbers.contains(it));
            let mut others: Vec<u64> = others.rev().collect();
            numbers.iter_mut().filter(|it| **it == u64::MAX).for_each(|it| {
                *it = others.pop().expect("there are as many of both");
            });
        }
        Some(StateExchange::new(cells, is_of_players))
    }

    /// Whether what the rules say is what they say when each leaf is another one.
    fn is_kept(&self, images: &[usize], is_of_players: bool) -> bool {
        let RuleGraph { parts, movers, bodies, .. } = self.graph;
        let mut image: Vec<PartId> = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let found = match self.places[at] {
                Some(leaf) => Some(self.leaves[images[leaf]]),
                None => {
                    let each = part.parts.iter().map(|it| image[*it as usize]).collect();
                    self.graph.find(part.kind, each)
                }
            };
            let Some(found) = found else { return false };
            image.push(found);
        }
        let body = |leaf: usize| match self.kind(leaf) {
            PartKind::Defined(body) => Some(bodies[body]),
            _ => None,
        };
        let mut bodies_kept = images
            .iter()
            .enumerate()
            .map(|(leaf, to)| body(leaf).map(|it| image[it as usize]) == body(*to));
        let [first, second] = movers.map(|it| image[it as usize]);
        let after = if is_of_players { [second, first] } else { [first, second] };
        after == *movers && bodies_kept.all(|it| it)
    }
}

/// The leaves by their colours, in the order of these.
fn sorted(colours: &Colours) -> Vec<(u64, usize)> {
    let mut leaves: Vec<(u64, usize)> = colours.iter().copied().zip(0..).collect();
    leaves.sort_unstable();
    leaves
}

/// The fewest leaves of one colour, of those that are not alone.
fn smallest_choice(sorted: &[(u64, usize)]) -> Option<Vec<(u64, usize)>> {
    let classes = sorted.chunk_by(|it, next| it.0 == next.0);
    classes.filter(|it| it.len() > 1).min_by_key(|it| it.len()).map(<[_]>::to_vec)
}

/// The colours with one leaf told apart.
fn told(colours: &Colours, leaf: usize) -> Colours {
    let mut colours = colours.clone();
    colours[leaf] = mixed(colours[leaf], 1);
    colours
}

/// One colour of two.
fn mixed(one: u64, other: u64) -> u64 {
    // The fractional part of the golden ratio, as multiplicative hashing has it.
    let product = (one.rotate_left(26) ^ other).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 31
}

/// One colour of those of all parts.
fn together(kind: PartKind, each: impl Iterator<Item = u64>) -> u64 {
    if kind.is_unordered() {
        each.fold(0, |sum: u64, it| sum.wrapping_add(mixed(it, 7)))
    } else {
        each.fold(0, mixed)
    }
}
