//! What people write around the name that a question is about: its kind, quotes, moves in parentheses, the file of a
//! picture.

use super::values::foreign_values;
use crate::diagnostic::code::UNEXPECTED;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::{VERBS, Verb};
use crate::syntax::terminal;
use crate::syntax::token::{Lexeme, Token};
use crate::text::{LONGEST_SHOWN, Span};

/// The one fault of a question with words or signs that it does not have.
pub(in crate::syntax) fn misplaced(text: &str, tokens: &[Lexeme]) -> Option<Diagnostic> {
    let question = AskedLine { text, tokens };
    let is_question = VERBS.iter().any(|(it, _)| *it == question.word(0));
    if question.word(0) == "why" && question.word(1) == "not" {
        return question.denied();
    }
    if !is_question || tokens.len() < 3 {
        return question.quoted().filter(|_| is_question);
    }
    foreign_values(text, tokens)
        .or_else(|| question.quoted())
        .or_else(|| question.before_name())
        .or_else(|| question.written_to())
        .or_else(|| question.moves())
        .or_else(|| question.bounded())
        .or_else(|| question.without_name())
}

/// Numbers among the words behind a name: moves of a game, or how many steps a maze shall allow.
pub(super) fn with_number(
    text: &str,
    [verb, name]: [&Lexeme; 2],
    rest: &[Lexeme],
    diagnostic: Diagnostic,
) -> Diagnostic {
    let word = |it: &Lexeme| &text[it.span.range()];
    let place = diagnostic.span;
    let are_numbers = rest.iter().all(|it| it.token == Token::Number);
    let is_played = |it: &(&str, Verb)| it.0 == word(verb) && it.1.takes_moves();
    if are_numbers && VERBS.iter().any(is_played) {
        let meant = format!("after {}", &text[place.range()]);
        let edit = Edit::insert(place.start, "after ");
        return diagnostic
            .help(format!(
                "moves stand behind `after`: write `{} {} {meant}`",
                word(verb),
                word(name)
            ))
            .fix(Fix::maybe(format!("write `{meant}`"), vec![edit]));
    }
    let number = rest.iter().find(|it| it.token == Token::Number).map_or("3", word);
    let diagnostic = diagnostic.help(format!(
        "only mazes have steps; how many one allows stands in its block, as in `steps {number}`"
    ));
    match are_numbers {
        true => {
            let deleted = Edit::delete_word(text, place);
            diagnostic.fix(Fix::maybe("delete it", vec![deleted]))
        }
        // Whoever says more means something by it.
        false => diagnostic,
    }
}

#[derive(Clone, Copy)]
struct AskedLine<'a> {
    text: &'a str,
    tokens: &'a [Lexeme],
}

