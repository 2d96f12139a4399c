//! Braces that no block has. Those of one sort that follow each other, with nothing but line ends and comments between
//! them, have one message: what is wrong is rarely each of them, and a formatter may move them to other lines.

use super::{Block, Parser};
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::errors::{self, StrayBraces};
use crate::syntax::token::Token;
use crate::text::Span;

impl Parser<'_> {
    /// A `{` alone on its line: that of the head above, or of nothing.
    pub(super) fn lone_brace(&mut self, brace: Span) {
        match &mut self.block {
            Some(block) if block.open.is_empty() => {
                block.open = brace;
                block.item.span.end = brace.end;
                self.leave_stray();
            }
            Some(_) => self.add_stray(brace, Token::OpenBrace),
            None => {
                self.add_stray(brace, Token::OpenBrace);
                let kind = ItemKind::Broken { name: None, hides_names: true };
                let item = Item { span: brace, documentation: None, kind };
                self.block = Some(Block { item, open: brace });
            }
        }
    }

    /// Adds a brace that no block has to those before it.
    pub(super) fn add_stray(&mut self, brace: Span, token: Token) {
        if let Some((braces, same)) = &mut self.stray
            && *same == token
        {
            (braces.last, braces.count) = (brace, braces.count + 1);
            return;
        }
        self.leave_stray();
        self.stray = Some((StrayBraces { first: brace, last: brace, count: 1 }, token));
    }

    /// Reports the braces that no block has.
    pub(super) fn leave_stray(&mut self) {
        match self.stray.take() {
            Some((braces, Token::CloseBrace)) => {
                self.report(errors::unmatched_braces(self.text, &braces));
            }
            Some((braces, _)) => self.report(errors::stray_braces(&braces)),
            None => {}
        }
    }
}
