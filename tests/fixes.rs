//! A fix makes it better: a thousand programs, each spoilt at one place as beginners spoil them, and
//! whatever is offered for them is applied. Afterwards fewer faults are left and none is new.
//!
//! `FIXES=20000 cargo test --test fixes` tries more of them, `FIXES_SEED=7` others.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle_lang::diagnostic::fix::apply;
use puzzle_lang::diagnostic::{Diagnostic, Fix};
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::import::{Files, load};
use puzzle_lang::syntax::token::{Token, lex};
use puzzle_lang::text::{Source, Span};

/// What beginners write in the place of a token.
const SIGNS: [&str; 52] = [
    "and", "or", "not", "&", "|", "!", "&&", "||", "==", "=", ":", ":=", ":-", "->", "=>", "<->",
    "<-", "*", "+", "-", ",", ";", ".", "(", ")", "{", "}", "[", "]", "\"", "?", "if", "then",
    "iff", "implies", "either", "is", "is a", "all", "some", "no", "exactly", "at", "at least",
    "forall", "every", "true", "0", "1", "x", "X", "Tom",
];

/// What beginners write in the place of a line.
const LINES: [&str; 34] = [
    "sort Animal = {Tom, Rex}",
    "sort Animal = {\n    Tom,\n    Rex\n}",
    "sort N = 1..5",
    "constant A, B",
    "constant a: A, b: B",
    "function f(A): B, g(B): A",
    "function f(A)",
    "function at(Cell): Num",
    "predicate big(N), at(N, M)",
    "predicate all(x)",
    "predicate language(x)",
    "predicate p(x, y), q(x)",
    "D + E = Y",
    "1000*S + 100*E = Y",
    "cat Tom",
    "all x. cat x -> animal x",
    "likes Tom Rex",
    "either rain or snow",
    "either cat(Tom) or cat(Rex) -> rain",
    "some x. drinks(x) -> all y. drinks(y)",
    "some x. cat(x) -> happy(x)",
    "all x. cat(x) and happy(x)",
    "Tom is a cat",
    "cat(Tom) :- rain.",
    "solve cave in 3",
    "solve cave using sat",
    "START NEXT A",
    "A TREASURES KEY TOLLS NEXT GOAL",
    "size 2x2",
    "steps: 5",
    "p cnf 2 2",
    "theory t {",
    "maze s",
    "prove t: by(A)",
];

/// A file that the repository has.
struct Sample {
    path: PathBuf,
    text: String,
}

fn samples() -> Vec<Sample> {
    let mut found = Vec::new();
    for folder in ["examples", "tests/ui", "tests/corpus/puzzles"] {
        for entry in fs::read_dir(folder).expect("the samples") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|it| it == "puzzle")
                && let Ok(text) = fs::read_to_string(&path)
                && text.len() < 6_000
            {
                found.push(Sample { path, text });
            }
        }
    }
    found.sort_by(|left, right| left.path.cmp(&right.path));
    found
}

/// Files beside a sample.
struct Beside;

impl Files for Beside {
    fn locate(&self, importer: &Path, relative: &str) -> PathBuf {
        importer.parent().unwrap_or(Path::new("")).join(relative)
    }

    fn read(&self, path: &Path) -> Result<Source, String> {
        let name = path.file_name().expect("a name");
        let elsewhere = Path::new("tests/ui/files").join(name);
        let bytes = fs::read(path).or_else(|_| fs::read(elsewhere)).map_err(|it| it.to_string())?;
        Ok(Source::from_bytes(path.to_string_lossy(), bytes))
    }
}

/// What is wrong with a text in the place of a file.
fn faults(path: &Path, text: &str) -> Vec<Diagnostic> {
    let source = Arc::new(Source::new(path.to_string_lossy(), text));
    let checked = check(load(source, path, &Beside), &Levels::default());
    let analysis = checked.analysis();
    analysis.findings.last().cloned().unwrap_or_default()
}

/// How often each fault stands in a text: its code and its words, wherever it stands.
fn counted(faults: &[Diagnostic]) -> BTreeMap<(&'static str, &str), usize> {
    let mut counted = BTreeMap::new();
    for it in faults {
        *counted.entry((it.code.number(), it.message.as_str())).or_default() += 1;
    }
    counted
}

