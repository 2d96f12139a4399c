//! The words for what is wrong with a board, a drawing, or what is told in other ways.

use super::drawing::ReadDrawing;
use super::errors::never;
use super::lineage::Findings;
use super::ranges::{Range, shown_range};
use crate::diagnostic::code::*;
use crate::diagnostic::spelling::did_you_mean;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::text::Span;

pub(super) fn second_grid(span: Span) -> Diagnostic {
    Diagnostic::new(MALFORMED_GRID, span, "a puzzle has one grid", "a second one")
        .help("what has no neighbours is a sort of numbers: `sort Shelf = 1..6`")
}

pub(super) fn other_size(span: Span, found: (usize, usize), known: (usize, usize)) -> Diagnostic {
    let message =
        format!("the grid has {} by {} cells, not {} by {}", known.0, known.1, found.0, found.1);
    Diagnostic::new(MALFORMED_GRID, span, message, "another size").help("give it one size")
}

pub(super) fn boxes_do_not_fit(
    span: Span,
    boxes: (usize, usize),
    size: (usize, usize),
) -> Diagnostic {
    let message = format!(
        "boxes of {} by {} do not fill a grid of {} by {}",
        boxes.0, boxes.1, size.0, size.1
    );
    Diagnostic::new(MALFORMED_GRID, span, message, "some of them would lie beyond its edge")
        .help("give boxes a height and a width that divide those of the grid")
}

pub(super) fn no_cells(span: Span) -> Diagnostic {
    Diagnostic::new(MALFORMED_GRID, span, "this has no cells", "nothing of it is left")
        .help("write at least `1 by 1`")
}

pub(super) fn too_many_cells(span: Span, most: usize) -> Diagnostic {
    let message = "the grid is too large";
    Diagnostic::new(MALFORMED_GRID, span, message, format!("more than {most} cells"))
        .help("use a smaller one")
}

/// Reports where the rows of a board differ from its size; `None` when they do.
pub(super) fn board_shape(
    drawn: &ReadDrawing,
    whole: Span,
    (height, width): (usize, usize),
    findings: &mut Findings<'_, '_>,
) -> Option<()> {
    let lengths: Vec<usize> = drawn.rows.iter().map(|it| it.places.len()).collect();
    let is_wrong = |it: &usize| *it > width || *it < width && !drawn.is_ragged;
    let wrong: Vec<usize> = (0..lengths.len()).filter(|it| is_wrong(&lengths[*it])).collect();
    let places =
        |count: usize| if count == 1 { "1 place".into() } else { format!("{count} places") };
    if let Some(&row) = wrong.first() {
        // Of rows that are alike but for some, these are wrong.
        let mut usual: Vec<usize> = lengths.clone();
        usual.sort_unstable();
        let usual = usual[usual.len() / 2];
        let odd = lengths.iter().position(|it| *it != usual).filter(|_| usual != width);
        let (row, wanted) = match odd {
            Some(odd) if !is_wrong(&usual) || wrong.len() == lengths.len() => (odd, usual),
            None if wrong.len() == lengths.len() => {
                let message = format!(
                    "the rows have {}, and the grid is {height} by {width}",
                    places(lengths[row])
                );
                let label = "not as wide as the grid";
                findings.push(
                    Diagnostic::new(MALFORMED_DRAWING, drawn.rows[row].span, message, label)
                        .help("draw all of it, with `.` where nothing is said"),
                );
                return None;
            }
            _ if usual != width && is_wrong(&usual) => {
                (lengths.iter().position(|it| *it != usual).unwrap_or(row), usual)
            }
            _ => (row, width),
        };
        let count = lengths[row];
        let message = format!("row {} has {}, the others have {wanted}", row + 1, places(count));
        let span = drawn.rows[row].span;
        let fault = Diagnostic::new(MALFORMED_DRAWING, span, message, "not as long as the others");
        findings.push(match count < wanted {
            true => {
                let missing = " .".repeat(wanted - count);
                fault.help("write `.` where nothing is said").fix(Fix::maybe(
                    "add what is missing as `.`",
                    vec![Edit::insert(span.end, missing)],
                ))
            }
            false => fault.help("leave out what is too much"),
        });
        return None;
    }
    if lengths.len() != height {
        let rows =
            if lengths.len() == 1 { "1 row".into() } else { format!("{} rows", lengths.len()) };
        let message = format!("the drawing has {rows}, and the grid is {height} by {width}");
        let fault = Diagnostic::new(MALFORMED_DRAWING, whole, message, "not as high as the grid");
        findings.push(fault.help("draw all of it, with `.` where nothing is said"));
        return None;
    }
    Some(())
}

pub(super) fn wrong_number_of_values(
    span: Span,
    found: usize,
    (wanted, name): (usize, &str),
) -> Diagnostic {
    let values =
        |count: usize| if count == 1 { "1 value".into() } else { format!("{count} values") };
    let message = format!("`{name}` takes {}, not {found}", values(wanted));
    Diagnostic::new(WRONG_VALUES, span, message, format!("not {}", values(wanted)))
        .help("write one for each, in the order of the sort")
}

pub(super) fn not_drawable(span: Span, arguments: usize) -> Diagnostic {
    let message = match arguments {
        0 => "a single value is not drawn".to_owned(),
        _ => format!("what has {arguments} arguments is not drawn"),
    };
    Diagnostic::new(MALFORMED_DRAWING, span, message, "a drawing has rows and columns")
        .help("write a line for each value, as in `f(x, y, z) = 1`")
}

