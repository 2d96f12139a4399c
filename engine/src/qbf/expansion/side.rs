//! All copies of a player's clauses. Ways of an opponent who chooses first and otherwise have no copy of an atom in common,
//! so each beginning has clauses and a solver of its own.

use rustc_hash::FxHashMap;

use super::copies::ExpandedClauses;
use super::levels::ExpansionLevels;
use crate::budget::{Budget, Stop};
use crate::evidence::expansion::ExpansionProof;
use crate::logic::qbf::Prenex;
use crate::logic::quantified::Player;

/// Atoms and literals of the copies at most: some hundred megabytes, which other searches may need.
const MOST: usize = 1 << 24;

/// The clauses of a player, expanded.
pub(super) struct ExpandedSide {
    levels: ExpansionLevels,
    parts: Vec<ExpandedClauses>,
    /// The part by how the opponent begins.
    by_beginning: FxHashMap<Box<[bool]>, usize>,
    /// The work of the parts but for the one that was asked last.
    done: u64,
    last: usize,
    /// Atoms and literals of all copies.
    size: usize,
}

/// Where the clauses of a way are: the part, and its number there.
#[derive(Clone, Copy)]
pub(super) struct ExpandedWay(usize, usize);

impl ExpandedSide {
    /// The clauses of a player, with no copy yet.
    pub(super) fn new(game: &Prenex, owner: Player) -> Self {
        let levels = ExpansionLevels::new(game, owner);
        Self {
            levels,
            parts: Vec::new(),
            by_beginning: FxHashMap::default(),
            done: 0,
            last: 0,
            size: 0,
        }
    }

    /// What has been looked at so far.
    pub(super) fn work(&self) -> u64 {
        self.done + self.parts.get(self.last).map_or(0, ExpandedClauses::work)
    }

    /// The way in which the opponent chooses these values; the clauses get copies if it is a new one.
    pub(super) fn expand(&mut self, values: &[bool]) -> Result<ExpandedWay, Stop> {
        let beginning = self.levels.beginning().iter().map(|it| values[it.0 as usize]).collect();
        let part = *self.by_beginning.entry(beginning).or_insert(self.parts.len());
        if part == self.parts.len() {
            self.parts.push(ExpandedClauses::new(&self.levels));
        }
        let before = self.parts[part].ways();
        let way = self.parts[part].expand(&self.levels, values);
        if way == before {
            self.size += self.levels.size;
        }
        if self.size > MOST {
            return Err(Stop::Size("an expansion takes too many copies"));
        }
        Ok(ExpandedWay(part, way))
    }

    /// Whether the clauses have a model, the copies for the way among them. All other parts have one.
    pub(super) fn have_model(
        &mut self,
        way: ExpandedWay,
        game: &Prenex,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if way.0 != self.last {
            self.done = self.work() - self.parts[way.0].work();
            self.last = way.0;
        }
        self.parts[way.0].have_model(game, &self.levels, budget)
    }

    /// What the owner chooses in the model against a way.
    pub(super) fn answer(&self, way: ExpandedWay, values: &mut [bool]) {
        self.parts[way.0].answer(&self.levels, way.1, values);
    }

    /// Why the clauses with the way have no model.
    pub(super) fn proof(&mut self, way: ExpandedWay) -> ExpansionProof {
        self.parts[way.0].proof()
    }
}
