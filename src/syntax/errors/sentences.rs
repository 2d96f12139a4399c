//! The words for what is wrong with a sentence, and with a line of a theory. Signs and words of other
//! notations are all repaired at once, so that one fix makes the line right.

use super::declarations::{unexpected_in_declaration, without_word};
use super::unexpected_at;
use crate::diagnostic::code::*;
use crate::diagnostic::fix::apply;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::terminal::{DECLARATIONS, is_sentence_word, variable};
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

const SHAPE: &str = "a sentence is written as in `all x. cat(x) -> animal(x)`";
/// Words of prose that are no predicates before a name.
const PROSE: [&str; 22] = [
    "if", "then", "only", "unless", "but", "either", "neither", "nor", "implies", "iff", "xor",
    "is", "for", "every", "each", "any", "exists", "forall", "there", "more", "fewer", "less",
];
const NUMBERS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A line of a theory.
pub(in crate::syntax) fn unexpected_in_theory(
    text: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
) -> Diagnostic {
    let first = tokens[0].span;
    let word = &text[first.range()];
    let second = tokens.get(1).map(|it| it.token);
    let is_named = matches!(second, Some(Token::Word | Token::Number));
    let is_rule = word == "rule" && second == Some(Token::Colon);
    if is_rule || is_named && DECLARATIONS.contains(&word) {
        let is_label = |it: &Lexeme| it.token == Token::Colon && word == "rule" && !is_rule;
        return match tokens.get(2).filter(|it| is_label(it)) {
            Some(_) if tokens.len() == 3 => unexpected_at(text, None, end_of(tokens)).help(SHAPE),
            Some(_) => unexpected_in_sentence(text, &tokens[3..], at),
            None => unexpected_in_declaration(text, tokens, at),
        };
    }
    if let Some(diagnostic) = without_word(text, tokens) {
        return diagnostic;
    }
    let is_sentence_word = matches!(word, "all" | "some" | "no" | "not");
    match did_you_mean(word, DECLARATIONS).filter(|_| is_named && !is_sentence_word) {
        Some(meant) => unexpected_at(text, Some(first), first)
            .help(format!("did you mean `{meant}`?"))
            .fix(Fix::maybe(format!("write `{meant}`"), vec![Edit::replace(first, meant)])),
        None => unexpected_in_sentence(text, tokens, at),
    }
}

/// What is asked of a theory.
pub(in crate::syntax) fn unexpected_in_question(
    text: &str,
    verb: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
) -> Diagnostic {
    let mut diagnostic = unexpected_in_sentence(text, tokens, at);
    if verb == "equivalent" && diagnostic.fixes.is_empty() {
        if at.is_none() {
            diagnostic.label = "a second sentence is missing".to_owned();
        }
        diagnostic.help = Some("write the two sentences with `,` between them".to_owned());
    }
    diagnostic
}

