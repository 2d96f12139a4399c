//! States of which little is kept, and the distances between them: all that can be reached forwards, then
//! back from the goals. What a step comes to is read once for all abstract states that agree in the
//! places it asks for, by trying all values that they stand for. `verify/plan/patterns.rs` has the same notion in
//! words of its own, so that neither can be wrong because the other is.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::evaluate::{CellRead, EvaluationHalt};
use super::moves::{CellKnowledge, MoveOutcome, Packed};
use super::states::PackedCell;
use super::tree::{DecisionTrees, TreeSlot};
use crate::budget::{Budget, Stop};
use crate::evidence::patterns::{NEVER, Pattern, PatternDatabase};
use crate::logic::sheet::SentenceId;

/// Values that are tried for one step in one abstract state at most.
const TRIED: usize = 1 << 14;

/// A place of a pattern.
struct AbstractCell {
    /// Where its class stands in a word.
    packed: PackedCell,
    /// The class of each number of a value.
    classes: Vec<u8>,
}

impl AbstractCell {
    fn bits(&self, number: u64) -> u64 {
        u64::from(self.classes[number as usize]) << self.packed.shift
    }
}

/// How states become words.
pub(super) struct Abstraction {
    /// The cells that are kept.
    cells: Vec<(usize, AbstractCell)>,
}

impl Abstraction {
    /// That of a pattern, unless it takes more than a word.
    pub(super) fn new(pattern: &Pattern, packed: &Packed<'_>) -> Option<Self> {
        let mut shift = 0;
        let mut cells = Vec::with_capacity(pattern.places.len());
        for place in &pattern.places {
            let at = packed.cell((place.symbol, place.place));
            let cell = packed.layout.cells[at];
            let count = place.classes.iter().max().map_or(1, |it| u64::from(*it) + 1);
            let bits = u64::BITS - (count - 1).leading_zeros();
            if shift + bits > u64::BITS {
                return None;
            }
            let classes = place.classes[usize::from(!cell.range().2)..].to_vec();
            let mask = (1 << bits) - 1;
            let packed = PackedCell { word: 0, shift, mask, count, fixed: None, ..cell };
            cells.push((at, AbstractCell { packed, classes }));
            shift += bits;
        }
        Some(Self { cells })
    }

    /// The word of a state.
    pub(super) fn word(&self, state: &[u64], packed: &Packed<'_>) -> u64 {
        let bits =
            |(at, cell): &(usize, AbstractCell)| cell.bits(packed.layout.cells[*at].read(state));
        self.cells.iter().map(bits).fold(0, |word, bits| word | bits)
    }
}

/// What a step does to a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct AbstractStep {
    keeps: u64,
    comes: u64,
    /// 1 if it is paid for.
    cost: u32,
}

/// Steps between abstract states.
struct AbstractSteps<'p, 's> {
    packed: &'p mut Packed<'s>,
    abstraction: &'p Abstraction,
    /// By cell and number of a value which pattern pays for a step that writes it.
    payers: &'p Payers,
    /// The one at hand.
    own: usize,
    /// The number of each cell in `abstraction`.
    numbers: FxHashMap<usize, usize>,
    /// A tree for each step, and one for the goal.
    trees: DecisionTrees,
    leaves: Vec<Vec<AbstractStep>>,
}

/// Which pattern pays for steps that write a value into a cell.
pub(super) type Payers = FxHashMap<(usize, u64), usize>;

/// The [`Payers`] of patterns whose distances are added.
pub(super) fn payers(patterns: &[Pattern], packed: &Packed<'_>) -> Payers {
    let mut payers = Payers::default();
    for (own, pattern) in patterns.iter().enumerate() {
        for place in &pattern.places {
            let at = packed.cell((place.symbol, place.place));
            let skipped = usize::from(!packed.layout.cells[at].range().2);
            for (number, class) in place.classes[skipped..].iter().enumerate() {
                if place.is_charged[usize::from(*class)] {
                    payers.entry((at, number as u64)).or_insert(own);
                }
            }
        }
    }
    payers
}

/// Why nothing is said of an abstract state.
enum AbstractionHalt {
    Stop(Stop),
    /// Too much is to be tried, or kept.
    TooMany,
}

impl From<Stop> for AbstractionHalt {
    fn from(stop: Stop) -> Self {
        match stop {
            // In a state that nothing leads to numbers may grow without bounds.
            Stop::Size(_) => Self::TooMany,
            stop => Self::Stop(stop),
        }
    }
}

/// What was read for all values that a word stands for, and the places of the pattern that were asked for,
/// in their order.
type Tried<T> = (Vec<T>, Vec<usize>);

