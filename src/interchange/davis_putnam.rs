//! The Davis-Putnam text format: a clause of numbers a line, a line `0`, and back matter that the
//! solver hands on byte for byte. Its answers are lines `n T` or `n F`, a line `0` and the same back
//! matter.
//!
//! Two things have no form of their own. A line without numbers is skipped, so the empty clause
//! is written as two clauses that contradict each other. And an answer without atoms means "no
//! model", also when the clause set had no clause.

use std::io::{self, Write};

use super::numbered::{self, Builder, NumberedClauses, end_of_line, shown, start_of, tokens};
use crate::diagnostic::{Diagnostic, Edit, Fix, code};
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::cnf::{Atom, Cnf};

/// A clause file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DavisPutnamFile<'a> {
    /// The clauses. Those on lines with faults lack literals.
    pub clauses: NumberedClauses,
    /// All bytes behind the line `0`.
    pub back_matter: &'a [u8],
}

/// An answer file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AnswerFile<'a> {
    /// The value of each atom by its number, in the order of the file; without any there is no
    /// model.
    pub values: Vec<(u64, bool)>,
    /// All bytes behind the line `0`.
    pub back_matter: &'a [u8],
}

/// Reads a clause file, which is at most [`MAX_BYTES`](crate::text::MAX_BYTES) long. Blank lines,
/// further blanks, CRLF and a byte-order mark are accepted. Each faulty line brings one diagnostic.
pub fn parse(text: &[u8]) -> (DavisPutnamFile<'_>, Vec<Diagnostic>) {
    parse_within(text, &mut Budget::unlimited()).expect("there are no limits")
}

/// As [`parse`], within limits.
///
/// # Errors
/// The limit that was reached.
pub fn parse_within<'t>(
    text: &'t [u8],
    budget: &mut Budget,
) -> Result<(DavisPutnamFile<'t>, Vec<Diagnostic>), Stop> {
    let mut builder = Builder::new(text.len(), true);
    let (back_matter, diagnostics) = read_lines(text, budget, |line| {
        for &span in line {
            match numbered::literal(&text[span.range()], span) {
                Ok(0) => return Some(zero_in_clause(span, line)),
                Ok(number) => builder.push(number, span),
                Err(diagnostic) => return Some(*diagnostic),
            }
        }
        builder.end_clause();
        None
    })?;
    Ok((DavisPutnamFile { clauses: builder.finish(), back_matter }, diagnostics))
}

/// Reads an answer file, with the same freedoms as [`parse`]. Lines may come in any order.
pub fn parse_answer(text: &[u8]) -> (AnswerFile<'_>, Vec<Diagnostic>) {
    let mut values = Vec::new();
    let read = read_lines(text, &mut Budget::unlimited(), |line| {
        let value = match line {
            [_, value] => match &text[value.range()] {
                b"T" => Some(true),
                b"F" => Some(false),
                _ => None,
            },
            _ => None,
        };
        let whole = line[0].to(line[line.len() - 1]);
        let (Some(value), number) = (value, numbered::literal(&text[line[0].range()], line[0]))
        else {
            return Some(not_a_value(text, whole));
        };
        match number {
            Ok(number @ 1..) => values.push((number.unsigned_abs(), value)),
            Err(diagnostic) if diagnostic.code == code::LITERAL_OUT_OF_RANGE => {
                return Some(*diagnostic);
            }
            _ => return Some(not_a_value(text, whole)),
        }
        None
    });
    let (back_matter, diagnostics) = read.expect("there are no limits");
    (AnswerFile { values, back_matter }, diagnostics)
}

