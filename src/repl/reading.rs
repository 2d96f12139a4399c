//! What a typed text means: short forms written out, `it` replaced by what it stands for. The way
//! back is kept, so that messages point at what was typed.

use super::it::It;
use crate::diagnostic::code::UNKNOWN_NAME;
use crate::diagnostic::fix::apply;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::ast::{VERBS, Verb};
use crate::syntax::lines::{self, LinePiece};
use crate::syntax::terminal::{self, is_reserved, lacks_theory};
use crate::syntax::token::{Lexeme, Token, lex_from};
use crate::text::Span;

/// What the session knows that short forms may leave out.
pub(super) struct Context<'a> {
    /// The last answer.
    pub it: Option<&'a It>,
    /// Whether a declaration has a name. One called `it` is like any other.
    pub declares: &'a dyn Fn(&str) -> bool,
    /// What a verb alone asks about.
    pub target: &'a dyn Fn(Verb) -> Option<String>,
    /// Variables that are not in the formula to which `it` gives values.
    pub without: &'a [String],
}

/// A text as it is understood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TypedReading {
    /// The text with nothing left out.
    pub text: String,
    /// Whether `it` stands for values of variables.
    pub has_values: bool,
    /// The parts that were not typed, in order.
    seams: Vec<Seam>,
}

/// A part that was not typed as it is understood.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seam {
    /// Where it stands in the text as it is understood.
    read: Span,
    /// What was typed instead, or what it was added to.
    typed: Span,
    /// Whether it adds to what was typed and does not replace it.
    is_added: bool,
}

/// What replaces, or is added behind, a span of the typed text.
struct Change {
    edit: Edit,
    place: Span,
}

impl TypedReading {
    /// Understands a typed text.
    ///
    /// # Errors
    /// Where `it` cannot mean anything.
    pub(super) fn of(typed: &str, context: &Context<'_>) -> Result<Self, Vec<Diagnostic>> {
        let mut reader = Reader::new(typed, context);
        reader.read();
        reader.finish()
    }

    /// Understands a text as a query in which the verb stands for its first bytes: for a command,
    /// or for nothing.
    ///
    /// # Errors
    /// As [`TypedReading::of`].
    pub(super) fn asking(
        verb: Verb,
        instead_of: Span,
        typed: &str,
        context: &Context<'_>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut reader = Reader::new(typed, context);
        let blank = if instead_of.is_empty() { " " } else { "" };
        let edit = Edit::replace(instead_of, format!("{}{blank}", verb.word()));
        reader.changes.push(Change { edit, place: instead_of });
        let keyword = Lexeme { token: Token::Word, span: instead_of };
        let is_hidden =
            |it: &Lexeme| matches!(it.token, Token::Newline | Token::Comment | Token::DocComment);
        let rest = lex_from(typed, instead_of.end).filter(|it| !is_hidden(it));
        let tokens: Vec<_> = std::iter::once(keyword).chain(rest).collect();
        reader.query(verb, &tokens);
        reader.finish()
    }

    fn changed(typed: &str, changes: Vec<Change>) -> Self {
        let text = apply(typed, changes.iter().map(|it| &it.edit));
        let mut grown = 0_i64;
        let seams = changes.into_iter().map(|Change { edit, place }| {
            let start = (i64::from(edit.span.start) + grown) as u32;
            let length = edit.text.len() as u32;
            grown += i64::from(length) - i64::from(edit.span.len());
            let is_added = edit.span.is_empty();
            Seam { read: Span::new(start, start + length), typed: place, is_added }
        });
        Self { seams: seams.collect(), text, has_values: false }
    }

    /// Whether the text was typed as it is understood.
    pub(super) fn is_typed(&self) -> bool {
        self.seams.is_empty()
    }

    /// Where in the typed text something stands.
    pub(super) fn typed(&self, span: Span) -> Span {
        let mut removed = 0_i64;
        let mut start = None;
        let mut end = None;
        for seam in &self.seams {
            let back = |offset: u32| (i64::from(offset) + removed) as u32;
            if span.start < seam.read.start {
                start = start.or(Some(back(span.start)));
            }
            if span.end <= seam.read.start {
                end = end.or(Some(back(span.end)));
            }
            // Within a seam: what was typed there.
            if span.start >= seam.read.start && span.start < seam.read.end {
                start = start.or(Some(seam.typed.start));
            }
            if span.end > seam.read.start && span.end <= seam.read.end {
                end = end.or(Some(seam.typed.end));
            }
            let typed = if seam.is_added { 0 } else { seam.typed.len() };
            removed += i64::from(typed) - i64::from(seam.read.len());
        }
        let back = |offset: u32| (i64::from(offset) + removed) as u32;
        let start = start.unwrap_or_else(|| back(span.start));
        Span::new(start, end.unwrap_or_else(|| back(span.end)).max(start))
    }

    /// Whether a span touches what was not typed.
    fn touches_seam(&self, span: Span) -> bool {
        self.seams
            .iter()
            .any(|it| span.start < it.read.end && it.read.start < span.end.max(span.start + 1))
    }

