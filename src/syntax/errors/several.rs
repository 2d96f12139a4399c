//! The words for several declarations on a line where each has a line of its own.

use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// Declarations with a sort each on one line, as in `constant Ann: Person, Paris: Town`.
pub(super) fn constants(text: &str, tokens: &[Lexeme], diagnostic: Diagnostic) -> Diagnostic {
    // Behind each sort: a comma that stands two tokens behind a colon.
    let commas = tokens.windows(4).filter(|it| {
        it[0].token == Token::Colon && it[1].token == Token::Word && it[2].token == Token::Comma
    });
    let gaps: Vec<_> = commas.map(|it| Span::new(it[2].span.start, it[3].span.start)).collect();
    let mut diagnostic = diagnostic.help("write each with its sort on a line of its own");
    diagnostic.label = "the line ends with the sort".to_owned();
    divided(text, tokens, &gaps, diagnostic)
}

/// `sort A, B`, where each sort has a line of its own.
pub(super) fn sorts(text: &str, tokens: &[Lexeme], diagnostic: Diagnostic) -> Diagnostic {
    let diagnostic = diagnostic.help("declare each sort on a line of its own");
    let (names, commas) = (tokens[1..].iter().step_by(2), tokens[2..].iter().step_by(2));
    let are_names =
        names.clone().all(|it| it.token == Token::Word) && tokens.len().is_multiple_of(2);
    if !are_names || commas.clone().any(|it| it.token != Token::Comma) {
        return diagnostic;
    }
    let gaps = commas.zip(names.skip(1)).map(|(comma, name)| comma.span.start..name.span.start);
    let gaps: Vec<_> = gaps.map(|it| Span::new(it.start, it.end)).collect();
    divided(text, tokens, &gaps, diagnostic)
}

/// Offers to begin a line like this one in the place of each gap.
fn divided(text: &str, tokens: &[Lexeme], gaps: &[Span], diagnostic: Diagnostic) -> Diagnostic {
    let first = tokens[0].span;
    let line = text[..first.start as usize].rfind('\n').map_or(0, |it| it + 1);
    let indentation = &text[line..first.start as usize];
    let start = format!("\n{indentation}{} ", &text[first.range()]);
    let edits = gaps.iter().map(|it| Edit::replace(*it, &*start)).collect();
    let title = if gaps.len() == 1 { "write two lines" } else { "write each on its line" };
    let is_blank = indentation.trim().is_empty();
    if is_blank { diagnostic.fix(Fix::maybe(title, edits)) } else { diagnostic }
}
