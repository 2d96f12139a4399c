//! The parameters of a formula: which words of its text are one of them. They hide whatever else is called so,
//! so that no name of its text has to be looked up to know that. And the lines that declare variables.

use rustc_hash::FxHashMap;

use super::Parser;
use crate::syntax::applied::parameter_list;
use crate::syntax::ast::{Item, ItemKind, Op, SyntaxTree};
use crate::syntax::terminal;
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

impl Parser<'_> {
    /// A line that makes variables of words. Letters are variables anyway.
    pub(super) fn declare_variables(
        &mut self,
        names: &[Span],
        span: Span,
        documentation: Option<Span>,
    ) {
        let is_letter = |it: Span| terminal::variable(&self.text[it.range()]).is_some();
        let words = names.iter().copied().filter(|it| !is_letter(*it));
        let item = |name| Item { span, documentation, kind: ItemKind::Variable { name } };
        self.parsed.tree.items.extend(words.map(item));
    }
}

/// Makes parameters of the words of a formula's text that are called like one.
pub(super) fn bind(text: &str, tree: &mut SyntaxTree, kind: &ItemKind) {
    let ItemKind::Formula { parameters, body, .. } = kind else { return };
    if parameters.is_empty() {
        return;
    }
    let mut by_name: FxHashMap<&str, u32> = FxHashMap::default();
    for (index, span) in (0..).zip(parameters) {
        by_name.entry(&text[span.range()]).or_insert(index);
    }
    for node in &mut tree.nodes[body.nodes.start as usize..body.nodes.end as usize] {
        if let Op::Name | Op::Variable(_) = node.op
            && let Some(index) = by_name.get(&text[node.span.range()])
        {
            node.op = Op::Parameter(*index);
        }
    }
}

/// The parameters of a declaration that the grammar rejected.
pub(super) fn of(text: &str, tokens: &[Lexeme]) -> Vec<Span> {
    let Some(end) = parameter_list(tokens) else { return Vec::new() };
    let is_named =
        |it: &&Lexeme| it.token == Token::Word && !terminal::is_reserved(&text[it.span.range()]);
    tokens[3..end].iter().filter(is_named).map(|it| it.span).collect()
}
