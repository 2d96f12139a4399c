//! Alpha-beta search of the positions in which no box can be taken. It asks of a position whether who
//! moves gains at least so many boxes more than the opponent. As every box goes to somebody, the gains
//! that are possible differ by two, and so do the questions.
//!
//! A *node* is a position without a box to take that the walk enters or looks ahead from, each time it
//! does. Positions that are only looked up in the table, or that have too few boxes for the question,
//! are none.

use smallvec::SmallVec;

use super::rest::{BoardParts, FreeBits, OpenBoard, OpeningMove, Taken, ones};
use super::table::DotsTable;
use crate::budget::{Budget, Stop};
use crate::evidence::dots::Advice;
use crate::logic::dots::BoardEdge;

/// With more free edges than these the walk looks ahead before it goes on. With fewer it costs more
/// than it saves.
const FEW: u32 = 24;

/// A walk through what remains of a board, and what it remembers.
#[derive(Debug)]
pub(crate) struct DotsWalk {
    /// What remains.
    pub rest: OpenBoard,
    table: DotsTable,
    /// What is left to try of the positions on the way.
    open: Vec<OpeningMove>,
    /// How many nodes were entered.
    pub nodes: u64,
}

/// Between which gains the value of a position lies.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: i32,
    high: i32,
}

impl Bounds {
    /// Whether the value is at least `least`, if that is known.
    fn tell(self, least: i32) -> Option<bool> {
        if least <= self.low {
            Some(true)
        } else if least > self.high {
            Some(false)
        } else {
            None
        }
    }

    /// Of who opens, when these are the bounds of what remains then.
    fn before(self, opening: Taken) -> Self {
        let at = |rest| -opening.value(rest);
        let (first, second) = (at(self.low), at(self.high));
        // Best for who opens is that the opponent may as well hand the move over as keep it.
        let even = at((-opening.handed).clamp(self.low, self.high));
        Self { low: first.min(second), high: first.max(second).max(even) }
    }
}

impl DotsWalk {
    /// A walk that has not begun.
    pub(crate) fn new(rest: OpenBoard) -> Self {
        Self { rest, table: DotsTable::default(), open: Vec::new(), nodes: 0 }
    }

