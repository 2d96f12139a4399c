//! Did-you-mean: the word that a misspelt one was surely meant to be.

/// Longer words are not compared; a name of that length is no slip of the fingers.
const LONGEST: usize = 64;

/// The most similar of `candidates`, if one is similar enough. Case does not count as a slip.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    // A slip for every three letters: with more, two short names are just two names.
    let slips = word.chars().count() / 3;
    let distance = |candidate: &str| {
        let is_near = candidate.len().abs_diff(word.len()) <= 4 * slips;
        is_near
            .then(|| strsim::osa_distance(&word, &candidate.to_lowercase()))
            .filter(|it| *it <= slips)
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
        assert_eq!(did_you_mean("banana", candidates), None);
        assert_eq!(did_you_mean("y", candidates), None);
        assert_eq!(did_you_mean("N1", ["N0"]), None);
    }
}
