//! What the lines of a maze mean: from names to numbers, with a diagnostic for everything that
//! does not fit together. One fault has one message; what a broken line would have said is
//! unknown, so nothing is concluded from its silence.

use rustc_hash::{FxHashMap, FxHashSet};

use super::errors;
use super::names::MazeNames;
use crate::diagnostic::code::DUPLICATE_TREASURE;
use crate::diagnostic::spelling::{Guesses, did_you_mean};
use crate::diagnostic::{Diagnostic, Edit, Fix, Severity};
use crate::syntax::ast;
use crate::text::{Span, newline};
use puzzle_engine::logic::maze::{Maze, MazeVertex, NodeId, TreasureId};

/// Checks a maze whose spans are places in `text`; `place` stands for the maze as a whole. The
/// maze itself is there when there are no errors.
///
/// A broken line may have an empty name: it could be the line of any node.
pub fn check(
    maze: &ast::MazeBlock,
    text: &str,
    place: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Option<Maze>, MazeNames) {
    let mut checker = Checker::new(maze, text);
    let steps = checker.steps(place);
    checker.list();
    let lines = checker.lines();
    checker.missing_lines();
    let ends = ["START", "GOAL"].map(|name| checker.end(name, place));
    for (line, stamp) in maze.nodes.iter().zip(1..) {
        let Some((id, is_first)) = lines[stamp as usize - 1] else { continue };
        checker.corridors(line, id, stamp);
        if is_first && ends.contains(&id) {
            checker.end_contents(line);
        } else if is_first {
            checker.contents(line, id, stamp);
        }
    }
    checker.unknown_nodes();
    checker.undeclared_treasures();
    checker.absent_treasures();
    checker.finish(steps, ends, diagnostics)
}

/// What is known of a node.
struct NodeEntry<'a> {
    name: &'a str,
    listed: Option<Span>,
    line: Option<Span>,
    node: MazeVertex,
    tolls: Vec<Span>,
    /// The last line, counted from 1, with a corridor to it.
    stamp: u32,
}

/// What is known of a treasure.
struct TreasureEntry<'a> {
    name: &'a str,
    listed: Option<Span>,
    home: Option<(NodeId, Span)>,
    tolls: Vec<Span>,
    /// The last line, counted from 1, that asks for it.
    stamp: u32,
    /// A fault reported elsewhere may be why it is not supplied or not declared.
    is_excused: bool,
}

