//! DIMACS CNF, as files in the wild have it, and the answers of the SAT competitions.
//!
//! Clauses are runs of numbers that a 0 ends, over any number of lines. A line that starts with `c`
//! is a comment wherever it stands, and so is what follows a `c` on its own; a line that starts with
//! `%` ends the clauses (as in SATLIB's files). The counts in the header `p cnf ATOMS CLAUSES` are
//! only compared with what is there. A missing header brings a warning, and so does a last clause
//! without its 0, which is taken as it is.

use std::io::{self, Write};

use super::numbered::{self, Builder, NumberedClauses, end_of_line, shown, start_of, tokens};
use crate::diagnostic::{Diagnostic, Edit, Fix, Severity, code};
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::cnf::{Atom, Cnf};

/// A clause file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DimacsFile {
    /// The clauses. Those on lines with faults lack literals.
    pub clauses: NumberedClauses,
    /// How many atoms there are: those of the header, or more when a clause names a higher one.
    pub atoms: u64,
}

impl DimacsFile {
    /// How many atoms no clause names. Each doubles the number of models.
    pub fn free_atoms(&self) -> u64 {
        self.atoms - self.clauses.numbers.len() as u64
    }
}

/// Reads a clause file, which is at most [`MAX_BYTES`](crate::text::MAX_BYTES) long. Each faulty
/// line brings one diagnostic.
pub fn parse(text: &[u8]) -> (DimacsFile, Vec<Diagnostic>) {
    parse_within(text, &mut Budget::unlimited()).expect("there are no limits")
}

/// As [`parse`], within limits.
///
/// # Errors
/// The limit that was reached.
pub fn parse_within(
    text: &[u8],
    budget: &mut Budget,
) -> Result<(DimacsFile, Vec<Diagnostic>), Stop> {
    read(text, true, budget)
}

/// As [`parse`], but where the literals stand is not kept, which takes more room than they do.
pub fn parse_clauses(text: &[u8]) -> (DimacsFile, Vec<Diagnostic>) {
    read(text, false, &mut Budget::unlimited()).expect("there are no limits")
}

fn read(
    text: &[u8],
    with_spans: bool,
    budget: &mut Budget,
) -> Result<(DimacsFile, Vec<Diagnostic>), Stop> {
    let builder = Builder::new(text.len(), with_spans);
    let mut reader = Reader { text, builder, ..Reader::default() };
    reader.read(budget)?;
    Ok(reader.finish())
}

/// The header's line, and each count as written, if it is.
#[derive(Clone, Copy)]
struct Header {
    span: Span,
    atoms: Option<(u64, Span)>,
    clauses: Option<(u64, Span)>,
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a [u8],
    builder: Builder,
    /// The highest atom so far, and where it stands first.
    highest: (u64, Span),
    /// Where the latest literal stands.
    last: Span,
    header: Option<Header>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn read(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let text = self.text;
        let mut at = start_of(text);
        let mut is_first_on_line = true;
        while let Some(&first) = text.get(at) {
            if first.is_ascii_whitespace() {
                is_first_on_line |= matches!(first, b'\n' | b'\r');
                at += 1;
                continue;
            }
            budget.check()?;
            if let Some((number, end)) = short_number(text, at) {
                self.number(number, Span::new(at as u32, end as u32));
                is_first_on_line = false;
                at = end;
                continue;
            }
            let rest = &text[at..];
            let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            let span = Span::new(at as u32, (at + length) as u32);
            match first {
                b'%' if is_first_on_line => break,
                b'c' if is_first_on_line || length == 1 => at = end_of_line(text, at),
                b'p' if is_first_on_line => {
                    let end = end_of_line(text, at);
                    self.header(&tokens(text, at..end).collect::<Vec<_>>());
                    at = end;
                }
                _ => match numbered::literal(&text[span.range()], span) {
                    Ok(number) => {
                        self.number(number, span);
                        at += length;
                        is_first_on_line = false;
                        continue;
                    }
                    Err(diagnostic) => {
                        self.diagnostics.push(*diagnostic);
                        at = end_of_line(text, at);
                    }
                },
            }
            is_first_on_line = true;
        }
        Ok(())
    }

