//! Values behind the name of a formula as other notations write them: `eval f(x=T) -> T`.

use crate::diagnostic::code::UNEXPECTED;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::token::{Lexeme, Token};

/// The one fault of an `eval` with brackets, words or signs that it does not have around its values.
pub(super) fn foreign_values(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let [verb, name, given @ ..] = tokens else { return None };
    if word(verb) != "eval" || name.token != Token::Word {
        return None;
    }
    let is_answer = |it: &Lexeme| {
        matches!(it.token, Token::Expect | Token::Arrow | Token::ForeignArrow | Token::DoubleArrow)
    };
    let end = given.iter().position(is_answer).unwrap_or(given.len());
    let (given, answer) = given.split_at(end);
    let is_foreign = |it: &Lexeme| is_bracket(word(it)) || is_between(word(it));
    if !given.iter().any(|it| is_foreign(it) && it.token != Token::Comma) {
        return None;
    }
    let mut line = vec![word(name).to_owned()];
    line.push(values(text, given)?);
    match answer {
        [] => {}
        [_, said] => line.push(format!("=> {}", value(word(said))?)),
        _ => return None,
    }
    let line = line.join(" ");
    let whole = name.span.to(tokens[tokens.len() - 1].span);
    let place = given[0].span.to(given[given.len() - 1].span);
    let message = "unexpected signs around values";
    Some(
        Diagnostic::new(UNEXPECTED, place, message, "only blanks stand between values")
            .help(format!("write `eval {line}`"))
            .fix(Fix::maybe(format!("write `eval {line}`"), vec![Edit::replace(whole, line)])),
    )
}

/// The values, as they are written here; `None` where there is anything else.
fn values(text: &str, tokens: &[Lexeme]) -> Option<String> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let given = tokens.iter().filter(|it| !is_bracket(word(it)) && !is_between(word(it)));
    let given: Vec<_> = given.map(word).collect();
    if given.iter().all(|it| value(it).is_some()) {
        return Some(given.into_iter().filter_map(value).collect())
            .filter(|it: &String| !it.is_empty());
    }
    let mut written = Vec::new();
    let mut rest = &given[..];
    while let [variable, behind @ ..] = rest {
        let is_name = variable.starts_with(char::is_alphabetic);
        let signs = behind.iter().take_while(|it| matches!(**it, "=" | ":" | "==" | "is")).count();
        let said = behind.get(signs).and_then(|it| value(it)).filter(|_| is_name && signs > 0)?;
        written.push(format!("{variable}={said}"));
        rest = &behind[signs + 1..];
    }
    Some(written.join(" "))
}

/// What a truth value of any notation is here.
fn value(word: &str) -> Option<&'static str> {
    match word {
        "0" | "F" | "f" | "false" | "False" | "FALSE" => Some("0"),
        "1" | "T" | "t" | "true" | "True" | "TRUE" => Some("1"),
        _ => None,
    }
}

fn is_bracket(word: &str) -> bool {
    matches!(word, "(" | ")" | "[" | "]" | "{" | "}")
}

/// What stands before or between values elsewhere.
fn is_between(word: &str) -> bool {
    matches!(word, "," | ";" | "and" | "with" | "where" | "for" | "at" | "when" | "if")
}
