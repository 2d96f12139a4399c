//! When a goal is reached or a play is over, and what it has brought, as conditions on cells: what the grounded sentence
//! says is taken over part by part, and what calculates is tried for all values of the cells that it reads.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::compile::Compiler;
use super::counting::{CountedConditions, CountedSets};
use super::ground::{Condition, DefinedBodies, GroundNumber, GroundReader};
use super::reads::CellsRead;
use super::states::{Layout, PackedCell};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::actions::{CellCondition, CellContent};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::rules::{PointCases, Points, SheetPlayers};
use crate::logic::sheet::{SentenceId, Sheet, SheetState, SymbolId};

/// Parts of all conditions together, and values of cells that are tried, at most.
const SIZE: usize = 1 << 17;

const TOO_MANY: Stop = Stop::Size("its ends have too many cases to be written out");

/// Writes out what sentences say of states.
pub struct ConditionWriter<'w> {
    sheet: &'w Sheet,
    definitions: &'w Definitions,
    layout: &'w Layout,
    /// The bodies of what is defined by itself, as they were grounded, and the number of the first.
    bodies: Rc<DefinedBodies>,
    first: usize,
    /// Those that were written out.
    defined: Vec<CellCondition>,
    size: usize,
}

impl<'w> ConditionWriter<'w> {
    /// For states of a layout.
    pub fn new(sheet: &'w Sheet, definitions: &'w Definitions, layout: &'w Layout) -> Self {
        let (bodies, defined) = (Rc::new([]), Vec::new());
        Self { sheet, definitions, layout, bodies, first: 0, defined, size: 0 }
    }

    /// What a sentence says; `None` where it needs what is defined by itself.
    ///
    /// # Errors
    /// That it has too many cases, or another limit.
    pub fn sentence(
        &mut self,
        sentence: SentenceId,
        budget: &mut Budget,
    ) -> Result<Option<CellCondition>, Stop> {
        let mut compiler = Compiler::new(self.sheet, self.definitions, self.layout, Vec::new());
        let condition = compiler.condition(sentence, budget)?;
        match compiler.into_defined().is_empty() {
            true => self.condition(&condition, budget).map(Some),
            false => Ok(None),
        }
    }

    /// For each player what is true where they have won, while somebody can move and when nobody can.
    ///
    /// # Errors
    /// As [`ConditionWriter::sentence`].
    pub fn wins(
        &mut self,
        players: &SheetPlayers,
        budget: &mut Budget,
    ) -> Result<[[CellCondition; 2]; 2], Stop> {
        let (going, defined) = self.wins_where(players, false, 0, budget)?;
        self.defined = defined;
        let (mut stuck, defined) = self.wins_where(players, true, 0, budget)?;
        if defined != self.defined {
            let first = self.defined.len();
            let (wins, defined) = self.wins_where(players, true, first, budget)?;
            stuck = wins;
            self.defined.extend(defined);
        }
        Ok([going, stuck])
    }

    /// What holds of itself, by the numbers in [`CellCondition::Defined`].
    pub fn into_defined(self) -> Vec<CellCondition> {
        self.defined
    }

    /// Who wins, and what is defined by itself for that, which has numbers from here on.
    fn wins_where(
        &mut self,
        players: &SheetPlayers,
        is_stuck: bool,
        first: usize,
        budget: &mut Budget,
    ) -> Result<([CellCondition; 2], Vec<CellCondition>), Stop> {
        let stuck = vec![(players.stuck, i64::from(is_stuck))];
        let mut compiler = Compiler::new(self.sheet, self.definitions, self.layout, stuck);
        let wins = players.wins.map(|it| compiler.condition(it, budget));
        let [one, other] = wins;
        let (one, other) = (one?, other?);
        self.first = first;
        self.bodies = compiler.into_defined().into();
        let wins = [self.condition(&one, budget)?, self.condition(&other, budget)?];
        let bodies = Rc::clone(&self.bodies);
        let defined = bodies.iter().map(|it| self.condition(&it.1, budget));
        Ok((wins, defined.collect::<Result<_, Stop>>()?))
    }

