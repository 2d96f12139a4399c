//! Declarations with variables in the place of sorts, as in `predicate language(x)`: which sorts are meant is told by the
//! things that the sentences say it of. Without sorts such lines are not needed.

use super::resolve::starts;
use super::symbols::TheorySymbols;
use crate::diagnostic::code::UNKNOWN_NAME;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::{Head, SentenceNode, SentenceOp, SyntaxTree, TheoryLine, WrittenTheory};
use crate::syntax::terminal::variable;
use crate::text::Span;

/// Variables whose sort is looked for in the sentences; where there are more, nothing is offered.
const MOST: usize = 20;

/// Adds what is meant to the one fault that tells it.
pub(super) fn offer(
    text: &str,
    (body, tree): (&WrittenTheory, &SyntaxTree),
    symbols: &TheorySymbols<'_>,
    found: &mut [Diagnostic],
) {
    let is_variable = |it: &Span| variable(&text[it.range()]).is_some();
    let is_told = |it: &&mut Diagnostic| it.code == UNKNOWN_NAME && is_variable(&it.span);
    let Some(fault) = found.iter_mut().find(is_told) else { return };
    let heads: Vec<_> = body.lines.iter().flat_map(heads).collect();
    let faulty = || heads.iter().filter(|it| it.arguments.iter().any(is_variable));
    if !faulty().any(|it| it.arguments.contains(&fault.span)) {
        return;
    }
    if symbols.sorts.is_empty() {
        let mut lines: Vec<_> = faulty().map(|it| line_of(text, it.name)).collect();
        lines.dedup();
        let title = if lines.len() == 1 { "leave the line out" } else { "leave the lines out" };
        let edits = lines.into_iter().map(|it| Edit::delete_line(text, it)).collect();
        fault.help = Some(
            "without sorts no declaration is needed; else write one, as in `sort Thing` and `predicate big(Thing)`"
                .to_owned(),
        );
        fault.fixes.push(Fix::maybe(title, edits));
        return;
    }
    let mut edits = Vec::new();
    for head in faulty() {
        for (at, place) in head.arguments.iter().enumerate().filter(|it| is_variable(it.1)) {
            if edits.len() == MOST {
                return;
            }
            let said = body.lines.iter().flat_map(TheoryLine::sentences);
            let sort =
                said.filter_map(|it| sort_in(text, tree.sentence(it), (head, at), symbols)).next();
            let Some(sort) = sort else { return };
            edits.push(Edit::replace(*place, sort));
        }
    }
    let title = match &edits[..] {
        [only] => format!("write `{}`", only.text),
        _ => "write the sorts".to_owned(),
    };
    fault.help = Some("write the sort of what it is said of".to_owned());
    fault.fixes.push(Fix::maybe(title, edits));
}

/// What a line declares that may have arguments.
fn heads(line: &TheoryLine) -> &[Head] {
    match line {
        TheoryLine::Predicates(heads) | TheoryLine::Functions { heads, .. } => heads,
        _ => &[],
    }
}

/// The line of a place, without the blanks around it.
fn line_of(text: &str, place: Span) -> Span {
    let start = text[..place.start as usize].rfind('\n').map_or(0, |it| it + 1);
    let length = text[place.start as usize..].find('\n');
    let end = length.map_or(text.len(), |it| place.start as usize + it);
    let line = &text[start..end];
    let first = start + (line.len() - line.trim_start().len());
    Span::new(first as u32, (start + line.trim_end().len()) as u32)
}

/// The sort of the thing that a sentence has as an argument of what is declared.
fn sort_in<'s>(
    text: &str,
    nodes: &[SentenceNode],
    (head, at): (&Head, usize),
    symbols: &'s TheorySymbols<'_>,
) -> Option<&'s str> {
    let count = head.arguments.len();
    let starts = starts(nodes);
    nodes.iter().enumerate().find_map(|(index, node)| {
        let SentenceOp::Apply { name, arguments } = node.op else { return None };
        if arguments as usize != count || text[name.range()] != text[head.name.range()] {
            return None;
        }
        let mut operand = index.checked_sub(1)?;
        for _ in at + 1..count {
            operand = starts[operand].checked_sub(1)?;
        }
        let SentenceOp::Apply { name, arguments: 0 } = nodes[operand].op else { return None };
        let thing = &symbols.symbols[symbols.find(&text[name.range()])? as usize];
        let sort = symbols.sort_of(thing.result?)?;
        Some(symbols.sorts[sort.0 as usize].name)
    })
}
