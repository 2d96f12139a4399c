//! Files of refutations: DRAT (Wetzler, Heule and Hunt, SAT 2014) and LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann and
//! Schneider-Kamp, CADE 2017), as text and as bytes. Atoms have the numbers that they have in the clause file.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::numbered::{end_of_line, literal, start_of, tokens};
use crate::diagnostic::{Diagnostic, code};
use crate::text::Span;

/// How a proof is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseProofFormat {
    /// Lines of literals; those that begin with `d` delete a clause.
    Drat,
    /// The same as bytes: `a` or `d`, the literals as numbers of seven bits a byte, and a zero.
    DratBinary,
    /// Lines with the number of a clause, its literals, and the numbers of those it follows from.
    Lrat,
    /// The same as bytes: `a`, the number, the literals, a zero, the others and a zero; `d` and the numbers of clauses. All
    /// are written as literals are.
    LratBinary,
}

impl ClauseProofFormat {
    /// Whether it is written as bytes.
    pub fn is_binary(self) -> bool {
        matches!(self, Self::DratBinary | Self::LratBinary)
    }

    /// Whether its clauses have numbers and reasons.
    pub fn has_reasons(self) -> bool {
        matches!(self, Self::Lrat | Self::LratBinary)
    }

    /// Clauses that a proof in bytes adds which are looked at to tell its format.
    const LOOKED_AT: usize = 1000;

    /// The format of a proof, which is not written on it.
    pub fn of(bytes: &[u8]) -> Self {
        if bytes.first() == Some(&b'a') || bytes.contains(&0) {
            let can_be = |format| {
                let mut steps = 0;
                let mut fits = true;
                let look = |step: ProofStep<'_>, _| {
                    // Deletions look alike in both. A clause follows from those before it.
                    if let ProofStep::Add { number, reasons, .. } = step {
                        steps += 1;
                        fits &= reasons.iter().all(|it| it.unsigned_abs() < number);
                    }
                    match fits && steps < Self::LOOKED_AT {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    }
                };
                read(bytes, format, look).is_ok() && fits
            };
            return match can_be(Self::LratBinary) && !can_be(Self::DratBinary) {
                true => Self::LratBinary,
                false => Self::DratBinary,
            };
        }
        let mut at = start_of(bytes);
        while at < bytes.len() {
            let end = end_of_line(bytes, at);
            let words: Vec<_> = tokens(bytes, at..end).map(|it| &bytes[it.range()]).collect();
            let zeros = words.iter().filter(|&&word| word == b"0").count();
            match words[..] {
                [] | [b"c", ..] => at = end,
                [b"d", ..] => return Self::Drat,
                [_, b"d", ..] => return Self::Lrat,
                _ if zeros == 2 => return Self::Lrat,
                _ => return Self::Drat,
            }
        }
        Self::Drat
    }
}

/// Writes a step that adds a clause: its number, its literals, and the numbers of its reasons; a
/// negative one begins those for the resolvent with that clause.
///
/// # Errors
/// Those of `out`.
pub fn write_addition(
    out: &mut impl Write,
    format: ClauseProofFormat,
    number: u64,
    clause: impl Iterator<Item = i64>,
    reasons: impl Iterator<Item = i64>,
) -> io::Result<()> {
    match format {
        ClauseProofFormat::Drat => write_line(out, clause),
        ClauseProofFormat::DratBinary => {
            out.write_all(b"a")?;
            write_bytes(out, clause)
        }
        ClauseProofFormat::LratBinary => {
            out.write_all(b"a")?;
            write_bytes(out, std::iter::once(number as i64).chain(clause))?;
            write_bytes(out, reasons)
        }
        ClauseProofFormat::Lrat => {
            write!(out, "{number} ")?;
            for literal in clause {
                write!(out, "{literal} ")?;
            }
            out.write_all(b"0 ")?;
            write_line(out, reasons)
        }
    }
}

/// Writes a step that deletes a clause; `last` is the number of the clause that was added last.
///
/// # Errors
/// Those of `out`.
pub fn write_deletion(
    out: &mut impl Write,
    format: ClauseProofFormat,
    last: u64,
    number: u64,
    clause: impl Iterator<Item = i64>,
) -> io::Result<()> {
    match format {
        ClauseProofFormat::Drat => {
            out.write_all(b"d ")?;
            write_line(out, clause)
        }
        ClauseProofFormat::DratBinary => {
            out.write_all(b"d")?;
            write_bytes(out, clause)
        }
        ClauseProofFormat::LratBinary => {
            out.write_all(b"d")?;
            write_bytes(out, std::iter::once(number as i64))
        }
        ClauseProofFormat::Lrat => writeln!(out, "{last} d {number} 0"),
    }
}

