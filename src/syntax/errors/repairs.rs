//! Signs and words of other notations in a sentence, and of prose, each with what is meant: all are repaired at
//! once, so that one fix makes the line right.

mod numbers;
mod signs;

use std::ops::Range;

use super::ends::{end_of, ends_operand};
use crate::diagnostic::code::UNEXPECTED;
use crate::diagnostic::fix::apply;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::keyword::NUMBER_WORDS;
use crate::syntax::terminal::{is_sentence_word, variable};
use crate::syntax::token::{Lexeme, Token};
use crate::text::{LONGEST_SHOWN, Span};

/// Words of prose that are no predicates before a name.
const PROSE: [&str; 22] = [
    "if", "then", "only", "unless", "but", "either", "neither", "nor", "implies", "iff", "xor",
    "is", "for", "every", "each", "any", "exists", "forall", "there", "more", "fewer", "less",
];

/// How many tokens behind `either` its parts are looked for: there may be as many within each other.
const LONGEST_EITHER: usize = 200;

/// What one token, or a place between two, was meant to be.
pub(super) struct Repair {
    pub place: Span,
    pub label: String,
    pub edit: Edit,
}

/// `either A or B`, which is one of two sentences.
pub(super) struct Either {
    /// The word and the blanks behind it.
    word: Span,
    or: Span,
    /// Where `B` ends.
    end: u32,
    /// Where `A` ends, if what it speaks of would reach past it.
    open: Option<u32>,
}

pub(super) struct Repairs<'a> {
    text: &'a str,
    tokens: &'a [Lexeme],
    first_if: Option<usize>,
    first_neither: Option<usize>,
    has_numbers: bool,
    pub found: Vec<Repair>,
    /// Those of them that may say of two things that they are the same, and how.
    pub same: Vec<(usize, String)>,
    /// Those of them that may be `>=` as well.
    pub compares: Vec<usize>,
    /// Those of them that stand for `<->` between sentences.
    pub equates: Vec<usize>,
    pub either: Vec<Either>,
}

