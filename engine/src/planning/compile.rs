//! From the sentences of a sheet to conditions on packed states: each is read once, for all values of
//! what it binds, and what depends on no cell is worked out.

use rustc_hash::FxHashMap;

use super::ground::{Condition, GroundNumber, Lookup, Masked, compares, operate, packed_all};
use super::states::{Layout, PackedCell};
use crate::budget::{Budget, Stop};
use crate::logic::sheet::definitions::Definitions;
use crate::logic::sheet::{
    Comparison, Fold, SentenceId, Sheet, SheetSentence, SheetVariable, SymbolId, SymbolOrigin,
    Term, TermId,
};

/// How deep sentences may be nested, conjunctions and disjunctions within each other not counted.
const DEPTH: u32 = 256;

/// Parts of all conditions together at most.
const SIZE: usize = 1 << 24;

/// Values of a cell that a set tells apart.
const VALUES: u64 = 64;

/// Writes sentences out.
pub(super) struct Compiler<'c> {
    sheet: &'c Sheet,
    definitions: &'c Definitions,
    layout: &'c Layout,
    /// The predicate that says that nobody can move, and whether it is true.
    stuck: (SymbolId, bool),
    /// What variables are.
    pub values: Vec<i64>,
    /// What is defined for certain arguments.
    known: FxHashMap<(SymbolId, usize), GroundNumber>,
    size: usize,
}

impl<'c> Compiler<'c> {
    /// One for states of a layout.
    pub(super) fn new(
        sheet: &'c Sheet,
        definitions: &'c Definitions,
        layout: &'c Layout,
        stuck: (SymbolId, bool),
    ) -> Self {
        let values = vec![0; sheet.variables.len()];
        Self { sheet, definitions, layout, stuck, values, known: FxHashMap::default(), size: 0 }
    }

    /// What a sentence asks of a state.
    ///
    /// # Errors
    /// A limit, or that it is too large.
    pub(super) fn condition(
        &mut self,
        sentence: SentenceId,
        budget: &mut Budget,
    ) -> Result<Condition, Stop> {
        Ok(self.sentence(sentence, 0, budget)?.packed())
    }

    /// As [`Compiler::condition`], to be [joined](join) with others.
    ///
    /// # Errors
    /// A limit, or that it is too large.
    pub(super) fn condition_open(
        &mut self,
        sentence: SentenceId,
        budget: &mut Budget,
    ) -> Result<Condition, Stop> {
        self.sentence(sentence, 0, budget)
    }

    /// What a term is in a state.
    ///
    /// # Errors
    /// A limit, or that it is too large.
    pub(super) fn number(
        &mut self,
        term: TermId,
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        Ok(self.term(term, 0, budget)?.packed())
    }

    fn look(&mut self, depth: u32, budget: &mut Budget) -> Result<(), Stop> {
        budget.check()?;
        self.size += 1;
        match () {
            () if depth > DEPTH => Err(Stop::Size("a sentence is nested too deeply")),
            () if self.size > SIZE => Err(Stop::Size("a sentence speaks of too many things")),
            () => Ok(()),
        }
    }

