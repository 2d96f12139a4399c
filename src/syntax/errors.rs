//! The words for what is wrong with a line, formulas excepted (`super::faults` has those): here
//! with items, in `blocks` with the lines of blocks, in `sentences` with those of theories.

mod arrow;
mod blocks;
mod braces;
mod changes;
mod characters;
mod declarations;
mod empty;
mod ends;
mod facts;
mod questions;
mod repairs;
mod sentences;
mod several;
mod sheets;
mod starts;
mod turned;
mod unsorted;
mod values;

use super::ast::VERBS;
use super::keyword::Keyword;
use super::terminal::{self, Mode, variable};
use super::token::{Lexeme, Token, lex_span};
use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::{LONGEST_SHOWN, Span};
pub(super) use blocks::*;
pub(super) use braces::*;
pub(super) use characters::*;
pub(super) use declarations::{declared, declares, may_declare, misnamed};
pub(super) use questions::misplaced;
pub(super) use sentences::*;
pub(super) use sheets::{percent, unexpected_in_puzzle};
pub(super) use starts::*;

/// A path that stands between no quotes, or between those of other languages.
pub(super) fn bare_path(text: &str, span: Span) -> Diagnostic {
    let is_quote =
        |it| matches!(it, '\'' | '‘' | '’' | '“' | '”' | '„' | '«' | '»' | '<' | '>' | '`');
    let path = text[span.range()].trim_matches(is_quote);
    let diagnostic =
        Diagnostic::new(UNEXPECTED, span, "a path stands in double quotes", "these are missing");
    if path.contains('"') || path.contains('\n') {
        return diagnostic.help("write `import \"FILE\"`");
    }
    let quoted = format!("\"{path}\"");
    diagnostic
        .help(format!("write `import {quoted}`"))
        .fix(Fix::maybe(format!("write `{quoted}`"), vec![Edit::replace(span, quoted)]))
}

/// What is wrong with lines that stand in fewer quotes than they need.
pub(super) fn lines_in_one_quote(text: &str, span: Span) -> Diagnostic {
    let quotes = text[span.range()].bytes().rev().take_while(|it| *it == b'"').count() as u32;
    let ends = [Span::new(span.start, span.start + 1), Span::new(span.end - quotes, span.end)];
    let edits = ends.map(|it| Edit::replace(it, "\"\"\"")).to_vec();
    let message = "a text of several lines needs three quotes";
    Diagnostic::new(UNTERMINATED_TEXT, ends[0], message, "one quote begins a text of one line")
        .help("it stands between `\"\"\"` and `\"\"\"` on a line of its own")
        .fix(Fix::maybe("write `\"\"\"` before and behind it", edits))
}

pub(super) fn unterminated_text(text: &str, span: Span) -> Diagnostic {
    let is_block = text[span.range()].starts_with("\"\"\"");
    let (quotes, rule) = if is_block {
        ("\"\"\"", "the closing `\"\"\"` stands first on a line of its own")
    } else {
        ("\"", "a text ends on its line")
    };
    let message = format!("the closing `{quotes}` is missing");
    Diagnostic::new(UNTERMINATED_TEXT, span, message, "this text has no end").help(rule)
}

/// A `"""` behind the one that ended a text.
pub(super) fn second_end(text: &str, quotes: Span) -> Diagnostic {
    Diagnostic::new(UNEXPECTED, quotes, "unexpected `\"\"\"`", "it stands here twice")
        .help("a text stands between `\"\"\"` and `\"\"\"` on a line of its own")
        .fix(Fix::maybe("delete it", vec![Edit::delete_line(text, quotes)]))
}

/// A text that begins on a line of its own.
pub(super) fn text_apart(quotes: Span) -> Diagnostic {
    let label = "a text begins behind what it belongs to";
    Diagnostic::new(UNEXPECTED, quotes, "unexpected `\"\"\"`", label)
        .help("the opening `\"\"\"` stands at the end of a line, as in `board \"\"\"`")
}

/// A `"""` behind lines that would be a text, if one stood before them.
pub(super) fn text_without_start(first: Span, end: Span) -> Diagnostic {
    let message = "the opening `\"\"\"` is missing";
    Diagnostic::new(UNTERMINATED_TEXT, end, message, "this ends a text that nothing begins")
        .related(first, "it seems to begin here")
        .help("the opening `\"\"\"` stands at the end of a line, as in `board \"\"\"`")
}

pub(super) fn close_text(offset: u32, end: &str) -> Fix {
    let title = format!("insert `{}`", end.trim());
    Fix::maybe(title, vec![Edit::insert(offset, end)])
}

