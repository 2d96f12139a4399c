//! Why no play reaches GOAL, in a chain of short steps: nodes whose tolls cannot be paid, each because of those that
//! are known to be barred, until no way is left. What is not needed is left out.

use crate::budget::{Budget, Stop};
use crate::evidence::maze::{BarredNode, MazeArgument, WhyBarred};
use crate::logic::maze::{Maze, NodeId, TreasureId};
use crate::problem::{Failure, FindMazeArgument, Problem, ProblemAnswer};
use crate::verify::barred::argument;

impl Problem for FindMazeArgument {
    type Solution = MazeArgument;

    fn answer(&self, budget: &mut Budget) -> Result<ProblemAnswer<MazeArgument>, Failure> {
        let Self(maze) = self;
        let found = Arguing { maze, homes: maze.homes() }.argue(budget)?;
        let words = "no argument in short steps was found".to_owned();
        let found = found.ok_or(Failure::Refused(words))?;
        Ok(argument(maze, found, budget)?.into())
    }
}

/// A maze that is argued about.
struct Arguing<'m> {
    maze: &'m Maze,
    homes: Vec<Option<NodeId>>,
}

impl Arguing<'_> {
    fn argue(&self, budget: &mut Budget) -> Result<Option<MazeArgument>, Stop> {
        let mut steps: Vec<BarredNode> = Vec::new();
        loop {
            let barred: Vec<NodeId> = steps.iter().map(|it| it.node).collect();
            if let Some(through) = self.cut(self.maze.start, self.maze.goal, &barred, budget)? {
                return Ok(Some(needed(MazeArgument { steps, through })));
            }
            match self.next(&barred, budget)? {
                Some(step) => steps.push(step),
                None => return Ok(None),
            }
        }
    }

    /// All nodes that ask for something, each with that, but for some.
    fn tolls(&self, but: &[NodeId]) -> Vec<(NodeId, TreasureId)> {
        let nodes = (0..).map(NodeId).zip(&self.maze.nodes).filter(|it| !but.contains(&it.0));
        nodes.flat_map(|(id, node)| node.tolls.iter().map(move |it| (id, *it))).collect()
    }

    /// A node that is barred, where these are.
    fn next(&self, barred: &[NodeId], budget: &mut Budget) -> Result<Option<BarredNode>, Stop> {
        let tolls = self.tolls(barred);
        for &(node, toll) in &tolls {
            if let Some(why) = self.unpaid(node, toll, barred, budget)? {
                return Ok(Some(BarredNode { node, toll, why, before: Vec::new() }));
            }
        }
        for &(node, toll) in &tolls {
            let others = tolls.iter().filter(|it| it.1 == toll && it.0 != node).map(|it| it.0);
            for by in others {
                let without = [barred, &[by]].concat();
                let spent = self.cut(self.maze.start, node, &without, budget)?;
                let again = self.cut(node, self.maze.goal, &without, budget)?;
                let why = match (spent, again) {
                    (Some(through), _) => WhyBarred::Spent { by, through },
                    (None, Some(through)) => WhyBarred::Again { by, through },
                    (None, None) => continue,
                };
                return Ok(Some(BarredNode { node, toll, why, before: Vec::new() }));
            }
        }
        for &(node, toll) in &tolls {
            if let Some(step) = self.before(node, toll, barred, budget)? {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// Why the treasure cannot be had at a node, where some nodes are barred.
    fn unpaid(
        &self,
        node: NodeId,
        toll: TreasureId,
        barred: &[NodeId],
        budget: &mut Budget,
    ) -> Result<Option<WhyBarred>, Stop> {
        let Some(home) = self.homes[toll.0 as usize] else { return Ok(Some(WhyBarred::Nowhere)) };
        let without = [barred, &[node]].concat();
        if let Some(through) = self.cut(self.maze.start, home, &without, budget)? {
            return Ok(Some(WhyBarred::Behind { home, through }));
        }
        let lost = self.cut(home, node, barred, budget)?;
        Ok(lost.map(|through| WhyBarred::Lost { home, through }))
    }

    /// That a node is barred since others cannot be entered before it.
    fn before(
        &self,
        node: NodeId,
        toll: TreasureId,
        barred: &[NodeId],
        budget: &mut Budget,
    ) -> Result<Option<BarredNode>, Stop> {
        let Some(home) = self.homes[toll.0 as usize] else { return Ok(None) };
        let mut before: Vec<BarredNode> = Vec::new();
        let mut without = [barred, &[node]].concat();
        loop {
            let mut found = None;
            for (other, toll) in self.tolls(&without) {
                let why = match self.homes[toll.0 as usize] {
                    None => Some(WhyBarred::Nowhere),
                    Some(home) => {
                        let all = [&without[..], &[other]].concat();
                        let cut = self.cut(self.maze.start, home, &all, budget)?;
                        cut.map(|through| WhyBarred::Behind { home, through })
                    }
                };
                if let Some(why) = why {
                    found = Some(BarredNode { node: other, toll, why, before: Vec::new() });
                    break;
                }
            }
            let Some(step) = found else { return Ok(None) };
            without.push(step.node);
            before.push(step);
            if let Some(through) = self.cut(self.maze.start, home, &without, budget)? {
                let before = needed(MazeArgument { steps: before, through: through.clone() }).steps;
                let why = WhyBarred::Behind { home, through };
                return Ok(Some(BarredNode { node, toll, why, before }));
            }
        }
    }

    /// Some of these nodes, none too many, without which no corridors lead from one node to another.
    fn cut(
        &self,
        from: NodeId,
        to: NodeId,
        without: &[NodeId],
        budget: &mut Budget,
    ) -> Result<Option<Vec<NodeId>>, Stop> {
        if self.leads(from, to, without, budget)? {
            return Ok(None);
        }
        let mut through = without.to_vec();
        let mut at = 0;
        while at < through.len() {
            let mut fewer = through.clone();
            fewer.remove(at);
            match self.leads(from, to, &fewer, budget)? {
                true => at += 1,
                false => through = fewer,
            }
        }
        Ok(Some(through))
    }

    fn leads(
        &self,
        from: NodeId,
        to: NodeId,
        without: &[NodeId],
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let mut is_seen = vec![false; self.maze.nodes.len()];
        without.iter().for_each(|it| is_seen[it.0 as usize] = true);
        if is_seen[to.0 as usize] {
            return Ok(false);
        }
        is_seen[from.0 as usize] = true;
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            budget.work(1)?;
            for next in &self.maze.nodes[node.0 as usize].next {
                if !std::mem::replace(&mut is_seen[next.0 as usize], true) {
                    open.push(*next);
                }
            }
        }
        Ok(is_seen[to.0 as usize])
    }
}

/// The nodes that a step mentions.
fn mentioned(step: &BarredNode) -> Vec<NodeId> {
    let own = match &step.why {
        WhyBarred::Nowhere => &[][..],
        WhyBarred::Behind { through, .. }
        | WhyBarred::Lost { through, .. }
        | WhyBarred::Spent { through, .. }
        | WhyBarred::Again { through, .. } => through,
    };
    own.iter().copied().chain(step.before.iter().flat_map(mentioned)).collect()
}

/// An argument without the steps that no other needs.
fn needed(argument: MazeArgument) -> MazeArgument {
    let MazeArgument { steps, through } = argument;
    let (mut wanted, mut kept) = (through.clone(), Vec::new());
    for step in steps.into_iter().rev() {
        if wanted.contains(&step.node) {
            wanted.extend(mentioned(&step));
            kept.push(step);
        }
    }
    kept.reverse();
    MazeArgument { steps: kept, through }
}
