//! What is not the same in all solutions, in words: what varies, with its values, and the numbers of what varies by
//! itself, whose product is how many solutions there are.

use super::world_lines::wrapped;
use super::{Listing, Reasons};
use num_bigint::BigUint;

/// Something that is not the same in all solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FreeValue {
    /// It, in words.
    pub(super) term: String,
    /// The values that it has; of what is true or false nothing.
    pub(super) values: Vec<String>,
}

/// What varies, and the parts of it that vary by themselves, each with how often.
pub(super) fn freedom_told(values: &[FreeValue], parts: &[(Vec<usize>, BigUint)]) -> Reasons {
    let mut of_parts: Vec<(&BigUint, Vec<&FreeValue>)> = Vec::new();
    for (part, number) in parts {
        of_parts.push((number, part.iter().filter_map(|it| values.get(*it)).collect()));
    }
    let (heading, lines) = match &of_parts[..] {
        [] => return Reasons::default(),
        [(_, all)] => ("what varies:".to_owned(), wrapped(&told(all))),
        _ => {
            let heading = format!("{}, as these vary by themselves:", product(&of_parts));
            (heading, by_number(of_parts))
        }
    };
    Reasons { proofs: vec![Listing { heading: Some(heading), lines }], ..Reasons::default() }
}

/// The numbers of the parts: `2^3 * 6`.
fn product(parts: &[(&BigUint, Vec<&FreeValue>)]) -> String {
    let mut numbers: Vec<&BigUint> = parts.iter().map(|it| it.0).collect();
    numbers.sort_unstable();
    let same = numbers.chunk_by(|one, other| one == other);
    let powers = same.map(|same| match same {
        [one] => one.to_string(),
        _ => format!("{}^{}", same[0], same.len()),
    });
    powers.collect::<Vec<_>>().join(" * ")
}

/// A line a part; parts of a single thing with equally many values share one.
fn by_number(mut parts: Vec<(&BigUint, Vec<&FreeValue>)>) -> Vec<String> {
    let is_single = |it: &(&BigUint, Vec<&FreeValue>)| it.1.len() == 1;
    parts.sort_by_key(|it| (it.0.clone(), !is_single(it)));
    let mut lines = Vec::new();
    for same in parts.chunk_by(|one, other| is_single(one) && is_single(other) && one.0 == other.0)
    {
        let number = same[0].0;
        let each = if same.len() > 1 { " each" } else { "" };
        let all: Vec<_> = same.iter().flat_map(|it| it.1.iter().copied()).collect();
        let mut wrapped = wrapped(&told(&all)).into_iter();
        lines.extend(wrapped.next().map(|it| format!("{number} ways{each}: {it}")));
        lines.extend(wrapped.map(|it| format!("    {it}")));
    }
    lines
}

/// What varies, with its values; what has the same ones stands together.
fn told(all: &[&FreeValue]) -> Vec<String> {
    let mut groups: Vec<(&[String], Vec<&str>)> = Vec::new();
    for it in all {
        match groups.iter_mut().find(|group| group.0 == it.values) {
            Some(group) => group.1.push(&it.term),
            None => groups.push((&it.values, vec![&it.term])),
        }
    }
    let words = |(values, terms): (&[String], Vec<&str>)| match values {
        [] => terms.iter().map(|it| (*it).to_owned()).collect(),
        _ => vec![format!("{} = {}", terms.join(", "), values.join(" or "))],
    };
    groups.into_iter().flat_map(words).collect()
}
