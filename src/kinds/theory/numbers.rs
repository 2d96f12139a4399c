//! Which theories have numbers, boards or drawings. All their sorts are listed, and they are understood as
//! puzzles by rules of their own; a theory without has names alone, `1` and `sum` among them.

use rustc_hash::FxHashSet;

use crate::syntax::ast::{
    Elements, SentenceNode, SentenceOp, SyntaxTree, TheoryLine, WrittenTheory, WrittenType,
};
use crate::text::Span;

/// Where the first line stands that needs numbers.
pub(super) fn first(body: &WrittenTheory, tree: &SyntaxTree, text: &str) -> Option<Span> {
    let has_numbers = body.lines.iter().any(|it| lists_numbers(it, text));
    let functions = body.lines.iter().flat_map(functions).map(|it| &text[it.range()]);
    let functions: FxHashSet<&str> = functions.collect();
    body.lines.iter().find_map(|line| {
        let place = declares(line, |it| functions.contains(&text[it.range()]));
        place.or_else(|| {
            let mut sentences = line.sentences().into_iter();
            sentences.find_map(|it| {
                let node = tree.sentence(it).iter().find(|it| calculates(it, has_numbers));
                node.map(|it| it.span)
            })
        })
    })
}

/// Whether it lists numbers as what there is of a sort, so that they may be compared.
fn lists_numbers(line: &TheoryLine, text: &str) -> bool {
    let TheoryLine::Sort { elements: Some(elements), .. } = line else { return false };
    let is_number = |it: &Span| text[it.range()].starts_with(|it: char| it.is_ascii_digit());
    match elements {
        Elements::Range(_) => true,
        Elements::Listed(names) => names.iter().all(is_number),
        Elements::Constructed(_) => false,
    }
}

/// The functions that a line declares.
fn functions(line: &TheoryLine) -> Vec<Span> {
    match line {
        TheoryLine::Functions { heads, .. } => {
            heads.iter().filter(|it| !it.arguments.is_empty()).map(|it| it.name).collect()
        }
        _ => Vec::new(),
    }
}

/// The place of what only theories with numbers declare.
fn declares(line: &TheoryLine, is_function: impl Fn(&Span) -> bool) -> Option<Span> {
    let range = |it: &Option<WrittenType>| match it {
        Some(range @ WrittenType::Range(_)) => Some(range.span()),
        _ => None,
    };
    match line {
        TheoryLine::Sort { elements: Some(Elements::Range(range)), .. } => {
            Some(range.least.to(range.most))
        }
        TheoryLine::Functions { heads, result, or_none } => {
            let or_none = or_none.then(|| heads.first().map(|it| it.name)).flatten();
            range(result).or(or_none)
        }
        TheoryLine::Constants { names, result, or_none } => {
            let or_none = or_none.then(|| names.first().copied()).flatten();
            range(result).or(or_none)
        }
        TheoryLine::Distinct { result: Some(result), .. } => Some(result.span()),
        TheoryLine::Distinct { names, within, .. } => {
            within.first().or_else(|| names.iter().find(|it| is_function(it))).copied()
        }
        TheoryLine::Given { heads, .. } => heads.first().map(|it| it.name),
        TheoryLine::Grid { name, .. }
        | TheoryLine::Define { name, .. }
        | TheoryLine::Drawing { name, .. } => Some(*name),
        TheoryLine::Sign { text, .. } => Some(*text),
        _ => None,
    }
}

/// Whether a node needs numbers. Where no sort has some, signs that calculate are rather those of other
/// notations for `and`, `or` and `not`.
fn calculates(node: &SentenceNode, has_numbers: bool) -> bool {
    match node.op {
        SentenceOp::Aggregate { .. } => true,
        SentenceOp::Chain { .. }
        | SentenceOp::Counted { .. }
        | SentenceOp::Compare(_)
        | SentenceOp::Binary(_)
        | SentenceOp::Negative => has_numbers,
        _ => false,
    }
}