/// Completes the diagnostic for a missing formula that stands behind the line break `between`.
pub(super) fn join_lines(missing: &mut Diagnostic, between: Span) {
    missing.help = Some("a line goes on behind a line break only in parentheses".to_owned());
    missing.fixes.push(Fix::maybe("join the lines", vec![Edit::replace(between, " ")]));
}

/// An item whose keyword is right and whose token `at` is not; `None` is its end.
pub(super) fn unexpected(
    text: &str,
    tokens: &[Lexeme],
    open: Option<Span>,
    at: Option<Span>,
) -> Diagnostic {
    let word = |index: usize| tokens.get(index).map(|it| &text[it.span.range()]);
    let index = at
        .map_or(tokens.len(), |at| tokens.partition_point(|it: &Lexeme| it.span.start < at.start));
    let first = &text[tokens[0].span.range()];
    if terminal::lacks_theory(text, tokens) {
        return without_theory(text, first, tokens);
    }
    let sentence = terminal::sentence(text, Mode::Item, tokens);
    if !sentence.is_empty() && (sentence.start..=sentence.end).contains(&index) {
        let at = at.filter(|_| index < sentence.end);
        return unexpected_in_question(text, first, &tokens[sentence], at);
    }
    let is_declaration =
        matches!(first, "formula" | "game" | "clauses" | "maze" | "theory" | "puzzle");
    if let (1, true, Some(name)) = (index, is_declaration, word(1))
        && let Some(why) = match first {
            "formula" => terminal::reserved_name(name),
            _ => terminal::reserved_word(name),
        }
    {
        return no_name(name, tokens[1].span, why);
    }
    if let ("variables", Some(name)) = (first, word(index))
        && let Some(why) = terminal::reserved_in_formulas(name)
    {
        return no_name(name, tokens[index].span, why);
    }
    if let Some(fault) = starts::name_of_words(text, tokens, index) {
        return fault;
    }
    let end = tokens[tokens.len() - 1].span.end;
    // In the place of the brace may stand a parenthesis.
    let is_end = tokens[index..].iter().all(|it| it.token == Token::OpenParenthesis);
    let (expected, missing) = expected(first, (index, is_end), word(index.wrapping_sub(1)));
    let mut diagnostic = unexpected_at(text, at, Span::at(end));
    if let (1, true, Some(name)) = (index, is_declaration, quoted_name(text, tokens)) {
        let quoted = tokens[1].span;
        diagnostic = diagnostic.fix(Fix::maybe(
            "leave the quotes out",
            vec![Edit::replace(quoted, &text[name.range()])],
        ));
    }
    if !expected.is_empty() {
        diagnostic.label = format!("expected {expected}");
    }
    let usage = match (first, word(2)) {
        ("clauses", Some("=")) => "clauses NAME = file \"FILE\"",
        ("maze", Some("=")) => "maze NAME = file \"FILE\"",
        ("game", Some("=")) => "game NAME = file \"FILE\"",
        ("game", _) if index == 2 && is_end => "game NAME { LINES }",
        _ => Keyword::find(first).map_or("", |it| it.usage),
    };
    diagnostic = diagnostic.help(format!("write `{usage}`"));
    if let Some(meant) = tokens.get(index).and_then(|it| meant_instead(text, tokens, it)) {
        diagnostic.label = meant.label.to_owned();
        diagnostic.help = meant.help.or(diagnostic.help);
        diagnostic.fixes.extend(meant.fix);
        return diagnostic;
    }
    insert_missing(diagnostic, text, tokens, (index, open), missing)
}

/// A word of the language in the place of a name.
fn no_name(name: &str, place: Span, why: &str) -> Diagnostic {
    let message = format!("`{name}` cannot be a name");
    let diagnostic = Diagnostic::new(RESERVED_NAME, place, message, why);
    // Where the letter is used it is a variable, so that another name would change what is said there.
    diagnostic.help(match variable(name) {
        Some(_) => "choose another name, of two characters or more, or in upper case",
        None => "choose another name",
    })
}

