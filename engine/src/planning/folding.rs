//! Conditions put together: what is always so is folded, cells that have to have certain values become comparisons of words, and
//! what is the same at many places is looked at for all of them at once.

use rustc_hash::FxHashMap;

use super::ground::{Condition, GroundNumber, Masked, compares, packed_all};
use super::places::{AskedCell, grouped, position};
use super::states::PackedCell;
use crate::logic::sheet::Comparison;

/// Values of a cell that a set tells apart.
const VALUES: u64 = 64;

pub(super) fn of_truth(condition: Condition) -> GroundNumber {
    match condition {
        Condition::Truth(truth) => GroundNumber::Constant(Some(i64::from(truth))),
        condition => GroundNumber::Truth(Box::new(condition)),
    }
}

pub(super) fn truth_of(number: GroundNumber) -> Condition {
    match number {
        GroundNumber::Truth(condition) => *condition,
        number => compared(Comparison::Equal, number, GroundNumber::Constant(Some(1))),
    }
}

/// The numbers of the values of a cell for which something is so.
fn one_of(cell: PackedCell, fits: impl Fn(Option<i64>) -> bool) -> Option<Condition> {
    if cell.count > VALUES {
        return None;
    }
    let (least, most, has_none) = cell.range();
    let values = (least..=most).map(Some).chain(has_none.then_some(None));
    let set = values.filter(|it| fits(*it)).fold(0, |set, it| set | 1 << cell.number(it));
    Some(of_set(cell, set))
}

fn whole(cell: &PackedCell) -> u64 {
    if cell.count >= VALUES { u64::MAX } else { (1 << cell.count) - 1 }
}

fn of_set(cell: PackedCell, set: u64) -> Condition {
    match set {
        0 => Condition::Truth(false),
        set if set == whole(&cell) => Condition::Truth(true),
        set => Condition::OneOf(cell, set),
    }
}

pub(super) fn compared(
    comparison: Comparison,
    one: GroundNumber,
    other: GroundNumber,
) -> Condition {
    let found = match (&one, &other) {
        (GroundNumber::Constant(one), GroundNumber::Constant(other)) => {
            let holds = one.zip(*other).is_some_and(|(it, other)| compares(comparison, it, other));
            return Condition::Truth(holds);
        }
        (GroundNumber::Constant(None), _) | (_, GroundNumber::Constant(None)) => {
            Some(Condition::Truth(false))
        }
        (GroundNumber::Cell(cell), GroundNumber::Constant(Some(value))) => {
            one_of(*cell, |it| it.is_some_and(|it| compares(comparison, it, *value)))
        }
        (GroundNumber::Constant(Some(value)), GroundNumber::Cell(cell)) => {
            one_of(*cell, |it| it.is_some_and(|it| compares(comparison, *value, it)))
        }
        (GroundNumber::Truth(condition), GroundNumber::Constant(Some(value @ (0 | 1))))
            if comparison == Comparison::Equal =>
        {
            let condition = (**condition).clone();
            Some(if *value == 1 { condition } else { condition.negated() })
        }
        (GroundNumber::Choose(parts), GroundNumber::Constant(_)) => {
            let each = |(condition, number): &(Condition, GroundNumber)| {
                let holds = compared(comparison, number.clone(), other.clone());
                join(vec![condition.clone(), holds], false)
            };
            Some(join(parts.iter().map(each).collect(), true))
        }
        _ => None,
    };
    found.unwrap_or_else(|| Condition::Compare(comparison, Box::new((one, other))))
}

pub(super) fn missing(number: GroundNumber) -> Condition {
    match number {
        GroundNumber::Constant(value) => Condition::Truth(value.is_none()),
        GroundNumber::Cell(cell) => one_of(cell, |it| it.is_none())
            .unwrap_or_else(|| Condition::Missing(Box::new(GroundNumber::Cell(cell)))),
        GroundNumber::Truth(_) | GroundNumber::Count(_) => Condition::Truth(false),
        number => Condition::Missing(Box::new(number)),
    }
}

