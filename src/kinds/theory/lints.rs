//! Sentences that surely mean something else than they say, and those that a reader may take for
//! something else.

use super::resolve::starts;
use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix, Related};
use crate::syntax::ast::{BoundName, Quantifier, SentenceNode, SentenceOp};
use crate::text::Span;

/// A sentence of which every word is understood.
pub(super) struct Linted<'a> {
    /// The text that it stands in.
    pub text: &'a str,
    pub nodes: &'a [SentenceNode],
    /// The variables of the file's quantifiers.
    pub bound: &'a [BoundName],
    /// The theory has sorts, so that a quantifier speaks of some things only.
    pub has_sorts: bool,
}

/// How tightly a connective binds.
fn binding(op: SentenceOp) -> Option<u8> {
    Some(match op {
        SentenceOp::Iff => 0,
        SentenceOp::Implies => 1,
        SentenceOp::Or => 2,
        SentenceOp::And => 3,
        _ => return None,
    })
}

impl Linted<'_> {
    /// What may be wrong with it.
    pub(super) fn find(&self, diagnostics: &mut Vec<Diagnostic>) {
        let starts = starts(self.nodes);
        let mut unclear = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let SentenceOp::Quantified { quantifier, first, count } = node.op else {
                if binding(node.op).is_some() {
                    let left = starts[index - 1] - 1;
                    self.operand(*node, left, false, &mut unclear);
                    self.operand(*node, index - 1, true, &mut unclear);
                }
                continue;
            };
            let body = self.nodes[index - 1];
            if binding(body.op).is_none() {
                continue;
            }
            let right = index - 2;
            let left = starts[right] - 1;
            let bound = &self.bound[first as usize..(first + count) as usize];
            let speaks = self.speaks_of(&self.nodes[starts[left]..=left], bound);
            let between = Span::new(self.nodes[left].span.end, self.nodes[right].span.start);
            match (quantifier, body.op) {
                (Quantifier::All, SentenceOp::And) if speaks && !self.has_sorts => {
                    let is_said =
                        matches!(self.nodes[left].op, SentenceOp::Apply { arguments: 1, .. });
                    let arrow = self.sign(between, &["and", "∧"]).filter(|_| is_said && count == 1);
                    diagnostics.extend(arrow.map(|it| conjunction(self.text, *node, it)));
                }
                (Quantifier::All, _) => {}
                (_, SentenceOp::Implies) if speaks => {
                    let arrow = self.sign(between, &["->", "→"]);
                    let is_told = self.speaks_of(&self.nodes[starts[right]..=right], bound);
                    let fault = |it| implication(self.text, *node, it, quantifier, is_told);
                    diagnostics.extend(arrow.map(fault));
                }
                _ => {}
            }
        }
        diagnostics.extend(joined(unclear));
    }

    /// Whether one of the variables stands among the nodes.
    fn speaks_of(&self, nodes: &[SentenceNode], bound: &[BoundName]) -> bool {
        let mut names = nodes.iter().filter_map(|it| match it.op {
            SentenceOp::Apply { name, arguments: 0 } => Some(&self.text[name.range()]),
            _ => None,
        });
        names.any(|it| bound.iter().any(|b| &self.text[b.name.range()] == it))
    }

    /// Where one of the signs stands.
    fn sign(&self, between: Span, signs: &[&str]) -> Option<Span> {
        let text = &self.text[between.range()];
        signs.iter().find_map(|sign| {
            let start = between.start + text.find(sign)? as u32;
            Some(Span::new(start, start + sign.len() as u32))
        })
    }

    /// An operand without parentheses that a reader may take for less or more than it is.
    fn operand(
        &self,
        node: SentenceNode,
        at: usize,
        is_right: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let operand = self.nodes[at];
        let Span { start, end } = operand.span;
        let is_grouped = match is_right {
            true => self.text[..start as usize].trim_end().ends_with('('),
            false => self.text[end as usize..].trim_start().starts_with(')'),
        };
        let reason = match (node.op, operand.op) {
            _ if is_grouped => return,
            (SentenceOp::Or, SentenceOp::And) => AND_IN_OR,
            (SentenceOp::Implies, SentenceOp::Implies) => "of two `->` the right one binds tighter",
            (SentenceOp::Iff, SentenceOp::Iff) => "`A <-> B <-> C` does not say that all are alike",
            (outer, SentenceOp::Quantified { .. }) if is_right => {
                let body = self.nodes[at - 1];
                let inner = binding(body.op).filter(|inner| Some(*inner) < binding(outer));
                if inner.is_none() || end != body.span.end {
                    return;
                }
                "what a quantifier speaks of reaches to the end"
            }
            _ => return,
        };
        let edits = vec![Edit::insert(start, "("), Edit::insert(end, ")")];
        let fault = Diagnostic::new(UNCLEAR_PRECEDENCE, operand.span, reason, "this is one part")
            .help("write parentheses around it, or around what is meant")
            .fix(Fix::maybe("write the parentheses that are meant now", edits));
        diagnostics.push(fault);
    }
}

