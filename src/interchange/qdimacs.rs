//! Quantified clause sets in QDIMACS 1.1: a DIMACS file whose header is followed by lines `a …` and
//! `e …`, the outermost quantifier first. What is not of the prefix is read as DIMACS, as files in the
//! wild have it.

use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::dimacs::{self, write_matrix};
use super::numbered::{literal, start_of, tokens};
use crate::diagnostic::{Diagnostic, Edit, Fix, Severity, code};
use crate::text::Span;
use puzzle_engine::logic::cnf::{Atom, Cnf};
use puzzle_engine::logic::qbf::Prenex;
use puzzle_engine::logic::quantified::Player;

/// A file of quantified clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QdimacsDocument {
    /// Who wins when A chooses the values of the atoms behind `a`, and E of the others.
    pub game: Prenex,
    /// How many atoms the header tells, or more when a clause names a higher one.
    pub atoms: u64,
    /// How many clauses there are.
    pub clauses: usize,
    /// The number of each atom.
    pub numbers: Vec<u64>,
}

/// Reads a file of quantified clauses. Each faulty line brings one diagnostic.
pub fn parse(text: &[u8]) -> (QdimacsDocument, Vec<Diagnostic>) {
    let mut reader = Reader { text, matrix: text.to_vec(), ..Reader::default() };
    reader.read();
    let (document, found) = dimacs::parse(&reader.matrix);
    let mut diagnostics = reader.diagnostics;
    diagnostics.extend(found);
    diagnostics.sort_by_key(|it| it.span.start);
    let clauses = &document.clauses;
    let prefix = reader.prefix.iter();
    let prefix: Vec<_> =
        prefix.filter_map(|(player, number)| Some((*player, clauses.atom(*number)?))).collect();
    let game = Prenex::new(&prefix, &clauses.cnf);
    let numbers = (0..clauses.cnf.atoms()).map(|atom| clauses.number(Atom(atom))).collect();
    let document =
        QdimacsDocument { game, atoms: document.atoms, clauses: clauses.cnf.len(), numbers };
    (document, diagnostics)
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a [u8],
    /// The text with blanks in place of the prefix.
    matrix: Vec<u8>,
    prefix: Vec<(Player, u64)>,
    /// Where each atom of the prefix stands.
    places: FxHashMap<u64, Span>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Takes the lines of the prefix out of the text.
    fn read(&mut self) {
        let mut line_start = start_of(self.text);
        let mut has_clauses = false;
        while line_start < self.text.len() {
            let rest = &self.text[line_start..];
            let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
            let length = rest.iter().position(is_end).unwrap_or(rest.len());
            let line = line_start..line_start + length;
            let mut words = tokens(self.text, line.clone());
            let first = words.next().map_or(&b""[..], |it| &self.text[it.range()]);
            let player = match first {
                b"a" => Some(Player::A),
                b"e" => Some(Player::E),
                [b'%', ..] => return,
                _ => None,
            };
            has_clauses |= first.first().is_some_and(|it| it.is_ascii_digit() || *it == b'-');
            if let Some(player) = player {
                let words: Vec<Span> = words.collect();
                if has_clauses {
                    let place = Span::new(line.start as u32, line.end as u32);
                    let message = "a line of the prefix stands behind clauses";
                    let diagnostic =
                        Diagnostic::new(code::DIMACS_HEADER, place, message, "too late")
                            .help("move this line before the first clause");
                    self.diagnostics.push(diagnostic);
                } else if let Err(diagnostic) = self.line(player, &words, line.end) {
                    self.diagnostics.push(*diagnostic);
                }
                self.matrix[line].fill(b' ');
            }
            line_start += length + 1;
        }
    }

    /// Takes the atoms of a line in.
    fn line(&mut self, player: Player, words: &[Span], end: usize) -> Result<(), Box<Diagnostic>> {
        for (at, &span) in words.iter().enumerate() {
            let number = literal(&self.text[span.range()], span)?;
            if number == 0 && at + 1 == words.len() {
                return Ok(());
            }
            if number <= 0 {
                let message = format!("`{number}` is no atom to choose the value of");
                let label = if number == 0 { "the line ends here" } else { "negated" };
                return Err(Box::new(
                    Diagnostic::new(code::DIMACS_HEADER, span, message, label)
                        .help("write the numbers of the atoms and then a 0, as in `e 1 2 0`"),
                ));
            }
            let number = number.unsigned_abs();
            if let Some(&first) = self.places.get(&number) {
                let message = format!("the value of atom {number} is chosen twice");
                return Err(Box::new(
                    Diagnostic::new(code::DIMACS_HEADER, span, message, "the second time")
                        .related(first, "the first time")
                        .help("an atom stands in the prefix once"),
                ));
            }
            self.places.insert(number, span);
            self.prefix.push((player, number));
        }
        let mut diagnostic = Diagnostic::new(
            code::MISSING_TERMINATOR,
            Span::at(end as u32),
            "this line of the prefix has no `0` at its end",
            "the line ends here",
        )
        .help("write ` 0` here")
        .fix(Fix::certain("write ` 0`", vec![Edit::insert(end as u32, " 0")]));
        diagnostic.severity = Severity::Warning;
        Err(Box::new(diagnostic))
    }
}

