//! Reads a game of Dots and Boxes from its settings. Any set of edges can come about in play, and
//! any points may be given in advance, so every board that has a meaning is possible.

use rustc_hash::FxHashMap;

use super::{drawing, edges};
use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::coordinates::name;
use crate::kinds::settings::Settings;
use crate::text::Span;
use puzzle_engine::logic::dots::{BoardEdge, DotsGame, DotsGrid, Edges};

/// The game that the settings describe.
pub(super) fn read(settings: &Settings<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<DotsGame> {
    let before = diagnostics.len();
    let size = size(settings, diagnostics);
    let points = scores(settings, diagnostics);
    let (grid, start) = match settings.value("edges") {
        Some(span) if settings.text(span).starts_with('"') => {
            let (grid, drawn) = match drawing::read(settings.text(span), span) {
                Ok(board) => board,
                Err(faults) => {
                    diagnostics.extend(faults);
                    return None;
                }
            };
            diagnostics.extend(size.filter(|it| *it != grid).map(|_| other_size(settings, grid)));
            (grid, drawn)
        }
        _ if settings.value("size").is_none() => {
            diagnostics.push(no_board(settings));
            return None;
        }
        _ => {
            let grid = size?;
            (grid, listed(settings, grid, diagnostics))
        }
    };
    (diagnostics.len() == before).then_some(DotsGame::new(grid, start, points))
}

/// The place of a setting's value, or of the game's name.
fn place(settings: &Settings<'_>, setting: &str) -> Span {
    let value = settings.value(setting).filter(|it| !it.is_empty());
    value.or_else(|| settings.find(setting).map(|it| it.name)).unwrap_or_else(|| settings.name())
}

fn bad(span: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(BAD_SETTING, span, message, label)
}

fn no_board(settings: &Settings<'_>) -> Diagnostic {
    let (message, label) = match settings.value("edges") {
        Some(_) => ("the board has no size", "edges of a board of unknown size"),
        None => ("the game has no board", "no board"),
    };
    Diagnostic::new(MISSING_SETTING, settings.name(), message, label)
        .help("write `size 2 3` for two rows of three boxes, or draw the board with `edges`")
}

fn other_size(settings: &Settings<'_>, grid: DotsGrid) -> Diagnostic {
    let DotsGrid { rows, columns } = grid;
    let span = place(settings, "size");
    bad(
        span,
        "the drawn board has another size",
        format!("it is drawn with {rows} by {columns} boxes"),
    )
    .help("a drawn board needs no `size`")
    .fix(Fix::maybe(
        format!("write `{rows} {columns}`"),
        vec![Edit::replace(span, format!("{rows} {columns}"))],
    ))
}

/// Rows and columns, or one number for both.
fn size(settings: &Settings<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<DotsGrid> {
    const SIZE: &str = "write the rows and the columns of boxes, as in `size 2 3`";
    settings.value("size")?;
    let mut numbers = Vec::new();
    for (word, span) in settings.words("size") {
        let Some(number) = word.parse::<usize>().ok().filter(|it| *it > 0) else {
            let message = format!("a board cannot have `{word}` rows or columns");
            let label = "not a whole number, 1 at least";
            let fault = match settings.product("size") {
                Some((whole, rows, columns)) => {
                    let meant = format!("size {rows} {columns}");
                    let edit = Edit::replace(whole, format!("{rows} {columns}"));
                    let message = "the rows and the columns are two numbers";
                    bad(whole, message, "only a blank stands between them")
                        .fix(Fix::maybe(format!("write `{meant}`"), vec![edit]))
                }
                None => bad(span, message, label),
            };
            diagnostics.push(fault.help(SIZE));
            return None;
        };
        numbers.push(number);
    }
    let (rows, columns) = match numbers[..] {
        [size] => (size, size),
        [rows, columns] => (rows, columns),
        _ => {
            let span = place(settings, "size");
            diagnostics.push(bad(span, "`size` is two numbers", "not two").help(SIZE));
            return None;
        }
    };
    let grid = DotsGrid::checked(rows, columns);
    if grid.is_none() {
        let label = format!("more than {} edges", BoardEdge::MAX);
        diagnostics.push(bad(place(settings, "size"), "the board is too large", label).help(SIZE));
    }
    grid
}

/// The points at the start.
fn scores(settings: &Settings<'_>, diagnostics: &mut Vec<Diagnostic>) -> [u32; 2] {
    const SCORES: &str =
        "write the points of the first player and of the second, as in `scores 2 1`";
    let words = settings.words("scores");
    let numbers: Option<Vec<u32>> = words.iter().map(|(word, _)| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([first, second]) => return [*first, *second],
        Some([]) if settings.value("scores").is_none() => {}
        Some(_) => {
            let span = place(settings, "scores");
            diagnostics.push(bad(span, "`scores` is two numbers", "not two").help(SCORES));
        }
        None => {
            let is_number = |word: &str| word.parse::<u32>().is_ok();
            let mut wrong = words.iter().skip_while(|(word, _)| is_number(word));
            let (sign, mut span) = wrong.next().copied().unwrap_or_default();
            let mut label = "not a number of points";
            if let (Some((_, number)), "-") = (wrong.next(), sign) {
                span = span.to(*number);
                label = "less than nothing";
            }
            let message = format!("a player cannot have `{}` points", settings.text(span));
            diagnostics.push(bad(span, message, label).help(SCORES));
        }
    }
    [0, 0]
}

/// The edges that are listed by their names.
fn listed(settings: &Settings<'_>, grid: DotsGrid, diagnostics: &mut Vec<Diagnostic>) -> Edges {
    let mut drawn = Edges::none(grid);
    let mut places: FxHashMap<BoardEdge, Span> = FxHashMap::default();
    let mut words = settings.words("edges").into_iter().map(|it| it.1).peekable();
    let mut before = None;
    while let Some(mut span) = words.next() {
        // A hyphen joins what stands around it.
        while let Some(next) = words.next_if(|it| settings.text(*it) == "-") {
            span = span.to(words.next().unwrap_or(next));
        }
        let word = settings.text(span);
        let Some(edge) = edges::read(grid, word) else {
            let last = name(grid.rows.into(), grid.columns.into());
            let message = format!("`{word}` is not an edge of the board");
            diagnostics.push(bad(span, message, "not two neighbouring dots").help(format!(
                "an edge is named by its two dots, as in `a1b1`; the dots are `a1`, at the top left, to `{last}`"
            )));
            before = Some(span);
            continue;
        };
        if let Some(first) = places.get(&edge) {
            let rest = Span::new(before.map_or(span.start, |it: Span| it.end), span.end);
            diagnostics.push(
                Diagnostic::new(
                    IMPOSSIBLE_POSITION,
                    span,
                    format!("`{word}` is drawn twice"),
                    "again",
                )
                .related(*first, "here it is drawn")
                .help("an edge is drawn once")
                .fix(Fix::maybe("delete this one", vec![Edit::delete(rest)])),
            );
        }
        drawn.insert(edge);
        places.entry(edge).or_insert(span);
        before = Some(span);
    }
    drawn
}