const AND_IN_OR: &str = "`and` binds tighter than `or`";

/// One warning for all operands of a sentence that `and` joins, with one fix.
fn joined(mut unclear: Vec<Diagnostic>) -> Vec<Diagnostic> {
    unclear.sort_by_key(|it| it.span.start);
    let is_first = unclear.iter().position(|it| it.message == AND_IN_OR);
    let Some(first) = is_first else { return unclear };
    let is_other = |it: &mut Diagnostic| it.message == AND_IN_OR;
    let others: Vec<_> = unclear.extract_if(first + 1.., is_other).collect();
    let told = &mut unclear[first];
    for it in others {
        told.related.push(Related {
            source: None,
            span: it.span,
            message: "so is this".to_owned(),
        });
        let edits = it.fixes.into_iter().flat_map(|it| it.edits);
        told.fixes[0].edits.extend(edits);
    }
    unclear
}

/// As in `some x. cat(x) -> happy(x)`, or `no x. cat(x) -> happy(x)`. Where the right side says nothing of
/// such a thing (`is_told`), as in `some x. drinks(x) -> all y. drinks(y)`, the arrow may be meant.
fn implication(
    text: &str,
    node: SentenceNode,
    arrow: Span,
    quantifier: Quantifier,
    is_told: bool,
) -> Diagnostic {
    let message = "an implication holds of whatever its left side does not hold of";
    let quantified = Span::new(node.span.start, arrow.end);
    let (label, what) = match quantifier {
        Quantifier::No => ("speaks of other things, too", "there is no such thing"),
        Quantifier::AtMost(_) => ("speaks of other things, too", "there are no more such things"),
        _ => ("says hardly anything", "there is such a thing"),
    };
    let diagnostic = Diagnostic::new(IMPLICATION_UNDER_SOME, quantified, message, label)
        .help(format!("to say that {what}, join the two with `and`"));
    if !is_told {
        return diagnostic;
    }
    let title = format!("write `and`, which says that {what}");
    diagnostic.fix(Fix::maybe(title, vec![Edit::replace(arrow, padded(text, arrow, "and"))]))
}

/// As in `all x. cat(x) and happy(x)`.
fn conjunction(text: &str, node: SentenceNode, sign: Span) -> Diagnostic {
    let message = "this says of everything that both hold";
    let quantified = Span::new(node.span.start, sign.end);
    Diagnostic::new(CONJUNCTION_UNDER_ALL, quantified, message, "`->` is probably meant")
        .help("to say it of those things only, join the two with `->`")
        .fix(Fix::maybe(
            "write `->`, which says it of those things only",
            vec![Edit::replace(sign, padded(text, sign, "->"))],
        ))
}

/// A word with a blank where none stands beside it.
fn padded(text: &str, place: Span, word: &str) -> String {
    let is_joined = |it: Option<char>| it.is_some_and(|it| !it.is_whitespace());
    let left = if is_joined(text[..place.start as usize].chars().next_back()) { " " } else { "" };
    let right = if is_joined(text[place.end as usize..].chars().next()) { " " } else { "" };
    format!("{left}{word}{right}")
}
