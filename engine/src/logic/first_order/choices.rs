//! Numbers of listed things in full: where a sort has few elements, each way to choose some of them can be written down.

use super::{TheoryFunction, TheorySignature, TheorySort};

/// Elements, choices and clauses of one sentence that are written down in full. More are said with variables and names.
pub const MOST_SPELT_OUT: usize = 24;

impl TheorySignature {
    /// The elements of a listed sort, when they are few and all different.
    pub fn few(&self, sort: TheorySort) -> Option<&[TheoryFunction]> {
        let elements = self.sorts[sort.0 as usize].as_deref()?;
        let is_among = |it: &Vec<TheoryFunction>| elements.iter().all(|e| it.contains(e));
        let is_few = elements.len() <= MOST_SPELT_OUT;
        (is_few && (elements.len() == 1 || self.distinct.iter().any(is_among))).then_some(elements)
    }
}

/// All ways to choose so many of the numbers below `of`, when they are few.
pub fn choices(of: usize, number: usize) -> Option<Vec<Vec<usize>>> {
    if number > of {
        return Some(Vec::new());
    }
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for at in 0..number {
        let longer = all.iter().flat_map(|it| {
            let first = it.last().map_or(0, |last| last + 1);
            (first..=of - (number - at)).map(move |next| [&it[..], &[next]].concat())
        });
        all = longer.take(MOST_SPELT_OUT + 1).collect();
        if all.len() > MOST_SPELT_OUT {
            return None;
        }
    }
    Some(all)
}
