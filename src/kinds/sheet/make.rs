//! Puzzles made by chance: a solution that has as many as it can of values that chance picks, and what is given of
//! it; then places that tell less, one after the other, as long as no other solution is left.

use rustc_hash::FxHashMap;

use super::atoms::ToldAtom;
use super::drawing;
use super::lower::Lowering;
use super::open::{OpenPuzzle, Telling};
use super::puzzle::SheetPuzzle;
use super::told::{Says, Subject};
use super::understood::Understood;
use super::world::World;
use crate::kinds::{Attempt, Chance, Made, Posed, Refusal};
use puzzle_engine::logic::sheet::{SentenceId, SheetSentence, SheetState};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{SheetTask, aim};

const WITHOUT_MEANING: &str = "a rule has no meaning";

impl SheetPuzzle<'_> {
    pub(super) fn attempted(&self, chance: &mut Chance) -> Result<Attempt<'_>, Refusal> {
        if self.is_game() || self.is_doing() {
            return Err("games and puzzles of doing are not made".to_owned());
        }
        if !self.understood.missing.is_empty() {
            return Err(self.refusal());
        }
        let mut open = OpenPuzzle::of(&self.understood);
        if open.spots.is_empty() {
            return Err("it leaves nothing open; draw `.` where something may be told".to_owned());
        }
        chance.shuffle(&mut open.spots);
        // What is to be found is told where what is given does not suffice.
        open.spots.sort_by_key(|it| !it.cells.is_empty());
        let mut lowering = settled(&open)?;
        let wishes = wishes(&open, &mut lowering, chance).ok_or(WITHOUT_MEANING)?;
        let task = SheetTask { sheet: lowering.sheet, aim: aim::PreferState(wishes) };
        Ok(Posed::new(task, move |_, found| match found {
            Outcome::Found(state) => thinned(open, state),
            Outcome::Contradictory(_) => None,
        }))
    }
}

/// The sheet in which what is given and left open is to be found.
fn settled<'o, 'a>(open: &'o OpenPuzzle<'_, 'a>) -> Result<Lowering<'o, 'a>, Refusal> {
    let mut lowering = Lowering::new(&open.opened, &[])?;
    for it in &open.settled {
        let rule = lowering.atom(it).ok_or(WITHOUT_MEANING)?;
        lowering.sheet.rules.push(rule);
    }
    Ok(lowering)
}

/// Values that chance picks of all that is to be found, and behind them of what is given and open; and that this is
/// told wherever it can be.
fn wishes(
    open: &OpenPuzzle<'_, '_>,
    lowering: &mut Lowering<'_, '_>,
    chance: &mut Chance,
) -> Option<Vec<SentenceId>> {
    let mut wishes = Vec::new();
    for symbol in open.found() {
        // A predicate holds of one in so many things.
        let one_in = 2 + chance.below(4);
        let range = open.values_of(symbol);
        for arguments in open.tuples(symbol) {
            let value = match range {
                Some(range) => chance.within(range),
                None => i64::from(chance.below(one_in) == 0),
            };
            wishes.push(lowering.atom(&ToldAtom { symbol, arguments, value: Some(value) })?);
        }
    }
    chance.shuffle(&mut wishes);
    let mut cells: Vec<_> = open.spots.iter().flat_map(|it| &it.cells).collect();
    chance.shuffle(&mut cells);
    for (symbol, arguments) in &cells {
        if let Some(range) = open.values_of(*symbol) {
            let (value, arguments) = (Some(chance.within(range)), arguments.clone());
            wishes.push(lowering.atom(&ToldAtom { symbol: *symbol, arguments, value })?);
        }
    }
    for (symbol, arguments) in cells {
        let (symbol, value) = (*symbol, open.untold(*symbol));
        let untold = lowering.atom(&ToldAtom { symbol, arguments: arguments.clone(), value })?;
        wishes.push(lowering.sheet.sentence(SheetSentence::Not(untold)));
    }
    Some(wishes)
}

