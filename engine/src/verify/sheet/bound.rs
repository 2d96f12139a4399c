//! How good a term can be as far as one rule goes: the rule and the term are sums of what cells add, and
//! for each sum that the rule may have after some cells the best of the term is kept (dynamic
//! programming: Bellman, 1957; without sums that are no better than a smaller one: Nemhauser and
//! Ullmann, "Discrete dynamic programming and capital allocation", Management Science 15, 1969).

use std::cmp::Reverse;

use super::partial::PartialReader;
use super::propagation::Propagation;
use super::sums::Form;
use crate::budget::{Budget, Stop};
use crate::evidence::sheet::Sources;
use crate::logic::cnf::{Cnf, Literal};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::{Comparison, SentenceId, Sheet, SheetSentence, TermId};
use crate::problem::sheet::{Direction, SheetReason};
use crate::reader::StateReader;
use crate::verify::checked::Checked;

/// Steps of looking for a bound: some hundredths of a second.
const STEPS: u64 = 1 << 21;

/// Steps of looking for it by one rule.
const STEPS_BY_ONE: u64 = STEPS / 4;

/// A number that no world surpasses.
#[derive(Clone, Debug)]
pub struct WorldBound {
    /// The number.
    pub value: i64,
    /// The rule that bars what is better, if it takes one.
    pub reason: SheetReason,
    /// Where the rule and the term are as good as that.
    pub literals: Vec<Literal>,
}

/// A sum of what the cells so far add.
#[derive(Clone, Copy)]
struct Partway {
    /// In the rule.
    sum: i128,
    /// In the term.
    worth: i128,
    /// Which one before this came of, and the value of the cell between.
    before: usize,
    entry: usize,
}

/// What a cell adds: to a rule and to a term, by its values.
struct CellAddend {
    cell: usize,
    adds: Vec<(i128, i128)>,
}

/// What a sum shall be: at most zero, or zero.
struct SumSide {
    form: Form,
    is_equal: bool,
}

/// The best that a term can be by one of the rules, where these are sums; of several the one that says
/// most. What takes long is not found out. Of the clauses nothing is believed.
///
/// # Errors
/// That the search was cancelled or has no time left.
pub fn bound(
    sheet: &Sheet,
    cnf: &Cnf,
    sources: &Sources,
    direction: Direction,
    term: TermId,
    budget: &Budget,
) -> Result<Option<Checked<WorldBound>>, Stop> {
    let (Ok(mut reader), Ok(definitions)) = (StateReader::new(sheet), Definitions::of(sheet))
    else {
        return Ok(None);
    };
    if !super::are_cells(sheet, sources) {
        return Ok(None);
    }
    let Some(known) = Propagation::new(cnf, sources) else { return Ok(None) };
    let mut partial = PartialReader::new(sheet, definitions, &mut reader, known, sources);
    let mut part = budget.part(STEPS);
    match best_bound(sheet, &mut partial, direction, term, &mut part) {
        Err(Stop::Steps | Stop::Size(_)) => Ok(None),
        found => Ok(found?.map(Checked::new)),
    }
}

fn best_bound(
    sheet: &Sheet,
    partial: &mut PartialReader<'_, '_>,
    direction: Direction,
    term: TermId,
    budget: &mut Budget,
) -> Result<Option<WorldBound>, Stop> {
    let Ok(Some(form)) = partial.form(term, 0, budget) else { return Ok(None) };
    let mut worth = Form::default();
    worth.add(if direction == Direction::Largest { 1 } else { -1 }, &form);
    let none = SumSide { form: Form::default(), is_equal: false };
    let Some(mut best) = relaxed(&worth, &none, budget)? else { return Ok(None) };
    let mut reason = Vec::new();
    for (at, rule) in sheet.rules.iter().enumerate() {
        let Some(side) = side(sheet, partial, *rule, budget) else { continue };
        let found = match budget.turn(STEPS_BY_ONE, |part| relaxed(&worth, &side, part)).0 {
            // A rule with too many sums says nothing; others may.
            Err(Stop::Steps | Stop::Size(_)) => continue,
            found => found?,
        };
        if let Some(found) = found
            && found.0 < best.0
        {
            (best, reason) = (found, vec![at]);
        }
    }
    let value = if direction == Direction::Largest { best.0 } else { -best.0 };
    let literals = best.1.iter().map(|(cell, entry)| partial.known.cells[*cell][*entry].1);
    Ok(i64::try_from(value).ok().map(|value| WorldBound {
        value,
        reason,
        literals: literals.collect(),
    }))
}