    /// Whether a span lies in what `it` stands for.
    pub(super) fn is_in_it(&self, span: Span) -> bool {
        self.seams.iter().any(|it| !it.is_added && it.read.contains(span))
    }

    /// A diagnostic of the text as it is understood, pointing at what was typed.
    pub(super) fn in_typed(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        if self.is_typed() {
            return diagnostic;
        }
        diagnostic.span = self.typed(diagnostic.span);
        for place in diagnostic.related.iter_mut().filter(|it| it.source.is_none()) {
            place.span = self.typed(place.span);
        }
        // What was not typed cannot be repaired where it was typed.
        diagnostic.fixes.retain(|fix| !fix.edits.iter().any(|it| self.touches_seam(it.span)));
        for Fix { edits, .. } in &mut diagnostic.fixes {
            edits.iter_mut().for_each(|edit| edit.span = self.typed(edit.span));
        }
        diagnostic
    }
}

struct Reader<'a> {
    typed: &'a str,
    context: &'a Context<'a>,
    changes: Vec<Change>,
    faults: Vec<Diagnostic>,
    has_values: bool,
}

impl<'a> Reader<'a> {
    fn new(typed: &'a str, context: &'a Context<'a>) -> Self {
        Self { typed, context, changes: Vec::new(), faults: Vec::new(), has_values: false }
    }

    fn finish(self) -> Result<TypedReading, Vec<Diagnostic>> {
        match self.faults.is_empty() {
            true => Ok(TypedReading {
                has_values: self.has_values,
                ..TypedReading::changed(self.typed, self.changes)
            }),
            false => Err(self.faults),
        }
    }

    fn word(&self, lexeme: Lexeme) -> &str {
        &self.typed[lexeme.span.range()]
    }

    fn read(&mut self) {
        let mut lines = lines::split(self.typed, is_reserved);
        // Whether the open block is a game.
        let mut block = None;
        while let Some(piece) = lines.advance() {
            let open = match piece {
                LinePiece::Line(open) => open,
                LinePiece::Close(_) => {
                    block = None;
                    continue;
                }
                LinePiece::Documentation(_) => continue,
            };
            let tokens = lines.tokens();
            let Some(&first) = tokens.first() else { continue };
            let first = self.word(first);
            let asked = terminal::asked(self.typed, tokens);
            let verb = self.word(asked[0]);
            match block {
                Some(true) if first == "formula" => self.formulas(&tokens[1..]),
                Some(_) => {}
                None => match VERBS.iter().find(|(word, _)| *word == verb) {
                    Some(&(_, verb)) => self.query(verb, asked),
                    None if first == "why" => {
                        let asks = tokens.get(2).is_some_and(|it| it.token == Token::Colon)
                            || lacks_theory(self.typed, tokens);
                        self.query(if asks { Verb::Prove } else { Verb::Solve }, tokens);
                    }
                    None if first == "formula" => {
                        self.formulas(tokens.get(3..).unwrap_or_default());
                    }
                    None => {}
                },
            }
            if open.is_some() {
                let is_game = self.word(tokens[0]) == "game";
                block = Some(is_game);
            }
        }
    }

    /// Replaces `it` in formulas.
    fn formulas(&mut self, tokens: &[Lexeme]) {
        for &lexeme in tokens.iter().filter(|it| it.token == Token::Word) {
            self.replace(lexeme, "is no formula", |it| it.formula.clone());
        }
    }

    fn query(&mut self, verb: Verb, tokens: &[Lexeme]) {
        let keyword = tokens[0].span;
        // Of what `equivalent` compares only theories have sentences.
        let about = if verb == Verb::Equivalent { Verb::Prove } else { verb };
        if (lacks_theory(self.typed, tokens) || self.begins_with_proposition(verb, tokens))
            && let Some(theory) = (self.context.target)(about)
        {
            let colon = if tokens[1].token == Token::Colon { "" } else { ":" };
            let edit = Edit::insert(keyword.end, format!(" {theory}{colon}"));
            self.changes.push(Change { edit, place: keyword });
            return self.behind_target(verb, &tokens[1..]);
        }
        if self.leaves_out_target(verb, tokens)
            && let Some(target) = (self.context.target)(verb)
        {
            let edit = Edit::insert(keyword.end, format!(" {target}"));
            self.changes.push(Change { edit, place: keyword });
            return self.behind_target(verb, &tokens[1..]);
        }
        let mut depth = 0_i64;
        let ends = |index: &usize| {
            let index = *index;
            match tokens[index].token {
                Token::OpenParenthesis => depth += 1,
                Token::CloseParenthesis => depth -= 1,
                _ => {}
            }
            let next = tokens.get(index + 1).map(|it| it.token);
            let is_operand = matches!(tokens[index].token, Token::Word | Token::CloseParenthesis);
            depth <= 0 && is_operand && !matches!(next, Some(Token::Star | Token::Plus))
        };
        let first = (1..tokens.len()).find(ends).map_or(tokens.len(), |index| index + 1);
        let is_end =
            |it: &Lexeme| it.token == Token::Expect || matches!(self.word(*it), "by" | "after");
        let end = match verb {
            Verb::Eval => first,
            _ => tokens.iter().position(is_end).unwrap_or(tokens.len()).max(1),
        };
        self.formulas(&tokens[1..end]);
        self.behind_target(verb, &tokens[end..]);
    }

