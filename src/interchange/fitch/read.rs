//! Proofs as people write them: with the signs that the program prints or such as a keyboard has.

use super::RULES;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, code};
use crate::text::Span;
use puzzle_engine::evidence::deduction::DeductionRule::{self, *};

/// A proof that somebody wrote.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WrittenDeduction {
    /// What stands behind `prove` above the lines.
    pub question: Option<Span>,
    /// The lines.
    pub lines: Vec<WrittenLine>,
    /// What cannot be read.
    pub faults: Vec<Diagnostic>,
}

/// A line of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenLine {
    /// All of it but number and bars.
    pub span: Span,
    /// In how many subproofs it stands.
    pub depth: usize,
    /// The name that it gives to a thing, and the sort of that.
    pub named: Option<(Span, Option<Span>)>,
    /// What it says.
    pub sentence: Option<Span>,
    /// Why; nothing where that cannot be read.
    pub rule: Option<DeductionRule>,
    /// Something is written as the reason.
    pub has_reason: bool,
    /// From what, with the place of each.
    pub cited: Vec<(WrittenCitation, Span)>,
}

/// What a line cites, by the numbers written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenCitation {
    /// A line.
    Line(u64),
    /// A subproof.
    Subproof(u64, u64),
}

/// Reads a proof.
pub fn parse(text: &str) -> WrittenDeduction {
    let mut written = WrittenDeduction::default();
    let mut start = 0;
    let mut bars = Vec::new();
    for line in text.split_inclusive(['\r', '\n']) {
        let place = Part { text, start, end: start + line.trim_end().len() };
        start += line.len();
        let place = place.trimmed();
        if place.get().is_empty() || place.get().starts_with('#') {
            continue;
        }
        if written.lines.is_empty() && written.question.is_none() {
            let question = place.get().strip_prefix("prove").filter(|it| it.starts_with(' '));
            if let Some(question) = question {
                written.question = Some(place.last(question.len()).trimmed().span());
                continue;
            }
        }
        written.line(place, &mut bars);
    }
    // Whoever draws no bar for the whole has one bar less everywhere.
    let outermost = bars.iter().copied().min().unwrap_or_default();
    for (line, bars) in written.lines.iter_mut().zip(&bars) {
        line.depth = bars - outermost;
    }
    let mut before: Option<(usize, bool)> = None;
    for line in &mut written.lines {
        let is_deeper = before.map_or(line.depth > 0, |it| line.depth > it.0);
        // What begins a subproof is assumed, and what comes first is a premise, without a word of it.
        if line.rule.is_none() && !line.has_reason && line.sentence.is_some() {
            let are_premises = before.is_none_or(|it| it.1) && line.depth == 0;
            line.rule = match (is_deeper, are_premises) {
                (true, _) => Some(Assumption),
                (false, true) => Some(Premise),
                _ => {
                    written.faults.push(without_rule(line.span));
                    None
                }
            };
        }
        before = Some((line.depth, line.rule == Some(Premise)));
    }
    written
}

/// A part of a text.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Part<'t> {
    fn get(self) -> &'t str {
        &self.text[self.start..self.end]
    }

    fn span(self) -> Span {
        Span::new(self.start as u32, self.end as u32)
    }

    fn trimmed(self) -> Self {
        let text = self.get();
        let start = self.start + (text.len() - text.trim_start().len());
        Self { start, end: start + text.trim().len(), ..self }
    }

    /// Without so many bytes at the beginning.
    fn behind(self, bytes: usize) -> Self {
        Self { start: self.start + bytes, ..self }
    }

    /// The last bytes.
    fn last(self, bytes: usize) -> Self {
        Self { start: self.end - bytes, ..self }
    }

    /// The first bytes.
    fn first(self, bytes: usize) -> Self {
        Self { end: self.start + bytes, ..self }
    }
}

const BARS: [char; 8] = ['|', '│', '┃', '¦', '├', '┌', '└', '╎'];

fn is_stroke(it: char) -> bool {
    matches!(it, '-' | '─' | '━' | '_' | '—' | '=' | '+')
        || BARS.contains(&it)
        || it.is_whitespace()
}

