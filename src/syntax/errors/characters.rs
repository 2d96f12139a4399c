//! The words for characters that belong to nothing, and for the signs of other notations that are made of them, such as
//! `![X]:` and `\\forall`.

use crate::diagnostic::code::{UNEXPECTED, UNKNOWN_CHARACTER};
use crate::diagnostic::{Diagnostic, Edit};
use crate::text::Span;

/// How comments start in other languages, as far as that means nothing in this one.
pub(in crate::syntax) const COMMENTS: [&str; 3] = ["#", "%", "/*"];

/// What a character of another keyboard or notation stands for.
fn meant_sign(character: char) -> Option<&'static str> {
    Some(match character {
        '−' | '–' | '—' => "-",
        '×' | '·' | '⋅' | '•' => "*",
        '[' | '（' => "(",
        ']' | '）' => ")",
        '“' | '”' | '„' | '«' | '»' => "\"",
        _ => return None,
    })
}

/// How what a sign of mathematics or of clingo says is said here. To leave such a sign out would say something else.
fn said_here(sign: char, behind: &str) -> Option<&'static str> {
    let word = behind.split(|it: char| !it.is_ascii_alphabetic()).next().unwrap_or_default();
    Some(match (sign, word) {
        ('²' | '³', _) => "powers are products, as in `x*x`",
        ('√', _) => "a square root is told by its square, as in `y*y = x`",
        ('∑' | 'Σ', _) | ('#', "sum") => "a sum is written `sum(TERM for x where SENTENCE)`",
        ('#', "count") => "a number of things is written `count(x where SENTENCE)`",
        ('#', "minimize" | "maximize") => {
            "a question asks for it: `smallest NAME: TERM` or `largest NAME: TERM`"
        }
        ('#', "show" | "const" | "include" | "program" | "external") => "leave the line out",
        ('∈', _) => "one of several is told by `x = a or x = b`, a number by `1 <= x <= 3`",
        ('∉', _) => "none of several is told by `x != a and x != b`",
        ('⊤' | '⊥', _) => {
            "nothing is called true or false; a formula that always holds is `(x+-x)`"
        }
        ('\'' | '′', _) => {
            "what is denied has `-` before it in a formula or a clause, `not` in a sentence"
        }
        _ => return None,
    })
}

/// Whether a `'` stands behind a name or a parenthesis to deny it, and ends no quotation.
fn denies(text: &str, sign: Span) -> bool {
    let before = &text[..sign.start as usize];
    let line = &before[before.rfind('\n').map_or(0, |it| it + 1)..];
    let is_behind = line.ends_with(|it: char| it.is_alphanumeric() || it == ')');
    is_behind && !line.contains(['\'', '‘'])
}

/// Characters that belong to nothing, with their repair if there is one.
pub(in crate::syntax) fn unknown_characters(
    text: &str,
    span: Span,
    is_question: bool,
) -> (Diagnostic, Option<Edit>) {
    let found = &text[span.range()];
    let mut characters = found.chars();
    let only = characters.next().filter(|_| characters.next().is_none());
    let shown = match only {
        Some(character) if character.is_control() => format!("U+{:04X}", character as u32),
        Some('\\') => "`\\`".to_owned(),
        _ => format!("`{}`", found.escape_debug()).replace("\\'", "'").replace("\\\"", "\""),
    };
    let what = if only.is_some() { "character" } else { "characters" };
    let message = format!("unknown {what} {shown}");
    let first = found.chars().next().unwrap_or_default();
    let behind = &text[span.start as usize + first.len_utf8()..];
    if let Some(help) = said_here(first, behind).filter(|_| first != '\'' || denies(text, span)) {
        return (
            Diagnostic::new(UNKNOWN_CHARACTER, span, message, "means nothing").help(help),
            None,
        );
    }
    let starts_comment = COMMENTS.iter().any(|sign| text[span.start as usize..].starts_with(sign));
    let meant = match found {
        _ if starts_comment => Some("//"),
        "<>" => Some("!="),
        _ => only.and_then(meant_sign),
    };
    let before = text[..span.start as usize].trim_end_matches(' ');
    // A sign with a blank in it.
    let (meant, whole) = match (found, before.chars().next_back()) {
        (">", Some('=')) => (Some("=>"), Span::new(before.len() as u32 - 1, span.end)),
        (">", Some('-')) => (Some("->"), Span::new(before.len() as u32 - 1, span.end)),
        _ => (meant, span),
    };
    if let Some(meant) = meant {
        let label = format!("`{meant}` is meant");
        let diagnostic = Diagnostic::new(UNKNOWN_CHARACTER, span, message, label);
        return (diagnostic.help(format!("write `{meant}`")), Some(Edit::replace(whole, meant)));
    }
    if let Some(edit) = parted(text, span) {
        let label = "nothing stands behind a line";
        let diagnostic = Diagnostic::new(UNKNOWN_CHARACTER, span, message, label);
        return (diagnostic.help("write each on a line of its own"), Some(edit));
    }
    let diagnostic = Diagnostic::new(UNKNOWN_CHARACTER, span, message, "means nothing");
    match found {
        "<" | ">" | "<=" | ">=" | "≤" | "≥" if is_question => {
            let help = "name what is asked first, as in `prove NAME: x < 3`";
            (diagnostic.help(help), None)
        }
        ".." | "..." | "…" => {
            let help = "ranges of numbers stand in the lines of a `puzzle` or a `theory`, as in \
                        `sort Day = 1..7`";
            (diagnostic.help(help), None)
        }
        "<-" => (diagnostic.help("write `B -> A` for `A <- B`"), None),
        _ => (
            diagnostic.help("delete it, or write what it stands for"),
            Some(Edit::delete_word(text, span)),
        ),
    }
}

