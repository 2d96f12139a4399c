//! Pictures in the language of Graphviz. Its programs choose the places, so trees and graphs of
//! any size are written.

use super::label::clean;
use super::{
    Label, Lattice, PartRole, Picture, PictureBody, PictureGraph, PictureRelation, PictureTable,
    PictureTree, TooLarge,
};
use std::fmt::Write;

/// Writes a picture.
///
/// # Errors
/// When it is a table of too many cells, or a tree of too many nodes.
pub fn render(picture: &Picture) -> Result<String, TooLarge> {
    match &picture.body {
        PictureBody::Table(table) | PictureBody::Hands(table) => table.check_size()?,
        PictureBody::Tree(tree) => tree.check_size()?,
        PictureBody::Board(board) => board.table.check_size()?,
        PictureBody::Strip(strip) => {
            strip.boards.iter().try_for_each(|(_, board)| board.table.check_size())?;
        }
        PictureBody::Spread(spread) => {
            spread.table.check_size()?;
            spread.board.iter().try_for_each(|it| it.table.check_size())?;
        }
        PictureBody::Graph(_) | PictureBody::Lattice(_) => {}
    }
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut out, picture);
    Ok(out)
}

fn write(out: &mut String, picture: &Picture) -> std::fmt::Result {
    let has_arrows = matches!(picture.body, PictureBody::Graph(_) | PictureBody::Spread(_));
    let keyword = if has_arrows { "digraph" } else { "graph" };
    writeln!(out, "{keyword} {} {{", quoted(&picture.title))?;
    writeln!(out, "  node [fontname=monospace]; edge [fontname=monospace];")?;
    match &picture.body {
        PictureBody::Tree(tree) => write_tree(out, tree)?,
        PictureBody::Graph(graph) => write_graph(out, graph)?,
        PictureBody::Table(table) | PictureBody::Hands(table) => {
            write_table(out, "table", table)?;
        }
        PictureBody::Lattice(lattice) => write_lattice(out, lattice)?,
        PictureBody::Board(board) => write_table(out, "table", &board.table)?,
        PictureBody::Spread(spread) => {
            if let Some(board) = &spread.board {
                write_table(out, "board", &board.table)?;
            }
            if !spread.table.rows.is_empty() {
                write_table(out, "table", &spread.table)?;
            }
            for (at, relation) in spread.relations.iter().enumerate() {
                let caption = quoted(&relation.caption().text);
                writeln!(out, "  subgraph cluster{at} {{ label={caption};")?;
                write_relation(out, at, relation)?;
                writeln!(out, "  }}")?;
            }
        }
        PictureBody::Strip(strip) => {
            for (at, (caption, board)) in strip.boards.iter().enumerate() {
                writeln!(out, "  subgraph cluster{at} {{ label={};", quoted(&caption.text))?;
                write_table(out, &format!("table{at}"), &board.table)?;
                writeln!(out, "  }}")?;
            }
        }
    }
    writeln!(out, "}}")
}

fn write_tree(out: &mut String, tree: &PictureTree) -> std::fmt::Result {
    writeln!(out, "  graph [ordering=out]; node [shape=circle];")?;
    for (index, node) in tree.nodes.iter().enumerate() {
        let label = quoted(&node.label.text);
        writeln!(out, "  n{index} [label={label}{}];", style(node.label.role))?;
    }
    let parents = tree.parents();
    for (index, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            writeln!(out, "  n{parent} -- n{index};")?;
        }
    }
    Ok(())
}

fn write_graph(out: &mut String, graph: &PictureGraph) -> std::fmt::Result {
    writeln!(out, "  graph [rankdir=LR]; node [shape=box];")?;
    for (index, node) in graph.nodes.iter().enumerate() {
        let lines = std::iter::once(&node.label).chain(&node.badges);
        let label = lines.map(|line| escaped(&line.text)).collect::<Vec<_>>().join("\\n");
        writeln!(out, "  n{index} [label=\"{label}\"{}];", style(node.label.role))?;
    }
    for corridor in graph.corridors() {
        let direction = match corridor.heads() {
            [None, None] => "none",
            [None, Some(_)] => "forward",
            [Some(_), None] => "back",
            [Some(PartRole::Normal), Some(_)] => "both, arrowtail=empty",
            [Some(_), Some(PartRole::Normal)] => "both, arrowhead=empty",
            [Some(_), Some(_)] => "both",
        };
        write!(out, "  n{} -> n{} [dir={direction}", corridor.from, corridor.to)?;
        if !corridor.steps.is_empty() {
            write!(
                out,
                ", label={}{}",
                quoted(&corridor.steps_label()),
                style(PartRole::Highlight)
            )?;
        }
        writeln!(out, "];")?;
    }
    Ok(())
}

