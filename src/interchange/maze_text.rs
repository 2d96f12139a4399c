//! The maze text format: nodes on line 1, treasures on line 2, the number of steps on line 3, then
//! a line `NODE TREASURES t… TOLLS t… NEXT n…` for each node. Reading yields the same tree as a
//! maze of a `.puzzle` file; what its names mean is not judged here.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::syntax::ast;
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::maze::{Maze, NodeId, TreasureId};

mod errors;
pub mod key;

use errors::KeywordPlace;

/// The keywords of a node's line, in their order. They are never names.
const KEYWORDS: [&str; 3] = ["TREASURES", "TOLLS", "NEXT"];

/// Reads a maze. Faults of the format are added to `diagnostics`; the tree then holds what was
/// understood. `None` when the first three lines are not there, so that nothing can be said about
/// the rest.
pub fn parse(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<ast::MazeBlock> {
    parse_within(text, diagnostics, &mut Budget::unlimited()).expect("there are no limits")
}

/// As [`parse`], within limits.
///
/// # Errors
/// The limit that was reached.
pub fn parse_within(
    text: &str,
    diagnostics: &mut Vec<Diagnostic>,
    budget: &mut Budget,
) -> Result<Option<ast::MazeBlock>, Stop> {
    let mut lines = lines(text);
    let Some(first) = lines.next().filter(|_| !text.trim_matches(is_blank).is_empty()) else {
        diagnostics.push(errors::empty(text));
        return Ok(None);
    };
    let mut listed_nodes: Vec<Span> = words(text, first).collect();
    if let Some(fault) = no_nodes(text, first, &listed_nodes) {
        diagnostics.push(fault);
        return Ok(None);
    }
    let (Some(second), Some(third)) = (lines.next(), lines.next()) else {
        diagnostics.push(errors::ends_early(text));
        return Ok(None);
    };
    let mut listed_treasures: Vec<Span> = words(text, second).collect();
    if are_of_node(text, &listed_treasures) {
        diagnostics.push(errors::header_missing(second, 2));
        return Ok(None);
    }
    for list in [&mut listed_nodes, &mut listed_treasures] {
        leave_out_keywords(text, list, diagnostics);
    }
    if listed_nodes.is_empty() {
        return Ok(None);
    }
    let mut reader = Reader {
        text,
        words: words(text, third).collect(),
        maze: ast::MazeBlock::default(),
        listed: OnceCell::new(),
        diagnostics,
    };
    let is_header_short = are_of_node(text, &reader.words);
    if is_header_short {
        reader.short_header(&mut listed_treasures, third);
    } else {
        reader.maze.steps = reader.steps_line(third);
    }
    reader.maze.listed_nodes = Some(listed_nodes);
    reader.maze.listed_treasures = Some(listed_treasures);
    if is_header_short {
        reader.node_line();
    }
    for line in lines {
        reader.words.clear();
        for word in words(text, line) {
            budget.check()?;
            reader.words.push(word);
        }
        if !reader.words.is_empty() {
            reader.node_line();
        }
    }
    Ok(Some(reader.maze))
}

/// Why the words of line 1 are no nodes, if that can be seen.
fn no_nodes(text: &str, line: Span, listed: &[Span]) -> Option<Diagnostic> {
    let word = |it: &Span| &text[it.range()];
    match listed {
        [] => Some(errors::nodes_missing(line)),
        [maze, .., brace] if word(maze) == "maze" && word(brace) == "{" => {
            Some(errors::declared(line))
        }
        _ => are_of_node(text, listed).then(|| errors::header_missing(line, 1)),
    }
}

/// Reports keywords among names, and takes them away.
fn leave_out_keywords(text: &str, names: &mut Vec<Span>, diagnostics: &mut Vec<Diagnostic>) {
    names.retain(|name| {
        let is_keyword = keyword(&text[name.range()]).is_some();
        diagnostics.extend(is_keyword.then(|| errors::keyword_as_name(text, *name)));
        !is_keyword
    });
}

/// Writes a maze with the names of its nodes and treasures, both by id.
///
/// # Errors
/// The first name that the format cannot hold because it is a keyword there.
pub fn write<'a>(
    maze: &Maze,
    nodes: &'a [String],
    treasures: &'a [String],
) -> Result<String, &'a str> {
    let names = nodes.iter().chain(treasures);
    if let Some(name) = names.into_iter().find(|name| keyword(name).is_some()) {
        return Err(name);
    }
    let mut text = format!("{}\n{}\n{}\n", nodes.join(" "), treasures.join(" "), maze.steps);
    for (node, name) in maze.nodes.iter().zip(nodes) {
        text.push_str(name);
        let treasure_name = |&TreasureId(id): &TreasureId| treasures[id as usize].as_str();
        let node_name = |&NodeId(id): &NodeId| nodes[id as usize].as_str();
        let parts: [Vec<&str>; 3] = [
            node.treasures.iter().map(treasure_name).collect(),
            node.tolls.iter().map(treasure_name).collect(),
            node.next.iter().map(node_name).collect(),
        ];
        for (keyword, names) in KEYWORDS.iter().zip(parts) {
            for word in std::iter::once(*keyword).chain(names) {
                text.push(' ');
                text.push_str(word);
            }
        }
        text.push('\n');
    }
    Ok(text)
}

