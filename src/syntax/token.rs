//! The lexer. Which words are keywords depends on the line they stand on (`steps` in a maze,
//! `turns` in a game), so here a word is a word; `super::parse` tells them apart.
//!
//! Nothing is an error: a character that belongs to nothing is `Token::Unknown`, because a
//! parser can recover from a bad token but not from a lexer that gave up.

use logos::Logos;

use crate::text::Span;

/// What a stretch of text is. The blanks between tokens include those that come with text copied
/// from a web page or a book.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\u{feff}\u{a0}\u{2000}-\u{200b}\u{202f}\u{3000}]+")]
pub enum Token {
    /// The end of a line.
    #[token("\n")]
    Newline,
    /// `// …` to the end of the line.
    #[regex(r"//[^\n]*", allow_greedy = true)]
    Comment,
    /// `/// …` to the end of the line: documents the declaration below.
    #[regex(r"///[^\n]*", priority = 20, allow_greedy = true)]
    DocComment,
    /// `"…"` on one line or `"""…"""` over several; false when its end is missing.
    #[token("\"", quoted)]
    Text(bool),
    /// A name, a variable or a keyword; and each of the four diagonal steps on a board, as `up-left`.
    #[regex(r"[\p{L}_][\p{L}\p{Nd}_]*", diagonal)]
    Word,
    /// Decimal digits.
    #[regex(r"[0-9]+")]
    Number,
    /// `(`
    #[token("(")]
    OpenParenthesis,
    /// `)`
    #[token(")")]
    CloseParenthesis,
    /// `{`
    #[token("{")]
    OpenBrace,
    /// `}`
    #[token("}")]
    CloseBrace,
    /// `*` or `∧`
    #[token("*")]
    #[token("∧")]
    Star,
    /// `+` or `∨`
    #[token("+")]
    #[token("∨")]
    Plus,
    /// `-` or `¬`
    #[token("-")]
    #[token("¬")]
    Minus,
    /// `->` or `→`
    #[token("->")]
    #[token("→")]
    Arrow,
    /// `<->`, `↔` or another sign for "if and only if".
    #[token("<->")]
    #[token("<=>")]
    #[token("↔")]
    #[token("⇔")]
    #[token("==")]
    #[token("≡")]
    #[token("\\iff")]
    #[token("\\leftrightarrow")]
    #[token("\\Leftrightarrow")]
    DoubleArrow,
    /// `=>`
    #[token("=>")]
    Expect,
    /// `=`
    #[token("=")]
    Equals,
    /// `!=` or `≠`
    #[token("!=")]
    #[token("≠")]
    Unequal,
    /// `..`
    #[token("..")]
    Range,
    /// `/`
    #[token("/")]
    Slash,
    /// `<`
    #[token("<")]
    Less,
    /// `<=` or `≤`
    #[token("<=")]
    #[token("≤")]
    AtMost,
    /// `>`
    #[token(">")]
    Greater,
    /// `>=` or `≥`
    #[token(">=")]
    #[token("≥")]
    AtLeast,
    /// `:`
    #[token(":")]
    Colon,
    /// `.`
    #[token(".")]
    Dot,
    /// `?`
    #[token("?")]
    Question,
    /// `∀`
    #[token("∀")]
    ForAll,
    /// `∃`
    #[token("∃")]
    Exists,
    /// `,`
    #[token(",")]
    Comma,
    /// A sign that other notations use for "and".
    #[token("&&")]
    #[token("&")]
    #[token("^")]
    #[token("/\\")]
    #[token("\\land")]
    #[token("\\wedge")]
    ForeignAnd,
    /// A sign that other notations use for "or".
    #[token("||")]
    #[token("|")]
    #[token("\\/")]
    #[token("\\lor")]
    #[token("\\vee")]
    ForeignOr,
    /// A sign that other notations use for "not".
    #[token("!")]
    #[token("~")]
    #[token("\\lnot")]
    #[token("\\neg")]
    ForeignNot,
    /// A sign that other notations use for "exclusive or".
    #[token("⊕")]
    #[token("\\oplus")]
    ForeignXor,
    /// A sign that other notations use for "implies", or that was meant to be an arrow of ours.
    #[token("⇒")]
    #[token("⟶")]
    #[token("⟹")]
    #[token("==>")]
    #[token("-->")]
    #[token("\\to")]
    #[token("\\rightarrow")]
    #[token("\\Rightarrow")]
    #[token("\\implies")]
    ForeignArrow,
    /// Characters that belong to nothing.
    #[token("<-")]
    #[token("<>")]
    Unknown,
}