fn write_line<T: std::fmt::Display>(
    out: &mut impl Write,
    numbers: impl Iterator<Item = T>,
) -> io::Result<()> {
    for number in numbers {
        write!(out, "{number} ")?;
    }
    out.write_all(b"0\n")
}

fn write_bytes(out: &mut impl Write, numbers: impl Iterator<Item = i64>) -> io::Result<()> {
    for number in numbers {
        let mut code = number.unsigned_abs() * 2 + u64::from(number < 0);
        while code >= 0x80 {
            out.write_all(&[code as u8 | 0x80])?;
            code >>= 7;
        }
        out.write_all(&[code as u8])?;
    }
    out.write_all(&[0])
}

/// A step of a proof as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofStep<'a> {
    /// A clause is added.
    Add {
        /// Its number; 0 where the format has none.
        number: u64,
        /// Its literals.
        clause: &'a [i64],
        /// The numbers of its reasons. A negative one begins the reasons for a resolvent.
        reasons: &'a [i64],
    },
    /// The clause with these literals is deleted.
    Delete(&'a [i64]),
    /// The clauses with these numbers are deleted.
    DeleteNumbers(&'a [i64]),
}

/// Who is handed the steps of a proof, each with its place, and says whether to go on.
type Reader<'r> = dyn FnMut(ProofStep<'_>, Span) -> ControlFlow<()> + 'r;

/// Reads a proof step by step, until `step` breaks off.
///
/// # Errors
/// What is wrong with the first that is no step.
pub fn read(
    bytes: &[u8],
    format: ClauseProofFormat,
    mut step: impl FnMut(ProofStep<'_>, Span) -> ControlFlow<()>,
) -> Result<(), Box<Diagnostic>> {
    match format {
        ClauseProofFormat::Drat => read_drat(bytes, &mut step),
        ClauseProofFormat::DratBinary => read_binary(bytes, false, &mut step),
        ClauseProofFormat::Lrat => read_lrat(bytes, &mut step),
        ClauseProofFormat::LratBinary => read_binary(bytes, true, &mut step),
    }
}

fn malformed(span: Span, message: String, label: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(code::MALFORMED_PROOF, span, message, label))
}

