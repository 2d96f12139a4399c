//! The bounds of a puzzle that only says what is so: from where to where functions reach, and how many things there are
//! of a sort. A reason rests on a bound where its rules have a solution with another one; each such solution is checked.

use std::sync::Arc;

use super::atoms::mentioned;
use super::classes::Type;
use super::lineage::BlockPlace;
use super::lower::Lowering;
use super::puzzle::SheetPuzzle;
use super::ranges::{MOST, Range};
use super::resolve::{NodeRole, Resolved};
use super::symbols::{NameMeaning, NameOrigin, SortMembers};
use super::told::Says;
use super::understood::{RuleKind, Understood};
use crate::diagnostic::Related;
use crate::kinds::resizing::{extended, resized, sort_size};
use crate::kinds::{Answer, Correction, Posed};
use crate::syntax::ast::{Elements, NumberRange, TheoryLine, WrittenType};
use crate::text::Span;
use puzzle_engine::Failure;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::{Sheet, SymbolId, SymbolOrigin, Term};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{SheetReason, SheetTask, aim};

/// Another bound is tried for so many steps of the budget.
const EFFORT: u64 = 1 << 18;

/// So many further values are tried at either end of a range, in all places of its functions together.
const MOST_VALUES: i64 = 1 << 11;

/// So many things more are tried of a sort.
const MOST_MORE: i64 = 64;

/// A bound of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct SheetBound<'a> {
    /// Where it stands.
    place: BlockPlace,
    /// It in words.
    words: String,
    of: Bounded<'a>,
}

#[derive(Clone, Debug)]
enum Bounded<'a> {
    /// What some functions may be.
    Values(Vec<u32>, NumberRange, Range),
    /// How many things there are of a sort.
    Size(u32, &'a Elements),
}

/// A bound with another one in its place: the values of functions, or the number of things.
#[derive(Clone, Copy, Debug)]
enum OtherBound {
    Reach(Range),
    Count(i64),
}

