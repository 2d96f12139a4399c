//! The words for what is wrong with a line, formulas excepted ([`super::faults`] has those).

use super::terminal::{KEYWORDS, Terminal, is_foreign_connective, variable};
use super::token::{Lexeme, Token};
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;

pub(super) fn unknown_characters(text: &str, span: Span) -> Diagnostic {
    let found = &text[span.range()];
    if found.contains('\u{1a}') {
        return Diagnostic::new(INVALID_UTF8, span, "not UTF-8", "these bytes are no character")
            .help("save the file as UTF-8");
    }
    let shown = match found.chars().next() {
        Some(character) if found.chars().count() == 1 && character.is_control() => {
            format!("U+{:04X}", character as u32)
        }
        _ => format!("`{}`", found.escape_debug()),
    };
    Diagnostic::new(
        UNKNOWN_CHARACTER,
        span,
        format!("{shown} belongs to nothing"),
        "not part of the language",
    )
    .help("delete it, or write what it stands for")
    .fix(Fix::maybe("delete it", vec![Edit::delete(span)]))
}

pub(super) fn unterminated_text(text: &str, span: Span) -> Diagnostic {
    let is_block = text[span.range()].starts_with("\"\"\"");
    let (quotes, rule) = if is_block {
        ("\"\"\"", "the closing `\"\"\"` stands first on a line of its own")
    } else {
        ("\"", "a text ends on its line")
    };
    let end =
        if is_block { Edit::insert(span.end, "\n\"\"\"") } else { Edit::insert(span.end, "\"") };
    let closed = vec![end];
    Diagnostic::new(
        UNTERMINATED_TEXT,
        span,
        format!("the closing `{quotes}` is missing"),
        "this text has no end",
    )
    .help(rule)
    .fix(Fix::maybe(format!("insert `{quotes}`"), closed))
}

pub(super) fn unmatched_brace(brace: Span) -> Diagnostic {
    Diagnostic::new(UNMATCHED_BRACE, brace, "unmatched `}`", "no block is open here")
        .help("delete it, or open a block with `{`")
        .fix(Fix::maybe("delete it", vec![Edit::delete(brace)]))
}

pub(super) fn stray_brace(brace: Span) -> Diagnostic {
    Diagnostic::new(UNEXPECTED, brace, "unexpected `{`", "no block can start here")
        .help("only `game`, `clauses` and `maze` have a block, and their line ends with the `{`")
        .fix(Fix::maybe("delete it", vec![Edit::delete(brace)]))
}

pub(super) fn unclosed_block(text: &str, open: Span, next: Span) -> Diagnostic {
    let is_end = next.is_empty();
    let noticed = if is_end { "the file ends here" } else { "this starts something new" };
    let insert = if is_end { "\n}" } else { "}\n" };
    let label = if open.is_empty() {
        "a block is expected behind this"
    } else {
        "nothing closes this block"
    };
    let diagnostic = Diagnostic::new(UNCLOSED_BLOCK, open, "the closing `}` is missing", label)
        .help("write `}` on a line of its own behind the block");
    if is_end && text[open.end as usize..].trim().is_empty() {
        return diagnostic.fix(Fix::maybe("insert `}`", vec![Edit::insert(open.end, "\n}")]));
    }
    diagnostic
        .related(next, noticed)
        .fix(Fix::maybe("insert `}`", vec![Edit::insert(next.start, insert)]))
}

/// The keyword that the first word of a line was meant to be.
pub(super) fn meant_keyword(text: &str, tokens: &[Lexeme]) -> Option<(&'static str, Terminal)> {
    let first = tokens.first().filter(|it| it.token == Token::Word)?;
    let word = &text[first.span.range()];
    let meant = did_you_mean(word, KEYWORDS.iter().map(|(keyword, ..)| *keyword))?;
    KEYWORDS
        .iter()
        .find(|(keyword, ..)| *keyword == meant)
        .map(|&(keyword, terminal, _)| (keyword, terminal))
}

/// A line that starts with no keyword.
pub(super) fn unknown_start(text: &str, tokens: &[Lexeme], open: Option<Span>) -> Diagnostic {
    let first = tokens[0].span;
    let word = &text[first.range()];
    if tokens[0].token != Token::Word {
        return Diagnostic::new(
            UNEXPECTED,
            first,
            format!("unexpected `{word}`"),
            "a line starts with a keyword",
        )
        .help("start with `formula`, `clauses`, `maze`, `game`, `solve`, …");
    }
    let diagnostic = Diagnostic::new(
        UNKNOWN_KEYWORD,
        first,
        format!("`{word}` starts no declaration or query"),
        "not a keyword",
    );
    if let Some((keyword, _)) = meant_keyword(text, tokens) {
        return diagnostic
            .help(format!("did you mean `{keyword}`?"))
            .fix(Fix::maybe(format!("write `{keyword}`"), vec![Edit::replace(first, keyword)]));
    }
    let is_declaration =
        tokens.get(1).is_some_and(|it| it.token == Token::Equals) && open.is_none();
    if is_declaration && variable(word).is_none() {
        return diagnostic
            .help(format!("to declare a formula, write `formula {word} = …`"))
            .fix(Fix::maybe("write `formula`", vec![Edit::insert(first.start, "formula ")]));
    }
    diagnostic
        .help("a line starts with `formula`, `clauses`, `maze`, `game`, `solve` or another keyword")
}

