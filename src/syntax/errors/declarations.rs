//! The words for what is wrong with the lines of a theory that declare, and what such lines declare all
//! the same.

use super::empty::{empty_list, without_arguments};
use super::ends::end_of;
use super::{several, unexpected_at, unsorted};
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::{Elements, Head, TheoryLine, WrittenType};
use crate::syntax::elsewhere;
use crate::syntax::keyword::Keyword;
use crate::syntax::terminal::{
    DECLARATIONS, SHEET_DECLARATIONS, is_named_like_quantifier, is_sentence_word,
};
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// A line that lacks the word it begins with, or begins with that of another language, as in `one: p -> q`,
/// `axiom one: p -> q`, `mother(Person): Person`, `Ann, Bob: Person`, `x: 1..3` and `Person: Ann, Bob`.
pub(super) fn without_word(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let colon = tokens.iter().position(|it| it.token == Token::Colon)?;
    let word = |at: usize| tokens.get(at).map_or("", |it| &text[it.span.range()]);
    let kinds: Vec<_> = tokens[..colon].iter().map(|it| it.token).collect();
    let (first, sign) = (tokens[0].span, tokens[colon].span);
    let behind = &tokens[colon + 1..];
    if behind.first().is_some_and(|it| it.token == Token::Equals && it.span.start == sign.end) {
        return Some(assigned(sign.to(behind[0].span)));
    }
    let is_sort = tokens.len() == colon + 2 && word(colon + 1).starts_with(char::is_uppercase);
    let is_range = is_range(behind);
    let is_list = |it: &[Token]| it.iter().all(|it| matches!(it, Token::Word | Token::Comma));
    let is_named = word(0).starts_with(char::is_uppercase);
    let lists = || matches!(behind, [_, comma, ..] if comma.token == Token::Comma);
    let insert = |word: &'static str| (word, vec![Edit::insert(first.start, format!("{word} "))]);
    let (meant, edits) = match kinds.as_slice() {
        [Token::Word, Token::Word | Token::Number]
            if matches!(
                word(0),
                "axiom" | "fact" | "law" | "premise" | "sentence" | "hypothesis"
            ) =>
        {
            ("rule", vec![Edit::replace(first, "rule")])
        }
        [Token::Word, Token::OpenParenthesis, list @ .., Token::CloseParenthesis]
            if (is_sort || is_range) && is_list(list) =>
        {
            insert("function")
        }
        [Token::Word] | [Token::Word, Token::Comma, ..]
            if (is_range || is_sort && is_named) && is_list(&kinds) =>
        {
            insert("constant")
        }
        [Token::Word] if is_named && lists() => {
            let (word, mut edits) = insert("sort");
            edits.push(Edit::replace(sign, " ="));
            (word, edits)
        }
        [Token::Word | Token::Number] if colon + 1 < tokens.len() => insert("rule"),
        _ => return None,
    };
    let keyword = match is_range {
        true => Keyword::find_in_sheet(meant),
        false => Keyword::find_in_sentence(meant),
    };
    let usage = keyword.map_or("", |it| it.usage);
    let is_inserted = edits[0].span.is_empty();
    let place = if is_inserted { sign } else { first };
    let (message, label) = match is_inserted {
        true => (format!("`{meant}` is missing"), "stands in a declaration only".to_owned()),
        false => (format!("unexpected `{}`", word(0)), format!("`{meant}` is meant")),
    };
    Some(
        Diagnostic::new(UNEXPECTED, place, message, label)
            .help(format!("write `{usage}`"))
            .fix(Fix::maybe(format!("write `{meant}`"), edits)),
    )
}

/// Whether these are the values of a declaration, as in `1..3` and `0..n`.
fn is_range(tokens: &[Lexeme]) -> bool {
    let is_part =
        |it: &Lexeme| matches!(it.token, Token::Word | Token::Number | Token::Minus | Token::Range);
    tokens.iter().all(is_part) && tokens.iter().any(|it| it.token == Token::Range)
}

/// `x := 3`, as elsewhere.
fn assigned(sign: Span) -> Diagnostic {
    Diagnostic::new(UNEXPECTED, sign, "unexpected `:=`", "nothing is assigned in a sentence")
        .help("that two things are the same is written `A = B`")
        .fix(Fix::maybe("write `=`", vec![Edit::replace(sign, "=")]))
}

