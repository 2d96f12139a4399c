//! Solutions in words: the board, what functions yield, and of what predicates are true. What has two
//! arguments is a table, with a row for each value that may come first and a column for each that may
//! come second.

use rustc_hash::FxHashMap;

use super::drawing::{self, NOTHING};
use super::ranges::Range;
use super::symbols::{NameOrigin, SortMembers as Of, Symbol};
use super::understood::Understood;
use crate::kinds::world_lines::{self, wrapped};
use crate::kinds::world_table::{WordValues, WorldWord, world_picture};
use crate::picture::PictureBody;
use puzzle_engine::logic::sheet::SheetState;

/// What everything is in a solution.
pub(super) struct World<'w> {
    understood: &'w Understood<'w>,
    /// Of what is to be found the number of its table.
    tables: FxHashMap<u32, usize>,
    state: &'w SheetState,
}

/// What stands where there is no value.
pub(super) const NONE: &str = "none";

impl<'w> World<'w> {
    /// The solution that a state is. What is to be found comes first among the symbols of a sheet.
    pub(super) fn new(understood: &'w Understood<'w>, state: &'w SheetState) -> Self {
        let found =
            (0..).zip(&understood.symbols.symbols).filter(|it| it.1.origin == NameOrigin::Found);
        let tables = found.enumerate().map(|(table, (symbol, _))| (symbol, table)).collect();
        Self { understood, tables, state }
    }

    /// The value of a symbol; `None` when it is none that is given or found. Of a predicate 1 stands for true.
    pub(super) fn value(&self, symbol: u32, arguments: &[i64]) -> Option<Option<i64>> {
        let table = match self.tables.get(&symbol) {
            Some(table) => self.state.tables.get(*table)?,
            None => self.understood.tables.of.get(&symbol)?,
        };
        let known = &self.understood.symbols.symbols[symbol as usize];
        let mut index = 0;
        for (range, argument) in self.ranges(known)?.iter().zip(arguments) {
            if *argument < range.0 || *argument > range.1 {
                return Some(None);
            }
            index = index * (range.1 - range.0 + 1) as usize + (argument - range.0) as usize;
        }
        table.get(index).copied()
    }

    fn ranges(&self, symbol: &Symbol<'_>) -> Option<Vec<Range>> {
        let symbols = &self.understood.symbols;
        symbol.parameters.iter().map(|it| symbols.range_of(it.sort?)).collect()
    }

    /// What is to be found, each with its index, its symbol and its table.
    fn found(&self) -> impl Iterator<Item = (u32, &Symbol<'_>, &[Option<i64>])> {
        let all = (0..).zip(&self.understood.symbols.symbols);
        all.filter_map(|(at, symbol)| {
            let table = self.state.tables.get(*self.tables.get(&at)?)?;
            Some((at, symbol, &table[..]))
        })
    }

    /// All that is found, to be drawn; where it `is_open`, to be filled in. Where there is a board, what is on it is
    /// `shown` there, and what else is said of places on the way to it is left to the words.
    pub(super) fn picture(&self, is_open: bool, shown: &[u32]) -> PictureBody {
        let sorts = &self.understood.symbols.sorts;
        let is_place = |it: u32| {
            let members = &sorts[it as usize].elements;
            matches!(members, Of::Cells | Of::Rows | Of::Columns | Of::Sides | Of::Directions)
        };
        let is_apart = |it: &(u32, &Symbol<'_>, &[Option<i64>])| {
            let mut sorts = it.1.parameters.iter().filter_map(|it| it.sort);
            shown.is_empty() || !shown.contains(&it.0) && !sorts.any(is_place)
        };
        let words = self.found().filter(is_apart).map(|(_, symbol, table)| {
            let things = symbol.parameters.iter().map(|it| self.things(it.sort));
            let values = || table.iter().map(|it| it.map(|_| self.written(symbol, *it)));
            let says = match symbol.result {
                Some(it) => WordValues::Values(values().collect(), self.things(it.sort)),
                None => WordValues::Truths(table.iter().map(|it| *it == Some(1)).collect()),
            };
            let sorts = symbol.parameters.iter().map(|it| it.sort.unwrap_or(u32::MAX)).collect();
            WorldWord { name: symbol.name, sorts, arguments: things.collect(), says }
        });
        world_picture(&words.collect::<Vec<_>>(), is_open)
    }

    /// The things of a sort, in words.
    fn things(&self, sort: Option<u32>) -> Vec<String> {
        let symbols = &self.understood.symbols;
        let sort = sort.unwrap_or_default();
        let (least, most) = symbols.range_of(sort).unwrap_or((0, -1));
        (least..=most).map(|it| symbols.written_value(sort, it)).collect()
    }

