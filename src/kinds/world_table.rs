//! A world as a table to be drawn: a row for each thing of which something is said, a column for each word that
//! says it. What has no arguments stands above, in rows of its own. Where functions of different things lead to the
//! same ones, as many as they are, as people, pets and drinks to houses, these have the rows: what leads there
//! stands in them. Relations between things of one sort are graphs beside it.

use crate::picture::{
    Label, PartRole, PictureBody, PictureRelation, PictureTable, Spread, TableRow,
};

/// A function or a predicate in a world.
pub(super) struct WorldWord<'w> {
    /// What it is called.
    pub name: &'w str,
    /// For each argument the number of its sort: the things of different ones may have the same names.
    pub sorts: Vec<u32>,
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
/// So many things are seen around one graph at most: more are too small on a screen, and where one of many lines
/// ends can no longer be followed.
const MANY: usize = 24;
/// So many lines for each thing, the one to itself among them, can still be told apart, as those between seven
/// things that are all joined. What has more is a list in a table, which can be read at least.
const DENSE: usize = 3;

/// A world to be drawn: its relations as graphs where they can be read, all else as a table. What `is_open` is a
/// table to be filled in.
pub(super) fn world_picture(words: &[WorldWord<'_>], is_open: bool) -> PictureBody {
    let mut relations = Vec::new();
    let mut others = Vec::new();
    for word in words {
        match word.relation().filter(|_| !is_open) {
            Some(relation) => relations.push(relation),
            None => others.push(word),
        }
    }
    let table = world_table(&others);
    match relations.is_empty() {
        true => PictureBody::Table(table),
        false => PictureBody::Spread(Spread { board: None, table, relations }),
    }
}

/// The table of a world. Of a thing and a word with one argument a cell has the value; with several the
/// other things that it holds for, or those with their values.
fn world_table(words: &[&WorldWord<'_>]) -> PictureTable {
    let mut table = PictureTable::default();
    let (single, about): (Vec<_>, Vec<_>) =
        words.iter().copied().partition(|it| it.arguments.is_empty());
    if !single.is_empty() {
        table.columns.push(Label::new(VALUE, PartRole::Emphasis));
    }
    for word in single {
        let cells = word.says.written(0).map(|it| (0, it)).into_iter().collect();
        table.rows.push(TableRow { label: word.name.into(), cells });
    }
    // The things of each sort with their first row. Of values the sort is known once something is said of them.
    let mut rows: Vec<(Option<u32>, &[String], usize)> = Vec::new();
    for word in &about {
        let is_met = about.iter().any(|it| word.meets(it));
        let (sort, things, cells) = match &word.says {
            WordValues::Values(_, yields) if is_met => (None, yields, word.sources()),
            _ => (Some(word.sorts[0]), &word.arguments[0], word.cells()),
        };
        let is_same = |of: Option<u32>| of.is_none() || sort.is_none() || of == sort;
        let first = match rows.iter_mut().find(|it| it.1 == things && is_same(it.0)) {
            Some((known, _, first)) => {
                *known = known.or(sort);
                *first
            }
            None => {
                let first = table.rows.len();
                let row =
                    |it: &String| TableRow { label: it.as_str().into(), ..TableRow::default() };
                table.rows.extend(things.iter().map(row));
                rows.push((sort, things, first));
                first
            }
        };
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

    /// The graph of a predicate of two things of one sort, where it can be read.
    fn relation(&self) -> Option<PictureRelation> {
        let ([one, other], WordValues::Truths(truths)) = (&self.sorts[..], &self.says) else {
            return None;
        };
        let things = self.arguments.first()?;
        let is_one_sort = one == other && truths.len() == things.len() * things.len();
        if !is_one_sort || !(2..=MANY).contains(&things.len()) {
            return None;
        }
        let pairs = truths.iter().enumerate().filter(|it| *it.1);
        let pairs = pairs.map(|(at, _)| (at / things.len(), at % things.len()));
        let nodes = things.iter().map(|it| it.as_str().into()).collect();
        let relation = PictureRelation::new(self.name, nodes, pairs);
        let is_readable = relation.lines().len() <= DENSE * things.len().max(4);
        is_readable.then_some(relation)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn things(count: usize) -> Vec<String> {
        (0..count).map(|it| it.to_string()).collect()
    }

    fn predicate(sorts: &[u32], count: usize, truths: &[bool]) -> PictureBody {
        let arguments = vec![things(count); sorts.len()];
        let says = WordValues::Truths(truths.to_vec());
        let word = WorldWord { name: "p", sorts: sorts.to_vec(), arguments, says };
        world_picture(&[word], false)
    }

    #[test]
    fn relations_over_one_sort_are_graphs() {
        let truths = [true, false, false, true];
        let PictureBody::Spread(spread) = predicate(&[5, 5], 2, &truths) else {
            panic!("no graph")
        };
        assert!(spread.table.rows.is_empty());
        let pairs: Vec<_> = spread.relations[0].arrows.keys().copied().collect();
        assert_eq!(pairs, [(0, 0), (1, 1)]);
        let is_table = |it| matches!(it, PictureBody::Table(_));
        assert!(is_table(predicate(&[5, 6], 2, &truths)), "the names are the same, the things not");
        assert!(is_table(predicate(&[5], 2, &truths[..2])));
        assert!(is_table(predicate(&[5, 5], 1, &[true])));
        assert!(is_table(predicate(&[5, 5], 2, &[])), "there is no world yet");
        assert!(is_table(predicate(&[5, 5], 2, &[true])), "one value for all");
    }

    #[test]
    fn what_cannot_be_followed_in_a_graph_is_a_table() {
        let graph = |count: usize, is_so: &dyn Fn(usize, usize) -> bool| {
            let truths: Vec<_> =
                (0..count * count).map(|it| is_so(it / count, it % count)).collect();
            matches!(predicate(&[1, 1], count, &truths), PictureBody::Spread(_))
        };
        assert!(graph(7, &|one, other| one < other));
        assert!(graph(7, &|one, other| one != other), "both ways are one line");
        assert!(!graph(7, &|one, other| one <= other));
        assert!(graph(4, &|_, _| true) && !graph(8, &|one, other| one < other));
        assert!(graph(MANY, &|one, other| one + 1 == other));
        assert!(!graph(MANY + 1, &|one, other| one + 1 == other));
    }

    #[test]
    fn things_of_different_sorts_have_rows_of_their_own() {
        let word = |name, sort| WorldWord {
            name,
            sorts: vec![sort],
            arguments: vec![things(2)],
            says: WordValues::Truths(vec![true, false]),
        };
        let PictureBody::Table(table) =
            world_picture(&[word("p", 1), word("q", 2), word("r", 1)], false)
        else {
            panic!("no table")
        };
        let filled: Vec<Vec<_>> =
            table.rows.iter().map(|it| it.cells.keys().copied().collect()).collect();
        assert_eq!(filled, [vec![0, 2], vec![], vec![1], vec![]]);
    }
}
