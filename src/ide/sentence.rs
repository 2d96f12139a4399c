//! The words of a sentence that name something, be it a line of a theory or asked of one.

use rustc_hash::FxHashMap;

use crate::kinds::theory::starts;
use crate::syntax::ast::{BoundName, SentenceNode, SentenceOp, SyntaxTree, WrittenSentence};
use crate::syntax::terminal::variable;
use crate::text::Span;

/// What a word of a sentence names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SentenceWord {
    /// A sort or a symbol.
    Part,
    /// A variable, by the place where it is bound or asked for first.
    Bound(Span),
}

/// The words of a sentence, each with what it names, and whether it binds it.
/// `parameters` are variables that it has from a definition.
pub(super) fn words(
    text: &str,
    tree: &SyntaxTree,
    sentence: &WrittenSentence,
    parameters: &[BoundName],
) -> Vec<(Span, SentenceWord, bool)> {
    let nodes = tree.sentence(sentence);
    let starts = starts(nodes);
    let mut found = Vec::new();
    let mut asked: FxHashMap<&str, Span> = FxHashMap::default();
    for node in nodes {
        if let SentenceOp::Asked { name } = node.op {
            asked.entry(&text[name.range()]).or_insert(name);
        }
    }
    // From the root to the leaves: the quantifiers around a node, each with the first node of what
    // it speaks of.
    let mut open: Vec<(usize, &str, Span)> =
        parameters.iter().map(|it| (0, &text[it.name.range()], it.name)).collect();
    for (index, SentenceNode { op, .. }) in nodes.iter().enumerate().rev() {
        while open.pop_if(|(start, ..)| *start > index).is_some() {}
        match *op {
            SentenceOp::Apply { name, arguments } => {
                let word = &text[name.range()];
                let bound = open.iter().rev().find(|it| arguments == 0 && it.1 == word);
                match bound {
                    Some((.., place)) => found.push((name, SentenceWord::Bound(*place), false)),
                    None if arguments == 0 && variable(word).is_some() => {}
                    None => found.push((name, SentenceWord::Part, false)),
                }
            }
            SentenceOp::Asked { name } => {
                let first = asked[&text[name.range()]];
                found.push((name, SentenceWord::Bound(first), first == name));
            }
            SentenceOp::Quantified { first, count, .. }
            | SentenceOp::Counted { first, count, .. }
            | SentenceOp::Aggregate { first, count, .. } => {
                let bound: &[BoundName] = &tree.bound[first as usize..(first + count) as usize];
                for BoundName { name, sort } in bound {
                    found.push((*name, SentenceWord::Bound(*name), true));
                    let sort = sort.and_then(|it| it.sort());
                    found.extend(sort.map(|it| (it, SentenceWord::Part, false)));
                    open.push((starts[index], &text[name.range()], *name));
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|it| it.0.start);
    // Of `x, y: Person` both have the sort.
    found.dedup_by_key(|it| it.0);
    found
}
