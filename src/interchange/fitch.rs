//! Proofs by natural deduction as text, as Fitch writes them: a line each with its number, a bar for each subproof that
//! it stands in, what it says, and the rule with the lines it follows from. The sentences are those of a theory, and
//! somebody else's to read.

mod read;

pub use read::{WrittenCitation, WrittenDeduction, WrittenLine, parse};

use super::typeset::{formula, signs};
use puzzle_engine::evidence::deduction::{Cited, DeductionRule, DeductionRule::*};

/// The rules, as they are written and in words.
pub const RULES: [(DeductionRule, &str, &str); 29] = [
    (Premise, "premise", "a sentence of the theory"),
    (Assumption, "assumption", "begins a subproof"),
    (Reiteration, "R", "what stands above"),
    (AndIntroduction, "∧I", "what stands in the lines, joined by `and`"),
    (AndElimination, "∧E", "a part of what the line joins by `and`"),
    (OrIntroduction, "∨I", "what stands in the line, joined by `or` with anything"),
    (OrElimination, "∨E", "what a subproof for each part of the line's `or` ends with"),
    (ImpliesIntroduction, "→I", "what the subproof assumes `->` what it ends with"),
    (ImpliesElimination, "→E", "the right side of an `->` whose left side is the other line"),
    (IffIntroduction, "↔I", "`<->` of two, from a subproof for each direction"),
    (IffElimination, "↔E", "a side of a `<->` whose other side is the other line"),
    (NotIntroduction, "¬I", "`not` what the subproof assumes, which ends with `false`"),
    (NotElimination, "¬E", "`false`, from a line and its negation"),
    (DoubleNegation, "¬¬E", "what the line denies twice"),
    (FalseElimination, "⊥E", "anything, from `false`"),
    (Contradiction, "RAA", "what the subproof assumes to be false, and ends with `false`"),
    (TrueIntroduction, "⊤I", "`true`"),
    (AllIntroduction, "∀I", "`all`, from a subproof that only gives a thing a name"),
    (AllElimination, "∀E", "what the line says of all, said of a thing"),
    (SomeIntroduction, "∃I", "`some`, from what the line says of a thing"),
    (SomeElimination, "∃E", "what a subproof ends with that gives the thing of a `some` a name"),
    (EqualIntroduction, "=I", "a thing is equal to itself"),
    (EqualElimination, "=E", "a line with one side of an equation in the place of the other"),
    (Listed, "listed", "each thing of a listed sort is one of the list"),
    (Different, "different", "different names of a list are of different things"),
    (Nonempty, "something", "`some x. x = x`: each sort has a thing"),
    (ModusTollens, "MT", "`not` the left side of an `->` whose right side the other line denies"),
    (DisjunctiveSyllogism, "DS", "what is left of an `or` whose other parts lines deny"),
    (ExcludedMiddle, "LEM", "a sentence or its negation"),
];

/// How a rule is written.
pub fn rule_sign(rule: DeductionRule) -> &'static str {
    RULES.iter().find(|it| it.0 == rule).map_or("", |it| it.1)
}

/// What a rule leads to, in words.
pub fn rule_words(rule: DeductionRule) -> &'static str {
    RULES.iter().find(|it| it.0 == rule).map_or("", |it| it.2)
}

/// A line to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownLine {
    /// In how many subproofs it stands.
    pub depth: usize,
    /// What it says, with the name that it gives to a thing before it.
    pub said: String,
    /// Why.
    pub rule: DeductionRule,
    /// From what.
    pub cited: Vec<Cited>,
}

impl ShownLine {
    /// The rule and what it cites, as in `→I 3–7`.
    pub fn reason(&self) -> String {
        let number = |cited: &Cited| match cited {
            Cited::Line(at) => (at + 1).to_string(),
            Cited::Subproof(first, last) => format!("{}–{}", first + 1, last + 1),
        };
        let numbers: Vec<_> = self.cited.iter().map(number).collect();
        match numbers[..] {
            [] => rule_sign(self.rule).to_owned(),
            _ => format!("{} {}", rule_sign(self.rule), numbers.join(", ")),
        }
    }
}

/// Columns behind which reasons are not aligned.
const WIDEST: usize = 72;

/// The lines of a proof. Below premises and below what is assumed stands a stroke.
pub fn write(lines: &[ShownLine]) -> Vec<String> {
    let digits = lines.len().to_string().len();
    let premises = lines.iter().take_while(|it| it.rule == Premise).count();
    let begun = |line: &ShownLine| format!("{}{}", "│ ".repeat(line.depth + 1), line.said);
    let width = |it: &ShownLine| begun(it).chars().count();
    let width = lines.iter().map(width).filter(|it| *it <= WIDEST).max().unwrap_or_default();
    let mut written = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let text = format!("{:>digits$} {:width$}  {}", at + 1, begun(line), line.reason());
        written.push(text.trim_end().to_owned());
        if line.rule == Assumption || at + 1 == premises {
            written.push(format!("{:digits$} {}├──", "", "│ ".repeat(line.depth)));
        }
    }
    written
}

/// The proof for LaTeX, in the notation of Johan Klüwer's package `fitch`.
pub fn latex(lines: &[ShownLine]) -> String {
    let premises = lines.iter().take_while(|it| it.rule == Premise).count();
    let mut text = "\\[\n\\begin{nd}\n".to_owned();
    let mut depth = 0;
    for (at, line) in lines.iter().enumerate() {
        let begins = line.rule == Assumption;
        for _ in line.depth - usize::from(begins)..depth {
            text.push_str("  \\close\n");
        }
        if begins {
            text.push_str("  \\open\n");
        }
        depth = line.depth;
        let is_assumed = begins || at < premises;
        let command = if is_assumed { "hypo" } else { "have" };
        let reason = match (is_assumed, line.reason().split_once(' ')) {
            (true, _) => String::new(),
            (false, Some((rule, _))) => cited(rule, &line.cited),
            (false, None) => cited(&line.reason(), &[]),
        };
        text += &format!("  \\{command}{{{}}}{{{}}} {reason}", at + 1, formula(&line.said));
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text + "\\end{nd}\n\\]"
}

/// A rule with its lines, as a command of the package.
fn cited(rule: &str, cited: &[Cited]) -> String {
    let number = |cited: &Cited| match cited {
        Cited::Line(at) => (at + 1).to_string(),
        Cited::Subproof(first, last) => format!("{}-{}", first + 1, last + 1),
    };
    let numbers: Vec<_> = cited.iter().map(number).collect();
    format!("\\by{{${}$}}{{{}}}", signs(rule), numbers.join(","))
}
