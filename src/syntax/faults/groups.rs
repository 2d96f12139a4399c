//! A formula read as groups, one a pair of parentheses, in which anything may follow anything;
//! parentheses without a partner are found on the way.

use super::repair::keep_valid;
use super::{MAX_FAULTS, SyntaxFault};
use crate::diagnostic::Edit;
use crate::diagnostic::code::*;
use crate::syntax::terminal;
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// What some write for `∨`. It is a name like any other, but for the place between two formulas.
const LETTER_FOR_OR: &str = "v";

/// An operand as it is written, with the `-` before it.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) span: Span,
    /// The group it is, when it is one.
    pub(super) group: Option<usize>,
    /// Signs stand before it.
    pub(super) is_negated: bool,
}

#[derive(Clone, Copy)]
pub(super) enum GroupPart {
    Operand(Operand),
    Connective(Lexeme),
    /// A `-` with nothing behind it.
    LoneNot(Span),
    /// Something that belongs in no formula; already reported.
    Noise,
}

impl GroupPart {
    /// A connective without a sign for it here, such as `implies`.
    pub(super) fn is_word(self, text: &str) -> bool {
        matches!(self, Self::Connective(it) if it.token == Token::Word && native(text, it).is_none())
    }
}

/// What stands between a pair of parentheses, or in the whole formula.
#[derive(Default)]
pub(super) struct FaultGroup {
    pub(super) parentheses: Option<(Span, Span)>,
    pub(super) parts: Vec<GroupPart>,
    /// The name that is applied to it and to what else stands between the parentheses: then it is a formula of
    /// its own, which ends before a comma or the `)`.
    applied: Option<Span>,
    /// Where it ends then.
    pub(super) end: Option<Span>,
    /// Where the pending `-` signs start.
    negation: Option<Span>,
}

impl FaultGroup {
    fn operand(&mut self, span: Span, group: Option<usize>) {
        let negation = self.negation.take();
        let span = negation.map_or(span, |start| start.to(span));
        self.parts.push(GroupPart::Operand(Operand {
            span,
            group,
            is_negated: negation.is_some(),
        }));
    }

    /// Whether the word at `index` that is next in it is applied to what stands in parentheses behind it.
    fn is_applied(&self, text: &str, tokens: &[Lexeme], index: usize) -> bool {
        let word = &text[tokens[index].span.range()];
        let is_behind_operand = || matches!(self.parts.last(), Some(GroupPart::Operand(_)));
        terminal::is_before_parenthesis(tokens, index)
            && terminal::can_be_applied(word)
            && !(terminal::is_foreign_connective(word) && is_behind_operand())
    }

    fn part(&mut self, part: GroupPart) {
        self.parts.extend(self.negation.take().map(GroupPart::LoneNot));
        self.parts.push(part);
    }

    /// Ends one of the formulas that a name is applied to; the next one begins behind it.
    fn end_argument(&mut self, text: &str, end: Span) -> Self {
        let next = Self { applied: self.applied, ..Self::default() };
        let mut ended = std::mem::replace(self, next);
        ended.close(text);
        ended.end = Some(Span::at(end.start));
        ended
    }

    fn close(&mut self, text: &str) {
        self.parts.extend(self.negation.take().map(GroupPart::LoneNot));
        // Two formulas with a `v` between them: it stands for a `∨`.
        for index in 1..self.parts.len().saturating_sub(1) {
            if let [GroupPart::Operand(_), GroupPart::Operand(it), GroupPart::Operand(_)] =
                self.parts[index - 1..=index + 1]
                && text[it.span.range()].eq_ignore_ascii_case(LETTER_FOR_OR)
            {
                let lexeme = Lexeme { token: Token::Word, span: it.span };
                self.parts[index] = GroupPart::Connective(lexeme);
            }
        }
    }

    /// Its only operand, when it holds nothing else.
    pub(super) fn only_operand(&self) -> Option<Operand> {
        match self.parts[..] {
            [GroupPart::Operand(operand)] => Some(operand),
            _ => None,
        }
    }
}

/// The groups of a formula in the order in which they end; the whole formula is the last.
pub(super) struct Groups {
    pub(super) groups: Vec<FaultGroup>,
    /// Faults of single tokens.
    pub(super) faults: Vec<SyntaxFault>,
}