impl<'a> AskedLine<'a> {
    fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |it| &self.text[it.span.range()])
    }

    fn token(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).map(|it| it.token)
    }

    /// Whether a name stands there.
    fn is_name(&self, index: usize) -> bool {
        self.token(index) == Some(Token::Word) && !terminal::is_reserved(self.word(index))
    }

    /// Where what is asked ends.
    fn end(&self) -> usize {
        let is_end = |it: &Lexeme| it.token == Token::Expect;
        self.tokens.iter().position(is_end).unwrap_or(self.tokens.len())
    }

    fn fault(&self, place: Span, label: &str) -> Diagnostic {
        let message = format!("unexpected `{}`", &self.text[place.range()]);
        Diagnostic::new(UNEXPECTED, place, message, label)
    }

    fn deleted(&self, place: Span) -> Fix {
        Fix::maybe("delete it", vec![Edit::delete_word(self.text, place)])
    }

    /// `why not solve NAME` and `why not NAME: SENTENCE`.
    fn denied(&self) -> Option<Diagnostic> {
        let is_verb = VERBS.iter().any(|(it, _)| *it == self.word(2));
        let place = self.tokens[1].span;
        if self.is_name(2) && self.token(3) == Some(Token::Colon) && self.end() > 4 {
            return Some(self.denied_sentence());
        }
        is_verb.then(|| {
            self.fault(place, "`why` tells the reasons of a no as well")
                .help(format!("write `why {} …`", self.word(2)))
                .fix(self.deleted(place))
        })
    }

    /// `why not NAME: SENTENCE`
    fn denied_sentence(&self) -> Diagnostic {
        let sentence = &self.tokens[4..self.end()];
        let is_engine = |it: &[Lexeme]| self.text[it[0].span.range()] == *"by";
        let engine = sentence.windows(2).rposition(is_engine).filter(|it| *it > 0);
        let sentence = &sentence[..engine.unwrap_or(sentence.len())];
        let whole = sentence[0].span.to(sentence[sentence.len() - 1].span);
        let joins =
            |it: &Lexeme| matches!(&self.text[it.span.range()], "and" | "or" | "->" | "<->");
        let denied = match sentence.iter().any(joins) {
            true => format!("not ({})", &self.text[whole.range()]),
            false => format!("not {}", &self.text[whole.range()]),
        };
        let place = self.tokens[1].span;
        let shown = if denied.len() > LONGEST_SHOWN { "not (SENTENCE)" } else { &denied };
        let meant = format!("why {}: {shown}", self.word(2));
        let edits = vec![
            Edit::delete(Span::new(place.start, self.tokens[2].span.start)),
            Edit::replace(whole, denied),
        ];
        self.fault(place, "what is denied is the sentence")
            .help(format!("write `{meant}`"))
            .fix(Fix::maybe("put it before the sentence", edits))
    }

    /// `solve "NAME"`.
    fn quoted(&self) -> Option<Diagnostic> {
        let place = self.tokens.get(1).filter(|it| it.token == Token::Text(true))?.span;
        let name = super::quoted_name(self.text, self.tokens)?;
        let edit = Edit::replace(place, &self.text[name.range()]);
        Some(
            self.fault(place, "a name has no quotes")
                .fix(Fix::maybe("leave the quotes out", vec![edit])),
        )
    }

    /// `solve all NAME`, `solve maze NAME`, `shortest path NAME`.
    fn before_name(&self) -> Option<Diagnostic> {
        let place = self.tokens[1].span;
        let is_alone = self.end() == 3 || matches!(self.word(3), "by" | "after" | ":");
        if !is_alone || !self.is_name(2) || self.token(1) != Some(Token::Word) {
            return None;
        }
        match self.word(1) {
            "all" if self.word(0) == "solve" => {
                let name = self.tokens[2].span;
                let edit = Edit::replace(place.to(name), format!("{} all", self.word(2)));
                Some(
                    self.fault(place, "this stands behind the name")
                        .help(format!("write `solve {} all`", self.word(2)))
                        .fix(Fix::maybe("put it behind the name", vec![edit])),
                )
            }
            "formula" | "clauses" | "maze" | "game" | "theory" | "puzzle" | "path" | "plan"
            | "way" | "walk" | "solution" | "solutions" | "move" => {
                let help = format!("write `{} {}`", self.word(0), self.word(2));
                Some(
                    self.fault(place, "the name alone says what is asked about")
                        .help(help)
                        .fix(self.deleted(place)),
                )
            }
            _ => None,
        }
    }

    /// `draw NAME -o FILE`, which is a command.
    fn written_to(&self) -> Option<Diagnostic> {
        let is_drawn = self.word(0) == "draw" && self.is_name(1);
        let is_option = matches!(self.word(2), ">" | "as" | "to")
            || self.token(2) == Some(Token::Minus) && matches!(self.word(3), "o" | "-" | "format")
            || self.token(3) == Some(Token::Dot)
                && matches!(self.word(4), "svg" | "png" | "dot" | "tex" | "txt");
        (is_drawn && is_option).then(|| {
            let rest = self.tokens[2].span.to(self.tokens[self.tokens.len() - 1].span);
            self.fault(rest, "a question names no file")
                .help(format!(
                    "a picture is written by `puzzle draw FILE {name} -o {name}.png`, in a session by `:draw {name} > {name}.png`",
                    name = self.word(1)
                ))
                .fix(self.deleted(rest))
        })
    }

    /// `solve NAME <= 3`.
    fn bounded(&self) -> Option<Diagnostic> {
        let rest = self.tokens.get(2..self.end())?;
        let (first, last) = (rest.first()?, rest.last()?);
        let is_bound = self.word(2).starts_with(['<', '≤']) && last.token == Token::Number;
        let is_asked = self.is_name(1) && !matches!(self.word(0), "eval" | "equivalent");
        (is_bound && is_asked && rest.len() <= 3).then(|| {
            let place = first.span.to(last.span);
            let fault = self.fault(place, "nothing says more of what is asked about");
            with_number(self.text, [&self.tokens[0], &self.tokens[1]], rest, fault)
        })
    }

    /// `play2win NAME(1, 4)` and `play2win NAME after 1, 4`.
    fn moves(&self) -> Option<Diagnostic> {
        let end = self.end();
        if !matches!(self.word(0), "play2win" | "line" | "moves") || !self.is_name(1) {
            return None;
        }
        let is_sign =
            |it: &Lexeme| matches!(&self.text[it.span.range()], "(" | ")" | "[" | "]" | "," | ";");
        let from = if self.word(2) == "after" { 3 } else { 2 };
        let given = &self.tokens[from..end];
        let is_move = |it: &Lexeme| matches!(it.token, Token::Word | Token::Number);
        let begins = from == 3 || given.first().is_some_and(&is_sign);
        let made: Vec<_> = given.iter().filter(|it| !is_sign(it)).collect();
        let is_list = made.iter().all(|it| is_move(it)) && made.len() < given.len();
        // Moves of a game by rules have parentheses of their own.
        let is_applied = given
            .windows(2)
            .any(|pair| pair[0].token == Token::Word && pair[1].token == Token::OpenParenthesis);
        if made.is_empty() || !begins || !is_list || is_applied {
            return None;
        }
        let made: Vec<_> = made.iter().map(|it| &self.text[it.span.range()]).collect();
        let meant = format!("after {}", made.join(" "));
        let place = given[0].span.to(given[given.len() - 1].span);
        let edit =
            Edit::replace(Span::new(self.tokens[1].span.end, place.end), format!(" {meant}"));
        Some(
            self.fault(place, "only blanks stand between moves")
                .help(format!("write `{} {} {meant}`", self.word(0), self.word(1)))
                .fix(Fix::maybe(format!("write `{meant}`"), vec![edit])),
        )
    }

    /// `largest TERM` without the name of the puzzle.
    fn without_name(&self) -> Option<Diagnostic> {
        let is_optimum = matches!(self.word(0), "smallest" | "largest");
        let has_colon = self.tokens.iter().any(|it| it.token == Token::Colon);
        let is_term = self.token(2) == Some(Token::OpenParenthesis)
            && self.tokens[1].span.end == self.tokens[2].span.start;
        (is_optimum && !has_colon && is_term).then(|| {
            let term = self.tokens[1].span.to(self.tokens[self.end() - 1].span);
            let message = "the puzzle is not named";
            let label = "expected the name of a puzzle";
            Diagnostic::new(UNEXPECTED, self.tokens[1].span, message, label).help(format!(
                "write `{} NAME: {}` with the name of the puzzle",
                self.word(0),
                &self.text[term.range()]
            ))
        })
    }
}