impl AbstractSteps<'_, '_> {
    /// All that a reading comes to for the values that a word stands for.
    fn tried<T>(
        &mut self,
        word: u64,
        mut read: impl FnMut(&mut Self, &[u64], &FxHashSet<usize>) -> CellRead<T>,
    ) -> Result<Tried<T>, AbstractionHalt> {
        let blank = vec![0; self.packed.layout.words];
        let mut open = vec![(blank, FxHashSet::default())];
        let (mut found, mut asked, mut count) = (Vec::new(), Vec::new(), 0);
        while let Some((state, known)) = open.pop() {
            count += 1;
            if count > TRIED {
                return Err(AbstractionHalt::TooMany);
            }
            match read(self, &state, &known) {
                Ok(it) => found.push(it),
                Err(EvaluationHalt::Stop(stop)) => return Err(stop.into()),
                Err(EvaluationHalt::Unknown(at)) => {
                    let cell = self.packed.layout.cells[at];
                    if cell.fixed.is_some() || cell.count > TRIED as u64 {
                        return Err(AbstractionHalt::TooMany);
                    }
                    let kept = self.numbers.get(&at).copied();
                    if let Some(kept) = kept.filter(|it| !asked.contains(it)) {
                        asked.push(kept);
                    }
                    let kept = kept.map(|it| &self.abstraction.cells[it].1);
                    for number in 0..cell.count {
                        let class = |it: &AbstractCell| u64::from(it.classes[number as usize]);
                        if kept.is_some_and(|it| class(it) != it.packed.read(&[word])) {
                            continue;
                        }
                        let mut state = state.clone();
                        state[cell.word] |= number << cell.shift;
                        let mut known = known.clone();
                        known.insert(at);
                        open.push((state, known));
                    }
                }
            }
        }
        Ok((found, asked))
    }

    /// Makes a tree say something for a word, which was asked for these places.
    fn learn(
        &mut self,
        root: TreeSlot,
        word: u64,
        asked: &[usize],
        leaf: u32,
    ) -> Result<u32, AbstractionHalt> {
        let known = self.trees.asked(root, &[word]).len();
        for kept in asked.iter().skip(known) {
            let Err(slot) = self.trees.walk(root, &[word]) else { break };
            if !self.trees.ask(slot, *kept, &self.abstraction.cells[*kept].1.packed) {
                return Err(AbstractionHalt::TooMany);
            }
        }
        if let Err(slot) = self.trees.walk(root, &[word]) {
            self.trees.leaf(slot, leaf);
        }
        Ok(leaf)
    }

    /// What a step may come to: a leaf.
    fn leaf(&mut self, step: u32, word: u64, budget: &mut Budget) -> Result<u32, AbstractionHalt> {
        let root = DecisionTrees::root(step as usize);
        if let Ok(leaf) = self.trees.walk(root, &[word]) {
            return Ok(leaf);
        }
        let (outcomes, asked) = self.tried(word, |it, state, known| {
            it.packed.outcome(step, state, CellKnowledge::Read(known), budget)
        })?;
        let mut steps: Vec<AbstractStep> = Vec::new();
        for outcome in outcomes {
            if let MoveOutcome::Done(writes, _) = outcome {
                let step = self.abstract_step(&writes);
                if !steps.contains(&step) {
                    steps.push(step);
                }
            }
        }
        self.leaves.push(steps);
        self.learn(root, word, &asked, self.leaves.len() as u32 - 1)
    }

    fn abstract_step(&self, writes: &[(usize, Option<i64>)]) -> AbstractStep {
        let (mut keeps, mut comes, mut payer) = (u64::MAX, 0, None);
        for (at, value) in writes {
            let number = self.packed.layout.cells[*at].number(*value);
            if let Some(one) = self.payers.get(&(*at, number)) {
                payer = Some(payer.map_or(*one, |other: usize| other.min(*one)));
            }
            if let Some(kept) = self.numbers.get(at) {
                let cell = &self.abstraction.cells[*kept].1;
                keeps &= !(cell.packed.mask << cell.packed.shift);
                comes |= cell.bits(number);
            }
        }
        AbstractStep { keeps, comes, cost: u32::from(payer == Some(self.own)) }
    }

    /// Whether a word stands for a goal.
    fn is_goal(
        &mut self,
        goal: SentenceId,
        word: u64,
        budget: &mut Budget,
    ) -> Result<bool, AbstractionHalt> {
        let root = DecisionTrees::root(self.packed.steps.len());
        if let Ok(leaf) = self.trees.walk(root, &[word]) {
            return Ok(leaf == 1);
        }
        let (truths, asked) =
            self.tried(word, |it, state, known| it.packed.settled(goal, state, known, budget))?;
        let holds = u32::from(truths.contains(&true));
        Ok(self.learn(root, word, &asked, holds)? == 1)
    }

