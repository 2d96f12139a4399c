//! A fix makes it better: a thousand programs, each spoilt at one place as beginners spoil them, and
//! whatever is offered for them is applied. Afterwards fewer faults are left and none is new. Some of them stand in
//! Markdown, and a thousand files in formats of other programs are spoilt alike.
//!
//! `FIXES=20000 cargo test --test language fixes::` tries more of them, `FIXES_SEED=7` others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle_lang::diagnostic::code::{UNKNOWN_NAME, UNKNOWN_NODE, UNKNOWN_VARIABLE};
use puzzle_lang::diagnostic::fix::apply;
use puzzle_lang::diagnostic::{Diagnostic, Fix, Severity};
use puzzle_lang::interchange::format::ForeignFormat;
use puzzle_lang::interchange::{qcir, qdimacs};
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::import::{FileFormat, Files, load};
use puzzle_lang::syntax::ast::Item;
use puzzle_lang::syntax::parse;
use puzzle_lang::syntax::token::{Token, lex_span};
use puzzle_lang::text::{Source, Span};

/// What beginners write in the place of a token.
const SIGNS: [&str; 52] = [
    "and", "or", "not", "&", "|", "!", "&&", "||", "==", "=", ":", ":=", ":-", "->", "=>", "<->",
    "<-", "*", "+", "-", ",", ";", ".", "(", ")", "{", "}", "[", "]", "\"", "?", "if", "then",
    "iff", "implies", "either", "is", "is a", "all", "some", "no", "exactly", "at", "at least",
    "forall", "every", "true", "0", "1", "x", "X", "Tom",
];

/// A line as beginners write it, if it is one of the kind.
type Misread = fn(&str) -> Option<String>;

/// What beginners make of whole lines.
const LINES: [Misread; 20] = [
    // Sets in braces.
    |it| {
        it.contains("sort ")
            .then(|| it.replacen("= ", "= {", 1) + "}")
            .filter(|it| it.contains('{'))
    },
    |it| it.contains("sort ").then(|| it.replacen("= ", "in {\n", 1) + "\n}"),
    |it| it.contains("sort ").then(|| it.replacen(", ", "..", 1)),
    // Declarations without their sort, or with a variable in its place.
    |it| it.contains("constant ").then(|| it.split(':').next().unwrap_or_default().to_owned()),
    |it| it.contains("function ").then(|| it.split(':').next().unwrap_or_default().to_owned()),
    |it| it.contains("predicate ").then(|| it.replacen('(', "(x, ", 1)),
    |it| it.contains("predicate ").then(|| it.replacen("predicate ", "predicate all, ", 1)),
    // Sentences.
    |it| it.contains("(").then(|| it.replacen('(', " ", 1).replacen(')', "", 1)),
    |it| {
        it.contains(" or ")
            .then(|| it.replacen(it.trim_start(), &format!("either {}", it.trim()), 1))
    },
    |it| it.split_once(". ").map(|(left, right)| format!("{left}. either {right} or {right}")),
    |it| it.split_once(" -> ").map(|(left, right)| format!("{right} :- {left}.")),
    |it| it.contains("all ").then(|| it.replace("all ", "forall ").replace(" and ", " & ")),
    |it| it.split_once(". ").map(|(left, right)| format!("{left} ({right}).")),
    |it| it.contains(" and ").then(|| it.replacen(" and ", ", ", 1)),
    |it| it.contains(" = ").then(|| it.replacen(" = ", " + 1 = ", 1)),
    // Questions.
    |it| it.contains("=>").then(|| it.replacen("=>", "in 3 =>", 1)),
    |it| it.starts_with("solve ").then(|| it.replacen(" by ", " using ", 1)),
    // The text format of mazes, and settings.
    |it| it.contains("->").then(|| it.replace("->", "NEXT").replace("treasures", "TREASURES")),
    |it| it.contains("size ").then(|| it.replacen("size ", "size 2x", 1)),
    |it| it.starts_with(' ').then(|| format!("    {}", it.trim_start().replacen(' ', ": ", 1))),
];

