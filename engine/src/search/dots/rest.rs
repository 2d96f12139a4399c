//! What remains of a board: the boxes that are open and the edges that are not drawn, at most 64 of
//! them, so that a position is a word. A *chain* is a path through boxes with two free edges each; it
//! ends outside the board or at a *joint*, a box with more. A ring of such boxes is a *loop*.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::endgame::{Endgame, taken};
use crate::logic::dots::{BoardEdge, DotsGrid, Edges};

/// The edges that are free, a bit each.
pub(crate) type FreeBits = u64;

/// The images of a set of edges in the eight ways to mirror and turn the board.
pub(crate) type Images = [FreeBits; 8];

/// Stands for the side of an edge where there is no box.
const OUTSIDE: u8 = u8::MAX;

/// The boxes and edges that were open when the search began.
#[derive(Clone, Debug)]
pub(crate) struct OpenBoard {
    /// The edges, by their numbers on the grid.
    edges: Vec<BoardEdge>,
    /// The edges around each box.
    boxes: Vec<FreeBits>,
    /// The boxes beside each edge.
    beside: Vec<[u8; 2]>,
    /// Pairs of edges between the same box and the outside: which of them is drawn does not matter.
    twins: Vec<[FreeBits; 2]>,
    /// What becomes of each edge in the eight ways to mirror and turn the board, the first of which
    /// leaves it alone, as do those that the board does not allow.
    images: Vec<Images>,
}

/// What becomes of a position when all boxes are taken that can be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// How many boxes are taken.
    pub boxes: i32,
    /// How many of them suffice to hand the move to the opponent: two of a chain, four of a loop, none
    /// when that cannot be done.
    pub handed: i32,
    /// What remains. No box of it can be taken.
    pub rest: FreeBits,
}

impl Taken {
    /// What it is worth to be about to take, when what remains is worth `rest` for who moves then.
    pub(crate) fn value(self, rest: i32) -> i32 {
        taken(self.boxes, self.handed, rest)
    }
}

/// A move in a position in which no box can be taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpeningMove {
    /// The edge that is drawn.
    pub edge: u8,
    /// What the opponent may take then, and what remains.
    pub taken: Taken,
}

/// A path through boxes with two free edges each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenChain {
    edges: FreeBits,
    /// An edge between two of its boxes, if it has two.
    opening: u8,
    /// How many boxes it leads through.
    boxes: i32,
    /// Joints or the outside, the less first. A loop ends where it starts.
    ends: [u8; 2],
    is_loop: bool,
}

/// What a position consists of in which no box can be taken.
#[derive(Clone, Debug)]
pub(crate) struct BoardParts {
    chains: SmallVec<[OpenChain; 16]>,
    /// The edges that belong to none, each between two joints or at one.
    single: FreeBits,
    /// How many boxes are open.
    pub boxes: i32,
}

impl OpenBoard {
    /// What remains of a board; `None` when more than 64 edges are free.
    pub(crate) fn of(grid: DotsGrid, drawn: &Edges) -> Option<Self> {
        let mut edges: Vec<BoardEdge> = drawn.free(grid).collect();
        if edges.len() > FreeBits::BITS as usize {
            return None;
        }
        // What lies in the middle matters most and is tried first. The edges near an axis of the board
        // come before those near a diagonal: so the fewest nodes were seen.
        edges.sort_by_key(|edge| {
            let (y, x) = grid.middle(*edge);
            let (dy, dx) = (y.abs_diff(grid.rows), x.abs_diff(grid.columns));
            let (dy, dx) = (u32::from(dy), u32::from(dx));
            (dy * dy + dx * dx + 3 * dy * dx, y % 2 == 0, Reverse(dx))
        });
        let bit = |edge: BoardEdge| edges.iter().position(|it| *it == edge);
        let free = |(row, column)| grid.around(row, column).into_iter().filter_map(bit).collect();
        let mut around: Vec<Vec<usize>> = grid.all_boxes().map(free).collect();
        around.retain(|edges| !edges.is_empty());
        // Those with more than one free edge come first: they are no more than there are edges.
        around.sort_by_key(|edges| edges.len() == 1);
        let mut beside = vec![[OUTSIDE; 2]; edges.len()];
        for (at, edges) in around.iter().enumerate() {
            for &edge in edges {
                let side = usize::from(beside[edge][0] != OUTSIDE);
                beside[edge][side] = at as u8;
            }
        }
        let set = |edges: &Vec<usize>| edges.iter().fold(0, |set, edge| set | 1 << edge);
        let boxes: Vec<FreeBits> = around.iter().map(set).collect();
        let mut twins = Vec::new();
        let outer =
            |around: &FreeBits| ones(*around).filter(|edge| beside[*edge][1] == OUTSIDE).collect();
        let outer: Vec<Vec<usize>> = boxes.iter().map(outer).collect();
        for edges in &outer {
            // Comparing neighbours as often as this sorts them.
            for _ in 1..edges.len() {
                twins.extend(edges.windows(2).map(|pair| [1 << pair[0], 1 << pair[1]]));
            }
        }
        let mut images: Vec<Images> = (0..edges.len()).map(|edge| [1 << edge; 8]).collect();
        for way in grid.ways() {
            let image = |edge: &BoardEdge| bit(grid.mirrored(*edge, way));
            let Some(mut turned) = edges.iter().map(image).collect::<Option<Vec<_>>>() else {
                continue;
            };
            // The first of twins becomes the first of twins.
            for edges in &outer {
                let mut sorted: Vec<usize> = edges.iter().map(|edge| turned[*edge]).collect();
                sorted.sort_unstable();
                edges.iter().zip(sorted).for_each(|(edge, image)| turned[*edge] = image);
            }
            images.iter_mut().zip(turned).for_each(|(it, image)| it[way] = 1 << image);
        }
        Some(Self { edges, boxes, beside, twins, images })
    }

