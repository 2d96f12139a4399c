//! The plain reader, by cases that were worked out by hand; sentences of any depth.

use puzzle_engine::budget::Budget;
use puzzle_engine::logic::sheet::{Fold, Operation, SheetSentence, SymbolId, SymbolOrigin, TermId};
use puzzle_engine::problem::sheet::aim;
use puzzle_engine::reader::StateReader;

use super::build::Build;
use super::samples::{Sample, bytes, sample, states};
use super::{count, found};

fn value(build: &Build, term: TermId) -> Option<i64> {
    StateReader::new(&build.0).unwrap().value(term, &[], &mut Budget::unlimited()).unwrap()
}

#[test]
fn quotients_are_rounded_down_and_rests_have_the_sign_of_the_divisor() {
    let mut build = Build::default();
    for (one, other, quotient, rest) in
        [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (6, -3, -2, 0)]
    {
        let (one, other) = (build.number(one), build.number(other));
        let made = [Operation::Quotient, Operation::Remainder]
            .map(|operation| build.binary(operation, one, other));
        assert_eq!(made.map(|it| value(&build, it)), [Some(quotient), Some(rest)]);
        let zero = build.number(0);
        let missing = build.binary(Operation::Remainder, one, zero);
        assert_eq!(value(&build, missing), None);
    }
}

#[test]
fn what_is_missing_makes_statements_false() {
    let mut build = Build::default();
    let sort = build.sort(1..=2);
    let given = build.given(&[sort], vec![Some(5), None]);
    let facts = build.facts(&[sort], vec![true, true]);
    let (two, three) = (build.number(2), build.number(3));
    let (none, outside) = (build.apply(given, &[two]), build.apply(given, &[three]));
    assert_eq!([none, outside].map(|it| value(&build, it)), [None, None]);
    let sentences = [
        build.equal(none, none),
        build.at_most(none, three),
        build.holds(facts, &[none]),
        build.holds(facts, &[three]),
    ];
    for sentence in sentences {
        let denied = build.not(sentence);
        let mut reader = StateReader::new(&build.0).unwrap();
        let budget = &mut Budget::unlimited();
        assert!(!reader.is_true(sentence, &[], budget).unwrap());
        assert!(reader.is_true(denied, &[], budget).unwrap());
    }
    let variable = build.variable(sort);
    let here = build.of(variable);
    let (every, nothing) = (build.truth(true), build.truth(false));
    let term = build.apply(given, &[here]);
    for (fold, of_some, of_none) in
        [(Fold::Sum, None, Some(0)), (Fold::Least, None, None), (Fold::Greatest, None, None)]
    {
        let some = build.fold(fold, &[variable], every, term);
        let none = build.fold(fold, &[variable], nothing, term);
        assert_eq!([some, none].map(|it| value(&build, it)), [of_some, of_none]);
    }
}

/// Sentences and sums of a hundred thousand parts, one inside the other.
#[test]
fn depth_is_no_limit() {
    const DEPTH: usize = 20_000;
    let mut build = Build::default();
    let proposition = build.predicate(&[]);
    let number = build.function(&[], 0..=1);
    let mut sentence = build.holds(proposition, &[]);
    let other = build.holds(proposition, &[]);
    for at in 0..DEPTH {
        sentence = match at % 4 {
            0 => build.not(sentence),
            1 => build.0.sentence(SheetSentence::Iff(sentence, other)),
            2 => build.and(&[sentence]),
            _ => build.or(&[sentence]),
        };
    }
    build.rule(sentence);
    let mut sum = build.apply(number, &[]);
    for _ in 0..DEPTH {
        let one = build.number(1);
        sum = build.plus(sum, one);
    }
    let large = build.number(DEPTH as i64);
    let is_large = build.equal(sum, large);
    build.rule(is_large);
    found(&build.0, aim::FindState);
    build.0.rules.remove(0);
    assert_eq!(count(&build.0), 2);
}

/// A definition that mentions itself where it is denied has no meaning, nor has a function that does.
#[test]
fn definitions_without_meaning_are_refused() {
    use puzzle_engine::logic::sheet::definitions::DefinitionFault;
    let mut build = Build::default();
    let nothing = build.truth(false);
    let itself = build.symbol(&[], None, SymbolOrigin::Sentence(Vec::new(), nothing));
    let holds = build.holds(itself, &[]);
    let denied = build.not(holds);
    build.0.symbols[0].origin = SymbolOrigin::Sentence(Vec::new(), denied);
    assert_eq!(StateReader::new(&build.0).err(), Some(DefinitionFault::Denied(SymbolId(0))));
    let affirmed = build.not(denied);
    build.0.symbols[0].origin = SymbolOrigin::Sentence(Vec::new(), affirmed);
    let mut reader = StateReader::new(&build.0).unwrap();
    assert!(!reader.is_true(holds, &[], &mut Budget::unlimited()).unwrap());
    let mut build = Build::default();
    let zero = build.number(0);
    let function = build.symbol(&[], Some((0..=0, false)), SymbolOrigin::Term(Vec::new(), zero));
    let call = build.apply(function, &[]);
    build.0.symbols[0].origin = SymbolOrigin::Term(Vec::new(), call);
    assert_eq!(StateReader::new(&build.0).err(), Some(DefinitionFault::Function(SymbolId(0))));
}

/// Nothing that is kept of other states makes a difference.
#[test]
fn a_reader_that_has_read_other_states_reads_as_a_new_one() {
    let mut read = 0;
    for numbers in bytes(5, 200).take(300) {
        let Sample { sheet, term, sentence, .. } = sample(&numbers);
        let mut old = StateReader::new(&sheet).unwrap();
        let states = states(&sheet);
        // Some lie side by side, and some far from each other.
        for at in (0..40).map(|it| (it * it * 7 + it) % states.len()) {
            let mut new = StateReader::new(&sheet).unwrap();
            old.turn_to(states[at].clone());
            new.turn_to(states[at].clone());
            let budget = &mut Budget::unlimited();
            for sentence in sheet.rules.iter().chain([&sentence]) {
                let found = new.is_true(*sentence, &[], budget);
                assert_eq!(old.is_true(*sentence, &[], budget), found);
                read += usize::from(found == Ok(true));
            }
            assert_eq!(old.value(term, &[], budget), new.value(term, &[], budget));
        }
    }
    assert!(read > 1000, "{read}");
}