/// A file that the repository has.
struct Sample {
    path: PathBuf,
    text: String,
}

fn samples() -> Vec<Sample> {
    let folders = ["examples", "tests/ui", "tests/corpus/puzzles"];
    let mut found = files(&folders, |path| path.extension().is_some_and(|it| it == "puzzle"));
    // Some of them as blocks of a lecture.
    for it in found.iter_mut().step_by(7) {
        it.path.set_extension("md");
        it.text = format!("# A lecture\n\n```puzzle\n{}\n```\n\nand so on\n", it.text.trim_end());
    }
    found
}

/// The files in formats of other programs.
fn foreign_samples() -> Vec<Sample> {
    let folders = ["examples", "tests/ui", "tests/corpus/clauses", "tests/corpus/mazes"];
    files(&folders, |path| ForeignFormat::of(&path.to_string_lossy()).is_some())
}

fn files(folders: &[&str], is_wanted: impl Fn(&Path) -> bool) -> Vec<Sample> {
    let mut found = Vec::new();
    for entry in folders.iter().flat_map(|it| fs::read_dir(it).expect("the samples")) {
        let path = entry.expect("an entry").path();
        if is_wanted(&path)
            && let Ok(text) = fs::read_to_string(&path)
            && text.len() < 6_000
        {
            found.push(Sample { path, text });
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

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let name = path.file_name().expect("a name");
        let elsewhere = Path::new("tests/ui/files").join(name);
        let bytes = fs::read(path).or_else(|_| fs::read(elsewhere)).map_err(|it| it.to_string())?;
        Ok(Arc::new(Source::from_bytes(path.to_string_lossy(), bytes)))
    }
}

/// The errors of a text in the place of a file. What may be wrong with a line that can be read, nobody knows of
/// one that cannot.
fn faults(path: &Path, text: &str) -> Vec<Diagnostic> {
    let source = Arc::new(Source::new(path.to_string_lossy(), text));
    if let Some(format) = ForeignFormat::of(&path.to_string_lossy()) {
        let mut found = match FileFormat::holding(format) {
            Some(format) => format.read(source, path, &Beside).diagnostics,
            None if format == ForeignFormat::Qcir => qcir::parse(text.as_bytes()).1,
            None => qdimacs::parse(text.as_bytes()).1,
        };
        found.retain(|it| it.severity == Severity::Error);
        return found;
    }
    let checked = check(load(source, path, &Beside), &Levels::default());
    let analysis = checked.analysis();
    let found = analysis.findings.last().cloned().unwrap_or_default();
    found.into_iter().filter(|it| it.severity == Severity::Error).collect()
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
        let is_rest = before.keys().any(|it| is_rest(it, fault));
        if !is_rest && *times > count(&before, fault).max(count(&unspoilt, fault)) {
            return Some(format!("new: {} {}", fault.0, fault.1));
        }
    }
    for (fault, times) in &before {
        is_less |= count(&after, fault) < *times;
    }
    (!is_less).then(|| "nothing is mended".to_owned())
}