    /// The position in which these edges are drawn; `None` when it is no later one.
    pub(crate) fn position(&self, grid: DotsGrid, drawn: &Edges) -> Option<FreeBits> {
        let is_free = |at: &usize| !drawn.has(self.edges[*at]);
        let free: FreeBits =
            (0..self.edges.len()).filter(is_free).fold(0, |free, at| free | 1 << at);
        (drawn.free(grid).count() == free.count_ones() as usize).then_some(free)
    }

    /// The edges, by their numbers on the grid.
    pub(crate) fn edges(&self) -> &[BoardEdge] {
        &self.edges
    }

    /// How many boxes an edge closes.
    pub(crate) fn closes(&self, free: FreeBits, edge: usize) -> i32 {
        let boxes = self.beside[edge].iter().filter(|it| **it != OUTSIDE);
        boxes.filter(|it| free & self.boxes[**it as usize] == 1 << edge).count() as i32
    }

    /// Takes all boxes that can be taken. Whoever takes them all may instead hand the last ones over:
    /// by an edge that closes no box, next to one or two that are then taken.
    pub(crate) fn take(&self, free: FreeBits) -> Taken {
        let mut rest = free;
        let mut boxes = 0;
        loop {
            let before = rest;
            for around in &self.boxes {
                if (rest & around).is_power_of_two() {
                    rest ^= rest & around;
                }
            }
            if rest == before {
                break;
            }
        }
        for around in &self.boxes {
            boxes += i32::from(free & around != 0 && rest & around == 0);
        }
        let is_taken = |it: &&u8| **it != OUTSIDE && rest & self.boxes[**it as usize] == 0;
        let handed = ones(free ^ rest)
            .filter(|edge| self.closes(free, *edge) == 0)
            .map(|edge| 2 * self.beside[edge].iter().filter(is_taken).count() as i32)
            .min();
        Taken { boxes, handed: handed.unwrap_or(0), rest }
    }

    /// One of the positions that are worth the same: of twins the second is drawn first, and of
    /// mirrored positions it is the least.
    pub(crate) fn normal(&self, mut free: FreeBits) -> FreeBits {
        for &[first, second] in &self.twins {
            if free & (first | second) == second {
                free ^= first | second;
            }
        }
        least(self.images(free))
    }

    /// The images of a set of edges.
    pub(crate) fn images(&self, free: FreeBits) -> Images {
        ones(free).fold([0; 8], |images, edge| xor(images, self.images[edge]))
    }

    /// How many boxes are open.
    pub(crate) fn open_boxes(&self, free: FreeBits) -> i32 {
        self.boxes.iter().filter(|around| free & **around != 0).count() as i32
    }

    /// What a position consists of in which no box can be taken.
    pub(crate) fn parts(&self, free: FreeBits) -> BoardParts {
        let (mut twos, mut boxes) = (0_u64, 0);
        // Behind these come boxes that were taken at once.
        for (at, around) in self.boxes.iter().take(FreeBits::BITS as usize).enumerate() {
            let all = free & around;
            let but_one = all & all.wrapping_sub(1);
            let is_joint = but_one & but_one.wrapping_sub(1) != 0;
            boxes += i32::from(all != 0);
            twos |= u64::from(all != 0 && !is_joint) << at;
        }
        let mut parts = BoardParts { chains: SmallVec::new(), single: free, boxes };
        while twos != 0 {
            let chain = self.chain(free, &mut twos);
            parts.single ^= chain.edges;
            parts.chains.push(chain);
        }
        parts
    }

