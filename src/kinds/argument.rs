//! An argument about clauses in words: what each makes true or false in turn, and the cases where none does.

use super::{Posed, Reasons};
use puzzle_engine::evidence::argument::{ArgumentEnd, ClauseArgument, ForcedLiteral};
use puzzle_engine::logic::cnf::{Cnf, Literal};
use puzzle_engine::problem::FindArgument;

/// Clauses and what they and their atoms are called.
pub(super) struct ClauseWords<'a> {
    pub(super) cnf: Cnf,
    /// Whether the words of a clause are its own text, so that those of a single literal say nothing more than it.
    pub(super) are_quoted: bool,
    pub(super) clause: Box<dyn Fn(usize) -> String + 'a>,
    pub(super) value: Box<dyn Fn(Literal) -> String + 'a>,
}

/// That an atom of this name has a value.
pub(super) fn truth(name: &str, literal: Literal) -> String {
    format!("`{name}` is {}", literal.is_positive())
}

impl<'a> ClauseWords<'a> {
    /// Poses an argument that the clauses have no model.
    pub(super) fn argument(self) -> Posed<'a, Reasons> {
        Posed::new(FindArgument(self.cnf.clone()), move |_, argument| {
            Reasons::argued(self.lines(&argument))
        })
    }
}

/// How the steps of an argument are told.
pub(super) trait ArgumentWords {
    /// That a literal is true by a clause; nothing where that need not be said.
    fn forced(&self, it: &ForcedLiteral) -> Option<String>;

    /// That a clause cannot be true.
    fn conflict(&self, clause: usize) -> String;

    /// That a literal is true.
    fn value(&self, literal: Literal) -> String;

    /// A line for each step of an argument.
    fn lines(&self, argument: &ClauseArgument) -> Vec<String> {
        let mut lines = Vec::new();
        self.tell(argument, "", &mut lines);
        lines
    }

    /// Adds these lines.
    fn tell(&self, argument: &ClauseArgument, indent: &str, lines: &mut Vec<String>) {
        let forced = argument.forced.iter().filter_map(|it| self.forced(it));
        lines.extend(forced.map(|it| format!("{indent}{it}")));
        match &argument.end {
            ArgumentEnd::Conflict(clause) => {
                lines.push(format!("{indent}{}", self.conflict(*clause)));
            }
            ArgumentEnd::Cases(literal, cases) => {
                for (case, argument) in [*literal, !*literal].into_iter().zip(cases.iter()) {
                    lines.push(format!("{indent}if {}:", self.value(case)));
                    self.tell(argument, &format!("{indent}    "), lines);
                }
            }
        }
    }
}

impl ArgumentWords for ClauseWords<'_> {
    fn forced(&self, it: &ForcedLiteral) -> Option<String> {
        let is_said = self.are_quoted && self.cnf.clause(it.clause).len() == 1;
        let by = if is_said { String::new() } else { format!(" by {}", (self.clause)(it.clause)) };
        let since = self.since(it.clause, Some(it.literal));
        Some(format!("{}{by}{since}", (self.value)(it.literal)))
    }

    fn conflict(&self, clause: usize) -> String {
        format!("{} cannot be true{}", (self.clause)(clause), self.since(clause, None))
    }

    fn value(&self, literal: Literal) -> String {
        (self.value)(literal)
    }
}

impl ClauseWords<'_> {
    /// That all literals of a clause but one are false.
    fn since(&self, clause: usize, but: Option<Literal>) -> String {
        let others = self.cnf.clause(clause).iter().filter(|it| Some(**it) != but);
        since(&others.map(|it| (self.value)(!*it)).collect::<Vec<_>>())
    }
}

/// That something follows from facts, behind it: `, as …`.
pub(super) fn since(facts: &[String]) -> String {
    if facts.is_empty() { String::new() } else { format!(", as {}", list(facts)) }
}

/// `a, b and c`.
pub(super) fn list(words: &[String]) -> String {
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}
