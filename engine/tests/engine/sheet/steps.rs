//! What follows step by step in random small sheets: over all states what is named is enough, nothing of it can go, no
//! value follows from fewer rules, no step of several rules bars what one does, and what is barred is needed later on.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::{
    SentenceId, Sheet, SheetSentence, SheetState, SheetVariable, SymbolId,
};
use puzzle_engine::problem::Outcome;
use puzzle_engine::problem::sheet::{
    CellLiteral, CellValue, DerivationStep, FollowsFrom, RuleInstance, SentenceWhy,
    SheetDerivation, aim,
};
use puzzle_engine::reader::StateReader;

use super::build::Build;
use super::found;
use super::samples::{Dice, bytes, sample, states};
use crate::sample;

/// In which states something is so.
pub(super) type States = Vec<bool>;

/// The instances of a rule: it is so where they all are.
pub(super) fn instances(sheet: &Sheet, rule: usize) -> Vec<RuleInstance> {
    let (mut body, mut value) = (sheet.rules[rule], true);
    while let SheetSentence::Not(part) = sheet.get(body) {
        (body, value) = (*part, !value);
    }
    let mut bound: Vec<SheetVariable> = Vec::new();
    while let (SheetSentence::All(variables, part), true)
    | (SheetSentence::Some(variables, part), false) = (sheet.get(body), value)
    {
        bound.extend(variables);
        body = *part;
    }
    let mut lists = vec![Vec::new()];
    for variable in bound {
        let longer = |list: &Vec<(SheetVariable, i64)>| {
            let values = sheet.values(variable);
            values.map(|it| [&list[..], &[(variable, it)]].concat()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists.into_iter().map(|values| RuleInstance { rule, values }).collect()
}

/// What is true of a sheet in all its states.
pub(super) struct Truths<'s> {
    sheet: &'s Sheet,
    pub(super) states: Vec<SheetState>,
    reader: StateReader<'s>,
}

impl<'s> Truths<'s> {
    pub(super) fn new(sheet: &'s Sheet) -> Self {
        Self { sheet, states: states(sheet), reader: StateReader::new(sheet).unwrap() }
    }

    pub(super) fn of_rule(&mut self, it: &RuleInstance) -> States {
        let (mut body, mut value) = (self.sheet.rules[it.rule], true);
        loop {
            body = match self.sheet.get(body) {
                SheetSentence::Not(part) => {
                    value = !value;
                    *part
                }
                SheetSentence::All(bound, part) | SheetSentence::Some(bound, part)
                    if bound.iter().all(|one| it.values.iter().any(|it| it.0 == *one)) =>
                {
                    *part
                }
                _ => break,
            };
        }
        let mut read = |state: &SheetState| {
            self.reader.turn_to(state.clone());
            self.reader.is_true(body, &it.values, &mut Budget::unlimited()).unwrap() == value
        };
        self.states.iter().map(&mut read).collect()
    }

    fn of_sentence(&mut self, id: SentenceId) -> States {
        let mut read = |state: &SheetState| {
            self.reader.turn_to(state.clone());
            self.reader.is_true(id, &[], &mut Budget::unlimited()).unwrap()
        };
        self.states.iter().map(&mut read).collect()
    }

    pub(super) fn of_value(&self, it: CellValue) -> States {
        let table = |state: &SheetState| state.tables[it.symbol.0 as usize][it.place] == it.value;
        self.states.iter().map(table).collect()
    }

    fn of_literal(&self, it: CellLiteral) -> States {
        let is_value = self.of_value(it.value);
        if it.is_so { is_value } else { not(&is_value) }
    }
}

/// Whether something is so wherever some things are.
pub(super) fn follows<'a>(so: &[bool], from: impl IntoIterator<Item = &'a States>) -> bool {
    let mut left: States = so.iter().map(|it| !it).collect();
    for one in from {
        left.iter_mut().zip(one).for_each(|(left, one)| *left &= one);
    }
    !left.contains(&true)
}

/// All choices of so many of some things.
pub(super) fn choices(of: usize, count: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..count {
        let longer = |it: &Vec<usize>| {
            let next = it.last().map_or(0, |it| it + 1);
            (next..of).map(|more| [&it[..], &[more]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// The values that are the same in all worlds, without what can have no other.
fn forced(truths: &Truths<'_>, worlds: &[SheetState]) -> Vec<CellValue> {
    let mut found = Vec::new();
    for (symbol, table) in worlds[0].tables.iter().enumerate() {
        for (place, value) in table.iter().enumerate() {
            let it = CellValue { symbol: SymbolId(symbol as u32), place, value: *value };
            let is_open = truths.of_value(it).contains(&false);
            if is_open && worlds.iter().all(|it| it.tables[symbol][place] == *value) {
                found.push(it);
            }
        }
    }
    found
}

/// Compares a step with all states.
fn compare_step(truths: &mut Truths<'_>, step: &DerivationStep, known: &[(CellLiteral, States)]) {
    let so: Vec<States> = step.says.iter().map(|it| truths.of_literal(*it)).collect();
    assert!(so.len() == 1 || step.says.iter().all(|it| !it.is_so), "{step:?}");
    let rules = step.rules.iter().chain(&step.seen_by);
    let rules: Vec<States> = rules.map(|it| truths.of_rule(it)).collect();
    let facts = step.facts.iter().map(|it| known.iter().find(|(known, _)| known == it));
    let facts: Vec<&States> = facts.map(|it| &it.expect("a fact is known").1).collect();
    let reasons: Vec<&States> = rules.iter().chain(facts.iter().copied()).collect();
    assert!(so.iter().all(|so| follows(so, reasons.iter().copied())), "{step:?}");
    for without in 0..reasons.len() {
        let others = || reasons.iter().enumerate().filter(|it| it.0 != without).map(|it| *it.1);
        assert!(so.iter().any(|so| !follows(so, others())), "{step:?}");
    }
    for seen in &rules[step.rules.len()..] {
        let values = step.facts.iter().zip(&facts).filter(|it| it.0.is_so);
        let mut values = values.map(|it| *it.1);
        // What is barred at sight of a value is not barred by the rule alone.
        assert!(values.any(|value| !follows(&not(value), [seen])), "{step:?}");
    }
    assert!(step.is_smallest, "{step:?}");
}

/// What is left of what a step bars something of: nothing that is barred up to it, and all that is in some world.
fn compare_left(step: &DerivationStep, told: &[CellLiteral], worlds: &[SheetState]) {
    let bars = step.says.iter().filter(|it| !it.is_so);
    let of = |it: &CellValue| (it.symbol, it.place);
    for bar in bars.clone() {
        let mine = || step.left.iter().filter(|it| of(it) == of(&bar.value));
        assert!(mine().count() > 0 && mine().all(|it| *it != bar.value), "{step:?}");
        let is_left = |it: &SheetState| {
            let value = it.tables[bar.value.symbol.0 as usize][bar.value.place];
            mine().any(|it| it.value == value)
        };
        assert!(worlds.iter().all(is_left), "{step:?}");
    }
    let upto = told.iter().position(|it| *it == step.says[step.says.len() - 1]).unwrap_or_default();
    let is_barred =
        |it: &CellValue| told[..=upto].contains(&CellLiteral { value: *it, is_so: false });
    assert!(!step.left.iter().any(is_barred), "{step:?}");
    assert!(bars.count() > 0 || step.left.is_empty(), "{step:?}");
}

fn not(states: &States) -> States {
    states.iter().map(|it| !it).collect()
}

/// Compares the steps with all states; how many there are.
fn compare(sheet: &Sheet) -> usize {
    let mut truths = Truths::new(sheet);
    let all = (0..sheet.rules.len()).flat_map(|it| instances(sheet, it));
    let all: Vec<States> = all.map(|it| truths.of_rule(&it)).collect();
    let is_world = |at: &usize| all.iter().all(|it| it[*at]);
    let worlds: Vec<usize> = (0..truths.states.len()).filter(is_world).collect();
    let Outcome::Found(found) = found(sheet, aim::DeriveSteps(usize::MAX)) else {
        assert!(worlds.is_empty());
        return 0;
    };
    let SheetDerivation { given, steps, are_all, open } = found;
    assert!(are_all);
    let worlds: Vec<SheetState> = worlds.iter().map(|it| truths.states[*it].clone()).collect();
    let mut left = forced(&truths, &worlds);
    let mut known: Vec<(CellLiteral, States)> = Vec::new();
    for (value, rule) in given {
        let of_rule: Vec<States> =
            instances(sheet, rule).iter().map(|it| truths.of_rule(it)).collect();
        let so = truths.of_value(value);
        assert!(of_rule.iter().any(|it| follows(&so, [it])), "{value:?}");
        left.retain(|it| *it != value);
        known.push((CellLiteral { value, is_so: true }, so));
    }
    let count = steps.len();
    let told: Vec<CellLiteral> = steps.iter().flat_map(|it| it.says.clone()).collect();
    assert!((1..).zip(&told).all(|(next, it)| !told[next..].contains(it)), "{steps:?}");
    for (at, step) in steps.iter().enumerate() {
        compare_step(&mut truths, step, &known);
        let is_value = step.says.iter().all(|it| it.is_so);
        let is_needed =
            |later: &DerivationStep| later.facts.iter().any(|it| step.says.contains(it));
        assert!(is_value || steps[at + 1..].iter().any(is_needed), "{step:?}");
        compare_left(step, &told, &worlds);
        for fewer in (0..step.rules.len()).filter(|_| is_value) {
            for chosen in choices(all.len(), fewer) {
                let from = || chosen.iter().map(|it| &all[*it]).chain(known.iter().map(|it| &it.1));
                let soon = left.iter().find(|it| follows(&truths.of_value(**it), from()));
                assert_eq!(soon, None, "{step:?}");
            }
        }
        for rule in all.iter().filter(|_| !is_value && step.rules.len() > 1) {
            let from = || known.iter().map(|it| &it.1).chain([rule]);
            let mut says = step.says.iter();
            assert!(!says.all(|it| follows(&truths.of_literal(*it), from())), "{step:?}");
        }
        for it in &step.says {
            assert!(!it.is_so || left.contains(&it.value), "{step:?}");
            left.retain(|value| !it.is_so || *value != it.value);
            known.push((*it, truths.of_literal(*it)));
        }
    }
    assert_eq!(left, []);
    assert_eq!(open.is_some(), worlds.len() > 1);
    if let Some((one, other)) = open {
        assert!(one != other && worlds.contains(&one) && worlds.contains(&other));
    }
    count
}

/// A small puzzle: numbers in cells that differ within groups or are smaller than others, a rule about each
/// cell, and some cells that are told.
pub(super) fn puzzle(numbers: &[u8]) -> Sheet {
    let mut dice = Dice { numbers, at: 0 };
    let mut build = Build::default();
    let cells = 5 + dice.below(2) as i64;
    let cell = build.sort(1..=cells);
    let number = build.function(&[cell], 1..=3);
    let at = |build: &mut Build, cell: i64| {
        let cell = build.number(cell);
        build.apply(number, &[cell])
    };
    for _ in 0..1 + dice.below(3) {
        let truths = (0..cells).map(|_| dice.below(2) == 0).collect();
        let group = build.facts(&[cell], truths);
        let variable = build.variable(cell);
        let of = build.of(variable);
        let (within, term) = (build.holds(group, &[of]), build.apply(number, &[of]));
        let rule = build.distinct(&[variable], within, term);
        build.rule(rule);
    }
    for _ in 0..dice.below(3) {
        let [one, other] = [0; 2].map(|_| at(&mut build, 1 + dice.below(cells as usize) as i64));
        let rule = build.less(one, other);
        build.rule(rule);
    }
    let truths = (0..cells).map(|_| dice.below(3) == 0).collect();
    let barred = build.facts(&[cell], truths);
    let variable = build.variable(cell);
    let of = build.of(variable);
    let (is_barred, term) = (build.holds(barred, &[of]), build.apply(number, &[of]));
    let value = build.number(1 + dice.below(3) as i64);
    let is_value = build.equal(term, value);
    let is_other = build.not(is_value);
    let body = build.implies(is_barred, is_other);
    let rule = build.all(&[variable], body);
    build.rule(rule);
    for _ in 0..1 + dice.below(2) {
        let told = at(&mut build, 1 + dice.below(cells as usize) as i64);
        let value = build.number(1 + dice.below(3) as i64);
        let rule = build.equal(told, value);
        build.rule(rule);
    }
    build.0
}

/// Compares why a sentence follows, or its negation, with all states; whether one does.
fn compare_why(sheet: &Sheet, sentence: SentenceId) -> bool {
    let mut truths = Truths::new(sheet);
    let all = (0..sheet.rules.len()).flat_map(|it| instances(sheet, it));
    let all: Vec<States> = all.map(|it| truths.of_rule(&it)).collect();
    let so: States = truths.of_sentence(sentence);
    let not_so: States = so.iter().map(|it| !it).collect();
    let (value, from) = match found(sheet, aim::FindWhy(sentence)) {
        Outcome::Contradictory(_) => {
            assert!(follows(&so, &all) && follows(&not_so, &all));
            return false;
        }
        Outcome::Found(SentenceWhy::Neither(yes, no)) => {
            for (state, value) in [(yes, true), (no, false)] {
                let at = truths.states.iter().position(|it| *it == state).unwrap();
                assert!(so[at] == value && all.iter().all(|it| it[at]));
            }
            return false;
        }
        Outcome::Found(SentenceWhy::Decided { value, from }) => (value, from),
    };
    let so = if value { so } else { not_so };
    compare_from(&mut truths, &all, &so, &from);
    true
}

/// Compares what something that is so in some states follows from with all states.
pub(super) fn compare_from(
    truths: &mut Truths<'_>,
    all: &[States],
    so: &States,
    from: &FollowsFrom,
) {
    let FollowsFrom { rules, facts, is_smallest } = from;
    assert!(is_smallest);
    assert!(follows(so, all));
    let told = facts.iter().map(|it| truths.of_value(it.0)).collect::<Vec<_>>();
    for ((_, rule), told) in facts.iter().zip(&told) {
        let of_rule: Vec<_> = instances(truths.sheet, *rule);
        assert!(of_rule.iter().any(|it| follows(told, [&truths.of_rule(it)])));
    }
    let rules: Vec<States> = rules.iter().map(|it| truths.of_rule(it)).collect();
    let reasons: Vec<&States> = rules.iter().chain(&told).collect();
    assert!(follows(so, reasons.iter().copied()));
    for without in 0..reasons.len() {
        let others = reasons.iter().enumerate().filter(|it| it.0 != without);
        assert!(!follows(so, others.map(|it| *it.1)));
    }
    for fewer in 0..rules.len() {
        for chosen in choices(all.len(), fewer) {
            assert!(!follows(so, chosen.iter().map(|it| &all[*it])));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(1000)))]

    #[test]
    fn what_is_named_is_enough_and_needed(numbers in vec(any::<u8>(), 0..300)) {
        compare(&sample(&numbers).sheet);
        compare(&puzzle(&numbers));
        let asked = sample(&numbers);
        compare_why(&asked.sheet, asked.sentence);
    }
}

/// Puzzles with steps occur, with few and with many, so that the test above is about something.
#[test]
fn samples_have_steps() {
    let (mut counts, mut decided) = ([0; 5], 0);
    let is_enough = |counts: &[usize], decided| counts.iter().all(|it| *it > 5) && decided > 5;
    for numbers in bytes(11, 300).take(400) {
        if is_enough(&counts, decided) && !sample::is_whole() {
            break;
        }
        counts[compare(&puzzle(&numbers)).min(4)] += 1;
        let asked = sample(&numbers);
        decided += usize::from(compare_why(&asked.sheet, asked.sentence));
    }
    assert!(is_enough(&counts, decided), "{counts:?}, {decided}");
}