/// A sentence of which the token `at` could not be read; `None` is its end.
pub(in crate::syntax) fn unexpected_in_sentence(
    text: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
) -> Diagnostic {
    if let Some(turned) = turned(text, tokens) {
        return turned;
    }
    if let Some(sign) = calculation(text, tokens) {
        let message = format!("unexpected `{}`", &text[sign.range()]);
        return Diagnostic::new(UNEXPECTED, sign, message, "sentences do not calculate").help(
            "numbers are names like others; say what is meant with a predicate or a function, \
             as in `plus(A, B) = C`",
        );
    }
    if let Some(list) = empty_list(tokens) {
        let message = "unexpected `()`";
        let label = "what has no arguments has no parentheses";
        return Diagnostic::new(UNEXPECTED, list, message, label)
            .help("leave them out, or write what this is said of between them");
    }
    let repairs = Repairs::of(text, tokens);
    if !repairs.either.is_empty() {
        return repairs.alternatives();
    }
    if let Some(first) = repairs.found.iter().min_by_key(|it| it.place) {
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
        let message = match first.edit.span.is_empty() {
            true => format!("`{}` is missing", first.edit.text.trim()),
            false => format!("unexpected `{}`", text[first.place.range()].trim()),
        };
        return Diagnostic::new(UNEXPECTED, first.place, message, first.label.as_str())
            .help(SHAPE)
            .fix(Fix::maybe(title, edits));
    }
    let index = at.map_or(tokens.len(), |at| tokens.partition_point(|it| it.span.start < at.start));
    let before = index.checked_sub(1).and_then(|it| tokens.get(it));
    let mut diagnostic = unexpected_at(text, at, end_of(tokens)).help(SHAPE);
    let Some(found) = tokens.get(index) else {
        diagnostic.label = "a sentence is missing here".to_owned();
        return diagnostic;
    };
    let word = &text[found.span.range()];
    let starts = matches!(found.token, Token::Word | Token::Number | Token::OpenParenthesis);
    let is_connective = |word: &str| matches!(word, "and" | "or" | "->" | "<->");
    if found.token == Token::ForeignXor || word == "xor" {
        diagnostic.help = Some("one of two, but not both, is `not (A <-> B)`".to_owned());
    } else if found.token == Token::Comma {
        diagnostic.label = "commas stand between things, not between sentences".to_owned();
        let is_said = tokens.get(index + 2).is_some_and(|it| it.token == Token::OpenParenthesis);
        if is_said || before.is_some_and(|it| it.token == Token::CloseParenthesis) {
            let edit = Edit::replace(found.span, " and");
            diagnostic = diagnostic.fix(Fix::maybe("write `and`", vec![edit]));
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
        diagnostic.help = Some("write `A -> B`".to_owned());
    } else if before.is_some_and(|it| ends_operand(text, it)) && starts {
        diagnostic.message = format!("a connective is missing before `{word}`");
        diagnostic.label = "nothing joins this with what stands before it".to_owned();
        diagnostic.help = Some("write `and`, `or`, `->` or `<->` between them".to_owned());
    }
    diagnostic
}

/// Parentheses behind a word that have nothing in them.
fn empty_list(tokens: &[Lexeme]) -> Option<Span> {
    tokens.windows(3).find_map(|it| {
        let is_one = it[0].token == Token::Word
            && it[1].token == Token::OpenParenthesis
            && it[2].token == Token::CloseParenthesis;
        is_one.then(|| it[1].span.to(it[2].span))
    })
}

/// The first sign of a calculation, as in `D + E = Y` or `2*A != B`: between two things that are or are not
/// a third one, or beside a number.
fn calculation(text: &str, tokens: &[Lexeme]) -> Option<Span> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let parts = tokens.split(|it| {
        let joins = matches!(word(it), "and" | "or" | "not" | "->" | "<->" | ":");
        joins || matches!(it.token, Token::Dot | Token::ForeignAnd | Token::ForeignOr)
    });
    let is_number = |it: Option<&Lexeme>| it.is_some_and(|it| it.token == Token::Number);
    parts.into_iter().find_map(|part| {
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
                return Some(it.span);
            }
        }
        None
    })
}

/// `A :- B` or `A if B`, which is `B -> A` here.
fn turned(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let word = |it: &Lexeme| &text[it.span.range()];
    let is_sign = |at: &usize| match &tokens[*at..] {
        [colon, minus, ..] if colon.token == Token::Colon && minus.token == Token::Minus => {
            colon.span.end == minus.span.start
        }
        [found, ..] => word(found) == "if" && word(&tokens[at - 1]) != "only",
        [] => false,
    };
    let at = (1..tokens.len()).find(is_sign)?;
    let behind = at + if word(&tokens[at]) == "if" { 1 } else { 2 };
    let sign = tokens[at].span.to(tokens[behind - 1].span);
    let found = &text[sign.range()];
    let message = format!("unexpected `{found}`");
    let diagnostic = Diagnostic::new(UNEXPECTED, sign, message, "`->` is meant")
        .help(format!("what follows stands behind the arrow: write `B -> A` for `A {found} B`"));
    // A quantifier stays in front.
    let quantified = tokens[..at].iter().rposition(|it| it.token == Token::Dot);
    let left = tokens[quantified.map_or(0, |it| it + 1)..at].first()?.span.start;
    let Some(right) = tokens.get(behind) else { return Some(diagnostic) };
    let all = Span::new(left, end_of(tokens).end);
    let left = text[left as usize..sign.start as usize].trim();
    let right = text[right.span.start as usize..all.end as usize].trim_end_matches('.');
    let turned = format!("{right} -> {left}");
    Some(diagnostic.fix(Fix::maybe(format!("write `{turned}`"), vec![Edit::replace(all, turned)])))
}

pub(super) fn end_of(tokens: &[Lexeme]) -> Span {
    Span::at(tokens.last().map_or(0, |it| it.span.end))
}

