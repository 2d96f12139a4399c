//! `sum` and its like without their variables, as in `sum(weight(i))` and `count(lamp)`. Then nothing that stands in
//! their parentheses is a fault of its own.

use super::lineage::Findings;
use super::resolve::{NodeRole, Resolved};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::UNEXPECTED;
use crate::syntax::ast::SentenceOp;
use crate::text::Span;

/// How a word that adds up or counts is written.
fn usage(word: &str) -> Option<(&'static str, &'static str)> {
    Some(match word {
        "count" => ("count(x where SENTENCE)", "for how many values of `x` the sentence is true"),
        "sum" => ("sum(TERM for x where SENTENCE)", "all these numbers together"),
        "min" => ("min(TERM for x where SENTENCE)", "the smallest of these numbers"),
        "max" => ("max(TERM for x where SENTENCE)", "the greatest of these numbers"),
        _ => return None,
    })
}

/// Says of a word that adds up or counts how it is written, if it is one.
pub(super) fn without_variables(word: &str, place: Span) -> Option<Diagnostic> {
    let (usage, meaning) = usage(word)?;
    let message = format!("`{word}` does not say over what");
    let label = "its variables are missing";
    let help = format!("write `{usage}`: {meaning}");
    Some(Diagnostic::new(UNEXPECTED, place, message, label).help(help))
}

impl Findings<'_, '_> {
    /// Forgets what was found since `told` within the parentheses of such words.
    pub(super) fn leave_aggregated(&mut self, told: usize, resolved: &Resolved<'_>) {
        let nodes = resolved.nodes.iter().zip(&resolved.roles);
        let calls: Vec<_> = nodes
            .filter_map(|(node, role)| match node.op {
                SentenceOp::Apply { name, arguments } if arguments > 0 => {
                    let is_unread = *role == NodeRole::Sign;
                    let word = resolved.text.get(name.range()).filter(|_| is_unread)?;
                    usage(word).map(|_| Span::new(name.end, node.span.end))
                }
                _ => None,
            })
            .collect();
        let is_within =
            |span: Span| calls.iter().any(|it| it.start <= span.start && span.end <= it.end);
        let mut at = 0;
        self.found.retain(|(_, fault)| {
            at += 1;
            at <= told || !is_within(fault.span)
        });
    }
}
