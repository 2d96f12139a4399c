//! The words for what is wrong with a sentence, and with a line of a theory; `repairs` knows the signs and words
//! of other notations.

use super::declarations::{self, unexpected_in_declaration, without_word};
use super::empty::{empty_list, without_arguments};
use super::ends::{end_of, ends_operand, start_of_term};
use super::repairs::{Repair, Repairs};
use super::{arrow, facts, turned, unexpected_at};
use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::elsewhere;
use crate::syntax::symbol::Terminal;
use crate::syntax::terminal::{DECLARATIONS, Mode, reserved_word, terminals};
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

const SHAPE: &str = "a sentence is written as in `all x. cat(x) -> animal(x)`";
const SHAPE_WITH_NUMBERS: &str = "a sentence is written as in `all x. cat(x) -> age(x) + 1 <= 20`";

/// Whether a line of a puzzle says what is done.
pub(in crate::syntax) fn acts(text: &str, tokens: &[Lexeme]) -> bool {
    use Terminal::{Action, Goal, Start, Then, When};
    let first = terminals(text, Mode::Puzzle, tokens, None).nth(1);
    first.is_some_and(|it| matches!(it.1, Action | Goal | Start | Then | When))
}

/// A line of a theory.
pub(in crate::syntax) fn unexpected_in_theory(
    text: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
) -> Diagnostic {
    let first = tokens[0].span;
    let word = &text[first.range()];
    let second = tokens.get(1).map(|it| it.token);
    if acts(text, tokens) {
        let message = format!("unexpected `{word}`");
        return Diagnostic::new(UNEXPECTED, first, message, "nothing is done in a theory")
            .help("actions, a start and a goal stand in a `puzzle`");
    }
    let is_named = matches!(second, Some(Token::Word | Token::Number | Token::OpenBrace));
    let is_rule = word == "rule" && second == Some(Token::Colon);
    if is_rule || is_named && DECLARATIONS.contains(&word) {
        let is_label = |it: &Lexeme| it.token == Token::Colon && word == "rule" && !is_rule;
        return match tokens.get(2).filter(|it| is_label(it)) {
            Some(_) if tokens.len() == 3 => unexpected_at(text, None, end_of(tokens)).help(SHAPE),
            Some(_) => unexpected_in_sentence(text, &tokens[3..], at, false),
            None => unexpected_in_declaration(text, tokens, at),
        };
    }
    let listed = facts::listed(text, tokens);
    if let Some(diagnostic) = listed.or_else(|| without_word(text, tokens)) {
        return diagnostic;
    }
    let is_sentence_word = matches!(word, "all" | "some" | "no" | "not");
    let meant = || declarations::meant(text, tokens, &DECLARATIONS);
    match (is_named && !is_sentence_word).then(meant).flatten() {
        Some(meant) => unexpected_at(text, Some(first), first)
            .help(format!("did you mean `{meant}`?"))
            .fix(Fix::maybe(format!("write `{meant}`"), vec![Edit::replace(first, meant)])),
        None => unexpected_in_sentence(text, tokens, at, false),
    }
}

/// What is asked of a theory.
pub(in crate::syntax) fn unexpected_in_question(
    text: &str,
    verb: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
) -> Diagnostic {
    let mut diagnostic = unexpected_in_sentence(text, tokens, at, true);
    if verb == "equivalent" && diagnostic.fixes.is_empty() {
        if at.is_none() {
            diagnostic.label = "a second sentence is missing".to_owned();
        }
        diagnostic.help = Some("write the two sentences with `,` between them".to_owned());
    }
    if let Some(at) = at
        && diagnostic.fixes.is_empty()
    {
        let (said, rest) = tokens.split_at(tokens.partition_point(|it| it.span.start < at.start));
        let is_said = said.last().is_some_and(|it| ends_operand(text, it));
        if let (true, Some(first), Some(last)) = (is_said, rest.first(), rest.last())
            && rest.iter().all(|it| it.token == Token::Word)
        {
            diagnostic = diagnostic.fix(arrow::insert(text, first.span.start, last.span.end));
        }
    }
    diagnostic
}