    /// Takes a literal, or the 0 behind a clause.
    fn number(&mut self, number: i64, span: Span) {
        if number == 0 {
            return self.builder.end_clause();
        }
        self.builder.push(number, span);
        self.last = span;
        if number.unsigned_abs() > self.highest.0 {
            self.highest = (number.unsigned_abs(), span);
        }
    }

    /// Reads a header, given by its words.
    fn header(&mut self, words: &[Span]) {
        let text = self.text;
        let span = words[0].to(words[words.len() - 1]);
        let count = |span: &Span| {
            let word = std::str::from_utf8(&text[span.range()]).ok()?;
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| word.parse().unwrap_or(u64::MAX)).map(|number| (number, *span))
        };
        let counts: Vec<_> = words.iter().skip(2).map(count).collect();
        let is_cnf = &text[words[0].range()] == b"p"
            && words.get(1).is_some_and(|word| &text[word.range()] == b"cnf");
        self.diagnostics.push(if let Some(first) = &self.header {
            let message = "there is a second header";
            let end = end_of_line(text, span.end as usize) as u32;
            Diagnostic::new(code::DIMACS_HEADER, span, message, "the second one")
                .related(first.span, "the first one")
                .help("keep one of them")
                .fix(Fix::maybe("delete this one", vec![Edit::delete(Span::new(span.start, end))]))
        } else if !is_cnf || counts.len() > 2 || counts.contains(&None) {
            let message = format!("`{}` is not a header", shown(&text[span.range()]));
            Diagnostic::new(code::DIMACS_HEADER, span, message, "not as in `p cnf 3 2`")
                .help("write `p cnf ATOMS CLAUSES`, both as numbers")
        } else if self.builder.clauses() > 0 || self.builder.is_open() {
            let message = "the header stands behind clauses";
            Diagnostic::new(code::DIMACS_HEADER, span, message, "too late")
                .help("move this line before the first clause")
        } else {
            let count = |index: usize| counts.get(index).copied().flatten();
            self.header = Some(Header { span, atoms: count(0), clauses: count(1) });
            return;
        });
    }

    fn finish(mut self) -> (DimacsFile, Vec<Diagnostic>) {
        let lacks_zero = self.builder.is_open();
        if lacks_zero {
            self.builder.end_clause();
        }
        // Whatever a faulty line held may be what is missed here.
        if self.diagnostics.is_empty() {
            if lacks_zero {
                self.missing_last_zero();
            }
            match self.header {
                Some(header) => self.compare(header),
                None => self.missing_header(),
            }
        }
        let declared = self.header.and_then(|header| header.atoms).map_or(0, |(atoms, _)| atoms);
        let atoms = declared.max(self.highest.0);
        (DimacsFile { clauses: self.builder.finish(), atoms }, self.diagnostics)
    }

    fn missing_last_zero(&mut self) {
        let mut diagnostic = Diagnostic::new(
            code::MISSING_TERMINATOR,
            Span::at(self.last.end),
            "the last clause has no `0` behind it",
            "the last literal is here",
        )
        .help("write ` 0` here; or get the file again if its end is lost")
        .fix(Fix::maybe("write ` 0`", vec![Edit::insert(self.last.end, " 0")]));
        diagnostic.severity = Severity::Warning;
        self.diagnostics.push(diagnostic);
    }

    fn missing_header(&mut self) {
        let found = self.builder.clauses();
        let line = format!("p cnf {} {found}\n", self.highest.0);
        let start = start_of(self.text) as u32;
        let diagnostic = Diagnostic::new(
            code::DIMACS_HEADER,
            Span::at(start),
            "the header is missing",
            "expected `p cnf ATOMS CLAUSES` before the clauses",
        );
        let title = format!("write `{}`", line.trim_end());
        let mut diagnostic = diagnostic
            .help(format!("{title} at the start"))
            .fix(Fix::certain(title, vec![Edit::insert(start, line)]));
        // A file without clauses, either, is likely to have lost all that it held.
        if found > 0 {
            diagnostic.severity = Severity::Warning;
        }
        self.diagnostics.push(diagnostic);
    }

    /// Compares the counts of the header with what is there.
    fn compare(&mut self, header: Header) {
        let (highest, place) = self.highest;
        let found = self.builder.clauses();
        let right = format!("p cnf {highest} {found}");
        let (Some((atoms, atoms_span)), Some((clauses, clauses_span))) =
            (header.atoms, header.clauses)
        else {
            let message = "the header lacks a count";
            let label = "expected `p cnf ATOMS CLAUSES`";
            let edit = Edit::replace(header.span, &right);
            self.diagnostics.push(
                Diagnostic::new(code::DIMACS_COUNT, header.span, message, label)
                    .fix(Fix::certain(format!("write `{right}`"), vec![edit])),
            );
            return;
        };
        if highest > atoms {
            let message = format!("atom {highest} is beyond the {atoms} of the header");
            let label = format!("there are {highest}");
            self.wrong_count(atoms_span, highest, message, label, Some(place));
        }
        if found != clauses {
            let message =
                format!("the header's number of clauses is {clauses}, but there are {found}");
            let open = lines_without_end(self.text);
            if !open.is_empty() && clauses.checked_sub(found) == Some(open.len() as u64) {
                self.diagnostics.push(without_ends(clauses_span, message, &open));
                return;
            }
            let label = format!("there are {found}");
            self.wrong_count(clauses_span, found, message, label, None);
        }
    }

    fn wrong_count(
        &mut self,
        span: Span,
        right: u64,
        message: String,
        label: String,
        place: Option<Span>,
    ) {
        let edit = Edit::replace(span, right.to_string());
        let mut diagnostic = Diagnostic::new(code::DIMACS_COUNT, span, message, label)
            .fix(Fix::certain(format!("write `{right}`"), vec![edit]));
        if let Some(place) = place {
            diagnostic = diagnostic.related(place, "named here");
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Where lines of clauses end without a `0`.
fn lines_without_end(text: &[u8]) -> Vec<u32> {
    let mut open = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|&it| matches!(it, b'\n' | b'\r')) {
        let end = start + line.trim_ascii_end().len();
        match line.trim_ascii() {
            [b'%', ..] => break,
            [] | [b'c' | b'p', ..] => {}
            words if words.split(u8::is_ascii_whitespace).next_back() == Some(b"0") => {}
            _ => open.push(end as u32),
        }
        start += line.len();
    }
    open
}

/// As many clauses are missing as there are lines, `open`, that no `0` ends.
fn without_ends(count: Span, message: String, open: &[u32]) -> Diagnostic {
    let (lines, title) = match open {
        [_] => ("this line", "insert `0`"),
        _ => ("lines such as this one", "insert `0` on each of these lines"),
    };
    let edits = open.iter().map(|&end| Edit::insert(end, " 0")).collect();
    Diagnostic::new(code::DIMACS_COUNT, Span::at(open[0]), message, "a `0` is missing here")
        .related(count, "counted here")
        .help(format!("a clause goes on until a `0`, so {lines} and the next are one clause"))
        .fix(Fix::maybe(title, edits))
}

/// Reads a signed number of at most 18 digits between white space, and where it ends: nearly all
/// there are. `None` for anything else.
fn short_number(text: &[u8], at: usize) -> Option<(i64, usize)> {
    let is_negative = text[at] == b'-';
    let start = at + usize::from(is_negative);
    let mut end = start;
    let mut value = 0;
    while let Some(digit) = text.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|&it| it < 10)
    {
        if end - start == 18 {
            return None;
        }
        value = value * 10 + i64::from(digit);
        end += 1;
    }
    let is_whole = text.get(end).is_none_or(u8::is_ascii_whitespace);
    let is_number = end > start && is_whole && !(is_negative && value == 0);
    is_number.then_some((if is_negative { -value } else { value }, end))
}

