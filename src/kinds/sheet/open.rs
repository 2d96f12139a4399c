//! What a puzzle leaves open for somebody who makes puzzles of it: the places of its drawings at which more could
//! be told. Where it draws something given, that may be told; else what is to be found.

use rustc_hash::FxHashSet;

use super::atoms::{ToldAtom, atom, conjuncts};
use super::board::{self, shown};
use super::drawing::NOTHING;
use super::grid::Grid;
use super::lineage::Findings;
use super::ranges::Range;
use super::symbols::{NameMeaning, NameOrigin};
use super::told::{Artist, DrawingPurpose, Says, Subject, TextWords, ToldDrawing, board_functions};
use super::understood::Understood;
use super::world::World;
use crate::syntax::ast::TheoryLine;
use crate::text::Span;

/// A symbol with what it is applied to.
pub(super) type AppliedSymbol = (u32, Vec<i64>);

/// A place at which more could be told.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// What is told there.
    pub subject: Subject,
    /// Of what it is told.
    pub arguments: Vec<i64>,
    /// Where that is drawn, if it is.
    pub drawn: Option<Span>,
    /// What its author has told there, in a word.
    pub word: String,
    /// The given values that could be told there.
    pub cells: Vec<AppliedSymbol>,
}

/// What may be told at a place, in a word, and what that says.
pub(super) type Telling = (String, Vec<Says>);

/// What a puzzle leaves open.
#[derive(Clone, Debug)]
pub(super) struct OpenPuzzle<'p, 'a> {
    /// The puzzle.
    pub understood: &'p Understood<'a>,
    /// The same, in which what is given and left open is to be found.
    pub opened: Understood<'a>,
    pub spots: Vec<Spot>,
    /// What is given and not open at other places.
    pub settled: Vec<ToldAtom>,
    /// What `distinct … in` names, of which there are as many rules as values that are told.
    groups: FxHashSet<u32>,
}

impl<'p, 'a> OpenPuzzle<'p, 'a> {
    /// What a puzzle leaves open.
    pub(super) fn of(understood: &'p Understood<'a>) -> Self {
        let mut it = Self {
            understood,
            opened: understood.clone(),
            spots: Vec::new(),
            settled: Vec::new(),
            groups: groups(understood),
        };
        let own = understood.lineage.blocks.len() - 1;
        for at in 0..understood.drawings.len() {
            let drawing = &understood.drawings[at];
            if drawing.place.block == own && drawing.purpose == DrawingPurpose::Told {
                it.draw(at);
            }
        }
        it.open_untold();
        if it.spots.is_empty() {
            it.undrawn();
        }
        let open: FxHashSet<&AppliedSymbol> = it.spots.iter().flat_map(|it| &it.cells).collect();
        let symbols: FxHashSet<u32> = open.iter().map(|it| it.0).collect();
        let mut settled = Vec::new();
        for symbol in 0..understood.symbols.symbols.len() as u32 {
            if symbols.contains(&symbol) {
                let told = understood.tables.of.get(&symbol).into_iter().flatten();
                for (arguments, value) in it.tuples(symbol).into_iter().zip(told) {
                    if !open.contains(&(symbol, arguments.clone())) {
                        settled.push(ToldAtom { symbol, arguments, value: *value });
                    }
                }
                it.opened.symbols.symbols[symbol as usize].origin = NameOrigin::Found;
            }
        }
        it.settled = settled;
        it
    }

    /// The symbols that were to be found all along.
    pub(super) fn found(&self) -> impl Iterator<Item = u32> {
        let all = (0..).zip(&self.understood.symbols.symbols);
        all.filter(|it| it.1.origin == NameOrigin::Found).map(|it| it.0)
    }

    /// All that a symbol can be applied to, the last argument varying fastest.
    pub(super) fn tuples(&self, symbol: u32) -> Vec<Vec<i64>> {
        let symbols = &self.understood.symbols;
        let mut tuples = vec![Vec::new()];
        for parameter in &symbols.symbols[symbol as usize].parameters {
            let range = parameter.sort.and_then(|it| symbols.range_of(it)).unwrap_or((0, -1));
            let longer =
                |it: Vec<i64>| (range.0..=range.1).map(move |last| [&it[..], &[last]].concat());
            tuples = tuples.into_iter().flat_map(longer).collect();
        }
        tuples
    }

