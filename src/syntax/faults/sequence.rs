//! What the operands and connectives of one group lack.

use super::groups::{FaultGroup, GroupPart, Groups, Operand, native};
use super::{MAX_FAULTS, SyntaxFault};
use crate::diagnostic::Edit;
use crate::diagnostic::code::*;
use crate::syntax::token::{Lexeme, Token};
use crate::text::Span;

/// Operands of a group that are put into parentheses as a repair; nobody reads through more.
const MAX_GROUPED: usize = 1_000;

/// The operands and connectives of one group.
pub(super) struct Sequence<'a> {
    groups: &'a Groups,
    group: &'a FaultGroup,
    end: Span,
}

impl Groups {
    /// All that is wrong with the formula that they are of, up to where it ends.
    pub(super) fn faults(mut self, text: &str, end: Span) -> Vec<SyntaxFault> {
        let mut faults = std::mem::take(&mut self.faults);
        for index in 0..self.groups.len() {
            if faults.len() > MAX_FAULTS {
                break;
            }
            let is_whole = index + 1 == self.groups.len() || self.groups[index].end.is_some();
            Sequence::of(&self, index, end).check(text, is_whole, &mut faults);
        }
        faults
    }
}

impl<'a> Sequence<'a> {
    pub(super) fn of(groups: &'a Groups, index: usize, end: Span) -> Self {
        let group = &groups.groups[index];
        Self { groups, group, end: group.end.unwrap_or(end) }
    }

