//! Pictures as plain text, without an end-of-line after the last line.

use std::fmt::Write;

use super::label::{clean, columns};
use super::{
    Label, Lattice, PartRole, Picture, PictureBody, PictureGraph, PictureRelation, PictureTable,
    PictureTree, Spread, Strip, TooLarge,
};

/// The longest text written, in bytes. A tree of a million levels would be a million times as long.
pub const MAX_BYTES: usize = 16 << 20;

/// Writes a picture; its title is left out.
///
/// # Errors
/// When the text would be longer than [`MAX_BYTES`].
pub fn render(picture: &Picture) -> Result<String, TooLarge> {
    match &picture.body {
        PictureBody::Tree(tree) => self::tree(tree),
        PictureBody::Graph(graph) => self::graph(graph),
        PictureBody::Table(table) | PictureBody::Hands(table) => self::table(table),
        PictureBody::Lattice(lattice) => self::lattice(lattice),
        PictureBody::Board(board) => table(&board.table),
        PictureBody::Strip(strip) => self::strip(strip),
        PictureBody::Spread(spread) => self::spread(spread),
    }
}

/// Writes a tree with the root at the left and the last operand on top: it follows its node on the
/// same line, all other operands stand on lines of their own, two columns further in for each
/// level. Roles are not shown.
///
/// # Errors
/// As [`render`].
pub fn tree(tree: &PictureTree) -> Result<String, TooLarge> {
    tree.check_size()?;
    let mut out = String::new();
    // Operands still to come of the nodes above the present one.
    let mut open: Vec<usize> = Vec::new();
    let mut is_first_operand = true;
    for (index, node) in tree.nodes.iter().rev().enumerate() {
        if is_first_operand && !open.is_empty() {
            out.push(' ');
        } else if index > 0 {
            let indent = 2 * open.len();
            TooLarge::check(out.len() + indent, MAX_BYTES, "bytes")?;
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
        }
        out.push_str(&clean(&node.label.text));
        TooLarge::check(out.len(), MAX_BYTES, "bytes")?;
        is_first_operand = node.operands > 0;
        if is_first_operand {
            open.push(node.operands);
            continue;
        }
        while let Some(left) = open.last_mut() {
            *left -= 1;
            if *left > 0 {
                break;
            }
            open.pop();
        }
    }
    Ok(out)
}

/// Writes a graph as a list of its nodes, by distance from the start (`-` where no path leads):
/// distance, name, badges, and where the node's edges lead. The walk follows below an empty line.
///
/// # Errors
/// As [`render`].
pub fn graph(graph: &PictureGraph) -> Result<String, TooLarge> {
    let names: Vec<String> = graph.nodes.iter().map(|node| clean(&node.label.text)).collect();
    let mut leads_to = vec![String::new(); names.len()];
    let ends: usize = graph.edges.iter().map(|&(_, to)| names[to].len() + 1).sum();
    TooLarge::check(ends, MAX_BYTES, "bytes")?;
    for &(from, to) in &graph.edges {
        let list = &mut leads_to[from];
        list.push_str(if list.is_empty() { "-> " } else { " " });
        list.push_str(&names[to]);
    }
    let distances = graph.distances();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|&node| distances[node].unwrap_or(usize::MAX));
    let mut lines = Vec::with_capacity(order.len());
    for node in order {
        let distance = distances[node].map_or("-".to_string(), |distance| distance.to_string());
        let badges = graph.nodes[node].badges.iter().map(|badge| clean(&badge.text));
        let badges = badges.collect::<Vec<_>>().join(" ");
        lines.push(vec![
            distance,
            names[node].clone(),
            badges,
            std::mem::take(&mut leads_to[node]),
        ]);
    }
    let mut out = aligned(&lines)?;
    if !graph.walk.is_empty() {
        let walk: usize = graph.walk.iter().map(|&node| names[node].len() + 1).sum();
        TooLarge::check(out.len() + walk, MAX_BYTES, "bytes")?;
        out.push_str("\n\nwalk:");
        for &node in &graph.walk {
            out.push(' ');
            out.push_str(&names[node]);
        }
    }
    Ok(out)
}