/// Offers to insert the sign that a declaration lacks at one of its tokens.
fn insert_missing(
    mut diagnostic: Diagnostic,
    text: &str,
    tokens: &[Lexeme],
    (index, open): (usize, Option<Span>),
    missing: &str,
) -> Diagnostic {
    let first = &text[tokens[0].span.range()];
    let end = tokens[tokens.len() - 1].span.end;
    let mut title = format!("insert `{missing}`");
    let edit = match missing {
        "" => return diagnostic,
        // It may be a part of the kind.
        "{" if open.is_some() && first == "game" => return diagnostic,
        "{" if open.is_some() => {
            let Some(superfluous) = tokens.get(index) else { return diagnostic };
            let deleted = Edit::delete_word(text, superfluous.span);
            return diagnostic.fix(Fix::maybe("delete it", vec![deleted]));
        }
        "{" if let Some(parenthesis) = tokens.get(index)
            && parenthesis.token == Token::OpenParenthesis =>
        {
            title = "write `{`".to_owned();
            Edit::replace(parenthesis.span, "{")
        }
        "{" => match text[end as usize..].find(|it: char| !it.is_whitespace()) {
            // The brace stands on the next line.
            Some(blanks) if text[end as usize + blanks..].starts_with('{') => {
                title = "write it on this line".to_owned();
                diagnostic.help = Some("the `{` stands on the line of its declaration".to_owned());
                Edit::replace(Span::new(end, end + blanks as u32 + 1), " {")
            }
            _ => Edit::insert(end, " {"),
        },
        ":" => Edit::insert(tokens[1].span.end, ":"),
        "=" => Edit::insert(tokens[1].span.end, " ="),
        _ => Edit::insert(tokens[2].span.end, format!(" {missing}")),
    };
    diagnostic.fix(Fix::maybe(title, vec![edit]))
}

/// A term that stands behind the name that it is about without `:`.
fn term_without_colon(
    text: &str,
    verb: &Lexeme,
    name: &Lexeme,
    first: &Lexeme,
) -> Option<Diagnostic> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let is_optimum = matches!(word(verb), "smallest" | "largest") && name.token == Token::Word;
    if !is_optimum || matches!(first.token, Token::Colon | Token::Expect) {
        return None;
    }
    let message = format!("unexpected `{}`", word(first));
    let usage = Keyword::find(word(verb)).map_or("", |it| it.usage);
    let colon = Edit::insert(name.span.end, ":");
    Some(
        Diagnostic::new(UNEXPECTED, first.span, message, "expected `:`")
            .help(format!("write `{usage}`"))
            .fix(Fix::maybe("insert `:`", vec![colon])),
    )
}

/// A question that ends with `?` or `.`, as in prose.
fn end_sign(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let asked = tokens.split(|it| it.token == Token::Expect).next()?;
    let is_end = |it: &&Lexeme| matches!(it.token, Token::Question | Token::Dot);
    let last = asked.last().filter(is_end)?.span;
    let is_question = VERBS.iter().any(|(it, _)| *it == word(&tokens[0]));
    let has_sentence = matches!(word(&tokens[0]), "prove" | "ask");
    (is_question && !has_sentence).then(|| {
        let sign = &text[last.range()];
        let (message, label) =
            (format!("unexpected `{sign}`"), format!("no `{sign}` ends a question"));
        Diagnostic::new(UNEXPECTED, last, message, label)
            .fix(Fix::maybe("delete it", vec![Edit::delete_word(text, last)]))
    })
}

