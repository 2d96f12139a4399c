//! The names of a puzzle: its sorts with what there is of each, its functions and predicates, and
//! what a board brings along.

use rustc_hash::FxHashMap;

use super::classes::{Class, Classes, Type};
use super::errors;
use super::grid::{self, Grid};
use super::lineage::{BlockPlace, Findings};
use super::players::{PlayerName, Players};
use super::ranges::{Range, shown_range};
use crate::diagnostic::spelling::Guesses;
use crate::kinds::{coordinates, joined::JoinedBefore};
use crate::syntax::ast::{Elements, Head, NumberRange, TheoryLine, WrittenBody, WrittenType};
use crate::text::Span;

/// A sort.
#[derive(Clone, Debug)]
pub struct Sort<'a> {
    /// Its name; of a range its numbers.
    pub name: String,
    /// Where it is declared, if it is.
    pub place: Option<BlockPlace>,
    /// What there is of it.
    pub elements: SortMembers<'a>,
}

/// What there is of a sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SortMembers<'a> {
    /// Things that it lists.
    Listed(Vec<&'a str>),
    /// Things that what is told names.
    Open(Vec<&'a str>),
    /// Numbers.
    Range(Range),
    /// The cells of the grid.
    Cells,
    /// The rows of the grid, from 1.
    Rows,
    Columns,
    /// The four steps to cells beside.
    Sides,
    /// The eight steps to cells that touch.
    Directions,
    /// Numbers that nobody knows before the grid has a size.
    Unknown,
}

/// A function or a predicate.
#[derive(Clone, Debug)]
pub struct Symbol<'a> {
    pub name: &'a str,
    /// Where it is declared.
    pub place: BlockPlace,
    /// What it is applied to.
    pub parameters: Vec<Parameter>,
    /// What it yields; `None` of a predicate.
    pub result: Option<Yields>,
    /// What is known of it.
    pub origin: NameOrigin,
}

/// What a symbol is applied to.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// What it is.
    pub class: Class,
    /// Its sort; of a definition that of its variable, once that is known.
    pub sort: Option<u32>,
    /// The variable of a definition.
    pub variable: Option<u32>,
}

/// What a function yields.
#[derive(Clone, Copy, Debug)]
pub struct Yields {
    /// What it is.
    pub class: Class,
    /// Its sort, which a definition lacks.
    pub sort: Option<u32>,
    /// The numbers that a definition yields, once they are known.
    pub range: Option<Range>,
    /// It may have no value.
    pub or_none: bool,
}

/// What is known of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameOrigin {
    /// It is to be found.
    Found,
    /// It is told.
    Given,
    /// It stands for something, by the index of its definition.
    Defined(u32),
    /// It counts what actions do, and no sentence reads it.
    Meter,
    /// The grid brings it.
    Board(grid::GridRelation),
    /// Those who play bring it.
    Players(PlayerName),
}

/// What a name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameMeaning {
    /// A function or a predicate.
    Symbol(u32),
    /// A value of a sort.
    Thing(u32, i64),
}

/// The names of a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Symbols<'a> {
    pub sorts: Vec<Sort<'a>>,
    /// The functions and predicates.
    pub symbols: Vec<Symbol<'a>>,
    pub grid: Option<Grid>,
    /// Who plays, and whether a line says so, be it wrong.
    pub players: Option<Players>,
    pub says_players: bool,
    /// What terms are.
    pub classes: Classes,
    /// A line could not be read that may declare anything.
    pub lacks_names: bool,
    pub(super) by_name: FxHashMap<&'a str, NameMeaning>,
    pub(super) places: FxHashMap<&'a str, BlockPlace>,
    sorts_by_name: FxHashMap<String, u32>,
    ranges: FxHashMap<Range, u32>,
    pub(super) guesses: Guesses,
}

impl<'a> Symbols<'a> {
    /// Reads the declarations of all blocks. Definitions are declared without parameters.
    pub fn declared(findings: &mut Findings<'_, 'a>) -> Self {
        let mut symbols = Self::default();
        let lineage = findings.lineage;
        for (index, block) in lineage.blocks.iter().enumerate() {
            findings.block = index;
            symbols.lacks_names |= block.body.lacks_names;
            for line in &block.body.lines {
                symbols.sort_line(line, index, findings);
            }
        }
        symbols.board(findings);
        for (index, block) in lineage.blocks.iter().enumerate() {
            findings.block = index;
            for line in &block.body.lines {
                symbols.symbol_line(line, index, findings);
            }
        }
        symbols.of_board();
        symbols.of_players();
        symbols
    }

