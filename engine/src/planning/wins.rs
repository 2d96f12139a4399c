//! Who has won, noted in each state by the move that leads to it. Before a move nobody had won, so that of all ways to win only
//! those are looked at which speak of a place that the move changes, with what stands there then: in connect four the
//! lines through one cell, for the player who filled it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::folding::join;
use super::ground::{Condition, GroundNumber, GroundReader};
use super::reads::CellsRead;
use super::states::{Layout, PackedCell};
use super::steps::{ChangeTarget, GroundStep, fits};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::Sheet;

/// Ways to win that are kept for all moves together.
const WAYS: usize = 1 << 20;

/// Where it is noted who has won: a bit for each player.
#[derive(Clone, Copy, Debug)]
pub(super) struct WinNote {
    pub word: usize,
    pub shift: u32,
}

impl WinNote {
    /// Behind the cells of a layout.
    pub(super) fn new(layout: &Layout) -> Self {
        let (word, shift) = layout.behind(2);
        Self { word, shift }
    }

    /// How many words a state with it has.
    pub(super) const fn words(self) -> usize {
        self.word + 1
    }

    /// What a play that is won has brought the first player; `None` while nobody has won.
    pub(super) fn read(self, state: &[u64]) -> Option<i32> {
        match state[self.word] >> self.shift & 3 {
            0 => None,
            1 => Some(1),
            2 => Some(-1),
            _ => Some(0),
        }
    }

    /// Notes who has won a state in which nobody had.
    #[inline]
    pub(super) fn write(self, [first, second]: [bool; 2], state: &mut [u64]) {
        if first || second {
            state[self.word] |= (u64::from(first) | u64::from(second) << 1) << self.shift;
        }
    }
}

/// A condition as parts one of which has to hold, each with the cells that it may read.
struct Ways {
    parts: Vec<Condition>,
    /// The parts by the cells that they may read.
    through: FxHashMap<usize, Vec<usize>>,
}

impl Ways {
    fn new(
        condition: &Condition,
        sheet: &Sheet,
        layout: &Layout,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let parts = match condition {
            Condition::Any(parts) => parts.to_vec(),
            Condition::Truth(false) => Vec::new(),
            condition => vec![condition.clone()],
        };
        let mut through: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (at, part) in parts.iter().enumerate() {
            let mut read = CellsRead::new(sheet, layout);
            read.condition(part);
            budget.spend(read.cells.len() as u64)?;
            read.cells.into_iter().for_each(|it| through.entry(it).or_default().push(at));
        }
        Ok(Self { parts, through })
    }

    /// What holds behind a step where the condition did not hold before.
    fn behind(&self, step: &ChangedCells<'_>) -> Condition {
        let touched = step.touched.iter().filter_map(|it| self.through.get(it));
        let mut parts: Vec<usize> = touched.flatten().copied().collect();
        parts.sort_unstable();
        parts.dedup();
        join(parts.into_iter().map(|it| step.settled(&self.parts[it])).collect(), true)
    }
}

/// The cells that a step may change, and the numbers of what stands in some of them then.
struct ChangedCells<'l> {
    layout: &'l Layout,
    touched: FxHashSet<usize>,
    known: FxHashMap<usize, u64>,
}

impl<'l> ChangedCells<'l> {
    fn by(step: &GroundStep, layout: &'l Layout) -> Self {
        let (mut touched, mut known) = (FxHashSet::default(), FxHashMap::default());
        for effect in &step.effects {
            match (&effect.target, &effect.to) {
                (ChangeTarget::Cell(at), to) => {
                    touched.insert(*at);
                    if let (Condition::Truth(true), GroundNumber::Constant(value)) =
                        (&effect.condition, to)
                        && fits(&layout.cells[*at], *value)
                    {
                        known.insert(*at, layout.cells[*at].number(*value));
                    }
                }
                (ChangeTarget::Lookup(lookup), _) => {
                    let is_one = |it: &(usize, &PackedCell)| it.1.symbol == lookup.symbol;
                    touched.extend(layout.cells.iter().enumerate().filter(is_one).map(|it| it.0));
                }
            }
        }
        Self { layout, touched, known }
    }

