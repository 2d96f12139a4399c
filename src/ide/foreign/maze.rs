//! A maze in its text format: what a node has, and where a treasure lies.

use super::ForeignPart;
use crate::ide::symbols::EntrySort;
use crate::kinds::Definition;
use crate::kinds::editor::WordRole;
use crate::kinds::scope::{Content, ForeignFile};
use crate::service::check::Analysis;
use crate::syntax::ast::{MazeBlock, MazeNode};
use crate::text::Span;

fn body<'a>(analysis: &Analysis<'a>, declared: Definition) -> Option<(&'a MazeBlock, &'a str)> {
    let foreign = analysis.scope.program.foreign.get(&declared)?;
    match &**foreign {
        ForeignFile { content: Content::Maze(maze), source, .. } => Some((maze, source.text())),
        _ => None,
    }
}

/// What the word at a place is.
pub(super) fn told(
    analysis: Analysis<'_>,
    declared: Definition,
    offset: u32,
) -> Option<(String, Span)> {
    let (maze, text) = body(&analysis, declared)?;
    let is_here = |it: &Span| it.start <= offset && offset <= it.end;
    if let Some(steps) = maze.steps.filter(is_here) {
        let told = format!("the third line: at most {} steps may be taken", &text[steps.range()]);
        return Some((told, steps));
    }
    let of = |role| move |span: &Span| (role, *span);
    let (nodes, treasures) = (of(WordRole::Node), of(WordRole::Treasure));
    let listed = maze.listed_nodes.iter().flatten().map(nodes);
    let listed = listed.chain(maze.listed_treasures.iter().flatten().map(treasures));
    let lines = maze.nodes.iter().flat_map(|line| {
        let named = std::iter::once(&line.name).chain(&line.next).map(nodes);
        named.chain(line.treasures.iter().chain(&line.tolls).map(treasures))
    });
    let Some((role, span)) = listed.chain(lines).find(|(_, span)| is_here(span)) else {
        return keyword(text, offset);
    };
    let scope = &analysis.scope;
    let name = &text[span.range()];
    let said = scope.editor(declared)?.describe(scope, declared, role, name)?;
    Some((said, span))
}

/// A keyword of a node's line.
fn keyword(text: &str, offset: u32) -> Option<(String, Span)> {
    let is_part = |it: char| it.is_ascii_uppercase();
    let at = offset as usize;
    let start = text[..at].rfind(|it| !is_part(it)).map_or(0, |it| it + 1);
    let end = at + text[at..].find(|it| !is_part(it)).unwrap_or(text.len() - at);
    let said = match text.get(start..end)? {
        "TREASURES" => "`TREASURES`: what lies at the node, for whoever comes there first",
        "TOLLS" => "`TOLLS`: the treasures that entering the node costs",
        "NEXT" => "`NEXT`: the nodes to which corridors lead from here",
        _ => return None,
    };
    Some((said.to_owned(), Span::new(start as u32, end as u32)))
}

/// The nodes.
pub(super) fn nodes(analysis: Analysis<'_>, declared: Definition) -> Vec<ForeignPart> {
    let Some((maze, text)) = body(&analysis, declared) else { return Vec::new() };
    let part = |line: &MazeNode| {
        let names = line.treasures.iter().chain(&line.tolls).chain(&line.next);
        let span = names.fold(line.name, |whole, it| whole.to(*it));
        let name = text[line.name.range()].to_owned();
        let rest = &text[line.name.end as usize..span.end as usize];
        let detail = rest.split_whitespace().collect::<Vec<_>>().join(" ");
        ForeignPart { name, detail, sort: EntrySort::Node, span, name_span: line.name }
    };
    maze.nodes.iter().filter(|it| !it.name.is_empty()).map(part).collect()
}