    /// The chain through the first of some boxes with two free edges, which all leave the set.
    fn chain(&self, free: FreeBits, twos: &mut u64) -> OpenChain {
        let start = twos.trailing_zeros() as u8;
        *twos &= *twos - 1;
        let both = free & self.boxes[start as usize];
        let first = both & both.wrapping_neg();
        let opening = first.trailing_zeros() as u8;
        let mut chain =
            OpenChain { edges: both, opening, boxes: 1, ends: [OUTSIDE; 2], is_loop: false };
        for (side, mut edge) in [first, both ^ first].into_iter().enumerate() {
            let mut at = start;
            chain.ends[side] = loop {
                let [one, other] = self.beside[edge.trailing_zeros() as usize];
                let next = one ^ other ^ at;
                if next == OUTSIDE || *twos >> next & 1 == 0 {
                    break next;
                }
                *twos ^= 1 << next;
                chain.opening = edge.trailing_zeros() as u8;
                edge ^= free & self.boxes[next as usize];
                chain.edges |= edge;
                chain.boxes += 1;
                at = next;
            };
            if chain.ends[side] == start {
                return OpenChain { is_loop: true, ..chain };
            }
        }
        chain.ends.sort_unstable();
        chain
    }

    /// Appends what the moves in a normal position lead to of which no other is better, each with the
    /// normal position that remains: the opponent may then take boxes. The edges in the middle come
    /// first.
    pub(crate) fn openings(
        &self,
        free: FreeBits,
        parts: &BoardParts,
        openings: &mut Vec<OpeningMove>,
    ) {
        let images = self.images(free);
        let normal =
            |gone| least(ones(gone).fold(images, |images, edge| xor(images, self.images[edge])));
        let chains = &parts.chains;
        let is_best = |at: usize| {
            let is_beaten = |other: usize| {
                chains[other].beats(&chains[at])
                    && (other < at || !chains[at].beats(&chains[other]))
            };
            !(0..chains.len()).any(|other| other != at && is_beaten(other))
        };
        for at in (0..chains.len()).filter(|at| is_best(*at)) {
            let Taken { boxes, handed, rest } = self.open(free, parts, &chains[at]);
            let taken = Taken { boxes, handed, rest: normal(free ^ rest) };
            openings.push(OpeningMove { edge: chains[at].opening, taken });
        }
        // Of twins the first stays free.
        let mut single = parts.single;
        for &[first, second] in &self.twins {
            if single & first != 0 && single & second != 0 {
                single ^= first;
            }
        }
        openings.extend(ones(single).map(|edge| {
            let rest = least(xor(images, self.images[edge]));
            OpeningMove { edge: edge as u8, taken: Taken { boxes: 0, handed: 0, rest } }
        }));
    }

    fn open(&self, free: FreeBits, parts: &BoardParts, chain: &OpenChain) -> Taken {
        let rest = free ^ chain.edges;
        let [joint, other] = chain.ends;
        if !chain.is_loop && joint == other && joint != OUTSIDE {
            let stem = rest & self.boxes[joint as usize];
            if stem.is_power_of_two() {
                // The joint can be taken, too, and whatever it hangs on by its third edge.
                let hung = parts.chains.iter().find(|it| it.edges & stem != 0);
                let (boxes, stem) = hung.map_or((0, stem), |it| (it.boxes, it.edges));
                return Taken { boxes: chain.boxes + 1 + boxes, handed: 2, rest: rest ^ stem };
            }
        }
        let handed = match chain.boxes {
            _ if chain.is_loop => 4,
            1 | 2 => 0,
            _ => 2,
        };
        Taken { boxes: chain.boxes, handed, rest }
    }
}

impl BoardParts {
    /// The chains and loops, if there is no joint where some of them meet.
    pub(crate) fn endgame(&self) -> Option<Endgame> {
        let is_apart = |it: &OpenChain| it.is_loop || it.ends == [OUTSIDE; 2];
        if self.single != 0 || !self.chains.iter().all(is_apart) {
            return None;
        }
        let mut endgame = Endgame::default();
        self.chains.iter().for_each(|it| endgame.push(it.boxes, it.is_loop));
        Some(endgame)
    }
}

impl OpenChain {
    /// Whether to open it is at least as good as to open the other one. Of two chains between the
    /// same ends the longer one changes the value of whatever else is opened first by no more
    /// than it is longer, as long as both are opened alike: both can be handed over, or none of them can.
    fn beats(&self, other: &Self) -> bool {
        if self.is_loop || other.is_loop {
            return self.is_loop && other.is_loop && self.boxes <= other.boxes;
        }
        let is_apart = self.ends == [OUTSIDE; 2];
        let are_alike = self.boxes > 2 || is_apart && other.boxes <= 2;
        self.ends == other.ends
            && (self.boxes == other.boxes || self.boxes < other.boxes && are_alike)
    }
}

/// The images of the edges that are in one of two sets only.
fn xor(mut images: Images, others: Images) -> Images {
    images.iter_mut().zip(others).for_each(|(image, other)| *image ^= other);
    images
}

/// Of positions that mirror each other the one that stands for all.
fn least(images: Images) -> FreeBits {
    images.into_iter().fold(FreeBits::MAX, FreeBits::min)
}

/// The numbers of the bits that are set, ascending.
pub(crate) fn ones(mut set: FreeBits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            first
        })
    })
}
