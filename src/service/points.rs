//! How many points each query of a key is worth, as a list beside the key says it: a number of points and a query on
//! each line, as in `3 count either`. What it does not list is worth one point.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::spelling::did_you_mean;

/// The most points of a query.
const MOST: u32 = 1000;

/// The points of queries, by what these are called.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QueryPoints(FxHashMap<String, u32>);

impl QueryPoints {
    /// Reads a list about a key that asks these queries. Empty lines, and what stands behind `//`, say nothing.
    ///
    /// # Errors
    /// The number of the first line that says nothing about these queries, and why.
    pub fn read(list: &str, asked: &[String]) -> Result<Self, (usize, String)> {
        let mut points = FxHashMap::default();
        let is_asked: FxHashSet<&str> = asked.iter().map(String::as_str).collect();
        for (number, line) in (1..).zip(list.lines()) {
            let said = line.split("//").next().unwrap_or_default();
            let mut words = said.split_whitespace();
            let Some(first) = words.next() else { continue };
            let query = words.collect::<Vec<_>>().join(" ");
            let worth = first.parse().ok().filter(|it| *it <= MOST);
            let Some(worth) = worth.filter(|_| !query.is_empty()) else {
                let usage =
                    "write a number of points up to 1000 and a query, as in `3 count either`";
                return Err((number, usage.to_owned()));
            };
            if !is_asked.contains(&query[..]) {
                let meant = did_you_mean(&query, asked.iter().map(String::as_str));
                let meant = meant.map_or_else(String::new, |it| format!("; did you mean `{it}`?"));
                return Err((number, format!("the key does not ask `{query}`{meant}")));
            }
            if points.insert(query.clone(), worth).is_some() {
                return Err((number, format!("`{query}` has its points already")));
            }
        }
        Ok(Self(points))
    }

    /// What a query is worth.
    pub fn of(&self, query: &str) -> u32 {
        self.0.get(query).copied().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_slips_told() {
        let asked = ["count either", "eval either x=1", "shortest cave"].map(str::to_owned);
        let list = "// of ten\n\n3  count   either\n0 shortest cave // for fun\n";
        let points = QueryPoints::read(list, &asked).unwrap();
        let all = asked.each_ref().map(|it| points.of(it));
        assert_eq!(all, [3, 1, 0]);
        for (list, number, reason) in [
            ("3", 1, "write a number of points"),
            ("\n-1 count either", 2, "write a number of points"),
            ("1.5 count either", 1, "write a number of points"),
            ("1001 count either", 1, "write a number of points"),
            ("99999999999999999999 count either", 1, "write a number of points"),
            (
                "2 count eithr",
                1,
                "the key does not ask `count eithr`; did you mean `count either`?",
            ),
            ("2 count either\n3 count either", 2, "`count either` has its points already"),
        ] {
            let (line, told) = QueryPoints::read(list, &asked).unwrap_err();
            assert_eq!(line, number, "{list}");
            assert!(told.starts_with(reason), "{told}");
        }
    }
}
