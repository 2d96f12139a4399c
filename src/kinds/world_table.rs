//! A world as a table to be drawn: a row for each thing of which something is said, a column for each word that
//! says it. What has no arguments stands above, in rows of its own. Where functions of different things lead to the
//! same ones, as many as they are, as people, pets and drinks to houses, these have the rows: what leads there
//! stands in them.

use std::collections::BTreeMap;

use crate::picture::{Label, PartRole, PictureTable, TableRow};

/// A function or a predicate in a world.
pub(super) struct WorldWord<'w> {
    /// What it is called.
    pub name: &'w str,
    /// For each argument the things of its sort.
    pub arguments: Vec<Vec<String>>,
    /// What it says of each list of things, the last one varying fastest.
    pub says: WordValues,
}

/// What a word says of lists of things.
pub(super) enum WordValues {
    /// Of a function its values, `None` where there is none; and which it may have.
    Values(Vec<Option<String>>, Vec<String>),
    /// Of a predicate whether it holds.
    Truths(Vec<bool>),
}

/// Above the values of what has no arguments.
const VALUE: &str = "is";

/// The table of a world. Of a thing and a word with one argument a cell has the value; with several the
/// other things that it holds for, or those with their values.
pub(super) fn world_table(words: &[WorldWord<'_>]) -> PictureTable {
    let mut table = PictureTable::default();
    let (single, about): (Vec<_>, Vec<_>) = words.iter().partition(|it| it.arguments.is_empty());
    if !single.is_empty() {
        table.columns.push(Label::new(VALUE, PartRole::Emphasis));
    }
    for word in single {
        let cells = word.says.written(0).map(|it| (0, it)).into_iter().collect();
        table.rows.push(TableRow { label: word.name.into(), cells });
    }
    // The first row of the things of each sort.
    let mut rows: BTreeMap<&[String], usize> = BTreeMap::new();
    for word in &about {
        let is_met = about.iter().any(|it| word.meets(it));
        let (things, cells) = match &word.says {
            WordValues::Values(_, yields) if is_met => (yields, word.sources()),
            _ => (&word.arguments[0], word.cells()),
        };
        let first = *rows.entry(things).or_insert_with(|| {
            let first = table.rows.len();
            let row = |it: &String| TableRow { label: it.as_str().into(), ..TableRow::default() };
            table.rows.extend(things.iter().map(row));
            first
        });
        let column = table.columns.len();
        table.columns.push(Label::new(word.name, PartRole::Emphasis));
        for (row, label) in cells.into_iter().enumerate() {
            if let Some(label) = label {
                table.rows[first + row].cells.insert(column, label);
            }
        }
    }
    table
}

impl WorldWord<'_> {
    /// Whether there is one list of things alone.
    pub(super) fn is_about_one(&self) -> bool {
        self.arguments.iter().all(|it| it.len() == 1)
    }

    /// Whether both are functions that lead from different things to the same other ones, as many as they are.
    fn meets(&self, other: &Self) -> bool {
        let ([own], [others]) = (&self.arguments[..], &other.arguments[..]) else { return false };
        match (&self.says, &other.says) {
            (WordValues::Values(_, yields), WordValues::Values(_, same)) => {
                let are_apart = own != others && own != yields && others != yields;
                yields == same && are_apart && [own.len(), others.len()] == [yields.len(); 2]
            }
            _ => false,
        }
    }

    /// Of each thing that comes first what is said.
    fn cells(&self) -> Vec<Option<Label>> {
        let others = tuples(&self.arguments[1..]);
        let cell = |row: usize| {
            let places = row * others.len()..(row + 1) * others.len();
            let said = others.iter().zip(places).filter_map(|(others, place)| {
                let value = self.says.written(place)?;
                Some(match (&self.says, others.as_str()) {
                    (_, "") => value,
                    (WordValues::Truths(_), others) => others.into(),
                    (WordValues::Values(..), others) => format!("{others}: {}", value.text).into(),
                })
            });
            joined(said.collect())
        };
        (0..self.arguments[0].len()).map(cell).collect()
    }

    /// Of each value what it is the value of.
    fn sources(&self) -> Vec<Option<Label>> {
        let WordValues::Values(values, yields) = &self.says else { return Vec::new() };
        let of = |value: &String| {
            let all = self.arguments[0].iter().zip(values);
            let own = all.filter(|it| it.1.as_ref() == Some(value));
            joined(own.map(|it| it.0.as_str().into()).collect())
        };
        yields.iter().map(of).collect()
    }
}

impl WordValues {
    fn written(&self, place: usize) -> Option<Label> {
        match self {
            Self::Values(values, _) => values.get(place)?.as_deref().map(Label::from),
            Self::Truths(truths) => truths.get(place)?.then(|| Label::new("+", PartRole::Plus)),
        }
    }
}

/// Several labels as one.
fn joined(mut labels: Vec<Label>) -> Option<Label> {
    match labels.len() {
        0 => None,
        1 => labels.pop(),
        _ => Some(labels.into_iter().map(|it| it.text).collect::<Vec<_>>().join(", ").into()),
    }
}

/// Lists of things, the last one varying fastest.
fn tuples(arguments: &[Vec<String>]) -> Vec<String> {
    let mut tuples = vec![String::new()];
    for things in arguments {
        let longer = |tuple: &String| {
            let tuple = tuple.clone();
            things.iter().map(move |it| match tuple.is_empty() {
                true => it.clone(),
                false => format!("{tuple} {it}"),
            })
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples
}
