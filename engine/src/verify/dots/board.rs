//! A board of Dots and Boxes with at most 64 free edges, for the checker: a position is a word, a bit
//! for each free edge. Boxes are taken one by one, as players do.

use smallvec::{SmallVec, smallvec};

use crate::evidence::dots::FreeEdges;
use crate::logic::dots::{BoardEdge, DotsGrid};

/// What the check knows of a board. It shares no code with the search.
#[derive(Debug)]
pub struct CheckedBoard {
    /// The edges around each box.
    around: Vec<FreeEdges>,
    /// The boxes beside each edge.
    beside: Vec<Vec<usize>>,
    /// The edges that a box has at the border, where there are several. It makes no difference which of
    /// them are free: for each number of free ones the first so many.
    corners: Vec<(FreeEdges, Vec<FreeEdges>)>,
    /// Where the edges come to lie when the board is mirrored or turned, the first of a corner becoming
    /// the first of a corner: for each way, of eight edges each the images of all their sets.
    mirrors: Vec<Vec<[FreeEdges; 256]>>,
}

/// How all boxes can be taken that can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// How many these are.
    pub boxes: i32,
    /// How many of them the opponent takes in any case, when the last edge but those is drawn so that
    /// it closes none: 2 or 4; 0 when there is no such edge.
    pub handed: i32,
    /// What remains in both cases.
    pub rest: FreeEdges,
}

impl CheckedBoard {
    /// A board with these edges free, numbered as they are listed; `None` when the list is too long or
    /// no such list.
    pub fn of(grid: DotsGrid, edges: &[BoardEdge]) -> Option<Self> {
        let is_new = |at: usize| !edges[..at].contains(&edges[at]);
        let is_on_board = |edge: &BoardEdge| usize::from(*edge) < grid.edges();
        if edges.len() > FreeEdges::BITS as usize
            || !edges.iter().all(is_on_board)
            || !(0..edges.len()).all(is_new)
        {
            return None;
        }
        let bit = |edge: BoardEdge| edges.iter().position(|it| *it == edge);
        let mut around = Vec::new();
        let mut beside = vec![Vec::new(); edges.len()];
        for (row, column) in grid.all_boxes() {
            let free: Vec<usize> = grid.around(row, column).into_iter().filter_map(bit).collect();
            free.iter().for_each(|edge| beside[*edge].push(around.len()));
            if !free.is_empty() {
                around.push(free.iter().fold(0, |set, edge| set | 1 << edge));
            }
        }
        let border = (0..edges.len()).filter(|edge| beside[*edge].len() == 1);
        let border: FreeEdges = border.fold(0, |set, edge| set | 1 << edge);
        let corners = around.iter().map(|around| around & border);
        let corners = corners.filter(|corner| corner.count_ones() > 1);
        let corners: Vec<_> = corners.map(|corner| (corner, prefixes(corner))).collect();
        let mut mirrors = Vec::new();
        for (turns, is_flipped) in (0..4).flat_map(|turns| [(turns, false), (turns, true)]) {
            let image = |edge: &BoardEdge| bit(turned(grid, *edge, turns, is_flipped)?);
            if let Some(mut images) = edges.iter().map(image).collect::<Option<Vec<_>>>() {
                for (corner, _) in &corners {
                    let image =
                        ones(*corner).fold(0, |image: FreeEdges, edge| image | 1 << images[edge]);
                    ones(*corner).zip(ones(image)).for_each(|(edge, image)| images[edge] = image);
                }
                mirrors.push(images.chunks(8).map(sets).collect());
            }
        }
        Some(Self { around, beside, corners, mirrors })
    }

    /// How many boxes are open.
    pub fn open(&self, free: FreeEdges) -> i32 {
        self.around.iter().filter(|around| free & **around != 0).count() as i32
    }

    /// One of the positions that differ by mirroring, or by which edges of a corner are free.
    pub fn normal(&self, free: FreeEdges) -> FreeEdges {
        let free = self.corners.iter().fold(free, |free, (corner, firsts)| {
            free & !corner | firsts[(free & corner).count_ones() as usize]
        });
        let image = |mirror: &Vec<[FreeEdges; 256]>| {
            let image = mirror.iter().zip(free.to_le_bytes());
            image.fold(0, |image, (sets, byte)| image | sets[usize::from(byte)])
        };
        self.mirrors.iter().map(image).fold(FreeEdges::MAX, FreeEdges::min)
    }

    /// The edges of which no two are as good as each other at a corner.
    pub fn different(&self, free: FreeEdges) -> FreeEdges {
        self.corners.iter().fold(free, |set, (corner, _)| {
            let alike = free & corner;
            set & !alike | alike & alike.wrapping_neg()
        })
    }