    /// What the first player has more than the second one, in a play that begins in this state.
    ///
    /// # Errors
    /// As [`ConditionWriter::sentence`].
    pub fn points(
        &mut self,
        stuck: SymbolId,
        points: &[Points; 2],
        start: &SheetState,
        budget: &mut Budget,
    ) -> Result<PointCases, Stop> {
        let stuck = vec![(stuck, 1)];
        let mut compiler = Compiler::new(self.sheet, self.definitions, self.layout, stuck);
        let mut begins = 0_i64;
        let mut meters: [Vec<usize>; 2] = Default::default();
        let mut rests = [const { GroundNumber::Constant(Some(0)) }; 2];
        for (player, points) in points.iter().enumerate() {
            for (symbol, place) in &points.meters {
                meters[player].push(self.layout.first[symbol.0 as usize] + place);
                let value = start.tables[symbol.0 as usize][*place].unwrap_or(0);
                begins = begins.saturating_add(if player == 0 { value } else { -value });
            }
            if let Some(term) = points.rest {
                rests[player] = compiler.number(term, budget)?;
            }
        }
        let mut read = CellsRead::new(self.sheet, self.layout);
        rests.iter().for_each(|it| read.number(it));
        self.bodies = compiler.into_defined().into();
        let bodies = Rc::clone(&self.bodies);
        let ground = self.ground(&bodies);
        let more = |state: &[u64]| {
            let [first, second] = [0, 1].map(|it: usize| rests[it].value(state, &ground));
            first.unwrap_or(0).saturating_sub(second.unwrap_or(0))
        };
        let rest = self.tried(&read.cells, more, |it| *it != 0, budget)?;
        Ok(PointCases { begins, meters, rest })
    }