/// How little of a solution has to be told.
fn thinned<'p, 'a: 'p>(
    open: OpenPuzzle<'p, 'a>,
    state: SheetState,
) -> Option<Posed<'p, Option<Made>>> {
    let tellings: Vec<Vec<Telling>> = {
        let world = World::new(&open.opened, &state);
        open.spots.iter().map(|it| open.tellings(it, &world)).collect()
    };
    let (sheet, symbols, lists) = {
        let mut lowering = settled(&open).ok()?;
        let spots = open.spots.iter().zip(&tellings);
        let lists = spots.map(|(spot, all)| {
            all.iter().map(|it| told_alone(&open, &spot.cells, it, &mut lowering)).collect()
        });
        let lists: Vec<Vec<SentenceId>> = lists.collect::<Option<_>>()?;
        let symbols = open.found().filter_map(|it| lowering.symbols.get(&it).copied()).collect();
        (lowering.sheet, symbols, lists)
    };
    let task = SheetTask { sheet, aim: aim::TellLeast { state, symbols, lists } };
    Some(Posed::new(task, move |_, chosen| Some(made(&open, &tellings, &chosen?))))
}

/// That something is told at a place, and nothing else of what could be.
fn told_alone(
    open: &OpenPuzzle<'_, '_>,
    cells: &[(u32, Vec<i64>)],
    (_, says): &Telling,
    lowering: &mut Lowering<'_, '_>,
) -> Option<SentenceId> {
    let mut parts = Vec::new();
    for it in says {
        parts.push(lowering.says(it)?);
    }
    for (symbol, arguments) in cells {
        let is_told = says.iter().any(
            |it| matches!(it, Says::Told(it) if (it.symbol, &it.arguments) == (*symbol, arguments)),
        );
        if !is_told {
            let (symbol, arguments) = (*symbol, arguments.clone());
            let value = open.untold(symbol);
            parts.push(lowering.atom(&ToldAtom { symbol, arguments, value })?);
        }
    }
    Some(lowering.sheet.sentence(SheetSentence::And(parts.into())))
}

/// The declaration in which of each place this is told.
fn made(open: &OpenPuzzle<'_, '_>, tellings: &[Vec<Telling>], chosen: &[usize]) -> Made {
    let understood = open.understood;
    let mut words: FxHashMap<u32, &str> = FxHashMap::default();
    let (mut cells, mut drawn) = (Vec::new(), Subject::Board);
    let mut made = Made::default();
    for (spot, (all, at)) in open.spots.iter().zip(tellings.iter().zip(chosen)) {
        let (word, says) = &all[*at];
        made.givens += usize::from(*at + 1 < all.len());
        match (spot.drawn, spot.subject) {
            (Some(span), _) => drop(words.insert(span.start, word)),
            (None, Subject::Symbol(symbol)) if !understood.is_of_cells(symbol) => {
                made.lines.extend(says.iter().map(|it| it.written(word, &understood.symbols)));
            }
            (None, subject) => {
                drawn = subject;
                cells.push((spot.arguments[0], word.clone()));
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
    if let (Some(grid), false) = (&understood.symbols.grid, cells.is_empty()) {
        cells.sort();
        let (_, width) = grid.size().unwrap_or((1, cells.len()));
        let signs: Vec<String> = cells.into_iter().map(|it| it.1).collect();
        let rows: Vec<Vec<String>> = signs.chunks(width).map(<[_]>::to_vec).collect();
        let name = match drawn {
            Subject::Board => "board",
            Subject::Symbol(symbol) => understood.symbols.symbols[symbol as usize].name,
        };
        made.lines.push(format!("{name} \"\"\""));
        let lines = drawing::lines(&rows, grid.boxes.map(|it| it.0)).into_iter();
        made.lines.extend(lines.chain(["\"\"\"".to_owned()]).map(|it| format!("    {it}")));
    }
    made
}

impl Understood<'_> {
    /// Whether something is said of each cell of the grid.
    fn is_of_cells(&self, symbol: u32) -> bool {
        let cells = self.symbols.grid.as_ref().map(|it| it.cells);
        let parameters = &self.symbols.symbols[symbol as usize].parameters;
        matches!(parameters[..], [one] if one.sort.is_some() && one.sort == cells)
    }
}
