//! A problem in TPTP: what a sentence is for, and where a symbol stands.

use super::ForeignPart;
use super::words::{ForeignWord, Lexis, is_name, times, word_at, words};
use crate::ide::symbols::EntrySort;
use crate::kinds::editor::{code, listed};
use crate::text::Span;

const LEXIS: Lexis =
    Lexis { comment: '%', has_quotes: true, signs: &["<=>", "<~>", "<=", "=>", "!="] };

/// A statement `fof(NAME, ROLE, FORMULA).`
struct StatementWords<'w, 't> {
    language: ForeignWord<'t>,
    name: ForeignWord<'t>,
    role: Option<ForeignWord<'t>>,
    formula: &'w [ForeignWord<'t>],
    span: Span,
}

fn read<'w, 't>(words: &'w [ForeignWord<'t>]) -> Vec<StatementWords<'w, 't>> {
    let mut statements = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, word) in words.iter().enumerate() {
        match word.text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "." if depth == 0 => {
                if let [language, _, name, rest @ ..] = &words[start..=at] {
                    let role = rest.get(1).filter(|it| is_name(it.text)).copied();
                    let formula = rest.get(3..).unwrap_or_default();
                    let span = language.span.to(word.span);
                    let (language, name) = (*language, *name);
                    statements.push(StatementWords { language, name, role, formula, span });
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    statements
}

/// What the word at a place is.
pub(super) fn told(text: &str, offset: u32) -> Option<(String, Span)> {
    let words = words(text, LEXIS);
    let index = word_at(&words, offset)?;
    let word = words[index];
    let all = read(&words);
    let here = all.iter().find(|it| it.span.contains(word.span))?;
    let said = if word.span == here.language.span {
        language(word.text)?.to_owned()
    } else if word.span == here.name.span {
        let role = here.role.and_then(|it| role(it.text));
        let written = code("tptp", &text[here.span.range()]);
        match role {
            Some(role) => format!("{written}\n\n{role}"),
            None => written,
        }
    } else if here.role.is_some_and(|it| it.span == word.span) {
        format!("`{}`: {}", word.text, role(word.text)?)
    } else if word.text.starts_with(|it: char| it.is_ascii_uppercase()) {
        variable(here, word)
    } else if is_name(word.text) && !word.text.starts_with('$') {
        symbol(&all, &words, index)
    } else {
        sign(word.text)?.to_owned()
    };
    Some((said, word.span))
}

fn language(word: &str) -> Option<&'static str> {
    Some(match word {
        "fof" => "`fof`: a sentence of first-order logic",
        "cnf" => "`cnf`: a clause; its variables are for all things",
        "include" => "`include`: the statements of another file",
        _ => return None,
    })
}

fn role(word: &str) -> Option<&'static str> {
    Some(match word {
        "axiom" | "hypothesis" | "definition" | "assumption" | "lemma" | "theorem"
        | "corollary" | "plain" => "what is known",
        "conjecture" => "what is to be proved from the others",
        "negated_conjecture" => "the opposite of what is to be proved",
        "question" => "what is asked",
        _ => return None,
    })
}

fn variable(here: &StatementWords<'_, '_>, word: ForeignWord<'_>) -> String {
    let name = word.text;
    let before = here.formula.iter().take_while(|it| it.span.start < word.span.end);
    let (mut quantifier, mut bound, mut is_listed) = ("", None, false);
    for it in before {
        match it.text {
            "!" | "?" => quantifier = it.text,
            "[" => is_listed = true,
            "]" => is_listed = false,
            text if text == name && is_listed => bound = Some(quantifier),
            _ => {}
        }
    }
    match bound {
        Some("!") => format!("`{name}`: a variable, for all things"),
        Some(_) => format!("`{name}`: a variable, for some thing"),
        None if here.language.text == "cnf" => {
            format!("`{name}`: a variable of the clause, for all things")
        }
        None => format!("`{name}`: a variable that no quantifier binds"),
    }
}

/// A symbol: how many arguments it has, and where it stands.
fn symbol(all: &[StatementWords<'_, '_>], words: &[ForeignWord<'_>], index: usize) -> String {
    let word = words[index];
    let stands: Vec<_> = all
        .iter()
        .filter_map(|it| {
            let uses = it.formula.iter().filter(|it| it.text == word.text).count();
            (uses > 0).then_some((it.name.text, uses))
        })
        .collect();
    let uses = stands.iter().map(|it| it.1).sum();
    let inside = stands.iter().map(|it| it.0);
    let inside = listed(inside).map_or_else(String::new, |it| format!(", in {it}"));
    let arguments = match arity(&words[index + 1..]) {
        0 => "a constant, or a sentence without arguments".to_owned(),
        1 => "a symbol with one argument".to_owned(),
        more => format!("a symbol with {more} arguments"),
    };
    format!("`{}`: {arguments}; it stands there {}{inside}", word.text, times(uses))
}

/// How many arguments follow.
fn arity(behind: &[ForeignWord<'_>]) -> usize {
    if behind.first().is_none_or(|it| it.text != "(") {
        return 0;
    }
    let (mut depth, mut count) = (0_usize, 1);
    for word in behind {
        match word.text {
            "(" | "[" => depth += 1,
            ")" | "]" if depth == 1 => break,
            ")" | "]" => depth -= 1,
            "," if depth == 1 => count += 1,
            _ => {}
        }
    }
    count
}

fn sign(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "!=" => "`!=`: two terms are different things",
        "!" => "`!`: for all things",
        "?" => "`?`: for some thing",
        "<=>" => "`<=>`: both, or neither",
        "=>" => "`=>`: if the first, then the second",
        "<=" => "`<=`: if the second, then the first",
        "<~>" => "`<~>`: one of the two, and not both",
        "~" => "`~`: not",
        "&" => "`&`: and",
        "|" => "`|`: or",
        "=" => "`=`: two terms are the same thing",
        _ => return None,
    })
}

/// The statements.
pub(super) fn statements(text: &str) -> Vec<ForeignPart> {
    let words = words(text, LEXIS);
    let part = |it: StatementWords<'_, '_>| ForeignPart {
        name: it.name.text.to_owned(),
        detail: it.role.map_or(it.language.text, |it| it.text).to_owned(),
        sort: EntrySort::Rule,
        span: it.span,
        name_span: it.name.span,
    };
    read(&words).into_iter().map(part).collect()
}