impl WrittenDeduction {
    fn line(&mut self, place: Part<'_>, bars: &mut Vec<usize>) {
        let text = place.get();
        if text.chars().all(is_stroke) {
            return;
        }
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let number = place.first(digits);
        let mut rest = place.behind(digits).trimmed();
        if digits > 0 && rest.get().starts_with(['.', ')', ':']) {
            rest = rest.behind(1).trimmed();
        }
        let wanted = self.lines.len() + 1;
        if digits > 0 && number.get().trim_start_matches('0') != wanted.to_string() {
            self.faults.push(wrong_number(number.span(), wanted));
        }
        let mut count = 0;
        while let Some(bar) = rest.get().chars().next().filter(|it| BARS.contains(it)) {
            count += 1;
            rest = rest.behind(bar.len_utf8()).trimmed();
        }
        bars.push(count);
        let span = if rest.get().is_empty() { place.span() } else { rest.span() };
        let mut line = WrittenLine {
            span,
            depth: 0,
            named: None,
            sentence: None,
            rule: None,
            has_reason: false,
            cited: Vec::new(),
        };
        if rest.get().starts_with('[')
            && let Some(length) = rest.get().find(']')
        {
            let inside = rest.first(length).behind(1);
            let (name, sort) = match inside.get().find(':') {
                Some(at) => (inside.first(at), Some(inside.behind(at + 1).trimmed().span())),
                None => (inside, None),
            };
            line.named = Some((name.trimmed().span(), sort));
            rest = rest.behind(length + 1).trimmed();
        }
        self.reason(rest, &mut line);
        self.lines.push(line);
    }

    /// Reads what a line says and why.
    fn reason(&mut self, rest: Part<'_>, line: &mut WrittenLine) {
        let text = rest.get();
        let is_numbers =
            |it: char| it.is_ascii_digit() || it.is_whitespace() || ",;–—-".contains(it);
        let head = text.trim_end_matches(is_numbers);
        let numbers = rest.behind(head.len());
        let has_numbers = numbers.get().contains(|it: char| it.is_ascii_digit());
        let said = match rule_at_end(head, has_numbers) {
            Some((rule, before)) => {
                line.rule = Some(rule);
                rest.first(before)
            }
            None => {
                let Some((before, behind)) = last_gap(head) else {
                    if has_numbers && !head.is_empty() {
                        line.has_reason = true;
                        self.faults.push(unknown_rule(rest.span(), head.rsplit(' ').next()));
                    }
                    line.sentence = Some(rest.span()).filter(|it| !it.is_empty());
                    if line.named.is_some() {
                        line.rule = Some(Assumption);
                    }
                    return;
                };
                let word = &head[behind..];
                line.rule = rule_called(word);
                if line.rule.is_none() {
                    let place = rest.first(head.len()).behind(behind).trimmed().span();
                    self.faults.push(unknown_rule(place, Some(word)));
                    line.has_reason = true;
                    line.sentence = Some(rest.first(before).span());
                    return;
                }
                rest.first(before)
            }
        };
        line.sentence = Some(said.trimmed().span()).filter(|it| !it.is_empty());
        self.cite(numbers, line);
        if line.rule == Some(NotElimination) && line.cited.len() == 1 {
            line.rule = Some(DoubleNegation);
        }
        if line.sentence.is_none() && line.named.is_none() {
            self.faults.push(says_nothing(line.span));
        }
    }

    fn cite(&mut self, numbers: Part<'_>, line: &mut WrittenLine) {
        let mut at = 0;
        for piece in numbers.get().split([',', ';']) {
            let place = numbers.behind(at).first(piece.len());
            at += piece.len() + 1;
            let dash = piece.find(['–', '—', '-']);
            let Some(dash) = dash else {
                // Blanks may stand between numbers.
                let mut at = 0;
                for word in piece.split(' ') {
                    let span = place.behind(at).first(word.len()).span();
                    at += word.len() + 1;
                    let word = word.trim();
                    if !word.is_empty() {
                        self.cited(word.parse().map(WrittenCitation::Line).ok(), span, line);
                    }
                }
                continue;
            };
            let (first, last) = piece.split_at(dash);
            let last = last.trim_start_matches(['–', '—', '-', ' ']);
            let both = first.trim().parse().ok().zip(last.trim().parse().ok());
            let cited = both.map(|(first, last)| WrittenCitation::Subproof(first, last));
            self.cited(cited, place.trimmed().span(), line);
        }
    }

    fn cited(&mut self, cited: Option<WrittenCitation>, span: Span, line: &mut WrittenLine) {
        match cited {
            Some(cited) => line.cited.push((cited, span)),
            None => self.faults.push(no_number(span)),
        }
    }
}

/// The last run of two blanks or more, or of a tab: where it begins and ends.
fn last_gap(text: &str) -> Option<(usize, usize)> {
    let text = text.trim_end();
    let at = text.rfind("  ").map(|it| it + 1).max(text.rfind('\t'))?;
    let before = text[..at].trim_end().len();
    Some((before, at + 1))
}