/// A new line in the place of `;` between two of them.
fn parted(text: &str, semicolon: Span) -> Option<Edit> {
    let (before, behind) = (&text[..semicolon.start as usize], &text[semicolon.end as usize..]);
    let line = &before[before.rfind('\n').map_or(0, |it| it + 1)..];
    let rest = behind.lines().next().map(str::trim_start).unwrap_or_default();
    if &text[semicolon.range()] != ";" || rest.is_empty() || rest.starts_with("//") {
        return None;
    }
    let indentation = &line[..line.len() - line.trim_start().len()];
    let blanks = behind.len() - behind.trim_start_matches(' ').len();
    let place = Span::new(semicolon.start, semicolon.end + blanks as u32);
    Some(Edit::replace(place, format!("\n{indentation}")))
}

/// What LaTeX calls the signs of sentences.
const LATEX: [(&str, &str); 20] = [
    ("forall", "all"),
    ("exists", "some"),
    ("land", "and"),
    ("wedge", "and"),
    ("lor", "or"),
    ("vee", "or"),
    ("neg", "not"),
    ("lnot", "not"),
    ("to", "->"),
    ("rightarrow", "->"),
    ("Rightarrow", "->"),
    ("implies", "->"),
    ("leftrightarrow", "<->"),
    ("iff", "<->"),
    ("leq", "<="),
    ("le", "<="),
    ("geq", ">="),
    ("ge", ">="),
    ("neq", "!="),
    ("ne", "!="),
];

/// A sign of a sentence in TPTP or LaTeX that begins in front of or at the unknown characters `run`, with what makes it
/// one of this language.
pub(in crate::syntax) fn foreign_sign(text: &str, run: Span) -> Option<(Diagnostic, Edit)> {
    let behind = &text[run.end as usize..];
    let (sign, meant) = match &text[run.range()] {
        "\\" if behind.starts_with('=') => (Span::new(run.start, run.end + 1), "!=".to_owned()),
        // Some letters are part of the run.
        found if found.starts_with('\\') => {
            let behind = &text[run.start as usize + 1..];
            let is_letter = |it: char| it.is_ascii_alphabetic();
            let length = behind.find(|it| !is_letter(it)).unwrap_or(behind.len());
            let (_, meant) = LATEX.iter().find(|it| it.0 == &behind[..length])?;
            (Span::new(run.start, run.start + 1 + length as u32), (*meant).to_owned())
        }
        "[" => {
            let before = text[..run.start as usize].trim_end_matches(' ');
            let quantifier = match before.chars().next_back()? {
                '!' => "all",
                '?' => "some",
                _ => return None,
            };
            let (names, rest) = behind.split_once(']')?;
            let is_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | ',' | ' ' | ':');
            if !names.chars().all(is_name) {
                return None;
            }
            let colon = rest.find(|it| it != ' ').filter(|at| rest[*at..].starts_with(':'))?;
            let end = run.end as usize + names.len() + 1 + colon + 1;
            let sign = Span::new(before.len() as u32 - 1, end as u32);
            (sign, format!("{quantifier} {}.", names.trim()))
        }
        _ => return None,
    };
    let found = &text[sign.range()];
    let label = format!("`{meant}` is meant");
    let diagnostic = Diagnostic::new(UNEXPECTED, sign, format!("unexpected `{found}`"), label)
        .help(format!("write `{meant}`"));
    let blank = |is_word: bool| if is_word { " " } else { "" };
    let left = text[..sign.start as usize].chars().next_back();
    let right = text[sign.end as usize..].chars().next();
    let is_joined = |it: Option<char>| it.is_some_and(|it| !it.is_whitespace() && it != '(');
    let right = is_joined(right) || right == Some('(') && !meant.ends_with("->");
    let edit = Edit::replace(sign, format!("{}{meant}{}", blank(is_joined(left)), blank(right)));
    Some((diagnostic, edit))
}