    fn sentence(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Condition, Stop> {
        self.look(depth, budget)?;
        let (sheet, next) = (self.sheet, depth + 1);
        Ok(match sheet.get(id) {
            SheetSentence::Truth(truth) => Condition::Truth(*truth),
            SheetSentence::Holds(symbol, terms) => {
                truth_of(self.apply(*symbol, terms, next, budget)?)
            }
            SheetSentence::Compare(comparison, one, other) => {
                let one = self.term(*one, next, budget)?;
                compared(*comparison, one, self.term(*other, next, budget)?)
            }
            SheetSentence::Missing(term) => missing(self.term(*term, next, budget)?),
            SheetSentence::Not(part) => self.sentence(*part, next, budget)?.negated(),
            SheetSentence::And(_) | SheetSentence::Or(_) => self.joined(id, depth, budget)?,
            SheetSentence::Iff(one, other) => {
                let one = self.sentence(*one, next, budget)?;
                match (one, self.sentence(*other, next, budget)?) {
                    (Condition::Truth(true), it) | (it, Condition::Truth(true)) => it,
                    (Condition::Truth(false), it) | (it, Condition::Truth(false)) => it.negated(),
                    (one, other) => Condition::Same(Box::new((one, other))),
                }
            }
            SheetSentence::All(variables, part) | SheetSentence::Some(variables, part) => {
                let ends = matches!(sheet.get(id), SheetSentence::Some(..));
                let mut parts = Vec::new();
                sheet.start(variables, &mut self.values);
                loop {
                    match self.sentence(*part, next, budget)? {
                        Condition::Truth(truth) if truth == ends => {
                            return Ok(Condition::Truth(ends));
                        }
                        Condition::Truth(_) => {}
                        found => parts.push(found),
                    }
                    if !sheet.turn(variables, &mut self.values) {
                        break join(parts, ends);
                    }
                }
            }
            SheetSentence::Distinct(variables, part, term) => {
                let parts = self.listed(variables, *part, Some(*term), next, budget)?;
                Condition::Differ(parts.into())
            }
        })
    }

    /// Conjunctions of conjunctions, and disjunctions of disjunctions, however deep they are.
    fn joined(
        &mut self,
        id: SentenceId,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Condition, Stop> {
        let sheet = self.sheet;
        let ends = matches!(sheet.get(id), SheetSentence::Or(_));
        let (mut open, mut parts) = (vec![id], Vec::new());
        while let Some(part) = open.pop() {
            match (sheet.get(part), ends) {
                (SheetSentence::And(inner), false) | (SheetSentence::Or(inner), true) => {
                    open.extend(inner.iter().rev());
                }
                _ => match self.sentence(part, depth + 1, budget)? {
                    Condition::Truth(truth) if truth == ends => return Ok(Condition::Truth(ends)),
                    Condition::Truth(_) => {}
                    found => parts.push(found),
                },
            }
        }
        Ok(join(parts, ends))
    }

    /// A sentence, and a term where it may be true, for all values of variables.
    fn listed(
        &mut self,
        variables: &[SheetVariable],
        part: SentenceId,
        term: Option<TermId>,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Vec<(Condition, GroundNumber)>, Stop> {
        let sheet = self.sheet;
        let mut parts = Vec::new();
        sheet.start(variables, &mut self.values);
        loop {
            let condition = self.sentence(part, depth, budget)?;
            if condition != Condition::Truth(false) {
                let number = match term {
                    Some(term) => self.term(term, depth, budget)?,
                    None => GroundNumber::Constant(None),
                };
                parts.push((condition, number));
            }
            if !sheet.turn(variables, &mut self.values) {
                return Ok(parts);
            }
        }
    }

    fn term(&mut self, id: TermId, depth: u32, budget: &mut Budget) -> Result<GroundNumber, Stop> {
        self.look(depth, budget)?;
        let (sheet, next) = (self.sheet, depth + 1);
        Ok(match sheet.get_term(id) {
            Term::Number(number) => GroundNumber::Constant(Some(*number)),
            Term::Variable(variable) => {
                GroundNumber::Constant(Some(self.values[variable.0 as usize]))
            }
            Term::Apply(symbol, terms) => self.apply(*symbol, terms, next, budget)?,
            Term::Binary(operation, one, other) => {
                let one = self.term(*one, next, budget)?;
                match (one, self.term(*other, next, budget)?) {
                    (GroundNumber::Constant(one), GroundNumber::Constant(other)) => {
                        GroundNumber::Constant(
                            one.zip(other).and_then(|(one, other)| operate(*operation, one, other)),
                        )
                    }
                    (one, other) => GroundNumber::Binary(*operation, Box::new((one, other))),
                }
            }
            Term::Absolute(part) => match self.term(*part, next, budget)? {
                GroundNumber::Constant(value) => {
                    GroundNumber::Constant(value.map(i64::saturating_abs))
                }
                part => GroundNumber::Absolute(Box::new(part)),
            },
            Term::Count(variables, part) => {
                let parts = self.listed(variables, *part, None, next, budget)?;
                let parts: Vec<Condition> = parts.into_iter().map(|it| it.0).collect();
                match parts.iter().all(|it| *it == Condition::Truth(true)) {
                    true => GroundNumber::Constant(Some(parts.len() as i64)),
                    false => GroundNumber::Count(parts.into()),
                }
            }
            Term::Fold(fold, variables, part, term) => {
                let parts = self.listed(variables, *part, Some(*term), next, budget)?;
                match parts.is_empty() {
                    true => GroundNumber::Constant((*fold == Fold::Sum).then_some(0)),
                    false => GroundNumber::Fold(*fold, parts.into()),
                }
            }
        })
    }

    fn apply(
        &mut self,
        symbol: SymbolId,
        terms: &[TermId],
        depth: u32,
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        let mut arguments = Vec::with_capacity(terms.len());
        for term in terms {
            match self.term(*term, depth, budget)? {
                GroundNumber::Constant(None) => return Ok(GroundNumber::Constant(None)),
                argument => arguments.push(argument),
            }
        }
        self.applied(symbol, arguments, depth, budget)
    }

    /// What a symbol is for arguments that may depend on the state.
    fn applied(
        &mut self,
        symbol: SymbolId,
        arguments: Vec<GroundNumber>,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        self.look(depth, budget)?;
        let sheet = self.sheet;
        let origin = &sheet.symbol(symbol).origin;
        let is_table = matches!(
            origin,
            SymbolOrigin::Found | SymbolOrigin::Values(_) | SymbolOrigin::Truths(_)
        );
        if let Some(at) = arguments.iter().position(|it| !matches!(it, GroundNumber::Constant(_))) {
            if is_table {
                let lookup = Lookup { symbol, arguments: arguments.into() };
                return Ok(GroundNumber::Lookup(Box::new(lookup)));
            }
            return self.written_out(symbol, &arguments, at, depth, budget);
        }
        let constant = |it: &GroundNumber| match it {
            GroundNumber::Constant(value) => *value,
            _ => None,
        };
        let Some(values) = arguments.iter().map(constant).collect::<Option<Vec<i64>>>() else {
            return Ok(GroundNumber::Constant(None));
        };
        let Some(place) = sheet.index(symbol, &values) else {
            return Ok(GroundNumber::Constant(None));
        };
        match origin {
            SymbolOrigin::Found if symbol == self.stuck.0 => {
                Ok(GroundNumber::Constant(Some(i64::from(self.stuck.1))))
            }
            SymbolOrigin::Found => {
                let cell = self.layout.cells[self.layout.first[symbol.0 as usize] + place];
                Ok(cell.fixed.map_or(GroundNumber::Cell(cell), GroundNumber::Constant))
            }
            SymbolOrigin::Values(table) => {
                Ok(GroundNumber::Constant(table.get(place).copied().flatten()))
            }
            SymbolOrigin::Truths(table) => {
                Ok(GroundNumber::Constant(table.get(place).map(|it| i64::from(*it))))
            }
            SymbolOrigin::Sentence(parameters, _) | SymbolOrigin::Term(parameters, _) => {
                if let Some(known) = self.known.get(&(symbol, place)) {
                    return Ok(known.clone());
                }
                for (it, value) in parameters.iter().zip(&values) {
                    self.values[it.0 as usize] = *value;
                }
                let number = match origin {
                    SymbolOrigin::Sentence(_, body) if self.definitions.group(symbol).is_some() => {
                        self.recursive(symbol, *body, parameters, &values, budget)?
                    }
                    SymbolOrigin::Sentence(_, body) => {
                        of_truth(self.sentence(*body, depth, budget)?)
                    }
                    SymbolOrigin::Term(_, body) => self.term(*body, depth, budget)?,
                    _ => return Ok(GroundNumber::Constant(None)),
                };
                self.known.insert((symbol, place), number.clone());
                Ok(number)
            }
        }
    }

    /// What is defined, for each value that one of its arguments may have.
    fn written_out(
        &mut self,
        symbol: SymbolId,
        arguments: &[GroundNumber],
        at: usize,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        let sort = self.sheet.sorts[self.sheet.symbol(symbol).arguments[at].0 as usize].clone();
        let mut parts = Vec::new();
        for value in sort {
            let number = GroundNumber::Constant(Some(value));
            let is_it = compared(Comparison::Equal, arguments[at].clone(), number.clone());
            if is_it == Condition::Truth(false) {
                continue;
            }
            let mut arguments = arguments.to_vec();
            arguments[at] = number;
            parts.push((is_it, self.applied(symbol, arguments, depth + 1, budget)?));
        }
        Ok(GroundNumber::Choose(parts.into()))
    }

    /// What mentions itself is read as the sheet says it. That this holds for parameters is what its body
    /// says for them.
    fn recursive(
        &mut self,
        symbol: SymbolId,
        body: SentenceId,
        parameters: &[SheetVariable],
        values: &[i64],
        budget: &mut Budget,
    ) -> Result<GroundNumber, Stop> {
        if self.definitions.is_known(symbol) {
            let mut reader = super::evaluate::Evaluator::new(
                self.sheet,
                self.definitions.clone(),
                self.layout.first.clone(),
            );
            for (it, value) in parameters.iter().zip(values) {
                reader.values[it.0 as usize] = *value;
            }
            let holds = reader.is_true(body, &Nothing, budget);
            return match holds {
                Ok(holds) => Ok(GroundNumber::Constant(Some(i64::from(holds)))),
                Err(super::evaluate::EvaluationHalt::Stop(stop)) => Err(stop),
                Err(super::evaluate::EvaluationHalt::Unknown(_)) => {
                    Ok(GroundNumber::Constant(None))
                }
            };
        }
        let values = parameters.iter().copied().zip(values.iter().copied()).collect();
        Ok(GroundNumber::Truth(Box::new(Condition::Read(body, values))))
    }
}

/// No state at all.
struct Nothing;

impl super::evaluate::KnownCells for Nothing {
    fn cell(&self, _: usize) -> Option<Option<i64>> {
        None
    }
}

fn of_truth(condition: Condition) -> GroundNumber {
    match condition {
        Condition::Truth(truth) => GroundNumber::Constant(Some(i64::from(truth))),
        condition => GroundNumber::Truth(Box::new(condition)),
    }
}

fn truth_of(number: GroundNumber) -> Condition {
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

fn compared(comparison: Comparison, one: GroundNumber, other: GroundNumber) -> Condition {
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

fn missing(number: GroundNumber) -> Condition {
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
                Self::Match([masked(&cell, set)].into())
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
                let mut parts = each(parts);
                let before = std::mem::take(&mut parts);
                for part in before {
                    if parts.len() > 4096 || !parts.contains(&part) {
                        parts.push(part);
                    }
                }
                Self::Any(parts.into())
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

fn masked(cell: &PackedCell, set: u64) -> Masked {
    Masked {
        word: cell.word as u32,
        mask: cell.mask << cell.shift,
        bits: u64::from(set.trailing_zeros()) << cell.shift,
    }
}