impl<'a> Understood<'a> {
    /// The bounds of what some rules speak of.
    fn bounds_of(&self, reason: &SheetReason) -> Vec<SheetBound<'a>> {
        let (mut sentences, mut used) = (Vec::new(), Vec::new());
        for rule in reason.iter().filter_map(|it| self.rules.get(*it)) {
            match &rule.kind {
                RuleKind::Sentence(at) => sentences.push(&self.sentences[*at]),
                RuleKind::Constants(constants) => used.extend(constants),
                RuleKind::Function(function) => used.push(*function),
                RuleKind::Within(function, group, _) | RuleKind::Wherever(function, group) => {
                    used.extend([*function, *group]);
                }
                RuleKind::Drawn(Says::Told(atom) | Says::Found(atom)) => used.push(atom.symbol),
                RuleKind::Drawn(Says::Sign { sign, .. }) => {
                    sentences.push(&self.signs[*sign].sentence);
                }
            }
        }
        used.extend(mentioned(&sentences, &self.definitions, &self.symbols));
        let has_sort = |symbol: &u32, sort: u32| {
            let symbol = &self.symbols.symbols[*symbol as usize];
            let sorts = symbol.parameters.iter().map(|it| it.sort);
            sorts.chain(symbol.result.map(|it| it.sort)).any(|it| it == Some(sort))
        };
        let is_of = |it: &SheetBound<'_>| match &it.of {
            Bounded::Values(functions, ..) => functions.iter().any(|it| used.contains(it)),
            Bounded::Size(sort, _) => used.iter().any(|it| has_sort(it, *sort)),
        };
        self.bounds().into_iter().filter(is_of).collect()
    }

    /// All bounds, in the order of the lines.
    fn bounds(&self) -> Vec<SheetBound<'a>> {
        let mut bounds = Vec::new();
        for (block, of) in self.lineage.blocks.iter().enumerate() {
            for line in &of.body.lines {
                bounds.extend(self.bound(block, line));
            }
        }
        bounds
    }

    fn bound(&self, block: usize, line: &'a TheoryLine) -> Option<SheetBound<'a>> {
        let text = self.lineage.blocks[block];
        let (names, range): (Vec<Span>, _) = match line {
            TheoryLine::Functions { heads, result: Some(WrittenType::Range(range)), .. } => {
                (heads.iter().map(|it| it.name).collect(), *range)
            }
            TheoryLine::Constants { names, result: Some(WrittenType::Range(range)), .. }
            | TheoryLine::Distinct { names, result: Some(WrittenType::Range(range)), .. } => {
                (names.clone(), *range)
            }
            TheoryLine::Sort { name, elements: Some(elements) } => {
                let sort = self.symbols.sort_called(text.slice(*name))?;
                let (least, most) = self.symbols.range_of(sort)?;
                let words = sort_size(text.slice(*name), (most - least + 1) as usize);
                let place = BlockPlace { block, span: *name };
                return Some(SheetBound { place, words, of: Bounded::Size(sort, elements) });
            }
            _ => return None,
        };
        let symbols = names.iter().filter_map(|it| match self.symbols.find(text.slice(*it)) {
            Some(NameMeaning::Symbol(symbol)) => Some(symbol),
            _ => None,
        });
        let symbols: Vec<u32> = symbols.collect();
        let result = self.symbols.symbols[*symbols.first()? as usize].result?;
        let reach = self.symbols.range_of(result.sort?)?;
        let place = BlockPlace { block, span: range.least.to(range.most) };
        let names: Vec<_> = names.iter().map(|it| text.slice(*it)).collect();
        let words = format!("{}: {}", names.join(", "), text.slice(place.span));
        Some(SheetBound { place, words, of: Bounded::Values(symbols, range, reach) })
    }

    /// What else a bound may be, that which says most about the reason first.
    fn others(&self, bound: &SheetBound<'_>, size: i64) -> Vec<OtherBound> {
        match bound.of {
            Bounded::Values(_, _, (low, high)) => {
                let reach =
                    |it: i64| OtherBound::Reach(((low - it).max(-MOST), (high + it).min(MOST)));
                vec![reach(1), reach(size)]
            }
            Bounded::Size(sort, _) => {
                let Some((low, high)) = self.symbols.range_of(sort) else { return Vec::new() };
                if self.has_told_size(sort) {
                    return Vec::new();
                }
                let (count, least) = (high - low + 1, self.greatest_mentioned(sort) - low + 1);
                let steps = std::iter::successors(Some(1_i64), |it| Some(it * 2));
                let steps = steps.take_while(|it| *it < size).chain([size]);
                let more = steps.map(|it| count + it);
                let fewer = [least.max(1), count - 1]
                    .into_iter()
                    .filter(|it| least.max(1) <= *it && *it < count);
                more.chain(fewer).map(OtherBound::Count).collect()
            }
        }
    }

    /// Whether something is told of each thing of a sort, so that the size of the sort is told with it.
    fn has_told_size(&self, sort: u32) -> bool {
        let mut told = self.symbols.symbols.iter().filter(|it| it.origin == NameOrigin::Given);
        told.any(|it| it.parameters.iter().any(|it| it.sort == Some(sort)))
    }

    /// The greatest of the values of a sort that are written somewhere; of a sort of numbers any number counts.
    fn greatest_mentioned(&self, sort: u32) -> i64 {
        let is_range = matches!(self.symbols.sorts[sort as usize].elements, SortMembers::Range(_));
        let of_sentence = |it: &Resolved<'_>| -> Vec<i64> {
            let value = |(role, class): (&NodeRole, &Option<_>)| match role {
                NodeRole::Number(value) if is_range => Some(*value),
                NodeRole::Thing(value) => {
                    let of = class.and_then(|it| self.symbols.classes.type_of(it));
                    (of == Some(Type::Thing(sort))).then_some(*value)
                }
                _ => None,
            };
            it.roles.iter().zip(&it.classes).filter_map(value).collect()
        };
        let signs = self.signs.iter().map(|it| &it.sentence);
        let definitions = self.definitions.iter().map(|it| &it.body);
        let said = self.sentences.iter().chain(signs).chain(definitions).flat_map(of_sentence);
        let drawn = self.rules.iter().flat_map(|it| match &it.kind {
            RuleKind::Drawn(Says::Told(atom) | Says::Found(atom)) => {
                let sorts = self.symbols.symbols[atom.symbol as usize].parameters.iter();
                let of_sort = sorts.zip(&atom.arguments).filter(|it| it.0.sort == Some(sort));
                of_sort.map(|it| *it.1).chain(atom.value).collect()
            }
            _ => Vec::new(),
        });
        said.chain(drawn).max().unwrap_or(i64::MIN / 2)
    }

    /// The same with another bound.
    fn with_bound(&self, bound: &SheetBound<'_>, other: OtherBound) -> Self {
        let mut changed = self.clone();
        match (&bound.of, other) {
            (Bounded::Values(functions, ..), OtherBound::Reach(reach)) => {
                let sort = changed.symbols.range_sort(reach);
                for it in functions {
                    if let Some(result) = &mut changed.symbols.symbols[*it as usize].result {
                        result.sort = Some(sort);
                    }
                }
            }
            (Bounded::Size(sort, _), OtherBound::Count(count)) => {
                match &mut changed.symbols.sorts[*sort as usize].elements {
                    SortMembers::Listed(names) => names.resize(count as usize, ""),
                    SortMembers::Range((least, most)) => *most = *least + count - 1,
                    _ => {}
                }
            }
            (Bounded::Values(..), OtherBound::Count(_))
            | (Bounded::Size(..), OtherBound::Reach(_)) => {}
        }
        changed
    }
}

