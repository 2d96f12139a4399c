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

mod groups;
mod prose;
mod repair;
mod sequence;

use self::groups::Groups;
pub(super) use self::prose::words as words_of_prose;
use self::repair::offer_fixes;
use super::token::Lexeme;
use crate::diagnostic::code::FOREIGN_CONNECTIVE;
use crate::diagnostic::{Code, Diagnostic, Edit, Related};
use crate::text::Span;

/// Faults reported of one formula; more help nobody.
const MAX_FAULTS: usize = 20;

/// What is wrong with the formula in `tokens`; `end` is the place behind it. Empty when nothing is.
pub(super) fn find(text: &str, tokens: &[Lexeme], end: Span) -> Vec<Diagnostic> {
    let mut faults = match (prose::fault(text, tokens), Groups::read(text, tokens)) {
        (Some(prose), _) => vec![prose],
        (None, Ok(groups)) => groups.faults(text, end),
        (None, Err(fault)) => vec![*fault],
    };
    faults.sort_by_key(|fault| (fault.diagnostic.span, fault.diagnostic.code.number()));
    // A sign of another notation that also lacks an operand is one fault.
    faults.dedup_by_key(|fault| fault.diagnostic.span);
    faults.truncate(MAX_FAULTS);
    offer_fixes(text, tokens, &mut faults);
    joined(text, faults.into_iter().map(|fault| fault.diagnostic).collect())
}

/// Faults of which the signs of another notation are one where one fix mends them.
fn joined(text: &str, faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_foreign = |it: &Diagnostic| it.code == FOREIGN_CONNECTIVE && !it.fixes.is_empty();
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(faults.len());
    for fault in faults {
        let mends =
            |it: &&mut Diagnostic| is_foreign(it) && is_foreign(&fault) && it.fixes == fault.fixes;
        match kept.iter_mut().find(mends) {
            Some(first) => {
                first.related.push(Related {
                    source: None,
                    span: fault.span,
                    message: fault.label,
                });
            }
            None => kept.push(fault),
        }
    }
    for fault in kept.iter_mut().filter(|it| is_foreign(it) && !it.related.is_empty()) {
        let mut signs: Vec<_> = vec![&text[fault.span.range()]];
        // Each sign is shown once.
        fault.related.retain(|it| {
            let sign = &text[it.span.range()];
            let is_new = !signs.contains(&sign);
            signs.extend(is_new.then_some(sign));
            is_new
        });
        if let [signs @ .., last] = &signs[..]
            && !signs.is_empty()
        {
            let before = signs.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
            fault.message = format!("{before} and `{last}` belong to another notation");
            fault.help =
                Some("the connectives are `*` for and, `+` for or, `-` for not".to_owned());
        }
    }
    kept
}

/// A fault and the ways to repair it.
struct SyntaxFault {
    diagnostic: Diagnostic,
    /// Alternatives, the likeliest first.
    repairs: Vec<Vec<Edit>>,
    /// A repair changes what the formula may have meant.
    is_guess: bool,
}

impl SyntaxFault {
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

    /// Whether it is that one of these connectives belongs to another notation. There no parentheses are
    /// needed, as `and` comes before `or`, so that they are missing is the same fault.
    fn is_foreign_among(&self, connectives: &[Lexeme]) -> bool {
        self.diagnostic.code == FOREIGN_CONNECTIVE
            && connectives.iter().any(|sign| sign.span == self.diagnostic.span)
    }

    /// Lets each repair begin with these edits.
    fn put_before(&mut self, edits: &[Edit]) {
        for repair in &mut self.repairs {
            *repair = [edits, repair].concat();
        }
    }

    fn guess(mut self) -> Self {
        self.is_guess = true;
        self
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
        check("(x || !y)", &["foreign-connective@3..5 (x + -y)"]);
        check("(x^~y)", &["foreign-connective@2..3 (x*-y)"]);
        check("(x -> y)", &["foreign-connective@3..5 (-x + y)"]);
        check("(x <-> y)", &["foreign-connective@3..6 ((-x+y)*(-y+x))"]);
        check("(x and not y)", &["foreign-connective@3..6 (x * -y)"]);
        check("x | y", &["foreign-connective@2..3 (x + y)"]);
        check("x -> y", &["foreign-connective@2..4 (-x + y)"]);
        check("x and y or not z", &["foreign-connective@2..5 ((x * y) + -z)"]);
        check("(x or y and z)", &["foreign-connective@3..5 (x + (y * z))"]);
        check("-x | y & z", &["foreign-connective@3..4 (-x + (y * z))"]);
        check("x <-> y", &["foreign-connective@2..5 ((-x+y)*(-y+x))"]);
        check("(p v q)", &["foreign-connective@3..4 (p + q)"]);
        check("(p V v v q)", &["foreign-connective@3..4 (p + v + q)"]);
        check("(v q)", &["missing-connective@2..3 (v*q) | (v+q)"]);
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
        let faults = parse_formula("(x and y or )").expect_err("an operand is missing");
        assert_eq!(faults.len(), 2);
        for edits in faults.iter().flat_map(|fault| &fault.fixes).map(|fix| &fix.edits) {
            assert!(edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
        }
    }

    #[test]
    fn a_word_for_not_alone_has_no_fix() {
        let found = parse("play2win -not after 1 0").diagnostics;
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|fault| fault.fixes.is_empty()));
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
