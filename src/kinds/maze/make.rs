//! Mazes made by chance: a walk of as many steps as the maze allows, corridors for it, and others that lead astray, as
//! long as that walk stays the only play. Nodes without corridors and treasures without a home are what is open.

use std::ops::ControlFlow;

use super::{MazePuzzle, steps};
use crate::diagnostic::Edit;
use crate::kinds::{Attempt, Chance, Made, Making, Posed, Refusal};
use crate::syntax::ast::Verb;
use puzzle_engine::logic::maze::{Maze, NodeId, TreasureId};
use puzzle_engine::problem::FindOtherPath;

/// So many walks are begun: most come to an end too early. Of large mazes fewer, for so many looks at nodes.
const WALKS: usize = 2000;
const LOOKS: usize = 50_000_000;
/// So many corridors are tried where one is wanted.
const PARTNERS: usize = 12;

impl MazePuzzle {
    pub(super) fn attempted(
        &self,
        chance: &mut Chance,
        making: Making,
    ) -> Result<Attempt<'_>, Refusal> {
        if making.is_symmetric || making.is_full {
            return Err("a maze has no givens; leave the options for givens out".to_owned());
        }
        let is_open: Vec<bool> = self.maze.nodes.iter().map(|it| it.next.is_empty()).collect();
        if !is_open.contains(&true) {
            let what = "each node has its corridors; leave out what stands behind `->`";
            return Err(format!("it leaves nothing open: {what} where some are to be made"));
        }
        if self.maze.steps == 0 {
            return Err("it allows no step, so there is nothing to make".to_owned());
        }
        if self.maze.steps > self.maze.useful_steps() {
            return Err(self.too_long());
        }
        let looks = (self.maze.steps as usize).saturating_mul(is_open.len());
        for _ in 0..(LOOKS / looks).clamp(1, WALKS) {
            let mut draft = Draft::new(self.maze.clone(), &is_open);
            draft.lay(chance);
            let Some(walk) = draft.walk(chance) else { continue };
            let task = FindOtherPath(draft.maze.clone(), walk.clone());
            let errands = draft.errands(chance);
            return Ok(Posed::new(task, move |_, other| match other {
                None => Some(self.led_astray(draft, walk, errands)),
                Some(_) => Some(Posed::known(None)),
            }));
        }
        Err(self.too_long())
    }

    fn too_long(&self) -> Refusal {
        let long = steps(self.maze.steps);
        format!(
            "no walk of {long} came about; allow fewer with `steps`, or add nodes, treasures and tolls"
        )
    }

    /// The corridors that are tried one after the other beside those of the walk.
    fn led_astray(
        &self,
        draft: Draft,
        walk: Vec<NodeId>,
        mut errands: Vec<Errand>,
    ) -> Posed<'_, Option<Made>> {
        let mut draft = draft;
        errands.reverse();
        let mut tried = None;
        Posed::known(None).in_turn(move |other: Option<Vec<NodeId>>| {
            if let Some((before, is_needed)) = tried.take() {
                match other {
                    Some(_) => draft = before,
                    None => {
                        draft.needed += usize::from(is_needed);
                        errands.pop();
                    }
                }
            }
            while let Some(errand) = errands.last_mut() {
                let Some(partner) = errand.partners.pop() else {
                    if errand.is_needed && !draft.is_reached(errand.node) {
                        return ControlFlow::Break(None);
                    }
                    errands.pop();
                    continue;
                };
                let before = draft.clone();
                let is_fit = draft.is_reached(partner) && draft.join(partner, errand.node);
                if is_fit {
                    tried = Some((before, errand.is_needed));
                    let task = FindOtherPath(draft.maze.clone(), walk.clone());
                    return ControlFlow::Continue(Posed::new(task, |_, other| other));
                }
                draft = before;
            }
            ControlFlow::Break(Some(self.made(&draft)))
        })
    }

    /// The changes of the lines of the nodes.
    fn made(&self, draft: &Draft) -> Made {
        let text = self.source.text();
        let mut edits = Vec::new();
        let name = |it: &NodeId| self.names.nodes[it.0 as usize].as_str();
        for (id, node) in draft.maze.nodes.iter().enumerate() {
            let Some(line) = self.names.lines[id] else { continue };
            let own = &self.maze.nodes[id];
            let laid = node.treasures.iter().filter(|it| !own.treasures.contains(it));
            let laid: Vec<&str> =
                laid.map(|it| self.names.treasures[it.0 as usize].as_str()).collect();
            if !laid.is_empty() {
                edits.push(Edit::insert(line.end, format!(" treasures {}", laid.join(" "))));
            }
            if node.next.is_empty() || !draft.is_open[id] {
                continue;
            }
            let homes = own.treasures.iter().filter_map(|it| self.names.homes[it.0 as usize]);
            let words = homes.chain(self.names.tolls[id].iter().copied());
            let end = words.map(|it| it.end).max().unwrap_or(line.end).max(line.end);
            let behind = &text[end as usize..];
            let rest = behind.trim_start_matches([' ', '\t']);
            let blanks = behind.len() - rest.len();
            let arrow = ["->", "→"].into_iter().find(|it| rest.starts_with(it));
            let end = end + arrow.map_or(0, |it| blanks + it.len()) as u32;
            let lead = if arrow.is_some() { "" } else { " ->" };
            let mut next = node.next.clone();
            next.sort_unstable();
            let next: Vec<&str> = next.iter().map(name).collect();
            edits.push(Edit::insert(end, format!("{lead} {}", next.join(" "))));
        }
        let needed = match draft.corridors - draft.needed {
            0 => "all are needed".to_owned(),
            1 => "1 leads astray".to_owned(),
            more => format!("{more} lead astray"),
        };
        let told = match draft.corridors {
            1 => "1 corridor was added, and it is needed".to_owned(),
            count => format!("{count} corridors were added, and {needed}"),
        };
        let claims = vec![(Verb::Shortest, self.maze.steps.to_string())];
        Made { edits, lines: Vec::new(), givens: draft.corridors, told, claims }
    }
}

