//! Finds out what is wrong with a formula that the grammar rejected.
//!
//! The tokens are read once more into groups (one a pair of parentheses) in which anything may
//! follow anything; then each group is asked what its sequence of operands and connectives lacks.
//! One mistake often breaks several rules: in `(x+(y)*z)` the connectives are mixed *and* `(y)` is
//! superfluous, but what is wrong is one misplaced parenthesis. So a group leaves its verdict on
//! its own parentheses to the group around it, which may know better.
//!
//! Every fault proposes local edits. A fix that is offered repairs the whole formula (the edits of
//! this fault's choice and of the first choice of all others) and was parsed to prove it.

use super::ast::Tree;
use super::parse::parse_tokens;
use super::terminal;
use super::token::{Lexeme, Token, lex};
use crate::diagnostic::code::*;
use crate::diagnostic::fix::apply;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;

/// Faults reported of one formula; more help nobody.
const MAX_FAULTS: usize = 20;
/// Bytes of formulas that are parsed to prove the fixes of one of them; beyond that none is
/// offered, since typing is never held up.
const MAX_PROOF_BYTES: usize = 1 << 20;
/// Formulas up to this length are written out in the title of a fix.
const MAX_TITLE: usize = 60;

/// What is wrong with the formula in `tokens`; `end` is the place behind it. Empty when nothing is.
pub fn find(text: &str, tokens: &[Lexeme], end: Span) -> Vec<Diagnostic> {
    let mut faults = match Groups::read(text, tokens) {
        Ok(groups) => groups.faults(text, end),
        Err(fault) => vec![*fault],
    };
    faults.sort_by_key(|fault| (fault.diagnostic.span, fault.diagnostic.code.number()));
    faults.truncate(MAX_FAULTS);
    offer_fixes(text, tokens, &mut faults);
    faults.into_iter().map(|fault| fault.diagnostic).collect()
}

/// A fault and the ways to repair it.
struct Fault {
    diagnostic: Diagnostic,
    /// Alternatives, the likeliest first.
    repairs: Vec<Vec<Edit>>,
    /// A repair changes what the formula may have meant.
    is_guess: bool,
}

impl Fault {
    fn new(code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        let diagnostic = Diagnostic::new(code, span, message, label);
        Self { diagnostic, repairs: Vec::new(), is_guess: false }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.diagnostic = self.diagnostic.help(help);
        self
    }

    fn repair(mut self, edits: Vec<Edit>) -> Self {
        self.repairs.push(edits);
        self
    }

    fn guess(mut self) -> Self {
        self.is_guess = true;
        self
    }
}

/// An operand as it is written, with the `-` before it.
#[derive(Clone, Copy)]
struct Operand {
    span: Span,
    /// The group it is, when it is one.
    group: Option<usize>,
    /// Signs stand before it.
    is_negated: bool,
}

#[derive(Clone, Copy)]
enum Part {
    Operand(Operand),
    Connective(Lexeme),
    /// A `-` with nothing behind it.
    LoneNot(Span),
    /// Something that belongs in no formula; already reported.
    Noise,
}

impl Part {
    /// A connective without a sign for it here, such as `implies`.
    fn is_word(self, text: &str) -> bool {
        matches!(self, Self::Connective(it) if it.token == Token::Word && native(text, it).is_none())
    }
}

/// What stands between a pair of parentheses, or in the whole formula.
#[derive(Default)]
struct Group {
    parentheses: Option<(Span, Span)>,
    parts: Vec<Part>,
    /// Where the pending `-` signs start.
    negation: Option<Span>,
}

impl Group {
    fn operand(&mut self, span: Span, group: Option<usize>) {
        let negation = self.negation.take();
        let span = negation.map_or(span, |start| start.to(span));
        self.parts.push(Part::Operand(Operand { span, group, is_negated: negation.is_some() }));
    }

    fn part(&mut self, part: Part) {
        self.parts.extend(self.negation.take().map(Part::LoneNot));
        self.parts.push(part);
    }

    fn close(&mut self) {
        self.parts.extend(self.negation.take().map(Part::LoneNot));
    }

    /// Its only operand, when it holds nothing else.
    fn only_operand(&self) -> Option<Operand> {
        match self.parts[..] {
            [Part::Operand(operand)] => Some(operand),
            _ => None,
        }
    }
}

/// The groups of a formula in the order in which they end; the whole formula is the last.
struct Groups {
    groups: Vec<Group>,
    /// Faults of single tokens.
    faults: Vec<Fault>,
}

