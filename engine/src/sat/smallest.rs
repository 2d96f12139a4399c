//! The fewest literals that clauses do not allow together, by sets that hit every correction: each part
//! of the literals that can be true leaves some out, and what cannot be true has one of these (Ignatiev,
//! Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization",
//! CP 2015).

use super::hitting::{NumberSet, add_minimal, fewest_hitting};
use crate::budget::{Budget, Stop};
use crate::logic::cnf::Literal;

/// The search for what no smaller reason explains is worth so many steps of the budget.
pub const EFFORT: u64 = 1 << 17;

/// Members that cannot be true together, of which none can be left out.
pub struct FewMembers {
    /// The members.
    pub members: Vec<usize>,
    /// Whether it is known that no fewer cannot be true together.
    pub are_fewest: bool,
    /// So many steps of the budget it took to look for fewer.
    pub effort: u64,
}

/// Who knows clauses and decides them together with literals.
pub trait Oracle {
    /// Those of some literals that the clauses do not allow together; `None` when there is a model.
    ///
    /// # Errors
    /// The limit that was reached.
    fn refuted(
        &mut self,
        literals: &[Literal],
        budget: &mut Budget,
    ) -> Result<Option<Vec<Literal>>, Stop>;

    /// Whether a literal is true in the last model.
    fn is_true(&self, literal: Literal) -> bool;
}

/// Members of which the fewest are sought that cannot be true together with some literals.
pub struct CoreMembers<'m> {
    /// What is true anyway.
    pub always: &'m [Literal],
    /// The members.
    pub members: &'m [Literal],
}

impl CoreMembers<'_> {
    /// What is assumed when these members are to be true.
    fn assumed(&self, chosen: &[usize]) -> Vec<Literal> {
        self.always.iter().copied().chain(chosen.iter().map(|it| self.members[*it])).collect()
    }

    /// Which members cannot be true together, of those that may be chosen; `None` when all can.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn refuted(
        &self,
        chosen: &[usize],
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let core = oracle.refuted(&self.assumed(chosen), budget)?;
        let is_in = |core: &[Literal], it: &usize| core.contains(&self.members[*it]);
        Ok(core.map(|core| chosen.iter().copied().filter(|it| is_in(&core, it)).collect()))
    }

    /// Leaves out of members that cannot be true together what is not needed.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn shrunk(
        &self,
        core: Vec<usize>,
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<Vec<usize>, Stop> {
        let shrunk = self.shrunk_to(core.clone(), usize::MAX, oracle, budget)?;
        Ok(shrunk.unwrap_or(core))
    }

    /// The same; `None` as soon as more than `most` are needed.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn shrunk_to(
        &self,
        mut core: Vec<usize>,
        most: usize,
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let mut needed = 0;
        while needed < core.len() && needed <= most {
            let mut without = core.clone();
            without.remove(needed);
            match self.refuted(&without, oracle, budget)? {
                // What was needed before is needed still, and keeps its place.
                Some(fewer) => core = fewer,
                None => needed += 1,
            }
        }
        Ok((needed <= most).then_some(core))
    }

    /// The fewest members that cannot be true together, if they are fewer than `below`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn fewer(
        &self,
        below: usize,
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let count = self.members.len();
        let (mut found, mut known): (Option<Vec<usize>>, Vec<NumberSet>) = (None, Vec::new());
        loop {
            let most = found.as_ref().map_or(below, Vec::len);
            let hit = fewest_hitting((&known, count), most, budget)?;
            let Some(hit) = hit else { return Ok(found) };
            let mut hit: Vec<usize> = hit.iter().collect();
            let least = hit.len();
            loop {
                if let Some(core) = self.refuted(&hit, oracle, budget)? {
                    if hit.len() == least {
                        return Ok(Some(core));
                    }
                    let core = self.shrunk(core, oracle, budget)?;
                    if core.len() < most {
                        found = Some(core);
                    }
                    break;
                }
                let correction = self.correction(&hit, oracle, budget)?;
                add_minimal(&mut known, &NumberSet::of(count, correction.iter().copied()));
                hit.extend(correction);
            }
        }
    }

    /// Few members that cannot be true together, which all of them cannot: the fewest, where that is found with so
    /// many steps of the budget.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn fewest(
        &self,
        effort: u64,
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<FewMembers, Stop> {
        let all: Vec<_> = (0..self.members.len()).collect();
        let core = self.refuted(&all, oracle, budget)?.unwrap_or(all);
        let core = self.shrunk(core, oracle, budget)?;
        let (fewer, effort) = budget.turn(effort, |part| self.fewer(core.len(), oracle, part));
        Ok(match within(fewer, budget)? {
            Some(fewer) => FewMembers { members: fewer.unwrap_or(core), are_fewest: true, effort },
            None => FewMembers { members: core, are_fewest: false, effort },
        })
    }

    /// What a large part of the members that holds these, which can be true, leaves out.
    fn correction(
        &self,
        kept: &[usize],
        oracle: &mut dyn Oracle,
        budget: &mut Budget,
    ) -> Result<Vec<usize>, Stop> {
        let mut is_kept = vec![false; self.members.len()];
        kept.iter().for_each(|it| is_kept[*it] = true);
        // What is true in the model stays; of the others one goes as long as all cannot be true.
        (0..is_kept.len()).for_each(|it| is_kept[it] |= oracle.is_true(self.members[it]));
        let (firm, mut rest): (Vec<_>, Vec<_>) = (0..is_kept.len()).partition(|it| is_kept[*it]);
        let mut left_out = Vec::new();
        while let Some(core) = self.refuted(&[&firm[..], &rest].concat(), oracle, budget)? {
            let last = rest.iter().rposition(|it| core.contains(it));
            left_out.push(rest.remove(last.unwrap_or(rest.len() - 1)));
        }
        // What went early may fit now.
        let mut kept = [firm, rest].concat();
        let mut members: Vec<usize> = left_out.pop().into_iter().collect();
        for it in left_out {
            kept.push(it);
            if self.refuted(&kept, oracle, budget)?.is_some() {
                kept.pop();
                members.push(it);
            }
        }
        Ok(members)
    }
}

/// What a part of the budget led to; `None` when it was not enough.
///
/// # Errors
/// The limit of the budget that was reached.
pub fn within<T>(done: Result<T, Stop>, budget: &mut Budget) -> Result<Option<T>, Stop> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Stop::Steps) => budget.look().map(|()| None),
        Err(stop) => Err(stop),
    }
}