/// Hands the tokens of each line that has any to `read`, up to the line `0`; returns what follows
/// it, and the faults that `read` found.
fn read_lines<'t>(
    text: &'t [u8],
    budget: &mut Budget,
    mut read: impl FnMut(&[Span]) -> Option<Diagnostic>,
) -> Result<(&'t [u8], Vec<Diagnostic>), Stop> {
    let mut diagnostics = Vec::new();
    let mut line = Vec::new();
    let mut at = start_of(text);
    while at < text.len() {
        let next = end_of_line(text, at);
        line.clear();
        for word in tokens(text, at..next) {
            budget.check()?;
            line.push(word);
        }
        budget.check()?;
        at = next;
        match line[..] {
            [] => {}
            [span] if &text[span.range()] == b"0" => return Ok((&text[at..], diagnostics)),
            _ => diagnostics.extend(read(&line)),
        }
    }
    diagnostics.push(missing_terminator(text, diagnostics.is_empty()));
    Ok((&[], diagnostics))
}

fn zero_in_clause(span: Span, line: &[Span]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        code::NOT_A_LITERAL,
        span,
        "`0` is not a literal",
        "a clause ends with its line",
    );
    match line {
        [.., before, last] if *last == span => {
            let edit = Edit::delete(Span::new(before.end, span.end));
            diagnostic.help("leave the 0 out").fix(Fix::certain("remove the `0`", vec![edit]))
        }
        _ => diagnostic.help("atoms are numbered from 1 on"),
    }
}

fn not_a_value(text: &[u8], span: Span) -> Diagnostic {
    Diagnostic::new(
        code::NOT_AN_ANSWER,
        span,
        format!("`{}` is not the value of an atom", shown(&text[span.range()])),
        "expected the number of an atom and `T` or `F`",
    )
    .help("give the output of the Davis-Putnam procedure")
}

fn missing_terminator(text: &[u8], is_only_fault: bool) -> Diagnostic {
    let end = text.len() as u32;
    let diagnostic = Diagnostic::new(
        code::MISSING_TERMINATOR,
        Span::at(end),
        "the line `0` is missing",
        "the text ends here",
    )
    .help("write a line `0` at the end; whatever is to be handed on comes after it");
    if !is_only_fault {
        return diagnostic;
    }
    let is_within_line = text.len() > start_of(text) && !text.ends_with(b"\n");
    let line = if is_within_line { "\n0\n" } else { "0\n" };
    diagnostic.fix(Fix::certain("write the line `0`", vec![Edit::insert(end, line)]))
}

/// Writes a clause file, each atom under its number.
///
/// # Errors
/// Those of `out`.
pub fn write(
    out: &mut impl Write,
    cnf: &Cnf,
    number: impl Fn(Atom) -> u64,
    back_matter: &[u8],
) -> io::Result<()> {
    for clause in cnf.clauses() {
        let mut separator = "";
        for literal in clause {
            let sign = if literal.is_positive() { "" } else { "-" };
            write!(out, "{separator}{sign}{}", number(literal.atom()))?;
            separator = " ";
        }
        out.write_all(if clause.is_empty() { b"1\n-1\n" } else { b"\n" })?;
    }
    write_end(out, back_matter)
}

/// Writes the answer for a clause set with a model: the values of its atoms, which ascend.
///
/// # Errors
/// Those of `out`.
pub fn write_satisfiable(
    out: &mut impl Write,
    values: impl IntoIterator<Item = (u64, bool)>,
    back_matter: &[u8],
) -> io::Result<()> {
    for (number, value) in values {
        writeln!(out, "{number} {}", if value { 'T' } else { 'F' })?;
    }
    write_end(out, back_matter)
}

/// Writes the answer for a clause set without a model.
///
/// # Errors
/// Those of `out`.
pub fn write_unsatisfiable(out: &mut impl Write, back_matter: &[u8]) -> io::Result<()> {
    write_end(out, back_matter)
}

