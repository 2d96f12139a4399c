//! Splits a text into lines as the language means them, before anything is parsed: then one
//! mistake costs one line and never its neighbours.
//!
//! The odd case is a line break inside parentheses. It continues the line only where something
//! visibly goes on (a connective or a parenthesis at the break), as it does in every valid
//! formula; otherwise a forgotten `)` would swallow the rest of the file:
//!
//! ```text
//! formula a = ((x+y)          <- ends here: nothing goes on
//! formula b = (x*             <- continues
//!              y)
//! ```

use super::terminal::DECLARATIONS;
use super::token::{Lexeme, Token, lex, lex_from};
use crate::text::Span;

/// What the splitter finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinePiece {
    /// A line; its tokens are in [`TextLines::tokens`]. With the `{` that ends it, if one does.
    Line(Option<Span>),
    /// A `}`.
    Close(Span),
    /// A `///` line.
    Documentation(Span),
}

/// The pieces of a text.
pub struct TextLines<'a, I> {
    text: &'a str,
    lexemes: I,
    tokens: Vec<Lexeme>,
    pending: Option<Lexeme>,
    /// See [`TextLines::boundary`].
    boundary: Option<u32>,
    /// A text over several lines has no end yet; it may come anywhere.
    has_open_text: bool,
    /// A block has begun and not ended.
    is_in_block: bool,
    is_reserved: fn(&str) -> bool,
}

/// Splits a text; `is_reserved` knows the words that start an item of a file.
pub fn split(
    text: &str,
    is_reserved: fn(&str) -> bool,
) -> TextLines<'_, impl Iterator<Item = Lexeme> + Clone + '_> {
    let tokens = Vec::new();
    TextLines {
        text,
        lexemes: lex(text),
        tokens,
        pending: None,
        boundary: None,
        has_open_text: false,
        is_in_block: false,
        is_reserved,
    }
}