    /// Lists of arguments in the order of a table, in words.
    fn tuples(&self, symbol: &Symbol<'_>) -> Vec<String> {
        let mut tuples: Vec<Vec<String>> = vec![Vec::new()];
        for parameter in &symbol.parameters {
            let words = self.things(parameter.sort);
            tuples = tuples
                .iter()
                .flat_map(|tuple| {
                    words.iter().map(move |it| [&tuple[..], std::slice::from_ref(it)].concat())
                })
                .collect();
        }
        let applied = |arguments: Vec<String>| match arguments.as_slice() {
            [] => symbol.name.to_owned(),
            _ => format!("{}({})", symbol.name, arguments.join(", ")),
        };
        tuples.into_iter().map(applied).collect()
    }

    /// That a symbol has a value for some arguments, as a sentence, or that it has none of some values.
    pub(super) fn said(
        understood: &Understood<'_>,
        symbol: u32,
        arguments: &[i64],
        (values, is_so): (&[Option<i64>], bool),
    ) -> String {
        let symbols = &understood.symbols;
        let known = &symbols.symbols[symbol as usize];
        let term = Self::term(understood, symbol, arguments);
        if known.result.is_none() {
            let is_true = values.first() == Some(&Some(1));
            return if is_true == is_so { term } else { format!("not {term}") };
        }
        let sort = known.result.and_then(|it| it.sort);
        let value = |it: &Option<i64>| match (it, sort) {
            (None, _) => NONE.to_owned(),
            (Some(value), None) => value.to_string(),
            (Some(value), Some(sort)) => symbols.written_value(sort, *value).to_string(),
        };
        let values: Vec<_> = values.iter().map(value).collect();
        format!("{term} {} {}", if is_so { "=" } else { "!=" }, values.join(", "))
    }

    /// A symbol with some arguments.
    pub(super) fn term(understood: &Understood<'_>, symbol: u32, arguments: &[i64]) -> String {
        let symbols = &understood.symbols;
        let known = &symbols.symbols[symbol as usize];
        let sorts = known.parameters.iter().map(|it| it.sort.unwrap_or_default());
        let words = sorts.zip(arguments).map(|(sort, it)| symbols.written_value(sort, *it));
        let words: Vec<_> = words.collect();
        match words[..] {
            [] => known.name.to_owned(),
            _ => format!("{}({})", known.name, words.join(", ")),
        }
    }

    fn written(&self, symbol: &Symbol<'_>, value: Option<i64>) -> String {
        match (symbol.result.and_then(|it| it.sort), value) {
            (Some(sort), Some(value)) => self.understood.symbols.written_value(sort, value),
            (Some(_), None) => NONE.to_owned(),
            (None, value) => if value == Some(1) { "+" } else { NOTHING }.to_owned(),
        }
    }

    /// All that is found, each in words with its value.
    pub(super) fn values(&self) -> Vec<(String, String)> {
        let of = |(_, symbol, table): (u32, &Symbol<'_>, &[Option<i64>])| -> Vec<_> {
            let values = table.iter().map(|it| self.written(symbol, *it));
            self.tuples(symbol).into_iter().zip(values).collect()
        };
        self.found().flat_map(of).collect()
    }

    /// The lines that describe it, without the symbols that a board shows.
    pub(super) fn lines(&self, shown: &[u32]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut constants: Vec<String> = Vec::new();
        for (at, symbol, table) in self.found() {
            if shown.contains(&at) {
                continue;
            }
            if symbol.parameters.is_empty() {
                constants.push(self.constant(symbol, table));
                continue;
            }
            lines.extend(wrapped(&std::mem::take(&mut constants)));
            if let Some(drawn) = self.drawn(symbol, table).or_else(|| self.table(symbol, table)) {
                lines.extend(drawn);
                continue;
            }
            let tuples = self.tuples(symbol).into_iter().zip(table);
            let parts: Vec<String> = match symbol.result {
                Some(_) => {
                    let has_value = |it: &(String, &Option<i64>)| it.1.is_some();
                    let parts = tuples.filter(has_value);
                    parts.map(|it| format!("{} = {}", it.0, self.written(symbol, *it.1))).collect()
                }
                None => tuples.filter(|it| *it.1 == Some(1)).map(|it| it.0).collect(),
            };
            lines.extend(match parts.is_empty() {
                true => vec![format!("no {}", symbol.name)],
                false => wrapped(&parts),
            });
        }
        lines.extend(wrapped(&constants));
        lines
    }

    fn constant(&self, symbol: &Symbol<'_>, table: &[Option<i64>]) -> String {
        let value = table.first().copied().flatten();
        match symbol.result {
            Some(_) => format!("{} = {}", symbol.name, self.written(symbol, value)),
            None if value == Some(1) => symbol.name.to_owned(),
            None => format!("not {}", symbol.name),
        }
    }

