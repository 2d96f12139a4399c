//! Rules that say first what follows and then from what, as in Prolog and clingo: `A :- B` and `A if B`, which are
//! `B -> A` here.

use super::ends::end_of;
use crate::diagnostic::code::UNEXPECTED;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// What is wrong with such a rule.
pub(super) fn turned(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let is_sign = |at: &usize| match &tokens[*at..] {
        [colon, minus, ..] if colon.token == Token::Colon && minus.token == Token::Minus => {
            colon.span.end == minus.span.start
        }
        [found, rest @ ..] => {
            let is_equivalence =
                matches!(rest, [and, only, ..] if word(and) == "and" && word(only) == "only");
            word(found) == "if" && word(&tokens[at - 1]) != "only" && !is_equivalence
        }
        [] => false,
    };
    let at = (1..tokens.len()).find(is_sign)?;
    let behind = at + if word(&tokens[at]) == "if" { 1 } else { 2 };
    let sign = tokens[at].span.to(tokens[behind - 1].span);
    let found = &text[sign.range()];
    // What holds for all of something stays in front.
    let all = tokens[..at].iter().rposition(|it| it.token == Token::Dot);
    let (head, body) = (&tokens[all.map_or(0, |it| it + 1)..at], &tokens[behind..]);
    let first = head.first()?.span.start;
    // In Prolog and clingo, what is in upper case is a variable.
    let is_foreign = found == ":-" && all.is_none();
    let is_variable = |it: &Lexeme| {
        let is_applied = text[it.span.end as usize..].starts_with('(');
        match word(it).as_bytes() {
            [it] if !is_applied => it.is_ascii_lowercase() || is_foreign && it.is_ascii_uppercase(),
            _ => false,
        }
    };
    let left = written(text, head, is_variable);
    let help = match is_of_variables(head, is_variable) {
        true => format!(
            "`define {left}: …` says when it is true, and that it is false else; what merely follows stands behind `->`"
        ),
        false => {
            format!("what follows stands behind the arrow: write `B -> A` for `A {found} B`")
        }
    };
    let message = format!("unexpected `{found}`");
    let diagnostic = Diagnostic::new(UNEXPECTED, sign, message, "`->` is meant").help(help);
    let body = match body {
        [line @ .., last] if last.token == Token::Dot => line,
        line => line,
    };
    // Other quantifiers and arrows would be read otherwise in another place, and a comma means `and` in such rules only.
    let is_other = |it: &&Lexeme| {
        let is_quantifier = matches!(word(it), "some" | "no" | "exactly" | "at");
        let is_arrow = matches!(it.token, Token::Arrow | Token::DoubleArrow);
        is_quantifier || is_arrow || it.token == Token::Dot && it.span.start > first
    };
    let has_comma = !is_foreign && outside(body).any(|it| it.token == Token::Comma);
    if body.is_empty() || has_comma || tokens[..at].iter().chain(body).any(|it| is_other(&it)) {
        return Some(diagnostic);
    }
    let variables = head.iter().chain(body).filter(|it| all.is_none() && is_variable(it));
    let bound = bound(variables.map(word));
    let turned = format!("{bound}{} -> {left}", written(text, body, is_variable));
    let edit = Edit::replace(Span::new(first, end_of(tokens).end), &*turned);
    Some(diagnostic.fix(Fix::maybe(format!("write `{turned}`"), vec![edit])))
}

/// What quantifies these variables.
fn bound<'t>(names: impl Iterator<Item = &'t str>) -> String {
    let mut variables = Vec::new();
    for name in names.map(str::to_ascii_lowercase) {
        if !variables.contains(&name) {
            variables.push(name);
        }
    }
    match &variables[..] {
        [] => String::new(),
        some => format!("all {}. ", some.join(", ")),
    }
}

/// The tokens that stand in no parentheses.
fn outside(tokens: &[Lexeme]) -> impl Iterator<Item = &Lexeme> {
    let mut depth = 0;
    tokens.iter().filter(move |it| {
        match it.token {
            Token::OpenParenthesis => depth += 1,
            Token::CloseParenthesis => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// Whether something is said of variables, so that it may be meant to be defined.
fn is_of_variables(head: &[Lexeme], is_variable: impl Fn(&Lexeme) -> bool) -> bool {
    let [name, open, arguments @ .., close] = head else { return false };
    let parentheses = (open.token, close.token);
    name.token == Token::Word
        && parentheses == (Token::OpenParenthesis, Token::CloseParenthesis)
        && arguments
            .split(|it| it.token == Token::Comma)
            .all(|it| matches!(it, [it] if is_variable(it)))
}

/// A part of a rule as it is written here: with variables in lower case and `and` for commas between sentences.
fn written(text: &str, tokens: &[Lexeme], is_variable: impl Fn(&Lexeme) -> bool) -> String {
    let mut written = String::new();
    let (mut depth, mut from) = (0, tokens[0].span.start);
    for it in tokens {
        written.push_str(&text[from as usize..it.span.start as usize]);
        let word = &text[it.span.range()];
        match it.token {
            Token::OpenParenthesis => depth += 1,
            Token::CloseParenthesis => depth -= 1,
            _ => {}
        }
        match it.token {
            Token::Comma if depth == 0 => written.push_str(" and"),
            Token::Word if is_variable(it) => written.push_str(&word.to_ascii_lowercase()),
            _ => written.push_str(word),
        }
        from = it.span.end;
    }
    written
}
