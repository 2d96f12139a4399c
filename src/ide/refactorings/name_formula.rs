//! Gives a part of a formula a name: declares it above the item and mentions it in its place.

use super::{Refactoring, RewriteSort, formula_at, node_at};
use crate::diagnostic::Edit;
use crate::ide::{EditorPlace, TextLocation};
use crate::kinds::Scope;
use crate::service::check::Analysis;
use crate::syntax::ast::{ItemKind, Op};
use crate::syntax::parse;
use crate::text::newline;

const KEYWORD: &str = "formula ";

pub(super) fn name_formula(analysis: Analysis<'_>, location: TextLocation) -> Option<Refactoring> {
    let (definition, formula) = formula_at(analysis, location)?;
    let scope = &analysis.scope;
    let (text, item) = (scope.text(location.document), scope.item(definition));
    let nodes = scope.tree(location.document).formula(formula);
    let (index, node) = node_at(nodes, location)?;
    // A variable or a name is short enough, and a declared formula has a name.
    let is_leaf = matches!(node.op, Op::Variable(_) | Op::Name | Op::Parameter(_));
    let is_named = matches!(item.kind, ItemKind::Formula { .. }) && node.span == formula.span;
    if is_leaf || is_named {
        return None;
    }
    let top = item.documentation.unwrap_or(item.span).start;
    let line = text[..top as usize].rfind('\n').map_or(0, |at| at + 1);
    let indentation = &text[line..top as usize];
    if !indentation.trim().is_empty() {
        return None;
    }
    // What stands for something that is given becomes a parameter of the part as well.
    let parameters = item.kind.parameters();
    let within = nodes[..=index].iter().rev().take_while(|it| it.span.start >= node.span.start);
    let mut used: Vec<u32> = within
        .filter_map(|it| match it.op {
            Op::Parameter(index) => Some(index),
            _ => None,
        })
        .collect();
    used.sort_unstable();
    used.dedup();
    let words: Vec<_> = used.iter().map(|it| &text[parameters[*it as usize].range()]).collect();
    let name = match words.as_slice() {
        [] => free_name(scope),
        words => format!("{}({})", free_name(scope), words.join(", ")),
    };
    let declaration = format!("{KEYWORD}{name} = {}", &text[node.span.range()]);
    // Between parentheses a line may end where it may not end outside of them.
    let parsed = parse(&declaration);
    if !parsed.diagnostics.is_empty() || parsed.tree.items.len() != 1 {
        return None;
    }
    let is_word = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
    let blank = |is_needed| if is_needed { " " } else { "" };
    let before = blank(is_word(text[..node.span.start as usize].chars().next_back()));
    let behind = blank(is_word(text[node.span.end as usize..].chars().next()));
    let newline = newline(text, item.span);
    let edits = [
        Edit::insert(line as u32, format!("{indentation}{declaration}{newline}")),
        Edit::replace(node.span, format!("{before}{name}{behind}")),
    ];
    let place = EditorPlace { document: location.document, offset: line as u32 };
    Some(Refactoring {
        title: "Name this part of the formula".to_owned(),
        sort: RewriteSort::Extract,
        edits: edits.into_iter().map(|it| (location.document, it)).collect(),
        new_name: Some((place, (indentation.len() + KEYWORD.len()) as u32)),
    })
}

/// A name that nothing has.
fn free_name(scope: &Scope<'_>) -> String {
    let names = std::iter::once("part".to_owned()).chain((2..).map(|it| format!("part{it}")));
    let is_free = |name: &String| scope.find(name).is_none();
    names.into_iter().find(is_free).unwrap_or_default()
}