struct Checker<'a> {
    text: &'a str,
    maze: &'a ast::MazeBlock,
    /// The nodes are declared by line 1 of the text format, not by their lines.
    is_listed: bool,
    node_ids: FxHashMap<&'a str, NodeId>,
    nodes: Vec<NodeEntry<'a>>,
    treasure_ids: FxHashMap<&'a str, TreasureId>,
    treasures: Vec<TreasureEntry<'a>>,
    /// Names that corridors lead to and that no node has, with all such places.
    unknown: FxHashMap<&'a str, Vec<Span>>,
    /// Not all that the maze supplies is known.
    is_incomplete: bool,
    /// There is a broken line without a name.
    has_nameless: bool,
    guesses: Guesses,
    found: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    fn new(maze: &'a ast::MazeBlock, text: &'a str) -> Self {
        Self {
            text,
            maze,
            is_listed: maze.listed_nodes.is_some(),
            node_ids: FxHashMap::with_capacity_and_hasher(maze.nodes.len(), Default::default()),
            nodes: Vec::with_capacity(maze.nodes.len()),
            treasure_ids: FxHashMap::default(),
            treasures: Vec::new(),
            unknown: FxHashMap::default(),
            is_incomplete: maze.nodes.iter().any(|node| node.is_broken),
            has_nameless: maze.nodes.iter().any(|node| node.name.is_empty()),
            guesses: Guesses::default(),
            found: Vec::new(),
        }
    }

    fn word(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    fn similar<'n>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'n str>,
    ) -> Option<&'n str> {
        did_you_mean(name, self.guesses.among(candidates))
    }

    /// The number of steps, saturated: a greater one means the same to any maze.
    fn steps(&mut self, place: Span) -> Option<u64> {
        let Some(span) = self.maze.steps else {
            // The reader of the text format has reported it, and a nameless line may be it.
            if !self.is_listed && !self.has_nameless {
                self.found.push(errors::steps_missing(place));
            }
            return None;
        };
        let word = self.word(span);
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.found.push(errors::steps_not_a_number(word, span));
            return None;
        }
        Some(word.parse().unwrap_or(u64::MAX))
    }

    /// Declares what lines 1 and 2 of the text format list.
    fn list(&mut self) {
        let maze = self.maze;
        for &span in maze.listed_nodes.iter().flatten() {
            let id = self.node(self.word(span));
            match self.nodes[id.0 as usize].listed {
                Some(first) => self.found.push(errors::node_listed_twice(self.text, first, span)),
                None => self.nodes[id.0 as usize].listed = Some(span),
            }
        }
        for &span in maze.listed_treasures.iter().flatten() {
            let id = self.treasure(self.word(span));
            let entry = &mut self.treasures[id.0 as usize];
            if let Some(first) = entry.listed {
                entry.is_excused = true;
                self.found.push(errors::treasure_listed_twice(self.text, first, span));
            } else {
                entry.listed = Some(span);
            }
        }
    }

    /// The id of a node, which comes to exist.
    fn node(&mut self, name: &'a str) -> NodeId {
        let next = NodeId(self.nodes.len() as u32);
        let id = *self.node_ids.entry(name).or_insert(next);
        if id == next {
            let (node, tolls) = (MazeVertex::default(), Vec::new());
            self.nodes.push(NodeEntry { name, listed: None, line: None, node, tolls, stamp: 0 });
        }
        id
    }

    /// The id of a treasure, which comes to exist.
    fn treasure(&mut self, name: &'a str) -> TreasureId {
        let next = TreasureId(self.treasures.len() as u32);
        let id = *self.treasure_ids.entry(name).or_insert(next);
        if id == next {
            self.treasures.push(TreasureEntry {
                name,
                listed: None,
                home: None,
                tolls: Vec::new(),
                stamp: 0,
                is_excused: false,
            });
        }
        id
    }

    /// The node of each line, and whether it is that node's first line; `None` without a name.
    fn lines(&mut self) -> Vec<Option<(NodeId, bool)>> {
        let maze = self.maze;
        let mut lines = Vec::with_capacity(maze.nodes.len());
        for line in &maze.nodes {
            if line.name.is_empty() {
                lines.push(None);
                continue;
            }
            let id = self.node(self.word(line.name));
            let entry = &mut self.nodes[id.0 as usize];
            if let Some(first) = entry.line {
                self.found.push(errors::node_described_twice(self.text, first, line.name));
                self.is_incomplete = true;
                lines.push(Some((id, false)));
            } else {
                entry.line = Some(line.name);
                lines.push(Some((id, true)));
            }
        }
        lines
    }

    /// Joins the list of the text format with the lines.
    fn missing_lines(&mut self) {
        let Some(listed) = &self.maze.listed_nodes else { return };
        let list_end = listed.last().map_or(0, |last| last.end);
        let lineless = self.nodes.iter().filter(|node| node.line.is_none());
        let mut lineless: FxHashMap<&str, Span> =
            lineless.filter_map(|node| Some((node.name, node.listed?))).collect();
        self.is_incomplete |= !lineless.is_empty();
        let unlisted = self.nodes.iter().filter(|node| node.listed.is_none());
        let unlisted: Vec<_> = unlisted.filter_map(|node| Some((node.name, node.line?))).collect();
        for (name, line) in unlisted {
            // A line and a listed name that go together are one slip, not two faults.
            let meant = self.similar(name, lineless.keys().copied());
            let meant = meant.and_then(|meant| lineless.remove_entry(meant));
            self.found.push(errors::unlisted_node(name, line, meant, list_end));
        }
        if !self.has_nameless {
            self.found
                .extend(lineless.into_iter().map(|(name, at)| errors::missing_line(name, at)));
        }
    }

    /// The node START or GOAL, which comes to exist.
    fn end(&mut self, name: &'static str, place: Span) -> NodeId {
        if let Some(&id) = self.node_ids.get(name) {
            return id;
        }
        if self.is_listed || !self.has_nameless {
            let names = self.nodes.iter().map(|node| node.name);
            let meant = self.similar(name, names).or_else(|| self.called_otherwise(name));
            let meant = meant.map(|meant| (meant, self.places_of(meant)));
            let listed =
                self.maze.listed_nodes.as_ref().and_then(|it| Some(it.first()?.to(*it.last()?)));
            let mut fault = errors::missing_end(name, listed.unwrap_or(place), meant);
            if self.maze.listed_nodes.is_none() && fault.fixes.is_empty() {
                fault.fixes.extend(self.line_of_end(name));
            }
            // It may stand on a line that could not be read.
            fault.is_consequence = self.maze.nodes.iter().any(|node| node.is_broken);
            self.found.push(fault);
        }
        self.node(name)
    }

    /// The node with the word of other mazes for START or GOAL.
    fn called_otherwise(&self, end: &str) -> Option<&'a str> {
        let words: &[&str] = match end {
            "START" => &["begin", "entry", "entrance", "in"],
            _ => &["end", "exit", "finish", "out"],
        };
        let mut names = self.nodes.iter().map(|it| it.name);
        names.find(|it| words.contains(&&*it.to_lowercase()))
    }

    /// The fix that writes the line of START above the others, or that of GOAL below.
    fn line_of_end(&self, end: &str) -> Option<Fix> {
        let (first, last) = (self.maze.nodes.first()?, self.maze.nodes.last()?);
        let before = &self.text[..first.name.start as usize];
        let indentation = &before[before.rfind('\n')? + 1..];
        if !indentation.trim().is_empty() {
            return None;
        }
        let newline = newline(self.text, last.name);
        let (line, edit) = if end == "START" {
            let nodes = &self.maze.nodes;
            let led_to: FxHashSet<_> =
                nodes.iter().flat_map(|it| &it.next).map(|it| self.word(*it)).collect();
            let node = nodes.iter().find(|it| !led_to.contains(self.word(it.name)));
            let node = node.unwrap_or(first);
            let line = format!("START -> {}", self.word(node.name));
            let edit = Edit::insert(first.name.start, format!("{line}{newline}{indentation}"));
            (line, edit)
        } else {
            let behind = &self.text[last.name.start as usize..];
            let at = behind.find(['\r', '\n']).filter(|at| !behind[..*at].contains('}'))?;
            let place = last.name.start + at as u32;
            ("GOAL".to_owned(), Edit::insert(place, format!("{newline}{indentation}GOAL")))
        };
        Some(Fix::maybe(format!("write a line `{line}`"), vec![edit]))
    }

    /// Every place that names a node, in order.
    fn places_of(&self, name: &str) -> Vec<Span> {
        let lines = self.maze.nodes.iter();
        let lines = lines.flat_map(|line| std::iter::once(&line.name).chain(&line.next));
        let all = self.maze.listed_nodes.iter().flatten().chain(lines).copied();
        all.filter(|&span| self.word(span) == name).collect()
    }

    fn corridors(&mut self, line: &ast::MazeNode, from: NodeId, stamp: u32) {
        for &span in &line.next {
            let name = self.word(span);
            let Some(&to) = self.node_ids.get(name) else {
                self.unknown.entry(name).or_default().push(span);
                continue;
            };
            let entry = &mut self.nodes[to.0 as usize];
            if entry.stamp != stamp {
                entry.stamp = stamp;
                self.nodes[from.0 as usize].node.next.push(to);
            }
        }
    }

    /// What START or GOAL would hold and ask for.
    fn end_contents(&mut self, line: &ast::MazeNode) {
        let node = self.word(line.name);
        for (names, what) in [(&line.treasures, "treasures"), (&line.tolls, "tolls")] {
            let (Some(first), Some(last)) = (names.first(), names.last()) else { continue };
            self.found.push(errors::burdened_end(node, what, first.to(*last)));
            for &span in names {
                let id = self.treasure(self.word(span));
                self.treasures[id.0 as usize].is_excused = true;
            }
        }
    }

    /// What another node holds and asks for.
    fn contents(&mut self, line: &ast::MazeNode, id: NodeId, stamp: u32) {
        self.forgotten_arrow(line);
        let misspelt = self.misspelt_parts(line);
        let is_doubtful = |span: Span| misspelt.first().is_some_and(|(word, _)| *word <= span);
        let before = self.found.len();
        let text = self.text;
        for &span in &line.treasures {
            let treasure = self.treasure(self.word(span));
            let entry = &mut self.treasures[treasure.0 as usize];
            match entry.home {
                None => {
                    entry.home = Some((id, span));
                    self.nodes[id.0 as usize].node.treasures.push(treasure);
                }
                Some((home, first)) if home == id => {
                    self.found.push(errors::repeated_on_line(text, first, span));
                }
                Some((_, first)) => self.found.push(errors::second_home(text, first, span)),
            }
        }
        for &span in &line.tolls {
            let toll = self.treasure(self.word(span));
            let entry = &mut self.treasures[toll.0 as usize];
            if let Some(&first) = entry.tolls.last().filter(|_| entry.stamp == stamp) {
                self.found.push(errors::repeated_on_line(text, first, span));
                continue;
            }
            entry.stamp = stamp;
            entry.tolls.push(span);
            entry.is_excused |= is_doubtful(span);
            if let Some((home, held)) = entry.home
                && home == id
            {
                self.found.push(errors::self_toll(text, line.name, held, span));
            }
            let node = &mut self.nodes[id.0 as usize];
            node.node.tolls.push(toll);
            node.tolls.push(span);
        }
        if misspelt.is_empty() {
            return;
        }
        // The misspelt word is the one fault of what stands behind it.
        let found = self.found.split_off(before);
        let (mut behind, others) = found.into_iter().partition::<Vec<_>, _>(|it| {
            // What is named twice is so in any part.
            is_doubtful(it.span) && it.code != DUPLICATE_TREASURE
        });
        self.found.extend(others);
        let fault = (!behind.is_empty()).then(|| behind.swap_remove(0));
        self.found.push(errors::misspelt_parts(text, &misspelt, fault));
    }

    /// A node among the treasures or tolls of a line without an arrow of its own; the text format has
    /// a word for each part, so that none is forgotten there.
    fn forgotten_arrow(&mut self, line: &ast::MazeNode) {
        if self.is_listed || !line.next.is_empty() {
            return;
        }
        let words = line.treasures.iter().chain(&line.tolls).map(|span| (self.word(*span), *span));
        let mut nodes =
            words.filter_map(|(word, span)| Some((self.node_ids.get(word)?, word, span)));
        let Some((node, name, span)) = nodes.next() else { return };
        let node = self.nodes[node.0 as usize].line;
        self.found.push(errors::node_as_treasure(name, span, node));
    }

    /// The words among the treasures or tolls that are almost `treasures` or `tolls` and go before others,
    /// which are then probably not what they seem to be; each with what is meant, the first one first.
    fn misspelt_parts(&self, line: &ast::MazeNode) -> Vec<(Span, &'static str)> {
        if self.is_listed {
            return Vec::new();
        }
        let pairs = line.treasures.windows(2).chain(line.tolls.windows(2));
        let mut found: Vec<_> =
            pairs.filter_map(|pair| Some((pair[0], self.part(pair[0])?))).collect();
        found.sort_by_key(|(word, _)| word.start);
        found
    }

    /// The part of a line that a word was surely meant to begin; names are rarely in lower case.
    fn part(&self, word: Span) -> Option<&'static str> {
        let word = self.word(word);
        let is_likely = word.starts_with('t') && word.bytes().all(|byte| byte.is_ascii_lowercase());
        is_likely.then(|| did_you_mean(word, ["treasures", "tolls"]))?
    }

    fn unknown_nodes(&mut self) {
        // A line without a name may be that of any node that is missing.
        if self.has_nameless && !self.is_listed {
            return;
        }
        let mut unknown: Vec<_> = std::mem::take(&mut self.unknown).into_iter().collect();
        unknown.sort_unstable_by_key(|(_, places)| places[0].start);
        for (name, places) in unknown {
            let meant = self.similar(name, self.nodes.iter().map(|node| node.name));
            self.found.push(errors::unknown_node(name, &places, meant, self.is_listed));
        }
    }

    /// Treasures that line 2 of the text format should list.
    fn undeclared_treasures(&mut self) {
        if self.maze.listed_treasures.is_none() {
            return;
        }
        let is_undeclared = |it: &TreasureEntry| it.listed.is_none() && !it.is_excused;
        for index in 0..self.treasures.len() {
            let entry = &self.treasures[index];
            if !is_undeclared(entry) {
                continue;
            }
            let (name, home) = (entry.name, entry.home.map(|(_, span)| span));
            let mut places: Vec<Span> =
                home.into_iter().chain(entry.tolls.iter().copied()).collect();
            places.sort_unstable_by_key(|place| place.start);
            // Two homes cannot have been meant to be one treasure's.
            let fits =
                |it: &&TreasureEntry| it.listed.is_some() && (it.home.is_none() || home.is_none());
            let fitting = self.treasures.iter().filter(fits).map(|it| it.name);
            let meant = self.similar(name, fitting);
            if let Some(meant) = meant {
                let id = self.treasure(meant);
                self.treasures[id.0 as usize].is_excused = true;
            }
            self.treasures[index].is_excused = true;
            let list = self.maze.listed_treasures.as_ref().and_then(|list| list.last()).copied();
            self.found.push(errors::undeclared_treasure(name, &places, meant, list));
        }
    }

    /// Treasures that are nowhere.
    fn absent_treasures(&mut self) {
        if self.is_incomplete {
            return;
        }
        for index in 0..self.treasures.len() {
            let entry = &self.treasures[index];
            if entry.home.is_some() || entry.is_excused {
                continue;
            }
            let (name, listed) = (entry.name, entry.listed);
            if entry.tolls.is_empty() {
                self.found.extend(listed.map(|at| errors::treasure_without_home(self.text, at)));
                continue;
            }
            let supplied = self.treasures.iter().filter(|it| it.home.is_some());
            let meant = self.similar(name, supplied.map(|it| it.name));
            let tolls = &self.treasures[index].tolls;
            self.found.push(errors::toll_without_supply(name, tolls, meant, listed));
        }
    }

    fn finish(
        self,
        steps: Option<u64>,
        [start, goal]: [NodeId; 2],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Option<Maze>, MazeNames) {
        let Self { maze, mut nodes, treasures, mut found, .. } = self;
        let goals = &mut nodes[goal.0 as usize].node.next;
        if !goals.contains(&goal) {
            goals.push(goal);
        }
        let is_sound = !maze.nodes.iter().any(|node| node.is_broken)
            && found.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
        found.sort_by_key(|diagnostic| diagnostic.span.start);
        diagnostics.append(&mut found);
        let names = MazeNames {
            nodes: nodes.iter().map(|node| node.name.to_owned()).collect(),
            treasures: treasures.iter().map(|treasure| treasure.name.to_owned()).collect(),
            lines: nodes.iter().map(|node| node.line).collect(),
            tolls: nodes.iter_mut().map(|node| std::mem::take(&mut node.tolls)).collect(),
            homes: treasures.iter().map(|treasure| Some(treasure.home?.1)).collect(),
            steps: maze.steps,
        };
        let checked = steps.filter(|_| is_sound).map(|steps| Maze {
            nodes: nodes.into_iter().map(|node| node.node).collect(),
            treasures: treasures.len() as u32,
            start,
            goal,
            steps,
        });
        (checked, names)
    }
}