/// Passes the second half of a diagonal step: what is written without blanks is one word.
fn diagonal(lexer: &mut logos::Lexer<'_, Token>) {
    if !matches!(lexer.slice(), "up" | "down") {
        return;
    }
    let rest = lexer.remainder();
    let half = ["-left", "-right"].into_iter().find(|it| rest.starts_with(it));
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    if let Some(half) = half.filter(|it| !rest[it.len()..].starts_with(is_part)) {
        lexer.bump(half.len());
    }
}

/// Finds the end of a text whose opening quote was read.
///
/// The closing `"""` of a text over several lines stands first on its line, and the opening one does not. That tells a
/// missing end from the opening quotes of the next text, and a missing start from the end of the last one, so one
/// mistake costs one text. Where fewer quotes stand around lines, all is one text that is not well written.
fn quoted(lexer: &mut logos::Lexer<'_, Token>) -> bool {
    let rest = lexer.remainder();
    let before = &lexer.source()[..lexer.span().start];
    let is_first = || before[before.rfind('\n').unwrap_or_default()..].trim().is_empty();
    if rest.starts_with("\"\"") && is_first() {
        lexer.bump(2);
        return false;
    }
    let closed = if let Some(body) = rest.strip_prefix("\"\"") {
        let is_end = |end: &usize| {
            let before = body[..*end].rsplit_once('\n');
            before.is_none_or(|(_, indentation)| indentation.trim().is_empty())
        };
        body.find("\"\"\"").filter(is_end).map(|end| 2 + end + 3)
    } else {
        rest.find(['"', '\n']).filter(|end| rest[*end..].starts_with('"')).map(|end| end + 1)
    };
    let line = || rest.split('\n').next().unwrap_or_default().trim_end().len();
    lexer.bump(closed.or_else(|| lines_in_one_quote(rest)).unwrap_or_else(line));
    closed.is_some()
}

/// The length of lines behind a single quote that stands last on its line, up to the next quotes where
/// these stand alone on one.
fn lines_in_one_quote(rest: &str) -> Option<usize> {
    let (opening, lines) = rest.split_once('\n')?;
    let (body, behind) = lines.split_once('"').filter(|_| opening.trim().is_empty())?;
    let more = behind.len() - behind.trim_start_matches('"').len();
    let line = behind[more..].split('\n').next().unwrap_or_default();
    let indentation = body.rsplit_once('\n').map_or(body, |it| it.1);
    let are_alone = more <= 2 && indentation.trim().is_empty() && line.trim().is_empty();
    are_alone.then_some(opening.len() + 1 + body.len() + 1 + more)
}

impl Token {
    /// Whether it is a sign that only lines with numbers have.
    pub fn is_numeric(self) -> bool {
        use Token::{AtLeast, AtMost, Greater, Less, Range, Slash};
        matches!(self, Range | Slash | Less | AtMost | Greater | AtLeast)
    }
}

/// A token and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lexeme {
    /// What it is.
    pub token: Token,
    /// Where.
    pub span: Span,
}

/// All tokens of a text, comments and newlines included; blanks are left out.
pub fn lex(text: &str) -> impl Iterator<Item = Lexeme> + Clone + '_ {
    lex_from(text, 0)
}

/// The tokens from a byte offset on.
pub fn lex_from(text: &str, offset: u32) -> impl Iterator<Item = Lexeme> + Clone + '_ {
    let mut lexer = Token::lexer(text);
    lexer.bump(offset as usize);
    lexer.spanned().map(|(token, range)| Lexeme {
        token: token.unwrap_or(Token::Unknown),
        span: Span::new(range.start as u32, range.end as u32),
    })
}

/// The tokens within a span.
pub fn lex_span(text: &str, span: Span) -> impl Iterator<Item = Lexeme> + Clone + '_ {
    lex_from(&text[..span.end as usize], span.start)
}

