//! Random puzzles in text: the number of their solutions is what a look at every state finds, by an
//! evaluation of sentences that shares nothing with the program.

use std::fmt::Write;

use super::program;
use puzzle_engine::Problem;
use puzzle_engine::budget::Budget;
use puzzle_engine::problem::CountModels;
use puzzle_lang::kinds::{AnswerVerdict, Puzzle, Question};
use puzzle_lang::service::by_clauses::answer_of_model;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::solve::{answer_to, decide};
use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, run};
use puzzle_lang::syntax::ast::{ItemKind, Verb};

/// A term.
enum Term {
    Number(i64),
    X,
    Y,
    Bound(usize),
    F(Box<Term>),
    Binary(&'static str, Box<Term>, Box<Term>),
    Absolute(Box<Term>),
    Count(usize, Box<Sentence>),
    Fold(&'static str, usize, Box<Term>, Box<Sentence>),
}

/// A sentence.
enum Sentence {
    P(Term),
    Compare(&'static str, Term, Term),
    Missing(Term),
    Not(Box<Sentence>),
    Binary(&'static str, Box<Sentence>, Box<Sentence>),
    Quantified(&'static str, usize, Box<Sentence>),
    /// As many as a term says.
    Counted(&'static str, Term, usize, Box<Sentence>),
}

/// What everything is: `x`, `y`, `f` and `p`.
struct State {
    x: i64,
    y: Option<i64>,
    f: [Option<i64>; 2],
    p: [bool; 2],
}

const NAMES: [&str; 3] = ["i", "j", "k"];

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn of(&mut self, words: &[&'static str]) -> &'static str {
        words[self.below(words.len())]
    }

    fn term(&mut self, depth: usize, bound: usize) -> Term {
        let inner = depth.saturating_sub(1);
        match self.below(if depth == 0 { 4 } else { 10 }) {
            0 => Term::Number(self.below(3) as i64),
            1 => Term::X,
            2 => Term::Y,
            3 if bound > 0 => Term::Bound(self.below(bound)),
            3 => Term::Number(1),
            4 | 5 => Term::F(Box::new(self.term(inner, bound))),
            6 | 7 => {
                let operation = self.of(&["+", "-", "*", "/", "mod"]);
                let (one, other) = (self.term(inner, bound), self.term(inner, bound));
                Term::Binary(operation, Box::new(one), Box::new(other))
            }
            8 if bound < NAMES.len() => {
                Term::Count(bound, Box::new(self.sentence(inner, bound + 1)))
            }
            9 if bound < NAMES.len() => {
                let fold = self.of(&["sum", "min", "max"]);
                let term = self.term(inner, bound + 1);
                Term::Fold(fold, bound, Box::new(term), Box::new(self.sentence(inner, bound + 1)))
            }
            _ => Term::Absolute(Box::new(self.term(inner, bound))),
        }
    }

    fn sentence(&mut self, depth: usize, bound: usize) -> Sentence {
        let inner = depth.saturating_sub(1);
        match self.below(if depth == 0 { 3 } else { 9 }) {
            0 => Sentence::P(self.term(inner, bound)),
            1 => {
                let sign = self.of(&["=", "!=", "<", "<=", ">", ">="]);
                Sentence::Compare(sign, self.term(inner, bound), self.term(inner, bound))
            }
            2 => Sentence::Missing(Term::F(Box::new(self.term(inner, bound)))),
            3 => Sentence::Not(Box::new(self.sentence(inner, bound))),
            4 | 5 => {
                let sign = self.of(&["and", "or", "->", "<->"]);
                let (one, other) = (self.sentence(inner, bound), self.sentence(inner, bound));
                Sentence::Binary(sign, Box::new(one), Box::new(other))
            }
            6 | 7 if bound < NAMES.len() => {
                let word = self.of(&["all", "some", "no"]);
                Sentence::Quantified(word, bound, Box::new(self.sentence(inner, bound + 1)))
            }
            8 if bound < NAMES.len() => {
                let word = self.of(&["at least", "at most", "exactly"]);
                let number = self.term(0, bound);
                Sentence::Counted(word, number, bound, Box::new(self.sentence(inner, bound + 1)))
            }
            _ => Sentence::P(self.term(inner, bound)),
        }
    }
}

impl Term {
    /// A number that no place has is written as a sum: alone it would be told as a fault.
    fn write_argument(&self, to: &mut String) {
        match self {
            Self::Number(number) if !(1..=2).contains(number) => {
                write!(to, "0 + {number}").unwrap();
            }
            _ => self.write(to),
        }
    }

    fn write(&self, to: &mut String) {
        match self {
            Self::Number(number) => write!(to, "{number}").unwrap(),
            Self::X => to.push('x'),
            Self::Y => to.push('y'),
            Self::Bound(at) => to.push_str(NAMES[*at]),
            Self::F(term) => {
                to.push_str("f(");
                term.write_argument(to);
                to.push(')');
            }
            Self::Binary(operation, one, other) => {
                to.push('(');
                one.write(to);
                write!(to, " {operation} ").unwrap();
                other.write(to);
                to.push(')');
            }
            Self::Absolute(term) => {
                to.push_str("abs(");
                term.write(to);
                to.push(')');
            }
            Self::Count(at, sentence) => {
                write!(to, "count({}: 1..2 where ", NAMES[*at]).unwrap();
                sentence.write(to);
                to.push(')');
            }
            Self::Fold(fold, at, term, sentence) => {
                write!(to, "{fold}(").unwrap();
                term.write(to);
                write!(to, " for {}: 1..2 where ", NAMES[*at]).unwrap();
                sentence.write(to);
                to.push(')');
            }
        }
    }

    fn value(&self, state: &State, bound: &mut Vec<i64>) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::X => Some(state.x),
            Self::Y => state.y,
            Self::Bound(at) => Some(bound[*at]),
            Self::F(term) => match term.value(state, bound)? {
                at @ 1..=2 => state.f[at as usize - 1],
                _ => None,
            },
            Self::Binary(operation, one, other) => {
                let (one, other) = (one.value(state, bound), other.value(state, bound));
                let (one, other) = (one?, other?);
                match *operation {
                    "+" => Some(one + other),
                    "-" => Some(one - other),
                    "*" => Some(one * other),
                    _ if other == 0 => None,
                    "/" => Some((one as f64 / other as f64).floor() as i64),
                    _ => Some(one - other * (one as f64 / other as f64).floor() as i64),
                }
            }
            Self::Absolute(term) => Some(term.value(state, bound)?.abs()),
            Self::Count(_, sentence) => {
                Some(each(bound, |bound| sentence.holds(state, bound)).len() as i64)
            }
            Self::Fold(fold, _, term, sentence) => {
                let mut values = Vec::new();
                for at in each(bound, |bound| sentence.holds(state, bound)) {
                    bound.push(at);
                    let value = term.value(state, bound);
                    bound.pop();
                    values.push(value?);
                }
                match *fold {
                    "sum" => Some(values.iter().sum()),
                    "min" => values.into_iter().min(),
                    _ => values.into_iter().max(),
                }
            }
        }
    }
}

/// Of 1 and 2 those for which something is true.
fn each(bound: &mut Vec<i64>, mut holds: impl FnMut(&mut Vec<i64>) -> bool) -> Vec<i64> {
    let mut found = Vec::new();
    for at in 1..=2 {
        bound.push(at);
        if holds(bound) {
            found.push(at);
        }
        bound.pop();
    }
    found
}

impl Sentence {
    fn write(&self, to: &mut String) {
        to.push('(');
        match self {
            Self::P(term) => {
                to.push_str("p(");
                term.write_argument(to);
                to.push(')');
            }
            Self::Compare(sign, one, other) => {
                one.write(to);
                write!(to, " {sign} ").unwrap();
                other.write(to);
            }
            Self::Missing(term) => {
                term.write(to);
                to.push_str(" = none");
            }
            Self::Not(sentence) => {
                to.push_str("not ");
                sentence.write(to);
            }
            Self::Binary(sign, one, other) => {
                one.write(to);
                write!(to, " {sign} ").unwrap();
                other.write(to);
            }
            Self::Quantified(word, at, sentence) => {
                write!(to, "{word} {}: 1..2. ", NAMES[*at]).unwrap();
                sentence.write(to);
            }
            Self::Counted(word, number, at, sentence) => {
                write!(to, "{word} ").unwrap();
                number.write(to);
                write!(to, " {}: 1..2. ", NAMES[*at]).unwrap();
                sentence.write(to);
            }
        }
        to.push(')');
    }

    fn holds(&self, state: &State, bound: &mut Vec<i64>) -> bool {
        match self {
            Self::P(term) => match term.value(state, bound) {
                Some(at @ 1..=2) => state.p[at as usize - 1],
                _ => false,
            },
            Self::Compare(sign, one, other) => {
                let both = (one.value(state, bound), other.value(state, bound));
                let is = |compare: fn(&i64, &i64) -> bool| match both {
                    (Some(one), Some(other)) => compare(&one, &other),
                    _ => false,
                };
                match *sign {
                    "=" => is(i64::eq),
                    "!=" => !is(i64::eq),
                    "<" => is(i64::lt),
                    "<=" => is(i64::le),
                    ">" => is(i64::gt),
                    _ => is(i64::ge),
                }
            }
            Self::Missing(term) => term.value(state, bound).is_none(),
            Self::Not(sentence) => !sentence.holds(state, bound),
            Self::Binary(sign, one, other) => {
                let (one, other) = (one.holds(state, bound), other.holds(state, bound));
                match *sign {
                    "and" => one && other,
                    "or" => one || other,
                    "->" => !one || other,
                    _ => one == other,
                }
            }
            Self::Quantified(word, _, sentence) => {
                let count = each(bound, |bound| sentence.holds(state, bound)).len();
                match *word {
                    "all" => count == 2,
                    "some" => count > 0,
                    _ => count == 0,
                }
            }
            Self::Counted(word, number, _, sentence) => {
                let Some(number) = number.value(state, bound) else { return false };
                let count = each(bound, |bound| sentence.holds(state, bound)).len() as i64;
                match *word {
                    "at least" => count >= number,
                    "at most" => count <= number,
                    _ => count == number,
                }
            }
        }
    }
}

/// All states.
fn states() -> Vec<State> {
    let values = [None, Some(0), Some(1), Some(2)];
    let mut states = Vec::new();
    for x in 0..=2 {
        for y in values {
            for first in values {
                for second in values {
                    for bits in 0..4 {
                        let p = [bits & 1 != 0, bits & 2 != 0];
                        states.push(State { x, y, f: [first, second], p });
                    }
                }
            }
        }
    }
    states
}

/// The models of the clauses that other programs get are as many as the solutions, and one of them is a
/// solution.
fn clauses_are_a_puzzle(puzzle: &dyn Puzzle) {
    let budget = &mut Budget::unlimited();
    let clauses = puzzle.clauses(budget).unwrap().unwrap();
    let question = Question::new(Verb::Count);
    let count = answer_to(puzzle, &question, budget).unwrap().answer.text;
    let models = CountModels(clauses.cnf.clone()).answer(budget).unwrap().into_inner();
    assert_eq!(models.to_string(), count);
    let model = decide(&clauses.cnf, budget).unwrap();
    let answer = answer_of_model(puzzle, &clauses, model.as_deref(), budget).unwrap();
    let is_none = answer.is(AnswerVerdict::NoSolution) || answer.is(AnswerVerdict::Contradictory);
    assert_eq!(is_none, count == "0");
}

#[test]
fn solutions_are_those_of_brute_force() {
    let states = states();
    let mut random = Random(20);
    let mut text = String::new();
    for at in 0..150 {
        let rules: Vec<Sentence> =
            (0..1 + random.below(3)).map(|_| random.sentence(3, 0)).collect();
        let holds = |it: &&State| rules.iter().all(|rule| rule.holds(it, &mut Vec::new()));
        let count = states.iter().filter(holds).count();
        // A theory with numbers says the same.
        let (block, none) = match at % 3 {
            0 => ("theory", "contradictory"),
            _ => ("puzzle", "no solution"),
        };
        write!(
            text,
            "{block} p{at} {{\n    function x: 0..2\n    function y: 0..2 or none\n    \
             function f(1..2): 0..2 or none\n    sort Place = 1..2\n    predicate p(Place)\n"
        )
        .unwrap();
        for (number, rule) in rules.iter().enumerate() {
            write!(text, "    rule r{number}: ").unwrap();
            rule.write(&mut text);
            text.push('\n');
        }
        write!(text, "}}\ncount p{at} => {count}\n").unwrap();
        let plural = if count == 1 { "" } else { "s" };
        match count {
            0 => writeln!(text, "solve p{at} all => {none}").unwrap(),
            _ => writeln!(text, "solve p{at} all => {count} solution{plural}").unwrap(),
        }
        if count > 1 {
            let one = "1 solution and more";
            writeln!(text, "solve p{at} all 1 => {one}").unwrap();
        }
    }
    let text = text.replace("function f(1..2)", "function f(Place)");
    let checked = check(program::program("random.puzzle", &text), &Levels::default());
    let analysis = checked.analysis();
    assert!(!analysis.has_errors(), "{:#?}", analysis.findings);
    let mut answered = 0;
    for report in run(&analysis, TestPurpose::Comparing, Budget::unlimited) {
        assert_eq!(
            report.verdict,
            Some(ExpectationVerdict::Holds),
            "{}\n{:?}",
            report.name,
            report.answer
        );
        answered += 1;
    }
    assert!(answered > 300);
    for (definition, item) in analysis.scope.program.items(analysis.scope.program.root()) {
        if matches!(item.kind, ItemKind::Theory { .. } | ItemKind::Puzzle { .. }) {
            clauses_are_a_puzzle(&*analysis.puzzle(definition).unwrap());
        }
    }
}
