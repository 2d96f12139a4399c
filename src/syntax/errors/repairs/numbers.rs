//! What is said of numbers in words and without signs: `3a`, `(a + b)(a - b)`, `a is not 2`, `a is odd`, `a between 2
//! and 4`.

use super::{PROSE, Repair, Repairs};
use crate::diagnostic::Edit;
use crate::syntax::errors::ends::{ends_operand, start_of_term};
use crate::syntax::terminal::reserved_word;
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// Of so many tokens before and behind it is looked what belongs to a word.
const LONGEST: usize = 200;

/// Words that compare, and the signs for them.
const COMPARE: [(&[&str], &str); 11] = [
    (&["greater", "than", "or", "equal", "to"], ">="),
    (&["less", "than", "or", "equal", "to"], "<="),
    (&["equal", "to"], "="),
    (&["greater", "than"], ">"),
    (&["more", "than"], ">"),
    (&["larger", "than"], ">"),
    (&["less", "than"], "<"),
    (&["fewer", "than"], "<"),
    (&["smaller", "than"], "<"),
    (&["at", "least"], ">="),
    (&["at", "most"], "<="),
];

fn compares(it: &Lexeme) -> bool {
    use Token::{AtLeast, AtMost, Equals, Greater, Less, Unequal};
    [AtLeast, AtMost, Equals, Greater, Less, Unequal].contains(&it.token)
}

