//! Clause sets whose atoms are natural numbers of any size, as clause files write them. The numbers
//! that occur become the atoms `0..n` in ascending order, so that a file that names atom 10¹⁸
//! costs no more than one that names atom 1.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Edit, Fix, code};
use crate::text::Span;
use puzzle_engine::logic::cnf::{Atom, Cnf, Literal};

/// A clause set, the number of each of its atoms, and where its literals stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NumberedClauses {
    /// The clauses; each atom occurs in one.
    pub cnf: Cnf,
    /// The number of each atom, ascending.
    pub numbers: Vec<u64>,
    /// The place of each literal, in the order of the clauses; empty when nobody asked.
    pub spans: Vec<Span>,
}

impl NumberedClauses {
    /// The number of an atom.
    ///
    /// # Panics
    /// When the clause set has no such atom.
    pub fn number(&self, atom: Atom) -> u64 {
        self.numbers[atom.0 as usize]
    }

    /// A literal as the signed number that is written for it.
    ///
    /// # Panics
    /// As [`number`](Self::number).
    pub fn signed(&self, literal: Literal) -> i64 {
        let number = self.number(literal.atom()) as i64;
        if literal.is_positive() { number } else { -number }
    }

    /// The atom with a number, if it occurs.
    pub fn atom(&self, number: u64) -> Option<Atom> {
        self.numbers.binary_search(&number).ok().map(|index| Atom(index as u32))
    }
}

/// Collects clauses as they are read. Atoms are numbered as they come, and renumbered at the end.
#[derive(Default)]
pub(super) struct Builder {
    cnf: Cnf,
    clause: Vec<Literal>,
    /// `None` when nobody asks where literals stand.
    spans: Option<Vec<Span>>,
    /// The atom of each number up to [`Builder::small`], and `NONE` where there is none.
    table: Vec<u32>,
    small: u64,
    /// The atoms of the other numbers.
    large: FxHashMap<u64, u32>,
    atoms: u32,
}

/// Stands for no atom.
const NONE: u32 = u32::MAX;

impl Builder {
    /// For a text of so many bytes, which has half as many literals at most.
    pub(super) fn new(bytes: usize, with_spans: bool) -> Self {
        let spans = with_spans.then(Vec::new);
        Self { spans, small: bytes as u64 / 2, ..Self::default() }
    }

    /// Appends a literal, which is not 0, to the clause being read.
    pub(super) fn push(&mut self, number: i64, span: Span) {
        let magnitude = number.unsigned_abs();
        let atom = if magnitude <= self.small {
            let index = magnitude as usize;
            if index >= self.table.len() {
                self.table.resize(index + 1, NONE);
            }
            &mut self.table[index]
        } else {
            self.large.entry(magnitude).or_insert(NONE)
        };
        if *atom == NONE {
            *atom = self.atoms;
            self.atoms += 1;
        }
        self.clause.push(Literal::new(Atom(*atom), number > 0));
        if let Some(spans) = &mut self.spans {
            spans.push(span);
        }
    }

    /// Whether the clause being read has a literal.
    pub(super) fn is_open(&self) -> bool {
        !self.clause.is_empty()
    }

    /// Ends the clause being read, which may be empty.
    pub(super) fn end_clause(&mut self) {
        self.cnf.add(self.clause.drain(..));
    }

    /// How many clauses were ended.
    pub(super) fn clauses(&self) -> u64 {
        self.cnf.len() as u64
    }

    pub(super) fn finish(self) -> NumberedClauses {
        let Self { mut cnf, spans, table, large, .. } = self;
        let small = (0..).zip(table).filter(|&(_, atom)| atom != NONE);
        let mut numbered: Vec<(u64, u32)> = small.chain(large).collect();
        numbered.sort_unstable();
        let mut index = vec![Atom(0); numbered.len()];
        for (rank, &(_, atom)) in numbered.iter().enumerate() {
            index[atom as usize] = Atom(rank as u32);
        }
        cnf.rename(numbered.len() as u32, |atom| index[atom.0 as usize]);
        let numbers = numbered.into_iter().map(|(number, _)| number).collect();
        NumberedClauses { cnf, numbers, spans: spans.unwrap_or_default() }
    }
}

