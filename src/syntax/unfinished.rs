//! Whether a text that is being typed goes on: what the parser would miss at its end. Front ends
//! that read line by line ask for more until nothing is missing.

use super::lines::{self, LinePiece};
use super::parse::starts_item;
use super::terminal;
use super::token::{Token, lex};

/// What the end of a text leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// A block, which ends with `}`.
    Block,
    /// A pair of parentheses, which ends with `)`.
    Parentheses,
    /// A text over several lines, which ends with `"""` first on a line.
    Text,
    /// Documentation, whose declaration follows.
    Documentation,
}

impl Unfinished {
    /// What `text` leaves open, if anything.
    pub fn of(text: &str) -> Option<Self> {
        // The lexer looks for the end of a text in all that follows.
        let is_open_text = lex(text).any(|it| {
            it.token == Token::Text(false) && text[it.span.range()].starts_with("\"\"\"")
        });
        if is_open_text {
            return Some(Self::Text);
        }
        let mut lines = lines::split(text, terminal::is_reserved);
        let mut is_in_block = false;
        let mut last = None;
        while let Some(piece) = lines.advance() {
            last = match piece {
                LinePiece::Documentation(_) => Some(Self::Documentation),
                LinePiece::Close(_) => {
                    is_in_block = false;
                    None
                }
                LinePiece::Line(open) => {
                    let tokens = lines.tokens();
                    // An item within a block shows that the block's `}` was forgotten.
                    is_in_block &= !starts_item(text, tokens, open);
                    is_in_block |= open.is_some();
                    let depth = tokens.iter().fold(0_i64, |depth, it| match it.token {
                        Token::OpenParenthesis => depth + 1,
                        Token::CloseParenthesis => depth - 1,
                        _ => depth,
                    });
                    (depth > 0).then_some(Self::Parentheses)
                }
            };
        }
        if is_in_block { Some(Self::Block) } else { last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_parentheses_texts_and_documentation_go_on() {
        let check = |text, expected| assert_eq!(Unfinished::of(text), expected, "{text}");
        check("solve (x+y)", None);
        check("clauses t { 1 2 }", None);
        check("clauses t {\n 1 2\n", Some(Unfinished::Block));
        check("clauses t {\n 1 2\nsolve t", None);
        check("puzzle p {\ncount p", None);
        check("puzzle p {\ncount(d where f(d) = 2) = 1", Some(Unfinished::Block));
        check("solve ((x+y)", Some(Unfinished::Parentheses));
        check("solve ((x+y)\n*z)", None);
        check("formula ab = ((x+y)\nformula cd = x", None);
        check("solve x) // (", None);
        check("draw ab => \"\"\"\n  x", Some(Unfinished::Text));
        check("draw ab => \"\"\"\n  x\n  \"\"\"", None);
        check("import \"a", None);
        check("/// Both.", Some(Unfinished::Documentation));
        check("/// Both.\nformula ab = (x*y)", None);
        check("", None);
    }
}
