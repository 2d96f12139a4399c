//! What differs between two pictures of the same form, as of two worlds of one theory, is made to stand out.

use std::collections::BTreeMap;

use super::{
    Label, Lattice, PartRole, Picture, PictureBoard, PictureBody, PictureTable, PictureTree,
    TableRow,
};

/// What stands where nothing is any more.
const NOTHING: &str = ".";

impl Picture {
    /// Marks what differs from a picture of the same before: cells of tables and boards, arrows, lines of lattices, and
    /// nodes of trees. Other forms stay as they are.
    pub fn mark_changes(&mut self, before: &Self) {
        let (board, table, relations) = match &before.body {
            PictureBody::Table(table) | PictureBody::Hands(table) => (None, table, &[][..]),
            PictureBody::Spread(spread) => {
                (spread.board.as_ref(), &spread.table, &spread.relations[..])
            }
            PictureBody::Board(before) => {
                if let PictureBody::Board(now) = &mut self.body {
                    mark_board(now, before);
                }
                return;
            }
            PictureBody::Lattice(before) => {
                if let PictureBody::Lattice(now) = &mut self.body {
                    mark_lattice(now, before);
                }
                return;
            }
            PictureBody::Tree(before) => {
                if let PictureBody::Tree(now) = &mut self.body {
                    mark_tree(now, before);
                }
                return;
            }
            _ => return,
        };
        match &mut self.body {
            PictureBody::Table(now) | PictureBody::Hands(now) => mark_table(now, table),
            PictureBody::Spread(now) => {
                if let (Some(now), Some(board)) = (&mut now.board, board) {
                    mark_board(now, board);
                }
                mark_table(&mut now.table, table);
                for relation in &mut now.relations {
                    if let Some(same) = relations.iter().find(|it| it.name == relation.name) {
                        relation.mark_changes(same);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Marks cells, whose columns and rows are known by their headings. What is a graph in one world and a column in
/// the other cannot be compared cell by cell, and is left as it is.
fn mark_table(now: &mut PictureTable, before: &PictureTable) {
    let columns: Vec<Option<usize>> = now
        .columns
        .iter()
        .map(|own| before.columns.iter().position(|it| it.text == own.text))
        .collect();
    let mut rows = before.rows.iter();
    for row in &mut now.rows {
        // Rows stand in the same order; some may be there only once.
        let mut rest = rows.clone();
        let same = rest.find(|it| it.label.text == row.label.text);
        if same.is_some() {
            rows = rest;
        }
        for (at, column) in columns.iter().enumerate() {
            if let Some(column) = column {
                mark_cell(row, at, same.and_then(|it| it.cells.get(column)));
            }
        }
    }
}

/// Marks a cell unless it says what it said.
fn mark_cell(row: &mut TableRow, at: usize, old: Option<&Label>) {
    match row.cells.get_mut(&at) {
        Some(cell) if old.is_none_or(|it| it.text != cell.text) => cell.role = PartRole::Highlight,
        None if old.is_some() => {
            row.cells.insert(at, Label::new(NOTHING, PartRole::Highlight));
        }
        _ => {}
    }
}

/// Marks the lines of a lattice that are new.
fn mark_lattice(now: &mut Lattice, before: &Lattice) {
    let mark = |now: &mut BTreeMap<_, PartRole>, before: &BTreeMap<_, PartRole>| {
        let new = now.iter_mut().filter(|it| !before.contains_key(it.0));
        new.for_each(|(_, role)| *role = PartRole::Emphasis);
    };
    mark(&mut now.across, &before.across);
    mark(&mut now.down, &before.down);
}

/// Marks the nodes of a tree of the same form that say something else.
fn mark_tree(now: &mut PictureTree, before: &PictureTree) {
    let pairs = now.nodes.iter_mut().zip(&before.nodes);
    for (node, _) in pairs.filter(|(now, before)| now.label.text != before.label.text) {
        node.label.role = PartRole::Highlight;
    }
}

/// Marks the cells of a board in which something else stands.
fn mark_board(now: &mut PictureBoard, before: &PictureBoard) {
    let words = |board: &PictureBoard, place: &(usize, usize)| -> Vec<String> {
        let layers = board.layers.get(place).into_iter().flatten();
        layers.map(|it| it.text.clone()).collect()
    };
    let columns = now.table.columns.len();
    for row in 0..now.table.rows.len() {
        for column in 0..columns {
            let place = (row, column);
            let sign = |board: &PictureBoard| {
                let cell = board.table.rows.get(row).and_then(|it| it.cells.get(&column));
                cell.map(|it| it.text.clone())
            };
            let is_same = sign(now) == sign(before)
                && words(now, &place) == words(before, &place)
                && now.corners.get(&place) == before.corners.get(&place)
                && now.notes.get(&place) == before.notes.get(&place);
            if !is_same {
                now.marked.insert(place);
                let cells = &mut now.table.rows[row].cells;
                let cell = cells.entry(column).or_insert_with(|| NOTHING.into());
                cell.role = PartRole::Highlight;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Format, PictureRelation, Spread};

    fn table(columns: &[&str], rows: &[(&str, &[&str])]) -> PictureTable {
        let row = |(label, cells): &(&str, &[&str])| TableRow {
            label: (*label).into(),
            cells: cells
                .iter()
                .enumerate()
                .filter(|it| !it.1.is_empty())
                .map(|(at, it)| (at, Label::from(*it)))
                .collect(),
        };
        PictureTable {
            columns: columns.iter().map(|it| Label::from(*it)).collect(),
            rows: rows.iter().map(row).collect(),
        }
    }

    fn text(now: PictureBody, before: PictureBody) -> String {
        let picture = |body| Picture { caption: None, title: String::new(), body };
        let (before, mut now) = (picture(before), picture(now));
        now.mark_changes(&before);
        now.render(Format::Text).unwrap()
    }

    #[test]
    fn cells_that_say_something_else_are_marked() {
        let before =
            table(&["p", "f"], &[("a", &["+", "x"]), ("b", &["+", "y"]), ("a", &["", "z"])]);
        let now = table(&["p", "f"], &[("a", &["+", "y"]), ("b", &["", "y"]), ("a", &["+", "z"])]);
        let marked = text(PictureBody::Table(now), PictureBody::Table(before));
        assert_eq!(marked, "   p   f\na  +  [y]\nb [.]  y\na [+]  z");
    }

    #[test]
    fn what_is_a_graph_in_one_world_and_a_column_in_the_other_is_left_as_it_is() {
        let relation = PictureRelation::new("r", vec!["a".into(), "b".into()], [(0, 1)]);
        let graph = PictureBody::Spread(Spread {
            board: None,
            table: table(&["p"], &[("a", &["+"]), ("b", &[""])]),
            relations: vec![relation],
        });
        let column =
            PictureBody::Table(table(&["r", "p"], &[("a", &["a, b", "+"]), ("b", &["", "+"])]));
        let now = text(column.clone(), graph.clone());
        assert_eq!(now, "   r     p\na  a, b  +\nb       [+]");
        assert_eq!(text(graph, column), "   p\na  +\nb [.]\n\nr(x, y): x → y\na -> b\nb");
    }

    #[test]
    fn lines_that_are_new_and_nodes_that_say_something_else_are_marked() {
        let lattice = |lines: &[(usize, usize)]| {
            let dots = || vec![Label::from("a"), Label::from("b")];
            let across = lines.iter().map(|it| (*it, PartRole::Normal)).collect();
            PictureBody::Lattice(Lattice {
                columns: dots(),
                rows: dots(),
                across,
                ..Lattice::default()
            })
        };
        let marked = text(lattice(&[(0, 0), (1, 0)]), lattice(&[(0, 0)]));
        assert_eq!(marked, "  a   b\na .---.\n\nb .===.");
        let tree = |leaf: &str| {
            let mut tree = PictureTree::default();
            tree.push(leaf, 0);
            tree.push("-", 1);
            Picture { caption: None, title: String::new(), body: PictureBody::Tree(tree) }
        };
        let mut now = tree("x=1");
        now.mark_changes(&tree("x"));
        let PictureBody::Tree(tree) = now.body else { panic!("a tree stays a tree") };
        let roles: Vec<_> = tree.nodes.iter().map(|it| it.label.role).collect();
        assert_eq!(roles, [PartRole::Highlight, PartRole::Normal]);
    }

    #[test]
    fn cells_of_a_board_are_framed() {
        let board = |cells: &[(&str, &[&str])]| {
            let table = table(&["a", "b"], cells);
            let layers = table.rows.iter().enumerate().flat_map(|(row, it)| {
                it.cells.iter().map(move |(column, it)| ((row, *column), vec![it.clone()]))
            });
            PictureBoard { layers: layers.collect(), table: table.clone(), ..Default::default() }
        };
        let mut now = board(&[("1", &["3", ""]), ("2", &["5", "#"])]);
        let before = board(&[("1", &["3", "4"]), ("2", &["1", "#"])]);
        let beside = |it: &PictureBoard| {
            PictureBody::Spread(Spread { board: Some(it.clone()), ..Spread::default() })
        };
        assert_eq!(text(beside(&now), beside(&before)), "   a   b\n1  3  [.]\n2 [5]  #");
        mark_board(&mut now, &before);
        assert_eq!(now.marked.iter().copied().collect::<Vec<_>>(), [(0, 1), (1, 0)]);
    }
}