/// Reads a signed number that fits 64 bits. Diagnoses one that is too large, and text that is no
/// number.
pub(super) fn literal(token: &[u8], span: Span) -> Result<i64, Box<Diagnostic>> {
    let (is_negative, digits) = match token.strip_prefix(b"-") {
        Some(digits) => (true, digits),
        None => (false, token),
    };
    let magnitude = digits.iter().try_fold(0_i64, |value, byte| {
        value.checked_mul(10)?.checked_add(i64::from(byte.wrapping_sub(b'0')))
    });
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    match magnitude {
        Some(0) if is_number && is_negative => Err(not_a_literal(token, span)),
        Some(magnitude) if is_number => Ok(if is_negative { -magnitude } else { magnitude }),
        None if is_number => Err(Box::new(
            Diagnostic::new(
                code::LITERAL_OUT_OF_RANGE,
                span,
                format!("`{}` is out of range", shown(token)),
                format!("atoms go up to {}", i64::MAX),
            )
            .help("number the atoms from 1 on"),
        )),
        _ => Err(not_a_literal(token, span)),
    }
}

fn not_a_literal(token: &[u8], span: Span) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::new(
        code::NOT_A_LITERAL,
        span,
        format!("`{}` is not a literal", shown(token)),
        "not the number of an atom",
    )
    .help("a literal is the number of an atom, as in `3`, or its negation, as in `-3`");
    let written = std::str::from_utf8(token).unwrap_or_default();
    let number = written.trim_start_matches(['+', '-', '~', '!', '¬']);
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && number.len() <= 18;
    let marks = &written[..written.len() - number.len()];
    let prefix = match marks {
        "+" => "",
        "~" | "!" | "¬" => "-",
        _ => return Box::new(diagnostic),
    };
    if !is_number || number.trim_start_matches('0').is_empty() {
        return Box::new(diagnostic);
    }
    let right = format!("{prefix}{number}");
    let fix = Fix::certain(format!("write `{right}`"), vec![Edit::replace(span, &right)]);
    Box::new(diagnostic.help(format!("write `{right}`")).fix(fix))
}

/// A token as a message shows it: cut when long, with bytes that are not text replaced.
pub(super) fn shown(token: &[u8]) -> String {
    const LONGEST: usize = 40;
    if token.len() <= LONGEST {
        return String::from_utf8_lossy(token).into_owned();
    }
    String::from_utf8_lossy(&token[..LONGEST]).into_owned() + "…"
}

/// Offset behind a byte-order mark at the start of a text.
pub(super) fn start_of(text: &[u8]) -> usize {
    if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}

/// The maximal runs of other bytes than white space in a range of the text.
pub(super) fn tokens(text: &[u8], range: std::ops::Range<usize>) -> impl Iterator<Item = Span> {
    let mut at = range.start;
    std::iter::from_fn(move || {
        let rest = &text[at..range.end];
        let start = at + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &text[start..range.end];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        at = start + length;
        Some(Span::new(start as u32, at as u32))
    })
}

/// Offset behind the line that holds `at`, its end included: a newline, a carriage return, or both.
pub(super) fn end_of_line(text: &[u8], at: usize) -> usize {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    match text[at..].iter().position(is_end).map(|length| at + length) {
        Some(end) if text[end..].starts_with(b"\r\n") => end + 2,
        Some(end) => end + 1,
        None => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(token: &str) -> Result<i64, Box<Diagnostic>> {
        literal(token.as_bytes(), Span::new(0, token.len() as u32))
    }

    #[test]
    fn numbers_are_read_to_the_last_that_fits() {
        assert_eq!(read("-1000000000000000000"), Ok(-1_000_000_000_000_000_000));
        assert_eq!(read("007"), Ok(7));
        assert_eq!(read(&i64::MAX.to_string()), Ok(i64::MAX));
        for token in ["9223372036854775808", "-9999999999999999999999"] {
            assert_eq!(read(token).unwrap_err().code, code::LITERAL_OUT_OF_RANGE);
        }
        for token in ["-", "-0", "--1", "1x", "x", "1.0", "٣", "+", "+0", "9223372036854775808x"] {
            let diagnostic = read(token).unwrap_err();
            assert_eq!((diagnostic.code, diagnostic.fixes.len()), (code::NOT_A_LITERAL, 0));
        }
    }

    #[test]
    fn other_notations_of_a_literal_are_repaired() {
        for (token, right) in [("+3", "3"), ("~3", "-3"), ("!12", "-12"), ("¬1", "-1")] {
            let diagnostic = read(token).unwrap_err();
            assert_eq!(diagnostic.fixes[0].edits[0].text, right);
        }
    }
}
