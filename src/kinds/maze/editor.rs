//! What editors show of the lines of a maze: its nodes and treasures, and what may follow where.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::corridor::corridor;
use super::sorting::sorted;
use crate::diagnostic::{Edit, Fix};
use crate::kinds::editor::{
    AddOffer, BlockLine, BlockOffer, BlockOutline, BlockUsage, BlockWord, Editor, Explained,
    OutlinePart, WordRole, code, count, listed, not_in_lines,
};
use crate::kinds::scope::{Content, Definition, ForeignFile, Scope};
use crate::syntax::ast::{Item, ItemKind, MazeBlock, MazeNode, Verb};
use crate::syntax::keyword::Keyword;
use crate::text::{Source, Span};

/// What editors ask about mazes.
#[derive(Debug)]
pub(super) struct MazeEditor;

/// The part of a line that a place is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The first word.
    Node,
    /// The number behind `steps`.
    Steps,
    /// Behind the name of the node.
    Name,
    /// Behind `treasures`.
    Treasures,
    /// Behind `tolls`.
    Tolls,
    /// Behind `->`.
    Next,
}

impl Part {
    /// The part behind some words of a line.
    fn behind(before: &[&str]) -> Self {
        let Some((first, rest)) = before.split_first() else { return Self::Node };
        if *first == "steps" && rest.first() != Some(&"->") {
            return Self::Steps;
        }
        let part = |word: &&str| match *word {
            "treasures" => Some(Self::Treasures),
            "tolls" => Some(Self::Tolls),
            "->" | "→" => Some(Self::Next),
            _ => None,
        };
        rest.iter().rev().find_map(part).unwrap_or(Self::Name)
    }
}

/// The lines of a maze that an item declares.
fn lines(item: &Item) -> &[MazeNode] {
    match &item.kind {
        ItemKind::Maze { body, .. } => &body.nodes,
        _ => &[],
    }
}

/// The lines of a maze and the text that they are places in, which may be a foreign file's.
fn body<'a>(scope: &Scope<'a>, definition: Definition) -> Option<(&'a MazeBlock, &'a str)> {
    placed(scope, definition).map(|(maze, source)| (maze, source.text()))
}

fn placed<'a>(
    scope: &Scope<'a>,
    definition: Definition,
) -> Option<(&'a MazeBlock, &'a Arc<Source>)> {
    match &scope.item(definition).kind {
        ItemKind::Maze { body, .. } => Some((body, scope.source(definition.document))),
        ItemKind::File { .. } => match scope.program.foreign.get(&definition)?.as_ref() {
            ForeignFile { content: Content::Maze(maze), source, .. } => Some((maze, source)),
            _ => None,
        },
        _ => None,
    }
}

impl Editor for MazeEditor {
    fn words(&self, item: &Item) -> Vec<BlockWord> {
        let mut words = Vec::new();
        for node in lines(item) {
            let mut add = |span, role, is_declaration| {
                words.push(BlockWord { span, role, is_declaration });
            };
            add(node.name, WordRole::Node, true);
            node.treasures.iter().for_each(|it| add(*it, WordRole::Treasure, true));
            node.tolls.iter().for_each(|it| add(*it, WordRole::Treasure, false));
            node.next.iter().for_each(|it| add(*it, WordRole::Node, false));
        }
        words
    }

    fn has(&self, scope: &Scope<'_>, block: Definition, role: WordRole, name: &str) -> bool {
        let text = scope.text(block.document);
        let is_it = |span: &Span| &text[span.range()] == name;
        lines(scope.item(block)).iter().any(|node| match role {
            WordRole::Node => is_it(&node.name),
            _ => node.treasures.iter().any(is_it),
        })
    }

    fn answers(&self, verb: Verb) -> Option<WordRole> {
        (verb == Verb::Solve).then_some(WordRole::Node)
    }

    fn outline(&self, item: &Item, text: &str) -> BlockOutline {
        let nodes = lines(item).iter().filter(|it| !it.name.is_empty());
        let part = |it: &MazeNode| OutlinePart {
            name: it.name,
            role: WordRole::Node,
            rest: rest(text, it),
        };
        let parts: Vec<_> = nodes.map(part).collect();
        BlockOutline { detail: count(parts.len(), "node"), parts }
    }

    fn stretches(&self, item: &Item, _: &str) -> Vec<Span> {
        let mut spans = Vec::new();
        for MazeNode { name, treasures, tolls, next, .. } in lines(item) {
            let lists = [treasures, tolls, next].map(|it| it.iter().copied().reduce(Span::to));
            let lists = lists.into_iter().flatten();
            spans.extend(lists.clone());
            spans.push(lists.fold(*name, Span::to));
        }
        spans
    }