impl Groups {
    /// Reads the tokens, or says which parenthesis has no partner.
    fn read(text: &str, tokens: &[Lexeme]) -> Result<Self, Box<Fault>> {
        let mut read = Self { groups: Vec::new(), faults: Vec::new() };
        let mut open: Vec<(Group, Span)> = Vec::new();
        let mut current = Group::default();
        let mut unmatched = Vec::new();
        for lexeme in tokens {
            let span = lexeme.span;
            read.faults.truncate(MAX_FAULTS + 1);
            match lexeme.token {
                Token::OpenParenthesis => open.push((std::mem::take(&mut current), span)),
                Token::CloseParenthesis => match open.pop() {
                    Some((outer, start)) => {
                        let mut group = std::mem::replace(&mut current, outer);
                        group.close();
                        group.parentheses = Some((start, span));
                        current.operand(start.to(span), Some(read.groups.len()));
                        read.groups.push(group);
                    }
                    None => unmatched.push(span),
                },
                Token::Minus => current.negation = current.negation.or(Some(span)),
                Token::ForeignNot => {
                    read.foreign_not(text, span);
                    current.negation = current.negation.or(Some(span));
                }
                Token::Star
                | Token::Plus
                | Token::ForeignAnd
                | Token::ForeignOr
                | Token::Arrow
                | Token::DoubleArrow => current.part(Part::Connective(*lexeme)),
                Token::Word => match &text[span.range()] {
                    "not" => {
                        read.foreign_not(text, span);
                        current.negation = current.negation.or(Some(span));
                    }
                    word if terminal::is_foreign_connective(word) => {
                        current.part(Part::Connective(*lexeme));
                    }
                    word if terminal::is_reserved(word) => {
                        let message = format!("`{word}` is not part of a formula");
                        let label = "this word starts a line of its own";
                        read.faults.push(
                            Fault::new(UNEXPECTED, span, message, label)
                                .help(format!("put `{word}` on a new line, or use another name")),
                        );
                        current.part(Part::Noise);
                    }
                    _ => current.operand(span, None),
                },
                Token::Number => {
                    read.faults.push(
                        Fault::new(
                            CONSTANT_IN_FORMULA,
                            span,
                            format!("`{}` is not part of a formula", &text[span.range()]),
                            "formulas have no constants",
                        )
                        .help("write a variable, or leave it out: `(F*1)` and `(F+0)` are `F`"),
                    );
                    current.operand(span, None);
                }
                _ => {
                    read.faults.push(
                        Fault::new(
                            UNEXPECTED,
                            span,
                            format!("`{}` is not part of a formula", &text[span.range()]),
                            "not expected here",
                        )
                        .repair(vec![Edit::delete(span)])
                        .guess(),
                    );
                    current.part(Part::Noise);
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
        current.close();
        read.groups.push(current);
        Ok(read)
    }

    fn foreign_not(&mut self, text: &str, span: Span) {
        let sign = &text[span.range()];
        // `not x` leaves no blank behind.
        let blank = if sign == "not" && text[span.end as usize..].starts_with(' ') { 1 } else { 0 };
        let replaced = Span::new(span.start, span.end + blank);
        self.faults.push(
            Fault::new(
                FOREIGN_CONNECTIVE,
                span,
                format!("`{sign}` belongs to another notation"),
                "“not” is written `-`",
            )
            .help("write `-` directly before what it negates")
            .repair(vec![Edit::replace(replaced, "-")]),
        );
    }

    fn faults(mut self, text: &str, end: Span) -> Vec<Fault> {
        let mut faults = std::mem::take(&mut self.faults);
        for index in 0..self.groups.len() {
            if faults.len() > MAX_FAULTS {
                break;
            }
            let is_whole = index + 1 == self.groups.len();
            Sequence::of(&self, index, end).check(text, is_whole, &mut faults);
        }
        faults
    }

    /// Whether a group's parentheses hold a single operand and so should not be there.
    fn is_superfluous(&self, operand: Operand) -> bool {
        operand.group.is_some_and(|group| self.groups[group].only_operand().is_some())
    }

    /// Deletes the parentheses of a superfluous group and those nested directly in it.
    fn unwrap(&self, operand: Operand) -> Vec<Edit> {
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

fn unmatched_close(text: &str, tokens: &[Lexeme], spans: &[Span]) -> Fault {
    let start = tokens[0].span.start;
    let fault = Fault::new(
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

fn unclosed(text: &str, tokens: &[Lexeme], spans: &[Span]) -> Fault {
    let end = tokens[tokens.len() - 1].span.end;
    let fault = Fault::new(
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

fn keep_valid(
    text: &str,
    tokens: &[Lexeme],
    mut fault: Fault,
    candidates: [Vec<Edit>; 2],
) -> Fault {
    let length = whole(tokens).len() as usize;
    fault.repairs = candidates
        .into_iter()
        .filter(|edits| length < MAX_PROOF_BYTES && repaired(text, tokens, edits).is_some())
        .collect();
    fault
}

/// The operands and connectives of one group.
struct Sequence<'a> {
    groups: &'a Groups,
    group: &'a Group,
    end: Span,
}

impl<'a> Sequence<'a> {
    fn of(groups: &'a Groups, index: usize, end: Span) -> Self {
        Self { groups, group: &groups.groups[index], end }
    }

    fn check(&self, text: &str, is_whole: bool, faults: &mut Vec<Fault>) {
        if self.group.parts.is_empty() {
            return faults.push(self.empty());
        }
        let before = faults.len();
        self.check_order(text, faults);
        // Next to what belongs in no formula, any disorder may be a consequence.
        let has_noise = self.group.parts.iter().any(|part| matches!(part, Part::Noise));
        let is_ordered = faults.len() == before && !has_noise;
        let operands: Vec<_> = self.operands().collect();
        let connectives: Vec<_> = self.connectives().collect();
        self.check_foreign(text, &operands, &connectives, faults);
        if !is_ordered {
            // Superfluous parentheses may be part of the disorder.
            return;
        }
        let absorbed = if connectives.is_empty() {
            Vec::new()
        } else {
            self.check_connectives(text, is_whole, &operands, &connectives, faults)
        };
        // A group that is itself superfluous leaves the parentheses directly in it to the one
        // around it.
        let defers =
            !is_whole && self.group.only_operand().is_some_and(|operand| !operand.is_negated);
        if defers {
            return;
        }
        for operand in operands
            .iter()
            .filter(|it| self.groups.is_superfluous(**it) && !absorbed.contains(&it.span))
            .take(MAX_FAULTS + 1)
        {
            let parentheses = operand.group.and_then(|group| self.groups.groups[group].parentheses);
            let (open, close) = parentheses.unwrap_or_default();
            faults.push(
                Fault::new(
                    EXTRANEOUS_PARENTHESES,
                    open.to(close),
                    "extraneous parentheses",
                    "they hold a single formula",
                )
                .help("parentheses belong around `*` and `+` and nothing else")
                .repair(self.groups.unwrap(*operand)),
            );
        }
    }

    fn operands(&self) -> impl Iterator<Item = Operand> + '_ {
        self.group.parts.iter().filter_map(|part| match part {
            Part::Operand(operand) => Some(*operand),
            _ => None,
        })
    }

    fn connectives(&self) -> impl Iterator<Item = Lexeme> + '_ {
        self.group.parts.iter().filter_map(|part| match part {
            Part::Connective(lexeme) => Some(*lexeme),
            _ => None,
        })
    }

    fn empty(&self) -> Fault {
        match self.group.parentheses {
            Some((open, close)) => Fault::new(
                EMPTY_PARENTHESES,
                open.to(close),
                "empty parentheses",
                "no formula between them",
            )
            .help("write a formula between them, or delete them"),
            None => Fault::new(
                MISSING_OPERAND,
                self.end,
                "a formula is missing",
                "expected a formula here",
            )
            .help("a formula is a variable, `-F`, `(F*F)` or `(F+F)`"),
        }
    }

    /// Operands and connectives must take turns.
    fn check_order(&self, text: &str, faults: &mut Vec<Fault>) {
        let parts = &self.group.parts;
        let mut gaps = 0;
        for (index, part) in parts.iter().enumerate() {
            if faults.len() > MAX_FAULTS {
                break;
            }
            let before = index.checked_sub(1).map(|index| parts[index]);
            let after = parts.get(index + 1).copied();
            match (before, *part) {
                (Some(Part::Operand(left)), Part::Operand(right)) => {
                    faults.push(self.missing_connective(text, left, right, gaps == 0));
                    gaps += 1;
                }
                // A word where a formula should be was perhaps meant as a name: that is its one
                // fault, and none of its neighbours'.
                (before, Part::Connective(word)) if part.is_word(text) => {
                    let is_operand = |it| matches!(it, Some(Part::Operand(_)));
                    if !is_operand(before) || !is_operand(after) {
                        faults.push(foreign_word(text, word));
                    }
                }
                (_, Part::LoneNot(_) | Part::Connective(_))
                    if after.is_some_and(|it| it.is_word(text)) => {}
                (_, Part::LoneNot(span)) => faults.push(
                    Fault::new(
                        MISSING_OPERAND,
                        span,
                        "missing operand",
                        "nothing to negate behind it",
                    )
                    .help("write a formula behind the `-`, or delete it")
                    .repair(vec![Edit::delete(span)])
                    .guess(),
                ),
                (before, Part::Connective(sign)) => {
                    let side = match (before, after) {
                        (None | Some(Part::Connective(_)), None) => "on both sides",
                        (None, _) => "on its left",
                        (_, None | Some(Part::Connective(_))) => "on its right",
                        _ => continue,
                    };
                    faults.push(self.missing_operand(text, sign, side));
                }
                _ => {}
            }
        }
    }

    fn missing_connective(
        &self,
        text: &str,
        left: Operand,
        right: Operand,
        is_first: bool,
    ) -> Fault {
        let gap = Span::new(left.span.end, right.span.start);
        let mut fault =
            Fault::new(MISSING_CONNECTIVE, gap, "missing connective", "`*` or `+` is missing here")
                .help(format!(
                    "write `*` or `+` between `{}` and `{}`{}",
                    excerpt(text, left.span),
                    excerpt(text, right.span),
                    if right.is_negated { "; `-` negates and joins nothing" } else { "" },
                ))
                .guess();
        let signs: Vec<_> = self.connectives().map(|it| native(text, it)).collect();
        let choices: &[&str] = match signs[..] {
            [Some(first), ..] if signs.iter().all(|sign| *sign == Some(first)) => &[first],
            _ => &["*", "+"],
        };
        for sign in choices {
            let mut edits = vec![Edit::replace(gap, *sign)];
            for operand in [left, right].into_iter().filter(|it| self.groups.is_superfluous(*it)) {
                edits.extend(self.groups.unwrap(operand));
            }
            // The whole formula has no parentheses yet; its first gap brings them.
            if is_first && self.group.parentheses.is_none() {
                edits.extend(self.wrap());
            }
            fault = fault.repair(edits);
        }
        fault
    }

    /// Parentheses around everything in this group.
    fn wrap(&self) -> Vec<Edit> {
        let first = self.operands().next().map_or(0, |operand| operand.span.start);
        let last = self.operands().last().map_or(0, |operand| operand.span.end);
        vec![Edit::insert(first, "("), Edit::insert(last, ")")]
    }

    fn missing_operand(&self, text: &str, sign: Lexeme, side: &str) -> Fault {
        let word = &text[sign.span.range()];
        let mut edits = vec![Edit::delete(sign.span)];
        // Without its connective a pair of parentheses around one operand has to go, too.
        if let (Some((open, close)), 1) = (self.group.parentheses, self.operands().count()) {
            edits.extend([Edit::delete(open), Edit::delete(close)]);
        }
        Fault::new(
            MISSING_OPERAND,
            sign.span,
            "missing operand",
            format!("`{word}` needs a formula {side}"),
        )
        .help(format!("write the missing formula, or delete `{word}`"))
        .repair(edits)
        .guess()
    }

    fn check_foreign(
        &self,
        text: &str,
        operands: &[Operand],
        connectives: &[Lexeme],
        faults: &mut Vec<Fault>,
    ) {
        let is_foreign = |it: &&Lexeme| !matches!(it.token, Token::Star | Token::Plus);
        let from = faults.len().saturating_sub(MAX_FAULTS + 1);
        for &connective in connectives.iter().filter(is_foreign).take(MAX_FAULTS + 1) {
            let is_reported = |it: &Fault| {
                it.diagnostic.code == FOREIGN_CONNECTIVE && it.diagnostic.span == connective.span
            };
            if faults[from..].iter().any(is_reported) {
                continue;
            }
            let sign = &text[connective.span.range()];
            let fault = |label: &str| foreign(sign, connective, label);
            if let Some(native) = native(text, connective) {
                let name = if native == "*" { "and" } else { "or" };
                faults.push(
                    fault(&format!("“{name}” is written `{native}`"))
                        .help("the connectives are `*` for and, `+` for or, `-` for not")
                        .repair(vec![Edit::replace(connective.span, native)]),
                );
                continue;
            }
            let [left, right] = operands[..] else {
                faults.push(foreign_word(text, connective));
                continue;
            };
            let (f, g) = (&text[left.span.range()], &text[right.span.range()]);
            // A formula that stands twice cannot be mended twice; so only where the operands are
            // not at fault themselves does the fix come out valid.
            let (written, edits) = match (connective.token, sign) {
                (Token::DoubleArrow, _) | (_, "iff") => (
                    "((-F+G)*(-G+F))",
                    self.replace_pair(left, right, format!("(-{f}+{g})*(-{g}+{f})")),
                ),
                (_, "xor") => (
                    "((F+G)*(-F+-G))",
                    self.replace_pair(left, right, format!("({f}+{g})*(-{f}+-{g})")),
                ),
                _ => (
                    "(-F+G)",
                    vec![Edit::insert(left.span.start, "-"), Edit::replace(connective.span, "+")],
                ),
            };
            faults.push(
                fault("not one of `*`, `+` and `-`")
                    .help(format!("`F {sign} G` is written `{written}`"))
                    .repair(edits),
            );
        }
    }

    fn replace_pair(&self, left: Operand, right: Operand, text: String) -> Vec<Edit> {
        vec![Edit::replace(left.span.to(right.span), text)]
    }

    /// A group holds one connective, and the whole formula none. Returns the operands whose
    /// superfluous parentheses are part of a fault found here.
    fn check_connectives(
        &self,
        text: &str,
        is_whole: bool,
        operands: &[Operand],
        connectives: &[Lexeme],
        faults: &mut Vec<Fault>,
    ) -> Vec<Span> {
        let signs: Vec<_> = connectives.iter().map(|&it| native(text, it)).collect();
        let differing = signs.iter().position(|sign| sign.is_some() && *sign != signs[0]);
        let span = operands[0].span.to(operands[operands.len() - 1].span);
        if is_whole {
            let mut fault = Fault::new(
                MISSING_PARENTHESES,
                span,
                "missing parentheses",
                "no parentheses around this",
            )
            .help(if differing.is_some() {
                "each `*` and `+` has its own parentheses; say which of them comes first"
            } else {
                "each `*` and `+` has its own parentheses, as in `(F*G)` and `(F+G)`"
            });
            let groupings = if differing.is_some() {
                self.groupings(operands, &signs)
            } else {
                vec![Vec::new()]
            };
            for grouping in groupings {
                fault = fault.repair([self.wrap(), grouping].concat());
            }
            faults.push(fault);
            return Vec::new();
        }
        let Some(differing) = differing else { return Vec::new() };
        if let Some((misplaced, operand, edits)) = self.misplaced(operands) {
            faults.push(
                Fault::new(
                    MISMATCHED_PARENTHESES,
                    misplaced,
                    "mismatched parentheses",
                    "this parenthesis is in the wrong place",
                )
                .help("a pair of parentheses holds two formulas and the connective between them")
                .repair(edits),
            );
            return vec![operand.span];
        }
        let mut fault = Fault::new(
            MIXED_CONNECTIVES,
            connectives[differing].span,
            "mixed connectives",
            "differs from the connective before it",
        )
        .help("one pair of parentheses holds one connective; say which comes first");
        fault.diagnostic = fault.diagnostic.related(connectives[0].span, "the first connective");
        for grouping in self.groupings(operands, &signs) {
            fault = fault.repair(grouping);
        }
        faults.push(fault);
        Vec::new()
    }

    /// The one pair of parentheses around a single operand that was surely meant to hold its
    /// neighbour, too: its `)` moves right, or its `(` moves left.
    fn misplaced(&self, operands: &[Operand]) -> Option<(Span, Operand, Vec<Edit>)> {
        let mut superfluous =
            (0..operands.len()).filter(|&index| self.groups.is_superfluous(operands[index]));
        let index = superfluous.next()?;
        if superfluous.next().is_some() || operands.len() != 3 {
            return None;
        }
        let (open, close) = self.groups.groups[operands[index].group?].parentheses?;
        Some(match operands.get(index + 1) {
            Some(next) => (
                close,
                operands[index],
                vec![Edit::delete(close), Edit::insert(next.span.end, ")")],
            ),
            None => (
                open,
                operands[index],
                vec![Edit::insert(operands[index - 1].span.start, "("), Edit::delete(open)],
            ),
        })
    }

    /// Both ways to put parentheses around the runs of one connective.
    fn groupings(&self, operands: &[Operand], signs: &[Option<&str>]) -> Vec<Vec<Edit>> {
        let runs_of = |sign: &str| {
            let mut edits = Vec::new();
            let mut index = 0;
            while index < signs.len() {
                let length = signs[index..].iter().take_while(|it| **it == Some(sign)).count();
                if length > 0 {
                    edits.push(Edit::insert(operands[index].span.start, "("));
                    edits.push(Edit::insert(operands[index + length].span.end, ")"));
                }
                index += length + 1;
            }
            edits
        };
        vec![runs_of("*"), runs_of("+")]
    }
}

fn foreign(sign: &str, connective: Lexeme, label: &str) -> Fault {
    let message = format!("`{sign}` belongs to another notation");
    Fault::new(FOREIGN_CONNECTIVE, connective.span, message, label)
}

/// A connective of another notation that does not stand between two formulas.
fn foreign_word(text: &str, connective: Lexeme) -> Fault {
    foreign(&text[connective.span.range()], connective, "not one of `*`, `+` and `-`")
        .help("write it with `*`, `+` and `-`, one pair of operands at a time")
}

/// The connective of ours that a connective of any notation is.
fn native(text: &str, connective: Lexeme) -> Option<&'static str> {
    match (connective.token, &text[connective.span.range()]) {
        (Token::Star | Token::ForeignAnd, _) | (_, "and") => Some("*"),
        (Token::Plus | Token::ForeignOr, _) | (_, "or") => Some("+"),
        _ => None,
    }
}

fn excerpt(text: &str, span: Span) -> &str {
    if span.len() <= 20 { &text[span.range()] } else { "…" }
}

fn whole(tokens: &[Lexeme]) -> Span {
    match tokens {
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
        [] => Span::default(),
    }
}

/// The formula's text after `edits`, if that is a valid formula.
fn repaired(text: &str, tokens: &[Lexeme], edits: &[Edit]) -> Option<String> {
    let span = whole(tokens);
    let shifted: Vec<_> = edits
        .iter()
        .map(|edit| {
            Edit::replace(
                Span::new(edit.span.start - span.start, edit.span.end - span.start),
                edit.text.clone(),
            )
        })
        .collect();
    let result = apply(&text[span.range()], &shifted);
    let tokens: Vec<_> = lex(&result)
        .filter(|it| !matches!(it.token, Token::Newline | Token::Comment | Token::DocComment))
        .collect();
    parse_tokens(&result, &tokens, &mut Tree::default()).map(|_| result)
}

fn offer_fixes(text: &str, tokens: &[Lexeme], faults: &mut [Fault]) {
    let tries: usize = faults.iter().map(|fault| fault.repairs.len()).sum();
    let is_repairable = faults.iter().all(|fault| !fault.repairs.is_empty());
    if !is_repairable || tries * whole(tokens).len() as usize > MAX_PROOF_BYTES {
        return;
    }
    let is_certain = faults.iter().all(|fault| fault.repairs.len() == 1 && !fault.is_guess);
    for index in 0..faults.len() {
        let mut fixes = Vec::new();
        for choice in 0..faults[index].repairs.len() {
            let mut edits: Vec<Edit> = Vec::new();
            for (other, fault) in faults.iter().enumerate() {
                let choice =
                    if other == index { choice } else { choice.min(fault.repairs.len() - 1) };
                edits.extend(fault.repairs[choice].iter().cloned());
            }
            edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
            // Two faults of one token may both want to replace it.
            let mut done = 0;
            edits.retain(|edit| {
                let is_apart = edit.span.start >= done;
                done = done.max(edit.span.end);
                is_apart
            });
            let Some(result) = repaired(text, tokens, &edits) else { continue };
            let title = if result.len() <= MAX_TITLE && !result.contains('\n') {
                format!("write `{result}`")
            } else {
                "repair the formula".to_owned()
            };
            fixes.push(if is_certain {
                Fix::certain(title, edits)
            } else {
                Fix::maybe(title, edits)
            });
        }
        faults[index].diagnostic.fixes = fixes;
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::fix::apply;
    use crate::syntax::{parse, parse_formula};

    /// Each fault as `name@start..end`, its fixes behind it.
    fn check(text: &str, expected: &[&str]) {
        let found =
            parse_formula(text).map_or_else(|faults| faults, |_| panic!("`{text}` is a formula"));
        let found: Vec<_> = found
            .iter()
            .map(|it| {
                let fixed: Vec<_> = it.fixes.iter().map(|fix| apply(text, &fix.edits)).collect();
                for result in &fixed {
                    assert!(parse_formula(result).is_ok(), "the fix of `{text}` gives `{result}`");
                }
                format!(
                    "{}@{}..{} {}",
                    it.code.name(),
                    it.span.start,
                    it.span.end,
                    fixed.join(" | ")
                )
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn each_fault_is_said_once_and_its_fixes_are_formulas() {
        check("x*y", &["missing-parentheses@0..3 (x*y)"]);
        check("x*y+z", &["missing-parentheses@0..5 ((x*y)+z) | (x*(y+z))"]);
        check("-(x)", &["extraneous-parentheses@1..4 -x"]);
        check("((x))", &["extraneous-parentheses@0..5 x"]);
        check("(-(x)*y)", &["extraneous-parentheses@2..5 (-x*y)"]);
        check("(x+(y)*z)", &["mismatched-parentheses@5..6 (x+(y*z))"]);
        check("(x*y+(z))", &["mismatched-parentheses@5..6 (x*(y+z))"]);
        check("((x+y)", &["mismatched-parentheses@0..1 (x+y)"]);
        check("((x+y)*z", &["mismatched-parentheses@0..1 ((x+y)*z)"]);
        check("(x+y))", &["mismatched-parentheses@5..6 (x+y)"]);
        check("x+y)", &["mismatched-parentheses@3..4 (x+y)"]);
        check("(x+)", &["missing-operand@2..3 x"]);
        check("(*x)", &["missing-operand@1..2 x"]);
        check("(x+-)", &["missing-operand@3..4 "]);
        check("", &["missing-operand@0..0 "]);
        check("(x)(y)", &["missing-connective@3..3 (x*y) | (x+y)"]);
        check("x y", &["missing-connective@1..2 (x*y) | (x+y)"]);
        check("(x+y z)", &["missing-connective@4..5 (x+y+z)"]);
        check("(x*y+z)", &["mixed-connectives@4..5 ((x*y)+z) | (x*(y+z))"]);
        check("()", &["empty-parentheses@0..2 "]);
        check("(x&&y)", &["foreign-connective@2..4 (x*y)"]);
        check(
            "(x || !y)",
            &["foreign-connective@3..5 (x + -y)", "foreign-connective@6..7 (x + -y)"],
        );
        check("(x^~y)", &["foreign-connective@2..3 (x*-y)", "foreign-connective@3..4 (x*-y)"]);
        check("(x -> y)", &["foreign-connective@3..5 (-x + y)"]);
        check("(x <-> y)", &["foreign-connective@3..6 ((-x+y)*(-y+x))"]);
        check(
            "(x and not y)",
            &["foreign-connective@3..6 (x * -y)", "foreign-connective@7..10 (x * -y)"],
        );
        check("(x+1)", &["constant-in-formula@3..4 "]);
        check("(-implies+x)", &["foreign-connective@2..9 "]);
        check("(x*iff)", &["foreign-connective@3..6 "]);
    }

    #[test]
    fn connectives_around_noise_are_not_judged() {
        check("(x*:+y)", &["unexpected@3..4 "]);
        check("(-x*:+y)", &["unexpected@4..5 "]);
        check("(x:)", &["unexpected@2..3 "]);
    }

    #[test]
    fn edits_of_a_fix_do_not_overlap() {
        let faults = parse_formula("(x and )").expect_err("an operand is missing");
        assert_eq!(faults.len(), 2);
        for edits in faults.iter().flat_map(|fault| &fault.fixes).map(|fix| &fix.edits) {
            assert!(edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
        }
    }

    #[test]
    fn a_long_faulty_line_is_answered_in_linear_time() {
        for part in ["(x)(y)", "x y ", "x+", "-(x)", "x&&", "!", "1 ", "(x*y+z)*"] {
            let text = format!("formula deep = {}", part.repeat(200_000));
            assert!(!parse(&text).diagnostics.is_empty(), "{part}");
        }
        let text = format!("formula deep = {}x", "(".repeat(1_000_000));
        assert_eq!(parse(&text).diagnostics.len(), 1);
    }
}