/// A sentence of which the token `at` could not be read; `None` is its end. `has_numbers` tells whether it may
/// calculate.
pub(in crate::syntax) fn unexpected_in_sentence(
    text: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
    has_numbers: bool,
) -> Diagnostic {
    let has_numbers = has_numbers || calculates_somewhere(text, tokens);
    let is_numeric = |it: &Lexeme| it.token == Token::Number || it.token.is_numeric();
    let calculates = has_numbers && tokens.iter().any(is_numeric);
    let shape = if calculates { SHAPE_WITH_NUMBERS } else { SHAPE };
    if let Some(fault) = misread(text, tokens, at) {
        return fault;
    }
    let repairs = Repairs::of(text, tokens, has_numbers);
    if !repairs.either.is_empty() {
        return repairs.alternatives();
    }
    if let Some(first) = repairs.found.iter().min_by_key(|it| it.place) {
        return repaired(text, &repairs, first, shape);
    }
    let index = at.map_or(tokens.len(), |at| tokens.partition_point(|it| it.span.start < at.start));
    let before = index.checked_sub(1).and_then(|it| tokens.get(it));
    let mut diagnostic = unexpected_at(text, at, end_of(tokens)).help(shape);
    let Some(found) = tokens.get(index) else {
        diagnostic.label = "a sentence is missing here".to_owned();
        return diagnostic;
    };
    let word = &text[found.span.range()];
    let starts = matches!(found.token, Token::Word | Token::Number | Token::OpenParenthesis);
    let is_connective = |word: &str| matches!(word, "and" | "or" | "->" | "<->");
    if found.token == Token::ForeignXor || word == "xor" {
        return exclusive(text, tokens, index, diagnostic);
    } else if has_numbers && matches!(word, "*" | "^") {
        diagnostic.help = Some("powers are products, as in `x*x`".to_owned());
    } else if found.token == Token::Comma {
        diagnostic.label = "commas stand between things, not between sentences".to_owned();
        let commas = between_sentences(tokens);
        if commas.first() == Some(&found.span) {
            let edits = commas.iter().map(|it| Edit::replace(*it, " and")).collect();
            diagnostic = diagnostic.fix(Fix::maybe("write `and`", edits));
        }
    } else if found.token == Token::Colon
        && let Some([question, name]) = index.checked_sub(2).map(|it| &tokens[it..index])
        && question.token == Token::Question
    {
        let name = &text[name.span.range()];
        let sort = tokens.get(index + 1).map_or("SORT", |it| &text[it.span.range()]);
        diagnostic.label = "its sort follows from what is said of it".to_owned();
        diagnostic.help = Some(format!("to say it, write `some y: {sort}. y = ?{name}`"));
    } else if is_connective(word) {
        diagnostic.label = "a sentence is missing before this".to_owned();
    } else if index == 1 && &text[tokens[0].span.range()] == "if" {
        diagnostic.span = tokens[0].span;
        diagnostic.message = "unexpected `if`".to_owned();
        diagnostic.label = "`->` says what follows from what".to_owned();
        let when = if has_numbers { "; what an action needs stands behind `when`" } else { "" };
        diagnostic.help = Some(format!("write `A -> B`{when}"));
    } else if before.is_some_and(|it| ends_operand(text, it)) && starts {
        return unjoined(text, tokens, index, diagnostic);
    }
    diagnostic
}

/// A line that was surely meant to say something else, told as a whole.
fn misread(text: &str, tokens: &[Lexeme], at: Option<Span>) -> Option<Diagnostic> {
    turned::turned(text, tokens)
        .or_else(|| empty_list(tokens).map(without_arguments))
        .or_else(|| elsewhere::range_in(text, tokens))
        .or_else(|| counted_list(text, tokens))
        .or_else(|| without_label(text, tokens, at))
        .or_else(|| in_braces(text, tokens))
}

/// A rule that has no label and begins with a parenthesis, as in `rule (p or q)`, which reads like a predicate up to the
/// connective.
fn without_label(text: &str, tokens: &[Lexeme], at: Option<Span>) -> Option<Diagnostic> {
    let at = at?;
    let index = tokens.partition_point(|it| it.span.start < at.start);
    let depth = tokens[..index].iter().fold(0, |depth, it| match it.token {
        Token::OpenParenthesis => depth + 1,
        Token::CloseParenthesis => depth - 1,
        _ => depth,
    });
    let is_within = depth > 0 && matches!(&text[at.range()], "and" | "or" | "->" | "<->");
    let [word, open, ..] = tokens else { return None };
    let is_rule = &text[word.span.range()] == "rule" && open.token == Token::OpenParenthesis;
    (is_within && is_rule).then(|| {
        let diagnostic = unexpected_at(text, Some(at), end_of(tokens))
            .help("write `rule LABEL: SENTENCE`, or the sentence alone");
        declarations::leaving_rule_out(tokens, diagnostic)
    })
}