    fn keeps(&self, _: &Scope<'_>, _: Definition, role: WordRole, name: &str) -> Option<String> {
        let is_end = role == WordRole::Node && matches!(name, "START" | "GOAL");
        is_end.then(|| format!("every maze has its `{name}`"))
    }

    fn forbids(&self, name: &str) -> Option<&'static str> {
        let is_word = matches!(name, "steps" | "treasures" | "tolls");
        not_in_lines(name).or(is_word.then_some("this word has a meaning in mazes"))
    }

    fn sorted(&self, item: &Item, text: &str) -> Option<(&'static str, Vec<Edit>)> {
        Some(("Sort the nodes of the maze", sorted(lines(item), item.span, text)?))
    }

    fn describe(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        role: WordRole,
        name: &str,
    ) -> Option<String> {
        let (maze, text) = body(scope, block)?;
        let title = scope.program.name(block);
        match role {
            WordRole::Node => node(maze, text, title, name),
            _ => Some(treasure(maze, text, title, name)),
        }
    }

    fn explain(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        before: &[&str],
        word: &str,
    ) -> Option<Explained> {
        let keyword = |word| Keyword::find_part(word).map(Explained::Keyword);
        let part = Part::behind(before);
        let known = match part {
            Part::Steps => return keyword("steps"),
            Part::Node if word == "steps" => return keyword(word),
            Part::Node => None,
            _ => keyword(word),
        };
        let role = match part {
            Part::Node | Part::Next => WordRole::Node,
            Part::Treasures | Part::Tolls => WordRole::Treasure,
            Part::Name | Part::Steps => return known,
        };
        known.or_else(|| self.describe(scope, block, role, word).map(Explained::Markdown))
    }

    fn offer(&self, scope: &Scope<'_>, block: Definition, line: BlockLine<'_>, add: AddOffer<'_>) {
        let part = Part::behind(line.before);
        let Some((maze, text)) = body(scope, block) else { return };
        match part {
            Part::Steps => return,
            Part::Node => return first_words(maze, text, line.typed, add),
            Part::Name => {}
            Part::Treasures => treasures(maze, text, line, |it| &it.tolls, add),
            Part::Tolls => treasures(maze, text, line, |it| &it.treasures, add),
            Part::Next => nodes(maze, text, line, add),
        }
        let is_end = matches!(line.before.first(), Some(&("START" | "GOAL")));
        for word in ["treasures", "tolls", "->"] {
            let is_given = line.before[1..].contains(&word);
            if let Some(keyword) = Keyword::find_part(word)
                && !is_given
                && !(is_end && word != "->")
            {
                add(BlockOffer::Keyword(keyword));
            }
        }
    }

    fn offer_answer(&self, scope: &Scope<'_>, block: Definition, said: &[&str], add: AddOffer<'_>) {
        let Some((maze, text)) = body(scope, block) else { return };
        let Some(last) = said.last() else {
            add(BlockOffer::name("START", WordRole::Node));
            return;
        };
        let line = maze.nodes.iter().find(|it| &text[it.name.range()] == *last);
        for next in line.into_iter().flat_map(|it| &it.next) {
            add(BlockOffer::name(&text[next.range()], WordRole::Node));
        }
    }

    fn joins(&self) -> bool {
        true
    }

    fn join(
        &self,
        scope: &Scope<'_>,
        block: Definition,
        [from, to]: [&str; 2],
    ) -> Result<(Arc<Source>, Fix), String> {
        let (maze, source) = placed(scope, block).ok_or("the maze cannot be read")?;
        let text = source.text();
        let line = |name: &str| maze.nodes.iter().find(|it| &text[it.name.range()] == name);
        let (Some(line), true) = (line(from), line(to).is_some()) else {
            return Err(format!("`{from}` and `{to}` are not both nodes of the maze"));
        };
        if line.next.iter().any(|it| &text[it.range()] == to) {
            return Err(format!("a corridor leads from `{from}` to `{to}` already"));
        }
        let title = format!("let a corridor lead from `{from}` to `{to}`");
        Ok((Arc::clone(source), Fix::maybe(title, vec![corridor(text, line.name, to)])))
    }

    fn usage<'a>(&self, before: &[&'a str]) -> Option<BlockUsage<'a>> {
        let word = *before.first()?;
        let part = Part::behind(before);
        if part == Part::Steps {
            let summary = Keyword::find_part("steps").map_or("", |it| it.summary);
            let parts = vec![("COUNT", "a whole number", true)];
            return Some(BlockUsage { word, summary, parts });
        }
        let parts = [("treasures", Part::Treasures), ("tolls", Part::Tolls), ("->", Part::Next)];
        let parts = parts.into_iter().map(|(word, own)| {
            let keyword = Keyword::find_part(word);
            let (usage, summary) = keyword.map_or((word, ""), |it| (it.usage, it.summary));
            (usage, summary, part == own)
        });
        let summary = "a node: what lies there, what it costs, where corridors lead";
        Some(BlockUsage { word, summary, parts: parts.collect() })
    }
}

