//! What the rules of a game say, as a graph of parts in which what is said twice is one part: the values of cells are the leaves,
//! and for whoever moves there is one root. So two sets of rules say the same exactly where their roots are one.

use rustc_hash::FxHashMap;

use super::ground::{Condition, GroundNumber, Lookup};
use super::mover::GroundRules;
use super::score::Score;
use super::states::{Layout, PackedCell};
use super::steps::{ChangeTarget, GroundEffect, GroundStep, fits};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::{Comparison, Fold, Operation, SymbolId};

/// Mentions of parts in others at most.
const MENTIONS: usize = 1 << 17;

/// A part by its index; what it is made of comes before it.
pub(super) type PartId = u32;

/// A part of what the rules say.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct RulePart {
    pub kind: PartKind,
    /// What it is made of, in ascending order where no order matters.
    pub parts: Box<[PartId]>,
}

/// What a part says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum PartKind {
    /// The value of a cell is the one with this number.
    Literal(usize, u64),
    /// What is defined by itself holds, by the number of its body.
    Defined(usize),
    Truth(bool),
    Number(Option<i64>),
    Not,
    All,
    Any,
    Same,
    Compare(Comparison),
    Missing,
    /// A condition, and what is looked at where it holds.
    Case,
    Differ,
    /// The number in a cell, by its values in their order.
    Reads(i64, bool),
    /// A place in the table of a symbol: the arguments, and the table.
    Lookup(SymbolId),
    /// The cells of a symbol, in their order.
    Table,
    Binary(Operation),
    Absolute,
    Count,
    Fold(Fold),
    Choose,
    Indicator,
    /// A value comes to stand in a cell where a condition holds.
    Write,
    /// The step cannot be done where a condition holds.
    Bars,
    /// A number that has to be worked out comes to stand in a cell, or somewhere in the table of a symbol.
    WriteNumber,
    /// The points of the one who moves grow.
    OwnGain,
    /// The points of the other one grow.
    OthersGain,
    /// A meter grows.
    Amount,
    /// It depends on the state which meter grows while this player moves.
    AmountSomewhere(usize),
    /// What may turn out not to be possible.
    Open,
    Writes,
    Step,
    Steps,
    /// All that is so while one of the players moves, first of the one who does.
    Mover,
}

impl PartKind {
    /// Whether the order of its parts says nothing.
    pub(super) const fn is_unordered(self) -> bool {
        match self {
            Self::Same | Self::Differ | Self::Count | Self::Fold(_) | Self::Writes => true,
            Self::Compare(comparison) => matches!(comparison, Comparison::Equal),
            Self::Binary(operation) => matches!(
                operation,
                Operation::Plus | Operation::Times | Operation::Least | Operation::Greatest
            ),
            kind => kind.is_set(),
        }
    }

    /// Whether it says no more when a part is named twice.
    const fn is_set(self) -> bool {
        matches!(self, Self::All | Self::Any | Self::Steps)
    }
}

/// The parts of all rules.
#[derive(Default)]
pub(super) struct RuleGraph {
    pub parts: Vec<RulePart>,
    index: FxHashMap<RulePart, PartId>,
    /// What is so while each player moves.
    pub movers: [PartId; 2],
    /// The bodies of what is defined by itself.
    pub bodies: Vec<PartId>,
    /// How often a part was mentioned, also where that had been said before.
    mentions: usize,
}