/// A node that is to have one more corridor, and the nodes that it may come from.
struct Errand {
    node: usize,
    partners: Vec<usize>,
    /// Without it the node cannot be reached.
    is_needed: bool,
}

/// A maze that is being made.
#[derive(Clone)]
struct Draft {
    maze: Maze,
    /// The nodes whose corridors are made.
    is_open: Vec<bool>,
    /// How many corridors were made.
    corridors: usize,
    /// Of these so many without which there is no play, or a node is cut off.
    needed: usize,
}

impl Draft {
    fn new(maze: Maze, is_open: &[bool]) -> Self {
        Self { maze, is_open: is_open.to_vec(), corridors: 0, needed: 0 }
    }

    fn is_end(&self, node: usize) -> bool {
        [self.maze.start, self.maze.goal].contains(&NodeId(node as u32))
    }

    /// Gives homes to the treasures that have none.
    fn lay(&mut self, chance: &mut Chance) {
        for (treasure, home) in (0..).map(TreasureId).zip(self.maze.homes()) {
            if home.is_some() {
                continue;
            }
            let is_free = |it: &usize| {
                let node = &self.maze.nodes[*it];
                !self.is_end(*it) && node.treasures.is_empty() && !node.tolls.contains(&treasure)
            };
            let free: Vec<usize> = (0..self.maze.nodes.len()).filter(is_free).collect();
            if !free.is_empty() {
                let home = free[chance.below(free.len() as u64) as usize];
                self.maze.nodes[home].treasures.push(treasure);
            }
        }
    }

    /// Makes a corridor, both ways where both ends are open; whether there is a new one.
    fn join(&mut self, from: usize, to: usize) -> bool {
        let mut is_new = false;
        for (from, to) in [(from, to), (to, from)] {
            let id = NodeId(to as u32);
            let next = &mut self.maze.nodes[from].next;
            if from != to && self.is_open[from] && !next.contains(&id) {
                next.push(id);
                is_new = true;
            }
        }
        self.corridors += usize::from(is_new);
        is_new
    }