impl<'a> Repairs<'a> {
    /// `has_numbers` tells whether signs calculate; else they are connectives of other notations.
    pub(super) fn of(text: &'a str, tokens: &'a [Lexeme], has_numbers: bool) -> Self {
        let (found, compares, either) = (Vec::new(), Vec::new(), Vec::new());
        let first = |word: &str| tokens.iter().position(|it| &text[it.span.range()] == word);
        let (first_if, first_neither) = (first("if"), first("neither"));
        let equates = Vec::new();
        let mut repairs = Self {
            text,
            tokens,
            first_if,
            first_neither,
            has_numbers,
            found,
            same: Vec::new(),
            compares,
            equates,
            either,
        };
        let mut open: Vec<Span> = Vec::new();
        let mut index = 0;
        while index < tokens.len() {
            let place = tokens[index].span;
            match tokens[index].token {
                Token::OpenParenthesis => open.push(place),
                // Behind anything else a `(` may be what is missing.
                Token::CloseParenthesis
                    if open.pop().is_none()
                        && index > 0
                        && tokens[index - 1].token == Token::CloseParenthesis =>
                {
                    repairs.add(place, "nothing was opened that this closes", "");
                }
                Token::Dot if index > 0 && index + 1 == tokens.len() => {
                    repairs.add(place, "no `.` ends a sentence", "");
                }
                Token::Question if index > 0 && index + 1 == tokens.len() => {
                    repairs.add(place, "no `?` ends a question", "");
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
    pub(super) fn alternatives(&self) -> Diagnostic {
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

    /// The parts of `either A or B`, which begins at `index`; `None` when there is no single `or`, or it is too long.
    fn parts_of_either(&self, index: usize) -> Option<Either> {
        let mut depth = 0_i32;
        let mut or = None;
        let mut end = index;
        let mut is_open = false;
        for at in index + 1..self.tokens.len() {
            if at > index + LONGEST_EITHER {
                return None;
            }
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
        if !is_predicate || is_behind {
            return None;
        }
        let count = (index + 1..self.tokens.len()).take_while(is_thing).count();
        // What follows belongs to the last of them.
        let is_closed = self.token(index + 1 + count) != Some(Token::OpenParenthesis);
        (count > 0 && is_closed).then_some(count + 1)
    }

    /// The sentence after the edits, when it is short.
    pub(super) fn title(&self, edits: &[Edit]) -> String {
        let whole = self.tokens[0].span.to(end_of(self.tokens));
        let edit = |Edit { span, text }: &Edit| {
            let place = Span::new(span.start - whole.start, span.end - whole.start);
            Edit::replace(place, text.as_str())
        };
        let edits: Vec<_> = edits.iter().map(edit).collect();
        let meant = apply(&self.text[whole.range()], &edits);
        let is_short = meant.len() <= LONGEST_SHOWN && !meant.contains('\n');
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
        if let Some(length) = self.sign(index) {
            return (false, length);
        }
        let place = self.tokens[index].span;
        let word = self.word(index);
        let is_behind = index > 0 && ends_operand(self.text, &self.tokens[index - 1]);
        match self.tokens[index].token {
            // A power, perhaps.
            Token::ForeignAnd if self.has_numbers && word == "^" => {}
            Token::ForeignAnd => self.write(place, "and"),
            Token::Star | Token::Plus | Token::Minus if self.has_numbers && word.is_ascii() => {}
            Token::Equals if self.token(index + 1) == Some(Token::Less) => {
                self.write(place.to(self.tokens[index + 1].span), "<=");
                return (false, 2);
            }
            Token::Colon if self.token(index + 1) == Some(Token::Equals) && is_behind => {
                self.write(place.to(self.tokens[index + 1].span), "=");
                return (false, 2);
            }
            Token::Star if word == "*" => self.write(place, "and"),
            Token::ForeignOr => self.write(place, "or"),
            Token::Plus if word == "+" => self.write(place, "or"),
            Token::ForeignNot => self.write(place, "not"),
            Token::Minus if word == "-" => self.write(place, "not"),
            Token::Expect => self.expect(index),
            Token::ForeignArrow => self.write(place, "->"),
            Token::DoubleArrow if word == "==" => {
                let is_said = is_behind && self.tokens[index - 1].token == Token::CloseParenthesis;
                if is_said && self.is_said(index + 1) {
                    self.equates.push(self.found.len());
                }
                self.write(place, "=");
            }
            Token::DoubleArrow if !matches!(word, "<->" | "↔") => self.write(place, "<->"),
            Token::ForAll | Token::Exists => return (true, 1),
            Token::Word => return self.foreign_word(index),
            _ => {}
        }
        (false, 1)
    }

    /// The same of a word: what other notations and plain English write for quantifiers and connectives.
    #[expect(clippy::too_many_lines, reason = "a table of words")]
    fn foreign_word(&mut self, index: usize) -> (bool, usize) {
        let place = self.tokens[index].span;
        let (word, next) = (self.word(index), self.word(index + 1));
        let is_before_word = self.token(index + 1) == Some(Token::Word);
        let is_behind = index > 0 && ends_operand(self.text, &self.tokens[index - 1]);
        let lower = word.to_lowercase();
        match lower.as_str() {
            "no" if self.is_denied(index + 1) => self.write(place, "not"),
            "all" | "some" | "no" if word == lower => return (true, 1),
            "forall" | "exists" | "for" if let Some(length) = self.ranged(index) => {
                return (false, length);
            }
            "one" | "lone" if !is_behind && self.is_bound(index + 1) => {
                self.write(place, if lower == "one" { "exactly one" } else { "at most one" });
                return (true, 1);
            }
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
            "implies" if is_behind => self.write(place, "->"),
            "then" if is_behind && self.first_if.is_some_and(|it| it < index) => {
                self.write(place, "->");
            }
            "iff" if is_behind => self.write(place, "<->"),
            "if" if is_behind
                && ["and", "only", "if"] == [1, 2, 3].map(|it| self.word(index + it)) =>
            {
                self.write(place.to(self.tokens[index + 3].span), "<->");
                return (false, 4);
            }
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
            "nor" if is_behind && self.first_neither.is_some_and(|it| it < index) => {
                self.write(place, "and not");
            }
            "and" | "or" if is_behind && word != lower => self.write(place, &lower),
            "not" if word != lower => self.write(place, "not"),
            "is" if is_behind && self.token(index - 1) == Some(Token::Word) => {
                return (false, self.said(index));
            }
            "is" | "equals" if is_behind => self.write(place, "="),
            _ => {
                if let Some(length) = self.bare_application(index) {
                    self.apply(index, length);
                    return (false, length);
                }
            }
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
        let number = NUMBER_WORDS.iter().position(|it| *it == self.word(index));
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
        let spelt = NUMBER_WORDS.iter().position(|it| *it == number);
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
        if self.has_numbers {
            let sign = if negation.is_empty() { "=" } else { "!=" };
            let same = format!("{} {sign} {}", self.word(index - 1), self.word(last));
            self.same.push((self.found.len(), same));
        }
        let label = match self.has_numbers {
            true => "`=` is meant between things; what is said of one stands before it",
            false => "what is said of a thing stands before it",
        };
        self.add(place, label, &meant);
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
                index = self.behind_sort(index + 1);
            } else if self.token(index) == Some(Token::Colon) {
                if self.is_said(index + 1) {
                    self.add(self.tokens[index].span, "`.` is meant", ".");
                    return index + 1;
                }
                index = self.behind_sort(index + 1);
            }
            match self.token(index) {
                Some(Token::Dot) => return index + 1,
                Some(Token::ForeignOr) => {
                    let (before, sign) = (self.tokens[index - 1].span.end, self.tokens[index].span);
                    let edit = Edit::replace(Span::new(before, sign.end), ".");
                    let label = "`.` is meant".to_owned();
                    self.found.push(Repair { place: sign, label, edit });
                    return index + 1;
                }
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

    /// Behind the sort or the range that begins at `index`.
    fn behind_sort(&self, index: usize) -> usize {
        match self.token(index + 1) {
            Some(Token::Range) => index + 3,
            _ => index + 1,
        }
    }

    /// `forall(i in S)` and `for i in S:`, which are `all i: S.`; how many tokens they are.
    fn ranged(&mut self, index: usize) -> Option<usize> {
        let is_call = self.token(index + 1) == Some(Token::OpenParenthesis);
        let (start, end) = match is_call {
            true => (index + 2, Token::CloseParenthesis),
            false => (index + 1, Token::Colon),
        };
        let close = (start..self.tokens.len()).find(|it| self.tokens[*it].token == end)?;
        let within = (start..close).find(|it| self.word(*it) == "in")?;
        let is_list = |range: Range<usize>, signs: &[Token]| {
            let mut parts = self.tokens[range].iter();
            parts.all(|it| {
                matches!(it.token, Token::Word | Token::Number) || signs.contains(&it.token)
            })
        };
        let is_plain = is_list(start..within, &[Token::Comma])
            && is_list(within + 1..close, &[Token::Range, Token::Minus]);
        if !is_plain || start == within || within + 1 == close {
            return None;
        }
        let text = |from: usize, to: usize| {
            &self.text[self.tokens[from].span.to(self.tokens[to].span).range()]
        };
        let quantifier = if self.word(index) == "exists" { "some" } else { "all" };
        let (names, sort) = (text(start, within - 1), text(within + 1, close - 1));
        let place = self.tokens[index].span.to(self.tokens[close].span);
        let blank = if self.text[place.end as usize..].starts_with(' ') { "" } else { " " };
        let meant = format!("{quantifier} {names}: {sort}.");
        self.add(place, &format!("`{meant}` is meant"), &format!("{meant}{blank}"));
        Some(close + 1 - index)
    }

    /// Whether a word with arguments stands here.
    fn is_said(&self, index: usize) -> bool {
        let behind = self.tokens.get(index + 1).filter(|it| it.token == Token::OpenParenthesis);
        self.token(index) == Some(Token::Word)
            && behind.is_some_and(|it| it.span.start == self.tokens[index].span.end)
    }
}
