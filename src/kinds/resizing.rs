//! How many things there are of a sort and from where to where numbers reach, and the changes of a text that would make
//! it more or fewer.

use std::sync::Arc;

use super::Correction;
use crate::diagnostic::Edit;
use crate::syntax::ast::{Elements, NumberRange, TheoryLine, WrittenTheory};
use crate::text::{Source, Span};

/// So many things more or fewer are tried at most.
const MOST_THINGS: usize = 8;

/// How many things there are of a sort.
pub(super) fn sort_size(name: &str, count: usize) -> String {
    format!("sort {name} has {count} {}", if count == 1 { "thing" } else { "things" })
}

/// Sorts of another size: larger ones, and smaller ones, each with the smallest change first.
pub(super) fn resized(
    source: &Arc<Source>,
    name: Span,
    elements: &Elements,
) -> Vec<Vec<Correction>> {
    match elements {
        Elements::Range(range) => {
            let Some(reach) = numbers(source, *range) else { return Vec::new() };
            let fewer = (1..=reach.1.saturating_sub(reach.0)).take(MOST_THINGS);
            let fewer = fewer.map(|it| reaching(source, *range, (reach.0, reach.1 - it)));
            let more = (1..=MOST_THINGS as i64).map(|it| (reach.0, reach.1.saturating_add(it)));
            let more = more.map(|it| reaching(source, *range, it));
            vec![more.collect(), fewer.collect()]
        }
        Elements::Listed(names) => {
            let more = (1..=MOST_THINGS).filter_map(|it| with_more(source, name, names, it));
            let fewer = 1..names.len().min(MOST_THINGS + 1);
            vec![more.collect(), fewer.map(|it| with_fewer(source, name, names, it)).collect()]
        }
        Elements::Constructed(_) => Vec::new(),
    }
}

/// The same of a sort that some lines declare at a place; nothing where none is declared there.
pub(super) fn resized_sort(
    source: &Arc<Source>,
    body: &WrittenTheory,
    place: Span,
) -> Vec<Vec<Correction>> {
    let sort = body.lines.iter().find_map(|it| match it {
        TheoryLine::Sort { name, elements: Some(elements) } if *name == place => Some(elements),
        _ => None,
    });
    sort.map_or_else(Vec::new, |it| resized(source, place, it))
}

/// Ranges that reach further up, and further down, by up to so much.
pub(super) fn extended(
    source: &Arc<Source>,
    range: NumberRange,
    most: i64,
) -> Vec<Vec<Correction>> {
    let Some((low, high)) = numbers(source, range) else { return Vec::new() };
    let up = (1..=most).map(|it| reaching(source, range, (low, high.saturating_add(it))));
    let down = (1..=most).map(|it| reaching(source, range, (low.saturating_sub(it), high)));
    vec![up.collect(), down.collect()]
}

fn numbers(source: &Source, range: NumberRange) -> Option<(i64, i64)> {
    let number = |it: Span| {
        let digits: String = source.slice(it).split_whitespace().collect();
        digits.parse().ok()
    };
    Some((number(range.least)?, number(range.most)?))
}

fn reaching(source: &Arc<Source>, range: NumberRange, (low, high): (i64, i64)) -> Correction {
    let place = range.least.to(range.most);
    let written = format!("{low}..{high}");
    let title = format!("write `{written}` for `{}`", source.slice(place));
    Correction::new(source, title, Edit::replace(place, written))
}

/// So many things more, whose numbers go on from the last one's; where it has none, called by the sort and a number. `None`
/// where such a word stands somewhere.
fn with_more(source: &Arc<Source>, name: Span, names: &[Span], more: usize) -> Option<Correction> {
    let (sort, last) = (source.slice(name), names.last()?);
    let stem = source.slice(*last).trim_end_matches(|it: char| it.is_ascii_digit());
    let (stem, first) = match source.slice(*last)[stem.len()..].parse::<u32>() {
        Ok(number) if !stem.is_empty() => (stem, number as usize + 1),
        _ => (sort, names.len() + 1),
    };
    let added: Vec<String> = (first..).take(more).map(|it| format!("{stem}{it}")).collect();
    if added.iter().any(|it| source.text().contains(it.as_str())) {
        return None;
    }
    let is_barred = source.text()[name.end as usize..last.end as usize].contains('|');
    let between = if is_barred { " | " } else { ", " };
    let text: String = added.iter().map(|it| format!("{between}{it}")).collect();
    let title = format!("add {} to `{sort}`", quoted(&added));
    Some(Correction::new(source, title, Edit::insert(last.end, text)))
}

/// So many things fewer, the last ones.
fn with_fewer(source: &Arc<Source>, name: Span, names: &[Span], fewer: usize) -> Correction {
    let (kept, gone) = names.split_at(names.len() - fewer);
    let (start, end) = (kept[kept.len() - 1].end, gone[gone.len() - 1].end);
    let gone: Vec<String> = gone.iter().map(|it| source.slice(*it).to_owned()).collect();
    let title = format!("leave out {} of `{}`", quoted(&gone), source.slice(name));
    Correction::new(source, title, Edit::replace(Span::new(start, end), ""))
}

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
    super::argument::list(&quoted)
}