impl Groups {
    /// Reads the tokens, or says which parenthesis has no partner.
    pub(super) fn read(text: &str, tokens: &[Lexeme]) -> Result<Self, Box<SyntaxFault>> {
        let mut read = Self { groups: Vec::new(), faults: Vec::new() };
        let mut open: Vec<(FaultGroup, Span)> = Vec::new();
        let mut current = FaultGroup::default();
        let mut unmatched = Vec::new();
        let mut applied = None;
        for (index, lexeme) in tokens.iter().enumerate() {
            let span = lexeme.span;
            read.faults.truncate(MAX_FAULTS + 1);
            match lexeme.token {
                Token::OpenParenthesis => {
                    let group = FaultGroup { applied: applied.take(), ..FaultGroup::default() };
                    open.push((std::mem::replace(&mut current, group), span));
                }
                Token::Comma if current.applied.is_some() => {
                    read.groups.push(current.end_argument(text, span));
                }
                Token::CloseParenthesis => match open.pop() {
                    Some((outer, start)) => {
                        let group = std::mem::replace(&mut current, outer);
                        read.close(text, group, start.to(span), &mut current);
                    }
                    None => unmatched.push(span),
                },
                Token::Minus => current.negation = current.negation.or(Some(span)),
                Token::ForeignNot => {
                    read.foreign_not(text, span);
                    current.negation = current.negation.or(Some(span));
                }
                sign if is_connective(sign) => current.part(GroupPart::Connective(*lexeme)),
                Token::Word
                    if let Some(word) = terminal::connective_in_place(text, tokens, index) =>
                {
                    read.connective(text, lexeme, &word, &mut current);
                }
                Token::Word if current.is_applied(text, tokens, index) => applied = Some(span),
                Token::Word => read.word(text, lexeme, &mut current),
                Token::Number => {
                    read.faults.push(constant(text, span));
                    current.operand(span, None);
                }
                _ => {
                    read.faults.push(foreign_sign(text, span));
                    current.part(GroupPart::Noise);
                }
            }
        }
        if !unmatched.is_empty() {
            return Err(Box::new(unmatched_close(text, tokens, &unmatched)));
        }
        if !open.is_empty() {
            let spans: Vec<_> = open.iter().map(|(_, span)| *span).collect();
            return Err(Box::new(unclosed(text, tokens, &spans)));
        }
        current.close(text);
        read.groups.push(current);
        Ok(read)
    }

    /// Ends a group at its `)`, which makes it an operand of the one around it.
    fn close(&mut self, text: &str, mut group: FaultGroup, place: Span, outer: &mut FaultGroup) {
        let (start, end) = (place.start, place.end);
        if let Some(name) = group.applied {
            self.groups.push(group.end_argument(text, Span::new(end - 1, end)));
            return outer.operand(name.to(place), None);
        }
        group.close(text);
        group.parentheses = Some((Span::new(start, start + 1), Span::new(end - 1, end)));
        outer.operand(place, Some(self.groups.len()));
        self.groups.push(group);
    }

    /// Reads a word in a group.
    fn word(&mut self, text: &str, lexeme: &Lexeme, group: &mut FaultGroup) {
        let span = lexeme.span;
        match &text[span.range()] {
            word if terminal::is_foreign_connective(word) => {
                self.connective(text, lexeme, word, group);
            }
            word if terminal::is_reserved(word) => {
                self.faults.push(starts_line(word, span));
                group.part(GroupPart::Noise);
            }
            _ => group.operand(span, None),
        }
    }

    /// Reads a connective of another notation, which is this word.
    fn connective(&mut self, text: &str, lexeme: &Lexeme, word: &str, group: &mut FaultGroup) {
        if word == "not" {
            self.foreign_not(text, lexeme.span);
            group.negation = group.negation.or(Some(lexeme.span));
        } else {
            group.part(GroupPart::Connective(*lexeme));
        }
    }

    fn foreign_not(&mut self, text: &str, span: Span) {
        let sign = &text[span.range()];
        // `not x` leaves no blank behind.
        let is_word = sign.ends_with(|it: char| it.is_alphabetic());
        let blank = if is_word && text[span.end as usize..].starts_with(' ') { 1 } else { 0 };
        let replaced = Span::new(span.start, span.end + blank);
        self.faults.push(
            SyntaxFault::new(
                FOREIGN_CONNECTIVE,
                span,
                format!("`{sign}` belongs to another notation"),
                "“not” is written `-`",
            )
            .help("write `-` directly before what it negates")
            .repair(vec![Edit::replace(replaced, "-")]),
        );
    }