    /// What a position is worth: how many boxes who moves gains more than the other.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub(crate) fn value(&mut self, free: FreeBits, budget: &mut Budget) -> Result<i32, Stop> {
        let all = self.rest.take(free);
        let rest = self.rest.normal(all.rest);
        let boxes = self.rest.open_boxes(rest);
        let Bounds { mut low, mut high } = self.bounds(rest, boxes);
        let mut least = (low + high) / 2;
        while low < high {
            least = least.clamp(low + 1, high);
            if self.is_worth(rest, boxes, least, budget)? {
                low = least + (least + boxes).rem_euclid(2);
                least = low + 1;
            } else {
                high = least - 2 + (least + boxes).rem_euclid(2);
                least = high;
            }
        }
        Ok(all.value(low))
    }

    /// Whether who moves gains at least so much more than the other. No question whose answer is
    /// in the table takes a search; without a budget no other is answered.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub(crate) fn gains(
        &mut self,
        free: FreeBits,
        least: i32,
        budget: Option<&mut Budget>,
    ) -> Result<Option<bool>, Stop> {
        let all = self.rest.take(free);
        let rest = self.rest.normal(all.rest);
        let boxes = self.rest.open_boxes(rest);
        let known = self.bounds(rest, boxes).before(all).tell(1 - least).map(|it| !it);
        match budget {
            Some(budget) if known.is_none() => {
                let allowed = Taken { rest, ..all };
                Ok(Some(!self.allows(allowed, boxes, 1 - least, budget)?))
            }
            _ => Ok(known),
        }
    }

    /// The first edge by which who moves gains at least so much more than the other: one of which that is
    /// known, if there is any, and one that closes a box before others.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub(crate) fn reaching(
        &mut self,
        free: FreeBits,
        least: i32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let mut edges: Vec<_> =
            ones(free).map(|edge| (self.rest.closes(free, edge), edge)).collect();
        edges.sort_by_key(|(closed, _)| -closed);
        for is_known in [true, false] {
            for &(closed, edge) in &edges {
                let next = free ^ 1 << edge;
                let budget = (!is_known).then_some(&mut *budget);
                let is_enough = match closed {
                    0 => self.gains(next, 1 - least, budget)?.map(|it| !it),
                    _ => self.gains(next, least - closed, budget)?,
                };
                if is_enough == Some(true) {
                    return Ok(Some(edge));
                }
            }
        }
        Ok(None)
    }

    /// Searches a position.
    fn enter(&mut self, free: FreeBits, least: i32, budget: &mut Budget) -> Result<bool, Stop> {
        budget.check()?;
        self.nodes += 1;
        let parts = self.rest.parts(free);
        if let Some(endgame) = parts.endgame() {
            return Ok(endgame.value() >= least);
        }
        let is_reached = self.opening(free, &parts, least, budget)?.is_some();
        let mut known = self.bounds(free, parts.boxes);
        if is_reached {
            known.low = least;
        } else {
            known.high = least - 2;
        }
        let gained = |bound| ((bound + parts.boxes) / 2) as u8;
        self.table.insert(free, gained(known.low), gained(known.high));
        Ok(is_reached)
    }

    /// An edge by which who moves gains at least so much: one of which that is known, if there is any.
    fn opening(
        &mut self,
        free: FreeBits,
        parts: &BoardParts,
        least: i32,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Stop> {
        let start = self.open.len();
        let mut open = std::mem::take(&mut self.open);
        self.rest.openings(free, parts, &mut open);
        self.table.fetch(open[start..].iter().map(|it| it.taken.rest));
        let (mut end, mut found) = (start, None);
        for at in start..open.len() {
            let OpeningMove { edge, taken } = open[at];
            match self.bounds(taken.rest, parts.boxes - taken.boxes).before(taken).tell(least) {
                Some(true) => {
                    found = Some(edge);
                    break;
                }
                Some(false) => {}
                None => {
                    open[end] = open[at];
                    end += 1;
                }
            }
        }
        self.open = open;
        self.open.truncate(end);
        if found.is_none() {
            if free.count_ones() > FEW {
                self.look_ahead(start, parts.boxes, least);
            }
            for at in start..end {
                let OpeningMove { edge, taken } = self.open[at];
                let is_enough = self.allows(taken, parts.boxes - taken.boxes, least, budget);
                if is_enough != Ok(false) {
                    self.open.truncate(start);
                    return is_enough.map(|_| Some(edge));
                }
            }
        }
        self.open.truncate(start);
        Ok(found)
    }

    /// Sorts what is left to try of a position: those openings first that leave the opponent the
    /// fewest answers about which nothing is known, and of these those that give no box away (as in
    /// proof-number search: Allis, van der Meulen and van den Herik, 1994).
    fn look_ahead(&mut self, start: usize, boxes: i32, least: i32) {
        let untried: SmallVec<[OpeningMove; 32]> = self.open[start..].into();
        let unknown = |it: OpeningMove| {
            (self.answers(it.taken, boxes - it.taken.boxes, least), it.taken.boxes > 0, it)
        };
        let mut sorted: SmallVec<[_; 32]> = untried.into_iter().map(unknown).collect();
        sorted.sort_by_key(|it| (it.0, it.1));
        self.open.truncate(start);
        self.open.extend(sorted.into_iter().map(|it| it.2));
    }

    /// How many answers to an opening there are of which it is not known whether they keep who opens
    /// from gaining so much; as many as can be when one does.
    fn answers(&mut self, opening: Taken, boxes: i32, least: i32) -> usize {
        self.nodes += 1;
        let least = 1 - least - opening.boxes;
        let least = least + (least + boxes).rem_euclid(2);
        let parts = self.rest.parts(opening.rest);
        let start = self.open.len();
        self.rest.openings(opening.rest, &parts, &mut self.open);
        let answers = &self.open[start..];
        self.table.fetch(answers.iter().map(|it| it.taken.rest));
        let mut unknown = 0;
        for &OpeningMove { taken, .. } in answers {
            match self.bounds(taken.rest, boxes - taken.boxes).before(taken).tell(least) {
                Some(true) => unknown = usize::MAX,
                Some(false) => {}
                None => unknown = unknown.saturating_add(1),
            }
        }
        self.open.truncate(start);
        unknown
    }

    /// Whether an opening gains who makes it at least so much.
    fn allows(
        &mut self,
        opening: Taken,
        boxes: i32,
        least: i32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let Taken { handed, rest, .. } = opening;
        // What remains may bring the opponent that much, or that much less than to hand over.
        let most = -least - opening.boxes;
        if handed == 0 {
            return Ok(!self.is_worth(rest, boxes, most + 1, budget)?);
        }
        Ok(most + handed >= 0
            && !self.is_worth(rest, boxes, most + 1, budget)?
            && self.is_worth(rest, boxes, -most - 2 * handed, budget)?)
    }

    /// Whether a position without a box to take is worth at least so much.
    fn is_worth(
        &mut self,
        free: FreeBits,
        boxes: i32,
        least: i32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let least = least + (least + boxes).rem_euclid(2);
        match self.bounds(free, boxes).tell(least) {
            Some(known) => Ok(known),
            None => self.enter(free, least, budget),
        }
    }

    fn bounds(&self, free: FreeBits, boxes: i32) -> Bounds {
        match self.table.get(free) {
            Some((low, high)) => {
                Bounds { low: 2 * i32::from(low) - boxes, high: 2 * i32::from(high) - boxes }
            }
            None => Bounds { low: -boxes, high: boxes },
        }
    }
}

impl Advice for DotsWalk {
    fn edges(&self) -> Vec<BoardEdge> {
        self.rest.edges().to_vec()
    }

    fn edge(
        &mut self,
        free: FreeBits,
        least: i32,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let parts = self.rest.parts(free);
        Ok(self.opening(free, &parts, least, budget)?.map(usize::from))
    }

    fn reaches(&mut self, free: FreeBits, least: i32, budget: &mut Budget) -> Result<bool, Stop> {
        Ok(self.gains(free, least, Some(budget))? == Some(true))
    }
}
