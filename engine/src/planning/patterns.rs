//! Which patterns to take: values of a function that the goal asks for, wherever they stand, or places
//! that it speaks of, with all their values. As many of them stand together as a database can hold, and
//! the distances of the databases are added.

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstraction::{Abstraction, database, payers};
use super::evaluate::EvaluationHalt;
use super::moves::{CellKnowledge, Packed};
use super::states::PackedCell;
use crate::budget::{Budget, Stop};
use crate::evidence::patterns::{NEVER, Pattern, PatternDatabase, PatternPlace};
use crate::logic::sheet::{SentenceId, SymbolId};

/// Databases of a collection at most.
const DATABASES: usize = 16;

/// States that are tried to find out what the goal asks for.
const TRIED: usize = 1 << 12;

/// Values that a cell may have so that some of them are told apart.
const VALUES: u64 = 128;

/// Databases whose distances are added, each with how states become its words.
pub struct Estimates {
    /// The databases.
    pub databases: Vec<PatternDatabase>,
    abstractions: Vec<Abstraction>,
}

impl Estimates {
    /// The best that were found for this goal, in databases of so many abstract states at most; `None` when the
    /// goal names nothing that helps. An abstract state takes some 25 bytes, and as many for each step from
    /// it while its database is made.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn of(
        packed: &mut Packed<'_>,
        start: &[u64],
        goal: SentenceId,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stop> {
        let asked = asked_by(packed, goal, budget)?;
        let mut best: Option<(usize, Self, Units)> = None;
        for units in [values(packed, &asked, budget)?, places(packed, &asked)] {
            let Some(units) = units else { continue };
            let found =
                Self::grouped(packed, (start, goal), (&units, units.groups()), most, budget)?;
            let Some(found) = found else { continue };
            // What shows that there is no goal is left to the search for all states, which also counts them.
            let distance = found.distance(start, packed).unwrap_or(0);
            if best.as_ref().is_none_or(|it| it.0 < distance) {
                best = Some((distance, found, units));
            }
        }
        let Some((distance, mut found, units)) = best.filter(|it| it.0 > 0) else {
            return Ok(None);
        };
        let mut groups = units.groups();
        let mut before = 1;
        // Databases grow about as they did before.
        while groups > 1 && found.states().pow(2) / before <= most {
            // One group fewer, and no more of them than the larger ones need.
            groups = units.count().div_ceil(units.count().div_ceil(groups - 1));
            before = found.states();
            match Self::grouped(packed, (start, goal), (&units, groups), most, budget)? {
                Some(larger) if larger.distance(start, packed) >= Some(distance) => found = larger,
                _ => break,
            }
        }
        Ok(Some(found))
    }

    /// The abstract states of the largest database.
    fn states(&self) -> usize {
        self.databases.iter().map(|it| it.words.len()).max().unwrap_or(0)
    }

    /// Databases for so many groups of units; `None` when one of them would be too large.
    fn grouped(
        packed: &mut Packed<'_>,
        (start, goal): (&[u64], SentenceId),
        (units, groups): (&Units, usize),
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stop> {
        let patterns = units.patterns(groups, packed);
        let payers = payers(&patterns, packed);
        let (mut databases, mut abstractions) = (Vec::new(), Vec::new());
        for (own, pattern) in patterns.iter().enumerate() {
            let task = (start, goal);
            let found = database(packed, task, (pattern, own, &payers), most, budget)?;
            let Some((found, abstraction)) = found.zip(Abstraction::new(pattern, packed)) else {
                return Ok(None);
            };
            databases.push(found);
            abstractions.push(abstraction);
        }
        Ok(Some(Self { databases, abstractions }))
    }

    /// Below which no goal is reached from a state; `None` for none at all.
    pub fn distance(&self, state: &[u64], packed: &Packed<'_>) -> Option<usize> {
        let mut sum = 0;
        for (database, abstraction) in self.databases.iter().zip(&self.abstractions) {
            let number = database.find(abstraction.word(state, packed));
            match number.map_or(0, |it| database.distances[it as usize]) {
                NEVER => return None,
                distance => sum += usize::from(distance),
            }
        }
        Some(sum)
    }
}

/// What can stand together in a pattern.
enum Units {
    /// These values of a symbol, in all its cells; those that steps ask for first stand in every pattern.
    Values { cells: Vec<usize>, values: Vec<u64>, always: Vec<u64> },
    /// These cells, with all values.
    Cells(Vec<usize>),
}

impl Units {
    fn count(&self) -> usize {
        match self {
            Self::Values { values, .. } => values.len(),
            Self::Cells(cells) => cells.len(),
        }
    }

    /// In how many groups they stand at most.
    fn groups(&self) -> usize {
        self.count().min(DATABASES)
    }

