//! The picture of a board: what was told and what was found apart, lines around areas, and at the edges
//! what is told of rows and columns.

use super::board::Board;
use super::classes::Type;
use super::drawing::NOTHING;

use super::lower::Lowering;
use super::puzzle::{NOTHING_TO_DRAW, SheetPuzzle};
use super::symbols::{NameOrigin as Of, SortMembers, Symbol};
use super::understood::{RuleKind, Understood};
use super::world::{NONE, World};
use crate::kinds::Refusal;
use crate::kinds::coordinates;
use crate::picture::scene::SceneSign;
use crate::picture::{self, Label, PartRole, Picture, PictureBody, PictureTable, TableRow};
use puzzle_engine::logic::sheet::actions::To;
use puzzle_engine::logic::sheet::{
    Comparison, SheetSentence, SheetState, SymbolId, SymbolOrigin, Term, TermId,
};
use puzzle_engine::problem::plan::Plan;

/// Columns of a table from which on those of what never holds are left out.
const WIDE: usize = 12;

impl SheetPuzzle<'_> {
    /// The picture of a solution, on its board or as a table; without one of what is told.
    pub(super) fn drawn(&self, solution: Option<&SheetState>) -> Result<Picture, Refusal> {
        self.pictured(&self.told()?, solution, solution.is_none())
    }

    /// The picture of a state, in which what was told stands out; where it `is_open`, to be filled in.
    pub(super) fn pictured(
        &self,
        told: &SheetState,
        state: Option<&SheetState>,
        is_open: bool,
    ) -> Result<Picture, Refusal> {
        let shown = super::board::shown(&self.understood);
        let world = World::new(&self.understood, state.unwrap_or(told));
        let others = world.picture(is_open, &shown);
        if shown.is_empty() {
            return Ok(self.titled(others));
        }
        let board = self.understood.board(told, state)?;
        Ok(self.titled(match others {
            PictureBody::Table(table) if table.rows.is_empty() => PictureBody::Board(board),
            PictureBody::Table(table) => PictureBody::Spread(picture::Spread {
                board: Some(board),
                table,
                ..Default::default()
            }),
            PictureBody::Spread(others) => {
                PictureBody::Spread(picture::Spread { board: Some(board), ..others })
            }
            _ => PictureBody::Board(board),
        }))
    }

    /// The picture of a plan: in a graph of all states where they are few, else as a strip.
    pub(super) fn drawn_plan(&self, plan: &Plan) -> Result<Picture, Refusal> {
        match self.all_states(plan) {
            Some(graph) => Ok(self.titled(PictureBody::Graph(graph))),
            None => self.strip(plan),
        }
    }

    /// The states of a plan, each with the step that leads there.
    pub(super) fn strip(&self, plan: &Plan) -> Result<Picture, Refusal> {
        if super::board::shown(&self.understood).is_empty() {
            return Ok(self.titled(PictureBody::Table(self.course(plan))));
        }
        let mut strip = picture::Strip::default();
        for (at, state) in plan.states.iter().enumerate() {
            let (before, caption) = match at.checked_sub(1) {
                None => (state, "start".to_owned()),
                Some(before) => (&plan.states[before], self.step(&plan.steps[before])),
            };
            let caption = Label::new(caption, PartRole::Normal);
            strip.boards.push((caption, self.understood.board(before, Some(state))?));
        }
        Ok(self.titled(PictureBody::Strip(strip)))
    }

    /// A picture with the name of the puzzle.
    pub(super) fn titled(&self, body: PictureBody) -> Picture {
        let own = self.understood.lineage.own();
        Picture { caption: None, title: own.slice(own.name).to_owned(), body }
    }

    /// A plan where nothing is drawn on a board.
    pub(super) fn course(&self, plan: &Plan) -> PictureTable {
        let caption = |number: usize| match number.checked_sub(1) {
            None => "start".to_owned(),
            Some(before) => self.step(&plan.steps[before]),
        };
        self.understood.course(plan.states.iter().enumerate().map(|(at, it)| (caption(at), it)))
    }

    /// What the lines tell of what is to be found, for a picture where there is no solution.
    pub(super) fn told(&self) -> Result<SheetState, Refusal> {
        let mut lowering = Lowering::new(&self.understood, &[])?;
        let start = lowering.doing().map(|it| it.0.start).unwrap_or_default();
        let sheet = lowering.sheet;
        let mut state = SheetState::default();
        for (symbol, it) in (0..).map(SymbolId).zip(&sheet.symbols) {
            let is_found = it.origin == SymbolOrigin::Found;
            let tuples = if is_found { sheet.tuples(symbol).unwrap_or(0) } else { 0 };
            let unknown = if it.values.is_some() { None } else { Some(0) };
            state.tables.push(vec![unknown; tuples]);
        }
        let number = |it: &TermId| match sheet.get_term(*it) {
            Term::Number(number) => Some(*number),
            _ => None,
        };
        for rule in &sheet.rules {
            let (symbol, arguments, value) = match sheet.get(*rule) {
                SheetSentence::Holds(symbol, arguments) => (symbol, arguments, Some(1)),
                SheetSentence::Compare(Comparison::Equal, term, value) => {
                    match (sheet.get_term(*term), number(value)) {
                        (Term::Apply(symbol, arguments), Some(value)) => {
                            (symbol, arguments, Some(value))
                        }
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let arguments: Option<Vec<i64>> = arguments.iter().map(number).collect();
            let index = arguments.and_then(|it| sheet.index(*symbol, &it));
            let table = &mut state.tables[symbol.0 as usize];
            if let Some(cell) = index.and_then(|it| table.get_mut(it)) {
                *cell = value;
            }
        }
        for change in start.iter().filter(|it| it.variables.is_empty()) {
            let value = match change.to {
                To::Value(term) => number(&term),
                To::Truth(sentence) => match sheet.get(sentence) {
                    SheetSentence::Truth(truth) => Some(i64::from(*truth)),
                    _ => continue,
                },
                To::Nothing | To::By(_) => None,
            };
            let arguments: Option<Vec<i64>> = change.arguments.iter().map(number).collect();
            let index = arguments.and_then(|it| sheet.index(change.symbol, &it));
            let table = &mut state.tables[change.symbol.0 as usize];
            if let Some(cell) = index.and_then(|it| table.get_mut(it)) {
                *cell = value;
            }
        }
        Ok(state)
    }
}

impl Understood<'_> {
    /// States that follow each other: a row for each, a column for all that ever has a value on the way; of
    /// many predicates, that ever hold; for everything where that is nothing. What has changed stands out. Whose turn it is the captions say.
    pub(super) fn course<'s>(
        &self,
        states: impl Iterator<Item = (String, &'s SheetState)>,
    ) -> PictureTable {
        let turn = self.symbols.players.map(|it| self.symbols.symbols[it.turn as usize].name);
        let mut table = PictureTable::default();
        let mut values: Vec<Vec<(String, String)>> = Vec::new();
        for (caption, state) in states {
            table.rows.push(TableRow { label: caption.into(), ..TableRow::default() });
            let mut all = World::new(self, state).values();
            all.retain(|it| Some(&*it.0) != turn);
            values.push(all);
        }
        let width = values.first().map_or(0, Vec::len);
        let is_nothing = |it: &str| it == NONE || it == NOTHING && width > WIDE;
        let has_values = !values.iter().flatten().all(|it| is_nothing(&it.1));
        let heads = values.first().into_iter().flatten().map(|it| it.0.as_str());
        for (at, head) in heads.enumerate() {
            if has_values && values.iter().all(|it| is_nothing(&it[at].1)) {
                continue;
            }
            let column = table.columns.len();
            table.columns.push(Label::new(head, PartRole::Emphasis));
            for (number, state) in values.iter().enumerate() {
                let is_new = number > 0 && values[number - 1][at] != state[at];
                let role = if is_new { PartRole::Highlight } else { PartRole::Normal };
                table.rows[number].cells.insert(column, Label::new(state[at].1.as_str(), role));
            }
        }
        table
    }

    /// The board of a state, in which what was told stands out.
    pub(super) fn board(
        &self,
        told: &SheetState,
        solution: Option<&SheetState>,
    ) -> Result<picture::PictureBoard, Refusal> {
        let told = World::new(self, told);
        let without = || NOTHING_TO_DRAW.to_owned();
        let told_board = Board::of(self, &told).ok_or_else(without)?;
        let board = match solution {
            Some(state) => {
                let world = World::new(self, state);
                Board::of(self, &world).ok_or_else(without)?
            }
            None => told_board.clone(),
        };
        let mut drawn =
            picture::PictureBoard { table: table(&board, &told_board), ..Default::default() };
        for (row, cells) in drawn.table.rows.iter().enumerate() {
            for (column, beneath) in board.beneath[row].iter().enumerate() {
                let own = cells.cells.get(&column);
                let beneath = beneath.iter().filter(|it| *it != NOTHING);
                // Two texts cannot stand in one place, but a wall may have a number on it.
                let is_sign = |it: &str| SceneSign::of(it).is_some();
                let beneath = beneath.filter(|it| {
                    own.is_none_or(|own| own.text != **it && (is_sign(&own.text) || is_sign(it)))
                });
                let told = beneath.map(|it| Label::new(it.as_str(), PartRole::Emphasis));
                // Alone a cross is the corner of squares.
                let parts = |own: &Label| match SceneSign::of(&own.text) {
                    Some(SceneSign::Dot) => self.parts_of_sign(&own.text),
                    _ => None,
                };
                let own = own.into_iter().flat_map(|own| match parts(own) {
                    Some(parts) => parts.map(|it| Label::new(it, own.role)).to_vec(),
                    None => vec![own.clone()],
                });
                let layers: Vec<_> = told.chain(own).collect();
                if !layers.is_empty() {
                    drawn.layers.insert((row, column), layers);
                }
            }
        }
        self.areas(&told, &mut drawn);
        drawn.edges = self.edges(&told);
        Ok(drawn)
    }

    /// Two signs that say together what one says.
    fn parts_of_sign(&self, sign: &str) -> Option<[&str; 2]> {
        let words = |at: usize| -> Vec<&str> {
            let sentence = &self.signs[at].sentence;
            let mut words: Vec<_> =
                super::atoms::conjuncts(sentence).into_iter().map(|it| sentence.word(it)).collect();
            words.sort_unstable();
            words
        };
        let count = self.signs.len();
        let whole = words(self.signs.iter().position(|it| it.sign.text == sign)?);
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |it| (one, it)));
        let is_whole = |(one, other): &(usize, usize)| {
            let mut both = [words(*one), words(*other)].concat();
            both.sort_unstable();
            both == whole
        };
        let (one, other) = pairs.into_iter().find(is_whole)?;
        Some([one, other].map(|it| self.signs[it].sign.text))
    }

    /// The areas that the cells are divided into: boxes, what a `distinct` speaks of, and what has names.
    fn areas(&self, told: &World<'_>, drawn: &mut picture::PictureBoard) {
        let understood = self;
        let symbols = &understood.symbols;
        let Some(grid) = &symbols.grid else { return };
        let Some((height, width)) = grid.size() else { return };
        let cells = 0..(height * width) as i64;
        if let Some((tall, wide)) = grid.boxes.map(|it| it.0) {
            let number = |cell: i64| {
                let (row, column) = (cell as usize / width, cell as usize % width);
                Some((row / tall * width + column / wide) as i64)
            };
            drawn.areas.push(cells.clone().map(number).collect());
        }
        let within = |it: &RuleKind| match it {
            RuleKind::Within(_, area, _) | RuleKind::Wherever(_, area) => Some(*area),
            _ => None,
        };
        let within: Vec<u32> = understood.rules.iter().filter_map(|it| within(&it.kind)).collect();
        for (at, symbol) in (0..).zip(&symbols.symbols) {
            let Some(sort) = symbol.result.and_then(|it| it.sort) else { continue };
            let is_of_cells =
                matches!(symbol.parameters[..], [one] if one.sort == Some(grid.cells));
            let is_named = symbols.type_of_sort(sort) != Type::Number;
            if symbol.origin != Of::Given || !is_of_cells || !is_named && !within.contains(&at) {
                continue;
            }
            let areas: Vec<_> = cells.clone().map(|it| told.value(at, &[it]).flatten()).collect();
            self.corners(sort, &areas, width, told, drawn);
            drawn.areas.push(areas);
        }
    }

    /// What is told of areas, each in the corner of its first cell.
    fn corners(
        &self,
        sort: u32,
        areas: &[Option<i64>],
        width: usize,
        told: &World<'_>,
        drawn: &mut picture::PictureBoard,
    ) {
        let symbols = &self.symbols;
        let mut known = rustc_hash::FxHashSet::default();
        for (cell, area) in areas.iter().enumerate() {
            let Some(area) = area.filter(|it| known.insert(*it)) else { continue };
            let mut words: Vec<String> = Vec::new();
            for (at, symbol) in (0..).zip(&symbols.symbols) {
                let is_of_area = matches!(symbol.parameters[..], [one] if one.sort == Some(sort));
                let result = symbol.result.and_then(|it| it.sort).filter(|_| is_of_area);
                let Some(result) = result.filter(|_| symbol.origin == Of::Given) else { continue };
                let value = told.value(at, &[area]).flatten();
                words.extend(value.map(|it| symbols.written_value(result, it)));
            }
            if !words.is_empty() {
                drawn.corners.insert((cell / width, cell % width), words.join(" "));
            }
        }
    }

    /// What is told of rows and columns: the first of each stands before them, the second behind.
    fn edges(&self, told: &World<'_>) -> [Vec<Vec<String>>; 4] {
        let mut edges: [Vec<Vec<String>>; 4] = Default::default();
        let symbols = &self.symbols;
        let all = (0..).zip(&symbols.symbols);
        for (at, symbol) in all.filter(|(_, it)| it.origin == Of::Given && it.result.is_some()) {
            let Some(side) = symbol.parameters.first().and_then(|it| it.sort) else { continue };
            let first = match symbols.sorts[side as usize].elements {
                SortMembers::Rows => 0,
                SortMembers::Columns => 1,
                _ => continue,
            };
            let free = [first, first + 2].into_iter().find(|it| edges[*it].is_empty());
            if let Some(free) = free {
                edges[free] = self.told_of(at, symbol, told).unwrap_or_default();
            }
        }
        edges
    }

    /// What a function is of each first argument, for all second ones.
    fn told_of(&self, at: u32, symbol: &Symbol<'_>, told: &World<'_>) -> Option<Vec<Vec<String>>> {
        let symbols = &self.symbols;
        let result = symbol.result.and_then(|it| it.sort)?;
        let range = |it: usize| symbols.range_of(symbol.parameters.get(it)?.sort?);
        let (least, most) = range(0)?;
        let written = |arguments: &[i64]| {
            let value = told.value(at, arguments).flatten();
            value.map(|it| symbols.written_value(result, it))
        };
        let line = |first: i64| match symbol.parameters.len() {
            1 => Some(written(&[first]).into_iter().collect()),
            2 => Some((range(1)?.0..=range(1)?.1).filter_map(|it| written(&[first, it])).collect()),
            _ => None,
        };
        (least..=most).map(line).collect()
    }
}

/// The signs of a board, with headings; what was told stands out.
fn table(board: &Board, told: &Board) -> PictureTable {
    let width = board.rows.first().map_or(0, Vec::len);
    let columns =
        (0..width).map(|it| Label::new(coordinates::column(it), PartRole::Muted)).collect();
    let row = |at: usize| {
        let cell = |column: usize| {
            let sign = &board.rows[at][column];
            let is_told = told.is_found[at][column] && told.rows[at][column] == *sign;
            let is_found = board.is_found[at][column] && !is_told;
            let role = if is_found { PartRole::Normal } else { PartRole::Emphasis };
            (sign != board.nothing).then(|| (column, Label::new(sign.clone(), role)))
        };
        let label = Label::new((at + 1).to_string(), PartRole::Muted);
        TableRow { label, cells: (0..width).filter_map(cell).collect() }
    };
    PictureTable { columns, rows: (0..board.rows.len()).map(row).collect() }
}