/// Writes a clause file. Atoms get their index plus one as number; each that has a name brings a
/// comment line `c NUMBER NAME`.
///
/// # Errors
/// Those of `out`.
pub fn write<'a>(
    out: &mut impl Write,
    cnf: &Cnf,
    name: impl Fn(Atom) -> Option<&'a str>,
) -> io::Result<()> {
    for index in 0..cnf.atoms() {
        if let Some(name) = name(Atom(index)) {
            writeln!(out, "c {} {name}", index + 1)?;
        }
    }
    write_matrix(out, cnf, |_| Ok(()))
}

/// Writes header, what `prefix` writes, and the clauses.
pub(super) fn write_matrix<W: Write>(
    out: &mut W,
    cnf: &Cnf,
    prefix: impl FnOnce(&mut W) -> io::Result<()>,
) -> io::Result<()> {
    writeln!(out, "p cnf {} {}", cnf.atoms(), cnf.len())?;
    prefix(out)?;
    for clause in cnf.clauses() {
        for literal in clause {
            write!(out, "{} ", literal.to_dimacs())?;
        }
        out.write_all(b"0\n")?;
    }
    Ok(())
}

/// What a solver found, in the words of the competitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DimacsStatus {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// A limit was reached before.
    Unknown,
}

/// Writes the status line.
///
/// # Errors
/// Those of `out`.
pub fn write_status(out: &mut impl Write, status: DimacsStatus) -> io::Result<()> {
    out.write_all(match status {
        DimacsStatus::Satisfiable => b"s SATISFIABLE\n",
        DimacsStatus::Unsatisfiable => b"s UNSATISFIABLE\n",
        DimacsStatus::Unknown => b"s UNKNOWN\n",
    })
}