/// The rule that a text ends with, and how much stands before it.
fn rule_at_end(text: &str, has_numbers: bool) -> Option<(DeductionRule, usize)> {
    let text = text.trim_end();
    let mut starts = Vec::new();
    let mut end = text;
    // A rule is of two words at most, as in `and I`.
    for _ in 0..2 {
        let blank = end.char_indices().rev().find(|it| it.1.is_whitespace());
        let start = blank.map_or(0, |it| it.0 + it.1.len_utf8());
        starts.push(start);
        end = end[..start].trim_end();
    }
    let found = starts.into_iter().rev().find_map(|start| {
        let rule = rule_called(&text[start..])?;
        (has_numbers == cites(rule)).then_some((rule, text[..start].trim_end().len()))
    });
    // A sentence of one word is no rule: a rule has something before it.
    found.filter(|it| it.1 > 0 || has_numbers || matches!(it.0, Assumption))
}

/// Whether a rule cites something.
const fn cites(rule: DeductionRule) -> bool {
    !matches!(
        rule,
        Premise
            | Assumption
            | TrueIntroduction
            | EqualIntroduction
            | Listed
            | Different
            | Nonempty
            | ExcludedMiddle
    )
}

/// The rule with a name, in whatever signs.
fn rule_called(word: &str) -> Option<DeductionRule> {
    let word: String = word
        .trim_matches(|it: char| it.is_whitespace() || "()[]:".contains(it))
        .to_lowercase()
        .chars()
        .filter(|it| !it.is_whitespace() && !"-_.".contains(*it))
        .collect();
    Some(match &*word {
        "premise" | "pr" | "prem" | "given" | "axiom" => Premise,
        "assumption" | "as" | "ass" | "assume" | "assumed" | "hypothesis" | "hyp" => Assumption,
        "r" | "reit" | "reiteration" | "repeat" | "copy" => Reiteration,
        "raa" | "ip" | "pbc" | "reductio" | "indirect" => Contradiction,
        "dn" | "dne" | "¬¬e" | "~~e" | "!!e" | "notnote" => DoubleNegation,
        "efq" | "exfalso" => FalseElimination,
        "mp" => ImpliesElimination,
        "mt" => ModusTollens,
        "ds" => DisjunctiveSyllogism,
        "lem" => ExcludedMiddle,
        "refl" => EqualIntroduction,
        "listed" => Listed,
        "different" => Different,
        "something" => Nonempty,
        _ => {
            let short = word.replace("intro", "i").replace("elim", "e");
            let (sign, is_introduction) = match short.strip_suffix('i') {
                Some(sign) => (sign, true),
                None => (short.strip_suffix('e')?, false),
            };
            let pair = match sign {
                "∧" | "&" | "and" | "/\\" | "^" => [AndIntroduction, AndElimination],
                "∨" | "or" | "v" | "\\/" | "|" => [OrIntroduction, OrElimination],
                "→" | ">" | "=>" | "⇒" | "⊃" | "implies" | "if" => {
                    [ImpliesIntroduction, ImpliesElimination]
                }
                "↔" | "<>" | "<=>" | "⇔" | "≡" | "iff" => [IffIntroduction, IffElimination],
                "¬" | "~" | "!" | "not" => [NotIntroduction, NotElimination],
                "⊥" | "false" => [NotElimination, FalseElimination],
                "⊤" | "true" => [TrueIntroduction, TrueIntroduction],
                "∀" | "all" | "forall" => [AllIntroduction, AllElimination],
                "∃" | "some" | "exists" => [SomeIntroduction, SomeElimination],
                "=" | "equal" => [EqualIntroduction, EqualElimination],
                _ => return None,
            };
            pair[usize::from(!is_introduction)]
        }
    })
}

fn malformed(span: Span, message: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::new(code::MALFORMED_PROOF, span, message, label)
}

fn wrong_number(span: Span, wanted: usize) -> Diagnostic {
    malformed(span, format!("this is line {wanted}"), "another number")
        .help("number the lines 1, 2, 3 and so on, or leave the numbers out")
}

fn without_rule(span: Span) -> Diagnostic {
    malformed(span, "nothing says why this line holds", "no rule")
        .help("write the rule and the lines it follows from behind it, as in `->E 1, 2`")
}

fn says_nothing(span: Span) -> Diagnostic {
    malformed(span, "the line says nothing", "a rule, and no sentence")
}

fn no_number(span: Span) -> Diagnostic {
    malformed(span, "a line is cited by its number, a subproof as in `3-7`", "no such number")
}

fn unknown_rule(span: Span, word: Option<&str>) -> Diagnostic {
    let word = word.unwrap_or_default().trim();
    let fault = malformed(span, format!("no rule is called `{word}`"), "not a rule");
    let signs = RULES.iter().map(|it| it.1);
    match did_you_mean(word, signs) {
        Some(sign) => fault.help(format!("did you mean `{sign}`?")),
        None => fault.help("`puzzle explain fitch` lists the rules"),
    }
}
