//! What was made, written into the declaration: signs in its drawings, and where it draws nothing new drawings, or lines
//! about what cannot be drawn on its board.

use rustc_hash::FxHashMap;

use super::classes::Type;
use super::drawing::{self, NOTHING};
use super::grid::Grid;
use super::open::{OpenPuzzle, Telling};
use super::told::Subject;
use super::understood::Understood;
use crate::kinds::Made;

/// A word, and what it is told of.
type WordOf<'w> = (&'w [i64], String);

impl OpenPuzzle<'_, '_> {
    /// The declaration in which this is told at each place, by the indices of its tellings.
    pub(super) fn written(&self, tellings: &[Vec<Telling>], chosen: &[usize]) -> Made {
        let understood = self.understood;
        let mut words: FxHashMap<u32, &str> = FxHashMap::default();
        let mut undrawn: Vec<(Subject, Vec<WordOf<'_>>)> = Vec::new();
        let mut made = Made::default();
        for (spot, (all, at)) in self.spots.iter().zip(tellings.iter().zip(chosen)) {
            let (word, says) = &all[*at];
            made.givens += usize::from(*at + 1 < all.len());
            match (spot.drawn, spot.subject) {
                (Some(span), _) => drop(words.insert(span.start, word)),
                (None, Subject::Symbol(symbol)) if !understood.is_drawable(symbol) => {
                    made.lines.extend(says.iter().map(|it| it.written(word, &understood.symbols)));
                }
                (None, subject) => {
                    let place = (spot.arguments.as_slice(), word.clone());
                    match undrawn.iter_mut().find(|it| it.0 == subject) {
                        Some(known) => known.1.push(place),
                        None => undrawn.push((subject, vec![place])),
                    }
                }
            }
        }
        made.lines.sort();
        let own = understood.lineage.own();
        for it in &understood.drawings {
            if understood.lineage.blocks[it.place.block].definition == own.definition {
                made.edits.extend(it.drawn.with(&words, own.text()));
            }
        }
        undrawn.sort_by_key(|it| match it.0 {
            Subject::Board => 0,
            Subject::Symbol(symbol) => symbol + 1,
        });
        for (subject, places) in undrawn {
            made.lines.extend(self.drawn(subject, places));
        }
        made
    }

    /// A drawing of what is told.
    fn drawn(&self, subject: Subject, mut places: Vec<WordOf<'_>>) -> Vec<String> {
        let symbols = &self.understood.symbols;
        let grid = symbols.grid.as_ref();
        places.sort();
        let (name, is_of_cells) = match subject {
            Subject::Board => ("board", true),
            Subject::Symbol(symbol) => {
                (symbols.symbols[symbol as usize].name, self.understood.is_of_cells(symbol))
            }
        };
        let is_table = places[0].0.len() == 2;
        let size = grid.and_then(Grid::size).filter(|_| is_of_cells);
        let width = match size {
            Some((_, width)) => width,
            None if is_table => places.iter().filter(|it| it.0[0] == places[0].0[0]).count(),
            None => places.len(),
        };
        let signs: Vec<String> = places.into_iter().map(|it| it.1).collect();
        let mut rows: Vec<Vec<String>> = signs.chunks(width).map(<[_]>::to_vec).collect();
        if is_table {
            // Places at the ends of its rows may be left out.
            for row in &mut rows {
                while row.len() > 1 && row.last().is_some_and(|it| it == NOTHING) {
                    row.pop();
                }
            }
        }
        let boxes = grid.and_then(|it| it.boxes).map(|it| it.0).filter(|_| is_of_cells);
        let lines = drawing::lines(&rows, boxes).into_iter().chain(["\"\"\"".to_owned()]);
        let lines = lines.map(|it| format!("    {it}"));
        std::iter::once(format!("{name} \"\"\"")).chain(lines).collect()
    }
}

impl Understood<'_> {
    /// Whether something is said of each cell of the grid.
    pub(super) fn is_of_cells(&self, symbol: u32) -> bool {
        let cells = self.symbols.grid.as_ref().map(|it| it.cells);
        let parameters = &self.symbols.symbols[symbol as usize].parameters;
        matches!(parameters[..], [one] if one.sort.is_some() && one.sort == cells)
    }

    /// Whether its values are numbers.
    pub(super) fn is_of_numbers(&self, symbol: u32) -> bool {
        let sort = self.symbols.symbols[symbol as usize].result.and_then(|it| it.sort);
        sort.is_some_and(|it| self.symbols.type_of_sort(it) == Type::Number)
    }

    /// Whether it is drawn: what is said of cells, of rows or of columns.
    fn is_drawable(&self, symbol: u32) -> bool {
        let Some(grid) = &self.symbols.grid else { return false };
        let parameters = &self.symbols.symbols[symbol as usize].parameters;
        let is_line = |it: Option<u32>| it == Some(grid.rows) || it == Some(grid.columns);
        self.is_of_cells(symbol)
            || parameters.len() <= 2 && parameters.first().is_some_and(|it| is_line(it.sort))
    }
}