/// The commas that stand between sentences, if each of these compares or says something of things.
fn between_sentences(tokens: &[Lexeme]) -> Vec<Span> {
    use Token::{AtLeast, AtMost, Equals, Greater, Less, Unequal};
    let mut depth = 0_i64;
    let mut commas = Vec::new();
    let mut says = false;
    let mut all_say = true;
    for (at, it) in tokens.iter().enumerate() {
        match it.token {
            Token::OpenParenthesis => {
                says |= at > 0 && tokens[at - 1].token == Token::Word;
                depth += 1;
            }
            Token::CloseParenthesis => depth -= 1,
            Token::Comma if depth == 0 => {
                commas.push(it.span);
                all_say &= std::mem::take(&mut says);
            }
            // What stands before it are variables.
            Token::Dot if depth == 0 => {
                commas.clear();
                (says, all_say) = (false, true);
            }
            Equals | Unequal | Less | AtMost | Greater | AtLeast if depth == 0 => says = true,
            _ => {}
        }
    }
    if all_say && says { commas } else { Vec::new() }
}

/// Writes `A xor B` as `not (A <-> B)`, where both are single statements.
fn exclusive(text: &str, tokens: &[Lexeme], sign: usize, mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.label = "this joins no sentences here".to_owned();
    diagnostic.help = Some("one of two, but not both, is `not (A <-> B)`".to_owned());
    let bound = tokens[..sign].iter().rposition(|it| it.token == Token::Dot);
    let sides = [&tokens[bound.map_or(0, |it| it + 1)..sign], &tokens[sign + 1..]];
    let joins = |it: &Lexeme| {
        let is_arrow = matches!(it.token, Token::Arrow | Token::DoubleArrow | Token::ForeignXor);
        is_arrow || matches!(&text[it.span.range()], "and" | "or" | "xor" | ":")
    };
    if sides.iter().any(|it| it.is_empty() || it.iter().any(joins)) {
        return diagnostic;
    }
    let [left, right] = sides.map(|it| it[0].span.to(it[it.len() - 1].span));
    let edits = vec![
        Edit::insert(left.start, "not ("),
        Edit::replace(tokens[sign].span, "<->"),
        Edit::insert(right.end, ")"),
    ];
    diagnostic.fix(Fix::maybe("write `not (A <-> B)`", edits))
}

/// A set in braces, of which other notations say what is one of it, or how many are.
fn in_braces(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let at = tokens.iter().position(|it| it.token == Token::OpenBrace)?;
    let brace = tokens[at].span;
    let message = format!("unexpected `{}`", &text[brace.range()]);
    let diagnostic = Diagnostic::new(UNEXPECTED, brace, message, "sentences have no braces").help(
        "how many is said as in `exactly 2 x. lit(x)`, one of several as in `x = 1 or x = 2`",
    );
    Some(one_of(text, tokens, at).into_iter().fold(diagnostic, Diagnostic::fix))
}

/// Writes `a in {1, 2}`, whose brace is the token `brace`, as `(a = 1 or a = 2)`.
fn one_of(text: &str, tokens: &[Lexeme], brace: usize) -> Option<Fix> {
    let member = brace.checked_sub(1).filter(|it| &text[tokens[*it].span.range()] == "in")?;
    let last = member.checked_sub(1).filter(|it| ends_operand(text, &tokens[*it]))?;
    let first = start_of_term(tokens, last)?;
    let values = tokens[brace + 1..].chunks(2).map_while(|it| match it {
        [value, comma] if ends_operand(text, value) && comma.token == Token::Comma => Some(it),
        [value, close] if ends_operand(text, value) && close.token == Token::CloseBrace => Some(it),
        _ => None,
    });
    let values: Vec<_> = values.collect();
    let close = values.last()?.last()?;
    let is_whole = close.token == Token::CloseBrace
        && values.iter().rev().skip(1).all(|it| it[1].token == Token::Comma);
    let term = &text[tokens[first].span.to(tokens[last].span).range()];
    let equal = |it: &&[Lexeme]| format!("{term} = {}", &text[it[0].span.range()]);
    let either = values.iter().map(equal).collect::<Vec<_>>().join(" or ");
    let either = if values.len() == 1 { either } else { format!("({either})") };
    let edit = Edit::replace(tokens[first].span.to(close.span), &*either);
    is_whole.then(|| Fix::maybe(format!("write `{either}`"), vec![edit]))
}