impl Repairs<'_> {
    /// Repairs such words behind a term; how many tokens they are.
    pub(super) fn said_of_number(&mut self, index: usize) -> Option<usize> {
        if !self.has_numbers {
            return None;
        }
        let from = index + usize::from(self.word(index) == "is");
        let is_denied = self.word(from) == "not";
        self.product(index)
            .or_else(|| self.spelt_sign(index))
            .or_else(|| self.parity(index, from + usize::from(is_denied), is_denied))
            .or_else(|| self.between(index, from + usize::from(is_denied), is_denied))
            .or_else(|| self.compared(index, from, is_denied))
    }

    /// `3a` and `(a + b)(a - b)`, which are `3*a` and `(a + b)*(a - b)`.
    fn product(&mut self, index: usize) -> Option<usize> {
        let word = &*self.word(index).to_lowercase();
        let is_factor = match self.token(index)? {
            // In front of a dot it is a variable that a quantifier binds.
            Token::Word if self.token(index + 1) == Some(Token::Dot) => false,
            Token::Word => reserved_word(word).is_none() && !PROSE.contains(&word),
            Token::OpenParenthesis => true,
            _ => false,
        };
        let is_within = |it: &&Lexeme| {
            let joins = matches!(&self.text[it.span.range()], "and" | "or" | "->" | "<->");
            !joins && !matches!(it.token, Token::Colon | Token::Dot)
        };
        let (before, behind) = self.tokens.split_at(index);
        // `a = 3 b = 4` are two sentences.
        let are_two = before.iter().rev().take(LONGEST).take_while(is_within).any(compares)
            && behind.iter().take(LONGEST).take_while(is_within).any(compares);
        let is_word_of_number = matches!(
            word,
            "between" | "in" | "odd" | "even" | "times" | "plus" | "minus" | "by" | "to" | "equals"
        );
        let follows_factor =
            self.tokens[index - 1].token == Token::Number || self.is_behind_sum(index);
        if !follows_factor || !is_factor || are_two || is_word_of_number {
            return None;
        }
        let (before, place) = (self.tokens[index - 1].span, self.tokens[index].span);
        let sign = if before.end == place.start { "*" } else { " *" };
        let edit = Edit::insert(before.end, sign);
        let label = "`*` stands between factors".to_owned();
        self.found.push(Repair { place, label, edit });
        Some(1)
    }

    /// Whether a `(` stands directly behind the `)` of a sum or a difference.
    fn is_behind_sum(&self, index: usize) -> bool {
        let [before @ .., close] = &self.tokens[..index] else { return false };
        let open = self.tokens[index];
        if close.token != Token::CloseParenthesis
            || open.token != Token::OpenParenthesis
            || close.span.end != open.span.start
        {
            return false;
        }
        let before = &before[before.len().saturating_sub(LONGEST)..];
        let start = before.iter().rposition(|it| it.token == Token::OpenParenthesis);
        let group = &before[start.map_or(0, |it| it + 1)..];
        // Below a line both factors are meant, perhaps.
        let is_divided = start.and_then(|it| before.get(it.checked_sub(1)?));
        if is_divided.is_some_and(|it| it.token == Token::Slash) {
            return false;
        }
        let is_sign = |it: &Lexeme| matches!(it.token, Token::Plus | Token::Minus);
        group.iter().any(is_sign) && !group.iter().any(compares)
    }

    /// `a times b`, which is `a * b`.
    fn spelt_sign(&mut self, index: usize) -> Option<usize> {
        let sign = match self.word(index) {
            "plus" => "+",
            "minus" => "-",
            "times" => "*",
            _ => return None,
        };
        let is_call = self.token(index + 1) == Some(Token::OpenParenthesis)
            && self.tokens[index].span.end == self.tokens[index + 1].span.start;
        if is_call || index + 1 == self.tokens.len() {
            return None;
        }
        self.write(self.tokens[index].span, sign);
        Some(1)
    }

    /// `a is odd`, which is `a mod 2 = 1`.
    fn parity(&mut self, index: usize, last: usize, is_denied: bool) -> Option<usize> {
        let is_odd = match self.word(last) {
            "odd" => true,
            "even" => false,
            _ => return None,
        };
        if self.token(last + 1) == Some(Token::OpenParenthesis) {
            return None;
        }
        let rest = if is_odd == is_denied { 0 } else { 1 };
        let start = self.start_of_calculation(index - 1)?;
        let is_term = start_of_term(self.tokens, index - 1) == Some(start);
        let close = if is_term { "" } else { ")" };
        let meant = format!("{close} mod 2 = {rest}");
        self.say(index, last, &meant, "`mod` says what a division leaves over");
        if !is_term {
            self.insert(start, "(");
        }
        Some(last + 1 - index)
    }

    /// `a between 2 and 4` and `a in 2..4`, which are `2 <= a <= 4`.
    fn between(&mut self, index: usize, from: usize, is_denied: bool) -> Option<usize> {
        let [between, least, and, most] = self.tokens.get(from..from + 4)? else { return None };
        let word = |it: Span| &self.text[it.range()];
        let words = (word(between.span), word(and.span));
        if !matches!(words, ("between", "and") | ("in", ".."))
            || ![least, most].iter().all(|it| ends_operand(self.text, it))
        {
            return None;
        }
        let not = if is_denied { "not " } else { "" };
        let (first, last) = (format!("{not}{} <= ", word(least.span)), word(most.span));
        let start = self.start_of_calculation(index - 1)?;
        self.say(index, from + 3, &format!(" <= {last}"), "both ends are written with `<=`");
        self.insert(start, &first);
        Some(from + 4 - index)
    }

    /// `a is not 2`, which is `a != 2`.
    fn compared(&mut self, index: usize, from: usize, is_denied: bool) -> Option<usize> {
        if self.word(index) != "is" {
            return None;
        }
        let behind = from + usize::from(is_denied);
        let is_said =
            |words: &[&str]| (0..words.len()).all(|it| self.word(behind + it) == words[it]);
        let (sign, length) = match COMPARE.iter().find(|it| is_said(it.0)) {
            Some((words, sign)) => (*sign, words.len()),
            // Of a name it may be a predicate.
            None if self.tokens[index - 1].token == Token::CloseParenthesis
                || self.token(behind) == Some(Token::Number) =>
            {
                ("=", 0)
            }
            None => return None,
        };
        let is_article = matches!(self.word(behind), "a" | "an" | "the" | "between");
        if is_article || self.token(behind + length).is_none() {
            return None;
        }
        let sign = match (is_denied, sign) {
            (false, sign) => sign,
            (true, "=") => "!=",
            (true, ">") => "<=",
            (true, "<") => ">=",
            (true, ">=") => "<",
            (true, _) => ">",
        };
        let last = behind + length - 1;
        self.write(self.tokens[index].span.to(self.tokens[last].span), sign);
        Some(last + 1 - index)
    }

    /// Writes what is meant in the place of the tokens from `index` to `last`, without the blank before them.
    fn say(&mut self, index: usize, last: usize, meant: &str, label: &str) {
        let place = self.tokens[index].span.to(self.tokens[last].span);
        let edit = Edit::replace(Span::new(self.tokens[index - 1].span.end, place.end), meant);
        self.found.push(Repair { place, label: label.to_owned(), edit });
    }

    /// Writes the other part of the latest repair before the token `start`.
    fn insert(&mut self, start: usize, meant: &str) {
        let Some(Repair { place, label, .. }) = self.found.last() else { return };
        let (place, label) = (*place, label.clone());
        let edit = Edit::insert(self.tokens[start].span.start, meant);
        self.found.push(Repair { place, label, edit });
    }

    /// The first token of the terms with signs between them that end with a token.
    fn start_of_calculation(&self, last: usize) -> Option<usize> {
        let mut start = start_of_term(self.tokens, last)?;
        while last - start < LONGEST {
            if start > 0 && self.tokens[start - 1].token == Token::Number {
                // `3b`
                start -= 1;
            } else if start > 0 && matches!(self.word(start - 1), "+" | "-" | "*" | "/" | "mod") {
                // Else it is a sign of the number.
                let factor = start.checked_sub(2)?;
                if !ends_operand(self.text, &self.tokens[factor]) {
                    return None;
                }
                start = start_of_term(self.tokens, factor)?;
            } else if start > 0 && compares(&self.tokens[start - 1]) {
                return None;
            } else {
                // What another repair writes in its place has no beginning here.
                let at = self.tokens[start].span.start;
                let mut later = self.found.iter().rev().take_while(|it| it.edit.span.end > at);
                return later.all(|it| it.edit.span.is_empty()).then_some(start);
            }
        }
        None
    }
}