/// Whether a line that begins with a node's name goes on behind it as this format does.
pub fn is_node_line(behind: &str) -> bool {
    behind.split_ascii_whitespace().next() == Some(KEYWORDS[0])
}

fn is_blank(character: char) -> bool {
    character.is_ascii_whitespace() || character == '\u{feff}'
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The place of a keyword in [`KEYWORDS`].
fn keyword(word: &str) -> Option<usize> {
    KEYWORDS.iter().position(|&keyword| keyword == word)
}

/// The lines without their ends and without a byte-order mark.
fn lines(text: &str) -> impl Iterator<Item = Span> {
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|it| !it.is_empty())?;
        let length = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let line = Span::new(start as u32, (start + length) as u32);
        start += length + if rest[length..].starts_with("\r\n") { 2 } else { 1 };
        Some(line)
    })
}

fn words(text: &str, line: Span) -> impl Iterator<Item = Span> {
    let is_space = |byte: &u8| byte.is_ascii_whitespace();
    let bytes = text.as_bytes();
    let (mut at, end) = (line.start as usize, line.end as usize);
    std::iter::from_fn(move || {
        at += bytes[at..end].iter().take_while(|byte| is_space(byte)).count();
        let length = bytes[at..end].iter().take_while(|byte| !is_space(byte)).count();
        let start = at;
        at += length;
        (length > 0).then(|| Span::new(start as u32, at as u32))
    })
}

/// Whether a line among the first three is surely a node's: two keywords stand in it.
fn are_of_node(text: &str, words: &[Span]) -> bool {
    words.iter().filter(|word| keyword(&text[word.range()]).is_some()).nth(1).is_some()
}