/// The word that a line which declares something was meant to begin with, among those that may.
pub(super) fn meant(text: &str, tokens: &[Lexeme], words: &[&'static str]) -> Option<&'static str> {
    let first = &text[tokens[0].span.range()];
    let foreign = elsewhere::declaration(first);
    let has_arguments = tokens.get(2).is_some_and(|it| it.token == Token::OpenParenthesis);
    let has_range = matches!(tokens, [_, _, colon, values @ ..]
        if colon.token == Token::Colon && is_range(values));
    // A single value.
    let foreign = match foreign {
        Some("function") if !has_arguments => Some("constant"),
        Some("define") if has_range => Some("constant"),
        other => other,
    };
    foreign.filter(|it| words.contains(it)).or_else(|| did_you_mean(first, words.iter().copied()))
}

pub(super) fn unexpected_in_declaration(
    text: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
) -> Diagnostic {
    let first = &text[tokens[0].span.range()];
    let usage = Keyword::find_in_sentence(first).map_or("", |it| it.usage);
    if let Some(name) = misnamed(text, tokens).next() {
        return reserved(text, name);
    }
    if let Some(braced) = braced(text, tokens) {
        return braced.help(format!("write `{usage}`"));
    }
    if let Some(list) = empty_list(tokens) {
        return without_arguments(list);
    }
    if let Some(range) = elsewhere::range_in(text, tokens) {
        return range;
    }
    if let Some(glued) = at.and_then(|it| without_line_break(text, tokens, it)) {
        return glued;
    }
    let diagnostic = unexpected_at(text, at, end_of(tokens)).help(format!("write `{usage}`"));
    if let Some(mapping) = Mapping::of(text, tokens) {
        return mapping.in_parentheses(text, diagnostic);
    }
    let Some(at) = at.filter(|it| !it.is_empty()) else {
        return match first {
            "constant" => unsorted::constant(text, tokens, diagnostic, usage),
            "function" => diagnostic.help(format!("name its sort: `{usage}`")),
            _ => diagnostic,
        };
    };
    let index = tokens.partition_point(|it| it.span.start < at.start);
    let found = tokens.get(index).map(|it| it.token);
    if first == "sort" && found == Some(Token::Comma) {
        return several::sorts(text, tokens, diagnostic);
    }
    let has_colon = tokens[..index].iter().any(|it| it.token == Token::Colon);
    if let ("constant" | "function", Some(Token::Comma), true) = (first, found, has_colon) {
        return several::constants(text, tokens, diagnostic);
    }
    let has = |token: Token| tokens[..index].iter().any(|it| it.token == token);
    let is_list = match first {
        "sort" => has(Token::Equals),
        "constant" => tokens[index..].iter().any(|it| it.token == Token::Colon),
        _ => matches!(first, "distinct" | "predicate"),
    };
    if first == "sort" && is_list && found == Some(Token::OpenParenthesis) {
        return made_by_constructors(tokens, diagnostic);
    }
    if is_list && found == Some(Token::Word) {
        return without_commas(text, tokens, diagnostic);
    }
    let diagnostic = match first {
        "rule" if !has_colon && found != Some(Token::Colon) => {
            let diagnostic = diagnostic.help(format!("write `{usage}`, or the sentence alone"));
            if index <= 2 && !is_label_before(text, tokens, index) {
                return leaving_rule_out(tokens, diagnostic);
            }
            diagnostic
        }
        _ => diagnostic,
    };
    without_sign(tokens, (first, index), at, diagnostic)
}

/// Whether the word behind `rule` is a label, as a sentence begins at the token `index` behind it.
fn is_label_before(text: &str, tokens: &[Lexeme], index: usize) -> bool {
    let found = tokens.get(index).map(|it| it.token);
    let begins = matches!(found, Some(Token::Word | Token::Equals | Token::Arrow));
    index == 2 && begins && !is_sentence_word(&text[tokens[1].span.range()])
}

/// The fix for a rule without a label.
pub(super) fn leaving_rule_out(tokens: &[Lexeme], diagnostic: Diagnostic) -> Diagnostic {
    let [word, next, ..] = tokens else { return diagnostic };
    let word = Span::new(word.span.start, next.span.start);
    diagnostic.fix(Fix::maybe("leave `rule` out", vec![Edit::delete(word)]))
}

/// A line that begins with `first`, in which the sign before the token `index` is missing or another one.
fn without_sign(
    tokens: &[Lexeme],
    (first, index): (&str, usize),
    at: Span,
    diagnostic: Diagnostic,
) -> Diagnostic {
    let before = tokens[index.saturating_sub(1)].span.end;
    let found = tokens.get(index).map(|it| it.token);
    let sign = if first == "sort" { " =" } else { ":" };
    let is_sign = matches!(found, Some(Token::Colon | Token::Equals | Token::Arrow));
    match (first, found) {
        ("rule", Some(Token::Colon)) if index == 1 => {
            let end = tokens.get(2).map_or(at.end, |it| it.span.start);
            let deleted = Edit::delete(Span::new(tokens[0].span.start, end));
            let message = "the label is missing".to_owned();
            let label = "a name belongs before this".to_owned();
            Diagnostic { message, label, ..diagnostic }
                .fix(Fix::maybe("leave the label out", vec![deleted]))
        }
        ("predicate" | "distinct", _) => diagnostic,
        (_, Some(Token::Word)) => {
            let inserted = vec![Edit::insert(before, sign)];
            diagnostic.fix(Fix::maybe(format!("insert `{}`", sign.trim()), inserted))
        }
        _ if is_sign => {
            let replaced = vec![Edit::replace(Span::new(before, at.end), sign)];
            diagnostic.fix(Fix::maybe(format!("write `{}`", sign.trim()), replaced))
        }
        _ => diagnostic,
    }
}

/// A sort whose constructors stand between commas, as in `sort Nat = zero, next(Nat)`.
fn made_by_constructors(tokens: &[Lexeme], diagnostic: Diagnostic) -> Diagnostic {
    let mut depth = 0;
    let is_between = |it: &&Lexeme| {
        match it.token {
            Token::OpenParenthesis => depth += 1,
            Token::CloseParenthesis => depth -= 1,
            _ => {}
        }
        depth == 0 && it.token == Token::Comma
    };
    let commas: Vec<_> = tokens.iter().filter(is_between).map(|it| it.span).collect();
    let edits = commas.iter().map(|it| Edit::replace(*it, " |")).collect();
    let diagnostic = diagnostic.help("constructors of a sort stand between `|`");
    if commas.is_empty() { diagnostic } else { diagnostic.fix(Fix::maybe("write `|`", edits)) }
}

/// A list whose last name has grown together with the word that begins the next line, as in
/// `sort Drink = Tea, Juicefunction drink(Person): Drink`.
pub(super) fn without_line_break(text: &str, tokens: &[Lexeme], at: Span) -> Option<Diagnostic> {
    let before = tokens[1..].iter().take_while(|it| it.span.start < at.start).last()?;
    let name = &text[before.span.range()];
    let is_behind = |it: &&&str| name.len() > it.len() && name.ends_with(**it);
    let word = ["function", "predicate", "constant", "distinct"].iter().find(is_behind)?;
    let place = Span::new(before.span.end - word.len() as u32, before.span.end);
    let first = tokens[0].span.start;
    let line = text[..first as usize].rfind('\n').map_or(0, |it| it + 1);
    let indentation = &text[line..first as usize];
    let label = "a line break is missing before this";
    let diagnostic = Diagnostic::new(UNEXPECTED, place, format!("unexpected `{word}`"), label)
        .help(format!("`{word}` begins a line of its own"));
    let edit = Edit::insert(place.start, format!("\n{indentation}"));
    let is_blank = indentation.trim().is_empty();
    Some(if is_blank {
        diagnostic.fix(Fix::maybe("write two lines", vec![edit]))
    } else {
        diagnostic
    })
}

/// A declaration in the notation of mathematics: `function in: P, Q -> H`, `predicate likes: P * Q`.
struct Mapping {
    head: Head,
    result: Option<Span>,
    or_none: bool,
    signature: Span,
}

impl Mapping {
    fn of(text: &str, tokens: &[Lexeme]) -> Option<Self> {
        let [first, name, rest @ ..] = tokens else { return None };
        let has_colon = matches!(rest.first(), Some(it) if it.token == Token::Colon);
        let sorts = &rest[usize::from(has_colon)..];
        let word = |it: &Lexeme| &text[it.span.range()];
        let or_none = matches!(sorts, [.., or, none] if word(or) == "or" && word(none) == "none");
        let sorts = &sorts[..sorts.len() - 2 * usize::from(or_none)];
        let (sorts, result) = match (word(first), sorts) {
            ("function", [sorts @ .., arrow, result])
                if arrow.token == Token::Arrow && result.token == Token::Word =>
            {
                (sorts, Some(result.span))
            }
            ("predicate", sorts) if has_colon => (sorts, None),
            _ => return None,
        };
        let is_parenthesis =
            |it: &Lexeme| matches!(it.token, Token::OpenParenthesis | Token::CloseParenthesis);
        let is_part = |it: &Lexeme| {
            matches!(it.token, Token::Word | Token::Comma | Token::Star | Token::Arrow)
                || has_colon && is_parenthesis(it)
        };
        let arguments = words(sorts);
        let is_mapping = !arguments.is_empty() && sorts.iter().all(is_part);
        (name.token == Token::Word && is_mapping).then(|| Self {
            head: Head { name: name.span, arguments },
            result,
            or_none,
            signature: Span::new(
                name.span.end,
                rest[rest.len() - 1 - 2 * usize::from(or_none)].span.end,
            ),
        })
    }

    /// What it declares.
    fn line(self) -> TheoryLine {
        match self.result {
            Some(result) => TheoryLine::Functions {
                heads: vec![self.head],
                result: Some(WrittenType::Sort(result)),
                or_none: self.or_none,
            },
            None => TheoryLine::Predicates(vec![self.head]),
        }
    }

    /// Says that its sorts stand in parentheses.
    fn in_parentheses(&self, text: &str, mut diagnostic: Diagnostic) -> Diagnostic {
        let sorts: Vec<_> = self.head.arguments.iter().map(|it| &text[it.range()]).collect();
        let result = self.result.map_or(String::new(), |it| format!(": {}", &text[it.range()]));
        let signature = format!("({}){result}", sorts.join(", "));
        diagnostic.label = "parentheses stand around the sorts of arguments".to_owned();
        let title = format!("write `{}{signature}`", &text[self.head.name.range()]);
        diagnostic.fix(Fix::maybe(title, vec![Edit::replace(self.signature, signature)]))
    }
}

/// The words of sentences that stand in a declaration where a name belongs.
pub(in crate::syntax) fn misnamed<'t>(
    text: &'t str,
    tokens: &'t [Lexeme],
) -> impl Iterator<Item = Span> + 't {
    let declares = |word: &str| DECLARATIONS.contains(&word) && word != "rule";
    let declaration = tokens.first().filter(|it| declares(&text[it.span.range()]));
    let is_before_name = |it: &Lexeme| {
        it.span.start == tokens[0].span.start
            || matches!(
                it.token,
                Token::Comma
                    | Token::OpenParenthesis
                    | Token::Colon
                    | Token::Equals
                    | Token::OpenBrace
            )
    };
    let names = declaration.into_iter().flat_map(|_| 1..tokens.len());
    names
        .filter(move |index| is_before_name(&tokens[index - 1]))
        .filter(|index| !is_named_like_quantifier(text, tokens, *index))
        .map(|index| tokens[index].span)
        .filter(|name| is_sentence_word(&text[name.range()]))
}