/// What a rule says of a sum, if it does.
fn side(
    sheet: &Sheet,
    partial: &mut PartialReader<'_, '_>,
    rule: SentenceId,
    budget: &mut Budget,
) -> Option<SumSide> {
    let (mut id, mut value) = (rule, true);
    while let SheetSentence::Not(part) = sheet.get(id) {
        (id, value) = (*part, !value);
    }
    let SheetSentence::Compare(comparison, one, other) = sheet.get(id) else { return None };
    let one = partial.form(*one, 0, budget).ok()??;
    let other = partial.form(*other, 0, budget).ok()??;
    let mut form = Form::default();
    let sign = if value { 1 } else { -1 };
    form.add(sign, &one);
    form.add(-sign, &other);
    let is_strict = match (comparison, value) {
        (Comparison::Equal, true) => return Some(SumSide { form, is_equal: true }),
        (Comparison::Equal, false) => return None,
        (Comparison::Less, true) | (Comparison::AtMost, false) => true,
        (Comparison::AtMost, true) | (Comparison::Less, false) => false,
    };
    form.constant += i128::from(is_strict);
    Some(SumSide { form, is_equal: false })
}

/// The most that a sum can be, and the cells and values for which it is.
type Relaxed = (i128, Vec<(usize, usize)>);

/// The most that a sum can be where another one is as it shall be, and values of cells where it is.
fn relaxed(worth: &Form, side: &SumSide, budget: &mut Budget) -> Result<Option<Relaxed>, Stop> {
    let mut cells: Vec<_> = worth.parts.keys().chain(side.form.parts.keys()).copied().collect();
    cells.sort_unstable();
    cells.dedup();
    let item = |cell: usize| {
        let of = |form: &Form, at| form.parts.get(&cell).map_or(0, |it| it[at]);
        let one = worth.parts.get(&cell).or_else(|| side.form.parts.get(&cell));
        let count = one.map_or(0, Vec::len);
        CellAddend {
            cell,
            adds: (0..count).map(|at| (of(&side.form, at), of(worth, at))).collect(),
        }
    };
    let items: Vec<_> = cells.into_iter().map(item).collect();
    // The least and the most that the cells behind each one add.
    let mut rest = vec![(0, 0)];
    for item in items.iter().rev() {
        let (least, most) = rest[rest.len() - 1];
        let sums = item.adds.iter().map(|it| it.0);
        let (low, high) = (sums.clone().min(), sums.max());
        rest.push((least + low.unwrap_or(0), most + high.unwrap_or(0)));
    }
    rest.reverse();
    let start = Partway { sum: side.form.constant, worth: worth.constant, before: 0, entry: 0 };
    let mut levels = vec![vec![start]];
    for (item, (least, most)) in items.iter().zip(&rest[1..]) {
        let before = &levels[levels.len() - 1];
        budget.spend((before.len() * item.adds.len()) as u64)?;
        let mut next = Vec::with_capacity(before.len() * item.adds.len());
        for (at, partway) in before.iter().enumerate() {
            for (entry, (sum, more)) in item.adds.iter().enumerate() {
                let sum = partway.sum + sum;
                if sum + least > 0 || side.is_equal && sum + most < 0 {
                    continue;
                }
                // Where nothing can go wrong any more all sums are alike.
                let sum = if side.is_equal { sum } else { sum.max(-most) };
                next.push(Partway { sum, worth: partway.worth + more, before: at, entry });
            }
        }
        next.sort_unstable_by_key(|it| (it.sum, Reverse(it.worth), it.before, it.entry));
        let mut last: Option<Partway> = None;
        next.retain(|it| {
            let is_beaten = last
                .is_some_and(|last| last.sum == it.sum || !side.is_equal && last.worth >= it.worth);
            if !is_beaten {
                last = Some(*it);
            }
            !is_beaten
        });
        levels.push(next);
    }
    let ends = levels[levels.len() - 1].iter().enumerate();
    let ends = ends.filter(|(_, it)| if side.is_equal { it.sum == 0 } else { it.sum <= 0 });
    let Some((mut at, end)) = ends.max_by_key(|(_, it)| it.worth) else { return Ok(None) };
    let most = end.worth;
    let mut chosen = Vec::with_capacity(items.len());
    for (item, level) in items.iter().zip(&levels[1..]).rev() {
        chosen.push((item.cell, level[at].entry));
        at = level[at].before;
    }
    Ok(Some((most, chosen)))
}