/// Writes a table with aligned columns. A highlighted cell is in brackets.
///
/// # Errors
/// As [`render`], or when there are too many cells.
pub fn table(table: &PictureTable) -> Result<String, TooLarge> {
    table.check_size()?;
    let is_highlight = |label: &Label| label.role == PartRole::Highlight;
    let has_brackets =
        table.rows.iter().flat_map(|row| &row.cells).any(|(_, cell)| is_highlight(cell));
    let text = |label: &Label| match clean(&label.text) {
        text if is_highlight(label) => format!("[{text}]"),
        text if has_brackets && !text.is_empty() => format!(" {text}"),
        text => text,
    };
    let headings = std::iter::once(String::new()).chain(table.columns.iter().map(text)).collect();
    let mut lines: Vec<Vec<String>> = vec![headings];
    for row in &table.rows {
        let cell = |column| row.cells.get(&column).map(text).unwrap_or_default();
        let cells = (0..table.columns.len()).map(cell);
        lines.push(std::iter::once(clean(&row.label.text)).chain(cells).collect());
    }
    aligned(&lines)
}

/// Writes boards one below the other, each below what is said of it.
///
/// # Errors
/// As [`table`].
pub fn strip(strip: &Strip) -> Result<String, TooLarge> {
    let mut out = String::new();
    for (caption, board) in &strip.boards {
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        out.push_str(&clean(&caption.text));
        out.push('\n');
        out.push_str(&table(&board.table)?);
        TooLarge::check(out.len(), MAX_BYTES, "bytes")?;
    }
    Ok(out)
}

/// Writes a board, a table, and below it relations, each below what its arrows mean.
///
/// # Errors
/// As [`table`].
pub fn spread(spread: &Spread) -> Result<String, TooLarge> {
    let mut parts = Vec::new();
    if let Some(board) = &spread.board {
        parts.push(table(&board.table)?);
    }
    if !spread.table.rows.is_empty() {
        parts.push(table(&spread.table)?);
    }
    for it in &spread.relations {
        parts.push(format!("{}\n{}", clean(&it.caption().text), relation(it)?));
        TooLarge::check(parts.iter().map(String::len).sum(), MAX_BYTES, "bytes")?;
    }
    Ok(parts.join("\n\n"))
}

/// Writes a relation as a list of its things, behind each where arrows lead from it, or to what lines without
/// direction join it: what is new in brackets, what is no more in parentheses.
fn relation(relation: &PictureRelation) -> Result<String, TooLarge> {
    let names: Vec<String> = relation.nodes.iter().map(|it| clean(&it.text)).collect();
    let sign = if relation.is_directed { "->" } else { "--" };
    let mut lines: Vec<Vec<String>> =
        names.iter().map(|it| vec![it.clone(), String::new()]).collect();
    for (&(from, to), role) in &relation.arrows {
        let list = &mut lines[from][1];
        list.push_str(if list.is_empty() { sign } else { "" });
        let name = &names[to];
        let _ = match role {
            PartRole::Highlight => write!(list, " [{name}]"),
            PartRole::Minus => write!(list, " ({name})"),
            _ => write!(list, " {name}"),
        };
    }
    aligned(&lines)
}