    /// Lists the words that can be reached from those that are listed, with the steps between them and the
    /// goals, until there are more than this.
    fn explore(
        &mut self,
        database: &mut PatternDatabase,
        goal: SentenceId,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<(AbstractEdges, Vec<u32>), AbstractionHalt> {
        let (mut edges, mut goals) = (AbstractEdges::default(), Vec::new());
        let count = self.packed.steps.len();
        let mut at = 0;
        while let Some(word) = database.words.get(at).copied() {
            budget.check()?;
            budget.work(count)?;
            if self.is_goal(goal, word, budget)? {
                goals.push(at as u32);
            }
            for step in 0..count as u32 {
                let leaf = self.leaf(step, word, budget)?;
                for step in &self.leaves[leaf as usize] {
                    let next = word & step.keeps | step.comes;
                    if next != word {
                        edges.to.push(database.add(next) << 1 | step.cost);
                    }
                }
            }
            edges.ends.push(edges.to.len() as u32);
            if database.words.len() > limit || u32::try_from(edges.to.len()).is_err() {
                return Err(AbstractionHalt::TooMany);
            }
            at += 1;
        }
        Ok((edges, goals))
    }
}

/// The database of one of some patterns whose distances are added; `None` when it has more abstract
/// states than this, or its steps ask for too much.
///
/// # Errors
/// The limit that was reached.
pub(super) fn database(
    packed: &mut Packed<'_>,
    (start, goal): (&[u64], SentenceId),
    (pattern, own, payers): (&Pattern, usize, &Payers),
    limit: usize,
    budget: &mut Budget,
) -> Result<Option<PatternDatabase>, Stop> {
    let Some(abstraction) = Abstraction::new(pattern, packed) else { return Ok(None) };
    let mut database = PatternDatabase::new(pattern.clone());
    database.add(abstraction.word(start, packed));
    let numbers = abstraction.cells.iter().enumerate().map(|(at, it)| (it.0, at)).collect();
    let count = packed.steps.len();
    let (trees, leaves) = (DecisionTrees::new(count + 1), Vec::new());
    let abstraction = &abstraction;
    let mut steps = AbstractSteps { packed, abstraction, payers, own, numbers, trees, leaves };
    let (edges, goals) = match steps.explore(&mut database, goal, limit, budget) {
        Ok(explored) => explored,
        Err(AbstractionHalt::TooMany) => return Ok(None),
        Err(AbstractionHalt::Stop(stop)) => return Err(stop),
    };
    distances(&mut database, &edges, &goals, budget)?;
    Ok(Some(database))
}

/// Steps that change abstract states, those from the first state first.
#[derive(Default)]
struct AbstractEdges {
    /// The states that they lead to, with what they cost in the lowest bit.
    to: Vec<u32>,
    /// Where those from each state end.
    ends: Vec<u32>,
}

/// Finds the distances back from goals, along edges that cost 0 or 1.
fn distances(
    database: &mut PatternDatabase,
    edges: &AbstractEdges,
    goals: &[u32],
    budget: &mut Budget,
) -> Result<(), Stop> {
    let mut first = vec![0_u32; database.words.len() + 1];
    edges.to.iter().for_each(|it| first[(it >> 1) as usize + 1] += 1);
    (1..first.len()).for_each(|at| first[at] += first[at - 1]);
    let mut next = first.clone();
    let mut into = vec![0_u32; edges.to.len()];
    let mut at = 0;
    for (from, end) in (0_u32..).zip(&edges.ends) {
        for to in &edges.to[at..*end as usize] {
            let slot = &mut next[(to >> 1) as usize];
            into[*slot as usize] = from << 1 | to & 1;
            *slot += 1;
        }
        at = *end as usize;
    }
    drop(next);
    let mut open: VecDeque<(u32, u16)> = goals.iter().map(|it| (*it, 0)).collect();
    goals.iter().for_each(|it| database.distances[*it as usize] = 0);
    while let Some((at, distance)) = open.pop_front() {
        budget.check()?;
        if database.distances[at as usize] < distance {
            continue;
        }
        let range = first[at as usize] as usize..first[at as usize + 1] as usize;
        for it in &into[range] {
            let (from, cost) = (it >> 1, it & 1);
            // Farther than any number is as far as that.
            let farther = distance.saturating_add(cost as u16).min(NEVER - 1);
            if farther < database.distances[from as usize] {
                database.distances[from as usize] = farther;
                match cost {
                    0 => open.push_front((from, farther)),
                    _ => open.push_back((from, farther)),
                }
            }
        }
    }
    Ok(())
}