/// Columns of a value line.
const COLUMNS: usize = 78;

/// Writes a model, given by its true literals as signed numbers, as lines `v …` with a 0 at the
/// end.
///
/// # Errors
/// Those of `out`.
pub fn write_values(
    out: &mut impl Write,
    literals: impl IntoIterator<Item = i64>,
) -> io::Result<()> {
    let mut line = String::from("v");
    for literal in literals.into_iter().chain([0]) {
        let number = literal.to_string();
        if line.len() + 1 + number.len() > COLUMNS {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line.push(' ');
        line.push_str(&number);
    }
    writeln!(out, "{line}")
}

/// The true literals of a model as signed numbers.
pub fn signed<'a>(
    values: &'a [bool],
    number: impl Fn(Atom) -> u64 + 'a,
) -> impl Iterator<Item = i64> + 'a {
    values.iter().enumerate().map(move |(index, &value)| {
        let number = number(Atom(index as u32)) as i64;
        if value { number } else { -number }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::diagnostic::fix::apply;
    use puzzle_engine::logic::cnf::Literal;

    fn clauses(document: &DimacsFile) -> Vec<Vec<i64>> {
        let numbered = &document.clauses;
        let signed = |literal: &Literal| {
            let number = numbered.number(literal.atom()) as i64;
            if literal.is_positive() { number } else { -number }
        };
        numbered.cnf.clauses().map(|clause| clause.iter().map(signed).collect()).collect()
    }

    fn codes(text: &str) -> Vec<(Code, &str)> {
        let (_, diagnostics) = parse(text.as_bytes());
        diagnostics.into_iter().map(|it| (it.code, &text[it.span.range()])).collect()
    }

    #[test]
    fn files_from_the_wild_are_read() {
        let text = b"\xef\xbb\xbfc a comment\r\n\nc\n p  cnf 5\t4\r\n1 -2\nc within\n  3 0 -5\n0 0 c on\n1 0\n%\n0\n\n";
        let (document, diagnostics) = parse(text);
        assert_eq!(diagnostics, []);
        assert_eq!(clauses(&document), [vec![1, -2, 3], vec![-5], vec![], vec![1]]);
        assert_eq!((document.atoms, document.free_atoms()), (5, 1));
    }

    #[test]
    fn huge_numbers_cost_nothing() {
        let text = b"p cnf 99999999999999999999 1\n1000000000000000000 -7 0\n";
        let (document, diagnostics) = parse(text);
        assert_eq!(diagnostics, []);
        assert_eq!(document.clauses.numbers, [7, 1_000_000_000_000_000_000]);
        assert_eq!(document.free_atoms(), u64::MAX - 2);
    }

    #[test]
    fn wrong_counts_are_named_and_repaired() {
        let text = "p cnf 2 1\n1 -3 0\n2 0\n";
        assert_eq!(codes(text), [(code::DIMACS_COUNT, "2"), (code::DIMACS_COUNT, "1")]);
        let (_, diagnostics) = parse(text.as_bytes());
        assert_eq!(diagnostics[0].related[0].span, Span::new(12, 14));
        let edits = diagnostics.iter().flat_map(|it| &it.fixes[0].edits);
        assert_eq!(apply(text, edits), "p cnf 3 2\n1 -3 0\n2 0\n");
        assert_eq!(codes("p cnf 2\n1 0\n"), [(code::DIMACS_COUNT, "p cnf 2")]);
    }

    #[test]
    fn a_faulty_header_brings_one_diagnostic() {
        for header in ["p dnf 1 1", "p cnf 1 x", "p cnf 1 1 1", "p", "pcnf 1 1", "p cnf -1 1"] {
            assert_eq!(codes(&format!("{header}\n1 0\n")), [(code::DIMACS_HEADER, header)]);
        }
        assert_eq!(codes("1 0\np cnf 1 1\n"), [(code::DIMACS_HEADER, "p cnf 1 1")]);
        assert_eq!(codes("p cnf 1 1\np cnf 1 2\n1 0\n"), [(code::DIMACS_HEADER, "p cnf 1 2")]);
        let (document, diagnostics) = parse(b"1 -4 0");
        assert_eq!((document.atoms, diagnostics[0].severity), (4, Severity::Warning));
        assert_eq!(apply("1 -4 0", &diagnostics[0].fixes[0].edits), "p cnf 4 1\n1 -4 0");
    }

    #[test]
    fn each_faulty_line_brings_one_diagnostic() {
        let text = "p cnf 1 1\n1 x y 0\n+1 0\n99999999999999999999 0\n";
        let expected = [
            (code::NOT_A_LITERAL, "x"),
            (code::NOT_A_LITERAL, "+1"),
            (code::LITERAL_OUT_OF_RANGE, "99999999999999999999"),
        ];
        assert_eq!(codes(text), expected);
    }

    #[test]
    fn a_last_clause_without_its_zero_counts_with_a_warning() {
        let text = "p cnf 2 1\n1 2\nc end\n";
        let (document, diagnostics) = parse(text.as_bytes());
        assert_eq!(clauses(&document), [[1, 2]]);
        assert_eq!(diagnostics[0].severity, Severity::Warning);
        let fixed = apply(text, &diagnostics[0].fixes[0].edits);
        assert_eq!(fixed, "p cnf 2 1\n1 2 0\nc end\n");
        assert_eq!(codes(&fixed), []);
    }

    #[test]
    fn clauses_are_written_with_the_names_of_their_atoms() {
        let mut cnf = Cnf::new(3);
        cnf.add([Literal::new(Atom(1), false)]);
        cnf.add([]);
        let mut out = Vec::new();
        write(&mut out, &cnf, |atom| (atom.0 == 1).then_some("At(C,2)")).unwrap();
        assert_eq!(out, b"c 2 At(C,2)\np cnf 3 2\n-2 0\n0\n");
    }

    #[test]
    fn value_lines_are_wrapped_and_end_in_zero() {
        let values: Vec<_> = (0..100).map(|index| index % 3 == 0).collect();
        let mut out = Vec::new();
        write_status(&mut out, DimacsStatus::Satisfiable).unwrap();
        write_values(&mut out, signed(&values, |atom| u64::from(atom.0) + 1)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("s SATISFIABLE\nv 1 -2 -3 4 "));
        assert!(text.ends_with(" 100 0\n"));
        assert!(text.lines().all(|line| line.len() <= COLUMNS));
        let numbers = text.lines().skip(1).flat_map(|line| line[2..].split(' '));
        assert_eq!(numbers.count(), 101);
    }
}
