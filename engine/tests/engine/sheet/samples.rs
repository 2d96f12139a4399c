//! Small sheets made of arbitrary bytes, and every answer about them against the plain reader over all
//! states. The fuzzer uses this file as well.

use puzzle_engine::Problem;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::{
    Comparison, Fold, Operation, SentenceId, Sheet, SheetSentence, SheetState, SheetVariable,
    SortId, SymbolId, SymbolOrigin, TermId,
};
use puzzle_engine::problem::sheet::{Answers, BestValue, Decision, Direction, Worlds, aim};
use puzzle_engine::problem::{CountModels, Outcome};
use puzzle_engine::reader::StateReader;

use super::build::Build;
use super::found;

/// Chooses by numbers that are made up elsewhere.
pub(super) struct Dice<'d> {
    pub numbers: &'d [u8],
    pub at: usize,
}

impl Dice<'_> {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number as usize % limit
    }
}

/// Makes random sentences about some symbols.
pub(super) struct Maker<'d> {
    pub dice: Dice<'d>,
    pub build: Build,
    pub sorts: Vec<SortId>,
    pub functions: Vec<SymbolId>,
    pub predicates: Vec<SymbolId>,
    /// A predicate that is being defined and may be mentioned where it is not denied.
    pub recursive: Option<SymbolId>,
}

impl Maker<'_> {
    pub(super) fn terms(
        &mut self,
        symbol: SymbolId,
        bound: &[SheetVariable],
        depth: usize,
    ) -> Vec<TermId> {
        let count = self.build.0.symbol(symbol).arguments.len();
        (0..count).map(|_| self.term(bound, depth)).collect()
    }

    pub(super) fn variables(&mut self) -> Vec<SheetVariable> {
        let count = 1 + self.dice.below(4) / 3;
        (0..count)
            .map(|_| {
                let sort = self.sorts[self.dice.below(self.sorts.len())];
                self.build.variable(sort)
            })
            .collect()
    }

    pub(super) fn term(&mut self, bound: &[SheetVariable], depth: usize) -> TermId {
        let kinds = if depth == 0 { 5 } else { 12 };
        match self.dice.below(kinds) {
            0 => {
                let number = self.dice.below(6) as i64 - 2;
                self.build.number(number)
            }
            1 | 2 if !bound.is_empty() => {
                let variable = bound[self.dice.below(bound.len())];
                self.build.of(variable)
            }
            1..=4 => {
                let symbol = self.functions[self.dice.below(self.functions.len())];
                let terms = self.terms(symbol, bound, depth.saturating_sub(1).min(1));
                self.build.apply(symbol, &terms)
            }
            5..=7 => {
                use Operation::{Greatest, Least, Minus, Plus, Quotient, Remainder, Times};
                let operations = [Plus, Minus, Times, Quotient, Remainder, Least, Greatest];
                let operation = operations[self.dice.below(7)];
                let one = self.term(bound, depth - 1);
                let other = self.term(bound, depth - 1);
                self.build.binary(operation, one, other)
            }
            8 => {
                let part = self.term(bound, depth - 1);
                self.build.absolute(part)
            }
            9 | 10 => {
                let variables = self.variables();
                let inner = [bound, &variables].concat();
                let body = self.sentence(&inner, depth - 1, None);
                self.build.count(&variables, body)
            }
            _ => {
                let fold = [Fold::Sum, Fold::Least, Fold::Greatest][self.dice.below(3)];
                let variables = self.variables();
                let inner = [bound, &variables].concat();
                let body = self.sentence(&inner, depth - 1, None);
                let term = self.term(&inner, depth - 1);
                self.build.fold(fold, &variables, body, term)
            }
        }
    }

    /// A sentence. The sign tells whether it is affirmed.
    pub(super) fn sentence(
        &mut self,
        bound: &[SheetVariable],
        depth: usize,
        sign: Option<bool>,
    ) -> SentenceId {
        let kinds = if depth == 0 { 4 } else { 13 };
        match self.dice.below(kinds) {
            0 => {
                let one = self.term(bound, depth.min(2));
                let other = self.term(bound, depth.min(1));
                use Comparison::{AtMost, Equal, Less};
                let comparison = [Equal, Less, AtMost][self.dice.below(3)];
                self.build.compare(comparison, one, other)
            }
            1..=3 => {
                let recursive = self.recursive.filter(|_| sign == Some(true));
                let symbol = match recursive {
                    Some(symbol) if self.dice.below(2) == 0 => symbol,
                    _ => self.predicates[self.dice.below(self.predicates.len())],
                };
                let terms = self.terms(symbol, bound, 0);
                self.build.holds(symbol, &terms)
            }
            4 => {
                let term = self.term(bound, depth - 1);
                self.build.0.sentence(SheetSentence::Missing(term))
            }
            5 => {
                let part = self.sentence(bound, depth - 1, sign.map(|it| !it));
                self.build.not(part)
            }
            kind @ 6..=8 => {
                let count = 1 + self.dice.below(3);
                let parts: Vec<_> =
                    (0..count).map(|_| self.sentence(bound, depth - 1, sign)).collect();
                if kind == 6 { self.build.and(&parts) } else { self.build.or(&parts) }
            }
            9 => {
                let one = self.sentence(bound, depth - 1, None);
                let other = self.sentence(bound, depth - 1, None);
                self.build.0.sentence(SheetSentence::Iff(one, other))
            }
            kind @ (10 | 11) => {
                let variables = self.variables();
                let inner = [bound, &variables].concat();
                let body = self.sentence(&inner, depth - 1, sign);
                if kind == 10 {
                    self.build.all(&variables, body)
                } else {
                    self.build.some(&variables, body)
                }
            }
            _ => {
                let variables = self.variables();
                let inner = [bound, &variables].concat();
                let body = self.sentence(&inner, depth - 1, None);
                let term = self.term(&inner, depth - 1);
                self.build.distinct(&variables, body, term)
            }
        }
    }
}

