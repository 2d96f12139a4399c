//! Lists of cubes in the iCNF format: behind the header `p inccnf` a line `a LITERAL … 0` for each cube
//! (Wieringa, "Incremental Satisfiability Solving and its Applications", 2014; Heule, Kullmann,
//! Wieringa and Biere, HVC 2011). Clauses may stand before them and are passed over: whoever reads a
//! list has the clauses from elsewhere. And the parts that cubes are solved in, as DIMACS.

use std::io::{self, Write};

use super::numbered::{NumberedClauses, end_of_line, literal, start_of, tokens};
use crate::diagnostic::{Diagnostic, code};
use crate::text::Span;
use puzzle_engine::logic::cnf::Literal;

/// A line with a cube.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenCube {
    /// Its literals as signed numbers, each with its place.
    pub literals: Vec<(i64, Span)>,
    /// The line.
    pub span: Span,
}

/// Whether a file begins as a list of cubes does.
pub fn is_list(bytes: &[u8]) -> bool {
    let mut at = start_of(bytes);
    while at < bytes.len() {
        let end = end_of_line(bytes, at);
        let mut words = tokens(bytes, at..end).map(|it| &bytes[it.range()]);
        match words.next() {
            None | Some([b'c', ..]) => at = end,
            Some(b"p") => return words.next() == Some(b"inccnf"),
            Some(_) => return false,
        }
    }
    false
}

/// Reads the cubes of a list.
///
/// # Errors
/// What is wrong with the first line that is none.
pub fn parse(bytes: &[u8]) -> Result<Vec<WrittenCube>, Box<Diagnostic>> {
    let mut cubes = Vec::new();
    let mut at = start_of(bytes);
    while at < bytes.len() {
        let end = end_of_line(bytes, at);
        let mut words = tokens(bytes, at..end);
        at = end;
        let Some(first) = words.next() else { continue };
        match &bytes[first.range()] {
            [b'c', ..] | b"p" => {}
            b"a" => cubes.push(cube(bytes, first, words)?),
            // A line of clauses.
            _ => drop(literal(&bytes[first.range()], first)?),
        }
    }
    Ok(cubes)
}

fn cube(
    bytes: &[u8],
    first: Span,
    words: impl Iterator<Item = Span>,
) -> Result<WrittenCube, Box<Diagnostic>> {
    let mut literals = Vec::new();
    let mut last = first;
    let mut is_ended = false;
    for word in words {
        let number = literal(&bytes[word.range()], word)?;
        if is_ended {
            return Err(malformed(
                word,
                "behind the `0` of a cube nothing follows",
                "not expected",
            ));
        }
        match number {
            0 => is_ended = true,
            _ => literals.push((number, word)),
        }
        last = word;
    }
    let span = first.to(last);
    if is_ended {
        return Ok(WrittenCube { literals, span });
    }
    let fault = malformed(span, "this cube has no `0` behind it", "it ends without one");
    Err(Box::new(fault.help("write ` 0` behind it; or get the file again if its end is lost")))
}

fn malformed(span: Span, message: &str, label: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(code::MALFORMED_PROOF, span, message, label))
}

/// Writes a list of cubes.
///
/// # Errors
/// Those of `out`.
pub fn write(
    out: &mut impl Write,
    clauses: &NumberedClauses,
    cubes: &[Vec<Literal>],
) -> io::Result<()> {
    writeln!(out, "p inccnf")?;
    for cube in cubes {
        out.write_all(b"a ")?;
        for literal in cube {
            write!(out, "{} ", clauses.signed(*literal))?;
        }
        out.write_all(b"0\n")?;
    }
    Ok(())
}

/// Writes a part as a clause file: the clauses as they stand in theirs, and each literal of the cube as
/// a clause behind them.
///
/// # Errors
/// Those of `out`.
pub fn write_part(
    out: &mut impl Write,
    clauses: &NumberedClauses,
    cube: &[Literal],
) -> io::Result<()> {
    let atoms = clauses.numbers.last().copied().unwrap_or(0);
    writeln!(out, "p cnf {atoms} {}", clauses.cnf.len() + cube.len())?;
    for clause in clauses.cnf.clauses().chain(cube.chunks(1)) {
        for literal in clause {
            write!(out, "{} ", clauses.signed(*literal))?;
        }
        out.write_all(b"0\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Vec<i64>>, String> {
        let cubes = parse(text.as_bytes()).map_err(|it| it.message)?;
        Ok(cubes.into_iter().map(|it| it.literals.into_iter().map(|it| it.0).collect()).collect())
    }

    #[test]
    fn cubes_are_read_and_clauses_and_comments_passed_over() {
        let text = "c a list\np inccnf\n1 -2 0\n-3\n0\na 1 -3 0\n\na 0\r\na -9223372036854775807 0";
        assert_eq!(read(text), Ok(vec![vec![1, -3], vec![], vec![-i64::MAX]]));
        assert!(is_list(text.as_bytes()));
        assert!(!is_list(b"p cnf 1 1\n1 0\n") && !is_list(b"") && !is_list(b"1 0\n"));
    }

    #[test]
    fn what_is_no_cube_is_told() {
        for text in ["a 1 2", "a 1 0 2 0", "a x 0", "a", "x", "b 1 0"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