impl<I: Iterator<Item = Lexeme> + Clone> TextLines<'_, I> {
    /// The tokens of the line found last, without comments.
    pub fn tokens(&self) -> &[Lexeme] {
        &self.tokens
    }

    /// Where the next line begins, if the piece found last ends with its line whatever may follow.
    pub fn boundary(&self) -> Option<u32> {
        self.boundary.filter(|_| !self.has_open_text)
    }

    /// The next piece, `None` at the end of the text.
    pub fn advance(&mut self) -> Option<LinePiece> {
        self.tokens.clear();
        self.boundary = None;
        let mut depth = 0u32;
        while let Some(lexeme) = self.pending.take().or_else(|| self.lexemes.next()) {
            let is_first = self.tokens.is_empty();
            match lexeme.token {
                Token::Newline if is_first => {}
                Token::Newline if depth > 0 && self.continues() => {
                    self.pending = self.lexemes.find(|it| !is_hidden(it));
                }
                Token::Newline => {
                    self.boundary = (depth == 0).then_some(lexeme.span.end);
                    return Some(LinePiece::Line(None));
                }
                Token::DocComment if is_first => {
                    return Some(LinePiece::Documentation(lexeme.span));
                }
                Token::Comment | Token::DocComment => {}
                Token::OpenBrace if self.is_in_block && self.enclosed(lexeme) => {}
                Token::OpenBrace if self.declares() && self.braced(lexeme) => {}
                Token::OpenBrace => {
                    self.is_in_block = true;
                    return Some(LinePiece::Line(Some(lexeme.span)));
                }
                Token::CloseBrace if is_first => {
                    self.is_in_block = false;
                    self.end_line();
                    return Some(LinePiece::Close(lexeme.span));
                }
                Token::CloseBrace => {
                    self.pending = Some(lexeme);
                    return Some(LinePiece::Line(None));
                }
                token => {
                    match token {
                        Token::OpenParenthesis => depth += 1,
                        Token::CloseParenthesis => depth = depth.saturating_sub(1),
                        Token::Text(false) => {
                            let text = &self.text[lexeme.span.range()];
                            self.has_open_text |= text.starts_with("\"\"\"");
                        }
                        _ => {}
                    }
                    self.tokens.push(lexeme);
                }
            }
        }
        if self.tokens.is_empty() { None } else { Some(LinePiece::Line(None)) }
    }

    /// Whether the line declares something in a theory, so that no `{` begins a block.
    fn declares(&self) -> bool {
        let Some(first) = self.tokens.first() else { return false };
        let is_named = self.tokens.get(1).is_none_or(|it| it.token == Token::Word);
        is_named && DECLARATIONS.contains(&&self.text[first.span.range()])
    }

    /// Adds a list in braces to the line, over several lines perhaps; behind a name, of what is no list only its
    /// brace. Whether there is one.
    fn braced(&mut self, brace: Lexeme) -> bool {
        let is_part = |it: &Lexeme| {
            matches!(it.token, Token::Word | Token::Number | Token::Comma) || is_hidden(it)
        };
        let mut ahead = self.lexemes.clone();
        let is_list = ahead.find(|it| !is_part(it)).is_some_and(|it| it.token == Token::CloseBrace);
        if !is_list && self.tokens.len() == 1 {
            return false;
        }
        self.tokens.push(brace);
        if is_list {
            for it in self.lexemes.by_ref() {
                if !is_hidden(&it) {
                    self.tokens.push(it);
                }
                if it.token == Token::CloseBrace {
                    break;
                }
            }
        }
        true
    }

    /// Adds what braces enclose on a line of a block, as other languages write sets, unless an item begins here.
    /// Whether they do.
    fn enclosed(&mut self, brace: Lexeme) -> bool {
        let starts_item = |it: &Lexeme| (self.is_reserved)(&self.text[it.span.range()]);
        let ends = |it: &Lexeme| matches!(it.token, Token::CloseBrace | Token::OpenBrace);
        let ahead = self.lexemes.clone().take_while(|it| !is_hidden(it));
        let end = ahead.enumerate().find(|it| ends(&it.1));
        let is_set = end.is_some_and(|(at, it)| at > 0 && it.token == Token::CloseBrace);
        if !is_set || self.tokens.first().is_some_and(starts_item) {
            return false;
        }
        self.tokens.push(brace);
        for it in self.lexemes.by_ref() {
            self.tokens.push(it);
            if it.token == Token::CloseBrace {
                break;
            }
        }
        true
    }

    /// Passes the end of the line when nothing but a comment stands before it.
    fn end_line(&mut self) {
        let mut ahead = self.lexemes.clone();
        if let Some(next) = ahead.find(|it| it.token != Token::Comment)
            && next.token == Token::Newline
        {
            self.boundary = Some(next.span.end);
            self.lexemes = ahead;
        }
    }

    /// Whether the line goes on behind the line break that was just read.
    fn continues(&self) -> bool {
        let mut ahead = self.lexemes.clone();
        let Some(next) = ahead.find(|it| !is_hidden(it)) else { return false };
        let after = ahead.next();
        let has = |lexeme: Option<&Lexeme>, words: &[&str]| {
            lexeme.is_some_and(|it| words.contains(&&self.text[it.span.range()]))
        };
        let joins = has(Some(&next), &JOINING) || has(self.tokens.last(), &JOINING);
        let is_sentence = has(Some(&next), &BEGINNING) || has(after.as_ref(), &JOINING);
        match next.token {
            Token::CloseBrace | Token::OpenBrace => false,
            Token::Word if (self.is_reserved)(&self.text[next.span.range()]) => false,
            // The setting of a game.
            Token::Word
                if next.span.len() > 1
                    && !has(Some(&next), &JOINING)
                    && !is_sentence
                    && after.is_some_and(|it| matches!(it.token, Token::Word | Token::Number)) =>
            {
                false
            }
            token => {
                joins
                    || leaves_open(token, true)
                    || self.tokens.last().is_some_and(|it| leaves_open(it.token, false))
            }
        }
    }
}

