//! How the board of a game of tippy is read from settings.

use rustc_hash::FxHashMap;

use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::kinds::coordinates;
use crate::kinds::settings::Settings;
use crate::text::Span;
use puzzle_engine::logic::game::{Game, Side};
use puzzle_engine::logic::tippy::{Tippy, TippyBoard, TippyCell};

/// The largest board: its cells have numbers of 16 bits.
const MOST: u32 = 255;

/// The name of a cell: its column and its row, counted from the top.
pub(super) fn name(cell: usize, size: usize) -> String {
    coordinates::name(cell / size, cell % size)
}

/// The marks of a game with the place where each is written.
type Marks = Vec<(Side, TippyCell, Span)>;

/// Reads the board from the settings of a game.
pub(super) fn read(settings: &Settings<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Tippy> {
    let before = diagnostics.len();
    let declared = match settings.product("size").filter(|(_, rows, columns)| rows == columns) {
        Some((place, rows, _)) => {
            let message = "`size` is one number, for rows and columns";
            let fault = Diagnostic::new(BAD_SETTING, place, message, "two numbers")
                .help(format!("write `size {rows}`"));
            let fix = Fix::maybe(
                format!("write `size {rows}`"),
                vec![Edit::replace(place, rows.to_string())],
            );
            let is_size = (3..=MOST).contains(&rows);
            diagnostics.push(if is_size { fault.fix(fix) } else { fault });
            None
        }
        None => settings.number("size", 3..=MOST, diagnostics),
    };
    let mut marks = Marks::new();
    let size = match settings.value("board") {
        Some(span) => drawn(settings, span, &mut marks, diagnostics)?,
        None if settings.value("size").is_some() => declared? as usize,
        None => {
            diagnostics.push(
                Diagnostic::new(
                    MISSING_SETTING,
                    settings.name(),
                    "the game has no board",
                    "no board",
                )
                .help("write `size 3` for an empty board, or draw it with `board`"),
            );
            return None;
        }
    };
    if let Some(declared) = declared
        && declared as usize != size
    {
        let span = settings.value("size").unwrap_or_default();
        let message = format!("the board has {size} rows, not {declared}");
        diagnostics.push(
            Diagnostic::new(BAD_SETTING, span, message, "another size")
                .help("a drawn board needs no `size`")
                .fix(Fix::maybe(
                    format!("write `{size}`"),
                    vec![Edit::replace(span, size.to_string())],
                )),
        );
    }
    for (setting, side) in [("X", Side::First), ("O", Side::Second)] {
        listed(settings, setting, side, size, &mut marks, diagnostics);
    }
    let mut game = Tippy::new(size);
    if settings.choice("first", diagnostics) == Some("O") {
        game.first = Side::Second;
    }
    if diagnostics.len() > before {
        return None;
    }
    place(&mut game, &marks, settings, diagnostics);
    (diagnostics.len() == before).then_some(game)
}

/// Reads a drawing: the marks, and how many rows it has.
fn drawn(
    settings: &Settings<'_>,
    span: Span,
    marks: &mut Marks,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<usize> {
    const DRAWN: &str = "draw as many cells in each of as many rows, 3 at least: `X`, `O` or `.`";
    let mut fault = |place: Span, message: String, label: String| {
        diagnostics.push(Diagnostic::new(BAD_SETTING, place, message, label).help(DRAWN));
    };
    let lines = settings.lines("board").unwrap_or_default();
    let rows: Vec<Vec<(char, Span)>> = lines
        .iter()
        .map(|line| settings.characters(line.1).collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    let size = rows.len();
    if !(3..=MOST as usize).contains(&size) {
        fault(span, format!("a board has 3 to {MOST} rows"), "not a board".to_owned());
        return None;
    }
    for (row, cells) in rows.iter().enumerate() {
        if cells.len() != size {
            let place = cells[0].1.to(cells[cells.len() - 1].1);
            let (number, count) = (row + 1, cells.len());
            let message = format!("row {number} has {count} cells, the board {size} rows");
            fault(place, message, format!("{count} cells"));
            return None;
        }
        for (column, &(sign, place)) in cells.iter().enumerate() {
            let side = match sign {
                'X' | 'x' => Side::First,
                'O' | 'o' | '0' => Side::Second,
                '.' | '_' | '-' => continue,
                _ => {
                    let message = format!("`{sign}` in row {} is no cell of a board", row + 1);
                    fault(place, message, "not a cell".to_owned());
                    return None;
                }
            };
            marks.push((side, (row * size + column) as TippyCell, place));
        }
    }
    Some(size)
}

/// Reads the cells that a player has marked.
fn listed(
    settings: &Settings<'_>,
    setting: &str,
    side: Side,
    size: usize,
    marks: &mut Marks,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let words = settings.words(setting);
    // Where nothing is listed no cell needs a name.
    let named = 0..if words.is_empty() { 0 } else { size * size };
    let cells: FxHashMap<String, TippyCell> =
        named.map(|cell| (name(cell, size), cell as TippyCell)).collect();
    let mut firsts: FxHashMap<TippyCell, Span> = FxHashMap::default();
    marks.iter().for_each(|it| _ = firsts.entry(it.1).or_insert(it.2));
    for (word, span) in words {
        let Some(&cell) = cells.get(word) else {
            let message = format!("`{word}` is not a cell of the board");
            let last = name(size * size - 1, size);
            diagnostics.push(
                Diagnostic::new(BAD_SETTING, span, message, "not a cell")
                    .help(format!("the cells are `a1`, at the top left, to `{last}`")),
            );
            continue;
        };
        if let Some(first) = firsts.get(&cell) {
            diagnostics.push(
                Diagnostic::new(
                    IMPOSSIBLE_POSITION,
                    span,
                    format!("`{word}` is marked twice"),
                    "again",
                )
                .related(*first, "here it is marked")
                .help("a cell is marked once"),
            );
            continue;
        }
        firsts.insert(cell, span);
        marks.push((side, cell, span));
    }
}

/// Puts the marks on the board, if some play reaches it.
fn place(
    game: &mut Tippy,
    marks: &Marks,
    settings: &Settings<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut board = TippyBoard::empty(game.size * game.size);
    marks.iter().for_each(|(side, cell, _)| board.mark(*side, *cell));
    let count = |side| marks.iter().filter(|it| it.0 == side).count();
    let (own, other) = (count(game.first), count(game.first.other()));
    let mut impossible = |is_wrong: &dyn Fn(Side, TippyCell) -> bool,
                          message: String,
                          help: &str| {
        let wrong = marks.iter().rfind(|it| is_wrong(it.0, it.1));
        let place = wrong.map_or(settings.name(), |it| it.2);
        let label = "no play leads here".to_owned();
        diagnostics.push(Diagnostic::new(IMPOSSIBLE_POSITION, place, message, label).help(help));
    };
    if own != other && own != other + 1 {
        let (x, o) = (count(Side::First), count(Side::Second));
        let help = if settings.value("first").is_none() && o == x + 1 {
            "when O made the first move, write `first O`"
        } else {
            "the players mark in turn: who made the first move has as many marks, or one more"
        };
        let too_many = if own > other { game.first } else { game.first.other() };
        let message = format!("there are {x} marks of X and {o} of O");
        return impossible(&|side, _| side == too_many, message, help);
    }
    let complete = |side| {
        let has = |tippy: &&[TippyCell; 4]| tippy.iter().all(|cell| board.has(side, *cell));
        game.tippies().iter().filter(has).collect::<Vec<_>>()
    };
    let last = game.to_move(&board).other();
    let (won, lost) = (complete(last), complete(last.other()));
    if let Some(tippy) = lost.first() {
        return impossible(
            &|_, cell| tippy.contains(&cell),
            "the play went on after a tippy".to_owned(),
            "the play ends with the first tippy, so its owner made the last move",
        );
    }
    // One mark has completed them all.
    let is_last = |cell: &&TippyCell| won.iter().all(|tippy| tippy.contains(cell));
    if let Some(first) = won.first() {
        if !first.iter().any(|cell| is_last(&cell)) {
            return impossible(
                &|_, cell| first.contains(&cell),
                "two tippies were completed by different marks".to_owned(),
                "the play ends with the first tippy; the last mark is part of all there are",
            );
        }
        board.win(last);
    }
    game.start = board;
}
