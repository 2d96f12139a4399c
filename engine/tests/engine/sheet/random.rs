//! Random small sheets: every answer against the plain reader over all states.

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_engine::logic::sheet::Term;

use super::samples::{Brute, bytes, compare, sample};
use crate::sample;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(sample::cases(1000)))]

    #[test]
    fn answers_are_those_of_the_plain_reader(numbers in vec(any::<u8>(), 0..300)) {
        compare(&sample(&numbers));
    }
}

/// Terms that occur in the samples, so that the test above is about something.
#[test]
fn samples_are_about_everything() {
    let mut seen = [0; 4];
    for numbers in bytes(7, 300).take(200) {
        let sample = sample(&numbers);
        let brute = Brute::of(&sample);
        let worlds = brute.worlds().len();
        seen[0] += usize::from(worlds == 0);
        seen[1] += usize::from(worlds > 0 && worlds < brute.states.len());
        let has = |is: &dyn Fn(&Term) -> bool| sample.sheet.terms().iter().any(is);
        seen[2] += usize::from(has(&|it| matches!(it, Term::Fold(..))));
        seen[3] += usize::from(brute.values.iter().any(Option::is_none));
    }
    assert!(seen.iter().all(|it| *it > 10), "{seen:?}");
}