/// Conditions one of which holds, if `ends`, else that hold all.
pub(super) fn join(parts: Vec<Condition>, ends: bool) -> Condition {
    let mut joined: Vec<Condition> = Vec::new();
    let mut sets: FxHashMap<(usize, u32), usize> = FxHashMap::default();
    for part in parts {
        let inner = match (part, ends) {
            (Condition::Truth(truth), _) if truth == ends => return Condition::Truth(ends),
            (Condition::Truth(_), _) => continue,
            (Condition::All(inner), false) | (Condition::Any(inner), true) => inner.into_vec(),
            (part, _) => vec![part],
        };
        for part in inner {
            let Condition::OneOf(cell, set) = part else {
                if joined.len() > 256 || !joined.contains(&part) {
                    joined.push(part);
                }
                continue;
            };
            match sets.get(&(cell.word, cell.shift)) {
                None => {
                    sets.insert((cell.word, cell.shift), joined.len());
                    joined.push(Condition::OneOf(cell, set));
                }
                Some(at) => {
                    if let Condition::OneOf(_, other) = &mut joined[*at] {
                        *other = if ends { *other | set } else { *other & set };
                        if *other == if ends { whole(&cell) } else { 0 } {
                            return Condition::Truth(ends);
                        }
                    }
                }
            }
        }
    }
    // The same in another order is found to be the same.
    let place = |it: &Condition| match it {
        Condition::OneOf(cell, _) => Some(position(cell)),
        _ => None,
    };
    if joined.iter().all(|it| place(it).is_some()) {
        joined.sort_unstable_by_key(place);
    }
    match joined.len() {
        0 => Condition::Truth(!ends),
        1 => joined.swap_remove(0),
        _ if ends => Condition::Any(joined.into()),
        _ => Condition::All(joined.into()),
    }
}

impl Condition {
    /// That it does not hold.
    pub(super) fn negated(self) -> Self {
        let each = |parts: Box<[Self]>| parts.into_iter().map(Self::negated).collect::<Vec<_>>();
        match self {
            Self::Truth(truth) => Self::Truth(!truth),
            Self::OneOf(cell, set) => of_set(cell, whole(&cell) & !set),
            Self::Not(part) => *part,
            Self::All(parts) => join(each(parts), true),
            Self::Any(parts) => join(each(parts), false),
            part => Self::Not(Box::new(part)),
        }
    }

    /// With cells that have to have certain values as comparisons of words.
    pub(super) fn packed(self) -> Self {
        let each = |parts: Box<[Self]>| parts.into_iter().map(Self::packed).collect::<Vec<_>>();
        match self {
            Self::OneOf(cell, set) if set.is_power_of_two() => {
                Self::Match([Masked::numbered(&cell, set.trailing_zeros())].into())
            }
            Self::All(parts) => {
                let mut words: Vec<Masked> = Vec::new();
                let mut others = Vec::new();
                for part in each(parts) {
                    match part {
                        Self::Match(more) => more.iter().for_each(|it| {
                            match words.iter_mut().find(|word| word.word == it.word) {
                                Some(word) => {
                                    word.mask |= it.mask;
                                    word.bits |= it.bits;
                                }
                                None => words.push(*it),
                            }
                        }),
                        part => others.push(part),
                    }
                }
                if !words.is_empty() {
                    others.insert(0, Self::Match(words.into()));
                }
                match others.len() {
                    1 => others.swap_remove(0),
                    _ => Self::All(others.into()),
                }
            }
            Self::Any(parts) => {
                let asked: Vec<_> = parts.iter().map(asked).collect();
                let wholly = asked.iter().map(|it| if it.1 { &it.0[..] } else { &[] });
                let (found, others) = grouped(wholly);
                let found = found.into_iter().map(|it| Self::Somewhere(Box::new(it.0)));
                let mut joined: Vec<Self> = found.collect();
                for part in others.into_iter().map(|it| parts[it].clone().packed()) {
                    if joined.len() > 4096 || !joined.contains(&part) {
                        joined.push(part);
                    }
                }
                let word = |it: &Self| match it {
                    Self::Match(words) if words.len() == 1 => Some(words[0]),
                    _ => None,
                };
                match joined.iter().map(word).collect::<Option<Box<[Masked]>>>() {
                    _ if joined.len() == 1 => joined.swap_remove(0),
                    Some(words) => Self::AnyMatch(words),
                    None => Self::Any(joined.into()),
                }
            }
            Self::Not(part) => Self::Not(Box::new(part.packed())),
            Self::Same(parts) => Self::Same(Box::new((parts.0.packed(), parts.1.packed()))),
            Self::Compare(comparison, parts) => {
                Self::Compare(comparison, Box::new((parts.0.packed(), parts.1.packed())))
            }
            Self::Missing(number) => Self::Missing(Box::new(number.packed())),
            Self::Differ(parts) => Self::Differ(packed_all(parts)),
            part => part,
        }
    }
}

/// The cells that a condition asks for certain values, in the order in which they are packed, and whether it does nothing
/// else.
pub(super) fn asked(condition: &Condition) -> (Vec<AskedCell>, bool) {
    let parts = match condition {
        Condition::All(parts) => parts,
        it => std::slice::from_ref(it),
    };
    let cell = |it: &Condition| match it {
        Condition::OneOf(cell, set) => Some((*cell, *set)),
        _ => None,
    };
    let mut cells: Vec<AskedCell> = parts.iter().filter_map(cell).collect();
    cells.sort_unstable_by_key(|it| position(&it.0));
    let is_all = cells.len() == parts.len();
    (cells, is_all)
}
