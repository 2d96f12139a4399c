//! Files of refutations: DRAT as text and as bytes (Wetzler, Heule and Hunt, SAT 2014), and LRAT
//! (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, CADE 2017). Atoms have the numbers that
//! they have in the clause file.

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
}

impl ClauseProofFormat {
    /// The format of a proof, which is not written on it.
    pub fn of(bytes: &[u8]) -> Self {
        if bytes.first() == Some(&b'a') || bytes.contains(&0) {
            return Self::DratBinary;
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
        ClauseProofFormat::DratBinary => write_bytes(out, b'a', clause),
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
        ClauseProofFormat::DratBinary => write_bytes(out, b'd', clause),
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

fn write_bytes(
    out: &mut impl Write,
    kind: u8,
    clause: impl Iterator<Item = i64>,
) -> io::Result<()> {
    out.write_all(&[kind])?;
    for literal in clause {
        let mut code = literal.unsigned_abs() * 2 + u64::from(literal < 0);
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
        ClauseProofFormat::DratBinary => read_binary(bytes, &mut step),
        ClauseProofFormat::Lrat => read_lrat(bytes, &mut step),
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

fn read_binary(bytes: &[u8], step: &mut Reader<'_>) -> Result<(), Box<Diagnostic>> {
    let fault = |start: usize, end: usize, what: &str, label: &str| {
        let span = Span::new(start as u32, end as u32);
        Err(malformed(span, format!("byte {start}: {what}"), label))
    };
    let mut clause = Vec::new();
    let mut at = 0;
    while let Some(&kind) = bytes.get(at) {
        let start = at;
        at += 1;
        if kind != b'a' && kind != b'd' {
            return fault(start, at, "this is no step", "a step begins with `a` or `d`");
        }
        clause.clear();
        loop {
            let Some((code, end)) = read_code(bytes, at) else {
                let what = "a number ends too late, or not at all";
                return fault(at, bytes.len().min(at + 1), what, "it begins here");
            };
            let number = (code >> 1) as i64;
            match code {
                0 => {
                    at = end;
                    break;
                }
                1 => return fault(at, end, "a literal has no atom", "1 is not a literal"),
                _ => clause.push(if code & 1 == 1 { -number } else { number }),
            }
            at = end;
        }
        let read = match kind {
            b'a' => ProofStep::Add { number: 0, clause: &clause, reasons: &[] },
            _ => ProofStep::Delete(&clause),
        };
        if step(read, Span::new(start as u32, at as u32)).is_break() {
            return Ok(());
        }
    }
    Ok(())
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
        let text: [(&[u8], ClauseProofFormat); 8] = [
            (b"", ClauseProofFormat::Drat),
            (b"c hint\n\n1 -2 0\n0\n", ClauseProofFormat::Drat),
            (b"d 1 2 0\n", ClauseProofFormat::Drat),
            (b"0\n", ClauseProofFormat::Drat),
            (b"5 1 0 1 2 0\n", ClauseProofFormat::Lrat),
            (b"4 d 1 0\n", ClauseProofFormat::Lrat),
            (b"a\x02\x00", ClauseProofFormat::DratBinary),
            (b"d \x00", ClauseProofFormat::DratBinary),
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
        let wrong: [(&[u8], ClauseProofFormat, u32); 8] = [
            (b"1 0\n2 3", ClauseProofFormat::Drat, 4),
            (b"5 1 0 2\n", ClauseProofFormat::Lrat, 0),
            (b"5 1 2\n", ClauseProofFormat::Lrat, 0),
            (b"5 d 1\n", ClauseProofFormat::Lrat, 0),
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