/// An item whose keyword is right and whose token `at` is not; `None` is its end.
pub(super) fn unexpected(
    text: &str,
    tokens: &[Lexeme],
    open: Option<Span>,
    at: Option<Span>,
) -> Diagnostic {
    let first = &text[tokens[0].span.range()];
    let usage =
        KEYWORDS.iter().find(|(keyword, ..)| *keyword == first).map_or("", |(.., usage)| usage);
    let name = tokens.get(1).filter(|it| it.token == Token::Word);
    if let Some(name) = name
        && at == Some(name.span)
        && let word = &text[name.span.range()]
        && (variable(word).is_some() || is_foreign_connective(word))
    {
        return reserved_name(text, name.span);
    }
    let is_block = matches!(first, "game" | "clauses" | "maze");
    let end = tokens[tokens.len() - 1].span.end;
    let diagnostic = unexpected_at(text, at, Span::at(end)).help(format!("write `{usage}`"));
    let lacks_brace = is_block && at.is_none() && open.is_none() && name.is_some();
    let is_complete = if first == "game" { tokens.len() > 3 } else { tokens.len() == 2 };
    if lacks_brace && is_complete {
        return diagnostic.fix(Fix::maybe("insert `{`", vec![Edit::insert(end, " {")]));
    }
    diagnostic
}

pub(super) fn reserved_name(text: &str, span: Span) -> Diagnostic {
    let word = &text[span.range()];
    let why = if variable(word).is_some() {
        "single lower-case letters are the variables of formulas"
    } else if is_foreign_connective(word) {
        "it is a connective of other notations"
    } else {
        "it starts a line of its own"
    };
    Diagnostic::new(RESERVED_NAME, span, format!("`{word}` cannot be a name"), why)
        .help("choose a name of two characters or more that is not a keyword")
}

fn unexpected_at(text: &str, at: Option<Span>, end: Span) -> Diagnostic {
    match at.filter(|span| !span.is_empty()) {
        Some(span) => {
            let found = &text[span.range()];
            let shown = if found.chars().count() <= 40 { found } else { "this" };
            Diagnostic::new(UNEXPECTED, span, format!("unexpected `{shown}`"), "not expected here")
        }
        None => {
            Diagnostic::new(UNEXPECTED, end, "the line ends too early", "something is missing here")
        }
    }
}

fn end_of(tokens: &[Lexeme]) -> Span {
    Span::at(tokens[tokens.len() - 1].span.end)
}

pub(super) fn unexpected_in_game(text: &str, tokens: &[Lexeme], at: Option<Span>) -> Diagnostic {
    unexpected_at(text, at, end_of(tokens))
        .help("a setting is a name and its value, as in `turns EEA`")
}

pub(super) fn unexpected_in_clause(text: &str, tokens: &[Lexeme], at: Option<Span>) -> Diagnostic {
    let diagnostic = match at {
        Some(span) => Diagnostic::new(
            NOT_A_LITERAL,
            span,
            format!("`{}` is not a literal", &text[span.range()]),
            "expected a number or a name",
        ),
        None => Diagnostic::new(
            NOT_A_LITERAL,
            end_of(tokens),
            "a literal is missing",
            "expected a number or a name",
        ),
    };
    diagnostic.help("a clause is a line of literals, as in `1 -2 3` or `rain -wet`")
}

pub(super) fn unexpected_in_maze(text: &str, tokens: &[Lexeme], at: Option<Span>) -> Diagnostic {
    let diagnostic = unexpected_at(text, at, end_of(tokens));
    if &text[tokens[0].span.range()] == "steps" {
        return diagnostic.help("the number of steps is one whole number, as in `steps 5`");
    }
    diagnostic.help(
        "a node is `NAME treasures NAMES tolls NAMES -> NAMES`, each part only where there is one",
    )
}

pub(super) fn repeated_steps(first: Span, again: Span) -> Diagnostic {
    Diagnostic::new(DUPLICATE_SETTING, again, "`steps` is given twice", "the second one")
        .related(first, "the first one")
        .help("keep one of them")
        .fix(Fix::maybe("delete this one", vec![Edit::delete(again)]))
}

#[cfg(test)]
mod tests {
    use crate::syntax::parse;

    #[test]
    fn a_name_that_is_a_word_of_formulas_is_reserved() {
        for name in ["x", "solve", "implies", "not"] {
            let parsed = parse(&format!("formula {name} = (a+b)"));
            let codes: Vec<_> = parsed.diagnostics.iter().map(|it| it.code.name()).collect();
            assert_eq!(codes, ["reserved-name"], "{name}");
        }
    }
}
