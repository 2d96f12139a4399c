//! What is done in a puzzle or a game, written out in cells, for programs that know nothing but facts: how such
//! texts call what there is.

use rustc_hash::FxHashSet;

use puzzle_engine::logic::sheet::actions::SheetStep;

/// How a puzzle calls its parts.
pub trait CaseNames {
    /// The puzzle.
    fn title(&self) -> String;
    /// A cell, by its index.
    fn cell(&self, cell: usize) -> String;
    /// A value of a cell; `None` of a predicate, which holds or does not.
    fn value(&self, cell: usize, value: Option<i64>) -> Option<String>;
    /// A step.
    fn step(&self, step: &SheetStep) -> String;
}

/// Letters, digits and hyphens alone, of which a letter is the first.
pub(super) fn identifier(text: &str) -> String {
    let word = hyphenated(text);
    match word.starts_with(|it: char| it.is_ascii_lowercase()) {
        true => word,
        false => format!("x{word}"),
    }
}

/// Letters, digits and hyphens alone.
pub(super) fn hyphenated(text: &str) -> String {
    let mut word = String::new();
    for it in text.chars() {
        match it.to_ascii_lowercase() {
            it if it.is_ascii_alphanumeric() => word.push(it),
            _ if word.ends_with('-') || word.is_empty() => {}
            _ => word.push('-'),
        }
    }
    word.truncate(word.trim_end_matches('-').len());
    word
}

/// Names that differ.
pub(super) struct DistinctNames(FxHashSet<String>);

impl DistinctNames {
    /// None of these words is one.
    pub(super) fn besides(reserved: &[&str]) -> Self {
        Self(reserved.iter().map(|it| (*it).to_owned()).collect())
    }

    /// One that nothing else has.
    pub(super) fn add(&mut self, text: &str) -> String {
        let word = identifier(text);
        let mut name = word.clone();
        let mut number = 2;
        while !self.0.insert(name.clone()) {
            name = format!("{word}-{number}");
            number += 1;
        }
        name
    }
}