/// A random sheet, a term, a sentence, and one with a free variable.
pub(super) struct Sample {
    pub sheet: Sheet,
    pub term: TermId,
    pub sentence: SentenceId,
    pub open: (SentenceId, SheetVariable),
}

pub(super) fn sample(numbers: &[u8]) -> Sample {
    let mut build = Build::default();
    let mut dice = Dice { numbers, at: 0 };
    let few = build.sort(1..=2 + dice.below(2) as i64);
    let signed = build.sort(-1..=0);
    let one = build.sort(5..=5);
    let sorts = vec![few, few, signed, one];
    let mut maker = Maker {
        dice,
        build,
        sorts,
        functions: Vec::new(),
        predicates: Vec::new(),
        recursive: None,
    };
    let width = maker.build.0.tuples_of(few);
    let told = [None, Some(-3), Some(1), Some(2), Some(0)];
    let values = (0..width).map(|_| told[maker.dice.below(5)]).collect();
    let given = maker.build.given(&[few], values);
    let truths = (0..2 * width).map(|_| maker.dice.below(2) == 0).collect();
    let facts = maker.build.facts(&[few, signed], truths);
    let found_function = if maker.dice.below(2) == 0 {
        maker.build.function(&[signed], -1..=1)
    } else {
        maker.build.partial(&[signed], 1..=2)
    };
    let constant = maker.build.function(&[], 0..=maker.dice.below(4) as i64);
    let predicate = maker.build.predicate(&[few]);
    let proposition = maker.build.predicate(&[]);
    maker.functions = vec![given, found_function, found_function, constant];
    maker.predicates = vec![facts, predicate, predicate, proposition];
    define(&mut maker, few);
    for _ in 0..1 + maker.dice.below(3) {
        let rule = maker.sentence(&[], 3, None);
        maker.build.rule(rule);
    }
    let term = maker.term(&[], 2);
    let sentence = maker.sentence(&[], 2, None);
    let variable = maker.build.variable(few);
    let open = maker.sentence(&[variable], 2, None);
    Sample { sheet: maker.build.0, term, sentence, open: (open, variable) }
}

