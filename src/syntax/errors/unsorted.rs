//! Constants that do not say of which sort they are, as in `constant Tom, Rex`: the lines around them may tell.

use super::ends::end_of;
use crate::diagnostic::code::UNEXPECTED;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::syntax::token::{Lexeme, Token};

/// Lines before and behind that are looked at.
const MOST: usize = 200;
/// Names whose sort is looked for in these lines.
const MOST_NAMES: usize = 20;

/// A line `constant NAMES` without a sort; `diagnostic` says so.
pub(super) fn constant(
    text: &str,
    tokens: &[Lexeme],
    diagnostic: Diagnostic,
    usage: &str,
) -> Diagnostic {
    let first = tokens[0].span;
    let lines = Lines::around(text, first.start);
    let sorts: Vec<_> = lines.all.iter().filter_map(|it| name_behind(it, "sort ")).collect();
    if sorts.is_empty() && lines.is_theory {
        let whole = first.to(end_of(tokens));
        let message = "without sorts names need no declaration";
        let deleted = Edit::delete_line(text, whole);
        return Diagnostic::new(UNEXPECTED, whole, message, "this says nothing of them")
            .help("leave the line out, or declare a sort and write it behind `:`")
            .fix(Fix::maybe("leave the line out", vec![deleted]));
    }
    let diagnostic = Diagnostic { label: "expected `:` and a sort".to_owned(), ..diagnostic }
        .help(format!("name its sort: `{usage}`"));
    let names = tokens[1..].iter().filter(|it| it.token == Token::Word);
    let mut told = names.take(MOST_NAMES).filter_map(|it| lines.sort_of(&text[it.span.range()]));
    let sort = match sorts[..] {
        [only] => Some(only),
        _ => told.next().filter(|first| told.all(|it| it == *first)),
    };
    let Some(sort) = sort.filter(|it| sorts.contains(it)) else { return diagnostic };
    let edit = Edit::insert(end_of(tokens).end, format!(": {sort}"));
    diagnostic.fix(Fix::maybe(format!("write `: {sort}`"), vec![edit]))
}

/// The lines of the block around a place.
struct Lines<'t> {
    all: Vec<&'t str>,
    is_theory: bool,
}

impl<'t> Lines<'t> {
    fn around(text: &'t str, place: u32) -> Self {
        let (before, behind) = text.split_at(place as usize);
        let is_head = |it: &&str| it.starts_with("theory ") || it.starts_with("puzzle ");
        let above = || before.lines().rev().take(MOST);
        let is_theory = above().find(is_head).is_some_and(|it| it.starts_with("theory "));
        let behind = behind.lines().take(MOST).take_while(|it| !it.starts_with('}'));
        let all = above().take_while(|it| !is_head(it)).chain(behind).map(str::trim_start);
        Self { all: all.collect(), is_theory }
    }

    /// The sort that a line tells which says something of a name.
    fn sort_of(&self, name: &str) -> Option<&'t str> {
        let said = self.all.iter().find_map(|it| {
            let (head, list) = it.split_once('(')?;
            let predicate = head.rsplit(|it: char| !is_part(it)).next()?;
            let at = arguments(list)?.position(|it| it == name)?;
            Some((predicate, at))
        });
        let (predicate, at) = said?;
        self.all.iter().find_map(|it| {
            let declared =
                it.strip_prefix("predicate ").or_else(|| it.strip_prefix("function "))?;
            let (head, list) = declared.split_once('(')?;
            (head.trim() == predicate).then(|| arguments(list)?.nth(at)).flatten()
        })
    }
}

fn is_part(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// The name behind a word at the start of a line.
fn name_behind<'t>(line: &'t str, word: &str) -> Option<&'t str> {
    let name = line.strip_prefix(word)?.trim_start().split(|it: char| !is_part(it)).next()?;
    Some(name).filter(|it| !it.is_empty())
}

/// What stands between commas up to the `)`.
fn arguments(list: &str) -> Option<impl Iterator<Item = &str>> {
    Some(list.split_once(')')?.0.split(',').map(str::trim))
}