    /// A walk by chance of as many steps as the maze allows, and corridors for it. It enters new nodes, and goes back
    /// where something was taken or spent since, so that it has a reason for each step.
    fn walk(&mut self, chance: &mut Chance) -> Option<Vec<NodeId>> {
        let goal = self.maze.goal.0 as usize;
        let mut walker = Walker::new(&self.maze);
        let mut walk = vec![self.maze.start];
        for left in (1..=self.maze.steps).rev() {
            let here = walk[walk.len() - 1].0 as usize;
            let leads = |to: usize| self.maze.nodes[here].next.contains(&NodeId(to as u32));
            let next = if left == 1 {
                (leads(goal) || self.is_open[here]).then_some(goal)
            } else {
                let nodes = (0..self.maze.nodes.len()).filter(|it| *it != goal);
                let fit = nodes.filter(|&to| {
                    let is_fresh = self.is_open[here] && walker.entered[to].is_none();
                    (leads(to) || is_fresh) && walker.may_enter(&self.maze, to)
                });
                // What is asked for is soon looked for, and paid.
                let weighed = fit.flat_map(|to| {
                    let node = &self.maze.nodes[to];
                    let often = 1 + node.treasures.len() + 3 * node.tolls.len();
                    std::iter::repeat_n(to, often)
                });
                let weighed: Vec<usize> = weighed.collect();
                (!weighed.is_empty()).then(|| weighed[chance.below(weighed.len() as u64) as usize])
            }?;
            if !leads(next) && self.join(here, next) {
                self.needed += 1;
            }
            walker.enter(&self.maze, next);
            walk.push(NodeId(next as u32));
        }
        Some(walk)
    }

    /// Whether corridors lead from START to a node, whatever they cost.
    fn is_reached(&self, node: usize) -> bool {
        let mut is_reached = vec![false; self.maze.nodes.len()];
        let mut pending = vec![self.maze.start];
        while let Some(NodeId(next)) = pending.pop() {
            if !std::mem::replace(&mut is_reached[next as usize], true) {
                pending.extend(&self.maze.nodes[next as usize].next);
            }
        }
        is_reached[node]
    }

    /// The corridors that are wanted beside those of the walk: one to each node that it does not enter, and one more to
    /// each that asks for a toll, which may bar it.
    fn errands(&self, chance: &mut Chance) -> Vec<Errand> {
        let all = 0..self.maze.nodes.len();
        let inner: Vec<usize> = all.filter(|it| !self.is_end(*it)).collect();
        let mut lost: Vec<usize> = inner.clone();
        lost.retain(|it| !self.is_reached(*it));
        let mut taxed = inner;
        taxed.retain(|it| !self.maze.nodes[*it].tolls.is_empty());
        chance.shuffle(&mut lost);
        chance.shuffle(&mut taxed);
        let mut errand = |node: usize, is_needed: bool| {
            let is_open = |it: &usize| {
                *it != node && NodeId(*it as u32) != self.maze.goal && self.is_open[*it]
            };
            let mut partners: Vec<usize> = (0..self.maze.nodes.len()).filter(is_open).collect();
            chance.shuffle(&mut partners);
            if !is_needed {
                partners.truncate(PARTNERS);
            }
            Errand { node, partners, is_needed }
        };
        let lost: Vec<Errand> = lost.into_iter().map(|it| errand(it, true)).collect();
        let taxed: Vec<Errand> = taxed.into_iter().map(|it| errand(it, false)).collect();
        lost.into_iter().chain(taxed).collect()
    }
}

/// Who walks: what is held, and what changed since each node was entered.
struct Walker {
    /// How often something was taken or spent.
    changes: usize,
    /// How often that was when each node was entered last.
    entered: Vec<Option<usize>>,
    /// The treasures that were taken, and those that were spent.
    taken: Vec<bool>,
    spent: Vec<bool>,
}

impl Walker {
    fn new(maze: &Maze) -> Self {
        let mut it = Self {
            changes: 0,
            entered: vec![None; maze.nodes.len()],
            taken: vec![false; maze.treasures as usize],
            spent: vec![false; maze.treasures as usize],
        };
        it.entered[maze.start.0 as usize] = Some(0);
        it
    }

    fn may_enter(&self, maze: &Maze, node: usize) -> bool {
        let holds = |it: &TreasureId| self.taken[it.0 as usize] && !self.spent[it.0 as usize];
        self.entered[node].is_none_or(|it| it < self.changes)
            && maze.nodes[node].tolls.iter().all(holds)
    }

    fn enter(&mut self, maze: &Maze, node: usize) {
        for toll in &maze.nodes[node].tolls {
            self.spent[toll.0 as usize] = true;
            self.changes += 1;
        }
        for treasure in &maze.nodes[node].treasures {
            let is_taken = &mut self.taken[treasure.0 as usize];
            self.changes += usize::from(!std::mem::replace(is_taken, true));
        }
        self.entered[node] = Some(self.changes);
    }
}