    /// The values of a function; `None` of a predicate.
    pub(super) fn values_of(&self, symbol: u32) -> Option<Range> {
        let symbols = &self.understood.symbols;
        symbols.range_of(symbols.symbols[symbol as usize].result?.sort?)
    }

    /// The value of something given that nobody has told.
    pub(super) fn untold(&self, symbol: u32) -> Option<i64> {
        let is_function = self.understood.symbols.symbols[symbol as usize].result.is_some();
        if is_function { None } else { Some(0) }
    }

    fn artist(&self) -> Artist<'_, 'a> {
        Artist::new(&self.understood.symbols, &self.understood.signs)
    }

    /// Adds the places of a drawing.
    fn draw(&mut self, drawing: usize) {
        let drawing = &self.understood.drawings[drawing];
        let (block, subject) = (drawing.place.block, drawing.subject);
        let text = self.understood.lineage.blocks[block].text();
        let mut findings = Findings::new(&self.understood.lineage, block);
        let shape = self.artist().shape(drawing, TextWords { text, block }, &mut findings);
        let spot = |(arguments, span): (Vec<i64>, Span)| {
            let word = text[span.range()].to_owned();
            let cells = self.cells(subject, &arguments, &word);
            Spot { subject, arguments, drawn: Some(span), word, cells }
        };
        let spots: Vec<Spot> = shape.into_iter().flatten().map(spot).collect();
        let tells_given = match subject {
            Subject::Board => spots.iter().any(|it| !it.cells.is_empty()),
            Subject::Symbol(symbol) => self.is_given(symbol),
        };
        self.spots.extend(spots.into_iter().filter(|it| match tells_given {
            true => !it.cells.is_empty(),
            false => it.word == NOTHING,
        }));
    }

    /// Opens what is given and told nowhere: on the board where signs tell it, else by itself.
    fn open_untold(&mut self) {
        let Some((height, width)) = self.understood.symbols.grid.as_ref().and_then(Grid::size)
        else {
            return;
        };
        let has_board = self.has_board();
        let is_sign = self.understood.signs.iter().any(|it| it.sign.text == NOTHING);
        for symbol in self.understood.untold_givens() {
            if self.is_open(symbol) {
                continue;
            }
            let spot = |subject: Subject, arguments: Vec<i64>, cells: Vec<AppliedSymbol>| Spot {
                subject,
                arguments,
                drawn: None,
                word: NOTHING.to_owned(),
                cells,
            };
            if !has_board && self.is_signed(symbol) {
                // Where `.` says something itself, nothing else says that nothing is told.
                if is_sign {
                    continue;
                }
                let on_board = |cell: i64| {
                    let arguments = vec![cell];
                    let cells = self.cells(Subject::Board, &arguments, NOTHING);
                    spot(Subject::Board, arguments, cells)
                };
                let board: Vec<Spot> = (0..(height * width) as i64).map(on_board).collect();
                if board.iter().flat_map(|it| &it.cells).any(|it| it.0 == symbol) {
                    self.spots.extend(board);
                    continue;
                }
            }
            let all = self.tuples(symbol).into_iter();
            let alone = all.map(|it| spot(Subject::Symbol(symbol), it.clone(), vec![(symbol, it)]));
            self.spots.extend(alone.collect::<Vec<_>>());
        }
    }

    /// Whether a sign speaks of a symbol.
    fn is_signed(&self, symbol: u32) -> bool {
        self.understood.signs.iter().any(|it| board::speaks_of(&it.sentence, &[symbol]))
    }

    /// Whether a symbol is told at an open place.
    fn is_open(&self, symbol: u32) -> bool {
        self.spots.iter().flat_map(|it| &it.cells).any(|it| it.0 == symbol)
    }

    /// What is given, told nowhere and not open either.
    pub(super) fn not_opened(&self) -> impl Iterator<Item = u32> {
        self.understood.untold_givens().filter(|it| !self.is_open(*it))
    }

    /// The cell of a place, if it is on the board or in a drawing of all cells.
    pub(super) fn cell(&self, spot: usize) -> Option<(Subject, i64)> {
        let spot = &self.spots[spot];
        let is_of_cells = match spot.subject {
            Subject::Board => true,
            Subject::Symbol(symbol) => self.understood.is_of_cells(symbol),
        };
        is_of_cells.then_some((spot.subject, *spot.arguments.first()?))
    }

