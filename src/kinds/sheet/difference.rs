//! Puzzles that say what is so compared: a solution of one that breaks a line of the other. What has the same name is
//! the same in both.

use super::board::{self, Board};
use super::lower::Lowering;
use super::symbols::{NameOrigin, Symbol, Symbols};
use super::understood::Understood;
use super::world::World;
use crate::kinds::difference::{Difference, PosedDifference};
use crate::kinds::{Posed, Refusal};
use puzzle_engine::logic::sheet::{Sheet, SheetState, SymbolId};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{SheetTask, aim};

/// A puzzle as it is compared with another one.
#[derive(Clone, Copy)]
pub struct ComparedSheet<'p>(pub(super) &'p Understood<'p>);

/// What tells two puzzles apart: a solution of the first that is none of the second, or the other way round.
///
/// # Errors
/// That they are not about the same.
pub fn differences<'p>(
    sheets: [ComparedSheet<'p>; 2],
) -> Result<Vec<PosedDifference<'p>>, Refusal> {
    let [one, other] = sheets.map(|it| it.0);
    let first = Lowering::new(one, &[])?;
    let second = Lowering::new(other, &[])?;
    let same = same(&first, &second)?;
    let back: Vec<_> = same.iter().map(|it| (it.1, it.0)).collect();
    let sheets = [first.sheet, second.sheet];
    Ok(vec![
        breaking([one, other], [&sheets[0], &sheets[1]], &same, false),
        breaking([other, one], [&sheets[1], &sheets[0]], &back, true),
    ])
}

/// A solution of one puzzle that breaks a line of another one. `is_back` says that the other one was named first.
fn breaking<'p>(
    [one, other]: [&'p Understood<'p>; 2],
    sheets: [&Sheet; 2],
    same: &[(SymbolId, SymbolId)],
    is_back: bool,
) -> PosedDifference<'p> {
    let mut sheet = sheets[0].clone();
    let demands = sheet.join(sheets[1], same);
    // What values may be comes before the lines.
    let first = demands.len() - other.rules.len();
    Posed::new(SheetTask { sheet, aim: aim::BreakOne(demands) }, move |_, found| {
        let Outcome::Found((state, at)) = found else { return None };
        let broken = match at.checked_sub(first) {
            Some(rule) => other.rule_words(rule),
            None => "the ranges of its values".to_owned(),
        };
        let mut each = ["a solution".to_owned(), format!("not a solution, by {broken}")];
        if is_back {
            each.reverse();
        }
        Some(Difference { lines: one.solution(&state), each })
    })
}

/// The symbols that are to be found in both sheets.
fn same(
    one: &Lowering<'_, '_>,
    other: &Lowering<'_, '_>,
) -> Result<Vec<(SymbolId, SymbolId)>, Refusal> {
    let [ours, theirs] = [one, other].map(|it| &it.understood.symbols);
    let found = |symbols: &Symbols<'_>| -> Vec<u32> {
        let all = 0..symbols.symbols.len() as u32;
        all.filter(|it| symbols.symbols[*it as usize].origin == NameOrigin::Found).collect()
    };
    let lacks = |lowering: &Lowering<'_, '_>, name: &str| {
        let own = lowering.understood.lineage.own();
        format!("`{}` has no `{name}`, which the other one looks for", own.slice(own.name))
    };
    let mut same = Vec::new();
    let its = found(theirs);
    for at in found(ours) {
        let symbol = &ours.symbols[at as usize];
        let named = its.iter().find(|it| theirs.symbols[**it as usize].name == symbol.name);
        let Some(it) = named else { return Err(lacks(other, symbol.name)) };
        if !are_alike((ours, symbol), (theirs, &theirs.symbols[*it as usize])) {
            return Err(format!("`{}` is about other things in the other puzzle", symbol.name));
        }
        same.extend(one.symbols.get(&at).copied().zip(other.symbols.get(it).copied()));
    }
    let is_lacking = |it: &&u32| {
        let name = theirs.symbols[**it as usize].name;
        !same.iter().any(|(_, its)| other.symbols.get(*it) == Some(its)) && !name.is_empty()
    };
    match its.iter().find(is_lacking) {
        Some(it) => Err(lacks(one, theirs.symbols[*it as usize].name)),
        None => Ok(same),
    }
}

/// Whether two symbols are applied to the same, and yield things of the same names or numbers.
fn are_alike(
    (ours, one): (&Symbols<'_>, &Symbol<'_>),
    (theirs, other): (&Symbols<'_>, &Symbol<'_>),
) -> bool {
    let names = |symbols: &Symbols<'_>, sort: Option<u32>| -> Option<Vec<String>> {
        let (least, most) = symbols.range_of(sort?)?;
        Some((least..=most).map(|it| symbols.written_value(sort.unwrap_or_default(), it)).collect())
    };
    let is_number = |word: &String| word.parse::<i64>().is_ok();
    let are_same = |one: Option<u32>, other: Option<u32>| names(ours, one) == names(theirs, other);
    let mut parameters = one.parameters.iter().zip(&other.parameters);
    if one.parameters.len() != other.parameters.len()
        || !parameters.all(|(one, other)| are_same(one.sort, other.sort))
    {
        return false;
    }
    match (one.result, other.result) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            let all = names(ours, one.sort).into_iter().chain(names(theirs, other.sort));
            are_same(one.sort, other.sort) || all.flatten().all(|it| is_number(&it))
        }
        _ => false,
    }
}

impl Understood<'_> {
    /// A solution: its board, and what that does not show.
    pub(super) fn solution(&self, state: &SheetState) -> Vec<String> {
        let world = World::new(self, state);
        let board = Board::of(self, &world);
        let mut lines = board.as_ref().map(|it| it.lines(self)).unwrap_or_default();
        lines.extend(world.lines(board::shown_on(board.as_ref())));
        lines
    }

    /// A rule in words, with its line.
    fn rule_words(&self, rule: usize) -> String {
        let rule = &self.rules[rule];
        let source = self.lineage.blocks[rule.place.block].source;
        let line = source.line_column(rule.place.span.start).line;
        format!("line {line}: `{}`", self.says(rule))
    }
}