pub(super) fn reserved(text: &str, name: Span) -> Diagnostic {
    let word = &text[name.range()];
    let keyword = Keyword::find_in_sentence(word);
    let meaning = match keyword {
        Some(it) if it.usage == word => format!("means {}", it.summary),
        it => format!("is for `{}`", it.map_or("", |it| it.usage)),
    };
    Diagnostic::new(
        RESERVED_NAME,
        name,
        format!("`{word}` cannot be a name"),
        "this word has a meaning in sentences",
    )
    .help(format!("choose another name: `{word}` {meaning}"))
}

/// A list in the braces of other notations.
pub(super) fn braced(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let is_brace = |it: &&Lexeme| matches!(it.token, Token::OpenBrace | Token::CloseBrace);
    let first = tokens.iter().find(is_brace)?.span;
    let gaps = tokens.windows(2).filter_map(|pair| {
        let gap = Span::new(pair[0].span.end, pair[1].span.start);
        let is_beside_brace = is_brace(&&pair[0]) || is_brace(&&pair[1]);
        let blank = if is_beside_brace { "" } else { " " };
        text[gap.range()].contains('\n').then_some((gap, blank))
    });
    // A comment between the lines would take what follows with it.
    let has_comment = gaps.clone().any(|(it, _)| !text[it.range()].trim().is_empty());
    let braces = tokens.iter().filter(is_brace).map(|it| Edit::delete(it.span));
    let mut edits: Vec<_> =
        braces.chain(gaps.map(|(it, blank)| Edit::replace(it, blank))).collect();
    edits.sort_by_key(|it| it.span);
    let message = format!("unexpected `{}`", &text[first.range()]);
    let diagnostic = Diagnostic::new(UNEXPECTED, first, message, "a list has no braces");
    Some(match has_comment {
        true => diagnostic,
        false => diagnostic.fix(Fix::maybe("leave the braces out", edits)),
    })
}