/// What people write behind the name that a question is about, as in `solve cave in 3`.
pub(super) fn behind_name(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let [verb, name, first, ..] = tokens else { return None };
    let fault = end_sign(text, tokens);
    if let Some(fault) = fault.or_else(|| term_without_colon(text, verb, name, first)) {
        return Some(fault);
    }
    let takes_name = VERBS.iter().any(|(it, _)| *it == word(verb))
        && !matches!(word(verb), "eval" | "equivalent" | "prove" | "ask");
    let is_end = |it: &Lexeme| it.token == Token::Expect || matches!(word(it), "by" | "after");
    let is_verdict = word(first) == "not"
        && tokens.get(3).is_some_and(|it| matches!(word(it), "valid" | "equivalent"));
    let starts = match first.token {
        Token::Number => true,
        Token::Word if is_verdict => true,
        // Between letters a sign of a formula is missing.
        Token::Word => {
            (variable(word(name)).is_none() || variable(word(first)).is_none())
                && !is_end(first)
                && !terminal::is_all_of(text, tokens, 2)
                && !terminal::is_reserved(word(first))
                && !terminal::is_foreign_connective(word(first))
        }
        _ => false,
    };
    if !takes_name || name.token != Token::Word || is_end(name) || !starts {
        return None;
    }
    let rest = &tokens[2..];
    let rest = &rest[..rest.iter().position(is_end).unwrap_or(rest.len())];
    let place = first.span.to(rest.last().map_or(first.span, |it| it.span));
    let found = &text[place.range()];
    let shown = if found.len() <= 40 { found } else { word(first) };
    let message = format!("unexpected `{shown}`");
    let label = "nothing says more of what is asked about";
    let diagnostic = Diagnostic::new(UNEXPECTED, place, message, label);
    let delete = || Fix::maybe("delete it", vec![Edit::delete_word(text, place)]);
    let has_number = rest.iter().any(|it| it.token == Token::Number);
    let is_phrase = matches!(word(first), "in" | "within" | "with" | "using" | "for" | "from");
    Some(match rest {
        [with, engine] if matches!(word(with), "with" | "using") && engine.token == Token::Word => {
            diagnostic
                .help("the engine that answers stands behind `by`")
                .fix(Fix::maybe("write `by`", vec![Edit::replace(with.span, "by")]))
        }
        [again] if word(again) == word(name) => diagnostic.help("once is enough").fix(delete()),
        [answer] if word(verb) == "count" && answer.token == Token::Number => diagnostic
            .help("the answer stands behind `=>`")
            .fix(arrow::insert(text, place.start, place.end)),
        _ if has_number => questions::with_number(text, [verb, name], rest, diagnostic),
        _ => {
            let usage = Keyword::find(word(verb)).map_or("", |it| it.usage);
            let help = format!("write `{usage}`; formulas are joined by `*` or `+` in parentheses");
            let diagnostic = diagnostic.help(help);
            match is_phrase {
                true => diagnostic.fix(delete()),
                false => diagnostic.fix(arrow::insert(text, place.start, place.end)),
            }
        }
    })
}

/// The name between quotes that a declaration has in the place of its name.
pub(super) fn quoted_name(text: &str, tokens: &[Lexeme]) -> Option<Span> {
    let quoted = tokens.get(1).filter(|it| it.token == Token::Text(true))?.span;
    let name = Span::new(quoted.start + 1, quoted.end - 1);
    let mut lexemes = lex_span(text, name);
    let is_name = lexemes.next().is_some_and(|it| it.token == Token::Word && it.span == name);
    is_name.then_some(name)
}

/// What was meant by a sign that other notations use here, or by a word that starts a line.
struct Meant {
    label: &'static str,
    /// What says more than how such an item is written.
    help: Option<String>,
    fix: Option<Fix>,
}

impl Meant {
    fn fix(label: &'static str, title: &str, edits: Vec<Edit>) -> Self {
        Self { label, help: None, fix: Some(Fix::maybe(title, edits)) }
    }
}