fn read_drat(bytes: &[u8], step: &mut Reader<'_>) -> Result<(), Box<Diagnostic>> {
    let mut clause = Vec::new();
    let mut deletes = false;
    // Where the present step starts, if one has.
    let mut start: Option<Span> = None;
    let read = lines(bytes, |words| {
        for word in words {
            let from = *start.get_or_insert(word);
            if &bytes[word.range()] == b"d" && from == word {
                deletes = true;
                continue;
            }
            match literal(&bytes[word.range()], word)? {
                0 => {
                    let read = match deletes {
                        true => ProofStep::Delete(&clause),
                        false => ProofStep::Add { number: 0, clause: &clause, reasons: &[] },
                    };
                    if step(read, from.to(word)).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    clause.clear();
                    deletes = false;
                    start = None;
                }
                number => clause.push(number),
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    match start.filter(|_| read.is_continue()) {
        Some(span) => {
            let message = "the last step has no `0` behind it".to_owned();
            let fault = malformed(span, message, "it begins here");
            Err(Box::new(
                fault.help("write ` 0` behind it; or get the file again if its end is lost"),
            ))
        }
        None => Ok(()),
    }
}

fn read_lrat(bytes: &[u8], step: &mut Reader<'_>) -> Result<(), Box<Diagnostic>> {
    let mut numbers = Vec::new();
    lines(bytes, |words| {
        let Some(first) = words.next() else {
            return Ok(ControlFlow::Continue(()));
        };
        let number = literal(&bytes[first.range()], first)?;
        let mut deletes = false;
        let mut last = first;
        numbers.clear();
        for word in words {
            if &bytes[word.range()] == b"d" && last == first {
                deletes = true;
            } else {
                numbers.push(literal(&bytes[word.range()], word)?);
            }
            last = word;
        }
        let place = first.to(last);
        let mut lists = numbers.split(|&number| number == 0);
        let lists = [lists.next(), lists.next(), lists.next(), lists.next()];
        let read = match lists {
            [Some(ids), Some([]), None, None] if deletes => ProofStep::DeleteNumbers(ids),
            [Some(clause), Some(reasons), Some([]), None] if !deletes && number > 0 => {
                ProofStep::Add { number: number.unsigned_abs(), clause, reasons }
            }
            _ => {
                let expected = match deletes {
                    true => "expected a number, `d`, numbers of clauses, `0`",
                    false => "expected a number, literals, `0`, numbers of reasons, `0`",
                };
                return Err(malformed(place, "this is no step of LRAT".to_owned(), expected));
            }
        };
        Ok(step(read, place))
    })
    .map(|_| ())
}

/// Hands on the words of each line that is no comment, until `line` breaks off.
fn lines(
    bytes: &[u8],
    mut line: impl FnMut(&mut dyn Iterator<Item = Span>) -> Result<ControlFlow<()>, Box<Diagnostic>>,
) -> Result<ControlFlow<()>, Box<Diagnostic>> {
    let mut at = start_of(bytes);
    while at < bytes.len() {
        let end = end_of_line(bytes, at);
        let mut words = tokens(bytes, at..end).peekable();
        let is_comment = words.peek().is_some_and(|word| bytes[word.start as usize] == b'c');
        if !is_comment && line(&mut words)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        at = end;
    }
    Ok(ControlFlow::Continue(()))
}

fn read_binary(
    bytes: &[u8],
    has_reasons: bool,
    step: &mut Reader<'_>,
) -> Result<(), Box<Diagnostic>> {
    let (mut clause, mut reasons) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(&kind) = bytes.get(at) {
        let start = at;
        if kind != b'a' && kind != b'd' {
            let place = Span::new(at as u32, at as u32 + 1);
            return Err(no_step(place, "this is no step", "a step begins with `a` or `d`"));
        }
        at = read_numbers(bytes, at + 1, &mut clause)?;
        reasons.clear();
        if kind == b'a' && has_reasons {
            at = read_numbers(bytes, at, &mut reasons)?;
        }
        let read = match (kind, &clause[..]) {
            (b'a', [number, clause @ ..]) if has_reasons && *number > 0 => {
                ProofStep::Add { number: number.unsigned_abs(), clause, reasons: &reasons }
            }
            (b'a', _) if has_reasons => {
                let place = Span::new(start as u32, at as u32);
                return Err(no_step(place, "this is no step of LRAT", "its clause has no number"));
            }
            (b'a', clause) => ProofStep::Add { number: 0, clause, reasons: &[] },
            (_, numbers) if has_reasons => ProofStep::DeleteNumbers(numbers),
            (_, clause) => ProofStep::Delete(clause),
        };
        if step(read, Span::new(start as u32, at as u32)).is_break() {
            return Ok(());
        }
    }
    Ok(())
}

fn no_step(span: Span, what: &str, label: &str) -> Box<Diagnostic> {
    malformed(span, format!("byte {}: {what}", span.start), label)
}

/// Reads numbers up to a zero, and tells where the next step or list begins.
fn read_numbers(
    bytes: &[u8],
    mut at: usize,
    numbers: &mut Vec<i64>,
) -> Result<usize, Box<Diagnostic>> {
    numbers.clear();
    loop {
        let Some((code, end)) = read_code(bytes, at) else {
            let place = Span::new(at as u32, bytes.len().min(at + 1) as u32);
            let what = "a number ends too late, or not at all";
            return Err(no_step(place, what, "it begins here"));
        };
        let number = (code >> 1) as i64;
        match code {
            0 => return Ok(end),
            1 => {
                let place = Span::new(at as u32, end as u32);
                return Err(no_step(place, "a literal has no atom", "1 is not a literal"));
            }
            _ => numbers.push(if code & 1 == 1 { -number } else { number }),
        }
        at = end;
    }
}

/// Reads a number of seven bits a byte, the lowest first, and where it ends. Of a tenth byte one bit has room.
fn read_code(bytes: &[u8], start: usize) -> Option<(u64, usize)> {
    let mut code = 0;
    for (index, &byte) in bytes[start..].iter().enumerate().take(10) {
        if index == 9 && byte > 1 {
            return None;
        }
        code |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Some((code, start + index + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// What was read, in words.
    fn steps(bytes: &[u8], format: ClauseProofFormat) -> Result<Vec<String>, Box<Diagnostic>> {
        let mut steps = Vec::new();
        read(bytes, format, |step, span| {
            steps.push(format!("{}..{} {step:?}", span.start, span.end));
            ControlFlow::Continue(())
        })?;
        Ok(steps)
    }

    #[test]
    fn the_format_is_told_by_what_is_there() {
        let text: [(&[u8], ClauseProofFormat); 13] = [
            (b"", ClauseProofFormat::Drat),
            (b"c hint\n\n1 -2 0\n0\n", ClauseProofFormat::Drat),
            (b"d 1 2 0\n", ClauseProofFormat::Drat),
            (b"0\n", ClauseProofFormat::Drat),
            (b"5 1 0 1 2 0\n", ClauseProofFormat::Lrat),
            (b"4 d 1 0\n", ClauseProofFormat::Lrat),
            (b"a\x02\x00", ClauseProofFormat::DratBinary),
            (b"d \x00", ClauseProofFormat::DratBinary),
            (b"a\x0a\x02\x00\x04\x06\x00", ClauseProofFormat::LratBinary),
            // The reason 50 has the byte of a `d`.
            (b"a\x7e\x00d\x06\x00a\x7c\x00\x08\x00", ClauseProofFormat::LratBinary),
            (b"a\x02\x04\x00x\x02\x00", ClauseProofFormat::DratBinary),
            (
                &[&b"d\x02\x00".repeat(2000)[..], b"a\x0a\x02\x00\x04\x00"].concat(),
                ClauseProofFormat::LratBinary,
            ),
            (b"a\x0a\x02\x00a\x06\x00", ClauseProofFormat::DratBinary),
        ];
        for (bytes, format) in text {
            assert_eq!(ClauseProofFormat::of(bytes), format, "{bytes:?}");
        }
    }

    #[test]
    fn steps_are_read_with_their_places() {
        let drat = steps(b"c x\n1\n-2 0 d 3 0\r\n0", ClauseProofFormat::Drat).unwrap();
        assert_eq!(
            drat,
            [
                "4..10 Add { number: 0, clause: [1, -2], reasons: [] }",
                "11..16 Delete([3])",
                "18..19 Add { number: 0, clause: [], reasons: [] }",
            ]
        );
        let bytes =
            steps(b"a\x0a\x02\x05\x00\x02\x07\x08\x00d\x02\x04\x00", ClauseProofFormat::LratBinary);
        assert_eq!(
            bytes.unwrap(),
            [
                "0..9 Add { number: 5, clause: [1, -2], reasons: [1, -3, 4] }",
                "9..13 DeleteNumbers([1, 2])",
            ]
        );
        let lrat = steps(b"5 1 -2 0 1 -3 4 0\n5 d 1 2 0\n", ClauseProofFormat::Lrat).unwrap();
        assert_eq!(
            lrat,
            [
                "0..17 Add { number: 5, clause: [1, -2], reasons: [1, -3, 4] }",
                "18..27 DeleteNumbers([1, 2])",
            ]
        );
    }

    #[test]
    fn what_is_no_step_is_refused_at_its_place() {
        let wrong: [(&[u8], ClauseProofFormat, u32); 10] = [
            (b"1 0\n2 3", ClauseProofFormat::Drat, 4),
            (b"5 1 0 2\n", ClauseProofFormat::Lrat, 0),
            (b"5 1 2\n", ClauseProofFormat::Lrat, 0),
            (b"5 d 1\n", ClauseProofFormat::Lrat, 0),
            (b"a\x00\x00", ClauseProofFormat::LratBinary, 0),
            (b"a\x0a\x02\x00\x04", ClauseProofFormat::LratBinary, 5),
            (b"a\x02\x00x\x00", ClauseProofFormat::DratBinary, 3),
            (b"a\x82", ClauseProofFormat::DratBinary, 1),
            (b"a\x01\x00", ClauseProofFormat::DratBinary, 1),
            (b"a\x82\xff\xff\xff\xff\xff\xff\xff\xff\x02\x00", ClauseProofFormat::DratBinary, 1),
        ];
        for (bytes, format, place) in wrong {
            let fault = steps(bytes, format).unwrap_err();
            assert_eq!((fault.code, fault.span.start), (code::MALFORMED_PROOF, place), "{bytes:?}");
        }
        assert_eq!(
            steps(b"1 x 0\n", ClauseProofFormat::Drat).unwrap_err().code,
            code::NOT_A_LITERAL
        );
    }

    /// Numbers of atoms, up to the highest that there is.
    fn numbers() -> impl Strategy<Value = i64> {
        prop_oneof![1..1_i64 << 40, 1..=i64::MAX, i64::MAX - 3..=i64::MAX]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            proof in vec((any::<bool>(), vec((numbers(), any::<bool>()), 0..5)), 1..20),
        ) {
            for format in [ClauseProofFormat::Drat, ClauseProofFormat::DratBinary] {
                let mut bytes = Vec::new();
                let mut written = Vec::new();
                for (deletes, clause) in &proof {
                    let clause: Vec<_> =
                        clause.iter().map(|&(atom, sign)| if sign { atom } else { -atom }).collect();
                    let literals = clause.iter().copied();
                    if *deletes {
                        write_deletion(&mut bytes, format, 0, 0, literals).unwrap();
                    } else {
                        write_addition(&mut bytes, format, 0, literals, [].into_iter()).unwrap();
                    }
                    written.push((*deletes, clause));
                }
                let mut found = Vec::new();
                read(&bytes, format, |step, _| {
                    found.push(match step {
                        ProofStep::Add { clause, .. } => (false, clause.to_vec()),
                        ProofStep::Delete(clause) | ProofStep::DeleteNumbers(clause) => {
                            (true, clause.to_vec())
                        }
                    });
                    ControlFlow::Continue(())
                })
                .unwrap();
                prop_assert_eq!(found, written);
            }
        }
    }
}
