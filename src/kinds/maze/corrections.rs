//! The changes that may give a maze a way: more steps, a toll less, a corridor more.

use puzzle_engine::Problem;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::maze::NodeId;
use puzzle_engine::problem::{FindPath, LeastSteps};

use super::corridor::corridor;
use super::{MazePuzzle, steps};
use crate::diagnostic::Edit;
use crate::kinds::{Answer, Correction};
use crate::text::Span;

impl MazePuzzle {
    pub(super) fn proposed(
        &self,
        no: &Answer,
        budget: &mut Budget,
    ) -> Result<Vec<Correction>, Stop> {
        let start = self.names.lines[self.maze.start.0 as usize];
        let mut proposed = Vec::new();
        for it in no.places_in(&self.source) {
            if self.names.steps == Some(it.span) {
                proposed.extend(self.with_more_steps(it.span, budget)?);
            } else if start == Some(it.span) {
                proposed.extend(self.with_ways_on());
            } else {
                proposed.extend(self.without_toll(it.span));
            }
        }
        Ok(proposed)
    }

    fn with_more_steps(
        &self,
        place: Span,
        budget: &mut Budget,
    ) -> Result<Option<Correction>, Stop> {
        let Ok(found) = FindPath(self.maze.clone(), None).answer(budget) else {
            return budget.check().map(|()| None);
        };
        let Err(LeastSteps::Exactly(least)) = found.into_inner().path else { return Ok(None) };
        let edit = Edit::replace(place, least.to_string());
        Ok(Some(Correction::new(&self.source, format!("allow {}", steps(least)), edit)))
    }

    /// With the toll at `place` waived, and the word before it where it is the only one of its node.
    fn without_toll(&self, place: Span) -> Option<Correction> {
        let (node, at) = (0..)
            .zip(&self.names.tolls)
            .find_map(|(node, tolls)| Some((node, tolls.iter().position(|it| *it == place)?)))?;
        let text = self.source.text();
        let before = text[..place.start as usize].trim_end();
        let whole = match before.strip_suffix("tolls") {
            Some(rest) if self.names.tolls[node].len() == 1 => {
                Span::new(rest.len() as u32, place.end)
            }
            _ => place,
        };
        let treasure = &self.names.treasures[self.maze.nodes[node].tolls[at].0 as usize];
        let title = format!("waive the `{treasure}` that `{}` asks for", self.names.nodes[node]);
        Some(Correction::new(&self.source, title, Edit::delete_word(text, whole)))
    }

    /// With a corridor to GOAL from where nothing leads on, else from any place that can be reached.
    fn with_ways_on(&self) -> Vec<Correction> {
        let nodes = &self.maze.nodes;
        let mut is_reached = vec![false; nodes.len()];
        let mut pending = vec![self.maze.start];
        while let Some(NodeId(node)) = pending.pop() {
            if !std::mem::replace(&mut is_reached[node as usize], true) {
                pending.extend(&nodes[node as usize].next);
            }
        }
        let reached: Vec<_> = (0..nodes.len()).filter(|it| is_reached[*it]).collect();
        let ends: Vec<_> =
            reached.iter().copied().filter(|it| nodes[*it].next.is_empty()).collect();
        let ends = if ends.is_empty() { reached } else { ends };
        ends.into_iter().filter_map(|it| self.with_corridor(it)).collect()
    }

    fn with_corridor(&self, from: usize) -> Option<Correction> {
        let edit = corridor(self.source.text(), self.names.lines[from]?, "GOAL");
        let title = format!("let a corridor lead from `{}` to `GOAL`", self.names.nodes[from]);
        Some(Correction::new(&self.source, title, edit))
    }
}