/// Why a fix makes it worse, if it does. What was hidden by the mistake is nothing new: that is what
/// the text said before it was spoilt.
fn worse(before: &[Diagnostic], after: &[Diagnostic], unspoilt: &[Diagnostic]) -> Option<String> {
    let (before, after, unspoilt) = (counted(before), counted(after), counted(unspoilt));
    let count = |of: &BTreeMap<_, usize>, fault| of.get(fault).copied().unwrap_or(0);
    let mut is_less = false;
    for (fault, times) in &after {
        if *times > count(&before, fault).max(count(&unspoilt, fault)) {
            return Some(format!("new: {} {}", fault.0, fault.1));
        }
    }
    for (fault, times) in &before {
        is_less |= count(&after, fault) < *times;
    }
    (!is_less).then(|| "nothing is mended".to_owned())
}

/// Numbers that follow from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A text with one mistake more.
fn spoilt(text: &str, random: &mut Random) -> String {
    let tokens: Vec<_> = lex(text).collect();
    let is_hidden = |it: Token| matches!(it, Token::Newline | Token::Comment | Token::DocComment);
    let visible: Vec<_> = tokens.iter().filter(|it| !is_hidden(it.token)).collect();
    if visible.len() < 2 {
        return text.to_owned();
    }
    let at = random.below(visible.len() - 1);
    let (this, next) = (visible[at].span, visible[at + 1].span);
    let slice = |span: Span| &text[span.range()];
    let replaced = |span: Span, with: &str| {
        format!("{}{with}{}", &text[..span.range().start], &text[span.range().end..])
    };
    match random.below(7) {
        0 => replaced(this, ""),
        1 => replaced(this, &format!("{0} {0}", slice(this))),
        2 => {
            let between = &text[this.range().end..next.range().start];
            replaced(this.to(next), &format!("{}{between}{}", slice(next), slice(this)))
        }
        3 => replaced(this, random.of(&SIGNS)),
        4 => replaced(Span::at(this.start), &format!("{} ", random.of(&SIGNS))),
        _ => {
            let lines: Vec<_> = text.split_inclusive('\n').collect();
            let at = random.below(lines.len());
            let indentation = &lines[at][..lines[at].len() - lines[at].trim_start().len()];
            let line = format!("{indentation}{}\n", random.of(&LINES));
            let keeps = random.below(2) == 0;
            let kept = if keeps { lines[at] } else { "" };
            format!("{}{line}{kept}{}", lines[..at].concat(), lines[at + 1..].concat())
        }
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

/// What a fix of a text makes worse, told so that it can be looked at.
fn told(path: &Path, text: &str, fault: &Diagnostic, fix: &Fix, why: &str) -> String {
    let start = text[..fault.span.range().start].rfind('\n').map_or(0, |it| it + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let after = apply(text, &fix.edits);
    let changed = after.get(start..).and_then(|it| it.lines().next()).unwrap_or_default();
    format!(
        "{}: {} {}\n    | {line}\n    + {changed}\n    {}: {why}",
        path.display(),
        fault.code.number(),
        fault.message,
        fix.title
    )
}

#[test]
fn fixes_of_spoilt_programs_mend_and_break_nothing() {
    let samples = samples();
    let count = number("FIXES", 1000);
    let mut random = Random(number("FIXES_SEED", 1) | 1 << 32);
    let mut tried = 0;
    let mut found = Vec::new();
    for _ in 0..count {
        let sample = random.of(&samples);
        let text = spoilt(&sample.text, &mut random);
        let unspoilt = faults(&sample.path, &sample.text);
        let before = faults(&sample.path, &text);
        for fault in &before {
            for fix in &fault.fixes {
                tried += 1;
                let after = faults(&sample.path, &apply(&text, &fix.edits));
                if let Some(why) = worse(&before, &after, &unspoilt) {
                    found.push(told(&sample.path, &text, fault, fix, &why));
                }
            }
        }
    }
    assert!(tried as u64 > count / 2, "only {tried} fixes");
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{} of {tried}\n{}", found.len(), found.join("\n"));
}