fn ends_operand(text: &str, lexeme: &Lexeme) -> bool {
    let is_part = || {
        matches!(
            &text[lexeme.span.range()],
            "and" | "or" | "not" | "all" | "some" | "no" | "exactly"
        )
    };
    match lexeme.token {
        Token::Word => !is_part(),
        Token::Number | Token::CloseParenthesis => true,
        _ => false,
    }
}

/// What one token, or a place between two, was meant to be.
struct Repair {
    place: Span,
    label: String,
    edit: Edit,
}

/// `either A or B`, which is one of two sentences.
struct Either {
    /// The word and the blanks behind it.
    word: Span,
    or: Span,
    /// Where `B` ends.
    end: u32,
    /// Where `A` ends, if what it speaks of would reach past it.
    open: Option<u32>,
}

struct Repairs<'a> {
    text: &'a str,
    tokens: &'a [Lexeme],
    found: Vec<Repair>,
    either: Vec<Either>,
}

impl<'a> Repairs<'a> {
    fn of(text: &'a str, tokens: &'a [Lexeme]) -> Self {
        let mut repairs = Self { text, tokens, found: Vec::new(), either: Vec::new() };
        let mut open: Vec<Span> = Vec::new();
        let mut index = 0;
        while index < tokens.len() {
            let place = tokens[index].span;
            match tokens[index].token {
                Token::OpenParenthesis => open.push(place),
                Token::CloseParenthesis if open.pop().is_none() => {
                    repairs.add(place, "nothing was opened that this closes", "");
                }
                Token::Dot if index > 0 && index + 1 == tokens.len() => {
                    repairs.add(place, "no `.` ends a sentence", "");
                }
                _ => {}
            }
            let (quantifier, length) = repairs.foreign(index);
            index = if quantifier { repairs.bound(index + length) } else { index + length };
        }
        if let Some(first) = open.first() {
            let missing = Edit::insert(end_of(tokens).end, ")".repeat(open.len()));
            let label = "nothing closes this".to_owned();
            repairs.found.push(Repair { place: *first, label, edit: missing });
        }
        repairs
    }

    /// What `either` may mean: that one of two is true at least, or one and not the other.
    fn alternatives(&self) -> Diagnostic {
        let place = Span::new(self.either[0].word.start, self.either[0].word.start + 6);
        let others = || self.found.iter().map(|it| it.edit.clone());
        // What `A` speaks of ends before the `or`.
        let closed = |it: &Either| it.open.map(|end| Edit::insert(end, ")"));
        let inclusive = self.either.iter().flat_map(|it| {
            let open = if it.open.is_some() { "(" } else { "" };
            [Some(Edit::replace(it.word, open)), closed(it)].into_iter().flatten()
        });
        let exclusive = self.either.iter().flat_map(|it| {
            let open = if it.open.is_some() { "not ((" } else { "not (" };
            let (or, end) = (Edit::replace(it.or, "<->"), Edit::insert(it.end, ")"));
            [Some(Edit::replace(it.word, open)), closed(it), Some(or), Some(end)]
                .into_iter()
                .flatten()
        });
        let fix = |edits: Vec<Edit>, meaning: &str| {
            let mut edits = edits;
            edits.sort_by_key(|it| it.span);
            Fix::maybe(format!("{}: {meaning}", self.title(&edits)), edits)
        };
        let both = "`or` is true of both, too";
        Diagnostic::new(UNEXPECTED, place, "unexpected `either`", both)
            .help("one of two at least is `A or B`; one, but not both, is `not (A <-> B)`")
            .fix(fix(inclusive.chain(others()).collect(), "one of both at least"))
            .fix(fix(exclusive.chain(others()).collect(), "one, but not both"))
    }

    /// The parts of `either A or B`, which begins at `index`; `None` when there is no single `or`.
    fn parts_of_either(&self, index: usize) -> Option<Either> {
        let mut depth = 0_i32;
        let mut or = None;
        let mut end = index;
        let mut is_open = false;
        for at in index + 1..self.tokens.len() {
            let word = self.word(at);
            match self.tokens[at].token {
                Token::OpenParenthesis => depth += 1,
                Token::CloseParenthesis => depth -= 1,
                Token::Word if depth == 0 && word == "or" && or.replace(at).is_some() => {
                    return None;
                }
                Token::Dot if at + 1 == self.tokens.len() => break,
                Token::Dot => is_open |= depth == 0 && or.is_none(),
                _ => {}
            }
            let ends =
                depth == 0 && matches!(word, "->" | "<->" | "," | "then" | "implies" | "iff");
            if depth < 0 || ends {
                break;
            }
            end = at;
        }
        let or = or.filter(|it| *it < end)?;
        let next = self.tokens[index + 1].span.start;
        Some(Either {
            word: Span::new(self.tokens[index].span.start, next),
            or: self.tokens[or].span,
            end: self.tokens[end].span.end,
            open: is_open.then(|| self.tokens[or - 1].span.end),
        })
    }