    /// Whether the puzzle itself draws a board.
    fn has_board(&self) -> bool {
        let own = self.understood.lineage.blocks.len() - 1;
        let is_board = |it: &ToldDrawing| it.place.block == own && it.subject == Subject::Board;
        self.understood.drawings.iter().any(is_board)
    }

    /// Where nothing is drawn that leaves something open, all places of a board are open, and without a board all that
    /// is to be found.
    fn undrawn(&mut self) {
        let spot = |subject: Subject, arguments: Vec<i64>| Spot {
            subject,
            arguments,
            drawn: None,
            word: NOTHING.to_owned(),
            cells: Vec::new(),
        };
        let size = self.understood.symbols.grid.as_ref().and_then(Grid::size);
        let functions = board_functions(&self.understood.symbols);
        self.spots = match (size, shown(self.understood).first()) {
            (Some((height, width)), Some(first)) => {
                // Of several functions of cells a board cannot say which one a value is of.
                let has_others = functions.iter().any(|it| it.0 != *first);
                let is_function = functions.iter().any(|it| it.0 == *first);
                let subject = match is_function && has_others {
                    true => Subject::Symbol(*first),
                    false => Subject::Board,
                };
                let cells = if self.has_board() { 0 } else { height * width };
                (0..cells).map(|it| spot(subject, vec![it as i64])).collect()
            }
            _ => {
                let of = |it: u32| self.tuples(it).into_iter().map(move |all| (it, all));
                let all = self.found().flat_map(of);
                all.map(|it| spot(Subject::Symbol(it.0), it.1)).collect()
            }
        };
    }