/// Defines a function, a predicate, and one that mentions itself.
fn define(maker: &mut Maker<'_>, sort: SortId) {
    let parameter = maker.build.variable(sort);
    let body = maker.term(&[parameter], 2);
    let function =
        maker.build.symbol(&[sort], Some((0..=0, true)), SymbolOrigin::Term(vec![parameter], body));
    let parameter = maker.build.variable(sort);
    let body = maker.sentence(&[parameter], 2, None);
    let predicate =
        maker.build.symbol(&[sort], None, SymbolOrigin::Sentence(vec![parameter], body));
    maker.functions.push(function);
    maker.predicates.push(predicate);
    let parameters = vec![maker.build.variable(sort), maker.build.variable(sort)];
    let itself = SymbolId(maker.build.0.symbols.len() as u32);
    let placeholder = maker.build.truth(false);
    maker.build.symbol(
        &[sort, sort],
        None,
        SymbolOrigin::Sentence(parameters.clone(), placeholder),
    );
    maker.recursive = Some(itself);
    let parts: Vec<_> = (0..2).map(|_| maker.sentence(&parameters, 3, Some(true))).collect();
    let body = maker.build.or(&parts);
    maker.build.0.symbols[itself.0 as usize].origin = SymbolOrigin::Sentence(parameters, body);
    maker.recursive = None;
    maker.predicates.push(itself);
}

trait Width {
    fn tuples_of(&self, sort: SortId) -> usize;
}

impl Width for Sheet {
    fn tuples_of(&self, sort: SortId) -> usize {
        self.sorts[sort.0 as usize].clone().count()
    }
}

/// All states of a sheet.
pub(super) fn states(sheet: &Sheet) -> Vec<SheetState> {
    let mut states = vec![SheetState { tables: Vec::new() }];
    for (at, symbol) in sheet.symbols.iter().enumerate() {
        let mut tables = vec![Vec::new()];
        if symbol.origin == SymbolOrigin::Found {
            let values: Vec<_> = match &symbol.values {
                None => vec![Some(0), Some(1)],
                Some(values) => {
                    let none = values.or_none.then_some(None);
                    none.into_iter().chain(values.range.clone().map(Some)).collect()
                }
            };
            for _ in 0..sheet.tuples(SymbolId(at as u32)).unwrap() {
                let longer = |table: &Vec<_>| {
                    let longer = |value: &Option<i64>| [&table[..], &[*value]].concat();
                    values.iter().map(longer).collect::<Vec<_>>()
                };
                tables = tables.iter().flat_map(longer).collect();
            }
        }
        let longer = |state: &SheetState| {
            let longer = |table: &Vec<_>| SheetState {
                tables: [&state.tables[..], std::slice::from_ref(table)].concat(),
            };
            tables.iter().map(longer).collect::<Vec<_>>()
        };
        states = states.iter().flat_map(longer).collect();
    }
    states
}

/// In how many states of a sheet every rule is true, by the plain reader.
pub(super) fn worlds(sheet: &Sheet) -> usize {
    let mut reader = StateReader::new(sheet).unwrap();
    let mut is_world = |state: SheetState| {
        reader.turn_to(state);
        assert!(reader.fits());
        reader.is_world(&mut Budget::unlimited()).unwrap()
    };
    states(sheet).into_iter().map(|it| usize::from(is_world(it))).sum()
}

/// What the plain reader says of every state.
pub(super) struct Brute {
    pub states: Vec<SheetState>,
    /// By state of each rule whether it is true.
    rules: Vec<Vec<bool>>,
    pub values: Vec<Option<i64>>,
    truths: Vec<bool>,
    /// By state the values for which the open sentence is true.
    open: Vec<Vec<i64>>,
}