/// Reads the lines behind the first two.
struct Reader<'a, 'd> {
    text: &'a str,
    /// The words of the present line.
    words: Vec<Span>,
    maze: ast::MazeBlock,
    /// The names of lines 1 and 2: needed only to guess what a broken line means.
    listed: OnceCell<FxHashMap<&'a str, ListedSort>>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a> Reader<'a, '_> {
    fn word(&self, index: usize) -> &'a str {
        &self.text[self.words[index].range()]
    }

    /// A header with a line less than three: that of treasures or that of the steps is missing.
    fn short_header(&mut self, listed_treasures: &mut Vec<Span>, third: Span) {
        if let [steps] = listed_treasures[..]
            && is_number(&self.text[steps.range()])
        {
            let behind_first = self.text.find(['\r', '\n']).unwrap_or_default() as u32;
            self.diagnostics.push(errors::blank_line_missing(steps, behind_first));
            self.maze.steps = Some(steps);
            listed_treasures.clear();
        } else {
            self.diagnostics.push(errors::header_missing(third, 3));
        }
    }

    fn steps_line(&mut self, line: Span) -> Option<Span> {
        let (&first, &last) = (self.words.first().zip(self.words.last())).or_else(|| {
            self.diagnostics.push(errors::steps_missing(line));
            None
        })?;
        if !is_number(self.word(0)) {
            return Some(first.to(last));
        }
        if let Some(second) = self.words.get(1) {
            self.diagnostics.push(errors::more_than_steps(first, second.to(last)));
        }
        Some(first)
    }

    fn node_line(&mut self) {
        let mut places = [None; 3];
        let mut keywords = 0;
        for (at, span) in self.words.iter().enumerate() {
            if let Some(found) = keyword(&self.text[span.range()]) {
                keywords += 1;
                places[found] = Some(at);
            }
        }
        let name = self.words[0];
        if let [Some(1), Some(tolls), Some(next)] = places
            && 1 < tolls
            && tolls < next
            && keywords == 3
        {
            self.maze.nodes.push(ast::MazeNode {
                name,
                treasures: self.words[2..tolls].to_vec(),
                tolls: self.words[tolls + 1..next].to_vec(),
                next: self.words[next + 1..].to_vec(),
                is_broken: false,
            });
            return;
        }
        let has_name = keyword(self.word(0)).is_none();
        self.maze.nodes.push(ast::MazeNode {
            // An empty name stands for any node: nothing can be said about the one it should be.
            name: if has_name { name } else { Span::at(name.start) },
            treasures: Vec::new(),
            tolls: Vec::new(),
            next: Vec::new(),
            is_broken: true,
        });
        let fault = if has_name { self.fault() } else { errors::name_missing(self.text, name) };
        self.diagnostics.push(fault);
    }

    /// What is wrong with a line whose keywords are not as they should be.
    fn fault(&self) -> Diagnostic {
        let found: Vec<(usize, usize)> =
            (1..self.words.len()).filter_map(|at| Some((at, keyword(self.word(at))?))).collect();
        let mut first = [None; 3];
        for &(at, keyword) in &found {
            if let Some(earlier) = first[keyword] {
                return errors::repeated_keyword(self.text, self.words[earlier], self.words[at]);
            }
            first[keyword] = Some(at);
        }
        if let Some(pair) = found.windows(2).find(|pair| pair[0].1 > pair[1].1) {
            let [before, at] = [pair[0].0, pair[1].0].map(|at| self.words[at]);
            return errors::keyword_out_of_order(self.text, before, at);
        }
        let missing: Vec<usize> = (0..3).filter(|&keyword| first[keyword].is_none()).collect();
        let Some(&lacks) = missing.first() else {
            let [from, to] = [self.words[1], self.words[found[0].0 - 1]];
            return errors::extra_words(from.to(to));
        };
        // The missing keyword belongs behind those before it and before those behind it.
        let after = first[..lacks].iter().flatten().max().copied().unwrap_or(0);
        let before = first[lacks..].iter().flatten().min().copied().unwrap_or(self.words.len());
        for &keyword in &missing {
            for at in after + 1..before {
                if is_misspelt(self.word(at), KEYWORDS[keyword]) && self.listed(at).is_none() {
                    let word = self.words[at];
                    let is_certain = missing.len() == 1;
                    return errors::misspelt_keyword(
                        self.text,
                        word,
                        KEYWORDS[keyword],
                        is_certain,
                    );
                }
            }
        }
        let next_name = (after + 1..before).find(|&at| self.listed(at) == Some(ListedSort::Node));
        let place = match (lacks, next_name) {
            (0, _) => KeywordPlace::After(self.words[0]),
            (1, _) if before < self.words.len() => KeywordPlace::Before(self.words[before]),
            (2, Some(at)) => KeywordPlace::Before(self.words[at]),
            _ => KeywordPlace::After(self.words[self.words.len() - 1]),
        };
        // Behind names it is a guess where the one list ends and the other begins.
        let is_certain = lacks == 0 || after + 1 == before;
        errors::keyword_missing(&missing, place, is_certain)
    }

    /// What the header lists a word as.
    fn listed(&self, at: usize) -> Option<ListedSort> {
        let names = |list: &Option<Vec<Span>>, sort| {
            let names = list.iter().flatten().map(|name| (&self.text[name.range()], sort));
            names.collect::<Vec<_>>()
        };
        let listed = self.listed.get_or_init(|| {
            let treasures = names(&self.maze.listed_treasures, ListedSort::Treasure);
            let nodes = names(&self.maze.listed_nodes, ListedSort::Node);
            treasures.into_iter().chain(nodes).collect()
        });
        listed.get(self.word(at)).copied()
    }
}

/// What a listed name names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListedSort {
    Node,
    Treasure,
}

/// Whether a word is a keyword in another case or with a slip.
fn is_misspelt(word: &str, keyword: &str) -> bool {
    let slips = if keyword.len() > 5 { 2 } else { 1 };
    word.len().abs_diff(keyword.len()) <= slips
        && strsim::osa_distance(&word.to_ascii_uppercase(), keyword) <= slips
}