    fn sort_line(&mut self, line: &TheoryLine, block: usize, findings: &mut Findings<'_, 'a>) {
        let text = findings.lineage.blocks[block];
        match line {
            TheoryLine::Sort { name, elements } => {
                let word = text.slice(*name);
                let place = BlockPlace { block, span: *name };
                if let Some(Elements::Constructed(heads)) = elements {
                    findings.push(errors::constructed_sort(text.text(), *name, heads));
                }
                let members = match elements {
                    None | Some(Elements::Constructed(_)) => SortMembers::Open(Vec::new()),
                    Some(Elements::Range(range)) => self.members(*range, findings),
                    Some(Elements::Listed(names)) => listed(names, block, findings),
                };
                let is_listed = matches!(members, SortMembers::Listed(_));
                let is_told = !matches!(members, SortMembers::Open(_));
                let sort = match self.left_open(word, block).filter(|_| is_told) {
                    Some(sort) => {
                        self.sorts[sort as usize].elements = members;
                        Some(sort)
                    }
                    None => {
                        let (name, place) = (word.to_owned(), Some(place));
                        self.add_sort(Sort { name, place, elements: members }, findings)
                    }
                };
                let Some(sort) = sort else { return };
                let names = elements.iter().flat_map(Elements::names).filter(|_| is_listed);
                for (value, name) in names.enumerate() {
                    let thing = NameMeaning::Thing(sort, value as i64);
                    self.declare(*name, block, thing, findings);
                }
            }
            TheoryLine::Players(names) => self.players_line(names, block, findings),
            TheoryLine::Grid { name, size, boxes } => {
                let line = grid::GridLine { name: *name, size: *size, boxes: *boxes, block };
                Grid::read(&mut self.grid, line, findings);
                if self.sort_called(text.slice(*name)).is_none() {
                    let place = Some(BlockPlace { block, span: *name });
                    let name = text.slice(*name).to_owned();
                    let sort = Sort { name, place, elements: SortMembers::Cells };
                    let cells = self.add_sort(sort, findings);
                    if let (Some(grid), Some(cells)) = (&mut self.grid, cells) {
                        grid.cells = cells;
                    }
                }
            }
            _ => {}
        }
    }

    /// The sort of a name, when an earlier block declares it and leaves to later ones what there is of it.
    fn left_open(&self, name: &str, block: usize) -> Option<u32> {
        let sort = self.sort_called(name)?;
        let Sort { elements, place, .. } = &self.sorts[sort as usize];
        let is_earlier = place.is_some_and(|it| it.block < block);
        (is_earlier && matches!(elements, SortMembers::Open(_))).then_some(sort)
    }