    const fn ground<'g>(&self, defined: &'g DefinedBodies) -> GroundReader<'g>
    where
        'w: 'g,
    {
        GroundReader { sheet: self.sheet, layout: self.layout, defined, growth: None }
    }

    fn count(&mut self, parts: usize, budget: &mut Budget) -> Result<(), Stop> {
        budget.check()?;
        self.size += parts;
        if self.size > SIZE { Err(TOO_MANY) } else { Ok(()) }
    }

    fn condition(
        &mut self,
        condition: &Condition,
        budget: &mut Budget,
    ) -> Result<CellCondition, Stop> {
        self.count(1, budget)?;
        Ok(match condition {
            Condition::Truth(truth) => CellCondition::Truth(*truth),
            Condition::OneOf(cell, set) => {
                let at = self.index(cell);
                let numbers = (0..cell.count).filter(|it| set >> it & 1 == 1);
                let values: Vec<CellCondition> =
                    numbers.map(|it| CellCondition::Is(at, cell.numbered(it))).collect();
                match <[CellCondition; 1]>::try_from(values) {
                    Ok([only]) => only,
                    Err(values) => CellCondition::Any(values),
                }
            }
            Condition::Defined(_, at) => CellCondition::Defined(self.first + *at as usize),
            Condition::Not(part) => CellCondition::Not(Box::new(self.condition(part, budget)?)),
            Condition::All(parts) => CellCondition::All(self.each(parts, budget)?),
            Condition::Any(parts) => CellCondition::Any(self.each(parts, budget)?),
            Condition::Same(parts) => {
                let one = self.condition(&parts.0, budget)?;
                let other = self.condition(&parts.1, budget)?;
                // Each of them stands there twice.
                self.count(size(&one) + size(&other), budget)?;
                let not = |it: &CellCondition| CellCondition::Not(Box::new(it.clone()));
                let none = CellCondition::All(vec![not(&one), not(&other)]);
                CellCondition::Any(vec![CellCondition::All(vec![one, other]), none])
            }
            _ => {
                let mut read = CellsRead::new(self.sheet, self.layout);
                read.condition(condition);
                if let Some(counted) = self.counted(condition, &read.cells, budget)? {
                    return Ok(counted);
                }
                let bodies = Rc::clone(&self.bodies);
                let ground = self.ground(&bodies);
                let found =
                    self.tried(&read.cells, |it| condition.holds(it, &ground), |it| *it, budget)?;
                let is = |it: CellContent| CellCondition::Is(it.0, it.1);
                let all =
                    |it: Vec<CellContent>| CellCondition::All(it.into_iter().map(is).collect());
                CellCondition::Any(found.into_iter().map(|it| all(it.0)).collect())
            }
        })
    }

    /// That so many of some conditions hold, where that has fewer parts than there are values to try.
    fn counted(
        &mut self,
        condition: &Condition,
        read: &BTreeSet<usize>,
        budget: &mut Budget,
    ) -> Result<Option<CellCondition>, Stop> {
        let Condition::Compare(comparison, sides) = condition else { return Ok(None) };
        let Some(counting) = CountedConditions::of(*comparison, sides) else { return Ok(None) };
        let values = read.iter().map(|it| self.layout.cells[*it].count as usize);
        let values = values.fold(1_usize, usize::saturating_mul);
        let before = self.size;
        let parts = counting.parts.iter().map(|it| self.condition(it, budget));
        let parts = parts.collect::<Result<Vec<_>, Stop>>()?;
        let largest = parts.iter().map(size).max().unwrap_or(1);
        let Some(sets) = counting.sets(values.min(SIZE) / largest) else {
            self.size = before;
            return Ok(None);
        };
        let not = |it: CellCondition| CellCondition::Not(Box::new(it));
        let mut any = |sets: Vec<Vec<usize>>, has_no_others: bool| {
            let sets = sets.into_iter().map(|set| {
                let is_in = |at: &usize| set.binary_search(at).is_ok();
                let named = (0..parts.len()).filter(|it| has_no_others || is_in(it));
                self.count(named.clone().map(|it| size(&parts[it])).sum(), budget)?;
                let named = named.map(|it| (is_in(&it), parts[it].clone()));
                let said = named.map(|(is_in, it)| if is_in { it } else { not(it) });
                Ok(CellCondition::All(said.collect()))
            });
            sets.collect::<Result<Vec<_>, Stop>>().map(CellCondition::Any)
        };
        Ok(Some(match sets {
            CountedSets::Exactly(sets) => any(sets, true)?,
            CountedSets::Bounds([least, beyond]) => {
                let mut both = Vec::new();
                if !least.is_empty() {
                    both.push(any(least, false)?);
                }
                both.push(not(any(beyond, false)?));
                CellCondition::All(both)
            }
        }))
    }

    fn each(
        &mut self,
        parts: &[Condition],
        budget: &mut Budget,
    ) -> Result<Vec<CellCondition>, Stop> {
        let each = parts.iter().map(|it| self.condition(it, budget));
        let mut each = each.collect::<Result<Vec<_>, Stop>>()?;
        each.sort_unstable();
        each.dedup();
        Ok(each)
    }

    /// What comes of each of the values that cells may have, as far as it is wanted.
    fn tried<T>(
        &mut self,
        read: &BTreeSet<usize>,
        look: impl Fn(&[u64]) -> T,
        is_wanted: impl Fn(&T) -> bool,
        budget: &mut Budget,
    ) -> Result<Vec<(Vec<CellContent>, T)>, Stop> {
        let cells: Vec<(usize, PackedCell)> =
            read.iter().map(|it| (*it, self.layout.cells[*it])).collect();
        let mut state = vec![0; self.layout.words];
        let mut numbers = vec![0_u64; cells.len()];
        let mut found = Vec::new();
        loop {
            self.count(1, budget)?;
            for ((_, cell), number) in cells.iter().zip(&numbers) {
                let word = &mut state[cell.word];
                *word = *word & !(cell.mask << cell.shift) | number << cell.shift;
            }
            let comes = look(&state);
            if is_wanted(&comes) {
                self.count(cells.len(), budget)?;
                let values = cells.iter().zip(&numbers);
                found.push((
                    values.map(|(it, number)| (it.0, it.1.numbered(*number))).collect(),
                    comes,
                ));
            }
            let mut turning = cells.iter().zip(&mut numbers);
            let has_turned = turning.any(|((_, cell), number)| {
                *number = (*number + 1) % cell.count;
                *number != 0
            });
            if !has_turned {
                return Ok(found);
            }
        }
    }

    fn index(&self, cell: &PackedCell) -> usize {
        self.layout.first[cell.symbol.0 as usize] + cell.place
    }
}

/// How many parts a condition has.
fn size(condition: &CellCondition) -> usize {
    match condition {
        CellCondition::Truth(_) | CellCondition::Is(..) | CellCondition::Defined(_) => 1,
        CellCondition::Not(part) => 1 + size(part),
        CellCondition::All(parts) | CellCondition::Any(parts) => {
            1 + parts.iter().map(size).sum::<usize>()
        }
    }
}
