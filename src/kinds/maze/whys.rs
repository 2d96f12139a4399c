//! Why a maze has no play, none shorter, or only one, in words.

use num_bigint::BigUint;

use super::{MazePuzzle, steps};
use crate::diagnostic::Related;
use crate::kinds::argument::list;
use crate::kinds::{Listing, Note, Posed, Reasons};
use puzzle_engine::MazeEngine;
use puzzle_engine::evidence::maze::{BarredNode, MazeArgument, WhyBarred};
use puzzle_engine::logic::maze::NodeId;
use puzzle_engine::problem::{
    CountPlays, FindMazeArgument, FindWhyLeast, FindWhyOnlyPath, WhyOnlyPath,
};

/// Lengths of plays that are told one by one.
const MOST_LENGTHS: u64 = 24;

impl MazePuzzle {
    /// Why no play reaches GOAL, step by step.
    pub(super) fn argument(&self) -> Posed<'_, Reasons> {
        Posed::new(FindMazeArgument(self.maze.clone()), |_, argument| {
            let MazeArgument { steps, through } = &argument;
            // That no corridors lead there is said by the answer.
            if steps.is_empty() {
                return Reasons::default();
            }
            let mut lines = Vec::new();
            for step in steps {
                lines.push(format!(
                    "no way to `GOAL` enters {}: {}",
                    self.node(step.node),
                    self.why(step)
                ));
                for before in &step.before {
                    let node = self.node(before.node);
                    lines.push(format!(
                        "    none enters {node} before {}: {}",
                        self.node(step.node),
                        self.why(before)
                    ));
                }
            }
            lines.push(format!("no way leads to `GOAL` but through {}", self.nodes(through)));
            Reasons::argued(lines)
        })
    }

    /// Why no play has fewer steps than so many.
    pub(super) fn least(&self, least: u64) -> Posed<'_, Reasons> {
        Posed::new(FindWhyLeast(self.maze.clone(), least), move |_, tolls| {
            if tolls.is_empty() {
                let words = format!("the corridors alone ask for {}", steps(least));
                return Reasons { notes: vec![Note::Summary(words)], ..Reasons::default() };
            }
            let heading = "no way is shorter by these tolls, even if all others were waived:";
            Reasons {
                heading: Some(heading.to_owned()),
                because: self.said_of(&tolls),
                ..Reasons::default()
            }
        })
    }

    /// Reasons whose places are told as lines.
    pub(super) fn listed(&self, reasons: Reasons) -> Reasons {
        let Reasons { notes, heading, because, mut proofs, .. } = reasons;
        let line = |it: &Related| {
            format!("line {}: {}", self.source.line_column(it.span.start).line, it.message)
        };
        let lines: Vec<_> = because.iter().map(line).collect();
        if !lines.is_empty() {
            proofs.push(Listing { heading, lines });
        }
        Reasons { notes, proofs, ..Reasons::default() }
    }

    /// Why a play is the only one within the steps allowed, or another one.
    pub(super) fn only(&self, path: Vec<NodeId>) -> Posed<'_, Reasons> {
        Posed::new(FindWhyOnlyPath(self.maze.clone(), path), |_, why| match why {
            WhyOnlyPath::Another(other) => {
                let words = format!("another way: {}", self.path(&other));
                Reasons { notes: vec![Note::Summary(words)], ..Reasons::default() }
            }
            WhyOnlyPath::Only(tolls) if tolls.is_empty() => {
                let words = format!("no other way takes at most {}", steps(self.maze.steps));
                Reasons { notes: vec![Note::Summary(words)], ..Reasons::default() }
            }
            WhyOnlyPath::Only(tolls) => {
                let most = steps(self.maze.steps);
                let heading = format!(
                    "within {most} no other way is left by these tolls, even if all others were waived:"
                );
                Reasons {
                    heading: Some(heading),
                    because: self.said_of(&tolls),
                    ..Reasons::default()
                }
            }
        })
    }

    /// How many plays there are of each length.
    pub(super) fn lengths(&self) -> Option<Posed<'_, Reasons>> {
        let distances = self.maze.distances_to_goal();
        let least = u64::from(distances[self.maze.start.0 as usize]?);
        let most = self.maze.steps;
        if most < least || most - least >= MOST_LENGTHS {
            return None;
        }
        let within = move |steps| {
            let maze = puzzle_engine::logic::maze::Maze { steps, ..self.maze.clone() };
            Posed::new(CountPlays(maze, MazeEngine::Search), move |_, count| (steps, count))
        };
        let mut counts: Vec<(u64, BigUint)> = Vec::new();
        let all = within(least).in_turn(move |(steps, count)| {
            counts.push((steps, count));
            match steps < most {
                true => std::ops::ControlFlow::Continue(within(steps + 1)),
                false => std::ops::ControlFlow::Break(std::mem::take(&mut counts)),
            }
        });
        Some(all.map(|counts| {
            let mut before = BigUint::ZERO;
            let mut lines = Vec::new();
            for (length, count) in counts {
                if count > before {
                    lines.push(format!("{} of {}", &count - &before, steps(length)));
                }
                before = count;
            }
            let heading = Some("by their length:".to_owned());
            let proofs =
                if lines.is_empty() { Vec::new() } else { vec![Listing { heading, lines }] };
            Reasons { proofs, ..Reasons::default() }
        }))
    }

    fn node(&self, node: NodeId) -> String {
        format!("`{}`", self.names.nodes[node.0 as usize])
    }

    fn nodes(&self, nodes: &[NodeId]) -> String {
        list(&nodes.iter().map(|it| self.node(*it)).collect::<Vec<_>>())
    }

    /// What bars a node.
    fn why(&self, step: &BarredNode) -> String {
        let toll = format!("`{}`", self.names.treasures[step.toll.0 as usize]);
        let but = |through: &[NodeId]| match through {
            [] => String::new(),
            _ => format!(" but through {}", self.nodes(through)),
        };
        match &step.why {
            WhyBarred::Nowhere => format!("it asks for {toll}, which is nowhere"),
            WhyBarred::Behind { home, through } => {
                let home = self.node(*home);
                format!("it asks for {toll}, and no way leads to {home}, where that is,{}", but(through))
            }
            WhyBarred::Lost { home, through } => {
                let home = self.node(*home);
                format!("it asks for {toll}, and from {home}, where that is, no way leads there{}", but(through))
            }
            WhyBarred::Spent { by, through } => {
                let by = self.node(*by);
                format!(
                    "it asks for {toll}, of which there is one, which {by} spends, and no way leads there{}",
                    but(through)
                )
            }
            WhyBarred::Again { by, through } => {
                let by = self.node(*by);
                format!(
                    "it spends {toll}, of which there is one and for which {by} asks again, and from there no way \
                     leads to `GOAL`{}",
                    but(through)
                )
            }
        }
        .trim_end_matches(',')
        .to_owned()
    }

    /// Tolls, counted node by node, each with where its treasure is.
    pub(super) fn said_of(&self, members: &[usize]) -> Vec<Related> {
        let homes = self.maze.homes();
        let nodes = self.maze.nodes.iter().zip(&self.names.nodes).zip(&self.names.tolls);
        let tolls: Vec<_> = nodes
            .flat_map(|((node, name), places)| {
                node.tolls.iter().zip(places).map(move |(toll, place)| (name, toll, *place))
            })
            .collect();
        let said = |&member: &usize| {
            let (name, toll, span) = tolls[member];
            let treasure = &self.names.treasures[toll.0 as usize];
            let home = match homes[toll.0 as usize] {
                Some(home) => format!("is at `{}`", self.names.nodes[home.0 as usize]),
                None => "is nowhere".to_owned(),
            };
            let message = format!("`{name}` asks for `{treasure}`, which {home}");
            Related { source: Some(self.source.clone()), span, message }
        };
        members.iter().map(said).collect()
    }
}
