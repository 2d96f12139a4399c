//! What is told: values behind `=`, facts, drawings. Of what is given they make tables; of what is to
//! be found, rules with the place of each sign.

use super::atoms::{ToldAtom, atom, conjuncts};
use super::classes::Type;
use super::drawing::{DrawingReader, DrawnRow, NOTHING, ReadDrawing};
use super::errors;
use super::grid::Grid;
use super::lineage::{BlockPlace, Findings};
use super::resolve::Resolved;
use super::signs::CellSign;
use super::symbols::{NameOrigin, SortMembers, Symbols};
use crate::text::Span;

/// A sign whose sentence is understood.
#[derive(Clone, Debug)]
pub struct UnderstoodSign<'a> {
    pub sign: CellSign<'a>,
    /// What it says.
    pub sentence: Resolved<'a>,
    /// The variable that is its place.
    pub here: u32,
    /// The variables that are its numbers.
    pub letters: Vec<u32>,
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// All that signs say.
    Board,
    /// A function or a predicate.
    Symbol(u32),
}

/// A drawing.
#[derive(Clone, Debug)]
pub struct ToldDrawing {
    /// What is drawn.
    pub subject: Subject,
    /// All of it, with its quotes.
    pub place: BlockPlace,
    /// Its rows.
    pub drawn: ReadDrawing,
    /// What it is drawn for.
    pub purpose: DrawingPurpose,
}

/// What something is drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawingPurpose {
    /// It tells what is so, where something is done at the start.
    Told,
    /// It tells what is so at the start.
    Start,
    /// It tells what shall be so at last.
    Goal,
}

/// What a sign or a value says of its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Says {
    /// Of something given.
    Told(ToldAtom),
    /// The parts of a sign's sentence with these last nodes, for this place and these numbers.
    Sign {
        sign: usize,
        parts: Vec<usize>,
        /// The place.
        here: i64,
        numbers: Vec<i64>,
    },
    /// Of something to be found.
    Found(ToldAtom),
}

impl Says {
    /// It in words, of which `sign` stands in the drawing.
    pub(super) fn written(&self, sign: &str, symbols: &Symbols<'_>) -> String {
        match self {
            Self::Sign { here, .. } => match &symbols.grid {
                Some(grid) => format!("{sign} at {}", symbols.written_value(grid.cells, *here)),
                None => sign.to_owned(),
            },
            Self::Told(atom) | Self::Found(atom) => {
                let symbol = &symbols.symbols[atom.symbol as usize];
                let written = |sort: Option<u32>, value: i64| match sort {
                    Some(sort) => symbols.written_value(sort, value),
                    None => value.to_string(),
                };
                let arguments = symbol.parameters.iter().zip(&atom.arguments);
                let arguments: Vec<_> = arguments.map(|(it, at)| written(it.sort, *at)).collect();
                let applied = match arguments.as_slice() {
                    [] => symbol.name.to_owned(),
                    _ => format!("{}({})", symbol.name, arguments.join(", ")),
                };
                match (&symbol.result, atom.value) {
                    (Some(result), Some(value)) => {
                        format!("{applied} = {}", written(result.sort, value))
                    }
                    (Some(_), None) => format!("{applied} = none"),
                    (None, Some(1)) => applied,
                    (None, _) => format!("not {applied}"),
                }
            }
        }
    }
}

/// The words of a text.
#[derive(Clone, Copy)]
pub(super) struct TextWords<'t> {
    pub text: &'t str,
    pub block: usize,
}

/// Reads drawings.
pub(super) struct Artist<'s, 'a> {
    /// The names of the puzzle.
    symbols: &'s Symbols<'a>,
    signs: &'s [UnderstoodSign<'a>],
    /// What a board may show by values.
    functions: Vec<(u32, u32)>,
}