/// `exactly 1 of A, B`, where a variable is counted here.
fn counted_list(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let at = tokens.windows(3).position(|it| {
        matches!(word(&it[0]), "exactly" | "least" | "most")
            && (it[1].token == Token::Number || word(&it[1]) == "one")
            && word(&it[2]) == "of"
    })?;
    let of = tokens[at + 2].span;
    let diagnostic = Diagnostic::new(UNEXPECTED, of, "unexpected `of`", "a variable is counted");
    let Some(predicate) = only_predicate(text, &tokens[at + 3..]) else {
        return Some(
            diagnostic
                .help("for how many things a sentence is true is said as in `exactly 1 x. cat(x)`"),
        );
    };
    let counts = tokens[at.saturating_sub(usize::from(word(&tokens[at]) != "exactly"))].span;
    let counts = counts.to(tokens[at + 1].span);
    // There may be more things than these.
    let things = tokens[at + 3..].iter().zip(&tokens[at + 4..]);
    let things = things.filter(|(open, _)| open.token == Token::OpenParenthesis);
    let is_free = |it: &&str| tokens.iter().all(|one| word(one) != *it);
    let variable = ["x", "y", "z", "u", "v", "w"].into_iter().find(is_free).unwrap_or("x");
    let things: Vec<_> = things.map(|(_, it)| format!("{variable} = {}", word(it))).collect();
    let said = format!("{variable}. ({}) and {predicate}({variable})", things.join(" or "));
    let meant = format!("{} {said}", &text[counts.range()]);
    let edit = Edit::replace(of.to(end_of(tokens)), said);
    Some(
        diagnostic
            .help(format!("of how many things it is true is said by `{meant}`"))
            .fix(Fix::maybe(format!("write `{meant}`"), vec![edit])),
    )
}

/// The predicate of a list such as `cat(Tom), cat(Rex)` that says one thing of several.
fn only_predicate<'t>(text: &'t str, tokens: &[Lexeme]) -> Option<&'t str> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let name = word(tokens.first()?);
    let is_said = |part: &[Lexeme]| match part {
        [said, open, thing, close] => {
            word(said) == name
                && open.token == Token::OpenParenthesis
                && matches!(thing.token, Token::Word | Token::Number)
                && close.token == Token::CloseParenthesis
        }
        _ => false,
    };
    let joins = |it: &Lexeme| it.token == Token::Comma || matches!(word(it), "and" | "or");
    let mut parts = tokens.split(joins).filter(|it| !it.is_empty());
    parts.all(is_said).then_some(name)
}

/// Nothing stands between the token `index`, which begins a term or a sentence, and what ends before it.
fn unjoined(text: &str, tokens: &[Lexeme], index: usize, mut diagnostic: Diagnostic) -> Diagnostic {
    let (word, before) = (&text[tokens[index].span.range()], tokens[index - 1]);
    diagnostic.label = "nothing joins this with what stands before it".to_owned();
    if word == "where" && is_argument(text, &tokens[..index]) {
        diagnostic.label = "expected `for` and variables before it".to_owned();
        return diagnostic.help(
            "a sum is written `sum(TERM for x where SENTENCE)`, a number `count(x where SENTENCE)`",
        );
    }
    if word == "in" {
        return diagnostic
            .help("what something may be is told by `1 <= x <= 2` or `x = a or x = b`");
    }
    let is_name = ends_operand(text, &tokens[index]) && reserved_word(word).is_none();
    if is_name && is_argument(text, &tokens[..index]) {
        diagnostic.message = format!("a comma is missing before `{word}`");
        return diagnostic
            .help("commas stand between arguments")
            .fix(Fix::maybe("insert `,`", vec![Edit::insert(before.span.end, ",")]));
    }
    diagnostic.message = format!("a connective is missing before `{word}`");
    let joined = "write `and`, `or`, `->` or `<->` between them";
    let begins = index.checked_sub(2).is_none_or(|it| !ends_operand(text, &tokens[it]));
    let is_said = before.token == Token::Word && begins && is_name;
    diagnostic.help(match is_said {
        true => {
            format!("{joined}, or `{}({word})` to say it of `{word}`", &text[before.span.range()])
        }
        false => joined.to_owned(),
    })
}

/// Whether arguments of a function or a predicate are open behind these tokens.
fn is_argument(text: &str, tokens: &[Lexeme]) -> bool {
    let is_thing = |it: &Lexeme| ends_operand(text, it) && &text[it.span.range()] != "for";
    let mut closed = 0;
    for (at, lexeme) in tokens.iter().enumerate().rev() {
        match lexeme.token {
            Token::CloseParenthesis => closed += 1,
            Token::OpenParenthesis if closed > 0 => closed -= 1,
            Token::OpenParenthesis => {
                let before = at.checked_sub(1).map(|it| &tokens[it]);
                return before.is_some_and(|it| it.token == Token::Word && ends_operand(text, it));
            }
            Token::Word if closed == 0 && !is_thing(lexeme) => return false,
            Token::Word | Token::Number | Token::Comma => {}
            _ if closed == 0 => return false,
            _ => {}
        }
    }
    false
}

