//! The key that joins a maze's clauses and their answer: back matter of the Davis-Putnam format
//! with a line `ATOM NODE TIME` for each atom At(N,I).

use super::{errors, lines, words};
use crate::diagnostic::Diagnostic;
use crate::text::Span;
use puzzle_engine::logic::cnf::{Atom, Literal};
use puzzle_engine::logic::maze::NodeId;
use puzzle_engine::logic::maze_encoding::{MazeAtom, MazeEncoding};

/// What is printed for a maze whose clauses have no model.
pub const NO_SOLUTION: &str = "NO SOLUTION";

/// The key of an encoding, with the nodes' names by id.
pub fn write(encoding: &MazeEncoding, nodes: &[String]) -> String {
    let mut key = String::new();
    for (meaning, atom) in encoding.meaning.iter().zip(1..) {
        if let MazeAtom::At(NodeId(node), time) = *meaning {
            let atom: u32 = atom;
            key.push_str(&format!("{atom} {} {time}\n", nodes[node as usize]));
        }
    }
    key
}

/// The path that a satisfiable answer describes, its nodes separated by blanks. The key is what
/// `text` holds from offset `start` on. Waiting at the last node is left out.
///
/// `None` with a diagnostic when a line does not belong to a key, or when there is a time at which
/// the player is not at exactly one node.
pub fn read_path(
    text: &str,
    start: u32,
    is_true: impl Fn(Atom) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<String> {
    match places(text, start, is_true) {
        Ok(mut path) => {
            while let [.., before, last] = path[..]
                && before == last
            {
                path.pop();
            }
            Some(path.join(" "))
        }
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            None
        }
    }
}

/// The node at each time.
fn places(
    text: &str,
    start: u32,
    is_true: impl Fn(Atom) -> bool,
) -> Result<Vec<&str>, Box<Diagnostic>> {
    let mut places = Vec::new();
    for line in lines(&text[start as usize..]) {
        let line = Span::new(start + line.start, start + line.end);
        let words: Vec<Span> = words(text, line).collect();
        if words.is_empty() {
            continue;
        }
        let (atom, place) =
            key_line(text, &words).ok_or_else(|| Box::new(errors::not_a_key_line(line)))?;
        if is_true(atom) {
            places.push(place);
        }
    }
    places.sort_unstable_by_key(|place| (place.time, place.node.start));
    for (place, time) in places.iter().zip(0..) {
        if place.time != time {
            let is_twice = place.time < time;
            let time = time - u64::from(is_twice);
            return Err(Box::new(errors::not_a_path(place.node, time, is_twice)));
        }
    }
    if places.is_empty() {
        return Err(Box::new(errors::not_a_path(Span::at(text.len() as u32), 0, false)));
    }
    Ok(places.iter().map(|place| &text[place.node.range()]).collect())
}

/// Where the player is at a time.
struct Place {
    time: u64,
    node: Span,
}

fn key_line(text: &str, words: &[Span]) -> Option<(Atom, Place)> {
    let &[atom, node, time] = words else { return None };
    let literal = Literal::from_dimacs(text[atom.range()].parse().ok()?)?;
    let time = text[time.range()].parse().ok()?;
    literal.is_positive().then(|| (literal.atom(), Place { time, node }))
}