/// What tells how drawings of a puzzle are to be read, before the signs are understood.
pub(super) fn drawn(
    symbols: &Symbols<'_>,
    signs: &[CellSign<'_>],
    subject: Subject,
    words: TextWords<'_>,
    span: Span,
) -> ReadDrawing {
    let is_of = |sort: u32, word: &str| match &symbols.sorts[sort as usize].elements {
        SortMembers::Open(_) => word.starts_with(|it: char| it.is_alphanumeric() || it == '_'),
        _ => symbols
            .read_value(sort, word)
            .is_some_and(|it| symbols.range_of(sort).is_none_or(|(a, b)| a <= it && it <= b)),
    };
    let sorts: Vec<u32> = match subject {
        Subject::Board => board_functions(symbols).into_iter().map(|(_, sort)| sort).collect(),
        Subject::Symbol(symbol) => {
            let result = symbols.symbols[symbol as usize].result;
            result.and_then(|it| it.sort).into_iter().collect()
        }
    };
    let is_predicate = match subject {
        Subject::Board => false,
        Subject::Symbol(symbol) => symbols.symbols[symbol as usize].result.is_none(),
    };
    let is_sign = |word: &str| {
        word == NOTHING
            || is_predicate && (word == "+" || word == "-")
            || (subject == Subject::Board || is_predicate)
                && signs.iter().any(|it| it.read(word).is_some())
            || sorts.iter().any(|it| is_of(*it, word))
    };
    let is_open = |it: &u32| matches!(symbols.sorts[*it as usize].elements, SortMembers::Open(_));
    let has_labels = matches!(subject, Subject::Symbol(symbol)
        if symbols.symbols[symbol as usize].parameters.len() == 2);
    let takes_words = sorts.iter().any(is_open);
    DrawingReader { is_sign: &is_sign, takes_words, has_labels }.read(words.text, span)
}

/// The functions of a cell that a board may show by their values, each with the sort of these.
pub(super) fn board_functions(symbols: &Symbols<'_>) -> Vec<(u32, u32)> {
    let Some(grid) = &symbols.grid else { return Vec::new() };
    let all = (0..).zip(&symbols.symbols);
    let fit = all.filter(|(_, it)| {
        matches!(it.origin, NameOrigin::Found | NameOrigin::Given)
            && matches!(&it.parameters[..], [one] if one.sort == Some(grid.cells))
    });
    fit.filter_map(|(at, it)| Some((at, it.result?.sort?))).collect()
}

/// Whether a text ends with the quotes that it begins with, and one of several lines has three of them.
fn is_whole(quoted: &str) -> bool {
    let quotes = if quoted.starts_with("\"\"\"") { "\"\"\"" } else { "\"" };
    let is_ended = quoted.len() >= 2 * quotes.len() && quoted.ends_with(quotes);
    is_ended && (quotes.len() > 1 || !quoted.contains('\n'))
}

impl<'s, 'a> Artist<'s, 'a> {
    /// Reads drawings of a puzzle with these names.
    pub(super) fn new(symbols: &'s Symbols<'a>, signs: &'s [UnderstoodSign<'a>]) -> Self {
        Self { symbols, signs, functions: board_functions(symbols) }
    }

    /// What a drawing says, place by place. What is wrong goes to `findings`.
    pub(super) fn read(
        &self,
        drawing: &ToldDrawing,
        words: TextWords<'_>,
        findings: &mut Findings<'_, '_>,
    ) -> Vec<(Says, BlockPlace)> {
        let mut said = Vec::new();
        // That it has no end was told, and where it would end may be anywhere.
        if !is_whole(&words.text[drawing.place.span.range()]) {
            return said;
        }
        let Some(shape) = self.shape(drawing, words, findings) else { return said };
        for (arguments, span) in shape {
            let word = &words.text[span.range()];
            let place = BlockPlace { block: words.block, span };
            match drawing.subject {
                Subject::Board => {
                    let says = self.sign(word, span, arguments[0], findings);
                    said.extend(says.into_iter().map(|it| (it, place)));
                }
                Subject::Symbol(symbol) => {
                    let says = self.value(symbol, word, span, arguments, findings);
                    said.extend(says.map(|it| (it, place)));
                }
            }
        }
        said
    }

    /// Whether something is drawn that has a place for each cell.
    pub(super) fn is_of_cells(&self, drawing: &ToldDrawing) -> bool {
        let Some(grid) = &self.symbols.grid else { return false };
        match drawing.subject {
            Subject::Board => true,
            Subject::Symbol(symbol) => {
                let parameters = &self.symbols.symbols[symbol as usize].parameters;
                matches!(parameters[..], [ref it] if it.sort == Some(grid.cells))
            }
        }
    }

    /// The places of a drawing that say something, each with what it is about.
    pub(super) fn shape(
        &self,
        drawing: &ToldDrawing,
        words: TextWords<'_>,
        findings: &mut Findings<'_, '_>,
    ) -> Option<Vec<(Vec<i64>, Span)>> {
        let sorts: Vec<u32> = match drawing.subject {
            Subject::Board => vec![self.symbols.grid.as_ref()?.cells],
            Subject::Symbol(symbol) => {
                let parameters = &self.symbols.symbols[symbol as usize].parameters;
                parameters.iter().map(|it| it.sort).collect::<Option<_>>()?
            }
        };
        let grid = self.symbols.grid.as_ref();
        let rows = &drawing.drawn.rows;
        let places = match sorts[..] {
            [sort] if grid.is_some_and(|it| it.cells == sort) => {
                let size = grid.and_then(Grid::size)?;
                errors::board_shape(&drawing.drawn, drawing.place.span, size, findings)?;
                let mut places = Vec::with_capacity(size.0 * size.1);
                for (at, row) in rows.iter().enumerate() {
                    let first = (at * size.1) as i64;
                    places.extend((first..).zip(&row.places).map(|(it, span)| (vec![it], *span)));
                }
                places
            }
            [sort] => {
                let (least, most) = self.symbols.range_of(sort)?;
                let all: Vec<Span> = rows.iter().flat_map(|it| it.places.clone()).collect();
                let wanted = (most - least + 1) as usize;
                if all.len() != wanted {
                    let name = &self.symbols.sorts[sort as usize].name;
                    let fault = errors::wrong_number_of_values(
                        drawing.place.span,
                        all.len(),
                        (wanted, name),
                    );
                    findings.push(fault);
                    return None;
                }
                (least..).zip(all).map(|(it, span)| (vec![it], span)).collect()
            }
            [first, second] => self.table(drawing, words, (first, second), findings)?,
            _ => {
                findings.push(errors::not_drawable(drawing.place.span, sorts.len()));
                return None;
            }
        };
        let says = |it: &(Vec<i64>, Span)| !it.1.is_empty();
        Some(places.into_iter().filter(says).collect())
    }

    /// The places of a table, with a row for each value of the first sort, or with names before the rows.
    fn table(
        &self,
        drawing: &ToldDrawing,
        words: TextWords<'_>,
        (first, second): (u32, u32),
        findings: &mut Findings<'_, '_>,
    ) -> Option<Vec<(Vec<i64>, Span)>> {
        let (rows, columns) = (self.symbols.range_of(first)?, self.symbols.range_of(second)?);
        let width = (columns.1 - columns.0 + 1) as usize;
        let mut places = Vec::new();
        let mut next = rows.0;
        for row in &drawing.drawn.rows {
            let of = match row.label {
                None => Some(next).filter(|it| *it <= rows.1),
                Some(label) => {
                    let word = &words.text[label.range()];
                    let value = self.symbols.read_value(first, word);
                    value.filter(|it| rows.0 <= *it && *it <= rows.1)
                }
            };
            let Some(of) = of else {
                let span = row.label.unwrap_or(row.span);
                let name = &self.symbols.sorts[first as usize].name;
                findings.push(errors::row_of_nothing(span, name, row.label.is_some()));
                return None;
            };
            let lists_names = self.lists_names(drawing.subject, row, words, second);
            if row.places.len() > width && !lists_names {
                let name = &self.symbols.sorts[second as usize].name;
                let span = row.places[width].to(row.places[row.places.len() - 1]);
                findings.push(errors::row_too_long(span, row.places.len(), (width, name)));
                return None;
            }
            if lists_names {
                places.extend(row.places.iter().filter_map(|span| {
                    let value = self.symbols.read_value(second, &words.text[span.range()])?;
                    Some((vec![of, value], *span))
                }));
                next = of + 1;
                continue;
            }
            let values = columns.0..;
            places.extend(values.zip(&row.places).map(|(it, span)| (vec![of, it], *span)));
            next = of + 1;
        }
        Some(places)
    }

    /// Whether a row of a predicate's table names those of which it holds.
    fn lists_names(
        &self,
        subject: Subject,
        row: &DrawnRow,
        words: TextWords<'_>,
        sort: u32,
    ) -> bool {
        let Subject::Symbol(symbol) = subject else { return false };
        let names = |span: &Span| {
            let word = &words.text[span.range()];
            self.symbols.read_value(sort, word).is_some()
        };
        self.symbols.symbols[symbol as usize].result.is_none()
            && row.label.is_some()
            && row.places.iter().any(names)
            && row.places.iter().all(names)
    }

    /// What a word says at a cell of the board.
    pub(super) fn sign(
        &self,
        word: &str,
        span: Span,
        here: i64,
        findings: &mut Findings<'_, '_>,
    ) -> Vec<Says> {
        let all = self.signs.iter().enumerate();
        let fit = all.filter_map(|(at, it)| Some((at, it.sign.read(word)?)));
        if let Some((sign, numbers)) = fit.min_by_key(|(at, numbers)| (numbers.len(), *at)) {
            return self.said(sign, here, &numbers);
        }
        if word == NOTHING {
            return Vec::new();
        }
        let fit = |(symbol, sort): &(u32, u32)| {
            let value = self.symbols.read_value(*sort, word)?;
            Some((*symbol, *sort, value))
        };
        let known: Vec<_> = self.functions.iter().filter_map(fit).collect();
        let within: Vec<_> = known
            .iter()
            .filter(|(_, sort, value)| {
                self.symbols.range_of(*sort).is_some_and(|(a, b)| a <= *value && *value <= b)
            })
            .collect();
        match within[..] {
            [&(symbol, _, value)] => vec![self.says(symbol, vec![here], value)],
            [] => {
                let fault = match known.first() {
                    Some((symbol, sort, value)) => {
                        let name = self.symbols.symbols[*symbol as usize].name;
                        let range = self.symbols.range_of(*sort).unwrap_or_default();
                        errors::never_drawn(*value, span, name, range)
                    }
                    None => errors::unknown_sign(word, span),
                };
                findings.push(fault);
                Vec::new()
            }
            _ => {
                let names: Vec<_> =
                    within.iter().map(|it| self.symbols.symbols[it.0 as usize].name).collect();
                findings.push(errors::ambiguous_sign(word, span, &names));
                Vec::new()
            }
        }
    }

    fn says(&self, symbol: u32, arguments: Vec<i64>, value: i64) -> Says {
        let atom = ToldAtom { symbol, arguments, value: Some(value) };
        match self.symbols.symbols[symbol as usize].origin {
            NameOrigin::Given => Says::Told(atom),
            _ => Says::Found(atom),
        }
    }

    /// What a sign says of a cell.
    pub(super) fn said(&self, sign: usize, here: i64, numbers: &[i64]) -> Vec<Says> {
        let known = &self.signs[sign];
        let values = |variable: u32| {
            let letter = known.letters.iter().position(|it| *it == variable);
            match letter {
                Some(at) => numbers.get(at).copied(),
                None => (variable == known.here).then_some(here),
            }
        };
        let mut said = Vec::new();
        let mut parts = Vec::new();
        for node in conjuncts(&known.sentence) {
            match atom(&known.sentence, node, self.symbols, &values) {
                Some(told) => said.extend(told.map(Says::Told)),
                None => parts.push(node),
            }
        }
        if !parts.is_empty() {
            said.push(Says::Sign { sign, parts, here, numbers: numbers.to_vec() });
        }
        said
    }

    /// What a word says in a drawing of one symbol.
    pub(super) fn value(
        &self,
        symbol: u32,
        word: &str,
        span: Span,
        arguments: Vec<i64>,
        findings: &mut Findings<'_, '_>,
    ) -> Option<Says> {
        if word == NOTHING {
            return None;
        }
        let known = &self.symbols.symbols[symbol as usize];
        let Some(result) = known.result else {
            let truth = match word {
                "+" => Some(1),
                "-" => Some(0),
                _ if self.is_named(symbol, word, &arguments) => Some(1),
                _ => self.signs.iter().any(|it| it.sign.read(word).is_some()).then_some(1),
            };
            if truth.is_none() {
                findings.push(errors::no_truth(word, span));
            }
            return Some(self.says(symbol, arguments, truth?));
        };
        let value = self.read_value(known.name, result.sort?, word, span, findings)?;
        Some(self.says(symbol, arguments, value))
    }

    /// Whether a word names the last of what a predicate is said of.
    fn is_named(&self, symbol: u32, word: &str, arguments: &[i64]) -> bool {
        let parameters = &self.symbols.symbols[symbol as usize].parameters;
        let sort = parameters.last().and_then(|it| it.sort).filter(|_| parameters.len() == 2);
        sort.and_then(|it| self.symbols.read_value(it, word))
            .is_some_and(|it| Some(&it) == arguments.last())
    }

    /// The value of a sort that a word names, if there is one.
    pub(super) fn read_value(
        &self,
        name: &str,
        sort: u32,
        word: &str,
        span: Span,
        findings: &mut Findings<'_, '_>,
    ) -> Option<i64> {
        let range = self.symbols.range_of(sort);
        let Some(value) = self.symbols.read_value(sort, word) else {
            let is_number = self.symbols.type_of_sort(sort) == Type::Number;
            let sort = &self.symbols.sorts[sort as usize];
            let things: &[&str] = match &sort.elements {
                SortMembers::Listed(names) => names,
                _ => &[],
            };
            findings.push(errors::no_value(word, span, (is_number, &sort.name), things));
            return None;
        };
        match range {
            Some((least, most)) if value < least || value > most => {
                findings.push(errors::never(value, span, name, (least, most)));
                None
            }
            _ => Some(value),
        }
    }
}