/// What is wrong where repairs were found, the first of them `first`.
fn repaired(text: &str, repairs: &Repairs<'_>, first: &Repair, shape: &str) -> Diagnostic {
    let mut edits: Vec<_> = repairs.found.iter().map(|it| it.edit.clone()).collect();
    edits.sort_by_key(|it| it.span);
    let title = match &repairs.found[..] {
        [Repair { edit: Edit { text, .. }, .. }] if text.is_empty() => "delete it".to_owned(),
        [Repair { edit: Edit { text, span }, .. }] if span.is_empty() => {
            format!("insert `{}`", text.trim())
        }
        [Repair { edit: Edit { text, .. }, .. }] => format!("write `{}`", text.trim()),
        _ => repairs.title(&edits),
    };
    let compared = otherwise(repairs, &repairs.compares, ["->", ">="]);
    let equated = otherwise(repairs, &repairs.equates, ["=", "<->"]);
    let label = match text[first.place.range()].trim() {
        "=>" if compared.is_some() => "`->` is meant between sentences, `>=` between numbers",
        "==" if equated.is_some() => "`=` is meant between things, `<->` between sentences",
        _ => first.label.as_str(),
    };
    let message = match first.edit.span.is_empty() {
        true => format!("`{}` is missing", first.edit.text.trim()),
        false => format!("unexpected `{}`", text[first.place.range()].trim()),
    };
    let fault = Diagnostic::new(UNEXPECTED, first.place, message, label)
        .help(shape)
        .fix(Fix::maybe(title, edits));
    compared.into_iter().chain(equated).chain(same(repairs)).fold(fault, Diagnostic::fix)
}

/// The fix that says of two things that they are the same.
fn same(repairs: &Repairs<'_>) -> Option<Fix> {
    let mut edits: Vec<_> = repairs.found.iter().map(|it| it.edit.clone()).collect();
    for (at, meant) in &repairs.same {
        edits[*at].text.clone_from(meant);
    }
    edits.sort_by_key(|it| it.span);
    (!repairs.same.is_empty()).then(|| Fix::maybe(repairs.title(&edits), edits))
}

/// The fix that writes another sign in the place of some of the repairs.
fn otherwise(repairs: &Repairs<'_>, places: &[usize], [sign, other]: [&str; 2]) -> Option<Fix> {
    let mut edits: Vec<_> = repairs.found.iter().map(|it| it.edit.clone()).collect();
    for at in places {
        edits[*at].text = edits[*at].text.replace(sign, other);
    }
    edits.sort_by_key(|it| it.span);
    let title = match &edits[..] {
        [_] => format!("write `{other}`"),
        _ => repairs.title(&edits),
    };
    (!places.is_empty()).then(|| Fix::maybe(title, edits))
}

/// Whether signs calculate, as in `D + E = Y` or `2*A != B`: between two things that are or are not a third one,
/// beside a number, or in `A in 2..3` and `A is not 3`.
fn calculates_somewhere(text: &str, tokens: &[Lexeme]) -> bool {
    let word = |it: &Lexeme| &text[it.span.range()];
    let parts = tokens.split(|it| {
        let joins = matches!(word(it), "and" | "or" | "not" | "->" | "<->" | ":");
        joins || matches!(it.token, Token::Dot | Token::ForeignAnd | Token::ForeignOr)
    });
    let is_number = |it: Option<&Lexeme>| it.is_some_and(|it| it.token == Token::Number);
    let is_compared = |it: &[Lexeme]| match [&it[0], &it[1], &it[2]].map(word) {
        ["in", _, ".."] => true,
        ["is", "not", _] => it[2].token == Token::Number,
        ["is", _, _] => it[1].token == Token::Number,
        _ => false,
    };
    if tokens.windows(3).any(is_compared) {
        return true;
    }
    parts.into_iter().any(|part| {
        let equates = part.iter().any(|it| matches!(it.token, Token::Equals | Token::Unequal));
        // Of each open parenthesis, whether arguments stand in it.
        let mut open = Vec::new();
        for (at, it) in part.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|it| part.get(it));
            match it.token {
                Token::OpenParenthesis => open.push(before.is_some_and(|before| {
                    before.token == Token::Word && before.span.end == it.span.start
                })),
                Token::CloseParenthesis => drop(open.pop()),
                _ => {}
            }
            let is_sign = matches!(word(it), "+" | "*" | "-")
                && before.is_some_and(|it| ends_operand(text, it));
            let is_of_things = equates || open.last() == Some(&true);
            if is_sign && (is_of_things || is_number(before) || is_number(part.get(at + 1))) {
                return true;
            }
        }
        false
    })
}
