//! Did-you-mean for words on the command line.

/// The candidate most like `word`, if one is like it at all. Case does not count.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let likeness = |candidate: &str| strsim::jaro_winkler(&word, &candidate.to_lowercase());
    let scored = candidates.into_iter().map(|candidate| (likeness(candidate), candidate));
    let best = scored.max_by(|one, other| one.0.total_cmp(&other.0))?;
    (best.0 > 0.8).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let candidates = ["missing-parentheses", "unknown-node", "E0202"];
        assert_eq!(nearest("mising-parenthesis", candidates), Some("missing-parentheses"));
        assert_eq!(nearest("e202", candidates), Some("E0202"));
        assert_eq!(nearest("banana", candidates), None);
    }
}
