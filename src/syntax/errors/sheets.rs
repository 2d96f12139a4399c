//! The words for what is wrong with a line of a puzzle by rules of its own. Its sentences are those of
//! theories with numbers in them; `sentences` and `repairs` have the words for these.

use super::empty::{empty_list, without_arguments};
use super::ends::{end_of, ends_operand};
use super::sentences::unexpected_in_sentence;
use super::starts::synonym;
use super::{changes, declarations, facts, several, unexpected_at};
use crate::diagnostic::code::{UNEXPECTED, UNKNOWN_CHARACTER};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::beyond::beyond;
use crate::syntax::elsewhere;
use crate::syntax::keyword::Keyword;
use crate::syntax::terminal::SHEET_DECLARATIONS;
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// A line of a puzzle of which the token `at` could not be read; `None` is its end.
pub(in crate::syntax) fn unexpected_in_puzzle(
    text: &str,
    tokens: &[Lexeme],
    at: Option<Span>,
) -> Diagnostic {
    let line = Line { text, tokens };
    let first = line.word(0);
    let is_followed = tokens.len() == 1 || !matches!(line.token(1), Some(Token::OpenParenthesis));
    if first == "rule" && line.token(1) != Some(Token::Equals) {
        return match line.token(2) {
            Some(Token::Colon) if tokens.len() > 3 => {
                unexpected_in_sentence(text, &tokens[3..], at, true)
            }
            _ => declarations::unexpected_in_declaration(text, tokens, at),
        };
    }
    if let Some(fault) = line.second_part(at) {
        return fault;
    }
    if let Some(sentence) = line.sentence_at(at) {
        let changed = || changes::assigned(text, tokens, sentence);
        return changed().unwrap_or_else(|| unexpected_in_sentence(text, sentence, at, true));
    }
    if SHEET_DECLARATIONS.contains(&first) && is_followed {
        return match empty_list(tokens) {
            Some(list) => without_arguments(list),
            None => line.declaration(at),
        };
    }
    if let ("board", [board, name, drawing]) = (first, tokens)
        && (name.token, drawing.token) == (Token::Word, Token::Text(true))
    {
        let word = line.word(1);
        let edit = Edit::delete(Span::new(board.span.start, name.span.start));
        return unexpected_at(text, Some(name.span), name.span)
            .help(format!("what is drawn of `{word}` alone is written `{word} \"\"\"…\"\"\"`"))
            .fix(Fix::maybe("leave `board` out", vec![edit]));
    }
    let is_declared = matches!(line.token(1), Some(Token::Word | Token::Number));
    if let Some(fault) = line.aim().or_else(|| facts::listed(text, tokens)) {
        return fault;
    }
    let foreign = || elsewhere::minizinc(text, tokens);
    if let Some(fault) = beyond(first, tokens[0].span).or_else(foreign) {
        return fault;
    }
    let is_prose = matches!(first, "all" | "some" | "no" | "not" | "if" | "either" | "neither");
    if is_declared
        && !is_prose
        && let Some(meant) = declarations::meant(text, tokens, &SHEET_DECLARATIONS)
    {
        let usage = Keyword::find_in_sheet(meant).map_or("", |it| it.usage);
        let edit = Edit::replace(tokens[0].span, meant);
        let diagnostic = unexpected_at(text, Some(tokens[0].span), tokens[0].span)
            .help(format!("did you mean `{meant}`? It is written `{usage}`"));
        return diagnostic.fix(Fix::maybe(format!("write `{meant}`"), vec![edit]));
    }
    if let Some(labelled) = declarations::without_word(text, tokens) {
        return labelled;
    }
    unexpected_in_sentence(text, tokens, at, true)
}

/// `%`, which in other languages is `mod`.
pub(in crate::syntax) fn percent(text: &str, span: Span) -> (Diagnostic, Option<Edit>) {
    let is_blank = |it: Option<char>| it.is_none_or(char::is_whitespace);
    let left = if is_blank(text[..span.start as usize].chars().next_back()) { "" } else { " " };
    let right = if is_blank(text[span.end as usize..].chars().next()) { "" } else { " " };
    let edit = Edit::replace(span, format!("{left}mod{right}"));
    let diagnostic =
        Diagnostic::new(UNKNOWN_CHARACTER, span, "unknown character `%`", "`mod` is meant")
            .help("what a division leaves over is `TERM mod TERM`");
    (diagnostic, Some(edit))
}

/// A line and its words.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    tokens: &'a [Lexeme],
}

