//! Which theories have numbers, boards or drawings. All their sorts are listed, and they are understood as
//! puzzles by rules of their own; a theory without has names alone, `1` and `sum` among them.

use rustc_hash::FxHashSet;

use super::errors;
use super::symbols::TheorySymbols;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{
    Elements, SentenceNode, SentenceOp, SyntaxTree, TheoryLine, WrittenOperation, WrittenTheory,
    WrittenType,
};
use crate::syntax::keyword::NUMBER_WORDS;
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

/// The fault of a node that calculates or compares.
pub(super) fn fault(
    text: &str,
    nodes: &[SentenceNode],
    index: usize,
    starts: &[usize],
) -> Diagnostic {
    match counted(text, nodes, index, starts) {
        Some((place, number)) => errors::number_word(text, place, number),
        None => errors::numbers(text, nodes[index].span, connective(text, nodes, index)),
    }
}

/// The number that a word counts by, and its place.
fn counted(
    text: &str,
    nodes: &[SentenceNode],
    index: usize,
    starts: &[usize],
) -> Option<(Span, usize)> {
    let SentenceOp::Counted { .. } = nodes[index].op else { return None };
    // The number stands before what is counted.
    let number = nodes[starts[index.checked_sub(1)?].checked_sub(1)?].span;
    let place = NUMBER_WORDS.iter().position(|it| *it == &text[number.range()])?;
    Some((number, place))
}

/// The sign of a node that calculates with sentences, as if it were the connective of another notation.
fn connective(text: &str, nodes: &[SentenceNode], index: usize) -> Option<Span> {
    let node = nodes[index];
    let last = nodes[index.checked_sub(1)?].span;
    let from = match node.op {
        SentenceOp::Negative => return Some(Span::new(node.span.start, node.span.start + 1)),
        SentenceOp::Binary(WrittenOperation::Times | WrittenOperation::Plus) => node.span.start,
        _ => return None,
    };
    let at = text[from as usize..last.start as usize].rfind(['*', '+'])? as u32 + from;
    Some(Span::new(at, at + 1))
}

/// Leaves one of the faults from `first` on that there are no numbers. Where there are no sorts, it says which there may
/// be for the things that sentences calculate with.
pub(super) fn tell_once<Label, Sentence>(
    text: &str,
    sentences: &[(Label, Sentence, &[SentenceNode])],
    symbols: &TheorySymbols<'_>,
    diagnostics: &mut Vec<Diagnostic>,
    first: usize,
) {
    let is_told = |it: &Diagnostic| it.message == errors::NO_NUMBERS && it.fixes.is_empty();
    let mut found = diagnostics.split_off(first);
    let told = found.iter().position(is_told);
    let things = calculated(text, sentences.iter().map(|it| it.2));
    if let Some(told) = told.filter(|_| symbols.sorts.is_empty() && !things.is_empty()) {
        let constants = format!("constant {}: Digit", things.join(", "));
        found[told].help = Some(format!("declare them: `sort Digit = 0..9` and `{constants}`"));
    }
    let others = found.into_iter().enumerate();
    let kept = others.filter(|(at, it)| Some(*at) == told || !is_told(it));
    diagnostics.extend(kept.map(|it| it.1));
}

/// The things in sentences that calculate, if they are few.
fn calculated<'t, 's>(
    text: &'t str,
    sentences: impl Iterator<Item = &'s [SentenceNode]>,
) -> Vec<&'t str> {
    /// So many are named in a message.
    const MOST: usize = 26;
    let mut things = Vec::new();
    let sign = |it: &SentenceNode| matches!(it.op, SentenceOp::Binary(_) | SentenceOp::Negative);
    for node in sentences.filter(|it| it.iter().any(sign)).flatten() {
        let SentenceOp::Apply { name, arguments: 0 } = node.op else { continue };
        let word = &text[name.range()];
        if word.starts_with(char::is_uppercase) && !things.contains(&word) {
            things.push(word);
        }
        if things.len() > MOST {
            return Vec::new();
        }
    }
    things.sort_unstable();
    things
}