    /// A condition by what is known.
    fn settled(&self, condition: &Condition) -> Condition {
        let each = |parts: &[Condition]| parts.iter().map(|it| self.settled(it)).collect();
        match condition {
            Condition::OneOf(cell, set) => {
                let at = self.layout.first[cell.symbol.0 as usize] + cell.place;
                let number = self.known.get(&at);
                number.map_or_else(|| condition.clone(), |it| Condition::Truth(set >> it & 1 == 1))
            }
            Condition::All(parts) => join(each(parts), false),
            Condition::Any(parts) => join(each(parts), true),
            Condition::Not(part) => self.settled(part).negated(),
            condition => condition.clone(),
        }
    }
}

/// What holds behind a step where somebody has won by it.
#[derive(Debug)]
pub(super) struct WinBrought<const WORDS: usize> {
    /// One of these: what all words are under masks.
    lines: Box<[([u64; WORDS], [u64; WORDS])]>,
    /// Or this.
    other: Condition,
}

impl<const WORDS: usize> WinBrought<WORDS> {
    fn new(condition: Condition) -> Self {
        let parts = match condition.packed() {
            Condition::Any(parts) => parts.into_vec(),
            Condition::AnyMatch(words) => {
                words.iter().map(|it| Condition::Match([*it].into())).collect()
            }
            condition => vec![condition],
        };
        let (mut lines, mut others) = (Vec::new(), Vec::new());
        for part in parts {
            let Condition::Match(words) = &part else {
                others.push(part);
                continue;
            };
            let mut line = ([0; WORDS], [0; WORDS]);
            for it in words {
                line.0[it.word as usize] = it.mask;
                line.1[it.word as usize] = it.bits;
            }
            lines.push(line);
        }
        Self { lines: lines.into(), other: join(others, true) }
    }

    /// Whether it holds in a state.
    #[inline]
    pub(super) fn holds(&self, state: &[u64; WORDS], ground: &GroundReader<'_>) -> bool {
        let is = |(masks, bits): &([u64; WORDS], [u64; WORDS])| {
            let differ = |all, it: usize| all | (state[it] & masks[it] ^ bits[it]);
            (0..WORDS).fold(0, differ) == 0
        };
        self.lines.iter().any(is) || self.other.holds(state, ground)
    }
}

/// For each player what a step brings.
pub(super) type WinsBrought<const WORDS: usize> = [WinBrought<WORDS>; 2];

/// Of each step of each player, when these are the conditions to win, whoever moves. `None` where there are too many ways.
pub(super) fn brought<const WORDS: usize>(
    wins: &[Condition; 2],
    steps: [&[GroundStep]; 2],
    (sheet, layout): (&Sheet, &Layout),
    budget: &mut Budget,
) -> Result<Option<[Box<[WinsBrought<WORDS>]>; 2]>, Stop> {
    let ways = wins.each_ref().map(|it| Ways::new(it, sheet, layout, budget));
    let [first, second] = ways;
    let ways = [first?, second?];
    let mut kept = 0;
    let mut of_mover = |steps: &[GroundStep]| {
        let mut all = Vec::new();
        for step in steps {
            let written = ChangedCells::by(step, layout);
            let brought = ways.each_ref().map(|it| it.behind(&written));
            for it in &brought {
                let parts = if let Condition::Any(parts) = it { parts.len() } else { 1 };
                budget.spend(parts as u64)?;
                kept += parts;
            }
            if kept > WAYS {
                return Ok(None);
            }
            all.push(brought.map(WinBrought::new));
        }
        Ok::<_, Stop>(Some(all.into()))
    };
    let [first, second] = steps;
    Ok(of_mover(first)?.zip(of_mover(second)?).map(|(first, second)| [first, second]))
}