pub(super) fn row_of_nothing(span: Span, sort: &str, has_name: bool) -> Diagnostic {
    let (message, label) = match has_name {
        true => (format!("this is none of `{sort}`"), "no row is called so"),
        false => (format!("there are more rows than there is of `{sort}`"), "one row too many"),
    };
    Diagnostic::new(MALFORMED_DRAWING, span, message, label)
        .help(format!("a row for each of `{sort}`, in order, or with its name and `:` before it"))
}

pub(super) fn row_too_long(span: Span, found: usize, (most, sort): (usize, &str)) -> Diagnostic {
    let message = format!("the row has {found} places, and there are {most} of `{sort}`");
    Diagnostic::new(MALFORMED_DRAWING, span, message, "too much")
        .help("leave it out, or make the sort larger")
}

pub(super) fn unknown_sign(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` says nothing");
    Diagnostic::new(UNKNOWN_SIGN, span, message, "no sign of the puzzle")
        .help(format!("declare it: `sign \"{word}\": …`; `.` leaves a place open"))
        .fix(Fix::maybe("write `.`", vec![Edit::replace(span, ".")]))
}

/// A number in a drawing; elsewhere 0 leaves a place open.
pub(super) fn never_drawn(value: i64, span: Span, name: &str, range: Range) -> Diagnostic {
    let fault = never(value, span, name, range);
    let help = "`.` leaves a place open; else change the number, or the range of its declaration";
    match value {
        0 => fault.help(help).fix(Fix::maybe("write `.`", vec![Edit::replace(span, ".")])),
        _ => fault.help(help),
    }
}

pub(super) fn ambiguous_sign(word: &str, span: Span, names: &[&str]) -> Diagnostic {
    let names: Vec<_> = names.iter().map(|it| format!("`{it}`")).collect();
    let message = format!("`{word}` may be the value of {}", names.join(" or "));
    Diagnostic::new(UNKNOWN_SIGN, span, message, "of which is not said")
        .help("draw one of them by its name in place of `board`, or declare a sign")
}

pub(super) fn no_truth(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` says neither yes nor no");
    Diagnostic::new(UNKNOWN_SIGN, span, message, "no sign of the puzzle")
        .help("write `+` where it holds, `-` where it does not, and `.` where nothing is said")
}

pub(super) fn no_value(
    word: &str,
    span: Span,
    (is_number, sort): (bool, &str),
    things: &[&str],
) -> Diagnostic {
    if is_number {
        let message = format!("`{word}` is no number");
        return Diagnostic::new(ILL_SORTED, span, message, "a number belongs here")
            .help("`.` leaves a place open");
    }
    let message = format!("nothing of the sort `{sort}` is called `{word}`");
    let diagnostic = Diagnostic::new(UNKNOWN_NAME, span, message, "not one of its things");
    match did_you_mean(word, things.iter().copied()) {
        Some(similar) => diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
        None => diagnostic.help(format!("add it to the list of the sort `{sort}`")),
    }
}

pub(super) fn not_a_sign(span: Span) -> Diagnostic {
    let message = "a sign is one word without blanks";
    Diagnostic::new(UNKNOWN_SIGN, span, message, "cannot stand at a place of a drawing")
        .help("write some characters between the quotes")
}

pub(super) fn sign_twice(word: &str, span: Span) -> Diagnostic {
    let message = format!("the sign `{word}` is declared twice");
    Diagnostic::new(DUPLICATE_NAME, span, message, "the second declaration")
        .help("let one line say all that it means, with `and`")
}

pub(super) fn no_grid(span: Span) -> Diagnostic {
    Diagnostic::new(MALFORMED_GRID, span, "the puzzle has no board", "this speaks of cells")
        .help("declare one: `grid Cell = 9 by 9`; without a size drawings tell it")
}

pub(super) fn draws_nothing<'a>(
    word: &str,
    span: Span,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("nothing that can be drawn is called `{word}`");
    let diagnostic = Diagnostic::new(UNKNOWN_NAME, span, message, "the puzzle does not have it");
    match did_you_mean(word, known) {
        Some(similar) => diagnostic
            .help(format!("did you mean `{similar}`?"))
            .fix(Fix::maybe(format!("write `{similar}`"), vec![Edit::replace(span, similar)])),
        None => diagnostic.help("draw the `board`, or a function that is given or to be found"),
    }
}

pub(super) fn values_of_several(span: Span) -> Diagnostic {
    let message = "the values of several functions stand behind one `=`";
    Diagnostic::new(WRONG_VALUES, span, message, "a second one").help("give each a line of its own")
}

/// Numbers are told of something that is no function, since no range says so.
pub(super) fn values_without_range(
    text: &str,
    name: Span,
    values: &[Span],
    range: Range,
) -> Diagnostic {
    let (word, range) = (&text[name.range()], shown_range(range));
    let message = format!("`{word}` has numbers and no range for them");
    let diagnostic = Diagnostic::new(WRONG_VALUES, name, message, "a range makes it a function");
    let head = &text[name.start as usize..values[0].start as usize];
    let head = head.trim_end().trim_end_matches('=').trim_end();
    let edit = Edit::insert(name.start + head.len() as u32, format!(": {range}"));
    diagnostic
        .help(format!("write `{head}: {range} = …`; without it names are told of which it is true"))
        .fix(Fix::maybe(format!("write `: {range}`"), vec![edit]))
}

pub(super) fn values_of_predicate(span: Span) -> Diagnostic {
    let message = "of what this holds cannot be listed";
    Diagnostic::new(WRONG_VALUES, span, message, "it has not exactly one argument")
        .help("write a line for each, as in `way(a, b)`, or a drawing")
}

pub(super) fn missing(place: Span, name: &str, what: &str) -> Diagnostic {
    let message = format!("`{name}` does not tell {what}");
    Diagnostic::new(MISSING_GIVEN, place, message, "so nothing can be asked about it")
}