/// Writes a lattice: `.` is a dot, `---` and `|` are lines, `***` and `*` highlighted ones. Columns
/// are as wide as the widest heading needs.
///
/// # Errors
/// As [`render`].
pub fn lattice(lattice: &Lattice) -> Result<String, TooLarge> {
    let widest = |labels: &[Label]| {
        labels.iter().map(|it| columns(&clean(&it.text))).max().unwrap_or_default()
    };
    let (front, width) = (widest(&lattice.rows), widest(&lattice.columns).max(3));
    let line = front + 2 + (width + 1) * lattice.columns.len();
    TooLarge::check(line.saturating_mul(2 * lattice.rows.len()), MAX_BYTES, "bytes")?;
    let mut lines = vec![format!("{:front$} ", "")];
    for heading in &lattice.columns {
        let _ = write!(lines[0], "{:<1$}", clean(&heading.text), width + 1);
    }
    let sign = |line: Option<&PartRole>, sign, last| match line {
        None => ' ',
        Some(PartRole::Highlight) => '*',
        Some(PartRole::Emphasis) => last,
        Some(_) => sign,
    };
    for (row, label) in lattice.rows.iter().enumerate() {
        let mut dots = format!("{:front$} ", clean(&label.text));
        let mut below = format!("{:front$} ", "");
        for column in 0..lattice.columns.len() {
            let across = sign(lattice.across.get(&(row, column)), '-', '=');
            dots.push('.');
            dots.extend(std::iter::repeat_n(across, width));
            let down = sign(lattice.down.get(&(row, column)), '|', '‖');
            let square = lattice.squares.get(&(row, column)).map(|it| clean(&it.text));
            let _ = write!(below, "{down}{:^width$}", square.unwrap_or_default());
        }
        lines.extend([dots, below]);
    }
    // Nothing stands below the last row of dots.
    lines.pop();
    Ok(lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n"))
}

/// Lines of fields, each field padded to the width of its column. Columns without any text take
/// no place, and no line ends in a blank.
fn aligned(lines: &[Vec<String>]) -> Result<String, TooLarge> {
    let mut widths: Vec<usize> = Vec::new();
    for line in lines {
        widths.resize(widths.len().max(line.len()), 0);
        for (width, field) in widths.iter_mut().zip(line) {
            *width = columns(field).max(*width);
        }
    }
    let mut out = String::new();
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let mut blanks = 0;
        for (field, width) in line.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            let width_here = columns(field);
            if width_here > 0 {
                TooLarge::check(out.len() + blanks + field.len(), MAX_BYTES, "bytes")?;
                out.extend(std::iter::repeat_n(' ', blanks));
                out.push_str(field);
                blanks = 0;
            }
            blanks += width - width_here + 1;
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_drawn_root_left_and_last_operand_on_top() {
        let mut n_ary = PictureTree::default();
        for (label, operands) in
            [("x", 0), ("u", 0), ("v", 0), ("w", 0), ("z", 0), ("*", 4), ("y", 0), ("+", 3)]
        {
            n_ary.push(label, operands);
        }
        assert_eq!(tree(&n_ary).unwrap(), "+ y\n  * z\n    w\n    v\n    u\n  x");
        n_ary.push("a\nb", 0);
        assert!(tree(&n_ary).unwrap().starts_with("a\u{fffd}b\n+ y\n"));
        assert_eq!(tree(&PictureTree::default()).unwrap(), "");
    }

    #[test]
    fn deep_trees_are_written_or_refused() {
        let mut negations = PictureTree::default();
        let mut left_deep = PictureTree::default();
        negations.push("x", 0);
        left_deep.push("x", 0);
        for _ in 0..100_000 {
            negations.push("-", 1);
            left_deep.push("y", 0);
            left_deep.push("+", 2);
        }
        assert_eq!(tree(&negations).unwrap().len(), 200_001);
        assert_eq!(tree(&left_deep).unwrap_err().most, MAX_BYTES);
    }

    #[test]
    fn columns_of_a_table_are_aligned() {
        let row = |label: &str, cells: &[(usize, &str, PartRole)]| super::super::TableRow {
            label: label.into(),
            cells: cells
                .iter()
                .map(|&(column, text, role)| (column, Label::new(text, role)))
                .collect(),
        };
        let clauses = PictureTable {
            columns: ["x", "long", "y", "z"].map(Label::from).to_vec(),
            rows: vec![
                row("1", &[(0, "+", PartRole::Plus), (1, "-", PartRole::Highlight)]),
                row("20", &[(3, "+", PartRole::Plus)]),
                row("3", &[]),
            ],
        };
        assert_eq!(table(&clauses).unwrap(), "    x  long  y  z\n1   + [-]\n20              +\n3");
        assert_eq!(table(&PictureTable::default()).unwrap(), "");
    }
}