/// The end of the first line that ends at `least` or behind, if all lines up to it from the one that begins at `from`
/// are empty or comments.
pub fn blanks(text: &str, from: u32, least: u32) -> Option<u32> {
    lex_from(text, from)
        .take_while(|it| matches!(it.token, Token::Comment | Token::Newline))
        .find(|it| it.token == Token::Newline && it.span.end >= least)
        .map(|it| it.span.end)
}

/// The words that join the parts of a sentence.
const JOINING: [&str; 6] = ["and", "or", "not", "for", "where", "mod"];
/// The other words with which a part of a sentence begins.
const BEGINNING: [&str; 5] = ["all", "some", "no", "at", "exactly"];

/// Whether a token is none of the line's within parentheses.
fn is_hidden(lexeme: &Lexeme) -> bool {
    matches!(lexeme.token, Token::Comment | Token::DocComment | Token::Newline)
}

/// Whether a formula cannot end before (`is_before`) or behind this token.
fn leaves_open(token: Token, is_before: bool) -> bool {
    match token {
        Token::Star
        | Token::Plus
        | Token::ForeignAnd
        | Token::ForeignOr
        | Token::ForeignXor
        | Token::ForeignArrow
        | Token::Arrow
        | Token::DoubleArrow
        | Token::Slash
        | Token::Less
        | Token::AtMost
        | Token::Greater
        | Token::AtLeast => true,
        Token::CloseParenthesis => is_before,
        Token::OpenParenthesis | Token::Minus | Token::ForeignNot | Token::Comma => !is_before,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let mut lines = split(text, |word| word == "formula");
        let mut found = Vec::new();
        while let Some(piece) = lines.advance() {
            let words = lines.tokens().iter().map(|it| &text[it.span.range()]).collect::<Vec<_>>();
            found.push(match piece {
                LinePiece::Line(open) => words.join(" ") + if open.is_some() { " {" } else { "" },
                LinePiece::Close(_) => "}".to_owned(),
                LinePiece::Documentation(span) => text[span.range()].to_owned(),
            });
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn braces_and_line_breaks_end_lines() {
        check(
            "/// d\ngame g: k { a 1 } // c\n\nsolve g",
            &["/// d", "game g : k {", "a 1", "}", "solve g"],
        );
    }

    #[test]
    fn sets_are_part_of_their_lines_in_blocks() {
        check("p a {\nx {1..2}\n{a}\n}", &["p a {", "x { 1 .. 2 }", "{ a }", "}"]);
        check("p a { {} // b\n{ a }", &["p a {", " {", "}", " {", "a", "}"]);
    }

    #[test]
    fn parentheses_continue_where_something_goes_on() {
        check("f (x+ // c\n\n y\n)\ng", &["f ( x + y )", "g"]);
        check("f ((x+y)\nformula (x\n+y)", &["f ( ( x + y )", "formula ( x + y )"]);
        check("f (x+\nturns EEA", &["f ( x +", "turns EEA"]);
        check("f (x\ny)", &["f ( x", "y )"]);
    }

    #[test]
    fn words_of_sentences_go_on() {
        check("(rain\n or snow)", &["( rain or snow )"]);
        check(
            "(rain and\n not snow or\n hail or frost)",
            &["( rain and not snow or hail or frost )"],
        );
        check("r sum(a\n for b,\n c where b <\n c)", &["r sum ( a for b , c where b < c )"]);
        check("(rain ->\n all x. p(x))", &["( rain -> all x . p ( x ) )"]);
    }

    #[test]
    fn blank_lines_within_parentheses_cost_linear_time() {
        check(&format!("f (x+{}y)", "// c\n".repeat(200_000)), &["f ( x + y )"]);
    }
}