impl Brute {
    pub(super) fn of(sample: &Sample) -> Self {
        let sheet = &sample.sheet;
        let budget = &mut Budget::unlimited();
        let mut reader = StateReader::new(sheet).unwrap();
        let states = states(sheet);
        let mut brute = Self {
            states: states.clone(),
            rules: Vec::new(),
            values: Vec::new(),
            truths: Vec::new(),
            open: Vec::new(),
        };
        for state in states {
            reader.turn_to(state);
            assert!(reader.fits());
            let rules = sheet.rules.iter();
            brute.rules.push(rules.map(|it| reader.is_true(*it, &[], budget).unwrap()).collect());
            brute.values.push(reader.value(sample.term, &[], budget).unwrap());
            brute.truths.push(reader.is_true(sample.sentence, &[], budget).unwrap());
            let (open, variable) = sample.open;
            let is_true =
                |value: &i64| reader.is_true(open, &[(variable, *value)], budget).unwrap();
            brute.open.push(sheet.values(variable).filter(is_true).collect());
        }
        brute
    }

    pub(super) fn worlds(&self) -> Vec<usize> {
        (0..self.states.len()).filter(|at| self.rules[*at].iter().all(|it| *it)).collect()
    }

    fn is_world(&self, state: &SheetState) -> bool {
        self.worlds().iter().any(|at| self.states[*at] == *state)
    }

    /// Whether rules leave no state of which something is so, and any one less leaves one.
    fn is_reason(&self, reason: &[usize], is_so: impl Fn(usize) -> bool) -> bool {
        let leaves_none = |rules: &[usize]| {
            let fits = |at: &usize| is_so(*at) && rules.iter().all(|it| self.rules[*at][*it]);
            !(0..self.states.len()).any(|at| fits(&at))
        };
        let without = |rule| reason.iter().copied().filter(|it| *it != rule).collect::<Vec<_>>();
        leaves_none(reason) && !reason.iter().any(|it| leaves_none(&without(*it)))
    }
}

/// Compares every answer with what the reader says.
pub(super) fn compare(sample: &Sample) {
    let brute = Brute::of(sample);
    let (sheet, worlds) = (&sample.sheet, brute.worlds());
    match found(sheet, aim::FindState) {
        Outcome::Found(state) => assert!(brute.is_world(&state)),
        Outcome::Contradictory(reason) => {
            assert!(worlds.is_empty() && brute.is_reason(&reason, |_| true), "{reason:?}");
        }
    }
    assert_eq!(found(sheet, aim::CountStates), worlds.len().into());
    for most in [0, 1, worlds.len(), worlds.len() + 1] {
        let Worlds { states, are_all } = match found(sheet, aim::AllStates(most)) {
            Outcome::Found(worlds) => worlds,
            Outcome::Contradictory(reason) => {
                assert!(worlds.is_empty() && brute.is_reason(&reason, |_| true), "{reason:?}");
                break;
            }
        };
        assert_eq!((states.len(), are_all), (most.min(worlds.len()), most >= worlds.len()));
        assert!(states.iter().all(|it| brute.is_world(it)));
        assert!((1..states.len()).all(|at| !states[..at].contains(&states[at])));
        let Outcome::Found(first) = found(sheet, aim::FirstStates(most)) else {
            panic!("no worlds")
        };
        // At least one is found, and nobody looks behind the last one that is wanted.
        assert_eq!(first.states.len(), most.clamp(1, worlds.len()));
        assert_eq!(first.are_all, most > worlds.len());
        assert!(states.iter().zip(&first.states).all(|(one, other)| one == other));
    }
    let models = CountModels(found(sheet, aim::WriteClauses).cnf).answer(&mut Budget::unlimited());
    assert_eq!(*models.unwrap(), worlds.len().into());
    assert_eq!(found(&found(sheet, aim::FoldGiven).sheet, aim::CountStates), worlds.len().into());
    if let Some(first) = worlds.first() {
        let first = &brute.states[*first];
        match found(sheet, aim::AnotherState(first.clone())) {
            Some(state) => assert!(brute.is_world(&state) && state != *first),
            None => assert_eq!(worlds.len(), 1),
        }
    }
    compare_best(sample, &brute);
    compare_proofs(sample, &brute);
}

