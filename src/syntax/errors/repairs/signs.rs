//! Signs of other languages that calculate, compare or look something up: powers, `=/=`, `c.right`.

use super::{Repair, Repairs};
use crate::diagnostic::Edit;
use crate::syntax::errors::ends::{ends_operand, start_of_term};
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// Signs that compare, and those of this language.
const COMPARE: [(&str, &str); 6] =
    [("=/=", "!="), ("!==", "!="), ("/=", "!="), ("~=", "!="), ("=!=", "!="), ("===", "=")];

/// Steps on a board.
const STEPS: [&str; 4] = ["up", "down", "left", "right"];

/// The greatest power that is written as a product.
const GREATEST_POWER: usize = 4;

impl Repairs<'_> {
    /// Repairs such a sign behind a term; how many tokens it is.
    pub(super) fn sign(&mut self, index: usize) -> Option<usize> {
        index.checked_sub(1).filter(|it| ends_operand(self.text, &self.tokens[*it]))?;
        self.comparison(index)
            .or_else(|| self.power(index))
            .or_else(|| self.access(index))
            .or_else(|| self.said_of_number(index))
    }

    /// `=>`, which is `>=` between numbers and `->` between sentences. What names stand for is not known here.
    pub(super) fn expect(&mut self, index: usize) {
        let place = self.tokens[index].span;
        let joins = |it: &Lexeme| {
            let is_sign = matches!(it.token, Token::Arrow | Token::DoubleArrow | Token::Expect);
            let word = &self.text[it.span.range()];
            is_sign || matches!(word, "and" | "or" | "." | ":" | "for" | "where")
        };
        let left = self.tokens[..index].iter().rev().take_while(|it| !joins(it));
        let right = self.tokens[index + 1..].iter().take_while(|it| !joins(it));
        let all = || left.clone().chain(right.clone());
        let says = all().any(|it| {
            use Token::{AtLeast, AtMost, Equals, Greater, Less, Unequal};
            let compares = matches!(it.token, Equals | Unequal | Less | AtMost | Greater | AtLeast);
            compares || matches!(&self.text[it.span.range()], "not" | "all" | "some" | "no")
        });
        let ends = [left.clone().next(), right.clone().next()];
        let is_number = |it: &&Lexeme| it.token == Token::Number;
        let calculates = ends.iter().flatten().any(is_number)
            || all().any(|it| matches!(it.token, Token::Plus | Token::Star));
        if says {
            self.write(place, "->");
        } else if calculates {
            self.write(place, ">=");
        } else {
            self.write(place, "->");
            if self.has_numbers {
                self.compares.push(self.found.len() - 1);
            }
        }
    }

    fn comparison(&mut self, index: usize) -> Option<usize> {
        let start = self.tokens[index].span.start;
        let rest = &self.text[start as usize..];
        let (sign, meant) = COMPARE.iter().find(|it| rest.starts_with(it.0))?;
        let place = Span::new(start, start + sign.len() as u32);
        let within = self.tokens[index..].iter().take_while(|it| it.span.end <= place.end);
        let (length, end) = within.fold((0, start), |(count, _), it| (count + 1, it.span.end));
        if end != place.end {
            return None;
        }
        self.write(place, meant);
        Some(length)
    }

    /// `x**2` and `x^2`, which are `x*x`.
    fn power(&mut self, index: usize) -> Option<usize> {
        let (sign, length) = match self.word(index) {
            "^" => (self.tokens[index].span, 1),
            "*" if self.word(index + 1) == "*" => {
                (self.tokens[index].span.to(self.tokens[index + 1].span), 2)
            }
            _ => return None,
        };
        let power: usize = self.word(index + length).parse().ok()?;
        if !self.has_numbers || !(2..=GREATEST_POWER).contains(&power) {
            return None;
        }
        let base = self.tokens[start_of_term(self.tokens, index - 1)?]
            .span
            .to(self.tokens[index - 1].span);
        let end = self.tokens[index + length].span.end;
        let product = format!("*{}", &self.text[base.range()]).repeat(power - 1);
        let edit = Edit::replace(Span::new(base.end, end), product);
        let (place, label) = (Span::new(sign.start, end), "a power is a product".to_owned());
        self.found.push(Repair { place, label, edit });
        Some(length + 1)
    }

    /// `c.right`, which is `c + right`, and `c.row`, which is `row(c)`.
    fn access(&mut self, index: usize) -> Option<usize> {
        let [object, dot, name] = self.tokens.get(index - 1..=index + 1)? else { return None };
        let follows = |left: &Lexeme, right: &Lexeme| left.span.end == right.span.start;
        let is_joined = follows(object, dot) && follows(dot, name);
        let is_called = self.token(index + 2) == Some(Token::OpenParenthesis);
        if dot.token != Token::Dot || name.token != Token::Word || !is_joined || is_called {
            return None;
        }
        let before = index.checked_sub(2).map(|it| &self.tokens[it]);
        let is_chained = before.is_some_and(|it| it.token == Token::Dot && follows(it, object));
        let (word, object_word) = (self.word(index + 1), self.word(index - 1));
        if STEPS.contains(&word) {
            self.add(dot.span, "a step is added", " + ");
        } else if object.token == Token::Word && !is_chained {
            let meant = format!("{word}({object_word})");
            let place = object.span.to(name.span);
            self.add(place, "parentheses stand around what this is said of", &meant);
        } else {
            return None;
        }
        Some(2)
    }
}