    /// How many words a predicate and the things behind it are that lack their parentheses, as in
    /// `likes Tom x`.
    fn bare_application(&self, index: usize) -> Option<usize> {
        let is_thing = |at: &usize| {
            let word = self.word(*at);
            self.token(*at) == Some(Token::Word)
                && (variable(word).is_some() || word.starts_with(char::is_uppercase))
        };
        let is_predicate = self.word(index).starts_with(char::is_lowercase)
            && variable(self.word(index)).is_none()
            && !is_sentence_word(self.word(index))
            && !PROSE.contains(&self.word(index));
        let is_behind = index > 0 && ends_operand(self.text, &self.tokens[index - 1]);
        let count = (index + 1..self.tokens.len()).take_while(is_thing).count();
        // What follows belongs to the last of them.
        let is_closed = self.token(index + 1 + count) != Some(Token::OpenParenthesis);
        (is_predicate && !is_behind && count > 0 && is_closed).then_some(count + 1)
    }

    /// The sentence after the edits, when it is short.
    fn title(&self, edits: &[Edit]) -> String {
        const LONGEST: usize = 60;
        let whole = self.tokens[0].span.to(end_of(self.tokens));
        let edit = |Edit { span, text }: &Edit| {
            let place = Span::new(span.start - whole.start, span.end - whole.start);
            Edit::replace(place, text.as_str())
        };
        let edits: Vec<_> = edits.iter().map(edit).collect();
        let meant = apply(&self.text[whole.range()], &edits);
        let is_short = meant.len() <= LONGEST && !meant.contains('\n');
        if is_short { format!("write `{meant}`") } else { "repair the sentence".to_owned() }
    }

    fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |it| &self.text[it.span.range()])
    }

    fn token(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).map(|it| it.token)
    }

    fn add(&mut self, place: Span, label: &str, meant: &str) {
        let edit = Edit::replace(place, meant);
        self.found.push(Repair { place, label: label.to_owned(), edit });
    }

    /// A word or sign of this notation in the place of another one, with blanks beside it.
    fn write(&mut self, place: Span, meant: &str) {
        let before = self.text[..place.start as usize].chars().next_back();
        let after = self.text[place.end as usize..].chars().next();
        let is_joined = |it: char| !it.is_whitespace() && it != '(';
        let left = if before.is_some_and(is_joined) { " " } else { "" };
        let right = if after.is_some_and(|it| !it.is_whitespace()) { " " } else { "" };
        self.add(place, &format!("`{meant}` is meant"), &format!("{left}{meant}{right}"));
    }

    /// Repairs a word or sign of another notation. Whether a quantifier stands here, and how many
    /// tokens it is.
    fn foreign(&mut self, index: usize) -> (bool, usize) {
        let place = self.tokens[index].span;
        let (word, next) = (self.word(index), self.word(index + 1));
        let is_before_word = self.token(index + 1) == Some(Token::Word);
        let is_behind = index > 0 && ends_operand(self.text, &self.tokens[index - 1]);
        let lower = word.to_lowercase();
        match self.tokens[index].token {
            Token::ForeignAnd => self.write(place, "and"),
            Token::Star if word == "*" => self.write(place, "and"),
            Token::ForeignOr => self.write(place, "or"),
            Token::Plus if word == "+" => self.write(place, "or"),
            Token::ForeignNot => self.write(place, "not"),
            Token::Minus if word == "-" => self.write(place, "not"),
            Token::ForeignArrow | Token::Expect => self.write(place, "->"),
            Token::DoubleArrow if word == "==" => self.write(place, "="),
            Token::DoubleArrow if !matches!(word, "<->" | "↔") => self.write(place, "<->"),
            Token::ForAll | Token::Exists => return (true, 1),
            Token::Word => match lower.as_str() {
                "no" if self.is_denied(index + 1) => self.write(place, "not"),
                "all" | "some" | "no" if word == lower => return (true, 1),
                "for" if is_before_word && matches!(next, "all" | "every" | "each") => {
                    self.write(place.to(self.tokens[index + 1].span), "all");
                    return (true, 2);
                }
                "there" if is_before_word && matches!(next, "exists" | "is") => {
                    self.write(place.to(self.tokens[index + 1].span), "some");
                    return (true, 2);
                }
                "forall" | "every" | "each" | "any" | "all" if is_before_word => {
                    self.write(place, "all");
                    return (true, 1);
                }
                "exists" | "some" if is_before_word => {
                    self.write(place, "some");
                    return (true, 1);
                }
                "no" if is_before_word => {
                    self.write(place, "no");
                    return (true, 1);
                }
                "at" if matches!(next, "least" | "most") => {
                    return (true, 2 + self.count(index + 2));
                }
                "at" if next == "-" && matches!(self.word(index + 2), "least" | "most") => {
                    let meant = format!("at {}", self.word(index + 2));
                    self.write(place.to(self.tokens[index + 2].span), &meant);
                    return (true, 3 + self.count(index + 3));
                }
                "atleast" | "atmost" if self.token(index + 1) == Some(Token::Number) => {
                    self.write(place, if lower == "atleast" { "at least" } else { "at most" });
                    return (true, 2);
                }
                "more" | "fewer" | "less" if next == "than" => {
                    return (true, 2 + self.compare(index));
                }
                "nobody" | "nothing" | "none" if self.is_bound(index + 1) => {
                    self.write(place, "no");
                    return (true, 1);
                }
                "everybody" | "everyone" | "everything" if self.is_bound(index + 1) => {
                    self.write(place, "all");
                    return (true, 1);
                }
                "somebody" | "someone" | "something" if self.is_bound(index + 1) => {
                    self.write(place, "some");
                    return (true, 1);
                }
                "exactly" if word == lower => return (true, 1 + self.count(index + 1)),
                "if" if index == 0 => {
                    let then = self.tokens.iter().any(|it| self.is_then(it));
                    let comma = self.comma().filter(|_| !then);
                    if then || comma.is_some() {
                        let deleted = Span::new(place.start, self.tokens[1].span.start);
                        self.add(deleted, "write `A -> B`", "");
                    }
                    if let Some(comma) = comma {
                        self.write(self.tokens[comma].span, "->");
                    }
                }
                "implies" | "then" if is_behind => self.write(place, "->"),
                "iff" if is_behind => self.write(place, "<->"),
                "only" if is_behind && next == "if" => {
                    self.write(place.to(self.tokens[index + 1].span), "->");
                    return (false, 2);
                }
                "unless" if is_behind => self.write(place, "or"),
                "but" if is_behind => self.write(place, "and"),
                "either" if !is_behind && let Some(either) = self.parts_of_either(index) => {
                    self.either.push(either);
                }
                "neither" if is_before_word && !is_behind => self.write(place, "not"),
                "nor" if is_behind => self.write(place, "and not"),
                "and" | "or" if is_behind && word != lower => self.write(place, &lower),
                "not" if word != lower => self.write(place, "not"),
                "is" if is_behind && self.token(index - 1) == Some(Token::Word) => {
                    return (false, self.said(index));
                }
                _ => {
                    if let Some(length) = self.bare_application(index) {
                        self.apply(index, length);
                        return (false, length);
                    }
                }
            },
            _ => {}
        }
        (false, 1)
    }

    /// Writes the parentheses of `likes Tom x`.
    fn apply(&mut self, index: usize, length: usize) {
        let words: Vec<_> = (index + 1..index + length).map(|it| self.word(it)).collect();
        let meant = format!("{}({})", self.word(index), words.join(", "));
        let place = self.tokens[index].span.to(self.tokens[index + length - 1].span);
        self.add(place, "parentheses stand around what this is said of", &meant);
    }

    /// The comma that stands between sentences, when there is one only.
    fn comma(&self) -> Option<usize> {
        let mut depth = 0_i32;
        let mut outside = (0..self.tokens.len()).filter(|index| {
            match self.tokens[*index].token {
                Token::OpenParenthesis => depth += 1,
                Token::CloseParenthesis => depth -= 1,
                _ => {}
            }
            depth == 0 && self.tokens[*index].token == Token::Comma
        });
        outside.next().filter(|_| outside.next().is_none())
    }

    /// Whether a statement stands here and no variable, so that `no` before it denies it.
    fn is_denied(&self, index: usize) -> bool {
        let next = self.word(index + 1);
        let ends =
            index + 1 == self.tokens.len() || matches!(next, "and" | "or" | "->" | "<->" | ")");
        let is_word = self.token(index) == Some(Token::Word);
        self.is_said(index) || is_word && ends && variable(self.word(index)).is_none()
    }

    fn is_then(&self, lexeme: &Lexeme) -> bool {
        &self.text[lexeme.span.range()] == "then"
    }

    /// The number of a quantifier, in digits. How many tokens it is.
    fn count(&mut self, index: usize) -> usize {
        let number = NUMBERS.iter().position(|it| *it == self.word(index));
        if let Some(number) = number.filter(|it| *it != 1) {
            self.write(self.tokens[index].span, &number.to_string());
        } else if number.is_none() && self.is_bound(index) {
            let edit = Edit::insert(self.tokens[index].span.start, "one ");
            let place = self.tokens[index].span;
            self.found.push(Repair { place, label: "how many is missing".to_owned(), edit });
            return 0;
        }
        1
    }

    /// `more than 2` is `at least 3`; how many tokens the number is.
    fn compare(&mut self, index: usize) -> usize {
        let number = self.word(index + 2);
        let spelt = NUMBERS.iter().position(|it| *it == number);
        let number = number.parse().ok().or(spelt);
        let meant = match number {
            Some(number) if self.word(index) == "more" => format!("at least {}", number + 1),
            Some(number @ 1..) => format!("at most {}", number - 1),
            _ => return 0,
        };
        self.write(self.tokens[index].span.to(self.tokens[index + 2].span), &meant);
        1
    }

    /// Whether a variable of a quantifier stands here.
    fn is_bound(&self, index: usize) -> bool {
        let behind = self.token(index + 1);
        self.token(index) == Some(Token::Word)
            && matches!(behind, Some(Token::Dot | Token::Colon | Token::Comma))
    }

    /// `Tom is a cat` is `cat(Tom)`; returns how many tokens that are from `is` on.
    fn said(&mut self, index: usize) -> usize {
        let mut last = index + 1;
        let negation = if self.word(last) == "not" { "not " } else { "" };
        last += usize::from(!negation.is_empty());
        last += usize::from(matches!(self.word(last), "a" | "an" | "the"));
        if self.token(last) != Some(Token::Word) {
            return 1;
        }
        let meant = format!("{negation}{}({})", self.word(last), self.word(index - 1));
        let place = self.tokens[index - 1].span.to(self.tokens[last].span);
        self.add(place, "what is said of a thing stands before it", &meant);
        last + 1 - index
    }

    /// The variables of a quantifier from `index` on, and the `.` behind them. Returns where what
    /// it says starts.
    fn bound(&mut self, mut index: usize) -> usize {
        while self.token(index) == Some(Token::Word) {
            index += 1;
            if matches!(self.word(index), "in" | "of") {
                let before = self.tokens[index - 1].span.end;
                let place = self.tokens[index].span;
                let edit = Edit::replace(Span::new(before, place.end), ":");
                self.found.push(Repair { place, label: "`:` is meant".to_owned(), edit });
                index += 2;
            } else if self.token(index) == Some(Token::Colon) {
                if self.is_said(index + 1) {
                    self.add(self.tokens[index].span, "`.` is meant", ".");
                    return index + 1;
                }
                index += 2;
            }
            match self.token(index) {
                Some(Token::Dot) => return index + 1,
                Some(Token::Comma) if self.is_said(index + 1) => {
                    self.add(self.tokens[index].span, "`.` is meant", ".");
                    return index + 1;
                }
                Some(Token::Comma) => index += 1,
                next => {
                    let before = self.tokens[index.min(self.tokens.len()) - 1].span.end;
                    let is_variable = next == Some(Token::Word)
                        && variable(self.word(index)).is_some()
                        && self.tokens[index..].iter().any(|it| it.token == Token::Dot);
                    let (sign, label) = match is_variable {
                        true => (",", "expected `,` between variables"),
                        false => (".", "expected `.` behind the variables"),
                    };
                    let edit = Edit::insert(before, sign);
                    let (place, label) = (Span::at(before), label.to_owned());
                    self.found.push(Repair { place, label, edit });
                    if !is_variable {
                        return index;
                    }
                }
            }
        }
        index
    }

    /// Whether a word with arguments stands here.
    fn is_said(&self, index: usize) -> bool {
        let behind = self.tokens.get(index + 1).filter(|it| it.token == Token::OpenParenthesis);
        self.token(index) == Some(Token::Word)
            && behind.is_some_and(|it| it.span.start == self.tokens[index].span.end)
    }
}