fn rules_from(title: &str, edit: Edit) -> Meant {
    let help = Some("write `puzzle NAME: RULES { LINES }`".to_owned());
    let label = "what a puzzle takes its rules from stands behind `:`";
    Meant { help, ..Meant::fix(label, title, vec![edit]) }
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn meant_instead(text: &str, tokens: &[Lexeme], lexeme: &Lexeme) -> Option<Meant> {
    let first = &text[tokens[0].span.range()];
    let found = &text[lexeme.span.range()];
    let replace_all = |with: &str| {
        let all = tokens.iter().filter(|it| it.token == lexeme.token);
        all.map(|it| Edit::replace(it.span, with)).collect()
    };
    let is_query = VERBS.iter().any(|(verb, _)| *verb == first);
    Some(match (first, lexeme.token) {
        (_, Token::Word) if (is_query || first == "formula") && terminal::is_reserved(found) => {
            Meant {
                label: "this word starts a line of its own",
                help: Some(format!("put `{found}` on a new line")),
                fix: None,
            }
        }
        ("formula", Token::Colon) => {
            let is_behind =
                |it: &&Lexeme| it.span.start == lexeme.span.end && it.token == Token::Equals;
            let behind = tokens.iter().find(is_behind).unwrap_or(lexeme);
            let sign = lexeme.span.to(behind.span);
            let blank = if text[..sign.start as usize].ends_with(' ') { "" } else { " " };
            let edit = Edit::replace(sign, format!("{blank}="));
            Meant::fix("expected `=`", "write `=`", vec![edit])
        }
        ("game", Token::Word) if tokens[2].token == Token::Equals => {
            let edit = Edit::replace(tokens[2].span, ":");
            Meant::fix("a kind of game stands behind `:`", "write `:`", vec![edit])
        }
        ("theory", Token::Colon) => Meant {
            label: "a theory takes nothing from another one",
            help: Some("only a `puzzle` does, by `puzzle NAME: OTHER { LINES }`: write the lines of both into one theory".to_owned()),
            fix: None,
        },
        ("puzzle", Token::Equals) | ("puzzle" | "game", Token::Word)
            if matches!(found, "=" | "extends" | "is" | "of" | "from" | "uses" | "like") =>
        {
            let edit = Edit::replace(Span::new(tokens[1].span.end, lexeme.span.end), ":");
            rules_from("write `:`", edit)
        }
        ("puzzle", Token::Word) if matches!(tokens, [_, name, rules] if name.token == Token::Word && rules == lexeme) => {
            rules_from("insert `:`", Edit::insert(tokens[1].span.end, ":"))
        }
        ("play2win" | "line", Token::Minus) => {
            let edit = Edit::delete(lexeme.span);
            Meant::fix("a move is one word", "leave the hyphen out", vec![edit])
        }
        ("play2win" | "line", Token::Equals)
            if tokens
                .iter()
                .any(|it| &text[it.span.range()] == "after" && it.span < lexeme.span) =>
        {
            let pairs = tokens.windows(2).filter(|pair| pair[1].token == Token::Equals);
            let edits = pairs.map(|pair| Edit::delete(pair[0].span.to(pair[1].span))).collect();
            Meant::fix("a move is the value alone", "leave the variable out", edits)
        }
        ("variables", Token::Comma) => {
            Meant::fix("only blanks stand between names", "leave it out", replace_all(""))
        }
        ("equivalent", Token::Equals | Token::DoubleArrow | Token::Comma | Token::Word) => {
            let edit = Edit::delete_word(text, lexeme.span);
            Meant::fix("nothing stands between the formulas", "delete it", vec![edit])
        }
        ("eval", Token::Colon) => Meant::fix("expected `=`", "write `=`", replace_all("=")),
        ("eval", Token::Number | Token::Comma)
            if let Some(digits) = separate_digits(text, tokens, lexeme) =>
        {
            let joined: String = digits.iter().map(|it| &text[it.span.range()]).collect();
            let whole = digits[0].span.to(digits[digits.len() - 1].span);
            let title = format!("write `{joined}`");
            let edits = vec![Edit::replace(whole, joined)];
            Meant::fix("the digits stand side by side", &title, edits)
        }
        ("eval", Token::Comma) => {
            Meant::fix("only blanks stand between values", "leave it out", replace_all(""))
        }
        ("solve" | "valid" | "count", Token::Colon)
            if tokens[1].token == Token::Word && is_sentence(text, &tokens[2..]) =>
        {
            let has_question = tokens.iter().any(|it| it.token == Token::Question);
            let verb = if has_question { "ask" } else { "prove" };
            Meant {
                help: Some(format!("write `{verb}` to ask about a sentence")),
                ..Meant::fix(
                    "a sentence stands behind it",
                    &format!("write `{verb}`"),
                    vec![Edit::replace(tokens[0].span, verb)],
                )
            }
        }
        (
            _,
            Token::Equals | Token::Colon | Token::Arrow | Token::ForeignArrow | Token::DoubleArrow,
        ) if is_query => Meant {
            help: Some("the answer stands behind `=>`".to_owned()),
            ..Meant::fix("expected `=>`", "write `=>`", vec![Edit::replace(lexeme.span, "=>")])
        },
        _ => return None,
    })
}

/// The digits from before `lexeme` up to the answer, if nothing but commas stands between them.
fn separate_digits(text: &str, tokens: &[Lexeme], lexeme: &Lexeme) -> Option<Vec<Lexeme>> {
    let first = tokens.iter().position(|it| it.span == lexeme.span)?.checked_sub(1)?;
    let rest = tokens[first..].iter().take_while(|it| it.token != Token::Expect);
    let digits: Vec<_> = rest.filter(|it| it.token != Token::Comma).copied().collect();
    let is_digit = |it: &Lexeme| matches!(&text[it.span.range()], "0" | "1");
    (digits.len() > 1 && digits.iter().all(is_digit)).then_some(digits)
}

/// Whether what stands behind a colon is no answer but a sentence, or a question.
fn is_sentence(text: &str, tokens: &[Lexeme]) -> bool {
    let is_applied = |pair: &[Lexeme]| {
        pair[0].token == Token::Word
            && pair[1].token == Token::OpenParenthesis
            && pair[0].span.end == pair[1].span.start
    };
    let first = tokens.get(1).map_or("", |it| &text[it.span.range()]);
    tokens.windows(2).any(is_applied) || matches!(first, "all" | "some" | "no" | "not")
}

/// A parenthesis of an answer that has no other one.
pub(super) fn unbalanced_answer(text: &str, answer: Span) -> Option<Diagnostic> {
    let mut open = Vec::new();
    let mut lone = None;
    for it in lex_span(text, answer) {
        match it.token {
            Token::OpenParenthesis => open.push(it.span),
            Token::CloseParenthesis if open.pop().is_none() => lone = lone.or(Some(it.span)),
            _ => {}
        }
    }
    let (span, label, fix) = match (lone, open.first()) {
        (Some(close), _) => {
            let edit = Edit::delete(close);
            (close, "nothing opens this one", Fix::maybe("delete it", vec![edit]))
        }
        (None, Some(&first)) => {
            let edit = Edit::insert(answer.end, ")".repeat(open.len()));
            (first, "nothing closes this one", Fix::maybe("write `)` at the end", vec![edit]))
        }
        (None, None) => return None,
    };
    let fault = Diagnostic::new(MISMATCHED_PARENTHESES, span, "mismatched parentheses", label);
    Some(fault.help("every `(` of an answer needs a `)` behind it").fix(fix))
}

/// A question that does not say about which theory.
fn without_theory(text: &str, verb: &str, tokens: &[Lexeme]) -> Diagnostic {
    let is_colon = tokens[1].token == Token::Colon;
    let is_end = |it: &Lexeme| it.token == Token::Expect || &text[it.span.range()] == "by";
    let end = tokens.iter().position(is_end).unwrap_or(tokens.len());
    let sentence = tokens.get(1 + usize::from(is_colon)..end).unwrap_or_default();
    let sentence = match (sentence.first(), sentence.last()) {
        (Some(first), Some(last)) => &text[first.span.to(last.span).range()],
        _ => "SENTENCE",
    };
    let sentence = if sentence.len() > LONGEST_SHOWN { "SENTENCE" } else { sentence };
    let what = if verb == "why" { "puzzle" } else { "theory" };
    let (message, label) =
        (format!("the {what} is not named"), format!("expected the name of a {what}"));
    Diagnostic::new(UNEXPECTED, tokens[1].span, message, label)
        .help(format!("write `{verb} NAME: {sentence}` with the name of the {what}"))
}

/// What belongs in an item at the place of token `index`, and the sign to insert where only one
/// can be meant; empty when there is nothing to say.
fn expected(
    first: &str,
    (index, is_end): (usize, bool),
    before: Option<&str>,
) -> (&'static str, &'static str) {
    match (first, index, before) {
        ("formula" | "game" | "clauses" | "maze" | "theory", 1, _) | ("variables", ..) => {
            ("a name", "")
        }
        ("formula", 2, _) => ("`=`", "="),
        ("game", 2, _) if is_end => ("`{`, or `:` and a kind of game", "{"),
        ("game", 2, _) => ("`:`", ":"),
        ("game", 3, Some("=")) => ("`file`", "file"),
        ("game", 4, Some("file")) => ("a path in quotes", ""),
        ("game", 5, Some(path)) if path.starts_with('"') => ("", ""),
        ("game", 3, _) => ("a kind of game", ""),
        ("game", ..) => ("`{`", "{"),
        ("clauses" | "maze", 2, _) => ("`{` or `= file`", "{"),
        ("clauses" | "maze", 3, _) => ("`file`", "file"),
        ("clauses" | "maze", 4, _) | ("import", 1, _) => ("a path in quotes", ""),
        ("allow" | "warn" | "deny", 1, _) => ("the name of a lint", ""),
        ("formula" | "clauses" | "maze" | "import" | "allow" | "warn" | "deny", ..) => ("", ""),
        ("theory", ..) => ("`{`", "{"),
        ("puzzle", 1, _) => ("a name", ""),
        ("puzzle", 2, _) => ("`{`", "{"),
        ("prove" | "ask", 1, _) => ("the name of a theory", ""),
        ("prove" | "ask", 2, _) => ("`:`", ":"),
        ("prove" | "ask", 3, Some(":")) => ("a sentence", ""),
        (_, 1, _) => ("a name or a formula", ""),
        (.., Some("=>")) => ("an answer", ""),
        (.., Some("by")) => ("the name of an engine", ""),
        (.., Some("after")) => ("the moves made so far", ""),
        ("eval", _, Some("=")) => ("`0` or `1`", ""),
        ("equivalent", 2, _) => ("a second formula", ""),
        _ => ("", ""),
    }
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