/// The moves in a part of a text, as they stand behind `after`: words and numbers, and what is applied
/// to some, as in `take(1, 2)`, without blanks.
pub fn moves_in(text: &str, span: Span) -> Vec<(String, Span)> {
    let mut moves: Vec<(String, Span)> = Vec::new();
    let mut depth = 0_usize;
    let is_hidden = |token| matches!(token, Token::Newline | Token::Comment | Token::DocComment);
    for it in lex_span(text, span).filter(|it| !is_hidden(it.token)) {
        let word = &text[it.span.range()];
        let joins = depth > 0 || it.token == Token::OpenParenthesis;
        match moves.last_mut().filter(|_| joins) {
            Some((last, place)) => {
                last.push_str(word);
                place.end = it.span.end;
            }
            None if matches!(it.token, Token::Word | Token::Number) => {
                moves.push((word.to_owned(), it.span));
            }
            None => {}
        }
        match it.token {
            Token::OpenParenthesis => depth += 1,
            Token::CloseParenthesis => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    moves
}

/// What a text token means: a plain text without its quotes; of a text block the lines between
/// the quotes without the indentation of the closing ones.
pub fn text_value(token: &str) -> String {
    text_lines(token).into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

/// The lines of [`text_value`], each with the offset in the token at which it starts.
pub fn text_lines<'t>(token: &'t str) -> Vec<(usize, &'t str)> {
    let Some(block) = token.strip_prefix("\"\"\"").and_then(|rest| rest.strip_suffix("\"\"\""))
    else {
        let start = token.len() - token.trim_start_matches('"').len();
        return vec![(start, token.trim_matches('"'))];
    };
    let Some((opening, lines)) = block.split_once('\n') else { return vec![(3, block)] };
    let (lines, indentation) = lines.rsplit_once('\n').unwrap_or(("", lines));
    let indentation = indentation.trim_end_matches('\r');
    let mut next = 3 + opening.len() + 1;
    let strip = |line: &'t str| {
        let (start, whole) = (next, line.trim_end_matches('\r'));
        next += line.len() + 1;
        let rest = whole.strip_prefix(indentation).unwrap_or_else(|| whole.trim_start());
        (start + whole.len() - rest.len(), rest)
    };
    lines.split('\n').map(strip).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Token, &str)]) {
        let found: Vec<_> = lex(text).map(|it| (it.token, &text[it.span.range()])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn words_signs_and_foreign_signs() {
        use Token::*;
        check(
            "a1 ∧ -x->/\\é\0",
            &[
                (Word, "a1"),
                (Star, "∧"),
                (Minus, "-"),
                (Word, "x"),
                (Arrow, "->"),
                (ForeignAnd, "/\\"),
                (Word, "é"),
                (Unknown, "\0"),
            ],
        );
        check("/// doc\n// no", &[(DocComment, "/// doc"), (Newline, "\n"), (Comment, "// no")]);
    }

    #[test]
    fn diagonal_steps_are_words() {
        use Token::*;
        check(
            "up-left up - left down-rights up-x",
            &[
                (Word, "up-left"),
                (Word, "up"),
                (Minus, "-"),
                (Word, "left"),
                (Word, "down"),
                (Minus, "-"),
                (Word, "rights"),
                (Word, "up"),
                (Minus, "-"),
                (Word, "x"),
            ],
        );
    }

    #[test]
    fn blanks_of_books_and_web_pages_are_blanks() {
        use Token::*;
        check(
            "a\u{a0}b\u{2009}\u{3000}+\u{200b}c",
            &[(Word, "a"), (Word, "b"), (Plus, "+"), (Word, "c")],
        );
    }

    #[test]
    fn a_text_without_end_costs_one_line() {
        use Token::*;
        check("\"a b\" \"c", &[(Text(true), "\"a b\""), (Text(false), "\"c")]);
        check(
            "\"\"\"\na\nx \"\"\"\nb\n  \"\"\"",
            &[
                (Text(false), "\"\"\""),
                (Newline, "\n"),
                (Word, "a"),
                (Newline, "\n"),
                (Word, "x"),
                (Text(true), "\"\"\"\nb\n  \"\"\""),
            ],
        );
    }

    #[test]
    fn a_block_loses_the_indentation_of_its_end() {
        assert_eq!(text_value("\"\"\"\n    a\n      b\n    \"\"\""), "a\n  b");
        assert_eq!(text_value("\"\"\"\n\"\"\""), "");
        assert_eq!(text_lines("\"\"\"\r\n  a\r\n b\r\n  \"\"\""), [(7, "a"), (11, "b")]);
        assert_eq!(text_lines("\"x\""), [(1, "x")]);
        assert_eq!(text_value("\"cave.maze\""), "cave.maze");
    }
}