fn write_end(out: &mut impl Write, back_matter: &[u8]) -> io::Result<()> {
    out.write_all(b"0\n")?;
    out.write_all(back_matter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::fix::apply;

    const EXAMPLE: &str =
        "1 2 3\n-2 3\n-3\n0\nThis is a simple example with 3 clauses and 3 atoms.\n";

    fn written(document: &DavisPutnamFile<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        let clauses = &document.clauses;
        write(&mut out, &clauses.cnf, |atom| clauses.number(atom), document.back_matter).unwrap();
        out
    }

    #[test]
    fn a_document_comes_back_byte_for_byte() {
        let sparse = b"-1000000000000000000 5\n5\n0\n\x00\xff\r\n\n 0\nno newline";
        for text in [EXAMPLE.as_bytes(), sparse, b"0\n"] {
            let (document, diagnostics) = parse(text);
            assert_eq!(diagnostics, []);
            assert_eq!(written(&document), text);
        }
    }

    #[test]
    fn blanks_and_line_ends_are_free_before_the_line_0() {
        let (document, diagnostics) =
            parse(b"\xef\xbb\xbf\r\n 1\t 2 3 \r\n\n-2 3\r\n-3\n0 \r\nend\r\n");
        assert_eq!(diagnostics, []);
        assert_eq!(written(&document), b"1 2 3\n-2 3\n-3\n0\nend\r\n");
        assert_eq!(document.clauses.spans[1], Span::new(9, 10));
        assert_eq!(parse(b"1\n0").0.back_matter, b"");
    }

    #[test]
    fn each_faulty_line_brings_one_diagnostic_at_its_place() {
        let (_, diagnostics) = parse(b"1 2 0\n3 x y\n0 1\n9999999999999999999\n5\n0\nx\n");
        let found: Vec<_> = diagnostics.iter().map(|it| (it.code, it.span)).collect();
        assert_eq!(
            found,
            [
                (code::NOT_A_LITERAL, Span::new(4, 5)),
                (code::NOT_A_LITERAL, Span::new(8, 9)),
                (code::NOT_A_LITERAL, Span::new(12, 13)),
                (code::LITERAL_OUT_OF_RANGE, Span::new(16, 35)),
            ]
        );
        assert_eq!(apply("1 2 0\n", &diagnostics[0].fixes[0].edits), "1 2\n");
    }

    #[test]
    fn a_missing_terminator_is_repaired() {
        for (text, right) in [("1 2\n", "1 2\n0\n"), ("1 2", "1 2\n0\n"), ("", "0\n")] {
            let (_, diagnostics) = parse(text.as_bytes());
            assert_eq!(diagnostics[0].code, code::MISSING_TERMINATOR);
            assert_eq!(apply(text, &diagnostics[0].fixes[0].edits), right);
        }
    }

    #[test]
    fn the_empty_clause_stays_contradictory() {
        let mut cnf = Cnf::new(0);
        cnf.add([]);
        let mut out = Vec::new();
        write(&mut out, &cnf, |atom| u64::from(atom.0) + 1, b"").unwrap();
        assert_eq!(out, b"1\n-1\n0\n");
    }

    #[test]
    fn answers_come_back() {
        let values = [(1, true), (1_000_000_000_000_000_000, false)];
        let mut out = Vec::new();
        write_satisfiable(&mut out, values, b"key\r\n\xfe").unwrap();
        assert_eq!(out, b"1 T\n1000000000000000000 F\n0\nkey\r\n\xfe");
        let (answer, diagnostics) = parse_answer(&out);
        assert_eq!((answer.values, diagnostics.len()), (values.to_vec(), 0));
        assert_eq!(answer.back_matter, b"key\r\n\xfe");
        out.clear();
        write_unsatisfiable(&mut out, b"key").unwrap();
        assert_eq!(parse_answer(&out).0, AnswerFile { values: vec![], back_matter: b"key" });
    }

    #[test]
    fn what_is_no_answer_is_told() {
        let (_, diagnostics) =
            parse_answer(b"1 2 3\n1 T\n-1 F\n2 X\n0 T\n99999999999999999999 T\n0\n");
        let codes: Vec<_> = diagnostics.iter().map(|it| it.code).collect();
        let mut expected = vec![code::NOT_AN_ANSWER; 4];
        expected.push(code::LITERAL_OUT_OF_RANGE);
        assert_eq!(codes, expected);
    }
}