    /// The given values that could be told at a place where a word stands.
    fn cells(&self, subject: Subject, arguments: &[i64], word: &str) -> Vec<AppliedSymbol> {
        let symbols = &self.understood.symbols;
        let mut cells: Vec<AppliedSymbol> = Vec::new();
        let floor = match subject {
            Subject::Symbol(symbol) => {
                cells.push((symbol, arguments.to_vec()));
                if word == NOTHING { Some(Vec::new()) } else { None }
            }
            Subject::Board => {
                let functions = board_functions(symbols).into_iter();
                cells.extend(functions.map(|it| (it.0, arguments.to_vec())));
                for sign in &self.understood.signs {
                    let value = |variable: u32| {
                        // Which numbers they are is nothing to what they are of.
                        let letter = sign.letters.contains(&variable).then_some(0);
                        if variable == sign.here { arguments.first().copied() } else { letter }
                    };
                    let of = |node| atom(&sign.sentence, node, symbols, &value).flatten();
                    let told = conjuncts(&sign.sentence).into_iter().filter_map(of);
                    cells.extend(told.map(|it| (it.symbol, it.arguments)));
                }
                self.says(subject, arguments, word).filter(|it| it.iter().all(is_told))
            }
        };
        let Some(floor) = floor else { return Vec::new() };
        let is_said = |cell: &AppliedSymbol| {
            floor.iter().any(|it| matches!(it, Says::Told(it) if (it.symbol, &it.arguments) == (cell.0, &cell.1)))
        };
        cells.retain(|it| self.is_given(it.0) && !self.groups.contains(&it.0) && !is_said(it));
        cells.retain(|it| {
            let is_told = self.told(it) != Some(self.untold(it.0));
            !is_told && !self.is_told_wholly(it.0)
        });
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn is_given(&self, symbol: u32) -> bool {
        self.understood.symbols.symbols[symbol as usize].origin == NameOrigin::Given
    }

    /// Whether a given predicate is settled: its author has told of what it holds, and so that it holds of nothing
    /// else.
    fn is_told_wholly(&self, symbol: u32) -> bool {
        let told = self.understood.tables.of.get(&symbol).into_iter().flatten();
        let is_predicate = self.understood.symbols.symbols[symbol as usize].result.is_none();
        is_predicate && told.into_iter().any(|it| *it == Some(1))
    }

    /// What the author has told of something given; `None` of what is not on the board.
    fn told(&self, (symbol, arguments): &AppliedSymbol) -> Option<Option<i64>> {
        let symbols = &self.understood.symbols;
        let mut at = 0;
        for (parameter, argument) in
            symbols.symbols[*symbol as usize].parameters.iter().zip(arguments)
        {
            let (least, most) = symbols.range_of(parameter.sort?)?;
            let offset = argument.checked_sub(least).filter(|_| *argument <= most)?;
            at = at * (most - least + 1) as usize + usize::try_from(offset).ok()?;
        }
        self.understood.tables.of.get(symbol)?.get(at).copied()
    }

    /// What a word says at a place; `None` when it says nothing there that makes sense.
    fn says(&self, subject: Subject, arguments: &[i64], word: &str) -> Option<Vec<Says>> {
        let own = self.understood.lineage.blocks.len() - 1;
        let mut findings = Findings::new(&self.understood.lineage, own);
        let (artist, span) = (self.artist(), Span::default());
        let said = match subject {
            Subject::Board => artist.sign(word, span, *arguments.first()?, &mut findings),
            Subject::Symbol(symbol) => {
                let arguments = arguments.to_vec();
                artist.value(symbol, word, span, arguments, &mut findings).into_iter().collect()
            }
        };
        findings.are_harmless().then_some(said)
    }

    /// What may be told at a place of a solution, that which tells most first and what its author has told last.
    pub(super) fn tellings(&self, spot: &Spot, world: &World<'_>) -> Vec<Telling> {
        let floor = self.says(spot.subject, &spot.arguments, &spot.word).unwrap_or_default();
        let is_of_floor = |it: &Says| floor.contains(it) || self.says_nothing(it);
        let mut found: Vec<Telling> = Vec::new();
        for word in self.words(spot, world) {
            let Some(says) = self.says(spot.subject, &spot.arguments, &word) else { continue };
            let is_more = says.iter().any(|it| !is_of_floor(it))
                && floor.iter().all(|it| says.contains(it) || self.says_nothing(it));
            let is_fit = match spot.cells.is_empty() {
                true => says.iter().any(|it| self.speaks_of_found(it)),
                false => says.iter().all(is_told),
            };
            if is_more && is_fit && says.iter().all(|it| is_so(it, world)) {
                found.push((word, says));
            }
        }
        found.sort_by_key(|it| std::cmp::Reverse(it.1.len()));
        if let Some(first) = found.first().map(|it| it.1.clone()) {
            found.retain(|it| it.1.iter().all(|it| first.contains(it)));
            found.dedup_by(|one, other| one.1 == other.1);
        }
        found.push((spot.word.clone(), floor));
        found
    }

    /// Words for what is so at a place of a solution.
    fn words(&self, spot: &Spot, world: &World<'_>) -> Vec<String> {
        let symbols = &self.understood.symbols;
        let value = |symbol: u32| {
            let value = world.value(symbol, &spot.arguments)?;
            match symbols.symbols[symbol as usize].result {
                Some(result) => Some(symbols.written_value(result.sort?, value?)),
                None => Some(if value == Some(1) { "+" } else { "-" }.to_owned()),
            }
        };
        match spot.subject {
            Subject::Symbol(symbol) => value(symbol).into_iter().collect(),
            Subject::Board => {
                let Some(cell) = spot.arguments.first() else { return Vec::new() };
                let signs = self.opened.signs.iter();
                let signs = signs.filter_map(|it| board::written(it, *cell, &self.opened, world));
                let functions = board_functions(symbols).into_iter();
                signs.chain(functions.filter_map(|it| value(it.0))).collect()
            }
        }
    }

    /// Whether it is what holds where nobody tells anything.
    fn says_nothing(&self, says: &Says) -> bool {
        matches!(says, Says::Told(it) if it.value == self.untold(it.symbol))
    }

    fn speaks_of_found(&self, says: &Says) -> bool {
        match says {
            Says::Told(_) => false,
            Says::Found(_) => true,
            Says::Sign { sign, .. } => {
                let found: Vec<u32> = self.found().collect();
                board::speaks_of(&self.understood.signs[*sign].sentence, &found)
            }
        }
    }
}

fn groups(understood: &Understood<'_>) -> FxHashSet<u32> {
    let mut groups = FxHashSet::default();
    for (_, block, line) in understood.lines() {
        let TheoryLine::Distinct { within, .. } = line else { continue };
        for name in within {
            if let Some(NameMeaning::Symbol(it)) = understood.symbols.find(block.slice(*name)) {
                groups.insert(it);
            }
        }
    }
    groups
}

const fn is_told(says: &Says) -> bool {
    matches!(says, Says::Told(_))
}

/// Whether something is so in a solution, as far as that can be looked up.
fn is_so(says: &Says, world: &World<'_>) -> bool {
    match says {
        Says::Told(it) | Says::Found(it) => world.value(it.symbol, &it.arguments) == Some(it.value),
        Says::Sign { .. } => true,
    }
}
