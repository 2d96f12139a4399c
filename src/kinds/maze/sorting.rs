//! Sorts the lines of a maze: START first, GOAL last, the others by name, numbers in names by their
//! value. Comments stay with the line that they stand above or behind.

use std::cmp::Ordering;

use crate::diagnostic::Edit;
use crate::syntax::ast::MazeNode;
use crate::text::Span;

/// The edits that sort the lines of a maze; `None` where a node shares its line with something
/// else.
pub(super) fn sorted(nodes: &[MazeNode], maze: Span, text: &str) -> Option<Vec<Edit>> {
    let mut lines = Vec::new();
    for node in nodes {
        lines.push((&text[node.name.range()], own_lines(text, maze, node)?));
    }
    let mut sorted = lines.clone();
    sorted.sort_by(|(one, _), (two, _)| rank(one).cmp(&rank(two)).then(by_number(one, two)));
    let moved = lines.iter().zip(&sorted).filter(|(before, after)| before != after);
    let edits = moved.map(|((_, before), (_, after))| Edit::replace(*before, &text[after.range()]));
    Some(edits.collect())
}

/// The lines that belong to a node: its own, and the comments right above it. `None` when it shares
/// its line with something else.
fn own_lines(text: &str, maze: Span, node: &MazeNode) -> Option<Span> {
    let names = [&node.treasures, &node.tolls, &node.next].into_iter().flatten();
    let last = names.map(|it| it.end).fold(node.name.end, u32::max);
    let mut start = line_start(text, node.name.start);
    let behind = &text[last as usize..];
    let rest = behind.find('\n').map_or(behind, |at| &behind[..at]).trim_end_matches('\r');
    let is_alone = text[start as usize..node.name.start as usize].trim().is_empty()
        && maze.start < start
        && (rest.trim().is_empty() || rest.trim_start().starts_with("//"));
    if !is_alone {
        return None;
    }
    // The line above is a comment, and not the one with the brace.
    while let above = line_start(text, start - 1)
        && above > maze.start
        && text[above as usize..].trim_start_matches([' ', '\t']).starts_with("//")
    {
        start = above;
    }
    Some(Span::new(start, last + rest.len() as u32))
}

fn line_start(text: &str, offset: u32) -> u32 {
    text[..offset as usize].rfind('\n').map_or(0, |at| at as u32 + 1)
}

fn rank(name: &str) -> u8 {
    match name {
        "START" => 0,
        "GOAL" => 2,
        _ => 1,
    }
}

/// Compares names; where both have digits, the numbers count: `N2` comes before `N10`.
fn by_number(one: &str, two: &str) -> Ordering {
    let (mut left, mut right) = (one, two);
    loop {
        let (Some(first), Some(second)) = (left.chars().next(), right.chars().next()) else {
            return left.len().cmp(&right.len()).then(one.cmp(two));
        };
        let order = if first.is_ascii_digit() && second.is_ascii_digit() {
            number(&mut left).cmp(&number(&mut right))
        } else {
            (left, right) = (&left[first.len_utf8()..], &right[second.len_utf8()..]);
            first.cmp(&second)
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// Takes the digits at the start: how many there are behind the zeros, and which.
fn number<'a>(name: &mut &'a str) -> (usize, &'a str) {
    let rest = name.trim_start_matches(|it: char| it.is_ascii_digit());
    let digits = name[..name.len() - rest.len()].trim_start_matches('0');
    *name = rest;
    (digits.len(), digits)
}