/// Whether a fault is what is left of one that tells several undeclared words together.
fn is_rest(whole: &(&str, &str), fault: &(&str, &str)) -> bool {
    let words = |message: &str| -> BTreeSet<String> {
        message.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let are_of_words = [whole, fault].iter().all(|it| it.1.ends_with("not declared"));
    whole != fault && are_of_words && words(whole.1).is_superset(&words(fault.1))
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

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// A text with one mistake more, in an item in which there is none yet.
fn spoilt(text: &str, faults: &[Diagnostic], random: &mut Random) -> Option<String> {
    let is_sound = |item: &&Item| !faults.iter().any(|it| item.span.contains(it.span));
    let parsed = parse(text);
    let items: Vec<_> = parsed.tree.items.iter().filter(is_sound).collect();
    if items.is_empty() {
        return None;
    }
    let item = items[random.below(items.len())].span;
    // Words that were two stay two.
    let replaced = |span: Span, with: &str| {
        let (before, behind) = (&text[..span.range().start], &text[span.range().end..]);
        let is_word = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
        let gap = |left: &str, right: &str| {
            if is_word(left.chars().next_back()) && is_word(right.chars().next()) {
                " "
            } else {
                ""
            }
        };
        let left = format!("{before}{}{with}", gap(before, with));
        format!("{left}{}{behind}", gap(&left, behind))
    };
    if random.below(3) == 0 {
        let lines = lines_within(text, item);
        let line = lines[random.below(lines.len())];
        let misread = random.of(&LINES)(&text[line.range()])?;
        return Some(replaced(line, &misread));
    }
    let is_hidden = |it: Token| matches!(it, Token::Newline | Token::Comment | Token::DocComment);
    let tokens: Vec<_> = lex_span(text, item).filter(|it| !is_hidden(it.token)).collect();
    let at = random.below(tokens.len().max(2) - 1);
    let (this, next) = (tokens[at].span, tokens.get(at + 1)?.span);
    let slice = |span: Span| &text[span.range()];
    Some(match random.below(5) {
        0 => replaced(this, ""),
        1 => replaced(this, &format!("{0} {0}", slice(this))),
        2 => {
            let between = &text[this.range().end..next.range().start];
            replaced(this.to(next), &format!("{}{between}{}", slice(next), slice(this)))
        }
        3 => replaced(this, random.of(&SIGNS)),
        _ => replaced(Span::at(this.start), &format!("{} ", random.of(&SIGNS))),
    })
}

/// A text in a format of another program with one mistake more: a word or a line that is left out, stands twice, or is
/// another one.
fn spoilt_words(text: &str, random: &mut Random) -> Option<String> {
    let at = |it: &str| it.as_ptr() as usize - text.as_ptr() as usize;
    let words: Vec<_> = text.split_whitespace().collect();
    let word = *words.get(random.below(words.len().max(1)))?;
    let (start, end) = (at(word), at(word) + word.len());
    let line_start = text[..start].rfind('\n').map_or(0, |it| it + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |it| end + it + 1);
    let line = &text[line_start..line_end];
    Some(match random.below(7) {
        0 => format!("{}{}", &text[..start], &text[end..]),
        1 => format!("{}{word} {word}{}", &text[..start], &text[end..]),
        2 => format!("{}{}{}", &text[..start], random.of(&SIGNS), &text[end..]),
        3 => format!("{}{} {}", &text[..start], random.of(&SIGNS), &text[start..]),
        4 => format!("{}{}", &text[..line_start], &text[line_end..]),
        5 => format!("{}{line}{}", &text[..line_end], &text[line_end..]),
        _ => format!("{} {}", text[..line_end].trim_end(), &text[line_end..]),
    })
}

/// The lines of a part of a text, without their ends.
fn lines_within(text: &str, span: Span) -> Vec<Span> {
    let mut start = text[..span.range().start].rfind('\n').map_or(0, |it| it + 1);
    let mut found = Vec::new();
    while start <= span.range().end {
        let end = text[start..].find('\n').map_or(text.len(), |it| start + it);
        found.push(Span::new(start as u32, end as u32));
        start = end + 1;
    }
    found
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

/// The words that stood on the lines that were changed, and no longer do.
fn lost_words<'a>(text: &'a str, changed: &'a str) -> BTreeSet<&'a str> {
    let same = |(one, other): &(&str, &str)| one == other;
    let before = text.lines().zip(changed.lines()).take_while(same).count();
    let behind = text.lines().rev().zip(changed.lines().rev()).take_while(same).count();
    fn words(lines: &str, before: usize, behind: usize) -> BTreeSet<&str> {
        let lines: Vec<_> = lines.lines().collect();
        let end = (lines.len() - behind).max(before);
        let is_sign = |it: char| !it.is_alphanumeric() && it != '_';
        lines[before..end].iter().flat_map(|it| it.split(is_sign)).collect()
    }
    &words(text, before, behind) - &words(changed, before, behind)
}

/// What came of as many spoilt texts as wanted.
#[derive(Default)]
struct Tried {
    fixes: u64,
    /// Texts with several new faults.
    with_several: u64,
    /// The fixes that make it worse.
    worse: Vec<String>,
}

fn try_spoilt(
    samples: &[Sample],
    count: u64,
    spoil: impl Fn(&str, &[Diagnostic], &mut Random) -> Option<String>,
) -> Tried {
    let mut random = Random(number("FIXES_SEED", 1) | 1 << 32);
    let (mut tried, mut spoilt) = (Tried::default(), 0);
    while spoilt < count {
        let sample = &samples[random.below(samples.len())];
        let unspoilt = faults(&sample.path, &sample.text);
        let Some(text) = spoil(&sample.text, &unspoilt, &mut random) else { continue };
        spoilt += 1;
        let before = faults(&sample.path, &text);
        let known = counted(&unspoilt);
        // The mistakes that the sample is about are looked at below.
        let is_new =
            |it: &&Diagnostic| !known.contains_key(&(it.code.number(), it.message.as_str()));
        tried.with_several += u64::from(before.iter().filter(is_new).count() > 1);
        let lost = lost_words(&sample.text, &text);
        for fault in before.iter().filter(is_new) {
            for fix in &fault.fixes {
                tried.fixes += 1;
                let fixed = apply(&text, &fix.edits);
                let mut after = faults(&sample.path, &fixed);
                // No fix knows a name that is no longer declared, or a variable that is in no formula any more.
                let is_unknown = |it: &Diagnostic| {
                    [UNKNOWN_NAME, UNKNOWN_NODE, UNKNOWN_VARIABLE].contains(&it.code)
                };
                after.retain(|it| !is_unknown(it) || !lost.contains(&fixed[it.span.range()]));
                if let Some(why) = worse(&before, &after, &unspoilt) {
                    tried.worse.push(told(&sample.path, &text, fault, fix, &why));
                }
            }
        }
    }
    tried.worse.sort();
    tried.worse.dedup();
    tried
}

#[test]
fn fixes_of_spoilt_programs_mend_and_break_nothing() {
    let count = number("FIXES", 1000);
    let Tried { fixes, with_several, worse } = try_spoilt(&samples(), count, spoilt);
    assert!(worse.is_empty(), "{} of {fixes}\n{}", worse.len(), worse.join("\n"));
    assert!(fixes > count / 7, "only {fixes} fixes");
    // Some mistakes are two, such as words in the wrong order: about one in ten, whatever the seed.
    assert!(with_several < count / 7, "{with_several} with several messages");
}

#[test]
fn fixes_of_spoilt_files_in_other_formats_mend_and_break_nothing() {
    let count = number("FIXES", 1000);
    let spoil = |text: &str, _: &[Diagnostic], random: &mut Random| spoilt_words(text, random);
    let Tried { fixes, worse, .. } = try_spoilt(&foreign_samples(), count, spoil);
    assert!(worse.is_empty(), "{} of {fixes}\n{}", worse.len(), worse.join("\n"));
    assert!(fixes > count / 50, "only {fixes} fixes");
}

#[test]
fn fixes_of_the_samples_mend_and_break_nothing() {
    let mut found = Vec::new();
    // Of those with many mistakes some hide others.
    let is_many = |it: &Sample| {
        it.path.file_name().is_some_and(|it| it.to_string_lossy().starts_with("many-"))
    };
    for sample in samples().into_iter().chain(foreign_samples()).filter(|it| !is_many(it)) {
        let before = faults(&sample.path, &sample.text);
        for (fault, fix) in before.iter().flat_map(|it| it.fixes.iter().map(move |fix| (it, fix))) {
            let after = faults(&sample.path, &apply(&sample.text, &fix.edits));
            if let Some(why) = worse(&before, &after, &[]) {
                found.push(told(&sample.path, &sample.text, fault, fix, &why));
            }
        }
    }
    assert!(found.is_empty(), "{}\n{}", found.len(), found.join("\n"));
}
