//! Changes as other languages write assignments, such as `x := 3` and `x += 3`, which are `x becomes 3` and
//! `x becomes x + 3`; and the `:` that other notations have behind the word that begins a line of what is done.

use super::ends::ends_operand;
use super::unexpected_at;
use crate::diagnostic::code::UNEXPECTED;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// What is wrong with the part `sentence` of a line of what is done, if it is one of these.
pub(super) fn assigned(text: &str, line: &[Lexeme], sentence: &[Lexeme]) -> Option<Diagnostic> {
    let before = line[..line.partition_point(|it| it.span < sentence[0].span)].last()?;
    let word = &text[before.span.range()];
    if sentence[0].token == Token::Colon && sentence.len() > 1 {
        let colon = sentence[0].span;
        return Some(
            unexpected_at(text, Some(colon), colon)
                .help(format!("write `{word} …`: nothing stands between"))
                .fix(Fix::maybe("delete it", vec![Edit::delete(colon)])),
        );
    }
    let is_assignment = |pair: &[Lexeme]| {
        matches!(pair[0].token, Token::Colon | Token::Plus | Token::Minus | Token::Star)
            && pair[1].token == Token::Equals
            && pair[0].span.end == pair[1].span.start
    };
    let at = sentence.windows(2).position(is_assignment).filter(|_| word == "then")?;
    let (first, sign) = (sentence[at], sentence[at].span.to(sentence[at + 1].span));
    let is_part = |it: &&Lexeme| {
        let joins = matches!(&text[it.span.range()], "and" | "->" | "then");
        !joins && it.token != Token::Dot
    };
    let changed = sentence[..at].iter().rev().take_while(is_part).last()?;
    let changed = &text[changed.span.start as usize..sign.start as usize].trim_end();
    let meant = match first.token {
        Token::Colon => "becomes".to_owned(),
        _ => format!("becomes {changed} {}", &text[first.span.range()]),
    };
    let blank = if ends_operand(text, &sentence[at.checked_sub(1)?])
        && text[..sign.start as usize].ends_with(' ')
    {
        ""
    } else {
        " "
    };
    let message = format!("unexpected `{}`", &text[sign.range()]);
    Some(
        Diagnostic::new(UNEXPECTED, sign, message, "`becomes` is meant")
            .help("a change is written as in `x becomes x + 1`")
            .fix(Fix::maybe(
                format!("write `{meant}`"),
                vec![Edit::replace(Span::new(sign.start, sign.end), format!("{blank}{meant}"))],
            )),
    )
}