/// A list in which commas are missing: between two words, or behind the parentheses of a predicate.
fn without_commas(text: &str, tokens: &[Lexeme], mut diagnostic: Diagnostic) -> Diagnostic {
    let is_missing = |pair: &&[Lexeme]| {
        matches!(pair[0].token, Token::Word | Token::CloseParenthesis)
            && pair[1].token == Token::Word
    };
    let pairs: Vec<_> = tokens[1..].windows(2).filter(is_missing).collect();
    let commas: Vec<_> = pairs.iter().map(|pair| Edit::insert(pair[0].span.end, ",")).collect();
    let names: Vec<_> = pairs.iter().map(|pair| &text[pair[1].span.range()]).collect();
    let title = match (&pairs[..], tokens.iter().any(|it| it.token == Token::OpenParenthesis)) {
        ([first, _, ..], false) => {
            format!("write `{}, {}`", &text[first[0].span.range()], names.join(", "))
        }
        _ => "insert `,`".to_owned(),
    };
    if commas.is_empty() {
        return diagnostic;
    }
    if let [[first, second]] = pairs[..]
        && text[first.span.range()] == text[second.span.range()]
    {
        diagnostic.label = "the name stands here twice".to_owned();
        let edit = Edit::delete(Span::new(first.span.end, second.span.end));
        return diagnostic.fix(Fix::maybe("leave one of them out", vec![edit]));
    }
    let is_sort = |it: &Lexeme| text[it.span.range()].starts_with(char::is_uppercase);
    let is_predicate = &text[tokens[0].span.range()] == "predicate";
    if is_predicate
        && let [[name, sort]] = pairs[..]
        && name.token == Token::Word
        && is_sort(sort)
    {
        let meant = format!("{}({})", &text[name.span.range()], &text[sort.span.range()]);
        diagnostic.label = "parentheses stand around sorts".to_owned();
        let edit = Edit::replace(name.span.to(sort.span), &*meant);
        return diagnostic.fix(Fix::maybe(format!("write `{meant}`"), vec![edit]));
    }
    diagnostic.label = "a `,` is missing before this".to_owned();
    diagnostic.fix(Fix::maybe(title, commas))
}

