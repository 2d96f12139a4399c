//! A path as it is walked, node by node: what is taken and paid on entering each, and what is held then.

use super::MazePuzzle;
use crate::diagnostic::Related;
use crate::kinds::argument::list;
use crate::kinds::{Posed, PosedFrames, StepFrame, StepFrames};
use crate::picture::{PartRole, PictureBody};
use puzzle_engine::logic::maze::{NodeId, TreasureId};

/// What entering a node changes.
struct Entered {
    paid: Vec<TreasureId>,
    taken: Vec<TreasureId>,
    /// What is held then.
    held: Vec<TreasureId>,
}

impl MazePuzzle {
    /// The frames of a path.
    pub(super) fn walk(&self, path: &[NodeId]) -> PosedFrames<'_> {
        let mut known = vec![false; self.maze.treasures as usize];
        let mut held: Vec<TreasureId> = Vec::new();
        let frames = path.iter().enumerate().map(|(at, node)| {
            let vertex = &self.maze.nodes[node.0 as usize];
            let paid = if at == 0 { Vec::new() } else { vertex.tolls.clone() };
            held.retain(|it| !paid.contains(it));
            let is_new = |it: &TreasureId| !std::mem::replace(&mut known[it.0 as usize], true);
            let taken: Vec<_> = vertex.treasures.iter().copied().filter(is_new).collect();
            held.extend(&taken);
            let entered = Entered { paid, taken, held: held.clone() };
            Ok(self.entered(&path[..=at], &entered))
        });
        Posed::known(StepFrames::of(frames))
    }

    fn entered(&self, path: &[NodeId], entered: &Entered) -> StepFrame {
        let Some(node) = path.last().map(|it| it.0 as usize) else { return StepFrame::default() };
        let names = |ids: &[TreasureId]| -> Vec<String> {
            ids.iter().map(|it| self.names.treasures[it.0 as usize].clone()).collect()
        };
        let mut caption = self.names.nodes[node].clone();
        for (verb, ids) in [("pays", &entered.paid), ("takes", &entered.taken)] {
            if !ids.is_empty() {
                caption.push_str(&format!(", {verb} {}", list(&names(ids))));
            }
        }
        let held = names(&entered.held);
        let said = match (self.maze.treasures, &held[..]) {
            (0, _) => Vec::new(),
            (_, []) => vec!["nothing is held".to_owned()],
            (_, held) => vec![format!("held: {}", held.join(", "))],
        };
        let mut picture = self.drawn(path, &[]);
        if let PictureBody::Graph(graph) = &mut picture.body {
            graph.here = Some(node);
            for walked in path {
                // What was taken and paid is no more; what is so now stands out.
                let badges = &mut graph.nodes[walked.0 as usize].badges;
                badges.iter_mut().for_each(|it| it.role = PartRole::Muted);
            }
            let badges = &mut graph.nodes[node].badges;
            let [paid, taken] = [names(&entered.paid), names(&entered.taken)];
            for badge in badges {
                let (sign, name) = badge.text.split_at(1);
                let changed = if sign == "+" { &taken } else { &paid };
                if changed.iter().any(|it| it == name) {
                    badge.role = PartRole::Highlight;
                }
            }
        }
        let span = self.names.lines[node];
        let place = span.map(|span| Related {
            source: Some(self.source.clone()),
            span,
            message: caption.clone(),
        });
        StepFrame { caption, said, picture: Some(picture), place }
    }
}