    /// Takes all boxes that can be taken. By the rules one may do otherwise, but nothing is better than
    /// this or to hand the last ones over (Berlekamp, Conway and Guy, "Winning Ways", chapter 16).
    pub fn capture(&self, free: FreeEdges) -> Capture {
        let (boxes, rest) = self.take(free, 0);
        let taken = free ^ rest;
        // Who closes one or two boxes at once cannot hand them over.
        if !taken.is_power_of_two() && taken != 0 {
            for boxes_handed in [1, 2] {
                for edge in ones(taken) {
                    let handed = self.handed(free, rest, edge, boxes_handed);
                    if let Some(handed) = handed {
                        return Capture { boxes, handed, rest };
                    }
                }
            }
        }
        Capture { boxes, handed: 0, rest }
    }

    /// Draws edges that close boxes, but for those in `kept`, as long as there are any.
    fn take(&self, free: FreeEdges, kept: FreeEdges) -> (i32, FreeEdges) {
        let (mut boxes, mut rest, mut before) = (0, free, 0);
        while rest != before {
            before = rest;
            for around in &self.around {
                let left = rest & around;
                if left.is_power_of_two() && left & kept == 0 {
                    rest ^= left;
                    boxes += self.closed(rest, left.trailing_zeros() as usize);
                }
            }
        }
        (boxes, rest)
    }

    /// How many boxes an edge closes that is not free any more.
    fn closed(&self, free: FreeEdges, edge: usize) -> i32 {
        let closed = self.beside[edge].iter().filter(|it| free & self.around[**it] == 0);
        closed.count() as i32
    }

    /// Tries to hand over by an edge beside which that many boxes lie that can be taken: takes what can
    /// be taken without the edge and another one of each of these boxes, draws the edge, and lets the
    /// opponent take two boxes at once by each of the others.
    fn handed(&self, free: FreeEdges, rest: FreeEdges, edge: usize, boxes: usize) -> Option<i32> {
        let behind = self.beside[edge].iter().map(|it| self.around[*it]);
        let behind = behind.filter(|around| rest & around == 0);
        if behind.clone().count() != boxes {
            return None;
        }
        let mut kept: SmallVec<[FreeEdges; 9]> = smallvec![1 << edge];
        for around in behind {
            let others = free & around & !(1 << edge);
            kept =
                kept.iter().flat_map(|kept| ones(others).map(move |it| kept | 1 << it)).collect();
        }
        let handed = |kept: FreeEdges| {
            let left = self.take(free, kept).1 ^ 1 << edge;
            let (handed, end) = self.take(left, 0);
            let is_handed = self.closed(left, edge) == 0 && end == rest;
            (is_handed && handed == 2 * boxes as i32).then_some(handed)
        };
        kept.into_iter().find_map(handed)
    }
}

/// For each number of edges of a set the first so many.
fn prefixes(set: FreeEdges) -> Vec<FreeEdges> {
    let mut firsts = vec![0];
    ones(set).for_each(|edge| firsts.push(firsts[firsts.len() - 1] | 1 << edge));
    firsts
}

/// The images of all sets of edges whose images these are.
fn sets(images: &[usize]) -> [FreeEdges; 256] {
    let has = |set: usize, at: usize| set >> at & 1 == 1;
    std::array::from_fn(|set| {
        let members = (0..images.len()).filter(|at| has(set, *at));
        members.fold(0, |image, at| image | 1 << images[at])
    })
}

/// The numbers of the bits that are set.
pub fn ones(set: FreeEdges) -> impl Iterator<Item = usize> {
    let but_first = |rest: &FreeEdges| Some(rest & rest.wrapping_sub(1));
    let rests = std::iter::successors(Some(set), but_first).take_while(|rest| *rest != 0);
    rests.map(|rest| rest.trailing_zeros() as usize)
}

/// An edge when the board has made so many quarter turns and is perhaps flipped; `None` when it does
/// not fit upon itself.
fn turned(grid: DotsGrid, edge: BoardEdge, turns: usize, is_flipped: bool) -> Option<BoardEdge> {
    // A box beside it, and on which side of that it lies: in the order of the sides, the half lengths
    // down and to the right.
    const SIDES: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    let (row, column) = grid.beside(edge).next()?;
    let side = grid.around(row, column).iter().position(|it| *it == edge)?;
    let (mut height, mut width) = (i32::from(grid.rows), i32::from(grid.columns));
    // From the middle of the board, in half lengths.
    let (mut y, mut x) = (2 * i32::from(row) + 1 - height, 2 * i32::from(column) + 1 - width);
    let (mut dy, mut dx) = SIDES[side];
    if is_flipped {
        (x, dx) = (-x, -dx);
    }
    for _ in 0..turns {
        (y, x, dy, dx, height, width) = (x, -y, dx, -dy, width, height);
    }
    if height != i32::from(grid.rows) {
        return None;
    }
    let (row, column) = ((y + height - 1) / 2, (x + width - 1) / 2);
    let side = SIDES.iter().position(|it| *it == (dy, dx))?;
    Some(grid.around(row as u16, column as u16)[side])
}