/// How far from what they are other bounds are tried: as far as the numbers of a sheet and what its functions may yield
/// are apart, and as there are places for other values.
fn extent(sheet: &Sheet) -> i64 {
    let number = |it: &Term| match it {
        Term::Number(number) => number.saturating_abs(),
        _ => 0,
    };
    let greatest = sheet.terms().iter().map(number).max().unwrap_or(0);
    let (mut most, mut ends) = (0, 0_i64);
    for (at, symbol) in (0..).zip(&sheet.symbols) {
        if symbol.origin != SymbolOrigin::Found {
            continue;
        }
        let (low, high) = symbol.values.as_ref().map_or((0, 0), |it| it.range.clone().into_inner());
        let tuples = sheet.tuples(SymbolId(at)).unwrap_or(0) as i64;
        most = most.max((high - low + 1).saturating_add(tuples));
        ends = ends.saturating_add(low.abs().max(high.abs()));
    }
    greatest.saturating_add(most).saturating_add(ends).min(MOST)
}

/// Whether the rules of a reason have a solution in a puzzle; `None` where that was not found out.
fn is_solvable(
    understood: &Understood<'_>,
    reason: &SheetReason,
    budget: &mut Budget,
) -> Result<Option<bool>, Failure> {
    let Ok(Lowering { mut sheet, .. }) = Lowering::new(understood, &[]) else { return Ok(None) };
    sheet.rules = reason.iter().filter_map(|it| sheet.rules.get(*it)).copied().collect();
    let task = SheetTask { sheet, aim: aim::FindState };
    let found = Posed::new(task, |_, found| matches!(found, Outcome::Found(_)));
    Ok(found.within(EFFORT).solve(budget)?.0)
}

impl<'a> Understood<'a> {
    /// The bounds that a reason rests on.
    fn needed_bounds(
        &self,
        reason: &SheetReason,
        budget: &mut Budget,
    ) -> Result<Vec<SheetBound<'a>>, Failure> {
        let Ok(Lowering { sheet, symbols, .. }) = Lowering::new(self, &[]) else {
            return Ok(Vec::new());
        };
        let (mut wider, mut needed) = (self.clone(), Vec::new());
        for bound in self.bounds_of(reason) {
            let (mut tried, mut is_needed) = (None, false);
            let most = match &bound.of {
                Bounded::Values(functions, ..) => {
                    let places = functions.iter().filter_map(|it| sheet.tuples(*symbols.get(it)?));
                    MOST_VALUES / places.sum::<usize>().max(1) as i64
                }
                Bounded::Size(..) => MOST_MORE,
            };
            let size = extent(&sheet).min(most).max(1);
            for other in self.others(&bound, size) {
                let changed = wider.with_bound(&bound, other);
                let found = match is_solvable(&changed, reason, budget) {
                    // Those that were found stay.
                    Err(Failure::Stopped(_)) => return Ok(needed),
                    found => found?,
                };
                is_needed = found == Some(true);
                if is_needed {
                    break;
                }
                let is_wider = found.is_some() && matches!(other, OtherBound::Reach(_));
                tried = is_wider.then_some(changed);
            }
            match tried {
                _ if is_needed => needed.push(bound),
                // Where it makes no difference, further bounds are needed only as far as they are without it.
                Some(tried) => wider = tried,
                None => {}
            }
        }
        Ok(needed)
    }
}

impl<'a> SheetPuzzle<'a> {
    /// Where the bounds stand that a reason rests on.
    ///
    /// # Errors
    /// A fault of ours. A limit that is reached on the way leaves those that were found.
    pub(super) fn needed_bounds(
        &self,
        reason: &SheetReason,
        budget: &mut Budget,
    ) -> Result<Vec<Related>, Failure> {
        let needed = self.understood.needed_bounds(reason, budget)?;
        Ok(needed.iter().map(|it| self.related_bound(it)).collect())
    }

    fn related_bound(&self, bound: &SheetBound<'_>) -> Related {
        let source = Arc::clone(self.understood.lineage.blocks[bound.place.block].source);
        Related { source: Some(source), span: bound.place.span, message: bound.words.clone() }
    }

    /// Other bounds than those that a no rests on.
    pub(super) fn other_bounds(&self, no: &Answer) -> Vec<Vec<Correction>> {
        let source = self.understood.lineage.own().source;
        let places: Vec<Span> = no.places_in(source).map(|it| it.span).collect();
        let blocks = &self.understood.lineage.blocks;
        let is_named = |it: &SheetBound<'_>| {
            Arc::ptr_eq(blocks[it.place.block].source, source) && places.contains(&it.place.span)
        };
        let size = Lowering::new(&self.understood, &[]).map_or(1, |it| extent(&it.sheet));
        let size = size.min(MOST_VALUES);
        let changes = |it: SheetBound<'_>| match it.of {
            Bounded::Values(_, range, _) => extended(source, range, size),
            Bounded::Size(_, elements) => resized(source, it.place.span, elements),
        };
        self.understood.bounds().into_iter().filter(is_named).flat_map(changes).collect()
    }
}
