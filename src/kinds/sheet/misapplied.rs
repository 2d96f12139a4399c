//! Names with arguments that they do not have: values, and functions of another number of them.

use super::errors;
use super::resolve::{Resolver, SentenceWalk};
use super::symbols::{NameMeaning, Symbol};
use crate::diagnostic::code::WRONG_ARITY;
use crate::diagnostic::{Edit, Fix};
use crate::syntax::ast::SentenceOp;
use crate::text::Span;

impl Resolver<'_, '_, '_> {
    /// A value that is applied to something: `3(a + b)`, or `Ann(hat)` for `hat(Ann)`.
    pub(super) fn thing_applied(&mut self, walk: &SentenceWalk<'_>, index: usize) {
        let node = walk.resolved.nodes[index];
        let SentenceOp::Apply { name, arguments } = node.op else { return };
        let text = walk.resolved.text;
        let word = &text[name.range()];
        let fault = errors::thing_applied(word, node.span);
        let fix = match arguments {
            1 if word.starts_with(|it: char| it.is_ascii_digit()) => {
                Some(Fix::maybe("insert `*`", vec![Edit::insert(name.end, "*")]))
            }
            1 => self.function_of_one(walk, index - 1).map(|function| {
                let meant = format!("{}({word})", &text[function.range()]);
                Fix::maybe(format!("write `{meant}`"), vec![Edit::replace(node.span, meant)])
            }),
            _ => None,
        };
        self.findings.push(match fix {
            Some(fix) => fault.fix(fix),
            None => fault,
        });
    }

    /// The name of a function or a predicate of one thing that stands alone.
    fn function_of_one(&self, walk: &SentenceWalk<'_>, index: usize) -> Option<Span> {
        let SentenceOp::Apply { name, arguments: 0 } = walk.resolved.nodes[index].op else {
            return None;
        };
        match self.symbols.find(&walk.resolved.text[name.range()]) {
            Some(NameMeaning::Symbol(it)) => {
                let symbol = &self.symbols.symbols[it as usize];
                (symbol.parameters.len() == 1).then_some(name)
            }
            _ => None,
        }
    }

    /// A function that stands at `span` with `found` arguments; of one that stands where its thing belongs that
    /// has been said.
    pub(super) fn wrong_count(&mut self, symbol: u32, (word, span): (&str, Span), found: usize) {
        let is_told = self.findings.found.last().is_some_and(|(_, it)| {
            it.code == WRONG_ARITY && !it.fixes.is_empty() && it.span.contains(span)
        });
        if found == 0 && is_told {
            return;
        }
        let Symbol { ref parameters, place, .. } = self.symbols.symbols[symbol as usize];
        let mut fault = errors::wrong_count(word, span, found, parameters.len());
        if found == 1 && parameters.is_empty() {
            let edit = Edit::insert(span.start + word.len() as u32, "*");
            fault = fault.fix(Fix::maybe("insert `*`", vec![edit]));
        }
        let fault = self.findings.related(fault, place, "as it stands here");
        self.findings.push(fault);
    }
}