    /// Whether a word that nothing is called stands where a theory has to, and is a sentence of its own.
    fn begins_with_proposition(&self, verb: Verb, tokens: &[Lexeme]) -> bool {
        let Some(&second) = tokens.get(1).filter(|it| it.token == Token::Word) else {
            return false;
        };
        let third = tokens.get(2);
        let ends = match verb {
            Verb::Prove => {
                third.is_none_or(|it| it.token == Token::Expect || self.word(*it) == "by")
            }
            Verb::Equivalent => third.is_some_and(|it| it.token == Token::Comma),
            _ => false,
        };
        let word = self.word(second);
        ends && !matches!(word, "by" | "it") && !(self.context.declares)(word)
    }

    /// Whether nothing between the verb and the rest says what is asked about.
    fn leaves_out_target(&self, verb: Verb, tokens: &[Lexeme]) -> bool {
        let Some(&second) = tokens.get(1) else { return true };
        let third = tokens.get(2).map(|it| it.token);
        match second.token {
            Token::Expect => true,
            Token::Word if matches!(self.word(second), "by" | "after") => true,
            Token::Number => verb == Verb::Eval,
            Token::Word if verb == Verb::Eval => {
                let is_it =
                    self.word(second) == "it" && matches!(third, None | Some(Token::Expect));
                let has_values = self.context.it.is_some_and(|it| !it.values.is_empty());
                third == Some(Token::Equals) || is_it && has_values
            }
            _ => false,
        }
    }

    /// The part of a query behind what it asks about.
    fn behind_target(&mut self, verb: Verb, tokens: &[Lexeme]) {
        let mut is_expectation = false;
        for &lexeme in tokens {
            is_expectation |= lexeme.token == Token::Expect;
            if lexeme.token != Token::Word {
                continue;
            }
            let without = self.context.without;
            match verb {
                _ if is_expectation => {
                    self.replace(lexeme, "is nothing to expect", |it| Some(it.answer.clone()));
                }
                Verb::Eval => {
                    self.has_values |= self.word(lexeme) == "it";
                    self.replace(lexeme, "gives no values to variables", |it| it.bindings(without));
                }
                Verb::Play2Win | Verb::Line => {
                    self.replace(lexeme, "is no move", |it| it.moves.clone());
                }
                _ => {}
            }
        }
    }

    fn replace(&mut self, lexeme: Lexeme, refusal: &str, part: impl Fn(&It) -> Option<String>) {
        if self.word(lexeme) != "it" || (self.context.declares)("it") {
            return;
        }
        let span = lexeme.span;
        let Some(it) = self.context.it else {
            let message = "there is no answer yet that `it` could be";
            self.faults.push(
                Diagnostic::new(UNKNOWN_NAME, span, message, "nothing was answered")
                    .help("`it` is the last answer; ask something first"),
            );
            return;
        };
        match part(it) {
            Some(text) => {
                self.changes.push(Change { edit: Edit::replace(span, text), place: span });
            }
            None => {
                let answer = it.answer.lines().next().unwrap_or_default();
                let message = format!("the last answer, `{answer}`, {refusal}");
                let label = "`it` is the last answer";
                self.faults.push(
                    Diagnostic::new(UNKNOWN_NAME, span, message, label)
                        .help("`it` means something where its kind of answer belongs"),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back_to_what_was_typed() {
        let it = It::formula("(x*y)");
        let context = Context {
            it: Some(&it),
            declares: &|_| false,
            target: &|_| Some("clash".to_owned()),
            without: &[],
        };
        let check = |typed: &str, expected: &str, places: &[(&str, &str)]| {
            let reading = TypedReading::of(typed, &context).unwrap();
            assert_eq!(reading.text, expected);
            for (read, stands_for) in places {
                let start = expected.find(read).unwrap() as u32;
                let span = reading.typed(Span::new(start, start + read.len() as u32));
                assert_eq!(&typed[span.range()], *stands_for, "{read}");
            }
        };
        check(
            "solve (it+(z*it)) => it",
            "solve ((x*y)+(z*(x*y))) => (x*y)",
            &[("solve", "solve"), ("x*y", "it"), ("z", "z"), ("(z*(x*y))", "(z*it)"), ("=>", "=>")],
        );
        check(
            "solve by sat => it",
            "solve clash by sat => (x*y)",
            &[("clash", "solve"), ("sat", "sat"), ("=>", "=>"), ("(x*y)", "it")],
        );
        check("maze it { it -> it }", "maze it { it -> it }", &[]);
    }
}