impl RuleGraph {
    /// That of the rules while each player moves, of plays that begin in this state; `None` where they say too much.
    ///
    /// # Errors
    /// A limit of the budget.
    pub(super) fn of(
        rules: &[GroundRules; 2],
        score: Option<&Score>,
        layout: &Layout,
        start: &[u64],
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stop> {
        let mut stays: Vec<Option<u64>> =
            layout.cells.iter().map(|it| Some(it.read(start))).collect();
        for effect in rules.iter().flat_map(|it| &it.steps).flat_map(|it| &it.effects) {
            match &effect.target {
                ChangeTarget::Cell(at) => stays[*at] = None,
                ChangeTarget::Lookup(lookup) => {
                    let of_symbol =
                        |it: &(&mut Option<u64>, &PackedCell)| it.1.symbol == lookup.symbol;
                    let cells = stays.iter_mut().zip(&layout.cells).filter(of_symbol);
                    cells.for_each(|it| *it.0 = None);
                }
            }
        }
        let (reads, tables) = (FxHashMap::default(), FxHashMap::default());
        let graph = Self::default();
        let mut writer =
            GraphWriter { layout, score, stays, reads, tables, mover: 0, graph, body: 0 };
        for (mover, rules) in rules.iter().enumerate() {
            writer.mover = mover;
            let Some(root) = writer.mover(rules, budget)? else { return Ok(None) };
            writer.graph.movers[mover] = root;
        }
        Ok(Some(writer.graph))
    }

    /// A part that was said, if it was.
    pub(super) fn find(&self, kind: PartKind, parts: Vec<PartId>) -> Option<PartId> {
        self.index.get(&RulePart::new(kind, parts)).copied()
    }

    fn add(&mut self, kind: PartKind, parts: Vec<PartId>) -> PartId {
        self.mentions += parts.len();
        let part = RulePart::new(kind, parts);
        let next = self.parts.len() as PartId;
        *self.index.entry(part).or_insert_with_key(|part| {
            self.parts.push(part.clone());
            next
        })
    }
}

impl RulePart {
    fn new(kind: PartKind, mut parts: Vec<PartId>) -> Self {
        if kind.is_unordered() {
            parts.sort_unstable();
        }
        if kind.is_set() {
            parts.dedup();
        }
        Self { kind, parts: parts.into() }
    }
}

struct GraphWriter<'w> {
    layout: &'w Layout,
    score: Option<&'w Score>,
    /// The numbers of values that no step changes.
    stays: Vec<Option<u64>>,
    /// The numbers of cells and the tables of symbols that were written.
    reads: FxHashMap<usize, PartId>,
    tables: FxHashMap<SymbolId, PartId>,
    /// The player who moves.
    mover: usize,
    graph: RuleGraph,
    /// The number of the first body of what is being written.
    body: usize,
}

