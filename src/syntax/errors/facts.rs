//! Facts as tables of other notations list them, as in `edge: Rome Oslo, Oslo Bonn`: here each is a sentence.

use super::unexpected_at;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::terminal::{SHEET_DECLARATIONS, is_sentence_word, reserved_word};
use crate::syntax::token::{Lexeme, Token};
use crate::text::LONGEST_SHOWN;

/// `edge: Rome Oslo, Oslo Bonn`, `edge: (Rome, Oslo), (Oslo, Bonn)` and `facts cat: Tom, Rex`.
pub(super) fn listed(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let is_called = matches!(word(tokens.first()?), "fact" | "facts") && tokens.len() > 2;
    let (predicate, behind) = tokens[usize::from(is_called)..].split_first()?;
    let (sign, behind) = behind.split_first()?;
    let is_name = predicate.token == Token::Word
        && reserved_word(word(predicate)).is_none()
        && !is_sentence_word(word(predicate))
        && !SHEET_DECLARATIONS.contains(&word(predicate));
    if !is_name || sign.token != Token::Colon {
        return None;
    }
    let tuples = tuples(text, behind)?;
    let (first, others) = tuples.split_first()?;
    let is_table = !others.is_empty() && first.len() > 1;
    if !(is_called || is_table) || others.iter().any(|it| it.len() != first.len()) {
        return None;
    }
    let fact = |it: &Vec<&str>| format!("{}({})", word(predicate), it.join(", "));
    let facts = tuples.iter().map(fact).collect::<Vec<_>>().join(" and ");
    let line = tokens[0].span.to(tokens[tokens.len() - 1].span);
    let title =
        if facts.len() > LONGEST_SHOWN { "write sentences" } else { &*format!("write `{facts}`") };
    let place = if is_called { tokens[0].span } else { sign.span };
    let mut diagnostic = unexpected_at(text, Some(place), place)
        .help(format!("write `{}`, joined by `and` or each on a line of its own", fact(first)))
        .fix(Fix::maybe(title, vec![Edit::replace(line, facts)]));
    diagnostic.label = "each fact is a sentence".to_owned();
    Some(diagnostic)
}

/// Things beside each other, or in parentheses, with commas between the groups.
fn tuples<'t>(text: &'t str, tokens: &[Lexeme]) -> Option<Vec<Vec<&'t str>>> {
    let thing = |it: &Lexeme| {
        let word = &text[it.span.range()];
        let is_thing =
            it.token == Token::Number || it.token == Token::Word && reserved_word(word).is_none();
        is_thing.then_some(word)
    };
    let mut groups = Vec::new();
    let mut rest = tokens;
    loop {
        let (group, behind): (Option<Vec<_>>, _) = match rest.split_first() {
            Some((open, inner)) if open.token == Token::OpenParenthesis => {
                let close = inner.iter().position(|it| it.token == Token::CloseParenthesis)?;
                let things = inner[..close].split(|it| it.token == Token::Comma);
                let one = |it: &[Lexeme]| if let [it] = it { thing(it) } else { None };
                (things.map(one).collect(), &inner[close + 1..])
            }
            _ => {
                let end = rest.iter().position(|it| it.token == Token::Comma);
                let end = end.unwrap_or(rest.len());
                (rest[..end].iter().map(thing).collect(), &rest[end..])
            }
        };
        groups.push(group.filter(|it| !it.is_empty())?);
        match behind.split_first() {
            None => return Some(groups),
            Some((comma, behind)) if comma.token == Token::Comma => rest = behind,
            Some(_) => return None,
        }
    }
}