    /// Whether a group's parentheses hold a single operand and so should not be there.
    pub(super) fn is_superfluous(&self, operand: Operand) -> bool {
        operand.group.is_some_and(|group| self.groups[group].only_operand().is_some())
    }

    /// Deletes the parentheses of a superfluous group and those nested directly in it.
    pub(super) fn unwrap(&self, operand: Operand) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut group = operand.group;
        while let Some(index) = group
            && let Some(inner) = self.groups[index].only_operand()
        {
            let (open, close) = self.groups[index].parentheses.unwrap_or_default();
            edits.extend([Edit::delete(open), Edit::delete(close)]);
            group = if inner.is_negated { None } else { inner.group };
        }
        edits
    }
}

/// Whether a sign joins two formulas, here or in other notations.
const fn is_connective(sign: Token) -> bool {
    use Token::*;
    matches!(
        sign,
        Star | Plus
            | ForeignAnd
            | ForeignOr
            | Arrow
            | ForeignXor
            | ForeignArrow
            | Expect
            | Equals
            | DoubleArrow
    )
}

fn unmatched_close(text: &str, tokens: &[Lexeme], spans: &[Span]) -> SyntaxFault {
    let start = tokens[0].span.start;
    let fault = SyntaxFault::new(
        MISMATCHED_PARENTHESES,
        spans[0],
        "mismatched parentheses",
        "nothing opens this one",
    );
    let candidates = [
        spans.iter().map(|&span| Edit::delete(span)).collect(),
        vec![Edit::insert(start, "(".repeat(spans.len()))],
    ];
    keep_valid(text, tokens, fault, candidates).help("every `)` closes a `(` before it")
}

fn unclosed(text: &str, tokens: &[Lexeme], spans: &[Span]) -> SyntaxFault {
    let end = tokens[tokens.len() - 1].span.end;
    let fault = SyntaxFault::new(
        MISMATCHED_PARENTHESES,
        spans[0],
        "mismatched parentheses",
        "nothing closes this one",
    );
    let candidates = [
        vec![Edit::insert(end, ")".repeat(spans.len()))],
        spans.iter().map(|&span| Edit::delete(span)).collect(),
    ];
    keep_valid(text, tokens, fault, candidates).help("every `(` needs a `)` behind its formula")
}

/// The connective of ours that a connective of any notation is.
pub(super) fn native(text: &str, connective: Lexeme) -> Option<&'static str> {
    match (connective.token, &text[connective.span.range()]) {
        (Token::Star | Token::ForeignAnd, _) => Some("*"),
        (Token::Plus | Token::ForeignOr, _) => Some("+"),
        (Token::Word, word) if word.eq_ignore_ascii_case("and") => Some("*"),
        (Token::Word, word) if word.eq_ignore_ascii_case("or") => Some("+"),
        (Token::Word, word) if word.eq_ignore_ascii_case(LETTER_FOR_OR) => Some("+"),
        _ => None,
    }
}

/// A word of the language in the middle of a formula.
fn starts_line(word: &str, span: Span) -> SyntaxFault {
    let message = format!("`{word}` is not part of a formula");
    SyntaxFault::new(UNEXPECTED, span, message, "this word starts a line of its own")
        .help(format!("put `{word}` on a new line, or use another name"))
}

/// A number in a formula.
fn constant(text: &str, span: Span) -> SyntaxFault {
    let message = format!("`{}` is not part of a formula", &text[span.range()]);
    SyntaxFault::new(CONSTANT_IN_FORMULA, span, message, "formulas have no constants")
        .help("write a variable, or leave it out: `(F*1)` and `(F+0)` are `F`")
}

/// A sign that formulas do not have.
fn foreign_sign(text: &str, span: Span) -> SyntaxFault {
    let message = format!("`{}` is not part of a formula", &text[span.range()]);
    SyntaxFault::new(UNEXPECTED, span, message, "not expected here")
        .repair(vec![Edit::delete(span)])
        .guess()
}