    /// What a symbol is on each cell.
    fn drawn(&self, symbol: &Symbol<'_>, table: &[Option<i64>]) -> Option<Vec<String>> {
        let grid = self.understood.symbols.grid.as_ref()?;
        let (_, width) = grid.size()?;
        if !matches!(symbol.parameters[..], [one] if one.sort == Some(grid.cells)) {
            return None;
        }
        let sign = |it: &Option<i64>| match (symbol.result, it) {
            (Some(_), None) => NOTHING.to_owned(),
            _ => self.written(symbol, *it),
        };
        let rows: Vec<Vec<String>> =
            table.chunks(width).map(|it| it.iter().map(sign).collect()).collect();
        let head = format!("{}:", symbol.name);
        let lines = drawing::lines(&rows, grid.boxes.map(|it| it.0));
        Some(std::iter::once(head).chain(lines).collect())
    }

    /// What a symbol with two arguments is, row by row; `None` when a table would be too wide, or there is
    /// nothing to choose.
    fn table(&self, symbol: &Symbol<'_>, table: &[Option<i64>]) -> Option<Vec<String>> {
        let [first, second] = symbol.parameters[..] else { return None };
        let symbols = &self.understood.symbols;
        let words = |sort: Option<u32>| -> Option<Vec<String>> {
            let (least, most) = symbols.range_of(sort?)?;
            Some((least..=most).map(|it| symbols.written_value(sort.unwrap_or(0), it)).collect())
        };
        let (rows, columns) = (words(first.sort)?, words(second.sort)?);
        let cells: Vec<String> = table.iter().map(|it| self.written(symbol, *it)).collect();
        world_lines::table(symbol.name, &rows, &columns, &cells)
    }

    /// What differs between this and another solution, side by side: of boards what is the same is left out, else what
    /// is not the same stands in a table.
    pub(super) fn beside(&self, other: &Self, world: &str) -> Vec<String> {
        let (mut lines, mut terms, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        let differ = || self.found().zip(other.found()).filter(|(one, two)| one.2 != two.2);
        let is_one = differ().count() == 1;
        for ((_, symbol, one), (_, _, two)) in differ() {
            let both = [(one, two), (two, one)];
            let boards = both.map(|(own, other)| self.drawn_but(symbol, own, other));
            if let [Some(one), Some(two)] = boards {
                let width = one.iter().map(|it| it.chars().count()).max().unwrap_or_default();
                let pairs = one.iter().zip(&two);
                lines.extend((!is_one).then(|| format!("{}:", symbol.name)));
                lines.extend(pairs.map(|(one, two)| format!("{one:<width$}     {two}")));
                continue;
            }
            for (term, (one, two)) in self.tuples(symbol).into_iter().zip(one.iter().zip(two)) {
                if one != two {
                    terms.push(term);
                    cells.extend([one, two].map(|it| match (symbol.result, it) {
                        (None, Some(1)) => "yes".to_owned(),
                        (None, _) => "no".to_owned(),
                        (Some(_), _) => self.written(symbol, *it),
                    }));
                }
            }
        }
        let heads = ["one".to_owned(), format!("other {world}")];
        lines.extend(world_lines::table("", &terms, &heads, &cells).unwrap_or_default());
        lines
    }

    /// What a symbol is on each cell, but where it is the same in another table; `None` where it is not about cells.
    fn drawn_but(
        &self,
        symbol: &Symbol<'_>,
        table: &[Option<i64>],
        other: &[Option<i64>],
    ) -> Option<Vec<String>> {
        let grid = self.understood.symbols.grid.as_ref()?;
        let (_, width) = grid.size()?;
        let ([one], Some(_)) = (&symbol.parameters[..], symbol.result) else { return None };
        let sign = |(own, other): (&Option<i64>, &Option<i64>)| match own == other {
            true => NOTHING.to_owned(),
            false => self.written(symbol, *own),
        };
        let signs: Vec<String> = table.iter().zip(other).map(sign).collect();
        let rows: Vec<Vec<String>> = signs.chunks(width).map(<[String]>::to_vec).collect();
        (one.sort == Some(grid.cells)).then(|| drawing::lines(&rows, grid.boxes.map(|it| it.0)))
    }

    /// What another solution says that this one does not.
    pub(super) fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        for ((_, symbol, before), (_, _, now)) in self.found().zip(other.found()) {
            let both = before.iter().zip(now);
            for (term, (before, now)) in self.tuples(symbol).into_iter().zip(both) {
                if before == now {
                    continue;
                }
                found.push(match symbol.result {
                    Some(_) => format!("{term} = {}", self.written(symbol, *now)),
                    None if *now == Some(1) => term,
                    None => format!("not {term}"),
                });
            }
        }
        found
    }
}
