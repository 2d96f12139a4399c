//! The terminals of the grammar, and which of them a token is. A word is a keyword only where
//! the line gives it that role: `steps` at the start of a maze's line, `by` behind what a query
//! asks about.

use super::keyword::Keyword;
use super::token::{Lexeme, Token};
use crate::text::Span;

/// What kind of line a parser is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A declaration, a query or a setting of the file.
    Item,
    /// A setting of a game.
    Setting,
    /// A clause.
    Clause,
    /// A line of a maze.
    Maze,
}

/// A terminal of `grammar/puzzle.lalrpop`, which gives each the name a reader would.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the grammar names them")]
pub enum Terminal {
    StartItem,
    StartSetting,
    StartClause,
    StartMazeLine,
    Formula,
    Game,
    Clauses,
    Maze,
    Import,
    Allow,
    Warn,
    Deny,
    Solve,
    Shortest,
    Play2Win,
    Line,
    Compare,
    Eval,
    Draw,
    Simplify,
    Count,
    Valid,
    Equivalent,
    File,
    By,
    After,
    Steps,
    Treasures,
    Tolls,
    Variable(u8),
    Word,
    Number,
    Text,
    ForeignWord,
    OpenParenthesis,
    CloseParenthesis,
    OpenBrace,
    Star,
    Plus,
    Minus,
    Arrow,
    Expect,
    Equals,
    Colon,
    Comma,
    Foreign,
}

fn keyword(word: &str) -> Option<Terminal> {
    Keyword::find(word).map(|it| it.terminal)
}

/// Whether a word starts an item of a file and so names nothing.
pub fn is_reserved(word: &str) -> bool {
    keyword(word).is_some()
}

/// Why a word cannot be a declared name, if it cannot.
pub fn reserved_name(word: &str) -> Option<&'static str> {
    if variable(word).is_some() {
        Some("a single lower-case letter is a variable")
    } else if is_reserved(word) {
        Some("this word starts a line of its own")
    } else if is_foreign_connective(word) {
        Some("this word is a connective of other notations")
    } else {
        matches!(word, "by" | "after" | "file").then_some("this word has a meaning in queries")
    }
}

/// Whether a word is a connective of another notation.
pub fn is_foreign_connective(word: &str) -> bool {
    matches!(word, "and" | "or" | "not" | "implies" | "iff" | "xor")
}

/// The letter of a formula variable.
pub fn variable(word: &str) -> Option<u8> {
    match word.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(*letter),
        _ => None,
    }
}

/// The terminals of a line, its start first, as the parser reads them.
pub fn terminals<'a>(
    text: &'a str,
    mode: Mode,
    tokens: &'a [Lexeme],
    open_brace: Option<Span>,
) -> impl Iterator<Item = (u32, Terminal, u32)> + 'a {
    let start = match mode {
        Mode::Item => Terminal::StartItem,
        Mode::Setting => Terminal::StartSetting,
        Mode::Clause => Terminal::StartClause,
        Mode::Maze => Terminal::StartMazeLine,
    };
    let at = tokens.first().map_or(0, |it| it.span.start);
    let located = |span: Span, terminal| (span.start, terminal, span.end);
    std::iter::once((at, start, at))
        .chain(
            (0..tokens.len())
                .map(move |index| located(tokens[index].span, terminal(text, mode, tokens, index))),
        )
        .chain(open_brace.map(|span| located(span, Terminal::OpenBrace)))
}

fn terminal(text: &str, mode: Mode, tokens: &[Lexeme], index: usize) -> Terminal {
    match tokens[index].token {
        Token::Word => word(text, mode, tokens, index),
        Token::Number => Terminal::Number,
        Token::Text(_) => Terminal::Text,
        Token::OpenParenthesis => Terminal::OpenParenthesis,
        Token::CloseParenthesis => Terminal::CloseParenthesis,
        Token::Star => Terminal::Star,
        Token::Plus => Terminal::Plus,
        Token::Minus => Terminal::Minus,
        Token::Arrow => Terminal::Arrow,
        Token::Expect => Terminal::Expect,
        Token::Equals => Terminal::Equals,
        Token::Colon => Terminal::Colon,
        Token::Comma => Terminal::Comma,
        Token::OpenBrace => Terminal::OpenBrace,
        Token::DoubleArrow
        | Token::ForeignAnd
        | Token::ForeignOr
        | Token::ForeignNot
        | Token::ForeignXor
        | Token::ForeignArrow
        | Token::CloseBrace
        | Token::Newline
        | Token::Comment
        | Token::DocComment
        | Token::Unknown => Terminal::Foreign,
    }
}

fn word(text: &str, mode: Mode, tokens: &[Lexeme], index: usize) -> Terminal {
    let word = &text[tokens[index].span.range()];
    if let Some(letter) = variable(word) {
        return Terminal::Variable(letter);
    }
    let role = match (mode, word) {
        (Mode::Item, _) if index == 0 => keyword(word),
        // Where a declaration has its name; the line is then rejected there.
        (Mode::Item, _) if index == 1 && is_declaration(text, tokens) => {
            reserved_name(word).map(|_| Terminal::ForeignWord)
        }
        (Mode::Item, "file") if index == 3 => Some(Terminal::File),
        (Mode::Item, "by") if index > 1 => Some(Terminal::By),
        (Mode::Item, "after") if index > 1 => Some(Terminal::After),
        (Mode::Setting, "formula") if index == 0 => Some(Terminal::Formula),
        (Mode::Maze, "steps")
            if index == 0 && tokens.get(1).is_none_or(|it| it.token != Token::Arrow) =>
        {
            Some(Terminal::Steps)
        }
        (Mode::Maze, "treasures") if index > 0 => Some(Terminal::Treasures),
        (Mode::Maze, "tolls") if index > 0 => Some(Terminal::Tolls),
        (Mode::Item | Mode::Setting | Mode::Clause, _) if is_foreign_connective(word) => {
            Some(Terminal::ForeignWord)
        }
        _ => None,
    };
    role.unwrap_or(Terminal::Word)
}

/// Whether the line declares a name, which is its second word.
fn is_declaration(text: &str, tokens: &[Lexeme]) -> bool {
    matches!(&text[tokens[0].span.range()], "formula" | "game" | "clauses" | "maze")
}