fn compare_best(sample: &Sample, brute: &Brute) {
    let worlds = brute.worlds();
    let value = |at: usize| brute.values[at];
    for direction in [Direction::Smallest, Direction::Largest] {
        let values = worlds.iter().filter_map(|at| value(*at));
        let best = match direction {
            Direction::Smallest => values.min(),
            Direction::Largest => values.max(),
        };
        match found(&sample.sheet, aim::BestState(direction, sample.term)) {
            Outcome::Contradictory(reason) => {
                assert!(worlds.is_empty() && brute.is_reason(&reason, |_| true));
            }
            Outcome::Found(BestValue::Missing(reason)) => {
                assert!(!worlds.is_empty() && best.is_none());
                assert!(brute.is_reason(&reason, |at| value(at).is_some()));
            }
            Outcome::Found(BestValue::Value(number, state, reason)) => {
                assert_eq!(Some(number), best);
                let at = brute.states.iter().position(|it| *it == state).unwrap();
                assert!(worlds.contains(&at) && value(at) == Some(number));
                assert!(brute.is_reason(&reason, |at| value(at).is_some_and(
                    |it| match direction {
                        Direction::Smallest => it < number,
                        Direction::Largest => it > number,
                    }
                )));
            }
        }
    }
}

fn compare_proofs(sample: &Sample, brute: &Brute) {
    let worlds = brute.worlds();
    let place = |state: &SheetState| brute.states.iter().position(|it| it == state).unwrap();
    match found(&sample.sheet, aim::Prove(sample.sentence)) {
        Outcome::Contradictory(reason) => {
            assert!(worlds.is_empty() && brute.is_reason(&reason, |_| true));
        }
        Outcome::Found(Decision::Proved(reason)) => {
            assert!(worlds.iter().all(|at| brute.truths[*at]));
            assert!(brute.is_reason(&reason, |at| !brute.truths[at]));
        }
        Outcome::Found(Decision::Refuted(reason)) => {
            assert!(worlds.iter().all(|at| !brute.truths[*at]));
            assert!(brute.is_reason(&reason, |at| brute.truths[at]));
        }
        Outcome::Found(Decision::Neither(yes, no)) => {
            let (yes, no) = (place(&yes), place(&no));
            assert!(worlds.contains(&yes) && worlds.contains(&no));
            assert!(brute.truths[yes] && !brute.truths[no]);
        }
    }
    let (open, variable) = sample.open;
    match found(&sample.sheet, aim::Ask(open, vec![variable])) {
        Outcome::Contradictory(reason) => {
            assert!(worlds.is_empty() && brute.is_reason(&reason, |_| true));
        }
        Outcome::Found(Answers { answers, no_others }) => {
            let follows = |it: &i64| worlds.iter().all(|at| brute.open[*at].contains(it));
            let expected: Vec<_> = sample.sheet.values(variable).filter(follows).collect();
            assert_eq!(answers, expected.iter().map(|it| vec![*it]).collect::<Vec<_>>());
            let has_others =
                worlds.iter().any(|at| brute.open[*at].iter().any(|it| !expected.contains(it)));
            assert_eq!(no_others, !has_others);
        }
    }
}

/// Lists of so many bytes, the same ones each time (a linear congruential generator: Knuth, "The art of computer
/// programming", 3.2.1).
pub(super) fn bytes(mut seed: u32, length: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut next = move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    std::iter::repeat_with(move || (0..length).map(|_| next()).collect())
}
