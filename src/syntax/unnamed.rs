//! Questions without the `why` before them, and those about a theory or a puzzle that do not name it.

use super::ast::VERBS;
use super::token::{Lexeme, Token};

/// A query without the `why` before it.
pub fn asked<'l>(text: &str, tokens: &'l [Lexeme]) -> &'l [Lexeme] {
    let is_verb = |it: &Lexeme| VERBS.iter().any(|(verb, _)| *verb == &text[it.span.range()]);
    match tokens {
        [why, asked @ ..]
            if &text[why.span.range()] == "why" && asked.first().is_some_and(is_verb) =>
        {
            asked
        }
        _ => tokens,
    }
}

/// Whether a question about a theory goes on with its sentence where the theory has to be named.
pub fn lacks_theory(text: &str, tokens: &[Lexeme]) -> bool {
    let [verb, second, rest @ ..] = asked(text, tokens) else { return false };
    let word = &text[second.span.range()];
    if &text[verb.span.range()] == "equivalent" {
        return compares_sentences(text, second, rest);
    }
    if &text[verb.span.range()] == "why" {
        return second.token == Token::Colon || compares(text, &tokens[1..]);
    }
    let next = rest.first().map(|it| (it.token, &text[it.span.range()]));
    let asks = matches!(&text[verb.span.range()], "prove" | "ask");
    asks && match (second.token, next) {
        (Token::Expect, _) | (_, None | Some((Token::Colon, _))) => second.token == Token::Colon,
        (Token::Word, Some((Token::Word | Token::Number, next))) => {
            matches!(word, "all" | "some" | "no" | "not" | "exactly" | "at")
                || matches!(next, "and" | "or")
        }
        (Token::Word, Some((next, _))) => matches!(
            next,
            Token::OpenParenthesis
                | Token::Equals
                | Token::Unequal
                | Token::Arrow
                | Token::DoubleArrow
        ),
        (token, _) => matches!(
            token,
            Token::OpenParenthesis | Token::Colon | Token::ForAll | Token::Exists | Token::Question
        ),
    }
}

/// Whether two sentences stand where a theory or a formula has to: with a comma between them, and with a
/// predicate or a quantifier.
fn compares_sentences(text: &str, second: &Lexeme, rest: &[Lexeme]) -> bool {
    let mut depth = 0_i64;
    let mut has_comma = false;
    let mut before = second;
    let mut is_sentence = matches!(&text[second.span.range()], "all" | "some" | "no" | "not");
    for it in rest {
        match it.token {
            Token::Colon if depth == 0 => return second.token == Token::Colon,
            Token::Expect => break,
            Token::OpenParenthesis => {
                let is_applied = it.span.start == before.span.end;
                is_sentence |= before.token == Token::Word && is_applied;
                depth += 1;
            }
            Token::CloseParenthesis => depth -= 1,
            Token::Comma if depth == 0 => has_comma = true,
            _ => {}
        }
        before = it;
    }
    is_sentence && has_comma
}

/// Whether a sentence that compares stands where a puzzle has to: `hat(Ann) = 1`, `not hat(Ann) = 1`.
fn compares(text: &str, tokens: &[Lexeme]) -> bool {
    use Token::{AtLeast, AtMost, Equals, Greater, Less, OpenParenthesis, Unequal};
    let is_sign =
        |it: &Lexeme| matches!(it.token, Equals | Unequal | Less | AtMost | Greater | AtLeast);
    let [first, next, ..] = tokens else { return false };
    let is_term = next.token == OpenParenthesis || is_sign(next);
    let word = &text[first.span.range()];
    let is_quantifier = matches!(word, "all" | "some" | "no");
    if !is_term && !is_quantifier && word != "not" {
        return false;
    }
    let mut depth = 0_i64;
    for it in tokens {
        match it.token {
            Token::Colon if is_quantifier => {}
            Token::Expect | Token::Colon => return false,
            OpenParenthesis => depth += 1,
            Token::CloseParenthesis => depth -= 1,
            _ if depth == 0 && is_sign(it) => return true,
            _ => {}
        }
    }
    false
}