/// What stands behind the name of a node.
fn rest(text: &str, node: &MazeNode) -> Span {
    let names = [&node.treasures, &node.tolls, &node.next];
    let end = names.iter().filter_map(|it| it.last()).map(|it| it.end).max();
    let rest = Span::new(node.name.end, end.unwrap_or(node.name.end));
    let text = &text[rest.range()];
    Span::new(rest.end - text.trim_start().len() as u32, rest.end)
}

/// A node: its line, and where corridors lead to it from.
fn node(maze: &MazeBlock, text: &str, title: &str, word: &str) -> Option<String> {
    let line = maze.nodes.iter().find(|it| &text[it.name.range()] == word)?;
    let names = line.treasures.iter().chain(&line.tolls).chain(&line.next);
    let whole = names.fold(line.name, |whole, it| whole.to(*it));
    let from = lines_with(maze, text, word, |it| &it.next);
    let written: Vec<_> = text[whole.range()].split_whitespace().collect();
    let written = code("puzzle", &written.join(" "));
    Some(match from {
        Some(from) => format!("{written}\n\na node of `{title}`; corridors lead here from {from}"),
        None => format!("{written}\n\na node of `{title}`; no corridor leads here"),
    })
}

/// A treasure: where it lies and who asks for it.
fn treasure(maze: &MazeBlock, text: &str, title: &str, word: &str) -> String {
    let lies = match lines_with(maze, text, word, |it| &it.treasures) {
        Some(home) => format!("it lies at {home}"),
        None => "it lies nowhere".to_owned(),
    };
    let asked = match lines_with(maze, text, word, |it| &it.tolls) {
        Some(nodes) => format!("entering {nodes} costs it"),
        None => "no node asks for it".to_owned(),
    };
    format!("`{word}`: a treasure of `{title}`; {lies}, {asked}")
}

/// The nodes in whose lines a part names a word.
fn lines_with(
    maze: &MazeBlock,
    text: &str,
    word: &str,
    part: fn(&MazeNode) -> &Vec<Span>,
) -> Option<String> {
    let has = |it: &&MazeNode| part(it).iter().any(|name| &text[name.range()] == word);
    listed(maze.nodes.iter().filter(has).map(|it| &text[it.name.range()]))
}

/// The first word of a line: what the maze lacks.
fn first_words(maze: &MazeBlock, text: &str, typed: Option<Span>, add: AddOffer<'_>) {
    if maze.steps.is_none()
        && let Some(steps) = Keyword::find_part("steps")
    {
        add(BlockOffer::Keyword(steps));
    }
    let is_other = |it: &&MazeNode| typed.is_none_or(|typed| it.name.start != typed.start);
    let others = maze.nodes.iter().filter(is_other);
    let mut seen: FxHashSet<_> = others.map(|it| &text[it.name.range()]).collect();
    let mentioned = maze.nodes.iter().flat_map(|it| &it.next).map(|it| &text[it.range()]);
    for name in ["START", "GOAL"].into_iter().chain(mentioned) {
        if seen.insert(name) {
            let (role, detail) = (WordRole::Node, "a node without a line");
            if !add(BlockOffer::Name { name, role, detail, rest: Some(" -> $0") }) {
                return;
            }
        }
    }
}

/// The treasures, those first that `likely` names.
fn treasures(
    maze: &MazeBlock,
    text: &str,
    line: BlockLine<'_>,
    likely: fn(&MazeNode) -> &Vec<Span>,
    add: AddOffer<'_>,
) {
    let mut seen: FxHashSet<&str> = line.before[1..].iter().copied().collect();
    let first = maze.nodes.iter().flat_map(likely);
    let others = maze.nodes.iter().flat_map(|it| it.treasures.iter().chain(&it.tolls));
    for &span in first.chain(others) {
        let word = &text[span.range()];
        if line.typed != Some(span) && seen.insert(word) {
            add(BlockOffer::name(word, WordRole::Treasure));
        }
    }
}

/// The nodes but those that the line names.
fn nodes(maze: &MazeBlock, text: &str, line: BlockLine<'_>, add: AddOffer<'_>) {
    let mut seen: FxHashSet<&str> = line.before[1..].iter().copied().collect();
    let lines = maze.nodes.iter().map(|it| it.name);
    let mentioned = maze.nodes.iter().flat_map(|it| &it.next).copied();
    for span in lines.chain(mentioned) {
        let word = &text[span.range()];
        let is_new = !word.is_empty() && line.typed != Some(span) && seen.insert(word);
        if is_new && !add(BlockOffer::name(word, WordRole::Node)) {
            return;
        }
    }
}