impl GraphWriter<'_> {
    fn mover(&mut self, rules: &GroundRules, budget: &mut Budget) -> Result<Option<PartId>, Stop> {
        let own_first = |mover: usize| [mover, 1 - mover];
        let [own, others] = own_first(self.mover);
        self.begin(&rules.defined[0]);
        let mut steps = Vec::new();
        for step in rules.steps.iter().filter(|it| it.guard != Condition::Truth(false)) {
            let before = self.graph.mentions;
            steps.push(self.step(step));
            budget.spend((self.graph.mentions - before) as u64)?;
            if self.graph.mentions > MENTIONS {
                return Ok(None);
            }
        }
        let kept = rules.kept.iter().map(|it| self.condition(it)).collect();
        let mut parts = vec![self.graph.add(PartKind::Steps, steps)];
        parts.push(self.graph.add(PartKind::All, kept));
        parts.extend([own, others].map(|it| self.condition(&rules.wins[it])));
        if let Some(points) = &rules.points {
            parts.extend([own, others].map(|it| self.number(&points[it])));
        }
        if let Some(score) = self.score {
            let begins = [own, others].map(|it| PartKind::Number(Some(score.begins[it])));
            parts.extend(begins.map(|it| self.graph.add(it, Vec::new())));
        }
        self.begin(&rules.defined[1]);
        parts.extend([own, others].map(|it| self.condition(&rules.wins_when_stuck[it])));
        Ok(Some(self.graph.add(PartKind::Mover, parts)))
    }

    /// Writes bodies, which what is written next speaks of.
    fn begin(&mut self, defined: &[(u32, Condition)]) {
        self.body = self.graph.bodies.len();
        let bodies: Vec<PartId> = defined.iter().map(|it| self.condition(&it.1)).collect();
        self.graph.bodies.extend(bodies);
    }

    fn step(&mut self, step: &GroundStep) -> PartId {
        let guard = self.condition(&step.guard);
        let mut writes = Vec::new();
        for effect in &step.effects {
            self.writes(effect, &mut writes);
        }
        for effect in &step.amounts {
            self.amounts(effect, &mut writes);
        }
        if step.is_open {
            writes.push(self.graph.add(PartKind::Open, Vec::new()));
        }
        let writes = self.graph.add(PartKind::Writes, writes);
        self.graph.add(PartKind::Step, vec![guard, writes])
    }

    /// What a change writes, value by value where that can be told.
    fn writes(&mut self, effect: &GroundEffect, writes: &mut Vec<PartId>) {
        let condition = self.condition(&effect.condition);
        let at = match &effect.target {
            ChangeTarget::Cell(at) => *at,
            ChangeTarget::Lookup(lookup) => {
                let (place, to) = (self.lookup(lookup), self.number(&effect.to));
                writes.push(self.graph.add(PartKind::WriteNumber, vec![place, condition, to]));
                return;
            }
        };
        let mut write = |it: &mut Self, condition, value| {
            let cell = &it.layout.cells[at];
            writes.push(if fits(cell, value) {
                let literal = it.literal(at, cell.number(value));
                it.graph.add(PartKind::Write, vec![literal, condition])
            } else {
                it.graph.add(PartKind::Bars, vec![condition])
            });
        };
        match &effect.to {
            GroundNumber::Constant(value) => write(self, condition, *value),
            GroundNumber::Cell(from)
                if from.count <= 64 && self.stays[self.index(from)].is_none() =>
            {
                for number in 0..from.count {
                    let is_it = self.literal(self.index(from), number);
                    let both = self.graph.add(PartKind::All, vec![condition, is_it]);
                    write(self, both, from.numbered(number));
                }
            }
            GroundNumber::Truth(truth) => {
                let is_true = self.condition(truth);
                let is_false = self.graph.add(PartKind::Not, vec![is_true]);
                for (is_it, value) in [(is_true, 1), (is_false, 0)] {
                    let both = self.graph.add(PartKind::All, vec![condition, is_it]);
                    write(self, both, Some(value));
                }
            }
            to => {
                let (place, to) = (self.reads(at), self.number(to));
                writes.push(self.graph.add(PartKind::WriteNumber, vec![place, condition, to]));
            }
        }
    }

    fn amounts(&mut self, effect: &GroundEffect, writes: &mut Vec<PartId>) {
        let (condition, by) = (self.condition(&effect.condition), self.number(&effect.to));
        match &effect.target {
            ChangeTarget::Cell(at) => {
                let meters = self.score.map_or(&[][..], |it| &it.meters);
                for (_, player) in meters.iter().filter(|it| it.0 == *at) {
                    let is_own = *player == self.mover;
                    let kind = if is_own { PartKind::OwnGain } else { PartKind::OthersGain };
                    writes.push(self.graph.add(kind, vec![condition, by]));
                }
                writes.push(self.graph.add(PartKind::Amount, vec![condition, by]));
            }
            ChangeTarget::Lookup(lookup) => {
                let place = self.lookup(lookup);
                let kind = PartKind::AmountSomewhere(self.mover);
                writes.push(self.graph.add(kind, vec![place, condition, by]));
            }
        }
    }

    fn condition(&mut self, condition: &Condition) -> PartId {
        let (kind, parts) = match condition {
            Condition::Truth(truth) => (PartKind::Truth(*truth), Vec::new()),
            Condition::OneOf(cell, set) => {
                let numbers = (0..cell.count).filter(|it| set >> it & 1 == 1);
                let at = self.index(cell);
                match self.stays[at] {
                    Some(number) => (PartKind::Truth(set >> number & 1 == 1), Vec::new()),
                    None => (PartKind::Any, numbers.map(|it| self.literal(at, it)).collect()),
                }
            }
            Condition::Not(part) => (PartKind::Not, vec![self.condition(part)]),
            Condition::All(parts) => (PartKind::All, self.conditions(parts)),
            Condition::Any(parts) => (PartKind::Any, self.conditions(parts)),
            Condition::Same(parts) => {
                (PartKind::Same, vec![self.condition(&parts.0), self.condition(&parts.1)])
            }
            Condition::Compare(comparison, parts) => {
                let parts = vec![self.number(&parts.0), self.number(&parts.1)];
                (PartKind::Compare(*comparison), parts)
            }
            Condition::Missing(number) => (PartKind::Missing, vec![self.number(number)]),
            Condition::Differ(parts) => (PartKind::Differ, self.cases(parts)),
            Condition::Defined(_, at) => (PartKind::Defined(self.body + *at as usize), Vec::new()),
            Condition::Match(_) | Condition::AnyMatch(_) | Condition::Somewhere(_) => {
                unreachable!("rules are packed when all is said about them")
            }
        };
        match parts[..] {
            [only] if kind == PartKind::Any => only,
            _ => self.graph.add(kind, parts),
        }
    }

    fn conditions(&mut self, parts: &[Condition]) -> Vec<PartId> {
        parts.iter().map(|it| self.condition(it)).collect()
    }

    fn cases(&mut self, parts: &[(Condition, GroundNumber)]) -> Vec<PartId> {
        let case = |(condition, number): &(Condition, GroundNumber)| {
            let parts = vec![self.condition(condition), self.number(number)];
            self.graph.add(PartKind::Case, parts)
        };
        parts.iter().map(case).collect()
    }

    fn number(&mut self, number: &GroundNumber) -> PartId {
        let (kind, parts) = match number {
            GroundNumber::Constant(value) => (PartKind::Number(*value), Vec::new()),
            GroundNumber::Cell(cell) => return self.reads(self.index(cell)),
            GroundNumber::Lookup(lookup) => return self.lookup(lookup),
            GroundNumber::Binary(operation, parts) => {
                let parts = vec![self.number(&parts.0), self.number(&parts.1)];
                (PartKind::Binary(*operation), parts)
            }
            GroundNumber::Absolute(part) => (PartKind::Absolute, vec![self.number(part)]),
            GroundNumber::Count(parts) => (PartKind::Count, self.conditions(parts)),
            GroundNumber::Fold(fold, parts) => (PartKind::Fold(*fold), self.cases(parts)),
            GroundNumber::Choose(parts) => (PartKind::Choose, self.cases(parts)),
            GroundNumber::Truth(condition) => {
                (PartKind::Indicator, vec![self.condition(condition)])
            }
        };
        self.graph.add(kind, parts)
    }

    fn lookup(&mut self, lookup: &Lookup) -> PartId {
        let mut parts: Vec<PartId> = lookup.arguments.iter().map(|it| self.number(it)).collect();
        parts.push(self.table(lookup.symbol));
        self.graph.add(PartKind::Lookup(lookup.symbol), parts)
    }

    fn table(&mut self, symbol: SymbolId) -> PartId {
        if let Some(known) = self.tables.get(&symbol) {
            return *known;
        }
        let of_symbol = |it: &(usize, &PackedCell)| it.1.symbol == symbol;
        let cells = self.layout.cells.iter().enumerate().filter(of_symbol);
        let cells = cells.map(|it| self.reads(it.0)).collect();
        let table = self.graph.add(PartKind::Table, cells);
        self.tables.insert(symbol, table);
        table
    }

    fn reads(&mut self, at: usize) -> PartId {
        if let Some(known) = self.reads.get(&at) {
            return *known;
        }
        let cell = self.layout.cells[at];
        let stays = cell.fixed.or_else(|| self.stays[at].map(|it| cell.numbered(it)));
        if let Some(value) = stays {
            return self.graph.add(PartKind::Number(value), Vec::new());
        }
        let literals = (0..cell.count).map(|it| self.literal(at, it)).collect();
        let (least, _, has_none) = cell.range();
        let reads = self.graph.add(PartKind::Reads(least, has_none), literals);
        self.reads.insert(at, reads);
        reads
    }

    fn literal(&mut self, at: usize, number: u64) -> PartId {
        self.graph.add(PartKind::Literal(at, number), Vec::new())
    }

    fn index(&self, cell: &PackedCell) -> usize {
        self.layout.first[cell.symbol.0 as usize] + cell.place
    }
}