    pub(super) fn check(&self, text: &str, is_whole: bool, faults: &mut Vec<SyntaxFault>) {
        if self.group.parts.is_empty() {
            return faults.push(self.empty());
        }
        let before = faults.len();
        self.check_order(text, faults);
        // Next to what belongs in no formula, any disorder may be a consequence.
        let has_noise = self.group.parts.iter().any(|part| matches!(part, GroupPart::Noise));
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
                SyntaxFault::new(
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
            GroupPart::Operand(operand) => Some(*operand),
            _ => None,
        })
    }

    fn connectives(&self) -> impl Iterator<Item = Lexeme> + '_ {
        self.group.parts.iter().filter_map(|part| match part {
            GroupPart::Connective(lexeme) => Some(*lexeme),
            _ => None,
        })
    }

    fn empty(&self) -> SyntaxFault {
        match self.group.parentheses {
            Some((open, close)) => SyntaxFault::new(
                EMPTY_PARENTHESES,
                open.to(close),
                "empty parentheses",
                "no formula between them",
            )
            .help("write a formula between them, or delete them"),
            None => SyntaxFault::new(
                MISSING_OPERAND,
                self.end,
                "a formula is missing",
                "expected a formula here",
            )
            .help("a formula is a variable, `-F`, `(F*F)` or `(F+F)`"),
        }
    }

    /// Operands and connectives must take turns.
    fn check_order(&self, text: &str, faults: &mut Vec<SyntaxFault>) {
        let parts = &self.group.parts;
        let mut gaps = 0;
        for (index, part) in parts.iter().enumerate() {
            if faults.len() > MAX_FAULTS {
                break;
            }
            let before = index.checked_sub(1).map(|index| parts[index]);
            let after = parts.get(index + 1).copied();
            match (before, *part) {
                (Some(GroupPart::Operand(left)), GroupPart::Operand(right)) => {
                    faults.push(self.missing_connective(text, left, right, gaps == 0));
                    gaps += 1;
                }
                // A word where a formula should be was perhaps meant as a name: that is its one
                // fault, and none of its neighbours'.
                (before, GroupPart::Connective(word)) if part.is_word(text) => {
                    let is_operand = |it| matches!(it, Some(GroupPart::Operand(_)));
                    if !is_operand(before) || !is_operand(after) {
                        faults.push(foreign_word(text, word));
                    }
                }
                (_, GroupPart::LoneNot(_) | GroupPart::Connective(_))
                    if after.is_some_and(|it| it.is_word(text)) => {}
                (_, GroupPart::LoneNot(span)) => faults.push(
                    SyntaxFault::new(
                        MISSING_OPERAND,
                        span,
                        "missing operand",
                        "nothing to negate behind it",
                    )
                    .help("write a formula behind the `-`, or delete it")
                    .repair(vec![Edit::delete(span)])
                    .guess(),
                ),
                (before, GroupPart::Connective(sign)) => {
                    let side = match (before, after) {
                        (None | Some(GroupPart::Connective(_)), None) => "on both sides",
                        (None, _) => "on its left",
                        (_, None | Some(GroupPart::Connective(_))) => "on its right",
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
    ) -> SyntaxFault {
        let gap = Span::new(left.span.end, right.span.start);
        let mut fault = SyntaxFault::new(
            MISSING_CONNECTIVE,
            gap,
            "missing connective",
            "`*` or `+` is missing here",
        )
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

    fn missing_operand(&self, text: &str, sign: Lexeme, side: &str) -> SyntaxFault {
        let word = &text[sign.span.range()];
        let mut edits = vec![Edit::delete(sign.span)];
        // Without its connective a pair of parentheses around one operand has to go, too.
        if let (Some((open, close)), 1) = (self.group.parentheses, self.operands().count()) {
            edits.extend([Edit::delete(open), Edit::delete(close)]);
        }
        SyntaxFault::new(
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
        faults: &mut Vec<SyntaxFault>,
    ) {
        let is_foreign = |it: &&Lexeme| !matches!(it.token, Token::Star | Token::Plus);
        let from = faults.len().saturating_sub(MAX_FAULTS + 1);
        for &connective in connectives.iter().filter(is_foreign).take(MAX_FAULTS + 1) {
            let is_reported = |it: &SyntaxFault| {
                it.diagnostic.code == FOREIGN_CONNECTIVE && it.diagnostic.span == connective.span
            };
            if faults[from..].iter().any(is_reported) {
                continue;
            }
            let sign = &text[connective.span.range()];
            let fault = |label: &str| foreign(sign, connective, label);
            if sign == "^" {
                faults.push(self.caret(text, operands, connective));
                continue;
            }
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
            let (written, edits) = match (connective.token, &*sign.to_lowercase()) {
                (Token::DoubleArrow | Token::Equals, _) | (_, "iff") => (
                    "((-F+G)*(-G+F))",
                    self.replace_pair(left, right, format!("(-{f}+{g})*(-{g}+{f})")),
                ),
                (Token::ForeignXor, _) | (_, "xor") => {
                    ("((F+G)*(-F+-G))", self.exclusive(text, left, right))
                }
                (_, "nand") => ("(-F+-G)", self.replace_pair(left, right, format!("-{f}+-{g}"))),
                (_, "nor") => ("(-F*-G)", self.replace_pair(left, right, format!("-{f}*-{g}"))),
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

    /// `^`, which means “and” to some and “not the same” to others.
    fn caret(&self, text: &str, operands: &[Operand], sign: Lexeme) -> SyntaxFault {
        let fault = foreign("^", sign, "“and” to some, “not the same” to others")
            .help("`F and G` is written `(F*G)`, one of them but not both `((F+G)*(-F+-G))`")
            .repair(vec![Edit::replace(sign.span, "*")]);
        match operands {
            [left, right] => fault.repair(self.exclusive(text, *left, *right)),
            _ => fault,
        }
    }

    fn exclusive(&self, text: &str, left: Operand, right: Operand) -> Vec<Edit> {
        let (f, g) = (&text[left.span.range()], &text[right.span.range()]);
        self.replace_pair(left, right, format!("({f}+{g})*(-{f}+-{g})"))
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
        faults: &mut Vec<SyntaxFault>,
    ) -> Vec<Span> {
        let signs: Vec<_> = connectives.iter().map(|&it| native(text, it)).collect();
        let differing = signs.iter().position(|sign| sign.is_some() && *sign != signs[0]);
        let span = operands[0].span.to(operands[operands.len() - 1].span);
        let grouping = differing.and_then(|_| self.groupings(operands, &signs).into_iter().next());
        let grouping = grouping.unwrap_or_default();
        let foreign = match differing.is_none() || signs.iter().all(Option::is_some) {
            true => faults.iter_mut().find(|it| it.is_foreign_among(connectives)),
            false => None,
        };
        if is_whole {
            if let Some(foreign) = foreign {
                foreign.put_before(&[self.wrap(), grouping].concat());
                return Vec::new();
            }
            let mut fault = missing_parentheses(span, differing.is_some());
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
                SyntaxFault::new(
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
        if let Some(foreign) = foreign {
            foreign.put_before(&grouping);
            return Vec::new();
        }
        let mut fault = SyntaxFault::new(
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
        if operands.len() > MAX_GROUPED {
            return Vec::new();
        }
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

fn foreign(sign: &str, connective: Lexeme, label: &str) -> SyntaxFault {
    let message = format!("`{sign}` belongs to another notation");
    SyntaxFault::new(FOREIGN_CONNECTIVE, connective.span, message, label)
}

/// A connective of another notation that does not stand between two formulas.
fn foreign_word(text: &str, connective: Lexeme) -> SyntaxFault {
    foreign(&text[connective.span.range()], connective, "not one of `*`, `+` and `-`")
        .help("write it with `*`, `+` and `-`, one pair of operands at a time")
}

fn excerpt(text: &str, span: Span) -> &str {
    if span.len() <= 20 { &text[span.range()] } else { "…" }
}

/// A chain of connectives without parentheses, of which some may differ.
fn missing_parentheses(span: Span, do_differ: bool) -> SyntaxFault {
    let label = "no parentheses around this";
    SyntaxFault::new(MISSING_PARENTHESES, span, "missing parentheses", label).help(
        match do_differ {
            true => "each `*` and `+` has its own parentheses; say which of them comes first",
            false => "each `*` and `+` has its own parentheses, as in `(F*G)` and `(F+G)`",
        },
    )
}