    fn members(&self, range: NumberRange, findings: &mut Findings<'_, 'a>) -> SortMembers<'a> {
        match findings.range(range) {
            Some(range) => SortMembers::Range(range),
            None => SortMembers::Unknown,
        }
    }

    pub(super) fn add_sort(
        &mut self,
        sort: Sort<'a>,
        findings: &mut Findings<'_, 'a>,
    ) -> Option<u32> {
        if let Some(first) = self.sort_called(&sort.name) {
            let first = self.sorts[first as usize].place;
            let span = sort.place.map_or(Span::default(), |it| it.span);
            let is_inherited = first.map(|it| it.block) != sort.place.map(|it| it.block);
            let fault = errors::declared_twice(&sort.name, span, is_inherited);
            let fault = match first {
                Some(first) => findings.related(fault, first, "the first declaration"),
                None => fault,
            };
            findings.push(fault);
            return None;
        }
        let index = self.sorts.len() as u32;
        self.sorts_by_name.insert(sort.name.clone(), index);
        self.sorts.push(sort);
        Some(index)
    }

    fn symbol_line(&mut self, line: &TheoryLine, block: usize, findings: &mut Findings<'_, 'a>) {
        match line {
            TheoryLine::Predicates(heads) => {
                for head in heads {
                    self.head(head, block, None, NameOrigin::Found, findings);
                }
            }
            TheoryLine::Functions { heads, result, or_none } => {
                let (result, origin) = match self.is_meter(*result, block, findings) {
                    true => {
                        let class = self.classes.add(Some(Type::Number));
                        let result = Yields { class, sort: None, range: None, or_none: false };
                        (result, NameOrigin::Meter)
                    }
                    false => (self.yields(*result, *or_none, findings), NameOrigin::Found),
                };
                for head in heads {
                    self.head(head, block, Some(result), origin, findings);
                }
            }
            TheoryLine::Constants { names, result, or_none } => {
                let result = self.yields(*result, *or_none, findings);
                for name in names {
                    let head = Head { name: *name, arguments: Vec::new() };
                    self.head(&head, block, Some(result), NameOrigin::Found, findings);
                }
            }
            TheoryLine::Given { heads, result, told } => {
                let result = self.given(heads, *result, told.as_ref(), findings);
                for head in heads {
                    self.head(head, block, result, NameOrigin::Given, findings);
                }
            }
            TheoryLine::Distinct { names, result: Some(result), .. } => {
                let result = self.yields(Some(*result), false, findings);
                for name in names {
                    let head = Head { name: *name, arguments: Vec::new() };
                    self.head(&head, block, Some(result), NameOrigin::Found, findings);
                }
            }
            TheoryLine::Define { name, body, .. } => {
                let result = match body {
                    WrittenBody::Sentence(_) => None,
                    WrittenBody::Term(_) => {
                        let class = self.classes.add(None);
                        Some(Yields { class, sort: None, range: None, or_none: true })
                    }
                };
                let head = Head { name: *name, arguments: Vec::new() };
                self.head(&head, block, result, NameOrigin::Defined(u32::MAX), findings);
            }
            _ => {}
        }
    }

    fn head(
        &mut self,
        head: &Head,
        block: usize,
        result: Option<Yields>,
        origin: NameOrigin,
        findings: &mut Findings<'_, 'a>,
    ) {
        let arguments = head.arguments.iter();
        let parameters = arguments.map(|it| self.sort_named(*it, findings)).collect::<Vec<_>>();
        let parameters = parameters
            .into_iter()
            .map(|sort| Parameter { class: self.class_of(sort), sort, variable: None })
            .collect();
        let name = findings.lineage.blocks[block].slice(head.name);
        let meaning = NameMeaning::Symbol(self.symbols.len() as u32);
        if self.declare(head.name, block, meaning, findings) {
            let place = BlockPlace { block, span: head.name };
            self.symbols.push(Symbol { name, place, parameters, result, origin });
        }
    }

    /// Gives a name a meaning, unless it has one.
    pub(super) fn declare(
        &mut self,
        name: Span,
        block: usize,
        meaning: NameMeaning,
        findings: &mut Findings<'_, 'a>,
    ) -> bool {
        let word = findings.lineage.blocks[block].slice(name);
        if let Some(first) = self.places.get(word) {
            let fault = errors::declared_twice(word, name, first.block != block);
            findings.push(findings.related(fault, *first, "the first declaration"));
            return false;
        }
        self.places.insert(word, BlockPlace { block, span: name });
        self.by_name.insert(word, meaning);
        true
    }

    pub(super) fn yields(
        &mut self,
        written: Option<WrittenType>,
        or_none: bool,
        findings: &mut Findings<'_, 'a>,
    ) -> Yields {
        let sort = written.and_then(|it| self.written(it, findings));
        Yields { class: self.class_of(sort), sort, range: None, or_none }
    }

    /// The sort that a type is.
    pub fn written(
        &mut self,
        written: WrittenType,
        findings: &mut Findings<'_, 'a>,
    ) -> Option<u32> {
        match written {
            WrittenType::Sort(name) => self.sort_named(name, findings),
            WrittenType::Range(range) => findings.range(range).map(|it| self.range_sort(it)),
        }
    }

    /// As [`Self::written`], of a text that is none of the puzzle's.
    pub fn written_in(
        &mut self,
        text: &str,
        written: WrittenType,
        findings: &mut Findings<'_, 'a>,
    ) -> Option<u32> {
        match written {
            WrittenType::Sort(name) => self.sort_in(text, name, findings),
            WrittenType::Range(range) => {
                findings.range_in(text, range).map(|it| self.range_sort(it))
            }
        }
    }

    fn sort_named(&mut self, name: Span, findings: &mut Findings<'_, 'a>) -> Option<u32> {
        let text = findings.lineage.blocks[findings.block].text();
        self.sort_in(text, name, findings)
    }

    fn sort_in(&mut self, text: &str, name: Span, findings: &mut Findings<'_, 'a>) -> Option<u32> {
        let word = &text[name.range()];
        let found = self.sort_called(word);
        if found.is_none() {
            let known = self.guesses.among(self.sorts.iter().map(|it| it.name.as_str()));
            let mut fault = errors::unknown_sort(word, name, self.grid.is_some(), known);
            fault.is_consequence = self.lacks_names;
            findings.push(fault);
        }
        found
    }

    /// The sort of some numbers.
    pub fn range_sort(&mut self, range: Range) -> u32 {
        if let Some(known) = self.ranges.get(&range) {
            return *known;
        }
        let name = shown_range(range);
        self.sorts.push(Sort { name, place: None, elements: SortMembers::Range(range) });
        let index = self.sorts.len() as u32 - 1;
        self.ranges.insert(range, index);
        index
    }

    /// Forgets sorts and classes that a question added.
    pub(super) fn forget_since(&mut self, (sorts, classes): (usize, JoinedBefore)) {
        self.sorts.truncate(sorts);
        self.ranges.retain(|_, it| (*it as usize) < sorts);
        self.classes.forget_since(classes);
    }

    /// How many sorts there are, and what classes.
    pub(super) fn before(&self) -> (usize, JoinedBefore) {
        (self.sorts.len(), self.classes.before())
    }

    /// A class of the values of a sort.
    pub fn class_of(&mut self, sort: Option<u32>) -> Class {
        let known = sort.map(|it| self.type_of_sort(it));
        self.classes.add(known)
    }

    /// What the values of a sort are.
    pub fn type_of_sort(&self, sort: u32) -> Type {
        match self.sorts[sort as usize].elements {
            SortMembers::Range(_)
            | SortMembers::Rows
            | SortMembers::Columns
            | SortMembers::Unknown => Type::Number,
            SortMembers::Sides | SortMembers::Directions => Type::Step,
            SortMembers::Listed(_) | SortMembers::Open(_) | SortMembers::Cells => Type::Thing(sort),
        }
    }

    /// What people call a type.
    /// The name of a sort, if nothing says what there is of it.
    pub(super) fn open_sort(&self, of: Type) -> Option<&str> {
        let Type::Thing(sort) = of else { return None };
        let sort = &self.sorts[sort as usize];
        matches!(sort.elements, SortMembers::Open(_)).then_some(sort.name.as_str())
    }

    pub(super) fn type_name(&self, of: Type) -> String {
        match of {
            Type::Number => "a number".to_owned(),
            Type::Step => "a direction".to_owned(),
            Type::Thing(sort) => format!("a `{}`", self.sorts[sort as usize].name),
        }
    }

    /// The values of a sort; `None` as long as nobody knows them.
    pub fn range_of(&self, sort: u32) -> Option<Range> {
        let size = self.grid.as_ref().and_then(Grid::size);
        match &self.sorts[sort as usize].elements {
            SortMembers::Listed(names) | SortMembers::Open(names) if names.is_empty() => None,
            SortMembers::Listed(names) | SortMembers::Open(names) => {
                Some((0, names.len() as i64 - 1))
            }
            SortMembers::Range(range) => Some(*range),
            SortMembers::Cells => size.map(|(height, width)| (0, (height * width) as i64 - 1)),
            SortMembers::Rows => size.map(|(height, _)| (1, height as i64)),
            SortMembers::Columns => size.map(|(_, width)| (1, width as i64)),
            SortMembers::Sides => Some((0, 3)),
            SortMembers::Directions => Some((0, 7)),
            SortMembers::Unknown => None,
        }
    }

    /// What a name means, before the grid is asked.
    pub fn find(&self, name: &str) -> Option<NameMeaning> {
        self.by_name.get(name).copied().or_else(|| self.cell(name))
    }

    /// The cell of a name; of a grid without a size any.
    fn cell(&self, name: &str) -> Option<NameMeaning> {
        let grid = self.grid.as_ref()?;
        let ((row, column), "") = coordinates::read(name)? else { return None };
        let is_lower = !name.bytes().any(|it| it.is_ascii_uppercase());
        let value = match grid.size() {
            None => Some(0),
            Some((height, width)) if row < height && column < width => {
                Some((row * width + column) as i64)
            }
            Some(_) => None,
        };
        value.filter(|_| is_lower).map(|it| NameMeaning::Thing(grid.cells, it))
    }

    /// The sort with a name.
    pub fn sort_called(&self, name: &str) -> Option<u32> {
        self.sorts_by_name.get(name).copied()
    }

    /// What a value of a sort is called.
    pub fn written_value(&self, sort: u32, value: i64) -> String {
        match &self.sorts[sort as usize].elements {
            SortMembers::Listed(names) | SortMembers::Open(names) => {
                names.get(value as usize).map_or_else(|| value.to_string(), |it| (*it).to_owned())
            }
            SortMembers::Cells => match self.grid.as_ref().and_then(Grid::size) {
                Some((_, width)) if width > 0 => {
                    coordinates::name(value as usize / width, value as usize % width)
                }
                _ => value.to_string(),
            },
            SortMembers::Sides | SortMembers::Directions => {
                grid::STEPS.get(value as usize).map_or("", |it| it.0).to_owned()
            }
            SortMembers::Range(_)
            | SortMembers::Rows
            | SortMembers::Columns
            | SortMembers::Unknown => value.to_string(),
        }
    }

    /// The value of a sort that a word names.
    pub fn read_value(&self, sort: u32, word: &str) -> Option<i64> {
        match &self.sorts[sort as usize].elements {
            SortMembers::Listed(_) | SortMembers::Open(_) => match self.by_name.get(word) {
                Some(NameMeaning::Thing(of, value)) if *of == sort => Some(*value),
                _ => None,
            },
            SortMembers::Cells | SortMembers::Sides | SortMembers::Directions => {
                match self.find(word) {
                    Some(NameMeaning::Thing(it, value))
                        if self.type_of_sort(it) == self.type_of_sort(sort) =>
                    {
                        Some(value)
                    }
                    _ => None,
                }
            }
            SortMembers::Range(_)
            | SortMembers::Rows
            | SortMembers::Columns
            | SortMembers::Unknown => word.parse().ok(),
        }
    }

    /// Numbers that nobody knows.
    pub fn unknown_sort(&mut self) -> u32 {
        let name = "number".to_owned();
        self.sorts.push(Sort { name, place: None, elements: SortMembers::Unknown });
        self.sorts.len() as u32 - 1
    }

    /// The symbol that is a relation of the grid.
    pub fn relation(&self, relation: grid::GridRelation) -> Option<u32> {
        let is = |it: &Symbol<'_>| it.origin == NameOrigin::Board(relation);
        self.symbols.iter().rposition(is).map(|it| it as u32)
    }

    /// Takes note of a thing of an open sort.
    pub fn add_thing(&mut self, sort: u32, name: &'a str, place: BlockPlace) {
        if let SortMembers::Open(names) = &mut self.sorts[sort as usize].elements
            && !self.by_name.contains_key(name)
        {
            let value = names.len() as i64;
            names.push(name);
            self.by_name.insert(name, NameMeaning::Thing(sort, value));
            self.places.insert(name, place);
        }
    }

    /// The names of sorts, symbols and things, for those who mistyped one.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.by_name.keys().copied()
    }

    /// The names that an unknown one may have been meant to be.
    pub fn similar_names(
        &self,
        is_fit: impl Fn(&Symbol<'a>) -> bool,
    ) -> impl Iterator<Item = &'a str> {
        let fit = self.symbols.iter().filter(move |it| is_fit(it)).map(|it| it.name);
        self.guesses.among(fit.filter(|it| !it.is_empty()))
    }
}

/// The things that a sort lists; numbers that follow each other are a range.
fn listed<'a>(names: &[Span], block: usize, findings: &mut Findings<'_, 'a>) -> SortMembers<'a> {
    let words: Vec<&'a str> =
        names.iter().map(|it| findings.lineage.blocks[block].slice(*it)).collect();
    let numbers: Vec<i64> = words.iter().filter_map(|it| it.parse().ok()).collect();
    if numbers.is_empty() {
        return SortMembers::Listed(words);
    }
    let follow = numbers.windows(2).all(|it| it[0] + 1 == it[1]);
    if numbers.len() == words.len() && follow {
        return SortMembers::Range((numbers[0], numbers[numbers.len() - 1]));
    }
    let first = words.iter().position(|it| it.parse::<i64>().is_ok()).unwrap_or_default();
    findings.push(errors::number_as_name(words[first], names[first]));
    SortMembers::Unknown
}
