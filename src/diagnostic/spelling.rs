//! Did-you-mean: the word that a misspelt one was surely meant to be.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Longer words are not compared; a name of that length is no slip of the fingers.
const LONGEST: usize = 64;

/// Names that one word is compared with: typing is never held up.
pub const MAX_COMPARED: usize = 10_000;

/// Words of one text that are compared.
pub const MAX_WORDS: usize = 100;

/// How many unknown words of a text were compared with known names. To compare all with all would take the
/// square of the text, and nobody reads a hundred suggestions.
#[derive(Debug, Default)]
pub struct Guesses(AtomicUsize);

impl Clone for Guesses {
    fn clone(&self) -> Self {
        Self(AtomicUsize::new(self.0.load(Ordering::Relaxed)))
    }
}

impl Guesses {
    /// Those of the names that one more word is compared with.
    pub fn among<N>(&self, names: impl IntoIterator<Item = N>) -> impl Iterator<Item = N> {
        let words = self.0.fetch_add(1, Ordering::Relaxed);
        names.into_iter().take(if words < MAX_WORDS { MAX_COMPARED } else { 0 })
    }
}

/// The most similar of `candidates`, if one is similar enough. Case does not count as a slip.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let length = word.chars().count();
    let first = word.chars().next();
    let are_letters = word.chars().all(char::is_alphabetic);
    let distance = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        // A slip for every three letters: with more, two short names are just two names. What was left out counts
        // where both begin alike, but for digits: `N1` and `N10` are two names.
        let begins_alike = (length > 3 || are_letters) && candidate.chars().next() == first;
        let counted = if begins_alike { candidate.chars().count().max(length) } else { length };
        let slips = counted / 3;
        let is_near = candidate.len().abs_diff(word.len()) <= 4 * slips;
        is_near.then(|| strsim::osa_distance(&word, &candidate)).filter(|it| *it <= slips)
    };
    candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(candidate)?, candidate)))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let candidates = ["missing-parentheses", "unknown-node", "E0202", "x"];
        assert_eq!(did_you_mean("mising-parenthesis", candidates), Some("missing-parentheses"));
        assert_eq!(did_you_mean("UNKNOWN-NODE", candidates), Some("unknown-node"));
        assert_eq!(did_you_mean("e202", candidates), Some("E0202"));
        assert_eq!(did_you_mean("sudko", ["sudoku"]), Some("sudoku"));
        assert_eq!(did_you_mean("other", ["either"]), None);
        assert_eq!(did_you_mean("banana", candidates), None);
        assert_eq!(did_you_mean("An", ["Ben", "Ann"]), Some("Ann"));
        assert_eq!(did_you_mean("y", candidates), None);
        assert_eq!(did_you_mean("y", ["yes"]), None);
        assert_eq!(did_you_mean("N1", ["N0", "N10"]), None);
    }
}