/// Writes what a solver found out: `s cnf 1` when E wins, 0 when A does, -1 when that is unknown, with
/// how many atoms and clauses there are.
///
/// # Errors
/// Those of `out`.
pub fn write_status(
    out: &mut impl Write,
    winner: Option<Player>,
    atoms: u64,
    clauses: usize,
) -> io::Result<()> {
    let status = match winner {
        Some(Player::E) => "1",
        Some(Player::A) => "0",
        None => "-1",
    };
    writeln!(out, "s cnf {status} {atoms} {clauses}")
}

/// Writes a clause set under a prefix of atoms, the outermost first. Neighbours with the same
/// quantifier share a line, as the format asks; atoms outside the prefix count as existential.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, prefix: &[(Player, Atom)], matrix: &Cnf) -> io::Result<()> {
    write_matrix(out, matrix, |out| {
        for block in prefix.chunk_by(|left, right| left.0 == right.0) {
            out.write_all(match block[0].0 {
                Player::E => b"e",
                Player::A => b"a",
            })?;
            for (_, atom) in block {
                write!(out, " {}", atom.0 + 1)?;
            }
            out.write_all(b" 0\n")?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use puzzle_engine::logic::cnf::Literal;

    fn codes(text: &str) -> Vec<(Code, &str)> {
        let (_, diagnostics) = parse(text.as_bytes());
        diagnostics.into_iter().map(|it| (it.code, &text[it.span.range()])).collect()
    }

    #[test]
    fn a_file_is_read_and_its_atoms_have_their_players() {
        let text = b"c a game\r\np cnf 9 2\na 7 3 0\r\ne 9 0\nc within\n7 -3 9 0 -9\n5 0\n%\na 1\n";
        let (document, diagnostics) = parse(text);
        assert_eq!(diagnostics, []);
        assert_eq!((document.atoms, document.clauses), (9, 2));
        let literals = document.game.matrix().clause(0).to_vec();
        let blocks: Vec<_> = literals.iter().map(|it| document.game.block(*it)).collect();
        assert_eq!(blocks, [1, 1, 2]);
        let free = document.game.matrix().clause(1)[0];
        assert_eq!((document.game.owner(free), document.game.block(free)), (Player::E, 0));
    }

    #[test]
    fn any_end_of_a_line_will_do() {
        let text = "c a game\np cnf 4 2\na 1 2 0\ne 3\n1 -2 3 0\n\n-3 4 0\n%\na 1 0\n";
        let (unix, faults) = parse(text.as_bytes());
        assert_eq!((unix.clauses, faults.len()), (2, 1));
        assert_eq!(unix.game.owner(Literal::new(Atom(2), true)), Player::E);
        for end in ["\r", "\r\n"] {
            let text = text.replace('\n', end);
            let (document, faults) = parse(text.as_bytes());
            assert_eq!(document, unix);
            assert_eq!(
                faults[0].fixes[0].edits[0].span.start as usize,
                text.find("e 3").unwrap() + 3
            );
        }
    }

    #[test]
    fn each_faulty_line_of_the_prefix_brings_one_diagnostic() {
        let text = "p cnf 3 1\na 1 x 0\ne -2 0\ne 1 0\na 3 0 2 0\n1 -2 0\ne 2 0\n";
        let expected = [
            (code::NOT_A_LITERAL, "x"),
            (code::DIMACS_HEADER, "-2"),
            (code::DIMACS_HEADER, "1"),
            (code::DIMACS_HEADER, "0"),
            (code::DIMACS_HEADER, "e 2 0"),
        ];
        assert_eq!(codes(text), expected);
        let (document, diagnostics) = parse(b"p cnf 1 1\na 1\n1 0\n");
        assert_eq!(diagnostics[0].severity, Severity::Warning);
        assert_eq!(document.game.owner(Literal::new(Atom(0), true)), Player::A);
    }

    #[test]
    fn neighbours_with_one_quantifier_share_a_line() {
        use Player::{A, E};
        let mut matrix = Cnf::default();
        matrix.add([1, -2, 4].map(|number| Literal::from_dimacs(number).unwrap()));
        matrix.add([]);
        let prefix = [(A, Atom(0)), (A, Atom(2)), (E, Atom(1)), (E, Atom(3))];
        let mut out = Vec::new();
        write(&mut out, &prefix, &matrix).unwrap();
        assert_eq!(out, b"p cnf 4 2\na 1 3 0\ne 2 4 0\n1 -2 4 0\n0\n");
    }
}
