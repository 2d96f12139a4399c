//! The tokens of TPTP files, without blanks and comments.

use logos::Logos;

use crate::text::Span;

/// What a token is.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f\x0b]+")]
#[logos(skip(r"%[^\r\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub(super) enum TptpTokenKind {
    /// A name that begins with a small letter.
    #[regex(r"[a-z][A-Za-z0-9_]*")]
    Word,
    /// A variable.
    #[regex(r"[A-Z][A-Za-z0-9_]*")]
    Variable,
    /// A name that the language defines, or a system.
    #[regex(r"\$\$?[a-z][A-Za-z0-9_]*")]
    Defined,
    /// A name in single quotes.
    #[regex(r"'([^'\\\r\n]|\\['\\])+'")]
    Quoted,
    /// An object in double quotes, different from every other one.
    #[regex(r#""([^"\\\r\n]|\\["\\])*""#)]
    Object,
    /// A number.
    #[regex(r"[+-]?[0-9]+(/[0-9]+)?")]
    #[regex(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", priority = 5)]
    Number,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenList,
    #[token("]")]
    CloseList,
    #[token(",")]
    Comma,
    #[token(".")]
    Stop,
    #[token(":")]
    Colon,
    #[token("!")]
    All,
    #[token("?")]
    Some,
    #[token("~")]
    Not,
    #[token("&")]
    And,
    #[token("|")]
    Or,
    #[token("=>")]
    Implies,
    #[token("<=")]
    Implied,
    #[token("<=>")]
    Iff,
    #[token("<~>")]
    Xor,
    #[token("~|")]
    Nor,
    #[token("~&")]
    Nand,
    #[token("=")]
    Equal,
    #[token("!=")]
    Differ,
    /// What only typed languages have, or no text in TPTP.
    #[regex(r"[\^@*>+{}<#/;-]")]
    Foreign,
    /// The end of the text.
    End,
}

/// A token and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TptpToken {
    /// What it is; `Err` when it is none.
    pub kind: Result<TptpTokenKind, ()>,
    /// Where it is.
    pub span: Span,
}

/// The tokens of a text, with one for its end.
pub(super) fn tokens(text: &str) -> Vec<TptpToken> {
    let lexer = TptpTokenKind::lexer(text).spanned();
    let mut tokens: Vec<_> = lexer
        .map(|(kind, it)| TptpToken { kind, span: Span::new(it.start as u32, it.end as u32) })
        .collect();
    let end = text.len() as u32;
    tokens.push(TptpToken { kind: Ok(TptpTokenKind::End), span: Span::new(end, end) });
    tokens
}