/// Whether what stands behind `distinct` declares values, as in `distinct a, b: 1..9`.
pub(super) fn lists_new_names(text: &str, tokens: &[Lexeme]) -> bool {
    let colon = tokens.iter().position(|it| it.token == Token::Colon);
    let is_name = |it: &Lexeme| {
        it.token == Token::Comma
            || it.token == Token::Word && !matches!(&text[it.span.range()], "for" | "in")
    };
    colon.is_some_and(|it| tokens[..it].iter().all(is_name))
}

/// What a line that declares surely does declare, though something is wrong with it; nothing when that
/// may be anything.
pub(in crate::syntax) fn declared(text: &str, tokens: &[Lexeme]) -> Vec<TheoryLine> {
    // A list in braces is one all the same.
    let is_brace = |it: &&Lexeme| matches!(it.token, Token::OpenBrace | Token::CloseBrace);
    let tokens: Vec<_> = tokens.iter().filter(|it| !is_brace(it)).copied().collect();
    if tokens.get(1).is_none_or(|it| it.token != Token::Word) {
        return Vec::new();
    }
    if let Some(mapping) = Mapping::of(text, &tokens) {
        return vec![mapping.line()];
    }
    let rest = &tokens[1..];
    let is_part = |it: &Lexeme| {
        matches!(
            it.token,
            Token::Word
                | Token::Comma
                | Token::OpenParenthesis
                | Token::CloseParenthesis
                | Token::Arrow
        )
    };
    match &text[tokens[0].span.range()] {
        "sort" => {
            let equals = tokens.iter().position(|it| it.token == Token::Equals);
            let (names, behind) = tokens.split_at(equals.unwrap_or(tokens.len()));
            let line = |name| TheoryLine::Sort { name, elements: None };
            let mut lines: Vec<_> = words(&names[1..]).into_iter().map(line).collect();
            if let Some(TheoryLine::Sort { elements, .. }) = lines.last_mut() {
                let is_made = |it: &Lexeme| it.token == Token::OpenParenthesis;
                *elements = equals.map(|_| match behind.iter().any(is_made) {
                    true => Elements::constructed(heads(behind)),
                    false => Elements::Listed(words(behind)),
                });
            }
            lines
        }
        word if word == "constant" || word == "distinct" && lists_new_names(text, rest) => {
            let line = |(part, sort): (_, Option<Span>)| TheoryLine::Constants {
                names: words(part),
                result: sort.map(WrittenType::Sort),
                or_none: false,
            };
            told_apart(rest).into_iter().map(line).collect()
        }
        "predicate" if rest.iter().all(is_part) => vec![TheoryLine::Predicates(heads(rest))],
        "function" => {
            let parts = told_apart(rest);
            let has = |token| tokens.iter().any(|it| it.token == token);
            let has_list = matches!(tokens.get(2), Some(it) if it.token == Token::OpenParenthesis);
            let lacks_arguments = has(Token::Arrow) && !has_list;
            if lacks_arguments || !parts.iter().all(|(part, _)| part.iter().all(is_part)) {
                return Vec::new();
            }
            let line = |(part, sort): (_, Option<Span>)| TheoryLine::Functions {
                heads: heads(part),
                result: sort.map(WrittenType::Sort),
                or_none: false,
            };
            parts.into_iter().map(line).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a line that could not be read has the word of a declaration of which other lines speak, be it behind
/// what belongs to nothing.
pub(in crate::syntax) fn declares(text: &str, tokens: &[Lexeme]) -> bool {
    let mut words = tokens.iter().take(3).map(|it| &text[it.span.range()]);
    words.any(|it| !declares_nothing(it) && SHEET_DECLARATIONS.contains(&it))
}

/// Whether a word begins lines of which no other line speaks.
fn declares_nothing(word: &str) -> bool {
    matches!(word, "rule" | "distinct" | "when" | "then")
}

/// Whether a line that could not be read may declare something.
pub(in crate::syntax) fn may_declare(text: &str, tokens: &[Lexeme]) -> bool {
    let is_named =
        matches!(tokens.get(1), Some(it) if matches!(it.token, Token::Word | Token::Number));
    let is_word = tokens[0].token == Token::Word;
    let word = &text[tokens[0].span.range()];
    // `a is odd` says something of `a`.
    let is_said = matches!(
        tokens.get(1).map(|it| &text[it.span.range()]),
        Some("is" | "between" | "odd" | "even")
    );
    !declares_nothing(word)
        && !is_said
        && (is_word && is_named && !is_sentence_word(word) || without_word(text, tokens).is_some())
}

fn words(tokens: &[Lexeme]) -> Vec<Span> {
    tokens.iter().filter(|it| it.token == Token::Word).map(|it| it.span).collect()
}

/// What stands before each `:` of a line with the sort behind it; what stands behind the last one has none.
fn told_apart(mut tokens: &[Lexeme]) -> Vec<(&[Lexeme], Option<Span>)> {
    let mut parts = Vec::new();
    while let Some(colon) = tokens.iter().position(|it| it.token == Token::Colon) {
        let sort = tokens.get(colon + 1).filter(|it| it.token == Token::Word).map(|it| it.span);
        parts.push((&tokens[..colon], sort));
        tokens = &tokens[colon + 1 + usize::from(sort.is_some())..];
    }
    match tokens {
        // Only the sign between them is missing.
        [part @ .., before, sort]
            if sort.token == Token::Word
                && matches!(before.token, Token::Word | Token::CloseParenthesis | Token::Arrow) =>
        {
            parts.push((&tokens[..=part.len()], Some(sort.span)));
        }
        _ if tokens.iter().any(|it| it.token == Token::Word) => parts.push((tokens, None)),
        _ => {}
    }
    parts
}

/// Words with what stands in the parentheses behind them.
fn heads(tokens: &[Lexeme]) -> Vec<Head> {
    let mut heads: Vec<Head> = Vec::new();
    let mut is_inside = false;
    for lexeme in tokens {
        match (lexeme.token, heads.last_mut()) {
            (Token::OpenParenthesis, _) => is_inside = true,
            (Token::CloseParenthesis, _) => is_inside = false,
            (Token::Word, Some(head)) if is_inside => head.arguments.push(lexeme.span),
            (Token::Word, _) => heads.push(Head { name: lexeme.span, arguments: Vec::new() }),
            _ => {}
        }
    }
    heads
}