/// A relation whose nodes have the number of the relation in their names.
fn write_relation(out: &mut String, at: usize, relation: &PictureRelation) -> std::fmt::Result {
    for (index, node) in relation.nodes.iter().enumerate() {
        let label = quoted(&node.text);
        writeln!(out, "  n{at}_{index} [label={label}{}];", style(node.role))?;
    }
    for (&(one, other), roles) in &relation.lines() {
        let direction = match (relation.is_directed, roles) {
            (false, _) => "none",
            (true, [Some(_), Some(_)]) => "both",
            (true, [Some(_), None]) => "forward",
            (true, _) => "back",
        };
        let is_gone = roles.iter().flatten().all(|it| *it == PartRole::Minus);
        let is_new = roles.contains(&Some(PartRole::Highlight));
        let style = match (is_new, is_gone) {
            (true, _) => style(PartRole::Highlight),
            (false, true) => style(PartRole::Muted),
            _ => "",
        };
        writeln!(out, "  n{at}_{one} -> n{at}_{other} [dir={direction}{style}];")?;
    }
    Ok(())
}

fn write_table(out: &mut String, name: &str, table: &PictureTable) -> std::fmt::Result {
    writeln!(
        out,
        "  {name} [shape=plain, label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\">"
    )?;
    let cell = |label: &Label| format!("<td>{}</td>", html(label));
    let headings: String = table.columns.iter().map(cell).collect();
    writeln!(out, "    <tr><td></td>{headings}</tr>")?;
    for row in &table.rows {
        write!(out, "    <tr>{}", cell(&row.label))?;
        for column in 0..table.columns.len() {
            write!(out, "{}", row.cells.get(&column).map_or("<td></td>".to_string(), cell))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "  </table>>];")
}

/// Every part at its place, in inches, which `neato` keeps.
fn write_lattice(out: &mut String, lattice: &Lattice) -> std::fmt::Result {
    writeln!(out, "  graph [layout=neato]; node [shape=plain]; edge [penwidth=3];")?;
    for (column, heading) in lattice.columns.iter().enumerate() {
        let label = quoted(&heading.text);
        writeln!(out, "  c{column} [label={label}, pos=\"{column},0.4!\"];")?;
    }
    for (row, heading) in lattice.rows.iter().enumerate() {
        let label = quoted(&heading.text);
        writeln!(out, "  r{row} [label={label}, pos=\"-0.4,{}!\"];", -(row as i64))?;
    }
    writeln!(out, "  node [shape=point, width=0.12];")?;
    for row in 0..lattice.rows.len() {
        for column in 0..lattice.columns.len() {
            writeln!(out, "  d{row}_{column} [pos=\"{column},{}!\"];", -(row as i64))?;
        }
    }
    for (lines, down, across) in [(&lattice.across, 0, 1), (&lattice.down, 1, 0)] {
        for (&(row, column), &role) in lines {
            let (below, right) = (row + down, column + across);
            let style = match role {
                PartRole::Highlight => " [style=dashed, color=\"#b35900\"]",
                _ => "",
            };
            writeln!(out, "  d{row}_{column} -- d{below}_{right}{style};")?;
        }
    }
    Ok(())
}

/// The attributes of a role, each with a comma in front.
fn style(role: PartRole) -> &'static str {
    match role {
        PartRole::Normal | PartRole::Plus | PartRole::Minus => "",
        PartRole::Emphasis => ", penwidth=2",
        PartRole::Highlight => ", penwidth=3, color=\"#b35900\", fontcolor=\"#b35900\"",
        PartRole::Muted => ", style=dashed, fontcolor=\"#59636e\"",
    }
}

/// A label in a table, whose roles are tags. Graphviz rejects tags around nothing.
fn html(label: &Label) -> String {
    let text = entities(&label.text);
    match label.role {
        _ if text.is_empty() => text,
        PartRole::Emphasis => format!("<b>{text}</b>"),
        PartRole::Highlight => format!("<b><u>{text}</u></b>"),
        PartRole::Muted => format!("<i>{text}</i>"),
        PartRole::Normal | PartRole::Plus | PartRole::Minus => text,
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// Text within double quotes. Backslashes are escapes there, and entities are replaced.
fn escaped(text: &str) -> String {
    clean(text).replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;")
}

/// Text between tags.
fn entities(text: &str) -> String {
    clean(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
