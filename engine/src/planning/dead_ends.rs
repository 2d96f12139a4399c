//! Dead ends by potentials: facts of which no step makes more true, while the goal needs some number of them. They are found
//! back from the goal: where a step makes a fact true, one that it makes false belongs to them. So boxes that stand where
//! they can still be pushed to a target are counted, and each that leaves these places is missing at the end.

use rustc_hash::FxHashSet;

use super::cases::{cases, reachable};
use super::ground::Masked;
use super::moves::Packed;
use super::patterns::asked_by;
use super::states::Layout;
use crate::budget::{Budget, Stop};
use crate::evidence::plan::{DeadEndPotential, DeadEndPotentials, PlaceValue};
use crate::logic::sheet::actions::{CellContent, StepCase};
use crate::logic::sheet::{SentenceId, SheetState};

/// Facts by cells.
type CellFacts = FxHashSet<CellContent>;

/// Potentials, each with what it counts in packed states.
#[derive(Default)]
pub struct DeadEnds {
    potentials: DeadEndPotentials,
    counted: Vec<CountedFacts>,
}

/// Facts that are counted in packed states.
struct CountedFacts {
    /// Bits, each of which is a fact.
    bits: Vec<(usize, u64)>,
    /// The other ones.
    others: Vec<Masked>,
    needed: u32,
}

impl DeadEnds {
    /// Those that the goal and the steps tell, if any.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn of(
        packed: &mut Packed<'_>,
        (start, goal): (&SheetState, SentenceId),
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let asked = asked_by(packed, goal, budget)?;
        let of = |(at, number): &(usize, u64)| (*at, packed.layout.cells[*at].numbered(*number));
        let goals: Vec<CellContent> = asked.iter().map(of).collect();
        if goals.is_empty() {
            return Ok(Self::default());
        }
        let written = match cases(packed, start, budget) {
            Err(Stop::Size(_)) => return Ok(Self::default()),
            written => written?,
        };
        let values = reachable(&written, budget)?;
        let can_be = |(at, value): &CellContent| values[*at].contains(value);
        let can_be_done = |it: &&StepCase| it.reads.iter().all(can_be);
        let steps: Vec<FactsChanged> =
            written.cases.iter().filter(can_be_done).map(FactsChanged::of).collect();
        // What each fact of the goal needs, and all of them together.
        let mut wanted: Vec<&[CellContent]> = goals.chunks(1).collect();
        if goals.len() > 1 {
            wanted.push(&goals);
        }
        let (mut found, mut known) = (Self::default(), Vec::new());
        for goals in wanted.into_iter().rev() {
            if let Some(facts) = closure(goals, &steps, &packed.layout, budget)?
                && !known.contains(&facts)
            {
                found.add(&facts, goals.len() as u32, &packed.layout);
                known.push(facts);
            }
        }
        let all = values.iter().enumerate();
        let all = all.flat_map(|(at, values)| values.iter().map(move |value| (at, *value)));
        found.potentials.values.extend(all.map(|it| place_value(&it, &packed.layout)));
        Ok(found)
    }

    fn add(&mut self, facts: &CellFacts, needed: u32, layout: &Layout) {
        let mut facts: Vec<CellContent> = facts.iter().copied().collect();
        facts.sort_unstable();
        let mut counted = CountedFacts { bits: Vec::new(), others: Vec::new(), needed };
        for (at, value) in &facts {
            let fact = Masked::of(&layout.cells[*at], *value);
            let word = fact.word as usize;
            if fact.mask.count_ones() != 1 || fact.bits == 0 {
                counted.others.push(fact);
            } else if let Some(bits) = counted.bits.iter_mut().find(|it| it.0 == word) {
                bits.1 |= fact.mask;
            } else {
                counted.bits.push((word, fact.mask));
            }
        }
        let facts = facts.iter().map(|it| place_value(it, layout)).collect();
        self.potentials.all.push(DeadEndPotential { facts, needed });
        self.counted.push(counted);
    }

    /// The potentials, if there are any.
    pub fn potentials(&self) -> Option<&DeadEndPotentials> {
        (!self.counted.is_empty()).then_some(&self.potentials)
    }

    /// Whether no goal is reached from a state.
    pub(super) fn has(&self, state: &[u64]) -> bool {
        self.counted.iter().any(|it| {
            let bits = it.bits.iter().map(|(word, mask)| (state[*word] & mask).count_ones());
            let others = it.others.iter().filter(|it| it.is(state)).count() as u32;
            bits.sum::<u32>() + others < it.needed
        })
    }
}

fn place_value((at, value): &CellContent, layout: &Layout) -> PlaceValue {
    let cell = &layout.cells[*at];
    (cell.symbol, cell.place, *value)
}

/// What a step makes true and false, where it is known to change.
struct FactsChanged {
    gained: Vec<CellContent>,
    lost: Vec<CellContent>,
}

impl FactsChanged {
    fn of(case: &StepCase) -> Self {
        let gained = case.writes.iter().filter(|it| !case.reads.contains(it));
        let is_lost = |it: &&CellContent| case.writes.iter().any(|by| by.0 == it.0 && by.1 != it.1);
        Self {
            gained: gained.copied().collect(),
            lost: case.reads.iter().filter(is_lost).copied().collect(),
        }
    }

    /// How many more or fewer of some facts are true.
    fn difference(&self, facts: &CellFacts) -> isize {
        let count = |it: &[CellContent]| it.iter().filter(|it| facts.contains(it)).count() as isize;
        count(&self.gained) - count(&self.lost)
    }

    /// The facts from which those that are gained come, of others than these: what goes from place to place is the same value of
    /// the same symbol, if there is such a fact.
    fn sources(&self, facts: &CellFacts, layout: &Layout) -> Vec<CellContent> {
        let symbol = |at: usize| layout.cells[at].symbol;
        let is_alike =
            |one: &CellContent, by: &CellContent| one.1 == by.1 && symbol(one.0) == symbol(by.0);
        let gained = || self.gained.iter().filter(|it| facts.contains(it));
        let open = self.lost.iter().filter(|it| !facts.contains(it)).copied();
        let (alike, others): (Vec<_>, Vec<_>) =
            open.partition(|it| gained().any(|by| is_alike(it, by)));
        if alike.is_empty() { others } else { alike }
    }
}

/// The facts from which those of the goal come; `None` where a step makes one true from nothing, or no step makes fewer of
/// them true.
fn closure(
    goals: &[CellContent],
    steps: &[FactsChanged],
    layout: &Layout,
    budget: &mut Budget,
) -> Result<Option<CellFacts>, Stop> {
    let mut facts: CellFacts = goals.iter().copied().collect();
    loop {
        budget.work(steps.len())?;
        budget.look()?;
        let mut has_grown = false;
        for step in steps {
            while step.difference(&facts) > 0 {
                let more = step.sources(&facts, layout);
                if more.is_empty() {
                    return Ok(None);
                }
                facts.extend(more);
                has_grown = true;
            }
        }
        if !has_grown {
            break;
        }
    }
    Ok(steps.iter().any(|it| it.difference(&facts) < 0).then_some(facts))
}