    /// Patterns that have all of them, in so many groups.
    fn patterns(&self, groups: usize, packed: &Packed<'_>) -> Vec<Pattern> {
        let cuts: Vec<usize> = (0..=groups).map(|it| it * self.count() / groups).collect();
        let ranges = cuts.windows(2).map(|it| it[0]..it[1]);
        ranges
            .map(|range| match self {
                Self::Cells(cells) => {
                    let place = |it: &usize| {
                        let cell = &packed.layout.cells[*it];
                        let classes: Vec<u8> = (0..cell.count as u8).collect();
                        pattern_place(cell, classes, vec![true; cell.count as usize])
                    };
                    Pattern { places: cells[range].iter().map(place).collect() }
                }
                Self::Values { cells, values, always } => {
                    let chosen = &values[range];
                    let class = |number: u64| {
                        let kept = chosen.iter().chain(always).position(|it| *it == number);
                        kept.map_or(0, |it| it as u8 + 1)
                    };
                    let classes = 1 + chosen.len() + always.len();
                    let is_charged: Vec<bool> =
                        (0..classes).map(|it| (1..=chosen.len()).contains(&it)).collect();
                    let place = |it: &usize| {
                        let cell = &packed.layout.cells[*it];
                        pattern_place(
                            cell,
                            (0..cell.count).map(class).collect(),
                            is_charged.clone(),
                        )
                    };
                    Pattern { places: cells.iter().map(place).collect() }
                }
            })
            .collect()
    }
}

/// A place whose numbers of values have these classes.
fn pattern_place(cell: &PackedCell, mut classes: Vec<u8>, is_charged: Vec<bool>) -> PatternPlace {
    if !cell.range().2 {
        classes.insert(0, 0);
    }
    PatternPlace { symbol: cell.symbol, place: cell.place, classes, is_charged }
}

/// Cells with the numbers that they have in every goal, as far as that is easily found.
pub(super) fn asked_by(
    packed: &mut Packed<'_>,
    goal: SentenceId,
    budget: &mut Budget,
) -> Result<Vec<(usize, u64)>, Stop> {
    let mut open = vec![(vec![0; packed.layout.words], Vec::<(usize, u64)>::new())];
    let mut common: Option<Vec<(usize, u64)>> = None;
    let mut tried = 0;
    while let Some((state, read)) = open.pop() {
        tried += 1;
        if tried > TRIED {
            return Ok(Vec::new());
        }
        let known: FxHashSet<usize> = read.iter().map(|it| it.0).collect();
        match packed.settled(goal, &state, &known, budget) {
            // In a state that nothing leads to numbers may grow without bounds.
            Err(EvaluationHalt::Stop(Stop::Size(_))) => return Ok(Vec::new()),
            Err(EvaluationHalt::Stop(stop)) => return Err(stop),
            Err(EvaluationHalt::Unknown(at)) => {
                let cell = packed.layout.cells[at];
                if cell.fixed.is_some() || cell.count > VALUES {
                    return Ok(Vec::new());
                }
                for number in 0..cell.count {
                    let mut state = state.clone();
                    state[cell.word] |= number << cell.shift;
                    open.push((state, [&read[..], &[(at, number)]].concat()));
                }
            }
            Ok(false) => {}
            Ok(true) => match &mut common {
                None => common = Some(read),
                Some(common) => common.retain(|it| read.contains(it)),
            },
        }
    }
    Ok(common.unwrap_or_default())
}

/// The cells that the goal asks for.
fn places(packed: &Packed<'_>, asked: &[(usize, u64)]) -> Option<Units> {
    let is_small = |it: &usize| (2..=VALUES).contains(&packed.layout.cells[*it].count);
    let cells: Vec<usize> = asked.iter().map(|it| it.0).filter(is_small).collect();
    (!cells.is_empty()).then_some(Units::Cells(cells))
}

/// The values that the goal asks for, of the symbol of which it asks for most.
fn values(
    packed: &mut Packed<'_>,
    asked: &[(usize, u64)],
    budget: &mut Budget,
) -> Result<Option<Units>, Stop> {
    let mut by_symbol: FxHashMap<SymbolId, Vec<u64>> = FxHashMap::default();
    for (at, number) in asked {
        let values = by_symbol.entry(packed.layout.cells[*at].symbol).or_default();
        if !values.contains(number) {
            values.push(*number);
        }
    }
    let most = by_symbol.into_iter().max_by_key(|it| (it.1.len(), it.0.0));
    let Some((symbol, mut values)) = most.filter(|it| it.1.len() > 1) else { return Ok(None) };
    let of = |it: &usize| packed.layout.cells[*it].symbol == symbol;
    let cells: Vec<usize> = (0..packed.layout.cells.len()).filter(of).collect();
    if packed.layout.cells[cells[0]].count > VALUES {
        return Ok(None);
    }
    let always = asked_first(packed, symbol, budget)?;
    values.retain(|it| !always.contains(it));
    Ok((!values.is_empty()).then_some(Units::Values { cells, values, always }))
}

/// The numbers of values that steps tell from all others by the first cell that they read.
fn asked_first(
    packed: &mut Packed<'_>,
    symbol: SymbolId,
    budget: &mut Budget,
) -> Result<Vec<u64>, Stop> {
    let blank = vec![0; packed.layout.words];
    let mut found = Vec::new();
    for step in 0..packed.steps.len() as u32 {
        budget.check()?;
        let first = match packed.outcome(
            step,
            &blank,
            CellKnowledge::Read(&FxHashSet::default()),
            budget,
        ) {
            Err(EvaluationHalt::Unknown(at)) => at,
            Ok(_) | Err(EvaluationHalt::Stop(Stop::Size(_))) => continue,
            Err(EvaluationHalt::Stop(stop)) => return Err(stop),
        };
        let cell = packed.layout.cells[first];
        if cell.symbol != symbol || cell.fixed.is_some() {
            continue;
        }
        let known = FxHashSet::from_iter([first]);
        let mut sides = [Vec::new(), Vec::new()];
        for number in 0..cell.count {
            let mut state = blank.clone();
            state[cell.word] |= number << cell.shift;
            match packed.outcome(step, &state, CellKnowledge::Read(&known), budget) {
                Ok(_) | Err(EvaluationHalt::Stop(Stop::Size(_))) => sides[0].push(number),
                Err(EvaluationHalt::Stop(stop)) => return Err(stop),
                Err(EvaluationHalt::Unknown(_)) => sides[1].push(number),
            }
        }
        let [one, other] = sides;
        let few = if one.len() < other.len() { one } else { other };
        if let [number] = few[..]
            && !found.contains(&number)
        {
            found.push(number);
        }
    }
    Ok(found)
}