impl<'a> Line<'a> {
    fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |it| &self.text[it.span.range()])
    }

    fn token(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).map(|it| it.token)
    }

    fn find(&self, from: usize, token: Token) -> Option<usize> {
        (from..self.tokens.len()).find(|it| self.tokens[*it].token == token)
    }

    /// Of a line about what is done, the tokens of the sentence in which `at` lies.
    fn sentence_at(&self, at: Option<Span>) -> Option<&'a [Lexeme]> {
        let is_stated = match self.word(0) {
            "start" | "goal" | "when" | "then" => self.token(1) != Some(Token::Equals),
            "action" => self.token(1) == Some(Token::Word),
            _ => return None,
        };
        let end = at.map_or(self.tokens.len(), |at| {
            self.tokens.partition_point(|it| it.span.start < at.start)
        });
        let begins = |it: &usize| matches!(self.word(*it), "start" | "goal" | "when" | "then");
        let from = (0..end).rev().find(|it| begins(it) && (*it == 0 || self.word(0) != "start"))?;
        let sentence = &self.tokens[from + 1..];
        (is_stated && !sentence.is_empty()).then_some(sentence)
    }

    /// A `when` or `then` behind another one, which begins a line of its own.
    fn second_part(&self, at: Option<Span>) -> Option<Diagnostic> {
        let begins = |it: &Lexeme| matches!(&self.text[it.span.range()], "when" | "then");
        let found = self.tokens[1..].iter().find(|it| Some(it.span) == at && begins(it))?;
        if !matches!(self.word(0), "action" | "when" | "then") {
            return None;
        }
        let line =
            self.text[..self.tokens[0].span.start as usize].rfind('\n').map_or(0, |it| it + 1);
        let indentation = &self.text[line..self.tokens[0].span.start as usize];
        let is_behind = |it: &Lexeme| it.span >= found.span && begins(it);
        let lines = self.tokens.windows(2).filter(|pair| is_behind(&pair[1]));
        let edits: Vec<_> = lines
            .map(|pair| {
                let gap = Span::new(pair[0].span.end, pair[1].span.start);
                Edit::replace(gap, format!("\n{indentation}"))
            })
            .collect();
        let mut diagnostic = unexpected_at(self.text, at, found.span);
        diagnostic.label = "this begins a line of its own".to_owned();
        let diagnostic = diagnostic.help("an action may have several lines with `when` and `then`");
        let is_blank = indentation.trim().is_empty();
        let title = if edits.len() == 1 { "write two lines" } else { "write each on its line" };
        Some(if is_blank { diagnostic.fix(Fix::maybe(title, edits)) } else { diagnostic })
    }

    /// What shall be greatest or least, which is asked below the block.
    fn aim(&self) -> Option<Diagnostic> {
        let word = self.word(0);
        let verb = synonym(word).unwrap_or(word);
        // `max` and `min` of terms are terms.
        let is_term = verb != word && self.token(1) == Some(Token::OpenParenthesis);
        if !matches!(verb, "largest" | "smallest") || is_term {
            return None;
        }
        let term = self.tokens.get(1)?.span.to(end_of(self.tokens));
        let place = self.tokens[0].span;
        let message = format!("unexpected `{word}`");
        let help = format!("write `{verb} NAME: {}` there", &self.text[term.range()]);
        let label = "what is looked for is asked below the block";
        Some(Diagnostic::new(UNEXPECTED, place, message, label).help(help))
    }

    /// A line that begins with a word of a declaration.
    fn declaration(&self, at: Option<Span>) -> Diagnostic {
        let first = self.word(0);
        let usage = match first {
            "sort" if self.token(3) == Some(Token::Word) => "sort NAME = NAMES",
            "distinct" if declarations::lists_new_names(self.text, &self.tokens[1..]) => {
                "distinct NAMES: RANGE"
            }
            _ => Keyword::find_in_sheet(first).map_or("", |it| it.usage),
        };
        let help = format!("write `{usage}`");
        let is_at_comma = |it: &Lexeme| Some(it.span) == at && it.token == Token::Comma;
        if first == "sort"
            && self.find(2, Token::Equals).is_none()
            && self.tokens.iter().any(is_at_comma)
        {
            let fault = unexpected_at(self.text, at, end_of(self.tokens));
            return several::sorts(self.text, self.tokens, fault.help(help));
        }
        if let Some(name) = declarations::misnamed(self.text, self.tokens).next() {
            return declarations::reserved(self.text, name);
        }
        let braced = || declarations::braced(self.text, self.tokens);
        if let Some(fault) = elsewhere::range_in(self.text, self.tokens).or_else(braced) {
            return fault;
        }
        if let Some(glued) =
            at.and_then(|it| declarations::without_line_break(self.text, self.tokens, it))
        {
            return glued;
        }
        if let Some((label, edits)) = self.meant(at) {
            let place = edits.first().map_or(self.tokens[0].span, |it| it.span);
            let (message, title) = match &edits[..] {
                [Edit { span, text }, ..] if span.is_empty() => {
                    let sign = text.trim();
                    (format!("`{sign}` is missing"), format!("insert `{sign}`"))
                }
                [Edit { span, text }, ..] => {
                    let found = self.text[span.range()].trim();
                    (format!("unexpected `{found}`"), format!("write `{}`", text.trim()))
                }
                [] => ("the line ends too early".to_owned(), String::new()),
            };
            return Diagnostic::new(UNEXPECTED, place, message, label)
                .help(help)
                .fix(Fix::maybe(title, edits));
        }
        let sentence = match first {
            "define" => self.body(),
            "sign" => self.find(1, Token::Colon),
            _ => None,
        };
        let index = at.map_or(self.tokens.len(), |at| {
            self.tokens.partition_point(|it| it.span.start < at.start)
        });
        match sentence {
            Some(colon) if index > colon && colon + 1 < self.tokens.len() => {
                unexpected_in_sentence(self.text, &self.tokens[colon + 1..], at, true)
            }
            _ => unexpected_at(self.text, at, end_of(self.tokens)).help(help),
        }
    }

    /// Where the sign stands behind which a definition says what its name stands for.
    fn body(&self) -> Option<usize> {
        let after = match self.token(2) {
            Some(Token::OpenParenthesis) => self.find(2, Token::CloseParenthesis)? + 1,
            _ => 2,
        };
        matches!(self.token(after), Some(Token::Colon | Token::Equals)).then_some(after)
    }

    /// What a declaration was surely meant to say, with the edits that make it say so.
    fn meant(&self, at: Option<Span>) -> Option<(&'static str, Vec<Edit>)> {
        self.size().or_else(|| self.range()).or_else(|| match self.word(0) {
            "distinct" if let Some(place) = self.spread_out() => {
                let edit = Edit::replace(place, self.word(1));
                Some(("the name alone means all its values", vec![edit]))
            }
            "distinct" if let Some(place) = self.within() => {
                Some(("`in` tells within what they differ", vec![Edit::replace(place, "in")]))
            }
            "function" | "constant" | "given" if let Some(place) = self.sign_of_range(at) => {
                Some(("what the values are stands behind `:`", vec![Edit::replace(place, ":")]))
            }
            "sign"
                if matches!(self.token(1), Some(Token::Text(_)))
                    && self.token(2) == Some(Token::Equals) =>
            {
                let place = Span::new(self.tokens[1].span.end, self.tokens[2].span.end);
                let label = "a `:` parts the sign from what it says";
                Some((label, vec![Edit::replace(place, ":")]))
            }
            "given" | "distinct" | "sort" => self.listed(at?),
            "define" => self.parameters(),
            "wins" | "loses" | "score" if self.find(1, Token::Colon).is_none() => {
                let edit = Edit::insert(self.tokens[0].span.end, " p:");
                Some(("who it is about stands before it, `p` for either of the two", vec![edit]))
            }
            "sign"
                if matches!(self.token(1), Some(Token::Text(_)))
                    && self.token(2).is_some_and(|it| it != Token::Colon) =>
            {
                let end = self.tokens[1].span.end;
                Some(("a `:` parts the sign from what it says", vec![Edit::insert(end, ":")]))
            }
            _ => None,
        })
    }

    /// `9x9` and `9 x 9` for `9 by 9`, and a size without `=`.
    fn size(&self) -> Option<(&'static str, Vec<Edit>)> {
        if self.word(0) != "grid" {
            return None;
        }
        let mut edits = Vec::new();
        if self.token(2) == Some(Token::Number) {
            edits.push(Edit::insert(self.tokens[1].span.end, " ="));
        }
        for index in 2..self.tokens.len() {
            if self.token(index - 1) != Some(Token::Number) {
                continue;
            }
            let (before, place) = (self.tokens[index - 1].span.end, self.tokens[index].span);
            let rest = match self.word(index) {
                "x" | "X" | "×" | "*" if self.token(index + 1) == Some(Token::Number) => " by",
                word => {
                    let digits = word.strip_prefix(['x', 'X']);
                    let Some(digits) = digits.filter(|it| it.parse::<u32>().is_ok()) else {
                        continue;
                    };
                    edits
                        .push(Edit::replace(Span::new(before, place.end), format!(" by {digits}")));
                    continue;
                }
            };
            edits.push(Edit::replace(Span::new(before, place.end), rest));
        }
        (!edits.is_empty()).then_some(("the size is written as in `9 by 9`", edits))
    }

    /// `1-9`, `1...9` and `1 to 9` for `1..9`.
    fn range(&self) -> Option<(&'static str, Vec<Edit>)> {
        let is_number = |index: usize| self.token(index) == Some(Token::Number);
        (2..self.tokens.len()).find_map(|index| {
            if !is_number(index - 1) {
                return None;
            }
            let length = match (self.token(index), self.token(index + 1)) {
                (Some(Token::Range), Some(Token::Dot)) => 2,
                (Some(Token::Minus), Some(Token::Number)) => 1,
                (Some(Token::Word), Some(Token::Number)) if self.word(index) == "to" => 1,
                _ => return None,
            };
            let is_first =
                matches!(self.token(index - 2), Some(Token::Equals | Token::Colon | Token::Minus));
            let place = Span::new(
                self.tokens[index - 1].span.end,
                self.tokens.get(index + length)?.span.start,
            );
            (is_first && is_number(index + length))
                .then(|| ("a range is written as in `1..9`", vec![Edit::replace(place, "..")]))
        })
    }

    /// Another sign before what values are, with the blank before it.
    fn sign_of_range(&self, at: Option<Span>) -> Option<Span> {
        let index = self.tokens.iter().position(|it| Some(it.span) == at)?;
        let is_sign = matches!(self.token(index), Some(Token::Arrow | Token::Equals))
            || self.word(index) == "in";
        let has_colon = self.tokens.iter().any(|it| it.token == Token::Colon);
        let before = self.tokens[index.checked_sub(1)?].span.end;
        (is_sign && !has_colon).then(|| Span::new(before, self.tokens[index].span.end))
    }

    /// All behind the first word of `distinct house(b) for b: Baker`.
    fn spread_out(&self) -> Option<Span> {
        let is_applied = self.token(2) == Some(Token::OpenParenthesis)
            && self.token(4) == Some(Token::CloseParenthesis);
        let is_all = match self.tokens.len() {
            5 => true,
            7 => self.word(5) == "for",
            9 => self.word(5) == "for" && self.token(7) == Some(Token::Colon),
            _ => false,
        };
        let end = self.tokens[self.tokens.len() - 1].span.end;
        (is_applied && is_all).then(|| Span::new(self.tokens[1].span.start, end))
    }

    /// Another word in the place of the `in` of `distinct NAMES in NAMES`.
    fn within(&self) -> Option<Span> {
        let is_other =
            |it: &&Lexeme| matches!(&self.text[it.span.range()], "by" | "within" | "per" | "on");
        self.tokens.iter().skip(2).find(is_other).map(|it| it.span)
    }

    /// Commas that are missing between values or names, from `at` on.
    fn listed(&self, at: Span) -> Option<(&'static str, Vec<Edit>)> {
        let from = self.tokens.partition_point(|it| it.span.start < at.start);
        let is_item = |it: &Lexeme| {
            matches!(it.token, Token::Word | Token::Number) && ends_operand(self.text, it)
        };
        let rest = self.tokens.get(from.checked_sub(1)?..)?;
        let rest = rest.split(|it| it.token == Token::Colon).next()?;
        let is_list = rest.iter().all(|it| is_item(it) || it.token == Token::Comma);
        let edits: Vec<_> = rest
            .windows(2)
            .filter(|pair| is_item(&pair[0]) && is_item(&pair[1]))
            .map(|pair| Edit::insert(pair[0].span.end, ","))
            .collect();
        (is_list && !edits.is_empty()).then_some(("a `,` is missing here", edits))
    }

    /// A definition with blanks between its variables, or without `:`.
    fn parameters(&self) -> Option<(&'static str, Vec<Edit>)> {
        let Some(Token::OpenParenthesis) = self.token(2) else { return None };
        let close = self.find(2, Token::CloseParenthesis)?;
        let edits: Vec<_> = self.tokens[3..close]
            .windows(2)
            .filter(|pair| pair.iter().all(|it| it.token == Token::Word))
            .map(|pair| Edit::insert(pair[0].span.end, ","))
            .collect();
        if !edits.is_empty() {
            return Some(("a `,` stands between variables", edits));
        }
        let next = self.tokens.get(close + 1)?;
        let is_body = matches!(next.token, Token::Word | Token::OpenParenthesis);
        let end = self.tokens[close].span.end;
        is_body
            .then(|| ("a `:` parts the name from what it stands for", vec![Edit::insert(end, ":")]))
    }
}
